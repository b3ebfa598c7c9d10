//! Moves: one word inside the engine, plain squares outside.

use crate::board::{Bits, Square};

/// One legal turn: the squares it touches as one set.
///
/// In the position it is made from, its own piece is where it starts, the empty square is where it
/// ends (none if a king ends where it started), and enemy pieces are what it captures. Two captures
/// with equal start, end and captured set are one move (rules: the same from, to and set).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move(Bits);

impl Move {
    /// No move; never legal.
    pub const NONE: Self = Self(0);

    /// The move that touches these squares.
    #[inline(always)]
    pub const fn new(bits: Bits) -> Self {
        Self(bits)
    }

    /// The squares it touches.
    #[inline(always)]
    pub const fn bits(self) -> Bits {
        self.0
    }
}

/// A move by the squares as printed. Names no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveText {
    /// Where it starts.
    pub from: Square,
    /// Where it ends; for some captures of a flying king the same.
    pub to: Square,
    /// What it captures: bit `n - 1` for square `n`.
    pub captured: u64,
}

impl MoveText {
    /// The captured squares, ascending.
    pub fn captured_squares(&self) -> impl Iterator<Item = Square> {
        let captured = self.captured;
        (0..64).filter(move |index| captured >> index & 1 != 0).map(Square::from_index)
    }

    /// Does it capture?
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }
}
