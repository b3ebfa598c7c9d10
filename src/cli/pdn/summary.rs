//! How many games were read and refused, and how that is said in the end.

use std::fmt;
use std::process::ExitCode;

use serde::Serialize;

use crate::notation::pdn::{Place, Refusal};

/// Games counted.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Summary {
    /// All games, the refused ones too.
    pub(super) games: u64,
    pub(super) refused: u64,
}

impl Summary {
    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.refused += other.refused;
    }

    /// 1 if a game was refused.
    pub(super) fn code(self) -> ExitCode {
        if self.refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games, {} refused", self.games, self.refused)
    }
}

/// The name of a file in messages.
pub(in crate::cli) fn shown(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

/// A refusal in one line, which an editor can jump by.
pub(in crate::cli) fn refused(file: &str, refusal: &Refusal) -> String {
    let Refusal { game, place, .. } = refusal;
    format!("{}:{place}: game {game} refused: {refusal}", shown(file))
}

/// A remark in one line.
pub(super) fn noted(file: &str, place: Place, text: &str) -> String {
    format!("{}:{place}: note: {text}", shown(file))
}
