//! How a game ended, and by which rule.

use std::fmt;

use crate::board::Color;
use crate::rules::DrawRule;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// By which rule.
    pub reason: Reason,
}

/// The rule by which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The color to move has no piece left and loses.
    NoPieces,
    /// The color to move has no legal move and loses.
    NoMove,
    /// A draw rule of the profile in force.
    Drawn(DrawRule),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPieces => f.write_str("no piece left"),
            Self::NoMove => f.write_str("no legal move"),
            Self::Drawn(rule) => rule.fmt(f),
        }
    }
}
