//! Squares and moves written as somebody wants them written.

use std::fmt::Write;
use std::marker::PhantomData;

use super::path;
use crate::board::{Bits, Square};
use crate::movegen::legal_moves;
use crate::notation::{Between, Form, WrittenMove, square_name};
use crate::position::{Move, Position};
use crate::rules::{Notation, Rules};

/// Writes a legal move as in PDN: start and end, and the path where another legal move has the same.
pub fn write<R: Rules>(pos: &Position<R>, mv: Move) -> String {
    let ends = (pos.from(mv), mv.to());
    let names = Names::<R>::new(Form::Pdn(R::NOTATION));
    let moves = legal_moves(pos);
    if moves.iter().any(|&other| other != mv && (pos.from(other), other.to()) == ends) {
        names.in_full(pos, mv)
    } else {
        names.short(pos, mv)
    }
}

/// How squares and moves of a variant are written.
pub(super) struct Names<R: Rules> {
    form: Form,
    rules: PhantomData<R>,
}

impl<R: Rules> Names<R> {
    pub(super) fn new(form: Form) -> Self {
        Self { form, rules: PhantomData }
    }

    pub(super) fn square(&self, square: Square) -> String {
        match self.form {
            Form::Hub(frame) => square_name::<R>(frame.square(square), Notation::Numeric),
            Form::Pdn(notation) => square_name::<R>(square, notation),
        }
    }

    /// The square at a bit.
    pub(super) fn bit(&self, bit: Bits) -> String {
        self.square(R::NUMBERING.square::<R::Geometry>(bit.trailing_zeros() as usize))
    }

    /// A move as it was written.
    pub(super) fn written(&self, written: &WrittenMove) -> String {
        let separator = if written.is_capture { 'x' } else { '-' };
        let mut text = self.square(written.from);
        let mut add = |square| _ = write!(text, "{separator}{}", self.square(square));
        match &written.between {
            Between::Nothing => add(written.to),
            Between::Captured(captured) => {
                add(written.to);
                let squares = (0..64).filter(|index| captured >> index & 1 != 0);
                squares.map(Square::from_index).for_each(add);
            }
            Between::Path(path) => path.iter().copied().chain([written.to]).for_each(add),
        }
        text
    }

    /// Start and end.
    pub(super) fn short(&self, pos: &Position<R>, mv: Move) -> String {
        let text = pos.describe(mv);
        let separator = if text.is_capture() { 'x' } else { '-' };
        format!("{}{separator}{}", self.square(text.from), self.square(text.to))
    }

    /// With all that tells it from others: what it captures in Hub, its path in PDN.
    pub(super) fn in_full(&self, pos: &Position<R>, mv: Move) -> String {
        match self.form {
            Form::Hub(frame) => frame.text(pos.describe(mv)).to_string(),
            Form::Pdn(_) if pos.captured(mv) == 0 => self.short(pos, mv),
            Form::Pdn(_) => {
                let mut text = self.bit(pos.from(mv));
                for &landing in &path::of_move(pos, mv) {
                    _ = write!(text, "x{}", self.bit(landing));
                }
                text + "x" + &self.bit(mv.to())
            }
        }
    }
}
