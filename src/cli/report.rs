//! `damier report`: a page of what was played.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::arena::report::{PageFile, Report, read_records};

const EXAMPLES: &str = "\
Examples:
  damier report spanish.jsonl --html spanish.html
  damier report normal.jsonl turkish.jsonl --html all.html --title \"Old against new\"";

/// Makes a page of HTML from records of matches and tournaments: standings, curves, tables, and all
/// games to play through, a part for each variant. It needs no network.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MakeReport {
    /// The records, as --json makes them. A game that is in several of them counts once.
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// The page, which is written over if there is an older one.
    #[arg(long, value_name = "FILE")]
    html: PathBuf,
    /// What stands above the page.
    #[arg(long, default_value = "damier report")]
    title: String,
}

impl MakeReport {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let file = PageFile::open(&self.html)?;
        let sections = read_records(&self.records)?;
        file.write(&Report { title: self.title.clone(), sections })?;
        Ok(ExitCode::SUCCESS)
    }
}
