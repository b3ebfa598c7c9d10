//! Points 14 to 22 of the list: moves, time, the end of a game, moves taken back.

use std::net::TcpListener;

use damier::position::Position;
use damier::rules::International;

use super::peer::Peer;
use super::program::Program;

const QUICK: &str = "--move-time 0.01";

/// A board of 50 squares with these pieces.
fn board(pieces: &[(usize, char)]) -> String {
    let mut squares = ['e'; 50];
    for &(number, letter) in pieces {
        squares[number - 1] = letter;
    }
    squares.iter().collect()
}

#[test]
fn point_14_the_minutes_bound_all_our_thinking() {
    // Some programs propose fractions of minutes: these are 0.6 s.
    let (program, port) = Program::server("--set move-overhead=0");
    let mut peer = Peer::connect(port);
    peer.asks("W.01000A", '0');
    let mut position = Position::<International>::start();
    let end = loop {
        if let Err(message) = peer.hears_move(&mut position) {
            break message;
        }
        if peer.says_move(&mut position, 7).is_none() {
            peer.say("E10");
            break peer.hear();
        }
    };
    let line = program.line_with(" plies, ");
    let thought = line.rsplit_once("thought for ").unwrap().1.trim_end_matches(" s");
    assert!(thought.parse::<f64>().unwrap() <= 0.6, "{line}");
    assert!(end == "E00" || end == "E10" && line.contains("lost"), "{end}: {line}");
}

#[test]
fn point_14_the_agreed_number_of_moves_ends_the_game_in_our_turn() {
    let (program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.asks("W000002A", '0');
    let mut position = Position::<International>::start();
    for _ in 0..2 {
        peer.hears_move(&mut position).unwrap();
        peer.says_move(&mut position, 0).unwrap();
    }
    peer.hears("E00");
    assert!(program.line_with(" plies, ").contains("(the last move that was agreed upon)"));
}

#[test]
fn point_15_a_forced_reply_is_sent_like_any_other() {
    let (_program, port) = Program::server("--move-time 600");
    let mut peer = Peer::connect(port);
    peer.asks(&format!("W000000BW{}", board(&[(28, 'w'), (23, 'z'), (1, 'z')])), '0');
    assert_eq!(peer.hear(), "M000028190123");
}

#[test]
fn point_16_captures_are_written_ascending_and_loops_allowed() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    let round =
        [(27, 'W'), (21, 'w'), (31, 'w'), (22, 'z'), (23, 'z'), (32, 'z'), (33, 'z'), (1, 'z')];
    peer.asks(&format!("W000000BW{}", board(&round)), '0');
    assert_eq!(peer.hear(), "M000027270422233233");
}

#[test]
fn point_17_captures_are_read_in_any_order() {
    let (_program, port) = Program::server(&format!("{QUICK} --illegal wait"));
    let mut peer = Peer::connect(port);
    let pieces = board(&[(28, 'w'), (23, 'z'), (14, 'z'), (1, 'z')]);
    for right in ["M00002810021423", "M00002810022314"] {
        peer.asks(&format!("Z000000BW{pieces}"), '0');
        for wrong in ["M0000281000", "M000028100123", "M00002810021424", "M000028190123"] {
            peer.say(wrong);
            peer.hears("Cerror: illegal move 28");
        }
        peer.say(right);
        peer.hears("M0000010");
        peer.say("E00");
        peer.hears("E00");
    }
}

#[test]
fn point_18_a_move_that_is_none_is_told_and_ends_the_game_if_wanted() {
    let (_program, port) = Program::server("--move-time 0.3");
    let mut peer = Peer::connect(port);
    peer.say("M0000322800");
    peer.hears("Cerror: a move, but there is no game");
    peer.asks("W000000A", '0');
    peer.say("M0000202400");
    peer.hears("Cerror: a move, but it is our turn");
    peer.hears("M");
    peer.say("M0000203000");
    peer.hears("Cerror: illegal move 20-30: ");
    peer.hears("E00");
    peer.say("E00");
    peer.asks("Z000000A", '0');
    peer.say("M0000zz2800");
    peer.hears("Cerror: MOVE has 'zz' at character 6 where a square was expected");
    peer.hears("E00");

    let (_program, port) = Program::server(&format!("{QUICK} --illegal wait"));
    let mut peer = Peer::connect(port);
    peer.asks("Z000000A", '0');
    peer.say("M0000320100");
    peer.hears("Cerror: illegal move 32-1: ");
    peer.say("M0000322800");
    peer.hears("M");

    let (_program, port) = Program::server("--initiator");
    let mut peer = Peer::connect(port);
    peer.hears("R01");
    peer.say("M0000322800");
    peer.hears("Cerror: a move, but there is no game");
    peer.say(&format!("A{:<32}0", "Other"));
    peer.hears("M");
}

#[test]
fn point_19_whose_turn_it_is_says_how_the_game_ended() {
    let (program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    // Our last piece is captured.
    peer.asks(&format!("W000000BZ{}", board(&[(28, 'w'), (23, 'z')])), '0');
    peer.say("M000023320128");
    peer.hears("E10");
    peer.say("E00");
    assert!(program.line_with(" plies, ").contains("lost (no piece left), 1 plies"));
    // Nor do we move where we cannot.
    peer.asks(&format!("W000000BW{}", board(&[(6, 'w'), (1, 'z'), (50, 'Z')])), '0');
    peer.hears("E10");
    peer.say("E00");
    // Two kings go to and fro till a position stands for the third time.
    peer.asks(&format!("W000000BW{}", board(&[(1, 'W'), (46, 'Z')])), '0');
    let mut from = "46";
    loop {
        let message = peer.hear();
        if message.starts_with('E') {
            assert_eq!(message, "E20");
            break;
        }
        let to = if from == "46" { "05" } else { "46" };
        peer.say(&format!("M0000{from}{to}00"));
        from = to;
    }
    peer.say("E00");
    assert!(program.line_with(": drawn (").contains(" plies, "));
}

#[test]
fn point_20_an_end_is_answered_once() {
    let (program, port) = Program::server("--move-time 600");
    let mut peer = Peer::connect(port);
    // In its turn, and in ours.
    for color in ["W", "Z"] {
        for (end, result) in [("E00", "open"), ("E10", "won"), ("E20", "drawn"), ("E30", "lost")] {
            peer.asks(&format!("{color}000000A"), '0');
            peer.say(end);
            assert_eq!(peer.hear(), "E00");
            assert!(program.line_with(" plies, ").contains(&format!(": {result} (")));
        }
    }
    // The answer to an end of its own has no answer, nor has an end in no game.
    peer.asks("Z000000A", '0');
    peer.say("M0000320100");
    peer.hears("Cerror");
    peer.hears("E00");
    peer.send(b"E00\0E00\0E00\0");
    peer.asks("W000000A", '0');
    peer.say("E01");
    peer.hears("E01");
    peer.is_closed();
}

#[test]
fn point_21_the_stop_code_decides_whether_another_game_follows() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.asks("Z000000A", '0');
    peer.say("E00");
    peer.hears("E00");
    peer.asks("Z000000A", '0');
    peer.say("E01");
    peer.hears("E01");
    peer.is_closed();

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let program = Program::start(&format!("--connect {port} --games 3 --minutes 1 --moves 900"));
    let mut peer = Peer::accept(&listener);
    for color in ['Z', 'W'] {
        assert!(peer.hears("R01").ends_with(&format!(" {color}001900A")));
        peer.say(&format!("A{:<32}0", "Other"));
        if color == 'Z' {
            peer.hears("M");
        }
        peer.say("E10");
        peer.hears("E00");
    }
    assert!(peer.hears("R01").ends_with(" Z001900A"));
    peer.say(&format!("A{:<32}0", "Other"));
    peer.hears("M");
    peer.say("E20");
    peer.hears("E00");
    peer.is_closed();
    let (status, lines, _) = program.ends();
    assert_eq!(
        (status, lines.last().unwrap().as_str()),
        (0, "3 games: 2 won, 1 drawn, 0 lost, 0 open")
    );

    // Who has had enough before ends it too.
    let program = Program::start(&format!("--connect {port} --games 3"));
    let mut peer = Peer::accept(&listener);
    peer.hears("R01");
    peer.say(&format!("A{:<32}0", "Other"));
    peer.hears("M");
    peer.say("E11");
    peer.hears("E01");
    peer.is_closed();
    let (status, _, errors) = program.ends();
    assert_eq!((status, errors.as_str()), (1, "error: the other side wants no more games\n"));
}

#[test]
fn point_22_moves_are_taken_back_to_any_that_has_been() {
    let (_program, port) = Program::server(&format!("{QUICK} --illegal wait"));
    let mut peer = Peer::connect(port);
    peer.say("B001W");
    peer.hears("K1");
    peer.asks("Z000000A", '0');
    peer.say("M0000322800");
    peer.hears("M");
    for impossible in ["B002Z", "B003W", "B999W", "B000W"] {
        peer.say(impossible);
        peer.hears("K1");
    }
    // To our move, which has to be made again; then to theirs.
    peer.say("B001Z");
    peer.hears("K0");
    peer.hears("M");
    peer.say("B001W");
    peer.hears("K0");
    peer.say("M0000322800");
    peer.hears("M");
}
