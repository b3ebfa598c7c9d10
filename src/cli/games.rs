//! What is told while games are played: faults, a line for each game, and how far it has gone.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use super::progress::{Meter, tell};
use crate::arena::record::GameRecord;
use crate::notation::plain;

/// So many faults are shown as they happen; the record has all of them.
const SHOWN_FAULTS: u32 = 20;

/// How many letters of a line about a game are shown.
const LONGEST_LINE: usize = 500;

/// Tells what was cut off a file that is gone on with.
pub(super) fn tell_cut(path: &Path, bytes: u64) {
    if bytes > 0 {
        tell(format_args!(
            "{}: {bytes} bytes after the games of the record are cut off",
            path.display()
        ));
    }
}

/// Tells of games as they end.
pub(super) struct Teller {
    meter: Meter,
    /// How many games there will be, and how many had been played before this run.
    games: u32,
    before: u32,
    played: u32,
    began: Instant,
    faults: u32,
    is_verbose: bool,
}

impl Teller {
    pub(super) fn start(games: u32, before: u32, is_verbose: bool) -> Self {
        let (meter, began) = (Meter::start(), Instant::now());
        Self { meter, games, before, played: before, began, faults: 0, is_verbose }
    }

    /// A game has ended; `standing` says how things stand then.
    pub(super) fn finished(
        &mut self,
        game: &GameRecord,
        standing: impl Fn() -> String,
    ) -> io::Result<()> {
        self.played += 1;
        if let Some(fault) = &game.fault {
            self.faults += 1;
            if self.faults <= SHOWN_FAULTS {
                let lines = fault.last_lines.iter().map(|line| format!("\n    {line}"));
                self.meter.say(&format!("{}{}", one_line(game), lines.collect::<String>()));
            }
        }
        if self.is_verbose {
            let mut out = io::stdout().lock();
            writeln!(out, "{}", one_line(game))?;
            out.flush()?;
        }
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let rate = f64::from(self.played - self.before) / seconds;
        self.meter.tell(self.played as usize, self.games as usize, || {
            format!("{}, {rate:.2} games/s", standing())
        });
        Ok(())
    }

    /// Takes the bar away, if there is one, and tells how fast it went.
    pub(super) fn close(self) {
        drop(self.meter);
        let games = self.played - self.before;
        let seconds = self.began.elapsed().as_secs_f64();
        if games > 0 {
            let rate = 3600.0 * f64::from(games) / seconds;
            tell(format_args!("{games} games in {seconds:.1} s: {rate:.0} games an hour"));
        }
    }
}

fn one_line(game: &GameRecord) -> String {
    let GameRecord { game: number, white, black, reason, .. } = game;
    let result = serde_json::to_string(&game.result).unwrap_or_default();
    let result = result.trim_matches('"');
    // The record counts from 0.
    let number = u64::from(*number) + 1;
    let line =
        format!("game {number}: {white} - {black}: {result}, {} plies: {reason}", game.moves.len());
    plain(&line, LONGEST_LINE)
}
