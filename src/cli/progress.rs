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
}

impl Meter {
    pub(super) fn start() -> Self {
        let bar = io::stderr().is_terminal().then(ProgressBar::hidden);
        Self { bar, start: Instant::now(), last_line: Instant::now() }
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
        self.show(
            "{wide_bar} {percent}% {msg} (left {eta})",
            &message,
            |bar| {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
            },
            |seconds| {
                let left = left(seconds, done, total);
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

/// How long it takes yet, if it goes on as it went. More may be done than was to be done: a run that is
/// gone on with may have been a longer one.
fn left(seconds: f64, done: usize, total: usize) -> f64 {
    seconds * total.saturating_sub(done) as f64 / done.max(1) as f64
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
    fn what_is_left_is_never_less_than_nothing() {
        let lefts = [(0, 8), (2, 8), (8, 8), (9, 8)]
            .map(|(done, total)| left(4.0, done, total).to_string());
        assert_eq!(lefts, ["32", "12", "0", "0"]);
    }
}
