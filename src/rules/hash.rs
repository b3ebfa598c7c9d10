//! A number that stands for the rules of a variant: files of knowledge say for which they were made.

use xxhash_rust::xxh3::Xxh3Default;

use super::{Rules, Tally};
use crate::board::Geometry;

/// Stands for all rules that the value of a position depends on; changes when one of them does.
pub fn rules_hash<R: Rules>() -> u64 {
    let mut hash = Xxh3Default::new();
    let text = format!(
        "{} {} {} {:x} {} {} {:?} {:?} {}",
        R::NAME,
        R::Geometry::SQUARES,
        R::Geometry::ROWS,
        R::Geometry::BOARD,
        R::MEN_CAPTURE_BACKWARD,
        R::FLYING_KINGS,
        R::CROWNING,
        R::REMOVAL,
        R::HALF_TURNS,
    );
    hash.update(text.as_bytes());
    for men in 0..8 {
        for kings in 0..8 {
            hash.update(&R::precedence(Tally { men, kings }).to_le_bytes());
        }
    }
    for row in [R::Geometry::FIRST_ROW, R::Geometry::LAST_ROW] {
        hash.update(&row.to_le_bytes());
    }
    hash.digest()
}
