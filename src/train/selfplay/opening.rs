//! How games for training begin: by random moves, some of them with a man less on each side.

use crate::board::{Bits, Color, each_bit};
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::random::Random;
use crate::rules::{DrawProfile, Rules};

use super::Recipe;

/// An unbalanced opening may be so many times as far from even as others.
const WIDER: i32 = 3;

/// What is asked of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) is_unbalanced: bool,
    /// By how many men one side may be ahead.
    pub(super) men: u32,
    /// By how many centimen.
    pub(super) score: i32,
}

impl Wanted {
    /// Draws whether a game has an unbalanced opening.
    pub(super) fn draw<R: Rules>(recipe: &Recipe<R>, random: &mut Random) -> Self {
        let within = i32::from(recipe.within);
        if random.below(100) < usize::from(recipe.unbalanced) {
            Self { is_unbalanced: true, men: 2, score: WIDER * within }
        } else {
            Self { is_unbalanced: false, men: 1, score: within }
        }
    }

    /// Random moves from the start; none if that has led to something that is not wanted.
    ///
    /// Half of the unbalanced openings begin with a man less on each side, taken from any row but the
    /// first, as in the eleven-man ballots of English draughts.
    pub(super) fn opening<R: Rules>(
        self,
        recipe: &Recipe<R>,
        random: &mut Random,
    ) -> Option<Game<R>> {
        let mut start = Position::start();
        if self.is_unbalanced && random.below(2) == 0 {
            start = with_less(&start, random);
        }
        let mut game = Game::new(start, DrawProfile::Standard);
        let (least, most) = (*recipe.plies.start(), *recipe.plies.end());
        let plies = usize::from(least) + random.below(usize::from(most - least) + 1);
        for _ in 0..plies {
            let moves = legal_moves(game.position());
            if moves.is_empty() {
                return None;
            }
            game.play(moves[random.below(moves.len())]);
        }
        let count = |color| game.position().pieces(color).count_ones();
        let is_even = count(Color::White).abs_diff(count(Color::Black)) <= self.men;
        let is_wanted = is_even && game.position().all_kings() == 0 && game.outcome().is_none();
        is_wanted.then_some(game)
    }
}

/// The start without a man of each side.
fn with_less<R: Rules>(start: &Position<R>, random: &mut Random) -> Position<R> {
    let mut without = |color: Color| -> Bits {
        let men = start.men(color);
        let front = men & !Position::<R>::last_row(!color);
        let men_in_front: Vec<Bits> = each_bit(front).collect();
        men & !men_in_front[random.below(men_in_front.len())]
    };
    let (white, black) = (without(Color::White), without(Color::Black));
    Position::new(white, black, 0, start.turn())
}
