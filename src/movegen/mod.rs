//! Legal moves, has-capture tests and perft. No variant is named here: the rules are asked.
//!
//! All of it is one generator, [`generate`], that tells a [`Sink`] what it finds, whole sets at a
//! time where it can. Perft counts those sets; the search makes a list of them.

mod chains;
mod side;
mod sink;

pub mod perft;

pub use sink::{Count, MoveList, Sink};

use crate::board::Color;
use crate::position::{Move, Position};
use crate::rules::Rules;
use chains::Chains;
use side::Side;

/// Tells `sink` each legal move of the color to move, which is White if `WHITE` is set.
///
/// Captures are compulsory: where there is one, quiet moves are not legal. Most positions have no
/// capture or only single jumps, and are answered in whole sets; only where a capture can go on is
/// each one followed to its end.
#[inline(always)]
pub fn generate<R: Rules, const WHITE: bool, S: Sink>(pos: &Position<R>, sink: &mut S) {
    debug_assert!(pos.turn().is_white() == WHITE);
    let side = Side::<R, WHITE>::of(pos);
    let open = side.open();
    let jumpers = side.jumpers(&open);
    let flying_capture = side.flying_king_can_capture();
    if jumpers == [0; 4] && !flying_capture {
        side.quiet_moves(sink);
    } else if !flying_capture && !side.can_go_on(&open, &jumpers) {
        side.single_jumps(&jumpers, sink);
    } else {
        let mut chains = Chains::new(&side, S::KEEPS_ORDERS);
        chains.follow_all(&jumpers);
        sink.captures(chains.found());
    }
}

/// All legal moves of the color to move, in no particular order, each once.
#[inline]
pub fn legal_moves<R: Rules>(pos: &Position<R>) -> MoveList {
    let mut list = MoveList::new();
    match pos.turn() {
        Color::White => generate::<R, true, _>(pos, &mut list),
        Color::Black => generate::<R, false, _>(pos, &mut list),
    }
    list
}

/// How many legal moves the color to move has.
#[inline]
pub fn count_moves<R: Rules>(pos: &Position<R>) -> u64 {
    let mut count = Count::<false>::default();
    match pos.turn() {
        Color::White => generate::<R, true, _>(pos, &mut count),
        Color::Black => generate::<R, false, _>(pos, &mut count),
    }
    count.moves
}

/// Can the color to move capture?
#[inline]
pub fn has_capture<R: Rules>(pos: &Position<R>) -> bool {
    fn test<R: Rules, const WHITE: bool>(pos: &Position<R>) -> bool {
        let side = Side::<R, WHITE>::of(pos);
        side.jumpers(&side.open()) != [0; 4] || side.flying_king_can_capture()
    }
    match pos.turn() {
        Color::White => test::<R, true>(pos),
        Color::Black => test::<R, false>(pos),
    }
}

/// Has the color to move a quiet move? Where it can capture, that move is not legal.
#[inline]
pub fn has_quiet_move<R: Rules>(pos: &Position<R>) -> bool {
    match pos.turn() {
        Color::White => Side::<R, true>::of(pos).can_step(),
        Color::Black => Side::<R, false>::of(pos).can_step(),
    }
}

/// Is the move legal here? For moves that come from elsewhere, such as a shared table.
#[inline]
pub fn is_legal<R: Rules>(pos: &Position<R>, mv: Move) -> bool {
    legal_moves(pos).contains(&mv)
}
