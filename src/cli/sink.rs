//! Where results go: a file that grows, or standard output.

use std::io::{self, Write};

use crate::claim::Growing;

pub(super) enum Sink {
    Standard(io::Stdout),
    File(Growing),
}

impl Sink {
    /// Adds what comes before all results.
    pub(super) fn add_head(&mut self, text: &str) -> anyhow::Result<()> {
        match self {
            Self::Standard(_) => self.add(text),
            Self::File(file) => file.add_head(text.as_bytes()),
        }
    }

    /// Adds a result in one piece, so that whatever ends the program leaves at most one torn.
    pub(super) fn add(&mut self, text: &str) -> anyhow::Result<()> {
        match self {
            Self::Standard(out) => {
                let mut out = out.lock();
                out.write_all(text.as_bytes())?;
                out.flush()?;
                Ok(())
            }
            Self::File(file) => file.add(text.as_bytes()),
        }
    }
}
