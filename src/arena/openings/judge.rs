//! Which candidates make good openings: two tests by search.

use std::sync::Arc;

use super::generate::Recipe;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::rules::Rules;
use crate::search::{Control, Limits, Pool, Table};

const TABLE_MIB: usize = 4;

/// A move that is so many centimen below the best one loses something: half a man.
const LOSING: i32 = 50;

/// Moves that lose nothing; with fewer there is nothing to choose.
const CHOICES: usize = 2;

/// What the tests say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Good,
    /// One side is too far ahead, or not enough.
    Unbalanced,
    /// There is little that one could do wrong, or nothing to choose.
    Blunt,
}

/// A search of its own, which knows nothing of what it searched before.
pub(super) struct Judge<'a, R: Rules> {
    recipe: &'a Recipe,
    pool: Pool<R>,
    control: &'a Control,
}

impl<'a, R: Rules> Judge<'a, R> {
    pub(super) fn new(recipe: &'a Recipe, control: &'a Control) -> anyhow::Result<Self> {
        let table = Arc::new(Table::new(TABLE_MIB)?);
        Ok(Self { recipe, pool: Pool::new(1, table), control })
    }

    /// Judges a position; none if it was stopped before.
    pub(super) fn judge(&mut self, game: &Game<R>) -> Option<Verdict> {
        let verdict = if !self.is_balanced(game) {
            Verdict::Unbalanced
        } else if !self.is_sharp(game) {
            Verdict::Blunt
        } else {
            Verdict::Good
        };
        (!self.control.is_stopped()).then_some(verdict)
    }

    /// Is the better side ahead by no more, and no less, than is wanted?
    fn is_balanced(&mut self, game: &Game<R>) -> bool {
        let scores = self.scores(game, 1);
        scores.first().is_some_and(|score| self.recipe.balance.contains(&score.abs()))
    }

    /// Do enough of the moves lose something against the best, and do two or more not?
    fn is_sharp(&mut self, game: &Game<R>) -> bool {
        if self.recipe.sharp == 0 {
            return true;
        }
        let legal = legal_moves(game.position()).len();
        let scores = self.scores(game, legal);
        let Some(best) = scores.iter().max() else { return false };
        let losing = scores.iter().filter(|&score| best - score >= LOSING).count();
        scores.len() == legal
            && losing * 100 >= self.recipe.sharp * legal
            && legal - losing >= CHOICES
    }

    /// The scores of the best moves after the last full iteration.
    fn scores(&mut self, game: &Game<R>, multipv: usize) -> Vec<i32> {
        self.pool.clear();
        let limits = Limits {
            nodes: self.recipe.nodes,
            depth: self.recipe.depth,
            multipv,
            analyze: true,
            ..Limits::default()
        };
        let mut scores = Vec::new();
        self.pool.search(game, &limits, self.control, &mut |info| {
            if info.multipv == 1 {
                scores.clear();
            }
            scores.push(info.score.centimen());
        });
        scores
    }
}
