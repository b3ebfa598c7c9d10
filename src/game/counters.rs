//! What the draw rules count, kept along a line of play.

use super::ending::Span;
use crate::movegen::has_capture;
use crate::position::{Move, Position};
use crate::rules::{DrawProfile, DrawRule, Rules};

/// The most endings that the official rules of a variant count.
const ENDINGS: usize = 5;

/// The counts of one position. Small and `Copy`: a search keeps one for each ply.
///
/// In the standard profile a ply costs one addition; what the official rules count besides is left
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Plies since the last capture or advance of a man.
    quiet: u32,
    /// Plies since the last capture or crowning.
    unchanged: u16,
    /// For each ending in the variant's list of official rules, how long it has lasted.
    endings: [Span; ENDINGS],
    profile: DrawProfile,
}

impl Counters {
    /// At the start of a game.
    pub fn new<R: Rules>(pos: &Position<R>, profile: DrawProfile) -> Self {
        const { assert!(endings(R::OFFICIAL_DRAWS) <= ENDINGS, "more endings than are counted") };
        let counters = Self { quiet: 0, unchanged: 0, endings: [Span::NONE; ENDINGS], profile };
        match profile {
            DrawProfile::Standard => counters,
            DrawProfile::Official => counters.with_endings(pos, true),
        }
    }

    /// The same with so many plies without a conversion.
    #[must_use]
    pub fn with_quiet_plies(self, plies: u32) -> Self {
        Self { quiet: plies, ..self }
    }

    /// After a move from `before` to `after`.
    #[inline(always)]
    #[must_use]
    pub fn after<R: Rules>(self, before: &Position<R>, mv: Move, after: &Position<R>) -> Self {
        let quiet = if before.is_conversion(mv) { 0 } else { self.quiet.saturating_add(1) };
        let counters = Self { quiet, ..self };
        match self.profile {
            DrawProfile::Standard => counters,
            DrawProfile::Official => counters.officially_after(before, mv, after),
        }
    }

    #[inline(never)]
    fn officially_after<R: Rules>(
        mut self,
        before: &Position<R>,
        mv: Move,
        after: &Position<R>,
    ) -> Self {
        let changes = before.captured(mv) != 0 || before.crowns(mv);
        self.unchanged = if changes { 0 } else { self.unchanged.saturating_add(1) };
        self.with_endings(after, changes)
    }

    fn with_endings<R: Rules>(mut self, pos: &Position<R>, changed: bool) -> Self {
        let endings = R::OFFICIAL_DRAWS.iter().filter_map(|rule| match rule {
            DrawRule::Ending(ending, _) => Some(*ending),
            DrawRule::Repetition(_)
            | DrawRule::NoConversion(_)
            | DrawRule::NoCaptureOrCrowning(_)
            | DrawRule::OnePieceEach => None,
        });
        for (span, ending) in self.endings.iter_mut().zip(endings) {
            *span = span.after(ending, pos, changed);
        }
        self
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
            DrawProfile::Standard => (self.quiet >= DrawProfile::STANDARD_PLIES)
                .then_some(DrawRule::NoConversion(DrawProfile::STANDARD_PLIES)),
            DrawProfile::Official => self.officially_drawn(pos),
        }
    }

    #[inline(never)]
    fn officially_drawn<R: Rules>(self, pos: &Position<R>) -> Option<DrawRule> {
        self.each_left::<R>()
            .find(|&(rule, left)| match rule {
                DrawRule::OnePieceEach => {
                    let one = |color| pos.pieces(color).is_power_of_two();
                    one(pos.turn()) && one(!pos.turn()) && !has_capture(pos)
                }
                DrawRule::Repetition(_)
                | DrawRule::NoConversion(_)
                | DrawRule::NoCaptureOrCrowning(_)
                | DrawRule::Ending(..) => left == 0,
            })
            .map(|(rule, _)| rule)
    }

    /// Plies until the first of the counting rules draws the game, if nothing resets it.
    #[inline(always)]
    pub fn plies_left<R: Rules>(self) -> u32 {
        match self.profile {
            DrawProfile::Standard => DrawProfile::STANDARD_PLIES.saturating_sub(self.quiet),
            DrawProfile::Official => {
                self.each_left::<R>().map(|(_, left)| left).min().unwrap_or(u32::MAX)
            }
        }
    }

    /// Plies that are sure to be played, whatever they are, before a rule other than repetition can
    /// draw the game: also before one that counts in an ending which may yet arise.
    pub fn sure_plies<R: Rules>(self) -> u32 {
        match self.profile {
            DrawProfile::Standard => DrawProfile::STANDARD_PLIES.saturating_sub(self.quiet),
            DrawProfile::Official => {
                let sure = self.each_left::<R>().map(|(rule, left)| match rule {
                    DrawRule::Ending(_, plies) => left.min(plies),
                    DrawRule::OnePieceEach => 0,
                    DrawRule::Repetition(_)
                    | DrawRule::NoConversion(_)
                    | DrawRule::NoCaptureOrCrowning(_) => left,
                });
                sure.min().unwrap_or(u32::MAX)
            }
        }
    }

    /// The official rules with the plies that are left in each; those that do not count plies have
    /// as many as one likes.
    fn each_left<R: Rules>(self) -> impl Iterator<Item = (DrawRule, u32)> {
        let mut spans = self.endings.into_iter();
        R::OFFICIAL_DRAWS.iter().map(move |&rule| {
            let left = match rule {
                DrawRule::NoConversion(plies) => plies.saturating_sub(self.quiet),
                DrawRule::NoCaptureOrCrowning(plies) => {
                    plies.saturating_sub(u32::from(self.unchanged))
                }
                DrawRule::Ending(_, plies) => {
                    let lasted = spans.next().and_then(Span::plies);
                    lasted.map_or(u32::MAX, |lasted| plies.saturating_sub(lasted))
                }
                DrawRule::Repetition(_) | DrawRule::OnePieceEach => u32::MAX,
            };
            (rule, left)
        })
    }
}

/// How many endings a list of rules counts.
const fn endings(rules: &[DrawRule]) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < rules.len() {
        if matches!(rules[at], DrawRule::Ending(..)) {
            count += 1;
        }
        at += 1;
    }
    count
}
