//! How far a long work has gone: a bar on a terminal, now and then a line elsewhere.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long a work goes on before anything is said about it, on a terminal.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often a line is written where there is no terminal.
const LINES_EVERY: Duration = Duration::from_secs(10);

/// Writes a line on standard error. If it cannot be written, nobody misses it.
pub(super) fn tell(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Tells on standard error how far a work has gone.
pub(super) struct Meter {
    bar: Option<ProgressBar>,
    start: Instant,
    last_line: Instant,
    /// What was done already when the work began: the least that was told.
    begun: usize,
}

impl Meter {
    pub(super) fn start() -> Self {
        let bar = io::stderr().is_terminal().then(ProgressBar::hidden);
        Self { bar, start: Instant::now(), last_line: Instant::now(), begun: usize::MAX }
    }

    /// Says something that is to stay, above the bar if there is one.
    pub(super) fn say(&self, text: &str) {
        self.aside(|| tell(text));
    }

    /// Does something that writes to the terminal, above the bar if there is one.
    pub(super) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if !bar.is_hidden() => bar.suspend(act),
            Some(_) | None => act(),
        }
    }

    /// Something is done of a work whose end nobody knows.
    pub(super) fn tell_open(&mut self, message: impl Fn() -> String) {
        self.show(
            "{spinner} {elapsed} {msg}",
            &message,
            |_| {},
            |seconds| format!("{} after {seconds:.0} s", message()),
        );
    }

    /// `done` of `total` pieces are done; `message` says what came of it.
    pub(super) fn tell(&mut self, done: usize, total: usize, message: impl Fn() -> String) {
        self.begun = self.begun.min(done);
        let gained = done - self.begun;
        self.show(
            "{wide_bar} {percent}% {msg} (left {eta})",
            &message,
            |bar| {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
            },
            |seconds| {
                let left = left(seconds, gained, total.saturating_sub(done));
                format!("{done} of {total} in {seconds:.0} s (left {left:.0} s): {}", message())
            },
        );
    }

    /// Moves the bar, or now and then writes a line, which is told the seconds that have passed.
    fn show(
        &mut self,
        template: &str,
        message: &impl Fn() -> String,
        advance: impl Fn(&ProgressBar),
        line: impl Fn(f64) -> String,
    ) {
        if let Some(bar) = &self.bar {
            if self.start.elapsed() < PATIENCE {
                return;
            }
            // First what it shows: each change of a bar that is seen draws it.
            bar.set_message(message());
            if bar.is_hidden() {
                let style = ProgressStyle::with_template(template);
                bar.set_style(style.expect("the template is sound"));
                advance(bar);
                // What was done before is no measure of what is left.
                bar.reset_eta();
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            advance(bar);
            bar.tick();
        } else if self.last_line.elapsed() >= LINES_EVERY {
            self.last_line = Instant::now();
            tell(line(self.start.elapsed().as_secs_f64()));
        }
    }
}

/// How long `missing` pieces take, if they go as those did that were gained in so many seconds.
fn left(seconds: f64, gained: usize, missing: usize) -> f64 {
    seconds * missing as f64 / gained.max(1) as f64
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::left;

    #[test]
    fn what_is_left_goes_as_what_was_gained() {
        let lefts = [(0, 8), (2, 6), (8, 0)]
            .map(|(gained, missing)| left(4.0, gained, missing).to_string());
        assert_eq!(lefts, ["32", "12", "0"]);
    }
}
