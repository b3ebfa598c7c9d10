//! Squares as text, by number or by file and rank.

use nom::branch::alt;
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{digit1, satisfy};
use nom::combinator::{map, recognize};
use nom::{IResult, Parser};
use thiserror::Error;

use super::quoted;
use crate::board::{Geometry, Square};
use crate::rules::{Notation, Rules};

/// Why a text is no square of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SquareError {
    /// The number is beside the board.
    #[error("there is no square {}: {variant} has squares 1 to {last}", quoted(.text))]
    Number {
        /// The text.
        text: String,
        /// The variant.
        variant: &'static str,
        /// The last square.
        last: usize,
    },
    /// Nothing can stand there.
    #[error("{variant} does not play on {}", quoted(.text))]
    Place {
        /// The text.
        text: String,
        /// The variant.
        variant: &'static str,
    },
}

/// A square as written, which may be on no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SquareText<'a> {
    Number(&'a str),
    /// A letter and a number.
    Place(&'a str),
}

/// Digits, or a letter from `a` to `j` with one or two digits.
pub(super) fn square_text(text: &str) -> IResult<&str, SquareText<'_>> {
    let rank = take_while_m_n(1, 2, |c: char| c.is_ascii_digit());
    let place = recognize((satisfy(|c| matches!(c, 'a'..='j' | 'A'..='J')), rank));
    alt((map(digit1, SquareText::Number), map(place, SquareText::Place))).parse(text)
}

impl<'a> SquareText<'a> {
    /// The square of a variant that is meant.
    pub(super) fn square<R: Rules>(self) -> Result<Square, SquareError> {
        let last = R::Geometry::SQUARES;
        match self {
            Self::Number(text) => {
                let number = text.parse().ok().and_then(Square::new);
                number.filter(|square| square.index() < last).ok_or_else(|| SquareError::Number {
                    text: text.to_owned(),
                    variant: R::NAME,
                    last,
                })
            }
            Self::Place(text) => {
                let (letter, rank) = text.split_at(1);
                let file =
                    letter.bytes().next().map(|it| usize::from(it.to_ascii_lowercase() - b'a'));
                let square = file.zip(rank.parse().ok()).and_then(|(file, rank)| {
                    R::NUMBERING.on_file_and_rank::<R::Geometry>(file, rank)
                });
                square.ok_or_else(|| SquareError::Place { text: text.to_owned(), variant: R::NAME })
            }
        }
    }

    /// As it was written.
    pub(super) fn text(self) -> &'a str {
        match self {
            Self::Number(text) | Self::Place(text) => text,
        }
    }

    pub(super) fn notation(self) -> Notation {
        match self {
            Self::Number(_) => Notation::Numeric,
            Self::Place(_) => Notation::Algebraic,
        }
    }
}

/// A square of a variant as printed.
pub fn square_name<R: Rules>(square: Square, notation: Notation) -> String {
    match notation {
        Notation::Algebraic if square.index() < R::Geometry::SQUARES => {
            let (file, rank) = R::NUMBERING.file_and_rank::<R::Geometry>(square);
            format!("{}{rank}", char::from(b'a' + file as u8))
        }
        Notation::Numeric | Notation::Algebraic => square.to_string(),
    }
}

/// Reads one square of a variant, in either notation.
///
/// # Errors
/// If it is no square of that variant.
pub fn read_square<R: Rules>(text: &str) -> Result<Square, SquareError> {
    match square_text(text) {
        Ok(("", square)) => square.square::<R>(),
        _ => Err(SquareError::Place { text: text.to_owned(), variant: R::NAME }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Brazilian, International, Spanish, Turkish};

    fn survives<R: Rules>() {
        for index in 0..R::Geometry::SQUARES {
            let square = Square::from_index(index);
            for notation in [Notation::Numeric, Notation::Algebraic] {
                let text = square_name::<R>(square, notation);
                assert_eq!(read_square::<R>(&text), Ok(square));
                assert_eq!(read_square::<R>(&text.to_uppercase()), Ok(square));
            }
        }
    }

    #[test]
    fn every_square_is_written_and_read_back() {
        survives::<International>();
        survives::<Brazilian>();
        survives::<Spanish>();
        survives::<Turkish>();
    }

    #[test]
    fn what_is_no_square_is_told_with_the_variant() {
        let message = |text| read_square::<Brazilian>(text).unwrap_err().to_string();
        assert_eq!(message("33"), "there is no square '33': brazilian has squares 1 to 32");
        assert_eq!(message("0"), "there is no square '0': brazilian has squares 1 to 32");
        assert_eq!(message("a2"), "brazilian does not play on 'a2'");
        assert_eq!(message("i1"), "brazilian does not play on 'i1'");
        assert_eq!(message("c3d"), "brazilian does not play on 'c3d'");
        assert_eq!(message(""), "brazilian does not play on ''");
        read_square::<Brazilian>(&"1".repeat(10_000)).unwrap_err();
        assert_eq!(read_square::<Spanish>("h1"), Ok(Square::from_index(0)));
    }
}
