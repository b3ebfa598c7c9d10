//! How a variant numbers and writes its squares.

use crate::board::{Geometry, Square};

/// Where square 1 is, seen with White at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// At the left of the top row; numbers grow downward.
    FromTop,
    /// At the right of the bottom row; numbers grow upward. The board is printed in a mirror, so
    /// that the playable corner (h1) is at White's right.
    FromBottom,
}

impl Numbering {
    /// The position in the word of a square.
    pub fn bit_index<G: Geometry>(self, square: Square) -> usize {
        let (row, place) = (square.index() / G::ROW_LENGTH, square.index() % G::ROW_LENGTH);
        G::bit_index(self.row::<G>(row), place)
    }

    /// The square at a position in the word.
    pub fn square<G: Geometry>(self, bit_index: usize) -> Square {
        let (row, place) = G::row_and_place(bit_index);
        Square::from_index(self.row::<G>(row) * G::ROW_LENGTH + place)
    }

    /// The file (0 is `a`, at White's left) and rank (1 is White's first row) of a square, as
    /// printed.
    pub fn file_and_rank<G: Geometry>(self, square: Square) -> (usize, usize) {
        let (row, place) = G::row_and_place(self.bit_index::<G>(square));
        (self.file::<G>(G::column(row, place)), G::ROWS - row)
    }

    /// The square on a printed file (from 0) and rank (from 1); none beside the board or where no
    /// piece can stand.
    pub fn on_file_and_rank<G: Geometry>(self, file: usize, rank: usize) -> Option<Square> {
        if file >= files::<G>() || !(1..=G::ROWS).contains(&rank) {
            return None;
        }
        let (row, column) = (G::ROWS - rank, self.file::<G>(file));
        let place = if G::DARK_ONLY { column / 2 } else { column };
        (G::column(row, place) == column).then(|| self.square::<G>(G::bit_index(row, place)))
    }

    fn row<G: Geometry>(self, row: usize) -> usize {
        match self {
            Self::FromTop => row,
            Self::FromBottom => G::ROWS - 1 - row,
        }
    }

    /// From a column of the geometry to the printed file, and back.
    fn file<G: Geometry>(self, column: usize) -> usize {
        match self {
            Self::FromTop => column,
            Self::FromBottom => files::<G>() - 1 - column,
        }
    }
}

/// The number of columns, of which a dark board plays on every other square.
fn files<G: Geometry>() -> usize {
    if G::DARK_ONLY { 2 * G::ROW_LENGTH } else { G::ROW_LENGTH }
}

/// How squares are written in FEN and PDN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// By number.
    Numeric,
    /// By file and rank, as `c3`.
    Algebraic,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Dark8, Dark10, Full8};

    fn is_printed<G: Geometry>(numbering: Numbering, squares: &[(u32, char, usize)]) {
        for &(number, letter, rank) in squares {
            let square = Square::new(number).unwrap();
            let file = letter as usize - 'a' as usize;
            assert_eq!(numbering.file_and_rank::<G>(square), (file, rank), "square {number}");
        }
        for index in 0..G::SQUARES {
            let square = Square::from_index(index);
            let (file, rank) = numbering.file_and_rank::<G>(square);
            assert_eq!(numbering.on_file_and_rank::<G>(file, rank), Some(square));
        }
        let played = (0..12)
            .flat_map(|file| (0..12).map(move |rank| (file, rank)))
            .filter(|&(file, rank)| numbering.on_file_and_rank::<G>(file, rank).is_some());
        assert_eq!(played.count(), G::SQUARES);
    }

    #[test]
    fn squares_are_printed_where_the_federations_have_them() {
        // International; English and Brazilian; Spanish; Turkish.
        is_printed::<Dark10>(
            Numbering::FromTop,
            &[(1, 'b', 10), (5, 'j', 10), (6, 'a', 9), (46, 'a', 1), (50, 'i', 1)],
        );
        is_printed::<Dark8>(
            Numbering::FromTop,
            &[(1, 'b', 8), (4, 'h', 8), (5, 'a', 7), (29, 'a', 1), (32, 'g', 1)],
        );
        is_printed::<Dark8>(
            Numbering::FromBottom,
            &[(1, 'h', 1), (4, 'b', 1), (5, 'g', 2), (8, 'a', 2), (32, 'a', 8)],
        );
        is_printed::<Full8>(
            Numbering::FromTop,
            &[(1, 'a', 8), (8, 'h', 8), (9, 'a', 7), (57, 'a', 1), (64, 'h', 1)],
        );
    }
}
