//! The best lines of the nodes from the root down, one for each ply.

use super::tune::MAX_PLY;
use crate::position::Move;

/// `[ply]`: the best line from there.
pub(super) struct Lines(Vec<Vec<Move>>);

impl Lines {
    pub(super) fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }

    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line of `ply` is now this move and the line of the next ply.
    pub(super) fn set(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}
