//! The level: how long the next search may take, gathered from `level` lines until the next `done`.

use std::time::Duration;

use thiserror::Error;

use super::parse::{Line, Pair};
use crate::notation::quoted;

/// Times beyond this, some thirty years, are the same as this.
const LONGEST: f64 = 1e9;

/// What a search may take; what is not given has no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Level {
    /// In plies.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Seconds for this move.
    pub(super) move_time: Option<f64>,
    /// Seconds on the clock; some programs let it go below zero.
    pub(super) time: Option<f64>,
    /// Seconds added before each move.
    pub(super) increment: Option<f64>,
    /// Moves to play in `time`.
    pub(super) moves: Option<u32>,
    /// Search until told to stop.
    pub(super) infinite: bool,
}

/// Why a `level` line is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}={} is not {expected}", quoted(.value))]
pub(super) struct LevelError {
    name: String,
    value: String,
    expected: &'static str,
}

impl Level {
    /// Adds what a line says. If it says something wrong, nothing of it counts.
    pub(super) fn add(&mut self, line: &Line<'_>) -> Result<(), LevelError> {
        let mut level = *self;
        for pair in &line.pairs {
            match pair.name {
                "depth" => level.depth = Some(number(pair, "a whole number of plies")?),
                "nodes" => level.nodes = Some(number(pair, "a whole number of nodes")?),
                "moves" => level.moves = Some(number(pair, "a whole number of moves")?),
                "move-time" => level.move_time = Some(seconds(pair)?),
                "time" => level.time = Some(seconds(pair)?),
                "inc" => level.increment = Some(seconds(pair)?),
                "infinite" => level.infinite = true,
                // As `handicap` and `ply`, which some programs send.
                other => log::debug!("ignored level {other}"),
            }
        }
        *self = level;
        Ok(())
    }

    /// Has a limit that ends a search?
    pub(super) fn has_limit(&self) -> bool {
        let clock = self.time.or(self.increment);
        self.depth.is_some() || self.nodes.is_some() || self.move_time.or(clock).is_some()
    }
}

fn number<T: TryFrom<u64>>(pair: &Pair<'_>, expected: &'static str) -> Result<T, LevelError> {
    let value = pair.value.unwrap_or_default();
    value.parse().ok().and_then(|number: u64| T::try_from(number).ok()).ok_or_else(|| LevelError {
        name: pair.name.to_owned(),
        value: value.to_owned(),
        expected,
    })
}

fn seconds(pair: &Pair<'_>) -> Result<f64, LevelError> {
    let value = pair.value.unwrap_or_default();
    value.parse().ok().filter(|seconds: &f64| seconds.is_finite()).ok_or_else(|| LevelError {
        name: pair.name.to_owned(),
        value: value.to_owned(),
        expected: "a number of seconds",
    })
}

/// Seconds as a duration: none below zero, no more than a lifetime.
pub(super) fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(lines: &[&str]) -> Result<Level, LevelError> {
        let mut level = Level::default();
        for text in lines {
            level.add(&Line::read(text).unwrap().unwrap())?;
        }
        Ok(level)
    }

    #[test]
    fn lines_add_up() {
        let split = level(&["level moves=20 time=10", "level inc=1", "level depth=7 ply=3"]);
        assert_eq!(split, level(&["level depth=7 inc=1 time=10.0 moves=20"]));
    }

    #[test]
    fn what_is_no_number_is_told_with_what_was_expected() {
        let message = |text: &str| level(&[text]).unwrap_err().to_string();
        assert_eq!(message("level depth=deep"), "depth='deep' is not a whole number of plies");
        assert_eq!(message("level depth"), "depth='' is not a whole number of plies");
        assert_eq!(message("level nodes=-1"), "nodes='-1' is not a whole number of nodes");
        assert_eq!(message("level time=nan"), "time='nan' is not a number of seconds");
        assert_eq!(message("level inc=1e999"), "inc='1e999' is not a number of seconds");
        let huge = "9".repeat(30);
        assert!(message(&format!("level depth={huge}")).ends_with("a whole number of plies"));
    }

    #[test]
    fn any_number_of_seconds_is_a_duration() {
        assert_eq!(duration(-2.0), Duration::ZERO);
        assert_eq!(duration(0.25), Duration::from_millis(250));
        assert_eq!(duration(1e300), Duration::from_secs(1_000_000_000));
    }
}
