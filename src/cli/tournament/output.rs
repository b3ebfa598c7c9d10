//! What a tournament leaves behind: its record, its games as PDN, a page, its part of a file of
//! rankings.

use std::path::{Path, PathBuf};

use super::page::Page;
use crate::arena::brief::Brief;
use crate::arena::clock::Budget;
use crate::arena::pdn::{self, About, PdnFile};
use crate::arena::rankings::{Added, Rankings as RankingsFile};
use crate::arena::record::{EngineHeader, GameRecord, Record};
use crate::arena::tournament::{Entries, Header, Plan, Rankings};
use crate::cli::games::{Teller, tell_cut};
use crate::cli::progress::tell;
use crate::cli::standings::{self, OpeningNames};
use crate::cli::uses::Uses;
use crate::rules::Variant;

/// What the games are part of, in PDN.
const EVENT: &str = "damier tournament";

/// The files of a tournament.
#[derive(Debug, clap::Args)]
pub(super) struct Files {
    /// Write all games into this file as PDN, with score, depth and time after each move.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Write the moves alone into the PDN file.
    #[arg(long)]
    pdn_bare: bool,
    /// Keep a record in this file: a line of JSON for the tournament, then one for each finished game.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a page of HTML with the standings and all games into this file; during the tournament
    /// too, now and then. An older page is written over.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Go on with the tournament whose record is the file of --json.
    #[arg(long)]
    resume: bool,
    /// Add the games to this file of rankings, which is begun if there is none.
    #[arg(long, value_name = "FILE")]
    rankings: Option<PathBuf>,
}

pub(super) struct Output {
    record: Option<Record>,
    pdn: Option<PdnFile>,
    page: Option<Page>,
    form: Form,
    teller: Teller,
    openings: OpeningNames,
    rankings: Option<PathBuf>,
    engines: Vec<EngineHeader>,
    /// The games of this run, for the file of rankings.
    briefs: Vec<Brief>,
}

/// How games are written as PDN.
struct Form {
    budgets: Vec<(String, Budget)>,
    has_comments: bool,
}

/// What is left when all has been written.
pub(super) struct Closed {
    pub(super) names: OpeningNames,
    /// An error if the file of rankings or the last page could not be written.
    pub(super) result: anyhow::Result<()>,
}

impl Output {
    /// Opens the files, and gives the games that were played before.
    pub(super) fn open(
        files: &Files,
        header: &Header,
        (plan, entries): (&Plan, &Entries),
        anchor: Option<(String, f64)>,
        is_verbose: bool,
    ) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        // Not for clap to check: a file of TOML may have the other option.
        anyhow::ensure!(files.json.is_some() || !files.resume, "--resume needs --json FILE");
        anyhow::ensure!(files.pdn.is_some() || !files.pdn_bare, "--pdn-bare needs --pdn FILE");
        let mut uses = Uses::default();
        uses.write("--json", files.json.as_ref())?;
        uses.write("--pdn", files.pdn.as_ref())?;
        uses.write("--html", files.html.as_ref())?;
        uses.write("--rankings", files.rankings.as_ref())?;
        let (record, games) = Record::open(files.json.as_deref(), files.resume, header)?;
        let engines = entries.names.iter().zip(&plan.engines);
        let form = Form {
            budgets: engines.map(|(name, spec)| (name.clone(), spec.budget.clone())).collect(),
            has_comments: !files.pdn_bare,
        };
        let pdn = match &files.pdn {
            Some(path) if files.resume => {
                let texts = games.iter().map(|game| form.write(game, variant_of(game)?));
                let (file, cut) = PdnFile::resume(path, &pdn::beginning(EVENT), texts)?;
                tell_cut(path, cut);
                Some(file)
            }
            Some(path) => Some(PdnFile::create(path)?),
            None => None,
        };
        let variants = plan.variants.iter().map(|(variant, _)| *variant);
        let mut page = match &files.html {
            Some(path) => Some(Page::open(path, header, variants, anchor)?),
            None => None,
        };
        if let Some(page) = &mut page {
            for game in &games {
                page.add(game, variant_of(game)?);
            }
        }
        if let Some(path) = &files.rankings {
            RankingsFile::try_out(path)?;
        }
        let total = plan.schedule(entries).count() as u32;
        let output = Self {
            record,
            pdn,
            page,
            form,
            teller: Teller::start(total, games.len() as u32, is_verbose),
            openings: OpeningNames::default(),
            rankings: files.rankings.clone(),
            engines: header.engines.clone(),
            briefs: Vec::new(),
        };
        Ok((output, games))
    }

    /// Takes a finished game.
    pub(super) fn finished(
        &mut self,
        game: &GameRecord,
        variant: Variant,
        rankings: &Rankings,
    ) -> anyhow::Result<()> {
        if let Some(record) = &mut self.record {
            record.add(game)?;
        }
        if let Some(pdn) = &mut self.pdn {
            pdn.add(&self.form.write(game, variant)?)?;
        }
        if let Some(page) = &mut self.page {
            page.add(game, variant);
            page.update(rankings)?;
        }
        self.openings.note(game, variant);
        self.briefs.push(Brief::of(game, variant));
        self.teller.finished(game, || {
            let ranking = rankings.iter().find(|(it, _)| *it == variant);
            ranking.map_or(String::new(), |(_, ranking)| standings::leader(variant, ranking))
        })?;
        Ok(())
    }

    /// Takes the bar away, if there is one, and adds all games to the rankings: also those of earlier
    /// runs, of which a killed one has added none.
    pub(super) fn close(mut self, before: &[GameRecord], rankings: &Rankings) -> Closed {
        self.teller.close();
        let page = self.page.map_or(Ok(()), |page| page.close(rankings));
        let mut names = OpeningNames::default();
        let mut briefs = Vec::new();
        for game in before {
            if let Ok(variant) = variant_of(game) {
                names.note(game, variant);
                briefs.push(Brief::of(game, variant));
            }
        }
        names.append(self.openings);
        briefs.append(&mut self.briefs);
        let result = self.rankings.map_or(Ok(()), |path| {
            let added = RankingsFile::add_to(&path, &self.engines, briefs.into_iter())?;
            tell_added(&path, &added);
            Ok(())
        });
        Closed { names, result: result.and(page) }
    }
}

impl Form {
    fn write(&self, game: &GameRecord, variant: Variant) -> anyhow::Result<String> {
        let unlimited = Budget::default();
        let budget = |name: &str| {
            self.budgets.iter().find(|(it, _)| it == name).map_or(&unlimited, |(_, budget)| budget)
        };
        let about = About {
            event: EVENT,
            budgets: [budget(&game.white), budget(&game.black)],
            has_comments: self.has_comments,
        };
        pdn::write(game, variant, &about)
    }
}

fn variant_of(game: &GameRecord) -> anyhow::Result<Variant> {
    let name = game.variant.as_deref();
    let name = name.ok_or_else(|| anyhow::anyhow!("game {} has no variant", game.game))?;
    Ok(name.parse()?)
}

/// Tells what became of games that were to be added to a file of rankings.
pub(in crate::cli) fn tell_added(path: &Path, added: &Added) {
    for note in &added.notes {
        tell(format_args!("note: {note}"));
    }
    let known = match added.known {
        0 => String::new(),
        known => format!(", {known} were there already"),
    };
    tell(format_args!("{}: {} games added{known}", path.display(), added.new));
}
