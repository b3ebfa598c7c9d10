//! What comes to the state machine, and what it wants done.

use std::time::Duration;

use thiserror::Error;

use crate::position::MoveText;
use crate::protocol::dxp::message::{Message, MessageError};
use crate::score::Score;

/// What happens to the machine.
#[derive(Clone, Debug)]
pub(in crate::protocol::dxp) enum Event {
    /// There is somebody to talk to.
    Connected,
    /// A message came.
    Heard(Result<Message, MessageError>),
    /// Something came that was too long for a message.
    TooLong,
    /// The search that was asked for has ended.
    Found(Found),
    /// Nothing came for as long as the state allows.
    TimedOut,
    /// The user wants to end.
    Quit,
    /// The other side has gone.
    Gone,
}

/// What a search has found.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol::dxp) struct Found {
    /// None where no move is legal.
    pub(in crate::protocol::dxp) best: Option<MoveText>,
    pub(in crate::protocol::dxp) score: Score,
    pub(in crate::protocol::dxp) took: Duration,
}

/// What the machine wants done, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol::dxp) enum Action {
    Say(Message),
    /// Say what is wrong, unless so much is waiting to be said that one more makes no difference.
    Complain(String),
    /// Think about the position on the board.
    Search(Budget),
    /// Do not think any more, nor tell what was found.
    StopSearch,
    /// Tell the user.
    Show(String),
    /// Close the connection.
    HangUp,
}

/// What a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol::dxp) struct Budget {
    /// Of the time for all our moves; none: there is no such time.
    pub(in crate::protocol::dxp) left: Option<Duration>,
    /// Moves after which the game ends.
    pub(in crate::protocol::dxp) moves_to_go: Option<u32>,
}

/// Why the games that were wanted were not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// The proposal of a game was not accepted.
    #[error("{name} does not play: {why}")]
    Refused {
        /// Who does not.
        name: String,
        /// What its answer means.
        why: &'static str,
    },
    /// The other side went away too soon.
    #[error("the other side closed the connection {when}")]
    Gone {
        /// In what.
        when: &'static str,
    },
    /// The other side has had enough.
    #[error("the other side wants no more games")]
    NoMoreGames,
    /// The position that we would propose is none to play from.
    #[error("no game can start: {why}")]
    NoStart {
        /// What is wrong with it.
        why: String,
    },
    /// The other side said nothing to a proposal, or to the end of a game.
    #[error("the other side does not answer")]
    NoAnswer,
}
