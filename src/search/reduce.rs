//! Late moves are searched less deep, forced and singular ones deeper.

use super::table::{Bound, Entry};
use super::tune;

/// Late-move reduction (Romstad 2006): how many plies less deep than others the `nth` move (from 0)
/// is first searched.
///
/// Captures and crowning are never reduced, as one line of them decides the game.
#[inline(always)]
pub(super) fn reduction(depth: i32, nth: usize, is_pv: bool) -> i32 {
    let first = if is_pv { 3 } else { 1 };
    if depth < tune::reduce_depth() || nth < first {
        return 0;
    }
    let grown = log2_16(depth as u32) * log2_16(nth as u32 + 1) / 16;
    let pv = if is_pv { tune::reduce_pv() } else { 0 };
    let percent = tune::reduce_base() + tune::reduce_slope() * grown / 16 - pv;
    (percent / 100).clamp(0, depth - 1)
}

/// Sixteen times the binary logarithm, straight between powers of two.
#[inline(always)]
fn log2_16(n: u32) -> i32 {
    let whole = n.ilog2();
    ((whole << 4) + ((n << 4) >> whole) - 16) as i32
}

/// Forced-reply extension: where one move is legal, it costs no depth.
#[inline(always)]
pub(super) fn forced_reply(n_moves: usize) -> i32 {
    i32::from(n_moves == 1)
}

/// Internal iterative reduction (Schröder 2021): without a move from the table the node is likely
/// to be of little interest, and if not, the next iteration knows a move.
#[inline(always)]
pub(super) fn without_move(depth: i32, entry: Option<Entry>) -> i32 {
    i32::from(depth >= tune::iir_depth() && entry.is_none_or(|entry| entry.best.is_none()))
}

/// May the table's move be the only good one?
#[inline(always)]
pub(super) fn may_be_singular(depth: i32, entry: &Entry) -> bool {
    depth >= tune::singular_depth()
        && entry.depth >= depth - tune::singular_entry()
        && entry.bound != Bound::Upper
        && entry.score.is_evaluation()
}
