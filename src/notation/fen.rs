//! FEN as PDN 3.0 has it, `W:W31-50:B1-20` or `W:Wa1,Kb2:Bd8`: read tolerantly, checked strictly,
//! written in one form.

mod syntax;

use thiserror::Error;

use super::{SquareError, quoted, square_name};
use crate::board::{Color, Kind, Piece, Square};
use crate::position::{Position, Setup, SetupError};
use crate::rules::{Notation, Rules};
use syntax::{Item, Part};

/// A position as a FEN gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen<R: Rules> {
    /// The position; where the FEN leaves the color to move open (`?`), the variant's first.
    pub position: Position<R>,
    /// The value of `H`: plies without a conversion before this position; 0 where it is missing.
    pub quiet_plies: u32,
}

/// Why a text is no position of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// It breaks the grammar.
    #[error("FEN breaks off at character {at}, before {}: expected {expected}", quoted(.rest))]
    Syntax {
        /// Where, from 1.
        at: usize,
        /// What stands there.
        rest: String,
        /// What could have stood there.
        expected: &'static str,
    },
    /// A square that the variant does not have.
    #[error("FEN names a wrong square: {0}")]
    Square(#[from] SquareError),
    /// A range that runs down.
    #[error("FEN has the range {first}-{last}, which runs downward")]
    Range {
        /// Where it begins.
        first: Square,
        /// Where it ends.
        last: Square,
    },
    /// A range of files and ranks, which has no meaning.
    #[error("FEN has a range from {}: ranges are for numbered squares", quoted(.first))]
    AlgebraicRange {
        /// Where it begins.
        first: String,
    },
    /// Two pieces on one square.
    #[error("FEN puts two pieces on square {square}")]
    TwoPieces {
        /// The square.
        square: String,
    },
    /// A captured piece that has not been taken off.
    #[error("FEN has {}, a piece captured but not yet removed: a position within a capture cannot be set up", quoted(.item))]
    Captured {
        /// The item.
        item: String,
    },
    /// Nothing stands on the board.
    #[error("FEN has no pieces")]
    Empty,
    /// The variant does not accept the pieces.
    #[error("FEN has a {0}")]
    Setup(#[from] SetupError),
}

/// Reads a FEN, also one within `[FEN "..."]`.
///
/// ```
/// use damier::notation::fen;
/// use damier::rules::Brazilian;
///
/// let fen = fen::read::<Brazilian>("w: wa1,kb2 : b01-3 :H7.").unwrap();
/// assert_eq!(fen::write(&fen.position), "W:WKb2,a1:Bb8,d8,f8");
/// assert_eq!(fen.quiet_plies, 7);
/// let error = fen::read::<Brazilian>("W:Wa1,a2:Bh8").unwrap_err();
/// assert_eq!(error.to_string(), "FEN names a wrong square: brazilian does not play on 'a2'");
/// ```
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read<R: Rules>(text: &str) -> Result<Fen<R>, FenError> {
    let parts = syntax::parse(text)?;
    let mut setup = Setup::empty(R::FIRST);
    let mut quiet_plies = 0;
    let mut pieces = 0;
    for part in &parts {
        match part {
            Part::Turn(turn) => setup.turn = turn.unwrap_or(R::FIRST),
            Part::Pieces(color, items) => {
                for item in items {
                    pieces += put::<R>(&mut setup, *color, item)?;
                }
            }
            // A count that no game reaches is as good as the largest.
            Part::QuietPlies(digits) => quiet_plies = digits.parse().unwrap_or(u32::MAX),
            Part::MoveNumber => {}
        }
    }
    if pieces == 0 {
        return Err(FenError::Empty);
    }
    Ok(Fen { position: Position::from_setup(&setup)?, quiet_plies })
}

/// Puts the pieces of one item and returns how many they are.
fn put<R: Rules>(setup: &mut Setup, color: Color, item: &Item<'_>) -> Result<u32, FenError> {
    let kind = match item.mark {
        None => Kind::Man,
        Some('K' | 'k') => Kind::King,
        Some(mark) => {
            let item = format!("{mark}{}", item.first.text());
            return Err(FenError::Captured { item });
        }
    };
    let first = item.first.square::<R>()?;
    let last = item.last.map_or(Ok(first), super::squares::SquareText::square::<R>)?;
    if let Some(end) = item.last {
        if [item.first, end].map(super::squares::SquareText::notation) != [Notation::Numeric; 2] {
            return Err(FenError::AlgebraicRange { first: item.first.text().to_owned() });
        }
        if last < first {
            return Err(FenError::Range { first, last });
        }
    }
    for index in first.index()..=last.index() {
        let square = Square::from_index(index);
        if setup.put(square, Piece { color, kind }).is_some() {
            let square = square_name::<R>(square, item.first.notation());
            return Err(FenError::TwoPieces { square });
        }
    }
    Ok((last.index() - first.index() + 1) as u32)
}

/// Writes a FEN: no spaces, no ranges, no final dot, White first, squares ascending and in the
/// variant's own notation.
pub fn write<R: Rules>(pos: &Position<R>) -> String {
    let setup = pos.setup();
    let list = |color| {
        let pieces = setup.pieces().filter(|(_, piece)| piece.color == color);
        let items = pieces.map(|(square, piece)| {
            let mark = if piece.kind == Kind::King { "K" } else { "" };
            format!("{mark}{}", square_name::<R>(square, R::NOTATION))
        });
        items.collect::<Vec<_>>().join(",")
    };
    format!("{}:W{}:B{}", pos.turn().letter(), list(Color::White), list(Color::Black))
}

/// Writes a FEN with the plies without a conversion, as lidraughts has it: `...:H7`.
pub fn write_with_quiet_plies<R: Rules>(pos: &Position<R>, quiet_plies: u32) -> String {
    format!("{}:H{quiet_plies}", write(pos))
}

#[cfg(test)]
mod tests;
