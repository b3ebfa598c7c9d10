//! What a search may use, and what it says.

use std::time::Duration;

use crate::position::MoveText;
use crate::score::Score;

/// When a search ends. The default is no limit at all; what is reached first counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Nodes of all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the game.
    pub clock: Option<Clock>,
    /// Time that is lost between the clock and us, kept in reserve.
    pub overhead: Duration,
    /// How many best lines are wanted, from 1.
    pub multipv: usize,
    /// Do not answer before a stop or ponder-hit, and let the clock start with the latter.
    pub wait: bool,
    /// Searches even where only one move is legal.
    pub analyze: bool,
}

impl Limits {
    /// Do only counts end the search, and no time? Then it has to be the same every time.
    pub fn is_counted(&self) -> bool {
        let is_timed = self.move_time.is_some() || self.clock.is_some();
        (self.depth.is_some() || self.nodes.is_some()) && !is_timed
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            overhead: Duration::ZERO,
            multipv: 1,
            wait: false,
            analyze: false,
        }
    }
}

/// The clock of the color to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left for this move and those after it, this move's increment included.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves till more time is given; none: it has to last for the game.
    pub moves_to_go: Option<u32>,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// At how many plies the lines of this search ended on average.
    pub mean_depth: f64,
    /// What the line is worth to the color to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// The line, each move legal after those before it.
    pub pv: Vec<MoveText>,
}

/// What a search ends with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The best move; none if no move is legal.
    pub best: Option<MoveText>,
    /// The expected reply.
    pub ponder: Option<MoveText>,
    /// What the best move is worth.
    pub score: Score,
    /// The depth of the last full iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}
