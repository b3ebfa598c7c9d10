//! `damier train`: games to learn from, and weights that are learned from them.

mod fit;
mod info;
mod selfplay;

use std::process::ExitCode;

use clap::Subcommand;

/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// Learn the evaluation: play games, fit weights to them, see what is in a file of games.
#[derive(Debug, clap::Args)]
pub(super) struct Train {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Selfplay(selfplay::Selfplay),
    Fit(fit::Fit),
    Info(info::Info),
}

impl Train {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Selfplay(args) => args.run(),
            Command::Fit(args) => args.run(),
            Command::Info(args) => args.run(),
        }
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How much of the whole a part is, in percent.
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_apart() {
        let texts = [0, 999, 1000, 12_345, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
