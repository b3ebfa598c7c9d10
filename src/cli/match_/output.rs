//! What a match leaves behind: its record, its games as PDN, and lines for who watches.

use std::path::{Path, PathBuf};

use super::page::Page;
use crate::arena::clock::Budget;
use crate::arena::pdn::{self, About, PdnFile};
use crate::arena::record::{GameRecord, Header, Record};
use crate::arena::runner::Plan;
use crate::arena::standing::Standing;
use crate::cli::games::{Teller, tell_cut};
use crate::cli::uses::Uses;
use crate::rules::Variant;

/// What the games are part of, in PDN.
const EVENT: &str = "damier match";

/// The files of a match.
#[derive(Debug, clap::Args)]
pub(super) struct Files {
    /// Write all games into this file as PDN, with score, depth and time after each move.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Write the moves alone into the PDN file.
    #[arg(long, requires = "pdn")]
    pdn_bare: bool,
    /// Keep a record in this file: a line of JSON for the match, then one for each finished game.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a page of HTML with the standing and all games into this file; during the match too, now
    /// and then. An older page is written over.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Go on with the match whose record is the file of --json.
    #[arg(long, requires = "json")]
    resume: bool,
}

pub(super) struct Output {
    record: Option<Record>,
    pdn: Option<Pdn>,
    page: Option<Page>,
    teller: Teller,
}

impl Output {
    /// Opens the files, and gives the games that were played before.
    pub(super) fn open(
        files: &Files,
        header: &Header,
        plan: &Plan,
        is_verbose: bool,
    ) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        let mut uses = Uses::default();
        uses.write("--json", files.json.as_ref())?;
        uses.write("--pdn", files.pdn.as_ref())?;
        uses.write("--html", files.html.as_ref())?;
        let (record, games) = Record::open(files.json.as_deref(), files.resume, header)?;
        let pdn = match &files.pdn {
            Some(path) => Some(Pdn::open(path, files, plan, &games)?),
            None => None,
        };
        let page = match &files.html {
            Some(path) => Some(Page::open(path, header, plan, &games)?),
            None => None,
        };
        let output = Self {
            record,
            pdn,
            page,
            teller: Teller::start(plan.games, games.len() as u32, is_verbose),
        };
        Ok((output, games))
    }

    /// Takes a finished game.
    pub(super) fn finished(
        &mut self,
        game: &GameRecord,
        standing: &Standing,
    ) -> anyhow::Result<()> {
        if let Some(record) = &mut self.record {
            record.add(game)?;
        }
        if let Some(pdn) = &mut self.pdn {
            pdn.file.add(&pdn.form.write(game)?)?;
        }
        if let Some(page) = &mut self.page {
            page.add(game)?;
        }
        self.teller.finished(game, || standing.short())?;
        Ok(())
    }

    /// Takes the bar away, if there is one, and tells how fast it went. Gives an error if the last
    /// page could not be written.
    pub(super) fn close(self) -> anyhow::Result<()> {
        self.teller.close();
        match self.page {
            Some(mut page) => page.close(),
            None => Ok(()),
        }
    }
}

/// The PDN file, and how games are written into it.
struct Pdn {
    file: PdnFile,
    form: Form,
}

struct Form {
    variant: Variant,
    /// What the first engine may use, and the second.
    budgets: [Budget; 2],
    has_comments: bool,
}

impl Pdn {
    /// Opens the file: a new one, or one with the games so far.
    fn open(path: &Path, files: &Files, plan: &Plan, games: &[GameRecord]) -> anyhow::Result<Self> {
        let form = Form {
            variant: plan.variant,
            budgets: plan.engines.each_ref().map(|engine| engine.budget.clone()),
            has_comments: !files.pdn_bare,
        };
        let file = if files.resume {
            let (file, cut) = PdnFile::resume(
                path,
                &pdn::beginning(EVENT),
                games.iter().map(|game| form.write(game)),
            )?;
            tell_cut(path, cut);
            file
        } else {
            PdnFile::create(path)?
        };
        Ok(Self { file, form })
    }
}

impl Form {
    fn write(&self, game: &GameRecord) -> anyhow::Result<String> {
        // The first engine has White in the first game of a pair.
        let white = game.game as usize % 2;
        let about = About {
            event: EVENT,
            budgets: [&self.budgets[white], &self.budgets[1 - white]],
            has_comments: self.has_comments,
        };
        pdn::write(game, self.variant, &about)
    }
}
