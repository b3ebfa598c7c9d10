//! What is asked of an analysis.

use std::time::Duration;

use crate::board::Color;
use crate::search::Limits;

/// How long each position is searched, and which moves are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Plies for each position.
    pub depth: Option<u32>,
    /// Time for each position.
    pub move_time: Option<Duration>,
    /// Only the moves of this color.
    pub side: Option<Color>,
    /// The first ply that is looked at, from 1.
    pub first_ply: usize,
    /// The last one.
    pub last_ply: usize,
}

impl Plan {
    /// Is a move looked at? `ply` counts from 0.
    pub(super) fn wants(&self, ply: usize, turn: Color) -> bool {
        (self.first_ply..=self.last_ply).contains(&(ply + 1))
            && self.side.is_none_or(|side| side == turn)
    }

    pub(super) fn limits(&self, multipv: usize) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            multipv,
            analyze: true,
            ..Limits::default()
        }
    }
}
