//! The files of tournaments: descriptions in TOML, and rankings.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::scratch::Scratch;
use super::{complaint, damier, games, rankings, said, sections, total, tournament};

#[test]
fn the_example_of_the_readme_runs() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let (_, rest) = readme.split_once("```toml\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let example = example.replace("target/release/damier", env!("CARGO_BIN_EXE_damier"));
    let scratch = Scratch::new("readme");
    fs::write(scratch.file("cup.toml"), example).unwrap();
    let run = |more: &[&str]| {
        let mut command = damier(["tournament", "cup.toml", "--max-plies", "40"]);
        command.current_dir(scratch.file("")).args(["--nodes", "50"]).args(more).output().unwrap()
    };
    let text = said(&run(&[]));
    let sections = sections(&text);
    let variants: Vec<_> = sections.iter().map(|section| section.variant.as_str()).collect();
    assert_eq!(variants, ["english", "turkish"]);
    for section in &sections {
        section.adds_up();
        let mut names = section.names();
        names.sort_unstable();
        assert_eq!(names, ["half", "new", "other"]);
    }
    let record = scratch.file("cup.jsonl");
    assert_eq!(games(&record).len(), 3 * 2 * 2 * 3);
    assert_eq!(total(&rankings(&scratch.file("rankings.jsonl"))), 36);
    let head = fs::read_to_string(&record).unwrap();
    let head: Value = serde_json::from_str(head.lines().next().unwrap()).unwrap();
    let budgets: Vec<_> = (0..3).map(|engine| &head["engines"][engine]["budget"]).collect();
    assert_eq!(budgets, ["50 nodes a move", "1000 nodes a move", "50 nodes a move"]);
    assert_eq!(head["engines"][1]["parameters"][0], serde_json::json!(["hash", "8"]));
    // What the command line says counts more: one round more, and the file's own is not begun anew.
    assert!(
        complaint(&mut {
            let mut command = damier(["tournament", "cup.toml"]);
            command.current_dir(scratch.file(""));
            command
        })
        .contains("--resume")
    );
    said(&run(&["--resume", "--rounds", "4"]));
    assert_eq!(games(&record).len(), 48);
}

#[test]
fn what_is_wrong_in_a_file_is_told_with_its_place() {
    let scratch = Scratch::new("toml");
    let file = scratch.file("cup.toml");
    let engines = "[[engine]]\nself = true\n[[engine]]\nself = true\n";
    for (text, wanted) in [
        (format!("nodes = 5\nround = 2\n{engines}"), "cup.toml, line 2: 'round' is no key here"),
        (format!("nodes = 5\nrounds = 0\n{engines}"), "invalid value '0' for '--rounds <N>'"),
        (format!("\n\nnodes = [{engines}"), "line 4"),
        (format!("nodes = {{ a = 1 }}\n{engines}"), "line 1: 'nodes': a text, a number"),
        (format!("resume = true\n{engines}"), "line 1: 'resume' is no key here"),
        (format!("nodes = 5\n{engines}threads = 2\n"), "line 4: engine 2: 'threads=2' is not"),
        (format!("{engines}self = true\n"), "line 5"),
        (
            String::from("nodes = 5\n[[engine]]\nname = \"x\"\n"),
            "line 2: engine 1: an engine needs",
        ),
        (String::from("nodes = 5\n[engine]\nself = true\n"), "engines are written as [[engine]]"),
        (String::from("nodes = 5\n"), "needs two engines; there are 0"),
        (format!("variant = \"chess\"\nnodes = 1\n{engines}"), "'chess' is not a variant"),
        (String::from(engines), "how long may engine 1 think?"),
    ] {
        fs::write(&file, &text).unwrap();
        let told = complaint(damier(["tournament"]).arg(&file));
        assert!(told.contains(wanted), "{text}\n{told}\n{wanted}");
        assert!(!told.contains("panicked"), "{told}");
    }
    let told = complaint(&mut damier(["tournament", "/no/such.toml"]));
    assert!(told.contains("/no/such.toml cannot be read"), "{told}");
    let told = complaint(&mut tournament(&[("a", 1), ("b", 1)], &["--anchor", "c=1"]));
    assert!(told.contains("no engine is called c, as --anchor says: a, b"), "{told}");
}

/// Runs `damier rankings FILE --add ...`.
fn add(file: &Path, records: &[&Path]) -> std::process::Command {
    let mut command = damier(["rankings"]);
    command.arg(file);
    for record in records {
        command.arg("--add").arg(record);
    }
    command
}

#[test]
fn records_of_matches_are_added_once_and_old_ones_too() {
    let scratch = Scratch::new("records");
    let (record, ranks) = (scratch.file("m.jsonl"), scratch.file("r.jsonl"));
    let mut command = damier(["match", "--engine", "self", "name=a", "--engine", "self"]);
    command.args(["name=b", "--nodes", "20", "--games", "6", "--variant", "brazilian"]);
    said(&command.arg("--json").arg(&record).output().unwrap());
    let text = said(&add(&ranks, &[&record, &record]).output().unwrap());
    assert!(text.starts_with("brazilian: 6 games\n"), "{text}");

    // As it was written before games had a variant of their own, and with a torn last line.
    let old = fs::read_to_string(&record)
        .unwrap()
        .replace("\"variant\":\"brazilian\",\"white\"", "\"white\"");
    let old: String = old.split_inclusive('\n').take(5).collect();
    assert_eq!(old.matches("brazilian").count(), 1);
    fs::write(scratch.file("old.jsonl"), old + "{\"game\":5,").unwrap();
    let output = add(&ranks, &[&scratch.file("old.jsonl")]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("0 games added, 4 were there already"), "{told}");

    for (text, wanted) in [
        ("{\"damier_match\":2}\n", "line 1: it has version 2, and only version 1 is known here"),
        ("{\"damier_tournament\":7}\n", "it has version 7"),
        ("{}\n", "line 1: it is not the first line of a match or tournament"),
        ("hello\n", "line 1: it is no line of JSON"),
        ("", "it has no whole first line"),
    ] {
        fs::write(scratch.file("bad.jsonl"), text).unwrap();
        let told = complaint(&mut add(&ranks, &[&scratch.file("bad.jsonl")]));
        assert!(told.contains(wanted), "{told}");
    }
    let told = complaint(&mut add(&scratch.file("none.jsonl"), &[]));
    assert!(told.contains("none.jsonl cannot be read"), "{told}");
    let told = complaint(&mut add(&ranks, &[&scratch.file("none.jsonl")]));
    assert_eq!(told.matches("none.jsonl").count(), 1, "{told}");
    let told = complaint(&mut add(&record, &[]));
    assert!(told.contains("m.jsonl, line 1: it is a record of games, which --add adds"), "{told}");
    let told = complaint(add(&ranks, &[]).args(["--anchor", "c=1"]));
    assert!(told.contains("no engine is called c, as --anchor says: a, b"), "{told}");
    assert_eq!(total(&rankings(&ranks)), 6);
}

#[test]
fn processes_that_add_at_the_same_time_lose_nothing_even_if_some_are_killed() {
    let scratch = Scratch::new("together");
    let (record, ranks) = (scratch.file("t.jsonl"), scratch.file("r.jsonl"));
    let mut command = tournament(&[("a", 1), ("b", 2), ("c", 3)], &["--games", "8", "--json"]);
    said(&command.arg(&record).output().unwrap());
    let text = fs::read_to_string(&record).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let parts: Vec<_> = (0..6)
        .map(|part| {
            let file = scratch.file(&format!("part-{part}.jsonl"));
            let own = lines[1..].iter().skip(part).step_by(6);
            let part: Vec<&str> = lines[..1].iter().chain(own).copied().collect();
            fs::write(&file, part.join("\n") + "\n").unwrap();
            file
        })
        .collect();
    let mut running: Vec<_> =
        parts.iter().map(|part| add(&ranks, &[part]).spawn().unwrap()).collect();
    for child in &mut running[..2] {
        // SIGKILL, whatever it is doing.
        child.kill().unwrap();
    }
    for (number, child) in running.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        assert!(number < 2 || output.status.success(), "{output:?}");
    }
    let all: Vec<&Path> = parts[..2].iter().map(std::path::PathBuf::as_path).collect();
    said(&add(&ranks, &all).output().unwrap());
    assert_eq!(total(&rankings(&ranks)), 24);
    assert!(fs::read_to_string(&ranks).unwrap().ends_with("\"]\n"));
}
