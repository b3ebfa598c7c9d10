//! The other side of a conversation in Hub: asks an engine for moves and trusts it in nothing. Every
//! wait ends, every line is bounded, and only so many are listened to.

mod error;

use std::convert::Infallible;
use std::io::Write;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError, after, select};

use super::parse::Line;
use crate::notation::WrittenMove;
use crate::notation::hub;
use crate::protocol::lines;
use crate::protocol::tail::Tail;
pub use error::ClientError;
use error::Wait;

/// How many lines an engine may say about one move.
const MOST_LINES: usize = 200_000;
/// How many bytes.
const MOST_BYTES: usize = 32 << 20;
/// How long an engine may take for what needs no thought.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to get ready.
const PATIENCE_AT_INIT: Duration = Duration::from_secs(120);
/// How long to wait for an answer that some engines never learned.
const PATIENCE_WITH_PING: Duration = Duration::from_secs(2);

/// An engine, as its owner talks with it.
pub struct Client {
    out: Box<dyn Write + Send>,
    lines: Receiver<lines::Line>,
    /// Closed when there is no use in waiting any more.
    interrupt: Receiver<Infallible>,
    last_lines: Tail,
    heard: Heard,
    name: String,
    version: String,
    parameters: Vec<HubParameter>,
    answers_ping: bool,
}

/// A parameter that an engine told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubParameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The words it takes, if it is an enum.
    pub words: Vec<String>,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The move.
    pub best: WrittenMove,
    /// The move as it was said.
    pub text: String,
    /// The expected reply, as it was said.
    pub ponder: Option<String>,
    /// The last score it told, in centimen for the color to move.
    pub score: Option<i32>,
    /// The last depth it told, in plies.
    pub depth: Option<u32>,
}

/// What an engine has said since it was last asked.
#[derive(Debug, Default)]
struct Heard {
    lines: usize,
    bytes: usize,
}

impl Client {
    /// Ready to talk with who reads `out` and says `lines`. `interrupt` ends every wait when it is
    /// closed.
    pub fn new(
        out: Box<dyn Write + Send>,
        lines: Receiver<lines::Line>,
        interrupt: Receiver<Infallible>,
    ) -> Self {
        Self {
            out,
            lines,
            interrupt,
            last_lines: Tail::default(),
            heard: Heard::default(),
            name: String::new(),
            version: String::new(),
            parameters: Vec::new(),
            answers_ping: true,
        }
    }

    /// Asks who it is and what can be set.
    ///
    /// # Errors
    /// If it does not tell.
    pub fn introduce(&mut self) -> Result<(), ClientError> {
        self.say("hub")?;
        let wait = Wait::new("hub", PATIENCE);
        loop {
            let text = self.next(wait)?;
            let Ok(Some(line)) = Line::read(&text) else { continue };
            match line.name {
                "id" => {
                    let value = |name| line.value(name).unwrap_or_default().to_owned();
                    (self.name, self.version) = (value("name"), value("version"));
                }
                "param" => self.parameters.extend(read_parameter(&line)),
                "wait" => return Ok(()),
                _ => {}
            }
        }
    }

    /// The name it gave itself; empty if it gave none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version it gave itself; empty if it gave none.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What can be set.
    pub fn parameters(&self) -> &[HubParameter] {
        &self.parameters
    }

    /// The parameter of a name, if it told of one.
    pub fn parameter(&self, name: &str) -> Option<&HubParameter> {
        self.parameters.iter().find(|row| row.name.eq_ignore_ascii_case(name))
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        self.say(&format!("set-param name={name} value={}", in_quotes(value)))
    }

    /// Lets it get ready, and finds out whether it answers a ping. Gives the first error it told
    /// meanwhile, as of a parameter that it does not take.
    ///
    /// # Errors
    /// If it does not get ready.
    pub fn init(&mut self) -> Result<Option<String>, ClientError> {
        self.say("init")?;
        let wait = Wait::new("init", PATIENCE_AT_INIT);
        let mut complaint = None;
        loop {
            let text = self.next(wait)?;
            match text.split_whitespace().next() {
                Some("ready") => break,
                Some("error") if complaint.is_none() => {
                    let line = Line::read(&text).ok().flatten();
                    let message = line.and_then(|line| line.value("message").map(str::to_owned));
                    complaint = Some(message.unwrap_or(text));
                }
                _ => {}
            }
        }
        match self.ping(PATIENCE_WITH_PING) {
            Err(ClientError::Late { .. }) => self.answers_ping = false,
            other => other?,
        }
        Ok(complaint)
    }

    /// Tells it that another game begins, and waits until it has forgotten the last one.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.say("new-game")?;
        if self.answers_ping { self.ping(PATIENCE) } else { Ok(()) }
    }

    /// Sets up a position, then moves.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn set_position(&mut self, position: &str, moves: &str) -> Result<(), ClientError> {
        if moves.is_empty() {
            self.say(&format!("pos pos={position}"))
        } else {
            self.say(&format!("pos pos={position} moves={}", in_quotes(moves)))
        }
    }

    /// Lets it think within a `level`, as `time=60 inc=1`, for `limit` at most.
    ///
    /// # Errors
    /// If it gives no move.
    pub fn think(&mut self, level: &str, limit: Duration) -> Result<Done, ClientError> {
        // What it said since its last answer is no answer to this.
        while let Ok(line) = self.lines.try_recv() {
            self.note(&line)?;
        }
        self.say(&format!("level {level}"))?;
        self.say("go think")?;
        self.wait_for_done(Wait::new("go", limit))
    }

    /// Lets it think while the other side does.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn ponder(&mut self, level: &str) -> Result<(), ClientError> {
        self.say(&format!("level {level}"))?;
        self.say("go ponder")
    }

    /// Tells it that what it ponders on was played: it may go on for `limit` at most.
    ///
    /// # Errors
    /// If it gives no move.
    pub fn ponder_hit(&mut self, limit: Duration) -> Result<Done, ClientError> {
        self.say("ponder-hit")?;
        self.wait_for_done(Wait::new("ponder-hit", limit))
    }

    /// Ends a search and forgets what came of it.
    ///
    /// # Errors
    /// If it does not end.
    pub fn stop(&mut self) -> Result<(), ClientError> {
        self.say("stop")?;
        match self.wait_for_done(Wait::new("stop", PATIENCE)) {
            Ok(_) | Err(ClientError::Move(_) | ClientError::NoMove) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Tells it to end, and waits for its last word.
    pub fn quit(&mut self, limit: Duration) {
        if self.say("quit").is_ok() {
            let wait = Wait::new("quit", limit);
            // Whatever it says, or if it does not end, it is left to itself now.
            while self.next(wait).is_ok() {}
        }
    }

    /// The last lines of the conversation, oldest first; what it said begins with `<`.
    pub fn last_lines(&self) -> impl Iterator<Item = &str> {
        self.last_lines.lines()
    }

    fn ping(&mut self, limit: Duration) -> Result<(), ClientError> {
        self.say("ping")?;
        self.wait_for("pong", Wait::new("ping", limit))
    }

    fn wait_for(&mut self, word: &str, wait: Wait) -> Result<(), ClientError> {
        while self.next(wait)?.split_whitespace().next() != Some(word) {}
        Ok(())
    }

    fn wait_for_done(&mut self, wait: Wait) -> Result<Done, ClientError> {
        let (mut score, mut depth) = (None, None);
        loop {
            let text = self.next(wait)?;
            // Other lines that break the syntax are as good as lines nobody knows.
            let Ok(Some(line)) = Line::read(&text) else { continue };
            match line.name {
                "info" => {
                    score = line.value("score").and_then(centimen).or(score);
                    depth = line.value("depth").and_then(|it| it.parse().ok()).or(depth);
                }
                "done" => {
                    let text = line.value("move").ok_or(ClientError::NoMove)?;
                    return Ok(Done {
                        best: hub::read_move(text)?,
                        text: text.to_owned(),
                        ponder: line.value("ponder").map(str::to_owned),
                        score,
                        depth,
                    });
                }
                _ => {}
            }
        }
    }

    /// The next line. One that is there counts, also if it came a little late: the clock of the game
    /// judges that. But whoever talks on and on is cut short.
    fn next(&mut self, wait: Wait) -> Result<String, ClientError> {
        let line = if let Ok(line) = self.lines.try_recv() {
            line
        } else {
            select! {
                recv(self.lines) -> line => line.map_err(|_| ClientError::Ended)?,
                recv(self.interrupt) -> _ => return Err(ClientError::Interrupted),
                recv(after(wait.until.saturating_duration_since(Instant::now()))) -> _ => {
                    return Err(wait.late());
                }
            }
        };
        let text = self.note(&line)?;
        let is_answer = text.starts_with("done");
        if !is_answer && Instant::now() > wait.until {
            return Err(wait.late());
        }
        Ok(text)
    }

    /// Takes note of a line it said.
    fn note(&mut self, line: &lines::Line) -> Result<String, ClientError> {
        let text = match line {
            lines::Line::Text(text) => text,
            lines::Line::TooLong => {
                self.keep('<', "(a line that was too long)");
                return Err(ClientError::LongLine);
            }
        };
        self.keep('<', text);
        self.heard.lines += 1;
        self.heard.bytes += text.len();
        let Heard { lines, bytes } = self.heard;
        if lines > MOST_LINES || bytes > MOST_BYTES {
            return Err(ClientError::Flood { lines, bytes });
        }
        Ok(text.clone())
    }

    fn say(&mut self, line: &str) -> Result<(), ClientError> {
        self.heard = Heard::default();
        self.keep('>', line);
        let said = self.out.write_all(format!("{line}\n").as_bytes());
        said.and_then(|()| self.out.flush()).map_err(|error| match self.interrupt.try_recv() {
            Err(TryRecvError::Disconnected) => ClientError::Interrupted,
            Ok(_) | Err(TryRecvError::Empty) => ClientError::Deaf(error),
        })
    }

    /// Keeps a line to be shown. Of many infos in a row the last one tells enough.
    fn keep(&mut self, direction: char, line: &str) {
        if direction == '<' && line.starts_with("info ") {
            self.last_lines.forget_last("< info ");
        }
        self.last_lines.keep(direction, line);
    }
}

fn read_parameter(line: &Line<'_>) -> Option<HubParameter> {
    let words = line.value("values").unwrap_or_default();
    Some(HubParameter {
        name: line.value("name")?.to_owned(),
        value: line.value("value").unwrap_or_default().to_owned(),
        words: words.split_whitespace().map(str::to_owned).collect(),
    })
}

/// Men with decimals as centimen.
fn centimen(men: &str) -> Option<i32> {
    let men: f64 = men.parse().ok()?;
    men.is_finite().then(|| (men * 100.0).round().clamp(-10_000.0, 10_000.0) as i32)
}

/// A value that may have blanks in it. The protocol has no way to say a quote.
fn in_quotes(value: &str) -> String {
    format!("\"{}\"", value.replace('"', "'"))
}

#[cfg(test)]
mod tests;
