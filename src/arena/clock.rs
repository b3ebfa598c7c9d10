//! What an engine may use for its moves, and its clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The times of a game: so much, perhaps for so many moves and then again, and some with each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start, and again after `moves`.
    pub base: Duration,
    /// The moves `base` is for; none: for the whole game.
    pub moves: Option<u32>,
    /// Time for each move on top of it.
    pub increment: Duration,
}

/// A text that is no time control or time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is not {expected}")]
pub struct TimeError {
    text: String,
    expected: &'static str,
}

impl FromStr for TimeControl {
    type Err = TimeError;

    /// Reads `60`, `10+0.1`, `5:00+3`, `40/60+0.5`: moves, seconds (or minutes and seconds),
    /// seconds for each move.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        let error = || TimeError {
            text: text.to_owned(),
            expected: "a time control, as 60, 10+0.1, 5:00+3 or 40/60+0.5",
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().map_err(|_| error())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
        let minutes: u32 = minutes.parse().map_err(|_| error())?;
        let seconds = seconds_of(seconds).ok_or_else(error)?;
        let base = Duration::from_secs(60 * u64::from(minutes)) + seconds;
        let increment = seconds_of(increment).ok_or_else(error)?;
        if moves == Some(0) || (base + increment).is_zero() {
            return Err(error());
        }
        Ok(Self { base, moves, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Reads seconds, with decimals or not.
///
/// # Errors
/// If it is no time.
pub fn read_seconds(text: &str) -> Result<Duration, TimeError> {
    seconds_of(text)
        .ok_or_else(|| TimeError { text: text.to_owned(), expected: "a number of seconds, as 0.1" })
}

fn seconds_of(text: &str) -> Option<Duration> {
    // A month is the longest game that anybody will wait for.
    let seconds: f64 = text.parse().ok()?;
    (0.0..=2_678_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// What an engine may use; what is reached first counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Its clock.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies of iterative deepening for each move.
    pub depth: Option<u32>,
}

impl Budget {
    /// Is there no limit at all?
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| format!("{clock} s")));
        parts.extend(self.move_time.map(|time| format!("{} s a move", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes a move")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&parts.join(", "))
    }
}

/// The clock of one side, and what else limits its moves.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    budget: Budget,
    left: Duration,
    moves_left: Option<u32>,
}

/// More time was used than there was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeLoss {
    pub(super) used: Duration,
    pub(super) allowed: Duration,
}

impl Clock {
    pub(super) fn new(budget: &Budget) -> Self {
        let left = budget.clock.map_or(Duration::ZERO, |clock| clock.base);
        let moves_left = budget.clock.and_then(|clock| clock.moves);
        Self { budget: budget.clone(), left, moves_left }
    }

    /// The time for the next move; none if it is not limited. The increment of a move is there
    /// before it is made.
    pub(super) fn allowed(&self) -> Option<Duration> {
        let by_clock = self.budget.clock.map(|clock| self.left + clock.increment);
        match (by_clock, self.budget.move_time) {
            (Some(clock), Some(move_time)) => Some(clock.min(move_time)),
            (clock, move_time) => clock.or(move_time),
        }
    }

    /// The limits of the next move, as Hub tells them, when a part of its time has passed already.
    pub(super) fn level(&self, passed: Duration) -> String {
        let mut pairs = Vec::new();
        if let Some(clock) = self.budget.clock {
            pairs.extend(self.moves_left.map(|moves| format!("moves={moves}")));
            pairs.push(format!("time={:.3}", self.left.saturating_sub(passed).as_secs_f64()));
            pairs.push(format!("inc={:.3}", clock.increment.as_secs_f64()));
        }
        pairs.extend(
            self.budget.move_time.map(|time| format!("move-time={:.3}", time.as_secs_f64())),
        );
        pairs.extend(self.budget.nodes.map(|nodes| format!("nodes={nodes}")));
        pairs.extend(self.budget.depth.map(|depth| format!("depth={depth}")));
        pairs.join(" ")
    }

    /// Takes the time of a move off; `margin` is forgiven.
    pub(super) fn spend(&mut self, used: Duration, margin: Duration) -> Result<(), TimeLoss> {
        let Some(allowed) = self.allowed() else { return Ok(()) };
        if used > allowed + margin {
            return Err(TimeLoss { used, allowed });
        }
        if let Some(clock) = self.budget.clock {
            self.left = (self.left + clock.increment).saturating_sub(used);
            if let Some(moves) = &mut self.moves_left {
                *moves -= 1;
                if *moves == 0 {
                    self.left += clock.base;
                    self.moves_left = clock.moves;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(text: &str) -> Clock {
        Clock::new(&Budget { clock: Some(text.parse().unwrap()), ..Budget::default() })
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["60", "10+0.1", "40/60+0.5", "40/60", "0.05", "0+1"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("5:30+3".parse::<TimeControl>().unwrap().to_string(), "330+3");
        for text in ["", "fast", "-1", "0", "0/60", "10+", "1e99", "nan", "inf", "4:-1", "10+0.1+1"]
        {
            text.parse::<TimeControl>().unwrap_err();
        }
        let error = "fast".parse::<TimeControl>().unwrap_err().to_string();
        assert_eq!(error, "'fast' is not a time control, as 60, 10+0.1, 5:00+3 or 40/60+0.5");
    }

    #[test]
    fn the_clock_runs_and_gains() {
        let mut clock = clock("10+0.1");
        assert_eq!(clock.level(Duration::ZERO), "time=10.000 inc=0.100");
        assert_eq!(clock.allowed(), Some(ms(10_100)));
        clock.spend(ms(1_100), Duration::ZERO).unwrap();
        assert_eq!(clock.level(Duration::ZERO), "time=9.000 inc=0.100");
        let loss = clock.spend(ms(9_200), ms(50)).unwrap_err();
        assert_eq!(loss, TimeLoss { used: ms(9_200), allowed: ms(9_100) });
        clock.spend(ms(9_150), ms(50)).unwrap();
        assert_eq!(clock.level(Duration::ZERO), "time=0.000 inc=0.100");
    }

    #[test]
    fn after_so_many_moves_there_is_time_again() {
        let mut clock = clock("2/1");
        clock.spend(ms(400), Duration::ZERO).unwrap();
        assert_eq!(clock.level(Duration::ZERO), "moves=1 time=0.600 inc=0.000");
        clock.spend(ms(400), Duration::ZERO).unwrap();
        assert_eq!(clock.level(Duration::ZERO), "moves=2 time=1.200 inc=0.000");
    }

    #[test]
    fn what_has_passed_of_a_move_is_not_offered_again() {
        let clock = clock("1+0.01");
        assert_eq!(clock.level(ms(250)), "time=0.750 inc=0.010");
        assert_eq!(clock.level(ms(2_000)), "time=0.000 inc=0.010");
    }

    #[test]
    fn nodes_take_no_time() {
        let mut clock = Clock::new(&Budget { nodes: Some(5_000), ..Budget::default() });
        assert_eq!((clock.allowed(), clock.level(Duration::ZERO).as_str()), (None, "nodes=5000"));
        clock.spend(ms(1_000_000), Duration::ZERO).unwrap();
    }
}
