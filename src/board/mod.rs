//! Board geometry: squares, colors, pieces and steps. Knows nothing of any rule.

mod color;
mod geometry;
mod piece;
mod rays;
mod square;

pub use color::Color;
pub use geometry::{Dark8, Dark10, Direction, Full8, Geometry, Steps, step};
pub use piece::{Kind, Piece};
pub use rays::Rays;
pub use square::Square;

/// A set of squares, one bit each, in the layout of the [`Geometry`] in use.
pub type Bits = u64;

/// The bits of a set, one at a time, lowest first.
#[inline(always)]
pub const fn each_bit(set: Bits) -> EachBit {
    EachBit(set)
}

/// Iterator of [`each_bit`].
#[derive(Clone, Debug)]
pub struct EachBit(Bits);

impl Iterator for EachBit {
    type Item = Bits;

    #[inline(always)]
    fn next(&mut self) -> Option<Bits> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0 & self.0.wrapping_neg();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
