//! Does a known win come before a draw counter, though the plies to the end alone do not say so?

use std::collections::HashMap;

use super::worker::Worker;
use crate::bitbase::{Access, Bitbases, Known, Value};
use crate::eval::Evaluate;
use crate::game::Counters;
use crate::movegen::legal_moves;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// How many positions are looked at before it is given up, in some hundredths of a second.
const POSITIONS: usize = 5_000;

/// A walk through all that can come if the winner plays the shortest win and the loser what he
/// likes, until each line has an end that no counter can reach before: mostly a conversion, after
/// which the counters begin again.
pub(super) struct Proof<'a, R: Rules> {
    bitbases: &'a Bitbases<R>,
    access: Access,
    /// What was found, by position and counters.
    found: HashMap<(u64, Counters), bool>,
}

impl<'a, R: Rules> Proof<'a, R> {
    pub(super) fn new(bitbases: &'a Bitbases<R>, access: Access) -> Self {
        Self { bitbases, access, found: HashMap::new() }
    }

    /// Does the win of one side at the end of the path hold? Its value, with the plies, is given.
    pub(super) fn holds<E: Evaluate<R>>(
        &mut self,
        worker: &mut Worker<'_, R, E>,
        pos: &Position<R>,
        value: Value,
    ) -> bool {
        let plies = value.plies().map_or(u32::MAX, u32::from);
        if plies == 0 {
            return true;
        }
        if worker.path.is_drawn(pos) || worker.path.is_repeated() {
            return false;
        }
        if plies <= worker.path.sure_plies::<R>() {
            return true;
        }
        let key = (pos.key(), worker.path.counters());
        if let Some(&holds) = self.found.get(&key) {
            return holds;
        }
        if self.found.len() >= POSITIONS {
            return false;
        }
        // The value falls with each ply, so that the walk cannot come back here.
        self.found.insert(key, false);
        let holds = if value.is_win() {
            legal_moves(pos).iter().any(|&mv| {
                self.after(worker, pos, mv, |known| known.before() == Known::Plies(value))
            })
        } else {
            legal_moves(pos).iter().all(|&mv| self.after(worker, pos, mv, |_| true))
        };
        self.found.insert(key, holds);
        holds
    }

    /// Does it hold after a move that leads to a value that will do?
    fn after<E: Evaluate<R>>(
        &mut self,
        worker: &mut Worker<'_, R, E>,
        pos: &Position<R>,
        mv: Move,
        will_do: impl Fn(Known) -> bool,
    ) -> bool {
        let child = worker.enter(pos, mv);
        let holds = match self.bitbases.known(&child, self.access) {
            Some(known @ Known::Plies(value)) => {
                will_do(known) && self.holds(worker, &child, value)
            }
            Some(Known::Outcome(_)) | None => false,
        };
        worker.leave();
        holds
    }
}
