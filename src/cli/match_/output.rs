//! What a match leaves behind: its record, its games as PDN, and lines for who watches.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;

use crate::arena::pdn;
use crate::arena::record::{GameRecord, Header, Record};
use crate::arena::runner::Plan;
use crate::arena::standing::Standing;
use crate::cli::progress::Meter;
use crate::rules::Variant;

/// So many faults are shown as they happen; the record has all of them.
const SHOWN_FAULTS: u32 = 20;

/// The files of a match.
#[derive(Debug, clap::Args)]
pub(super) struct Files {
    /// Write all games into this file as PDN.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Keep a record in this file: a line of JSON for the match, then one for each finished game.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Go on with the match whose record is the file of --json.
    #[arg(long, requires = "json")]
    resume: bool,
}

pub(super) struct Output {
    record: Option<Record>,
    pdn: Option<File>,
    meter: Meter,
    variant: Variant,
    games: u32,
    /// Games that were played before this run.
    before: u32,
    began: Instant,
    faults: u32,
    is_verbose: bool,
}

impl Output {
    /// Opens the files, and gives the games that were played before.
    pub(super) fn open(
        files: &Files,
        header: &Header,
        plan: &Plan,
        is_verbose: bool,
    ) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        let (record, games) = match &files.json {
            Some(path) if files.resume => {
                let (record, games) = Record::resume(path, header)?;
                (Some(record), games)
            }
            Some(path) => (Some(Record::create(path, header)?), Vec::new()),
            None => (None, Vec::new()),
        };
        let pdn = match &files.pdn {
            Some(path) => Some(open_pdn(path, files.resume, &games, plan.variant)?),
            None => None,
        };
        let output = Self {
            record,
            pdn,
            meter: Meter::start(),
            variant: plan.variant,
            games: plan.games,
            before: games.len() as u32,
            began: Instant::now(),
            faults: 0,
            is_verbose,
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
        if let Some(file) = &mut self.pdn {
            let text = pdn::write(game, self.variant)?;
            file.write_all(text.as_bytes()).context("the PDN file cannot be written")?;
        }
        if let Some(fault) = &game.fault {
            self.faults += 1;
            if self.faults <= SHOWN_FAULTS {
                let lines = fault.last_lines.iter().map(|line| format!("\n    {line}"));
                self.meter.say(&format!("{}{}", one_line(game), lines.collect::<String>()));
            }
        }
        if self.is_verbose {
            let mut out = io::stdout().lock();
            writeln!(out, "{}", one_line(game))?;
            out.flush()?;
        }
        let played = standing.played();
        let rate = f64::from(played - self.before) / self.began.elapsed().as_secs_f64().max(1e-3);
        self.meter.tell(played as usize, self.games as usize, || {
            format!("{}, {rate:.2} games/s", standing.short())
        });
        Ok(())
    }

    /// Takes the bar away, if there is one, and tells how fast it went.
    pub(super) fn close(self, standing: &Standing) {
        drop(self.meter);
        let games = standing.played() - self.before;
        let seconds = self.began.elapsed().as_secs_f64();
        if games > 0 {
            let rate = 3600.0 * f64::from(games) / seconds;
            eprintln!("{games} games in {seconds:.1} s: {rate:.0} games an hour");
        }
    }
}

/// Opens the PDN file: a new one, or one with the games so far.
fn open_pdn(
    path: &Path,
    resume: bool,
    games: &[GameRecord],
    variant: Variant,
) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    if resume {
        // The record knows all games; this file may have lost one.
        options.write(true).create(true).truncate(true);
    } else {
        options.write(true).create_new(true);
    }
    let cannot = || format!("{} cannot be written anew", path.display());
    let mut file = options.open(path).with_context(cannot)?;
    for game in games {
        file.write_all(pdn::write(game, variant)?.as_bytes()).with_context(cannot)?;
    }
    Ok(file)
}

fn one_line(game: &GameRecord) -> String {
    let GameRecord { game: number, white, black, reason, .. } = game;
    let result = serde_json::to_string(&game.result).unwrap_or_default();
    let result = result.trim_matches('"');
    format!("game {number}: {white} - {black}: {result}, {} plies: {reason}", game.moves.len())
}
