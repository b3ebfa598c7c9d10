//! A tournament as a file says it. The file is turned into the words of a command line, so that both
//! mean the same and are checked by the same rules.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::{Args, Command};
use toml::{Spanned, Value};

use super::Tournament;
use crate::arena::spec::EngineSpec;

/// Options that make no sense in the file: it is one, and they are about one run of it.
const NOT_IN_FILE: [&str; 3] = ["help", "resume", "verbose"];

type Table = BTreeMap<Spanned<String>, Spanned<Value>>;

/// The command line of a tournament, the name of the program included.
pub(super) fn command() -> Command {
    Tournament::augment_args(Command::new("damier tournament"))
}

/// The words that say the same as a file, after the name of the program.
///
/// # Errors
/// If it is no TOML, or has a key that is no option.
pub(super) fn words(path: &Path) -> anyhow::Result<Vec<OsString>> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("{name} cannot be read"))?;
    // The error shows the line and points at the place.
    let table: Table = toml::from_str(&text).map_err(|error| anyhow!("{name}: {error}"))?;
    let mut words = vec![OsString::from("damier tournament")];
    if let Some((_, engines)) = table.iter().find(|(key, _)| key.get_ref() == "engine") {
        let starts = engine_lines(&text, engines.span().start);
        let Value::Array(engines) = engines.get_ref() else {
            bail!("{name}: engines are written as [[engine]]");
        };
        for (number, engine) in engines.iter().enumerate() {
            let line = starts.get(number).map_or(String::new(), |line| format!(", line {line}"));
            let at = || format!("{name}{line}: engine {}", number + 1);
            words.push(OsString::from("--engine"));
            words.extend(engine_words(engine).with_context(at)?.into_iter().map(OsString::from));
        }
    }
    // An option, if only with its default, ends the words of the last engine.
    words.push(OsString::from("--format=round-robin"));
    for (key, value) in &table {
        let at = || format!("{name}, line {}", line_of(&text, key.span().start));
        words.extend(option(key.get_ref(), value.get_ref()).with_context(at)?);
    }
    Ok(words)
}

/// What is wrong with the words of a file, or with those of the command line beside it.
pub(super) fn told(path: &Path, error: &clap::Error) -> anyhow::Error {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let text = text.split("\n\nUsage").next().unwrap_or(text).trim_end();
    anyhow!("{} (or the command line beside it): {text}", path.display())
}

/// The words of an option.
fn option(key: &str, value: &Value) -> anyhow::Result<Vec<OsString>> {
    if key == "engine" {
        return Ok(Vec::new());
    }
    let command = command();
    let known = || command.get_arguments().filter_map(clap::Arg::get_long);
    let known = || known().filter(|name| !NOT_IN_FILE.contains(name));
    if !known().any(|name| name == key) {
        let known: Vec<_> = known().collect();
        bail!("'{key}' is no key here; there are: {}", known.join(" "));
    }
    let flag = OsString::from(format!("--{key}"));
    let text = match value {
        Value::Boolean(false) => return Ok(Vec::new()),
        Value::Boolean(true) => return Ok(vec![flag]),
        Value::Array(values) => {
            let words: Result<Vec<_>, _> = values.iter().map(scalar).collect();
            words.with_context(|| format!("'{key}'"))?.join(",")
        }
        value => scalar(value).with_context(|| format!("'{key}'"))?,
    };
    Ok(vec![OsString::from(format!("--{key}={text}"))])
}

/// The words that describe an engine.
fn engine_words(engine: &Value) -> anyhow::Result<Vec<String>> {
    let Value::Table(table) = engine else { bail!("it is not a table") };
    let mut words = Vec::new();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("self", Value::Boolean(true)) => words.push(String::from("self")),
            ("self", _) => bail!("self = true is all that can be said with this key"),
            ("param", Value::Table(parameters)) => {
                for (name, value) in parameters {
                    let value = scalar(value).with_context(|| format!("'param.{name}'"))?;
                    words.push(format!("param.{name}={value}"));
                }
            }
            (key, value) => {
                words.push(format!("{key}={}", scalar(value).with_context(|| format!("'{key}'"))?));
            }
        }
    }
    EngineSpec::read(&words)?;
    Ok(words)
}

fn scalar(value: &Value) -> anyhow::Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(is_so) => Ok(is_so.to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
            bail!("a text, a number, true or false is expected, not {}", value.type_str())
        }
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

/// The lines on which `[[engine]]` stands, from the first of them on.
fn engine_lines(text: &str, start: usize) -> Vec<usize> {
    let first = line_of(text, start);
    let is_head = |line: &str| line.trim_start().starts_with("[[");
    text.lines().zip(1..).filter(|&(line, n)| n >= first && is_head(line)).map(|it| it.1).collect()
}
