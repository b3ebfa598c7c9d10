//! Paths of captures: the one that is written, and which moves a written one fits.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::routes::{Landing, Laws, walk};
use crate::board::{Bits, Square};
use crate::movegen::MoveList;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// How well a written path fits a way of capturing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    #[default]
    No,
    /// It leaves out some landings.
    Part,
    /// It has one square for each landing.
    Full,
}

/// Where the piece lands on its way, without the last square: right behind the victim, or where it
/// turns. Of several ways the first found.
pub(super) fn of_move<R: Rules>(pos: &Position<R>, mv: Move) -> SmallVec<[Bits; 16]> {
    let mut path = SmallVec::new();
    each_way(pos, mv, |landings| {
        path = landings.iter().map(|landing| landing.written).collect();
        ControlFlow::Break(())
    });
    path
}

/// The moves that a path fits; those with a square for each landing come before all others.
pub(super) fn with_path<R: Rules>(
    pos: &Position<R>,
    moves: &MoveList,
    path: &[Square],
) -> MoveList {
    let fits: Vec<(Move, Fit)> = moves
        .iter()
        .map(|&mv| {
            let mut best = Fit::No;
            each_way(pos, mv, |landings| {
                best = best.max(fit::<R>(path, landings));
                if best == Fit::Full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            (mv, best)
        })
        .collect();
    let best = fits.iter().map(|&(_, fit)| fit).max().unwrap_or_default();
    fits.into_iter().filter(|&(_, fit)| fit != Fit::No && fit == best).map(|(mv, _)| mv).collect()
}

/// Does a written path fit the landings of a way?
pub(super) fn fit<R: Rules>(path: &[Square], landings: &[Landing]) -> Fit {
    let is_on = |square: Square, landing: &Landing| {
        square.index() < <R::Geometry as crate::board::Geometry>::SQUARES
            && landing.allowed >> R::NUMBERING.bit_index::<R::Geometry>(square) & 1 != 0
    };
    if path.len() == landings.len()
        && path.iter().zip(landings).all(|(&square, landing)| is_on(square, landing))
    {
        return Fit::Full;
    }
    let mut rest = landings.iter();
    if path.iter().all(|&square| rest.any(|landing| is_on(square, landing))) {
        Fit::Part
    } else {
        Fit::No
    }
}

/// Tells the landings of each way to play a legal move, till told to stop.
fn each_way<R: Rules>(
    pos: &Position<R>,
    mv: Move,
    mut told: impl FnMut(&[Landing]) -> ControlFlow<()>,
) {
    let (to, captured) = (mv.to(), pos.captured(mv));
    walk(pos, pos.from(mv), captured, Laws::of::<R>(), u32::MAX, |stop| {
        if stop.to == to && stop.captured == captured {
            told(stop.landings)
        } else {
            ControlFlow::Continue(())
        }
    });
}
