//! Plays a written game by the rules of a variant.

use std::marker::PhantomData;

use super::record::{Line, Record, Step};
use super::refusal::{Cause, Note};
use super::source::Section;
use super::tags::Tags;
use super::verdict::{Order, Score, Verdict};
use super::written::{Broken, Element, Kind, Written};
use crate::notation::moves::{Fault, MoveError};
use crate::notation::{fen, moves, quoted};
use crate::position::{Move, Position};
use crate::rules::Rules;

/// Notes kept of a game.
const NOTES: usize = 20;

/// A game that was read, with what is odd in it.
pub(super) struct Played<R: Rules> {
    pub(super) record: Record<R>,
    /// Where it begins.
    pub(super) at: usize,
    pub(super) notes: Vec<Note>,
}

/// Where a game cannot be read on, and why.
pub(super) struct Failure {
    pub(super) at: usize,
    pub(super) cause: Cause,
    /// Plies read till then.
    pub(super) plies: usize,
}

/// Where and why a line cannot be played on.
struct Stop {
    at: usize,
    cause: Box<Cause>,
}

impl Stop {
    fn new(at: usize, cause: Cause) -> Self {
        Self { at, cause: Box::new(cause) }
    }
}

/// The games of a text, one after the other.
pub(super) struct Replay<'a, R: Rules> {
    section: &'a Section,
    written: &'a Written,
    order: Order,
    next: usize,
    is_first: bool,
    notes: Vec<Note>,
    rules: PhantomData<R>,
}

/// A line that is being played.
struct Cursor<R: Rules> {
    pos: Position<R>,
    line: Line<R>,
    /// The move number last seen.
    number: Option<u32>,
}

impl<'a, R: Rules> Replay<'a, R> {
    pub(super) fn new(section: &'a Section, written: &'a Written, order: Order) -> Self {
        let notes = written.notes.clone();
        Self { section, written, order, next: 0, is_first: true, notes, rules: PhantomData }
    }

    /// The next game; only the first has the tags.
    pub(super) fn game(&mut self) -> Option<Result<Played<R>, Failure>> {
        let rest = &self.written.elements[self.next..];
        if !self.is_first && !rest.iter().any(|it| matches!(it.kind, Kind::Word(_))) {
            return None;
        }
        let at = if self.is_first { self.written.at } else { rest.first().map_or(0, |it| it.at) };
        let (pos, quiet_plies) = match self.start() {
            Ok(start) => start,
            Err(cause) => {
                self.give_up();
                return Some(Err(Failure { at: self.written.fen_at, cause, plies: 0 }));
            }
        };
        let mut cursor = Cursor { pos, line: Line::default(), number: None };
        let result = self.moves(&mut cursor);
        let plies = cursor.line.steps.len();
        let result = result.and_then(|word| {
            self.check_end(&cursor, word.is_some()).map_err(|cause| Stop::new(at, cause))?;
            let mut tags = if self.is_first { self.written.tags.clone() } else { Tags::default() };
            let verdict = self.verdict(&tags, word.clone());
            if let (Verdict::Points, Some(word)) = (verdict, &word) {
                tags.keep_points(word);
            }
            Ok(Record { tags, start: pos, quiet_plies, line: cursor.line, verdict })
        });
        self.is_first = false;
        let notes = std::mem::take(&mut self.notes);
        Some(match result {
            Ok(record) => Ok(Played { record, at, notes }),
            Err(Stop { at, cause }) => {
                self.give_up();
                Err(Failure { at, cause: *cause, plies })
            }
        })
    }

    fn start(&self) -> Result<(Position<R>, u32), Cause> {
        match self.written.tags.get("FEN").map(str::trim) {
            Some(text) if self.is_first && !text.is_empty() => {
                let fen = fen::read::<R>(text)?;
                Ok((fen.position, fen.quiet_plies))
            }
            _ => Ok((Position::start(), 0)),
        }
    }

    /// Reads past a game in which there is a fault: to behind its result.
    fn give_up(&mut self) {
        self.is_first = false;
        let elements = &self.written.elements;
        let from = self.next;
        let is_result =
            |it: &Element| matches!(&it.kind, Kind::Word(word) if Score::is_usual(word));
        let end = elements[from..].iter().position(is_result);
        self.next = end.map_or(elements.len(), |end| from + end + 1);
    }

    /// Plays the moves up to the result, which is returned if there is one.
    fn moves(&mut self, cursor: &mut Cursor<R>) -> Result<Option<String>, Stop> {
        let elements = &self.written.elements;
        while let Some(element) = elements.get(self.next) {
            self.next += 1;
            let Kind::Word(word) = &element.kind else {
                self.add(cursor, element).map_err(|cause| Stop::new(element.at, cause))?;
                continue;
            };
            if Score::is_usual(word) {
                if !self.goes_on(cursor) {
                    self.after_result(cursor);
                    return Ok(Some(word.clone()));
                }
                let text = format!("{} is passed over: the game goes on", quoted(word));
                self.note(element.at, text);
                continue;
            }
            if let Err(cause) = self.add(cursor, element) {
                if self.is_closing(word) {
                    self.after_result(cursor);
                    return Ok(Some(word.clone()));
                }
                return Err(Stop::new(element.at, self.at_end(word, cause)));
            }
        }
        match self.written.broken {
            Some((at, broken)) => Err(Stop::new(at, broken.into())),
            None => Ok(None),
        }
    }

    /// Is it a result such as `4-6`, which is written like a move?
    fn is_closing(&self, word: &str) -> bool {
        let is_last =
            !self.rest().any(|it| matches!(&it.kind, Kind::Word(word) if !Score::is_usual(word)));
        let is_tag = self.written.tags.get("Result").is_some_and(|tag| tag.trim() == word);
        let is_equal = word.split_once('-').is_some_and(|(first, second)| first == second);
        is_last && Score::is_points(word) && (is_tag || is_equal)
    }

    /// What is wrong with a last word that looks like the half of a move is that the text ends.
    fn at_end(&self, word: &str, cause: Cause) -> Cause {
        let is_half = matches!(cause, Cause::Word(moves::ReadError::Syntax { .. }))
            && word.len() < 8
            && word.starts_with(|c: char| c.is_ascii_alphanumeric())
            && word.contains(|c: char| c.is_ascii_digit());
        if is_half && self.rest().next().is_none() {
            Cause::Truncated(format!("it ends within the move {}", quoted(word)))
        } else {
            cause
        }
    }

    fn rest(&self) -> impl Iterator<Item = &'a Element> {
        self.written.elements[self.next..].iter()
    }

    /// Does the game go on behind what looks like its result? It does if the next move number is
    /// the one that is expected, or if there is none and the next move can only be of this game.
    fn goes_on(&self, cursor: &Cursor<R>) -> bool {
        let next = self.rest().find_map(|it| match &it.kind {
            Kind::Number { number, .. } => Some(Err(*number)),
            Kind::Word(word) if !Score::is_usual(word) => Some(Ok(word)),
            Kind::Setup(_) => Some(Err(1)),
            _ => None,
        });
        match next {
            None => false,
            Some(Err(number)) => {
                number > 1 && cursor.number.is_some_and(|it| number == it || number == it + 1)
            }
            Some(Ok(word)) => {
                read::<R>(&Position::start(), word).is_err() && read(&cursor.pos, word).is_ok()
            }
        }
    }

    /// Comments behind the result are the game's, and the result may be written twice.
    fn after_result(&mut self, cursor: &mut Cursor<R>) {
        let elements = &self.written.elements;
        while let Some(element) = elements.get(self.next) {
            match &element.kind {
                Kind::Comment(text) => cursor.comment(text.clone()),
                Kind::Nag(_) => {}
                Kind::Word(word) if Score::is_usual(word) => {}
                _ => return,
            }
            self.next += 1;
        }
    }

    fn check_end(&mut self, cursor: &Cursor<R>, has_result: bool) -> Result<(), Cause> {
        let steps = cursor.line.steps.len();
        let tag = |name| self.written.tags.get(name).filter(|_| self.is_first);
        if has_result {
            return Ok(());
        }
        let plies = tag("PlyCount").and_then(|plies| plies.trim().parse::<usize>().ok());
        if let Some(plies) = plies.filter(|&plies| plies > steps) {
            let text = format!("it has {steps} plies and no result, its PlyCount is {plies}");
            return Err(Cause::Truncated(text));
        }
        if steps == 0 && tag("FEN").is_none() {
            return Err(Cause::Truncated("it has neither moves nor a result".to_owned()));
        }
        Ok(())
    }

    fn verdict(&mut self, tags: &Tags, word: Option<String>) -> Verdict {
        let read = |text: &str| Verdict::of_score::<R>(Score::read(text.trim()), self.order);
        let by_tag = tags.get("Result").map_or(Verdict::Open, read);
        let by_word = word.as_deref().map_or(Verdict::Open, read);
        match (by_tag, by_word) {
            (Verdict::Open, verdict) | (verdict, Verdict::Open) => verdict,
            (by_tag, by_word) => {
                if by_tag != by_word && by_tag != Verdict::Points {
                    let (word, at) = (word.unwrap_or_default(), self.written.at);
                    let tag = tags.get("Result").unwrap_or_default();
                    let text = format!(
                        "the Result tag says {}, the moves end with {}: the tag counts",
                        quoted(tag),
                        quoted(&word)
                    );
                    self.note(at, text);
                }
                by_tag
            }
        }
    }

    /// Adds an element to a game.
    fn add(&mut self, cursor: &mut Cursor<R>, element: &Element) -> Result<(), Cause> {
        if let Kind::Number { number, dotted } = element.kind {
            let is_next = cursor.number.is_none_or(|it| number == it || number == it + 1);
            if !dotted && self.rest().next().is_none() {
                let text = format!("it ends with '{number}', which may be half of a move");
                return Err(Cause::Truncated(text));
            }
            if !dotted && !is_next {
                let expected = cursor.number.map_or(1, |it| it + 1);
                return Err(Cause::Number { number, expected });
            }
            cursor.number = Some(number);
            return Ok(());
        }
        self.add_to_line(cursor, element)
    }

    /// Adds an element to a game or to a variation, where numbers say nothing.
    fn add_to_line(&mut self, cursor: &mut Cursor<R>, element: &Element) -> Result<(), Cause> {
        match &element.kind {
            Kind::Number { .. } => {}
            Kind::Word(word) => {
                let mv = read(&cursor.pos, word).map_err(|error| cursor.numbered(error))?;
                if word.contains(['x', 'X', ':']) && cursor.pos.captured(mv) == 0 {
                    self.note(element.at, format!("{} captures nothing", quoted(word)));
                }
                cursor.line.steps.push(Step::new(cursor.pos, mv));
                cursor.pos = cursor.pos.play(mv);
            }
            Kind::Comment(text) => cursor.comment(text.clone()),
            Kind::Nag(nag) => {
                if let Some(step) = cursor.line.steps.last_mut() {
                    step.nags.push(*nag);
                }
            }
            Kind::Setup(text) => cursor.pos = setup(&cursor.pos, text)?,
            Kind::Variation { elements, end } => {
                match (self.variation(cursor, elements), cursor.line.steps.last_mut()) {
                    (Ok(line), Some(step)) => step.variations.push(line),
                    (variation, _) => {
                        if let Err(Stop { at, cause }) = variation {
                            self.note(at, format!("a variation is kept as a comment: {cause}"));
                        }
                        let text = &self.section.text[element.at..*end];
                        let words: Vec<&str> = text.split_whitespace().collect();
                        cursor.comment(words.join(" "));
                    }
                }
            }
        }
        Ok(())
    }

    /// Plays a variation: in place of the last move, or, where that cannot be, after it.
    fn variation(&mut self, main: &Cursor<R>, elements: &[Element]) -> Result<Line<R>, Stop> {
        let first = elements.iter().find_map(|it| match &it.kind {
            Kind::Word(word) if !Score::is_usual(word) => Some(word),
            _ => None,
        });
        let instead = main.line.steps.last().map_or(main.pos, |step| step.before);
        let fits = |pos: &Position<R>| first.is_some_and(|word| read(pos, word).is_ok());
        let pos = if !fits(&instead) && fits(&main.pos) { main.pos } else { instead };
        let mut cursor = Cursor { pos, line: Line::default(), number: main.number };
        for element in elements {
            match &element.kind {
                Kind::Word(word) if Score::is_usual(word) => cursor.comment(word.clone()),
                _ => {
                    self.add_to_line(&mut cursor, element)
                        .map_err(|cause| Stop::new(element.at, cause))?;
                }
            }
        }
        Ok(cursor.line)
    }

    fn note(&mut self, at: usize, text: String) {
        if self.notes.len() < NOTES {
            self.notes.push(Note { place: self.section.place(at), text });
        }
    }
}

impl<R: Rules> Cursor<R> {
    fn comment(&mut self, text: String) {
        if !text.is_empty() {
            let step = self.line.steps.last_mut();
            step.map_or(&mut self.line.comments, |step| &mut step.comments).push(text);
        }
    }

    /// The cause of a wrong move, with its number.
    fn numbered(&self, cause: Cause) -> Cause {
        match cause {
            Cause::Move { source, .. } => {
                let (is_second, plies) = (self.pos.turn() != R::FIRST, self.line.steps.len());
                let counted = (plies + usize::from(is_second)).div_euclid(2) + 1;
                let number = self.number.map_or(counted, |number| number as usize);
                let dots = if is_second { "..." } else { "." };
                Cause::Move { number: format!("{number}{dots}"), source }
            }
            cause => cause,
        }
    }
}

impl From<Broken> for Cause {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Within(what) => {
                Self::Truncated(format!("it ends within {what} that begins here"))
            }
            Broken::TooDeep => Self::TooDeep,
            Broken::LongWord => Self::LongWord,
        }
    }
}

fn read<R: Rules>(pos: &Position<R>, word: &str) -> Result<Move, Cause> {
    let mut written = moves::read::<R>(word)?;
    let mut result = moves::resolve(pos, &written);
    if let Err(MoveError::Illegal { fault: Fault::CapturesNothing { .. }, .. }) = result {
        // Whole collections have quiet moves written as captures.
        written.is_capture = false;
        result = moves::resolve(pos, &written);
    }
    result.map_err(|source| Cause::Move { number: String::new(), source })
}

/// The position of a FEN within a game; one without pieces only says who is to move.
fn setup<R: Rules>(pos: &Position<R>, text: &str) -> Result<Position<R>, Cause> {
    let inner = text[3..].trim().trim_matches('"').trim();
    let only_turn = inner.len() > 1 && inner[1..].chars().all(|c| c == ':');
    if inner.is_char_boundary(1) && only_turn {
        let turn = match &inner[..1] {
            "W" | "w" => crate::board::Color::White,
            "B" | "b" => crate::board::Color::Black,
            _ => return Err(fen::read::<R>(inner).map(|_| ()).unwrap_err().into()),
        };
        return Ok(if pos.turn() == turn { *pos } else { pos.passed() });
    }
    Ok(fen::read::<R>(inner)?.position)
}
