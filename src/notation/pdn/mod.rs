//! Games as text: PDN, read tolerantly and in a stream, played by the rules, and written strictly.
//!
//! A stream is cut into the texts of single games, so that memory is bounded by one game whatever
//! the length of the file. Each game is played by the rules of its variant; one that cannot be is
//! refused with the place and the broken rule, and the others go on.

mod foreign;
mod game_type;
mod lexer;
mod record;
mod refusal;
mod replay;
mod source;
mod tags;
mod verdict;
mod write;
mod written;

pub use record::{Line, Record, Step};
pub use refusal::{Cause, Note, Place, Refusal, VariantError};
pub use tags::Tags;
pub use verdict::{Order, Verdict};
pub use write::write;

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use crate::rules::{Rules, Variant};
use game_type::Fit;
use replay::{Failure, Played, Replay};
use source::{Section, Sections};
use written::Written;

/// How a stream is read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The variant of games whose tags name none that damier plays; otherwise it is guessed.
    pub variant: Option<Variant>,
    /// Whose points stand first in a result.
    pub order: Order,
    /// The most bytes of one game; a longer one is refused.
    pub limit: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { variant: None, order: Order::default(), limit: 1 << 20 }
    }
}

/// Where a game was found, and what is odd in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its number in the stream, from 1; refused games are counted too.
    pub game: u64,
    /// Where it begins.
    pub place: Place,
    /// Its variant is a guess.
    pub guessed: bool,
    /// What was read tolerantly and may surprise.
    pub notes: Vec<Note>,
}

/// Is told what a stream has. A game comes with the rules of its variant as a type.
pub trait Visitor {
    /// A game that was read.
    fn game<R: Rules>(&mut self, found: Found, record: Record<R>) -> ControlFlow<()>;
    /// A game that was not.
    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()>;
}

/// Reads all games of a stream, in constant memory, till told to stop.
///
/// The variant of a game is the one its `GameType` or `Variant` tag names, or else the one of
/// `options`. Where none of them says it, the variant of the game before is taken if the game can be
/// played in it, and otherwise the one in which most moves can be; of equals the one whose squares
/// are written so, and then the one with the smaller board. Captures such as `c3:e5` without
/// a `GameType` are those of Russian draughts.
///
/// ```
/// use std::ops::ControlFlow;
/// use damier::notation::pdn::{self, Found, Options, Record, Refusal, Visitor};
/// use damier::rules::Rules;
///
/// struct Lines(Vec<String>);
/// impl Visitor for Lines {
///     fn game<R: Rules>(&mut self, found: Found, record: Record<R>) -> ControlFlow<()> {
///         self.0.push(format!("{}: {} plies", found.place, record.line.steps.len()));
///         ControlFlow::Continue(())
///     }
///     fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
///         self.0.push(format!("{}: {refusal}", refusal.place));
///         ControlFlow::Continue(())
///     }
/// }
///
/// let text = "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 1-1\n\n1. 31-27 1-0 2. 1-7 *";
/// let mut lines = Lines(Vec::new());
/// pdn::read(text.as_bytes(), &Options::default(), &mut lines).unwrap();
/// assert_eq!(lines.0[0], "1:1: 3 plies");
/// assert!(lines.0[1].starts_with("4:17: move 2... illegal move 1-7: 7 is occupied"));
/// ```
///
/// # Errors
/// If the input cannot be read, or is UTF-16.
pub fn read(input: impl BufRead, options: &Options, visitor: &mut impl Visitor) -> io::Result<()> {
    let mut sections = Sections::new(input, options.limit);
    let mut reading = Reading { options, games: 0, before: None };
    while let Some(section) = sections.next()? {
        if reading.section(&section, visitor).is_break() {
            break;
        }
    }
    Ok(())
}

struct Reading<'a> {
    options: &'a Options,
    games: u64,
    /// The variant of the game before.
    before: Option<Variant>,
}

impl Reading<'_> {
    fn section(&mut self, section: &Section, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if section.cut {
            self.games += 1;
            return visitor.refused(Refusal {
                game: self.games,
                place: Place { line: section.first_line, column: 1 },
                tags: Tags::default(),
                variant: None,
                foreign: None,
                cause: Cause::TooLong { limit: self.options.limit },
            });
        }
        for written in section.written() {
            match self.variant(section, &written) {
                Ok((variant, guessed)) => dispatch!(variant, R => {
                    self.games::<R>(section, &written, (variant, guessed), visitor)?;
                }),
                Err(error) => {
                    self.games += 1;
                    visitor.refused(Refusal {
                        game: self.games,
                        place: section.place(written.type_at.max(written.at)),
                        tags: written.tags,
                        variant: None,
                        foreign: None,
                        cause: Cause::Variant(error),
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn games<R: Rules>(
        &mut self,
        section: &Section,
        written: &Written,
        (variant, guessed): (Variant, bool),
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let mut replay = Replay::<R>::new(section, written, self.options.order);
        let mut tags = written.tags.clone();
        let mut is_first = true;
        while let Some(game) = replay.game() {
            self.games += 1;
            let game_number = self.games;
            match game {
                Ok(Played { record, at, notes }) => {
                    self.before = Some(variant);
                    let place = section.place(at);
                    visitor.game(Found { game: game_number, place, guessed, notes }, record)?;
                }
                Err(Failure { at, cause, .. }) => {
                    let asks = guessed && is_first && matches!(cause, Cause::Move { .. });
                    let order = self.options.order;
                    visitor.refused(Refusal {
                        game: game_number,
                        place: section.place(at),
                        tags: std::mem::take(&mut tags),
                        variant: Some((R::NAME, guessed)),
                        foreign: asks.then(|| foreign::plays(section, written, order)).flatten(),
                        cause,
                    })?;
                }
            }
            tags = Tags::default();
            is_first = false;
        }
        ControlFlow::Continue(())
    }

    /// The variant of a game, and whether it is a guess.
    fn variant(
        &self,
        section: &Section,
        written: &Written,
    ) -> Result<(Variant, bool), VariantError> {
        match (game_type::of_tags(&written.tags), self.options.variant) {
            (Some(Ok(variant)), _) | (Some(Err(_)) | None, Some(variant)) => Ok((variant, false)),
            (Some(Err(error)), None) => Err(error),
            (None, None) => match game_type::looks_foreign(written) {
                Some(error) => Err(error),
                None => Ok((self.guess(section, written), true)),
            },
        }
    }

    fn guess(&self, section: &Section, written: &Written) -> Variant {
        let fit = |variant: Variant| {
            dispatch!(variant, R => {
                let game = Replay::<R>::new(section, written, self.options.order).game();
                let played = game.map_or(Ok(0), |game| {
                    game.map(|it| it.record.line.steps.len()).map_err(|failure| failure.plies)
                });
                Fit::new::<R>(written, played, self.before == Some(variant))
            })
        };
        if let Some(before) = self.before
            && let Fit { whole: true, own_notation: true, .. } = fit(before)
        {
            return before;
        }
        let mut best = (Fit::default(), Variant::default());
        for &variant in Variant::ALL {
            let fit = fit(variant);
            if fit > best.0 {
                best = (fit, variant);
            }
        }
        best.1
    }
}
