//! What holds in every position of every variant, along random games of the library alone.

mod common;

use std::collections::HashSet;

use common::data::read_fen;
use common::library;
use common::variants::Rules as Reference;
use damier::movegen::{count_moves, has_capture, is_legal, legal_moves};
use damier::notation::{fen, hub, moves};
use damier::position::Position;
use damier::rules::{Rules, Variant};

const GAMES: usize = 200;
const LONGEST_GAME: usize = 200;

/// Calls `check` with each position of random games.
fn play<R: Rules>(name: &str, mut check: impl FnMut(&Position<R>)) {
    library::play(name, GAMES, LONGEST_GAME, |pos, _, _| check(pos));
}

/// Runs a block for each variant, with its rules as `$rules` and its name as `$name`.
macro_rules! in_every_variant {
    ($rules:ident, $name:ident => $body:expr) => {
        for reference in &common::variants::VARIANTS {
            let $name = reference.name;
            damier::dispatch!($name.parse::<Variant>().unwrap(), $rules => $body);
        }
    };
}

#[test]
fn the_start_position_is_the_one_of_the_rules() {
    in_every_variant!(R, name => {
        let start = Reference::named(name).start;
        assert_eq!(library::text(&Position::<R>::start(), start.len() - 1), start, "{name}");
    });
}

#[test]
fn no_move_comes_twice_and_every_one_is_legal() {
    in_every_variant!(R, name => play::<R>(name, |pos| {
        let moves = legal_moves(pos);
        let different: HashSet<_> = moves.iter().map(|&mv| pos.describe(mv)).collect();
        assert_eq!(different.len(), moves.len(), "{pos:?}");
        assert!(moves.iter().all(|&mv| is_legal(pos, mv)), "{pos:?}");
        assert_eq!(count_moves(pos), moves.len() as u64, "{pos:?}");
    }));
}

#[test]
fn a_move_captures_if_one_can() {
    in_every_variant!(R, name => play::<R>(name, |pos| {
        let captures = has_capture(pos);
        for &mv in &legal_moves(pos) {
            assert_eq!(pos.captured(mv) != 0, captures, "{pos:?} {mv:?}");
            let next = pos.play(mv);
            let left = pos.occupied().count_ones() - next.occupied().count_ones();
            assert_eq!(left, pos.captured(mv).count_ones(), "{pos:?} {mv:?}");
            assert_eq!(next.turn(), !pos.turn());
            let crowned = next.kings(pos.turn()).count_ones() - pos.kings(pos.turn()).count_ones();
            assert_eq!(crowned == 1, pos.crowns(mv), "{pos:?} {mv:?}");
        }
    }));
}

#[test]
fn the_turned_position_has_as_many_moves() {
    in_every_variant!(R, name => play::<R>(name, |pos| {
        let turned = pos.turned();
        assert_eq!(turned.turned(), *pos);
        assert_eq!(count_moves(&turned), count_moves(pos), "{pos:?}");
        assert_eq!(has_capture(&turned), has_capture(pos), "{pos:?}");
    }));
}

#[test]
fn pieces_taken_from_a_position_make_it_again() {
    in_every_variant!(R, name => play::<R>(name, |pos| {
        assert_eq!(Position::from_setup(&pos.setup()).as_ref(), Ok(pos));
    }));
}

#[test]
fn a_described_move_is_found_again() {
    in_every_variant!(R, name => play::<R>(name, |pos| {
        for &mv in &legal_moves(pos) {
            assert_eq!(Position::<R>::to_move(&pos.describe(mv)), Some(mv), "{pos:?}");
        }
    }));
}

#[test]
fn texts_of_positions_are_read_back() {
    in_every_variant!(R, name => play::<R>(name, |pos| {
        let reference = Reference::named(name);
        let squares = reference.squares() as usize;
        let text = hub::write_setup(&pos.setup(), squares);
        assert_eq!(text, library::text(pos, squares));
        assert_eq!(hub::read_setup(&text, squares).as_ref(), Ok(&pos.setup()), "{text}");
        let fen = fen::write(pos);
        assert_eq!(fen::read::<R>(&fen).unwrap().position, *pos, "{fen}");
        assert_eq!(read_fen(reference, &fen).text(), text, "{fen}");
    }));
}

#[test]
fn texts_of_moves_are_read_back() {
    in_every_variant!(R, name => play::<R>(name, |pos| {
        for &mv in &legal_moves(pos) {
            let text = pos.describe(mv).to_string();
            assert_eq!(text, library::move_text(pos, mv), "{pos:?}");
            let written = hub::read_move(&text).unwrap();
            assert_eq!(moves::resolve(pos, &written), Ok(mv), "{pos:?} {text}");
        }
    }));
}

#[test]
fn a_played_position_has_the_key_of_a_fresh_one() {
    in_every_variant!(R, name => {
        let mut positions = HashSet::new();
        let mut keys = HashSet::new();
        play::<R>(name, |pos| {
            let fresh = Position::<R>::from_setup(&pos.setup()).unwrap();
            assert_eq!(pos.key(), fresh.key(), "{pos:?}");
            assert_ne!(pos.key(), pos.passed().key(), "{pos:?}");
            positions.insert(*pos);
            keys.insert(pos.key());
        });
        assert_eq!(keys.len(), positions.len(), "{name}: two positions with one key");
    });
}
