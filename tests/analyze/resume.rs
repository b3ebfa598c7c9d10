//! An analysis that is interrupted goes on as if it had not been.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};

use super::program::{Scratch, analyze, command, data, err, out, rows, run};

/// Games of several variants, a broken one among them.
fn games() -> String {
    let game = |number: usize| match number % 4 {
        0 => {
            format!("[White \"{number}\"]\n[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n")
        }
        1 => {
            format!("[White \"{number}\"]\n[GameType \"21\"]\n1. 11-15 {{a}} 23-19 (22-18) 1-0\n\n")
        }
        2 => format!("[White \"{number}\"]\n[GameType \"30\"]\n1. a3-a4 b6-b5 2. a4xa6 *\n\n"),
        _ => format!("[White \"{number}\"]\n[GameType \"20\"]\n1. 32-28 1-2 *\n\n"),
    };
    (0..40).map(game).collect()
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let scratch = Scratch::new("killed");
    let input = scratch.write("games.pdn", games());
    for format in ["pdn", "json"] {
        let fixed = ["analyze", &input, "--format", format, "--nodes", "20000"];
        let whole = run(&fixed, "");
        assert_eq!(whole.status.code(), Some(1));
        let path = scratch.path(format);
        let args = [&fixed[..], &["--output", &path, "--resume"]].concat();
        let mut kills = 0;
        loop {
            let mut child = command(&args).spawn().unwrap();
            let before = fs::metadata(&path).map_or(0, |data| data.len());
            let at_end = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    assert_eq!(status.code(), Some(1));
                    break true;
                }
                if fs::metadata(&path).map_or(0, |data| data.len()) > before + 4000 {
                    break false;
                }
                std::thread::yield_now();
            };
            if at_end {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
        assert!(kills > 1);
        assert_eq!(fs::read(&path).unwrap(), whole.stdout);
    }
}

#[test]
fn whatever_is_left_of_the_last_game_is_cut_off() {
    let scratch = Scratch::new("torn");
    let input = scratch.write("games.pdn", &games()[..600]);
    for format in ["pdn", "json"] {
        let fixed = ["analyze", &input, "--format", format, "--nodes", "50"];
        let whole = run(&fixed, "").stdout;
        let path = scratch.path(format);
        for length in (0..whole.len()).step_by(97).chain([1, 7, whole.len() - 1, whole.len()]) {
            fs::write(&path, &whole[..length]).unwrap();
            let output = run(&[&fixed[..], &["--output", &path, "--resume"]].concat(), "");
            assert_eq!(output.status.code(), Some(1), "{length}: {}", err(&output));
            assert!(fs::read(&path).unwrap() == whole, "{format} from {length} bytes");
        }
    }
}

#[test]
fn a_file_of_something_else_is_refused_and_left_alone() {
    let scratch = Scratch::new("other");
    let input = scratch.write("games.pdn", &games()[..600]);
    let other = scratch.write("other.pdn", &games()[100..600]);
    for (format, foreign) in [("pdn", "1. 32-28 *"), ("json", "{\"a\":1}"), ("json", "{\"a\":1}\n")]
    {
        let path = scratch.path("output");
        let with = |input: &str, more: &[&str]| {
            let fixed = [input, "--format", format, "--output", &path];
            analyze(&[&fixed[..], more].concat())
        };
        let refuses = |output: std::process::Output, why: &str| {
            let there = fs::read(&path).unwrap();
            assert_eq!(output.status.code(), Some(1), "{}", err(&output));
            assert!(err(&output).contains(why), "{}", err(&output));
            there
        };
        assert_eq!(with(&input, &["--nodes", "50"]).status.code(), Some(1));
        let whole = fs::read(&path).unwrap();
        // It is not overwritten, and goes on only in the same way with the same games.
        assert_eq!(refuses(with(&input, &["--nodes", "50"]), "--resume"), whole);
        let output = with(&input, &["--nodes", "51", "--resume"]);
        assert_eq!(refuses(output, "it was made in another way"), whole);
        let output = with(&other, &["--nodes", "50", "--resume"]);
        assert_eq!(refuses(output, "games"), whole);
        let own = fs::read(data("comments.pdn")).unwrap();
        for text in [foreign.as_bytes(), &own] {
            fs::write(&path, text).unwrap();
            let output = with(&input, &["--nodes", "50", "--resume"]);
            assert_eq!(refuses(output, "no"), text);
        }
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn after_ctrl_c_the_games_done_are_there() {
    let scratch = Scratch::new("interrupted");
    let input = scratch.write("games.pdn", games());
    let args = ["analyze", &input, "--format", "json", "--move-time", "0.02"];
    let mut child = command(&args).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..3 {
        lines.read_line(&mut text).unwrap();
    }
    interrupt(&child);
    lines.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(text.ends_with('\n') && text.lines().count() < 20, "{text}");
    assert!(text.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn ctrl_c_ends_the_wait_for_input_and_a_search_without_end() {
    let mut child =
        command(&["analyze", "-", "--nodes", "50", "--format", "json"]).spawn().unwrap();
    let input = child.stdin.take();
    let mut header = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut header).unwrap();
    assert!(header.contains("damier_analysis"));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
    // What was found in a position by then counts.
    let args = ["analyze", "--moves", "", "--move-time", "100000", "--format", "json"];
    let mut child = command(&args).spawn().unwrap();
    let mut header = [0; 1];
    child.stdout.as_mut().unwrap().read_exact(&mut header).unwrap();
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", out(&output));
    let found = rows(&output);
    assert!(found.len() <= 1);
}
