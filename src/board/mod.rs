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
pub fn each_bit(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set & set.wrapping_neg();
            set ^= bit;
            bit
        })
    })
}
