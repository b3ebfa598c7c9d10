//! Each official draw rule of each variant, in the last ply and one ply before.

mod common;

use common::data::rows;
use common::referee::unfold;
use damier::game::{Game, Outcome, Reason};
use damier::notation::{fen, hub, moves};
use damier::rules::{DrawProfile, DrawRule, Rules, Variant};

#[test]
fn games_end_as_the_official_rules_say() {
    for row in rows("outcomes-official.tsv") {
        damier::dispatch!(row[0].parse::<Variant>().unwrap(), R => {
            let mut game = start::<R>(&row[1], DrawProfile::Official);
            for text in unfold(&row[2]) {
                assert_eq!(game.outcome(), None, "before {text}: {}", row.join(" | "));
                play(&mut game, &text);
            }
            let (outcome, reason) = told(game.outcome());
            assert_eq!((outcome, reason.as_str()), (row[3].as_str(), row[4].as_str()), "{row:?}");
            while game.undo().is_some() {}
            assert_eq!(game.counters(), start::<R>(&row[1], DrawProfile::Official).counters());
        });
    }
}

#[test]
fn games_drawn_by_an_official_count_go_on_by_the_standard_rules() {
    for row in rows("outcomes-official.tsv") {
        damier::dispatch!(row[0].parse::<Variant>().unwrap(), R => {
            let mut game = start::<R>(&row[1], DrawProfile::Standard);
            for text in unfold(&row[2]) {
                play(&mut game, &text);
            }
            let by_count = row[3] == "draw" && !row[4].ends_with("times");
            if by_count && game.plies_without_conversion() < 100 {
                assert_eq!(game.outcome(), None, "{row:?}");
            }
        });
    }
}

/// Every rule in a variant's list is shown by a row, so that none is forgotten.
#[test]
fn every_official_rule_has_a_row() {
    let rows = rows("outcomes-official.tsv");
    for &variant in Variant::ALL {
        damier::dispatch!(variant, R => {
            for rule in official::<R>() {
                let shown = rows.iter().any(|row| {
                    row[0].parse() == Ok(variant) && row[4] == rule.to_string()
                });
                assert!(shown, "{variant}: {rule}");
            }
        });
    }
}

#[test]
fn the_plies_left_lead_to_the_draw() {
    for row in rows("outcomes-official.tsv") {
        damier::dispatch!(row[0].parse::<Variant>().unwrap(), R => {
            let mut game = start::<R>(&row[1], DrawProfile::Official);
            for text in unfold(&row[2]) {
                assert!(game.counters().plies_left::<R>() > 0, "before {text}: {row:?}");
                play(&mut game, &text);
            }
            if row[4].contains(" plies ") {
                assert_eq!(game.counters().plies_left::<R>(), 0, "{row:?}");
            }
        });
    }
}

#[test]
fn a_game_of_ten_thousand_moves_is_fine() {
    let mut game = start::<damier::rules::International>("W:WK1:BK45", DrawProfile::Official);
    for _ in 0..2_500 {
        for text in ["1-6", "45-50", "6-1", "50-45"] {
            play(&mut game, text);
        }
    }
    assert_eq!((game.moves().len(), game.keys().len()), (10_000, 10_001));
    assert_eq!(game.repetitions(), 2_501);
}

fn official<R: Rules>() -> &'static [DrawRule] {
    DrawProfile::Official.rules::<R>()
}

fn start<R: Rules>(fen: &str, profile: DrawProfile) -> Game<R> {
    Game::new(fen::read::<R>(fen).unwrap().position, profile)
}

fn play<R: Rules>(game: &mut Game<R>, text: &str) {
    let mv = moves::resolve(game.position(), &hub::read_move(text).unwrap());
    game.play(mv.unwrap_or_else(|error| panic!("{error}")));
}

/// An outcome in the words of the table.
fn told(outcome: Option<Outcome>) -> (&'static str, String) {
    let Some(Outcome { winner, reason }) = outcome else { return ("open", String::new()) };
    let winner = match (winner, reason) {
        (Some(damier::board::Color::White), Reason::NoPieces | Reason::NoMove) => "white",
        (Some(damier::board::Color::Black), Reason::NoPieces | Reason::NoMove) => "black",
        (None, Reason::Drawn(_)) => "draw",
        other => panic!("{other:?}"),
    };
    (winner, reason.to_string())
}
