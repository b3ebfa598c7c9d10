//! The positions that games start from, one for each pair.

mod candidates;
mod games;
pub mod generate;
mod judge;
mod lines;
mod random;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail};

use crate::book::ballots::{self, Ballots};
use crate::book::{self, Seen};
use crate::game::Game;
use crate::notation::moves;
use crate::position::{MoveText, Position, Setup};
use crate::random::Random;
use crate::rules::{DrawProfile, Rules, Variant};

/// More openings than this are not held.
const MOST: usize = 1_000_000;

/// Where a game starts: a position, and moves that the engines have to play from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The pieces.
    pub start: Setup,
    /// Plies without a conversion before.
    pub quiet_plies: u32,
    /// What is played before the engines are asked.
    pub moves: Vec<MoveText>,
    /// What people call it.
    pub name: Option<String>,
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
    /// The openings that a user names, in an order drawn from the seed.
    ///
    /// | name | |
    /// | --- | --- |
    /// | `builtin` | the embedded book |
    /// | `random` | eight to ten random plies, never the same |
    /// | `ballots2`, `ballots3` | all first two or three moves that lose no piece at once |
    /// | `ballots11` | the eleven-man ballots of English draughts |
    /// | else | a file |
    ///
    /// A file whose name ends in `.pdn`, or which begins with a tag, is PDN: each game of the variant
    /// is an opening. In others each line is one: a FEN, a Hub position, or the moves from the start
    /// position, with or without numbers; what follows a `#` is its name, and a line that begins with
    /// `#` says nothing. Of openings that lead to the same position one is kept.
    ///
    /// # Errors
    /// If the variant has no such ballots, or the file cannot be read or has a fault.
    pub fn named(name: &str, variant: Variant, seed: u64) -> anyhow::Result<Self> {
        Self::named_to(name, variant, seed, None)
    }

    /// The same, of a file no more than the first so many plies of each opening or game.
    ///
    /// # Errors
    /// Those of [`named`](Self::named), and if plies are given for what is no file.
    pub fn named_to(
        name: &str,
        variant: Variant,
        seed: u64,
        plies: Option<usize>,
    ) -> anyhow::Result<Self> {
        let is_file = !matches!(name, "builtin" | "random" | "ballots2" | "ballots3" | "ballots11");
        if plies.is_some() && !is_file {
            bail!("the length of openings can be set for those of a file, not for {name}");
        }
        if name == "random" {
            return Ok(Self::Random { variant, seed });
        }
        let mut list = Self::list(name, variant, plies)?;
        Random::of(seed, 0).shuffle(&mut list);
        Ok(Self::List(list))
    }

    /// The openings of a name other than `random`, in their own order.
    ///
    /// # Errors
    /// Those of [`named`](Self::named).
    pub fn list(
        name: &str,
        variant: Variant,
        plies: Option<usize>,
    ) -> anyhow::Result<Vec<Opening>> {
        match name {
            "builtin" => dispatch!(variant, R => lines::read::<R>(book::text(variant), None))
                .with_context(|| format!("the embedded book of {variant}"))
                .map(|list| with_numbers(list, "book")),
            "ballots2" | "ballots3" | "ballots11" => {
                Ok(ballots(name, variant)?.played.into_iter().map(Opening::from).collect())
            }
            file => read_file(file.as_ref(), variant, plies),
        }
    }

    /// The opening of a pair, the same whenever it is asked for.
    pub fn of_pair(&self, pair: u32) -> Opening {
        match self {
            Self::Random { variant, seed } => {
                dispatch!(*variant, R => random::plies::<R>(Random::of(*seed, u64::from(pair))))
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

impl Opening {
    /// Its line in a file of openings: the moves as people write them, or the position.
    ///
    /// # Errors
    /// If it is no opening of the variant.
    pub fn line(&self, variant: Variant) -> anyhow::Result<String> {
        dispatch!(variant, R => lines::write::<R>(self))
    }
}

impl From<ballots::Ballot> for Opening {
    fn from(ballot: ballots::Ballot) -> Self {
        Self { start: ballot.start, quiet_plies: 0, moves: ballot.moves, name: Some(ballot.name) }
    }
}

/// The ballots of a variant by their name.
///
/// # Errors
/// If the variant has none of that name.
pub fn ballots(name: &str, variant: Variant) -> anyhow::Result<Ballots> {
    match name {
        "ballots2" => Ok(dispatch!(variant, R => ballots::of_moves::<R>(2))),
        "ballots3" => Ok(dispatch!(variant, R => ballots::of_moves::<R>(3))),
        "ballots11" if variant == Variant::English => Ok(ballots::of_eleven_men()),
        "ballots11" => bail!("eleven-man ballots are those of english draughts, not of {variant}"),
        _ => bail!("there are no ballots {name}: expected ballots2, ballots3 or ballots11"),
    }
}

fn with_numbers(mut list: Vec<Opening>, word: &str) -> Vec<Opening> {
    for (index, opening) in list.iter_mut().enumerate() {
        opening.name.get_or_insert_with(|| format!("{word} {}", index + 1));
    }
    list
}

fn read_file(path: &Path, variant: Variant, plies: Option<usize>) -> anyhow::Result<Vec<Opening>> {
    let shown = path.display();
    let file = File::open(path).with_context(|| {
        format!("{shown} cannot be read (it is none of builtin random ballots2 ballots3 ballots11)")
    })?;
    let mut input = BufReader::new(file);
    let start = input.fill_buf().with_context(|| format!("{shown} cannot be read"))?;
    let list = if is_named_pdn(path) || begins_with_tag(start) {
        games::read(input, &shown.to_string(), variant, plies)?
    } else {
        let text = lines::text(input, &shown.to_string())?;
        dispatch!(variant, R => lines::read::<R>(&text, plies))
            .with_context(|| shown.to_string())?
    };
    if list.is_empty() {
        bail!("{shown} has no openings");
    }
    Ok(dispatch!(variant, R => different::<R>(list, &shown.to_string())))
}

/// Does its name say that a file is PDN, whatever is in it?
pub fn is_named_pdn(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("pdn"))
}

fn begins_with_tag(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    text.first() == Some(&b'[')
}

/// Leaves out what leads to a position that another one leads to.
fn different<R: Rules>(mut list: Vec<Opening>, source: &str) -> Vec<Opening> {
    let before = list.len();
    let mut seen = Seen::<R>::default();
    list.retain(|opening| end::<R>(opening).is_ok_and(|end| seen.insert(&end)));
    if list.len() < before {
        let left_out = before - list.len();
        log::warn!("{source}: {left_out} of {before} openings lead to the position of another one");
    }
    list
}

/// The position in which the engines are asked.
fn end<R: Rules>(opening: &Opening) -> anyhow::Result<Position<R>> {
    let mut position = Position::from_setup(&opening.start)?;
    for &mv in &opening.moves {
        position = position.play(moves::resolve(&position, &mv.into())?);
    }
    Ok(position)
}

/// A game that begins with an opening of the variant.
pub(super) fn opening_of<R: Rules>(game: &Game<R>, quiet_plies: u32) -> Opening {
    Opening {
        start: game.start().setup(),
        quiet_plies,
        moves: game.moves().map(|(position, mv)| position.describe(mv)).collect(),
        name: None,
    }
}

/// Refuses what cannot be begun.
fn not_over<R: Rules>(game: &Game<R>) -> anyhow::Result<()> {
    match game.outcome() {
        Some(outcome) => bail!("the game is over: {outcome}"),
        None => Ok(()),
    }
}

fn new_game<R: Rules>(position: Position<R>, quiet_plies: u32) -> Game<R> {
    Game::new(position, DrawProfile::Standard).with_quiet_plies(quiet_plies)
}
