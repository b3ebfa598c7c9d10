//! The conversation.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use kish::Board;

use super::board::{is_conversion, read_move, read_position, write_move};
use super::search::{Limits, search};

/// How long it thinks if nobody says how long.
const TIME: Duration = Duration::from_secs(1);

/// Answers lines until there are no more, or `quit`.
///
/// # Errors
/// If it cannot read or write.
pub(crate) fn serve(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    for line in input.lines() {
        let line = line?;
        let (command, pairs) = split(&line);
        if command == "quit" {
            break;
        }
        let answer = session.answer(command, &pairs);
        for line in answer.unwrap_or_else(|error| vec![format!("error message=\"{error}\"")]) {
            writeln!(output, "{line}")?;
        }
        output.flush()?;
    }
    Ok(())
}

/// The command, and pairs of names and values; a value may be in quotes.
fn split(line: &str) -> (&str, Vec<(&str, &str)>) {
    let (command, mut rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let mut pairs = Vec::new();
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let Some(after) = after.strip_prefix('=') else {
            pairs.push((name, ""));
            rest = after;
            continue;
        };
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        pairs.push((name, value));
        rest = after;
    }
    (command, pairs)
}

fn value<'a>(pairs: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
}

struct Session {
    /// The positions since the last conversion, the current one last.
    past: Vec<Board>,
    limits: Limits,
    move_time: Option<Duration>,
}

impl Default for Session {
    fn default() -> Self {
        let past = vec![Board::new_default()];
        Self { past, limits: Limits::default(), move_time: None }
    }
}

impl Session {
    fn answer(&mut self, command: &str, pairs: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let one = |line: &str| Ok(vec![line.to_owned()]);
        match command {
            "hub" => Ok([
                "id name=kish-alpha-beta version=1",
                "param name=variant value=turkish type=enum values=turkish",
                "wait",
            ]
            .map(String::from)
            .into()),
            "init" => one("ready"),
            "ping" => one("pong"),
            "set-param" if value(pairs, "name") == Some("variant") => {
                let variant = value(pairs, "value").unwrap_or_default();
                if variant == "turkish" {
                    return Ok(Vec::new());
                }
                Err(format!("variant='{variant}' is not turkish"))
            }
            "pos" => self.set_position(pairs),
            "level" => self.limit(pairs),
            "go" if value(pairs, "ponder").is_some() => Err(String::from("it does not ponder")),
            "go" => Ok(self.go()),
            _ => Ok(Vec::new()),
        }
    }

    /// Stays where it was if anything is wrong.
    fn set_position(&mut self, pairs: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let mut board = match value(pairs, "pos") {
            Some(text) => read_position(text).ok_or("bad position: 65 characters expected")?,
            None => Board::new_default(),
        };
        let mut past = vec![board];
        for text in value(pairs, "moves").unwrap_or_default().split_whitespace() {
            let action = read_move(&board, text).ok_or_else(|| format!("illegal move {text}"))?;
            if is_conversion(&board, &action) {
                past.clear();
            }
            board = board.apply(&action).swap_turn();
            past.push(board);
        }
        *self = Self { past, ..Self::default() };
        Ok(Vec::new())
    }

    fn limit(&mut self, pairs: &[(&str, &str)]) -> Result<Vec<String>, String> {
        for &(name, value) in pairs {
            let error = || format!("{name}='{value}' is no limit");
            match name {
                "depth" => self.limits.depth = Some(value.parse().map_err(|_| error())?),
                "nodes" => self.limits.nodes = Some(value.parse().map_err(|_| error())?),
                "move-time" => {
                    let seconds = value.parse().map_err(|_| error())?;
                    let time = Duration::try_from_secs_f64(seconds).map_err(|_| error())?;
                    self.move_time = Some(time);
                }
                _ => return Err(format!("{name} is none of: depth nodes move-time")),
            }
        }
        Ok(Vec::new())
    }

    fn go(&mut self) -> Vec<String> {
        let began = Instant::now();
        let mut limits = std::mem::take(&mut self.limits);
        let no_limit = limits.depth.is_none() && limits.nodes.is_none();
        let time = self.move_time.take().or(no_limit.then_some(TIME));
        limits.until = time.and_then(|time| began.checked_add(time));
        let Some(best) = search(&self.past, limits) else { return vec![String::from("done")] };
        let board = self.past[self.past.len() - 1];
        let info = format!(
            "info depth={} score={:.2} nodes={} time={:.3}",
            best.depth,
            f64::from(best.score) / 100.0,
            best.nodes,
            began.elapsed().as_secs_f64()
        );
        vec![info, format!("done move={}", write_move(&board, &best.action))]
    }
}
