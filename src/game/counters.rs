//! What the draw rules count, kept along a line of play.

use crate::movegen::has_capture;
use crate::position::{Move, Position};
use crate::rules::{DrawProfile, DrawRule, Rules};

/// The counts of one position. Small and `Copy`: a search keeps one for each ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    profile: DrawProfile,
    /// Plies since the last capture or advance of a man.
    quiet: u32,
}

impl Counters {
    /// At the start of a game.
    pub fn new<R: Rules>(_: &Position<R>, profile: DrawProfile) -> Self {
        Self { profile, quiet: 0 }
    }

    /// The same with so many plies without a conversion.
    #[must_use]
    pub fn with_quiet_plies(self, plies: u32) -> Self {
        Self { quiet: plies, ..self }
    }

    /// After a move from `before` to `after`.
    #[inline(always)]
    #[must_use]
    pub fn after<R: Rules>(self, before: &Position<R>, mv: Move, _: &Position<R>) -> Self {
        let quiet = if before.is_conversion(mv) { 0 } else { self.quiet.saturating_add(1) };
        Self { quiet, ..self }
    }

    /// Plies since the last capture or advance of a man.
    #[inline(always)]
    pub fn plies_without_conversion(self) -> u32 {
        self.quiet
    }

    /// The draw rule, other than repetition, that ends the game in this position, where the color
    /// to move has a legal move.
    #[inline(always)]
    pub fn drawn<R: Rules>(self, pos: &Position<R>) -> Option<DrawRule> {
        match self.profile {
            DrawProfile::Standard => (self.quiet >= 100).then_some(DrawRule::NoConversion(100)),
            DrawProfile::Official => self.drawn_officially(pos),
        }
    }

    #[cold]
    fn drawn_officially<R: Rules>(self, pos: &Position<R>) -> Option<DrawRule> {
        R::OFFICIAL_DRAWS.iter().copied().find(|rule| match *rule {
            DrawRule::Repetition(_) => false,
            DrawRule::NoConversion(plies) => self.quiet >= plies,
            DrawRule::OnePieceEach => {
                let one = |color| pos.pieces(color).is_power_of_two();
                one(pos.turn()) && one(!pos.turn()) && !has_capture(pos)
            }
        })
    }
}
