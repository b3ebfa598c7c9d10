//! How far a long work has gone: a bar on a terminal, now and then a line elsewhere.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long a work goes on before anything is said about it, on a terminal.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often a line is written where there is no terminal.
const LINES_EVERY: Duration = Duration::from_secs(10);

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
        self.aside(|| eprintln!("{text}"));
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
        if let Some(bar) = &self.bar {
            if self.start.elapsed() < PATIENCE {
                return;
            }
            if bar.is_hidden() {
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
                bar.set_style(
                    ProgressStyle::with_template("{spinner} {elapsed} {msg}")
                        .expect("the template is sound"),
                );
            }
            bar.set_message(message());
            bar.tick();
        } else if self.last_line.elapsed() >= LINES_EVERY {
            self.last_line = Instant::now();
            eprintln!("{} after {:.0} s", message(), self.start.elapsed().as_secs_f64());
        }
    }

    /// `done` of `total` pieces are done; `message` says what came of it.
    pub(super) fn tell(&mut self, done: usize, total: usize, message: impl Fn() -> String) {
        if let Some(bar) = &self.bar {
            if self.start.elapsed() < PATIENCE {
                return;
            }
            if bar.is_hidden() {
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
                bar.set_style(
                    ProgressStyle::with_template("{wide_bar} {percent}% {msg} (left {eta})")
                        .expect("the template is sound"),
                );
            }
            bar.set_length(total as u64);
            bar.set_position(done as u64);
            bar.set_message(message());
        } else if self.last_line.elapsed() >= LINES_EVERY {
            self.last_line = Instant::now();
            let seconds = self.start.elapsed().as_secs_f64();
            let left = seconds * (total - done) as f64 / done.max(1) as f64;
            eprintln!("{done} of {total} in {seconds:.0} s (left {left:.0} s): {}", message());
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
