//! Weights from a file by its path.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::format::{LONGEST, Weights, WeightsError};
use super::network::Network;
use crate::rules::Rules;

/// Why a file gave no weights.
#[derive(Debug, Error)]
#[error("{}: {source}", path.display())]
pub struct LoadError {
    path: PathBuf,
    source: LoadFault,
}

#[derive(Debug, Error)]
enum LoadFault {
    #[error(transparent)]
    Read(#[from] io::Error),
    #[error("it is no file")]
    NoFile,
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// The weights of a file.
///
/// # Errors
/// If it cannot be read, or has no weights of this variant.
pub fn read<R: Rules>(path: &Path) -> Result<Weights, LoadError> {
    read_checked::<R>(path).map_err(|source| LoadError { path: path.to_owned(), source })
}

/// The network of a file.
///
/// # Errors
/// If it cannot be read, or has no weights of this variant.
pub fn network<R: Rules>(path: &Path) -> Result<Arc<Network<R>>, LoadError> {
    let network = read_checked::<R>(path).and_then(|weights| Ok(Network::new(&weights)?));
    network.map(Arc::new).map_err(|source| LoadError { path: path.to_owned(), source })
}

fn read_checked<R: Rules>(path: &Path) -> Result<Weights, LoadFault> {
    // Some things would be waited for, others have no end.
    if !fs::metadata(path)?.is_file() {
        return Err(LoadFault::NoFile);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Weights::read::<R>(&bytes)?)
}
