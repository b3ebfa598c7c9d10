//! What is known of positions met before: a table that threads share without locks.
//!
//! An entry holds the whole position, never a hash alone: with a 64-bit mix as the only check, wrong
//! counts have been seen. Its words are relaxed atomics, each combined with the data word by
//! exclusive or: if two threads write an entry at once and a reader sees a mixture, the words do not
//! fit the position it asks for, and it misses.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use thiserror::Error;

use crate::position::Position;
use crate::rules::Rules;
use crate::words::Words;

/// Too little memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct TableError {
    /// The size asked for.
    pub mib: usize,
}

/// White, black, kings, and `count << 8 | depth << 1 | turn`.
type Entry = [AtomicU64; 4];

/// One cache line: an entry for what is deepest, one for what is newest.
type Bucket = [Entry; 2];

/// Counts of positions met before.
pub struct Table {
    words: Words,
}

impl Table {
    /// A table of so many MiB.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        let buckets = ((mib << 20) / size_of::<Bucket>()).max(1);
        let words = Words::new(buckets * size_of::<Bucket>() / size_of::<AtomicU64>());
        Ok(Self { words: words.map_err(|_| TableError { mib })? })
    }

    /// The count of a position, if it is known at this depth.
    #[inline]
    pub(super) fn get<R: Rules>(&self, pos: &Position<R>, depth: u32) -> Option<u64> {
        let words = words(pos);
        self.bucket(pos).iter().find_map(|entry| {
            let data = entry[3].load(Relaxed);
            let known = data as u8 == tag(pos, depth)
                && (0..3).all(|word| entry[word].load(Relaxed) == words[word] ^ data);
            known.then_some(data >> 8)
        })
    }

    /// Keeps the count of a position.
    #[inline]
    pub(super) fn put<R: Rules>(&self, pos: &Position<R>, depth: u32, count: u64) {
        // A count that does not fit is counted again each time.
        if count >> 56 != 0 {
            return;
        }
        let bucket = self.bucket(pos);
        let kept_depth = (bucket[0][3].load(Relaxed) as u8) >> 1;
        let entry = &bucket[usize::from(u32::from(kept_depth) > depth)];
        let data = count << 8 | u64::from(tag(pos, depth));
        for (word, value) in words(pos).into_iter().enumerate() {
            entry[word].store(value ^ data, Relaxed);
        }
        entry[3].store(data, Relaxed);
    }

    #[inline(always)]
    fn bucket<R: Rules>(&self, pos: &Position<R>) -> &Bucket {
        let (entries, _) = self.words.as_chunks();
        let (buckets, _) = entries.as_chunks();
        let at = (u128::from(pos.key()) * buckets.len() as u128) >> 64;
        &buckets[at as usize]
    }
}

#[inline(always)]
fn words<R: Rules>(pos: &Position<R>) -> [u64; 3] {
    use crate::board::Color;
    [pos.pieces(Color::White), pos.pieces(Color::Black), pos.all_kings()]
}

/// The depth, which is less than 128, and the turn.
#[inline(always)]
fn tag<R: Rules>(pos: &Position<R>, depth: u32) -> u8 {
    (depth as u8) << 1 | u8::from(pos.turn().is_white())
}
