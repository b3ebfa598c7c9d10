//! An engine that speaks DXP and behaves as it is told.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::exit;

use super::actor::{GOOD_MOVES, sleep_forever};
use damier::engine::Engine;
use damier::engine::settings::Parameter;
use damier::notation::hub;
use damier::position::MoveText;
use damier::rules::Variant;

pub fn listen(part: &str, port: u16) -> ! {
    if part == "dxp-not-listening" {
        eprintln!("no sockets today");
        exit(9);
    }
    let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
    // What it prints does not have to be read by anybody.
    println!("{}", "x".repeat(1 << 20));
    loop {
        Actor::new(part, listener.accept().unwrap().0).act();
    }
}

pub fn connect(part: &str, port: u16) -> ! {
    Actor::new(part, TcpStream::connect(("127.0.0.1", port)).unwrap()).act();
    exit(0);
}

struct Actor {
    part: String,
    stream: TcpStream,
    engine: Engine,
    is_white: bool,
    moves: u32,
    games: u32,
}

impl Actor {
    fn new(part: &str, stream: TcpStream) -> Self {
        stream.set_nodelay(true).unwrap();
        let engine = Engine::new();
        Self { part: part.to_owned(), stream, engine, is_white: true, moves: 0, games: 0 }
    }

    fn act(&mut self) {
        while let Some(message) = self.next() {
            match message.split_at(1) {
                ("R", rest) => self.request(rest),
                ("M", rest) => {
                    let text = read_move(rest);
                    self.engine.play(&hub::read_move(&text).unwrap()).unwrap();
                    self.go();
                }
                ("E", _) if self.part == "dxp-last" => {
                    self.say("E01");
                    return;
                }
                ("E", _) => self.say("E00"),
                _ => {}
            }
        }
    }

    fn next(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut byte = [0];
        loop {
            if !matches!(self.stream.read(&mut byte), Ok(1)) {
                return None;
            }
            match byte[0] {
                0 => return Some(String::from_utf8(bytes).unwrap()),
                byte => bytes.push(byte),
            }
        }
    }

    fn say(&mut self, text: &str) {
        let _ = self.stream.write_all(format!("{text}\0").as_bytes());
    }

    /// `01`, name, color, minutes, moves, and a start.
    fn request(&mut self, rest: &str) {
        let refuses = self.part == "dxp-narrow" && rest.len() != 42
            || self.part == "dxp-tired" && self.games == 2;
        if refuses {
            self.say(&format!("A{:<32}2", self.part));
            return;
        }
        self.games += 1;
        self.moves = 0;
        self.is_white = &rest[34..35] == "W";
        let start = &rest[42..];
        let variant = match start.len() {
            0 | 51 => Variant::International,
            33 => Variant::English,
            _ => Variant::Turkish,
        };
        let row = Parameter::by_name("variant").unwrap();
        self.engine.set(row, variant.name()).unwrap();
        self.engine.set_start();
        if !start.is_empty() {
            let position = start.replace('z', "b").replace('Z', "B");
            let squares = self.engine.squares();
            self.engine.set_position(&hub::read_setup(&position, squares).unwrap(), 0).unwrap();
        }
        if self.part == "dxp-noise" {
            self.say("Chello\0\0\0R01me\0Xyz\0B001W\0K0");
        }
        self.say(&format!("A{:<32}0", self.part));
        if self.engine.setup().turn.is_white() == self.is_white {
            self.go();
        }
    }

    fn go(&mut self) {
        self.moves += 1;
        if self.moves > GOOD_MOVES {
            self.misbehave();
        }
        let moves = self.engine.legal_moves();
        let mv = moves[(self.moves as usize * 7) % moves.len()];
        self.engine.play(&mv.into()).unwrap();
        self.say(&write_move(&mv));
    }

    fn misbehave(&mut self) {
        match self.part.as_str() {
            "dxp-crash" => {
                eprintln!("something went wrong");
                exit(3);
            }
            "dxp-stall" => sleep_forever(),
            "dxp-closes" => {
                let _ = self.stream.shutdown(std::net::Shutdown::Both);
                sleep_forever();
            }
            "dxp-illegal" => self.say("M0000014700"),
            "dxp-garbage" => self.say("M0000xx4700"),
            "dxp-flood" => while self.stream.write_all(b"Chello\0").is_ok() {},
            "dxp-endless" => while self.stream.write_all(&[b'x'; 1 << 12]).is_ok() {},
            "dxp-resigns" => self.claim("E10"),
            "dxp-claims-draw" => self.claim("E20"),
            "dxp-claims-win" => self.claim("E30"),
            "dxp-breaks-off" => self.claim("E00"),
            "dxp-noise" => self.say("Cthinking\0R01\0B001W\0Xyz\0C\u{ff}"),
            _ => {}
        }
    }

    /// Ends the game, hears the answer, and goes on with the next game.
    fn claim(&mut self, text: &str) {
        self.say(text);
        assert_eq!(self.next().as_deref(), Some("E00"));
        self.act();
        exit(0);
    }
}

/// From, to, number of captures and their squares, after four digits of time.
fn read_move(rest: &str) -> String {
    let numbers: Vec<u32> =
        (4..rest.len()).step_by(2).map(|at| rest[at..at + 2].parse().unwrap()).collect();
    let sign = if numbers[2] > 0 { 'x' } else { '-' };
    let mut text = format!("{}{sign}{}", numbers[0], numbers[1]);
    for square in &numbers[3..] {
        text.push('x');
        text.push_str(&square.to_string());
    }
    text
}

fn write_move(mv: &MoveText) -> String {
    let captured: Vec<String> =
        mv.captured_squares().map(|square| format!("{:02}", square.number())).collect();
    let (from, to) = (mv.from.number(), mv.to.number());
    format!("M0000{from:02}{to:02}{:02}{}", captured.len(), captured.concat())
}
