//! The program itself: `damier match`, killed, interrupted and gone on with.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::actor;
use super::scratch::Scratch;

const GAMES: usize = 40;

fn program(scratch: &Scratch, more: &[&str]) -> Command {
    let words = actor::command("good", &scratch.file("pids"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.env_remove("RUST_LOG").args(["match", "--variant", "english", "--games", "40"]);
    command.args(["--engine", "self", "name=own", "--engine", "name=actor"]);
    command.arg(format!("cmd={}", words.join(" ")));
    command.args(["--nodes", "60", "--max-plies", "60", "--concurrency", "3", "--verbose"]);
    command.arg("--json").arg(scratch.file("games.jsonl"));
    command.arg("--pdn").arg(scratch.file("games.pdn"));
    command.args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for so many finished games.
fn wait_for_games(child: &mut Child, count: usize) {
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let seen = lines.map_while(Result::ok).filter(|line| line.starts_with("game ")).take(count);
    assert_eq!(seen.count(), count);
}

fn numbers(file: &Path) -> Vec<u64> {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.ends_with('\n'));
    text.lines()
        .skip(1)
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["game"].as_u64().unwrap()
        })
        .collect()
}

#[test]
fn a_killed_match_goes_on_without_losing_or_repeating_a_game() {
    let scratch = Scratch::new("killed");
    let mut before = String::new();
    for (kill, wanted) in [3, 5, 9].into_iter().enumerate() {
        let more: &[&str] = if kill == 0 { &[] } else { &["--resume"] };
        let mut child = program(&scratch, more).spawn().unwrap();
        wait_for_games(&mut child, wanted);
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        scratch.has_no_processes();
        let text = fs::read_to_string(scratch.file("games.jsonl")).unwrap();
        assert!(text.starts_with(&before), "what was written stays as it was");
        let whole = &text[..=text.rfind('\n').unwrap()];
        assert!(whole.lines().count() > before.lines().count() + wanted - 1);
        before = whole.to_owned();
        // As a full disk or a power cut leaves it.
        fs::write(scratch.file("games.jsonl"), format!("{whole}{{\"game\":3")).unwrap();
        let pdn = fs::read(scratch.file("games.pdn")).unwrap();
        fs::write(scratch.file("games.pdn"), &pdn[..pdn.len() - 100 * kill]).unwrap();
    }
    let output = program(&scratch, &["--resume"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(scratch.file("games.jsonl")).unwrap();
    assert!(text.starts_with(&before));
    let games = numbers(&scratch.file("games.jsonl"));
    let different: HashSet<_> = games.iter().collect();
    assert_eq!((games.len(), different.len()), (GAMES, GAMES));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(" of 40: +"), "{said}");
    pdn_agrees_with_record(&scratch);
    scratch.has_no_processes();
    // A file of somebody else is left alone.
    fs::write(scratch.file("games.pdn"), "1. 11-15 *\n").unwrap();
    let output = program(&scratch, &["--resume"]).output().unwrap();
    assert!(!output.status.success());
    assert_eq!(fs::read_to_string(scratch.file("games.pdn")).unwrap(), "1. 11-15 *\n");
}

/// Every game of the record is in the PDN file once, reads back, and ended the same way.
fn pdn_agrees_with_record(scratch: &Scratch) {
    let pdn = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        let output = command.arg("pdn").args(args).arg(scratch.file("games.pdn")).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(pdn(&["check"]), format!("{GAMES} games, 0 refused\n"));
    let rows = |text: &str| -> Vec<serde_json::Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let record = fs::read_to_string(scratch.file("games.jsonl")).unwrap();
    let record: Vec<String> = rows(&record)[1..]
        .iter()
        .map(|game| {
            let number = game["game"].as_u64().unwrap();
            let round = format!("{}.{}", number / 2 + 1, number % 2 + 1);
            let plies = game["moves"].as_array().unwrap().len();
            format!("{round} {} {} {} {plies}", game["white"], game["black"], game["result"])
        })
        .collect();
    let read: Vec<String> = rows(&pdn(&["convert", "--to", "json"]))
        .iter()
        .map(|game| {
            let tag = |name: &str| &game["tags"][name];
            let round = tag("Round").as_str().unwrap();
            let (white, black) = (tag("White"), tag("Black"));
            format!("{round} {white} {black} {} {}", game["winner"], game["plies"])
        })
        .collect();
    assert_eq!(read, record);
    assert!(record.iter().any(|line| line.contains("\"black\" ")), "{record:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_the_result_so_far_and_ends_its_engines() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let scratch = Scratch::new("interrupted");
    let mut child = program(&scratch, &[]).spawn().unwrap();
    wait_for_games(&mut child, 3);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("own against actor\nscore   "), "{said}");
    assert!(numbers(&scratch.file("games.jsonl")).len() >= 3);
    // One of the introduction, and one at least of the games.
    assert!(scratch.count_processes() >= 2);
    scratch.has_no_processes();
}

#[cfg(unix)]
#[test]
fn a_match_can_be_interrupted_before_its_games() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let scratch = Scratch::new("silent");
    let words = actor::command("silent", &scratch.file("pids"));
    for command in ["match", "tournament"] {
        let _ = fs::remove_file(scratch.file("pids"));
        let mut damier = Command::new(env!("CARGO_BIN_EXE_damier"));
        damier.env_remove("RUST_LOG").args([command, "--nodes", "1", "--engine", "self"]);
        damier.args(["--engine", &format!("cmd={}", words.join(" "))]);
        let child = damier.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while scratch.count_processes() == 0 {
            std::thread::yield_now();
        }
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        scratch.has_no_processes();
    }
}

#[test]
fn pairs_a_folder_and_an_agreement_on_draws_are_as_asked_for() {
    let scratch = Scratch::new("asked");
    let folder = scratch.file("");
    // The engine finds this file from the folder in which it is started.
    let words = actor::command("good", Path::new("pids")).join(" ");
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["match", "--variant", "english", "--pairs", "2", "--nodes", "1", "--verbose"]);
    command.args(["--draw", "1,2,14", "--engine", "self", "name=own", "depth=1", "--engine"]);
    command.args([format!("cmd={words}"), format!("dir={}", folder.display())]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().filter(|line| line.starts_with("game ")).count(), 4, "{said}");
    assert!(said.contains(": both say it is drawn"), "{said}");
    assert!(scratch.count_processes() >= 1);
    scratch.has_no_processes();
}

#[test]
fn a_match_does_not_go_on_with_other_weights_of_the_same_name() {
    let scratch = Scratch::new("weights");
    let (net, record) = (scratch.file("a.net"), scratch.file("games.jsonl"));
    let play = |weights: &str, more: &[&str]| {
        fs::copy(weights, &net).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(["match", "--variant", "english", "--nodes", "20", "--json"]).arg(&record);
        command.args(["--engine", "self", "name=old", "--engine", "self", "name=new"]);
        command.arg(format!("param.eval-file={}", net.display()));
        command.args(more).output().unwrap()
    };
    assert!(play("tests/data/eval/english.net", &["--games", "2"]).status.success());
    let longer = ["--games", "4", "--resume"];
    let output = play("src/eval/data/english.net", &longer);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && told.contains("it is another match: engines is"), "{told}");
    assert!(play("tests/data/eval/english.net", &longer).status.success());
    assert_eq!(numbers(&record).len(), 4);
}

#[test]
fn what_makes_no_match_is_told() {
    let told = |args: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_damier")).arg("match").args(args).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(
        told(&["--engine", "self", "--engine", "self"])
            .contains("how long may engine 1 think? Expected --tc")
    );
    assert!(told(&["--engine", "self", "--nodes", "1"]).contains("between two engines, not 1"));
    assert!(told(&["--engine", "self", "--engine", "x=1", "--nodes", "1"]).contains("'x=1'"));
    assert!(
        told(&["--engine", "self", "--engine", "self", "--tc", "fast"]).contains("time control")
    );
    assert!(told(&["--nodes", "1"]).contains("--engine"));
    let own = ["--engine", "self", "--engine", "self", "--nodes", "1"];
    let sprt = ["--sprt", "elo0=0", "elo1=5", "alpha=0.05", "beta=0.05"];
    assert!(told(&[&own[..], &sprt].concat()).contains("expected four numbers, as in --sprt 0 5"));
    let nowhere = ["--engine", "self", "--engine", "cmd=x hub", "dir=/nowhere", "--nodes", "1"];
    assert!(told(&nowhere).contains("'x hub' cannot be started in /nowhere"));
}
