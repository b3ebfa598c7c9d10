use super::*;
use crate::notation::{hub, moves};
use crate::rules::{International, Turkish};

fn game<R: Rules>(pieces: &[(usize, char)], turn: char) -> Game<R> {
    let squares = <R::Geometry as crate::board::Geometry>::SQUARES;
    let mut text = vec!['e'; squares + 1];
    text[0] = turn;
    for &(square, piece) in pieces {
        text[square] = piece;
    }
    let setup = hub::read_setup(&String::from_iter(text), squares).unwrap();
    Game::new(Position::from_setup(&setup).unwrap(), DrawProfile::Standard)
}

fn play<R: Rules>(game: &mut Game<R>, text: &str) {
    let mv = moves::resolve(game.position(), &hub::read_move(text).unwrap()).unwrap();
    game.play(mv);
}

const THERE_AND_BACK: [&str; 4] = ["1-6", "45-50", "6-1", "50-45"];

#[test]
fn the_third_occurrence_draws_and_the_start_is_the_first() {
    let mut game = game::<International>(&[(1, 'W'), (45, 'B')], 'W');
    for _ in 0..2 {
        for text in THERE_AND_BACK {
            assert_eq!(game.outcome(), None);
            play(&mut game, text);
        }
    }
    assert_eq!(game.repetitions(), 3);
    assert_eq!(game.keys().len(), 9);
    let reason = Reason::Drawn(DrawRule::Repetition(3));
    assert_eq!(game.outcome(), Some(Outcome { winner: None, reason }));
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn quiet_plies_from_outside_count() {
    let mut game = game::<International>(&[(1, 'W'), (45, 'B')], 'W').with_quiet_plies(99);
    assert_eq!(game.outcome(), None);
    play(&mut game, "1-6");
    let reason = Reason::Drawn(DrawRule::NoConversion(100));
    assert_eq!(game.outcome(), Some(Outcome { winner: None, reason }));
}

#[test]
fn a_sideways_man_repeats_and_an_advancing_one_does_not() {
    let mut game = game::<Turkish>(&[(41, 'w'), (8, 'B')], 'W');
    for text in ["41-42", "8-7", "42-41", "7-8"] {
        play(&mut game, text);
    }
    assert_eq!((game.repetitions(), game.plies_without_conversion()), (2, 4));
    play(&mut game, "41-33");
    assert_eq!((game.keys().len(), game.plies_without_conversion()), (1, 0));
}
