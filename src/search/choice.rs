//! Which moves of the root come into question, where bitbases know all of them.

use std::cmp::{Ordering, Reverse};

use super::known::{Aim, hope, known_win};
use super::proof::Proof;
use super::root::RootMove;
use super::tune::MAX_PLY;
use super::worker::Worker;
use crate::bitbase::{Bitbases, Known, Value};
use crate::eval::Evaluate;
use crate::movegen::legal_moves;
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::score::Score;

/// What a move of the root leads to, for the color that makes it; greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Prospect {
    /// A loss after so many plies, before any counter can draw the game.
    Loss(u16),
    /// A loss that a counter may spoil, after so many plies.
    LateLoss(u16),
    /// A loss after nobody knows how many plies.
    SomeLoss,
    /// A draw.
    Draw,
    /// A win after nobody knows how many plies.
    SomeWin,
    /// A win that a counter may spoil, after so many plies.
    LateWin(Reverse<u16>),
    /// A win after so many plies, before any counter can draw the game.
    Win(Reverse<u16>),
}

impl Prospect {
    fn of(known: Known, is_sure: bool) -> Self {
        match known {
            Known::Plies(value) => match (value.plies(), value.is_win(), is_sure) {
                (None, ..) => Self::Draw,
                (Some(plies), true, true) => Self::Win(Reverse(plies)),
                (Some(plies), true, false) => Self::LateWin(Reverse(plies)),
                (Some(plies), false, true) => Self::Loss(plies),
                (Some(plies), false, false) => Self::LateLoss(plies),
            },
            Known::Outcome(Ordering::Greater) => Self::SomeWin,
            Known::Outcome(Ordering::Equal) => Self::Draw,
            Known::Outcome(Ordering::Less) => Self::SomeLoss,
        }
    }

    /// The score, where no search has found another.
    pub(super) fn score(self) -> Score {
        match self {
            Self::Win(Reverse(plies)) => known_win(0, plies.into()),
            Self::Loss(plies) => -known_win(0, plies.into()),
            Self::LateWin(Reverse(plies)) => hope(true, plies.into()),
            Self::LateLoss(plies) => hope(false, plies.into()),
            Self::SomeWin => known_win(0, Score::PLIES_UNKNOWN),
            Self::SomeLoss => -known_win(0, Score::PLIES_UNKNOWN),
            Self::Draw => Score::DRAW,
        }
    }

    /// Is it as good as this best one, as long as nothing but the result counts?
    fn keeps(self, best: Self) -> bool {
        use Prospect::{Draw, LateLoss, LateWin, Loss, SomeLoss, SomeWin, Win};
        match best {
            // Where all is known, the plies count.
            Win(_) | Loss(_) => self == best,
            SomeWin | LateWin(_) => matches!(self, SomeWin | LateWin(_)),
            Draw => self == Draw,
            SomeLoss | LateLoss(_) => matches!(self, SomeLoss | LateLoss(_)),
        }
    }
}

/// What is to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The moves that come into question, which stand first.
    pub(super) moves: usize,
    /// Nothing has to be searched: the first of them is as good as any.
    pub(super) is_decided: bool,
}

impl Choice {
    /// Where nothing is known.
    pub(super) fn all(moves: &[RootMove]) -> Self {
        Self { moves: moves.len(), is_decided: false }
    }
}

impl<R: Rules, E: Evaluate<R>> Worker<'_, R, E> {
    /// Puts the moves that come into question first, if all moves are known.
    pub(super) fn choose(&mut self, moves: &mut [RootMove]) -> Option<Choice> {
        let bitbases = self.knowledge.bitbases.filter(|_| self.may_know(&self.root))?;
        let mut prospects = Vec::with_capacity(moves.len());
        for root in &*moves {
            prospects.push(self.prospect(bitbases, root.mv)?);
        }
        for (root, prospect) in moves.iter_mut().zip(prospects) {
            root.prospect = Some(prospect);
        }
        moves.sort_by_key(|root| Reverse(root.prospect));
        self.prove(bitbases, moves);
        let best = moves[0].prospect?;
        let count =
            moves.iter().take_while(|root| root.prospect.is_some_and(|it| it.keeps(best))).count();
        let is_decided = matches!(best, Prospect::Win(_) | Prospect::Loss(_));
        self.aim_at(match best {
            Prospect::Draw => Aim::BetterDraw,
            Prospect::Win(_) | Prospect::Loss(_) => Aim::Result,
            Prospect::SomeWin
            | Prospect::LateWin(_)
            | Prospect::SomeLoss
            | Prospect::LateLoss(_) => Aim::Progress,
        });
        let unsearched = if is_decided { 0 } else { count };
        for root in &mut moves[unsearched..] {
            root.score = root.prospect.map_or(root.score, Prospect::score);
            root.line = vec![root.mv];
            self.extend(root);
        }
        Some(Choice { moves: count, is_decided })
    }

    fn prospect(&mut self, bitbases: &Bitbases<R>, mv: Move) -> Option<Prospect> {
        let root = self.root;
        let child = self.enter(&root, mv);
        let prospect = self.prospect_after(bitbases, &child);
        self.leave();
        prospect
    }

    fn prospect_after(&mut self, bitbases: &Bitbases<R>, child: &Position<R>) -> Option<Prospect> {
        let known = bitbases.known(child, self.knowledge.access)?;
        if known == Known::Plies(Value::LOST) {
            return Some(Prospect::of(known.before(), true));
        }
        if self.path.is_repeated() || self.path.is_drawn(child) {
            return Some(Prospect::Draw);
        }
        if known.outcome() == Ordering::Less && self.may_draw_at_once(child) {
            return Some(Prospect::Draw);
        }
        let is_sure = match known {
            Known::Plies(value) => {
                let left = self.path.sure_plies::<R>();
                value.plies().is_none_or(|plies| u32::from(plies) <= left)
            }
            Known::Outcome(_) => false,
        };
        Some(Prospect::of(known.before(), is_sure))
    }

    /// Puts the shortest win first that no counter can spoil, if the best move seems to win too late
    /// and such a win can be proved.
    fn prove(&mut self, bitbases: &Bitbases<R>, moves: &mut [RootMove]) {
        let mut proof = Proof::new(bitbases, self.knowledge.access);
        for place in 0..moves.len() {
            let Some(Prospect::LateWin(Reverse(plies))) = moves[place].prospect else { return };
            let root = self.root;
            let child = self.enter(&root, moves[place].mv);
            let holds = proof.holds(self, &child, Value::decided_in(plies - 1));
            self.leave();
            if holds {
                moves[place].prospect = Some(Prospect::Win(Reverse(plies)));
                moves[..=place].rotate_right(1);
                return;
            }
        }
    }

    /// Can the color to move repeat a position of the game for the third time, or play the last
    /// ply that a counter allows?
    fn may_draw_at_once(&mut self, pos: &Position<R>) -> bool {
        legal_moves(pos).iter().any(|&mv| {
            let child = self.enter(pos, mv);
            let is_over = legal_moves(&child).is_empty();
            let is_drawn = !is_over && (self.path.is_repeated() || self.path.is_drawn(&child));
            self.leave();
            is_drawn
        })
    }

    /// Adds to the line of a root move the best play that the bitbases know after it: to the end of
    /// the game where that is what the score says, or in a draw only what makes a reply.
    pub(super) fn extend(&self, root: &mut RootMove) {
        let is_decided = !root.score.is_evaluation();
        let line = &mut root.line;
        let Some(bitbases) = self.knowledge.bitbases else { return };
        let known = |pos: &Position<R>| bitbases.known(pos, self.knowledge.access);
        let mut pos = line.iter().fold(self.root, |pos, &mv| pos.play(mv));
        while line.len() < MAX_PLY && self.may_know(&pos) {
            let Some(value @ Known::Plies(plies)) = known(&pos) else { break };
            let is_draw = plies == Value::DRAW;
            if is_draw == is_decided || (is_draw && line.len() > 1) {
                break;
            }
            let keeps = |mv: &Move| known(&pos.play(*mv)).map(Known::before) == Some(value);
            let Some(mv) = legal_moves(&pos).iter().copied().find(keeps) else { break };
            line.push(mv);
            pos = pos.play(mv);
        }
    }
}
