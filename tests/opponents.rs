//! The fixed Turkish opponent: its rules are ours, and it plays by Hub.

#[path = "opponents/alpha_beta/mod.rs"]
mod alpha_beta;
mod common;

use std::io;
use std::process::exit;
use std::time::Duration;

use alpha_beta::board::{bit_of, read_move, read_position, write_move};
use common::library;
use common::random::Positions;
use common::variants::Rules as Reference;
use damier::arena::Stop;
use damier::arena::clock::Budget;
use damier::arena::event::Terms;
use damier::arena::openings::Openings;
use damier::arena::record::EndedBy;
use damier::arena::referee::Adjudication;
use damier::arena::runner::{self, Plan};
use damier::arena::spec::{EngineSpec, Program};
use damier::rules::{DrawProfile, Turkish, Variant};
use kish::{Board, Team};

/// Random positions in which the moves are compared.
const POSITIONS: usize = 20_000;

/// The opponent, when a test below starts this program again; no test of its own.
#[test]
fn plays_as_the_opponent() {
    if std::env::args().any(|word| word == "serve") {
        alpha_beta::serve(io::stdin().lock(), io::stdout().lock()).unwrap();
        exit(0);
    }
}

fn command() -> Vec<String> {
    let own = std::env::current_exe().unwrap().to_string_lossy().into_owned();
    let words = [&own, "--exact", "plays_as_the_opponent", "--nocapture", "--quiet", "serve"];
    words.map(str::to_owned).into()
}

/// Each move, and where it leads. Where two kings can capture the same pieces and end where they began,
/// kish has one move for both.
#[test]
fn its_moves_are_ours() {
    for position in Positions::new(Reference::named("turkish"), 6).take(POSITIONS) {
        let text = position.text();
        let ours = library::legal(&library::position::<Turkish>(&text), 64);
        let board = read_position(&text).unwrap();
        for action in board.actions() {
            let after = write_position(&board.apply(&action).swap_turn());
            let theirs = (write_move(&board, &action), after);
            assert!(ours.contains(&theirs), "{text}: only kish has {theirs:?}");
        }
        for (text_of_move, after) in &ours {
            let action = read_move(&board, text_of_move);
            let action = action.unwrap_or_else(|| panic!("{text}: kish has no {text_of_move}"));
            let reached = write_position(&board.apply(&action).swap_turn());
            assert_eq!(&reached, after, "{text}: {text_of_move}");
        }
    }
}

fn write_position(board: &Board) -> String {
    let turn = if board.turn == Team::White { 'W' } else { 'B' };
    let letters = (1..=64).map(|number| {
        let bit = bit_of(number).unwrap();
        let of = |color: usize| board.state.pieces[color] & bit != 0;
        match (of(0), of(1), board.state.kings & bit != 0) {
            (true, _, false) => 'w',
            (true, _, true) => 'W',
            (_, true, false) => 'b',
            (_, true, true) => 'B',
            (false, false, _) => 'e',
        }
    });
    std::iter::once(turn).chain(letters).collect()
}

#[test]
fn what_it_does_not_know_is_an_error() {
    let mut said = Vec::new();
    let asked = "pos pos=Wbb\npos moves=\"41-33 1-2\"\nlevel time=1\nset-param name=variant \
                 value=english\ngo ponder\nlevel depth=1\ngo think\n";
    alpha_beta::serve(asked.as_bytes(), &mut said).unwrap();
    let said = String::from_utf8(said).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[..5],
        [
            "error message=\"bad position: 65 characters expected\"",
            "error message=\"illegal move 1-2\"",
            "error message=\"time is none of: depth nodes move-time\"",
            "error message=\"variant='english' is not turkish\"",
            "error message=\"it does not ponder\"",
        ]
    );
    assert!(lines[5].starts_with("info depth=1 ") && lines[6].starts_with("done move="), "{said}");
}

/// Whatever the one plays is legal for the other: else it would not go on.
#[test]
fn plays_games_by_hub() {
    let engine = |program, budget| EngineSpec {
        name: None,
        program,
        directory: None,
        parameters: Vec::new(),
        budget,
    };
    let nodes = Budget { nodes: Some(100), ..Budget::default() };
    let depth = Budget { depth: Some(3), ..Budget::default() };
    let plan = Plan {
        variant: Variant::Turkish,
        engines: [engine(Program::Own, nodes), engine(Program::Command(command()), depth)],
        openings: Openings::Random { variant: Variant::Turkish, seed: 11 },
        games: 8,
        sprt: None,
        terms: Terms {
            profile: DrawProfile::Official,
            adjudication: Adjudication {
                resign: None,
                draw: None,
                max_plies: 300,
                bitbases: false,
            },
            ponder: false,
            margin: Duration::from_secs(5),
            patience: Duration::from_secs(20),
            concurrency: 2,
        },
    };
    let stop = Stop::default();
    let names = runner::introduce(&plan, &stop).unwrap();
    assert_eq!(names[1], "kish-alpha-beta 1");
    let mut by_rule = 0;
    let (standing, result) = runner::run(&plan, &names, &[], &stop, &mut |game, _| {
        assert_eq!(game.fault, None);
        by_rule += u32::from(game.ended_by == EndedBy::Rule);
        Ok(())
    });
    result.unwrap();
    assert_eq!(standing.played(), 8);
    assert!(by_rule > 0, "no game came to its end");
}
