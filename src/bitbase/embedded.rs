//! The bitbases within the program: all positions of up to four pieces, with the plies to the end.

use std::sync::Arc;

use super::index::Grounds;
use super::store::Store;
use crate::rules::{Opened, Rules, file_of};

/// The files by variant, made by `damier bitbase build --embedded`.
const FILES: [(&str, &[u8]); 5] = [
    ("normal", include_bytes!("data/normal.bb")),
    ("english", include_bytes!("data/english.bb")),
    ("brazilian", include_bytes!("data/brazilian.bb")),
    ("spanish", include_bytes!("data/spanish.bb")),
    ("turkish", include_bytes!("data/turkish.bb")),
];

/// Stores that are open.
static OPENED: Opened = Opened::new();

/// The file of a variant, if it has one.
pub fn embedded_file<R: Rules>() -> Option<&'static [u8]> {
    file_of::<R>(&FILES)
}

/// The store of a variant, if it has one: the same whenever it is asked for, so that what one search
/// has unpacked all have.
///
/// # Panics
/// If the file within the program is not a bitbase of these rules, which a test makes sure of.
pub fn embedded<R: Rules>() -> Option<Arc<Store<R>>> {
    let file = embedded_file::<R>()?;
    OPENED.get::<R, _>(|| {
        Store::<R>::open(file, Arc::new(Grounds::default()))
            .unwrap_or_else(|error| panic!("the bitbase of {} in the program: {error}", R::NAME))
    })
}
