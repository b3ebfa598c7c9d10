//! What a position is worth, from all the stores there are.

use std::cmp::{Ordering, Reverse};
use std::sync::Arc;

use super::format::Metric;
use super::material::Material;
use super::store::{Known, Store};
use super::value::Value;
use crate::movegen::{has_capture, legal_moves};
use crate::position::Position;
use crate::rules::Rules;

/// The bitbases of a variant: those in the program, and those of files.
#[derive(Clone)]
pub struct Bitbases<R: Rules> {
    stores: Vec<Arc<Store<R>>>,
    /// For each material, the place of the store that is asked and one; 0 if there is none.
    by_id: Arc<[u16]>,
    most_pieces: u32,
}

/// What is done about a slice that has not been unpacked yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It is unpacked first, which may take a tenth of a second.
    Waits,
    /// It is taken not to be there.
    AtOnce,
}

impl<R: Rules> Bitbases<R> {
    /// Bitbases from stores; of two that have a material, one that tells the plies is asked, else
    /// the first. Those that tell the plies for one side to move are enough to know them for both, a
    /// ply deeper, and then nobody else is asked.
    pub fn new(mut stores: Vec<Arc<Store<R>>>) -> Self {
        stores.sort_by_key(|store| store.metric() == Metric::Outcome);
        let most_pieces = stores.iter().map(|store| store.most_pieces()).max().unwrap_or(0);
        let mut by_id = vec![0; Material::IDS];
        let materials = (2..=most_pieces).flat_map(Material::of_pieces);
        for material in materials.flat_map(|material| [material, material.flipped()]) {
            let place = stores.iter().position(|store| store.has(material));
            let tells_plies = |place: &usize| stores[*place].metric() == Metric::Plies;
            let flipped_tells = |store: &Arc<Store<R>>| {
                store.metric() == Metric::Plies && store.has(material.flipped())
            };
            if let Some(place) = place
                && (tells_plies(&place) || !stores.iter().any(flipped_tells))
            {
                by_id[material.id()] = place as u16 + 1;
            }
        }
        Self { stores, by_id: by_id.into(), most_pieces }
    }

    /// The same, asked about positions of so many pieces at most.
    #[must_use]
    pub fn limited(self, pieces: u32) -> Self {
        Self { most_pieces: self.most_pieces.min(pieces), ..self }
    }

    /// The most pieces of a position that may be known.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The value of a position with the plies to the end; none if that is not known.
    pub fn value(&self, pos: &Position<R>) -> Option<Value> {
        match self.known(pos, Access::Waits)? {
            Known::Plies(value) => Some(value),
            Known::Outcome(_) => None,
        }
    }

    /// Does the color to move win (`Greater`), draw (`Equal`) or lose?
    pub fn outcome(&self, pos: &Position<R>) -> Option<Ordering> {
        self.known(pos, Access::Waits).map(Known::outcome)
    }

    /// What is known of a position. Captures are searched, and so is a ply where only the other side
    /// to move is stored.
    pub fn known(&self, pos: &Position<R>, access: Access) -> Option<Known> {
        if pos.occupied().count_ones() > self.most_pieces {
            return None;
        }
        if pos.pieces(pos.turn()) == 0 {
            return Some(Known::Plies(Value::LOST));
        }
        if has_capture(pos) {
            return self.search(pos, access);
        }
        let material = Material::of(pos);
        if self.store_of(material).is_some() {
            return self.look_up(pos, access);
        }
        self.store_of(material.flipped())?;
        self.search(pos, access)
    }

    /// What is stored of a position in which nothing can be captured; none also where only the
    /// other side to move is. This takes some 40 to 140 ns with four pieces, where
    /// [`known`](Self::known) takes 0.3 to 7 µs for what is not stored (`tests/bitbase.rs` prints both).
    #[inline]
    pub fn look_up(&self, pos: &Position<R>, access: Access) -> Option<Known> {
        let material = Material::of(pos);
        let store = self.store_of(material)?;
        let is_there = access == Access::Waits || store.is_loaded(material);
        if is_there { store.look_up(material, pos) } else { None }
    }

    fn search(&self, pos: &Position<R>, access: Access) -> Option<Known> {
        let mut value = Some(Value::LOST);
        let mut outcome = Ordering::Less;
        for &mv in &legal_moves(pos) {
            let known = self.known(&pos.play(mv), access)?.before();
            outcome = outcome.max(known.outcome());
            value = match (value, known) {
                (Some(best), Known::Plies(value)) => Some(best.max(value)),
                (None, _) | (_, Known::Outcome(_)) => None,
            };
        }
        Some(value.map_or(Known::Outcome(outcome), Known::Plies))
    }

    /// The materials with a slice that play from this position can lead to, those first that take
    /// the fewest captures and crownings.
    pub fn ahead(&self, pos: &Position<R>) -> Vec<Material> {
        let most = self.most_pieces.min(pos.occupied().count_ones());
        let here = Material::of(pos);
        let mut ahead: Vec<_> = (2..=most)
            .flat_map(Material::of_pieces)
            .flat_map(|material| [material, material.flipped()])
            .filter(|&material| self.store_of(material).is_some())
            .filter_map(|material| {
                let steps = [here, here.flipped()].map(|from| from.steps_to(material));
                Some((steps.into_iter().flatten().min()?, Reverse(material.pieces()), material))
            })
            .collect();
        ahead.sort_unstable();
        ahead.dedup();
        ahead.into_iter().map(|(_, _, material)| material).collect()
    }

    /// Unpacks the slice of a material beforehand, so that nobody has to wait for it.
    pub fn load(&self, material: Material) {
        if let Some(store) = self.store_of(material) {
            store.load(material);
        }
    }

    /// Can the slice of a material be asked without waiting?
    pub fn is_loaded(&self, material: Material) -> bool {
        self.store_of(material).is_some_and(|store| store.is_loaded(material))
    }

    #[inline(always)]
    fn store_of(&self, material: Material) -> Option<&Store<R>> {
        let place = self.by_id[material.id()].checked_sub(1)?;
        Some(&self.stores[usize::from(place)])
    }
}
