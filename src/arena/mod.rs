//! Programs that use engines: matches, played fairly and recorded, and what their results say.

pub mod brief;
pub mod clock;
pub mod desk;
pub mod event;
mod game;
mod lines;
pub mod openings;
pub mod pdn;
mod player;
pub mod ranking;
pub mod rankings;
pub mod ratings;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod spec;
pub mod standing;
pub mod stats;
mod stop;
pub mod tournament;

pub use player::{Fault, FaultKind, NotPlayed};
pub use stop::Stop;
