//! DXP (`DamExchange`), version 01, as `protocol.md` describes it: games between two
//! programs over a socket.

mod board;
mod conduct;
mod frame;
mod link;
mod message;
mod session;
mod state;
mod tally;

pub use conduct::{Conduct, OnIllegal, Role};
pub use session::{Session, TalkError};
pub use state::Trouble;
pub use tally::Tally;

/// The port of DXP.
pub const PORT: u16 = 27531;
