//! `damier analyze`, the program: what it finds, what it writes, and how it goes on.

#[path = "analyze/program.rs"]
mod program;
#[path = "analyze/resume.rs"]
mod resume;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use damier::dispatch;
use damier::notation::fen;
use damier::notation::pdn::{self, Found, Options, Record, Refusal, Visitor};
use damier::position::Position;
use damier::rules::{Rules, Variant};
use program::{Scratch, analyze, err, out, rows, run};
use serde_json::Value;

/// A game of each variant in which a man or more is thrown away at this ply, and taken at the next.
const SHOTS: [(Variant, usize, &str); 5] = [
    (
        Variant::International,
        13,
        "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 13x24 3. 37-32 9-13 4. 34-30 14-19 5. 31-26 4-9 \
         6. 32-27 10-14 7. 33-28 17-21 8. 26x17 *\n\n",
    ),
    (
        Variant::English,
        9,
        "[GameType \"21\"]\n1. 10-15 21-17 2. 7-10 17-13 3. 9-14 24-20 4. 5-9 25-21 5. 14-17 21x5 \
         6. 3-7 *\n\n",
    ),
    (
        Variant::Brazilian,
        11,
        "[GameType \"26\"]\n1. c3-d4 b6-c5 2. d4xb6 a7xc5 3. e3-f4 c5-d4 4. b2-c3 d4xb2 5. a1xc3 b8-a7 \
         6. f4-e5 f6xb2 7. g3-f4 *\n\n",
    ),
    (
        Variant::Spanish,
        11,
        "[GameType \"28\"]\n1. 10-14 21-18 2. 14x21 25x18 3. 11-15 18-14 4. 5-10 14x5 5. 1x10 29-25 \
         6. 15-19 23x5 7. 12-15 *\n\n",
    ),
    (
        Variant::Turkish,
        9,
        "[GameType \"30\"]\n1. g3-g4 c6-c5 2. g4-g5 g6xg4 3. f3-g3 d6-c6 4. g3xg5 c5-b5 5. g5-g6 g7xg5 \
         6. a3-a4 *\n\n",
    ),
];

fn shots() -> String {
    SHOTS.map(|(_, _, text)| text).concat()
}

/// All games of a text, each as what it has that an analysis must keep.
#[derive(Default)]
struct Kept(Vec<Game>);

#[derive(Debug, PartialEq)]
struct Game {
    identity: String,
    verdict: String,
    tags: Vec<(String, String)>,
    /// Of the game and each of its moves: comments, marks, and variations with theirs.
    notes: Vec<[Vec<String>; 3]>,
}

impl Visitor for Kept {
    fn game<R: Rules>(&mut self, _: Found, record: Record<R>) -> ControlFlow<()> {
        let mut notes = vec![[record.line.comments.clone(), Vec::new(), Vec::new()]];
        notes.extend(record.line.steps.iter().map(|step| {
            let nags = step.nags.iter().map(u8::to_string).collect();
            let variations = step.variations.iter().map(|it| format!("{it:?}")).collect();
            [step.comments.clone(), nags, variations]
        }));
        self.0.push(Game {
            identity: damier::analysis::pdn::identity(&record),
            verdict: record.verdict.name().to_owned(),
            tags: record.tags.iter().map(|(name, value)| (name.into(), value.into())).collect(),
            notes,
        });
        ControlFlow::Continue(())
    }

    fn refused(&mut self, _: Refusal) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn games(text: &[u8]) -> Vec<Game> {
    let mut kept = Kept::default();
    pdn::read(text, &Options::default(), &mut kept).unwrap();
    kept.0
}

/// Fails unless the second has all that the first has, in its order.
fn keeps(before: &Game, after: &Game) {
    assert_eq!((&before.identity, &before.verdict), (&after.identity, &after.verdict));
    for (name, value) in &before.tags {
        let derived = ["Result", "GameType", "SetUp", "FEN", "PlyCount"].contains(&name.as_str());
        let there = after.tags.iter().find(|(it, _)| it == name);
        assert!(derived || value.trim().is_empty() || there.unwrap().1 == *value, "{name} {value}");
    }
    for (before, after) in before.notes.iter().zip(&after.notes) {
        for (before, after) in before.iter().zip(after) {
            // Braces within a comment are written as brackets.
            let plain = |note: &String| note.replace('{', "(").replace('}', ")");
            let mut rest = after.iter().map(plain);
            for note in before.iter().map(plain) {
                assert!(rest.any(|it| it == note), "{note} is missing in {after:?}");
            }
        }
    }
}

#[test]
fn a_man_thrown_away_is_a_blunder_in_every_variant() {
    let scratch = Scratch::new("shots");
    let file = scratch.write("shots.pdn", shots());
    let output = analyze(&[&file, "--nodes", "50000", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let games = rows(&output);
    assert_eq!(games.len(), 5);
    for ((variant, ply, _), game) in SHOTS.iter().zip(&games) {
        assert_eq!(game["variant"], variant.name());
        let blunder = &game["moves"][ply - 1];
        assert_eq!((&blunder["ply"], &blunder["mark"]), (&(*ply).into(), &"blunder".into()));
        assert!(blunder["loss"].as_i64() > Some(80), "{blunder}");
        assert_ne!(blunder["lines"][0]["moves"][0], blunder["move"]);
        // What takes the man is no fault, and a forced move has no mark.
        assert_eq!(game["moves"][*ply]["mark"], Value::Null);
        let side = if blunder["color"] == "white" { "white" } else { "black" };
        assert!(game[side]["blunders"].as_u64() > Some(0));
        // What comes after a move is what stands before the next one.
        let moves = game["moves"].as_array().unwrap();
        for pair in moves.windows(2) {
            assert_eq!(pair[0]["after"].as_i64(), pair[1]["before"].as_i64().map(|it| -it));
        }
    }
    // Each position once.
    let plies: usize = games.iter().map(|game| game["moves"].as_array().unwrap().len()).sum();
    let said = format!("5 games, 0 refused, {} positions", plies + 5);
    assert!(err(&output).contains(&said), "{}", err(&output));
}

#[test]
fn blunders_are_marked_in_pdn_and_in_tables() {
    let scratch = Scratch::new("marks");
    let file = scratch.write("shots.pdn", shots());
    let annotated = out(&analyze(&[&file, "--nodes", "50000", "--format", "pdn"]));
    for text in ["33-28?? {[%eval ", "14-17?? {[%eval ", "f4-e5?? {[%eval ", "15-19?? {[%eval "] {
        assert!(annotated.replace('\n', " ").contains(text), "{text}\n{annotated}");
    }
    let written = games(annotated.as_bytes());
    for (before, after) in games(shots().as_bytes()).iter().zip(&written) {
        keeps(before, after);
    }
    for ((_, ply, _), game) in SHOTS.iter().zip(&written) {
        let [comments, nags, variations] = &game.notes[*ply];
        assert!(comments[0].starts_with("[%eval ") && nags == &["4"], "{game:?}");
        assert_eq!(variations.len(), 1);
        assert!(game.tags.iter().any(|(name, _)| name == "WhiteAnalysis"));
    }
    let analyzed = scratch.write("analyzed.pdn", &annotated);
    assert_eq!(out(&run(&["pdn", "check", &analyzed], "")), "5 games, 0 refused\n");
    // Again, and nothing is written twice.
    assert_eq!(out(&analyze(&[&analyzed, "--nodes", "50000", "--format", "pdn"])), annotated);

    let table = out(&analyze(&[&file, "--nodes", "50000", "--diagrams"]));
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let row = table.lines().find(|line| line.contains("33-28")).unwrap();
    assert!(row.contains(" ?? "), "{row}");
    let boards = table.lines().filter(|line| line.starts_with("    a b c d e f g h")).count();
    assert!(boards >= SHOTS.len(), "{table}");
}

#[test]
fn a_missed_win_is_told_with_its_distance() {
    let place = ["--variant", "english", "--fen", "W:WK15,K14:BK5", "--moves", "14-9 5x14"];
    let with = |more: &[&str]| out(&analyze(&[&place[..], more].concat()));
    let text = with(&["--depth", "19", "--format", "json"]);
    let row: Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    assert_eq!(row["moves"][0]["mark"], "blunder");
    assert!(row["moves"][0]["missed_win"].as_u64() > Some(8), "{row}");
    assert_eq!(row["white"]["missed_wins"], 1);
    let pdn = with(&["--depth", "19", "--format", "pdn"]).replace('\n', " ");
    assert!(
        pdn.contains("missed win in 9 moves") || pdn.contains("missed win in 10 moves"),
        "{pdn}"
    );
    assert!(pdn.contains("{[%eval #"), "{pdn}");
}

#[test]
fn all_that_a_game_had_is_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pdn");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "pdn") {
            continue;
        }
        let before = games(&fs::read(&path).unwrap());
        let output = analyze(&[path.to_str().unwrap(), "--nodes", "100", "--format", "pdn"]);
        let after = games(&output.stdout);
        assert_eq!(before.len(), after.len(), "{}", path.display());
        for (before, after) in before.iter().zip(&after) {
            keeps(before, after);
        }
        count += after.len();
    }
    assert!(count > 40, "{count}");
}

#[test]
fn a_broken_game_is_told_and_the_others_go_on() {
    let file = program::data("a-bad-one-among-good-ones.pdn");
    let output = analyze(&[&file, "--nodes", "100", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let place = ":5:25: game 2 refused: move 2... illegal move 14x24: ";
    assert!(err(&output).contains(place), "{}", err(&output));
    let numbers: Vec<_> = rows(&output).iter().map(|row| row["game"].clone()).collect();
    assert_eq!(numbers, [1, 3]);
    // From standard input there is the same.
    let text = fs::read(&file).unwrap();
    let piped = run(&["analyze", "-", "--nodes", "100", "--format", "json"], text);
    assert_eq!((piped.status.code(), &piped.stdout), (Some(1), &output.stdout));
    assert!(err(&piped).contains("standard input:5:25: game 2 refused"));
}

#[test]
fn moves_are_chosen_by_side_ply_and_game() {
    let scratch = Scratch::new("choice");
    let file = scratch.write("shots.pdn", shots());
    let with = |more: &[&str]| {
        let fixed = [&file, "--nodes", "100", "--format", "json"];
        rows(&analyze(&[&fixed[..], more].concat()))
    };
    let games = with(&["--games", "2-3", "--side", "white", "--from-ply", "3", "--to-ply", "6"]);
    let plies = |game: &Value| -> Vec<u64> {
        let moves = game["moves"].as_array().unwrap();
        moves.iter().map(|it| it["ply"].as_u64().unwrap()).collect()
    };
    // In English draughts Black begins.
    assert_eq!(games.iter().map(plies).collect::<Vec<_>>(), [vec![4, 6], vec![3, 5]]);
    assert_eq!(games[0]["black"], Value::Null);
    assert_eq!(with(&["--games", "5-"])[0]["variant"], "turkish");
}

#[test]
fn positions_of_every_variant_are_analyzed() {
    let scratch = Scratch::new("positions");
    for &variant in Variant::ALL {
        let start = dispatch!(variant, R => fen::write(&Position::<R>::start()));
        let fixed = ["--variant", variant.name(), "--nodes", "3000", "--multipv", "2"];
        for format in ["text", "pdn", "json"] {
            let output = analyze(&[&fixed[..], &["--fen", &start, "--format", format]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            match format {
                "json" => {
                    let lines = rows(&output)[0]["end"]["lines"].as_array().unwrap().len();
                    assert_eq!(lines, 2);
                }
                "pdn" => assert_eq!(games(&output.stdout).len(), 1),
                _ => assert!(out(&output).contains("\n    2. "), "{}", out(&output)),
            }
        }
    }
    let lines = "W:W31:B20\n# nothing\n\nwhat\nstart 32-28 19-23\nBeee\n";
    let file = scratch.write("positions.txt", lines);
    let output = analyze(&[&file, "--positions", "--nodes", "500", "--format", "json"]);
    assert_eq!((output.status.code(), rows(&output).len()), (Some(1), 2));
    assert!(err(&output).contains("positions.txt:4:1: position 2 refused: bad normal position"));
    assert_eq!(rows(&output)[1]["played"].as_array().unwrap().len(), 2);
}

#[test]
fn an_ended_game_and_a_forced_move_are_no_trouble() {
    let end = |args: &[&str]| {
        let fixed = ["--variant", "english", "--nodes", "500", "--format", "json"];
        let output = analyze(&[&fixed[..], args].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        rows(&output).remove(0)
    };
    let lost = end(&["--fen", "W:W:B1"]);
    assert_eq!((&lost["end"]["score"], &lost["end"]["legal"]), (&(-10_000).into(), &0.into()));
    assert_eq!(lost["end"]["outcome"], "Black wins: no piece left");
    let won = end(&["--fen", "W:W19:B15", "--moves", "19x10"]);
    assert_eq!((&won["moves"][0]["after"], &won["moves"][0]["legal"]), (&9999.into(), &1.into()));
    assert_eq!((&won["moves"][0]["mark"], &won["white"]), (&Value::Null, &Value::Null));
    let shuffle = "1-6 32-28 6-1 28-32 1-6 32-28 6-1 28-32";
    let drawn = end(&["--fen", "W:WK1:BK32", "--moves", shuffle]);
    assert_eq!(drawn["end"]["outcome"], "draw: the same position 3 times");
    assert_eq!((&drawn["end"]["score"], &drawn["end"]["nodes"]), (&0.into(), &0.into()));
    for args in [&["--fen", "W:W:B1"][..], &["--fen", "W:W19:B15", "--moves", "19x10"]] {
        for format in ["text", "pdn"] {
            let fixed = ["--variant", "english", "--nodes", "500", "--format", format];
            let output = analyze(&[&fixed[..], args].concat());
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        }
    }
}

#[test]
fn hostile_input_is_an_error_and_no_more() {
    let deep = format!("1. 32-28 {} *", "(".repeat(100_000));
    let long = format!("[White \"{}\"]\n1. 32-28 *", "x".repeat(3 << 20));
    let inputs: [&[u8]; 8] = [
        b"",
        b"\0\xff\xfe\x01",
        b"\xff\xfe1\0.\0",
        &[b'['; 10_000],
        deep.as_bytes(),
        long.as_bytes(),
        b"[GameType \"20\"]\n[FEN \"W:W99:B1\"]\n*",
        b"[GameType \"99\"]\n1. e4 e5 *",
    ];
    for input in inputs {
        for format in ["text", "pdn", "json"] {
            let output = run(&["analyze", "-", "--nodes", "100", "--format", format], input);
            let said = err(&output);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(!said.contains("panicked") && !said.is_empty(), "{said}");
        }
    }
    let colored = b"[White \"\x1b[31mred\"]\n1. 32-28 *";
    let output = run(&["analyze", "-", "--nodes", "100"], &colored[..]);
    assert!(!out(&output).contains('\x1b'));
}

#[test]
fn weights_of_any_variant_are_read() {
    let weights = ["--set", "eval-file=tests/data/eval/english.net", "--nodes", "100"];
    let moves = ["--variant", "english", "--moves", "11-15"];
    let pdn = b"[GameType \"21\"]\n1. 11-15 *";
    for output in [
        analyze(&[&moves[..], &weights].concat()),
        run(&[&["analyze", "-"], &weights[..]].concat(), &pdn[..]),
    ] {
        assert!(output.status.success(), "{}", err(&output));
    }
    let other = analyze(&[&["--moves", "32-28"], &weights[..]].concat());
    assert!(
        err(&other).contains("it is for the variant english, and not for normal"),
        "{}",
        err(&other)
    );
}

#[test]
fn misuse_is_told() {
    for args in [
        &["no-such-file.pdn"][..],
        &["--fen", "W:Wz:B"],
        &["--moves", "32-28 32-28"],
        &["-", "--set", "variant=english"],
        &["-", "--threads", "0"],
        &["-", "--resume", "--output", "x"],
    ] {
        let output = analyze(args);
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
        assert!(err(&output).starts_with("error: "), "{}", err(&output));
    }
    for args in [&[][..], &["-", "--fen", "x"], &["-", "--resume"], &["-", "--games", "5-3"]] {
        assert_eq!(analyze(args).status.code(), Some(2), "{args:?}");
    }
}
