//! DXP over real sockets: the points of the conformance list, by number, and programs that play
//! whole games.

#![allow(unreachable_pub, reason = "the parts are modules of this test only")]

#[path = "dxp/peer.rs"]
mod peer;
#[path = "dxp/points.rs"]
mod points;
#[path = "dxp/points_game.rs"]
mod points_game;
#[path = "dxp/program.rs"]
mod program;

use std::net::TcpListener;
use std::path::Path;
use std::{env, fs, thread};

use damier::rules::Variant;
use regex::Regex;

use peer::{Peer, request};
use program::Program;

/// How many games the long test plays, if more than one.
const SOAK: &str = "DAMIER_DXP_GAMES";

/// Two of our programs play so many games.
fn play_games(games: u32, variant: Variant, args: &str) {
    let (server, port) = Program::server(&format!("--variant {variant} --games {games} {args}"));
    let client = Program::start(&format!(
        "--connect {port} --variant {variant} --games {games} --moves 40 --color black {args}"
    ));
    for program in [client, server] {
        let (status, lines, errors) = program.ends();
        assert_eq!((status, errors.as_str()), (0, ""), "{lines:?}");
        let is_result = |line: &&String| line.starts_with("game ") && line.contains(" plies, ");
        assert_eq!(lines.iter().filter(is_result).count(), games as usize, "{lines:?}");
        assert!(lines.last().unwrap().starts_with(&format!("{games} games: ")), "{lines:?}");
    }
}

#[test]
fn two_programs_play_in_every_variant() {
    thread::scope(|scope| {
        for &variant in Variant::ALL {
            scope.spawn(move || play_games(2, variant, "--move-time 0.005 --set hash=1"));
        }
    });
}

#[test]
fn two_programs_play_as_many_games_as_are_asked_for() {
    let games = env::var(SOAK).map_or(1, |games| games.parse().expect("a number of games"));
    play_games(games, Variant::International, "--move-time 0.005 --set hash=1");
}

#[test]
fn the_example_of_the_documentation_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, example) = text.split_once("```dxp\n").expect("it has an example");
    let (_program, port) = Program::server("--move-time 0.01");
    let mut peer = Peer::connect(port);
    for line in example.lines().take_while(|line| *line != "```") {
        match line.split_once(' ') {
            Some((">", message)) => peer.say(message),
            Some(("<", message)) => assert_eq!(peer.hear(), message),
            Some(("<~", pattern)) => {
                let pattern = Regex::new(&format!("^{pattern}$")).unwrap();
                let message = peer.hear();
                assert!(pattern.is_match(&message), "{pattern} does not match {message}");
            }
            _ => {
                assert_eq!(line, "closes");
                peer.is_closed();
            }
        }
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_game_with_a_word_to_the_other_side() {
    let (program, port) = Program::server("--move-time 60");
    let mut peer = Peer::connect(port);
    peer.asks("W000000A", '0');
    program.line_with("game 1 against The tests begins");
    program.interrupt();
    peer.hears("E01");
    peer.say("E01");
    peer.is_closed();
    let (status, lines, errors) = program.ends();
    assert_eq!((status, errors.as_str()), (0, ""));
    assert!(
        lines[0].ends_with("open (broken off here), 0 plies, thought for 0.000 s"),
        "{lines:?}"
    );
    assert_eq!(lines.last().unwrap(), "1 games: 0 won, 0 drawn, 0 lost, 1 open");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_waiting() {
    let (program, _) = Program::server("");
    program.interrupt();
    assert_eq!(program.ends().0, 0);
}

#[test]
fn bytes_without_sense_do_no_harm() {
    let (_program, port) = Program::server("--move-time 0.01");
    let mut peer = Peer::connect(port);
    // A fixed sequence without zeros, then with them.
    let noise: Vec<u8> =
        (1..=1_000_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8 | 1).collect();
    peer.send(&noise);
    peer.hears("Cerror: a message has no more than 127 characters");
    peer.send(&[0]);
    let noise: Vec<u8> =
        (1..=20_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    peer.send(&noise);
    peer.send(&[0]);
    peer.say(&request("W000000A"));
    let answer = loop {
        let message = peer.hear();
        if message.starts_with('A') {
            break message;
        }
        assert!(message.starts_with("Cerror: "), "{message}");
    };
    assert!(answer.ends_with('0'));
    peer.hears("M");
}

#[test]
fn a_flood_is_answered_at_the_usual_pace() {
    let (_program, port) = Program::server("--move-time 0.01");
    let mut peer = Peer::connect(port);
    peer.send(&b"B001W\0".repeat(40));
    for _ in 0..40 {
        peer.hears("K1");
    }
    peer.asks("Z000000A", '0');
}

#[test]
fn half_a_message_and_many_short_visits_leave_it_ready() {
    let (_program, port) = Program::server("--move-time 0.01");
    for bytes in [&b"R01The te"[..], b"", b"\0", b"M00", b"R01"] {
        Peer::connect(port).try_to_send(bytes);
    }
    let mut peer = Peer::connect(port);
    peer.asks("W000000A", '0');
    peer.hears("M");
}

#[test]
fn the_conversation_is_recorded() {
    let file = env::temp_dir().join(format!("damier-dxp-log-{}", std::process::id()));
    let (program, port) = Program::server(&format!("--games 1 --log {}", file.display()));
    let mut peer = Peer::connect(port);
    peer.asks("Z000000A", '0');
    peer.say("E31");
    peer.hears("E01");
    let (status, lines, _) = program.ends();
    assert_eq!(status, 0);
    assert!(lines.contains(&String::from("1 games: 0 won, 0 drawn, 1 lost, 0 open")), "{lines:?}");
    let log = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let said: Vec<_> = log.lines().map(|line| &line.trim_start()[7..8]).collect();
    assert_eq!(said.concat(), "><><", "{log}");
}

#[test]
fn what_cannot_be_is_told_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    for (args, message) in [
        (format!("--listen {port}"), "error: cannot listen on 127.0.0.1:"),
        (String::from("--connect 127.0.0.1:1"), "error: cannot connect to 127.0.0.1:1: "),
        (String::from("--minutes 5"), "error: --minutes, --moves, --color, "),
        (String::from("--set variant=turkish"), "error: the variant is set by --variant"),
        (String::from("--set book=x"), "error: there is no parameter 'book'"),
        (String::from("--initiator --fen W:Wz"), "error: bad normal position: "),
    ] {
        let (status, lines, errors) = Program::start(&args).ends();
        assert_eq!((status, lines.len()), (1, 0), "{args}");
        assert!(errors.starts_with(message) && errors.lines().count() == 1, "{errors}");
    }
}
