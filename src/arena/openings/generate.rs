//! Makes openings: candidates by lot or all of them, judged by search, the good ones kept.
//!
//! **Balanced**: after a search of the position neither side is ahead by more than half a man (or
//! what is asked for). A position that is won or lost from the start gives each engine one win and
//! says nothing about either. **Sharp**: of all moves, each searched, a fifth or more lose half a man
//! or more against the best, and two or more do not: there is something to choose and something to do
//! wrong. A score is that of the last iteration within the nodes; both searches begin with an empty
//! table, so that what is kept depends on the recipe alone. README.md has what either test brings.
//!
//! Positions in which a side could capture, were it its turn, are no candidates: the first
//! move of an engine would be forced or an exchange half done.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use anyhow::bail;
use crossbeam_channel::Sender;
use parking_lot::Mutex;

use super::candidates::Candidates;
use super::judge::{Judge, Verdict};
use super::{lines, opening_of};
use crate::game::Game;
use crate::notation::quoted;
use crate::rules::{Rules, Variant};
use crate::search::Control;

/// Between two openings of an earlier run there are no more candidates than these, or it was another
/// run: one that keeps so few would take hours for each.
const MOST_SKIPPED: usize = 200_000;

/// Where candidates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Random moves.
    Random,
    /// All sequences of moves that lead to different positions.
    All,
}

/// What openings are made, and how. The same recipe makes the same openings, however many threads
/// work on it, as long as the search and the evaluation are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The variant.
    pub variant: Variant,
    /// Where candidates come from.
    pub source: Source,
    /// How many moves they have.
    pub plies: RangeInclusive<usize>,
    /// How many openings are wanted.
    pub count: usize,
    /// Nodes of each search.
    pub nodes: Option<u64>,
    /// Plies of depth of each search.
    pub depth: Option<u32>,
    /// By how many centimen the better side may be ahead.
    pub balance: RangeInclusive<i32>,
    /// How many of a hundred moves have to lose something; 0: this is not tested.
    pub sharp: usize,
    /// What candidates are drawn from.
    pub seed: u64,
}

/// How far it has gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Openings that were kept, those of an earlier run included.
    pub kept: usize,
    /// Candidates that were judged in this run.
    pub judged: usize,
    /// Those of them that one side is too far ahead in.
    pub unbalanced: usize,
    /// Those in which there is little to do wrong.
    pub blunt: usize,
}

/// Makes openings till there are enough, there are no more candidates, or it is stopped. Each judged
/// candidate is told, in order, with its line if it is kept.
///
/// `before` are the lines an earlier run with the same recipe has made; it goes on behind them.
///
/// # Errors
/// If `before` was made by another recipe, there is no memory for a table, the sequences are too many
/// to enumerate, or `tell` fails.
pub fn generate(
    recipe: &Recipe,
    threads: usize,
    before: &[String],
    control: &Control,
    tell: &mut dyn FnMut(Option<&str>, &Tally) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    dispatch!(recipe.variant, R => run::<R>(recipe, threads, before, control, tell))
}

fn run<R: Rules>(
    recipe: &Recipe,
    threads: usize,
    before: &[String],
    control: &Control,
    tell: &mut dyn FnMut(Option<&str>, &Tally) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    let mut candidates = Candidates::<R>::new(recipe)?;
    skip(&mut candidates, before)?;
    let mut tally = Tally { kept: before.len(), ..Tally::default() };
    if tally.kept >= recipe.count {
        return Ok(tally);
    }
    let mut judges = Vec::new();
    for _ in 0..threads.max(1) {
        judges.push(Judge::new(recipe, control)?);
    }
    let candidates = Mutex::new((0, candidates));
    let (sender, judged) = crossbeam_channel::unbounded();
    std::thread::scope(|scope| {
        for judge in judges {
            let (sender, candidates) = (sender.clone(), &candidates);
            scope.spawn(move || work(judge, candidates, &sender));
        }
        drop(sender);
        // The loop may end in many ways; none of them leaves searches behind.
        let _end = Stops(control);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, verdict) in judged {
            waiting.insert(number, verdict);
            while let Some((verdict, line)) = waiting.remove(&next) {
                next += 1;
                tally.add(verdict);
                let line: String = line;
                tell((verdict == Verdict::Good).then_some(line.as_str()), &tally)?;
                if tally.kept == recipe.count {
                    return Ok(tally);
                }
            }
        }
        Ok(tally)
    })
}

/// Stops all searches when it is dropped.
struct Stops<'a>(&'a Control);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        self.judged += 1;
        match verdict {
            Verdict::Good => self.kept += 1,
            Verdict::Unbalanced => self.unbalanced += 1,
            Verdict::Blunt => self.blunt += 1,
        }
    }
}

/// Goes on to the candidate after the last line of an earlier run.
fn skip<R: Rules>(candidates: &mut Candidates<R>, before: &[String]) -> anyhow::Result<()> {
    for (number, line) in before.iter().enumerate() {
        let mut is_met = false;
        for game in candidates.by_ref().take(MOST_SKIPPED) {
            is_met = lines::write::<R>(&opening_of(&game, 0))? == *line;
            if is_met {
                break;
            }
        }
        if !is_met {
            bail!("opening {}, {}, was made in another way", number + 1, quoted(line));
        }
    }
    Ok(())
}

/// A candidate by its number, what became of it, and its line.
type Judged = (usize, (Verdict, String));

/// Judges one candidate after the other.
fn work<R: Rules>(
    mut judge: Judge<'_, R>,
    candidates: &Mutex<(usize, Candidates<R>)>,
    sender: &Sender<Judged>,
) {
    loop {
        let (number, game) = {
            let (number, candidates) = &mut *candidates.lock();
            let Some(game) = candidates.next() else { return };
            *number += 1;
            (*number - 1, game)
        };
        let Some(verdict) = judge.judge(&game) else { return };
        if sender.send((number, (verdict, line(&game)))).is_err() {
            return;
        }
    }
}

fn line<R: Rules>(game: &Game<R>) -> String {
    lines::write::<R>(&opening_of(game, 0)).expect("its moves were played")
}
