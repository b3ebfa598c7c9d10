//! Games looked over by the engine: what each move was worth, what would have been better, and how
//! well each side played.

mod analyst;
pub mod json;
mod judge;
pub mod pdn;
mod plan;
mod summary;
pub mod text;

pub use analyst::Analyst;
pub use judge::{Judgment, Mark, expectation};
pub use plan::Plan;
pub use summary::Summary;

use crate::board::Color;
use crate::game::Outcome;
use crate::movegen::legal_moves;
use crate::notation::moves;
use crate::notation::pdn::Record;
use crate::position::{Move, MoveText, Position};
use crate::rules::Rules;
use crate::score::Score;

/// What the engine says about a game.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// For each move of the game what it was worth, if it was asked for.
    pub moves: Vec<Option<Judged>>,
    /// The last position, if it was looked at.
    pub end: Option<Seen>,
    /// How the game has ended by the rules, if it has.
    pub outcome: Option<Outcome>,
}

/// A move with the position it was played in and what came of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The position before it.
    pub before: Seen,
    /// What the position after it is worth, to the player of the move.
    pub after: Score,
    /// How deep the position after it was searched, in plies.
    pub after_depth: u32,
    /// What is to be said about it.
    pub judgment: Judgment,
}

/// A position that was searched.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// What it is worth to the color to move.
    pub score: Score,
    /// The last full iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How many moves are legal.
    pub legal: usize,
    /// The best lines, best first; none where no move is legal or nothing was searched.
    pub lines: Vec<Found>,
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is worth to the color to move.
    pub score: Score,
    /// Its moves.
    pub moves: Vec<MoveText>,
}

impl Seen {
    /// The best move.
    pub fn best(&self) -> Option<MoveText> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

impl Analysis {
    /// How well a color played, over the moves that were asked for; `turn` is who begins.
    pub fn summary<R: Rules>(&self, record: &Record<R>, color: Color) -> Summary {
        let of_color = record.line.steps.iter().zip(&self.moves);
        let of_color = of_color.filter(|(step, _)| step.before.turn() == color);
        Summary::of(of_color.filter_map(|(_, judged)| judged.as_ref()))
    }
}

/// The moves of a line from a position, up to the first that is not legal or to so many.
fn legal_line<R: Rules>(start: Position<R>, line: &[MoveText], most: usize) -> Vec<Move> {
    let mut pos = start;
    let mut legal = Vec::new();
    for text in line.iter().take(most) {
        let Some(mv) = Position::<R>::to_move(text) else { break };
        if !legal_moves(&pos).contains(&mv) {
            break;
        }
        legal.push(mv);
        pos = pos.play(mv);
    }
    legal
}

/// The moves of a line as PDN writes them.
fn line_texts<R: Rules>(start: Position<R>, line: &[MoveText], most: usize) -> Vec<String> {
    let mut pos = start;
    let texts = legal_line(start, line, most).into_iter().map(|mv| {
        let text = moves::write(&pos, mv);
        pos = pos.play(mv);
        text
    });
    texts.collect()
}

/// A score as White sees it, in men, or as `#5` and `#-5`: White, or Black, wins in 5 moves.
fn white_score(score: Score, turn: Color) -> String {
    let score = if turn.is_white() { score } else { -score };
    match score.plies_known() {
        Some(plies) => {
            format!("#{}{}", if score.is_win() { "" } else { "-" }, plies.div_ceil(2))
        }
        None => score.to_string(),
    }
}
