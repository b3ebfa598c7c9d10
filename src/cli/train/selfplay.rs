//! `damier train selfplay`: games of the engine against itself.

use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use anyhow::Context;
use clap::ArgGroup;
use xxhash_rust::xxh3::xxh3_64;

use super::{INTERRUPTED, grouped, percent};
use crate::bitbase::file::open_folder;
use crate::bitbase::{Bitbases, Material, embedded};
use crate::cli::progress::{Meter, tell};
use crate::eval::Evaluator;
use crate::eval::net::{Network, Weights, WeightsError, embedded_file, file};
use crate::rules::{Rules, Variant};
use crate::search::Control;
use crate::train::data::Output;
use crate::train::record::Header;
use crate::train::selfplay::{Before, Goal, Recipe, generate};
use crate::train::summary::Summary;

const EXAMPLES: &str = "\
A game begins with random moves, after which no side may be ahead by more than --within centimen;
the engine plays on, and the game ends
  by the rules     nothing to move, the third repetition, 100 plies without a conversion
  by a bitbase     as soon as one knows the position: that is the result of all positions before
  as decided       one side is ahead by more than 2500 centimen in four searches
  as even          after ply 80, no side is ahead by 8 centimen in twelve searches
Recorded are quiet positions (neither side could capture) with a choice of moves and a score below
2000, and where a bitbase ends the game the position that it knows, with 1999 or 0, if it is quiet.
An unbalanced opening may be three times as far from even, and half of them begin with a man less on
each side.

Examples:
  damier train selfplay --variant turkish --positions 2000000 --threads 2 --output turkish.games
  damier train selfplay --variant english --games 5000 --unbalanced 50 --output a.games --resume";

/// Play games of the engine against itself, and record positions for training.
///
/// The same command makes the same file with any number of threads, and however often it is
/// interrupted and gone on with. Interrupted with Ctrl-C, it keeps what is there.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("end").args(["games", "positions"]).required(true).multiple(true)))]
pub(super) struct Selfplay {
    /// The variant: english, normal (international), brazilian, spanish or turkish.
    #[arg(long, default_value_t, value_name = "VARIANT")]
    variant: Variant,
    /// How many games are played in all, if --positions does not end it before.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many positions are wanted; the game that reaches them is played to its end.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// What random moves are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Random plies at the beginning: a number or a range of them.
    #[arg(long, value_name = "N|N-M", default_value = "6-11", value_parser = read_plies)]
    plies: RangeInclusive<u8>,
    /// By how many centimen a side may be ahead after them.
    #[arg(long, value_name = "CENTIMEN", default_value_t = 150,
          value_parser = clap::value_parser!(u16).range(1..=2000))]
    within: u16,
    /// How many of a hundred games have an unbalanced opening.
    #[arg(long, value_name = "PERCENT", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    unbalanced: u8,
    /// MiB of the table of each search.
    #[arg(long, value_name = "MIB", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Judge positions by the weights of this file, and not by those in the program.
    #[arg(long, value_name = "FILE", conflicts_with = "hand")]
    eval_file: Option<PathBuf>,
    /// Judge positions by the hand-written evaluation, also where the program has weights.
    #[arg(long)]
    hand: bool,
    /// Folder with bitbases of more pieces than those in the program.
    #[arg(long, value_name = "DIR")]
    bitbase_dir: Option<PathBuf>,
    /// The file, which must not be there yet.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Go on with the file, after whatever ended an earlier run.
    #[arg(long)]
    resume: bool,
}

impl Selfplay {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        dispatch!(self.variant, R => self.play::<R>())
    }

    fn play<R: Rules>(&self) -> anyhow::Result<ExitCode> {
        let recipe = self.recipe::<R>()?;
        let (control, interrupted) = catch_interrupts()?;
        let mut all = Summary::default();
        let mut output = self.open::<R>(&recipe.header(), &mut all)?;
        if output.torn() > 0 {
            let path = self.output.display();
            let torn = grouped(output.torn());
            tell(format_args!("{path}: {torn} bytes of a torn game at its end are cut off"));
        }
        let before = Before { games: all.games, positions: all.positions };
        let goal = Goal {
            games: self.games.unwrap_or(u64::MAX),
            positions: self.positions.unwrap_or(u64::MAX),
        };
        let (start, mut meter) = (Instant::now(), Meter::start());
        let speed = |all: &Summary| {
            let made = (all.positions - before.positions) as f64;
            made / start.elapsed().as_secs_f64() / f64::from(self.threads)
        };
        let threads = usize::from(self.threads);
        let result = generate(&recipe, threads, goal, before, &control, &mut |(head, records)| {
            output.add(&head.with(&records))?;
            all.add(&head, &records);
            let (done, total) = match self.positions {
                Some(positions) => (all.positions.min(positions), positions),
                None => (all.games, goal.games),
            };
            meter.tell(done as usize, total as usize, || {
                format!("{} games, {:.0} positions/s a thread", grouped(all.games), speed(&all))
            });
            Ok(())
        });
        drop(meter);
        if result.is_err() && all.games == 0 {
            // Nothing that another command could not begin anew. What cannot be removed does no harm.
            let _ = fs::remove_file(&self.output);
        }
        result?;
        tell(format_args!(
            "{} games ({} decisive), {} positions; in this run {:.0} positions/s a thread",
            grouped(all.games),
            percent(all.results[0] + all.results[2], all.games),
            grouped(all.positions),
            speed(&all)
        ));
        if interrupted.load(Relaxed) {
            tell("stopped; the same command with --resume goes on");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The file, of which what is there already is counted.
    fn open<R: Rules>(&self, header: &Header, there: &mut Summary) -> anyhow::Result<Output> {
        if self.resume {
            let mut tell = |head: &_, records: &[_]| there.add(head, records);
            Output::resume::<R>(&self.output, header, &mut tell)
        } else {
            Output::create(&self.output, header)
        }
    }

    fn recipe<R: Rules>(&self) -> anyhow::Result<Recipe<R>> {
        let mut stores = Vec::new();
        if let Some(folder) = &self.bitbase_dir {
            stores = open_folder(folder, Material::MAX_PIECES, &Arc::default())?;
        }
        stores.extend(embedded());
        let (evaluator, evaluation) = self.evaluator()?;
        Ok(Recipe {
            variant: self.variant,
            seed: self.seed,
            nodes: self.nodes,
            hash: self.hash,
            plies: self.plies.clone(),
            within: self.within,
            unbalanced: self.unbalanced,
            evaluator,
            evaluation,
            bitbases: (!stores.is_empty()).then(|| Arc::new(Bitbases::new(stores))),
        })
    }

    /// What judges positions, and what it is known by.
    fn evaluator<R: Rules>(&self) -> anyhow::Result<(Evaluator<R>, u64)> {
        if let Some(path) = &self.eval_file {
            let (bytes, weights) = file::bytes::<R>(path)?;
            return Ok(trained(&bytes, &weights)?);
        }
        match embedded_file::<R>().filter(|_| !self.hand) {
            Some(bytes) => Ok(trained(bytes, &Weights::read::<R>(bytes)?)?),
            None => Ok((Evaluator::Hand, 0)),
        }
    }
}

/// What Ctrl-C stops from now on, and what tells that it did.
fn catch_interrupts() -> anyhow::Result<(Arc<Control>, Arc<AtomicBool>)> {
    let stopped = (Arc::new(Control::new()), Arc::new(AtomicBool::new(false)));
    let (control, interrupted) = stopped.clone();
    ctrlc::set_handler(move || {
        interrupted.store(true, Relaxed);
        control.stop();
    })
    .context("cannot catch Ctrl-C")?;
    Ok(stopped)
}

/// What judges positions by the weights of a file, and what the file is known by.
fn trained<R: Rules>(file: &[u8], weights: &Weights) -> Result<(Evaluator<R>, u64), WeightsError> {
    let network = Arc::new(Network::new(weights)?);
    Ok((Evaluator::of(Some(network)), xxh3_64(file)))
}

/// Reads `8` or `6-9`.
fn read_plies(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let read = |text: &str| text.parse().ok().filter(|plies| (1..=60).contains(plies));
    match (read(least), read(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err(String::from("expected plies from 1 to 60, as in 8 or 6-11")),
    }
}
