//! A build into a folder that goes on where it was ended.

use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use super::slice;
use crate::bitbase::file::{FolderLock, LoadError, LockError, Part, PartError, name, open};
use crate::bitbase::format::{Header, Metric, Packing};
use crate::bitbase::index::{Grounds, PLAIN};
use crate::bitbase::material::Material;
use crate::bitbase::pack::{PACK_WORK, pack};
use crate::bitbase::shelf::{Shelf, ShelfError};
use crate::rules::Rules;
use crate::work::{Crew, Stopped, Watch};

/// What is to be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// All files from 2 to so many pieces.
    pub pieces: u32,
    /// What they are to tell.
    pub metric: Metric,
    /// How many threads work.
    pub threads: usize,
    /// Where the files are and come.
    pub folder: PathBuf,
}

impl Plan {
    /// The file of a number of pieces.
    pub fn path<R: Rules>(&self, pieces: u32) -> PathBuf {
        self.folder.join(name::<R>(pieces, self.metric))
    }

    /// The numbers of pieces whose files are not there.
    pub fn missing<R: Rules>(&self) -> Vec<u32> {
        (2..=self.pieces).filter(|&pieces| !self.path::<R>(pieces).exists()).collect()
    }
}

/// What came of a number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The file.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: u64,
}

/// Why a build ended.
#[derive(Debug, Error)]
pub enum BuildError {
    /// Somebody else builds.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A file of fewer pieces cannot be used.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A table of a file cannot be used.
    #[error(transparent)]
    Shelf(ShelfError),
    /// The part cannot be written or read.
    #[error(transparent)]
    Part(#[from] PartError),
    /// It was stopped; the same plan goes on.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<ShelfError> for BuildError {
    fn from(error: ShelfError) -> Self {
        match error {
            ShelfError::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Shelf(other),
        }
    }
}

/// A material and its flipped one, in the order in which they are made.
pub(in crate::bitbase) struct Step {
    pub(in crate::bitbase) material: Material,
    /// What its crownings lead to.
    needs: Vec<Material>,
    /// What no later step needs.
    pub(in crate::bitbase) last_use: Vec<Material>,
}

/// The steps of a number of pieces.
pub(in crate::bitbase) fn steps(pieces: u32) -> Vec<Step> {
    let order = Material::of_pieces(pieces);
    let mut steps: Vec<Step> = order
        .iter()
        .map(|&material| Step { material, needs: crowned(material), last_use: Vec::new() })
        .collect();
    for (made, &material) in order.iter().enumerate() {
        let last = steps.iter().rposition(|step| step.needs.contains(&material)).unwrap_or(made);
        steps[last].last_use.push(material);
    }
    steps
}

/// What a crowning of either side leads to, as [`Material::of_pieces`] has them.
fn crowned(material: Material) -> Vec<Material> {
    let Material { men, kings, their_men, their_kings } = material;
    let ours = (men > 0).then(|| Material { men: men - 1, kings: kings + 1, ..material });
    let theirs = (their_men > 0).then(|| Material {
        their_men: their_men - 1,
        their_kings: their_kings + 1,
        ..material
    });
    let mut all: Vec<_> = ours.into_iter().chain(theirs).map(Material::stronger).collect();
    all.dedup();
    all
}

/// Builds what is missing of a plan. `finished` is told of each file.
///
/// # Errors
/// If it cannot go on, or was stopped: then the same plan goes on after the last slice.
pub fn build<R: Rules>(
    plan: &Plan,
    watch: &dyn Watch,
    finished: &mut dyn FnMut(&Built),
) -> Result<(), BuildError> {
    let _lock = FolderLock::take(&plan.folder)?;
    let grounds = Arc::new(Grounds::<R>::default());
    let crew = Crew { threads: plan.threads, watch };
    let mut builder = Builder { plan, crew, grounds, shelf: Shelf::new(plan.metric) };
    let Some(&last) = plan.missing::<R>().last() else { return Ok(()) };
    for pieces in 2..=last {
        builder.pieces(pieces, pieces == last, finished)?;
    }
    Ok(())
}

struct Builder<'a, R: Rules> {
    plan: &'a Plan,
    crew: Crew<'a>,
    grounds: Arc<Grounds<R>>,
    shelf: Shelf<R>,
}

impl<R: Rules> Builder<'_, R> {
    /// Builds a number of pieces, if it is not there; afterwards its tables are on the shelf, unless
    /// it is the last.
    fn pieces(
        &mut self,
        pieces: u32,
        is_last: bool,
        finished: &mut dyn FnMut(&Built),
    ) -> Result<(), BuildError> {
        let path = self.plan.path::<R>(pieces);
        if path.exists() {
            Part::clear(&path);
            self.crew.watch.did(self.work(&Material::of_pieces(pieces)));
        } else {
            let part = self.solve(pieces, is_last)?;
            let bytes = part.finish::<R>(&path)?;
            finished(&Built { path: path.clone(), bytes });
        }
        if !is_last {
            self.shelf.add(Arc::new(open(&path, &self.grounds)?));
            for material in Material::of_pieces(pieces) {
                self.shelf.load(material, self.crew)?;
            }
        }
        Ok(())
    }

    /// Solves what is missing of a number of pieces.
    fn solve(&mut self, pieces: u32, is_last: bool) -> Result<Part, BuildError> {
        let steps = steps(pieces);
        let order: Vec<Material> = steps.iter().flat_map(|step| sides(step.material)).collect();
        let header = Header {
            metric: self.plan.metric,
            packing: Packing::Blocks,
            fewest: pieces as u8,
            most: pieces as u8,
            slices: order.len() as u16,
        };
        let path = Part::path(&self.plan.path::<R>(pieces));
        let (mut part, cut) = Part::open::<R>(&path, header, &order)?;
        if cut > 0 {
            let path = path.display();
            self.crew.watch.note(&format!("{path}: cut off {cut} bytes that were not whole"));
        }
        let done = self.whole_steps(&mut part, &steps)?;
        if done > 0 {
            let (path, all) = (path.display(), steps.len());
            self.crew.watch.note(&format!("{path}: goes on after {done} of {all} slices"));
            self.shelf.add(Arc::new(part.store(&self.grounds)?));
        }
        for step in &steps[done..] {
            self.step(step, &mut part, is_last)?;
        }
        if done > 0 {
            self.shelf.drop_last();
        }
        Ok(part)
    }

    /// How many steps are done; a half step is forgotten.
    fn whole_steps(&self, part: &mut Part, steps: &[Step]) -> Result<usize, PartError> {
        let (mut done, mut slices) = (0, 0);
        for step in steps {
            let sides = sides(step.material).count();
            if slices + sides > part.entries().len() {
                break;
            }
            slices += sides;
            done += 1;
            self.crew.watch.did(self.work(&[step.material]));
        }
        part.keep(slices)?;
        Ok(done)
    }

    fn step(&mut self, step: &Step, part: &mut Part, is_last: bool) -> Result<(), BuildError> {
        for &needed in &step.needs {
            self.shelf.load(needed, self.crew)?;
        }
        let (material, metric, crew) = (step.material, self.plan.metric, self.crew);
        let (values, flipped) = slice::solve(&self.shelf.tables, material, metric, crew)?;
        self.shelf.tables.put(material, values);
        if let Some(flipped) = flipped {
            self.shelf.tables.put(material.flipped(), flipped);
        }
        let pack = |side| pack(&self.shelf.tables, side, metric, Packing::Blocks, crew);
        part.add(sides(material).map(pack).collect::<Result<_, _>>()?)?;
        if is_last {
            for side in step.last_use.iter().copied().flat_map(sides) {
                self.shelf.tables.remove(side);
            }
        }
        Ok(())
    }

    fn work(&self, materials: &[Material]) -> u64 {
        let sides = materials.iter().copied().flat_map(sides);
        let len = |material| self.grounds.strides(material, PLAIN).1 as u64;
        sides.map(len).sum::<u64>() * (slice::SOLVE_WORK + PACK_WORK)
    }
}

/// A material and, if it is another, its flipped one.
pub(in crate::bitbase) fn sides(material: Material) -> impl Iterator<Item = Material> {
    let flipped = Some(material.flipped()).filter(|&flipped| flipped != material);
    std::iter::once(material).chain(flipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_step_needs_is_made_before_and_forgotten_after() {
        for pieces in 2..=6 {
            let mut there: Vec<Material> = Vec::new();
            for step in steps(pieces) {
                assert!(step.needs.iter().all(|needed| there.contains(needed)), "{pieces}");
                there.push(step.material);
                there.retain(|material| !step.last_use.contains(material));
            }
            assert!(there.is_empty(), "{pieces} {there:?}");
        }
    }
}
