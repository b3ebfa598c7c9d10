//! Where generated moves go: into a list, or only counted.

use smallvec::SmallVec;

use crate::board::{Bits, Direction, Geometry, each_bit, step};
use crate::position::Move;

/// Takes generated moves, in sets that share their directions or start where there are such.
pub trait Sink {
    /// Captures of the same set in different orders are told once each, not once.
    const KEEPS_ORDERS: bool = false;

    /// One move.
    fn add(&mut self, mv: Move);

    /// Quiet moves of one step in `direction` that end on the squares of `to`.
    #[inline(always)]
    fn steps<G: Geometry>(&mut self, direction: Direction, to: Bits) {
        for to in each_bit(to) {
            self.add(Move::new(to | step::<G>(to, 3 - direction), to));
        }
    }

    /// Single short jumps in `direction` that end on the squares of `to`.
    #[inline(always)]
    fn jumps<G: Geometry>(&mut self, direction: Direction, to: Bits) {
        for to in each_bit(to) {
            self.add(Move::new(jumped::<G>(to, direction), to));
        }
    }

    /// Two short jumps, in `first` and then in `second`, that end on the squares of `to`.
    #[inline(always)]
    fn double_jumps<G: Geometry>(&mut self, first: Direction, second: Direction, to: Bits) {
        for to in each_bit(to) {
            let last = jumped::<G>(to, second);
            let between = step::<G>(step::<G>(to, 3 - second), 3 - second);
            self.add(Move::new((last | jumped::<G>(between, first)) & !between, to));
        }
    }

    /// Quiet moves of a flying king from `from` to each square of `to`.
    #[inline(always)]
    fn slides(&mut self, from: Bits, to: Bits) {
        for to in each_bit(to) {
            self.add(Move::new(to | from, to));
        }
    }

    /// Captures that had to be followed one by one.
    #[inline(always)]
    fn captures(&mut self, found: &[Move]) {
        for &mv in found {
            self.add(mv);
        }
    }
}

/// A jump that ended on `to`: where it started, what it captured, where it ended.
#[inline(always)]
fn jumped<G: Geometry>(to: Bits, direction: Direction) -> Bits {
    let victim = step::<G>(to, 3 - direction);
    to | victim | step::<G>(victim, 3 - direction)
}

/// The legal moves of a position; room for more than nearly all have, before it allocates.
pub type MoveList = SmallVec<[Move; 64]>;

impl Sink for MoveList {
    #[inline(always)]
    fn add(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Only counts. With `KEEP`, equal captures count once for each order.
#[derive(Default)]
pub struct Count<const KEEP: bool> {
    /// How many moves there were.
    pub moves: u64,
}

impl<const KEEP: bool> Sink for Count<KEEP> {
    const KEEPS_ORDERS: bool = KEEP;

    #[inline(always)]
    fn add(&mut self, _: Move) {
        self.moves += 1;
    }

    #[inline(always)]
    fn steps<G: Geometry>(&mut self, _: Direction, to: Bits) {
        self.moves += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn jumps<G: Geometry>(&mut self, _: Direction, to: Bits) {
        self.moves += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn double_jumps<G: Geometry>(&mut self, _: Direction, _: Direction, to: Bits) {
        self.moves += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn slides(&mut self, _: Bits, to: Bits) {
        self.moves += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn captures(&mut self, found: &[Move]) {
        self.moves += found.len() as u64;
    }
}
