//! An engine that speaks Hub, or DXP if it is given a port, and behaves as it is told. It is this test's own program, started again
//! with a part to play: `part=crash`.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::{Command, exit};
use std::thread;

use super::dxp_actor;
use damier::engine::Engine;
use damier::engine::settings::Parameter;
use damier::notation::hub;

/// How many moves an engine makes before it does what its part says.
pub const GOOD_MOVES: u32 = 2;

/// The words that start the engine, for `cmd=`. Its process, and those it starts, write their
/// numbers into `pids`.
pub fn command(part: &str, pids: &std::path::Path) -> Vec<String> {
    let own = std::env::current_exe().unwrap().to_string_lossy().into_owned();
    let words = [&own, "--exact", "plays_a_part", "--nocapture", "--quiet"];
    let mut words: Vec<String> = words.map(str::to_owned).into();
    words.push(format!("part={part}"));
    words.push(format!("pids={}", pids.display()));
    words
}

/// The words of an engine that speaks DXP; what follows `how=` is a port.
pub fn dxp_command(part: &str, pids: &std::path::Path, how: &str) -> Vec<String> {
    let mut words = command(part, pids);
    words.push(format!("{how}={{port}}"));
    words
}

/// Plays the part, if there is one, and ends the process.
pub fn play_if_asked() {
    let word =
        |name: &str| std::env::args().find_map(|it| it.strip_prefix(name).map(str::to_owned));
    let Some(part) = word("part=") else { return };
    let pids = word("pids=").unwrap();
    note(&pids, std::process::id());
    if part == "not-starting" {
        eprintln!("a library is missing");
        exit(7);
    }
    if part == "parent" {
        // It holds our output open after our end.
        note(&pids, Command::new("sleep").arg("1000").spawn().unwrap().id());
    }
    if let Some(port) = word("listen=") {
        dxp_actor::listen(&part, port.parse().unwrap());
    }
    if let Some(port) = word("connect=") {
        dxp_actor::connect(&part, port.parse().unwrap());
    }
    Actor { part, engine: Engine::new(), moves: 0 }.act();
    exit(0);
}

fn note(file: &str, pid: u32) {
    let mut file = OpenOptions::new().create(true).append(true).open(file).unwrap();
    file.write_all(format!("{pid}\n").as_bytes()).unwrap();
}

struct Actor {
    part: String,
    engine: Engine,
    moves: u32,
}

impl Actor {
    fn act(&mut self) {
        for line in io::stdin().lines() {
            let line = line.unwrap();
            match line.split(' ').next().unwrap() {
                "hub" => self.introduce(),
                "set-param" => self.set(&line),
                "init" => say("ready"),
                "new-game" => self.moves = 0,
                "ping" if self.part != "no-ping" => say("pong"),
                "pos" => self.set_position(&line),
                "level" => self.level(&line),
                "go" if !line.contains("ponder") => self.go(),
                "go" => self.ponder(),
                "ponder-hit" | "stop" => self.go(),
                "quit" if self.part != "stays" => exit(0),
                _ => {}
            }
        }
        if self.part == "stays" {
            sleep_forever();
        }
    }

    fn introduce(&self) {
        if self.part == "silent" {
            sleep_forever();
        }
        if self.part == "odd-name" {
            say("id name=\"odd\u{1b}[2J\u{202e}name\" version=1");
        } else {
            say(&format!("id name={} version=1", self.part));
        }
        let words = if self.part == "narrow" { "normal killer" } else { "normal english turkish" };
        say(&format!("param name=variant value=normal type=enum values=\"{words}\""));
        say("param name=strength value=3 type=int min=0 max=9");
        say("wait");
    }

    fn set(&mut self, line: &str) {
        if let Some((_, value)) = line.split_once("name=variant value=") {
            let row = Parameter::by_name("variant").unwrap();
            self.engine.set(row, value.trim_matches('"')).unwrap();
        }
    }

    fn set_position(&mut self, line: &str) {
        let (_, rest) = line.split_once("pos=").unwrap();
        let (position, moves) = rest.split_once(" moves=").unwrap_or((rest, ""));
        let squares = self.engine.squares();
        self.engine.set_position(&hub::read_setup(position, squares).unwrap(), 0).unwrap();
        for text in moves.trim_matches('"').split_whitespace() {
            self.engine.play(&hub::read_move(text).unwrap()).unwrap();
        }
    }

    /// Some want to be told this and nothing else.
    fn level(&self, line: &str) {
        let wanted = match self.part.as_str() {
            "wants-depth" => "level depth=4",
            "wants-nodes" => "level nodes=77",
            _ => return,
        };
        if line != wanted {
            eprintln!("'{line}' where '{wanted}' was expected");
            exit(4);
        }
    }

    fn ponder(&mut self) {
        match self.part.as_str() {
            "crash-pondering" if self.moves >= GOOD_MOVES => exit(3),
            "flood-pondering" if self.moves >= GOOD_MOVES => {
                while io::stdout().lock().write_all(b"info depth=1\n").is_ok() {}
            }
            _ => {}
        }
    }

    fn go(&mut self) {
        self.moves += 1;
        if self.moves > GOOD_MOVES {
            self.misbehave();
        }
        let moves = self.engine.legal_moves();
        // Not the same game whatever the opening is, and one that comes to an end.
        let mv = moves[(self.moves as usize * 7) % moves.len()];
        let reply = self.engine.play(&mv.into()).map(|_| self.engine.legal_moves()).unwrap();
        let ponder = reply.first().map(|reply| format!(" ponder={reply}")).unwrap_or_default();
        let score = match self.part.as_str() {
            "winning" => String::from("9.00"),
            "losing" => String::from("-9.00"),
            _ => format!("0.{:02}", self.moves % 90),
        };
        say(&format!("info depth=3 score={score}"));
        say(&format!("done move={mv}{ponder}"));
    }

    fn misbehave(&self) {
        let bytes = |bytes: &[u8]| io::stdout().lock().write_all(bytes).is_ok();
        match self.part.as_str() {
            "crash" | "parent" => {
                eprintln!("something went wrong");
                exit(3);
            }
            "abort" => std::process::abort(),
            "stall" => sleep_forever(),
            "illegal" => say("done move=1-47"),
            "garbage" => say("done move=qwertz"),
            "no-move" => say("done"),
            "noise" => _ = bytes(b"\xff\xfe\0 = \"\n\n\r\n= = =\ninfo depth=x score=nan\nhello\n"),
            "flood" => while bytes(b"info depth=1 score=0.00\n") {},
            "complains" => _ = io::stderr().lock().write_all(&vec![b'x'; 3 << 20]),
            "endless-line" => while bytes(&[b'x'; 1 << 12]) {},
            "long-line" => say(&"x".repeat(2 << 20)),
            _ => {}
        }
    }
}

/// Also when the input ends.
pub fn sleep_forever() -> ! {
    loop {
        thread::park();
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    // A line of its own, also after what the test harness has written.
    let _ = out.write_all(format!("{line}\n").as_bytes());
    let _ = out.flush();
}
