//! The Hub protocol, version 2, as `protocol.md` describes it.

mod command;
mod level;
mod parse;
mod session;
mod write;

pub use session::Session;
