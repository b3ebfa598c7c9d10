//! Conversation files.
//!
//! ```text
//! # a comment
//! args hub --log=x      the command line; `hub` if there is no such line
//! > hub                 we say this line
//! >> a\x00b\n           we say these bytes, escapes read, without a line end
//! >>9000 32-28\x20      the same so many times
//! < wait                the next line is exactly this
//! <~ id name=\w+ .*     the next line matches this pattern as a whole
//! <* done( .*)?         infos, params and ids are let pass, up to a line that matches
//! within 100 ms         the next expectation must be met so soon after the last thing we said
//! after 250 ms          the next expectation must not be met sooner than that
//! close                 we close its input
//! ends within 200 ms    it ends by itself, so soon after the last thing we did
//! stderr .*ignored.*    all it says on standard error matches this; it says nothing there otherwise
//! numbering foreign     its squares are not checked, as they have other numbers
//! ```
//!
//! What a named group of a pattern caught stands for `{name}` from then on. At the end the input is
//! closed, nothing more may be said, and the program must end with status 0.

use std::time::Duration;

/// A conversation.
#[derive(Debug, Default)]
pub struct Script {
    pub args: Vec<String>,
    pub steps: Vec<(usize, Step)>,
    pub stderr: Option<String>,
    pub has_foreign_numbering: bool,
}

/// A line of a file.
#[derive(Debug)]
pub enum Step {
    Say(Vec<u8>),
    /// The next line.
    Exactly(String),
    Matches(String),
    /// Lines up to one that matches.
    Until(String),
    Within(Duration),
    After(Duration),
    Close,
    Ends(Duration),
}

impl Script {
    /// Reads a file, or the lines of an example.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut script = Self { args: vec![String::from("hub")], ..Self::default() };
        for (index, line) in text.lines().enumerate() {
            script.read_line(index + 1, line).map_err(|error| format!("{}: {error}", index + 1))?;
        }
        Ok(script)
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let step = match word {
            "" | "#" => return Ok(()),
            "args" => {
                self.args = rest.split_whitespace().map(str::to_owned).collect();
                return Ok(());
            }
            "stderr" => {
                self.stderr = Some(rest.to_owned());
                return Ok(());
            }
            "numbering" if rest == "foreign" => {
                self.has_foreign_numbering = true;
                return Ok(());
            }
            ">" => Step::Say(format!("{rest}\n").into_bytes()),
            "<" => Step::Exactly(rest.to_owned()),
            "<~" => Step::Matches(rest.to_owned()),
            "<*" => Step::Until(rest.to_owned()),
            "within" => Step::Within(milliseconds(rest)?),
            "after" => Step::After(milliseconds(rest)?),
            "close" => Step::Close,
            "ends" => Step::Ends(milliseconds(rest.trim_start_matches("within "))?),
            _ => match word.strip_prefix(">>") {
                Some("") => Step::Say(unescape(rest)?),
                Some(times) => {
                    let times = times.parse().map_err(|_| format!("'{times}' is no number"))?;
                    Step::Say(unescape(rest)?.repeat(times))
                }
                None => return Err(format!("'{word}' is no step of a conversation")),
            },
        };
        self.steps.push((number, step));
        Ok(())
    }
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix(" ms").and_then(|number| number.parse().ok());
    number.map(Duration::from_millis).ok_or_else(|| format!("'{text}' is no time in ms"))
}

fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'\\') => b'\\',
            Some(b'x') => {
                let digits: Vec<u8> = rest.by_ref().take(2).collect();
                let digits = std::str::from_utf8(&digits).map_err(|error| error.to_string())?;
                u8::from_str_radix(digits, 16).map_err(|error| error.to_string())?
            }
            _ => return Err(format!("an unknown escape in '{text}'")),
        });
    }
    Ok(bytes)
}
