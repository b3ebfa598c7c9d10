//! A connection: one thread that reads messages, one that writes them with a pause in between.

use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::frame::{Received, read_all};
use super::message::Message;

/// Between two messages of ours. Some programs take what comes in one read for one message.
pub(super) const PAUSE: Duration = Duration::from_millis(50);

/// How many messages may wait, in either direction.
pub(super) const WAITING: usize = 16;

/// A program that does not read for so long is given up.
pub(super) const WRITE_TIME: Duration = Duration::from_secs(5);

/// A connection with another program. Dropping it closes it, when all has been said.
pub(super) struct Link {
    stream: TcpStream,
    incoming: Receiver<Received>,
    /// None only while it is dropped.
    outgoing: Option<Sender<Message>>,
    writer: Option<JoinHandle<()>>,
}

impl Link {
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        // Else a move might wait for the acknowledgement of the one before.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let (received, incoming) = bounded(WAITING);
        let input = stream.try_clone()?;
        // It is never joined; the end of the connection ends it.
        thread::spawn(move || read_all(input, &received));
        let (outgoing, to_send) = bounded(WAITING);
        let output = stream.try_clone()?;
        let writer = thread::spawn(move || write_all(output, &to_send));
        Ok(Self { stream, incoming, outgoing: Some(outgoing), writer: Some(writer) })
    }

    /// What comes in; closed when the other side has gone.
    pub(super) fn incoming(&self) -> &Receiver<Received> {
        &self.incoming
    }

    /// Is more than one message waiting to be said?
    pub(super) fn is_behind(&self) -> bool {
        self.outgoing.as_ref().is_some_and(|outgoing| outgoing.len() > 1)
    }

    /// Is so much waiting to be said that the other side had better wait as well?
    pub(super) fn is_congested(&self) -> bool {
        // One message from there has no more than a few answers.
        self.outgoing.as_ref().is_some_and(|outgoing| outgoing.len() >= WAITING / 2)
    }

    pub(super) fn say(&self, message: Message) {
        if self.outgoing.as_ref().is_none_or(|outgoing| outgoing.try_send(message).is_err()) {
            // The end of the connection is told by the reader.
            log::debug!("a message was not sent");
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.outgoing = None;
        if let Some(writer) = self.writer.take() {
            // A panic there has been reported there.
            let _ = writer.join();
        }
        // It may have been closed by the other side.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn write_all(mut output: TcpStream, messages: &Receiver<Message>) {
    // When the last one was sent, and whether it was a move.
    let mut last: Option<(Instant, bool)> = None;
    for message in messages {
        let is_move = matches!(message, Message::Move(_));
        match last {
            // Between two moves of ours is one of the other side, which has read the first.
            Some((_, true)) if is_move => {}
            Some((sent, _)) => thread::sleep(PAUSE.saturating_sub(sent.elapsed())),
            None => {}
        }
        if let Err(error) = send(&mut output, &message) {
            log::debug!("writing to the other program failed: {error}");
            // Ends the reader too, which tells.
            let _ = output.shutdown(Shutdown::Both);
            return;
        }
        last = Some((Instant::now(), is_move));
    }
}

/// Sends a message in one piece.
fn send(output: &mut TcpStream, message: &Message) -> io::Result<()> {
    output.write_all(format!("{message}\0").as_bytes())
}

/// Where programs connect to us.
pub(super) struct Door {
    address: SocketAddr,
    visitors: Receiver<TcpStream>,
}

impl Door {
    /// Opens it. It stays open till the end of the program.
    pub(super) fn open(listener: TcpListener) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let (sender, visitors) = bounded(0);
        thread::spawn(move || {
            for visitor in listener.incoming() {
                match visitor {
                    Ok(visitor) => {
                        if sender.send(visitor).is_err() {
                            return;
                        }
                    }
                    Err(error) => {
                        log::warn!("a connection failed: {error}");
                        // As when there are too many open files.
                        thread::sleep(PAUSE);
                    }
                }
            }
        });
        Ok(Self { address, visitors })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn visitors(&self) -> &Receiver<TcpStream> {
        &self.visitors
    }
}

/// Tells a program that it comes at a bad time.
pub(super) fn turn_away(mut visitor: TcpStream) {
    let busy = Message::Chat(String::from("error: another program is connected"));
    // It may have gone by itself.
    let _ = send(&mut visitor, &busy);
    let _ = visitor.shutdown(Shutdown::Both);
}
