//! What a page has to know of a variant to show its games: where squares lie, what they are called,
//! and where men are crowned. The page has no rules of its own.

use serde::Serialize;

use crate::board::{Bits, Color, Geometry, Square, each_bit};
use crate::notation::square_name;
use crate::position::Position;
use crate::rules::{Notation, Rules, Variant};

/// The board of a variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Board {
    /// Columns and rows as printed.
    size: (usize, usize),
    /// Are only the dark squares played on?
    dark_only: bool,
    /// Are squares called by letter and number?
    is_algebraic: bool,
    /// File (0 is `a`, at White's left) and rank (1 is White's first row), for each square.
    places: Vec<(usize, usize)>,
    names: Vec<String>,
    /// The squares on which men are crowned.
    crowns: Crowns,
    /// Who begins a game: `w` or `b`.
    first: char,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Crowns {
    /// White's men.
    w: Vec<u8>,
    /// Black's men.
    b: Vec<u8>,
}

/// The board of a variant.
pub(super) fn board(variant: Variant) -> Board {
    dispatch!(variant, R => board_of::<R>())
}

fn board_of<R: Rules>() -> Board {
    let dark_only = R::Geometry::DARK_ONLY;
    let columns = R::Geometry::ROW_LENGTH * if dark_only { 2 } else { 1 };
    let squares = || (0..R::Geometry::SQUARES).map(Square::from_index);
    let numbers = |set: Bits| {
        let number =
            |bit: Bits| R::NUMBERING.square::<R::Geometry>(bit.trailing_zeros() as usize).number();
        each_bit(set).map(number).collect()
    };
    Board {
        size: (columns, R::Geometry::ROWS),
        dark_only,
        is_algebraic: R::NOTATION == Notation::Algebraic,
        places: squares().map(|it| R::NUMBERING.file_and_rank::<R::Geometry>(it)).collect(),
        names: squares().map(|it| square_name::<R>(it, R::NOTATION)).collect(),
        crowns: Crowns {
            w: numbers(Position::<R>::last_row(Color::White)),
            b: numbers(Position::<R>::last_row(Color::Black)),
        },
        first: if R::FIRST.is_white() { 'w' } else { 'b' },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_lie_where_the_variants_have_them() {
        let spanish = board(Variant::Spanish);
        assert_eq!((spanish.size, spanish.places[0]), ((8, 8), (7, 1)));
        assert_eq!(spanish.crowns.w, [29, 30, 31, 32]);
        let turkish = board(Variant::Turkish);
        assert_eq!((turkish.names.len(), turkish.names[0].as_str()), (64, "a8"));
        assert_eq!(turkish.crowns.w, (1..=8).collect::<Vec<_>>());
        let english = board(Variant::English);
        assert_eq!((english.first, english.crowns.b.as_slice()), ('b', &[29, 30, 31, 32][..]));
        assert_eq!(board(Variant::International).size, (10, 10));
    }
}
