//! Bitbases on the disk: opening files and folders, what a folder has room for, and the file of a
//! build that is under way.

mod map;
mod part;
mod room;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::format::{FormatError, Metric};
use super::index::Grounds;
use super::store::Store;
use crate::rules::Rules;
pub(super) use part::{Part, PartError};
pub use room::{FolderLock, LockError, free_disk, free_memory};

/// How the names of bitbases end.
const ENDING: &str = "bb";

/// Why a file is no bitbase to use.
#[derive(Debug, Error)]
#[error("{}: {cause}", .path.display())]
pub struct LoadError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub cause: LoadFault,
}

/// What can be wrong with a file.
#[derive(Debug, Error)]
pub enum LoadFault {
    /// It cannot be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What is in it cannot be used.
    #[error(transparent)]
    Format(#[from] FormatError),
}

impl LoadError {
    fn new(path: &Path, cause: impl Into<LoadFault>) -> Self {
        Self { path: path.to_owned(), cause: cause.into() }
    }

    /// Is it sound, and for another variant?
    pub fn is_other_variant(&self) -> bool {
        matches!(self.cause, LoadFault::Format(FormatError::Variant { .. }))
    }
}

/// The name of the file for so many pieces.
pub fn name<R: Rules>(pieces: u32, metric: Metric) -> String {
    match metric {
        Metric::Outcome => format!("{}-{pieces}.{ENDING}", R::NAME),
        Metric::Plies => format!("{}-{pieces}-dtw.{ENDING}", R::NAME),
    }
}

/// Opens a file, mapped into memory, and checks all of it.
///
/// # Errors
/// If it cannot be read, or is no whole bitbase of this variant.
pub fn open<R: Rules>(path: &Path, grounds: &Arc<Grounds<R>>) -> Result<Store<R>, LoadError> {
    let fault = |error: io::Error| LoadError::new(path, error);
    // Opening a pipe would wait for somebody to write.
    if !fs::metadata(path).map_err(fault)?.is_file() {
        return Err(fault(io::Error::other("it is no file")));
    }
    let file = File::open(path).map_err(fault)?;
    let bytes = map::map(&file).map_err(fault)?;
    Store::open(bytes, Arc::clone(grounds)).map_err(|error| LoadError::new(path, error))
}

/// Opens all bitbases of this variant in a folder, those of up to so many pieces. Files of other
/// variants are left out. Those with the plies to the end come first, then those with fewer pieces.
///
/// # Errors
/// If the folder or a file in it cannot be read, or a file that ends in `.bb` is damaged.
pub fn open_folder<R: Rules>(
    folder: &Path,
    pieces: u32,
    grounds: &Arc<Grounds<R>>,
) -> Result<Vec<Arc<Store<R>>>, LoadError> {
    let mut stores = Vec::new();
    for path in files(folder)? {
        match open(&path, grounds) {
            Ok(store) if store.fewest_pieces() <= pieces => stores.push(Arc::new(store)),
            Ok(_) => {}
            Err(error) if error.is_other_variant() => {}
            Err(error) => return Err(error),
        }
    }
    stores.sort_by_key(|store| (store.metric() == Metric::Outcome, store.most_pieces()));
    Ok(stores)
}

/// The bitbases of all variants in a folder, by name.
///
/// # Errors
/// If it cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let fault = |error| LoadError::new(folder, error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
