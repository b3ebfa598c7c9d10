//! A game as people read it.

use crate::game::Game;
use crate::movegen::legal_moves;
use crate::notation::{diagram, fen, moves};
use crate::position::{Move, MoveText, Position};
use crate::rules::Rules;

/// A position of a game in texts for people; it stays as it is when the game goes on.
pub struct Texts {
    /// The board.
    pub diagram: String,
    /// The board with the numbers of its squares.
    pub numbers: String,
    /// As PDN writes positions.
    pub fen: String,
    /// The legal moves as PDN writes them, sorted.
    pub moves: Vec<String>,
    line: LineWriter,
}

type LineWriter = Box<dyn Fn(&[MoveText]) -> String>;

impl Texts {
    pub(super) fn of<R: Rules>(game: &Game<R>) -> Self {
        let position = *game.position();
        let written = |&mv: &Move| moves::write(&position, mv);
        let mut moves: Vec<_> = legal_moves(&position).iter().map(written).collect();
        moves.sort_unstable();
        Self {
            diagram: diagram::pieces(&position),
            numbers: diagram::numbers::<R>(),
            fen: match game.plies_without_conversion() {
                0 => fen::write(&position),
                plies => fen::write_with_quiet_plies(&position, plies),
            },
            moves,
            line: Box::new(move |line| write_line(position, line)),
        }
    }

    /// A line of moves from this position as PDN writes them.
    pub fn line(&self, moves: &[MoveText]) -> String {
        (self.line)(moves)
    }
}

/// Writes moves up to the first that is not legal after those before it.
fn write_line<R: Rules>(mut position: Position<R>, line: &[MoveText]) -> String {
    let mut texts = Vec::new();
    for text in line {
        let Some(mv) = Position::<R>::to_move(text) else { break };
        if !legal_moves(&position).contains(&mv) {
            break;
        }
        texts.push(moves::write(&position, mv));
        position = position.play(mv);
    }
    texts.join(" ")
}
