//! What need not be searched in full.
//!
//! There is no null move here: in draughts the right to move is often a burden, and a capture
//! cannot be declined.

use super::tune;
use crate::rules::Rules;
use crate::score::Score;

/// Reverse futility (Heinz 1998): near the leaves an evaluation far above beta is taken as a cut.
/// Only where nothing hangs, which is where there is an evaluation.
#[inline(always)]
pub(super) fn is_far_above<R: Rules>(eval: Score, beta: Score, depth: i32) -> bool {
    depth <= tune::futility_depth::<R>()
        && beta.is_evaluation()
        && eval >= beta + tune::futility_margin::<R>() * depth
}

/// The same the other way round: an evaluation far below alpha is taken as a fail low. Its margin is
/// wider, as a move may still win something.
#[inline(always)]
pub(super) fn is_far_below<R: Rules>(eval: Score, alpha: Score, depth: i32) -> bool {
    depth <= tune::below_depth::<R>()
        && alpha.is_evaluation()
        && eval + tune::below_margin::<R>() * depth <= alpha
}

/// A shallower search of the same node.
pub(super) struct Probe {
    /// What it has to reach.
    pub(super) beta: Score,
    /// How deep it goes.
    pub(super) depth: i32,
}

/// Probcut (Buro 1995, in the form of Letouzey's Scan 2015): a shallow search of the same node that
/// beats beta by a margin is taken as a cut.
///
/// Only far from the leaves and where the evaluation promises it: elsewhere it costs more than it saves
/// (by hand from depth 8 on, a third more nodes and no Elo; with weights from depth 5 on, fewer Elo in
/// all variants). And not with a beta that is a proven score, which a margin cannot be added to.
#[inline(always)]
pub(super) fn probcut(eval: Score, beta: Score, depth: i32) -> Option<Probe> {
    if depth < tune::probcut_depth() || eval < beta || !beta.is_evaluation() {
        return None;
    }
    let margin = tune::probcut_margin() + tune::probcut_margin_per_ply() * depth;
    Some(Probe { beta: beta + margin, depth: depth * tune::probcut_percent() / 100 })
}
