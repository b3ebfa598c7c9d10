use std::io::Read;
use std::net::TcpListener;

use crossbeam_channel::{Sender, unbounded};

use super::*;
use crate::notation::hub;

const LONG: Duration = Duration::from_secs(10);
const SHORT: Duration = Duration::from_millis(50);

/// A client, the other end of its connection, and what interrupts it.
fn pair() -> (Client, TcpStream, Sender<Infallible>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (open, interrupt) = unbounded();
    (Client::new(stream, "us", interrupt).unwrap(), listener.accept().unwrap().0, open)
}

fn send(peer: &mut TcpStream, bytes: &str) {
    peer.write_all(bytes.as_bytes()).unwrap();
}

fn proposal() -> Proposal {
    Proposal { color: Color::Black, time: None, start: None }
}

fn quiet() -> (MoveText, Duration) {
    let written = hub::read_move("32-28").unwrap();
    (MoveText { from: written.from, to: written.to, captured: 0 }, Duration::from_secs(2))
}

/// All that was said to a peer, after the client has gone.
fn all(mut peer: TcpStream) -> String {
    let mut bytes = Vec::new();
    peer.read_to_end(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_game_is_proposed_played_and_ended() {
    let (mut client, mut peer, _open) = pair();
    send(&mut peer, "Chello\0Agarbled\0");
    send(&mut peer, "AThem0\0");
    client.propose(&proposal(), LONG).unwrap();
    assert_eq!(client.name(), "Them");
    send(&mut peer, "B001W\0Cthinking\0M0001192300\0");
    let reply = client.play(None, LONG).unwrap();
    let Reply::Move(written, text) = reply else { panic!("{reply:?}") };
    let squares = (written.from.number(), written.to.number(), written.is_capture);
    assert_eq!((squares, text.as_str()), ((19, 23, false), "M0001192300"));
    send(&mut peer, "E00\0");
    client.end(Reason::Lost, LONG).unwrap();
    assert!(!client.is_last());
    drop(client);
    let said = all(peer);
    let request = format!("R01{:<32}Z000000A\0", "us");
    assert_eq!(said, format!("{request}K1\0E10\0"));
}

#[test]
fn a_move_comes_after_ours_and_an_end_is_answered() {
    let (mut client, mut peer, _open) = pair();
    let answer = thread::spawn(move || {
        let mut bytes = [0; 12];
        peer.read_exact(&mut bytes).unwrap();
        send(&mut peer, "E11\0");
        (bytes, peer)
    });
    assert_eq!(client.play(Some(quiet()), LONG).unwrap(), Reply::End(Reason::Lost));
    assert!(client.is_last());
    let (bytes, peer) = answer.join().unwrap();
    assert_eq!(&bytes, b"M0002322800\0");
    drop(client);
    assert_eq!(all(peer), "E01\0");
}

#[test]
fn what_is_wrong_is_told() {
    let error = |bytes: &str, limit| {
        let (mut client, mut peer, _open) = pair();
        send(&mut peer, bytes);
        client.play(None, limit).unwrap_err().to_string()
    };
    assert_eq!(error("", SHORT), "no answer to MOVE after 0.05 s");
    assert_eq!(error("Xyz\0", SHORT), "no answer to MOVE after 0.05 s");
    let garbled = error("M0000xx2800\0", LONG);
    assert_eq!(garbled, "MOVE has 'xx' at character 6 where a square was expected");
    assert_eq!(
        error(&"Cx\0".repeat(MOST_MESSAGES + 1), LONG),
        "it sent 2001 messages without an answer"
    );
    let (mut client, mut peer, _open) = pair();
    send(&mut peer, "AThem2\0");
    let refused = client.propose(&proposal(), LONG).unwrap_err().to_string();
    assert!(refused.contains("not this variant") && refused.contains("code 2"), "{refused}");
    drop(peer);
    assert!(matches!(client.play(None, LONG), Err(ClientError::Gone)));
}

#[test]
fn a_wait_is_interrupted() {
    let (mut client, _peer, open) = pair();
    drop(open);
    assert!(matches!(client.play(None, LONG), Err(ClientError::Interrupted)));
}
