//! `damier pdn`: check, convert and count games in PDN files.

mod check;
mod convert;
mod stats;
pub(super) mod summary;

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Context;
use clap::ValueEnum;

use super::progress::Meter;
use crate::notation::pdn::{self, Options, Order, Visitor};
use crate::rules::Variant;

const EXAMPLES: &str = "\
Examples:
  damier pdn check games.pdn              where a game is wrong, and why
  damier pdn convert old.pdn --output new.pdn
  damier pdn convert games.pdn --to json | head
  damier pdn stats games.pdn --json
  zcat games.pdn.gz | damier pdn check -";

/// Check, convert or count the games of PDN files of any length, all five variants.
///
/// Every game is played by the rules. One that cannot be is refused, with line, column and the rule
/// it breaks, and the others go on; the exit status is then 1.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Pdn {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    Check(check::Check),
    Convert(convert::Convert),
    Stats(stats::Stats),
}

impl Pdn {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.task {
            Task::Check(args) => args.run(),
            Task::Convert(args) => args.run(),
            Task::Stats(args) => args.run(),
        }
    }
}

/// How games are read.
#[derive(Debug, clap::Args)]
pub(super) struct Reading {
    /// The variant of games whose tags name none that damier plays; otherwise it is guessed.
    #[arg(long, value_name = "VARIANT")]
    pub(super) variant: Option<Variant>,
    /// Whose points stand first in a result as 1-0: in English draughts files it is mostly Black
    /// who moves first, in other variants it makes no difference.
    #[arg(long, value_enum, default_value_t, value_name = "WHO")]
    result_order: ResultOrder,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ResultOrder {
    /// Who moves first in the variant, as most files of English draughts have it: 1-0 in English draughts is Black's.
    #[default]
    First,
    /// White, as in chess.
    White,
}

impl From<ResultOrder> for Order {
    fn from(order: ResultOrder) -> Self {
        match order {
            ResultOrder::First => Self::FirstToMove,
            ResultOrder::White => Self::White,
        }
    }
}

impl Reading {
    /// What the reader is to know.
    pub(super) fn options(&self) -> Options {
        Options { variant: self.variant, order: self.result_order.into(), ..Options::default() }
    }

    /// Reads a file, or standard input for `-`, and tells how far it has come.
    fn read(&self, file: &str, visitor: &mut impl Told) -> anyhow::Result<()> {
        let options = self.options();
        let cannot = || format!("cannot read {file}");
        let (input, length): (Box<dyn Read>, u64) = if file == "-" {
            (Box::new(io::stdin()), 0)
        } else {
            let input = File::open(file).with_context(|| format!("cannot open {file}"))?;
            let length = input.metadata().map_or(0, |data| data.len());
            (Box::new(input), length)
        };
        let done = Rc::new(Cell::new(0));
        let input = Counted { input, done: Rc::clone(&done) };
        let mut watched = Watched { visitor, meter: Meter::start(), done, length };
        pdn::read(BufReader::with_capacity(1 << 16, input), &options, &mut watched)
            .with_context(cannot)
    }
}

/// A visitor that can say in a few words what it has seen.
trait Told: Visitor {
    fn told(&self) -> String;
}

/// Counts the bytes that are read.
struct Counted<I> {
    input: I,
    done: Rc<Cell<u64>>,
}

impl<I: Read> Read for Counted<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.done.set(self.done.get() + count as u64);
        Ok(count)
    }
}

/// A visitor that is asked now and then how far it is.
struct Watched<'a, V> {
    visitor: &'a mut V,
    meter: Meter,
    done: Rc<Cell<u64>>,
    /// The bytes of the file; 0 if nobody knows.
    length: u64,
}

impl<V: Told> Watched<'_, V> {
    fn tell(&mut self) {
        let done = self.done.get() as usize;
        let total = (self.length as usize).max(done);
        self.meter.tell(done, total, || self.visitor.told());
    }
}

impl<V: Told> Visitor for Watched<'_, V> {
    fn game<R: crate::rules::Rules>(
        &mut self,
        found: pdn::Found,
        record: pdn::Record<R>,
    ) -> std::ops::ControlFlow<()> {
        self.tell();
        self.visitor.game(found, record)
    }

    fn refused(&mut self, refusal: pdn::Refusal) -> std::ops::ControlFlow<()> {
        self.tell();
        self.visitor.refused(refusal)
    }
}
