//! The positions that games start from, one for each pair.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use super::random::Random;
use crate::board::{Color, Geometry};
use crate::game::Game;
use crate::movegen::{has_capture, legal_moves};
use crate::notation::{fen, hub, moves};
use crate::position::{MoveText, Position, Setup};
use crate::rules::{DrawProfile, Rules, Variant};

/// Plies of a random opening: at least so many, and up to two more.
const RANDOM_PLIES: usize = 8;

/// Where a game starts: a position, and moves that the engines have to play from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// What it is called, if it has a name.
    pub name: Option<String>,
    /// The pieces.
    pub start: Setup,
    /// Plies without a conversion before.
    pub quiet_plies: u32,
    /// What is played before the engines are asked.
    pub moves: Vec<MoveText>,
}

/// A source of openings.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves from the start position, as many of them as are wanted.
    Random {
        /// The variant.
        variant: Variant,
        /// What they are drawn from.
        seed: u64,
    },
    /// A list, from its beginning again when it has been used up.
    List(Vec<Opening>),
}

impl Openings {
    /// Reads a file, a line for each opening: a FEN, a Hub position, or the moves from the start
    /// position, with or without numbers. A line that begins with `#` says nothing. The order is
    /// drawn from the seed.
    ///
    /// # Errors
    /// If a line is none of this, or the game would be over already.
    pub fn from_file(path: &Path, variant: Variant, seed: u64) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("{} cannot be read", path.display()))?;
        let mut list = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let opening = dispatch!(variant, R => read_opening::<R>(line))
                .with_context(|| format!("{}, line {}", path.display(), number + 1))?;
            list.push(opening);
        }
        if list.is_empty() {
            bail!("{} has no openings", path.display());
        }
        Random::of(seed, 0).shuffle(&mut list);
        Ok(Self::List(list))
    }

    /// The opening of a pair, the same whenever it is asked for.
    pub fn of_pair(&self, pair: u32) -> Opening {
        match self {
            Self::Random { variant, seed } => {
                dispatch!(*variant, R => random_plies::<R>(Random::of(*seed, u64::from(pair))))
            }
            Self::List(list) => list[pair as usize % list.len()].clone(),
        }
    }

    /// How many different ones there are; none: as many as one likes.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::Random { .. } => None,
            Self::List(list) => Some(list.len()),
        }
    }
}

/// Random moves from the start position, after which both sides have the same pieces and nobody has
/// to capture: balanced in material, and in nothing else.
fn random_plies<R: Rules>(mut random: Random) -> Opening {
    loop {
        let mut game = Game::<R>::new(Position::start(), DrawProfile::Standard);
        for _ in 0..RANDOM_PLIES + random.below(3) {
            let moves = legal_moves(game.position());
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]);
        }
        if game.outcome().is_none() && is_even(game.position()) {
            return opening_of(&game);
        }
    }
}

fn is_even<R: Rules>(position: &Position<R>) -> bool {
    let men = |color| position.men(color).count_ones();
    let kings = |color| position.kings(color).count_ones();
    men(Color::White) == men(Color::Black)
        && kings(Color::White) == kings(Color::Black)
        && !has_capture(position)
        && !has_capture(&position.passed())
}

fn opening_of<R: Rules>(game: &Game<R>) -> Opening {
    Opening {
        name: None,
        start: game.start().setup(),
        quiet_plies: 0,
        moves: game.moves().map(|(position, mv)| position.describe(mv)).collect(),
    }
}

fn read_opening<R: Rules>(line: &str) -> anyhow::Result<Opening> {
    let squares = R::Geometry::SQUARES;
    let is_hub = line.len() == squares + 1 && line.chars().all(|it| "wbWBe".contains(it));
    if is_hub {
        return opening_at(Position::<R>::from_setup(&hub::read_setup(line, squares)?)?, 0);
    }
    if line.contains(':') {
        let fen = fen::read::<R>(line)?;
        return opening_at(fen.position, fen.quiet_plies);
    }
    let mut game = Game::<R>::new(Position::start(), DrawProfile::Standard);
    for word in line.split_whitespace() {
        let word = without_number(word);
        if word.is_empty() || word == "*" {
            continue;
        }
        if game.outcome().is_some() {
            bail!("the game is over before {word}");
        }
        let mv = moves::resolve(game.position(), &moves::read::<R>(word)?)?;
        game.play(mv);
    }
    if let Some(outcome) = game.outcome() {
        bail!("the game is over: {outcome}");
    }
    Ok(opening_of(&game))
}

/// A word of a list of moves without the number before it, as in `1.32-28`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

fn opening_at<R: Rules>(position: Position<R>, quiet_plies: u32) -> anyhow::Result<Opening> {
    let game = Game::new(position, DrawProfile::Standard).with_quiet_plies(quiet_plies);
    if let Some(outcome) = game.outcome() {
        bail!("the game is over: {outcome}");
    }
    Ok(Opening { name: None, start: position.setup(), quiet_plies, moves: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, International, Turkish};

    #[test]
    fn random_openings_are_even_and_the_same_for_the_same_seed() {
        for &variant in Variant::ALL {
            let openings = Openings::Random { variant, seed: 7 };
            for pair in 0..20 {
                let opening = openings.of_pair(pair);
                assert_eq!(opening, openings.of_pair(pair));
                assert_ne!(opening, openings.of_pair(pair + 1));
                assert!((RANDOM_PLIES..=RANDOM_PLIES + 2).contains(&opening.moves.len()));
            }
        }
    }

    #[test]
    fn a_line_is_a_fen_a_hub_position_or_moves() {
        let moves = read_opening::<International>("1. 32-28 19-23 2.28x19 14x23 *").unwrap();
        assert_eq!(moves.moves.len(), 4);
        let moves = read_opening::<Turkish>("a3-a4 b6-b5").unwrap();
        assert_eq!(moves.moves.len(), 2);
        let fen = read_opening::<English>("W:W27,19:B11,K1:H3").unwrap();
        assert_eq!((fen.moves.len(), fen.quiet_plies), (0, 3));
        let start = hub::write_setup(&Position::<English>::start().setup(), 32);
        assert_eq!(read_opening::<English>(&start).unwrap().start.turn, Color::Black);
    }

    #[test]
    fn a_line_that_is_no_opening_is_told_why() {
        let error = |line| read_opening::<English>(line).unwrap_err().to_string();
        assert!(error("11-15 11-15").starts_with("illegal move 11-15"));
        assert!(error("hello").contains("hello"));
        assert_eq!(error("W:W:B1"), "the game is over: Black wins: no piece left");
    }
}
