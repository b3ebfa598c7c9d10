//! Files to which is added, by one process at a time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::ops::Deref;
use std::path::Path;

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

    /// Begins a file that is not there yet.
    ///
    /// # Errors
    /// If it is there (then `--resume` goes on with it, `way` may say more of how), or cannot be written.
    pub(crate) fn begin(path: &Path, way: &str) -> anyhow::Result<Self> {
        let name = path.display();
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                fs::metadata(path).with_context(|| format!("{name} is a link to nothing"))?;
                refuse_what_is_no_file(path)?;
                bail!("{name} is there already: --resume{way} goes on with it")
            }
            file => Self::to_add(file.with_context(|| format!("{name} cannot be begun"))?, path),
        }
    }

    /// Opens a file that may be there already, to read it and to add to its end.
    ///
    /// # Errors
    /// If it cannot be read or written, or another process adds to it.
    pub(crate) fn resume(path: &Path) -> anyhow::Result<Self> {
        refuse_what_is_no_file(path)?;
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = file.with_context(|| format!("{} cannot be gone on with", path.display()))?;
        Self::to_add(file, path)
    }

    fn to_add(file: File, path: &Path) -> anyhow::Result<Self> {
        Self::take(file)
            .with_context(|| format!("{} is being written by another process", path.display()))
    }
}

/// Some things would be waited for, others have no end. What is not there is not refused.
pub(crate) fn refuse_what_is_no_file(path: &Path) -> anyhow::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        bail!("{} is no file", path.display());
    }
    Ok(())
}

impl Deref for Claimed {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Read for Claimed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Claimed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Claimed {
    fn drop(&mut self) {
        // Closing is not enough: a process that another thread is starting has the file open, too, till it
        // has become the other program. Where this fails, closing does it.
        let _ = fs4::FileExt::unlock(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
        let claimed = Claimed::resume(&path).unwrap();
        let error = Claimed::resume(&path).unwrap_err().to_string();
        assert_eq!(error, format!("{} is being written by another process", path.display()));
        // As a process has it that was started meanwhile.
        let inherited = claimed.try_clone().unwrap();
        drop(claimed);
        Claimed::resume(&path).unwrap();
        drop(inherited);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_is_there_is_gone_on_with_and_not_begun() {
        let path = new_path("begun");
        Claimed::begin(&path, "").unwrap().write_all(b"one").unwrap();
        let error = Claimed::begin(&path, ", with FILE,").unwrap_err().to_string();
        let name = path.display();
        assert_eq!(error, format!("{name} is there already: --resume, with FILE, goes on with it"));
        let mut text = String::new();
        let mut file = Claimed::resume(&path).unwrap();
        file.read_to_string(&mut text).unwrap();
        file.write_all(b" more").unwrap();
        assert_eq!((text.as_str(), fs::read(&path).unwrap().as_slice()), ("one", &b"one more"[..]));
        drop(file);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn folders_and_devices_are_refused() {
        for path in if cfg!(unix) { &["src", "/dev/zero"][..] } else { &["src"] } {
            for result in [Claimed::begin(Path::new(path), ""), Claimed::resume(Path::new(path))] {
                assert_eq!(result.unwrap_err().to_string(), format!("{path} is no file"));
            }
        }
    }
}
