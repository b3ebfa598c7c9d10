//! Which move first.

use smallvec::SmallVec;

use super::history::{History, Killers};
use super::tune;
use crate::board::Bits;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Hands out the moves of a node, best first: the table's move before any other is looked at, then
/// by score.
pub(super) struct Order<'a> {
    moves: &'a [Move],
    best: Option<usize>,
    scores: SmallVec<[i32; 64]>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Best,
    Rest,
}

const DONE: i32 = i32::MIN;

impl<'a> Order<'a> {
    #[inline(always)]
    pub(super) fn new(moves: &'a [Move], best: Option<usize>) -> Self {
        let best = best.filter(|&best| best < moves.len());
        Self { moves, best, scores: SmallVec::new(), stage: Stage::Best }
    }

    /// The next move, with its place in the list. `score` judges the moves when they are needed.
    #[inline(always)]
    pub(super) fn next(&mut self, score: impl Fn(Move) -> i32) -> Option<(usize, Move)> {
        if self.stage == Stage::Best {
            self.stage = Stage::Rest;
            if let Some(best) = self.best {
                return Some((best, self.moves[best]));
            }
        }
        if self.scores.is_empty() {
            self.scores.extend(self.moves.iter().map(|&mv| score(mv)));
            if let Some(best) = self.best {
                self.scores[best] = DONE;
            }
        }
        let mut top = 0;
        for place in 1..self.scores.len() {
            if self.scores[place] > self.scores[top] {
                top = place;
            }
        }
        if self.scores[top] == DONE {
            return None;
        }
        self.scores[top] = DONE;
        Some((top, self.moves[top]))
    }
}

/// Quiet moves: killers, then by history; crowning first of all.
#[inline(always)]
pub(super) fn quiet_score<R: Rules>(
    pos: &Position<R>,
    mv: Move,
    killers: &Killers,
    history: &History,
) -> i32 {
    if pos.crowns(mv) {
        return tune::crowning_first();
    }
    match killers.place(mv) {
        Some(place) => tune::killers_next() - place as i32,
        None => history.of(pos.turn().is_white(), pos.from(mv), mv.to()),
    }
}

/// Captures: what they take first, then by history.
#[inline(always)]
pub(super) fn capture_score<R: Rules>(pos: &Position<R>, mv: Move, history: &History) -> i32 {
    let captured = pos.captured(mv);
    let count = |set: Bits| set.count_ones() as i32;
    tune::order_man() * count(captured)
        + tune::order_king() * count(captured & pos.all_kings())
        + history.of(pos.turn().is_white(), pos.from(mv), mv.to())
}
