//! Who has how many men and kings: each such count has a table of its own.

use std::fmt;

use crate::position::Position;
use crate::rules::Rules;

/// The men and kings of both sides, the side to move first.
///
/// Tables are made for White to move; a position with Black to move is turned by half a turn and its
/// colors are swapped, which changes nothing for the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move.
    pub men: u8,
    /// Its kings.
    pub kings: u8,
    /// Men of the other side.
    pub their_men: u8,
    /// Its kings.
    pub their_kings: u8,
}

impl Material {
    /// The most pieces there may be.
    pub const MAX_PIECES: u32 = 8;
    /// One more than the greatest [`id`](Self::id).
    pub const IDS: usize = 1 << 12;

    /// The material of a position, seen by the color to move.
    #[inline(always)]
    pub fn of<R: Rules>(pos: &Position<R>) -> Self {
        let count = |set: u64| set.count_ones() as u8;
        let (us, them) = (pos.turn(), !pos.turn());
        Self {
            men: count(pos.men(us)),
            kings: count(pos.kings(us)),
            their_men: count(pos.men(them)),
            their_kings: count(pos.kings(them)),
        }
    }

    /// All pieces.
    pub const fn pieces(self) -> u32 {
        (self.men + self.kings + self.their_men + self.their_kings) as u32
    }

    /// The men of both sides.
    pub const fn all_men(self) -> u32 {
        (self.men + self.their_men) as u32
    }

    /// A number of its own for every material of up to [`MAX_PIECES`](Self::MAX_PIECES) pieces.
    #[inline(always)]
    pub const fn id(self) -> usize {
        (self.men as usize & 7) << 9
            | (self.kings as usize & 7) << 6
            | (self.their_men as usize & 7) << 3
            | (self.their_kings as usize & 7)
    }

    /// The same with the other side to move.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self {
            men: self.their_men,
            kings: self.their_kings,
            their_men: self.men,
            their_kings: self.kings,
        }
    }

    /// How many captures and crownings lead to another material with the same colors; none if no
    /// play does.
    pub(super) const fn steps_to(self, other: Self) -> Option<u32> {
        let sides = [
            (self.men, self.kings, other.men, other.kings),
            (self.their_men, self.their_kings, other.their_men, other.their_kings),
        ];
        let mut steps = 0;
        let mut side = 0;
        while side < 2 {
            let (men, kings, other_men, other_kings) = sides[side];
            if other_men > men || other_men + other_kings > men + kings {
                return None;
            }
            let crowned = other_kings.saturating_sub(kings);
            steps += (men + kings - other_men - other_kings + crowned) as u32;
            side += 1;
        }
        Some(steps)
    }

    /// All materials of so many pieces with at least one on each side, each after those that its
    /// moves lead to: a crowning leaves a man less. Of a material and its
    /// [`flipped`](Self::flipped) one the stronger comes, the other not.
    pub fn of_pieces(pieces: u32) -> Vec<Self> {
        let mut all = Vec::new();
        let pieces = pieces as u8;
        for ours in 1..pieces {
            let theirs = pieces - ours;
            for men in 0..=ours {
                for their_men in 0..=theirs {
                    let material =
                        Self { men, kings: ours - men, their_men, their_kings: theirs - their_men };
                    if material.strength() >= material.flipped().strength() {
                        all.push(material);
                    }
                }
            }
        }
        all.sort_by_key(|material| (material.all_men(), *material));
        all
    }

    /// This or the [`flipped`](Self::flipped) one, whichever [`of_pieces`](Self::of_pieces) has.
    #[must_use]
    pub fn stronger(self) -> Self {
        let flipped = self.flipped();
        if self.strength() >= flipped.strength() { self } else { flipped }
    }

    /// What orders a material and its flipped one.
    const fn strength(self) -> (u8, u8) {
        (self.men + self.kings, self.kings)
    }
}

/// As `KKM-K`: the side to move first, kings before men.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |kings: u8, men: u8| "K".repeat(kings.into()) + &"M".repeat(men.into());
        f.write_str(&side(self.kings, self.men))?;
        f.write_str("-")?;
        f.write_str(&side(self.their_kings, self.their_men))
    }
}
