//! DXP (`DamExchange`), version 01, as `protocol.md` describes it: games between two
//! programs over a socket.

mod board;
mod client;
mod conduct;
mod frame;
mod link;
mod message;
mod session;
mod state;
mod tally;

pub use client::{Client, ClientError, Proposal, Reply};
pub use conduct::{Conduct, OnIllegal, Role};
pub use message::Reason;
pub use session::{Session, TalkError};
pub use state::Trouble;
pub use tally::Tally;

use std::time::Duration;

/// The port of DXP.
pub const PORT: u16 = 27531;

/// Can a request tell this time for all moves of a side?
pub fn can_tell(time: Duration) -> bool {
    message::minutes(time).is_some()
}
