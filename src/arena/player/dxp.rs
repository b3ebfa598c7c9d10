//! An engine that speaks DXP: a process that is met at a port, or a program that runs already.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::process::ChildStdin;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use crossbeam_channel::{Receiver, RecvTimeoutError};
use socket2::{Domain, Socket, Type};

use super::process::Process;
use super::{Answer, Fault, FaultKind, NotPlayed, Trouble, Turn, with_status};
use crate::arena::clock::Budget;
use crate::arena::referee::Referee;
use crate::arena::spec::{DxpProgram, EngineSpec, Tcp};
use crate::arena::stop::Stop;
use crate::board::{Color, Geometry};
use crate::notation::quoted;
use crate::position::{Position, Setup};
use crate::protocol::dxp::{self, Client, ClientError, Proposal, Reason, Reply};
use crate::protocol::hub::Done;
use crate::rules::{Rules, Variant};

/// How long to look for an engine: one that is started may have much to load.
const PATIENCE_AT_START: Duration = Duration::from_secs(60);
/// How long to look for one that runs already, if it is to wait for us.
const PATIENCE_AT_ADDRESS: Duration = Duration::from_secs(5);
/// How often.
const PAUSE: Duration = Duration::from_millis(10);
/// How long an engine may take for what needs no thought.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long an engine may take to end when its connection has been closed. Many wait for another.
const PATIENCE_AT_QUIT: Duration = Duration::from_millis(300);
/// The name by which it knows us.
const OUR_NAME: &str = "damier match";

/// An engine that is ready to play.
pub(in crate::arena) struct DxpPlayer {
    // Before the process: its connection is closed before it is killed.
    client: Client,
    child: Option<Child>,
    variant: Variant,
    /// For all moves, as it is told.
    time: Option<Duration>,
    /// Its color, while it plays a game.
    color: Option<Color>,
    /// Plies before the game, as it knows it.
    plies: usize,
}

struct Child {
    process: Process,
    #[expect(dead_code, reason = "some programs end when their input does")]
    input: ChildStdin,
}

impl DxpPlayer {
    /// Starts an engine, if it is to be started, and connects with it.
    pub(super) fn start(
        spec: &EngineSpec,
        program: &DxpProgram,
        variant: Variant,
        stop: &Stop,
    ) -> anyhow::Result<Self> {
        if let Some((name, _)) = spec.parameters.first() {
            bail!("DXP sets no parameters: {} belongs in its command", quoted(name));
        }
        let time = time_of(&spec.budget)?;
        let meeting = Meeting::prepare(program)?;
        let child = match program.command_with(meeting.port()) {
            Some(words) => Some(launch(&words, spec)?),
            None => None,
        };
        let interrupt = stop.channel();
        let stream = match meeting.wait(child.as_ref(), &interrupt) {
            Ok(stream) => stream,
            Err(error) => {
                let told = child.and_then(|mut child| {
                    child.process.end();
                    child.process.complaints().pop()
                });
                let told = told.map(|line| format!(" (last line: {line})")).unwrap_or_default();
                return Err(error.context(format!("it does not start{told}")));
            }
        };
        let client = Client::new(stream, OUR_NAME, interrupt)?;
        Ok(Self { client, child, variant, time, color: None, plies: 0 })
    }

    /// Begins a game and ends it before the first move.
    pub(super) fn try_out(&mut self) -> anyhow::Result<()> {
        let (start, color) = dispatch!(self.variant, R => {
            (Position::<R>::start().setup(), !<R as Rules>::FIRST)
        });
        let proposal = self.proposal(start, color);
        match self.client.propose(&proposal, PATIENCE) {
            Err(error @ ClientError::Refused { .. }) => {
                bail!(NotPlayed { variant: self.variant, why: error.to_string() })
            }
            other => other?,
        }
        Ok(self.client.end(Reason::Unknown, PATIENCE)?)
    }

    pub(super) fn own_name(&self) -> String {
        match self.client.name() {
            "" => String::from("engine"),
            name => name.to_owned(),
        }
    }

    /// Only in International draughts do all programs agree on the start position; in other variants
    /// it is told square by square.
    fn proposal(&self, setup: Setup, color: Color) -> Proposal {
        let (normal, squares) = dispatch!(self.variant, R => {
            (Position::<R>::start().setup(), <R as Rules>::Geometry::SQUARES)
        });
        let is_known = self.variant == Variant::International && setup == normal;
        Proposal { color, time: self.time, start: (!is_known).then_some((setup, squares)) }
    }

    pub(super) fn new_game(&mut self, referee: &Referee, color: Color) -> Result<(), Trouble> {
        let proposal = self.proposal(referee.setup(), color);
        let accepted = self.client.propose(&proposal, PATIENCE);
        self.checked(accepted, false)?;
        (self.color, self.plies) = (Some(color), referee.plies());
        Ok(())
    }

    pub(super) fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Trouble> {
        // Moves before the game it knows nothing of.
        let last = turn.last.filter(|_| turn.referee.plies() > self.plies);
        let reply = self.client.play(last, turn.limit());
        let reason = match self.checked(reply, turn.clock.allowed().is_some())? {
            Reply::Move(best, text) => {
                let (ponder, score, depth) = (None, None, None);
                return Ok(Answer::Move(Done { best, text, ponder, score, depth }));
            }
            Reply::End(reason) => reason,
        };
        self.color = None;
        let claim = match reason {
            Reason::Lost => return Ok(Answer::Resigns),
            Reason::Drawn => "it says that the game is drawn, which it is not by these draw rules",
            Reason::Won => "it says that it has won, which it has not",
            Reason::Unknown => "it breaks the game off",
        };
        Err(Trouble::Fault(self.fault(FaultKind::Claim, claim.to_owned())))
    }

    /// The last move of the other side is not told where it ends the game, so that it is always our
    /// turn to say so.
    pub(super) fn settle(&mut self, winner: Option<Color>) -> Result<(), Trouble> {
        let Some(color) = self.color.take() else { return self.stays() };
        let reason = match winner {
            Some(winner) if winner == color => Reason::Lost,
            Some(_) => Reason::Won,
            None => Reason::Drawn,
        };
        let ended = self.client.end(reason, PATIENCE);
        self.checked(ended, false)?;
        self.stays()
    }

    /// Who wants no more games has to be started again.
    fn stays(&self) -> Result<(), Trouble> {
        if self.client.is_last() { Err(Trouble::Interrupted) } else { Ok(()) }
    }

    fn checked<T>(&mut self, result: Result<T, ClientError>, timed: bool) -> Result<T, Trouble> {
        result.map_err(|error| self.trouble(&error, timed))
    }

    /// What an error means for the game.
    fn trouble(&mut self, error: &ClientError, is_timed: bool) -> Trouble {
        let kind = match error {
            ClientError::Gone | ClientError::Deaf(_) => FaultKind::Crash,
            ClientError::Late { .. } if is_timed => FaultKind::Time,
            ClientError::Late { .. } => FaultKind::Hang,
            ClientError::Flood { .. } => FaultKind::Flood,
            ClientError::Garbled(_) => FaultKind::Garbage,
            ClientError::Refused { .. } => FaultKind::Refusal,
            ClientError::Interrupted => return Trouble::Interrupted,
        };
        let (kind, text) = match &mut self.child {
            Some(child) => with_status(kind, error.to_string(), &mut child.process),
            None => (kind, error.to_string()),
        };
        Trouble::Fault(self.fault(kind, text))
    }

    fn fault(&self, kind: FaultKind, text: String) -> Fault {
        Fault { kind, text, last_lines: self.last_lines() }
    }

    pub(super) fn last_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.client.last_lines().map(str::to_owned).collect();
        if let Some(child) = &self.child {
            lines.extend(child.process.complaints().iter().map(|line| format!("! {line}")));
        }
        lines
    }

    pub(super) fn quit(self) {
        let Self { client, child, .. } = self;
        drop(client);
        let until = Instant::now() + PATIENCE_AT_QUIT;
        while child.as_ref().is_some_and(|child| !child.process.has_ended())
            && Instant::now() < until
        {
            std::thread::sleep(PAUSE);
        }
    }
}

/// The time for all moves that the engine can be told of.
fn time_of(budget: &Budget) -> anyhow::Result<Option<Duration>> {
    if budget.nodes.is_some() || budget.depth.is_some() {
        bail!(
            "DXP limits neither nodes nor depth, as {budget} does: give the engine tc= or \
             move-time= of its own"
        );
    }
    let Some(clock) = budget.clock else { return Ok(None) };
    if clock.moves.is_some() || !clock.increment.is_zero() {
        bail!(
            "DXP knows only a time for all moves of a game, not {clock}: neither MOVES/ nor +INC"
        );
    }
    if !dxp::can_tell(clock.base) {
        bail!(
            "DXP tells times in minutes of three characters, which {clock} s are not: whole ones \
             below 1000, tenths (6 s) below 10 or hundredths (0.6 s) below one"
        );
    }
    Ok(Some(clock.base))
}

fn launch(words: &[String], spec: &EngineSpec) -> anyhow::Result<Child> {
    let (mut process, input, output) = Process::start(words, spec.directory.as_deref())
        .with_context(|| format!("{} cannot be started", quoted(&words.join(" "))))?;
    process.overhear(output);
    Ok(Child { process, input })
}

/// Takes a port that is free. It stays so for a while after the socket is dropped: the system does not
/// give it away again at once.
///
/// Nobody may listen there, not even for a moment: a process that is being started beside this one
/// shares the socket until its program runs, and would take a connection that then dies.
fn reserve() -> std::io::Result<Socket> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into())?;
    // For the same reason, after it was told from others: an engine may take it while it is shared.
    socket.set_reuse_address(true)?;
    Ok(socket)
}

/// Where we and an engine meet.
enum Meeting {
    /// It waits there.
    There { address: String, port: u16, patience: Duration },
    /// We wait.
    Here(TcpListener, SocketAddr),
}

impl Meeting {
    fn prepare(program: &DxpProgram) -> anyhow::Result<Self> {
        let address = program.only_place().unwrap_or_else(|| String::from("127.0.0.1:0"));
        let cannot = || format!("cannot listen on {address}");
        if program.tcp == Tcp::Client {
            let listener = TcpListener::bind(&address).with_context(cannot)?;
            listener.set_nonblocking(true).with_context(cannot)?;
            let here = listener.local_addr().with_context(cannot)?;
            return Ok(Self::Here(listener, here));
        }
        if program.only_place().is_none() {
            let there = reserve().and_then(|held| held.local_addr()).with_context(cannot)?;
            let there = there.as_socket().with_context(cannot)?;
            let (address, port) = (there.to_string(), there.port());
            return Ok(Self::There { address, port, patience: PATIENCE_AT_START });
        }
        let port = address.rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.with_context(|| format!("address={address} has no port, as HOST:PORT"))?;
        let is_started = program.command.is_some();
        let patience = if is_started { PATIENCE_AT_START } else { PATIENCE_AT_ADDRESS };
        Ok(Self::There { address, port, patience })
    }

    fn port(&self) -> u16 {
        match self {
            Self::There { port, .. } => *port,
            Self::Here(_, here) => here.port(),
        }
    }

    /// Waits for the connection.
    fn wait(
        &self,
        child: Option<&Child>,
        interrupt: &Receiver<Infallible>,
    ) -> anyhow::Result<TcpStream> {
        let (patience, place) = match self {
            Self::There { address, patience, .. } => {
                (*patience, format!("cannot connect to {address}"))
            }
            Self::Here(_, here) => (PATIENCE_AT_START, format!("nobody connects to {here}")),
        };
        let until = Instant::now() + patience;
        loop {
            let ended = child.is_some_and(|child| child.process.has_ended());
            let error = match self.try_once() {
                Ok(stream) => return Ok(stream),
                Err(error) => error,
            };
            if ended {
                bail!("{place}: it has ended");
            }
            if Instant::now() > until {
                return Err(error).context(place);
            }
            if interrupt.recv_timeout(PAUSE) == Err(RecvTimeoutError::Disconnected) {
                bail!("interrupted");
            }
        }
    }

    fn try_once(&self) -> std::io::Result<TcpStream> {
        match self {
            Self::Here(listener, _) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(false)?;
                Ok(stream)
            }
            Self::There { address, .. } => {
                let mut last = std::io::Error::other("there is no such address");
                for address in address.to_socket_addrs()? {
                    match TcpStream::connect_timeout(&address, PATIENCE_AT_ADDRESS) {
                        // A port at which nobody waits may happen to be connected with itself.
                        Ok(stream) if stream.local_addr()? != stream.peer_addr()? => {
                            return Ok(stream);
                        }
                        Ok(_) => {}
                        Err(error) => last = error,
                    }
                }
                Err(last)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_held_takes_no_connection_and_can_be_listened_at() {
        let held = reserve().unwrap();
        let there = held.local_addr().unwrap().as_socket().unwrap();
        TcpStream::connect(there).unwrap_err();
        // As another process has it that was started meanwhile.
        let shared = held.try_clone().unwrap();
        drop(held);
        TcpStream::connect(there).unwrap_err();
        let listener = TcpListener::bind(there).unwrap();
        let (near, _far) = (TcpStream::connect(there).unwrap(), listener.accept().unwrap());
        drop(shared);
        assert_eq!(near.peer_addr().unwrap(), there);
    }
}
