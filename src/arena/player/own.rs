//! This program's own engine in a thread: the same session as over pipes, without the pipes.

use std::io::{self, Write};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use crate::engine::Engine;
use crate::protocol::hub::Session;
use crate::protocol::lines::Line;
use crate::protocol::transcript::Recorded;

/// How many lines of the engine may wait to be read.
const WAITING: usize = 64;

/// The thread of an engine. It ends when what is said to it ends, which has to be dropped before.
pub(super) struct OwnThread(Option<JoinHandle<()>>);

/// Starts an engine: its thread, where to write to it, and what it says.
pub(super) fn start() -> (OwnThread, Box<dyn Write + Send>, Receiver<Line>) {
    let (said, heard) = unbounded();
    let (answer, answers) = bounded(WAITING);
    let thread = thread::spawn(move || {
        let session = Session::new(Engine::new(), Recorded::not(LineSender::new(answer)));
        // It fails only when nobody reads any more.
        let _ = session.run(None, &heard);
    });
    (OwnThread(Some(thread)), Box::new(LineSender::new(said)), answers)
}

impl Drop for OwnThread {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            // A panic there has been reported there.
            let _ = thread.join();
        }
    }
}

/// Sends what is written, line by line.
struct LineSender {
    sender: Sender<Line>,
    line: Vec<u8>,
}

impl LineSender {
    fn new(sender: Sender<Line>) -> Self {
        Self { sender, line: Vec::new() }
    }
}

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(end) => {
                    self.line.extend_from_slice(end);
                    let text = String::from_utf8_lossy(&self.line).into_owned();
                    self.line.clear();
                    self.sender.send(Line::Text(text)).map_err(|_| io::ErrorKind::BrokenPipe)?;
                }
                None => self.line.extend_from_slice(part),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
