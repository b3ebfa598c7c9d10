//! Captures that are not legal: which other capture, or which rule, forbids them.

use std::ops::ControlFlow;

use super::{Case, Fault};
use crate::board::{Bits, Kind};
use crate::notation::Between;
use crate::notation::moves::path::{Fit, fit};
use crate::notation::moves::routes::{Laws, MidCrowning, Stop, walk};
use crate::position::Move;
use crate::rules::{Removal, Rules};

/// How many jumps are tried for one question; enough for all but contrived positions, and a fraction
/// of a second.
const JUMPS: u32 = 100_000;

impl<R: Rules> Case<'_, R> {
    /// A capture by the rules of jumping, which another capture forbids, or which must go on.
    pub(super) fn forbidden_capture(&self) -> Option<Fault> {
        let (captured, goes_on) = self.capture_under(Laws::of::<R>())?;
        if goes_on {
            return Some(Fault::CaptureMustGoOn {
                square: self.names.bit(self.to),
                example: self.example(captured)?,
            });
        }
        let count = |set: Bits| (set.count_ones(), (set & self.pos.all_kings()).count_ones());
        let (pieces, kings) = count(captured);
        let example = self.example(0)?;
        let (most, most_kings) = count(self.pos.captured(*self.legal.first()?));
        if most > pieces {
            Some(Fault::LongerCapture { taken: pieces, most, example })
        } else if most_kings > kings {
            Some(Fault::MoreKings { taken: kings, most: most_kings, example })
        } else {
            None
        }
    }

    /// A capture that would be possible if one rule were lifted.
    pub(super) fn broken_capture(&self) -> Option<Fault> {
        let variant = R::NAME;
        let man = self.kind == Kind::Man;
        let laws = Laws::of::<R>();
        let backward = Laws { men_capture_backward: true, ..laws };
        let half_turns = Laws { half_turns: true, ..laws };
        let crowned = Laws { crowning: MidCrowning::BecomesKing, ..laws };
        let on_as_man = Laws { crowning: MidCrowning::StaysMan, ..backward };
        let men_fly = Laws { men_fly: true, ..backward };
        let kings_fly = Laws { kings_fly: true, ..laws };
        let at_once = Laws { removal: Removal::AtOnce, ..laws };
        let again = Laws { jumps_again: true, ..laws };
        let crowning_fault = match laws.crowning {
            MidCrowning::Stops => Fault::CrownedManStops { variant },
            MidCrowning::StaysMan | MidCrowning::BecomesKing => Fault::StaysMan { variant },
        };
        let directions = if Self::has_sideways() { "forward and sideways" } else { "only forward" };
        [
            (man && !laws.men_capture_backward, backward, {
                Fault::WrongCaptureDirection { directions, variant }
            }),
            (man, crowned, crowning_fault.clone()),
            (man && laws.crowning == MidCrowning::Stops, on_as_man, crowning_fault),
            (!man && !laws.half_turns, half_turns, Fault::HalfTurn { variant }),
            (man, men_fly, Fault::ManCapturesTooFar),
            (!man && !laws.kings_fly, kings_fly, Fault::KingTooFar { variant }),
            (laws.removal == Removal::AtEndOfMove, again, Fault::CapturedPieceBlocks),
            (laws.removal == Removal::AtEndOfMove, at_once, Fault::CapturedPieceBlocks),
        ]
        .into_iter()
        .find(|&(matters, laws, _)| matters && self.capture_under(laws).is_some())
        .map(|(_, _, fault)| fault)
    }

    /// A legal move to show: of this piece, and of those that take more than `captured`, if there is
    /// one.
    pub(super) fn example(&self, captured: Bits) -> Option<String> {
        let of_this = |mv: &&Move| self.pos.from(**mv) == self.from;
        let goes_on = |mv: &&Move| of_this(mv) && captured & !self.pos.captured(**mv) == 0;
        let found = self.legal.iter().find(goes_on).or_else(|| self.legal.iter().find(of_this));
        found.or(self.legal.first()).map(|&mv| self.full(mv))
    }

    /// What the written move captures under some rules, and whether it can go on; complete captures
    /// come first.
    fn capture_under(&self, laws: Laws) -> Option<(Bits, bool)> {
        let mut found = None;
        walk(self.pos, self.from, !0, laws, JUMPS, |stop| {
            if stop.to == self.to && self.is_written(&stop) {
                found = Some((stop.captured, stop.goes_on));
                if !stop.goes_on {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Is this what was written between start and end?
    fn is_written(&self, stop: &Stop<'_>) -> bool {
        match &self.written.between {
            Between::Nothing => true,
            Between::Captured(captured) => *captured == Self::numbers(stop.captured),
            Between::Path(path) => fit::<R>(path, stop.landings) != Fit::No,
        }
    }

    /// A set by printed squares: bit `n - 1` for square `n`.
    fn numbers(set: Bits) -> u64 {
        crate::board::each_bit(set).fold(0, |numbers, bit| {
            let bit_index = bit.trailing_zeros() as usize;
            numbers | 1 << R::NUMBERING.square::<R::Geometry>(bit_index).index()
        })
    }
}
