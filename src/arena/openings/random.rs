//! Random openings: balanced in material, and in nothing else.

use super::{Opening, new_game, opening_of};
use crate::board::Color;
use crate::game::Game;
use crate::movegen::{has_capture, legal_moves};
use crate::position::Position;
use crate::random::Random;
use crate::rules::Rules;

/// Plies of a random opening: at least so many, and up to two more.
const PLIES: usize = 8;

/// Random moves from the start position, after which both sides have the same pieces and nobody can
/// capture.
pub(super) fn plies<R: Rules>(mut random: Random) -> Opening {
    loop {
        let plies = PLIES + random.below(3);
        let game = walk::<R>(&mut random, plies);
        if game.outcome().is_none() && is_even(game.position()) {
            return opening_of(&game, 0);
        }
    }
}

/// So many random moves from the start, or fewer where there are no more.
pub(super) fn walk<R: Rules>(random: &mut Random, plies: usize) -> Game<R> {
    let mut game = new_game(Position::start(), 0);
    for _ in 0..plies {
        let moves = legal_moves(game.position());
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]);
    }
    game
}

fn is_even<R: Rules>(position: &Position<R>) -> bool {
    let men = |color| position.men(color).count_ones();
    let kings = |color| position.kings(color).count_ones();
    men(Color::White) == men(Color::Black)
        && kings(Color::White) == kings(Color::Black)
        && is_quiet(position)
}

/// Can nobody capture, whoever is to move?
pub(super) fn is_quiet<R: Rules>(position: &Position<R>) -> bool {
    !has_capture(position) && !has_capture(&position.passed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::openings::Openings;
    use crate::rules::Variant;

    #[test]
    fn random_openings_are_even_and_the_same_for_the_same_seed() {
        for &variant in Variant::ALL {
            let openings = Openings::named("random", variant, 7).unwrap();
            for pair in 0..20 {
                let opening = openings.of_pair(pair);
                assert_eq!(opening, openings.of_pair(pair));
                assert_ne!(opening, openings.of_pair(pair + 1));
                assert!((PLIES..=PLIES + 2).contains(&opening.moves.len()));
            }
        }
    }
}
