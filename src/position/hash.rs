//! Hash keys of positions.

use super::Position;
use crate::board::Color;
use crate::rules::Rules;

const KEYS: [u64; 4] =
    [0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03, 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB];

/// The two halves of the 128-bit product, mixed into one word.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ (product >> 64) as u64
}

impl<R: Rules> Position<R> {
    /// The hash key of the placement and the color to move.
    ///
    /// Made afresh from the three words by two folded multiplications (as in wyhash, Wang Yi 2019):
    /// about as fast as keeping a Zobrist key up to date, with nothing to keep.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let turn = match self.turn {
            Color::White => KEYS[2],
            Color::Black => KEYS[3],
        };
        let pieces = fold(self.white ^ KEYS[0], self.black ^ KEYS[1]);
        fold(pieces ^ self.kings.rotate_left(32), turn ^ self.white.wrapping_mul(KEYS[1]))
    }
}
