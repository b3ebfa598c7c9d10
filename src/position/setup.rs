//! Pieces as given, before any variant has looked at them.

use thiserror::Error;

use crate::board::{Color, Piece, Square};

/// Pieces on printed squares and the color to move. Names no variant and promises nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    squares: [Option<Piece>; Square::MAX as usize],
    /// The color to move.
    pub turn: Color,
}

/// Why a variant does not accept a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The board has fewer squares.
    #[error("square {square} is not on the board, which has squares 1 to {last}")]
    NoSuchSquare {
        /// The square that was given.
        square: Square,
        /// The last square of the board.
        last: usize,
    },
    /// A man where it would have been crowned.
    #[error("{color} man on square {square}, on its last row: only a king can stand there")]
    ManOnLastRow {
        /// Where it stands.
        square: Square,
        /// Whose it is.
        color: Color,
    },
}

impl Setup {
    /// An empty board.
    pub const fn empty(turn: Color) -> Self {
        Self { squares: [None; Square::MAX as usize], turn }
    }

    /// Puts a piece; what stood there is returned.
    pub fn put(&mut self, square: Square, piece: Piece) -> Option<Piece> {
        self.squares[square.index()].replace(piece)
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// All pieces with their squares, ascending.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.squares
            .iter()
            .enumerate()
            .filter_map(|(index, piece)| piece.map(|piece| (Square::from_index(index), piece)))
    }
}
