//! How other programs number the squares of a variant.

/// Where the Hub lines of another program differ from ours, seen with White at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForeignFrame {
    /// Position strings show the board turned by half a turn, with the colors swapped.
    pub turned_position: bool,
    /// The rows of squares in moves are numbered in the other direction.
    pub upside_down_moves: bool,
}

impl ForeignFrame {
    /// The same as ours.
    pub const SAME: Self = Self { turned_position: false, upside_down_moves: false };
    /// Positions are turned, moves are the same as ours.
    pub const TURNED_POSITION: Self = Self { turned_position: true, ..Self::SAME };
    /// Positions are the same as ours, moves are numbered from the other side.
    pub const UPSIDE_DOWN_MOVES: Self = Self { upside_down_moves: true, ..Self::SAME };
}
