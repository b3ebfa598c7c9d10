//! The page of a match, which grows with it.

use std::path::Path;

use crate::arena::record::{GameRecord, Header};
use crate::arena::report::{PageFile, Report, Section};
use crate::arena::runner::Plan;

/// The page of a match, and what is on it.
pub(super) struct Page {
    file: PageFile,
    report: Report,
}

impl Page {
    pub(super) fn open(
        path: &Path,
        header: &Header,
        plan: &Plan,
        games: &[GameRecord],
    ) -> anyhow::Result<Self> {
        let names = header.engines.each_ref().map(|engine| engine.name.clone());
        let mut section = Section::of_match(header, plan.sprt)?;
        section.conditions.push((String::from("Games"), format!("{} planned", plan.games)));
        section.games = games.to_vec();
        let title = format!("{} – {}", names[0], names[1]);
        Ok(Self { file: PageFile::open(path)?, report: Report { title, sections: vec![section] } })
    }

    pub(super) fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        let [section] = &mut self.report.sections[..] else { unreachable!("a match is one") };
        section.games.push(game.clone());
        if !self.file.is_due() {
            return Ok(());
        }
        section.rank()?;
        self.file.update(&self.report)
    }

    pub(super) fn close(&mut self) -> anyhow::Result<()> {
        for section in &mut self.report.sections {
            section.rank()?;
        }
        self.file.write(&self.report)
    }
}
