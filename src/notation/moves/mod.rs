//! Moves as people write them: from PDN text to a move as written, from there to a legal move, and
//! back. What is not legal is told with the rule it breaks.

mod names;
mod path;
mod routes;
mod syntax;
mod why;

pub use names::write;
pub use syntax::{ReadError, read};
pub use why::Fault;

use thiserror::Error;

use super::{Between, Form, WrittenMove};
use crate::board::Square;
use crate::movegen::{MoveList, legal_moves};
use crate::position::{Move, Position};
use crate::rules::Rules;
use names::Names;

/// Why a written move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// More than one legal move is written so.
    #[error("ambiguous move {written}: it could be {}", candidates.join(" or "))]
    Ambiguous {
        /// The move as written.
        written: String,
        /// The legal moves it could be, in full.
        candidates: Vec<String>,
    },
    /// No legal move is written so.
    #[error("illegal move {written}: {fault}")]
    Illegal {
        /// The move as written.
        written: String,
        /// The rule it breaks.
        fault: Fault,
    },
}

/// The legal move that was written.
///
/// The short form is enough where only one legal move has this start and end; in PDN it also is the
/// whole path of a single jump. Captured squares have
/// to be those of the move, in any order. A path may be longer or shorter than is needed, and lead
/// over any square on which the piece can be said to have landed.
///
/// ```
/// use damier::notation::{fen, moves};
/// use damier::rules::International;
///
/// let pos = fen::read::<International>("W:W28:B23,14").unwrap().position;
/// let written = moves::read::<International>("28x10").unwrap();
/// let mv = moves::resolve(&pos, &written).unwrap();
/// assert_eq!(pos.describe(mv).to_string(), "28x10x14x23");
///
/// let short = moves::read::<International>("28x19").unwrap();
/// assert_eq!(
///     moves::resolve(&pos, &short).unwrap_err().to_string(),
///     "illegal move 28x19: the capture must go on from 19, as with 28x19x10"
/// );
/// ```
///
/// # Errors
/// If no legal move is written so, with the rule it breaks; or more than one, with all of them.
pub fn resolve<R: Rules>(pos: &Position<R>, written: &WrittenMove) -> Result<Move, MoveError> {
    let legal = legal_moves(pos);
    let ends = |mv: &&Move| {
        let text = pos.describe(**mv);
        text.from == written.from && text.to == written.to
    };
    let same_ends: MoveList = legal.iter().filter(ends).copied().collect();
    let fitting = match &written.between {
        Between::Nothing => match written.form {
            // A single jump has no squares on its path: this is how it is written in full, and
            // whoever means a longer capture with the same ends has to write its path.
            Form::Pdn(_) if same_ends.len() > 1 => {
                let single = |mv: &&Move| pos.captured(**mv).is_power_of_two();
                let single: MoveList = same_ends.iter().filter(single).copied().collect();
                if single.is_empty() { same_ends } else { single }
            }
            Form::Hub(_) | Form::Pdn(_) => same_ends,
        },
        Between::Captured(captured) => with_captured(pos, &same_ends, *captured),
        Between::Path(squares) => path::with_path(pos, &same_ends, squares),
    };
    if fitting.is_empty()
        && let Some(written) = captures_written_as_path(pos, written)
    {
        return resolve(pos, &written);
    }
    let names = Names::<R>::new(written.form);
    match fitting[..] {
        [mv] if !(written.is_capture && pos.captured(mv) == 0) => Ok(mv),
        [] | [_] => Err(MoveError::Illegal {
            written: names.written(written),
            fault: why::explain(pos, written, &legal),
        }),
        _ => Err(MoveError::Ambiguous {
            written: names.written(written),
            candidates: fitting.iter().map(|&mv| names.in_full(pos, mv)).collect(),
        }),
    }
}

/// Where the piece of a legal capture lands on its way, start and end left out: right behind what it
/// captures, or where it turns. Of several ways one.
pub fn landings<R: Rules>(pos: &Position<R>, mv: Move) -> Vec<Square> {
    let square = |bit: u64| R::NUMBERING.square::<R::Geometry>(bit.trailing_zeros() as usize);
    path::of_move(pos, mv).into_iter().map(square).collect()
}

/// A move that was read as a path but has enemies where it would land: a person wrote what it
/// captures, as in Hub.
fn captures_written_as_path<R: Rules>(
    pos: &Position<R>,
    written: &WrittenMove,
) -> Option<WrittenMove> {
    let Between::Path(path) = &written.between else { return None };
    let (&to, captured) = path.split_first()?;
    let setup = pos.setup();
    let is_enemy = |&square: &Square| setup.at(square).is_some_and(|it| it.color != pos.turn());
    let captured = captured.iter().chain([&written.to]);
    if !captured.clone().all(is_enemy) {
        return None;
    }
    let set = captured.fold(0, |set, square| set | 1 << square.index());
    Some(WrittenMove { to, between: Between::Captured(set), ..written.clone() })
}

fn with_captured<R: Rules>(pos: &Position<R>, moves: &MoveList, captured: u64) -> MoveList {
    moves.iter().filter(|&&mv| pos.describe(mv).captured == captured).copied().collect()
}

#[cfg(test)]
mod tests;
