//! How a variant numbers and writes its squares.

use crate::board::{Geometry, Square};

/// Where square 1 is, seen with White at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// In the top row; numbers grow downward.
    FromTop,
    /// In the bottom row; numbers grow upward.
    FromBottom,
}

impl Numbering {
    /// The position in the word of a square.
    pub fn bit_index<G: Geometry>(self, square: Square) -> usize {
        let (row, place) = (square.index() / G::ROW_LENGTH, square.index() % G::ROW_LENGTH);
        G::bit_index(self.row::<G>(row), place)
    }

    /// The square at a position in the word.
    pub fn square<G: Geometry>(self, bit_index: usize) -> Square {
        let (row, place) = G::row_and_place(bit_index);
        Square::from_index(self.row::<G>(row) * G::ROW_LENGTH + place)
    }

    fn row<G: Geometry>(self, row: usize) -> usize {
        match self {
            Self::FromTop => row,
            Self::FromBottom => G::ROWS - 1 - row,
        }
    }
}

/// How squares are written in FEN and PDN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// By number.
    Numeric,
    /// By file and rank, as `c3`.
    Algebraic,
}
