//! The grammar of PDN moves, read tolerantly.

use nom::branch::alt;
use nom::bytes::complete::{is_a, tag, take_while_m_n};
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{all_consuming, eof, map, opt, value};
use nom::multi::{fold_many1, separated_list1};
use nom::sequence::delimited;
use nom::{IResult, Parser};
use smallvec::SmallVec;
use thiserror::Error;

use crate::board::Square;
use crate::notation::squares::{SquareText, square_text};
use crate::notation::{Between, Form, SquareError, WrittenMove, quoted};
use crate::rules::{Notation, Rules};

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It has another form.
    #[error("{} is not a move: expected one as 32-28, c3-d4, 28x19 or 47x38x24", quoted(.text))]
    Syntax {
        /// The whole text.
        text: String,
    },
    /// It names a square that the variant does not have.
    #[error("{} is not a move: {square}", quoted(.text))]
    Square {
        /// The whole text.
        text: String,
        /// What is wrong with the square.
        square: SquareError,
    },
}

/// Reads a move as people write it: `32-28`, `c3-d4`, `28x19`, `28:19`, `47x38x24x13x36`, also
/// `3228`, `c3d4`, `01-07`, with captured squares as `47x36 <42,29>`, and with marks such as `!`.
///
/// # Errors
/// If it has another form or names a square that the variant does not have.
pub fn read<R: Rules>(text: &str) -> Result<WrittenMove, ReadError> {
    let syntax = || ReadError::Syntax { text: text.to_owned() };
    let (_, raw) = raw_move(text.trim()).map_err(|_| syntax())?;
    let square = |raw: &SquareText<'_>| {
        raw.square::<R>().map_err(|square| ReadError::Square { text: text.to_owned(), square })
    };
    let [first, path @ .., last] = &raw.squares[..] else { return Err(syntax()) };
    let between = if !raw.captured.is_empty() {
        if !path.is_empty() {
            return Err(syntax());
        }
        let mut captured = 0;
        for it in &raw.captured {
            captured |= 1 << square(it)?.index();
        }
        Between::Captured(captured)
    } else if path.is_empty() {
        Between::Nothing
    } else {
        Between::Path(path.iter().map(square).collect::<Result<SmallVec<[Square; 8]>, _>>()?)
    };
    let algebraic = raw.squares.iter().any(|it| it.notation() == Notation::Algebraic);
    let notation = if algebraic { Notation::Algebraic } else { Notation::Numeric };
    Ok(WrittenMove {
        from: square(first)?,
        to: square(last)?,
        is_capture: raw.is_capture,
        between,
        form: Form::Pdn(notation),
    })
}

struct RawMove<'a> {
    squares: Vec<SquareText<'a>>,
    is_capture: bool,
    captured: Vec<SquareText<'a>>,
}

fn raw_move(text: &str) -> IResult<&str, RawMove<'_>> {
    let parts = (alt((four_digits, squares)), space0, opt(captured), space0, opt(is_a("!?*+#")));
    let raw = map(parts, |((squares, is_capture), _, captured, _, _)| RawMove {
        squares,
        is_capture,
        captured: captured.unwrap_or_default(),
    });
    all_consuming(raw).parse(text)
}

/// `3228`: two squares of two digits each.
fn four_digits(text: &str) -> IResult<&str, (Vec<SquareText<'_>>, bool)> {
    let digits = || take_while_m_n(2, 2, |c: char| c.is_ascii_digit());
    let two = (map(digits(), SquareText::Number), map(digits(), SquareText::Number), eof);
    map(two, |(from, to, _)| (vec![from, to], false)).parse(text)
}

/// Squares with what stands between them, and whether that tells of a capture.
fn squares(text: &str) -> IResult<&str, (Vec<SquareText<'_>>, bool)> {
    let (rest, first) = square_text(text)?;
    fold_many1(
        (separator, square_text),
        move || (vec![first], false),
        |(mut squares, is_capture), (takes, square)| {
            squares.push(square);
            (squares, is_capture || takes)
        },
    )
    .parse(rest)
}

/// What stands between two squares; true where it is a sign of capture.
fn separator(text: &str) -> IResult<&str, bool> {
    let takes = value(true, alt((tag("x"), tag("X"), tag(":"), tag("\u{d7}"))));
    let moves = value(false, alt((tag("-"), tag("\u{2013}"))));
    alt((
        delimited(space0, alt((takes, moves)), space0),
        value(false, space1),
        value(false, tag("")),
    ))
    .parse(text)
}

/// `<42,29>`
fn captured(text: &str) -> IResult<&str, Vec<SquareText<'_>>> {
    let comma = delimited(space0, one_of(","), space0);
    delimited(char('<'), separated_list1(comma, square_text), char('>')).parse(text)
}
