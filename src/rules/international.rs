//! International (Polish) draughts.

use super::{DrawRule, Rules};
use crate::board::Dark10;

/// International draughts, 10x10 (FMJD, Annex 1): the defaults of [`Rules`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

impl Rules for International {
    type Geometry = Dark10;
    const NAME: &'static str = "normal";
    const HOME_ROWS: std::ops::Range<usize> = 0..4;
    const GAME_TYPE: &'static str = "20,W,10,10,N2,0";
    const OFFICIAL_DRAWS: &'static [DrawRule] =
        &[DrawRule::Repetition(3), DrawRule::NoConversion(50)];
}
