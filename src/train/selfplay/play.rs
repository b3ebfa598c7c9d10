//! One game of the engine against itself.

use std::cmp::Ordering;
use std::sync::Arc;

use anyhow::bail;

use super::opening::Wanted;
use super::{Played, Recipe};
use crate::board::Color;
use crate::game::Game;
use crate::movegen::{MoveList, has_capture, legal_moves};
use crate::position::{Move, Position};
use crate::random::Random;
use crate::rules::Rules;
use crate::score::Score;
use crate::search::{Control, Limits, Pool, Table};
use crate::train::record::{End, Head, Record};

/// A game is decided when one side is ahead by more centimen than this for so many searches.
const DECIDED: i32 = 2500;
const DECIDED_SEARCHES: i32 = 4;
/// It is even when, from this ply on, nobody is ahead by so many centimen for so many searches.
const EVEN: i32 = 8;
const EVEN_SEARCHES: u32 = 12;
const EVEN_FROM: usize = 80;
/// Positions with scores of this size, in centimen, teach nothing.
const MOST_RECORDED: i32 = 2000;
/// So many openings are tried for a game.
const ATTEMPTS: usize = 10_000;

/// A search and the games it plays.
pub(super) struct Board<'a, R: Rules> {
    recipe: &'a Recipe<R>,
    pool: Pool<R>,
    control: &'a Control,
    nodes: u64,
}

/// What a search says.
struct Found {
    mv: Move,
    score: Score,
}

impl<'a, R: Rules> Board<'a, R> {
    pub(super) fn new(recipe: &'a Recipe<R>, control: &'a Control) -> anyhow::Result<Self> {
        let table = Arc::new(Table::new(recipe.hash as usize)?);
        let mut pool = Pool::with_evaluation(1, table, &recipe.evaluator);
        pool.set_bitbases(recipe.bitbases.clone());
        Ok(Self { recipe, pool, control, nodes: 0 })
    }

    /// Plays the game with a number; none if it was stopped before its end.
    ///
    /// # Errors
    /// If there is no opening as it is wanted.
    pub(super) fn play(&mut self, number: u64) -> anyhow::Result<Option<Played>> {
        let mut random = Random::of(self.recipe.seed, number);
        self.pool.clear();
        self.nodes = 0;
        let wanted = Wanted::draw(self.recipe, &mut random);
        let Some((mut game, mut first)) = self.begin(wanted, &mut random)? else {
            return Ok(None);
        };
        let opening = game.moves().len();
        let mut course = Course::default();
        let mut records = Vec::new();
        let (white, end) = loop {
            if let Some(result) = self.result_by_rule(&game) {
                break result;
            }
            let moves = legal_moves(game.position());
            if let [only] = moves.as_slice() {
                game.play(*only);
                continue;
            }
            let found = match first.take() {
                Some(found) => found,
                None => match self.search(&game, &moves) {
                    Some(found) => found,
                    None => return Ok(None),
                },
            };
            if let Some(result) = course.after(&game, found.score) {
                break result;
            }
            if is_recorded(game.position(), found.score) {
                records.push(record(&game, found.score));
            }
            game.play(found.mv);
        };
        // With so few pieces nothing else would be learned from.
        if end == End::Known && is_quiet(game.position()) {
            let ahead = (i32::from(white) - 1) * (MOST_RECORDED - 1);
            let turn = if game.position().turn().is_white() { 1 } else { -1 };
            records.push(record(&game, Score::new(ahead * turn)));
        }
        for record in &mut records {
            record.result = if record.turn.is_white() { white } else { 2 - white };
            record.is_known = end == End::Known;
        }
        let head = Head {
            number,
            nodes: self.nodes,
            records: records.len() as u16,
            plies: game.moves().len() as u16,
            opening: opening as u8,
            white,
            end,
            is_unbalanced: wanted.is_unbalanced,
        };
        Ok(Some((head, records)))
    }

    /// An opening as it is wanted, with what a search says of it if there is something to choose;
    /// none if it was stopped.
    fn begin(
        &mut self,
        wanted: Wanted,
        random: &mut Random,
    ) -> anyhow::Result<Option<(Game<R>, Option<Found>)>> {
        for _ in 0..ATTEMPTS {
            let Some(game) = wanted.opening(self.recipe, random) else { continue };
            let moves = legal_moves(game.position());
            let Some(found) = self.search(&game, &moves) else { return Ok(None) };
            if found.score.centimen().abs() <= wanted.score {
                let is_choice = moves.len() > 1;
                return Ok(Some((game, is_choice.then_some(found))));
            }
        }
        bail!(
            "of {ATTEMPTS} openings of {}-{} plies none is within {} centimen",
            self.recipe.plies.start(),
            self.recipe.plies.end(),
            wanted.score
        )
    }

    /// The result for White where the game is over or a bitbase knows it.
    fn result_by_rule(&self, game: &Game<R>) -> Option<(u8, End)> {
        if let Some(outcome) = game.outcome() {
            return Some((result_of(outcome.winner), End::Rules));
        }
        let pos = game.position();
        let outcome = self.recipe.bitbases.as_ref()?.outcome(pos)?;
        let winner = match outcome {
            Ordering::Greater => Some(pos.turn()),
            Ordering::Equal => None,
            Ordering::Less => Some(!pos.turn()),
        };
        Some((result_of(winner), End::Known))
    }

    /// The best move; none if it was stopped.
    fn search(&mut self, game: &Game<R>, moves: &MoveList) -> Option<Found> {
        let limits = Limits { nodes: Some(self.recipe.nodes), ..Limits::default() };
        let answer = self.pool.search(game, &limits, self.control, &mut |_| {});
        self.nodes += answer.nodes;
        if self.control.is_stopped() {
            return None;
        }
        let best = answer.best.expect("there is a move");
        let mv = *moves
            .iter()
            .find(|&&mv| game.position().describe(mv) == best)
            .expect("the search answers with a legal move");
        Some(Found { mv, score: answer.score })
    }
}

/// The result for White.
fn result_of(winner: Option<Color>) -> u8 {
    match winner {
        Some(Color::White) => 2,
        None => 1,
        Some(Color::Black) => 0,
    }
}

/// How the scores went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Course {
    /// For how many searches White (or, below 0, Black) has been far ahead.
    decided: i32,
    /// For how many nobody was ahead.
    even: u32,
}

impl Course {
    /// The result for White, if the scores make it plain after this one.
    fn after<R: Rules>(&mut self, game: &Game<R>, score: Score) -> Option<(u8, End)> {
        let turn = game.position().turn();
        let white = if turn.is_white() { score.centimen() } else { -score.centimen() };
        self.decided = match white {
            _ if white > DECIDED => self.decided.max(0) + 1,
            _ if white < -DECIDED => self.decided.min(0) - 1,
            _ => 0,
        };
        let is_even = game.moves().len() >= EVEN_FROM && white.abs() < EVEN;
        self.even = if is_even { self.even + 1 } else { 0 };
        if self.decided.abs() >= DECIDED_SEARCHES {
            let winner = if self.decided > 0 { Color::White } else { Color::Black };
            Some((result_of(Some(winner)), End::Decided))
        } else if self.even >= EVEN_SEARCHES {
            Some((result_of(None), End::Even))
        } else {
            None
        }
    }
}

/// Does a position teach what a quiet position is worth? There is a choice, or nothing was searched.
fn is_recorded<R: Rules>(pos: &Position<R>, score: Score) -> bool {
    score.centimen().abs() < MOST_RECORDED && is_quiet(pos)
}

fn is_quiet<R: Rules>(pos: &Position<R>) -> bool {
    !has_capture(pos) && !has_capture(&pos.passed())
}

fn record<R: Rules>(game: &Game<R>, score: Score) -> Record {
    let pos = game.position();
    Record {
        white: pos.pieces(Color::White),
        black: pos.pieces(Color::Black),
        kings: pos.all_kings(),
        turn: pos.turn(),
        score: score.centimen() as i16,
        result: 1,
        is_known: false,
        ply: game.moves().len() as u16,
        quiet_plies: game.plies_without_conversion() as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::English;

    fn after(scores: &[i32]) -> Option<(u8, End)> {
        let mut course = Course::default();
        let mut game = Game::<English>::default();
        let mut result = None;
        for (number, &white) in scores.iter().enumerate() {
            assert_eq!(result, None, "after {number}");
            let turn = game.position().turn();
            let score = Score::new(if turn.is_white() { white } else { -white });
            result = course.after(&game, score);
            game.play(legal_moves(game.position())[0]);
        }
        result
    }

    #[test]
    fn a_game_is_decided_when_the_same_side_is_far_ahead_for_a_while() {
        assert_eq!(after(&[2501, 2600, 9000]), None);
        assert_eq!(after(&[2501, 2600, 9000, 2501]), Some((2, End::Decided)));
        assert_eq!(after(&[-2501, 2600, 9000, 2501]), None);
        assert_eq!(after(&[100, -2501, -2600, -9000, -2501]), Some((0, End::Decided)));
        assert_eq!(after(&[0; 20]), None, "it is too early for a draw");
    }
}
