//! The trained evaluation: a small network that sees the board from both sides.
//!
//! [`shape`] is what it computes, [`format`] how its weights lie in a file, [`Net`] a thread's own part
//! of a [`Network`] that all threads share.

mod embedded;
pub mod file;
pub mod format;
mod kernel;
mod network;
pub mod shape;

pub use embedded::{embedded, embedded_file};
pub use file::LoadError;
pub use format::{Weights, WeightsError};
pub use network::{Net, Network};
