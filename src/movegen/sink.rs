//! Where generated moves go: into a list, or only counted.

use smallvec::SmallVec;

use crate::board::{Bits, Direction, Geometry, each_bit, step};
use crate::position::Move;

/// Takes generated moves, in sets that share a direction or a start where there are such.
pub trait Sink {
    /// Captures of the same set in different orders are told once each, not once.
    const KEEPS_ORDERS: bool = false;

    /// Quiet moves of one step in `direction` that end on the squares of `to`.
    fn steps<G: Geometry>(&mut self, direction: Direction, to: Bits);

    /// Single short jumps in `direction` that end on the squares of `to`.
    fn jumps<G: Geometry>(&mut self, direction: Direction, to: Bits);

    /// Quiet moves of a flying king from `from` to each square of `to`.
    fn slides(&mut self, from: Bits, to: Bits);

    /// Captures that had to be followed one by one.
    fn captures(&mut self, found: &[Move]);
}

/// The legal moves of a position; room for more than nearly all have, before it allocates.
pub type MoveList = SmallVec<[Move; 64]>;

impl Sink for MoveList {
    #[inline(always)]
    fn steps<G: Geometry>(&mut self, direction: Direction, to: Bits) {
        self.extend(each_bit(to).map(|to| Move::new(to | step::<G>(to, 3 - direction))));
    }

    #[inline(always)]
    fn jumps<G: Geometry>(&mut self, direction: Direction, to: Bits) {
        self.extend(each_bit(to).map(|to| {
            let victim = step::<G>(to, 3 - direction);
            Move::new(to | victim | step::<G>(victim, 3 - direction))
        }));
    }

    #[inline(always)]
    fn slides(&mut self, from: Bits, to: Bits) {
        self.extend(each_bit(to).map(|to| Move::new(to | from)));
    }

    #[inline(always)]
    fn captures(&mut self, found: &[Move]) {
        self.extend_from_slice(found);
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
    fn steps<G: Geometry>(&mut self, _: Direction, to: Bits) {
        self.moves += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn jumps<G: Geometry>(&mut self, _: Direction, to: Bits) {
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
