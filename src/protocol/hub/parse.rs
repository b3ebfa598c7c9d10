//! The syntax of a Hub line: a name, then pairs. Only syntax; meaning is in `command`.

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, space0, space1};
use nom::combinator::{map, opt, success};
use nom::multi::many0;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};
use thiserror::Error;

use crate::notation::quoted;

/// A line taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The command.
    pub(super) name: &'a str,
    /// Its arguments.
    pub(super) pairs: Vec<Pair<'a>>,
}

/// `name=value`, or a name alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair<'a> {
    pub(super) name: &'a str,
    pub(super) value: Option<&'a str>,
}

/// Where a line breaks the syntax.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum SyntaxError {
    #[error("a quote is opened and not closed: {}", quoted(.0))]
    OpenQuote(String),
    #[error("a name was expected where the line goes on with {}", quoted(.0))]
    Name(String),
}

impl<'a> Line<'a> {
    /// Takes a line apart; none if there is nothing in it.
    pub(super) fn read(text: &'a str) -> Result<Option<Self>, SyntaxError> {
        let text = text.trim_matches([' ', '\t', '\r']);
        if text.is_empty() {
            return Ok(None);
        }
        match line(text) {
            Ok(("", line)) => Ok(Some(line)),
            Ok((rest, _)) => Err(SyntaxError::at(rest)),
            Err(_) => Err(SyntaxError::at(text)),
        }
    }

    /// The value of the first pair of that name.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        self.pairs.iter().find(|pair| pair.name == name).and_then(|pair| pair.value)
    }
}

impl SyntaxError {
    fn at(rest: &str) -> Self {
        let rest = rest.trim_start();
        if rest.matches('"').count() % 2 == 1 {
            let quote = rest.rfind('"').expect("an odd number of quotes is not none");
            Self::OpenQuote(rest[quote + 1..].to_owned())
        } else {
            Self::Name(rest.to_owned())
        }
    }
}

fn line(input: &str) -> IResult<&str, Line<'_>> {
    let parts = (name, many0(preceded(space1, pair)), space0);
    map(parts, |(name, pairs, _)| Line { name, pairs }).parse(input)
}

fn pair(input: &str) -> IResult<&str, Pair<'_>> {
    let equals = delimited(space0, char('='), space0);
    // `name=` at the end of a line gives the empty value.
    let value = preceded(equals, alt((quoted_value, name, success(""))));
    map((name, opt(value)), |(name, value)| Pair { name, value }).parse(input)
}

fn quoted_value(input: &str) -> IResult<&str, &str> {
    delimited(char('"'), take_while(|c| c != '"'), char('"')).parse(input)
}

fn name(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| !c.is_control() && !matches!(c, ' ' | '=' | '"')).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(&str, Option<&str>)> {
        let line = Line::read(text).unwrap().unwrap();
        assert_eq!(line.name, "x");
        line.pairs.into_iter().map(|pair| (pair.name, pair.value)).collect()
    }

    #[test]
    fn values_are_bare_quoted_empty_or_missing() {
        assert_eq!(
            pairs("x a=1 b=\"two words\" c=\"\" d e="),
            [
                ("a", Some("1")),
                ("b", Some("two words")),
                ("c", Some("")),
                ("d", None),
                ("e", Some(""))
            ]
        );
    }

    #[test]
    fn blanks_stand_around_everything() {
        assert_eq!(pairs(" \tx  a = 1\t b= \"2\"  \r"), [("a", Some("1")), ("b", Some("2"))]);
        assert_eq!(Line::read(" \t "), Ok(None));
    }

    #[test]
    fn reports_where_the_syntax_breaks() {
        let message = |text: &str| Line::read(text).unwrap_err().to_string();
        assert_eq!(message("pos pos=\"W"), "a quote is opened and not closed: 'W'");
        assert_eq!(message("x =5"), "a name was expected where the line goes on with '=5'");
        assert_eq!(message("\"a\""), "a name was expected where the line goes on with '?a?'");
        assert_eq!(message("x a=b=c"), "a name was expected where the line goes on with '=c'");
    }

    #[test]
    fn a_million_quotes_or_pairs_are_an_error_or_a_line_and_nothing_worse() {
        Line::read(&"\"".repeat(1_000_001)).unwrap_err();
        Line::read(&"a ".repeat(500_000)).unwrap();
        Line::read(&"=".repeat(1_000_000)).unwrap_err();
    }
}
