//! Texts of moves and positions: what is written is read back, whatever stands on the board.

mod common;

use common::library;
use common::random::{Positions, Random};
use common::variants::{Rules as Reference, VARIANTS};
use damier::board::{Geometry, Square};
use damier::movegen::legal_moves;
use damier::notation::frame::Frame;
use damier::notation::moves::{MoveError, ReadError};
use damier::notation::{Between, Form, WrittenMove, fen, hub, moves, square_name};
use damier::position::Position;
use damier::rules::{Notation, Rules, Variant};

/// Half of them out of games, half thrown on, many with kings.
const POSITIONS: usize = 8_000;

/// The number of squares of a variant.
fn squares<R: Rules>() -> usize {
    R::Geometry::SQUARES
}

/// Calls `check` with random positions of a variant.
fn each_position<R: Rules>(reference: &'static Reference, mut check: impl FnMut(&Position<R>)) {
    for position in Positions::new(reference, 20).take(POSITIONS) {
        check(&library::position(&position.text()));
    }
}

/// Runs a block for each variant, with its rules as `$rules` and the reference's as `$reference`.
macro_rules! in_every_variant {
    ($rules:ident, $reference:ident => $body:expr) => {
        for $reference in &VARIANTS {
            damier::dispatch!($reference.name.parse::<Variant>().unwrap(), $rules => $body);
        }
    };
}

#[test]
fn moves_written_as_in_pdn_are_read_back() {
    in_every_variant!(R, reference => {
        let mut paths = 0;
        each_position::<R>(reference, |pos| {
            for &mv in &legal_moves(pos) {
                let text = moves::write(pos, mv);
                let written = moves::read::<R>(&text).unwrap();
                assert_eq!(moves::resolve(pos, &written), Ok(mv), "{} {text}", fen::write(pos));
                paths += usize::from(written.between != Between::Nothing);
            }
        });
        assert!(paths > 10, "{}: only {paths} ambiguous captures", reference.name);
    });
}

#[test]
fn moves_written_as_in_hub_are_read_back() {
    in_every_variant!(R, reference => each_position::<R>(reference, |pos| {
        for &mv in &legal_moves(pos) {
            let text = pos.describe(mv).to_string();
            let place = || format!("{} {text}", fen::write(pos));
            let written = hub::read_move(&text).unwrap();
            assert_eq!(moves::resolve(pos, &written), Ok(mv), "{}", place());
            // A person at the prompt may type the same.
            let typed = moves::read::<R>(&text).unwrap();
            assert_eq!(moves::resolve(pos, &typed), Ok(mv), "{}", place());
            let frame = Frame::pydraughts::<R>();
            let theirs = frame.text(pos.describe(mv)).to_string();
            let written = frame.written(&hub::read_move(&theirs).unwrap());
            assert_eq!(moves::resolve(pos, &written), Ok(mv), "{}", place());
        }
    }));
}

#[test]
fn an_ambiguous_short_form_is_never_guessed() {
    in_every_variant!(R, reference => each_position::<R>(reference, |pos| {
        let legal = legal_moves(pos);
        for &mv in &legal {
            let text = pos.describe(mv);
            let same = |it: &&_| {
                let it = pos.describe(**it);
                (it.from, it.to) == (text.from, text.to)
            };
            let short = WrittenMove { between: Between::Nothing, ..text.into() };
            match (moves::resolve(pos, &short), legal.iter().filter(same).count()) {
                (Ok(found), 1) => assert_eq!(found, mv),
                (Err(MoveError::Ambiguous { candidates, .. }), count) => {
                    assert!(count > 1 && candidates.contains(&text.to_string()));
                    assert_eq!(candidates.len(), count);
                }
                other => panic!("{} {text}: {other:?}", fen::write(pos)),
            }
        }
    }));
}

#[test]
fn every_illegal_move_is_told_with_a_rule() {
    in_every_variant!(R, reference => {
        let mut random = Random::new(7);
        let mut unexplained = 0;
        let mut illegal = 0;
        each_position::<R>(reference, |pos| {
            let mut square = || Square::from_index(random.below(squares::<R>()));
            let (from, to) = (square(), square());
            for is_capture in [false, true] {
                let form = Form::Pdn(R::NOTATION);
                let between = Between::Nothing;
                let written = WrittenMove { from, to, is_capture, between, form };
                if let Err(error) = moves::resolve(pos, &written) {
                    let text = error.to_string();
                    assert!(text.is_ascii() && !text.contains('"') && !text.ends_with('.'));
                    illegal += 1;
                    unexplained += usize::from(text.contains("cannot go there"));
                }
            }
        });
        assert!(illegal > POSITIONS);
        assert!(unexplained * 100 < illegal, "{}: {unexplained} of {illegal}", reference.name);
    });
}

#[test]
fn positions_are_written_and_read_back_in_every_frame() {
    in_every_variant!(R, reference => each_position::<R>(reference, |pos| {
        let squares = squares::<R>();
        let text = hub::write_setup(&pos.setup(), squares);
        assert_eq!(hub::read_setup(&text, squares).as_ref(), Ok(&pos.setup()));
        let frame = Frame::pydraughts::<R>();
        let theirs = hub::write_setup(&frame.setup(&pos.setup()), squares);
        let ours = frame.setup(&hub::read_setup(&theirs, squares).unwrap());
        assert_eq!(ours, pos.setup(), "{theirs}");
        let text = fen::write_with_quiet_plies(pos, 13);
        for text in [text.clone(), text.to_lowercase(), text.replace(',', " , ")] {
            let read = fen::read::<R>(&text).unwrap();
            assert_eq!((read.position, read.quiet_plies), (*pos, 13), "{text}");
        }
    }));
}

/// A text with a few characters changed, left out, doubled or put in.
fn damaged(text: &str, random: &mut Random) -> String {
    const ODD: [char; 16] = [
        ':',
        ',',
        '-',
        'x',
        'K',
        'W',
        'b',
        '0',
        '9',
        ' ',
        '"',
        '\u{0}',
        '\u{e9}',
        '\u{1f600}',
        '.',
        '<',
    ];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(characters.len() + 1);
        match random.below(4) {
            0 => characters.insert(at, ODD[random.below(ODD.len())]),
            1 if at < characters.len() => _ = characters.remove(at),
            2 if at < characters.len() => characters[at] = ODD[random.below(ODD.len())],
            _ => characters.extend_from_within(at..),
        }
    }
    characters.into_iter().collect()
}

#[test]
fn damaged_texts_are_read_or_refused_and_never_crash() {
    in_every_variant!(R, reference => {
        let mut random = Random::new(11);
        each_position::<R>(reference, |pos| {
            let squares = squares::<R>();
            let text = damaged(&fen::write_with_quiet_plies(pos, 7), &mut random);
            if let Ok(read) = fen::read::<R>(&text) {
                let again = fen::write(&read.position);
                assert_eq!(fen::read::<R>(&again).unwrap().position, read.position, "{text}");
            }
            let text = damaged(&hub::write_setup(&pos.setup(), squares), &mut random);
            _ = hub::read_setup(&text, squares).map(|setup| Position::<R>::from_setup(&setup));
            for &mv in legal_moves(pos).iter().take(2) {
                let text = damaged(&pos.describe(mv).to_string(), &mut random);
                if let Ok(written) = hub::read_move(&text) {
                    _ = moves::resolve(pos, &written);
                }
                let text = damaged(&moves::write(pos, mv), &mut random);
                if let Ok(written) = moves::read::<R>(&text) {
                    _ = moves::resolve(pos, &written);
                }
            }
        });
    });
}

#[test]
fn squares_beside_the_board_are_told_apart() {
    in_every_variant!(R, _reference => {
        let last = squares::<R>() as u32;
        if let Some(square) = Square::new(last + 1) {
            let text = format!("{square}-1");
            let error = moves::resolve(&Position::<R>::start(), &hub::read_move(&text).unwrap());
            let expected = format!(
                "illegal move {text}: there is no square {square}: {} has squares 1 to {last}",
                <R as Rules>::NAME
            );
            assert_eq!(error.unwrap_err().to_string(), expected);
            assert!(matches!(moves::read::<R>(&text), Err(ReadError::Square { .. })));
        }
        assert_eq!(square_name::<R>(Square::from_index(0), Notation::Numeric), "1");
    });
}
