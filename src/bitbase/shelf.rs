//! Tables in memory that come from stores: what building on and verifying look values up in.

use std::sync::Arc;

use thiserror::Error;

use super::format::{Entry, Metric};
use super::index::{Grounds, Groups, PLAIN, position};
use super::material::Material;
use super::pack::read_code;
use super::store::Store;
use super::tables::{Tables, Values};
use super::value::Value;
use crate::movegen::{has_capture, legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::work::{Crew, Stopped};

/// Numbers that one thread takes at a time.
const CHUNK: usize = 1 << 14;

/// Why a table could not be had from the stores.
#[derive(Debug, Error)]
pub enum ShelfError {
    /// No store has it.
    #[error("there is no bitbase of {0}")]
    Missing(Material),
    /// It does not tell the plies to the end.
    #[error("the bitbase of {0} tells outcomes only, and the plies to the end are needed")]
    NoPlies(Material),
    /// A store has it and it cannot be read.
    #[error("the bitbase of {0} cannot be read: {1}")]
    Unreadable(Material, std::io::Error),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Tables of some materials, unpacked.
pub(super) struct Shelf<R: Rules> {
    pub(super) tables: Tables<R>,
    stores: Vec<Arc<Store<R>>>,
    metric: Metric,
}

impl<R: Rules> Shelf<R> {
    pub(super) fn new(metric: Metric) -> Self {
        Self { tables: Tables::new(), stores: Vec::new(), metric }
    }

    /// Adds a store, asked after those that were added before.
    pub(super) fn add(&mut self, store: Arc<Store<R>>) {
        self.stores.push(store);
    }

    /// Forgets the last store that was added.
    pub(super) fn drop_last(&mut self) {
        self.stores.pop();
    }

    fn find(&self, material: Material) -> Option<(&Arc<Store<R>>, &Entry)> {
        self.stores.iter().find_map(|store| Some((store, store.entry(material)?)))
    }

    /// Do the stores tell the plies to the end for a material?
    pub(super) fn tells_plies(&self, material: Material) -> bool {
        let found = self.find(material).or_else(|| self.find(material.flipped()));
        found.is_some_and(|(store, _)| store.metric() == Metric::Plies)
    }

    /// From now on only outcomes count.
    pub(super) fn forget_plies(&mut self) {
        self.metric = Metric::Outcome;
        self.tables.forget_plies();
    }

    pub(super) fn metric(&self) -> Metric {
        self.metric
    }

    /// Unpacks a material and its flipped one. The tables of what their captures and crownings lead
    /// to must be there.
    ///
    /// # Errors
    /// If no store has either, or it cannot be read, or it was stopped.
    pub(super) fn load(&mut self, material: Material, crew: Crew<'_>) -> Result<(), ShelfError> {
        for material in [material, material.flipped()] {
            if !self.tables.has(material) && self.find(material).is_some() {
                let values = self.stored(material, crew)?;
                self.tables.put(material, values);
            }
        }
        for material in [material, material.flipped()] {
            if !self.tables.has(material) {
                if !self.tables.has(material.flipped()) {
                    return Err(ShelfError::Missing(material));
                }
                // One side to move is in the store: the other is a ply away.
                let values =
                    self.fill(material, u16::MAX - 1, crew, |_, pos| self.searched(pos))?;
                self.tables.put(material, values);
            }
        }
        Ok(())
    }

    /// The values of a material that is in a store.
    fn stored(&self, material: Material, crew: Crew<'_>) -> Result<Values, ShelfError> {
        let (store, entry) = self.find(material).ok_or(ShelfError::Missing(material))?;
        let metric = store.metric();
        if self.metric == Metric::Plies && metric != Metric::Plies {
            return Err(ShelfError::NoPlies(material));
        }
        let unreadable = |error| ShelfError::Unreadable(material, error);
        let bytes = store.unpacked(entry, crew)?.map_err(unreadable)?;
        let grounds = &self.tables.grounds;
        let (strides, _) = grounds.strides(material, entry.order);
        let longest = if self.metric == Metric::Plies { entry.longest } else { 1 };
        Ok(self.fill(material, longest, crew, |groups, pos| {
            if has_capture(pos) {
                return self.searched(pos);
            }
            // With blocks of a size that five does not divide, each begins a byte.
            let number = grounds.kept_number(groups, &strides);
            let at = match (metric, entry.block_bits) {
                (Metric::Outcome, bits @ 1..) => {
                    let size = 1 << bits;
                    5 * (number / size) * usize::div_ceil(size, 5) + number % size
                }
                (Metric::Outcome | Metric::Plies, _) => number,
            };
            // A code that is missing is a draw: it will not stand the test of its successors.
            let code = read_code(&bytes, metric, entry.is_narrow(), at).unwrap_or(0);
            Value::from_code(code)
        })?)
    }

    /// The values of a material by what is said of each of its positions.
    fn fill(
        &self,
        material: Material,
        longest: u16,
        crew: Crew<'_>,
        value: impl Fn(&Groups, &Position<R>) -> Value + Sync,
    ) -> Result<Values, Stopped> {
        let grounds: &Grounds<R> = &self.tables.grounds;
        let numbers = grounds.numbers(material, PLAIN);
        Values::fill(numbers.len, longest, CHUNK, crew, |number| {
            let Some(groups) = numbers.groups(number) else { return u16::MAX };
            let value = value(&groups, &position(groups));
            match self.metric {
                Metric::Plies => value.code(),
                Metric::Outcome => value.outcome().code(),
            }
        })
    }

    /// The best of what the moves lead to.
    pub(super) fn searched(&self, pos: &Position<R>) -> Value {
        let moves = legal_moves(pos);
        let values = moves.iter().map(|&mv| self.tables.value(&pos.play(mv)).before());
        values.max().unwrap_or(Value::LOST)
    }
}
