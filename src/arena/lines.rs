//! Files of lines that are only ever added to: whole lines are read, within bounds.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};

/// The longest line that is read, in bytes: a game of a hundred thousand plies has a few millions.
const LONGEST: u64 = 64 << 20;

/// The lines of a file.
pub(super) struct Lines<'a, R> {
    input: BufReader<R>,
    path: &'a Path,
    line: Vec<u8>,
    number: usize,
    whole: u64,
}

impl<'a, R: Read> Lines<'a, R> {
    /// Before the first line; `path` is for errors.
    pub(super) fn new(input: R, path: &'a Path) -> Self {
        Self { input: BufReader::new(input), path, line: Vec::new(), number: 0, whole: 0 }
    }

    /// The next line, with its end if it has one; none at the end of the file.
    ///
    /// # Errors
    /// If it cannot be read, or is too long.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<&[u8]>> {
        self.number += 1;
        self.line.clear();
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut self.line);
        let read = read.with_context(|| self.place())? as u64;
        if self.line.ends_with(b"\n") {
            self.whole += read;
        } else if read == LONGEST {
            bail!("{}: it is longer than {} MiB", self.place(), LONGEST >> 20);
        }
        Ok((read > 0).then_some(&self.line))
    }

    /// The next line that was written in full; none if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or is too long.
    pub(super) fn next_whole(&mut self) -> anyhow::Result<Option<&[u8]>> {
        Ok(self.next()?.filter(|line| line.ends_with(b"\n")))
    }

    /// Where the last line is.
    pub(super) fn place(&self) -> String {
        format!("{}, line {}", self.path.display(), self.number)
    }

    /// The bytes of all whole lines so far.
    pub(super) fn whole(&self) -> u64 {
        self.whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_are_counted_and_a_torn_one_is_told_apart() {
        let mut lines = Lines::new(&b"ab\n\ncd\nto\xc3"[..], Path::new("x"));
        for expected in [&b"ab\n"[..], b"\n", b"cd\n"] {
            assert_eq!(lines.next_whole().unwrap(), Some(expected));
        }
        assert_eq!(lines.next_whole().unwrap(), None);
        assert_eq!((lines.whole(), lines.place().as_str()), (7, "x, line 4"));
        let mut lines = Lines::new(&b"torn"[..], Path::new("x"));
        assert_eq!(lines.next().unwrap(), Some(&b"torn"[..]));
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn a_line_without_end_is_not_read_forever() {
        let mut lines = Lines::new(std::io::repeat(0), Path::new("x"));
        let error = lines.next().unwrap_err().to_string();
        assert_eq!(error, "x, line 1: it is longer than 64 MiB");
    }
}
