//! The three boards as bit sets: 8x8 dark squares, 10x10 dark squares, all of 8x8.
//!
//! On the dark boards two rows take one unused (ghost) bit, so that each diagonal step is one shift
//! by the same amount from every square, and what steps off the board lands on a ghost or falls off
//! the word. Bit 0 is the leftmost square of the top row, as White sees it.

use super::{Bits, Rays};

/// A direction on the board, 0 to 3, so that `3 - d` is the opposite of `d`.
///
/// 0 and 1 lead up on the dark boards (left, right), 2 and 3 down (left, right);
/// on the full board they are up, left, right, down.
pub type Direction = usize;

/// A board: which bits are squares, and where a step leads.
pub trait Geometry:
    Copy + Default + std::fmt::Debug + Eq + std::hash::Hash + Send + Sync + 'static
{
    /// The number of playable squares: 32, 50 or 64.
    const SQUARES: usize;
    /// The number of rows.
    const ROWS: usize;
    /// The number of playable squares in a row.
    const ROW_LENGTH: usize;
    /// Only every other square is played on.
    const DARK_ONLY: bool;
    /// The bits that are squares.
    const BOARD: Bits;
    /// Where each direction leads.
    const STEPS: Steps;
    /// The top row, on which White's men are crowned.
    const FIRST_ROW: Bits = (1 << Self::ROW_LENGTH) - 1;
    /// The bottom row, on which Black's men are crowned.
    const LAST_ROW: Bits =
        Self::FIRST_ROW << (63 - Self::BOARD.leading_zeros() as usize + 1 - Self::ROW_LENGTH);
    /// What lies in each direction from each square.
    const RAYS: &'static Rays = &Rays::new(Self::BOARD, Self::STEPS);
    /// The directions that lead to White's last row, as bits.
    const UP: u8;
    /// The directions that stay on the row, as bits.
    const SIDEWAYS: u8;

    /// The bit of a square, from its row (0 at the top) and its place in the row (0 at the left).
    fn bit(row: usize, place: usize) -> Bits {
        1 << Self::bit_index(row, place)
    }

    /// The position in the word of that bit.
    fn bit_index(row: usize, place: usize) -> usize {
        if Self::DARK_ONLY {
            (row / 2) * (2 * Self::ROW_LENGTH + 1) + (row % 2) * Self::ROW_LENGTH + place
        } else {
            row * Self::ROW_LENGTH + place
        }
    }

    /// The row (0 at the top) and place in the row (0 at the left) of a position in the word.
    fn row_and_place(bit_index: usize) -> (usize, usize) {
        if Self::DARK_ONLY {
            let pair = 2 * Self::ROW_LENGTH + 1;
            let rest = bit_index % pair;
            (2 * (bit_index / pair) + rest / Self::ROW_LENGTH, rest % Self::ROW_LENGTH)
        } else {
            (bit_index / Self::ROW_LENGTH, bit_index % Self::ROW_LENGTH)
        }
    }

    /// The row of a square given as a bit, 0 at the top.
    #[inline(always)]
    fn row_of(bit: Bits) -> usize {
        Self::row_and_place(bit.trailing_zeros() as usize).0
    }

    /// The column (0 at the left) of a square.
    fn column(row: usize, place: usize) -> usize {
        if Self::DARK_ONLY { 2 * place + usize::from(row.is_multiple_of(2)) } else { place }
    }

    /// The bits of a whole row, 0 at the top.
    fn row(row: usize) -> Bits {
        (0..Self::ROW_LENGTH).fold(0, |set, place| set | Self::bit(row, place))
    }

    /// Is the board the same when left and right are changed, for rules that know neither?
    const MIRRORS: bool = !Self::DARK_ONLY;

    /// Left and right changed, on a board that [`MIRRORS`](Self::MIRRORS).
    #[inline(always)]
    fn mirrored(set: Bits) -> Bits {
        set.reverse_bits().swap_bytes()
    }

    /// The board turned by half a turn: what White had Black now has.
    #[inline(always)]
    fn turned(set: Bits) -> Bits {
        set.reverse_bits() >> Self::BOARD.leading_zeros()
    }
}

/// The four steps of a board: for each direction the squares one may step from, and the shift
/// (positive to higher bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The squares from which the step stays on the board or falls on a ghost.
    pub from: [Bits; 4],
    /// By how many bits.
    pub shift: [i32; 4],
}

/// The set moved one step. Ghosts in the result are for the caller to mask.
#[inline(always)]
pub fn step<G: Geometry>(set: Bits, direction: Direction) -> Bits {
    let shift = G::STEPS.shift[direction];
    let set = set & G::STEPS.from[direction];
    if shift >= 0 { set << shift } else { set >> -shift }
}

const ANYWHERE: Bits = !0;

const fn dark_board(row_length: usize) -> Bits {
    let mut board = 0;
    let mut row = 0;
    while row < 2 * row_length {
        let start = (row / 2) * (2 * row_length + 1) + (row % 2) * row_length;
        board |= ((1 << row_length) - 1) << start;
        row += 1;
    }
    board
}

const fn dark_steps(row_length: i32) -> Steps {
    Steps { from: [ANYWHERE; 4], shift: [-row_length - 1, -row_length, row_length, row_length + 1] }
}

/// The 32 dark squares of an 8x8 board, 35 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dark8;

impl Geometry for Dark8 {
    const SQUARES: usize = 32;
    const ROWS: usize = 8;
    const ROW_LENGTH: usize = 4;
    const DARK_ONLY: bool = true;
    const BOARD: Bits = dark_board(4);
    const STEPS: Steps = dark_steps(4);
    const UP: u8 = 0b0011;
    const SIDEWAYS: u8 = 0;
}

/// The 50 dark squares of a 10x10 board, 54 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dark10;

impl Geometry for Dark10 {
    const SQUARES: usize = 50;
    const ROWS: usize = 10;
    const ROW_LENGTH: usize = 5;
    const DARK_ONLY: bool = true;
    const BOARD: Bits = dark_board(5);
    const STEPS: Steps = dark_steps(5);
    const UP: u8 = 0b0011;
    const SIDEWAYS: u8 = 0;
}

/// All 64 squares of an 8x8 board; steps go along rows and columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Full8;

impl Geometry for Full8 {
    const SQUARES: usize = 64;
    const ROWS: usize = 8;
    const ROW_LENGTH: usize = 8;
    const DARK_ONLY: bool = false;
    const BOARD: Bits = !0;
    const STEPS: Steps = Steps {
        from: [ANYWHERE, 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F, ANYWHERE],
        shift: [-8, -1, 1, 8],
    };
    const UP: u8 = 0b0001;
    const SIDEWAYS: u8 = 0b0110;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps_agree_with_rows_and_columns<G: Geometry>(deltas: [(i32, i32); 4]) {
        for row in 0..G::ROWS {
            for place in 0..G::ROW_LENGTH {
                let index = G::bit_index(row, place);
                assert_eq!(G::row_and_place(index), (row, place));
                for (direction, (down, right)) in deltas.into_iter().enumerate() {
                    let to_row = row as i32 + down;
                    let to_column = G::column(row, place) as i32 + right;
                    let columns = if G::DARK_ONLY { 2 * G::ROW_LENGTH } else { G::ROW_LENGTH };
                    let on_board = (0..G::ROWS as i32).contains(&to_row)
                        && (0..columns as i32).contains(&to_column);
                    let expected = if on_board {
                        let to_place = if G::DARK_ONLY { to_column / 2 } else { to_column };
                        G::bit(to_row as usize, to_place as usize)
                    } else {
                        0
                    };
                    assert_eq!(step::<G>(1 << index, direction) & G::BOARD, expected);
                }
            }
        }
        assert_eq!(G::BOARD.count_ones() as usize, G::SQUARES);
        assert_eq!(G::turned(G::row(0)), G::row(G::ROWS - 1));
    }

    #[test]
    fn a_step_is_one_row_and_column() {
        let diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        steps_agree_with_rows_and_columns::<Dark8>(diagonal);
        steps_agree_with_rows_and_columns::<Dark10>(diagonal);
        steps_agree_with_rows_and_columns::<Full8>([(-1, 0), (0, -1), (0, 1), (1, 0)]);
    }
}
