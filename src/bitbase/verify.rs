//! Looks whether a bitbase is right: every position against what its moves lead to.

use std::fmt;
use std::sync::Arc;

use super::Bitbases;
use super::build::{Step, sides, steps};
use super::format::{Entry, Metric};
use super::index::{Groups, PLAIN, position};
use super::material::Material;
use super::shelf::{Shelf, ShelfError};
use super::store::Store;
use super::value::Value;
use crate::board::Geometry;
use crate::notation::hub::write_setup;
use crate::position::Position;
use crate::rules::Rules;
use crate::work::Crew;

/// Numbers that one thread takes at a time.
const CHUNK: usize = 1 << 14;
/// So many faults of a slice are told.
const TOLD: usize = 3;

/// What came of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The material, the side to move first.
    pub material: Material,
    /// Positions won, drawn and lost.
    pub counts: [u64; 3],
    /// The longest win or loss, if the plies to the end were looked at.
    pub longest: Option<u16>,
    /// How many faults there are.
    pub faults: u64,
    /// The first of them.
    pub told: Vec<String>,
}

/// As a line of a report.
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.counts;
        write!(f, "{}: {won} won, {drawn} drawn, {lost} lost", self.material)?;
        if let Some(longest) = self.longest {
            write!(f, ", at most {longest} plies")?;
        }
        match self.faults {
            0 => f.write_str(": right")?,
            faults => write!(f, ": {faults} FAULTS")?,
        }
        self.told.iter().try_for_each(|told| write!(f, "\n  {told}"))
    }
}

/// The numbers that a check of a store goes through, with up to so many pieces.
pub fn numbers_of<R: Rules>(store: &Store<R>, pieces: u32) -> u64 {
    let grounds = super::index::Grounds::<R>::default();
    let all = (store.fewest_pieces()..=store.most_pieces().min(pieces)).flat_map(steps);
    all.flat_map(|step| sides(step.material))
        .map(|side| grounds.strides(side, PLAIN).1 as u64)
        .sum()
}

/// Checks all positions of a store with up to so many pieces: what it says, also of the turned board
/// and the mirror image, is what the best move leads to, and its counts are right. `others` have
/// what captures lead to. `tell` is told each slice.
///
/// # Errors
/// If a slice is missing or cannot be read, or it was stopped.
pub fn verify<R: Rules>(
    store: &Arc<Store<R>>,
    others: &[Arc<Store<R>>],
    pieces: u32,
    crew: Crew<'_>,
    tell: &mut dyn FnMut(Checked),
) -> Result<(), ShelfError> {
    let mut shelf = Shelf::new(store.metric());
    let stores: Vec<_> = std::iter::once(store).chain(others).map(Arc::clone).collect();
    for store in &stores {
        shelf.add(Arc::clone(store));
    }
    let fewer = || (2..store.fewest_pieces()).flat_map(Material::of_pieces);
    if !fewer().all(|material| shelf.tells_plies(material)) {
        shelf.forget_plies();
    }
    for material in fewer() {
        shelf.load(material, crew)?;
    }
    let bitbases = Bitbases::new(stores);
    let most = store.most_pieces().min(pieces);
    for pieces in store.fewest_pieces()..=most {
        for Step { material, last_use, .. } in steps(pieces) {
            shelf.load(material, crew)?;
            for side in sides(material) {
                let checker = Checker { shelf: &shelf, bitbases: &bitbases };
                tell(checker.slice(side, store.entry(side), crew)?);
            }
            if pieces == most {
                last_use.into_iter().flat_map(sides).for_each(|side| shelf.tables.remove(side));
            }
        }
    }
    Ok(())
}

struct Checker<'a, R: Rules> {
    shelf: &'a Shelf<R>,
    bitbases: &'a Bitbases<R>,
}

impl<R: Rules> Checker<'_, R> {
    fn slice(
        &self,
        material: Material,
        entry: Option<&Entry>,
        crew: Crew<'_>,
    ) -> Result<Checked, ShelfError> {
        // In the order of the entry, so that each block is unpacked once.
        let order = entry.map_or(PLAIN, |entry| entry.order);
        let numbers = self.shelf.tables.grounds.numbers(material, order);
        let none = || Checked {
            material,
            counts: [0; 3],
            longest: (self.shelf.metric() == Metric::Plies).then_some(0),
            faults: 0,
            told: Vec::new(),
        };
        let parts = crew.map(numbers.len.div_ceil(CHUNK), |chunk| {
            let mut part = none();
            let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(numbers.len);
            crew.watch.did(range.len() as u64);
            for groups in range.filter_map(|number| numbers.groups(number)) {
                self.position(&groups, &mut part);
            }
            part
        })?;
        let mut all = none();
        for part in parts {
            all.counts.iter_mut().zip(part.counts).for_each(|(sum, count)| *sum += count);
            all.longest = all.longest.max(part.longest);
            all.faults += part.faults;
            all.told.extend(part.told);
        }
        if let Some(entry) = entry {
            let longest = all.longest.unwrap_or(entry.longest);
            if (entry.counts, entry.longest) != (all.counts, longest) {
                let [won, drawn, lost] = entry.counts;
                let counts = format!("{won} won, {drawn} drawn, {lost} lost");
                all.told.insert(0, format!("the file tells {counts}, {} plies", entry.longest));
                all.faults += 1;
            }
        }
        all.told.truncate(TOLD);
        Ok(all)
    }

    fn position(&self, groups: &Groups, part: &mut Checked) {
        let pos = position::<R>(*groups);
        let value = self.shelf.tables.value(&pos);
        part.counts[value.place()] += 1;
        if let Some(longest) = &mut part.longest {
            *longest = (*longest).max(value.plies().unwrap_or(0));
        }
        let mut fault = |pos: &Position<R>, what: &str, found: Option<Value>| {
            part.faults += 1;
            if part.told.len() < TOLD {
                let pos = write_setup(&pos.setup(), R::Geometry::SQUARES);
                let (value, found) = (told(Some(value)), told(found));
                part.told.push(format!("{pos} is {value}, and {what} {found}"));
            }
        };
        for pos in [pos, pos.turned()] {
            let best = self.as_known(self.shelf.searched(&pos));
            if best != value {
                fault(&pos, "its best move makes it", Some(best));
            }
            let probed = self.probed(&pos);
            if probed != Some(value) {
                fault(&pos, "asked for, it is", probed);
            }
        }
        if R::Geometry::MIRRORS {
            let mirrored = position::<R>(groups.map(R::Geometry::mirrored));
            let found = self.shelf.tables.value(&mirrored);
            if found != value || self.probed(&mirrored) != Some(value) {
                fault(&mirrored, "as a mirror image", Some(found));
            }
        }
    }

    /// What the bitbases answer.
    fn probed(&self, pos: &Position<R>) -> Option<Value> {
        match self.shelf.metric() {
            Metric::Plies => self.bitbases.value(pos),
            Metric::Outcome => self.bitbases.outcome(pos).map(Value::of_outcome),
        }
    }

    fn as_known(&self, value: Value) -> Value {
        match self.shelf.metric() {
            Metric::Plies => value,
            Metric::Outcome => value.outcome(),
        }
    }
}

fn told(value: Option<Value>) -> String {
    let Some(value) = value else { return String::from("unknown") };
    let name = ["won", "drawn", "lost"][value.place()];
    value.plies().map_or(String::from(name), |plies| format!("{name} in {plies}"))
}
