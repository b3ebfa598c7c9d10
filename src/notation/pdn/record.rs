//! A game as PDN keeps it.

use super::tags::Tags;
use super::verdict::Verdict;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// A game with its tags, comments and variations. All moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<R: Rules> {
    /// The tags as they were read; those that follow from the rest need not be there.
    pub tags: Tags,
    /// The position before the first move.
    pub start: Position<R>,
    /// Plies without a conversion before that position, as its FEN may tell.
    pub quiet_plies: u32,
    /// Comments and moves.
    pub line: Line<R>,
    /// Its result.
    pub verdict: Verdict,
}

/// Moves in a row: a game's own, or a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<R: Rules> {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub steps: Vec<Step<R>>,
}

/// A move with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<R: Rules> {
    /// The position it is played in: that after the move before, if no setup stands between them.
    pub before: Position<R>,
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
    /// The comments after it, clock times among them, as they stand between the braces.
    pub comments: Vec<String>,
    /// What could have been played instead.
    pub variations: Vec<Line<R>>,
}

impl<R: Rules> Record<R> {
    /// A game without tags and comments.
    pub fn new(start: Position<R>, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut line = Line::default();
        let mut pos = start;
        for mv in moves {
            line.steps.push(Step::new(pos, mv));
            pos = pos.play(mv);
        }
        Self { tags: Tags::default(), start, quiet_plies: 0, line, verdict: Verdict::Open }
    }

    /// The position after the last move.
    pub fn end(&self) -> Position<R> {
        self.line.end().unwrap_or(self.start)
    }
}

impl<R: Rules> Line<R> {
    /// The position after the last move, if there is one.
    pub fn end(&self) -> Option<Position<R>> {
        self.steps.last().map(Step::after)
    }
}

impl<R: Rules> Default for Line<R> {
    fn default() -> Self {
        Self { comments: Vec::new(), steps: Vec::new() }
    }
}

impl<R: Rules> Step<R> {
    /// A move without comments.
    pub fn new(before: Position<R>, mv: Move) -> Self {
        Self { before, mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }

    /// The position after it.
    pub fn after(&self) -> Position<R> {
        self.before.play(self.mv)
    }
}
