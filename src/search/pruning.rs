//! What need not be searched in full.
//!
//! There is no null move here: in draughts the right to move is often a burden, and a capture
//! cannot be declined. Probcut (Buro 1995) in the forms of other engines was measured with this
//! evaluation and lost 18 to 44 Elo at 4,000 to 40,000 nodes a move.

use super::tune;
use crate::score::Score;

/// Reverse futility (Heinz 1998): near the leaves an evaluation far above beta is taken as a cut.
/// Only where nothing hangs, which is where there is an evaluation.
#[inline(always)]
pub(super) fn is_far_above(eval: Score, beta: Score, depth: i32) -> bool {
    depth <= tune::futility_depth()
        && beta.is_evaluation()
        && eval >= beta + tune::futility_margin() * depth
}
