//! Brazilian draughts.

use super::{DrawRule, Ending, ForeignFrame, Notation, Rules};
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
    const POINTS_FOR_A_WIN: u32 = 1;
    /// The list of the 64-squares section (FMJD64), which lidraughts and pydraughts play by. The
    /// Brazilian federation's own text (CBD, article 16) has 20 moves by kings instead.
    ///
    /// All of it holds at once: 15 moves each by kings only draw an ending of 4 to 7 pieces too,
    /// where lidraughts lets 7.2.6 take the place of 7.2.5.
    const OFFICIAL_DRAWS: &'static [DrawRule] = &[
        // 7.2.3
        DrawRule::Repetition(3),
        // 7.2.4: 15 moves each
        DrawRule::Ending(Ending::LoneKingAgainstKings { least: 3 }, 30),
        // 7.2.5: 15 moves each by kings only, without a capture
        DrawRule::NoConversion(30),
        // 7.2.6: 30 moves each with four or five pieces, 60 with six or seven
        DrawRule::Ending(Ending::KingsOnBothSides { least: 4, most: 5 }, 60),
        DrawRule::Ending(Ending::KingsOnBothSides { least: 6, most: 7 }, 120),
        // 7.2.7: 5 moves each
        DrawRule::Ending(Ending::LoneKingOnMainDiagonal { against: 3 }, 10),
        // 7.2.8: 5 moves each
        DrawRule::Ending(Ending::LoneKing { least: 1, most: 2 }, 10),
    ];
}
