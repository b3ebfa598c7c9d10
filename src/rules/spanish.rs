//! Spanish draughts.

use super::{Crowning, DrawRule, Ending, Numbering, Rules, Tally};
use crate::board::Dark8;

/// Spanish draughts, 8x8 (FPD): men capture forward only; most pieces, then most kings.
///
/// The board is seen in a mirror, with the long diagonal from h1 to a8. In the bit layout it is the
/// same board as the others: only what is printed differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spanish;

impl Rules for Spanish {
    type Geometry = Dark8;
    const NAME: &'static str = "spanish";
    const HOME_ROWS: std::ops::Range<usize> = 0..3;
    const MEN_CAPTURE_BACKWARD: bool = false;
    const CROWNING: Crowning = Crowning::EndsTheMove;
    const NUMBERING: Numbering = Numbering::FromBottom;
    const GAME_TYPE: &'static str = "24,W,8,8,N1,1";
    /// 28 is Portuguese draughts, for which strategygames writes 31.
    const OLD_GAME_TYPES: &'static [&'static str] = &["28", "31,W"];
    const POINTS_FOR_A_WIN: u32 = 1;
    /// FPD (Damas Clássicas): 20 moves each without a capture or a crowning; 12 moves each by three
    /// kings against one, once they hold the main diagonal (the `rio`, 1 to 32).
    const OFFICIAL_DRAWS: &'static [DrawRule] = &[
        DrawRule::Repetition(3),
        DrawRule::NoCaptureOrCrowning(40),
        DrawRule::Ending(Ending::KingsHoldMainDiagonal { kings: 3 }, 24),
    ];

    fn precedence(captured: Tally) -> u32 {
        (captured.men + captured.kings) * 64 + captured.kings
    }
}
