//! Perft: how many ways there are to play a number of plies.
//!
//! Ways that end before the last ply do not count, and no draw rule ends one.

mod batch;
mod lanes;
mod table;
mod walk;

pub use table::{Table, TableError};
pub use walk::{Counting, Walker};

use super::{MoveList, Sink, generate};
use crate::board::Color;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// The greatest depth, in plies.
pub const MAX_DEPTH: u32 = 100;

/// The legal moves of a position as they count: equal captures once, or for each order.
pub fn moves<R: Rules>(pos: &Position<R>, counting: Counting) -> Vec<Move> {
    fn told<R: Rules, S: Sink>(pos: &Position<R>, mut sink: S) -> S {
        match pos.turn() {
            Color::White => generate::<R, true, _>(pos, &mut sink),
            Color::Black => generate::<R, false, _>(pos, &mut sink),
        }
        sink
    }
    match counting {
        Counting::Bulk | Counting::EachLeaf => told(pos, MoveList::new()).to_vec(),
        Counting::Orders => told(pos, Orders::default()).0,
    }
}

/// A list of moves with an entry for each order of a capture.
#[derive(Default)]
struct Orders(Vec<Move>);

impl Sink for Orders {
    const KEEPS_ORDERS: bool = true;

    fn add(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

/// The number of ways to play `depth` plies from a position, each move counted once.
///
/// ```
/// use damier::{movegen::perft::perft, position::Position, rules::International};
/// assert_eq!(perft(&Position::<International>::start(), 5), 27_117);
/// ```
pub fn perft<R: Rules>(pos: &Position<R>, depth: u32) -> u64 {
    Walker::<R>::new(Counting::Bulk).paths(pos, depth)
}
