//! The moves of several positions counted at once.
//!
//! Where neither a king moves nor a capture goes on, counting takes no decision: the same few dozen
//! shifts and masks for every position. Of a group of them the compiler makes vector instructions
//! that work on several positions at a time, of the widest kind that this processor has.
#![expect(unsafe_code, reason = "calls code compiled for what this processor was found to have")]

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
    /// The number of moves, if no capture goes on.
    pub(super) moves: [u64; LANES],
    /// Men whose capture goes on; if there are any, the position is to be looked at by itself.
    pub(super) goes_on: [Bits; LANES],
}

/// Counts by the definition.
#[inline(always)]
fn count_plainly<R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) -> Counted {
    let mut counted = Counted { moves: [0; LANES], goes_on: [0; LANES] };
    for at in 0..LANES {
        let side = Side::<R, WHITE, true>::new(lanes.us[at], lanes.them[at], lanes.kings[at]);
        let open = side.open();
        let jumpers = side.jumpers(&open);
        let mut quiet = Count::<false>::default();
        side.quiet_moves(&mut quiet);
        let mut jumps = Count::<false>::default();
        side.single_jumps(&jumpers, &mut jumps);
        let going_on = side.going_on(&open, &jumpers);
        counted.goes_on[at] = going_on.iter().fold(0, |all, set| all | set);
        counted.moves[at] = if any(&jumpers) { jumps.moves } else { quiet.moves };
    }
    counted
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Counted, Lanes, Rules, count_plainly};

    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
    pub(super) fn count_avx512<R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) -> Counted {
        count_plainly::<R, WHITE>(lanes)
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn count_avx2<R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) -> Counted {
        count_plainly::<R, WHITE>(lanes)
    }
}

/// Counts with the best instructions there are. What is known when compiling costs no test.
#[inline(always)]
pub(super) fn count_lanes<R: Rules, const WHITE: bool>(lanes: &Lanes<'_>) -> Counted {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq") {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { x86::count_avx512::<R, WHITE>(lanes) };
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { x86::count_avx2::<R, WHITE>(lanes) };
        }
    }
    count_plainly::<R, WHITE>(lanes)
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
            let (fast, plain) =
                (count_lanes::<R, WHITE>(&lanes), count_plainly::<R, WHITE>(&lanes));
            assert_eq!(fast.moves, plain.moves);
            assert_eq!(fast.goes_on, plain.goes_on);
        }
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
