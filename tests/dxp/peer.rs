//! The other side of a conversation, by hand.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};

use damier::board::Square;
use damier::movegen::legal_moves;
use damier::position::{MoveText, Position};
use damier::rules::Rules;

use super::program::PATIENCE;

/// A connection on which messages are said and heard.
pub struct Peer {
    stream: TcpStream,
    /// Of the next message.
    bytes: Vec<u8>,
}

impl Peer {
    pub fn connect(port: u16) -> Self {
        Self::new(TcpStream::connect(("127.0.0.1", port)).expect("it listens"))
    }

    /// Waits for somebody to connect.
    pub fn accept(listener: &TcpListener) -> Self {
        Self::new(listener.accept().expect("it connects").0)
    }

    fn new(stream: TcpStream) -> Self {
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self { stream, bytes: Vec::new() }
    }

    pub fn say(&mut self, text: &str) {
        self.send(format!("{text}\0").as_bytes());
    }

    /// Sends bytes as they are, in one write.
    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("it listens");
    }

    /// Sends bytes that need not arrive.
    pub fn try_to_send(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// What comes in one read; nothing at the end.
    pub fn read(&mut self) -> Vec<u8> {
        let mut chunk = [0; 4096];
        match self.stream.read(&mut chunk) {
            Ok(length) => chunk[..length].to_vec(),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => Vec::new(),
            Err(error) => panic!("nothing comes: {error}"),
        }
    }

    /// The next message; none when the connection is closed.
    pub fn next(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == 0) {
                let mut message: Vec<u8> = self.bytes.drain(..=end).collect();
                message.pop();
                return Some(String::from_utf8(message).expect("it is text"));
            }
            let chunk = self.read();
            if chunk.is_empty() {
                assert!(self.bytes.is_empty(), "the last message has no end");
                return None;
            }
            self.bytes.extend_from_slice(&chunk);
        }
    }

    pub fn hear(&mut self) -> String {
        self.next().expect("a message, but the connection was closed")
    }

    /// Hears a message that begins so.
    #[track_caller]
    pub fn hears(&mut self, start: &str) -> String {
        let message = self.hear();
        assert!(message.starts_with(start), "expected {start}\n     got {message}");
        message
    }

    #[track_caller]
    pub fn is_closed(&mut self) {
        assert_eq!(self.next(), None);
    }

    /// Asks for a game and hears the answer, which ends with the code.
    #[track_caller]
    pub fn asks(&mut self, rest: &str, code: char) {
        self.say(&request(rest));
        let answer = self.hears("A");
        assert_eq!((answer.len(), answer.chars().last()), (34, Some(code)), "{answer}");
        if code != '0' {
            self.hears("Cerror: ");
        }
    }

    /// Hears and plays a move; none if the game ends instead.
    pub fn hears_move<R: Rules>(&mut self, position: &mut Position<R>) -> Result<(), String> {
        let message = self.hear();
        let Some(text) = read_move(&message) else { return Err(message) };
        let mv = Position::<R>::to_move(&text).expect(&message);
        assert!(legal_moves(position).contains(&mv), "{message} is not legal");
        *position = position.play(mv);
        Ok(())
    }

    /// Plays and says a move, one of the legal ones by its number; none if there is none.
    pub fn says_move<R: Rules>(&mut self, position: &mut Position<R>, choice: usize) -> Option<()> {
        let moves = legal_moves(position);
        let mv = *moves.get(choice % moves.len().max(1))?;
        let text = position.describe(mv);
        self.say(&write_move(&text));
        *position = position.play(mv);
        Some(())
    }
}

/// A request of version 01 with what follows the name.
pub fn request(rest: &str) -> String {
    format!("R01{:<32}{rest}", "The tests")
}

/// The squares of a move message.
pub fn read_move(message: &str) -> Option<MoveText> {
    let numbers = message.strip_prefix('M')?;
    assert!(numbers.len() >= 10 && numbers.bytes().all(|byte| byte.is_ascii_digit()), "{message}");
    let number = |at: usize| numbers[at..at + 2].parse::<u32>().unwrap();
    let square = |at| Square::new(number(at)).expect(message);
    let count = number(8) as usize;
    assert_eq!(numbers.len(), 10 + 2 * count, "{message}");
    let captured: Vec<_> = (0..count).map(|place| square(10 + 2 * place)).collect();
    assert!(captured.is_sorted(), "{message}");
    let captured = captured.iter().fold(0, |set, square| set | 1 << square.index());
    Some(MoveText { from: square(4), to: square(6), captured })
}

pub fn write_move(text: &MoveText) -> String {
    let captured = text.captured_squares().map(|square| format!("{:02}", square.number()));
    let captured: Vec<_> = captured.collect();
    let (from, to) = (text.from.number(), text.to.number());
    format!("M0000{from:02}{to:02}{:02}{}", captured.len(), captured.concat())
}
