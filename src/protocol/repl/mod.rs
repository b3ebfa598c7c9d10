//! The prompt for a person at a terminal.

mod commands;

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use crossbeam_channel::{Receiver, select};

use self::commands::{COMMANDS, Command};
use crate::engine::settings::{PARAMETERS, Parameter};
use crate::engine::{Engine, Event};
use crate::notation::WrittenMove;
use crate::protocol::hub::Session;
use crate::protocol::lines::Line;
use crate::protocol::transcript::Recorded;
use crate::search::{Answer, Limits};

const PROMPT: &str = "damier> ";

/// How long the engine thinks if nobody says.
const UNASKED: Duration = Duration::from_secs(2);

/// A prompt that waits for commands.
pub struct Repl<W: Write> {
    engine: Engine,
    out: Recorded<W>,
    /// A line that came while the engine was thinking.
    pending: Option<Line>,
}

/// What comes after a command.
enum Next {
    Listen,
    /// The rest is a conversation between programs.
    Hub,
    End,
}

/// What a command did, or a message for the person.
type Done = Result<(), Box<dyn Error>>;

impl<W: Write> Repl<W> {
    /// A prompt that has not begun.
    pub fn new(engine: Engine, out: Recorded<W>) -> Self {
        Self { engine, out, pending: None }
    }

    /// Answers lines till one of them ends it or there are no more. The line `hub` hands over to a
    /// conversation in that protocol.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn run(mut self, lines: &Receiver<Line>) -> io::Result<()> {
        writeln!(
            self.out,
            "damier {}, draughts in five variants. `help` lists the commands.",
            env!("CARGO_PKG_VERSION")
        )?;
        loop {
            write!(self.out, "{PROMPT}")?;
            self.out.flush()?;
            let Some(line) = self.pending.take().or_else(|| lines.recv().ok()) else { break };
            let text = match &line {
                Line::Text(text) => text.trim(),
                Line::TooLong => "",
            };
            // The other conversation records its first line itself.
            if text != "hub" {
                self.out.came(text);
            }
            match self.answer(text, lines) {
                Ok(Next::Listen) => {}
                Ok(Next::Hub) => {
                    return Session::new(self.engine, self.out).run(Some(line), lines);
                }
                Ok(Next::End) => break,
                Err(error) => match error.downcast::<io::Error>() {
                    Ok(error) => return Err(*error),
                    Err(error) => writeln!(self.out, "{error}")?,
                },
            }
        }
        Ok(())
    }

    fn answer(&mut self, text: &str, lines: &Receiver<Line>) -> Result<Next, Box<dyn Error>> {
        let Some((command, rest)) = Command::read(text) else { return Ok(Next::Listen) };
        match command {
            Command::Hub => return Ok(Next::Hub),
            Command::Quit => return Ok(Next::End),
            Command::Help => self.help()?,
            Command::Board => self.board()?,
            Command::Numbers => write!(self.out, "{}", self.engine.texts().numbers)?,
            Command::Moves => self.moves()?,
            Command::Play => self.play(rest)?,
            Command::Go => self.go(rest, lines)?,
            Command::Hint => self.hint(rest, lines)?,
            Command::Undo => self.undo()?,
            Command::New => {
                self.engine.new_game();
                self.engine.set_start();
                self.board()?;
            }
            Command::Variant if rest.is_empty() => {
                writeln!(self.out, "{}", self.engine.settings().variant)?;
            }
            Command::Variant => {
                self.engine.set(Parameter::by_name("variant")?, rest)?;
                self.board()?;
            }
            Command::Fen if rest.is_empty() => writeln!(self.out, "{}", self.engine.texts().fen)?,
            Command::Fen => {
                self.engine.set_fen(rest)?;
                self.board()?;
            }
            Command::Set => self.set(rest)?,
        }
        Ok(Next::Listen)
    }

    fn help(&mut self) -> io::Result<()> {
        for row in COMMANDS {
            writeln!(self.out, "  {:<18} {}", row.form, row.help)?;
        }
        Ok(())
    }

    fn board(&mut self) -> Done {
        let diagram = self.engine.texts().diagram;
        write!(self.out, "{diagram}")?;
        match self.engine.outcome() {
            Some(outcome) => writeln!(self.out, "{outcome}")?,
            None => writeln!(self.out, "{} to move", self.engine.setup().turn)?,
        }
        Ok(())
    }

    fn moves(&mut self) -> Done {
        let moves = self.engine.texts().moves;
        writeln!(self.out, "{}", moves.join(" "))?;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Done {
        self.engine.play_text(text)?;
        self.board()
    }

    fn undo(&mut self) -> Done {
        if self.engine.undo().is_none() {
            return Err("there is no move to take back".into());
        }
        self.board()
    }

    fn set(&mut self, rest: &str) -> Done {
        let (name, value) = rest.split_once([' ', '=']).unwrap_or((rest, ""));
        if name.is_empty() {
            for row in PARAMETERS {
                let value = row.value(self.engine.settings());
                writeln!(self.out, "  {:<14} {value:<10} {}", row.name, row.help)?;
            }
            return Ok(());
        }
        Ok(self.engine.set(Parameter::by_name(name)?, value)?)
    }

    /// Lets the engine play a move.
    fn go(&mut self, rest: &str, lines: &Receiver<Line>) -> Done {
        match self.think(rest, lines)?.best {
            Some(best) => {
                self.engine.play(&WrittenMove::from(best))?;
                self.board()
            }
            None => self.board(),
        }
    }

    /// Shows what the engine would play.
    fn hint(&mut self, rest: &str, lines: &Receiver<Line>) -> Done {
        self.think(rest, lines).map(drop)
    }

    /// Thinks for some seconds, or till another line comes.
    fn think(&mut self, rest: &str, lines: &Receiver<Line>) -> Result<Answer, Box<dyn Error>> {
        let time = match rest {
            "" => UNASKED,
            text => seconds(text).ok_or_else(|| format!("{text} is not a number of seconds"))?,
        };
        self.engine.prepare()?;
        let texts = self.engine.texts();
        let multipv = self.engine.settings().multipv;
        self.engine.go(Limits { move_time: Some(time), multipv, ..Limits::default() });
        let events = self.engine.events().clone();
        let mut hears = true;
        loop {
            let never = crossbeam_channel::never();
            let lines = if hears { lines } else { &never };
            select! {
                recv(lines) -> line => {
                    hears = false;
                    self.pending = line.ok().filter(|line| *line != Line::Text(String::new()));
                    self.engine.stop();
                }
                recv(events) -> event => match event? {
                    Event::Info(info) => {
                        let (depth, score, pv) = (info.depth, info.score, texts.line(&info.pv));
                        let score = score.to_string();
                        writeln!(self.out, "depth {depth:>2}  score {score:>6}  {pv}")?;
                    }
                    Event::Done(answer) => return Ok(answer),
                },
            }
        }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds)).map(Duration::from_secs_f64)
}
