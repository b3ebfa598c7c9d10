//! Alpha-beta with iterative deepening: material and advance, captures played out, killer moves, draws
//! by repetition. No table and no pruning.

use std::time::Instant;

use kish::{Action, Board, Team};

use super::board::{captures, is_conversion};

/// Centimen.
const MAN: i32 = 100;
const KING: i32 = 500;
/// For each row that a man has gone.
const ROW: i32 = 4;
const WIN: i32 = 10_000;
const MAX_PLIES: usize = 100;
/// The clock is read once in so many nodes.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

/// What ends a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    pub(super) until: Option<Instant>,
    pub(super) depth: Option<usize>,
    pub(super) nodes: Option<u64>,
}

/// What came of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) action: Action,
    /// Centimen for the color to move.
    pub(super) score: i32,
    /// The last depth that was completed.
    pub(super) depth: usize,
    pub(super) nodes: u64,
}

/// Searches after a game, of which `past` holds the positions since the last conversion, the current
/// one last. There must be a legal move.
pub(super) fn search(past: &[Board], limits: Limits) -> Option<Best> {
    let root = *past.last()?;
    let mut actions = root.actions();
    let mut best = Best { action: *actions.first()?, score: 0, depth: 0, nodes: 0 };
    if actions.len() == 1 {
        return Some(best);
    }
    let mut search = Search::new(past, limits);
    search.sort(&root, &mut actions);
    for depth in 1..=limits.depth.unwrap_or(MAX_PLIES).min(MAX_PLIES) {
        let mut alpha = -WIN;
        for at in 0..actions.len() {
            let score = -search.after(&actions[at], depth as i32 - 1, [-WIN, -alpha], 0);
            if search.stopped {
                break;
            }
            if score > alpha {
                alpha = score;
                (best.action, best.score) = (actions[at], score);
                // The best comes first in the next iteration too.
                actions[..=at].rotate_right(1);
            }
        }
        best.nodes = search.nodes;
        if search.stopped {
            break;
        }
        best.depth = depth;
        if alpha.abs() > WIN - MAX_PLIES as i32 {
            break;
        }
    }
    Some(best)
}

struct Search {
    limits: Limits,
    nodes: u64,
    stopped: bool,
    /// The positions of the game since its last conversion, then those of the line.
    line: Vec<Board>,
    /// Where in `line` the search begins.
    root: usize,
    /// For each ply, the last moves that captured nothing and were too good.
    killers: [[Option<Action>; 2]; MAX_PLIES],
    /// For each ply, room for its moves.
    lists: Vec<Vec<Action>>,
}

impl Search {
    fn new(past: &[Board], limits: Limits) -> Self {
        Self {
            limits,
            nodes: 0,
            stopped: false,
            line: past.to_vec(),
            root: past.len() - 1,
            killers: [[None; 2]; MAX_PLIES],
            lists: vec![Vec::new(); MAX_PLIES + 1],
        }
    }

    fn ply(&self) -> usize {
        self.line.len() - 1 - self.root
    }

    /// The score after a move for who is to move then; `since` is where in the line the positions
    /// begin that may come again.
    fn after(&mut self, action: &Action, depth: i32, window: [i32; 2], since: usize) -> i32 {
        let before = self.line[self.line.len() - 1];
        let since = if is_conversion(&before, action) { self.line.len() } else { since };
        self.line.push(before.apply(action).swap_turn());
        let score = self.node(depth, window, since);
        self.line.pop();
        score
    }

    fn node(&mut self, depth: i32, [mut alpha, beta]: [i32; 2], since: usize) -> i32 {
        self.nodes += 1;
        self.look();
        let ply = self.ply();
        let board = self.line[self.root + ply];
        if self.stopped || self.line[since..self.root + ply].contains(&board) {
            return 0;
        }
        let mut actions = std::mem::take(&mut self.lists[ply]);
        board.actions_into(&mut actions);
        let score = if let Some(first) = actions.first() {
            let is_quiet = captures(&board, first) == 0;
            let is_one_each = board.state.pieces.iter().all(|bits| bits.is_power_of_two());
            if is_quiet && is_one_each {
                0
            } else if is_quiet && depth <= 0 || ply == MAX_PLIES - 1 {
                evaluate(&board)
            } else {
                self.sort(&board, &mut actions);
                let mut best = -WIN;
                for action in &actions {
                    best = best.max(-self.after(action, depth - 1, [-beta, -alpha], since));
                    alpha = alpha.max(best);
                    if self.stopped || alpha >= beta {
                        if is_quiet {
                            self.remember(ply, *action);
                        }
                        break;
                    }
                }
                best
            }
        } else {
            ply as i32 - WIN
        };
        self.lists[ply] = actions;
        score
    }

    /// Is it time to stop?
    fn look(&mut self) {
        let is_late = |until| Instant::now() >= until;
        self.stopped |= self.limits.nodes.is_some_and(|most| self.nodes > most)
            || self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS)
                && self.limits.until.is_some_and(is_late);
    }

    fn remember(&mut self, ply: usize, action: Action) {
        let [first, second] = &mut self.killers[ply];
        if *first != Some(action) {
            *second = first.replace(action);
        }
    }

    /// The best captures first; as long as nothing is captured, first who is crowned, then killers,
    /// then who goes forward.
    fn sort(&self, board: &Board, actions: &mut [Action]) {
        let killers = &self.killers[self.ply()];
        actions.sort_by_key(|action| {
            let captured = captures(board, action);
            let rank = if captured != 0 {
                (captured & board.state.kings).count_ones()
            } else if action.is_promotion(board.turn, &board.state) {
                3
            } else if killers.contains(&Some(*action)) {
                2
            } else {
                u32::from(is_conversion(board, action))
            };
            std::cmp::Reverse(rank)
        });
    }
}

/// Centimen for the color to move.
fn evaluate(board: &Board) -> i32 {
    let kings = board.state.kings;
    let [white, black] = board.state.pieces;
    // A row is a byte, and the lowest one White's.
    let score = worth(white, kings) - worth(black.swap_bytes(), kings.swap_bytes());
    if board.turn == Team::White { score } else { -score }
}

fn worth(pieces: u64, kings: u64) -> i32 {
    let count = |bits: u64| bits.count_ones() as i32;
    let men = pieces & !kings;
    let rows = (1..8).map(|row| row * count(men >> (8 * row) & 0xff)).sum::<i32>();
    MAN * count(men) + KING * count(pieces & kings) + ROW * rows
}
