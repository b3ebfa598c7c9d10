//! One color to move: which of its pieces may step and jump where, in whole sets.

use std::marker::PhantomData;

use super::Sink;
use crate::board::{Bits, Direction, Geometry, each_bit, step};
use crate::position::Position;
use crate::rules::{Crowning, Rules, Tally};

/// A position seen by the color to move.
#[derive(Clone, Copy)]
pub(super) struct Side<R: Rules, const WHITE: bool> {
    /// The pieces of the color to move.
    pub(super) us: Bits,
    /// The pieces of the other color.
    pub(super) them: Bits,
    /// The kings of both.
    pub(super) kings: Bits,
    /// Free squares.
    pub(super) empty: Bits,
    rules: PhantomData<R>,
}

/// For each direction, a set of squares.
pub(super) type ByDirection = [Bits; 4];

impl<R: Rules, const WHITE: bool> Side<R, WHITE> {
    const FORWARD: u8 =
        if WHITE { R::Geometry::UP } else { !(R::Geometry::UP | R::Geometry::SIDEWAYS) & 0b1111 };
    /// Where men step, as bits of directions.
    const MAN_STEPS: u8 = Self::FORWARD | R::Geometry::SIDEWAYS;
    /// Where men jump.
    const MAN_JUMPS: u8 = if R::MEN_CAPTURE_BACKWARD { 0b1111 } else { Self::MAN_STEPS };
    /// Where men and short kings jump together.
    const JUMPS: u8 = if R::FLYING_KINGS { Self::MAN_JUMPS } else { 0b1111 };
    /// The row on which men are crowned.
    pub(super) const LAST_ROW: Bits =
        if WHITE { R::Geometry::FIRST_ROW } else { R::Geometry::LAST_ROW };

    #[inline(always)]
    pub(super) fn of(pos: &Position<R>) -> Self {
        let us = pos.pieces(pos.turn());
        let them = pos.pieces(!pos.turn());
        Self { us, them, kings: pos.all_kings(), empty: pos.empty(), rules: PhantomData }
    }

    #[inline(always)]
    pub(super) const fn has(directions: u8, direction: Direction) -> bool {
        directions >> direction & 1 != 0
    }

    /// May a man (`true`) or short king jump in this direction?
    #[inline(always)]
    pub(super) const fn may_jump(is_man: bool, direction: Direction) -> bool {
        !is_man || Self::has(Self::MAN_JUMPS, direction)
    }

    #[inline(always)]
    fn our_kings(&self) -> Bits {
        self.us & self.kings
    }

    /// The pieces that take single steps: men, and kings where they are short.
    #[inline(always)]
    fn steppers(&self, directions: u8, direction: Direction) -> Bits {
        if R::FLYING_KINGS {
            if Self::has(directions, direction) { self.us & !self.kings } else { 0 }
        } else if Self::has(directions, direction) {
            self.us
        } else {
            self.us & self.kings
        }
    }

    /// Squares from which a jump is possible in each direction, whoever stands there.
    #[inline(always)]
    pub(super) fn open(&self) -> ByDirection {
        std::array::from_fn(|direction| {
            if Self::has(Self::JUMPS, direction) {
                let back = 3 - direction;
                step::<R::Geometry>(self.them & step::<R::Geometry>(self.empty, back), back)
            } else {
                0
            }
        })
    }

    /// The men and short kings that can jump in each direction.
    #[inline(always)]
    pub(super) fn jumpers(&self, open: &ByDirection) -> ByDirection {
        std::array::from_fn(|direction| open[direction] & self.steppers(Self::MAN_JUMPS, direction))
    }

    /// Can any of these jumps be followed by another?
    ///
    /// Exact without playing the first: only a half turn could meet what the first jump changed, and
    /// behind a short jump there is nothing left to jump.
    #[inline(always)]
    pub(super) fn can_go_on(&self, open: &ByDirection, jumpers: &ByDirection) -> bool {
        let mut on = 0;
        for direction in 0..4 {
            on |= self.going_on(open, jumpers[direction], direction);
        }
        on != 0
    }

    /// Where pieces land that jump in a direction and can then jump on.
    #[inline(always)]
    pub(super) fn going_on(&self, open: &ByDirection, jumpers: Bits, direction: Direction) -> Bits {
        let land =
            |jumpers| step::<R::Geometry>(step::<R::Geometry>(jumpers, direction), direction);
        let mut men_on = 0;
        let mut kings_on = 0;
        for next in 0..4 {
            if next != 3 - direction {
                if Self::has(Self::MAN_JUMPS, next) {
                    men_on |= open[next];
                }
                if !R::FLYING_KINGS {
                    kings_on |= open[next];
                }
            }
        }
        if R::CROWNING == Crowning::EndsTheMove {
            men_on &= !Self::LAST_ROW;
        }
        if R::FLYING_KINGS {
            land(jumpers) & men_on
        } else {
            (land(jumpers & !self.kings) & men_on) | (land(jumpers & self.kings) & kings_on)
        }
    }

    /// Tells the single jumps, none of which can go on.
    #[inline(always)]
    pub(super) fn single_jumps<S: Sink>(&self, jumpers: &ByDirection, sink: &mut S) {
        let mut jumpers = *jumpers;
        let man = R::precedence(Tally { men: 1, kings: 0 });
        let king = R::precedence(Tally { men: 0, kings: 1 });
        if king > man {
            // Spanish: among single captures too, a king comes before a man.
            let of_kings: ByDirection = std::array::from_fn(|direction| {
                let back = 3 - direction;
                jumpers[direction] & step::<R::Geometry>(self.them & self.kings, back)
            });
            if of_kings != [0; 4] {
                jumpers = of_kings;
            }
        }
        for (direction, jumpers) in jumpers.into_iter().enumerate() {
            if Self::has(Self::JUMPS, direction) {
                let landing =
                    step::<R::Geometry>(step::<R::Geometry>(jumpers, direction), direction);
                sink.jumps::<R::Geometry>(direction, landing);
            }
        }
    }

    /// Tells the quiet moves.
    #[inline(always)]
    pub(super) fn quiet_moves<S: Sink>(&self, sink: &mut S) {
        for direction in 0..4 {
            if !R::FLYING_KINGS || Self::has(Self::MAN_STEPS, direction) {
                let steppers = self.steppers(Self::MAN_STEPS, direction);
                let to = step::<R::Geometry>(steppers, direction) & self.empty;
                sink.steps::<R::Geometry>(direction, to);
            }
        }
        if R::FLYING_KINGS {
            for king in each_bit(self.our_kings()) {
                let at = king.trailing_zeros() as usize;
                let to = (0..4).fold(0, |to, direction| {
                    to | R::Geometry::RAYS.look::<R::Geometry>(direction, at, !self.empty).1
                });
                sink.slides(king, to);
            }
        }
    }

    /// Can any piece take a step?
    #[inline(always)]
    pub(super) fn can_step(&self) -> bool {
        (0..4).any(|direction| {
            let steppers =
                if Self::has(Self::MAN_STEPS, direction) { self.us } else { self.us & self.kings };
            step::<R::Geometry>(steppers, direction) & self.empty != 0
        })
    }

    /// Can a flying king capture?
    #[inline(always)]
    pub(super) fn flying_king_can_capture(&self) -> bool {
        if !R::FLYING_KINGS {
            return false;
        }
        each_bit(self.our_kings()).any(|king| {
            (0..4).any(|direction| self.first_victim(king, direction, !self.empty) != 0)
        })
    }

    /// The first enemy that a flying king on `king` can jump in a direction, or none.
    #[inline(always)]
    fn first_victim(&self, king: Bits, direction: Direction, occupied: Bits) -> Bits {
        let at = king.trailing_zeros() as usize;
        let (first, _) = R::Geometry::RAYS.look::<R::Geometry>(direction, at, occupied);
        let victim = first & self.them;
        if step::<R::Geometry>(victim, direction) & R::Geometry::BOARD & !occupied == 0 {
            0
        } else {
            victim
        }
    }
}
