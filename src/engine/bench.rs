//! The bench: fixed positions searched to a fixed depth by one thread. Its node counts are the
//! signature of the search: the same on every run and machine, until the search is changed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::knowledge;
use super::settings::Evaluation;
use crate::bitbase::{Bitbases, embedded};
use crate::board::Geometry;
use crate::eval::net;
use crate::game::Game;
use crate::notation::hub;
use crate::position::{Position, Setup};
use crate::rules::{DrawProfile, Rules, Variant};
use crate::search::{Control, Limits, Pool, Table, TableError};

/// About twenty positions a variant.
const POSITIONS: &str = include_str!("bench.tsv");
const TABLE_MIB: usize = 16;

/// How deep the positions of a variant are searched, in plies.
fn depth(variant: Variant) -> u32 {
    match variant {
        Variant::International => 13,
        Variant::English => 15,
        Variant::Brazilian | Variant::Spanish => 14,
        Variant::Turkish => 11,
    }
}

/// The bench of one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Which.
    pub variant: Variant,
    /// Nodes of all its positions.
    pub nodes: u64,
    /// The time they took.
    pub time: Duration,
}

impl Measured {
    /// Nodes in a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Why node counts are not those that were expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// The search is another.
    #[error("{variant}: {found} nodes where {expected} were expected")]
    Nodes {
        /// Which variant.
        variant: Variant,
        /// What was measured.
        found: u64,
        /// What the file says.
        expected: u64,
    },
    /// The file says nothing of a variant.
    #[error("{variant}: no node count is expected; {found} were found")]
    Missing {
        /// Which variant.
        variant: Variant,
        /// What was measured.
        found: u64,
    },
}

/// What may be other than in the bench whose nodes are the signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// In plies; each variant has a depth of its own otherwise.
    pub depth: Option<u32>,
    /// By what positions are judged.
    pub evaluation: Evaluation,
    /// A file with weights of the variant; empty for those in the program.
    pub eval_file: String,
}

/// Why there is nothing to be measured.
#[derive(Debug, Error)]
pub enum BenchError {
    /// There is no memory for the table of 16 MiB.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There are no weights of this variant.
    #[error(transparent)]
    Weights(#[from] net::LoadError),
}

/// Runs the bench of one variant.
///
/// # Errors
/// If there is no memory for its table, or the file has no weights of the variant.
///
/// # Panics
/// If the compiled-in positions are not right, which a test excludes.
pub fn run(variant: Variant, setting: &Setting) -> Result<Measured, BenchError> {
    let table = Arc::new(Table::new(TABLE_MIB)?);
    let depth = setting.depth.unwrap_or(depth(variant));
    dispatch!(variant, R => {
        let weights = knowledge::weights::<R>(&setting.eval_file)?;
        let eval = knowledge::evaluator(setting.evaluation, weights.as_ref());
        let mut pool = Pool::with_evaluation(1, Arc::clone(&table), &eval);
        pool.set_bitbases(unpacked::<R>());
        let began = Instant::now();
        let nodes = search_all::<R>(&mut pool, depth);
        Ok(Measured { variant, nodes, time: began.elapsed() })
    })
}

/// Compares with the rows of a file: variant, tab, nodes. `#` begins a comment line.
pub fn compare(measured: &[Measured], file: &str) -> Vec<Mismatch> {
    let expected = |variant: Variant| {
        file.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
            let (name, nodes) = line.split_once('\t')?;
            (name == variant.name()).then(|| nodes.trim().parse().ok()).flatten()
        })
    };
    let mismatch = |row: &Measured| {
        let (variant, found) = (row.variant, row.nodes);
        match expected(variant) {
            None => Some(Mismatch::Missing { variant, found }),
            Some(expected) if expected != found => {
                Some(Mismatch::Nodes { variant, found, expected })
            }
            Some(_) => None,
        }
    };
    measured.iter().filter_map(mismatch).collect()
}

/// The bitbases in the program, all unpacked, so that this does not count among the search.
fn unpacked<R: Rules>() -> Option<Arc<Bitbases<R>>> {
    let bitbases = Arc::new(Bitbases::new(vec![embedded::<R>()?]));
    for material in bitbases.ahead(&Position::start()) {
        bitbases.load(material);
    }
    Some(bitbases)
}

fn search_all<R: Rules>(pool: &mut Pool<R>, depth: u32) -> u64 {
    let limits = Limits { depth: Some(depth), analyze: true, ..Limits::default() };
    positions::<R>()
        .map(|setup| {
            let pos = Position::<R>::from_setup(&setup).expect("a test has read all positions");
            let game = Game::new(pos, DrawProfile::Standard);
            pool.clear();
            pool.search(&game, &limits, &Control::new(), &mut |_| {}).nodes
        })
        .sum()
}

/// The positions of a variant.
fn positions<R: Rules>() -> impl Iterator<Item = Setup> {
    POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t').filter(|(name, _)| *name == R::NAME))
        .map(|(_, text)| {
            hub::read_setup(text, R::Geometry::SQUARES).expect("a test has read all positions")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one_of_its_variant_and_not_over() {
        for &variant in Variant::ALL {
            dispatch!(variant, R => {
                let mut count = 0;
                for setup in positions::<R>() {
                    let pos = Position::<R>::from_setup(&setup).unwrap();
                    assert_eq!(Game::new(pos, DrawProfile::Standard).outcome(), None);
                    count += 1;
                }
                assert_eq!(count, 20, "{variant}");
            });
        }
    }

    #[test]
    fn a_difference_is_told_with_both_counts() {
        let row = |variant, nodes| Measured { variant, nodes, time: Duration::ZERO };
        let rows = [row(Variant::English, 7), row(Variant::Turkish, 8), row(Variant::Spanish, 9)];
        let told = compare(&rows, "# variant\tnodes\nenglish\t7\nturkish\t88\n");
        let texts: Vec<String> = told.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "turkish: 8 nodes where 88 were expected",
                "spanish: no node count is expected; 9 were found"
            ]
        );
    }
}
