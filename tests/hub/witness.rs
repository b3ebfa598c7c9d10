//! What holds in every conversation: the form of each line, moves that are legal where they are
//! told, and one `done` for each `go`.

use damier::board::Geometry;
use std::collections::VecDeque;

use damier::dispatch;
use damier::notation::hub::{read_move, read_setup};
use damier::notation::moves::resolve;
use damier::position::Position;
use damier::rules::{Rules, Variant};

/// Listens to both sides.
#[derive(Debug, Default)]
pub struct Witness {
    unfinished: Vec<u8>,
    /// What was said in mid-search: it takes effect after the search.
    waiting: VecDeque<String>,
    variant: Variant,
    /// Empty: the start position.
    position: String,
    moves: Vec<String>,
    searches: u32,
    answers: u32,
}

type Pairs<'a> = Vec<(&'a str, &'a str)>;

impl Witness {
    /// What we say to the program.
    pub fn hear(&mut self, bytes: &[u8]) {
        self.unfinished.extend_from_slice(bytes);
        while let Some(end) = self.unfinished.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.unfinished.drain(..=end).collect();
            self.waiting.push_back(String::from_utf8_lossy(&line).trim().to_owned());
        }
        self.catch_up();
    }

    fn catch_up(&mut self) {
        while self.searches == self.answers {
            let Some(line) = self.waiting.pop_front() else { break };
            self.hear_line(&line);
        }
    }

    fn hear_line(&mut self, line: &str) {
        // Lines with an open quote are not understood.
        if line.matches('"').count() % 2 == 1 {
            return;
        }
        let (command, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        match command {
            "go" => self.searches += 1,
            "set-param" => {
                let pairs = pairs(rest);
                let value = |name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1);
                if let (Some("variant"), Some(Ok(variant))) =
                    (value("name"), value("value").map(str::parse))
                    && variant != self.variant
                {
                    self.variant = variant;
                    self.position.clear();
                    self.moves.clear();
                }
            }
            "pos" => self.hear_position(&pairs(rest)),
            _ => {}
        }
    }

    fn hear_position(&mut self, pairs: &Pairs<'_>) {
        let value = |name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1);
        let position = value("pos").unwrap_or_default();
        dispatch!(self.variant, R => {
            let Some(mut pos) = read::<R>(position) else { return };
            position.clone_into(&mut self.position);
            self.moves.clear();
            for text in value("moves").unwrap_or_default().split_whitespace() {
                let Some(next) = played(&pos, text) else { break };
                pos = next;
                self.moves.push(text.to_owned());
            }
        });
    }

    /// What the program says to us.
    pub fn see(&mut self, line: &str) -> Result<(), String> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        if command == "error" {
            let message = rest.strip_prefix("message=\"").and_then(|rest| rest.strip_suffix('"'));
            let is_sound = message.is_some_and(|text| !text.is_empty() && !text.contains('"'));
            return if is_sound { Ok(()) } else { Err(String::from("a malformed error")) };
        }
        check_form(rest)?;
        match command {
            "info" => self.see_info(&pairs(rest)),
            "done" => self.see_done(&pairs(rest)),
            _ => Ok(()),
        }
    }

    fn see_info(&self, pairs: &Pairs<'_>) -> Result<(), String> {
        for &(name, value) in pairs {
            let is_sound = match name {
                "depth" | "nodes" | "multipv" => value.bytes().all(|byte| byte.is_ascii_digit()),
                "time" | "nps" | "mean-depth" => is_decimal(value, None),
                "score" => is_decimal(value.trim_start_matches('-'), Some(2)),
                "pv" => self.is_legal_line(value),
                _ => false,
            };
            if !is_sound {
                return Err(format!("a wrong {name}"));
            }
        }
        Ok(())
    }

    fn see_done(&mut self, pairs: &Pairs<'_>) -> Result<(), String> {
        self.answers += 1;
        if self.answers > self.searches {
            return Err(String::from("a done without a go"));
        }
        let names: Vec<_> = pairs.iter().map(|pair| pair.0).collect();
        if !matches!(names[..], [] | ["move"] | ["move", "ponder"]) {
            return Err(String::from("other pairs than move and ponder"));
        }
        let line: Vec<_> = pairs.iter().map(|pair| pair.1).collect();
        if self.is_legal_line(&line.join(" ")) {
            self.catch_up();
            Ok(())
        } else {
            Err(String::from("an illegal move"))
        }
    }

    /// Is each move legal after those before it, and written in full?
    fn is_legal_line(&self, line: &str) -> bool {
        dispatch!(self.variant, R => {
            let mut pos = read::<R>(&self.position).expect("it was read before");
            for text in &self.moves {
                pos = played(&pos, text).expect("it was played before");
            }
            line.split_whitespace().all(|text| {
                let next = played(&pos, text).filter(|_| is_full(&pos, text));
                next.is_some_and(|next| {
                    pos = next;
                    true
                })
            })
        })
    }

    /// What must hold in the end.
    pub fn end(&self) -> Result<(), String> {
        if self.searches == self.answers {
            Ok(())
        } else {
            Err(format!("{} go and {} done", self.searches, self.answers))
        }
    }
}

fn read<R: Rules>(text: &str) -> Option<Position<R>> {
    if text.is_empty() {
        return Some(Position::start());
    }
    Position::from_setup(&read_setup(text, R::Geometry::SQUARES).ok()?).ok()
}

fn played<R: Rules>(pos: &Position<R>, text: &str) -> Option<Position<R>> {
    Some(pos.play(resolve(pos, &read_move(text).ok()?).ok()?))
}

fn is_full<R: Rules>(pos: &Position<R>, text: &str) -> bool {
    let mv = read_move(text).ok().and_then(|written| resolve(pos, &written).ok());
    mv.is_some_and(|mv| pos.describe(mv).to_string() == text)
}

/// Each argument is `name=value` with no second `=`; quotes stand around values with a blank.
fn check_form(arguments: &str) -> Result<(), String> {
    let mut rest = arguments;
    while !rest.is_empty() {
        let (name, value) = rest.split_once('=').ok_or("an argument without a value")?;
        if name.is_empty() || name.contains([' ', '"']) {
            return Err(String::from("an argument without a value"));
        }
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => {
                let (value, after) = quoted.split_once('"').ok_or("an open quote")?;
                if !value.is_empty() && !value.contains(' ') {
                    return Err(String::from("quotes around a single word"));
                }
                if value.is_empty() && after.is_empty() {
                    return Err(String::from("an empty value at the end"));
                }
                (value, after)
            }
            None => value.split_at(value.find([' ', '\t']).unwrap_or(value.len())),
        };
        if value.contains('=') {
            return Err(String::from("a = in a value"));
        }
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    Ok(())
}

fn is_decimal(text: &str, places: Option<usize>) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    !whole.is_empty()
        && are_digits(whole)
        && are_digits(fraction)
        && places.is_none_or(|places| fraction.len() == places)
}

/// The pairs of a line, read with the simplest means.
fn pairs(arguments: &str) -> Pairs<'_> {
    let mut pairs = Vec::new();
    let mut rest = arguments;
    while let Some((name, value)) = rest.split_once('=') {
        let name = name.split_whitespace().last().unwrap_or_default();
        let value = value.trim_start();
        let (value, after) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_at(value.find([' ', '\t']).unwrap_or(value.len())),
        };
        pairs.push((name, value));
        rest = after;
    }
    pairs
}
