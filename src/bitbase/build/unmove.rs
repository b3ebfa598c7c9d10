//! Quiet moves taken back: where a position may have come from without a capture or a crowning.

use crate::bitbase::index::Groups;
use crate::board::{Bits, Geometry, each_bit, step};
use crate::rules::Rules;

/// Tells, for a position with White to move, each way in which Black may just have moved: which of
/// its groups changed (1 men, 3 kings) and to what it is changed back.
///
/// Whether Black could have captured instead is not looked at: then the move was not legal.
#[inline(always)]
pub(super) fn unmoves<R: Rules>(groups: Groups, mut tell: impl FnMut(usize, Bits)) {
    let [our_men, men, our_kings, kings] = groups;
    let empty = R::Geometry::BOARD & !(our_men | men | our_kings | kings);
    for direction in 0..4 {
        // Black's men step down and sideways; back is up and sideways.
        if (R::Geometry::UP | R::Geometry::SIDEWAYS) >> direction & 1 != 0 {
            for from in each_bit(step::<R::Geometry>(men, direction) & empty) {
                let to = step::<R::Geometry>(from, 3 - direction);
                tell(1, men ^ (from | to));
            }
        }
    }
    for king in each_bit(kings) {
        let at = king.trailing_zeros() as usize;
        for direction in 0..4 {
            let from = if R::FLYING_KINGS {
                R::Geometry::RAYS.look::<R::Geometry>(direction, at, !empty).1
            } else {
                step::<R::Geometry>(king, direction) & empty
            };
            for from in each_bit(from) {
                tell(3, kings ^ (king | from));
            }
        }
    }
}
