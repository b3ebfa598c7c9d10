//! A child process. It is ended, with all that it started, and its end is waited for, whatever comes.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

/// How many bytes of what it complains about are kept.
const KEPT: usize = 2_000;
/// How long its last words are waited for after its end: what it started may go on and hold its output.
const PATIENCE_FOR_LAST_WORDS: Duration = Duration::from_millis(200);
/// How many characters of a line of it are shown.
const LENGTH: usize = 200;

pub(super) struct Process {
    child: Child,
    status: Option<ExitStatus>,
    /// What it writes on standard error, and on its output if that is overheard.
    heard: Vec<Heard>,
}

/// The end of what it writes somewhere.
struct Heard {
    kept: Arc<Mutex<VecDeque<u8>>>,
    /// Closed when all of it has been read.
    end: Receiver<Infallible>,
}

impl Process {
    /// Starts a command, in a folder if one is given.
    pub(super) fn start(
        words: &[String],
        directory: Option<&Path>,
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C is for us only, and what it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let errors = child.stderr.take().expect("it is piped");
        let mut process = Self { child, status: None, heard: Vec::new() };
        process.keep(errors);
        Ok((process, input, output))
    }

    /// Keeps what it writes on its output with what it complains about.
    pub(super) fn overhear(&mut self, output: ChildStdout) {
        self.keep(output);
    }

    fn keep(&mut self, output: impl Read + Send + 'static) {
        let (open, end) = bounded(0);
        let heard = Heard { kept: Arc::default(), end };
        let kept = Arc::clone(&heard.kept);
        // Never joined: it ends with the last process that holds the other end.
        thread::spawn(move || drain(output, &kept, open));
        self.heard.push(heard);
    }

    /// Has it ended by itself? It may have even if not, where the system does not tell.
    #[cfg(target_os = "linux")]
    pub(super) fn has_ended(&self) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let id = nix::unistd::Pid::from_raw(self.child.id() as i32);
        // It is not waited for yet, so that its number stays its own till it is killed.
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        self.status.is_some() || !matches!(waitid(Id::Pid(id), flags), Ok(WaitStatus::StillAlive))
    }

    /// Has it ended by itself? It may have even if not, where the system does not tell.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn has_ended(&self) -> bool {
        self.status.is_some()
    }

    /// Ends it, unless it has ended, and tells how it ended.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            // Only here, before the wait: afterwards the number may be somebody else's.
            self.kill();
            self.status = self.child.wait().ok();
            let until = Instant::now() + PATIENCE_FOR_LAST_WORDS;
            for heard in &self.heard {
                // It gives nothing, but ends.
                let _ = heard.end.recv_deadline(until);
            }
        }
        self.status
    }

    /// The last lines it wrote; those on standard error come last, since they tell most.
    pub(super) fn complaints(&self) -> Vec<String> {
        let plain = |c: char| if c.is_control() { '?' } else { c };
        let mut lines = Vec::new();
        for heard in self.heard.iter().rev() {
            let bytes: Vec<u8> = heard.kept.lock().iter().copied().collect();
            let text = String::from_utf8_lossy(&bytes);
            lines.extend(text.lines().map(|it| it.chars().take(LENGTH).map(plain).collect()));
        }
        lines
    }

    #[cfg(unix)]
    fn kill(&mut self) {
        use nix::sys::signal::{Signal, killpg};
        // Fails only if all of them have ended.
        let _ = killpg(nix::unistd::Pid::from_raw(self.child.id() as i32), Signal::SIGKILL);
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        // Fails only if it has ended.
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads to the end, at which `_open` is closed.
fn drain(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>, _open: Sender<Infallible>) {
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut chunk) {
        let mut kept = kept.lock();
        kept.extend(&chunk[..count]);
        let too_many = kept.len().saturating_sub(KEPT);
        kept.drain(..too_many);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn last_words_are_heard_however_late_they_are_read() {
        for _ in 0..50 {
            let words = ["sh", "-c", "echo first >&2; echo last >&2"].map(String::from);
            let (mut process, _, output) = Process::start(&words, None).unwrap();
            // Its end.
            io::read_to_string(output).unwrap();
            while !process.has_ended() {
                thread::yield_now();
            }
            process.end();
            assert_eq!(process.complaints(), ["first", "last"]);
        }
    }

    #[test]
    fn complaints_come_after_what_was_overheard() {
        let words = ["sh", "-c", "echo bad >&2; sleep 0.05; echo hello"].map(String::from);
        let (mut process, _, output) = Process::start(&words, None).unwrap();
        process.overhear(output);
        while !process.has_ended() {
            thread::yield_now();
        }
        process.end();
        assert_eq!(process.complaints(), ["hello", "bad"]);
    }
}
