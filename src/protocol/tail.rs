//! The last lines of a conversation, to be shown when something goes wrong in it.

use std::collections::VecDeque;

/// How many lines, said and heard, are kept.
pub(super) const LINES: usize = 12;
/// How much of a line is kept.
pub(super) const LENGTH: usize = 200;

/// The last lines, oldest first, each with its direction: `>` was said, `<` was heard.
#[derive(Debug, Default)]
pub(super) struct Tail(VecDeque<String>);

impl Tail {
    pub(super) fn keep(&mut self, direction: char, line: &str) {
        if self.0.len() == LINES {
            self.0.pop_front();
        }
        let shown = line.chars().take(LENGTH).map(|c| if c.is_control() { '?' } else { c });
        self.0.push_back(format!("{direction} {}", shown.collect::<String>()));
    }

    /// Forgets the last line if it begins so.
    pub(super) fn forget_last(&mut self, start: &str) {
        if self.0.back().is_some_and(|last| last.starts_with(start)) {
            self.0.pop_back();
        }
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}
