//! English (Classic) draughts.

use super::{Crowning, DrawRule, ForeignFrame, Rules, Tally};
use crate::board::{Color, Dark8};

/// English draughts, 8x8 (WCDF): short kings, free choice of capture, crowning ends the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct English;

impl Rules for English {
    type Geometry = Dark8;
    const NAME: &'static str = "english";
    const FIRST: Color = Color::Black;
    const HOME_ROWS: std::ops::Range<usize> = 0..3;
    const MEN_CAPTURE_BACKWARD: bool = false;
    const FLYING_KINGS: bool = false;
    const CROWNING: Crowning = Crowning::EndsTheMove;
    const PYDRAUGHTS: ForeignFrame = ForeignFrame::TURNED_POSITION;
    const GAME_TYPE: &'static str = "21,B,8,8,N1,0";
    /// strategygames writes 32.
    const OLD_GAME_TYPES: &'static [&'static str] = &["32,B"];
    const POINTS_FOR_A_WIN: u32 = 1;
    /// WCDF: 40 moves each without a capture or a man's advance.
    const OFFICIAL_DRAWS: &'static [DrawRule] =
        &[DrawRule::Repetition(3), DrawRule::NoConversion(80)];

    fn precedence(_: Tally) -> u32 {
        0
    }
}
