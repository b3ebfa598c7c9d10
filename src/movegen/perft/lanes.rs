//! The moves of several positions counted at once.
//!
//! Where neither a king moves nor a capture goes on, counting takes no decision: the same few dozen
//! shifts and masks for every position. Of a group of them the compiler makes vector instructions
//! that work on several positions at a time, of the widest kind that this processor has.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls code compiled for what this processor was found to have")
)]

use super::super::Count;
use super::super::side::{Side, any};
use crate::board::Bits;
use crate::rules::Rules;

/// How many positions are taken together: a multiple of what any vector holds.
pub(super) const LANES: usize = 16;

/// Positions seen by the color to move, which has no kings in any.
pub(super) struct Lanes<'a> {
    pub(super) us: &'a [Bits; LANES],
    pub(super) them: &'a [Bits; LANES],
    pub(super) kings: &'a [Bits; LANES],
}

/// What was counted of each.
pub(super) struct Counted {
    /// The number of moves, if they were simple enough.
    pub(super) moves: [u64; LANES],
    /// Not zero if they were not.
    pub(super) open: [Bits; LANES],
}

/// A way to count that takes no decision.
pub(super) trait Way {
    /// The number of moves, and a set that is not empty if that number may be wrong.
    fn count<R: Rules, const WHITE: bool>(side: &Side<R, WHITE, true>) -> (u64, Bits);
}

/// Quiet moves and single jumps; captures that go on stay open.
pub(super) struct Simple;

impl Way for Simple {
    #[inline(always)]
    fn count<R: Rules, const WHITE: bool>(side: &Side<R, WHITE, true>) -> (u64, Bits) {
        let open = side.open();
        let jumpers = side.jumpers(&open);
        let mut quiet = Count::<false>::default();
        side.quiet_moves(&mut quiet);
        let mut jumps = Count::<false>::default();
        side.single_jumps(&jumpers, &mut jumps);
        let going_on = side.going_on(&open, &jumpers);
        let moves = if any(&jumpers) { jumps.moves } else { quiet.moves };
        (moves, going_on.iter().fold(0, |all, set| all | set))
    }
}

/// Positions with captures that go on; those that go on once more stay open.
pub(super) struct Doubles;

impl Way for Doubles {
    #[inline(always)]
    fn count<R: Rules, const WHITE: bool>(side: &Side<R, WHITE, true>) -> (u64, Bits) {
        let open = side.open();
        let jumpers = side.jumpers(&open);
        let going_on = side.going_on(&open, &jumpers);
        let (landings, against) = side.double_jumps(&open, &going_on);
        let mut jumps = Count::<false>::default();
        side.ending_jumps(&jumpers, &going_on, &landings, &mut jumps);
        (jumps.moves, against)
    }
}

/// Counts by the definition.
#[inline(always)]
fn count_plainly<K: Way, R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) -> Counted {
    let mut counted = Counted { moves: [0; LANES], open: [0; LANES] };
    for at in 0..LANES {
        let side = Side::new(lanes.us[at], lanes.them[at], lanes.kings[at]);
        (counted.moves[at], counted.open[at]) = K::count::<R, WHITE>(&side);
    }
    counted
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Counted, Lanes, Rules, Way, count_plainly};

    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
    pub(super) fn count_avx512<K: Way, R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) -> Counted {
        count_plainly::<K, R, WHITE>(lanes)
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn count_avx2<K: Way, R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) -> Counted {
        count_plainly::<K, R, WHITE>(lanes)
    }
}

/// Counts with the best instructions there are. What is known when compiling costs no test.
#[inline(always)]
pub(super) fn count_lanes<K: Way, R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) -> Counted {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq") {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { x86::count_avx512::<K, R, WHITE>(lanes) };
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { x86::count_avx2::<K, R, WHITE>(lanes) };
        }
    }
    count_plainly::<K, R, WHITE>(lanes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;
    use crate::rules::{Brazilian, English, International, Spanish, Turkish};

    fn agree<R: Rules, const WHITE: bool>() {
        let mut state = 1_u64;
        let mut random = || {
            // SplitMix64 (Steele, Lea & Flood 2014).
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            (mixed ^ mixed >> 31) & R::Geometry::BOARD
        };
        for _ in 0..1_000 {
            let us: [Bits; LANES] = std::array::from_fn(|_| random() & random());
            let them: [Bits; LANES] = std::array::from_fn(|at| random() & !us[at]);
            let kings: [Bits; LANES] = std::array::from_fn(|at| them[at] & random() & random());
            let lanes = Lanes { us: &us, them: &them, kings: &kings };
            agree_on::<Simple, R, WHITE>(&lanes);
            agree_on::<Doubles, R, WHITE>(&lanes);
        }
    }

    fn agree_on<K: Way, R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) {
        let fast = count_lanes::<K, R, WHITE>(lanes);
        let plain = count_plainly::<K, R, WHITE>(lanes);
        assert_eq!(fast.moves, plain.moves);
        assert_eq!(fast.open, plain.open);
    }

    #[test]
    fn the_fast_way_counts_as_the_plain_one() {
        agree::<International, true>();
        agree::<English, false>();
        agree::<Brazilian, true>();
        agree::<Spanish, false>();
        agree::<Turkish, true>();
    }
}
