//! What bitbases say within the search.
//!
//! They leave out draws by counting, so a win or loss is taken for settled only if it comes before
//! any counter can. Where it may come too late the search goes on, and at its end hopes for the
//! better the nearer the win is.

use std::cmp::Ordering;

use super::tune;
use super::worker::Worker;
use crate::bitbase::{Access, Bitbases, Known};
use crate::eval::Evaluate;
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

/// What a search is about, as far as bitbases tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The root is not known: whatever is known settles a node.
    Result,
    /// The root is drawn and only moves that keep the draw are searched, with the evaluation: draws
    /// settle nothing.
    BetterDraw,
    /// The root is won or lost, but not for sure, or nobody knows how far off the end is. Only what
    /// the draw counters cannot spoil settles a node, and of what is known without plies only what
    /// comes after a conversion.
    Progress,
}

impl Aim {
    /// Keeps what is found for one aim apart in the table from what is found for another.
    const fn salt(self) -> u64 {
        match self {
            Self::Result => 0,
            Self::BetterDraw => 0x9E37_79B9_7F4A_7C15,
            Self::Progress => 0xC2B2_AE3D_27D4_EB4F,
        }
    }
}

/// What a thread knows, and what it wants.
pub(super) struct Knowledge<'a, R: Rules> {
    pub(super) bitbases: Option<&'a Bitbases<R>>,
    /// The most pieces of a position that may be known; 0 if none may.
    pub(super) most_pieces: u32,
    pub(super) access: Access,
    pub(super) aim: Aim,
}

impl<'a, R: Rules> Knowledge<'a, R> {
    pub(super) fn new(bitbases: Option<&'a Bitbases<R>>, access: Access) -> Self {
        let most_pieces = bitbases.map_or(0, Bitbases::most_pieces);
        Self { bitbases, most_pieces, access, aim: Aim::Result }
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Its score.
    Settled(Score),
    /// Who may win or must not lose, and how much that is worth where the search ends. A score of
    /// its own has to come from below.
    Leaning(Score),
    /// That it is won or lost, and not how far off the end is.
    Outcome(Ordering),
    /// Nothing that this search wants to hear.
    Nothing,
}

/// A win or loss that is so many plies off and may be spoilt by a draw rule.
pub(super) fn hope(is_win: bool, plies: u32) -> Score {
    let size = Score::evaluation(tune::late_win() - plies.min(tune::late_win() as u32 / 2) as i32);
    if is_win { size } else { -size }
}

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// Are there so few pieces that something may be known?
    #[inline(always)]
    pub(super) fn may_know(&self, pos: &Position<R>) -> bool {
        pos.occupied().count_ones() <= self.knowledge.most_pieces
    }

    /// What is known of a position `ply` plies below the root, which is the end of the path or after
    /// some moves of quiescence that the path does not have. Nothing can be captured in it.
    #[cold]
    #[inline(never)]
    pub(super) fn told(&self, pos: &Position<R>, ply: usize) -> Told {
        // What is not stored for this side to move is a ply away, and that ply is searched faster
        // here than there.
        let bitbases = self.knowledge.bitbases;
        let known = bitbases.and_then(|bitbases| bitbases.look_up(pos, self.knowledge.access));
        let Some(known) = known else { return Told::Nothing };
        if known.outcome() == Ordering::Equal {
            return match self.knowledge.aim {
                Aim::BetterDraw => Told::Nothing,
                Aim::Result | Aim::Progress => Told::Settled(Score::DRAW),
            };
        }
        let beyond = ply - self.path.ply();
        let left = self.path.sure_plies::<R>().saturating_sub(beyond as u32);
        match known {
            Known::Plies(value) => {
                let plies = value.plies().map_or(0, u32::from);
                match (value.is_win(), plies) {
                    (false, 0) => Told::Settled(Score::loss_in(ply)),
                    (true, plies) if plies <= left => Told::Settled(known_win(ply, plies)),
                    (false, plies) if plies <= left => Told::Settled(-known_win(ply, plies)),
                    (is_win, plies) => Told::Leaning(hope(is_win, plies)),
                }
            }
            Known::Outcome(outcome) if self.is_settled(pos, left) => {
                let score = known_win(ply, Score::PLIES_UNKNOWN);
                Told::Settled(if outcome == Ordering::Greater { score } else { -score })
            }
            Known::Outcome(outcome) => Told::Outcome(outcome),
        }
    }

    /// Does an outcome without plies settle a node? Where it is the root's, it takes a conversion to
    /// say that play has come nearer to the end.
    fn is_settled(&self, pos: &Position<R>, left: u32) -> bool {
        let has_converted = self.path.has_converted()
            || pos.occupied().count_ones() != self.root.occupied().count_ones()
            || pos.all_kings().count_ones() != self.root.all_kings().count_ones();
        let aims_at_it = self.knowledge.aim == Aim::Result || has_converted;
        aims_at_it && left > tune::late_plies() as u32
    }

    /// The score where the search ends, if something is known there.
    #[cold]
    #[inline(never)]
    pub(super) fn told_at_end(&mut self, pos: &Position<R>, ply: usize) -> Option<Score> {
        match self.told(pos, ply) {
            Told::Settled(score) | Told::Leaning(score) => Some(score),
            Told::Outcome(outcome) => {
                // The evaluation shows the way, and never says that a draw is better.
                let most = tune::late_win() / 2;
                let eval = self.memory.eval.evaluate(pos, ply).centimen().clamp(-most, most);
                Some(hope(outcome == Ordering::Greater, 0) + eval)
            }
            Told::Nothing => None,
        }
    }

    /// Takes up an aim.
    pub(super) fn aim_at(&mut self, aim: Aim) {
        self.knowledge.aim = aim;
        self.salt = Self::SALT ^ aim.salt();
    }
}

/// The score of a win `plies` plies after a node that is `ply` plies below the root. One that any
/// search would find is told as if it had.
pub(super) fn known_win(ply: usize, plies: u32) -> Score {
    match ply + plies as usize {
        plies @ 0..=tune::PROVED_PLIES => Score::win_in(plies),
        plies => Score::known_win_in(plies.min(tune::MOST_KNOWN_PLIES)),
    }
}
