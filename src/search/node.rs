//! The inner nodes: principal variation search (Marsland & Campbell 1982) with its steps in order.

use super::order::{Order, capture_score, quiet_score};
use super::reduce::{forced_reply, reduction};
use super::table::{Bound, Entry};
use super::tune::{self, MAX_PLY};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::movegen::{MoveList, legal_moves};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::score::Score;

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// What the position at the end of the path is worth, searched `depth` plies deep, as far as it
    /// lies between `alpha` and `beta`.
    pub(super) fn node<const PV: bool>(
        &mut self,
        pos: &Position<R>,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if PV {
            self.lines.clear(ply);
        }
        // 1. The ends of the line.
        if self.path.is_repeated() {
            return Score::DRAW;
        }
        if depth <= 0 {
            return self.quiesce(pos, alpha, beta, ply, true);
        }
        self.count_node();
        if self.stopped {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.eval.evaluate(pos);
        }
        // 2. No win can be nearer than the next ply, no loss nearer than this.
        alpha = alpha.max(Score::loss_in(ply));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        // 3. The table.
        let key = self.table_key();
        let entry = self.shared.table.probe(key);
        if let Some(entry) = entry.filter(|entry| !PV && entry.depth >= depth) {
            let score = entry.score.from_root(ply);
            if cuts(entry.bound, score, beta) && !self.path.is_late() {
                return score;
            }
        }
        // 4. The moves, and the draws by rule, which come after a lost position.
        let moves = legal_moves(pos);
        if moves.is_empty() {
            return Score::loss_in(ply);
        }
        let is_forced = pos.captured(moves[0]) != 0;
        if self.path.is_drawn(pos) {
            return Score::DRAW;
        }
        // 5. The move loop.
        let old_alpha = alpha;
        let mut order = Order::new(&moves, entry.and_then(|entry| entry.best));
        let mut best = -Score::INFINITE;
        let mut best_place = None;
        let mut nth = 0;
        while let Some((place, mv)) = order.next(|mv| self.order_score(pos, mv, is_forced, ply)) {
            let child = self.enter(pos, mv);
            let new_depth = depth - 1 + forced_reply(moves.len());
            let mut score = -Score::INFINITE;
            let is_quiet = !is_forced && !pos.crowns(mv);
            if !PV || nth > 0 {
                let reduced = new_depth - reduction(depth, nth, PV, is_quiet);
                score = -self.node::<false>(&child, -(alpha + 1), -alpha, reduced, ply + 1);
                if score > alpha && reduced < new_depth {
                    score = -self.node::<false>(&child, -(alpha + 1), -alpha, new_depth, ply + 1);
                }
            }
            if PV && (nth == 0 || (score > alpha && score < beta)) {
                score = -self.node::<true>(&child, -beta, -alpha, new_depth, ply + 1);
            }
            self.leave();
            if self.stopped {
                return Score::DRAW;
            }
            nth += 1;
            if score > best {
                best = score;
                if score > alpha {
                    best_place = Some(place);
                    if score >= beta {
                        break;
                    }
                    if PV {
                        self.lines.set(ply, mv);
                    }
                    alpha = score;
                }
            }
        }
        // 6. What was learnt.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let (Some(place), false) = (best_place, is_forced) {
            self.learn(pos, &moves, place, depth, ply);
        }
        let score = best.from_node(ply);
        self.shared.table.store(key, Entry { score, depth, bound, best: best_place });
        best
    }

    #[inline(always)]
    fn order_score(&self, pos: &Position<R>, mv: Move, is_forced: bool, ply: usize) -> i32 {
        let history = &self.memory.history;
        if is_forced {
            capture_score(pos, mv, history)
        } else {
            quiet_score(pos, mv, &self.killers[ply], history)
        }
    }

    /// A quiet move raised alpha or cut.
    fn learn(&mut self, pos: &Position<R>, moves: &MoveList, best: usize, depth: i32, ply: usize) {
        let is_white = pos.turn().is_white();
        let bonus = (tune::history_bonus() * depth).min(tune::history_bonus_max());
        for (place, &mv) in moves.iter().enumerate() {
            let bonus = if place == best { bonus } else { -bonus * tune::history_malus() / 100 };
            self.memory.history.update(is_white, pos.from(mv), mv.to(), bonus);
        }
        self.killers[ply].add(moves[best]);
    }
}

/// Does a stored score decide against a window of no width below `beta`?
#[inline(always)]
fn cuts(bound: Bound, score: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score < beta,
    }
}
