//! Perft: how many ways there are to play a number of plies.
//!
//! Ways that end before the last ply do not count, and no draw rule ends one.

mod batch;
mod table;
mod walk;

pub use table::{Table, TableError};
pub use walk::{Counting, Walker};

use crate::position::Position;
use crate::rules::Rules;

/// The greatest depth, in plies.
pub const MAX_DEPTH: u32 = 100;

/// The number of ways to play `depth` plies from a position, each move counted once.
///
/// ```
/// use damier::{movegen::perft::perft, position::Position, rules::International};
/// assert_eq!(perft(&Position::<International>::start(), 5), 27_117);
/// ```
pub fn perft<R: Rules>(pos: &Position<R>, depth: u32) -> u64 {
    Walker::<R>::new(Counting::Bulk).paths(pos, depth)
}
