//! What goes wrong in a tournament: kills, interruptions, engines that misbehave or lack a variant.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command};

use super::scratch::Scratch;
use super::{actor, complaint, damier, games, rankings, said, sections, total};

const GAMES: usize = 3 * 2 * 6;

/// A tournament of two engines of our own and an actor.
fn program(scratch: &Scratch, part: &str, more: &[&str]) -> Command {
    let words = actor::command(part, &scratch.file("pids"));
    let mut command = damier(["tournament", "--variant", "english,turkish", "--rounds", "3"]);
    command.args(["--engine", "self", "name=own", "--engine", "self", "name=other", "nodes=9"]);
    command.args(["--engine", "name=actor"]).arg(format!("cmd={}", words.join(" ")));
    command.args(["--nodes", "60", "--max-plies", "60", "--concurrency", "3", "--verbose"]);
    command.arg("--json").arg(scratch.file("t.jsonl")).arg("--pdn").arg(scratch.file("t.pdn"));
    command.arg("--rankings").arg(scratch.file("r.jsonl")).args(more);
    command
}

fn wait_for_games(child: &mut Child, count: usize) {
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let seen = lines.map_while(Result::ok).filter(|line| line.starts_with("game ")).take(count);
    assert_eq!(seen.count(), count);
}

#[test]
fn a_killed_tournament_goes_on_without_losing_or_repeating_a_game() {
    let scratch = Scratch::new("killed");
    let mut before = String::new();
    for (kill, wanted) in [1, 4, 7, 3].into_iter().enumerate() {
        let more: &[&str] = if kill == 0 { &[] } else { &["--resume"] };
        let mut child = program(&scratch, "good", more).spawn().unwrap();
        wait_for_games(&mut child, wanted);
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(scratch.file("t.jsonl")).unwrap();
        assert!(text.starts_with(&before), "what was written stays as it was");
        let whole = &text[..=text.rfind('\n').unwrap()];
        assert!(whole.lines().count() >= before.lines().count() + wanted);
        before = whole.to_owned();
        assert!(!scratch.file("r.jsonl").exists(), "games are added at the end");
    }
    let text = said(&program(&scratch, "good", &["--resume"]).output().unwrap());
    let played = games(&scratch.file("t.jsonl"));
    assert_eq!(played.len(), GAMES);
    assert!(fs::read_to_string(scratch.file("t.jsonl")).unwrap().starts_with(&before));
    assert_eq!(total(&rankings(&scratch.file("r.jsonl"))) as usize, GAMES);
    let pdn = fs::read_to_string(scratch.file("t.pdn")).unwrap();
    assert_eq!(pdn.matches("[Event ").count(), GAMES);
    sections(&text).iter().for_each(super::Section::adds_up);
    scratch.has_no_processes();

    // Nothing is left to play, and one more round is.
    let again = program(&scratch, "good", &["--resume"]).output().unwrap();
    let told = String::from_utf8(again.stderr.clone()).unwrap();
    assert!(told.contains(&format!("0 games added, {GAMES} were there already")), "{told}");
    let tables = |text: &str| text[text.find("english:").unwrap()..].to_owned();
    assert_eq!(tables(&said(&again)), tables(&text));
    said(&program(&scratch, "good", &["--resume", "--rounds", "4"]).output().unwrap());
    assert_eq!(games(&scratch.file("t.jsonl")).len(), GAMES / 3 * 4);
    assert_eq!(total(&rankings(&scratch.file("r.jsonl"))) as usize, GAMES / 3 * 4);
    let told = complaint(&mut program(&scratch, "good", &["--resume", "--seed", "2"]));
    assert!(told.contains("it is another match: seed is 1 there and 2 here"), "{told}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_tournament_tells_the_standings_so_far() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let scratch = Scratch::new("interrupted");
    let mut child = program(&scratch, "good", &["--rounds", "1000"]).spawn().unwrap();
    wait_for_games(&mut child, 5);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let sections = sections(&text);
    assert!(!sections.is_empty(), "{text}");
    sections.iter().for_each(super::Section::adds_up);
    let played = games(&scratch.file("t.jsonl")).len();
    assert!((5..6000).contains(&played));
    // Two of the introductions, and one at least of the games.
    assert!(scratch.count_processes() >= 3);
    assert_eq!(total(&rankings(&scratch.file("r.jsonl"))) as usize, played);
    scratch.has_no_processes();
}

#[test]
fn an_engine_that_crashes_loses_its_games_and_no_other() {
    let scratch = Scratch::new("crash");
    let output = program(&scratch, "crash", &["--rounds", "1"]).output().unwrap();
    let text = said(&output);
    let games = games(&scratch.file("t.jsonl"));
    assert_eq!(games.len(), 12);
    for game in games.values() {
        let has_actor = game["white"] == "actor" || game["black"] == "actor";
        let winner = if game["white"] == "actor" { "black" } else { "white" };
        assert_eq!(game["fault"].is_object(), has_actor, "{game}");
        assert!(!has_actor || game["result"] == winner, "{game}");
    }
    for section in sections(&text) {
        section.adds_up();
        assert_eq!(section.names()[2], "actor", "{text}");
        assert_eq!(&section.standings[2][4..8], ["4", "0", "0", "4"], "{text}");
    }
    assert!(String::from_utf8(output.stderr).unwrap().contains("! something went wrong"));
    scratch.has_no_processes();
}

#[test]
fn an_engine_that_speaks_dxp_plays_along() {
    let scratch = Scratch::new("dxp");
    let words = actor::dxp_command("good", &scratch.file("pids"), "listen").join(" ");
    let cmd = format!("cmd={words}");
    let dxp = ["--engine", "proto=dxp", "name=wire", "move-time=5", &cmd];
    let more = ["--variant", "normal", "--rounds", "1"];
    let text = said(&program(&scratch, "good", &[&more[..], &dxp].concat()).output().unwrap());
    let games = games(&scratch.file("t.jsonl"));
    assert_eq!(games.len(), 6 * 2);
    assert!(games.values().all(|game| game["fault"].is_null()), "{games:?}");
    let sections = sections(&text);
    assert!(sections[0].names().contains(&"wire"), "{text}");
    scratch.has_no_processes();
}

#[test]
fn an_engine_that_lacks_a_variant_is_refused_or_left_out_there() {
    let scratch = Scratch::new("narrow");
    let more = ["--variant", "normal,spanish", "--rounds", "1"];
    let told = complaint(&mut program(&scratch, "narrow", &more));
    assert!(told.contains("engine actor: it does not play spanish"), "{told}");
    assert!(told.contains("--skip-missing"), "{told}");
    assert!(!scratch.file("t.jsonl").exists());

    let more = [&more[..], &["--skip-missing"]].concat();
    let output = program(&scratch, "narrow", &more).output().unwrap();
    let text = said(&output);
    let sections = sections(&text);
    let counts: Vec<_> =
        sections.iter().map(|it| (it.variant.as_str(), it.names().len())).collect();
    assert_eq!(counts, [("normal", 3), ("spanish", 2)]);
    sections.iter().for_each(super::Section::adds_up);
    assert!(String::from_utf8(output.stderr).unwrap().contains("left out: engine actor: "));
    scratch.has_no_processes();
}
