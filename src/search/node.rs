//! The inner nodes: principal variation search (Marsland & Campbell 1982) with its steps in order.

use super::known::Told;
use super::order::{Order, capture_score, quiet_score};
use super::pruning::{is_far_above, is_far_below, probcut};
use super::reduce::{forced_reply, may_be_singular, reduction, without_move};
use super::table::{Bound, Entry};
use super::tune::{self, MAX_PLY};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::movegen::{MoveList, has_capture, tell_moves};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::score::Score;

/// For whom a node is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// For its parent.
    Full,
    /// For itself, shallower, to see whether it can be cut.
    Probe,
    /// For itself, to see what it is worth without this move.
    Without(Move),
}

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// What the position at the end of the path is worth, searched `depth` plies deep, as far as it
    /// lies between `alpha` and `beta`.
    #[expect(clippy::too_many_lines, reason = "the steps of the search are read in their order")]
    pub(super) fn node<const PV: bool>(
        &mut self,
        pos: &Position<R>,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        mode: Mode,
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
        if self.is_over() {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.memory.eval.evaluate(pos, ply);
        }
        // 2. No win can be nearer than the next ply, no loss nearer than this.
        alpha = alpha.max(Score::loss_in(ply));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        // 3. The bitbases.
        let mut is_open = false;
        if self.may_know(pos) && !has_capture(pos) {
            match self.told(pos, ply) {
                Told::Settled(score) => return score,
                Told::Leaning(_) | Told::Outcome(_) => is_open = true,
                Told::Nothing => {}
            }
        }
        // 4. The moves, and the evaluation where nothing hangs: they come before the table is asked, whose
        // answer has a long way through memory.
        let mut moves = MoveList::new();
        tell_moves(pos, &mut moves);
        let moves = moves.as_slice();
        let is_forced = moves.first().is_some_and(|&mv| pos.captured(mv) != 0);
        let hangs = is_forced || has_capture(&pos.passed());
        let may_cut = !PV && !hangs && !is_open && mode == Mode::Full && moves.len() > 1;
        let eval = may_cut.then(|| self.memory.eval.evaluate(pos, ply));
        // 5. The table.
        let key = self.table_key();
        let entry = self.shared.table.probe(key);
        let is_whole = !matches!(mode, Mode::Without(_));
        if let Some(entry) = entry.filter(|entry| !PV && is_whole && entry.depth >= depth) {
            let score = entry.score.from_root(ply);
            if cuts(entry.bound, score, beta) && !self.path.is_late::<R>() {
                return score;
            }
        }
        // 6. The draws by rule, which come after a lost position.
        if moves.is_empty() {
            return Score::loss_in(ply);
        }
        if self.path.is_drawn(pos) {
            return Score::DRAW;
        }
        // 7. Cuts without a move.
        if let Some(eval) = eval {
            if is_far_above::<R>(eval, beta, depth) || is_far_below::<R>(eval, alpha, depth) {
                return eval;
            }
            if let Some(probe) = probcut(eval, beta, depth) {
                let (low, high) = (probe.beta - 1, probe.beta);
                let score = self.node::<false>(pos, low, high, probe.depth, ply, Mode::Probe);
                if self.stopped {
                    return Score::DRAW;
                }
                if score >= probe.beta {
                    return beta;
                }
            }
        }
        if is_whole && moves.len() > 1 {
            depth -= without_move(depth, entry);
        }
        // 8. The move loop.
        let old_alpha = alpha;
        let mut order = Order::new(moves, entry.and_then(|entry| entry.best));
        let mut best = -Score::INFINITE;
        let mut best_place = None;
        let mut nth = 0;
        while let Some((place, mv)) = order.next(|mv| self.order_score(pos, mv, is_forced, ply)) {
            if mode == Mode::Without(mv) {
                continue;
            }
            let is_quiet = !is_forced && !pos.crowns(mv);
            let mut extension = forced_reply(moves.len());
            if let Some(entry) = entry.filter(|entry| {
                nth == 0
                    && ply > 0
                    && extension == 0
                    && mode == Mode::Full
                    && entry.best == Some(place)
                    && may_be_singular(depth, entry)
            }) {
                match self.singular(pos, mv, &entry, beta, depth, ply) {
                    Singular::Only => extension = 1,
                    Singular::ManyCut(score) if !PV => return score,
                    Singular::ManyCut(_) | Singular::Not => {}
                }
                if self.stopped {
                    return Score::DRAW;
                }
            }
            let child = self.enter(pos, mv);
            let new_depth = depth - 1 + extension;
            let mut score = -Score::INFINITE;
            if !PV || nth > 0 {
                let less = if is_quiet && extension == 0 { reduction(depth, nth, PV) } else { 0 };
                let (low, high) = (-(alpha + 1), -alpha);
                score =
                    -self.node::<false>(&child, low, high, new_depth - less, ply + 1, Mode::Full);
                if score > alpha && less > 0 {
                    score = -self.node::<false>(&child, low, high, new_depth, ply + 1, Mode::Full);
                }
            }
            let is_principal = PV && (nth == 0 || (score > alpha && score < beta));
            if is_principal {
                score = -self.node::<true>(&child, -beta, -alpha, new_depth, ply + 1, Mode::Full);
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
                    if PV {
                        if !is_principal {
                            self.lines.clear(ply + 1);
                        }
                        // Also where beta was lowered to the nearest win: that move belongs to it.
                        self.lines.set(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        // 9. What was learnt.
        if !is_whole {
            return if nth == 0 { Score::loss_in(ply) } else { best };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let (Some(place), false) = (best_place, is_forced) {
            self.learn(pos, moves, place, depth, ply);
        }
        let score = best.from_node(ply);
        self.shared.table.store(key, Entry { score, depth, bound, best: best_place });
        best
    }

    /// Singular extension (Anantharaman, Campbell & Hsu 1988, in the form of Stockfish): is the
    /// table's move better by a margin than all others, searched half as deep? If the others beat
    /// beta as well, the node will be cut whichever is played (multi-cut, Björnsson 2001).
    fn singular(
        &mut self,
        pos: &Position<R>,
        mv: Move,
        entry: &Entry,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Singular {
        let bar = entry.score.from_root(ply) - tune::singular_margin() * depth / 4;
        let half = (depth - 1) / 2;
        let score = self.node::<false>(pos, bar - 1, bar, half, ply, Mode::Without(mv));
        if score < bar {
            Singular::Only
        } else if bar >= beta {
            Singular::ManyCut(bar)
        } else {
            Singular::Not
        }
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
    fn learn(&mut self, pos: &Position<R>, moves: &[Move], best: usize, depth: i32, ply: usize) {
        let is_white = pos.turn().is_white();
        let bonus = (tune::history_bonus() * depth).min(tune::history_bonus_max());
        for (place, &mv) in moves.iter().enumerate() {
            let bonus = if place == best { bonus } else { -bonus * tune::history_malus() / 100 };
            self.memory.history.update(is_white, pos.from(mv), mv.to(), bonus);
        }
        self.killers[ply].add(moves[best]);
    }
}

/// What the table's move is among the moves of a node.
enum Singular {
    /// The only good one.
    Only,
    /// One of several good ones.
    Not,
    /// One of several that cut, with this score.
    ManyCut(Score),
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
