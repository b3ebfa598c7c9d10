//! What earlier cuts say about moves.

use super::tune;
use crate::board::Bits;
use crate::position::Move;

/// How well a move did, by the color that makes it and the squares it joins:
/// `[color][from][to]`, squares as bit positions.
pub(super) struct History(Box<[[[i16; 64]; 64]; 2]>);

impl History {
    pub(super) fn new() -> Self {
        Self(Box::new([[[0; 64]; 64]; 2]))
    }

    pub(super) fn clear(&mut self) {
        *self.0 = [[[0; 64]; 64]; 2];
    }

    #[inline(always)]
    pub(super) fn of(&self, is_white: bool, from: Bits, to: Bits) -> i32 {
        let [from, to] = [from, to].map(|bit| bit.trailing_zeros() as usize & 63);
        i32::from(self.0[usize::from(is_white)][from][to])
    }

    /// Moves the value towards the bonus' sign, the less the nearer it is to its bound ("gravity").
    #[inline(always)]
    pub(super) fn update(&mut self, is_white: bool, from: Bits, to: Bits, bonus: i32) {
        let [from, to] = [from, to].map(|bit| bit.trailing_zeros() as usize & 63);
        let value = &mut self.0[usize::from(is_white)][from][to];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / tune::history_max()) as i16;
    }
}

/// Two quiet moves that cut lately at the same distance from the root (Akl & Newborn 1977).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Killers([Move; 2]);

impl Killers {
    #[inline(always)]
    pub(super) fn add(&mut self, mv: Move) {
        if self.0[0] != mv {
            self.0 = [mv, self.0[0]];
        }
    }

    /// 0 or 1 for the two, none for another move.
    #[inline(always)]
    pub(super) fn place(&self, mv: Move) -> Option<usize> {
        self.0.iter().position(|&killer| killer == mv)
    }
}
