//! Games of the engine against itself, for training.
//!
//! A game depends on the recipe and its number alone: it begins with an empty table, its random moves
//! are drawn from the seed and the number, and only nodes limit its searches. Games are told in order
//! of their numbers. So a file is the same with any number of threads, and however often it was
//! interrupted.

mod opening;
mod play;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread::{Builder, scope};

use anyhow::Context;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::record::{Head, Header, Record};
use crate::bitbase::Bitbases;
use crate::eval::Evaluator;
use crate::rules::{Rules, Variant};
use crate::search::Control;
use play::Board;

/// Games that are begun for each thread before the first of them is told.
const AHEAD: u64 = 16;

/// How games are played.
#[derive(Clone)]
pub struct Recipe<R: Rules> {
    /// The variant by name.
    pub variant: Variant,
    /// What games are drawn from.
    pub seed: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// MiB of the table.
    pub hash: u32,
    /// Random plies of an opening.
    pub plies: RangeInclusive<u8>,
    /// By how many centimen one side may be ahead after it.
    pub within: u16,
    /// Percent of games from unbalanced openings.
    pub unbalanced: u8,
    /// What judges positions.
    pub evaluator: Evaluator<R>,
    /// XXH3 of its file of weights; 0: the hand-written evaluation.
    pub evaluation: u64,
    /// What ends a game.
    pub bitbases: Option<Arc<Bitbases<R>>>,
}

impl<R: Rules> Recipe<R> {
    /// What a file with such games begins with.
    pub fn header(&self) -> Header {
        Header {
            variant: self.variant,
            seed: self.seed,
            nodes: self.nodes,
            hash: self.hash,
            plies: (*self.plies.start(), *self.plies.end()),
            within: self.within,
            unbalanced: self.unbalanced,
            known_pieces: self.bitbases.as_ref().map_or(0, |it| it.most_pieces() as u8),
            evaluation: self.evaluation,
        }
    }
}

/// When to stop: whatever is reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Games, those of an earlier run included.
    pub games: u64,
    /// Positions, those of an earlier run included; the last game is told in full.
    pub positions: u64,
}

/// What is there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Games.
    pub games: u64,
    /// Positions.
    pub positions: u64,
}

/// A game with its records.
pub type Played = (Head, Vec<Record>);

/// Plays games till the goal is reached or it is stopped, each told in order.
///
/// # Errors
/// If there is no memory for a table, the system gives too few threads, no opening can be found, or `tell` fails.
pub fn generate<R: Rules>(
    recipe: &Recipe<R>,
    threads: usize,
    goal: Goal,
    before: Before,
    control: &Control,
    tell: &mut dyn FnMut(Played) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let is_reached = |games, positions| games >= goal.games || positions >= goal.positions;
    let Before { games: mut next, mut positions } = before;
    if is_reached(next, positions) {
        return Ok(());
    }
    let mut boards = Vec::new();
    for _ in 0..threads.max(1) {
        boards.push(Board::new(recipe, control)?);
    }
    // As many numbers are given out as games are told, so that none waits for long.
    let window = AHEAD * boards.len() as u64;
    let (numbers, drawn) = bounded(window as usize);
    let (sender, played) = unbounded();
    scope(|scope| {
        // At the end of the loop, whatever ends it, there are no more numbers to wait for.
        let numbers = numbers;
        // This may end in many ways; none of them leaves searches behind.
        let _end = Stops(control);
        for (place, board) in boards.into_iter().enumerate() {
            let (drawn, sender) = (drawn.clone(), sender.clone());
            Builder::new()
                .spawn_scoped(scope, move || work(board, &drawn, &sender))
                .with_context(|| format!("the system gives no more than {place} threads"))?;
        }
        drop(sender);
        let mut given = next;
        let mut waiting = BTreeMap::new();
        loop {
            while given < (next + window).min(goal.games) && numbers.try_send(given).is_ok() {
                given += 1;
            }
            let Ok((number, game)) = played.recv() else { return Ok(()) };
            if matches!(game, Ok(None)) {
                return Ok(());
            }
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&next) {
                let game: Option<Played> = game?;
                let Some(game) = game else { return Ok(()) };
                next += 1;
                positions += game.1.len() as u64;
                tell(game)?;
                if is_reached(next, positions) {
                    return Ok(());
                }
            }
        }
    })
}

/// Stops all searches when it is dropped.
struct Stops<'a>(&'a Control);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Plays one game after the other, till it is stopped or there are no more numbers.
fn work<R: Rules>(
    mut board: Board<'_, R>,
    numbers: &Receiver<u64>,
    sender: &Sender<(u64, anyhow::Result<Option<Played>>)>,
) {
    for number in numbers {
        if sender.send((number, board.play(number))).is_err() {
            return;
        }
    }
}
