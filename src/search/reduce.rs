//! Late moves are searched less deep, forced ones deeper.

use super::tune;

/// Late-move reduction (Romstad 2006, in this form Letouzey's Scan 2015): how many plies less deep
/// than others the `nth` move (from 0) is first searched.
///
/// Captures and crowning are never reduced, as one line of them decides the game.
#[inline(always)]
pub(super) fn reduction(depth: i32, nth: usize, is_pv: bool, is_quiet: bool) -> i32 {
    let first = if is_pv { 3 } else { 1 };
    if depth < tune::reduce_depth() || nth < first || !is_quiet {
        0
    } else if !is_pv && nth >= 4 {
        2
    } else {
        1
    }
}

/// Forced-reply extension: where one move is legal, it costs no depth.
#[inline(always)]
pub(super) fn forced_reply(n_moves: usize) -> i32 {
    i32::from(n_moves == 1)
}
