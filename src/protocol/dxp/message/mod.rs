//! The messages of DXP, version 01: typed, written strictly, read leniently.

mod read;
mod write;

use std::time::Duration;

use crate::board::Color;
use crate::notation::{Between, Form, WrittenMove, frame::Frame};
use crate::position::{MoveText, Setup};

pub(super) use read::MessageError;
pub(super) use write::minutes;

/// The version that we speak, as it stands in a request.
const VERSION: &str = "01";

/// The width of a name.
const NAME: usize = 32;

/// A message by its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// `R`, GAMEREQ: let us play.
    Request(Request),
    /// `A`, GAMEACC: the answer to that.
    Answer { name: String, code: AnswerCode },
    /// `M`, MOVE.
    Move(Played),
    /// `E`, GAMEEND: the game is over, or the answer to that.
    End { reason: Reason, is_last: bool },
    /// `C`, CHAT: words for a person.
    Chat(String),
    /// `B`, BACKREQ: take back all moves from this one, of this color.
    TakeBack { number: u32, color: Color },
    /// `K`, BACKACC: the answer to that.
    TakeBackAnswer(TakeBackCode),
}

/// What the initiator of a game proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Who asks.
    pub(super) name: String,
    /// The color of the one who is asked.
    pub(super) follower: Color,
    /// For all moves of a side; none if it is not told.
    pub(super) time: Option<Duration>,
    /// Moves of each side after which the game ends; none if there is no such number.
    pub(super) moves: Option<u32>,
    /// Where the game starts; none for the start position.
    pub(super) start: Option<Start>,
}

/// A position to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) setup: Setup,
    /// How many squares were told.
    pub(super) squares: usize,
}

/// The answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerCode {
    Accepted,
    WrongVersion,
    NotThisGame,
    NoGame,
}

/// A move as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// How long the mover thought; the other side only takes notice.
    pub(super) took: Duration,
    pub(super) squares: MoveText,
}

/// How a game has ended, as seen by who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It does not say.
    Unknown,
    /// It has lost.
    Lost,
    /// A draw.
    Drawn,
    /// It has won.
    Won,
}

/// The answer to a wish to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TakeBackCode {
    Done,
    NotPossible,
    PlayOn,
}

impl Played {
    /// The move to look up among the legal ones. All that it captures has to be told.
    pub(super) fn written(&self) -> WrittenMove {
        WrittenMove {
            from: self.squares.from,
            to: self.squares.to,
            is_capture: self.squares.is_capture(),
            between: Between::Captured(self.squares.captured),
            form: Form::Hub(Frame::STANDARD),
        }
    }
}
