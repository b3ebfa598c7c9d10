//! What a machine and a folder have room for, and who may write there.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::claim::Claimed;

/// The file that is locked while bitbases are built in its folder.
const LOCK: &str = "building.lock";

/// The bytes of memory that programs can still take; none where the system does not tell.
pub fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kibibytes)
}

/// The bytes that can still be written to the disk of a folder.
///
/// # Errors
/// If the system does not tell.
pub fn free_disk(folder: &Path) -> io::Result<u64> {
    fs4::available_space(folder)
}

/// Why a folder could not be locked.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process has it.
    #[error("{}: another process builds bitbases here", .folder.display())]
    Taken {
        /// The folder.
        folder: PathBuf,
    },
    /// It cannot be written to.
    #[error("{}: {error}", .folder.display())]
    Io {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// While it lives, nobody else builds in the folder.
#[derive(Debug)]
pub struct FolderLock {
    _claimed: Claimed,
}

impl FolderLock {
    /// Makes the folder, if need be, and locks it.
    ///
    /// # Errors
    /// If another process has it, or it cannot be made or written to.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        let fault = |error| LockError::Io { folder: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(fault)?;
        let file = File::create(folder.join(LOCK)).map_err(fault)?;
        let claimed = Claimed::take(file);
        let claimed = claimed.ok_or_else(|| LockError::Taken { folder: folder.to_owned() })?;
        Ok(Self { _claimed: claimed })
    }
}
