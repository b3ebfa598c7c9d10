//! Perft: how many ways there are to play a number of plies.

use super::{Count, MoveList, generate};
use crate::board::Color;
use crate::position::Position;
use crate::rules::Rules;

/// The number of ways to play `depth` plies from a position; ways that end before do not count.
pub fn perft<R: Rules>(pos: &Position<R>, depth: u32) -> u64 {
    match pos.turn() {
        Color::White => paths::<R, true, false>(pos, depth),
        Color::Black => paths::<R, false, true>(pos, depth),
    }
}

fn paths<R: Rules, const WHITE: bool, const BLACK: bool>(pos: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        let mut count = Count::<false>::default();
        generate::<R, WHITE, _>(pos, &mut count);
        return count.moves;
    }
    let mut list = MoveList::new();
    generate::<R, WHITE, _>(pos, &mut list);
    list.iter().map(|&mv| paths::<R, BLACK, WHITE>(&pos.play_as::<WHITE>(mv), depth - 1)).sum()
}
