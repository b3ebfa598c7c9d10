//! Writes games as PDN 3.0: all tags, lines of 80 columns, moves short where that is clear.

use std::fmt::Write;

use super::record::{Line, Record};
use super::verdict::{Order, Verdict};
use crate::notation::{fen, moves};
use crate::position::Position;
use crate::rules::Rules;

/// The longest line of movetext.
const WIDTH: usize = 80;
/// The tags that every game has, and what stands in them if nothing is known.
const SEVEN: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];
/// The tags that follow from the game or have their place after the seven.
const DERIVED: [&str; 6] = ["GameType", "SetUp", "FEN", "TimeControl", "PlyCount", "Termination"];

/// Writes a game, with an empty line behind it.
///
/// The seven tags come first, then `GameType`, `SetUp` and `FEN` where the game does not begin with
/// the start position, `TimeControl`, `PlyCount` and `Termination`, then the others it has.
/// `Result`, `GameType`, `SetUp`, `FEN` and `PlyCount` follow from the game, whatever its tags say.
///
/// ```
/// use damier::notation::pdn::{Order, Record, Verdict, write};
/// use damier::movegen::legal_moves;
/// use damier::position::Position;
/// use damier::rules::English;
///
/// let start = Position::<English>::start();
/// let mut game = Record::new(start, [legal_moves(&start)[0]]);
/// game.tags.set("Black", "A \"B\" C");
/// game.verdict = Verdict::Black;
/// let text = write(&game, Order::FirstToMove);
/// assert!(text.contains("[Black \"A \\\"B\\\" C\"]\n[Result \"1-0\"]\n[GameType \"21,B,8,8,N1,0\"]"));
/// ```
pub fn write<R: Rules>(record: &Record<R>, order: Order) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    };
    let given = |name| record.tags.get(name).filter(|value| !value.trim().is_empty());
    let result = match (record.verdict, given("Result")) {
        (Verdict::Points, Some(points)) => points,
        (verdict, _) => verdict.text::<R>(order),
    };
    for (name, unknown) in SEVEN {
        tag(name, if name == "Result" { result } else { given(name).unwrap_or(unknown) });
    }
    tag("GameType", R::GAME_TYPE);
    if record.start != Position::start() || record.quiet_plies > 0 {
        tag("SetUp", "1");
        let fen = match record.quiet_plies {
            0 => fen::write(&record.start),
            plies => fen::write_with_quiet_plies(&record.start, plies),
        };
        tag("FEN", &fen);
    }
    tag("TimeControl", given("TimeControl").unwrap_or("?"));
    tag("PlyCount", &record.line.steps.len().to_string());
    let ended = if record.verdict == Verdict::Open { "unterminated" } else { "normal" };
    tag("Termination", given("Termination").unwrap_or(ended));
    for (name, value) in record.tags.iter() {
        let is_written =
            SEVEN.iter().map(|(it, _)| it).chain(&DERIVED).any(|it| it.eq_ignore_ascii_case(name));
        if !is_written {
            tag(name, value);
        }
    }
    text.push('\n');
    let mut words = Words::default();
    line(&record.line, record.start, 0, &mut words);
    words.word(record.verdict.text::<R>(order));
    words.wrap(&mut text);
    text + "\n\n"
}

/// Writes moves that begin in a position, after so many plies.
fn line<R: Rules>(line: &Line<R>, start: Position<R>, plies: usize, out: &mut Words) {
    comments(&line.comments, out);
    let (mut pos, mut plies) = (start, plies);
    // Who moves second begins on the second half of a move.
    if plies == 0 && start.turn() != R::FIRST {
        plies = 1;
    }
    let mut needs_number = true;
    for step in &line.steps {
        if step.before != pos {
            out.word(&format!("/FEN \"{}\"/", fen::write(&step.before)));
            needs_number = true;
            plies += usize::from((plies % 2 == 1) != (step.before.turn() != R::FIRST));
        }
        if plies % 2 == 0 {
            out.word(&format!("{}.", plies / 2 + 1));
        } else if needs_number {
            out.word(&format!("{}...", plies / 2 + 1));
        }
        let mut mv = moves::write(&step.before, step.mv);
        let (marks, others): (Vec<u8>, Vec<u8>) =
            step.nags.iter().partition(|nag| (1..=6).contains(*nag));
        if let [mark] = marks[..] {
            mv.push_str(["!", "?", "!!", "??", "!?", "?!"][usize::from(mark) - 1]);
        }
        out.word(&mv);
        let marks = if marks.len() == 1 { Vec::new() } else { marks };
        for nag in marks.iter().chain(&others) {
            out.word(&format!("${nag}"));
        }
        comments(&step.comments, out);
        for variation in &step.variations {
            out.open('(');
            variation_of(variation, step.before, plies, out);
            out.close(')');
        }
        needs_number = !(step.comments.is_empty() && step.variations.is_empty());
        pos = step.after();
        plies += 1;
    }
}

/// Writes a variation, which begins in place of the move or, rarely, after it.
fn variation_of<R: Rules>(it: &Line<R>, instead: Position<R>, plies: usize, out: &mut Words) {
    let start = it.steps.first().map_or(instead, |step| step.before);
    let plies = if start.turn() == instead.turn() { plies } else { plies + 1 };
    line(it, start, plies, out);
}

fn comments(comments: &[String], out: &mut Words) {
    for comment in comments {
        let plain = comment.replace('{', "(").replace('}', ")");
        out.open('{');
        let mut words = plain.split_whitespace().peekable();
        while let Some(word) = words.next() {
            // A command such as [%clk 0:01:00] stays in one line: not all readers put it together.
            match words.next_if(|next| word.starts_with("[%") && next.ends_with(']')) {
                Some(value) => out.word(&format!("{word} {value}")),
                None => out.word(word),
            }
        }
        out.close('}');
    }
}

/// A tag's value as it is written: in one line, with its quotes escaped.
fn escaped(value: &str) -> String {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Words, brackets glued to them, that are put in lines.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Brackets that the next word begins with.
    opening: String,
}

impl Words {
    fn word(&mut self, word: &str) {
        let opening = std::mem::take(&mut self.opening);
        self.words.push(opening + word);
    }

    fn open(&mut self, bracket: char) {
        self.opening.push(bracket);
    }

    fn close(&mut self, bracket: char) {
        match self.words.last_mut() {
            Some(word) if self.opening.is_empty() => word.push(bracket),
            Some(_) | None => self.word(&bracket.to_string()),
        }
    }

    /// Adds the words to a text, in lines.
    fn wrap(&self, text: &mut String) {
        let mut column = 0;
        for word in &self.words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += length;
        }
    }
}
