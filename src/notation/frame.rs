//! The numbering of another program, as plain data: which square and which color it means.
//!
//! The Python library pydraughts mixes two frames on its Hub lines. In one variant it turns the
//! board of `pos=` and swaps the colors, in others it numbers the squares of moves from the bottom;
//! which variant does what is a fact of the variant ([`Rules::PYDRAUGHTS`]).

use super::{Between, Form, WrittenMove};
use crate::board::{Geometry, Piece, Square};
use crate::position::{MoveText, Setup};
use crate::rules::{ForeignFrame, Rules};

/// A numbering as seen from ours. All it does undoes itself, so that one method serves for reading
/// and for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    squares: usize,
    row_length: usize,
    foreign: ForeignFrame,
}

impl Frame {
    /// Our own numbering: changes nothing.
    pub const STANDARD: Self = Self { squares: 0, row_length: 1, foreign: ForeignFrame::SAME };

    /// The numbering of pydraughts for the variant.
    pub const fn pydraughts<R: Rules>() -> Self {
        Self {
            squares: R::Geometry::SQUARES,
            row_length: R::Geometry::ROW_LENGTH,
            foreign: R::PYDRAUGHTS,
        }
    }

    /// The setup whose position string the other program means, or reads, as this one.
    #[must_use]
    pub fn setup(&self, setup: &Setup) -> Setup {
        if !self.foreign.turned_position {
            return setup.clone();
        }
        let mut turned = Setup::empty(!setup.turn);
        for (square, Piece { color, kind }) in setup.pieces() {
            // A square beside the board stays where it is, to be refused like any other.
            let index = square.index();
            let index = if index < self.squares { self.squares - 1 - index } else { index };
            turned.put(Square::from_index(index), Piece { color: !color, kind });
        }
        turned
    }

    /// The square that a number in a move means.
    #[must_use]
    pub fn square(&self, square: Square) -> Square {
        let index = square.index();
        if !self.foreign.upside_down_moves || index >= self.squares {
            return square;
        }
        let (row, place) = (index / self.row_length, index % self.row_length);
        let last_row = self.squares / self.row_length - 1;
        Square::from_index((last_row - row) * self.row_length + place)
    }

    /// The move that is meant by these squares.
    #[must_use]
    pub fn text(&self, text: MoveText) -> MoveText {
        MoveText {
            from: self.square(text.from),
            to: self.square(text.to),
            captured: self.set(text.captured),
        }
    }

    /// The move that is meant by what the other program wrote. Messages about it keep to the other
    /// program's squares.
    #[must_use]
    pub fn written(&self, written: &WrittenMove) -> WrittenMove {
        WrittenMove {
            from: self.square(written.from),
            to: self.square(written.to),
            is_capture: written.is_capture,
            between: match &written.between {
                Between::Nothing => Between::Nothing,
                Between::Captured(captured) => Between::Captured(self.set(*captured)),
                Between::Path(path) => {
                    Between::Path(path.iter().map(|&square| self.square(square)).collect())
                }
            },
            form: Form::Hub(*self),
        }
    }

    fn set(&self, set: u64) -> u64 {
        let squares = (0..64).filter(|index| set >> index & 1 != 0).map(Square::from_index);
        squares.fold(0, |set, square| set | 1 << self.square(square).index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::hub::{read_move, read_setup, write_setup};
    use crate::rules::{Brazilian, English, International, Turkish};

    /// What pydraughts 0.6.7 sends for a position and a move, and what it means.
    fn means<R: Rules>(sent: (&str, &str), meant: (&str, &str)) {
        let frame = Frame::pydraughts::<R>();
        let squares = R::Geometry::SQUARES;
        let setup = |text| read_setup(text, squares).unwrap();
        assert_eq!(write_setup(&frame.setup(&setup(sent.0)), squares), meant.0);
        assert_eq!(write_setup(&frame.setup(&setup(meant.0)), squares), sent.0);
        let text = |text| {
            let written = read_move(text).unwrap();
            let captured = match written.between {
                Between::Captured(captured) => captured,
                Between::Nothing | Between::Path(_) => 0,
            };
            MoveText { from: written.from, to: written.to, captured }
        };
        assert_eq!(frame.text(text(sent.1)), text(meant.1));
        assert_eq!(frame.text(text(meant.1)), text(sent.1));
        let written = frame.written(&read_move(sent.1).unwrap());
        assert_eq!((written.from, written.to), (text(meant.1).from, text(meant.1).to));
    }

    #[test]
    fn the_lines_of_pydraughts_mean_what_it_means() {
        means::<English>(
            ("WeeeeeBbeeeweeebeeeeeeeWweeeeeeee", "22x31x26"),
            ("BeeeeeeeebBeeeeeeeweeebeeewWeeeee", "22x31x26"),
        );
        means::<English>(
            ("BeeeeebbeeweeeebeewWeeeeeeeeeeeee", "26x10x15x23"),
            ("WeeeeeeeeeeeeeBbeeweeeebeewweeeee", "26x10x15x23"),
        );
        let brazilian = "WeeeeeeeebBbeeeeeeeeeeWweeeeeweee";
        means::<Brazilian>((brazilian, "10x28x23"), (brazilian, "22x8x11"));
        let turkish = "BeeeeeeeeeeeeeeebBeeeeeeeeebeeeeeeeweweeeeweeeeeeeeeeeeeeeeeeeeee";
        means::<Turkish>((turkish, "35x17x18x27"), (turkish, "27x41x35x42"));
        let normal = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        means::<International>((normal, "33-29"), (normal, "33-29"));
    }

    #[test]
    fn squares_beside_the_board_are_left_alone() {
        let square = Square::from_index(63);
        assert_eq!(Frame::pydraughts::<Brazilian>().square(square), square);
        assert_eq!(Frame::STANDARD.square(square), square);
    }
}
