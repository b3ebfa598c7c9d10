//! The other side of the games of an engine: proposes them, tells moves and waits for moves, and
//! trusts the engine in nothing. Every wait ends, and only so many messages are listened to.

use std::convert::Infallible;
use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, after, bounded, select};
use thiserror::Error;

use super::frame::{Received, read_all};
use super::link::{PAUSE, WAITING, WRITE_TIME};
use super::message::{
    AnswerCode, Message, MessageError, Played, Reason, Request, Start, TakeBackCode,
};
use crate::board::Color;
use crate::notation::WrittenMove;
use crate::position::{MoveText, Setup};
use crate::protocol::tail::Tail;

/// How many messages an engine may send about one of ours.
const MOST_MESSAGES: usize = 2_000;

/// A connection with an engine. Dropping it closes it.
pub struct Client {
    stream: TcpStream,
    incoming: Receiver<Received>,
    /// Closed when there is no use in waiting any more.
    interrupt: Receiver<Infallible>,
    last_lines: Tail,
    /// Messages since we last said something.
    heard: usize,
    /// When we said something that nothing has been heard after.
    said: Option<Instant>,
    our_name: String,
    name: String,
    is_last: bool,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The color of the engine.
    pub color: Color,
    /// Its time for all moves; none leaves it to the engine.
    pub time: Option<Duration>,
    /// Where it starts, and on how many squares; none for the start position that the engine knows.
    pub start: Option<(Setup, usize)>,
}

/// What an engine says when it is its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move, with the message as it was.
    Move(WrittenMove, String),
    /// That the game is over; it has been answered.
    End(Reason),
}

/// What an engine did wrong.
#[derive(Debug, Error)]
pub enum ClientError {
    /// It is not there any more.
    #[error("it closed the connection")]
    Gone,
    /// It said nothing in time.
    #[error("no answer to {asked} after {} s", .limit.as_millis() as f64 / 1000.0)]
    Late {
        /// To what.
        asked: &'static str,
        /// After how long.
        limit: Duration,
    },
    /// It does not read.
    #[error("it cannot be written to: {0}")]
    Deaf(#[from] io::Error),
    /// It said too much.
    #[error("it sent {messages} messages without an answer")]
    Flood {
        /// So many messages.
        messages: usize,
    },
    /// It gave something that is no move.
    #[error("{0}")]
    Garbled(String),
    /// It does not want the game.
    #[error("it does not play: {why} (code {code} of GAMEACC)")]
    Refused {
        /// What its answer means.
        why: &'static str,
        /// The answer.
        code: u32,
    },
    /// It did nothing wrong: nobody wants to wait any more.
    #[error("interrupted")]
    Interrupted,
}

/// What to wait for, and how long.
#[derive(Clone, Copy)]
struct Wait {
    asked: &'static str,
    limit: Duration,
    until: Instant,
}

impl Wait {
    fn new(asked: &'static str, limit: Duration) -> Self {
        let now = Instant::now();
        // A time beyond what the clock can tell is as good as a year.
        let until = now.checked_add(limit.min(Duration::from_secs(365 * 24 * 3600)));
        Self { asked, limit, until: until.unwrap_or(now) }
    }

    fn late(self) -> ClientError {
        ClientError::Late { asked: self.asked, limit: self.limit }
    }
}

impl Client {
    /// Ready to talk over a connection as `name`. `interrupt` ends every wait when it is closed.
    ///
    /// # Errors
    /// If the connection has gone already.
    pub fn new(stream: TcpStream, name: &str, interrupt: Receiver<Infallible>) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let (received, incoming) = bounded(WAITING);
        let input = stream.try_clone()?;
        // It is never joined; the end of the connection ends it.
        thread::spawn(move || read_all(input, &received));
        Ok(Self {
            stream,
            incoming,
            interrupt,
            last_lines: Tail::default(),
            heard: 0,
            said: None,
            our_name: name.to_owned(),
            name: String::new(),
            is_last: false,
        })
    }

    /// The name it gave itself in its last answer.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has it said that it wants no more games?
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// The last messages of the conversation, oldest first; what it said begins with `<`.
    pub fn last_lines(&self) -> impl Iterator<Item = &str> {
        self.last_lines.lines()
    }

    /// Proposes a game and waits until it is accepted.
    ///
    /// # Errors
    /// If it is not.
    pub fn propose(&mut self, proposal: &Proposal, limit: Duration) -> Result<(), ClientError> {
        let start = proposal.start.clone();
        self.say(&Message::Request(Request {
            name: self.our_name.clone(),
            follower: proposal.color,
            time: proposal.time,
            moves: None,
            start: start.map(|(setup, squares)| Start { setup, squares }),
        }))?;
        let wait = Wait::new("GAMEREQ", limit);
        loop {
            let (message, _) = self.next(wait)?;
            let Some(Message::Answer { name, code }) = self.common(message)? else { continue };
            let why = match code {
                AnswerCode::Accepted => {
                    self.name = name;
                    return Ok(());
                }
                AnswerCode::WrongVersion => "it speaks another version of DXP",
                AnswerCode::NotThisGame => "not this variant, or not on these terms",
                AnswerCode::NoGame => "no game at all",
            };
            return Err(ClientError::Refused { why, code: code.digit() });
        }
    }

    /// Tells it the move of the other side, unless it begins, and waits for its own.
    ///
    /// # Errors
    /// If it gives none, and does not end the game either.
    pub fn play(
        &mut self,
        last: Option<(MoveText, Duration)>,
        limit: Duration,
    ) -> Result<Reply, ClientError> {
        if let Some((squares, took)) = last {
            // A move before ours is none.
            self.listen()?;
            self.say(&Message::Move(Played { took, squares }))?;
        }
        let wait = Wait::new("MOVE", limit);
        loop {
            let (message, text) = self.next(wait)?;
            if let Err(error) = &message
                && error.is_move()
            {
                return Err(ClientError::Garbled(error.to_string()));
            }
            match self.common(message)? {
                Some(Message::Move(played)) => return Ok(Reply::Move(played.written(), text)),
                Some(Message::End { reason, is_last }) => {
                    self.is_last |= is_last;
                    self.say(&Message::End { reason: Reason::Unknown, is_last })?;
                    return Ok(Reply::End(reason));
                }
                _ => {}
            }
        }
    }

    /// Says in our turn that the game is over, as we see it, and waits for the answer.
    ///
    /// # Errors
    /// If there is none.
    pub fn end(&mut self, reason: Reason, limit: Duration) -> Result<(), ClientError> {
        self.say(&Message::End { reason, is_last: false })?;
        let wait = Wait::new("GAMEEND", limit);
        loop {
            let (message, _) = self.next(wait)?;
            if let Some(Message::End { is_last, .. }) = self.common(message)? {
                self.is_last |= is_last;
                return Ok(());
            }
        }
    }

    /// Answers what may come at any time; the rest is given back. What cannot be read is passed over.
    fn common(
        &mut self,
        message: Result<Message, MessageError>,
    ) -> Result<Option<Message>, ClientError> {
        match message {
            Ok(Message::Request(_)) => {
                let (name, code) = (self.our_name.clone(), AnswerCode::NotThisGame);
                self.say_besides(&Message::Answer { name, code })?;
                Ok(None)
            }
            Ok(Message::TakeBack { .. }) => {
                self.say_besides(&Message::TakeBackAnswer(TakeBackCode::NotPossible))?;
                Ok(None)
            }
            Ok(message) => Ok(Some(message)),
            Err(_) => Ok(None),
        }
    }

    /// Takes note of what has come without being asked for.
    fn listen(&mut self) -> Result<(), ClientError> {
        while let Ok(received) = self.incoming.try_recv() {
            self.note(&received)?;
        }
        Ok(())
    }

    /// The next message, and its text. One that is there counts, also if it came a little late: the
    /// clock of the game judges that. But whoever talks on and on is cut short.
    fn next(&mut self, wait: Wait) -> Result<(Result<Message, MessageError>, String), ClientError> {
        loop {
            let received = if let Ok(received) = self.incoming.try_recv() {
                received
            } else {
                select! {
                    recv(self.incoming) -> received => received.map_err(|_| ClientError::Gone)?,
                    recv(self.interrupt) -> _ => return Err(ClientError::Interrupted),
                    recv(after(wait.until.saturating_duration_since(Instant::now()))) -> _ => {
                        return Err(wait.late());
                    }
                }
            };
            self.note(&received)?;
            let Received::Text(text) = received else { continue };
            if !text.starts_with(['A', 'M', 'E']) && Instant::now() > wait.until {
                return Err(wait.late());
            }
            return Ok((Message::read(&text), text));
        }
    }

    fn note(&mut self, received: &Received) -> Result<(), ClientError> {
        self.said = None;
        self.heard += 1;
        self.last_lines.keep(
            '<',
            match received {
                Received::Text(text) => text,
                Received::TooLong => "(a message of more than 127 characters)",
            },
        );
        if self.heard > MOST_MESSAGES {
            return Err(ClientError::Flood { messages: self.heard });
        }
        Ok(())
    }

    fn say(&mut self, message: &Message) -> Result<(), ClientError> {
        self.heard = 0;
        self.say_besides(message)
    }

    /// Says something that is no question.
    fn say_besides(&mut self, message: &Message) -> Result<(), ClientError> {
        // Some programs take what comes in one read for one message.
        if let Some(said) = self.said {
            thread::sleep(PAUSE.saturating_sub(said.elapsed()));
        }
        let text = message.to_string();
        self.last_lines.keep('>', &text);
        self.stream.write_all(format!("{text}\0").as_bytes())?;
        self.said = Some(Instant::now());
        Ok(())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have been closed by the other side.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

#[cfg(test)]
mod tests;
