//! The grammar of FEN, and nothing of its meaning.

use nom::bytes::complete::{is_a, tag_no_case};
use nom::character::complete::{char, digit1, multispace0, one_of};
use nom::combinator::{map, opt, value};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser, branch::alt};

use super::FenError;
use crate::board::Color;
use crate::notation::squares::{SquareText, square_text};

/// What stands between two colons.
#[derive(Clone)]
pub(super) enum Part<'a> {
    /// The color to move; `?` leaves it open.
    Turn(Option<Color>),
    Pieces(Color, Vec<Item<'a>>),
    QuietPlies(&'a str),
    /// Full moves, and what else says nothing about the position.
    MoveNumber,
}

/// A square or a range of squares with the same piece.
#[derive(Clone)]
pub(super) struct Item<'a> {
    /// `K`, or `G` and `P` of a position within a capture.
    pub(super) mark: Option<char>,
    pub(super) first: SquareText<'a>,
    pub(super) last: Option<SquareText<'a>>,
}

/// The parts of a FEN, the turn first.
pub(super) fn parse(text: &str) -> Result<Vec<Part<'_>>, FenError> {
    let fault = |rest: &str, expected| FenError::Syntax {
        at: text[..text.len() - rest.len()].chars().count() + 1,
        rest: rest.to_owned(),
        expected,
    };
    let start = opening(text).map_or(text, |(rest, ())| rest);
    let (mut rest, turn) = turn(start).map_err(|_| fault(start, "the color to move, W or B"))?;
    let mut parts = vec![turn];
    while let Ok((after, _)) = padded(':')(rest) {
        let found = part(after);
        let (after, part) = found.map_err(|_| fault(after, "W or B and a list of squares"))?;
        parts.extend(part);
        rest = after;
    }
    let end = ending(rest).map_or(rest, |(rest, ())| rest);
    if end.is_empty() { Ok(parts) } else { Err(fault(end, "a comma, a colon or the end")) }
}

fn padded<'a>(c: char) -> impl FnMut(&'a str) -> IResult<&'a str, char> {
    move |text| delimited(multispace0, char(c), multispace0).parse(text)
}

/// What may stand around a FEN: `[FEN "..."]`, or quotes alone.
fn opening(text: &str) -> IResult<&str, ()> {
    let tag = (opt(is_a("[/")), multispace0, opt((tag_no_case("FEN"), multispace0)));
    value((), (multispace0, tag, opt(char('"')), multispace0)).parse(text)
}

fn ending(text: &str) -> IResult<&str, ()> {
    let dot = (multispace0, opt(char('.')), multispace0);
    value((), (dot, opt(char('"')), multispace0, opt(is_a("]/")), multispace0)).parse(text)
}

fn color(text: &str) -> IResult<&str, Color> {
    alt((value(Color::White, one_of("Ww")), value(Color::Black, one_of("Bb")))).parse(text)
}

fn turn(text: &str) -> IResult<&str, Part<'_>> {
    alt((map(color, |color| Part::Turn(Some(color))), value(Part::Turn(None), char('?'))))
        .parse(text)
}

/// One part after the turn; nothing between two colons is nothing.
fn part(text: &str) -> IResult<&str, Option<Part<'_>>> {
    let pieces = map((color, multispace0, items), |(color, _, items)| Part::Pieces(color, items));
    let quiet = map(preceded(one_of("Hh"), digit1), Part::QuietPlies);
    let number = value(Part::MoveNumber, preceded(one_of("Ff"), digit1));
    opt(alt((pieces, quiet, number))).parse(text)
}

fn items(text: &str) -> IResult<&str, Vec<Item<'_>>> {
    let comma = delimited(multispace0, char(','), multispace0);
    separated_list0(comma, item).parse(text)
}

fn item(text: &str) -> IResult<&str, Item<'_>> {
    let last = opt(preceded(delimited(multispace0, char('-'), multispace0), square_text));
    map((opt(one_of("KkGPp")), multispace0, square_text, last), |(mark, _, first, last)| Item {
        mark,
        first,
        last,
    })
    .parse(text)
}
