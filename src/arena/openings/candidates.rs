//! What may become an opening, before anything is searched.

use anyhow::bail;

use super::generate::{Recipe, Source};
use super::new_game;
use super::random::{is_quiet, walk};
use crate::book::Seen;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::position::{Move, Position};
use crate::random::Random;
use crate::rules::Rules;

/// After so many draws in a row that bring nothing new, there is taken to be nothing more.
const PATIENCE: u32 = 200_000;

/// No more sequences of one length than these are enumerated.
const MOST: usize = 1_000_000;

/// Games of the lengths that are wanted, which nobody has won or can capture in, each position once.
/// They come in the same order whenever they are asked for.
pub(super) struct Candidates<R: Rules> {
    plies: (usize, usize),
    found: Found,
    seen: Seen<R>,
}

enum Found {
    Drawn {
        seed: u64,
        draws: u64,
    },
    /// All sequences that lead to different positions.
    Listed(std::vec::IntoIter<Vec<Move>>),
}

impl<R: Rules> Candidates<R> {
    pub(super) fn new(recipe: &Recipe) -> anyhow::Result<Self> {
        let plies = (*recipe.plies.start(), *recipe.plies.end());
        let found = match recipe.source {
            Source::Random => Found::Drawn { seed: recipe.seed, draws: 0 },
            Source::All => Found::Listed(sequences::<R>(plies)?.into_iter()),
        };
        Ok(Self { plies, found, seen: Seen::default() })
    }

    fn draw(&mut self) -> Option<Game<R>> {
        let (least, most) = self.plies;
        match &mut self.found {
            Found::Drawn { seed, draws } => {
                let mut random = Random::of(*seed, *draws);
                *draws += 1;
                let plies = least + random.below(most - least + 1);
                Some(walk(&mut random, plies))
            }
            Found::Listed(sequences) => {
                let mut game = new_game(Position::start(), 0);
                sequences.next()?.into_iter().for_each(|mv| game.play(mv));
                Some(game)
            }
        }
    }
}

impl<R: Rules> Iterator for Candidates<R> {
    type Item = Game<R>;

    fn next(&mut self) -> Option<Game<R>> {
        for _ in 0..PATIENCE {
            let game = self.draw()?;
            let is_one = game.moves().len() >= self.plies.0
                && is_quiet(game.position())
                && game.outcome().is_none();
            if is_one && self.seen.insert(game.position()) {
                return Some(game);
            }
        }
        None
    }
}

/// All ways to play so many plies that lead to different positions, in order of squares.
fn sequences<R: Rules>((least, most): (usize, usize)) -> anyhow::Result<Vec<Vec<Move>>> {
    let mut all = Vec::new();
    let mut layer = vec![(Position::<R>::start(), Vec::new())];
    for plies in 1..=most {
        let mut seen = Seen::<R>::default();
        let mut next = Vec::new();
        for (position, moves) in &layer {
            let mut legal = legal_moves(position);
            legal.sort_unstable_by_key(|&mv| position.describe(mv));
            for &mv in &legal {
                let after = position.play(mv);
                if seen.insert(&after) {
                    let mut moves = moves.clone();
                    moves.push(mv);
                    next.push((after, moves));
                }
            }
            if next.len() > MOST {
                bail!(
                    "there are more than {MOST} positions after {plies} plies: draw from them \
                     with --random"
                );
            }
        }
        layer = next;
        if plies >= least {
            all.extend(layer.iter().map(|(_, moves)| moves.clone()));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, Turkish};

    #[test]
    fn sequences_lead_to_different_positions() {
        assert_eq!(sequences::<English>((3, 3)).unwrap().len(), 216);
        assert_eq!(sequences::<English>((1, 3)).unwrap().len(), 7 + 49 + 216);
        // Half of the eight, in Turkish draughts.
        assert_eq!(sequences::<Turkish>((1, 1)).unwrap().len(), 4);
        let error = sequences::<Turkish>((8, 8)).unwrap_err().to_string();
        assert!(error.contains("more than 1000000 positions"), "{error}");
    }
}
