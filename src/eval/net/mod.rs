//! The trained evaluation: a small network that sees the board from both sides.
//!
//! [`shape`] is what it computes, [`format`] how its weights lie in a file.

pub mod format;
pub mod shape;

pub use format::{Weights, WeightsError};
