//! Conversations with other programs and with people. Here, and nowhere below, is output written.

pub mod dxp;
pub mod hub;
pub mod lines;
pub mod repl;
mod tail;
pub mod transcript;
