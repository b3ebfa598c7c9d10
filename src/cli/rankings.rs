//! `damier rankings`: prints a file of rankings, and adds the games of records to it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use serde_json::{Value, json};

use super::standings;
use super::tournament::{read_anchor, tell_added};
use crate::arena::rankings::{Rankings as File, games_of_record};
use crate::arena::report::Row;
use crate::rules::Variant;

const EXAMPLES: &str = "\
Examples:
  damier rankings rankings.jsonl
  damier rankings rankings.jsonl --add match.jsonl --add cup.jsonl
  damier rankings rankings.jsonl --variant english --anchor scan=2400 --json";

/// Print the standings of a file of rankings, to which tournaments (--rankings) and this command add
/// games.
///
/// Ratings are computed from all games of a variant. A game that is there already is not added again.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Rankings {
    /// The file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Add the games of this record of a match or tournament (a file of --json) first.
    #[arg(long, value_name = "RECORD")]
    add: Vec<PathBuf>,
    /// Print this variant alone.
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
    /// An engine and its rating; without it, the mean of all ratings is 0.
    #[arg(long, value_name = "NAME=ELO", value_parser = read_anchor)]
    anchor: Option<(String, f64)>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Rankings {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        for path in &self.add {
            let (engines, games) = games_of_record(path)?;
            let added = File::add_to(&self.file, &engines, games.into_iter())?;
            tell_added(&self.file, &added);
        }
        let rankings = File::read(&self.file)?;
        let anchor = self.anchor.as_ref().map(|(name, elo)| (name.as_str(), *elo));
        if let Some((name, _)) = anchor
            && !rankings.names().contains(name)
        {
            let names: Vec<_> = rankings.names().into_iter().collect();
            bail!("no engine is called {name}, as --anchor says: {}", names.join(", "));
        }
        let mut variants = Vec::new();
        let mut out = io::stdout().lock();
        for variant in rankings.variants() {
            if self.variant.is_some_and(|wanted| wanted != variant) {
                continue;
            }
            let ranking = rankings.ranking(variant);
            let standings = ranking.standings(anchor)?;
            if self.json {
                let rows: Vec<Value> = standings.rows.iter().map(row).collect();
                variants.push(json!({
                    "variant": variant.name(),
                    "games": ranking.games(),
                    "standings": rows,
                    "not_compared": standings.apart,
                }));
            } else {
                writeln!(out, "{}", standings::table(variant, ranking.games(), &standings))?;
                writeln!(out, "{}", standings::cross_table(&standings))?;
            }
        }
        if self.json {
            writeln!(out, "{}", json!({ "variants": variants }))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(row: &Row) -> Value {
    let Row { name, games, wins, draws, losses, elo, error, los } = row;
    // The last has nobody below: JSON has null where there is no number.
    json!({
        "engine": name, "games": games, "wins": wins, "draws": draws, "losses": losses,
        "elo": elo, "error": error, "superiority": los,
    })
}
