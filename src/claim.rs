//! Files that one process at a time writes to.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// A file that no other process claims as long as this lives.
#[derive(Debug)]
pub(crate) struct Claimed(File);

impl Claimed {
    /// None if another process has claimed it. Where the file system has no locks, nobody is kept away.
    pub(crate) fn take(file: File) -> Option<Self> {
        let is_taken = matches!(fs4::FileExt::try_lock(&file), Err(fs4::TryLockError::WouldBlock));
        (!is_taken).then_some(Self(file))
    }
}

impl Drop for Claimed {
    fn drop(&mut self) {
        // Closing is not enough: a process that another thread is starting has the file open, too, till it
        // has become the other program. Where this fails, closing does it.
        let _ = fs4::FileExt::unlock(&self.0);
    }
}

/// A file that is added to: a head, then one piece after the other. If it is new and nothing has been
/// added but the head, it is removed in the end: it is of no use, and would be in the way of the same
/// command.
#[derive(Debug)]
pub(crate) struct Growing {
    file: Claimed,
    path: PathBuf,
    is_of_no_use: bool,
}

impl Growing {
    /// Begins a file that is not there yet.
    ///
    /// # Errors
    /// If it is there (then `--resume` goes on with it; `way` may say more of how), or cannot be written.
    pub(crate) fn begin(path: &Path, way: &str) -> anyhow::Result<Self> {
        let name = path.display();
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                fs::metadata(path).with_context(|| format!("{name} is a link to nothing"))?;
                refuse_what_is_no_file(path)?;
                bail!("{name} is there already: --resume{way} goes on with it")
            }
            file => {
                Self::claim(file.with_context(|| format!("{name} cannot be begun"))?, path, true)
            }
        }
    }

    /// Opens a file that may be there already, to read it and to add to its end.
    ///
    /// # Errors
    /// If it cannot be read or written, or another process adds to it.
    pub(crate) fn resume(path: &Path) -> anyhow::Result<Self> {
        refuse_what_is_no_file(path)?;
        let is_new = !path.exists();
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = file.with_context(|| format!("{} cannot be gone on with", path.display()))?;
        Self::claim(file, path, is_new)
    }

    fn claim(file: File, path: &Path, is_new: bool) -> anyhow::Result<Self> {
        let file = Claimed::take(file)
            .with_context(|| format!("{} is being written by another process", path.display()))?;
        Ok(Self { file, path: path.to_owned(), is_of_no_use: is_new })
    }

    /// Leaves so many of its first bytes.
    ///
    /// # Errors
    /// If it cannot be cut.
    pub(crate) fn cut(&self, bytes: u64) -> anyhow::Result<()> {
        self.file.0.set_len(bytes).with_context(|| format!("{} cannot be cut", self.path.display()))
    }

    /// Adds the head.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add_head(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.file.0.write_all(bytes);
        written.with_context(|| format!("{} cannot be written", self.path.display()))
    }

    /// Adds a piece, in one write: what is torn by a full disk is seen later.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.is_of_no_use = false;
        self.add_head(bytes)
    }
}

/// To be read, and asked for its length.
impl Deref for Growing {
    type Target = File;

    fn deref(&self) -> &File {
        &self.file.0
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        if self.is_of_no_use {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Some things would be waited for, others have no end. What is not there is not refused.
pub(crate) fn refuse_what_is_no_file(path: &Path) -> anyhow::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        bail!("{} is no file", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// A path where nothing is.
    fn new_path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("damier-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn a_file_is_free_again_though_somebody_has_it_open() {
        let path = new_path("claimed");
        let claimed = Growing::resume(&path).unwrap();
        let error = Growing::resume(&path).unwrap_err().to_string();
        assert_eq!(error, format!("{} is being written by another process", path.display()));
        // As a process has it that was started meanwhile.
        let inherited = claimed.try_clone().unwrap();
        drop(claimed);
        Growing::resume(&path).unwrap();
        drop(inherited);
    }

    #[test]
    fn what_is_there_is_gone_on_with_and_not_begun() {
        let path = new_path("begun");
        Growing::begin(&path, "").unwrap().add(b"one").unwrap();
        let error = Growing::begin(&path, ", with FILE,").unwrap_err().to_string();
        let expected = "is there already: --resume, with FILE, goes on with it";
        assert_eq!(error, format!("{} {expected}", path.display()));
        let mut text = String::new();
        let mut file = Growing::resume(&path).unwrap();
        (&*file).read_to_string(&mut text).unwrap();
        file.cut(2).unwrap();
        file.add(b" more").unwrap();
        assert_eq!((text.as_str(), fs::read(&path).unwrap().as_slice()), ("one", &b"on more"[..]));
        drop(file);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_new_file_with_a_head_alone_is_not_left() {
        let path = new_path("head");
        let begin = |path: &Path| Growing::begin(path, "");
        for open in [begin, Growing::resume] {
            open(&path).unwrap().add_head(b"head").unwrap();
            assert!(!path.exists());
        }
        fs::write(&path, "head").unwrap();
        drop(Growing::resume(&path).unwrap());
        assert!(path.exists());
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn folders_and_devices_are_refused() {
        for path in if cfg!(unix) { &["src", "/dev/zero"][..] } else { &["src"] } {
            for result in [Growing::begin(Path::new(path), ""), Growing::resume(Path::new(path))] {
                assert_eq!(result.unwrap_err().to_string(), format!("{path} is no file"));
            }
        }
    }
}
