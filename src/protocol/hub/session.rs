//! A conversation in Hub: owner of the engine and of the output.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use crossbeam_channel::{Receiver, select};

use super::command::{Command, Mode};
use super::level::{Level, duration};
use super::parse::Line;
use super::write;
use crate::engine::settings::{PARAMETERS, Parameter};
use crate::engine::{Engine, Event};
use crate::notation::{hub, quoted};
use crate::position::MoveText;
use crate::protocol::lines::{self, MAX_LENGTH};
use crate::protocol::transcript::Recorded;
use crate::search::{Answer, Clock, Info, Limits};

/// How long to think on a move if nobody says.
const UNASKED: Duration = Duration::from_secs(1);

/// Ready to talk.
pub struct Session<W: Write> {
    engine: Engine,
    out: Recorded<W>,
    level: Level,
    is_searching: bool,
}

/// Does the conversation go on?
enum Next {
    Listen,
    End,
}

impl<W: Write> Session<W> {
    /// A session that has not begun.
    pub fn new(engine: Engine, out: Recorded<W>) -> Self {
        Self { engine, out, level: Level::default(), is_searching: false }
    }

    /// Talks until the other side quits or its lines end, beginning with `first` if that has been
    /// read already. A search then still under way is stopped, and its `done` said.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(
        mut self,
        first: Option<lines::Line>,
        lines: &Receiver<lines::Line>,
    ) -> io::Result<()> {
        if let Some(Next::End) = first.map(|line| self.hear(&line)).transpose()? {
            return Ok(());
        }
        let events = self.engine.events().clone();
        loop {
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => if let Next::End = self.hear(&line)? { break },
                    // The end of the input.
                    Err(_) => break,
                },
                recv(events) -> event => match event {
                    Ok(event) => self.tell(event)?,
                    Err(_) => break,
                },
            }
        }
        self.end_search()
    }

    /// Takes one line.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn hear(&mut self, line: &lines::Line) -> io::Result<Next> {
        let text = match line {
            lines::Line::Text(text) => text,
            lines::Line::TooLong => {
                self.out.came("(a line that was too long)");
                return self.refuse(&format!("the line is longer than {MAX_LENGTH} bytes"));
            }
        };
        self.out.came(text);
        let line = match Line::read(text) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(Next::Listen),
            Err(error) => return self.refuse(&error),
        };
        let command = match Command::read(&line) {
            Ok(command) => command,
            Err(error) => return self.refuse(&error),
        };
        if !command.leaves_search_alone() {
            self.end_search()?;
        }
        self.execute(&command, &line)
    }

    fn execute(&mut self, command: &Command<'_>, line: &Line<'_>) -> io::Result<Next> {
        match *command {
            Command::Hub => self.introduce()?,
            Command::Init => {
                if let Err(error) = self.engine.prepare() {
                    self.refuse(&error)?;
                }
                self.say("ready")?;
            }
            Command::SetParam { name, value } => return self.set_param(name, value),
            Command::Position { position, moves } => return self.set_position(position, moves),
            Command::Level => {
                if let Err(error) = self.level.add(line) {
                    return self.refuse(&error);
                }
            }
            Command::Go(mode) => self.go(mode)?,
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Ping => self.say("pong")?,
            Command::NewGame => self.engine.new_game(),
            Command::Quit => return Ok(Next::End),
            Command::Other => log::debug!("ignored command {}", quoted(line.name)),
        }
        Ok(Next::Listen)
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&write::id())?;
        for row in PARAMETERS {
            self.say(&write::param(row, self.engine.settings()))?;
        }
        self.say("wait")
    }

    fn set_param(&mut self, name: &str, value: &str) -> io::Result<Next> {
        match Parameter::by_name(name) {
            Ok(row) => match self.engine.set(row, value) {
                Ok(()) => Ok(Next::Listen),
                Err(error) => self.refuse(&error),
            },
            // The protocol asks to ignore what one does not know.
            Err(error) => {
                log::debug!("{error}");
                Ok(Next::Listen)
            }
        }
    }

    fn set_position(&mut self, position: Option<&str>, moves: &str) -> io::Result<Next> {
        self.level = Level::default();
        match position {
            Some(text) => {
                if let Err(error) = self.set_pieces(text) {
                    return self.refuse(&format!("bad position: {error}"));
                }
            }
            None => self.engine.set_start(),
        }
        for text in moves.split_ascii_whitespace() {
            let written = match hub::read_move(text) {
                Ok(written) => written,
                Err(error) => return self.refuse(&format!("illegal move: {error}")),
            };
            if let Err(error) = self.engine.play(&self.engine.frame().written(&written)) {
                return self.refuse(&error);
            }
        }
        Ok(Next::Listen)
    }

    fn set_pieces(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        let setup = hub::read_setup(text, self.engine.squares())?;
        Ok(self.engine.set_position(&self.engine.frame().setup(&setup), 0)?)
    }

    /// Starts a search.
    fn go(&mut self, mode: Mode) -> io::Result<()> {
        let limits = self.limits(mode);
        if let Err(error) = self.engine.prepare() {
            self.refuse(&error)?;
        }
        self.engine.go(limits);
        self.is_searching = true;
        Ok(())
    }

    fn limits(&self, mode: Mode) -> Limits {
        let level = &self.level;
        let is_open = !level.has_limit();
        let clock = level.time.or(level.increment).map(|_| {
            let increment = level.increment.unwrap_or(0.0);
            // The increment of this move is there before it is made.
            let left = level.time.unwrap_or(0.0) + increment;
            Clock {
                left: duration(left),
                increment: duration(increment),
                moves_to_go: level.moves.filter(|&moves| moves > 0),
            }
        });
        let unasked = is_open && !level.infinite && mode != Mode::Analyze;
        Limits {
            depth: level.depth,
            nodes: level.nodes,
            move_time: level.move_time.map(duration).or(unasked.then_some(UNASKED)),
            clock,
            overhead: self.engine.settings().move_overhead,
            multipv: self.engine.settings().multipv,
            wait: mode == Mode::Ponder || (is_open && !unasked),
            analyze: mode == Mode::Analyze,
        }
    }

    /// Passes on what the search says.
    fn tell(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Info(info) => self.tell_info(&info),
            Event::Done(answer) => self.tell_done(&answer),
        }
    }

    fn tell_info(&mut self, info: &Info) -> io::Result<()> {
        let pv: Vec<_> = info.pv.iter().map(|&mv| self.written(mv)).collect();
        let several = self.engine.settings().multipv > 1;
        self.say(&write::info(info, &pv.join(" "), several))
    }

    fn tell_done(&mut self, answer: &Answer) -> io::Result<()> {
        self.is_searching = false;
        self.level = Level::default();
        let best = answer.best.map(|mv| self.written(mv));
        let ponder = answer.ponder.map(|mv| self.written(mv));
        self.say(&write::done(best.as_deref(), ponder.as_deref()))
    }

    /// A move with the numbers that the other side uses.
    fn written(&self, mv: MoveText) -> String {
        self.engine.frame().text(mv).to_string()
    }

    /// Stops a search, if there is one, and says all that it had to say.
    fn end_search(&mut self) -> io::Result<()> {
        if self.is_searching {
            self.engine.stop();
        }
        while self.is_searching {
            match self.engine.events().recv() {
                Ok(event) => self.tell(event)?,
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn refuse(&mut self, error: &dyn Display) -> io::Result<Next> {
        self.say(&write::error(error))?;
        Ok(Next::Listen)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }
}
