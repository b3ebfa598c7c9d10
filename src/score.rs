//! Scores: what is an evaluation and what is proof.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// What a position is worth to the color to move, in centimen (hundredths of a man).
///
/// | size | meaning |
/// | --- | --- |
/// | up to 7999 | an evaluation |
/// | 8001 to 9000 | a bitbase win, 9000 less the plies to it |
/// | 9001 to 10000 | a win that search has proved, 10000 less the plies to it |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// Neither side is ahead; the game is drawn.
    pub const DRAW: Self = Self(0);
    /// Above every score there is.
    pub const INFINITE: Self = Self(16_000);
    /// The largest evaluation.
    pub const STATIC_MAX: Self = Self(7_999);

    const WIN: i32 = 10_000;
    const KNOWN_WIN: i32 = 9_000;

    /// A known win so far off is one of which nobody knows how far off it is. No bitbase that tells
    /// plies has so many.
    pub const PLIES_UNKNOWN: u32 = 400;

    /// A score of so many centimen.
    #[inline(always)]
    pub const fn new(centimen: i32) -> Self {
        Self(centimen)
    }

    /// An evaluation, kept apart from proven scores.
    #[inline(always)]
    pub fn evaluation(centimen: i32) -> Self {
        Self(centimen.clamp(-Self::STATIC_MAX.0, Self::STATIC_MAX.0))
    }

    /// A proven win after so many plies (fewer than 1000).
    #[inline(always)]
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN - plies as i32)
    }

    /// A proven loss after so many plies (fewer than 1000).
    #[inline(always)]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - Self::WIN)
    }

    /// A win known from a bitbase, entered so many plies from here (fewer than 1000).
    #[inline(always)]
    pub const fn known_win_in(plies: usize) -> Self {
        Self(Self::KNOWN_WIN - plies as i32)
    }

    /// In centimen.
    #[inline(always)]
    pub const fn centimen(self) -> i32 {
        self.0
    }

    /// Is it an evaluation (or a draw), and not a proven or known win or loss?
    #[inline(always)]
    pub const fn is_evaluation(self) -> bool {
        self.0.abs() <= Self::STATIC_MAX.0
    }

    /// Is it a win that is proved or known?
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 > Self::STATIC_MAX.0
    }

    /// Is it a loss that is proved or known?
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::STATIC_MAX.0
    }

    /// In how many plies the game ends, where search has proved that.
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.0.abs() > Self::KNOWN_WIN { Some((Self::WIN - self.0.abs()) as u32) } else { None }
    }

    /// In how many plies the game ends, where search has proved that or a bitbase tells.
    pub const fn plies_known(self) -> Option<u32> {
        if self.is_evaluation() {
            None
        } else if self.0.abs() > Self::KNOWN_WIN {
            self.plies_to_end()
        } else {
            let plies = (Self::KNOWN_WIN - self.0.abs()) as u32;
            if plies < Self::PLIES_UNKNOWN { Some(plies) } else { None }
        }
    }

    /// Turns distances from the root into distances from a node `ply` plies below it, as the table
    /// stores them.
    #[inline(always)]
    #[must_use]
    pub const fn from_node(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 + ply as i32)
        } else if self.is_loss() {
            Self(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The opposite of [`from_node`](Self::from_node).
    #[inline(always)]
    #[must_use]
    pub const fn from_root(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 - ply as i32)
        } else if self.is_loss() {
            Self(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn add(self, centimen: i32) -> Self {
        Self(self.0 + centimen)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn sub(self, centimen: i32) -> Self {
        Self(self.0 - centimen)
    }
}

/// In men with two decimals, as in Hub: `0.12`, `-1.05`, `99.97`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_men_with_two_decimals() {
        for (score, text) in [
            (Score::DRAW, "0.00"),
            (Score::new(-5), "-0.05"),
            (Score::new(123), "1.23"),
            (Score::win_in(3), "99.97"),
            (Score::loss_in(12), "-99.88"),
            (Score::loss_in(0), "-100.00"),
            (Score::known_win_in(10), "89.90"),
            (Score::evaluation(12_345), "79.99"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn distances_change_only_for_wins_and_losses() {
        for score in [Score::win_in(9), Score::loss_in(8), Score::known_win_in(7), Score::new(55)] {
            assert_eq!(score.from_node(5).from_root(5), score);
        }
        assert_eq!(Score::win_in(9).from_node(5), Score::win_in(4));
        assert_eq!(Score::new(55).from_node(5), Score::new(55));
        assert_eq!(Score::loss_in(8).plies_to_end(), Some(8));
        assert_eq!(Score::known_win_in(8).plies_to_end(), None);
        assert_eq!(Score::known_win_in(8).plies_known(), Some(8));
        assert_eq!(Score::loss_in(8).plies_known(), Some(8));
        assert_eq!(Score::known_win_in(403).plies_known(), None);
        assert_eq!(Score::new(55).plies_known(), None);
    }
}
