//! The page of a tournament, which grows with it.

use std::path::Path;

use crate::arena::record::GameRecord;
use crate::arena::report::{PageFile, Report, Section};
use crate::arena::tournament::{Header, Rankings};
use crate::rules::Variant;

/// The page, and what is on it.
pub(super) struct Page {
    file: PageFile,
    report: Report,
    anchor: Option<(String, f64)>,
}

impl Page {
    pub(super) fn open(
        path: &Path,
        header: &Header,
        variants: impl Iterator<Item = Variant>,
        anchor: Option<(String, f64)>,
    ) -> anyhow::Result<Self> {
        let names: Vec<_> = header.engines.iter().map(|engine| engine.name.as_str()).collect();
        let title = format!("Tournament: {}", names.join(", "));
        let sections = variants.map(|variant| Section::of_tournament(header, variant)).collect();
        Ok(Self { file: PageFile::open(path)?, report: Report { title, sections }, anchor })
    }

    /// A game is there, of this run or an earlier one.
    pub(super) fn add(&mut self, game: &GameRecord, variant: Variant) {
        let own = self.report.sections.iter_mut().find(|section| section.variant == variant);
        if let Some(section) = own {
            section.games.push(game.clone());
        }
    }

    /// Writes the page if the last one is old.
    pub(super) fn update(&mut self, rankings: &Rankings) -> anyhow::Result<()> {
        if !self.file.is_due() {
            return Ok(());
        }
        self.rank(rankings)?;
        self.file.update(&self.report)
    }

    /// Writes the page as it stays.
    pub(super) fn close(mut self, rankings: &Rankings) -> anyhow::Result<()> {
        self.rank(rankings)?;
        self.file.write(&self.report)
    }

    fn rank(&mut self, rankings: &Rankings) -> anyhow::Result<()> {
        let anchor = self.anchor.as_ref().map(|(name, elo)| (name.as_str(), *elo));
        for section in &mut self.report.sections {
            let ranking = rankings.iter().find(|(variant, _)| *variant == section.variant);
            if let Some((_, ranking)) = ranking {
                section.standings = ranking.standings(anchor)?.rows;
            }
        }
        Ok(())
    }
}
