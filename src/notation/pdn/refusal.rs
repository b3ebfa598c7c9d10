//! Why a game is refused, and where.

use std::fmt;

use thiserror::Error;

use super::tags::Tags;
use crate::notation::fen::FenError;
use crate::notation::moves::{MoveError, ReadError};
use crate::notation::quoted;

/// A line and a column, both from 1; columns are counted in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl Place {
    /// The place behind some UTF-8, of which each character counts by its first byte.
    pub(super) fn after(self, text: &[u8]) -> Self {
        text.iter().fold(self, |place, &byte| match byte {
            b'\n' => Self { line: place.line + 1, column: 1 },
            0x80..=0xBF => place,
            _ => Self { column: place.column + 1, ..place },
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Something odd in a game that was read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where.
    pub place: Place,
    /// What.
    pub text: String,
}

/// A game that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its number in the stream, from 1.
    pub game: u64,
    /// Where the fault is.
    pub place: Place,
    /// The tags it has.
    pub tags: Tags,
    /// The variant it was read as, and whether that was guessed.
    pub variant: Option<(&'static str, bool)>,
    /// A variant that damier does not play, by whose rules all of it can be played.
    pub foreign: Option<&'static str>,
    /// The fault.
    pub cause: Cause,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)?;
        let asks_rules =
            matches!(self.cause, Cause::Move { .. } | Cause::Word(_) | Cause::Setup(_));
        match (self.variant, self.foreign) {
            (Some((name, true)), Some(foreign)) => write!(
                f,
                " (read as {name}, which is a guess; all of it can be played by the rules of \
                 {foreign}, which damier does not play)"
            ),
            (Some((name, true)), None) if asks_rules => {
                write!(f, " (read as {name}, which is a guess)")
            }
            (Some(_) | None, _) => Ok(()),
        }
    }
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Cause {
    /// A word that is no move.
    #[error("{0}")]
    Word(#[from] ReadError),
    /// A move that cannot be played.
    #[error("move {number} {source}")]
    Move {
        /// Its number with dots.
        number: String,
        /// Why not.
        source: MoveError,
    },
    /// A number that no move can have here.
    #[error("{number} stands where a move or the move number {expected} was expected")]
    Number {
        /// The number.
        number: u32,
        /// The number of the next move.
        expected: u32,
    },
    /// A start position, or one set up on the way, that cannot be.
    #[error("{0}")]
    Setup(#[from] FenError),
    /// The text ends too early.
    #[error("the game is truncated: {0}")]
    Truncated(String),
    /// A variant that damier does not play.
    #[error("{0}")]
    Variant(VariantError),
    /// More text than is held.
    #[error("the game is longer than {limit} bytes")]
    TooLong {
        /// The bytes held.
        limit: usize,
    },
    /// A word of hundreds of characters.
    #[error("a word is too long to be a move")]
    LongWord,
    /// Too many variations within variations.
    #[error("variations stand too deep in each other")]
    TooDeep,
}

/// Why a game's variant cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// `GameType` names a game that damier does not play.
    #[error("GameType {} is {name}, which damier does not play", quoted(.value))]
    Foreign {
        /// The value.
        value: String,
        /// The game's name.
        name: &'static str,
    },
    /// `GameType` names no game that is known.
    #[error("GameType {} is not known", quoted(.value))]
    Unknown {
        /// The value.
        value: String,
    },
    /// The moves are written as in a game that damier does not play.
    #[error("there is no GameType, and captures with a colon as in {} are those of {name}, which damier does not play", quoted(.example))]
    LooksForeign {
        /// A capture.
        example: String,
        /// The game's name.
        name: &'static str,
    },
}

impl Cause {
    /// A short name, by which reports count.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Word(_) | Self::Number { .. } => "not a move",
            Self::Move { source: MoveError::Illegal { .. }, .. } => "illegal move",
            Self::Move { source: MoveError::Ambiguous { .. }, .. } => "ambiguous move",
            Self::Setup(_) => "bad setup",
            Self::Truncated(_) => "truncated",
            Self::Variant(_) => "variant not played",
            Self::TooLong { .. } | Self::LongWord | Self::TooDeep => "too long",
        }
    }
}
