//! Lines on the board: how far a piece sees in each direction.

use super::{Bits, Direction, Geometry, Steps};

/// For each direction and bit, all squares beyond it, to the edge: `[direction][bit]`.
#[derive(Clone, Copy, Debug)]
pub struct Rays([[Bits; 64]; 4]);

impl Rays {
    /// The rays of the board that has these squares and steps.
    pub const fn new(board: Bits, steps: Steps) -> Self {
        let mut rays = [[0; 64]; 4];
        let mut direction = 0;
        while direction < 4 {
            let shift = steps.shift[direction];
            let mut bit = 0;
            while bit < 64 {
                let mut at = (1 << bit) & board;
                while at != 0 {
                    at &= steps.from[direction];
                    at = (if shift >= 0 { at << shift } else { at >> -shift }) & board;
                    rays[direction][bit] |= at;
                }
                bit += 1;
            }
            direction += 1;
        }
        Self(rays)
    }

    /// The squares beyond `bit_index` in a direction, to the edge.
    #[inline(always)]
    pub fn beyond(&self, direction: Direction, bit_index: usize) -> Bits {
        self.0[direction][bit_index & 63]
    }

    /// The first of `occupied` that is met from `bit_index` (as one bit, or none), and the squares
    /// before it.
    #[inline(always)]
    pub fn look<G: Geometry>(
        &self,
        direction: Direction,
        bit_index: usize,
        occupied: Bits,
    ) -> (Bits, Bits) {
        let ray = self.beyond(direction, bit_index);
        let met = ray & occupied;
        if G::STEPS.shift[direction] > 0 {
            let first = met & met.wrapping_neg();
            (first, ray & first.wrapping_sub(1))
        } else {
            let first: Bits = if met == 0 { 0 } else { 1 << met.ilog2() };
            // The bits above `first`; all of them where nothing is met.
            let above = !(first.wrapping_sub(1) | first);
            (first, ray & if met == 0 { !0 } else { above })
        }
    }
}
