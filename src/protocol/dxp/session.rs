//! Conversations in DXP: owner of the engine, the connection and the output.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never, select};
use thiserror::Error;

use super::board::Board;
use super::conduct::Conduct;
use super::frame::Received;
use super::link::{Door, Link, turn_away};
use super::message::Message;
use super::state::{Action, Budget, Event, Found, Machine, Trouble};
use super::tally::Tally;
use crate::engine::{self, Engine};
use crate::protocol::transcript::Recorded;
use crate::search::{Clock, Limits};

/// How often to look again at what nothing tells about.
const TICK: Duration = Duration::from_millis(20);

/// A program that connects while another one is there may stay so long, in case that one is going.
const GRACE: Duration = Duration::from_millis(500);

/// Why a conversation, or the telling of it, went wrong.
#[derive(Debug, Error)]
pub enum TalkError {
    /// The output or a socket failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Not all games were played.
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

/// Ready to talk.
pub struct Session<W: Write> {
    board: Board,
    machine: Machine,
    move_time: Duration,
    link: Option<Link>,
    /// When the search that runs began.
    since: Option<Instant>,
    /// When the state changed last.
    last: Instant,
    waiting: Option<(TcpStream, Instant)>,
    interrupts: Receiver<()>,
    out: W,
    log: Recorded<io::Sink>,
}

impl<W: Write> Session<W> {
    /// A session that has not begun. Games that we propose start from the engine's position. What
    /// the user is to know is written to `out`, the messages are recorded in `log`. Each interrupt
    /// asks for the end, the second time at once.
    pub fn new(
        engine: Engine,
        conduct: Conduct,
        interrupts: Receiver<()>,
        out: W,
        log: Recorded<io::Sink>,
    ) -> Self {
        Self {
            board: Board::new(engine),
            move_time: conduct.move_time,
            machine: Machine::new(conduct),
            link: None,
            since: None,
            last: Instant::now(),
            waiting: None,
            interrupts,
            out,
            log,
        }
    }

    /// Talks over a connection that we have made, till either side closes it.
    ///
    /// # Errors
    /// If the games that were wanted are not played, or the output cannot be written.
    pub fn talk(mut self, stream: TcpStream) -> Result<Tally, TalkError> {
        self.show(&format!("connected with {}", stream.peer_addr()?))?;
        self.converse(Link::new(stream)?, &never())?;
        match self.machine.trouble() {
            Some(trouble) if !self.machine.quits() => Err(trouble.into()),
            Some(_) | None => self.sum_up(),
        }
    }

    /// Talks with one program after the other, till all games have been played.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn serve(mut self, listener: TcpListener) -> Result<Tally, TalkError> {
        let door = Door::open(listener)?;
        self.show(&format!("listening on {}", door.address()))?;
        while !self.machine.is_done() {
            let visitor = if let Some((visitor, _)) = self.waiting.take() {
                visitor
            } else {
                select! {
                    recv(door.visitors()) -> visitor => match visitor {
                        Ok(visitor) => visitor,
                        Err(_) => break,
                    },
                    recv(self.interrupts) -> _ => break,
                }
            };
            // It may have gone already.
            let Ok(address) = visitor.peer_addr() else { continue };
            let Ok(link) = Link::new(visitor) else { continue };
            self.show(&format!("connected with {address}"))?;
            self.converse(link, door.visitors())?;
            match self.machine.trouble() {
                Some(trouble) => self.show(&format!("connection ended: {trouble}"))?,
                None => self.show("connection ended")?,
            }
        }
        self.sum_up()
    }

    fn sum_up(mut self) -> Result<Tally, TalkError> {
        let tally = *self.machine.tally();
        self.show(&tally.to_string())?;
        Ok(tally)
    }

    /// Talks with one program till either side closes the connection.
    fn converse(&mut self, link: Link, visitors: &Receiver<TcpStream>) -> io::Result<()> {
        self.link = Some(link);
        self.on(Event::Connected)?;
        while let Some(link) = &self.link {
            // Who floods us has to wait till it has our answers.
            // The writer may change that at any moment: it is asked once, so that nobody waits long for
            // what is not listened to.
            let is_congested = link.is_congested();
            let incoming = if is_congested { never() } else { link.incoming().clone() };
            let events = self.board.engine().events().clone();
            let places = if self.waiting.is_some() { never() } else { visitors.clone() };
            select! {
                recv(incoming) -> received => match received {
                    Ok(received) => self.hear(received)?,
                    Err(_) => self.on(Event::Gone)?,
                },
                recv(events) -> event => if let Ok(engine::Event::Done(answer)) = event {
                    let took = self.since.take().map(|since| since.elapsed());
                    if let Some(took) = took {
                        let (best, score) = (answer.best, answer.score);
                        self.on(Event::Found(Found { best, score, took }))?;
                    }
                },
                recv(places) -> visitor => {
                    self.waiting = visitor.ok().map(|visitor| (visitor, Instant::now()));
                },
                recv(self.interrupts) -> _ => self.on(Event::Quit)?,
                default(self.pause(is_congested)) => self.look_around()?,
            }
        }
        Ok(())
    }

    /// How long nothing needs to be looked at.
    fn pause(&self, is_congested: bool) -> Duration {
        if is_congested || self.waiting.is_some() {
            return TICK;
        }
        let patience = self.machine.patience().unwrap_or(Duration::from_secs(3600));
        patience.saturating_sub(self.last.elapsed())
    }

    fn look_around(&mut self) -> io::Result<()> {
        if let Some((visitor, _)) = self.waiting.take_if(|(_, since)| since.elapsed() > GRACE) {
            turn_away(visitor);
        }
        match self.machine.patience() {
            Some(patience) if self.last.elapsed() >= patience => self.on(Event::TimedOut),
            Some(_) | None => Ok(()),
        }
    }

    fn hear(&mut self, received: Received) -> io::Result<()> {
        let event = match received {
            Received::Text(text) => {
                self.log.came(&text);
                Event::Heard(Message::read(&text))
            }
            Received::TooLong => {
                self.log.came("(a message that was too long)");
                Event::TooLong
            }
        };
        self.on(event)
    }

    /// Lets the machine decide, and does what it wants.
    fn on(&mut self, event: Event) -> io::Result<()> {
        let before = self.machine.state();
        for action in self.machine.on(event, &mut self.board) {
            match action {
                Action::Say(message) => self.say(message)?,
                Action::Complain(text) => {
                    if self.link.as_ref().is_some_and(|link| !link.is_behind()) {
                        self.say(Message::Chat(text))?;
                    }
                }
                Action::Search(budget) => self.search(budget),
                Action::StopSearch => self.stop_search(),
                Action::Show(text) => self.show(&text)?,
                Action::HangUp => self.link = None,
            }
        }
        if self.machine.state() != before {
            self.last = Instant::now();
        }
        Ok(())
    }

    fn say(&mut self, message: Message) -> io::Result<()> {
        if let Some(link) = &self.link {
            writeln!(self.log, "{message}")?;
            link.say(message);
        }
        Ok(())
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    fn search(&mut self, budget: Budget) {
        let engine = self.board.engine();
        if let Err(error) = engine.prepare() {
            log::warn!("{error}");
        }
        let overhead = engine.settings().move_overhead;
        let clock = budget.left.map(|left| Clock {
            left,
            increment: Duration::ZERO,
            moves_to_go: budget.moves_to_go,
        });
        let move_time = if clock.is_some() { None } else { Some(self.move_time) };
        self.since = Some(Instant::now());
        engine.go(Limits { move_time, clock, overhead, ..Limits::default() });
    }

    /// Ends a search, if there is one, and forgets what it says.
    fn stop_search(&mut self) {
        if self.since.take().is_none() {
            return;
        }
        let engine = self.board.engine();
        engine.stop();
        while let Ok(event) = engine.events().recv() {
            if let engine::Event::Done(_) = event {
                break;
            }
        }
    }
}
