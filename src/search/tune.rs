//! The numbers of the search: depths in plies, margins in centimen. TUNING.md has the matches that decided
//! those which depend on the evaluation.
//!
//! They are constants, but for builds with the feature `tune`: there a process changes its own by the
//! parameter `tune`, so that two processes can play a match between two settings.

use std::time::Duration;

use crate::rules::Rules;

/// No line is followed further than this.
pub(super) const MAX_PLY: usize = 250;
/// The largest depth of an iteration.
pub(super) const MAX_DEPTH: i32 = 120;
/// A bitbase win further off than this is scored as one so far off: the depth of the line has to
/// fit between that and an evaluation.
pub(super) const MOST_KNOWN_PLIES: usize = 700;
/// A bitbase win so near is scored as one that the search has proved.
pub(super) const PROVED_PLIES: usize = 4;
/// The most nodes between two looks at the clock.
pub(super) const NODES_BETWEEN_CHECKS: u64 = 512;
/// Where more time passes between two looks, the next comes after fewer nodes.
pub(super) const LONG_BETWEEN_CHECKS: Duration = Duration::from_millis(4);

/// A number that is the same for all variants, or one that has its own for some of them.
macro_rules! number {
    ($(#[$doc:meta])* $name:ident = $value:expr) => {
        $(#[$doc])*
        #[cfg(not(feature = "tune"))]
        #[inline(always)]
        pub(super) const fn $name() -> i32 {
            $value
        }
        $(#[$doc])*
        #[cfg(feature = "tune")]
        pub(super) fn $name() -> i32 {
            changeable::get(changeable::Name::$name).unwrap_or($value)
        }
    };
    ($(#[$doc:meta])* $name:ident = $value:expr, $($variant:literal => $own:expr),+) => {
        $(#[$doc])*
        #[inline(always)]
        pub(super) fn $name<R: Rules>() -> i32 {
            #[cfg(feature = "tune")]
            if let Some(value) = changeable::get(changeable::Name::$name) {
                return value;
            }
            match R::NAME {
                $($variant => $own,)+
                _ => $value,
            }
        }
    };
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:expr $(, $variant:literal => $own:expr)*;)+) => {
        $(number! { $(#[$doc])* $name = $value $(, $variant => $own)* })+

        /// The variants that have numbers of their own.
        #[cfg(test)]
        const OWN: &[&str] = &[$($($variant,)*)+];

        #[cfg(feature = "tune")]
        mod changeable {
            use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

            #[allow(non_camel_case_types)]
            pub(super) enum Name { $($name),+ }

            const NAMES: &[&str] = &[$(stringify!($name)),+];
            const UNCHANGED: i32 = i32::MIN;
            static VALUES: [AtomicI32; NAMES.len()] =
                [const { AtomicI32::new(UNCHANGED) }; NAMES.len()];

            /// What a number was changed to, if it was.
            pub(super) fn get(name: Name) -> Option<i32> {
                Some(VALUES[name as usize].load(Relaxed)).filter(|&value| value != UNCHANGED)
            }

            /// Changes numbers of the search for this process, in all variants, as `name=value,...`
            /// says; all others are as they are in the program. Nothing changes if the text has
            /// anything else.
            pub(crate) fn set(text: &str) -> Option<()> {
                let mut values = [UNCHANGED; NAMES.len()];
                for change in text.split(',').filter(|change| !change.is_empty()) {
                    let (name, value) = change.split_once('=')?;
                    let index = NAMES.iter().position(|&own| own == name)?;
                    values[index] = value.parse().ok()?;
                }
                for (place, value) in VALUES.iter().zip(values) {
                    place.store(value, Relaxed);
                }
                Some(())
            }
        }
        #[cfg(feature = "tune")]
        pub(crate) use changeable::set;
    };
}

parameters! {
    /// Moves that a game is taken to last from a full board.
    moves_left_full = 32;
    /// Moves that a game is taken to last from a nearly empty board.
    moves_left_empty = 12;
    /// What is kept of a small clock, in percent.
    reserve = 50;
    /// The most that a move may take, in percent of what was planned for it.
    hard_to_soft = 400;
    /// The most that a move may take, in percent of the clock.
    most_of_clock = 60;
    /// The same where no other move has to be made in that time.
    most_of_last_move = 90;

    /// From this depth on iterations start with a narrow window.
    aspiration_depth = 5;
    /// Half of that window.
    aspiration = 12, "spanish" => 25;
    /// A window wider than this on one side is opened fully there.
    aspiration_max = 400;

    /// With so many plies left till a counter draws the game, the table does not cut.
    late_plies = 20;
    /// What a bitbase win is worth that a counter may spoil, less the plies to it.
    late_win = 600;

    /// The bound of history values.
    history_max = 1 << 13;
    /// A history bonus for each ply of depth.
    history_bonus = 32;
    /// The largest history bonus.
    history_bonus_max = 512;
    /// What the moves lose that did not cut, in percent of that bonus.
    history_malus = 25;
    /// Crowning moves come before killers.
    crowning_first = 1 << 20;
    /// Killers come before all that history says.
    killers_next = 1 << 19;
    /// What a captured piece weighs in ordering, against history.
    order_man = 1 << 14;
    /// What a captured king weighs more than a man.
    order_king = 1 << 14;

    /// Moves are reduced from this depth on.
    reduce_depth = 2;
    /// Reduction in percent of a ply, to begin with.
    reduce_base = 40;
    /// What it grows with the logarithms of depth and place among the moves.
    reduce_slope = 20;
    /// What it is less in principal nodes.
    reduce_pv = 50;
    /// From this depth on a node without a move from the table is searched one ply less.
    iir_depth = 4;

    /// Reverse futility up to this depth.
    futility_depth = 4, "spanish" => 6, "turkish" => 6;
    /// By how much the evaluation has to be above beta for each ply of depth.
    futility_margin = 45, "spanish" => 30, "turkish" => 30;
    /// A fail low by the evaluation up to this depth.
    below_depth = 5, "normal" => 3, "turkish" => 3;
    /// By how much the evaluation has to be below alpha for each ply of depth.
    below_margin = 70, "turkish" => 130;
    /// Probcut from this depth on.
    probcut_depth = 12;
    /// How deep its probe goes, in percent of the depth.
    probcut_percent = 35;
    /// By how much the probe has to beat beta ...
    probcut_margin = 40;
    /// ... and by how much more for each ply of depth.
    probcut_margin_per_ply = 10;
    /// Singular moves are looked for from this depth on.
    singular_depth = 7;
    /// The entry may be so many plies less deep.
    singular_entry = 3;
    /// Four times by how much a singular move is better for each ply of depth.
    singular_margin = 6;
}

/// How much less than planned a move needs: more than 1 if the best move has been the same for some
/// iterations and took most of the nodes.
pub(super) fn haste(stable: i32, share_of_nodes: f64) -> f64 {
    (0.6 + 0.1 * f64::from(stable.min(6))) * (0.6 + 0.6 * share_of_nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, International, Turkish, Variant};

    #[test]
    fn numbers_of_their_own_are_those_of_variants() {
        for name in OWN {
            assert!(Variant::ALL.iter().any(|variant| variant.name() == *name), "{name}");
        }
        assert_eq!((below_margin::<English>(), below_margin::<Turkish>()), (70, 130));
        assert_eq!((below_depth::<English>(), below_depth::<International>()), (5, 3));
    }
}
