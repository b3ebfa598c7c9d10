//! Positions to start games from: embedded books, and ballots told from the rules.

pub mod ballots;
mod seen;

pub use seen::Seen;

use crate::rules::Variant;

/// The embedded book of a variant: a line of moves from the start for each opening, and a head that
/// tells the command that made it.
pub const fn text(variant: Variant) -> &'static str {
    match variant {
        Variant::International => include_str!("normal.txt"),
        Variant::English => include_str!("english.txt"),
        Variant::Brazilian => include_str!("brazilian.txt"),
        Variant::Spanish => include_str!("spanish.txt"),
        Variant::Turkish => include_str!("turkish.txt"),
    }
}
