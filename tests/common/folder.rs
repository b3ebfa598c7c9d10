//! Folders for what a test writes.

use std::fs;
use std::path::PathBuf;

/// A folder that is gone when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-{name}-{}", std::process::id()));
        // What an earlier run with this number left behind.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
