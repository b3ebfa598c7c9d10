//! `damier openings`: makes and prints openings for matches.

use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, bail};

use super::progress::{Meter, tell};
use super::sink::Sink;
use crate::arena::openings::generate::{Recipe, Source, Tally, generate};
use crate::arena::openings::{Openings, ballots, is_named_pdn};
use crate::claim::Growing;
use crate::engine::bench;
use crate::rules::Variant;
use crate::search::Control;

const EXAMPLES: &str = "\
A candidate is kept if it is
  balanced   neither side is ahead by more than --max centimen (or less than --min)
  sharp      --sharp of a hundred moves lose half a man or more, and two or more moves do not
and if nobody can capture, and its position was not reached before, also not turned with the colors
swapped, or, in Turkish draughts, seen in a mirror.

Examples:
  damier openings --variant spanish --count 100
  damier openings --variant english --enumerate --plies 4 --output english.txt
  damier openings --variant turkish --count 5000 --threads 2 --output turkish.txt --resume
  damier openings --variant english --list ballots3";

/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// How deep the bench goes whose nodes say by which search openings were made, in plies.
const SIGNATURE_DEPTH: u32 = 6;

/// Make openings for matches, or print those there are.
///
/// Random or all sequences of moves are searched, and the balanced and sharp ones kept. The same
/// command makes the same openings with any number of threads. Interrupted with Ctrl-C, it keeps what
/// is there.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Generate {
    /// The variant: english, normal (international), brazilian, spanish or turkish.
    #[arg(long, default_value_t, value_name = "VARIANT")]
    variant: Variant,
    /// Print these openings, in their own order: builtin, ballots2, ballots3, ballots11 or a file.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["enumerate", "random", "count", "output"])]
    list: Option<String>,
    /// With --list FILE: no more than the first so many plies of each opening.
    #[arg(long, value_name = "N", requires = "list",
          value_parser = clap::value_parser!(u16).range(1..))]
    opening_plies: Option<u16>,
    /// How many moves are played from the start: a number or a range of them.
    #[arg(long, value_name = "N|N-M", default_value = "6-9", value_parser = read_plies)]
    plies: RangeInclusive<usize>,
    /// Try all sequences of moves.
    #[arg(long)]
    enumerate: bool,
    /// Try random moves, which it does if not told otherwise.
    #[arg(long, conflicts_with = "enumerate")]
    random: bool,
    /// How many openings are wanted; without it 1000, or with --enumerate all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: Option<u32>,
    /// Nodes of a search.
    #[arg(long, value_name = "N", conflicts_with = "depth", default_value_t = 50_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Plies of depth of a search, instead of nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// By how many centimen one side has to be ahead.
    #[arg(long, value_name = "CENTIMEN", default_value_t = 0,
          value_parser = clap::value_parser!(i32).range(0..=10_000))]
    min: i32,
    /// By how many centimen one side may be ahead.
    #[arg(long, value_name = "CENTIMEN", default_value_t = 50,
          value_parser = clap::value_parser!(i32).range(0..=10_000))]
    max: i32,
    /// How many of a hundred moves have to lose half a man; 0: any number.
    #[arg(long, value_name = "PERCENT", default_value_t = 20,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    sharp: u8,
    /// What random moves are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many candidates are searched at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Write them into this file, which must not be there yet.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on with the file of --output, after whatever ended an earlier run.
    #[arg(long, requires = "output")]
    resume: bool,
}

impl Generate {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.list {
            Some(name) => self.print(name),
            None => self.make(),
        }
    }

    /// Prints a set, each opening with its name.
    fn print(&self, name: &str) -> anyhow::Result<ExitCode> {
        let list = match name {
            "random" => bail!("random openings have no list"),
            name => Openings::list(name, self.variant, self.opening_plies.map(usize::from))?,
        };
        let mut out = io::stdout().lock();
        if name.starts_with("ballots")
            && let Ok(ballots) = ballots(name, self.variant)
        {
            writeln!(
                out,
                "# {name} of {}: {} ways, {} without a loss at once; {} positions, {} without",
                self.variant,
                ballots.ways,
                ballots.even_ways,
                ballots.positions,
                ballots.played.len()
            )?;
        }
        for opening in &list {
            let line = opening.line(self.variant)?;
            match &opening.name {
                Some(name) if *name != line => writeln!(out, "{line} # {name}")?,
                Some(_) | None => writeln!(out, "{line}")?,
            }
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    fn make(&self) -> anyhow::Result<ExitCode> {
        let recipe = self.recipe()?;
        let control = Arc::new(Control::new());
        let interrupted = Arc::new(AtomicBool::new(false));
        let handler = (Arc::clone(&control), Arc::clone(&interrupted));
        ctrlc::set_handler(move || {
            handler.1.store(true, Relaxed);
            handler.0.stop();
        })
        .context("cannot catch Ctrl-C")?;
        let head = head(&recipe)?;
        let (mut out, before) = self.open(&head)?;
        let mut meter = Meter::start();
        let threads = usize::from(self.threads);
        let result = generate(&recipe, threads, &before, &control, &mut |line, tally| {
            if let Some(line) = line {
                out.add(&format!("{line}\n"))?;
            }
            meter.tell(tally.kept, recipe.count.max(tally.kept), || told(tally));
            Ok(())
        });
        drop(meter);
        let tally = result?;
        tell(format_args!("{} openings; {}", tally.kept, told(&tally)));
        if interrupted.load(Relaxed) {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if self.count.is_some() && tally.kept < recipe.count {
            bail!("there are no more candidates: {} of {} openings", tally.kept, recipe.count);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn recipe(&self) -> anyhow::Result<Recipe> {
        if self.min > self.max {
            bail!("--min {} is more than --max {}", self.min, self.max);
        }
        let count = match self.count {
            Some(count) => count as usize,
            None if self.enumerate => usize::MAX,
            None => 1000,
        };
        Ok(Recipe {
            variant: self.variant,
            source: if self.enumerate { Source::All } else { Source::Random },
            plies: self.plies.clone(),
            count,
            nodes: self.depth.is_none().then_some(self.nodes),
            depth: self.depth,
            balance: self.min..=self.max,
            sharp: usize::from(self.sharp),
            seed: self.seed,
        })
    }

    /// Where openings are written, and the lines that are there already.
    fn open(&self, head: &str) -> anyhow::Result<(Sink, Vec<String>)> {
        let Some(path) = &self.output else {
            let mut out = Sink::Standard(io::stdout());
            out.add_head(head)?;
            return Ok((out, Vec::new()));
        };
        let shown = path.display();
        if is_named_pdn(path) {
            bail!(
                "{shown} would be read as PDN, but openings are written as lines of moves: \
                   expected another ending, such as .txt"
            );
        }
        let mut text = String::new();
        let file = if self.resume {
            let file = Growing::resume(path)?;
            (&*file)
                .read_to_string(&mut text)
                .with_context(|| format!("{shown} cannot be read"))?;
            file
        } else {
            Growing::begin(path, "")?
        };
        // What was torn off is made anew.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        let before: Vec<String> = match text.strip_prefix(head) {
            Some(lines) => lines.lines().map(ToOwned::to_owned).collect(),
            None if head.starts_with(&text) => Vec::new(),
            None => bail!(
                "{shown} was not begun by this command: it does not begin with\n{}",
                head.trim_end()
            ),
        };
        let end = if before.is_empty() { 0 } else { text.len() };
        file.cut(end as u64)?;
        let mut out = Sink::File(file);
        if before.is_empty() {
            out.add_head(head)?;
        }
        Ok((out, before))
    }
}

/// What a file of openings begins with: the command that makes it, and by which search.
fn head(recipe: &Recipe) -> anyhow::Result<String> {
    let setting = bench::Setting { depth: Some(SIGNATURE_DEPTH), ..Default::default() };
    let signature = bench::run(recipe.variant, &setting)?.nodes;
    let Recipe { variant, source, plies, count, nodes, depth, balance, sharp, seed } = recipe;
    let mut command = format!("damier openings --variant {variant}");
    let mut add = |text: &str| command.push_str(text);
    match source {
        Source::Random => add(" --random"),
        Source::All => add(" --enumerate"),
    }
    add(&format!(" --plies {}-{}", plies.start(), plies.end()));
    if *count != usize::MAX {
        add(&format!(" --count {count}"));
    }
    if let Some(nodes) = nodes {
        add(&format!(" --nodes {nodes}"));
    }
    if let Some(depth) = depth {
        add(&format!(" --depth {depth}"));
    }
    add(&format!(" --min {} --max {} --sharp {sharp}", balance.start(), balance.end()));
    add(&format!(" --seed {seed}"));
    Ok(format!(
        "# Openings of {variant} draughts, made by damier {} (bench --depth {SIGNATURE_DEPTH}: \
         {signature} nodes) with\n# {command}\n",
        env!("CARGO_PKG_VERSION")
    ))
}

fn told(tally: &Tally) -> String {
    let Tally { judged, unbalanced, blunt, .. } = tally;
    format!("{judged} searched, {unbalanced} not balanced, {blunt} not sharp")
}

/// Reads `8` or `6-9`.
fn read_plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let read = |text: &str| text.parse().ok().filter(|plies| (1..=100).contains(plies));
    match (read(least), read(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err(String::from("expected plies from 1 to 100, as in 8 or 6-9")),
    }
}
