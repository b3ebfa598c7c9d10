//! What a client makes of what it hears.

use std::io;

use super::*;
use crate::protocol::tail::{LENGTH, LINES};
use crossbeam_channel::{Sender, bounded, unbounded};

/// A client, and what keeps its waits going.
fn client(said: &[&str]) -> (Client, Sender<Infallible>) {
    let (sender, lines) = unbounded();
    for line in said {
        sender.send(lines::Line::Text((*line).to_owned())).unwrap();
    }
    let (open, interrupt) = bounded(0);
    (Client::new(Box::new(io::sink()), lines, interrupt), open)
}

#[test]
fn an_introduction_is_read_with_whatever_stands_around_it() {
    let (mut client, _open) = client(&[
        "Welcome to a program that greets",
        "id name=Scan version=3.1 author=\"Fabien Letouzey\"",
        "param name=variant value=normal type=enum values=\"normal killer bt\"",
        "param name=bb-size value=5 type=int min=0 max=7",
        "wait",
    ]);
    client.introduce().unwrap();
    assert_eq!((client.name(), client.version()), ("Scan", "3.1"));
    assert_eq!(client.parameter("Variant").unwrap().words, ["normal", "killer", "bt"]);
    assert_eq!(client.parameters().len(), 2);
    assert!(client.parameter("hash").is_none());
}

#[test]
fn an_answer_is_its_move_with_the_last_score() {
    let said = ["info depth=1 score=0.10", "info depth=2 score=-0.25 pv=\"1-2\"", "= ]["];
    let (mut client, _open) = client(&[&said[..], &["done move=28x19x23 ponder=14x3"]].concat());
    let done = client.wait_for_done(Wait::new("go", PATIENCE)).unwrap();
    assert_eq!((done.score, done.depth), (Some(-25), Some(2)));
    assert_eq!((done.text.as_str(), done.ponder.as_deref()), ("28x19x23", Some("14x3")));
}

#[test]
fn what_is_no_answer_is_an_error_that_says_why() {
    let answer = |said: &[&str]| {
        let (mut client, _open) = client(said);
        client.wait_for_done(Wait::new("go", Duration::from_millis(1))).unwrap_err().to_string()
    };
    assert_eq!(answer(&["done"]), "it gave no move in a position that has some");
    assert!(answer(&["done move=e2e4"]).starts_with("'e2e4' is not a move"));
    assert_eq!(answer(&["hello", "(!?"]), "its output ended");
    let flood = vec!["info depth=1"; MOST_LINES + 1];
    let told = answer(&flood);
    assert!(told.starts_with("it said 200001 lines") || told.starts_with("no answer"), "{told}");
}

#[test]
fn an_error_before_it_is_ready_is_kept() {
    let complaint = |said: &[&str]| client(said).0.init().unwrap();
    assert_eq!(complaint(&["hello", "ready", "pong"]), None);
    let said =
        ["error message=\"hash='x' is not a number\"", "error message=later", "ready", "pong"];
    assert_eq!(complaint(&said).as_deref(), Some("hash='x' is not a number"));
    assert_eq!(complaint(&["error what?", "ready", "pong"]).as_deref(), Some("error what?"));
}

#[test]
fn nobody_is_waited_for_forever() {
    let (_said, lines) = unbounded();
    let (open, interrupt) = bounded(0);
    let mut client = Client::new(Box::new(io::sink()), lines, interrupt);
    let error = client.think("depth=1", Duration::from_millis(1)).unwrap_err();
    assert_eq!(error.to_string(), "no answer to `go` after 0.001 s");
    drop(open);
    let error = client.think("depth=1", Duration::MAX).unwrap_err();
    assert!(matches!(error, ClientError::Interrupted));
}

#[test]
fn the_last_lines_are_kept_short_and_few() {
    let (mut client, _open) = client(&vec!["x"; 50]);
    client.quit(PATIENCE);
    client.keep('<', &"y\n".repeat(1000));
    let kept: Vec<_> = client.last_lines().collect();
    assert_eq!(kept.len(), LINES);
    assert!(kept.iter().all(|line| line.chars().count() <= LENGTH + 2));
    for depth in 1..100 {
        client.keep('<', &format!("info depth={depth}"));
    }
    let kept: Vec<_> = client.last_lines().collect();
    assert!(kept[LINES - 2].starts_with("< y?"), "{kept:?}");
    assert_eq!(kept[LINES - 1], "< info depth=99");
}
