//! The file of a page: written anew in one step, so that whoever opens it sees a whole one.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::{BEGINNING, Report, html};

/// A page is written again after so long at the earliest, in mid-match.
const EVERY: Duration = Duration::from_secs(5);
/// And after so many times the time that writing it took: engines are playing meanwhile.
const TIMES_ITS_TIME: u32 = 100;

/// Where a page goes.
#[derive(Debug)]
pub struct PageFile {
    path: PathBuf,
    next: Instant,
}

impl PageFile {
    /// A new file, or an older page that is written over.
    ///
    /// # Errors
    /// If there is something else, or no file can be made there.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        // What is written over is the file, and not a link to it.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        // A device or a pipe would be waited for, or even replaced.
        if path.exists() && !path.is_file() {
            bail!("{} is there, and is no file", path.display());
        }
        match File::open(&path) {
            Ok(file) => {
                let mut beginning = Vec::new();
                let length = BEGINNING.len() as u64;
                file.take(length)
                    .read_to_end(&mut beginning)
                    .with_context(|| format!("{} cannot be read", path.display()))?;
                if !beginning.is_empty() && beginning != BEGINNING.as_bytes() {
                    bail!("{} is there, and is no page of damier", path.display());
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("{} cannot be read", path.display()));
            }
        }
        let file = Self { path, next: Instant::now() };
        // Better now than when the games have been played.
        let other = file.other();
        File::create(&other)
            .and_then(|_| fs::remove_file(&other))
            .with_context(|| format!("{} cannot be written", file.path.display()))?;
        Ok(file)
    }

    /// Was the last page written long enough ago?
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Writes a page in mid-match.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn update(&mut self, report: &Report) -> anyhow::Result<()> {
        let began = Instant::now();
        let result = self.write(report);
        self.next = Instant::now() + EVERY.max(began.elapsed() * TIMES_ITS_TIME);
        result
    }

    /// Writes a page.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, report: &Report) -> anyhow::Result<()> {
        let other = self.other();
        let result = fs::write(&other, html(report)).and_then(|()| fs::rename(&other, &self.path));
        if result.is_err() {
            // It may not even be there.
            let _ = fs::remove_file(&other);
        }
        result.with_context(|| format!("{} cannot be written", self.path.display()))
    }

    fn other(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(format!(".{}.part", std::process::id()));
        name.into()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_is_not_replaced() {
        let name = format!("damier-page-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // As a device would be.
        let socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let error = PageFile::open(&path).unwrap_err().to_string();
        drop(socket);
        fs::remove_file(&path).unwrap();
        assert!(error.ends_with("is there, and is no file"), "{error}");
    }
}
