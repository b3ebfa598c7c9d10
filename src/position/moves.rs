//! Moves: sets of squares inside the engine, printed squares outside.

use crate::board::{Bits, Square};

/// One legal turn: the squares it touches as one set, and where it ends.
///
/// In the position it is made from, its own piece among the touched squares is where it starts, and
/// enemy pieces are what it captures. The end has to be told apart: a flying king may end where it
/// started, and where captured pieces vanish at once also where one of them stood.
/// Two captures with equal start, end and captured set are one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move {
    bits: Bits,
    to: Bits,
}

impl Move {
    /// No move; never legal.
    pub const NONE: Self = Self { bits: 0, to: 0 };

    /// The move that touches `bits`, its end among them, and ends on `to`.
    #[inline(always)]
    pub const fn new(bits: Bits, to: Bits) -> Self {
        Self { bits, to }
    }

    /// The squares it touches: where it starts, where it ends, what it captures.
    #[inline(always)]
    pub const fn bits(self) -> Bits {
        self.bits
    }

    /// The square it ends on, as a bit.
    #[inline(always)]
    pub const fn to(self) -> Bits {
        self.to
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
