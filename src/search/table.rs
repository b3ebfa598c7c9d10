//! The transposition table: what has been found about positions, shared by all threads.
//!
//! It is safe without locks because an entry is one word: a reader sees all of a store or nothing
//! of it. `Relaxed` is enough, as no entry says anything about other memory. A position is known by
//! its place in the table and 28 more bits of its key; a stored move is a place in the list of legal
//! moves, so that a wrong entry can never make an illegal move.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use thiserror::Error;

use super::prefetch::prefetch;
use crate::score::Score;
use crate::words::Words;

/// Why there is no table of that size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The system does not give that much memory.
    #[error("{mib} MiB for the transposition table are more than the system gives")]
    NoMemory {
        /// The size that was asked for.
        mib: usize,
    },
}

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// What is stored about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// With distances counted from the position.
    pub score: Score,
    /// How deep it was searched, in plies; 0 for quiescence.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// The best move, by its place in the generated list.
    pub best: Option<usize>,
}

const CHECK_BITS: u32 = 28;
const SCORE_SHIFT: u32 = 28;
const DEPTH_SHIFT: u32 = 43;
const BOUND_SHIFT: u32 = 50;
const AGE_SHIFT: u32 = 52;
const MOVE_SHIFT: u32 = 57;
const SCORE_OFFSET: i32 = 1 << 14;
const MAX_DEPTH: i32 = 127;
const AGES: u64 = 32;
const NO_MOVE: usize = 127;
/// How many plies of depth an entry loses in worth with each search since it was stored.
const DEPTH_PER_AGE: u64 = 4;

/// An entry of this search stays if it is deeper by more plies than this: what a probe or another
/// side search finds about the same position is not worth it.
const KEPT_IF_DEEPER: i32 = 3;

const fn field(word: u64, shift: u32, bits: u32) -> u64 {
    word >> shift & ((1 << bits) - 1)
}

const fn check_of(key: u64) -> u64 {
    field(key, 0, CHECK_BITS)
}

impl Entry {
    fn pack(self, key: u64, age: u64) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let best = self.best.filter(|&best| best < NO_MOVE).unwrap_or(NO_MOVE);
        check_of(key)
            | ((self.score.centimen() + SCORE_OFFSET) as u64) << SCORE_SHIFT
            | (self.depth.clamp(0, MAX_DEPTH) as u64) << DEPTH_SHIFT
            | bound << BOUND_SHIFT
            | age << AGE_SHIFT
            | (best as u64) << MOVE_SHIFT
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match field(word, BOUND_SHIFT, 2) {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = field(word, MOVE_SHIFT, 7) as usize;
        Some(Self {
            score: Score::new(field(word, SCORE_SHIFT, 15) as i32 - SCORE_OFFSET),
            depth: field(word, DEPTH_SHIFT, 7) as i32,
            bound,
            best: (best != NO_MOVE).then_some(best),
        })
    }
}

const CLUSTER: usize = 4;

/// Entries that share a place: half a cache line.
type Cluster = [AtomicU64; CLUSTER];

/// The transposition table.
pub struct Table {
    words: Words,
    age: AtomicU8,
}

impl Table {
    /// An empty table of so many MiB, at least one.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        let error = TableError::NoMemory { mib };
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error.clone())?;
        let words = Words::new(bytes / size_of::<AtomicU64>()).map_err(|_| error)?;
        Ok(Self { words, age: AtomicU8::new(0) })
    }

    /// Its size in MiB.
    pub fn mib(&self) -> usize {
        (self.words.len() * size_of::<AtomicU64>()) >> 20
    }

    /// Forgets everything, with so many threads.
    pub fn clear(&self, threads: usize) {
        let share = self.words.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for part in self.words.chunks(share) {
                let clear = move || {
                    for entry in part {
                        entry.store(0, Ordering::Relaxed);
                    }
                };
                // Where no thread can be started, this one does it.
                if std::thread::Builder::new().spawn_scoped(scope, clear).is_err() {
                    clear();
                }
            }
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what is stored from now on is worth more than what is old.
    pub fn begin_search(&self) {
        let age = (u64::from(self.age.load(Ordering::Relaxed)) + 1) % AGES;
        self.age.store(age as u8, Ordering::Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let (clusters, _) = self.words.as_chunks();
        // The high bits choose the place, the low ones are kept in the entry.
        &clusters[((u128::from(key) * clusters.len() as u128) >> 64) as usize]
    }

    /// Asks for the memory of a key that will be probed soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is stored under a key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|entry| {
            let word = entry.load(Ordering::Relaxed);
            if check_of(word) == check_of(key) { Entry::unpack(word) } else { None }
        })
    }

    /// Stores an entry in the place of the one worth least.
    #[inline(always)]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = u64::from(self.age.load(Ordering::Relaxed));
        let cluster = self.cluster(key);
        let mut place = &cluster[0];
        let mut least = i64::MAX;
        for candidate in cluster {
            let word = candidate.load(Ordering::Relaxed);
            if check_of(word) == check_of(key) && field(word, BOUND_SHIFT, 2) != 0 {
                let deeper = field(word, DEPTH_SHIFT, 7) as i32 - entry.depth;
                if deeper > KEPT_IF_DEEPER
                    && entry.bound != Bound::Exact
                    && field(word, AGE_SHIFT, 5) == age
                {
                    return;
                }
                place = candidate;
                if entry.best.is_none() {
                    entry.best = Entry::unpack(word).and_then(|old| old.best);
                }
                break;
            }
            let years = age.wrapping_sub(field(word, AGE_SHIFT, 5)) % AGES;
            let worth = field(word, DEPTH_SHIFT, 7) as i64 - (DEPTH_PER_AGE * years) as i64;
            let worth = if word == 0 { i64::MIN } else { worth };
            if worth < least {
                least = worth;
                place = candidate;
            }
        }
        place.store(entry.pack(key, age), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_stored() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(77), None);
        for (score, depth, bound, best) in [
            (Score::loss_in(0), 0, Bound::Upper, None),
            (Score::INFINITE, 127, Bound::Lower, Some(126)),
            (Score::new(-1), 12, Bound::Exact, Some(0)),
        ] {
            let entry = Entry { score, depth, bound, best };
            table.clear(2);
            table.store(77, entry);
            assert_eq!(table.probe(77), Some(entry));
            assert_eq!(table.probe(78), None);
        }
        table.clear(3);
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn keeps_the_deep_and_the_new() {
        let table = Table::new(1).unwrap();
        let entry = |depth| Entry { score: Score::DRAW, depth, bound: Bound::Exact, best: None };
        for (key, depth) in [(1, 20), (2, 3), (3, 9), (4, 8), (5, 1)] {
            table.store(key, entry(depth));
        }
        assert_eq!(table.probe(2), None);
        assert_eq!(table.probe(1), Some(entry(20)));
    }

    #[test]
    fn too_large_a_table_is_an_error() {
        assert!(matches!(Table::new(usize::MAX), Err(TableError::NoMemory { .. })));
        assert!(matches!(Table::new(1 << 42), Err(TableError::NoMemory { .. })));
    }
}
