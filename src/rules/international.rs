//! International (Polish) draughts.

use super::{DrawRule, Ending, Rules};
use crate::board::Dark10;

/// International draughts, 10x10 (FMJD, Annex 1): the defaults of [`Rules`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

impl Rules for International {
    type Geometry = Dark10;
    const NAME: &'static str = "normal";
    const HOME_ROWS: std::ops::Range<usize> = 0..4;
    const GAME_TYPE: &'static str = "20,W,10,10,N2,0";
    /// FMJD, Annex 1, article 6: the third repetition (6.1); 25 moves each by kings only and without
    /// a capture (6.2); 16 moves each with a king alone against three pieces, and 5 against one or
    /// two, a king among them. These last count from the move after the one that makes the ending,
    /// as in lidraughts.
    const OFFICIAL_DRAWS: &'static [DrawRule] = &[
        DrawRule::Repetition(3),
        DrawRule::NoConversion(50),
        DrawRule::Ending(Ending::LoneKing { least: 3, most: 3 }, 32),
        DrawRule::Ending(Ending::LoneKing { least: 1, most: 2 }, 10),
    ];
}
