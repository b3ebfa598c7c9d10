//! Conversations with the real program: the files of `data/hub`, whose names begin with the number
//! of the point they test, and the examples of `protocol.md`.

#![allow(unreachable_pub, reason = "the parts are modules of this test only")]

#[path = "hub/script.rs"]
mod script;
#[path = "hub/talk.rs"]
mod talk;
#[path = "hub/witness.rs"]
mod witness;

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use script::Script;
use talk::{Fault, hold};

/// How many conversations are held at the same time.
const AT_ONCE: usize = 3;
/// How often a conversation may be tried that goes right but too slowly: other programs run too.
const TRIES: usize = 4;

/// The points of the conformance list; each has one file at least.
const POINTS: std::ops::RangeInclusive<u32> = 1..=52;

fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hub");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn try_to_hold(name: &str, text: &str) -> Result<(), String> {
    let script = Script::read(text).map_err(|error| format!("{name}: line {error}"))?;
    for attempt in 1.. {
        match hold(&script) {
            Ok(()) => break,
            Err(Fault::Late(_)) if attempt < TRIES => {}
            Err(Fault::Late(fault) | Fault::Wrong(fault)) => {
                return Err(format!("{name}: {fault}"));
            }
        }
    }
    Ok(())
}

fn hold_all(conversations: Vec<(String, String)>) {
    assert!(!conversations.is_empty());
    let queue = Mutex::new(conversations.into_iter());
    let faults = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().unwrap().next();
                    let Some((name, text)) = next else { break };
                    if let Err(fault) = try_to_hold(&name, &text) {
                        faults.lock().unwrap().push(fault);
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_conversation_goes_as_written() {
    hold_all(files());
}

/// The conversations in a text: what stands between a line "```hub" and the next "```".
fn examples(text: &str) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((start, line)) = lines.next() {
        if line == "```hub" {
            let example: Vec<_> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            examples.push((format!("protocol.md, after line {}", start + 1), example.join("\n")));
        }
    }
    examples
}

#[test]
fn the_examples_of_the_documentation_are_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    hold_all(examples(&fs::read_to_string(path).unwrap()));
}

#[test]
fn every_point_has_a_conversation() {
    let files = files();
    for point in POINTS {
        let start = format!("{point:02}-");
        assert!(
            files.iter().any(|(name, _)| name.starts_with(&start)),
            "point {point} has no file"
        );
    }
}
