//! An engine as somebody describes it: `cmd="scan hub" name=scan param.threads=2 tc=10+0.1`, or `self`.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

use super::clock::{Budget, TimeError, read_seconds};
use crate::protocol::dxp;

/// An engine: what runs it, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name in the results; none: what the engine calls itself.
    pub name: Option<String>,
    /// What runs it.
    pub program: Program,
    /// Where it is started; none: here.
    pub directory: Option<PathBuf>,
    /// The parameters to set, each with its value.
    pub parameters: Vec<(String, String)>,
    /// What it may use; empty: the same as the other.
    pub budget: Budget,
}

/// What runs an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// This program, in this process.
    Own,
    /// A command and its arguments, which speaks Hub.
    Command(Vec<String>),
    /// A program that speaks DXP.
    Dxp(DxpProgram),
}

/// An engine that speaks DXP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpProgram {
    /// The command that starts it, in which `{port}` stands for the port; none: it runs already.
    pub command: Option<Vec<String>>,
    /// Where to meet it, as `HOST:PORT`; none: on the loopback address, at a free port if the
    /// command has a place for it and else at the usual one.
    pub address: Option<String>,
    /// Which of us waits for the connection.
    pub tcp: Tcp,
}

/// The engine's part in making the connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tcp {
    /// It waits, and we connect.
    #[default]
    Server,
    /// It connects, and we wait.
    Client,
}

/// What stands for the port in a command.
const PORT_MARK: &str = "{port}";

impl DxpProgram {
    /// Does the command tell the engine which port to take?
    pub(super) fn tells_port(&self) -> bool {
        self.command.iter().flatten().any(|word| word.contains(PORT_MARK))
    }

    /// The command with a port.
    pub(super) fn command_with(&self, port: u16) -> Option<Vec<String>> {
        let port = port.to_string();
        let words = self.command.as_ref()?;
        Some(words.iter().map(|word| word.replace(PORT_MARK, &port)).collect())
    }

    /// The one place where it is met, if it cannot be met at several at the same time.
    pub fn only_place(&self) -> Option<String> {
        match &self.address {
            Some(address) => Some(address.clone()),
            None if self.tells_port() => None,
            None => Some(format!("127.0.0.1:{}", dxp::PORT)),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("self"),
            Self::Command(words) => f.write_str(&words.join(" ")),
            Self::Dxp(DxpProgram { command, address, tcp }) => {
                let words = command.iter().flatten().map(String::as_str);
                let address = address.iter().map(String::as_str);
                let tcp = match tcp {
                    Tcp::Server => "dxp",
                    Tcp::Client => "dxp, tcp client",
                };
                let parts: Vec<&str> = words.chain(address).collect();
                write!(f, "{} ({tcp})", parts.join(" "))
            }
        }
    }
}

/// Why a description is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// It does not say what to run.
    #[error("an engine needs a command, as cmd=\"scan hub\", or the word self")]
    NoProgram,
    /// The word `self` with another protocol.
    #[error("self speaks no DXP here: proto=dxp needs cmd=\"damier dxp --listen {{port}}\"")]
    OwnDxp,
    /// A folder where nothing is started.
    #[error("dir= is for engines with a command: self is this program, in this process")]
    OwnDirectory,
    /// Words that have a meaning only with DXP.
    #[error("address= and tcp= are for engines with proto=dxp")]
    NotDxp,
    /// Neither `server` nor `client`.
    #[error("tcp={0}: an engine is server, which waits for the connection, or client")]
    Tcp(String),
    /// It says so twice.
    #[error("an engine has one command, or is self")]
    TwoPrograms,
    /// A word that has no meaning here.
    #[error(
        "'{0}' is not understood: an engine is described by self, cmd=, name=, dir=, proto=hub|dxp, \
         address=, tcp=server|client, param.NAME=, tc=, move-time=, nodes=, depth="
    )]
    Word(String),
    /// A quote that is not closed.
    #[error("a quote is opened and not closed in the command {0}")]
    Quote(String),
    /// A protocol that is not spoken.
    #[error("proto={0} is not a protocol: there are hub and dxp")]
    Protocol(String),
    /// A limit that is none.
    #[error(transparent)]
    Time(#[from] TimeError),
    /// A number that is none.
    #[error("{name}='{value}' is not a whole number above 0")]
    Number {
        /// Of what.
        name: String,
        /// What was given.
        value: String,
    },
}

impl EngineSpec {
    /// Reads the words of a description.
    ///
    /// # Errors
    /// The first word that is not understood.
    pub fn read<S: AsRef<str>>(words: &[S]) -> Result<Self, SpecError> {
        let mut is_own = false;
        let mut command = None;
        let mut meeting = Meeting::default();
        let mut spec = Self {
            name: None,
            program: Program::Own,
            directory: None,
            parameters: Vec::new(),
            budget: Budget::default(),
        };
        for word in words {
            let word = word.as_ref();
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let is_second = is_own || command.is_some();
            match key {
                "self" | "cmd" if is_second => return Err(SpecError::TwoPrograms),
                "self" if value.is_empty() => is_own = true,
                "cmd" => command = Some(split_command(value)?),
                "proto" | "address" | "tcp" if !value.is_empty() => meeting.take(key, value)?,
                _ => spec.take(word, key, value)?,
            }
        }
        spec.program = meeting.program(is_own, command)?;
        if spec.program == Program::Own && spec.directory.is_some() {
            return Err(SpecError::OwnDirectory);
        }
        Ok(spec)
    }

    fn take(&mut self, word: &str, key: &str, value: &str) -> Result<(), SpecError> {
        if value.is_empty() && !key.starts_with("param.") {
            return Err(SpecError::Word(word.to_owned()));
        }
        match key {
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "tc" => self.budget.clock = Some(value.parse()?),
            "move-time" => self.budget.move_time = Some(read_seconds(value)?),
            "nodes" => self.budget.nodes = Some(number(key, value)?),
            "depth" => self.budget.depth = Some(number(key, value)?),
            _ => match key.strip_prefix("param.").filter(|name| !name.is_empty()) {
                Some(name) => self.parameters.push((name.to_owned(), value.to_owned())),
                None => return Err(SpecError::Word(word.to_owned())),
            },
        }
        Ok(())
    }
}

/// How an engine is met.
#[derive(Default)]
struct Meeting {
    is_dxp: bool,
    address: Option<String>,
    tcp: Option<Tcp>,
}

impl Meeting {
    fn take(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match (key, value) {
            ("proto", "hub") => self.is_dxp = false,
            ("proto", "dxp") => self.is_dxp = true,
            ("proto", _) => return Err(SpecError::Protocol(value.to_owned())),
            ("tcp", "server") => self.tcp = Some(Tcp::Server),
            ("tcp", "client") => self.tcp = Some(Tcp::Client),
            ("tcp", _) => return Err(SpecError::Tcp(value.to_owned())),
            _ => self.address = Some(value.to_owned()),
        }
        Ok(())
    }

    fn program(self, is_own: bool, command: Option<Vec<String>>) -> Result<Program, SpecError> {
        let Self { is_dxp, address, tcp } = self;
        match command {
            _ if is_dxp && is_own => Err(SpecError::OwnDxp),
            None if is_dxp && address.is_none() => Err(SpecError::NoProgram),
            _ if is_dxp => {
                Ok(Program::Dxp(DxpProgram { command, address, tcp: tcp.unwrap_or_default() }))
            }
            _ if address.is_some() || tcp.is_some() => Err(SpecError::NotDxp),
            Some(words) => Ok(Program::Command(words)),
            None if is_own => Ok(Program::Own),
            None => Err(SpecError::NoProgram),
        }
    }
}

fn number<T: TryFrom<u64>>(name: &str, value: &str) -> Result<T, SpecError> {
    let number = value.parse().ok().filter(|&number: &u64| number > 0);
    number
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| SpecError::Number { name: name.to_owned(), value: value.to_owned() })
}

/// A command as words; quotes of both kinds keep blanks within a word.
fn split_command(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(SpecError::Quote(text.to_owned()));
    }
    words.extend(word);
    if words.is_empty() { Err(SpecError::NoProgram) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(words: &[&str]) -> String {
        EngineSpec::read(words).unwrap_err().to_string()
    }

    #[test]
    fn a_command_is_split_at_blanks_that_are_not_in_quotes() {
        let words = |text| split_command(text).unwrap();
        assert_eq!(words(" scan  hub "), ["scan", "hub"]);
        assert_eq!(words("'my engine' \"a b\"c ''"), ["my engine", "a bc", ""]);
        split_command("a 'b").unwrap_err();
    }

    #[test]
    fn every_word_is_read() {
        let spec = EngineSpec::read(&[
            "name=old",
            "cmd=./old hub",
            "dir=/tmp",
            "param.hash=16",
            "param.book=",
            "proto=hub",
            "tc=10+0.1",
            "nodes=7",
        ])
        .unwrap();
        assert_eq!(spec.name.as_deref(), Some("old"));
        assert_eq!(spec.program, Program::Command(vec!["./old".into(), "hub".into()]));
        assert_eq!(spec.parameters, [("hash".into(), "16".into()), ("book".into(), String::new())]);
        assert_eq!(spec.budget.to_string(), "10+0.1 s, 7 nodes a move");
        assert_eq!(EngineSpec::read(&["self"]).unwrap().program, Program::Own);
    }

    #[test]
    fn an_engine_that_speaks_dxp_is_met_at_a_port() {
        let program = |words: &[&str]| match EngineSpec::read(words).unwrap().program {
            Program::Dxp(program) => program,
            other => panic!("{other:?}"),
        };
        let started = program(&["cmd=damier dxp --listen {port}", "proto=dxp"]);
        assert_eq!((started.tcp, started.only_place()), (Tcp::Server, None));
        assert_eq!(started.command_with(5).unwrap().join(" "), "damier dxp --listen 5");
        let usual = program(&["proto=dxp", "cmd=scan dxp"]);
        assert_eq!(usual.only_place().as_deref(), Some("127.0.0.1:27531"));
        let running = program(&["address=host:1", "tcp=client", "proto=dxp"]);
        assert_eq!((running.command.as_ref(), running.tcp), (None, Tcp::Client));
        assert_eq!(Program::Dxp(running).to_string(), "host:1 (dxp, tcp client)");
        assert!(error(&["self", "proto=dxp"]).starts_with("self speaks no DXP here"));
        assert!(error(&["proto=dxp"]).starts_with("an engine needs a command"));
        assert!(error(&["self", "tcp=server"]).ends_with("are for engines with proto=dxp"));
        assert!(error(&["cmd=x", "proto=dxp", "tcp=x"]).starts_with("tcp=x: "));
    }

    #[test]
    fn what_is_not_understood_is_told() {
        assert_eq!(
            error(&["name=x"]),
            "an engine needs a command, as cmd=\"scan hub\", or the word self"
        );
        assert_eq!(error(&["self", "cmd=x"]), "an engine has one command, or is self");
        assert!(error(&["self", "dir=/tmp"]).starts_with("dir= is for engines with a command"));
        assert!(error(&["self", "threads=2"]).starts_with("'threads=2' is not understood"));
        assert_eq!(
            error(&["self", "proto=uci"]),
            "proto=uci is not a protocol: there are hub and dxp"
        );
        assert_eq!(error(&["self", "nodes=0"]), "nodes='0' is not a whole number above 0");
    }
}
