//! Captures followed to their end, where a capture can go on or a flying king captures.

use smallvec::SmallVec;

use super::side::{ByDirection, Side};
use crate::board::{Bits, Direction, Geometry, each_bit, step};
use crate::position::Move;
use crate::rules::{Crowning, Removal, Rules, Tally};

/// The captures of one position, of the highest precedence so far.
pub(super) struct Chains<'a, R: Rules, const WHITE: bool, const MEN: bool> {
    side: &'a Side<R, WHITE, MEN>,
    /// Equal captures in another order count again.
    keeps_orders: bool,
    /// Where the capturing piece started.
    from: Bits,
    /// What it captured so far.
    captured: Bits,
    best: u32,
    found: SmallVec<[Move; 32]>,
}

impl<'a, R: Rules, const WHITE: bool, const MEN: bool> Chains<'a, R, WHITE, MEN> {
    #[inline]
    pub(super) fn new(side: &'a Side<R, WHITE, MEN>, keeps_orders: bool) -> Self {
        Self { side, keeps_orders, from: 0, captured: 0, best: 0, found: SmallVec::new() }
    }

    /// The captures of the highest precedence.
    #[inline]
    pub(super) fn found(&self) -> &[Move] {
        &self.found
    }

    /// Follows the jumps of men and short kings, given by the direction of the first.
    pub(super) fn follow(&mut self, jumpers: &ByDirection) {
        for (direction, jumpers) in jumpers.iter().enumerate() {
            for from in each_bit(*jumpers) {
                self.from = from;
                self.captured = step::<R::Geometry>(from, direction);
                let landing = step::<R::Geometry>(self.captured, direction);
                self.land(landing, from & self.side.our_kings() == 0);
            }
        }
    }

    /// Follows the captures of flying kings.
    pub(super) fn follow_kings(&mut self) {
        self.captured = 0;
        for from in each_bit(self.side.our_kings()) {
            self.from = from;
            for direction in 0..4 {
                self.fly_from(from, direction);
            }
        }
    }

    /// Enemies that may still be jumped.
    #[inline(always)]
    fn prey(&self) -> Bits {
        self.side.them & !self.captured
    }

    /// Squares to land on and fly over. Where the piece started is free; where a captured piece
    /// stands depends on when it leaves.
    #[inline(always)]
    fn free(&self) -> Bits {
        let free = self.side.empty | self.from;
        match R::REMOVAL {
            Removal::AtEndOfMove => free,
            Removal::AtOnce => free | self.captured,
        }
    }

    /// Goes on with a man or short king that has just jumped to `at`, or ends the move there.
    fn land(&mut self, at: Bits, is_man: bool) {
        let crowned = is_man && at & Side::<R, WHITE, MEN>::LAST_ROW != 0;
        if R::CROWNING == Crowning::EndsTheMove && crowned {
            return self.end(at);
        }
        let mut ends = true;
        for direction in 0..4 {
            if Side::<R, WHITE, MEN>::may_jump(is_man, direction) {
                let victim = step::<R::Geometry>(at, direction) & self.prey();
                let landing = step::<R::Geometry>(victim, direction) & self.free();
                if landing != 0 {
                    ends = false;
                    self.captured |= victim;
                    self.land(landing, is_man);
                    self.captured ^= victim;
                }
            }
        }
        if ends {
            self.end(at);
        }
    }

    /// Captures with a flying king on `at` in one direction, if it can, and goes on from there.
    fn fly_from(&mut self, at: Bits, direction: Direction) -> bool {
        let free = self.free();
        let at = at.trailing_zeros() as usize;
        let (first, _) = R::Geometry::RAYS.look::<R::Geometry>(direction, at, !free);
        let victim = first & self.prey();
        if step::<R::Geometry>(victim, direction) & free & R::Geometry::BOARD == 0 {
            return false;
        }
        self.captured |= victim;
        self.fly_on(victim, direction);
        self.captured ^= victim;
        true
    }

    /// Goes on behind `victim`, just captured in `direction`, or ends the move there.
    ///
    /// From each landing square the king may turn aside. Straight on it is tried once: the next
    /// victim is the same wherever the king lands before it.
    fn fly_on(&mut self, victim: Bits, direction: Direction) {
        let behind = victim.trailing_zeros() as usize;
        let (_, landings) = R::Geometry::RAYS.look::<R::Geometry>(direction, behind, !self.free());
        let first_landing = step::<R::Geometry>(victim, direction);
        let mut ends = !self.fly_from(first_landing, direction);
        if R::HALF_TURNS && R::REMOVAL == Removal::AtOnce {
            ends &= !self.fly_from(first_landing, 3 - direction);
        }
        for landing in each_bit(landings) {
            for aside in 0..4 {
                if aside != direction && aside != 3 - direction {
                    ends &= !self.fly_from(landing, aside);
                }
            }
        }
        if ends {
            for landing in each_bit(landings) {
                self.end(landing);
            }
        }
    }

    /// A capture that ends on `to`: kept if none found so far comes before it.
    fn end(&mut self, to: Bits) {
        let kings = (self.captured & self.side.kings).count_ones();
        let men = self.captured.count_ones() - kings;
        let precedence = R::precedence(Tally { men, kings });
        if precedence < self.best {
            return;
        }
        if precedence > self.best {
            self.best = precedence;
            self.found.clear();
        }
        let mv = Move::new(self.from | to | self.captured, to);
        // The same set in another order closes a loop, which takes three captures or more, two
        // where pieces vanish at once.
        if men + kings >= 2 && !self.keeps_orders && self.found.contains(&mv) {
            return;
        }
        self.found.push(mv);
    }
}
