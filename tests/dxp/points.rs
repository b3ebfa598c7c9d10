//! Points 1 to 13 and 23 to 28 of the list: roles, messages, requests, connections.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use damier::position::Position;
use damier::rules::International;

use super::peer::{Peer, request};
use super::program::Program;

const QUICK: &str = "--move-time 0.01";

fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

#[test]
fn point_01_who_connects_and_who_proposes_are_two_choices() {
    let (_status, lines, _) = Program::start("--help").ends();
    let help = lines.join("\n");
    assert!(help.contains("[default: 127.0.0.1:27531;"), "{help}");

    let (_follower, port) = Program::server(QUICK);
    Peer::connect(port).asks("Z000000A", '0');
    let (_initiator, port) = Program::server(&format!("{QUICK} --initiator"));
    Peer::connect(port).hears("R01");
    let (listener, port) = listener();
    let _initiator = Program::start(&format!("--connect {port}"));
    Peer::accept(&listener).hears("R01");
    let _follower = Program::start(&format!("--connect 127.0.0.1:{port} --follower"));
    Peer::accept(&listener).asks("Z000000A", '0');
}

#[test]
fn point_02_every_message_ends_with_one_nul_and_is_short() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    let nonsense = format!("X{}", "\u{e9}".repeat(60));
    peer.say(&nonsense);
    let mut bytes = peer.read();
    peer.say(&request("W000000A"));
    let messages = |bytes: &[u8]| -> Vec<Vec<u8>> {
        bytes.split(|&byte| byte == 0).map(<[u8]>::to_vec).collect()
    };
    while !bytes.ends_with(&[0]) || messages(&bytes).len() < 4 {
        bytes.extend(peer.read());
    }
    let messages = messages(&bytes);
    // What follows the last NUL is nothing.
    assert_eq!(
        messages.iter().map(|it| it.first()).collect::<Vec<_>>(),
        [Some(&b'C'), Some(&b'A'), Some(&b'M'), None]
    );
    assert!(messages.iter().all(|it| it.len() <= 127 && it.is_ascii()));
}

#[test]
fn point_03_a_message_may_come_byte_by_byte() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    for byte in format!("{}\0", request("W000000A")).bytes() {
        peer.send(&[byte]);
    }
    peer.hears("A");
    peer.hears("M");
}

#[test]
fn point_04_messages_in_one_piece_are_handled_in_order() {
    let (program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.send(format!("{}\0M0000322800\0Chello\0", request("Z000000A")).as_bytes());
    peer.hears("A");
    peer.hears("M");
    program.line_with("begins");
    program.line_with("chat: hello");
}

#[test]
fn point_05_an_overlong_message_is_told_and_skipped() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.send(&[b'C'; 5000]);
    // Told before the message ends, if ever it does.
    peer.hears("Cerror: a message has no more than 127 characters and ends with a NUL");
    peer.send(b"still the same\0");
    peer.asks("Z000000A", '0');
}

#[test]
fn point_06_another_version_is_answered_with_1() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.say(&request("Z000000A").replace("R01", "R02"));
    assert!(peer.hears("A").ends_with(" 1"));
    peer.hears("Cerror: GAMEREQ of version '02' where 01 was expected");
    peer.asks("Z000000A", '0');
}

#[test]
fn point_07_names_have_32_characters() {
    for (name, padded) in [
        ("  Short", format!("{:<32}", "Short")),
        (
            "0123456789012345678901234567890123456789",
            String::from("01234567890123456789012345678901"),
        ),
        ("D\u{e9}j\u{e0}", format!("{:<32}", "D?j?")),
        (" ", format!("{:<32}", "damier")),
    ] {
        let program = Program::start_with(&["--listen", "0", "--name", name]);
        let mut peer = Peer::connect(program.port());
        peer.say(&request("Z000000A"));
        assert_eq!(peer.hears("A"), format!("A{padded}0"));
    }
    let program = Program::start_with(&["--listen", "0", "--initiator", "--name", " Short"]);
    assert_eq!(Peer::connect(program.port()).hears("R"), format!("R01{:<32}Z000000A", "Short"));
}

#[test]
fn point_08_a_request_has_43_or_94_characters() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.asks("Z000000", '2');
    peer.asks(&format!("Z000000BW{}", "e".repeat(16)), '2');
    peer.asks("Z000000AW", '2');
    peer.asks(&format!("Z000000BWzeee{}w", "e".repeat(45)), '0');
    peer.say("E00");
    peer.hears("E00");
    peer.asks("Z000000A", '0');
}

#[test]
fn point_09_a_request_in_a_game_is_refused_and_the_game_goes_on() {
    let (_program, port) = Program::server("--move-time 0.5");
    let mut peer = Peer::connect(port);
    peer.asks("W000000A", '0');
    // In its turn, then in ours.
    peer.asks("Z000000A", '2');
    peer.hears("M");
    peer.asks("Z000000A", '2');
    peer.say("M0000202400");
    peer.hears("M");
}

#[test]
fn point_10_the_follower_has_the_color_that_is_asked_for() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.asks("W000000A", '0');
    peer.hears("M00003");
    peer.say("E00");
    peer.hears("E00");
    peer.asks("Z000000A", '0');
    peer.say("M0000322800");
    let answer = peer.hears("M0000");
    assert!(matches!(&answer[5..7], "16" | "17" | "18" | "19" | "20"), "{answer}");
}

#[test]
fn point_11_positions_are_checked() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    let rest = "e".repeat(46);
    for board in ["wzWb", "wzWx", "ezWE", "wZeW", "eweW", "eeee", "ezez"] {
        peer.asks(&format!("Z000000BW{board}{rest}"), '2');
    }
    // A black man on its last row.
    peer.asks(&format!("Z000000BW{}Wz", "e".repeat(48)), '2');
    peer.asks(&format!("Z000000BWezWZ{}we", "e".repeat(44)), '0');
}

#[test]
fn point_12_black_moves_first_where_the_request_says_so() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    let board = format!("{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20));
    peer.asks(&format!("Z000000BZ{board}"), '0');
    let first = peer.hears("M0000");
    assert!(matches!(&first[5..7], "16" | "17" | "18" | "19" | "20"), "{first}");
    peer.say("E00");
    peer.hears("E00");
    peer.asks(&format!("W000000BZ{board}"), '0');
    peer.say("M0000202400");
    peer.hears("M00003");
}

#[test]
fn point_13_no_minutes_and_no_moves_are_no_limits() {
    let (program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.asks("Z000000A", '0');
    peer.say("M0000322800");
    peer.hears("M0000");
    peer.say("E00");
    peer.hears("E00");
    assert!(program.line_with("plies").contains("2 plies"));
}

#[test]
fn point_23_words_are_printed_in_every_state_and_never_obeyed() {
    let (program, port) = Program::server("--move-time 0.3");
    let mut peer = Peer::connect(port);
    peer.say("Cconsole quit");
    program.line_with("chat: console quit");
    peer.asks("W000000A", '0');
    peer.say("Cin your turn");
    program.line_with("chat: in your turn");
    peer.hears("M");
    peer.say("Cin my turn \u{1b}[2J");
    program.line_with("chat: in my turn ?[2J");
    peer.say("M0000111700");
    peer.hears("Cerror: illegal move 11-17: ");
    peer.hears("E00");
    peer.say("Cbefore the answer");
    program.line_with("chat: before the answer");
    peer.say("E00");
    peer.asks("Z000000A", '0');

    let (program, port) = Program::server("--initiator");
    let mut peer = Peer::connect(port);
    peer.hears("R01");
    peer.say("Clet me see");
    program.line_with("chat: let me see");
}

#[test]
fn point_24_a_refusal_ends_the_attempt() {
    for (code, why) in
        [(1, "it speaks another version of DXP"), (2, "not this game"), (3, "no game at all")]
    {
        let (listener, port) = listener();
        let program = Program::start(&format!("--connect {port} --games 3"));
        let mut peer = Peer::accept(&listener);
        peer.hears("R01");
        peer.say(&format!("A{:<32}{code}", "Other"));
        peer.is_closed();
        let (status, _, errors) = program.ends();
        assert_eq!((status, errors), (1, format!("error: Other does not play: {why}\n")));
    }
    // One that listens waits for another.
    let (program, port) = Program::server("--initiator");
    let mut peer = Peer::connect(port);
    peer.hears("R01");
    peer.say(&format!("A{:<32}2", "Other"));
    peer.is_closed();
    program.line_with("connection ended: Other does not play: not this game");
    Peer::connect(port).hears("R01");
}

#[test]
fn point_25_when_the_other_side_goes_the_search_ends() {
    let (program, port) = Program::server("--move-time 600");
    for _ in 0..2 {
        let mut peer = Peer::connect(port);
        peer.asks("W000000A", '0');
        program.line_with("begins, damier has White");
        drop(peer);
        program.line_with("connection ended: the other side closed the connection in mid-game");
    }
    let (listener, port) = listener();
    let program = Program::start(&format!("--connect {port} --follower --move-time 600"));
    let mut peer = Peer::accept(&listener);
    peer.asks("W000000A", '0');
    drop(peer);
    let (status, _, errors) = program.ends();
    assert_eq!(status, 1);
    assert_eq!(errors, "error: the other side closed the connection in mid-game\n");
}

#[test]
fn point_26_a_second_program_is_turned_away() {
    let (_program, port) = Program::server(QUICK);
    let mut first = Peer::connect(port);
    first.asks("Z000000A", '0');
    for _ in 0..2 {
        let mut second = Peer::connect(port);
        second.try_to_send(format!("{}\0", request("Z000000A")).as_bytes());
        second.hears("Cerror: another program is connected");
        second.is_closed();
    }
    first.say("M0000322800");
    first.hears("M");
    // One that comes while the first goes has its turn.
    let mut third = Peer::connect(port);
    drop(first);
    third.asks("Z000000A", '0');
}

#[test]
fn point_27_two_messages_in_a_row_are_told_apart_by_time() {
    let (_program, port) = Program::server(QUICK);
    let mut peer = Peer::connect(port);
    peer.send(&b"B001W\0".repeat(12));
    let begun = Instant::now();
    for _ in 0..12 {
        // Each comes in a read of its own, if we read at once.
        peer.hears("K1");
    }
    assert!(begun.elapsed() > Duration::from_millis(11 * 50 - 20), "{:?}", begun.elapsed());
}

#[test]
fn point_27_a_move_does_not_wait_for_the_time_between_messages() {
    let (_program, port) = Program::server("--move-time 0.001");
    let mut peer = Peer::connect(port);
    // Other programs run too: the best of several games tells.
    let best = (0..4)
        .map(|_| {
            peer.asks("W000000A", '0');
            let mut position = Position::<International>::start();
            peer.hears_move(&mut position).unwrap();
            let begun = Instant::now();
            for _ in 0..8 {
                peer.says_move(&mut position, 3).unwrap();
                peer.hears_move(&mut position).unwrap();
            }
            let took = begun.elapsed();
            peer.say("E00");
            peer.hears("E00");
            took
        })
        .min()
        .unwrap();
    assert!(best < Duration::from_millis(8 * 50 - 100), "{best:?}");
}

#[test]
fn point_28_each_variant_takes_its_own_boards_only() {
    for (variant, squares) in
        [("english", 32), ("brazilian", 32), ("spanish", 32), ("turkish", 64), ("normal", 50)]
    {
        let (_program, port) = Program::server(&format!("{QUICK} --variant {variant}"));
        let mut peer = Peer::connect(port);
        for other in [32, 50, 64] {
            let board = format!("W{}Z", "e".repeat(other - 2));
            peer.asks(&format!("Z000000BZ{board}"), if other == squares { '0' } else { '2' });
            if other == squares {
                peer.hears("M");
                peer.say("E00");
                peer.hears("E00");
            }
        }
    }
    // Black begins in English draughts.
    let (_program, port) = Program::server(&format!("{QUICK} --variant english"));
    let mut peer = Peer::connect(port);
    peer.asks("Z000000A", '0');
    peer.hears("M");
}
