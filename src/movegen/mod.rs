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
use side::{Side, any, longer_comes_first, without};

/// Tells `sink` each legal move of the color to move, which is White if `WHITE` is set.
///
/// Captures are compulsory: where there is one, quiet moves are not legal. Most positions have no
/// capture or only single jumps, and are answered in whole sets; only where a capture can go on is
/// it followed to its end.
#[inline(always)]
pub fn generate<R: Rules, const WHITE: bool, S: Sink>(pos: &Position<R>, sink: &mut S) {
    debug_assert!(pos.turn().is_white() == WHITE);
    if pos.kings(pos.turn()) == 0 {
        generate_for(&Side::<R, WHITE, true>::of(pos), sink);
    } else {
        generate_for(&Side::<R, WHITE, false>::of(pos), sink);
    }
}

#[inline(always)]
fn generate_for<R: Rules, const WHITE: bool, const MEN: bool, S: Sink>(
    side: &Side<R, WHITE, MEN>,
    sink: &mut S,
) {
    let open = side.open();
    let jumpers = side.jumpers(&open);
    if side.flying_king_can_capture() {
        let mut chains = Chains::new(side, S::KEEPS_ORDERS);
        chains.follow_kings();
        chains.follow(&jumpers);
        sink.captures(chains.found());
    } else if !any(&jumpers) {
        side.quiet_moves(sink);
    } else {
        let going_on = side.going_on(&open, &jumpers);
        if !any(&going_on) {
            side.single_jumps(&jumpers, sink);
            return;
        }
        let (landings, against) = side.double_jumps(&open, &going_on);
        if against == 0 {
            side.ending_jumps(&jumpers, &going_on, &landings, sink);
        } else {
            let mut chains = Chains::new(side, S::KEEPS_ORDERS);
            chains.follow(&going_on);
            if !longer_comes_first::<R>() {
                chains.follow(&without(&jumpers, &going_on));
            }
            sink.captures(chains.found());
        }
    }
}

/// All legal moves of the color to move, in no particular order, each once.
#[inline]
pub fn legal_moves<R: Rules>(pos: &Position<R>) -> MoveList {
    let mut list = MoveList::new();
    tell_moves(pos, &mut list);
    list
}

/// Tells `sink` each legal move of the color to move.
#[inline(always)]
pub fn tell_moves<R: Rules, S: Sink>(pos: &Position<R>, sink: &mut S) {
    match pos.turn() {
        Color::White => generate::<R, true, _>(pos, sink),
        Color::Black => generate::<R, false, _>(pos, sink),
    }
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
    #[inline(always)]
    fn test<R: Rules, const WHITE: bool, const MEN: bool>(side: &Side<R, WHITE, MEN>) -> bool {
        any(&side.jumpers(&side.open())) || side.flying_king_can_capture()
    }
    match (pos.turn(), pos.kings(pos.turn()) == 0) {
        (Color::White, true) => test(&Side::<R, true, true>::of(pos)),
        (Color::White, false) => test(&Side::<R, true, false>::of(pos)),
        (Color::Black, true) => test(&Side::<R, false, true>::of(pos)),
        (Color::Black, false) => test(&Side::<R, false, false>::of(pos)),
    }
}

/// Has the color to move a quiet move? Where it can capture, that move is not legal.
#[inline]
pub fn has_quiet_move<R: Rules>(pos: &Position<R>) -> bool {
    match pos.turn() {
        Color::White => Side::<R, true, false>::of(pos).can_step(),
        Color::Black => Side::<R, false, false>::of(pos).can_step(),
    }
}

/// Is the move legal here? For moves that come from elsewhere, such as a shared table.
#[inline]
pub fn is_legal<R: Rules>(pos: &Position<R>, mv: Move) -> bool {
    legal_moves(pos).contains(&mv)
}
