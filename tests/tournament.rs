//! Tournaments: the program itself, with engines of its own and with actors.

#![allow(unreachable_pub, reason = "the parts are modules of this test only")]

#[path = "match/actor.rs"]
mod actor;
#[path = "match/dxp_actor.rs"]
mod dxp_actor;
#[path = "tournament/failing.rs"]
mod failing;
#[path = "tournament/files.rs"]
mod files;
#[path = "match/scratch.rs"]
mod scratch;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use scratch::Scratch;
use serde_json::Value;

/// The program of the engines in these tests; no test of its own.
#[test]
fn plays_a_part() {
    actor::play_if_asked();
}

fn damier<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.env_remove("RUST_LOG").args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A tournament of engines `self`, named and with so many nodes.
fn tournament(engines: &[(&str, u32)], more: &[&str]) -> Command {
    let mut command = damier(["tournament", "--max-plies", "60"]);
    for (name, nodes) in engines {
        command.args(["--engine", "self", &format!("name={name}"), &format!("nodes={nodes}")]);
    }
    command.args(more);
    command
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complaint(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The games of a record, each by its number; none is there twice.
fn games(record: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(record).unwrap();
    assert!(text.ends_with('\n'));
    let mut games = BTreeMap::new();
    for line in text.lines().skip(1) {
        let game: Value = serde_json::from_str(line).unwrap();
        assert!(games.insert(game["game"].as_u64().unwrap(), game).is_none(), "{line}");
    }
    games
}

/// What `damier rankings --json` says of a file: variant, games, standings.
fn rankings(file: &Path) -> Vec<Value> {
    let output = damier(["rankings".as_ref(), file.as_os_str(), "--json".as_ref()]).output();
    let value: Value = serde_json::from_str(&said(&output.unwrap())).unwrap();
    value["variants"].as_array().unwrap().clone()
}

fn total(rankings: &[Value]) -> u64 {
    rankings.iter().map(|variant| variant["games"].as_u64().unwrap()).sum()
}

const THREE: [(&str, u32); 3] = [("strong", 300), ("middle", 60), ("weak", 1)];

#[test]
fn three_engines_play_each_other_in_all_variants() {
    let scratch = Scratch::new("all");
    let file = |name: &str| scratch.file(name).to_str().unwrap().to_owned();
    let (json, pdn, ranks) = (file("t.jsonl"), file("t.pdn"), file("r.jsonl"));
    let html = file("t.html");
    let more = ["--variant", "all", "--rounds", "2", "--concurrency", "2"];
    let files = ["--json", &json, "--pdn", &pdn, "--rankings", &ranks, "--html", &html];
    let text = said(&tournament(&THREE, &[&more[..], &files].concat()).output().unwrap());
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");

    let games = games(json.as_ref());
    assert_eq!(games.len(), 3 * 5 * 2 * 2);
    let met: BTreeSet<String> = games
        .values()
        .map(|it| format!("{} {} {} {}", it["variant"], it["white"], it["black"], it["moves"]))
        .collect();
    assert_eq!(met.len(), games.len());
    for number in (0..60).step_by(2) {
        let (first, second) = (&games[&number], &games[&(number + 1)]);
        assert_eq!((&first["white"], &first["black"]), (&second["black"], &second["white"]));
        assert_eq!((&first["start"], &first["variant"]), (&second["start"], &second["variant"]));
    }
    assert_eq!(fs::read_to_string(&pdn).unwrap().matches("[Event ").count(), 60);

    has_all_on_the_page(html.as_ref(), &text);
    let all = rankings(ranks.as_ref());
    assert_eq!((all.len(), total(&all)), (5, 60));
    for (variant, section) in all.iter().zip(sections(&text)) {
        assert_eq!(variant["variant"], section.variant);
        section.adds_up();
        let standings = variant["standings"].as_array().unwrap();
        let names: Vec<&str> = standings.iter().map(|it| it["engine"].as_str().unwrap()).collect();
        assert_eq!(names, section.names());
        let elo: f64 = standings.iter().map(|it| it["elo"].as_f64().unwrap()).sum();
        assert!(elo.abs() < 1e-6, "{variant}");
        // With these nodes the order is no matter of luck.
        assert_eq!(names[2], "weak", "{text}");
    }
    // The same games again, by another run: they are not counted twice.
    let again = [&more[..], &["--rankings", &ranks]].concat();
    let output = tournament(&THREE, &again).output().unwrap();
    assert_eq!(said(&output), text);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("0 games added, 60 were there already"), "{told}");
    assert_eq!(rankings(ranks.as_ref()), all);
}

/// The page has the standings that were printed, and all games.
fn has_all_on_the_page(page: &Path, text: &str) {
    let page = fs::read_to_string(page).unwrap();
    let start = page.find("{\"title\":").unwrap();
    let mut values = serde_json::Deserializer::from_str(&page[start..]).into_iter::<Value>();
    let data = values.next().unwrap().unwrap();
    let parts = data["sections"].as_array().unwrap();
    assert_eq!(parts.len(), 5);
    for (part, section) in parts.iter().zip(sections(text)) {
        assert_eq!(part["games"].as_array().unwrap().len(), 12);
        let standings = part["standings"].as_array().unwrap();
        let names: Vec<&str> = standings.iter().map(|it| it["name"].as_str().unwrap()).collect();
        assert_eq!(names, section.names());
        for (row, printed) in standings.iter().zip(&section.standings) {
            let elo = row["elo"].as_f64().unwrap();
            assert!((elo - printed[2].parse::<f64>().unwrap()).abs() < 0.051, "{row} {printed:?}");
        }
    }
}

/// A variant's part of what a tournament prints.
struct Section {
    variant: String,
    /// Rank, name and numbers.
    standings: Vec<Vec<String>>,
    /// Rank, name and results.
    cross: Vec<Vec<String>>,
}

fn sections(text: &str) -> Vec<Section> {
    let rows = |block: &str| -> Vec<Vec<String>> {
        let lines = block.lines().skip(1);
        lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let blocks: Vec<&str> = text.split("\n\n").map(|it| it.trim_matches('\n')).collect();
    let heads = blocks.iter().enumerate().filter(|(_, block)| block.ends_with(" games"));
    heads
        .map(|(at, head)| Section {
            variant: head.lines().last().unwrap().split(':').next().unwrap().to_owned(),
            standings: rows(blocks[at + 1]),
            cross: rows(blocks[at + 2]),
        })
        .collect()
}

impl Section {
    fn names(&self) -> Vec<&str> {
        self.standings.iter().map(|row| row[1].as_str()).collect()
    }

    /// Every game is in both tables once for each of its players.
    fn adds_up(&self) {
        let result = |cell: &str| -> Vec<u32> {
            cell.split('-').map(|part| part.parse().unwrap_or(0)).collect()
        };
        let count = self.standings.len();
        for (rank, (standing, cross)) in self.standings.iter().zip(&self.cross).enumerate() {
            assert_eq!((standing[1].as_str(), cross.len()), (cross[1].as_str(), count + 2));
            let number = |column: usize| standing[column].parse::<u32>().unwrap();
            let [games, won, drawn, lost] = [4, 5, 6, 7].map(number);
            assert_eq!(games, won + drawn + lost);
            let mut sums = [0; 3];
            for other in 0..count {
                let own = result(&cross[other + 2]);
                if other == rank {
                    assert_eq!(cross[other + 2], "-");
                    continue;
                }
                sums.iter_mut().zip(&own).for_each(|(sum, part)| *sum += part);
                let mut turned = result(&self.cross[other][rank + 2]);
                turned.reverse();
                assert_eq!(own, turned);
            }
            assert_eq!(sums, [won, drawn, lost]);
            let points: f64 = standing[8].parse().unwrap();
            assert!((points - f64::from(won) - f64::from(drawn) / 2.0).abs() < 1e-9);
        }
    }
}

#[test]
fn challengers_meet_all_others_and_not_each_other() {
    let scratch = Scratch::new("gauntlet");
    let json = scratch.file("t.jsonl");
    let four = [("a", 1), ("b", 2), ("c", 3), ("d", 4)];
    let mut command = tournament(&four, &["--format", "gauntlet", "--challengers", "2"]);
    command.args(["--games", "3", "--variant", "english", "--anchor", "d=1500", "--json"]);
    let text = said(&command.arg(&json).output().unwrap());
    let games = games(&json);
    assert_eq!(games.len(), 2 * 2 * 3);
    for game in games.values() {
        let is_challenger = |side: &str| ["a", "b"].contains(&game[side].as_str().unwrap());
        assert_ne!(is_challenger("white"), is_challenger("black"), "{game}");
    }
    let [section] = &sections(&text)[..] else { panic!("{text}") };
    section.adds_up();
    let anchor = section.standings.iter().find(|row| row[1] == "d").unwrap();
    assert_eq!(&anchor[2..4], ["+1500.0", "0.0"]);
}
