//! The input of a process that may not read it: whoever writes does not wait forever.

use std::convert::Infallible;
use std::io::{self, ErrorKind, Write};
use std::process::ChildStdin;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError};

/// How long a process may take to read a line that is said to it.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to look whether there is still use in waiting.
#[cfg(unix)]
const PAUSE_MS: u8 = 20;

pub(super) struct Input {
    pipe: ChildStdin,
    /// Closed when there is no use in waiting any more.
    interrupt: Receiver<Infallible>,
    patience: Duration,
}

impl Input {
    pub(super) fn new(pipe: ChildStdin, interrupt: Receiver<Infallible>) -> io::Result<Self> {
        #[cfg(unix)]
        {
            use nix::fcntl::{FcntlArg, OFlag, fcntl};
            // Of our end of the pipe only.
            fcntl(&pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        }
        Ok(Self { pipe, interrupt, patience: PATIENCE })
    }

    fn write_until(&mut self, bytes: &[u8], until: Instant) -> io::Result<usize> {
        loop {
            match self.pipe.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(until)?,
                written => return written,
            }
        }
    }

    /// Waits a little for room in the pipe.
    fn wait(&self, until: Instant) -> io::Result<()> {
        if self.interrupt.try_recv() == Err(TryRecvError::Disconnected) {
            return Err(io::Error::new(ErrorKind::TimedOut, "interrupted"));
        }
        if Instant::now() > until {
            let text = format!("it does not read for {} s", self.patience.as_secs_f64());
            return Err(io::Error::new(ErrorKind::TimedOut, text));
        }
        #[cfg(unix)]
        {
            use nix::poll::{PollFd, PollFlags, poll};
            use std::os::fd::AsFd;
            // Whatever comes of it, the next write tells.
            let _ = poll(&mut [PollFd::new(self.pipe.as_fd(), PollFlags::POLLOUT)], PAUSE_MS);
        }
        Ok(())
    }
}

impl Write for Input {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_until(bytes, Instant::now() + self.patience)
    }

    /// All within one time, however little is read at once.
    fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        let until = Instant::now() + self.patience;
        while !bytes.is_empty() {
            let written = self.write_until(bytes, until)?;
            bytes = &bytes[written..];
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::arena::player::process::Process;
    use crate::arena::stop::Stop;

    /// What comes of saying more than fits into the pipe to a process that reads nothing.
    fn said_to_the_deaf(patience: Duration, stop: &Stop) -> String {
        let words = ["sleep", "1000"].map(String::from);
        let (_process, input, _) = Process::start(&words, None).unwrap();
        let mut input = Input { patience, ..Input::new(input, stop.channel()).unwrap() };
        input.write_all(&vec![b'x'; 1 << 20]).unwrap_err().to_string()
    }

    #[test]
    fn who_does_not_read_is_not_waited_for_forever() {
        let stop = Stop::default();
        let told = said_to_the_deaf(Duration::from_millis(50), &stop);
        assert_eq!(told, "it does not read for 0.05 s");
    }

    #[test]
    fn an_interrupt_ends_the_wait() {
        let stop = Stop::default();
        stop.set();
        assert_eq!(said_to_the_deaf(Duration::from_secs(1000), &stop), "interrupted");
    }

    #[test]
    fn who_reads_gets_all_of_it() {
        let stop = Stop::default();
        let words = ["wc", "-c"].map(String::from);
        let (_process, input, output) = Process::start(&words, None).unwrap();
        let mut input = Input::new(input, stop.channel()).unwrap();
        input.write_all(&vec![b'x'; 1 << 20]).unwrap();
        drop(input);
        assert_eq!(io::read_to_string(output).unwrap().trim(), "1048576");
    }
}
