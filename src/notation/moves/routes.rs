//! Ways to capture, one jump after the other, with the squares where the piece lands.
//!
//! The move generator knows only where a capture starts, ends and what it takes. Here it is followed
//! jump by jump, to write and to read paths, and under rules that are not the variant's, to find
//! which rule a wrong move breaks. None of this is fast.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::board::{Bits, Color, Direction, Geometry, each_bit, step};
use crate::position::Position;
use crate::rules::{Crowning, Removal, Rules};

/// The rules of capture that a way has to keep.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one for each rule that can be lifted alone")]
pub(super) struct Laws {
    pub(super) men_capture_backward: bool,
    pub(super) men_fly: bool,
    pub(super) kings_fly: bool,
    pub(super) half_turns: bool,
    pub(super) removal: Removal,
    pub(super) crowning: MidCrowning,
    /// Pieces may be jumped again while they are still standing.
    pub(super) jumps_again: bool,
}

/// What becomes of a man on its last row in mid-capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MidCrowning {
    Stops,
    StaysMan,
    BecomesKing,
}

impl Laws {
    pub(super) fn of<R: Rules>() -> Self {
        Self {
            men_capture_backward: R::MEN_CAPTURE_BACKWARD,
            men_fly: false,
            kings_fly: R::FLYING_KINGS,
            half_turns: R::HALF_TURNS,
            removal: R::REMOVAL,
            crowning: match R::CROWNING {
                Crowning::EndsTheMove => MidCrowning::Stops,
                Crowning::AtEndOfMove => MidCrowning::StaysMan,
            },
            jumps_again: false,
        }
    }
}

/// The squares between two jumps on which the piece may be said to have landed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    /// The one that is written: where it turned, or right behind the victim.
    pub(super) written: Bits,
    /// All that a reader may accept.
    pub(super) allowed: Bits,
}

/// A place where a capturing piece has landed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop<'a> {
    pub(super) to: Bits,
    /// What it has captured.
    pub(super) captured: Bits,
    /// Where it landed before; one less than its jumps.
    pub(super) landings: &'a [Landing],
    /// It can jump on from here.
    pub(super) goes_on: bool,
}

/// Follows captures of one piece and tells every stop.
pub(super) struct Walk<'a, R: Rules> {
    laws: Laws,
    /// What may be jumped.
    prey: Bits,
    enemies: Bits,
    empty: Bits,
    color: Color,
    captured: Bits,
    landings: SmallVec<[Landing; 16]>,
    /// How many more jumps are tried.
    budget: u32,
    told: &'a mut dyn FnMut(Stop<'_>) -> ControlFlow<()>,
    rules: std::marker::PhantomData<R>,
}

/// Tells every stop of the captures of the piece on `from` that take nothing but `prey`, until it is
/// told to stop or `budget` jumps were tried.
pub(super) fn walk<R: Rules>(
    pos: &Position<R>,
    from: Bits,
    prey: Bits,
    laws: Laws,
    budget: u32,
    mut told: impl FnMut(Stop<'_>) -> ControlFlow<()>,
) {
    let color = pos.turn();
    let enemies = pos.pieces(!color);
    let mut walk = Walk::<R> {
        laws,
        prey: prey & enemies,
        enemies,
        empty: pos.empty() | from,
        color,
        captured: 0,
        landings: SmallVec::new(),
        budget,
        told: &mut told,
        rules: std::marker::PhantomData,
    };
    let is_king = from & pos.all_kings() != 0;
    for direction in 0..4 {
        if walk.jump(from, is_king, direction).is_break() {
            return;
        }
    }
}

/// The directions in which men of a color step.
pub(super) fn man_steps<R: Rules>(color: Color) -> u8 {
    let up = R::Geometry::UP;
    let sideways = R::Geometry::SIDEWAYS;
    match color {
        Color::White => up | sideways,
        Color::Black => !up & 0b1111,
    }
}

impl<R: Rules> Walk<'_, R> {
    /// Squares to land on and fly over.
    fn free(&self) -> Bits {
        match self.laws.removal {
            Removal::AtEndOfMove => self.empty,
            Removal::AtOnce => self.empty | self.captured,
        }
    }

    /// What could be jumped in a direction, or none.
    fn victim(&self, at: Bits, is_king: bool, direction: Direction) -> Bits {
        let free = self.free();
        let flies = if is_king { self.laws.kings_fly } else { self.laws.men_fly };
        let may = is_king
            || self.laws.men_capture_backward
            || man_steps::<R>(self.color) >> direction & 1 != 0;
        if !may {
            return 0;
        }
        let first = if flies {
            let at = at.trailing_zeros() as usize;
            R::Geometry::RAYS.look::<R::Geometry>(direction, at, !free).0
        } else {
            step::<R::Geometry>(at, direction)
        };
        let standing = match self.laws.removal {
            Removal::AtEndOfMove if self.laws.jumps_again => self.enemies,
            Removal::AtEndOfMove | Removal::AtOnce => self.enemies & !self.captured,
        };
        let victim = first & standing & self.prey;
        if step::<R::Geometry>(victim, direction) & free & R::Geometry::BOARD == 0 {
            0
        } else {
            victim
        }
    }

    /// Jumps in one direction, if there is something to jump, and goes on from all landings.
    fn jump(&mut self, at: Bits, is_king: bool, direction: Direction) -> ControlFlow<()> {
        let victim = self.victim(at, is_king, direction);
        if victim == 0 {
            return ControlFlow::Continue(());
        }
        let Some(budget) = self.budget.checked_sub(1) else { return ControlFlow::Break(()) };
        self.budget = budget;
        // Only where pieces are jumped again can there be more jumps than enemies: one more is
        // enough to show it.
        if self.landings.len() > self.enemies.count_ones() as usize {
            return ControlFlow::Continue(());
        }
        let captured = self.captured;
        self.captured |= victim;
        let flow = self.land(victim, is_king, direction);
        self.captured = captured;
        flow
    }

    /// Goes on behind a victim, from each square where the piece can land.
    fn land(&mut self, victim: Bits, is_king: bool, direction: Direction) -> ControlFlow<()> {
        let behind = step::<R::Geometry>(victim, direction);
        let flies = if is_king { self.laws.kings_fly } else { self.laws.men_fly };
        let run = if flies {
            let victim = victim.trailing_zeros() as usize;
            R::Geometry::RAYS.look::<R::Geometry>(direction, victim, !self.free()).1
        } else {
            behind
        };
        // Straight on the next victim is the same from wherever the piece lands.
        let straight = self.victim(behind, is_king, direction) != 0;
        for to in each_bit(run) {
            let crowned = !is_king && to & Position::<R>::last_row(self.color) != 0;
            let stops = crowned && self.laws.crowning == MidCrowning::Stops;
            let is_king = is_king || (crowned && self.laws.crowning == MidCrowning::BecomesKing);
            let mut goes_on = straight && !stops;
            for next in 0..4 {
                let back = next == 3 - direction;
                if stops || next == direction || (back && !self.laws.half_turns) {
                    continue;
                }
                if self.victim(to, is_king, next) != 0 {
                    goes_on = true;
                    self.landings.push(Landing { written: to, allowed: to });
                    self.jump(to, is_king, next)?;
                    self.landings.pop();
                }
            }
            if to == behind && goes_on && straight {
                self.landings.push(Landing { written: to, allowed: run });
                self.jump(to, is_king, direction)?;
                self.landings.pop();
            }
            let landings = &self.landings;
            (self.told)(Stop { to, captured: self.captured, landings, goes_on })?;
        }
        ControlFlow::Continue(())
    }
}
