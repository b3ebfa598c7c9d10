//! Brazilian draughts.

use super::{DrawRule, ForeignFrame, Notation, Rules};
use crate::board::Dark8;

/// Brazilian draughts (CBD): the international rules on 8x8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Geometry = Dark8;
    const NAME: &'static str = "brazilian";
    const HOME_ROWS: std::ops::Range<usize> = 0..3;
    const NOTATION: Notation = Notation::Algebraic;
    const PYDRAUGHTS: ForeignFrame = ForeignFrame::UPSIDE_DOWN_MOVES;
    const GAME_TYPE: &'static str = "26,W,8,8,A0,0";
    const OFFICIAL_DRAWS: &'static [DrawRule] =
        &[DrawRule::Repetition(3), DrawRule::NoConversion(30)];
}
