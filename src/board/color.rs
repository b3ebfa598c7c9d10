//! The two colors.

use std::fmt;
use std::ops::Not;

/// White plays up the board, Black plays down, in every variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The light pieces; they start at the bottom of the diagram.
    #[default]
    White,
    /// The dark pieces; they start at the top of the diagram.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The letter of Hub and FEN: `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }

    /// Is it White?
    #[inline(always)]
    pub const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}
