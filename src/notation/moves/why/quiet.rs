//! Quiet moves that are not legal: too far, the wrong way, through something, or when a capture is
//! due.

use super::{Case, Fault};
use crate::board::{Bits, Direction, Geometry, Kind, each_bit};
use crate::notation::moves::routes::man_steps;
use crate::rules::Rules;

impl<R: Rules> Case<'_, R> {
    /// Do men move sideways?
    pub(super) fn has_sideways() -> bool {
        R::Geometry::SIDEWAYS != 0
    }

    /// A quiet move that would be legal if nothing could be captured.
    pub(super) fn compulsory_capture(&self) -> Option<Fault> {
        let (direction, between) = self.line()?;
        let is_quiet = between & self.pos.occupied() == 0
            && match self.kind {
                Kind::Man => between == 0 && self.man_steps(direction),
                Kind::King => between == 0 || R::FLYING_KINGS,
            };
        if is_quiet { Some(Fault::CaptureIsCompulsory { example: self.example(0)? }) } else { None }
    }

    /// What is wrong with a move that captures nothing by any rule.
    pub(super) fn broken_quiet_move(&self) -> Option<Fault> {
        let variant = R::NAME;
        let Some((direction, between)) = self.line() else {
            let (from, to) = (self.names.bit(self.from), self.names.bit(self.to));
            let line = if R::Geometry::DARK_ONLY { "diagonal" } else { "row or column" };
            return (self.from != self.to).then_some(Fault::NotInLine { from, to, line });
        };
        if let Some(fault) = self.blocked(direction, between) {
            return Some(fault);
        }
        match self.kind {
            Kind::Man if !self.man_steps(direction) => {
                let directions =
                    if Self::has_sideways() { "forward and sideways" } else { "only forward" };
                Some(Fault::WrongDirection { directions, variant })
            }
            Kind::Man if between != 0 => Some(Fault::ManTooFar),
            Kind::King if between != 0 && !R::FLYING_KINGS => Some(Fault::KingTooFar { variant }),
            Kind::Man | Kind::King => None,
        }
    }

    /// The first piece in the way, if it cannot be jumped.
    fn blocked(&self, direction: Direction, between: Bits) -> Option<Fault> {
        let turn = self.pos.turn();
        let up = R::Geometry::STEPS.shift[direction] > 0;
        let mut pieces: Vec<Bits> = each_bit(between & self.pos.occupied()).collect();
        if !up {
            pieces.reverse();
        }
        let own = |&bit: &Bits| self.pos.pieces(turn) & bit != 0;
        let block = |&bit: &Bits| {
            let color = if own(&bit) { turn } else { !turn };
            Some(Fault::Blocked { square: self.names.bit(bit), color })
        };
        match &pieces[..] {
            [] => None,
            [first, ..] if own(first) => block(first),
            [first, second, ..] if Self::is_next(*first, *second, direction) => {
                let (victim, square) = (self.names.bit(*first), self.names.bit(*second));
                Some(Fault::TwoInARow { victim, square })
            }
            [first] => block(first),
            [_, second, ..] => block(second),
        }
    }

    fn is_next(first: Bits, second: Bits, direction: Direction) -> bool {
        crate::board::step::<R::Geometry>(first, direction) == second
    }

    fn man_steps(&self, direction: Direction) -> bool {
        man_steps::<R>(self.pos.turn()) >> direction & 1 != 0
    }

    /// The direction from start to end and the squares between, where both are on one line.
    fn line(&self) -> Option<(Direction, Bits)> {
        let beyond = |direction, bit: Bits| {
            R::Geometry::RAYS.beyond(direction, bit.trailing_zeros() as usize)
        };
        (0..4).find(|&direction| beyond(direction, self.from) & self.to != 0).map(|direction| {
            (direction, beyond(direction, self.from) & beyond(3 - direction, self.to))
        })
    }
}
