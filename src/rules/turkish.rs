//! Turkish draughts.

use super::{DrawRule, ForeignFrame, Notation, Removal, Rules};
use crate::board::Full8;

/// Turkish draughts (dama), all squares of 8x8: captured pieces leave at once, no half turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turkish;

impl Rules for Turkish {
    type Geometry = Full8;
    const NAME: &'static str = "turkish";
    const HOME_ROWS: std::ops::Range<usize> = 1..3;
    /// Men capture forward and sideways.
    const MEN_CAPTURE_BACKWARD: bool = false;
    const REMOVAL: Removal = Removal::AtOnce;
    const HALF_TURNS: bool = false;
    const NOTATION: Notation = Notation::Algebraic;
    const PYDRAUGHTS: ForeignFrame = ForeignFrame::UPSIDE_DOWN_MOVES;
    const GAME_TYPE: &'static str = "30,W,8,8,A0,0";
    /// hcheckers writes 43.
    const OLD_GAME_TYPES: &'static [&'static str] = &["43"];
    const POINTS_FOR_A_WIN: u32 = 1;
    /// One piece each: Turkish federation (TUDAF), page 9. Its texts set no limit to moves without
    /// progress: that one is the standard profile's.
    const OFFICIAL_DRAWS: &'static [DrawRule] =
        &[DrawRule::Repetition(3), DrawRule::NoConversion(100), DrawRule::OnePieceEach];
}
