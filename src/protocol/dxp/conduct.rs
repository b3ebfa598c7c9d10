//! How we behave in a conversation, as the user wants it.

use std::time::Duration;

use crate::board::Color;

/// What the user wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// The name we give.
    pub name: String,
    /// Who proposes games.
    pub role: Role,
    /// How many games to play; none for as many as come.
    pub games: Option<u32>,
    /// For each move, where the games have no time.
    pub move_time: Duration,
    /// What an illegal move of the other side leads to.
    pub on_illegal: OnIllegal,
}

/// Who proposes games; which of the two waits for the connection is another matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// We do, and this is what we propose.
    Initiator {
        /// For all moves of a side; none leaves it to both.
        time: Option<Duration>,
        /// Moves of each side after which a game ends.
        moves: Option<u32>,
        /// Our color in the first game, and every second after it.
        color: Color,
    },
    /// The other side does.
    Follower,
}

/// What an illegal move of the other side leads to, besides a message about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnIllegal {
    /// The game ends.
    End,
    /// We wait for another move, as from a person.
    Wait,
}
