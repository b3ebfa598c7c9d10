//! Weights from a file by its path.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

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
    bytes::<R>(path).map(|(_, weights)| weights)
}

/// The bytes of a file, and the weights they are.
///
/// # Errors
/// If it cannot be read, or has no weights of this variant.
pub fn bytes<R: Rules>(path: &Path) -> Result<(Vec<u8>, Weights), LoadError> {
    read_checked::<R>(path).map_err(|source| LoadError { path: path.to_owned(), source })
}

/// The network of a file.
///
/// # Errors
/// If it cannot be read, or has no weights of this variant.
pub fn network<R: Rules>(path: &Path) -> Result<Arc<Network<R>>, LoadError> {
    let network = read_checked::<R>(path).and_then(|(_, weights)| Ok(Network::new(&weights)?));
    network.map(Arc::new).map_err(|source| LoadError { path: path.to_owned(), source })
}

/// XXH3 of a file that may have weights, which tells it from others. None if it cannot be read.
pub fn hash_of_file(path: &Path) -> Option<u64> {
    read_bytes(path).ok().map(|(bytes, _)| xxh3_64(&bytes))
}

/// As much of a file as the longest weights and a byte more, and how long it is.
fn read_bytes(path: &Path) -> Result<(Vec<u8>, u64), LoadFault> {
    // Some things would be waited for, others have no end.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(LoadFault::NoFile);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes, metadata.len()))
}

fn read_checked<R: Rules>(path: &Path) -> Result<(Vec<u8>, Weights), LoadFault> {
    let (bytes, length) = read_bytes(path)?;
    match Weights::read::<R>(&bytes) {
        Ok(weights) => Ok((bytes, weights)),
        Err(WeightsError::Length { there, expected }) => {
            // A longer file is not read to its end.
            let there = there.max(length);
            Err(WeightsError::Length { there, expected }.into())
        }
        Err(error) => Err(error.into()),
    }
}
