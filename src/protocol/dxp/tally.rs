//! How games have ended, for the user and for the other side.

use std::error::Error;
use std::fmt;

use super::message::Reason;
use crate::board::Color;
use crate::game::Outcome;
use crate::score::Score;

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// As we see it.
    pub(super) reason: Reason,
    why: String,
}

impl Ended {
    /// By the rules of the game.
    pub(super) fn by(outcome: Outcome, ours: Color) -> Self {
        let reason = match outcome.winner {
            Some(winner) if winner == ours => Reason::Won,
            Some(_) => Reason::Lost,
            None => Reason::Drawn,
        };
        Self { reason, why: outcome.reason.to_string() }
    }

    /// Our time is used up.
    pub(super) fn out_of_time() -> Self {
        Self { reason: Reason::Lost, why: String::from("we are out of time") }
    }

    /// The last of the moves that were agreed upon has been made. What is proven counts, and what
    /// is not proven is open.
    pub(super) fn at_last_move(score: Score) -> Self {
        let reason = if score.is_win() {
            Reason::Won
        } else if score.is_loss() {
            Reason::Lost
        } else {
            Reason::Unknown
        };
        Self { reason, why: String::from("the last move that was agreed upon") }
    }

    /// They made a move that is none.
    pub(super) fn by_illegal_move(error: &dyn Error) -> Self {
        Self { reason: Reason::Unknown, why: error.to_string() }
    }

    /// The user does not want to go on.
    pub(super) fn broken_off() -> Self {
        Self { reason: Reason::Unknown, why: String::from("broken off here") }
    }

    /// The other side has gone.
    pub(super) fn connection_lost() -> Self {
        Self { reason: Reason::Unknown, why: String::from("the connection was closed") }
    }

    /// The other side says so, from its own view.
    pub(super) fn as_they_say(reason: Reason) -> Self {
        let reason = match reason {
            Reason::Unknown => Reason::Unknown,
            Reason::Lost => Reason::Won,
            Reason::Drawn => Reason::Drawn,
            Reason::Won => Reason::Lost,
        };
        Self { reason, why: String::from("the other side ended it") }
    }

    /// A line about it: who had which color, how it ended, why.
    pub(super) fn line(&self, ours: Color, name: &str, peer: &str) -> String {
        let (white, black) = if ours.is_white() { (name, peer) } else { (peer, name) };
        let result = match self.reason {
            Reason::Unknown => "open",
            Reason::Lost => "lost",
            Reason::Drawn => "drawn",
            Reason::Won => "won",
        };
        format!("{white} (White) - {black} (Black): {result} ({})", self.why)
    }
}

/// The games so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    open: u32,
}

impl Tally {
    /// How many they are.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost + self.open
    }

    pub(super) fn add(&mut self, reason: Reason) {
        match reason {
            Reason::Unknown => self.open += 1,
            Reason::Lost => self.lost += 1,
            Reason::Drawn => self.drawn += 1,
            Reason::Won => self.won += 1,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { won, drawn, lost, open } = self;
        write!(f, "{} games: {won} won, {drawn} drawn, {lost} lost, {open} open", self.games())
    }
}
