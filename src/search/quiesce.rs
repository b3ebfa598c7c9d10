//! Below the horizon: captures are compulsory, so they are followed to the end, and a position is
//! judged only when nothing hangs.

use super::worker::Worker;
use crate::board::{Bits, Direction, Geometry};
use crate::eval::Evaluate;
use crate::movegen::{MoveList, Sink, has_capture, has_quiet_move, tell_moves};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::score::Score;

use super::tune::MAX_PLY;

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// The draughts quiescence search.
    ///
    /// A capture is forced, so there is no choice to stand pat. Where the enemy threatens to
    /// capture, the position is not quiet either: on the first such ply (`looks_again`) all moves
    /// are searched (as in Letouzey's Scan 2015).
    pub(super) fn quiesce(
        &mut self,
        pos: &Position<R>,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        looks_again: bool,
    ) -> Score {
        if self.is_over() {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.memory.eval.evaluate(pos, ply);
        }
        let mut moves = Captures(MoveList::new());
        tell_moves(pos, &mut moves);
        let is_forced = !moves.0.is_empty();
        if !is_forced {
            if self.may_know(pos)
                && let Some(score) = self.told_at_end(pos, ply)
            {
                self.leaves += 1;
                self.leaf_plies += ply as u64;
                return score;
            }
            if !(looks_again && has_capture(&pos.passed())) {
                if !has_quiet_move(pos) {
                    return Score::loss_in(ply);
                }
                self.leaves += 1;
                self.leaf_plies += ply as u64;
                return self.memory.eval.evaluate(pos, ply);
            }
            tell_moves(pos, &mut moves.0);
        }
        let mut best = Score::loss_in(ply);
        for &mv in moves.0.as_slice() {
            let child = pos.play(mv);
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1, looks_again && is_forced);
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }
}

/// Takes captures only.
struct Captures(MoveList);

impl Sink for Captures {
    #[inline(always)]
    fn add(&mut self, mv: Move) {
        self.0.push(mv);
    }

    #[inline(always)]
    fn steps<G: Geometry>(&mut self, _: Direction, _: Bits) {}

    #[inline(always)]
    fn slides(&mut self, _: Bits, _: Bits) {}
}
