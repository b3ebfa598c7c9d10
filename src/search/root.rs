//! Iterative deepening at the root.

use super::choice::{Choice, Prospect};
use super::limits::Limits;
use super::node::Mode;
use super::reduce::reduction;
use super::tune;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::movegen::legal_moves;
use crate::position::Move;
use crate::rules::Rules;
use crate::score::Score;

/// A legal move of the root and what the last iteration said about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    pub(super) score: Score,
    /// Its line, `mv` first; empty until it has been searched.
    pub(super) line: Vec<Move>,
    /// Nodes spent on it in all iterations.
    pub(super) nodes: u64,
    /// What bitbases say of it, where they know all moves.
    pub(super) prospect: Option<Prospect>,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        let score = -Score::INFINITE;
        Self { mv, score, line: Vec::new(), nodes: 0, prospect: None }
    }

    /// What the move is worth: what is known if that says it all, else what was searched.
    pub(super) fn told_score(&self) -> Score {
        match self.prospect {
            Some(Prospect::Draw) => Score::DRAW,
            Some(known) if self.line.is_empty() => known.score(),
            Some(_) | None => self.score,
        }
    }
}

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// The moves of the root, in the order of the list.
    pub(super) fn root_moves(&self) -> Vec<RootMove> {
        legal_moves(&self.root).iter().map(|&mv| RootMove::new(mv)).collect()
    }

    /// Searches deeper and deeper, telling each finished line, till a limit is reached.
    ///
    /// Returns the root moves, best first, and the depth of the last full iteration.
    pub(super) fn deepen(
        &mut self,
        limits: &Limits,
        tell: &mut dyn FnMut(&Self, usize, i32, &RootMove),
    ) -> (Vec<RootMove>, i32) {
        let mut moves = self.root_moves();
        let mut finished = 0;
        let deepest = limits.depth.map_or(tune::MAX_DEPTH, |depth| {
            i32::try_from(depth).unwrap_or(tune::MAX_DEPTH).clamp(1, tune::MAX_DEPTH)
        });
        let lines = limits.multipv.clamp(1, moves.len().max(1));
        let mut choice = None;
        let mut stable = 0;
        for depth in 1..=deepest {
            // The slices may have been unpacked meanwhile.
            choice = choice.or_else(|| self.choose(&mut moves));
            let Choice { moves: chosen, is_decided } = choice.unwrap_or(Choice::all(&moves));
            if is_decided {
                self.has_answer = true;
                self.tell_lines(&moves[..lines], depth, tell);
                return (moves, depth);
            }
            let favorite = moves[0].clone();
            for line in 0..lines.min(chosen) {
                self.aspire(&mut moves[line..chosen], depth);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                // What broke off within the first move of an iteration has found nothing better, and
                // neither has one in which all moves were worse than expected: the one in front then
                // has no score.
                let place = moves.iter().position(|root| root.mv == favorite.mv);
                if let Some(place) = place.filter(|_| moves[0].score == -Score::INFINITE) {
                    moves[place] = favorite;
                    moves[..=place].rotate_right(1);
                }
                break;
            }
            moves[..lines.min(chosen)].sort_by_key(|root| -root.score.centimen());
            for root in &mut moves[..lines.min(chosen)] {
                self.extend(root);
            }
            finished = depth;
            self.has_answer = true;
            self.tell_lines(&moves[..lines], depth, tell);
            stable = if moves[0].mv == favorite.mv { stable + 1 } else { 0 };
            if self.is_done(&moves, depth, stable) {
                break;
            }
        }
        (moves, finished)
    }

    fn tell_lines(
        &self,
        moves: &[RootMove],
        depth: i32,
        tell: &mut dyn FnMut(&Self, usize, i32, &RootMove),
    ) {
        for (line, root) in moves.iter().enumerate() {
            tell(self, line + 1, depth, root);
        }
    }

    /// Is another iteration not worth its time?
    fn is_done(&mut self, moves: &[RootMove], depth: i32, stable: i32) -> bool {
        let is_hit = self.shared.control.is_hit();
        let Some(watch) = &mut self.watch else { return false };
        if is_hit {
            watch.timer.start();
        }
        // A proven end cannot be improved by looking beyond it.
        if moves[0].score.plies_to_end().is_some_and(|plies| plies as i32 <= depth)
            && watch.timer.has_plan()
        {
            return true;
        }
        let nodes = moves.iter().map(|root| root.nodes).sum::<u64>().max(1);
        let share = moves[0].nodes as f64 / nodes as f64;
        watch.timer.is_enough(tune::haste(stable, share))
    }

    /// One line of one iteration, in a narrow window around what is expected (aspiration).
    fn aspire(&mut self, moves: &mut [RootMove], depth: i32) {
        let expected = moves[0].score;
        let mut below = tune::aspiration::<R>();
        let mut above = tune::aspiration::<R>();
        loop {
            let (alpha, beta) = if depth < tune::aspiration_depth() || !expected.is_evaluation() {
                (-Score::INFINITE, Score::INFINITE)
            } else {
                (
                    if below > tune::aspiration_max() {
                        -Score::INFINITE
                    } else {
                        expected - below
                    },
                    if above > tune::aspiration_max() { Score::INFINITE } else { expected + above },
                )
            };
            let best = self.root_node(moves, alpha, beta, depth);
            if self.stopped || (best > alpha && best < beta) {
                return;
            }
            if best <= alpha {
                below *= 3;
            } else {
                above *= 3;
            }
        }
    }

    /// Searches the root moves and puts the best in front.
    fn root_node(
        &mut self,
        moves: &mut [RootMove],
        mut alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        if self.is_over() {
            return -Score::INFINITE;
        }
        let pos = self.root;
        let mut best = -Score::INFINITE;
        let new_depth = depth - 1;
        let mut nth = 0;
        while nth < moves.len() {
            let mv = moves[nth].mv;
            let nodes = self.nodes;
            let child = self.enter(&pos, mv);
            let mut score = -Score::INFINITE;
            if nth > 0 {
                let is_quiet = pos.captured(mv) == 0 && !pos.crowns(mv);
                let reduced = new_depth - if is_quiet { reduction(depth, nth, true) } else { 0 };
                score = -self.node::<false>(&child, -(alpha + 1), -alpha, reduced, 1, Mode::Full);
                if score > alpha && reduced < new_depth {
                    score =
                        -self.node::<false>(&child, -(alpha + 1), -alpha, new_depth, 1, Mode::Full);
                }
            }
            if nth == 0 || score > alpha {
                score = -self.node::<true>(&child, -beta, -alpha, new_depth, 1, Mode::Full);
            }
            self.leave();
            if self.stopped {
                return best;
            }
            let root = &mut moves[nth];
            root.nodes += self.nodes - nodes;
            if nth == 0 || score > alpha {
                root.score = score;
                root.line.clear();
                root.line.push(mv);
                root.line.extend_from_slice(self.lines.line(1));
            } else {
                root.score = -Score::INFINITE;
            }
            if score > best {
                best = score;
                // The others keep their order behind it.
                moves[..=nth].rotate_right(1);
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
            nth += 1;
        }
        best
    }
}
