//! `damier perft`: counts paths.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, bail};
use serde::Serialize;

use super::place::{Place, read_position, read_row};
use super::progress::Meter;
use crate::board::Geometry;
use crate::engine::perft::{Report, Task, perft};
use crate::movegen::perft::{Counting, MAX_DEPTH};
use crate::notation::hub::write_setup;
use crate::notation::quoted;
use crate::position::Position;
use crate::rules::Rules;

const EXAMPLES: &str = "\
Examples:
  damier perft 10                                    International, from the start
  damier perft 12 --variant english --divide
  damier perft 14 --variant spanish --threads 2 --hash 1024
  damier perft 8 --variant brazilian --pos Weeeeeeeeeeeeeebeeeeewbeewweeewbbe
  damier perft --suite perft.tsv";

/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// Count the ways to play a number of plies: to verify and time move generators.
///
/// Each move counts once: captures with equal start, end and captured pieces are one move. Draw
/// rules do not end a path. Interrupted with Ctrl-C, it prints what is known by then.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Perft {
    /// How many plies; with --suite, how many at most.
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)),
          required_unless_present = "suite")]
    depth: Option<u32>,
    #[command(flatten)]
    place: Place,
    /// Also print the paths behind each first move.
    #[arg(long)]
    divide: bool,
    /// How many threads share the work.
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Remember positions met before in a table of so many MiB; 0 for none.
    #[arg(long, default_value_t = 0, value_name = "MIB",
          value_parser = clap::value_parser!(u32).range(..=1 << 24))]
    hash: u32,
    /// Count equal captures once for every order of capturing.
    #[arg(long, conflicts_with = "no_bulk")]
    paths: bool,
    /// Play the last ply too, instead of counting its moves.
    #[arg(long)]
    no_bulk: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Check the rows `variant<TAB>position<TAB>count1<TAB>count2...` of a file (`-` for standard
    /// input), where a position is `start` or a Hub position. Prints the rows that differ, and ends
    /// with `N passed, N failed`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "pos", "fen", "divide"])]
    suite: Option<String>,
}

#[derive(Serialize)]
struct Counted {
    variant: &'static str,
    position: String,
    depth: u32,
    paths: u64,
    seconds: f64,
    paths_per_second: f64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<FirstMove>>,
}

#[derive(Serialize)]
struct FirstMove {
    #[serde(rename = "move")]
    mv: String,
    paths: u64,
    complete: bool,
}

#[derive(Serialize)]
struct Checked {
    passed: usize,
    failed: usize,
    complete: bool,
    paths: u64,
    seconds: f64,
    paths_per_second: f64,
}

impl Perft {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        ctrlc::set_handler(move || told.store(true, Relaxed)).context("cannot catch Ctrl-C")?;
        match &self.suite {
            Some(file) => self.check(file, &stop),
            None => {
                dispatch!(self.place.variant, R => self.count(&self.place.position::<R>()?, &stop))
            }
        }
    }

    fn task(&self, depth: u32) -> Task {
        let counting = if self.paths {
            Counting::Orders
        } else if self.no_bulk {
            Counting::EachLeaf
        } else {
            Counting::Bulk
        };
        Task { depth, counting, threads: self.threads.into(), table: self.hash as usize }
    }

    fn count<R: Rules>(
        &self,
        pos: &Position<R>,
        stop: &Arc<AtomicBool>,
    ) -> anyhow::Result<ExitCode> {
        let depth = self.depth.unwrap_or_default();
        let mut meter = Meter::start();
        let report = perft(pos, &self.task(depth), stop, &mut |progress| {
            meter.tell(progress.done, progress.total, || format!("{} paths", progress.paths));
        })?;
        drop(meter);
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&self.counted(pos, depth, &report))?)?;
        } else {
            self.print(R::NAME, depth, &report, &mut out)?;
        }
        Ok(if report.complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }

    fn print(
        &self,
        variant: &str,
        depth: u32,
        report: &Report,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.divide {
            for row in &report.moves {
                let at_least = if row.complete { "" } else { " at least" };
                writeln!(out, "{}{at_least} {}", row.mv, row.paths)?;
            }
        }
        let at_least = if report.complete && report.paths < u64::MAX { "" } else { "at least " };
        let seconds = report.time.as_secs_f64();
        writeln!(out, "variant {variant}")?;
        writeln!(out, "depth {depth}")?;
        writeln!(out, "paths {at_least}{}", report.paths)?;
        writeln!(out, "seconds {seconds:.3}")?;
        writeln!(out, "paths/s {:.0}", per_second(report.paths, seconds))?;
        if !report.complete {
            writeln!(out, "interrupted: the counts are what was known by then")?;
        }
        Ok(())
    }

    fn counted<R: Rules>(&self, pos: &Position<R>, depth: u32, report: &Report) -> Counted {
        let seconds = report.time.as_secs_f64();
        Counted {
            variant: R::NAME,
            position: write_setup(&pos.setup(), R::Geometry::SQUARES),
            depth,
            paths: report.paths,
            seconds,
            paths_per_second: per_second(report.paths, seconds),
            complete: report.complete && report.paths < u64::MAX,
            moves: self.divide.then(|| {
                report
                    .moves
                    .iter()
                    .map(|row| FirstMove {
                        mv: row.mv.to_string(),
                        paths: row.paths,
                        complete: row.complete,
                    })
                    .collect()
            }),
        }
    }

    /// Checks the rows of a file.
    fn check(&self, file: &str, stop: &Arc<AtomicBool>) -> anyhow::Result<ExitCode> {
        let rows: Box<dyn BufRead> = if file == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(
                File::open(file).with_context(|| format!("cannot open {file}"))?,
            ))
        };
        let start = std::time::Instant::now();
        let (mut passed, mut failed, mut paths) = (0, 0, 0_u64);
        let mut out = io::stdout().lock();
        for (number, row) in (1..).zip(rows.split(b'\n')) {
            let row = row.with_context(|| format!("cannot read {file}, line {number}"))?;
            // A row that is no text is a row that cannot be read.
            let row = String::from_utf8_lossy(&row);
            let row = row.trim_end_matches('\r');
            if row.trim().is_empty() || row.starts_with('#') {
                continue;
            }
            match self.check_row(row, stop) {
                Ok(counted) => {
                    passed += 1;
                    paths = paths.saturating_add(counted);
                }
                Err(_) if stop.load(Relaxed) => break,
                Err(error) => {
                    failed += 1;
                    if !self.json {
                        writeln!(out, "line {number}: {error:#}: {}", excerpt(row))?;
                    }
                }
            }
        }
        let interrupted = stop.load(Relaxed);
        let seconds = start.elapsed().as_secs_f64();
        let paths_per_second = per_second(paths, seconds);
        if self.json {
            let complete = !interrupted;
            let checked = Checked { passed, failed, complete, paths, seconds, paths_per_second };
            writeln!(out, "{}", serde_json::to_string(&checked)?)?;
        } else {
            if interrupted {
                writeln!(out, "interrupted: the rows after these were not counted")?;
            }
            writeln!(out, "{passed} passed, {failed} failed")?;
        }
        Ok(match (interrupted, failed) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, 0) => ExitCode::SUCCESS,
            (false, _) => ExitCode::FAILURE,
        })
    }

    /// Counts a row; the paths counted if all are as it says.
    fn check_row(&self, row: &str, stop: &Arc<AtomicBool>) -> anyhow::Result<u64> {
        let (variant, rest) = read_row(row)?;
        let mut fields = rest.split('\t').map(str::trim);
        let position = fields.next().unwrap_or_default();
        let counts: Vec<u64> = fields
            .map(|count| count.parse().with_context(|| format!("{} is not a count", quoted(count))))
            .collect::<anyhow::Result<_>>()?;
        if counts.is_empty() {
            bail!("no counts");
        }
        let mut all = 0_u64;
        dispatch!(variant, R => {
            let pos = read_position::<R>(position)?;
            for (depth, expected) in (1..=self.depth.unwrap_or(MAX_DEPTH)).zip(counts) {
                let report = perft(&pos, &self.task(depth), stop, &mut |_| ())?;
                if !report.complete {
                    bail!("interrupted");
                }
                if report.paths != expected {
                    bail!("depth {depth} has {} paths, not {expected}", report.paths);
                }
                all = all.saturating_add(report.paths);
            }
        });
        Ok(all)
    }
}

/// A row as a message repeats it: long enough for a position and a few counts.
fn excerpt(row: &str) -> String {
    row.chars().take(120).collect()
}

fn per_second(paths: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { paths as f64 / seconds } else { 0.0 }
}
