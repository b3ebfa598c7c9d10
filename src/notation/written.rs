//! A move as somebody wrote it, before it is looked up among the legal ones.

use smallvec::SmallVec;

use super::frame::Frame;
use crate::board::Square;
use crate::position::MoveText;
use crate::rules::Notation;

/// A move as written: it need not be legal, complete, or on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WrittenMove {
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// It was written as a capture.
    pub is_capture: bool,
    /// What stood between the two.
    pub between: Between,
    /// How it was written; messages about it are written the same way.
    pub form: Form,
}

/// The ways to write a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// By numbers, with the captured squares: `28x19x23`.
    Hub(Frame),
    /// As in PDN, with the squares of the path where there are two ways.
    Pdn(Notation),
}

/// The squares written beside start and end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Between {
    /// The short form.
    #[default]
    Nothing,
    /// What is captured, as in Hub: bit `n - 1` for square `n`.
    Captured(u64),
    /// Where the piece lands on its way, as in PDN.
    Path(SmallVec<[Square; 8]>),
}

impl From<MoveText> for WrittenMove {
    fn from(text: MoveText) -> Self {
        Self {
            from: text.from,
            to: text.to,
            is_capture: text.is_capture(),
            between: if text.is_capture() {
                Between::Captured(text.captured)
            } else {
                Between::Nothing
            },
            form: Form::Hub(Frame::STANDARD),
        }
    }
}
