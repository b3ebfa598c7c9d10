//! Which rule an illegal move breaks.
//!
//! First what stands on its squares, then whether it is a capture that other captures forbid, then
//! whether lifting one rule would make it possible: that is the rule it breaks.

mod capture;
mod quiet;

use thiserror::Error;

use super::WrittenMove;
use super::names::Names;
use crate::board::{Bits, Color, Geometry, Kind, Square};
use crate::movegen::MoveList;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// The rule that a move breaks. Squares and moves are written as the move was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A square beside the board.
    #[error("there is no square {square}: {variant} has squares 1 to {last}")]
    NoSuchSquare {
        /// The square.
        square: String,
        /// The variant.
        variant: &'static str,
        /// Its last square.
        last: usize,
    },
    /// Nothing stands where the move starts.
    #[error("no piece stands on {square}")]
    EmptySquare {
        /// The square.
        square: String,
    },
    /// The other color's piece stands where the move starts.
    #[error("the piece on {square} is not {turn}'s, who is to move")]
    NotYourPiece {
        /// The square.
        square: String,
        /// The color to move.
        turn: Color,
    },
    /// The color to move cannot move at all.
    #[error("{turn} has no legal move and has lost")]
    NoMoves {
        /// The color to move.
        turn: Color,
    },
    /// A piece stands where the move ends.
    #[error("{square} is occupied")]
    Occupied {
        /// The square.
        square: String,
    },
    /// Written as a capture, but nothing is captured.
    #[error("it captures nothing, and is written {quiet}")]
    CapturesNothing {
        /// The move as it should be written.
        quiet: String,
    },
    /// The start and end are those of legal captures, the captured squares or the path are not.
    #[error("between these squares there is only {}", legal.join(" and "))]
    OtherCapture {
        /// The legal captures with this start and end.
        legal: Vec<String>,
    },
    /// A quiet move where something can be captured.
    #[error("capture is compulsory, as with {example}")]
    CaptureIsCompulsory {
        /// A legal capture.
        example: String,
    },
    /// The capture takes fewer pieces than another.
    #[error("a longer capture exists: {most} pieces and not {taken}, as with {example}")]
    LongerCapture {
        /// What the move takes.
        taken: u32,
        /// What has to be taken.
        most: u32,
        /// A legal capture.
        example: String,
    },
    /// The capture takes fewer kings than another that takes as many pieces.
    #[error("more kings can be captured: {most} and not {taken}, as with {example}")]
    MoreKings {
        /// The kings that the move takes.
        taken: u32,
        /// The kings that have to be taken.
        most: u32,
        /// A legal capture.
        example: String,
    },
    /// The capture stops where it can be continued.
    #[error("the capture must go on from {square}, as with {example}")]
    CaptureMustGoOn {
        /// Where it stops.
        square: String,
        /// A legal capture.
        example: String,
    },
    /// A man moves backward, or sideways.
    #[error("wrong direction: men move {directions} in {variant}")]
    WrongDirection {
        /// Where men may move.
        directions: &'static str,
        /// The variant.
        variant: &'static str,
    },
    /// A man captures backward.
    #[error("wrong direction: men capture {directions} in {variant}")]
    WrongCaptureDirection {
        /// Where men may capture.
        directions: &'static str,
        /// The variant.
        variant: &'static str,
    },
    /// A man moves further than one square.
    #[error("a man moves one square only")]
    ManTooFar,
    /// A man captures from afar, or lands further than right behind.
    #[error("a man captures only the piece next to it, and lands right behind it")]
    ManCapturesTooFar,
    /// A king moves or captures further than kings do.
    #[error("kings move one square, and capture only the piece next to them, in {variant}")]
    KingTooFar {
        /// The variant.
        variant: &'static str,
    },
    /// Start and end are in no line in which pieces move.
    #[error("{from} and {to} are not on one {line}, and no capture joins them")]
    NotInLine {
        /// The start.
        from: String,
        /// The end.
        to: String,
        /// Where pieces move.
        line: &'static str,
    },
    /// Something stands in between.
    #[error("the way is blocked by {color}'s piece on {square}")]
    Blocked {
        /// Where it stands.
        square: String,
        /// Whose it is.
        color: Color,
    },
    /// Two pieces stand one behind the other.
    #[error("two pieces in a row cannot be jumped: {square} is behind {victim}")]
    TwoInARow {
        /// The first.
        victim: String,
        /// The second.
        square: String,
    },
    /// A king turns back between two jumps.
    #[error("a piece makes no half turn between two jumps in {variant}")]
    HalfTurn {
        /// The variant.
        variant: &'static str,
    },
    /// A man goes on after being crowned.
    #[error("a man crowned within a capture ends its move there in {variant}")]
    CrownedManStops {
        /// The variant.
        variant: &'static str,
    },
    /// A man goes on as a king within a capture.
    #[error("a man that reaches its last row within a capture goes on as a man in {variant}")]
    StaysMan {
        /// The variant.
        variant: &'static str,
    },
    /// A captured piece is in the way, or would be jumped twice.
    #[error("captured pieces stand till the move ends: they block, and are not jumped twice")]
    CapturedPieceBlocks,
    /// None of the above.
    #[error("the {kind} on {square} cannot go there; it can play {}", if legal.is_empty() { "nothing".to_owned() } else { legal.join(" ") })]
    CannotGoThere {
        /// Man or king.
        kind: &'static str,
        /// Where it stands.
        square: String,
        /// Some of its legal moves.
        legal: Vec<String>,
    },
}

/// How many moves a message lists at most.
const LISTED: usize = 8;

/// A wrong move with all that is asked about it.
struct Case<'a, R: Rules> {
    pos: &'a Position<R>,
    written: &'a WrittenMove,
    legal: &'a MoveList,
    names: Names<R>,
    from: Bits,
    to: Bits,
    kind: Kind,
}

/// The rule broken by a written move that none of the legal ones fits.
pub(super) fn explain<R: Rules>(
    pos: &Position<R>,
    written: &WrittenMove,
    legal: &MoveList,
) -> Fault {
    let names = Names::<R>::new(written.form);
    let bit = |square: Square| {
        if square.index() < R::Geometry::SQUARES {
            Ok(1 << R::NUMBERING.bit_index::<R::Geometry>(square))
        } else {
            let (square, last) = (names.square(square), R::Geometry::SQUARES);
            Err(Fault::NoSuchSquare { square, variant: R::NAME, last })
        }
    };
    let (from, to) = match (bit(written.from), bit(written.to)) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(fault), _) | (_, Err(fault)) => return fault,
    };
    let turn = pos.turn();
    let kind = match pos.piece_at(from) {
        None => return Fault::EmptySquare { square: names.bit(from) },
        Some(piece) if piece.color != turn => {
            return Fault::NotYourPiece { square: names.bit(from), turn };
        }
        Some(piece) => piece.kind,
    };
    if legal.is_empty() {
        return Fault::NoMoves { turn };
    }
    let case = Case { pos, written, legal, names, from, to, kind };
    case.forbidden_capture()
        .or_else(|| case.other_legal().map(|other| case.broken_capture().unwrap_or(other)))
        .or_else(|| case.occupied())
        .or_else(|| case.compulsory_capture())
        .or_else(|| case.broken_capture())
        .or_else(|| case.broken_quiet_move())
        .unwrap_or_else(|| case.cannot_go_there())
}

impl<R: Rules> Case<'_, R> {
    fn full(&self, mv: Move) -> String {
        self.names.in_full(self.pos, mv)
    }

    /// Legal moves with this start and end that differ in what stands between.
    fn other_legal(&self) -> Option<Fault> {
        let ends = |mv: &&Move| (self.pos.from(**mv), mv.to()) == (self.from, self.to);
        let legal: Vec<Move> = self.legal.iter().filter(ends).copied().collect();
        match legal[..] {
            [] => None,
            [mv] if self.pos.captured(mv) == 0 => {
                Some(Fault::CapturesNothing { quiet: self.full(mv) })
            }
            _ => {
                let legal = legal.into_iter().take(LISTED).map(|mv| self.full(mv)).collect();
                Some(Fault::OtherCapture { legal })
            }
        }
    }

    fn occupied(&self) -> Option<Fault> {
        (self.to != self.from && self.pos.occupied() & self.to != 0)
            .then(|| Fault::Occupied { square: self.names.bit(self.to) })
    }

    fn cannot_go_there(&self) -> Fault {
        let own = self.legal.iter().filter(|&&mv| self.pos.from(mv) == self.from);
        Fault::CannotGoThere {
            kind: match self.kind {
                Kind::Man => "man",
                Kind::King => "king",
            },
            square: self.names.bit(self.from),
            legal: own.take(LISTED).map(|&mv| self.full(mv)).collect(),
        }
    }
}
