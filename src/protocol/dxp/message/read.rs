//! Messages as others write them. What can be understood is; an error says what, where and what
//! was expected.

use std::time::Duration;

use thiserror::Error;

use super::{AnswerCode, Message, NAME, Played, Reason, Request, Start, TakeBackCode, VERSION};
use crate::board::{Color, Kind, Piece, Square};
use crate::notation::quoted;
use crate::position::{MoveText, Setup};

/// The lengths of a position on the boards there are.
const POSITIONS: [usize; 3] = [32, 50, 64];

/// Why a text is no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(in crate::protocol::dxp) enum MessageError {
    /// It begins with none of the letters.
    #[error("{} is no message: one begins with R, A, M, E, C, B or K", quoted(.text))]
    Unknown { text: String },
    /// A request in another version of the protocol.
    #[error("GAMEREQ of version {} where {VERSION} was expected", quoted(.found))]
    Version { found: String },
    /// It is too short or too long.
    #[error("{message} has {found} characters where {expected} were expected")]
    Length { message: &'static str, found: usize, expected: String },
    /// A part of it is wrong.
    #[error("{message} has {} at character {at} where {expected} was expected", quoted(.found))]
    Field { message: &'static str, at: usize, found: String, expected: &'static str },
    /// A move that captures a piece twice.
    #[error("MOVE captures {square} twice")]
    CapturedTwice { square: Square },
}

type Result<T> = std::result::Result<T, MessageError>;

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(in crate::protocol::dxp) fn read(text: &str) -> Result<Self> {
        let fields = |message| Fields { message, text, at: 1 };
        match text.chars().next() {
            Some('R') => request(fields("GAMEREQ")).map(Self::Request),
            Some('A') => answer(text),
            Some('M') => played(fields("MOVE")).map(Self::Move),
            Some('E') => Ok(end(text)),
            Some('C') => Ok(Self::Chat(text[1..].to_owned())),
            Some('B') => take_back(fields("BACKREQ")),
            Some('K') => fields("BACKACC").take(1, "an answer, 0, 1 or 2", take_back_code),
            _ => Err(MessageError::Unknown { text: text.to_owned() }),
        }
    }
}

impl MessageError {
    /// Is it about a move?
    pub(in crate::protocol::dxp) fn is_move(&self) -> bool {
        match self {
            Self::Length { message, .. } | Self::Field { message, .. } => *message == "MOVE",
            Self::CapturedTwice { .. } => true,
            Self::Unknown { .. } | Self::Version { .. } => false,
        }
    }

    /// The answer to a request that could not be read; none if it was something else.
    pub(in crate::protocol::dxp) fn answer(&self) -> Option<AnswerCode> {
        match self {
            Self::Version { .. } => Some(AnswerCode::WrongVersion),
            Self::Length { message: "GAMEREQ", .. } | Self::Field { message: "GAMEREQ", .. } => {
                Some(AnswerCode::NotThisGame)
            }
            Self::Unknown { .. }
            | Self::Length { .. }
            | Self::Field { .. }
            | Self::CapturedTwice { .. } => None,
        }
    }
}

/// The parts of a message, one after the other.
struct Fields<'a> {
    message: &'static str,
    text: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    /// Takes the next part, so many characters wide, and reads it.
    fn take<T>(
        &mut self,
        width: usize,
        expected: &'static str,
        read: impl Fn(&'a str) -> Option<T>,
    ) -> Result<T> {
        let field = |found: &str| MessageError::Field {
            message: self.message,
            at: self.at + 1,
            found: found.to_owned(),
            expected,
        };
        let rest = self.text.get(self.at..).unwrap_or_default();
        let part = rest.get(..width).ok_or_else(|| field(rest))?;
        let value = read(part).ok_or_else(|| field(part))?;
        self.at += width;
        Ok(value)
    }

    /// The message has to be so long.
    fn expect(&self, length: usize) -> Result<()> {
        let found = self.text.chars().count();
        if found == length { Ok(()) } else { Err(self.wrong_length(&length.to_string())) }
    }

    fn wrong_length(&self, expected: &str) -> MessageError {
        MessageError::Length {
            message: self.message,
            found: self.text.chars().count(),
            expected: expected.to_owned(),
        }
    }
}

fn request(mut fields: Fields<'_>) -> Result<Request> {
    let version = fields.text.get(1..3).unwrap_or_default();
    if version != VERSION {
        return Err(MessageError::Version { found: version.to_owned() });
    }
    fields.at = 3;
    if fields.text.chars().count() < 43 {
        return Err(fields.wrong_length("43 or more"));
    }
    let name = fields.take(NAME, "a name", |name| Some(name.trim().to_owned()))?;
    let follower = fields.take(1, "the color of the follower, W or Z,", color)?;
    let time = fields.take(3, "a number of minutes", minutes)?;
    let moves = fields.take(3, "a number of moves", number)?;
    let has_position = fields.take(1, "A or B", |letter| match letter {
        "A" | "a" => Some(false),
        "B" | "b" => Some(true),
        _ => None,
    })?;
    let start = if has_position {
        Some(position(&mut fields)?)
    } else {
        fields.expect(43)?;
        None
    };
    Ok(Request { name, follower, time, moves: (moves > 0).then_some(moves), start })
}

fn position(fields: &mut Fields<'_>) -> Result<Start> {
    let turn = fields.take(1, "the color to move, W or Z,", color)?;
    let squares = fields.text.chars().count() - fields.at;
    if !POSITIONS.contains(&squares) {
        return Err(fields.wrong_length("76, 94 or 108"));
    }
    let mut setup = Setup::empty(turn);
    for index in 0..squares {
        let piece = fields.take(1, "one of w z W Z e", piece)?;
        if let Some(piece) = piece {
            setup.put(Square::from_index(index), piece);
        }
    }
    Ok(Start { setup, squares })
}

/// Some programs do not pad the name.
fn answer(text: &str) -> Result<Message> {
    let (at, digit) = text.char_indices().last().unwrap_or_default();
    let code = match digit {
        '0' => AnswerCode::Accepted,
        '1' => AnswerCode::WrongVersion,
        '2' => AnswerCode::NotThisGame,
        '3' => AnswerCode::NoGame,
        other => {
            return Err(MessageError::Field {
                message: "GAMEACC",
                at: at + 1,
                found: other.to_string(),
                expected: "an answer, 0 to 3,",
            });
        }
    };
    Ok(Message::Answer { name: text[1..at].trim().to_owned(), code })
}

fn played(mut fields: Fields<'_>) -> Result<Played> {
    // The time is for people, hence no harm if it is none.
    let took = fields.take(4, "the seconds used", |time| Some(number(time).unwrap_or(0)))?;
    let from = fields.take(2, "a square", square)?;
    let to = fields.take(2, "a square", square)?;
    let count = fields.take(2, "a number of captured pieces", number)?;
    fields.expect(11 + 2 * count as usize)?;
    let mut captured = 0;
    for _ in 0..count {
        let square = fields.take(2, "a square", square)?;
        let bit = 1 << square.index();
        if captured & bit != 0 {
            return Err(MessageError::CapturedTwice { square });
        }
        captured |= bit;
    }
    let took = Duration::from_secs(u64::from(took));
    Ok(Played { took, squares: MoveText { from, to, captured } })
}

/// A game that somebody calls ended has ended, whatever else is wrong.
fn end(text: &str) -> Message {
    let mut digits = text.chars().skip(1);
    let reason = match digits.next() {
        Some('1') => Reason::Lost,
        Some('2') => Reason::Drawn,
        Some('3') => Reason::Won,
        _ => Reason::Unknown,
    };
    Message::End { reason, is_last: digits.next() == Some('1') }
}

fn take_back(mut fields: Fields<'_>) -> Result<Message> {
    let number = fields.take(3, "the number of a move", number)?;
    let color = fields.take(1, "the color to move, W or Z,", color)?;
    Ok(Message::TakeBack { number, color })
}

fn take_back_code(digit: &str) -> Option<Message> {
    let code = match digit {
        "0" => TakeBackCode::Done,
        "1" => TakeBackCode::NotPossible,
        "2" => TakeBackCode::PlayOn,
        _ => return None,
    };
    Some(Message::TakeBackAnswer(code))
}

fn color(letter: &str) -> Option<Color> {
    match letter {
        "W" | "w" => Some(Color::White),
        "Z" | "z" => Some(Color::Black),
        _ => None,
    }
}

/// What stands on a square; the inner none for nothing.
#[expect(clippy::option_option, reason = "the outer one tells whether the letter is known")]
fn piece(letter: &str) -> Option<Option<Piece>> {
    let (color, kind) = match letter {
        "e" => return Some(None),
        "w" => (Color::White, Kind::Man),
        "W" => (Color::White, Kind::King),
        "z" => (Color::Black, Kind::Man),
        "Z" => (Color::Black, Kind::King),
        _ => return None,
    };
    Some(Some(Piece { color, kind }))
}

/// A number in digits, padded in any way.
fn number(text: &str) -> Option<u32> {
    let digits = text.trim();
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn square(text: &str) -> Option<Square> {
    number(text).and_then(Square::new)
}

/// Minutes, which some programs write with a fraction; the inner none for zero.
#[expect(clippy::option_option, reason = "the outer one tells whether it is a number")]
fn minutes(text: &str) -> Option<Option<Duration>> {
    let digits = text.trim();
    let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    if !digits.bytes().all(is_number) {
        return None;
    }
    let minutes: f64 = digits.parse().ok()?;
    Some((minutes > 0.0).then(|| Duration::from_secs_f64(minutes * 60.0)))
}

#[cfg(test)]
mod tests;
