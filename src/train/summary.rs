//! What is in training data, counted.

use super::record::{End, Head, Record};
use crate::board::Bits;

/// Pieces on a board at most.
const MOST_PIECES: usize = 64;

/// Counts of games and positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Those that White lost, that were drawn, that White won.
    pub results: [u64; 3],
    /// How they ended, in the order of [`End::ALL`].
    pub ends: [u64; End::ALL.len()],
    /// Games from unbalanced openings.
    pub unbalanced: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Recorded positions.
    pub positions: u64,
    /// Those that are lost, drawn, won for the color to move.
    pub position_results: [u64; 3],
    /// Those whose result is a bitbase's.
    pub known: u64,
    /// Those with kings.
    pub with_kings: u64,
    /// By the number of pieces.
    pub pieces: [u64; MOST_PIECES + 1],
}

impl Default for Summary {
    fn default() -> Self {
        Self {
            games: 0,
            results: [0; 3],
            ends: [0; End::ALL.len()],
            unbalanced: 0,
            plies: 0,
            nodes: 0,
            positions: 0,
            position_results: [0; 3],
            known: 0,
            with_kings: 0,
            pieces: [0; MOST_PIECES + 1],
        }
    }
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, head: &Head, records: &[Record]) {
        self.games += 1;
        self.results[usize::from(head.white.min(2))] += 1;
        self.ends[head.end.place()] += 1;
        self.unbalanced += u64::from(head.is_unbalanced);
        self.plies += u64::from(head.plies);
        self.nodes += head.nodes;
        self.positions += records.len() as u64;
        for record in records {
            self.position_results[usize::from(record.result.min(2))] += 1;
            self.known += u64::from(record.is_known);
            self.with_kings += u64::from(record.kings != 0);
            let occupied: Bits = record.white | record.black;
            self.pieces[occupied.count_ones() as usize] += 1;
        }
    }
}
