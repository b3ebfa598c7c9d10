//! Who stands where: [`Setup`] is pieces as given, [`Position`] is a setup that a variant accepts.

mod hash;
mod moves;
mod setup;

pub use moves::{Move, MoveText};
pub use setup::{Setup, SetupError};

use std::marker::PhantomData;

use crate::board::{Bits, Color, Geometry, Kind, Piece};
use crate::rules::Rules;

/// The pieces on the board and the color to move, legal for the rules `R`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<R: Rules> {
    white: Bits,
    black: Bits,
    kings: Bits,
    turn: Color,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// White's last row, on which its men are crowned.
    const TOP: Bits = R::Geometry::FIRST_ROW;
    /// Black's last row.
    const BOTTOM: Bits = R::Geometry::LAST_ROW;

    /// The position before the first move.
    pub fn start() -> Self {
        let home = R::HOME_ROWS.fold(0, |set, row| set | R::Geometry::row(row));
        Self {
            white: R::Geometry::turned(home),
            black: home,
            kings: 0,
            turn: R::FIRST,
            rules: PhantomData,
        }
    }

    /// A position from its pieces, in the layout of the variant's geometry.
    ///
    /// # Panics
    /// If a square is taken twice or is none, a man stands on its last row, or `kings` are not
    /// among the pieces.
    pub fn new(white: Bits, black: Bits, kings: Bits, turn: Color) -> Self {
        let pos = Self { white, black, kings, turn, rules: PhantomData };
        pos.check();
        pos
    }

    fn check(&self) {
        assert!(self.white & self.black == 0, "two pieces on one square");
        assert!((self.white | self.black) & !R::Geometry::BOARD == 0, "a piece beside the board");
        assert!(self.kings & !(self.white | self.black) == 0, "a king that is no piece");
        for color in Color::BOTH {
            assert!(self.men(color) & Self::last_row(color) == 0, "a man on its last row");
        }
    }

    /// Checks pieces as given.
    ///
    /// # Errors
    /// The first thing that this variant does not allow.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let mut pos = Self { white: 0, black: 0, kings: 0, turn: setup.turn, rules: PhantomData };
        for (square, piece) in setup.pieces() {
            if square.index() >= R::Geometry::SQUARES {
                return Err(SetupError::NoSuchSquare { square, last: R::Geometry::SQUARES });
            }
            let bit = 1 << R::NUMBERING.bit_index::<R::Geometry>(square);
            match piece.color {
                Color::White => pos.white |= bit,
                Color::Black => pos.black |= bit,
            }
            match piece.kind {
                Kind::King => pos.kings |= bit,
                Kind::Man if bit & Self::last_row(piece.color) != 0 => {
                    return Err(SetupError::ManOnLastRow { square, color: piece.color });
                }
                Kind::Man => {}
            }
        }
        Ok(pos)
    }

    /// The pieces and the turn, by printed square numbers.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.turn);
        for index in 0..64 {
            if let Some(piece) = self.piece_at(1 << index) {
                setup.put(R::NUMBERING.square::<R::Geometry>(index), piece);
            }
        }
        setup
    }

    /// What stands on a square given as a bit.
    pub fn piece_at(&self, bit: Bits) -> Option<Piece> {
        let color = if self.white & bit != 0 {
            Color::White
        } else if self.black & bit != 0 {
            Color::Black
        } else {
            return None;
        };
        let kind = if self.kings & bit != 0 { Kind::King } else { Kind::Man };
        Some(Piece { color, kind })
    }

    /// The color to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// All pieces of a color.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> Bits {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The men of a color.
    #[inline(always)]
    pub fn men(&self, color: Color) -> Bits {
        self.pieces(color) & !self.kings
    }

    /// The kings of a color.
    #[inline(always)]
    pub fn kings(&self, color: Color) -> Bits {
        self.pieces(color) & self.kings
    }

    /// The kings of both colors.
    #[inline(always)]
    pub fn all_kings(&self) -> Bits {
        self.kings
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bits {
        self.white | self.black
    }

    /// The squares on which nothing stands.
    #[inline(always)]
    pub fn empty(&self) -> Bits {
        R::Geometry::BOARD & !self.occupied()
    }

    /// The row on which men of a color are crowned.
    #[inline(always)]
    pub fn last_row(color: Color) -> Bits {
        match color {
            Color::White => Self::TOP,
            Color::Black => Self::BOTTOM,
        }
    }

    /// The same position with the other color to move.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { turn: !self.turn, ..*self }
    }

    /// The board turned by half a turn and the colors swapped: the same position for the rules.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self {
            white: R::Geometry::turned(self.black),
            black: R::Geometry::turned(self.white),
            kings: R::Geometry::turned(self.kings),
            turn: !self.turn,
            rules: PhantomData,
        }
    }

    /// The position after a move that is legal here.
    #[inline(always)]
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        match self.turn {
            Color::White => self.play_as::<true>(mv),
            Color::Black => self.play_as::<false>(mv),
        }
    }

    /// [`play`](Self::play) where the color to move is known when compiling.
    #[inline(always)]
    #[must_use]
    pub fn play_as<const WHITE: bool>(&self, mv: Move) -> Self {
        debug_assert!(self.turn.is_white() == WHITE);
        let (us, them) = if WHITE { (self.white, self.black) } else { (self.black, self.white) };
        let from = mv.bits() & us;
        let to = mv.to();
        let us = us & !from | to;
        let them = them & !mv.bits();
        let last_row = if WHITE { Self::TOP } else { Self::BOTTOM };
        let crowned = if from & self.kings == 0 { to & last_row } else { to };
        let kings = (self.kings & !mv.bits()) | crowned;
        let (white, black) = if WHITE { (us, them) } else { (them, us) };
        let turn = if WHITE { Color::Black } else { Color::White };
        Self { white, black, kings, turn, rules: PhantomData }
    }

    /// [`play_as`](Self::play_as) for a man's quiet move.
    #[inline(always)]
    #[must_use]
    pub fn step_as<const WHITE: bool>(&self, from: Bits, to: Bits) -> Self {
        debug_assert!(self.turn.is_white() == WHITE && from & self.kings == 0);
        let last_row = if WHITE { Self::TOP } else { Self::BOTTOM };
        let kings = self.kings | (to & last_row);
        let (white, black, turn) = if WHITE {
            (self.white ^ (from | to), self.black, Color::Black)
        } else {
            (self.white, self.black ^ (from | to), Color::White)
        };
        Self { white, black, kings, turn, rules: PhantomData }
    }

    /// The square a move leaves, as a bit.
    #[inline(always)]
    pub fn from(&self, mv: Move) -> Bits {
        mv.bits() & self.pieces(self.turn)
    }

    /// The pieces a move captures.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Bits {
        mv.bits() & self.pieces(!self.turn)
    }

    /// Does a move crown a man?
    #[inline(always)]
    pub fn crowns(&self, mv: Move) -> bool {
        self.from(mv) & self.kings == 0 && mv.to() & Self::last_row(self.turn) != 0
    }

    /// Can play not undo this move: does it capture, or does a man advance a row?
    #[inline(always)]
    pub fn is_conversion(&self, mv: Move) -> bool {
        if self.captured(mv) != 0 {
            return true;
        }
        let from = self.from(mv);
        // Only where men step sideways can a man move without advancing.
        from & self.kings == 0
            && (R::Geometry::SIDEWAYS == 0
                || R::Geometry::row_of(from) != R::Geometry::row_of(mv.to()))
    }

    /// A move by its printed squares.
    pub fn describe(&self, mv: Move) -> MoveText {
        let square = |bit: Bits| R::NUMBERING.square::<R::Geometry>(bit.trailing_zeros() as usize);
        let captured = crate::board::each_bit(self.captured(mv))
            .fold(0, |set, bit| set | 1 << square(bit).index());
        MoveText { from: square(self.from(mv)), to: square(mv.to()), captured }
    }

    /// The move with these printed squares. It need not be legal: look it up among the legal ones.
    pub fn to_move(text: &MoveText) -> Option<Move> {
        let bit = |square: crate::board::Square| {
            (square.index() < R::Geometry::SQUARES)
                .then(|| 1 << R::NUMBERING.bit_index::<R::Geometry>(square))
        };
        let to = bit(text.to)?;
        let mut bits = bit(text.from)? | to;
        for square in text.captured_squares() {
            bits |= bit(square)?;
        }
        Some(Move::new(bits, to))
    }
}

impl<R: Rules> Default for Position<R> {
    fn default() -> Self {
        Self::start()
    }
}
