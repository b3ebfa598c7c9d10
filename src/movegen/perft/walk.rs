//! The walk through all ways to play, on one thread.

use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::super::{Sink, generate};
use super::batch::{Batch, Gather};
use super::table::Table;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// From this depth on a table is asked; below it counting is faster.
const TABLE_DEPTH: u32 = 3;
/// From this depth on it is looked whether to stop: often enough for a person who waits.
const STOP_DEPTH: u32 = 6;

/// How paths are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Each move once; the last ply is counted without playing it.
    #[default]
    Bulk,
    /// Each move once; the last ply is played too.
    EachLeaf,
    /// Equal captures count once for every order of capturing; the last ply is not played.
    Orders,
}

/// Counts paths.
pub struct Walker<R: Rules> {
    counting: Counting,
    table: Option<Arc<Table>>,
    stop: Option<Arc<AtomicBool>>,
    batch: Batch,
    rules: PhantomData<R>,
}

impl<R: Rules> Walker<R> {
    /// A walker that counts in this way.
    pub fn new(counting: Counting) -> Self {
        Self { counting, table: None, stop: None, batch: Batch::new(), rules: PhantomData }
    }

    /// Shares what it finds, and what others found, in a table. The table must not have been used
    /// with another way of counting or by another variant.
    #[must_use]
    pub fn with_table(mut self, table: Option<Arc<Table>>) -> Self {
        self.table = table;
        self
    }

    /// Stops soon after this is set; what it returns then is no count.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// The number of ways to play `depth` plies from a position; `u64::MAX` if there are more.
    ///
    /// # Panics
    /// If `depth` is more than [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn paths(&mut self, pos: &Position<R>, depth: u32) -> u64 {
        assert!(depth <= super::MAX_DEPTH);
        if depth == 0 {
            return 1;
        }
        let white = pos.turn().is_white();
        match self.counting {
            Counting::Bulk if white => self.count::<true, false, false, true>(pos, depth),
            Counting::Bulk => self.count::<false, true, false, true>(pos, depth),
            Counting::EachLeaf if white => self.count::<true, false, false, false>(pos, depth),
            Counting::EachLeaf => self.count::<false, true, false, false>(pos, depth),
            Counting::Orders if white => self.count::<true, false, true, true>(pos, depth),
            Counting::Orders => self.count::<false, true, true, true>(pos, depth),
        }
    }

    /// The paths from a position, apart from any other.
    fn count<const WHITE: bool, const BLACK: bool, const KEEP: bool, const BULK: bool>(
        &mut self,
        pos: &Position<R>,
        depth: u32,
    ) -> u64 {
        self.walk::<WHITE, BLACK, KEEP, BULK>(pos, depth)
            .saturating_add(self.flush::<WHITE, BLACK, KEEP, BULK>(depth))
    }

    /// Counts the positions that wait at the last ply, `depth` plies from a position of `WHITE`.
    fn flush<const WHITE: bool, const BLACK: bool, const KEEP: bool, const BULK: bool>(
        &mut self,
        depth: u32,
    ) -> u64 {
        if !BULK {
            0
        } else if depth % 2 == 1 {
            self.batch.flush::<R, WHITE, KEEP>()
        } else {
            self.batch.flush::<R, BLACK, KEEP>()
        }
    }

    /// Walks on from a position. Of the paths, those that end in positions which still wait in the
    /// batch are not yet counted; others that waited may be.
    fn walk<const WHITE: bool, const BLACK: bool, const KEEP: bool, const BULK: bool>(
        &mut self,
        pos: &Position<R>,
        depth: u32,
    ) -> u64 {
        if BULK && depth == 1 {
            return self.batch.add::<R, WHITE, KEEP>(pos);
        }
        if BULK && depth == 2 {
            let mut gather =
                Gather::<R, WHITE, BLACK, KEEP> { batch: &mut self.batch, pos, paths: 0 };
            generate::<R, WHITE, _>(pos, &mut gather);
            return gather.paths;
        }
        if depth >= STOP_DEPTH && self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
            return 0;
        }
        if depth >= TABLE_DEPTH && self.table.is_some() {
            return self.walk_with_table::<WHITE, BLACK, KEEP, BULK>(pos, depth);
        }
        self.play_all::<WHITE, BLACK, KEEP, BULK>(pos, depth)
    }

    fn play_all<const WHITE: bool, const BLACK: bool, const KEEP: bool, const BULK: bool>(
        &mut self,
        pos: &Position<R>,
        depth: u32,
    ) -> u64 {
        let mut step = Step::<R, WHITE, BLACK, KEEP, BULK> { walker: self, pos, depth, paths: 0 };
        generate::<R, WHITE, _>(pos, &mut step);
        step.paths
    }

    fn walk_with_table<const WHITE: bool, const BLACK: bool, const KEEP: bool, const BULK: bool>(
        &mut self,
        pos: &Position<R>,
        depth: u32,
    ) -> u64 {
        let Some(table) = self.table.clone() else {
            return self.play_all::<WHITE, BLACK, KEEP, BULK>(pos, depth);
        };
        if let Some(paths) = table.get(pos, depth) {
            return paths;
        }
        let of_others = self.flush::<WHITE, BLACK, KEEP, BULK>(depth);
        let paths = self
            .play_all::<WHITE, BLACK, KEEP, BULK>(pos, depth)
            .saturating_add(self.flush::<WHITE, BLACK, KEEP, BULK>(depth));
        if !self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
            table.put(pos, depth, paths);
        }
        of_others.saturating_add(paths)
    }
}

/// Plays each move it is told and walks on from there.
struct Step<'a, R: Rules, const WHITE: bool, const BLACK: bool, const KEEP: bool, const BULK: bool>
{
    walker: &'a mut Walker<R>,
    pos: &'a Position<R>,
    depth: u32,
    paths: u64,
}

impl<R: Rules, const WHITE: bool, const BLACK: bool, const KEEP: bool, const BULK: bool> Sink
    for Step<'_, R, WHITE, BLACK, KEEP, BULK>
{
    const KEEPS_ORDERS: bool = KEEP;

    #[inline(always)]
    fn add(&mut self, mv: Move) {
        let next = self.pos.play_as::<WHITE>(mv);
        let paths = if !BULK && self.depth == 1 {
            black_box(&next);
            1
        } else {
            self.walker.walk::<BLACK, WHITE, KEEP, BULK>(&next, self.depth - 1)
        };
        self.paths = self.paths.saturating_add(paths);
    }
}
