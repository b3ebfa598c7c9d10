//! How long to think.

use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};
use super::tune;

/// What is kept of a clock that has more than a few times as much.
const CUSHION: Duration = Duration::from_millis(100);

/// Watches the time of one search.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    began: Instant,
    /// When our time began to run; none while we ponder.
    runs_since: Option<Instant>,
    /// No new iteration after this, if all is well.
    soft: Option<Duration>,
    /// The search breaks off after this.
    hard: Option<Duration>,
}

impl Timer {
    /// A timer that starts now. `pieces` is how full the board is, from 0 to 1.
    pub(super) fn new(limits: &Limits, fullness: f64) -> Self {
        let began = Instant::now();
        let budget = limits.clock.map(|clock| budget(&clock, limits.overhead, fullness));
        // An exact time for the move is used up; the reserve may not eat more than half of it.
        let exact = limits.move_time.map(|time| time.saturating_sub(limits.overhead).max(time / 2));
        Self {
            began,
            runs_since: (!limits.wait).then_some(began),
            soft: least(budget.map(|budget| budget.0), exact),
            hard: least(budget.map(|budget| budget.1), exact),
        }
    }

    /// The clock starts, unless it runs already.
    pub(super) fn start(&mut self) {
        self.runs_since.get_or_insert_with(Instant::now);
    }

    /// Since the search began, pondering included.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Must the search break off?
    pub(super) fn is_over(&self) -> bool {
        self.has_run(self.hard)
    }

    /// Is another iteration not worth its time? `haste` above 1 means the move is clear.
    pub(super) fn is_enough(&self, haste: f64) -> bool {
        self.has_run(self.soft.map(|soft| soft.div_f64(haste)))
    }

    /// Is there a time that the move shall take, and does it run?
    pub(super) fn has_plan(&self) -> bool {
        self.soft.is_some() && self.runs_since.is_some()
    }

    fn has_run(&self, limit: Option<Duration>) -> bool {
        match (self.runs_since, limit) {
            (Some(since), Some(limit)) => since.elapsed() >= limit,
            (None, _) | (_, None) => false,
        }
    }
}

fn least(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The time meant to be used and the most that may be used.
///
/// The rest of a game is taken to be longer while the board is full (Scan's way). The overhead is
/// lost with every move to come, not with this one alone, and a part of the clock is never planned
/// with: what the machine or the way to the other program may take by surprise.
fn budget(clock: &Clock, overhead: Duration, fullness: f64) -> (Duration, Duration) {
    let reserve = CUSHION.min(clock.left.mul_f64(percent(tune::reserve())));
    let left = clock.left.saturating_sub(overhead + reserve);
    let expected = f64::from(tune::moves_left_empty())
        + f64::from(tune::moves_left_full() - tune::moves_left_empty()) * fullness.clamp(0.0, 1.0);
    let moves = match clock.moves_to_go {
        Some(moves) => expected.min(f64::from(moves.max(1))),
        None => expected,
    };
    let later = clock.increment.saturating_sub(overhead).mul_f64(moves - 1.0);
    let soft = (left + later).div_f64(moves);
    let most = if moves <= 1.0 { tune::most_of_last_move() } else { tune::most_of_clock() };
    let hard = soft.mul_f64(percent(tune::hard_to_soft())).min(left.mul_f64(percent(most)));
    (soft.min(hard), hard)
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn never_plans_more_than_is_left() {
        for left in [0, 1, 10, 1_000, 3_600_000] {
            for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                let left = Duration::from_millis(left);
                let clock = Clock { left, increment: SECOND, moves_to_go };
                let (soft, hard) = budget(&clock, Duration::ZERO, 1.0);
                assert!(soft <= hard && hard <= left);
            }
        }
    }

    #[test]
    fn a_small_increment_leaves_a_cushion() {
        let (overhead, increment) = (Duration::from_millis(10), Duration::from_millis(10));
        let mut left = SECOND;
        for _ in 0..300 {
            let (_, hard) = budget(&Clock { left, increment, moves_to_go: None }, overhead, 0.3);
            left = (left + increment).saturating_sub(hard);
            assert!(left > Duration::from_millis(40), "{left:?}");
        }
    }

    #[test]
    fn an_exact_time_is_used_but_for_the_reserve() {
        let limits = Limits {
            move_time: Some(SECOND),
            overhead: Duration::from_millis(20),
            ..Limits::default()
        };
        let timer = Timer::new(&limits, 1.0);
        assert_eq!(timer.hard, Some(Duration::from_millis(980)));
        assert!(!timer.is_over());
    }

    #[test]
    fn no_time_passes_while_waiting() {
        let limits = Limits { move_time: Some(Duration::ZERO), wait: true, ..Limits::default() };
        let mut timer = Timer::new(&limits, 1.0);
        assert!(!timer.is_over());
        timer.start();
        assert!(timer.is_over());
    }
}
