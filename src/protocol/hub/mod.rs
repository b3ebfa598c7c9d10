//! The Hub protocol, version 2, as `protocol.md` describes it.

mod client;
mod command;
mod level;
mod parse;
mod session;
mod write;

pub use client::{Client, ClientError, Done, HubParameter};
pub use session::Session;
