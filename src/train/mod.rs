//! Training: games of the engine against itself, and weights that are fitted to them.

pub mod data;
pub mod fit;
pub mod plot;
pub mod record;
pub mod selfplay;
pub mod summary;
