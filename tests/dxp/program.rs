//! The real program, and what it prints.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long to wait for what has to come: other programs run too.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// `damier dxp`, running. Dropping it kills it.
pub struct Program {
    child: Child,
    lines: Receiver<String>,
}

impl Program {
    /// Starts it with arguments separated by blanks.
    pub fn start(args: &str) -> Self {
        Self::start_with(&args.split_whitespace().collect::<Vec<_>>())
    }

    pub fn start_with(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("dxp")
            .args(args)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, lines }
    }

    /// Starts one that waits on a free port, and tells which.
    pub fn server(args: &str) -> (Self, u16) {
        let program = Self::start(&format!("--listen 0 {args}"));
        let port = program.port();
        (program, port)
    }

    /// Where it says that it listens.
    pub fn port(&self) -> u16 {
        let line = self.line();
        let port = line.strip_prefix("listening on 127.0.0.1:").expect(&line);
        port.parse().expect(port)
    }

    /// The next line that it prints.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("another line")
    }

    /// The next line with a text in it.
    pub fn line_with(&self, text: &str) -> String {
        loop {
            let line = self.line();
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Presses Ctrl-C.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status().expect("there is kill");
        assert!(status.success());
    }

    /// Waits for its end: status, what it had still to print, and its errors.
    pub fn ends(mut self) -> (i32, Vec<String>, String) {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                // Its output ends when it does.
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end: {lines:?}"),
            }
        }
        let status: ExitStatus = self.child.wait().expect("it ends");
        let mut errors = String::new();
        let stderr = self.child.stderr.as_mut().expect("it is piped");
        stderr.read_to_string(&mut errors).expect("they are text");
        (status.code().expect("it is not killed"), lines, errors)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
