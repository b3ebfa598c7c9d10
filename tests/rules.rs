//! Each rule with a position that catches its opposite, and each way a game ends.

mod common;

use common::data::{read_fen, read_move, rows};
use common::variants::Rules as Reference;
use common::{library, referee};
use damier::board::Color;
use damier::game::{Game, Outcome, Reason};
use damier::movegen::legal_moves;
use damier::notation::{hub, moves};
use damier::rules::{DrawProfile, DrawRule, Rules, Variant};

#[test]
fn each_rule_of_the_table_holds() {
    for row in rows("rules.tsv") {
        let reference = Reference::named(&row[0]);
        let text = read_fen(reference, &row[2]).text();
        let mut expected: Vec<_> =
            row[3].split(' ').map(|text| read_move(reference, text)).collect();
        expected.sort();
        let mut found: Vec<_> = damier::dispatch!(row[0].parse::<Variant>().unwrap(), R => {
            let pos = library::position::<R>(&text);
            let moves = legal_moves(&pos);
            moves.iter().map(|&mv| (library::move_text(&pos, mv), pos.crowns(mv))).collect()
        });
        found.sort();
        assert_eq!(found, expected, "{} {}: {}", row[0], row[1], row[2]);
    }
}

#[test]
fn every_list_of_moves_is_the_same() {
    for row in rows("moves.tsv") {
        let squares = Reference::named(&row[0]).squares() as usize;
        let legal = damier::dispatch!(row[0].parse::<Variant>().unwrap(), R => {
            library::legal(&library::position::<R>(&row[1]), squares)
        });
        let moves: Vec<String> = legal.into_iter().map(|(text, _)| text).collect();
        assert_eq!(moves.join(" "), row[2], "{} {}", row[0], row[1]);
    }
}

#[test]
fn games_end_as_the_table_says() {
    for row in rows("outcomes.tsv") {
        let start = read_fen(Reference::named(&row[0]), &row[1]).text();
        damier::dispatch!(row[0].parse::<Variant>().unwrap(), R => {
            let mut game = Game::<R>::new(library::position(&start), DrawProfile::Standard);
            for text in referee::unfold(&row[2]) {
                assert_eq!(game.outcome(), None, "before {text}: {}", row.join(" | "));
                play(&mut game, &text);
            }
            assert_eq!(told(game.outcome()), (row[3].as_str(), row[4].as_str()), "{row:?}");
            while game.undo().is_some() {}
            assert_eq!(library::text(game.position(), start.len() - 1), start);
        });
    }
}

fn play<R: Rules>(game: &mut Game<R>, text: &str) {
    let mv = moves::resolve(game.position(), &hub::read_move(text).unwrap());
    game.play(mv.unwrap_or_else(|error| panic!("{text}: {error}")));
}

/// An outcome in the words of the table.
fn told(outcome: Option<Outcome>) -> (&'static str, &'static str) {
    let Some(outcome) = outcome else { return ("open", "") };
    let winner = match outcome.winner {
        Some(Color::White) => "white",
        Some(Color::Black) => "black",
        None => "draw",
    };
    let reason = match outcome.reason {
        Reason::NoPieces | Reason::NoMove => "no move",
        Reason::Drawn(DrawRule::Repetition(3)) => "repetition",
        Reason::Drawn(DrawRule::NoConversion(100)) => "no progress",
        Reason::Drawn(_) => "another rule",
    };
    (winner, reason)
}
