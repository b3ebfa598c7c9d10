//! Words, numbers, tags and comments of a game's text, with where they begin.
//!
//! It accepts whatever can be given a sense: spaces within a move (`1- 6`), comments in comments,
//! braces and brackets that are not closed. Memory and time stay bounded by the text.

use std::borrow::Cow;

/// How far a comment with another in it is looked through for its end.
const NESTING_REACH: usize = 1000;

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag {
        name: &'a str,
        value: String,
        /// False where the text ends within it.
        closed: bool,
    },
    Comment(Cow<'a, str>),
    /// A comment that is not closed, and how far it is taken to go.
    OpenComment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `}`, or another sign that has no sense where it stands.
    Stray,
    Nag(u8),
    /// A number; `dotted` if a dot follows, so that it cannot be anything but a move's number.
    Number {
        number: u32,
        dotted: bool,
    },
    /// A move or a result, without the spaces within.
    Word(Cow<'a, str>),
    /// What stands between `/` and `/`.
    Command(&'a str),
}

/// The tokens of a text, each with its first byte.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// No `}` comes any more.
    no_more_braces: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, no_more_braces: false }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes over `length` bytes and returns them.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(is_blank).len();
            let at_line_start = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !(at_line_start && self.rest().starts_with('%')) {
                return;
            }
            self.take(line_length(self.rest()));
        }
    }

    fn comment(&mut self) -> Token<'a> {
        self.take(1);
        let rest = self.rest();
        let close = if self.no_more_braces { None } else { rest.find('}') };
        let Some(close) = close else {
            self.no_more_braces = true;
            // What follows the line is the game again, as far as anybody can tell.
            return Token::OpenComment(self.take(line_length(rest)));
        };
        let end = if rest[..close].contains('{') { outer_end(rest, close) } else { close };
        let text = self.take(end);
        self.take(1);
        Token::Comment(spaced(text))
    }

    /// `[Name "value"]`; anything else in brackets is a comment.
    fn bracket(&mut self) -> Token<'a> {
        let start_of_bracket = self.at;
        self.take(1);
        let line = &self.rest()[..line_length(self.rest())];
        let start = line.trim_start_matches(is_blank);
        let name_length = start.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, value) = start.split_at(name_length.unwrap_or(start.len()));
        let value = value.trim_start_matches(is_blank);
        let at_line_start = self.text[..start_of_bracket].ends_with('\n');
        let is_tag = value.starts_with('"')
            || at_line_start && name.starts_with(|c: char| c.is_ascii_uppercase());
        if name.is_empty() || !is_tag {
            let end = line.find(']').unwrap_or(line.len());
            let text = self.take(end);
            self.at += usize::from(self.rest().starts_with(']'));
            return Token::Comment(spaced(text));
        }
        let (value, used, closed) = tag_value(value).unwrap_or_else(|| {
            let end = value.find(']');
            let text = value[..end.unwrap_or(value.len())].trim().trim_matches('"');
            (text.to_owned(), end.map_or(value.len(), |end| end + 1), end.is_some())
        });
        let before = line.len() - start.len() + name.len();
        let blanks =
            start.len() - name.len() - start[name.len()..].trim_start_matches(is_blank).len();
        self.take(before + blanks + used);
        let closed = closed || !self.rest().trim_matches(is_blank).is_empty();
        Token::Tag { name, value, closed }
    }

    fn nag(&mut self) -> Token<'a> {
        self.take(1);
        let rest = self.rest();
        let digits =
            self.take(rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len());
        digits.parse().map_or(Token::Stray, Token::Nag)
    }

    /// `!`, `?!`, `(?)`
    fn mark(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let inner = rest.strip_prefix('(').unwrap_or(rest);
        let length = inner.len() - inner.trim_start_matches(['!', '?']).len();
        let bracketed = inner.len() < rest.len();
        if length == 0 || bracketed && !inner[length..].starts_with(')') {
            return None;
        }
        self.take(length + if bracketed { 2 } else { 0 });
        Some(Token::Nag(mark_number(&inner[..length])))
    }

    fn command(&mut self) -> Option<Token<'a>> {
        let line = &self.rest()[1..line_length(self.rest())];
        let end = line.find('/')?;
        self.take(end + 2);
        Some(Token::Command(&line[..end]))
    }

    /// Digits with a dot are a number, digits alone may be one.
    fn number(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let dots = rest[digits..].trim_start_matches(['.', '\u{2026}']);
        let dotted = dots.len() < rest.len() - digits;
        if digits == 0 || !dotted || digits > 6 {
            return None;
        }
        let number = rest[..digits].parse().unwrap_or(u32::MAX);
        self.take(rest.len() - dots.len());
        Some(Token::Number { number, dotted })
    }

    fn word(&mut self) -> Token<'a> {
        let rest = self.rest();
        let word = self.take(word_length(rest));
        // A judgment of the position may be glued to a move.
        let bare = word.trim_end_matches(['=', '+', '#', '~', '\u{b1}']);
        let word = if bare.is_empty() { word } else { bare };
        match word.len() {
            0 => {
                self.take(rest.chars().next().map_or(0, char::len_utf8));
                Token::Stray
            }
            1..=3 if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                Token::Number { number: word.parse().unwrap_or(u32::MAX), dotted: false }
            }
            _ if word.chars().all(|c| "+-=#~\u{b1}\u{2213}".contains(c)) => {
                Token::Comment(Cow::Borrowed(word))
            }
            _ if word.contains(char::is_whitespace) => {
                Token::Word(Cow::Owned(word.split_whitespace().collect::<String>()))
            }
            _ => Token::Word(Cow::Borrowed(word)),
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let start = self.at;
        let token = match self.rest().chars().next()? {
            '{' => self.comment(),
            '[' => self.bracket(),
            ';' => Token::Comment(spaced(&self.take(line_length(self.rest()))[1..])),
            '$' => self.nag(),
            '(' => self.mark().unwrap_or_else(|| {
                self.take(1);
                Token::Open
            }),
            ')' => {
                self.take(1);
                Token::Close
            }
            '!' | '?' => self.mark().expect("there is a mark"),
            '/' => self.command().unwrap_or_else(|| self.word()),
            '.' | '\u{2026}' => {
                let rest = self.rest();
                self.take(rest.len() - rest.trim_start_matches(['.', '\u{2026}']).len());
                return self.next_after_dots();
            }
            '0'..='9' => self.number().unwrap_or_else(|| self.word()),
            _ => self.word(),
        };
        Some((start, token))
    }
}

impl<'a> Lexer<'a> {
    /// Dots alone stand for a move that is not told. They have been read in one run, so this does
    /// not call itself again.
    fn next_after_dots(&mut self) -> Option<(usize, Token<'a>)> {
        loop {
            self.skip_blanks();
            let rest = self.rest();
            let dots = rest.len() - rest.trim_start_matches(['.', '\u{2026}']).len();
            if dots == 0 {
                return self.next();
            }
            self.take(dots);
        }
    }
}

/// What only divides; commas and the end mark of old systems do too.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, ',' | '\u{feff}')
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Text whose blanks are single spaces.
fn spaced(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if text.contains(|c: char| c != ' ' && (c.is_whitespace() || c.is_control()))
        || text.contains("  ")
    {
        let words = text.split(|c: char| c.is_whitespace() || c.is_control());
        Cow::Owned(words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(text)
    }
}

/// The brace that closes a comment with others in it; the first one if none does nearby.
fn outer_end(text: &str, first: usize) -> usize {
    let mut depth = 1_usize;
    for (at, byte) in text.bytes().enumerate().take(first + NESTING_REACH) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    first
}

/// The value of a tag from its first quote on, the bytes it takes with the bracket behind it, and
/// whether it was closed. A quote within the value need not be escaped.
fn tag_value(line: &str) -> Option<(String, usize, bool)> {
    let text = line.strip_prefix('"')?;
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        let after = &text[at + c.len_utf8()..];
        match c {
            '\\' if after.starts_with(['"', '\\']) && after[1..].trim() != "]" => {
                value.extend(characters.next().map(|(_, c)| c));
            }
            '"' if after.trim_start().starts_with(']') => {
                let bracket = after.len() - after.trim_start().len();
                return Some((value, 1 + at + 1 + bracket + 1, true));
            }
            '"' if after.trim().is_empty() => return Some((value, line.len(), true)),
            _ => value.push(c),
        }
    }
    Some((value.trim_end_matches(']').trim().to_owned(), line.len(), false))
}

/// PGN's number of a mark; of a longer one, that of its first two signs.
fn mark_number(mark: &str) -> u8 {
    match &mark[..mark.len().min(2)] {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        _ => 6,
    }
}

const SEPARATORS: [char; 6] = ['-', 'x', 'X', ':', '\u{d7}', '\u{2013}'];

/// The length of a word, with the spaces that stand beside a separator, and with `<42,29>`.
fn word_length(text: &str) -> usize {
    if text.starts_with('*') {
        return 1;
    }
    let mut end = plain_length(text);
    if !text.starts_with(|c: char| c.is_alphanumeric()) {
        return end;
    }
    loop {
        let rest = &text[end..];
        let after = rest.trim_start_matches(is_blank);
        let is_square = |c: char| c.is_ascii_alphanumeric();
        let is_new = |text: &str| {
            // What begins with a number and a dot is not the rest of a move.
            let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
            !text.starts_with(is_square) || digits.len() < text.len() && digits.starts_with('.')
        };
        if text[..end].ends_with(SEPARATORS) && end > 1 && after.len() < rest.len() {
            if is_new(after) {
                return end;
            }
        } else if after.len() < rest.len() && text[..end].ends_with(is_square) {
            let Some(square) = after.strip_prefix(SEPARATORS) else {
                return end + captured_length(rest);
            };
            if is_new(square.trim_start_matches(is_blank)) {
                return end;
            }
        } else {
            return end + captured_length(rest);
        }
        let grown = rest.len() - after.len();
        end += grown + plain_length(after);
    }
}

fn plain_length(text: &str) -> usize {
    let ends = |c: char| is_blank(c) || "{}()[]<>;$!?\"".contains(c);
    text.find(ends).unwrap_or(text.len())
}

/// The length of ` <42,29>`.
fn captured_length(rest: &str) -> usize {
    let after = rest.trim_start_matches(' ');
    let Some(list) = after.strip_prefix('<') else { return 0 };
    let end = list.find(|c: char| !c.is_ascii_alphanumeric() && c != ',' && c != ' ');
    match end {
        Some(end) if list[end..].starts_with('>') => rest.len() - list.len() + end + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
