//! An engine as somebody describes it: `cmd="scan hub" name=scan param.threads=2 tc=10+0.1`, or `self`.

use std::path::PathBuf;

use thiserror::Error;

use super::clock::{Budget, TimeError, read_seconds};

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
    /// A command and its arguments.
    Command(Vec<String>),
}

/// Why a description is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// It does not say what to run.
    #[error("an engine needs a command, as cmd=\"scan hub\", or the word self")]
    NoProgram,
    /// It says so twice.
    #[error("an engine has one command, or is self")]
    TwoPrograms,
    /// A word that has no meaning here.
    #[error(
        "'{0}' is not understood: an engine is described by self, cmd=, name=, dir=, proto=hub, \
         param.NAME=, tc=, move-time=, nodes=, depth="
    )]
    Word(String),
    /// A quote that is not closed.
    #[error("a quote is opened and not closed in the command {0}")]
    Quote(String),
    /// A protocol that is not spoken.
    #[error("proto={0} is not a protocol: there is hub")]
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
        let mut program = None;
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
            let found = match key {
                "self" if value.is_empty() => Some(Program::Own),
                "cmd" => Some(Program::Command(split_command(value)?)),
                _ => {
                    spec.take(word, key, value)?;
                    None
                }
            };
            if found.is_some() && program.is_some() {
                return Err(SpecError::TwoPrograms);
            }
            program = program.or(found);
        }
        spec.program = program.ok_or(SpecError::NoProgram)?;
        Ok(spec)
    }

    fn take(&mut self, word: &str, key: &str, value: &str) -> Result<(), SpecError> {
        if value.is_empty() && !key.starts_with("param.") {
            return Err(SpecError::Word(word.to_owned()));
        }
        match key {
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "proto" if value == "hub" => {}
            "proto" => return Err(SpecError::Protocol(value.to_owned())),
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
    fn what_is_not_understood_is_told() {
        assert_eq!(
            error(&["name=x"]),
            "an engine needs a command, as cmd=\"scan hub\", or the word self"
        );
        assert_eq!(error(&["self", "cmd=x"]), "an engine has one command, or is self");
        assert!(error(&["self", "threads=2"]).starts_with("'threads=2' is not understood"));
        assert_eq!(error(&["self", "proto=uci"]), "proto=uci is not a protocol: there is hub");
        assert_eq!(error(&["self", "nodes=0"]), "nodes='0' is not a whole number above 0");
    }
}
