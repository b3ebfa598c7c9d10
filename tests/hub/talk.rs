//! A conversation with the real program.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use regex::Regex;

use super::script::{Script, Step};
use super::witness::Witness;

/// How long to wait for a line that has no time of its own, and for the end.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why a conversation went wrong.
#[derive(Debug)]
pub enum Fault {
    /// The right thing came too late, which can be the fault of a busy machine.
    Late(String),
    /// Something else came, or nothing.
    Wrong(String),
}

/// Holds a conversation.
pub fn hold(script: &Script) -> Result<(), Fault> {
    let mut talk = Talk::begin(script);
    for (number, step) in &script.steps {
        talk.step(step).map_err(|fault| fault.at(*number))?;
    }
    talk.end(script.stderr.as_deref())
}

struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    stderr: Option<JoinHandle<String>>,
    witness: Option<Witness>,
    caught: HashMap<String, String>,
    since: Instant,
    limit: Option<Duration>,
    not_before: Duration,
    has_ended: bool,
}

impl Drop for Talk {
    /// Leaves no process behind, however the conversation went.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Fault {
    fn at(self, number: usize) -> Self {
        match self {
            Self::Late(text) => Self::Late(format!("line {number}: {text}")),
            Self::Wrong(text) => Self::Wrong(format!("line {number}: {text}")),
        }
    }
}

fn wrong<T>(text: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Wrong(text.into()))
}

impl Talk {
    fn begin(script: &Script) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(&script.args)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.unwrap_or_else(|error| format!("(no text: {error})"));
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
            }
        });
        let mut errors = child.stderr.take().expect("it is piped");
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            stderr: Some(stderr),
            witness: (!script.has_foreign_numbering).then(Witness::default),
            caught: HashMap::new(),
            since: Instant::now(),
            limit: None,
            not_before: Duration::ZERO,
            has_ended: false,
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), Fault> {
        match step {
            Step::Say(bytes) => self.say(bytes),
            Step::Within(limit) => {
                self.limit = Some(*limit);
                Ok(())
            }
            Step::After(time) => {
                self.not_before = *time;
                Ok(())
            }
            Step::Close => {
                self.input = None;
                self.since = Instant::now();
                Ok(())
            }
            Step::Ends(limit) => {
                self.limit = Some(*limit);
                self.wait_for_end()
            }
            Step::Exactly(text) => {
                let expected = self.fill(text, false);
                let line = self.next()?.ok_or_else(|| ended(text))?;
                if line == expected {
                    Ok(())
                } else {
                    wrong(format!("expected `{expected}`\n     got `{line}`"))
                }
            }
            Step::Matches(text) => {
                let pattern = self.pattern(text)?;
                let line = self.next()?.ok_or_else(|| ended(text))?;
                if self.catch(&pattern, &line) {
                    Ok(())
                } else {
                    wrong(format!("expected `{text}`\n     got `{line}`"))
                }
            }
            Step::Until(text) => {
                let pattern = self.pattern(text)?;
                loop {
                    let limit = self.limit;
                    let line = self.next()?.ok_or_else(|| ended(text))?;
                    if self.catch(&pattern, &line) {
                        return self.not_too_soon();
                    }
                    if !["id ", "param ", "info "].iter().any(|word| line.starts_with(word)) {
                        return wrong(format!("expected `{text}`\n     got `{line}`"));
                    }
                    self.limit = limit;
                }
            }
        }
    }

    fn say(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let filled = std::str::from_utf8(bytes).map(|text| self.fill(text, false));
        let bytes = filled.as_ref().map_or(bytes, String::as_bytes);
        if let Some(witness) = &mut self.witness {
            witness.hear(bytes);
        }
        let Some(input) = &mut self.input else { return wrong("its input is closed already") };
        self.since = Instant::now();
        match input.write_all(bytes).and_then(|()| input.flush()) {
            Ok(()) => Ok(()),
            Err(error) => wrong(format!("it does not listen any more: {error}")),
        }
    }

    /// The next line; none if there will be no more.
    fn next(&mut self) -> Result<Option<String>, Fault> {
        let limit = self.limit.take();
        match self.lines.recv_timeout(limit.map_or(PATIENCE, |limit| limit + PATIENCE)) {
            Ok((when, line)) => {
                if let Some(witness) = &mut self.witness {
                    witness
                        .see(&line)
                        .map_err(|fault| Fault::Wrong(format!("{fault}: `{line}`")))?;
                }
                self.in_time(when, limit)?;
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => wrong("nothing was said"),
        }
    }

    fn in_time(&self, when: Instant, limit: Option<Duration>) -> Result<(), Fault> {
        let took = when.saturating_duration_since(self.since);
        match limit {
            Some(limit) if took > limit => {
                Err(Fault::Late(format!("after {took:?}, more than {limit:?}")))
            }
            _ => Ok(()),
        }
    }

    fn not_too_soon(&mut self) -> Result<(), Fault> {
        let took = self.since.elapsed();
        let not_before = std::mem::take(&mut self.not_before);
        if took < not_before { wrong(format!("too soon, after {took:?}")) } else { Ok(()) }
    }

    fn wait_for_end(&mut self) -> Result<(), Fault> {
        let limit = self.limit.take();
        if let Some(line) = self.next()? {
            return wrong(format!("expected the end\n     got `{line}`"));
        }
        self.in_time(Instant::now(), limit)?;
        let status = self.child.wait().map_err(|error| Fault::Wrong(error.to_string()))?;
        self.has_ended = true;
        if status.success() { Ok(()) } else { wrong(format!("ended with {status}")) }
    }

    fn end(mut self, stderr: Option<&str>) -> Result<(), Fault> {
        self.input = None;
        if !self.has_ended {
            self.wait_for_end()?;
        }
        if let Some(witness) = &self.witness {
            witness.end().map_err(Fault::Wrong)?;
        }
        let said = self.stderr.take().map(|thread| thread.join().expect("it only reads"));
        let said = said.unwrap_or_default();
        let pattern = self.pattern(stderr.unwrap_or_default())?;
        if pattern.is_match(said.trim_end()) {
            Ok(())
        } else {
            wrong(format!("on standard error: {said}"))
        }
    }

    /// The text with what has been caught in it.
    fn fill(&self, text: &str, is_pattern: bool) -> String {
        self.caught.iter().fold(text.to_owned(), |text, (name, value)| {
            let value = if is_pattern { regex::escape(value) } else { value.clone() };
            text.replace(&format!("{{{name}}}"), &value)
        })
    }

    fn pattern(&self, text: &str) -> Result<Regex, Fault> {
        Regex::new(&format!("(?s)^(?:{})$", self.fill(text, true)))
            .map_err(|error| Fault::Wrong(error.to_string()))
    }

    fn catch(&mut self, pattern: &Regex, line: &str) -> bool {
        let Some(groups) = pattern.captures(line) else { return false };
        for name in pattern.capture_names().flatten() {
            if let Some(group) = groups.name(name) {
                self.caught.insert(name.to_owned(), group.as_str().to_owned());
            }
        }
        true
    }
}

fn ended(expected: &str) -> Fault {
    Fault::Wrong(format!("expected `{expected}`\n     got the end"))
}
