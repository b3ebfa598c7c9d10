//! A game as written: its tags, and its words in a tree of variations. No rule is asked yet.

use super::lexer::{Lexer, Token};
use super::source::Section;
use super::tags::Tags;
use super::{Note, Place};

/// How deep variations may stand in each other.
const DEPTH: usize = 50;
/// The longest word that may be a move.
const WORD: usize = 400;
/// Notes kept of a game.
const NOTES: usize = 20;
/// Places are remembered every so many bytes, so that asking for many of them stays cheap.
const MARK: usize = 4096;
/// Tags kept of a game.
const TAGS: usize = 200;

/// The text of a game, or of several that no tag divides.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) tags: Tags,
    /// Where it begins.
    pub(super) at: usize,
    /// Where the `FEN` and `GameType` tags are.
    pub(super) fen_at: usize,
    pub(super) type_at: usize,
    pub(super) elements: Vec<Element>,
    pub(super) notes: Vec<Note>,
    /// Where and in what it breaks off.
    pub(super) broken: Option<(usize, Broken)>,
}

/// How a text breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Within(&'static str),
    TooDeep,
    LongWord,
}

/// A piece of movetext and where it begins.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) at: usize,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Number {
        number: u32,
        dotted: bool,
    },
    Word(String),
    Comment(String),
    Nag(u8),
    /// A FEN from here on.
    Setup(String),
    Variation {
        elements: Vec<Element>,
        /// Behind its bracket.
        end: usize,
    },
}

impl Section {
    /// The line and column of a byte.
    pub(super) fn place(&self, at: usize) -> Place {
        let bytes = self.text.as_bytes();
        let at = at.min(bytes.len());
        let marks = self.marks.get_or_init(|| {
            let mut place = Place { line: self.first_line, column: 1 };
            let mark = |piece: &[u8]| {
                let next = place.after(piece);
                std::mem::replace(&mut place, next)
            };
            bytes.chunks(MARK).map(mark).collect()
        });
        let index = (at / MARK).min(marks.len().saturating_sub(1));
        let start = Place { line: self.first_line, column: 1 };
        marks.get(index).copied().unwrap_or(start).after(&bytes[index * MARK..at])
    }

    /// The games of the section, divided where tags follow on moves.
    pub(super) fn written(&self) -> Vec<Written> {
        let mut builder = Builder::new(self);
        for (at, token) in Lexer::new(&self.text) {
            builder.add(at, token);
        }
        builder.finish();
        builder.done
    }
}

struct Builder<'a> {
    section: &'a Section,
    done: Vec<Written>,
    game: Written,
    /// The variations that are open, each with where it began.
    open: Vec<(usize, Vec<Element>)>,
}

impl<'a> Builder<'a> {
    fn new(section: &'a Section) -> Self {
        Self { section, done: Vec::new(), game: Written::default(), open: Vec::new() }
    }

    fn add(&mut self, at: usize, token: Token<'_>) {
        if let Token::Tag { name, value, closed } = token {
            self.tag(at, name, value, closed);
            return;
        }
        let kind = match token {
            Token::Tag { .. } => return,
            Token::Comment(text) => Kind::Comment(text.into_owned()),
            Token::OpenComment(text) => self.open_comment(at, text),
            Token::Open => {
                if self.open.len() == DEPTH {
                    self.game.broken.get_or_insert((at, Broken::TooDeep));
                } else {
                    self.open.push((at, Vec::new()));
                }
                return;
            }
            Token::Close => {
                match self.open.pop() {
                    Some((start, elements)) => {
                        let kind = Kind::Variation { elements, end: at + 1 };
                        self.push(start, kind);
                    }
                    None => self.note(at, "a closing bracket that nothing opens is passed over"),
                }
                return;
            }
            Token::Stray => {
                let sign = self.section.text[at..].chars().next().unwrap_or(' ');
                let sign = crate::notation::quoted(&sign.to_string());
                self.note(at, &format!("{sign} has no sense here and is passed over"));
                return;
            }
            Token::Nag(nag) => Kind::Nag(nag),
            Token::Number { number, dotted } => Kind::Number { number, dotted },
            Token::Word(word) if word.len() > WORD => {
                self.game.broken.get_or_insert((at, Broken::LongWord));
                return;
            }
            Token::Word(word) => Kind::Word(word.into_owned()),
            Token::Command(text) => match text.trim_start().get(..3) {
                Some(name) if name.eq_ignore_ascii_case("fen") => {
                    Kind::Setup(text.trim().to_owned())
                }
                _ => {
                    self.note(at, "a command other than /FEN is passed over");
                    return;
                }
            },
        };
        self.push(at, kind);
    }

    fn open_comment(&mut self, at: usize, text: &str) -> Kind {
        if self.section.text[at + 1 + text.len()..].trim().is_empty() {
            self.game.broken.get_or_insert((at, Broken::Within("a comment")));
        } else {
            self.note(at, "a comment is not closed; it is taken to end with its line");
        }
        Kind::Comment(text.trim().to_owned())
    }

    fn tag(&mut self, at: usize, name: &str, value: String, closed: bool) {
        if !self.game.elements.is_empty() || !self.open.is_empty() {
            self.finish();
        }
        if self.game.tags.is_empty() {
            self.game.at = at;
        }
        if name.eq_ignore_ascii_case("FEN") {
            self.game.fen_at = at;
        } else if name.eq_ignore_ascii_case("GameType") {
            self.game.type_at = at;
        }
        if !closed {
            self.game.broken.get_or_insert((at, Broken::Within("a tag")));
        }
        if self.game.tags.iter().count() < TAGS {
            self.game.tags.add(name, value);
        } else {
            self.note(at, "there are too many tags; this one is passed over");
        }
    }

    fn push(&mut self, at: usize, kind: Kind) {
        if self.open.is_empty() && self.game.elements.is_empty() && self.game.tags.is_empty() {
            self.game.at = at;
        }
        let elements = self.open.last_mut().map_or(&mut self.game.elements, |(_, list)| list);
        elements.push(Element { at, kind });
    }

    fn note(&mut self, at: usize, text: &str) {
        if self.game.notes.len() < NOTES {
            let place = self.section.place(at);
            self.game.notes.push(Note { place, text: text.to_owned() });
        }
    }

    /// Ends the game; variations still open make it a broken one.
    fn finish(&mut self) {
        if let Some((at, _)) = self.open.first() {
            self.game.broken.get_or_insert((*at, Broken::Within("a variation")));
        }
        self.open.clear();
        let game = std::mem::take(&mut self.game);
        let is_empty = game.tags.is_empty() && game.broken.is_none();
        let is_text = |it: &Element| !matches!(it.kind, Kind::Comment(_) | Kind::Nag(_));
        if !is_empty || game.elements.iter().any(is_text) {
            self.done.push(game);
        }
    }
}
