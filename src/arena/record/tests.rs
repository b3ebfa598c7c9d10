use super::*;
use std::fs;
use std::path::PathBuf;

fn header() -> Header {
    let engine = |name: &str| EngineHeader {
        name: name.to_owned(),
        program: String::from("self"),
        parameters: Vec::new(),
        weights: None,
        budget: String::from("depth 1"),
    };
    Header {
        damier_match: 1,
        variant: String::from("normal"),
        draw_rules: String::from("standard"),
        engines: [engine("a"), engine("b")],
        openings: String::from("builtin"),
        seed: 1,
        ponder: false,
        adjudication: Adjudication { resign: None, draw: None, max_plies: 500, bitbases: false },
    }
}

fn game(number: u32) -> GameRecord {
    GameRecord {
        game: number,
        variant: None,
        white: String::from("a"),
        black: String::from("b"),
        began: String::from("2026-11-29T23:24:17Z"),
        opening: None,
        start: String::from("W"),
        opening_plies: 0,
        moves: vec![String::from("32-28")],
        scores: vec![None],
        depths: vec![Some(3)],
        times: vec![1],
        result: GameResult::Draw,
        ended_by: EndedBy::Rule,
        reason: String::from("test"),
        fault: None,
    }
}

/// A path that is nobody else's, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let file = format!("damier-record-{name}-{}.jsonl", std::process::id());
        Self(std::env::temp_dir().join(file))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_torn_last_line_is_cut_off_and_written_anew() {
    let path = Scratch::new("torn");
    let mut record = Record::create(&path.0, &header()).unwrap();
    record.add(&game(0)).unwrap();
    record.add(&game(3)).unwrap();
    drop(record);
    let whole = fs::read_to_string(&path.0).unwrap();
    let line = serde_json::to_string(&game(1)).unwrap();
    // Whatever is left of a line, also if it happens to be a whole one but for its end.
    let half = &line.as_bytes()[..line.len() / 2];
    // The last one is cut in the middle of a letter.
    for torn in [b"", &b"{"[..], half, line.as_bytes(), b"{\"reason\":\"caf\xc3"] {
        fs::write(&path.0, [whole.as_bytes(), torn].concat()).unwrap();
        let (mut record, games) = Record::resume(&path.0, &header()).unwrap();
        assert_eq!(games, [game(0), game(3)]);
        record.add(&game(1)).unwrap();
        assert_eq!(fs::read_to_string(&path.0).unwrap(), format!("{whole}{line}\n"));
    }
}

#[test]
fn two_processes_do_not_add_to_one_record() {
    let path = Scratch::new("two");
    let first = Record::create(&path.0, &header()).unwrap();
    let error = Record::resume(&path.0, &header()).unwrap_err().to_string();
    assert!(error.ends_with("is being written by another process"), "{error}");
    drop(first);
    Record::resume(&path.0, &header()).unwrap();
}

#[test]
fn a_game_with_less_moves_than_its_opening_is_refused() {
    let path = Scratch::new("short");
    let mut record = Record::create(&path.0, &header()).unwrap();
    record.add(&GameRecord { opening_plies: usize::MAX, ..game(0) }).unwrap();
    drop(record);
    for error in [
        Record::resume(&path.0, &header()).unwrap_err(),
        open_any(&path.0).map(|_| ()).unwrap_err(),
    ] {
        let error = format!("{error:#}");
        assert!(error.ends_with("line 2: it has 1 moves, less than its opening"), "{error}");
    }
}

#[test]
fn a_game_counts_once_however_often_it_is_there() {
    let path = Scratch::new("twice");
    let mut record = Record::create(&path.0, &header()).unwrap();
    record.add(&game(0)).unwrap();
    record.add(&game(0)).unwrap();
    drop(record);
    assert_eq!(Record::resume(&path.0, &header()).unwrap().1, [game(0)]);
}

#[test]
fn a_file_with_half_a_header_is_begun_anew() {
    let path = Scratch::new("header");
    fs::write(&path.0, "{\"damier_match\"").unwrap();
    let (record, games) = Record::resume(&path.0, &header()).unwrap();
    assert!(games.is_empty());
    drop(record);
    assert!(Record::resume(&path.0, &header()).unwrap().1.is_empty());
}

#[test]
fn another_match_is_refused_with_the_difference() {
    let path = Scratch::new("other");
    Record::create(&path.0, &header()).unwrap().add(&game(0)).unwrap();
    let other = Header { seed: 2, ..header() };
    let error = Record::resume(&path.0, &other).unwrap_err();
    assert_eq!(error.root_cause().to_string(), "it is another match: seed is 1 there and 2 here");
    let error = format!("{:#}", Record::create(&path.0, &header()).unwrap_err());
    assert!(error.contains("--resume"), "{error}");
    fs::write(&path.0, "hello\n").unwrap();
    Record::resume(&path.0, &header()).unwrap_err();
}
