//! Makes the tables: retrograde analysis, a material after those that its moves lead to.
//!
//! What a capture or a crowning leads to is known from earlier tables. The rest is found backwards:
//! from positions decided after `n` plies to those decided after `n + 1` (Thompson 1986, for
//! draughts Lake, Schaeffer and Lu 1994).

mod cell;
mod needs;
mod run;
mod slice;
mod unmove;

use super::format::{Entry, Header, Metric, Packing, RECORD, write_head};
use super::material::Material;
use super::pack::{Packed, pack};
use super::tables::Tables;
use crate::rules::Rules;
use crate::work::{Crew, Stopped};
pub use needs::{Needs, Short};
pub use run::{BuildError, Built, Plan, build};
pub(super) use run::{Step, sides, steps};

/// Makes all tables of up to so many pieces in memory.
fn tables<R: Rules>(pieces: u32, crew: Crew<'_>) -> Result<Tables<R>, Stopped> {
    let mut tables = Tables::new();
    for material in (2..=pieces).flat_map(Material::of_pieces) {
        let (values, flipped) = slice::solve(&tables, material, Metric::Plies, crew)?;
        tables.put(material, values);
        if let Some(flipped) = flipped {
            tables.put(material.flipped(), flipped);
        }
    }
    Ok(tables)
}

/// The file of all positions of up to so many pieces, whole slices, the plies to the end, each
/// material with the side to move that makes it smaller: what is embedded in the program.
///
/// # Errors
/// If the work was stopped.
pub fn smallest_file<R: Rules>(pieces: u32, crew: Crew<'_>) -> Result<Vec<u8>, Stopped> {
    let tables = tables::<R>(pieces, crew)?;
    let pack = |material| pack(&tables, material, Metric::Plies, Packing::Whole, crew);
    let mut packed = Vec::new();
    for material in (2..=pieces).flat_map(Material::of_pieces) {
        let mut smaller = pack(material)?;
        if material != material.flipped() {
            let second = pack(material.flipped())?;
            if second.section.len() < smaller.section.len() {
                smaller = second;
            }
        }
        packed.push(smaller);
    }
    let mut offset = (RECORD * (1 + packed.len())) as u64;
    for Packed { entry, .. } in &mut packed {
        entry.offset = offset;
        offset += entry.len;
    }
    let header = Header {
        metric: Metric::Plies,
        packing: Packing::Whole,
        fewest: 2,
        most: pieces as u8,
        slices: packed.len() as u16,
    };
    let entries: Vec<Entry> = packed.iter().map(|slice| slice.entry.clone()).collect();
    let mut file = write_head::<R>(&header, &entries);
    file.extend(packed.into_iter().flat_map(|slice| slice.section));
    Ok(file)
}
