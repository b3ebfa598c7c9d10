//! Endings that may last only so long, and how long one has lasted.

use crate::board::{Bits, Color, Geometry};
use crate::position::Position;
use crate::rules::{Ending, Rules};

/// How long an ending has lasted: 0 where it is not on the board, else its plies and one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    use super::main_diagonal;
    use crate::notation::read_square;
    use crate::rules::{Brazilian, Rules, Spanish};

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
}
