//! What the files of a command are used for: no two may be the same.

use std::path::{Path, PathBuf};

use anyhow::bail;

/// What files are used for, and where they are. One whose folder is not there is left out: to use it fails
/// anyway.
#[derive(Default)]
pub(super) struct Uses(Vec<(String, PathBuf)>);

impl Uses {
    /// A file that is read.
    pub(super) fn read(&mut self, path: &Path) {
        self.0.extend(place(path).map(|place| (String::from("read"), place)));
    }

    /// A file that is written, if one is.
    ///
    /// # Errors
    /// If it is used already.
    pub(super) fn write(&mut self, option: &str, path: Option<&PathBuf>) -> anyhow::Result<()> {
        let Some((path, place)) = path.and_then(|path| Some((path, place(path)?))) else {
            return Ok(());
        };
        if let Some((usage, _)) = self.0.iter().find(|(_, other)| *other == place) {
            bail!("{option} {}: the same file is {usage}", path.display());
        }
        self.0.push((format!("written by {option}"), place));
        Ok(())
    }
}

/// What a path leads to, if it is there or could be written.
fn place(path: &Path) -> Option<PathBuf> {
    let folder =
        || path.parent().map(|it| if it.as_os_str().is_empty() { Path::new(".") } else { it });
    path.canonicalize()
        .ok()
        .or_else(|| Some(folder()?.canonicalize().ok()?.join(path.file_name()?)))
}
