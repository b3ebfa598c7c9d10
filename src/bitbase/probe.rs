//! What a position is worth, from all the stores there are.

use std::cmp::Ordering;
use std::sync::Arc;

use super::material::Material;
use super::store::{Known, Store};
use super::value::Value;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;

/// The bitbases of a variant: those in the program, and those of files.
#[derive(Clone)]
pub struct Bitbases<R: Rules> {
    stores: Vec<Arc<Store<R>>>,
    most_pieces: u32,
}

impl<R: Rules> Bitbases<R> {
    /// Bitbases from stores; of two that have a material, the first is asked.
    pub fn new(stores: Vec<Arc<Store<R>>>) -> Self {
        let most_pieces = stores.iter().map(|store| store.most_pieces()).max().unwrap_or(0);
        Self { stores, most_pieces }
    }

    /// The most pieces of a position that may be known.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The value of a position with the plies to the end; none if that is not known.
    pub fn value(&self, pos: &Position<R>) -> Option<Value> {
        if pos.occupied().count_ones() > self.most_pieces {
            return None;
        }
        let moves = legal_moves(pos);
        let Some(&first) = moves.first() else { return Some(Value::LOST) };
        if pos.captured(first) == 0
            && let Some(Known::Plies(value)) = self.look_up(pos)
        {
            return Some(value);
        }
        if pos.captured(first) == 0 && !self.has(Material::of(pos).flipped()) {
            return None;
        }
        let mut best = Value::LOST;
        for &mv in &moves {
            best = best.max(self.value(&pos.play(mv))?.before());
        }
        Some(best)
    }

    /// Does the color to move win (`Greater`), draw (`Equal`) or lose?
    pub fn outcome(&self, pos: &Position<R>) -> Option<Ordering> {
        if pos.occupied().count_ones() > self.most_pieces {
            return None;
        }
        let moves = legal_moves(pos);
        let Some(&first) = moves.first() else { return Some(Ordering::Less) };
        if pos.captured(first) == 0 {
            match self.look_up(pos) {
                Some(Known::Plies(value)) => return Some(value.sign()),
                Some(Known::Outcome(outcome)) => return Some(outcome),
                None if !self.has(Material::of(pos).flipped()) => return None,
                None => {}
            }
        }
        let mut best = Ordering::Less;
        for &mv in &moves {
            best = best.max(self.outcome(&pos.play(mv))?.reverse());
            if best == Ordering::Greater {
                break;
            }
        }
        Some(best)
    }

    fn look_up(&self, pos: &Position<R>) -> Option<Known> {
        let material = Material::of(pos);
        self.stores.iter().find_map(|store| store.look_up(material, pos))
    }

    fn has(&self, material: Material) -> bool {
        self.stores.iter().any(|store| store.has(material))
    }
}
