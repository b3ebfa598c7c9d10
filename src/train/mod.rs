//! Training: games of the engine against itself.

pub mod data;
pub mod record;
pub mod selfplay;
pub mod summary;
