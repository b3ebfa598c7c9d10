//! Games of variants that damier does not play, known by their moves where no tag says so.

use super::replay::Replay;
use super::source::Section;
use super::verdict::Order;
use super::written::Written;
use crate::board::Dark8;
use crate::rules::{Crowning, DrawRule, Notation, Rules, Tally};

/// Czech draughts as far as a reader needs them: men capture forward only, kings fly, and whoever has
/// to capture has free choice (that kings come before men is not asked).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Czech;

impl Rules for Czech {
    type Geometry = Dark8;
    const NAME: &'static str = "Czech draughts";
    const HOME_ROWS: std::ops::Range<usize> = 0..3;
    const MEN_CAPTURE_BACKWARD: bool = false;
    const CROWNING: Crowning = Crowning::EndsTheMove;
    const NOTATION: Notation = Notation::Algebraic;
    const GAME_TYPE: &'static str = "29,W,8,8,A0,0";
    const OFFICIAL_DRAWS: &'static [DrawRule] = &[DrawRule::Repetition(3)];

    fn precedence(_: Tally) -> u32 {
        0
    }
}

/// The name of the variant by whose rules all of a game can be played, if there is one.
pub(super) fn plays(section: &Section, written: &Written, order: Order) -> Option<&'static str> {
    let game = Replay::<Czech>::new(section, written, order).game()?;
    game.is_ok().then_some(Czech::NAME)
}
