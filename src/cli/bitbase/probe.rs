//! `damier bitbase probe`: what a position is worth.

use std::cmp::Ordering;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;

use super::{all, rows};
use crate::bitbase::{Bitbases, Known, Value};
use crate::cli::place::Place;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;

const EXAMPLES: &str = "\
Examples:
  damier bitbase probe --variant english --fen B:WK32:BK1,K5
  damier bitbase probe --variant turkish --fen W:Wa1,Kb2:BKh8 --dir bitbases
  printf 'turkish\\tWWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB\\n' |
      damier bitbase probe -";

/// Print what a position is worth and after how many plies the game ends with best play, then every
/// move with what it leads to for who plays it, the best first.
///
/// Moves are written with square numbers, as in the Hub protocol. Draws by repetition or by counting
/// moves are left out of account.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Probe {
    /// Read rows `variant<TAB>position` from standard input and answer each with one line:
    /// `win`, `draw` or `loss`, a tab, and the plies to the end, which are -1 for a draw and `?` where
    /// only the outcome is known; or `unknown` or `error`, a tab, and the reason. Ends with status 1
    /// if there was an error.
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with_all = ["variant", "fen", "pos"])]
    rows: Option<String>,
    #[command(flatten)]
    place: Place,
    /// A folder with more bitbases than those in the program.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Probe {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        if self.rows.is_some() {
            return rows::answer(self.dir.as_ref(), io::stdin().lock(), io::stdout().lock());
        }
        dispatch!(self.place.variant, R => self.print(&self.place.position::<R>()?))?;
        Ok(ExitCode::SUCCESS)
    }

    fn print<R: Rules>(&self, pos: &Position<R>) -> anyhow::Result<()> {
        let bitbases = Bitbases::new(all::<R>(self.dir.as_ref())?);
        let Some(known) = known(&bitbases, pos) else { bail!("{}", unknown(&bitbases, pos)) };
        let mut out = io::stdout().lock();
        writeln!(out, "variant {}", R::NAME)?;
        writeln!(out, "value {}", told(known).replace('\t', "\nplies "))?;
        let mut moves = Vec::new();
        for &mv in &legal_moves(pos) {
            let after = self::known(&bitbases, &pos.play(mv)).map(before);
            moves.push((after, pos.describe(mv).to_string()));
        }
        moves.sort_by(|a, b| b.0.map(order).cmp(&a.0.map(order)).then_with(|| a.1.cmp(&b.1)));
        for (after, mv) in moves {
            let told = after.map_or(String::from("unknown"), told);
            writeln!(out, "{mv} {}", told.replace('\t', " "))?;
        }
        Ok(())
    }
}

/// What the bitbases know of a position.
pub(super) fn known<R: Rules>(bitbases: &Bitbases<R>, pos: &Position<R>) -> Option<Known> {
    if pos.pieces(!pos.turn()) == 0 {
        // No game comes to this, yet the rules tell: after any move the other side cannot move.
        let lost = legal_moves(pos).is_empty();
        return Some(Known::Plies(if lost { Value::LOST } else { Value::LOST.before() }));
    }
    let value = bitbases.value(pos).map(Known::Plies);
    value.or_else(|| bitbases.outcome(pos).map(Known::Outcome))
}

/// Why nothing is known of a position.
pub(super) fn unknown<R: Rules>(bitbases: &Bitbases<R>, pos: &Position<R>) -> String {
    let (pieces, most) = (pos.occupied().count_ones(), bitbases.most_pieces());
    if pieces > most {
        format!("{pieces} pieces, and the {} bitbases have up to {most}", R::NAME)
    } else {
        format!("no bitbase of {} has this", R::NAME)
    }
}

/// As `win`, `draw` or `loss`, a tab and the plies.
pub(super) fn told(known: Known) -> String {
    let (outcome, plies) = match known {
        Known::Plies(value) => (value.sign(), value.plies().map_or(-1, i32::from)),
        Known::Outcome(Ordering::Equal) => (Ordering::Equal, -1),
        Known::Outcome(outcome) => return format!("{}\t?", name(outcome)),
    };
    format!("{}\t{plies}", name(outcome))
}

const fn name(outcome: Ordering) -> &'static str {
    match outcome {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    }
}

/// What a position is worth from which a move leads to this.
fn before(known: Known) -> Known {
    match known {
        Known::Plies(value) => Known::Plies(value.before()),
        Known::Outcome(outcome) => Known::Outcome(outcome.reverse()),
    }
}

/// What is better is greater.
fn order(known: Known) -> (Ordering, Option<Value>) {
    match known {
        Known::Plies(value) => (value.sign(), Some(value)),
        Known::Outcome(outcome) => (outcome, None),
    }
}
