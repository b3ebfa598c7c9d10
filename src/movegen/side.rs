//! One color to move: which of its pieces may step and jump where, in whole sets.

use std::marker::PhantomData;

use super::Sink;
use crate::board::{Bits, Direction, Geometry, each_bit, step};
use crate::position::Position;
use crate::rules::{Crowning, Rules, Tally};

/// A position seen by the color to move. With `MEN`, that color has no kings.
#[derive(Clone, Copy)]
pub(super) struct Side<R: Rules, const WHITE: bool, const MEN: bool> {
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

const ALL_DIRECTIONS: u8 = 0b1111;

impl<R: Rules, const WHITE: bool, const MEN: bool> Side<R, WHITE, MEN> {
    const FORWARD: u8 = if WHITE {
        R::Geometry::UP
    } else {
        !(R::Geometry::UP | R::Geometry::SIDEWAYS) & ALL_DIRECTIONS
    };
    /// Where men step, as bits of directions.
    const MAN_STEPS: u8 = Self::FORWARD | R::Geometry::SIDEWAYS;
    /// Where men jump.
    const MAN_JUMPS: u8 = if R::MEN_CAPTURE_BACKWARD { ALL_DIRECTIONS } else { Self::MAN_STEPS };
    /// Some kings move like men, but in all directions.
    const SHORT_KINGS: bool = !R::FLYING_KINGS && !MEN;
    /// Where any piece steps.
    const STEPS: u8 = if Self::SHORT_KINGS { ALL_DIRECTIONS } else { Self::MAN_STEPS };
    /// Where any piece makes a short jump.
    const JUMPS: u8 = if Self::SHORT_KINGS { ALL_DIRECTIONS } else { Self::MAN_JUMPS };
    /// The row on which men are crowned.
    pub(super) const LAST_ROW: Bits =
        if WHITE { R::Geometry::FIRST_ROW } else { R::Geometry::LAST_ROW };

    #[inline(always)]
    pub(super) fn of(pos: &Position<R>) -> Self {
        let color = pos.turn();
        Self::new(pos.pieces(color), pos.pieces(!color), pos.all_kings())
    }

    #[inline(always)]
    pub(super) fn new(us: Bits, them: Bits, kings: Bits) -> Self {
        debug_assert!(!MEN || us & kings == 0);
        let empty = R::Geometry::BOARD & !(us | them);
        Self { us, them, kings, empty, rules: PhantomData }
    }

    #[inline(always)]
    const fn has(directions: u8, direction: Direction) -> bool {
        directions >> direction & 1 != 0
    }

    /// May a man, or else a short king, jump in this direction?
    #[inline(always)]
    pub(super) const fn may_jump(is_man: bool, direction: Direction) -> bool {
        !is_man || Self::has(Self::MAN_JUMPS, direction)
    }

    /// The kings of the color to move.
    #[inline(always)]
    pub(super) fn our_kings(&self) -> Bits {
        if MEN { 0 } else { self.us & self.kings }
    }

    #[inline(always)]
    fn our_men(&self) -> Bits {
        if MEN { self.us } else { self.us & !self.kings }
    }

    /// The pieces that step or make short jumps in a direction, of which men use only `men_may`.
    #[inline(always)]
    fn movers(&self, men_may: u8, direction: Direction) -> Bits {
        let men = if Self::has(men_may, direction) { self.our_men() } else { 0 };
        if Self::SHORT_KINGS { men | self.our_kings() } else { men }
    }

    /// Squares from which a jump is possible in each direction, whoever stands there.
    #[inline(always)]
    pub(super) fn open(&self) -> ByDirection {
        let mut open = [0; 4];
        for direction in 0..4 {
            if Self::has(Self::JUMPS, direction) {
                let back = 3 - direction;
                open[direction] =
                    step::<R::Geometry>(self.them & step::<R::Geometry>(self.empty, back), back);
            }
        }
        open
    }

    /// The men and short kings that can jump in each direction.
    #[inline(always)]
    pub(super) fn jumpers(&self, open: &ByDirection) -> ByDirection {
        let mut jumpers = [0; 4];
        for direction in 0..4 {
            jumpers[direction] = open[direction] & self.movers(Self::MAN_JUMPS, direction);
        }
        jumpers
    }

    /// Those jumpers that can jump on behind their first jump.
    ///
    /// Exact without playing the first: only a half turn could meet what the first jump changed, and
    /// behind a short jump there is nothing left to jump.
    #[inline(always)]
    pub(super) fn going_on(&self, open: &ByDirection, jumpers: &ByDirection) -> ByDirection {
        let mut going_on = [0; 4];
        for direction in 0..4 {
            if Self::has(Self::JUMPS, direction) {
                let back = 3 - direction;
                let mut men_on = 0;
                let mut kings_on = 0;
                for next in 0..4 {
                    if next != back {
                        if Self::has(Self::MAN_JUMPS, next) {
                            men_on |= open[next];
                        }
                        kings_on |= open[next];
                    }
                }
                if R::CROWNING == Crowning::EndsTheMove && R::MEN_CAPTURE_BACKWARD {
                    men_on &= !Self::LAST_ROW;
                }
                let jump_back = |landing: Bits| jump::<R>(landing & self.empty, back);
                going_on[direction] = jumpers[direction]
                    & if Self::SHORT_KINGS {
                        (jump_back(men_on) & !self.kings) | (jump_back(kings_on) & self.kings)
                    } else {
                        jump_back(men_on)
                    };
            }
        }
        going_on
    }

    /// Tells single jumps, none of which goes on.
    #[inline(always)]
    pub(super) fn single_jumps<S: Sink>(&self, jumpers: &ByDirection, sink: &mut S) {
        let mut jumpers = *jumpers;
        let man = R::precedence(Tally { men: 1, kings: 0 });
        let king = R::precedence(Tally { men: 0, kings: 1 });
        if king > man {
            // Spanish: among single captures too, a king comes before a man.
            let mut of_kings = [0; 4];
            for direction in 0..4 {
                let kings = step::<R::Geometry>(self.them & self.kings, 3 - direction);
                of_kings[direction] = jumpers[direction] & kings;
            }
            if any(&of_kings) {
                jumpers = of_kings;
            }
        }
        for direction in 0..4 {
            if Self::has(Self::JUMPS, direction) {
                sink.jumps::<R::Geometry>(direction, jump::<R>(jumpers[direction], direction));
            }
        }
    }

    /// Where men land that jump twice, by the directions of both jumps; and what speaks against
    /// these being all: men that can jump a third time, captures that come before others.
    ///
    /// As exact as [`going_on`](Self::going_on): three jumps without a half turn do not meet again.
    /// Nor do two such captures take the same pieces.
    #[inline(always)]
    pub(super) fn double_jumps(
        &self,
        open: &ByDirection,
        going_on: &ByDirection,
    ) -> ([ByDirection; 4], Bits) {
        let of_men = R::precedence(Tally { men: 2, kings: 0 });
        let of_kings = R::precedence(Tally { men: 0, kings: 2 });
        let mut against = self.our_kings();
        if of_kings > of_men {
            against |= self.them & self.kings;
        }
        let may_stop = if R::CROWNING == Crowning::EndsTheMove { Self::LAST_ROW } else { 0 };
        let mut landings = [[0; 4]; 4];
        for first in 0..4 {
            for second in 0..4 {
                if Self::has(Self::JUMPS, first)
                    && Self::has(Self::JUMPS, second)
                    && second != 3 - first
                {
                    let between = jump::<R>(going_on[first], first) & open[second] & !may_stop;
                    let landing = jump::<R>(between, second);
                    landings[first][second] = landing;
                    for next in 0..4 {
                        if next != 3 - second {
                            against |= landing & open[next] & !may_stop;
                        }
                    }
                }
            }
        }
        (landings, against)
    }

    /// Tells double jumps and, where the choice is free, the single jumps of men that do not go on.
    #[inline(always)]
    pub(super) fn ending_jumps<S: Sink>(
        &self,
        jumpers: &ByDirection,
        going_on: &ByDirection,
        landings: &[ByDirection; 4],
        sink: &mut S,
    ) {
        for first in 0..4 {
            for second in 0..4 {
                sink.double_jumps::<R::Geometry>(first, second, landings[first][second]);
            }
        }
        if !longer_comes_first::<R>() {
            self.single_jumps(&without(jumpers, going_on), sink);
        }
    }

    /// Tells the quiet moves.
    #[inline(always)]
    pub(super) fn quiet_moves<S: Sink>(&self, sink: &mut S) {
        for direction in 0..4 {
            if Self::has(Self::STEPS, direction) {
                let movers = self.movers(Self::MAN_STEPS, direction);
                let to = step::<R::Geometry>(movers, direction) & self.empty;
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
        let mut to = 0;
        for direction in 0..4 {
            let men = if Self::has(Self::MAN_STEPS, direction) { self.our_men() } else { 0 };
            to |= step::<R::Geometry>(men | self.our_kings(), direction);
        }
        to & self.empty != 0
    }

    /// Can a flying king capture?
    #[inline(always)]
    pub(super) fn flying_king_can_capture(&self) -> bool {
        if !R::FLYING_KINGS {
            return false;
        }
        each_bit(self.our_kings()).any(|king| {
            (0..4).any(|direction| {
                let at = king.trailing_zeros() as usize;
                let (first, _) = R::Geometry::RAYS.look::<R::Geometry>(direction, at, !self.empty);
                step::<R::Geometry>(first & self.them, direction) & self.empty != 0
            })
        })
    }
}

/// Where pieces land that jump in a direction.
#[inline(always)]
fn jump<R: Rules>(jumpers: Bits, direction: Direction) -> Bits {
    step::<R::Geometry>(step::<R::Geometry>(jumpers, direction), direction)
}

/// Does a capture of two pieces always come before a capture of one?
#[inline(always)]
pub(super) fn longer_comes_first<R: Rules>() -> bool {
    R::precedence(Tally { men: 2, kings: 0 }) > R::precedence(Tally { men: 0, kings: 1 })
}

/// The first sets without the squares of the second.
#[inline(always)]
pub(super) fn without(all: &ByDirection, some: &ByDirection) -> ByDirection {
    let mut rest = *all;
    for direction in 0..4 {
        rest[direction] &= !some[direction];
    }
    rest
}

/// Is there a square in any direction?
#[inline(always)]
pub(super) fn any(by_direction: &ByDirection) -> bool {
    by_direction.iter().fold(0, |all, set| all | set) != 0
}
