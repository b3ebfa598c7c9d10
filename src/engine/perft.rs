//! Perft over threads: the tree is cut into pieces that the threads take in turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};

use crate::movegen::perft::{Counting, Table, TableError, Walker, moves};
use crate::position::{Move, MoveText, Position};
use crate::rules::Rules;

/// How many pieces there should be for each thread, so that all are busy to the end.
const PIECES_PER_THREAD: usize = 64;
/// A piece is not cut further where so few plies are left; it takes less than a millisecond.
const SMALLEST_PIECE: u32 = 5;
/// How often progress is told at least.
const TICK: Duration = Duration::from_millis(100);

/// What to count, and with what.
#[derive(Clone, Debug)]
pub struct Task {
    /// In plies.
    pub depth: u32,
    /// What counts as a path.
    pub counting: Counting,
    /// How many threads share the work.
    pub threads: usize,
    /// The size of the table of positions met before, in MiB; 0 for none.
    pub table: usize,
}

/// What has been counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// All paths; `u64::MAX` if there are more.
    pub paths: u64,
    /// The paths behind each first move, sorted by their text.
    pub moves: Vec<Divided>,
    /// How long it took.
    pub time: Duration,
    /// It was not stopped before the end.
    pub complete: bool,
}

/// The paths behind one first move.
#[derive(Clone, Debug, PartialEq)]
pub struct Divided {
    /// The move.
    pub mv: MoveText,
    /// The paths counted.
    pub paths: u64,
    /// None is missing.
    pub complete: bool,
}

/// How far it has gone.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Pieces counted.
    pub done: usize,
    /// Pieces in all.
    pub total: usize,
    /// Paths counted.
    pub paths: u64,
}

/// A part of the tree.
struct Piece<R: Rules> {
    /// Which first move it is behind.
    first: usize,
    pos: Position<R>,
    /// Plies left.
    depth: u32,
}

/// Counts paths, until done or `stop` is set.
///
/// # Errors
/// If there is no memory for the table.
pub fn perft<R: Rules>(
    pos: &Position<R>,
    task: &Task,
    stop: &Arc<AtomicBool>,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Report, TableError> {
    let table = match task.table {
        0 => None,
        mib => Some(Arc::new(Table::new(mib)?)),
    };
    let start = Instant::now();
    let (mut rows, pieces) = cut(pos, task);
    let mut done = 0;
    let mut paths = u64::from(task.depth == 0);
    let next = AtomicUsize::new(0);
    let (sender, counted) = crossbeam_channel::unbounded();
    std::thread::scope(|scope| {
        let walker =
            || Walker::new(task.counting).with_table(table.clone()).with_stop(Arc::clone(stop));
        let mut started = 0;
        for number in 0..task.threads.clamp(1, pieces.len().max(1)) {
            let (walker, sender, pieces, next) = (walker(), sender.clone(), &pieces, &next);
            let count = move || take_pieces(walker, pieces, next, stop, &sender);
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, count) {
                log::warn!("thread {} cannot start, going on without: {error}", number + 1);
                break;
            }
            started += 1;
        }
        if started == 0 {
            take_pieces(walker(), &pieces, &next, stop, &sender);
        }
        drop(sender);
        loop {
            match counted.recv_timeout(TICK) {
                Ok((first, of_piece)) => {
                    let row: &mut Row = &mut rows[first];
                    row.paths = row.paths.saturating_add(of_piece);
                    row.missing -= 1;
                    paths = paths.saturating_add(of_piece);
                    done += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            on_progress(Progress { done, total: pieces.len(), paths });
        }
    });
    Ok(Report {
        paths,
        moves: divide(pos, rows),
        time: start.elapsed(),
        complete: done == pieces.len(),
    })
}

/// The paths behind a first move, as they come in.
struct Row {
    mv: Move,
    paths: u64,
    /// Pieces not yet counted.
    missing: usize,
}

/// Cuts the tree into pieces; a row for each first move.
fn cut<R: Rules>(pos: &Position<R>, task: &Task) -> (Vec<Row>, Vec<Piece<R>>) {
    if task.depth == 0 {
        return (Vec::new(), Vec::new());
    }
    let firsts = moves(pos, task.counting);
    let mut pieces: Vec<_> = firsts
        .iter()
        .enumerate()
        .map(|(first, &mv)| Piece { first, pos: pos.play(mv), depth: task.depth - 1 })
        .collect();
    while pieces.len() < PIECES_PER_THREAD * task.threads
        && pieces.first().is_some_and(|piece| piece.depth > SMALLEST_PIECE)
    {
        pieces = pieces
            .iter()
            .flat_map(|piece| {
                moves(&piece.pos, task.counting).into_iter().map(|mv| Piece {
                    first: piece.first,
                    pos: piece.pos.play(mv),
                    depth: piece.depth - 1,
                })
            })
            .collect();
    }
    let mut rows: Vec<_> = firsts.iter().map(|&mv| Row { mv, paths: 0, missing: 0 }).collect();
    for piece in &pieces {
        rows[piece.first].missing += 1;
    }
    (rows, pieces)
}

/// Takes pieces until none is left or it is told to stop.
fn take_pieces<R: Rules>(
    mut walker: Walker<R>,
    pieces: &[Piece<R>],
    next: &AtomicUsize,
    stop: &AtomicBool,
    counted: &Sender<(usize, u64)>,
) {
    // Relaxed: each piece is taken once whatever the order, and the channel carries the counts.
    while let Some(piece) = pieces.get(next.fetch_add(1, Relaxed)) {
        let paths = walker.paths(&piece.pos, piece.depth);
        if stop.load(Relaxed) || counted.send((piece.first, paths)).is_err() {
            return;
        }
    }
}

/// The rows by the text of their moves; orders of the same capture together.
fn divide<R: Rules>(pos: &Position<R>, rows: Vec<Row>) -> Vec<Divided> {
    let mut moves: Vec<Divided> = rows
        .into_iter()
        .map(|row| Divided {
            mv: pos.describe(row.mv),
            paths: row.paths,
            complete: row.missing == 0,
        })
        .collect();
    moves.sort_by_cached_key(|divided| divided.mv.to_string());
    moves.dedup_by(|later, first| {
        let same = later.mv == first.mv;
        if same {
            first.paths = first.paths.saturating_add(later.paths);
            first.complete &= later.complete;
        }
        same
    });
    moves
}
