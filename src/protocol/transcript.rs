//! The record of a conversation that `--log` keeps: both directions, with times.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// A file that gets each line that comes and goes, or nothing at all.
#[derive(Debug)]
pub struct Transcript {
    file: Option<File>,
    start: Instant,
}

impl Transcript {
    /// Keeps no record.
    pub fn none() -> Self {
        Self { file: None, start: Instant::now() }
    }

    /// Records into a file, after what it may hold from earlier conversations.
    ///
    /// # Errors
    /// If the file cannot be opened for writing.
    pub fn append_to(path: &Path) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self { file: Some(file), start: Instant::now() })
    }

    /// Records a line that came in.
    pub fn came(&mut self, line: &str) {
        self.record('>', line);
    }

    /// Records a line that went out.
    pub fn went(&mut self, line: &str) {
        self.record('<', line);
    }

    /// Writes a line with its seconds since the start. A full disk ends the record, not the game.
    fn record(&mut self, direction: char, line: &str) {
        let Some(file) = &mut self.file else { return };
        let seconds = self.start.elapsed().as_secs_f64();
        if let Err(error) = writeln!(file, "{seconds:10.4} {direction} {line}") {
            log::warn!("the log cannot be written any more: {error}");
            self.file = None;
        }
    }
}
