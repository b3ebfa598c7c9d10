//! Squares as people number them.

use std::fmt;

/// A playable square, by its number as printed: 1 to 32, 50 or 64.
///
/// Where the number lies on the board is the variant's business
/// ([`Numbering`](crate::rules::Numbering)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The largest number on any board.
    pub const MAX: u8 = 64;

    /// The square with this number; none outside 1..=64.
    pub const fn new(number: u32) -> Option<Self> {
        if number >= 1 && number <= Self::MAX as u32 { Some(Self(number as u8)) } else { None }
    }

    /// The square whose number is `index + 1`.
    ///
    /// # Panics
    /// If `index` is 64 or more.
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::MAX as usize);
        Self(index as u8 + 1)
    }

    /// The number as printed, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number less one: a place in a list of all squares.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
