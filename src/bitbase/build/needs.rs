//! What a build takes, told before it begins.

use std::path::Path;

use thiserror::Error;

use super::run::{Plan, Step, steps};
use super::slice::SOLVE_WORK;
use crate::bitbase::file::{free_disk, free_memory};
use crate::bitbase::format::Metric;
use crate::bitbase::index::{Grounds, PLAIN};
use crate::bitbase::material::Material;
use crate::bitbase::pack::PACK_WORK;
use crate::rules::Rules;

/// The program, blocks that are packed, and lists of sets, in bytes.
const FIXED_MEMORY: u64 = 48 << 20;
/// The most that a number takes in a file, in thousandths of a byte: twice what was measured.
const OUTCOME_DISK: u64 = 60;
const PLIES_DISK: u64 = 500;
/// Bytes of a number while it is solved.
const CELL: u64 = 2;

/// What a build takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Bytes of memory, at most.
    pub memory: u64,
    /// Bytes of disk, at most.
    pub disk: u64,
    /// The unit that a [`Watch`](crate::work::Watch) is told.
    pub work: u64,
}

/// There is too little of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Short {
    /// Of memory, in bytes.
    #[error("{} of memory are needed and {} are free", size(*.0), size(*.1))]
    Memory(u64, u64),
    /// Of disk, in bytes.
    #[error("{} of disk are needed and {} are free", size(*.0), size(*.1))]
    Disk(u64, u64),
}

/// A number of bytes for people.
fn size(bytes: u64) -> String {
    if bytes >= 10 << 30 {
        format!("{} GiB", bytes >> 30)
    } else if bytes >= 10 << 20 {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{} KiB", bytes >> 10)
    }
}

impl Needs {
    /// What is missing of a plan takes, if none of that is begun.
    pub fn of<R: Rules>(plan: &Plan) -> Self {
        let grounds = Grounds::<R>::default();
        let len = |material| grounds.strides(material, PLAIN).1 as u64;
        let both = |material: Material| {
            len(material) + if material == material.flipped() { 0 } else { len(material.flipped()) }
        };
        // Wins of more than 252 plies, which take two bytes, are not known below six pieces.
        let width = |pieces| if plan.metric == Metric::Plies && pieces > 5 { 2 } else { 1 };
        let (mut fewer, mut memory, mut disk, mut work) = (0, 0, 0, 0);
        let missing = plan.missing::<R>();
        for pieces in 2..=missing.last().copied().unwrap_or(0) {
            let all: u64 = Material::of_pieces(pieces).into_iter().map(both).sum();
            let mut there = 0;
            for Step { material, last_use, .. } in steps(pieces) {
                let numbers = both(material);
                memory = memory.max(fewer + there + numbers * (CELL + width(pieces)));
                there += numbers * width(pieces);
                there -= last_use.into_iter().map(both).sum::<u64>() * width(pieces);
            }
            fewer += all * width(pieces);
            work += all * (SOLVE_WORK + PACK_WORK);
            let size = if plan.metric == Metric::Plies { PLIES_DISK } else { OUTCOME_DISK };
            // The part, and the file made of it.
            if missing.contains(&pieces) {
                disk += (2 * all * size).div_ceil(1000);
            }
        }
        Self { memory: memory + FIXED_MEMORY, disk, work }
    }

    /// Is there enough of it all?
    ///
    /// # Errors
    /// If there is not. What the system does not tell is taken for enough.
    pub fn check(&self, folder: &Path) -> Result<(), Short> {
        if let Some(free) = free_memory()
            && free < self.memory
        {
            return Err(Short::Memory(self.memory, free));
        }
        // A folder that is still to be made will be on the disk of what is there of its path.
        let there = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        match free_disk(there) {
            Ok(free) if free < self.disk => Err(Short::Disk(self.disk, free)),
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, International};

    fn needs<R: Rules>(pieces: u32) -> Needs {
        let folder = Path::new(".").to_owned();
        Needs::of::<R>(&Plan { pieces, metric: Metric::Outcome, threads: 1, folder })
    }

    #[test]
    fn six_pieces_of_a_small_board_fit_and_seven_of_the_large_one_do_not() {
        let six = needs::<English>(6);
        assert!(six.memory < 4 << 30 && six.disk < 1 << 30, "{six:?}");
        six.check(Path::new("no/such/folder")).unwrap();
        let short = needs::<International>(7).check(Path::new(".")).unwrap_err();
        assert!(short.to_string().contains("GiB of memory are needed and"), "{short}");
    }
}
