//! Endings that may last only so long, and how long one has lasted.

use crate::board::{Bits, Color, Geometry};
use crate::position::Position;
use crate::rules::{Ending, Rules};

/// How long an ending has lasted: 0 where it is not on the board, else its plies and one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Span(u8);

impl Span {
    pub(super) const NONE: Self = Self(0);

    /// The plies played since the ending arose; none where it is not on the board.
    pub(super) fn plies(self) -> Option<u32> {
        u32::from(self.0).checked_sub(1)
    }

    /// One ply later. `changed` tells that a piece was captured or crowned by it.
    pub(super) fn after<R: Rules>(self, ending: Ending, pos: &Position<R>, changed: bool) -> Self {
        let begun = self.0 > 0;
        if !is_on_board(ending, pos, begun) {
            return Self::NONE;
        }
        let restarts = match ending {
            Ending::LoneKingAgainstKings { .. } | Ending::KingsOnBothSides { .. } => changed,
            Ending::LoneKing { .. }
            | Ending::LoneKingOnMainDiagonal { .. }
            | Ending::KingsHoldMainDiagonal { .. } => false,
        };
        Self(if begun && !restarts { self.0.saturating_add(1) } else { 1 })
    }
}

/// Is the ending on the board? `begun` tells that it was one ply before.
fn is_on_board<R: Rules>(ending: Ending, pos: &Position<R>, begun: bool) -> bool {
    if let Ending::KingsOnBothSides { least, most } = ending {
        let kings = pos.kings(Color::White) != 0 && pos.kings(Color::Black) != 0;
        return kings && (least..=most).contains(&pos.occupied().count_ones());
    }
    Color::BOTH.into_iter().any(|strong| {
        let lone = pos.pieces(!strong);
        if !lone.is_power_of_two() || lone & pos.all_kings() == 0 {
            return false;
        }
        let pieces = pos.pieces(strong).count_ones();
        let kings = pos.kings(strong).count_ones();
        match ending {
            Ending::LoneKing { least, most } => kings > 0 && (least..=most).contains(&pieces),
            Ending::LoneKingAgainstKings { least } => kings == pieces && pieces >= least,
            Ending::LoneKingOnMainDiagonal { against } => {
                kings > 0 && pieces == against && pos.occupied() & main_diagonal::<R>() == lone
            }
            Ending::KingsHoldMainDiagonal { kings: needed } => {
                let holds = pos.pieces(strong) & main_diagonal::<R>() != 0;
                kings == needed && pieces == needed && (holds || begun)
            }
            Ending::KingsOnBothSides { .. } => false,
        }
    })
}

/// The longest diagonal of playable squares, from one corner to the other.
fn main_diagonal<R: Rules>() -> Bits {
    (0..R::Geometry::ROWS).fold(0, |set, row| {
        let column = R::Geometry::ROWS - 1 - row;
        let place = if R::Geometry::DARK_ONLY { column / 2 } else { column };
        set | R::Geometry::bit(row, place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{fen, read_square};
    use crate::rules::{Brazilian, International, Spanish};

    fn is_diagonal<R: Rules>(squares: &str) {
        let bits = squares.split(' ').map(|text| {
            let square = read_square::<R>(text).unwrap();
            1 << R::NUMBERING.bit_index::<R::Geometry>(square)
        });
        assert_eq!(main_diagonal::<R>(), bits.fold(0, |set, bit: u64| set | bit));
    }

    #[test]
    fn the_main_diagonal_joins_the_playable_corners() {
        is_diagonal::<Brazilian>("a1 b2 c3 d4 e5 f6 g7 h8");
        is_diagonal::<Spanish>("1 h1 g2 f3 e4 d5 c6 b7 a8 32");
    }

    /// How long the ending has lasted along positions, of which the first is the start; a `!` tells
    /// that a piece was captured or crowned.
    fn lasted<R: Rules>(ending: Ending, fens: &[&str]) -> Vec<Option<u32>> {
        let mut span = Span::NONE;
        let after = fens.iter().map(|fen| {
            let pos = fen::read::<R>(fen.trim_end_matches('!')).unwrap().position;
            span = span.after(ending, &pos, fen.ends_with('!'));
            span.plies()
        });
        after.collect()
    }

    #[test]
    fn a_lone_king_that_leaves_the_main_diagonal_begins_again() {
        let ending = Ending::LoneKingOnMainDiagonal { against: 3 };
        let on = "W:WKc1,Ka3,Ke1:BKh8";
        let off = "W:WKc1,Ka3,Ke1:BKg5";
        let shared = "W:WKc1,Ka3,Ka1:BKh8";
        let spans = lasted::<Brazilian>(ending, &[on, on, off, on, on, shared]);
        assert_eq!(spans, [Some(0), Some(1), None, Some(0), Some(1), None]);
    }

    #[test]
    fn kings_that_have_held_the_main_diagonal_may_leave_it() {
        let ending = Ending::KingsHoldMainDiagonal { kings: 3 };
        let off = "W:WK2,K3,K4:BK29";
        let on = "W:WK1,K3,K4:BK29";
        let spans = lasted::<Spanish>(ending, &[off, on, off, off, "W:WK3,K4:BK29!"]);
        assert_eq!(spans, [None, Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn the_count_of_a_lone_king_outlasts_a_capture_within_the_ending() {
        let ending = Ending::LoneKing { least: 1, most: 2 };
        let (three, two, one) = ("W:WK46,K47,K48:BK5", "W:WK46,K47:BK5", "W:WK46:BK5");
        let spans = lasted::<International>(ending, &[three, two, two, one]);
        assert_eq!(spans, [None, Some(0), Some(1), Some(2)]);
        let men = lasted::<International>(ending, &["W:W46,47:BK5", "W:WK46,47:BK5"]);
        assert_eq!(men, [None, Some(0)]);
    }

    #[test]
    fn a_capture_or_crowning_begins_the_count_of_kings_again() {
        let ending = Ending::LoneKingAgainstKings { least: 3 };
        let (four, three) = ("W:WK29,K30,K31,K32:BK5", "W:WK30,K31,K32:BK5!");
        assert_eq!(lasted::<Brazilian>(ending, &[four, four, three]), [Some(0), Some(1), Some(0)]);
        let ending = Ending::KingsOnBothSides { least: 4, most: 5 };
        let (quiet, crowned) = ("W:WK30,21,22:BK3,12", "W:WK30,K1,22:BK3,12!");
        let spans = lasted::<Brazilian>(ending, &[quiet, quiet, crowned, "W:WK30,K1:BK3!"]);
        assert_eq!(spans, [Some(0), Some(1), Some(0), None]);
    }
}
