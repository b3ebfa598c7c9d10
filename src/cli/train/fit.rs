//! `damier train fit`: weights from games.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, bail};

use super::{INTERRUPTED, grouped};
use crate::cli::progress::{Meter, tell};
use crate::cli::uses::Uses;
use crate::eval::net::file;
use crate::eval::net::shape::{HIDDEN, HIDDEN_STEP};
use crate::rules::{Rules, Variant};
use crate::train::data::Games;
use crate::train::fit::model::Model;
use crate::train::fit::samples::{self, Samples};
use crate::train::fit::{Epoch, Measured, Progress, Quantized, Recipe, fit, quantize};
use crate::train::plot;

const EXAMPLES: &str = "\
All positions are held in memory, 36 bytes each. One game of twenty is kept apart and not learned
from. After each epoch a line tells the loss (cross entropy) of the positions learned from, and of
those kept apart the loss and the mean square error of the points promised against the result.
After the last the weights are rounded, and what that changes is told. A logit of 1 are 73 points of
100: of each file it is told for which score of its searches it got so many, and of the weights for
which score of theirs they promise so many.
A fit that is killed leaves FILE.NUMBER.part beside its files, which can be removed. Two that write
one file do not harm it: it is that of the last to end.

Examples:
  damier train fit turkish.games --output turkish.net
  damier train fit a.games b.games --hidden 64 --lambda 0.4 --plot curve.svg --output new.net";

/// Fit weights to the games of files.
///
/// The same files, options and seed make the same weights with any number of threads. Interrupted with
/// Ctrl-C, it writes the weights as they are then, if it has seen all positions once.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Fit {
    /// Files that `damier train selfplay` made, of one variant.
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,
    /// The variant that the files have to be of; without it, that of the first.
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
    /// Where the weights are written; a file that is there is replaced.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// The size of the network: a multiple of 16 from 16 to 512; 256, or that of --from.
    #[arg(long, value_name = "N", value_parser = read_hidden)]
    hidden: Option<usize>,
    /// How often each position is seen.
    #[arg(long, value_name = "N", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions between two changes of the weights.
    #[arg(long, value_name = "N", default_value_t = 4096,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    batch: u32,
    /// How far a change goes at first; at the end it is a hundredth of this.
    #[arg(long, value_name = "RATE", default_value_t = 0.003, value_parser = read_rate)]
    rate: f32,
    /// By how much weights go back to 0 in each change, times the rate: a network that knows no
    /// more than it has to judges positions unlike those of the games more soundly. Where all games
    /// were played by hand, 1 is better.
    #[arg(long, value_name = "DECAY", default_value_t = 0.1, value_parser = read_decay)]
    decay: f32,
    /// How much the result of the game counts against the score of the search, from 0 to 1.
    #[arg(long, value_name = "PART", default_value_t = 0.25, value_parser = read_part)]
    lambda: f32,
    /// How many threads share the work.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// What first weights and the order of positions are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Begin with the weights of this file.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Draw the curves of learning into this file (SVG).
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Only look whether it could begin: at the options, the weights of --from, the heads of the files
    /// and the room for the weights.
    #[arg(long)]
    dry_run: bool,
}

impl Fit {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let variant = match self.variant {
            Some(variant) => variant,
            None => Games::open(&self.data[0])?.0.variant,
        };
        dispatch!(variant, R => self.fit::<R>())
    }

    fn fit<R: Rules>(&self) -> anyhow::Result<ExitCode> {
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        ctrlc::set_handler(move || told.store(true, Relaxed)).context("cannot catch Ctrl-C")?;
        // What cannot be read or written should be known before the work.
        let mut model = self.first_model::<R>()?;
        let files = samples::open::<R>(&self.data)?;
        self.keep_inputs()?;
        let output = Target::begin(&self.output, model.file_length::<R>())?;
        let plot = self.plot.as_deref().map(|path| Target::begin(path, 0)).transpose()?;
        if self.dry_run {
            return Ok(ExitCode::SUCCESS);
        }
        let samples = Samples::read::<R>(files, self.lambda, &stop)?;
        if stop.load(Relaxed) {
            return Ok(nothing_written());
        }
        for source in &samples.files {
            tell(source);
        }
        tell(format_args!(
            "{} positions to learn from, {} kept apart",
            grouped(samples.learned.len() as u64),
            grouped(samples.validation.len() as u64)
        ));
        let recipe = Recipe {
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            decay: self.decay,
            threads: self.threads.into(),
            seed: self.seed,
        };
        let mut epochs = Vec::new();
        let told = learn::<R>(&recipe, &samples, &mut model, &stop, &mut epochs)?;
        if epochs.is_empty() {
            return Ok(nothing_written());
        }
        let quantized = quantize::<R>(&model, &samples, recipe.threads)?;
        let bytes = quantized.weights.write::<R>()?;
        output.finish(&bytes)?;
        if let Some(target) = plot {
            target.finish(plot::svg(R::NAME, &epochs).as_bytes())?;
        }
        let is_done = told.context(NO_STDOUT)?;
        let size = grouped(bytes.len() as u64);
        say(&format!("{}{}: {size} bytes", rounding(&quantized), self.output.display()))
            .context(NO_STDOUT)?;
        if !is_done {
            tell("stopped: these are the weights as they were then");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses to write over what is read, or one thing over another.
    fn keep_inputs(&self) -> anyhow::Result<()> {
        let mut uses = Uses::default();
        for path in self.data.iter().chain(&self.from) {
            uses.read(path);
        }
        uses.write("--output", Some(&self.output))?;
        uses.write("--plot", self.plot.as_ref())
    }

    /// The network that learning begins with.
    fn first_model<R: Rules>(&self) -> anyhow::Result<Model> {
        let Some(path) = &self.from else {
            return Ok(Model::new(self.hidden.unwrap_or(256), self.seed));
        };
        let weights = file::read::<R>(path)?;
        match self.hidden {
            Some(hidden) if hidden != weights.hidden => {
                bail!("{} has {} sums, and not {hidden}", path.display(), weights.hidden)
            }
            Some(_) | None => Ok(Model::of(&weights)),
        }
    }
}

fn nothing_written() -> ExitCode {
    tell("stopped before the end of the first epoch: nothing is written");
    ExitCode::from(INTERRUPTED)
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush())
}

/// Fits the model and tells each epoch in a line; was it not stopped? Where nobody listens any more, it
/// learns to the end and tells that.
fn learn<R: Rules>(
    recipe: &Recipe,
    samples: &Samples,
    model: &mut Model,
    stop: &AtomicBool,
    epochs: &mut Vec<Epoch>,
) -> anyhow::Result<io::Result<bool>> {
    let positions = samples.learned.len() as f64;
    let (start, mut meter) = (Instant::now(), Meter::start());
    let mut told = Ok(());
    let mut line = |meter: &Meter, text: &str| {
        if told.is_ok() {
            told = meter.aside(|| say(text));
        }
    };
    line(&meter, "epoch   learned  kept apart  error of result      rate  positions/s");
    let is_done = fit::<R>(recipe, samples, model, stop, &mut |progress| match progress {
        Progress::Seen { done, all } => meter.tell(done as usize, all as usize, || {
            let speed = done as f64 / start.elapsed().as_secs_f64();
            format!("{} positions/s", grouped(speed as u64))
        }),
        Progress::Epoch(epoch) => {
            epochs.push(epoch);
            let Epoch { number, loss, validation: Measured { loss: apart, error }, .. } = epoch;
            let speed = grouped((positions / epoch.time.as_secs_f64()) as u64);
            let rate = epoch.rate;
            line(
                &meter,
                &format!(
                    "{number:>5}  {loss:.6}    {apart:.6}         {error:.6}  {rate:.6}  {speed:>11}"
                ),
            );
        }
    })?;
    Ok(told.map(|()| is_done))
}

/// What rounding has changed.
fn rounding(quantized: &Quantized) -> String {
    let Quantized { weights, is_man_100, mean_error, max_error, before, after } = quantized;
    let man = if *is_man_100 {
        "where a man more is worth 100 on average"
    } else {
        "as it has not learned what a man more is worth"
    };
    format!(
        "rounded: scores differ by {mean_error:.2} centimen on average, {max_error:.2} at most; \
         error of result {:.6}, was {:.6}\nunit: {} centimen are a logit of 1, {man}\n",
        after.error, before.error, weights.unit
    )
}

const NO_STDOUT: &str = "standard output cannot be written; the weights are";

/// A file to be written, under another name till it is whole: one of this process' own, so that two
/// which write the same file do not write into each other's.
struct Target<'a> {
    path: &'a Path,
    new: PathBuf,
    file: File,
}

/// So many unfinished files may be left by processes that had the same number and were killed.
const MOST_LEFT: u32 = 1000;

impl<'a> Target<'a> {
    /// Makes room for so many bytes.
    fn begin(path: &'a Path, room: usize) -> anyhow::Result<Self> {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            bail!("{} cannot be written: it is no file", path.display());
        }
        let create = |number: u32| {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{}-{number}.part", std::process::id()));
            let new = PathBuf::from(name);
            File::create_new(&new).map(|file| (new, file))
        };
        let is_taken = |made: &io::Result<_>| {
            made.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists)
        };
        let unwritten = || format!("{} cannot be written", path.display());
        let made = (0..MOST_LEFT).map(create).find(|made| !is_taken(made));
        let made = made.unwrap_or_else(|| Err(io::ErrorKind::AlreadyExists.into()));
        let (new, file) = made.with_context(unwritten)?;
        let mut target = Self { path, new, file };
        target.file.write_all(&vec![0; room]).with_context(unwritten)?;
        Ok(target)
    }

    /// Gives the file its bytes and its name.
    fn finish(mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.write(bytes).with_context(|| format!("{} cannot be written", self.path.display()))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.rewind()?;
        self.file.write_all(bytes)?;
        self.file.set_len(bytes.len() as u64)?;
        // What was renamed has to be there after a power cut, too.
        self.file.sync_all()?;
        fs::rename(&self.new, self.path)
    }
}

impl Drop for Target<'_> {
    fn drop(&mut self) {
        // Where it is whole it has another name by now.
        let _ = fs::remove_file(&self.new);
    }
}

fn read_hidden(text: &str) -> Result<usize, String> {
    let hidden = text.parse().ok();
    let is_size = |hidden: &usize| HIDDEN.contains(hidden) && hidden.is_multiple_of(HIDDEN_STEP);
    hidden.filter(is_size).ok_or_else(|| String::from("expected a multiple of 16 from 16 to 512"))
}

fn read_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|&rate: &f32| rate > 0.0 && rate <= 1.0);
    rate.ok_or_else(|| String::from("expected a rate above 0, at most 1"))
}

fn read_decay(text: &str) -> Result<f32, String> {
    let decay = text.parse().ok().filter(|decay| (0.0..=100.0).contains(decay));
    decay.ok_or_else(|| String::from("expected a number from 0 to 100"))
}

fn read_part(text: &str) -> Result<f32, String> {
    let part = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| String::from("expected a number from 0 to 1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_of_the_same_number_left_is_no_hindrance() {
        let folder = std::env::temp_dir().join(format!("damier-target-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("a.net");
        std::mem::forget(Target::begin(&path, 10).unwrap());
        Target::begin(&path, 10).unwrap().finish(b"short").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"short");
        drop(Target::begin(&path, 0).unwrap());
        // What was left, and what was written.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }
}
