//! What a match or tournament shows to people: the data of its page.

use super::record::{EngineHeader, GameRecord};
use super::stats::Sprt;
use crate::rules::Variant;

/// All that a page shows.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// One for each ranking: each variant has its own.
    pub sections: Vec<Section>,
}

/// The games of one variant and what they say.
#[derive(Clone, Debug)]
pub struct Section {
    /// The variant.
    pub variant: Variant,
    /// What was played, if there is more to say than the variant.
    pub title: String,
    /// Who played, with what settings; may be empty.
    pub engines: Vec<EngineHeader>,
    /// Under what conditions: names and values, as `openings` and `builtin`.
    pub conditions: Vec<(String, String)>,
    /// The players, best first.
    pub standings: Vec<Row>,
    /// The games in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// The sequential test, where two play under one.
    pub sprt: Option<Sprt>,
}

/// How a player stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Finished games.
    pub games: u32,
    /// Games it won.
    pub wins: u32,
    /// Games it drew.
    pub draws: u32,
    /// Games it lost.
    pub losses: u32,
    /// Its rating in Elo; infinite if it won or lost everything.
    pub elo: f64,
    /// Half the width of the 95 % interval of the rating.
    pub error: f64,
    /// How likely it is stronger than the next below, from 0 to 1.
    pub los: f64,
}
