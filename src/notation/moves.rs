//! Moves as people write them: from written text to a legal move, and back.

use thiserror::Error;

use super::{Between, WrittenMove};
use crate::movegen::legal_moves;
use crate::position::{Move, MoveText, Position};
use crate::rules::Rules;

/// Why a written move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// More than one legal move is written so.
    #[error("ambiguous move {written}: it could be {candidates}")]
    Ambiguous {
        /// The move as written.
        written: String,
        /// The legal moves it could be.
        candidates: String,
    },
    /// No legal move is written so.
    #[error("illegal move {written}")]
    Illegal {
        /// The move as written.
        written: String,
    },
}

/// The legal move that was written.
///
/// # Errors
/// If no legal move or more than one is written so.
pub fn resolve<R: Rules>(pos: &Position<R>, written: &WrittenMove) -> Result<Move, MoveError> {
    let fits = |text: &MoveText| {
        text.from == written.from
            && text.to == written.to
            && match written.between {
                Between::Nothing | Between::Path(_) => true,
                Between::Captured(captured) => text.captured == captured,
            }
    };
    let moves = legal_moves(pos);
    let fitting: Vec<_> = moves.iter().filter(|&&mv| fits(&pos.describe(mv))).collect();
    let name = || format!("{}-{}", written.from, written.to);
    match fitting[..] {
        [] => Err(MoveError::Illegal { written: name() }),
        [&mv] => Ok(mv),
        _ => {
            let texts = fitting.iter().map(|&&mv| pos.describe(mv).to_string());
            let candidates = texts.collect::<Vec<_>>().join(" ");
            Err(MoveError::Ambiguous { written: name(), candidates })
        }
    }
}
