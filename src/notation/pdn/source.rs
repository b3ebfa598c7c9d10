//! Cuts a stream into sections, each with the text of one game or of a few that no tag divides.
//!
//! Nothing but one section and one line is held, and both are bounded: a section that grows longer
//! is cut, and its rest read past.

use std::cell::OnceCell;
use std::io::{self, BufRead};

use super::Place;
use super::verdict::Score;

/// Tag names remembered in a section.
const NAMES: usize = 64;

/// The text of a game, with the tags before it.
#[derive(Debug, Default)]
pub(super) struct Section {
    /// The number of its first line, from 1.
    pub(super) first_line: u64,
    pub(super) text: String,
    /// There was more of it than is held.
    pub(super) cut: bool,
    /// Places within, as they are needed.
    pub(super) marks: OnceCell<Vec<Place>>,
}

/// The sections of a stream.
pub(super) struct Sections<B> {
    input: B,
    /// The most bytes of a section, and of a line.
    limit: usize,
    line: Vec<u8>,
    /// The number of the line in `line`.
    number: u64,
    /// That line belongs to the next section.
    held: bool,
}

impl<B: BufRead> Sections<B> {
    pub(super) fn new(input: B, limit: usize) -> Self {
        Self { input, limit, line: Vec::new(), number: 0, held: false }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Section>> {
        let mut section: Option<Section> = None;
        let mut shape = Shape::default();
        loop {
            if !self.held && !self.read_line()? {
                return Ok(section);
            }
            self.held = section.is_some() && shape.ends_before(&self.line);
            if self.held {
                return Ok(section);
            }
            shape.add(&self.line);
            let section = section
                .get_or_insert_with(|| Section { first_line: self.number, ..Section::default() });
            if section.cut || section.text.len() + self.line.len() > self.limit {
                section.cut = true;
            } else {
                decode(&self.line, &mut section.text);
                section.text.push('\n');
            }
        }
    }

    /// Reads a line without its end; of one that is too long, little more than the limit.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let mut any = false;
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            let room = (self.limit + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&piece[..piece.len().min(room)]);
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        self.number += u64::from(any);
        if self.line.last() == Some(&b'\r') {
            self.line.pop();
        }
        if self.number == 1 {
            self.skip_mark()?;
        }
        Ok(any)
    }

    /// Takes the byte order mark of UTF-8 away.
    fn skip_mark(&mut self) -> io::Result<()> {
        if self.line.starts_with(b"\xef\xbb\xbf") {
            self.line.drain(..3);
        }
        if self.line.starts_with(b"\xff\xfe") || self.line.starts_with(b"\xfe\xff") {
            let message = "the text is UTF-16, where UTF-8 or Latin-1 was expected";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(())
    }
}

/// What of a section has been seen.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Shape {
    names: Vec<Vec<u8>>,
    has_moves: bool,
    in_comment: bool,
    after_blank: bool,
    has_ended: bool,
}

impl Shape {
    /// Does the next game begin with this line?
    fn ends_before(&self, line: &[u8]) -> bool {
        match tag_name(line) {
            // A comment goes over tags only if it was left open.
            Some(_) if self.has_moves => !self.in_comment || self.after_blank,
            Some(name) => self.after_blank && self.names.iter().any(|it| it == name),
            None => {
                let is_blank = line.iter().all(u8::is_ascii_whitespace);
                !is_blank && self.after_blank && self.has_ended && !self.in_comment
            }
        }
    }

    fn add(&mut self, line: &[u8]) {
        if line.starts_with(b"%") && !self.in_comment {
            return;
        }
        let words = || line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        self.after_blank = words().next().is_none();
        if self.after_blank {
            return;
        }
        if let Some(name) = tag_name(line) {
            if self.names.len() < NAMES {
                self.names.push(name.to_vec());
            }
            return;
        }
        if !self.has_moves && line.starts_with(b"[") {
            return; // A tag without quotes.
        }
        self.has_moves = true;
        for &byte in line {
            match byte {
                b'{' => self.in_comment = true,
                b'}' => self.in_comment = false,
                _ => {}
            }
        }
        self.has_ended = words().next_back().is_some_and(is_result);
    }
}

fn is_result(word: &[u8]) -> bool {
    str::from_utf8(word).is_ok_and(Score::is_usual)
}

/// The name in a line that begins with a tag.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start();
    let end = line.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    let (name, rest) = line.split_at(end);
    let starts = name.first().is_some_and(u8::is_ascii_alphabetic) && name.len() < 100;
    (starts && rest.trim_ascii_start().starts_with(b"\"")).then_some(name)
}

/// Bytes as text: UTF-8, or else Latin-1, line by line.
fn decode(line: &[u8], text: &mut String) {
    match str::from_utf8(line) {
        Ok(line) => text.push_str(line),
        Err(_) => text.extend(line.iter().copied().map(char::from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(text: &[u8], limit: usize) -> Vec<(u64, String, bool)> {
        let mut sections = Sections::new(text, limit);
        std::iter::from_fn(|| sections.next().unwrap())
            .map(|it| (it.first_line, it.text, it.cut))
            .collect()
    }

    #[test]
    fn a_tag_after_moves_begins_a_section() {
        let text = b"[White \"a\"]\n\n1. 32-28\n2-0\n[White \"b\"]\r\n[Black \"c\"]\r\n*";
        let found = sections(text, 1000);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].0, found[1].0), (1, 5));
        assert_eq!(found[1].1, "[White \"b\"]\n[Black \"c\"]\n*\n");
    }

    #[test]
    fn games_without_tags_are_divided_by_a_result_and_a_blank_line() {
        assert_eq!(sections(b"32-28 *\n\n33-28 2-0\n\n\n34-29", 1000).len(), 3);
        assert_eq!(sections(b"32-28 *\n33-28 2-0\n{ *\n\n} 34-29", 1000).len(), 1);
    }

    #[test]
    fn repeated_tags_begin_a_section_only_after_a_blank_line() {
        assert_eq!(sections(b"[White \"a\"]\n[White \"b\"]\n", 1000).len(), 1);
        assert_eq!(sections(b"[White \"a\"]\n\n[Black \"b\"]\n", 1000).len(), 1);
        assert_eq!(sections(b"[White \"a\"]\n\n[White \"b\"]\n", 1000).len(), 2);
    }

    #[test]
    fn a_tag_within_a_comment_does_not_divide() {
        assert_eq!(sections(b"1. 32-28 { as in\n[White \"a\"]\n} 2-0", 1000).len(), 1);
        assert_eq!(sections(b"1. 32-28 { left open\n\n[White \"a\"]\n2-0", 1000).len(), 2);
    }

    #[test]
    fn a_long_section_is_cut_and_the_next_is_whole() {
        let text = format!("{}\n\n[White \"a\"]\n*\n", "32-28 ".repeat(1000));
        let found = sections(text.as_bytes(), 100);
        assert!(found[0].2 && found[0].1.is_empty());
        assert_eq!(found[1], (3, "[White \"a\"]\n*\n".to_owned(), false));
    }

    #[test]
    fn lines_are_utf_8_or_latin_1() {
        let found = sections(b"\xef\xbb\xbf\xe9\n\xc3\xa9", 100);
        assert_eq!(found[0].1, "\u{e9}\n\u{e9}\n");
        assert!(Sections::new(&b"\xff\xfe[\0"[..], 100).next().is_err());
    }
}
