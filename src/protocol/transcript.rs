//! The record of a conversation that `--log` keeps: both directions, with times.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// An output that keeps a record of what is written, and of what comes in, if it is told.
pub struct Recorded<W: Write> {
    out: W,
    file: Option<File>,
    start: Instant,
    /// What has been written since the last line end.
    line: Vec<u8>,
}

impl<W: Write> Recorded<W> {
    /// Keeps no record.
    pub fn not(out: W) -> Self {
        Self { out, file: None, start: Instant::now(), line: Vec::new() }
    }

    /// Records into a file, after what it may hold from earlier conversations.
    ///
    /// # Errors
    /// If the file cannot be opened for writing.
    pub fn in_file(out: W, path: &Path) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self { file: Some(file), ..Self::not(out) })
    }

    /// Records a line that came in.
    pub fn came(&mut self, line: &str) {
        self.record('>', line);
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

impl<W: Write> Write for Recorded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        if self.file.is_some() {
            self.line.extend_from_slice(&bytes[..written]);
            while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.line.drain(..=end).collect();
                self.record('<', String::from_utf8_lossy(&line[..end]).as_ref());
            }
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_are_recorded_line_by_line_after_what_was_there() {
        let path = std::env::temp_dir().join(format!("damier-log-{}", std::process::id()));
        for _ in 0..2 {
            let mut out = Recorded::in_file(Vec::new(), &path).unwrap();
            out.came("ping");
            out.write_all(b"po").unwrap();
            out.write_all(b"ng\nready\n").unwrap();
            assert_eq!(out.out, b"pong\nready\n");
        }
        let log = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let said: Vec<_> =
            log.lines().map(|line| line.trim_start().split_once(' ').unwrap()).collect();
        let texts: Vec<_> = said.iter().map(|(_, text)| *text).collect();
        assert_eq!(texts, ["> ping", "< pong", "< ready"].repeat(2));
        assert!(said.iter().all(|(seconds, _)| seconds.parse::<f64>().is_ok()));
    }
}
