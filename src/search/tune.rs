//! The numbers of the search. Depths in plies, margins in centimen.

/// No line is followed further than this.
pub(super) const MAX_PLY: usize = 250;
/// The largest depth of an iteration.
pub(super) const MAX_DEPTH: i32 = 120;

/// Nodes between two looks at the clock.
pub(super) const NODES_BETWEEN_CHECKS: u64 = 512;
/// Moves that a game is taken to last from a full board.
pub(super) const MOVES_LEFT_FULL: f64 = 32.0;
/// Moves that a game is taken to last from a nearly empty board.
pub(super) const MOVES_LEFT_EMPTY: f64 = 12.0;
/// The most that a move may take, in parts of what was planned for it.
pub(super) const HARD_TO_SOFT: f64 = 4.0;
/// The most that a move may take, in parts of the clock.
pub(super) const MOST_OF_CLOCK: f64 = 0.6;
/// The same where no other move has to be made in that time.
pub(super) const MOST_OF_LAST_MOVE: f64 = 0.9;

/// From this depth on iterations start with a narrow window.
pub(super) const ASPIRATION_DEPTH: i32 = 5;
/// Half of that window.
pub(super) const ASPIRATION: i32 = 12;

/// The bound of history values.
pub(super) const HISTORY_MAX: i32 = 1 << 13;
/// A history bonus for each ply of depth.
pub(super) const HISTORY_BONUS: i32 = 32;
/// The largest history bonus.
pub(super) const HISTORY_BONUS_MAX: i32 = 512;
/// Crowning moves come before killers.
pub(super) const CROWNING_FIRST: i32 = 1 << 20;
/// Killers come before all that history says.
pub(super) const KILLERS_NEXT: i32 = 1 << 19;
/// What a captured piece weighs in ordering, against history.
pub(super) const ORDER_MAN: i32 = 1 << 14;
/// What a captured king weighs more than a man.
pub(super) const ORDER_KING: i32 = 1 << 14;

/// Reduced are moves from this depth on.
pub(super) const REDUCE_DEPTH: i32 = 2;

/// From so many plies without a conversion on, the draw counters are taken to matter.
pub(super) const LATE_PLIES: u32 = 80;
/// A window wider than this on one side is opened fully there.
pub(super) const ASPIRATION_MAX: i32 = 400;

/// How much less than planned a move needs: more than 1 if the best move has been the same for some
/// iterations and took most of the nodes.
pub(super) fn haste(stable: i32, share_of_nodes: f64) -> f64 {
    (0.6 + 0.1 * f64::from(stable.min(6))) * (0.6 + 0.6 * share_of_nodes)
}
