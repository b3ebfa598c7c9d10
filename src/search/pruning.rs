//! What need not be searched in full.
//!
//! There is no null move here: in draughts the right to move is often a burden, and a capture
//! cannot be declined.

use super::tune;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

use super::node::Mode;

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// Reverse futility (Heinz 1998): near the leaves an evaluation far above beta is taken as a
    /// cut. Only where nothing hangs, which is where there is an evaluation.
    #[inline(always)]
    pub(super) fn reverse_futility(eval: Score, beta: Score, depth: i32) -> bool {
        depth <= tune::futility_depth()
            && beta.is_evaluation()
            && eval >= beta + tune::futility_margin() * depth
    }

    /// Probcut (Buro 1995, in this form Letouzey's Scan 2015): a shallow search of the same node
    /// that beats beta by a margin is taken as a cut.
    ///
    /// Not near the leaves, where it costs more than it saves, and not with a beta that is a proven
    /// score, which a margin cannot be added to.
    #[inline(always)]
    pub(super) fn probcut(
        &mut self,
        pos: &Position<R>,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if depth < tune::probcut_depth() || !beta.is_evaluation() {
            return None;
        }
        let margin = tune::probcut_margin() * depth;
        let raised = beta + margin;
        let shallow = depth * tune::probcut_percent() / 100;
        let score = self.node::<false>(pos, raised - 1, raised, shallow, ply, Mode::Probe);
        (score >= raised).then(|| score - margin)
    }
}

/// Late-move pruning: near the leaves, after so many quiet moves that did not help, the rest will
/// not either.
#[inline(always)]
pub(super) fn is_too_late(depth: i32, nth: usize) -> bool {
    depth <= tune::late_move_depth()
        && nth as i32 >= tune::late_move_first() + depth * depth * tune::late_move_square() / 100
}
