//! Positions and moves as the Hub protocol writes them: `Wbbb...www`, `32-28`, `28x19x23`.

use std::fmt;

use nom::character::complete::{digit1, one_of};
use nom::combinator::{all_consuming, map};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use thiserror::Error;

use super::frame::Frame;
use super::{Between, Form, WrittenMove, quoted};
use crate::board::{Color, Piece, Square};
use crate::position::{MoveText, Setup};

/// Why a text is no Hub position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// It has too many or too few characters.
    #[error("position has {found} characters where {expected} were expected: the color to move and {squares} squares", expected = .squares + 1)]
    Length {
        /// Characters in the text.
        found: usize,
        /// Squares of the variant.
        squares: usize,
    },
    /// It starts with something else than a color.
    #[error("position starts with {} where W or B was expected", quoted(&.found.to_string()))]
    Turn {
        /// The first character.
        found: char,
    },
    /// A square holds something that is no piece.
    #[error("position has {} on square {square} where one of w b W B e was expected", quoted(&.found.to_string()))]
    Piece {
        /// The character.
        found: char,
        /// Where it is.
        square: Square,
    },
}

/// Why a text is no Hub move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveTextError {
    /// It has another form.
    #[error("{} is not a move: expected one as 32-28 or 28x19x23", quoted(.text))]
    Syntax {
        /// The whole text.
        text: String,
    },
    /// A number is no square of any board.
    #[error("{} is not a move: {} is not a square number", quoted(.text), quoted(.number))]
    Square {
        /// The whole text.
        text: String,
        /// The number.
        number: String,
    },
    /// A captured square is named twice.
    #[error("{} is not a move: it captures {square} twice", quoted(.text))]
    CapturedTwice {
        /// The whole text.
        text: String,
        /// The square.
        square: Square,
    },
}

/// Reads a Hub position of a variant with so many squares.
///
/// # Errors
/// If the length or a character is wrong. Whether a variant accepts the pieces is another question
/// ([`Position::from_setup`](crate::position::Position::from_setup)).
pub fn read_setup(text: &str, squares: usize) -> Result<Setup, PositionError> {
    let found = text.chars().count();
    if found != squares + 1 {
        return Err(PositionError::Length { found, squares });
    }
    let mut characters = text.chars();
    let turn = match characters.next() {
        Some('W' | 'w') => Color::White,
        Some('B' | 'b') => Color::Black,
        other => return Err(PositionError::Turn { found: other.unwrap_or(' ') }),
    };
    let mut setup = Setup::empty(turn);
    for (index, found) in characters.enumerate() {
        let square = Square::from_index(index);
        match Piece::from_letter(found) {
            Some(piece) => _ = setup.put(square, piece),
            None if found == 'e' => {}
            None => return Err(PositionError::Piece { found, square }),
        }
    }
    Ok(setup)
}

/// Writes a Hub position of a variant with so many squares.
pub fn write_setup(setup: &Setup, squares: usize) -> String {
    let letter = |index| setup.at(Square::from_index(index)).map_or('e', Piece::letter);
    std::iter::once(setup.turn.letter()).chain((0..squares).map(letter)).collect()
}

/// Reads a Hub move: captured squares in any order or none of them, leading zeros allowed.
///
/// # Errors
/// If it has another form or names a square that no board has.
pub fn read_move(text: &str) -> Result<WrittenMove, MoveTextError> {
    let syntax = || MoveTextError::Syntax { text: text.to_owned() };
    let (_, raw) = raw_move(text).map_err(|_| syntax())?;
    let square = |number: &str| {
        number.parse().ok().and_then(Square::new).ok_or_else(|| MoveTextError::Square {
            text: text.to_owned(),
            number: number.to_owned(),
        })
    };
    let mut captured = 0;
    for number in &raw.captured {
        let square = square(number)?;
        if captured >> square.index() & 1 != 0 {
            return Err(MoveTextError::CapturedTwice { text: text.to_owned(), square });
        }
        captured |= 1 << square.index();
    }
    if !raw.is_capture && captured != 0 {
        return Err(syntax());
    }
    Ok(WrittenMove {
        from: square(raw.from)?,
        to: square(raw.to)?,
        is_capture: raw.is_capture,
        between: if captured == 0 { Between::Nothing } else { Between::Captured(captured) },
        form: Form::Hub(Frame::STANDARD),
    })
}

/// The parts of a Hub move, as text.
struct RawMove<'a> {
    from: &'a str,
    is_capture: bool,
    to: &'a str,
    captured: Vec<&'a str>,
}

fn raw_move(text: &str) -> IResult<&str, RawMove<'_>> {
    let parts = (digit1, one_of("-xX"), digit1, many0(preceded(one_of("xX"), digit1)));
    let raw = map(parts, |(from, separator, to, captured)| RawMove {
        from,
        is_capture: separator != '-',
        to,
        captured,
    });
    all_consuming(raw).parse(text)
}

impl fmt::Display for MoveText {
    /// Writes the Hub form: start, end, captured squares ascending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{separator}{}", self.from, self.to)?;
        self.captured_squares().try_for_each(|square| write!(f, "x{square}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;
    use crate::position::Position;
    use crate::rules::{International, Rules, Spanish, Turkish};

    fn start_is_written_and_read_back<R: Rules>() {
        let text = write_setup(&Position::<R>::start().setup(), R::Geometry::SQUARES);
        let setup = read_setup(&text, R::Geometry::SQUARES).unwrap();
        assert_eq!(Position::<R>::from_setup(&setup), Ok(Position::start()));
    }

    #[test]
    fn start_positions_are_written_and_read_back() {
        start_is_written_and_read_back::<International>();
        start_is_written_and_read_back::<Spanish>();
        start_is_written_and_read_back::<Turkish>();
    }

    #[test]
    fn a_wrong_length_is_told_with_the_right_one() {
        assert_eq!(
            read_setup("Wbbb", 50).unwrap_err().to_string(),
            "position has 4 characters where 51 were expected: the color to move and 50 squares"
        );
    }

    #[test]
    fn a_wrong_character_is_told_with_its_square() {
        let text = format!("W{}x", "e".repeat(31));
        assert_eq!(
            read_setup(&text, 32).unwrap_err().to_string(),
            "position has 'x' on square 32 where one of w b W B e was expected"
        );
        assert!(matches!(read_setup(&"e".repeat(33), 32), Err(PositionError::Turn { found: 'e' })));
    }

    #[test]
    fn captured_squares_come_in_any_order_and_are_written_ascending() {
        let read = read_move("28x19x23x09").unwrap();
        assert_eq!(read, read_move("28x19x9x23").unwrap());
        let Between::Captured(captured) = read.between else { panic!("no captures in {read:?}") };
        let text = MoveText { from: read.from, to: read.to, captured };
        assert_eq!(text.to_string(), "28x19x9x23");
    }

    #[test]
    fn a_king_may_end_where_it_started() {
        let read = read_move("21x21x8x17x25x26").unwrap();
        assert_eq!(read.from, read.to);
    }

    #[test]
    fn what_is_no_move_is_an_error_that_says_why() {
        let message = |text: &str| read_move(text).unwrap_err().to_string();
        assert_eq!(message("32"), "'32' is not a move: expected one as 32-28 or 28x19x23");
        assert_eq!(message("32-65"), "'32-65' is not a move: '65' is not a square number");
        assert_eq!(message("28x19x23x23"), "'28x19x23x23' is not a move: it captures 23 twice");
        for text in ["", "-", "x", "32-", "-28", "32-28x23", "32-28 ", "0-1", "a1-b2", "\u{e9}"] {
            read_move(text).unwrap_err();
        }
        read_move(&"9".repeat(100_000)).unwrap_err();
        read_move(&format!("1x2{}", "x3".repeat(100_000))).unwrap_err();
        read_move(&format!("{}1-2", "0".repeat(1_000))).unwrap();
    }
}
