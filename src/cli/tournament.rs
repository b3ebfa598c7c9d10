//! `damier tournament`: games between any number of engines in any number of variants.

mod file;
mod output;
mod page;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::{FromArgMatches, ValueEnum};

use super::conditions::Conditions;
use super::match_::args::MoreEngines;
use super::progress::tell;
use super::standings;
use crate::arena::Stop;
use crate::arena::tournament::{self, Entries, Plan};
use crate::rules::Variant;
use output::{Files, Output};

pub(super) use output::tell_added;

const EXAMPLES: &str = "\
Engines are described by the words that `damier match --help` has. A file says the same in TOML,
each key being the name of an option; what the command line says besides counts more, and its
engines come after those of the file:

  variant = [\"english\", \"normal\"]
  nodes = 5000
  [[engine]]
  self = true
  name = \"new\"
  param.hash = 32
  [[engine]]
  cmd = \"scan hub\"
  dir = \"../scan\"

Examples:
  damier tournament --engine self name=a nodes=2000 --engine self name=b nodes=1000 \\
      --engine self name=c nodes=500 --variant all --games 10 --rankings rankings.jsonl
  damier tournament cup.toml --concurrency 2 --json cup.jsonl --resume
  damier tournament --format gauntlet --engine cmd=\"./new hub\" --engine cmd=\"./old hub\" \\
      --engine cmd=\"scan hub\" dir=../scan --tc 10+0.1 --variant normal";

/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// Play games between any number of engines: each against each, or some against all others; in each
/// variant with standings of its own.
///
/// Each opening is played twice by two engines, with the colors changed. Interrupted with Ctrl-C, it
/// prints the standings so far.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_override_self = true)]
pub(super) struct Tournament {
    /// A file in TOML with what the options say.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    engines: MoreEngines,
    /// Who plays whom: each against each, or the first against all others.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How many of the first engines play against all others in a gauntlet.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..))]
    challengers: u16,
    /// The variants, with commas between them, or all.
    #[arg(long, value_name = "VARIANT,...|all", default_value = "normal", value_parser = read_variants)]
    variant: Variants,
    /// Leave an engine out of the variants that it does not play, instead of refusing it.
    #[arg(long)]
    skip_missing: bool,
    /// How many games two engines play in a round of a variant; two with the same opening are a pair.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// How many pairs of games, instead of games.
    #[arg(long, value_name = "N", conflicts_with = "games",
          value_parser = clap::value_parser!(u32).range(1..=5_000_000))]
    pairs: Option<u32>,
    /// How often all of it is played, each time from other openings. More can be added with --resume.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,
    #[command(flatten)]
    conditions: Conditions,
    /// An engine and its rating; without it, the mean of all ratings is 0.
    #[arg(long, value_name = "NAME=ELO", value_parser = read_anchor)]
    anchor: Option<(String, f64)>,
    #[command(flatten)]
    files: Files,
    /// Print a line for each finished game.
    #[arg(long, short)]
    verbose: bool,
}

/// See [`tournament::Format`].
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    #[default]
    RoundRobin,
    Gauntlet,
}

/// Variants, none twice.
#[derive(Clone, Debug)]
struct Variants(Vec<Variant>);

fn read_variants(text: &str) -> Result<Variants, String> {
    if text.trim().eq_ignore_ascii_case("all") {
        return Ok(Variants(Variant::ALL.to_vec()));
    }
    let mut variants = Vec::new();
    for name in text.split(',') {
        let variant = name.parse().map_err(|error| format!("{error}, and all"))?;
        if !variants.contains(&variant) {
            variants.push(variant);
        }
    }
    Ok(Variants(variants))
}

/// Reads `NAME=ELO`.
pub(super) fn read_anchor(text: &str) -> Result<(String, f64), String> {
    let expected =
        || String::from("expected the name of an engine and its rating, as in scan=2400");
    let (name, elo) = text.rsplit_once('=').ok_or_else(expected)?;
    let elo: f64 = elo.parse().map_err(|_| expected())?;
    if name.is_empty() || elo.abs() > 1e6 || elo.is_nan() {
        return Err(expected());
    }
    Ok((name.to_owned(), elo))
}

impl Tournament {
    /// `words` are those of the command line after `tournament`.
    pub(super) fn run(&self, words: &[OsString]) -> anyhow::Result<ExitCode> {
        match &self.file {
            Some(path) => {
                let from_file = file::words(path)?;
                let all = from_file.into_iter().chain(words.iter().cloned());
                let matches = file::command().try_get_matches_from(all);
                let matches = matches.map_err(|error| file::told(path, &error))?;
                Self::from_arg_matches(&matches)?.play()
            }
            None => self.play(),
        }
    }

    fn play(&self) -> anyhow::Result<ExitCode> {
        let stop = Arc::new(Stop::default());
        let interrupted = Arc::new(Stop::default());
        let handler = (Arc::clone(&stop), Arc::clone(&interrupted));
        ctrlc::set_handler(move || {
            handler.1.set();
            handler.0.set();
        })
        .context("cannot catch Ctrl-C")?;
        let plan = self.plan()?;
        let entries = match tournament::introduce(&plan, self.skip_missing, &stop) {
            Err(_) if interrupted.is_set() => return Ok(ExitCode::from(INTERRUPTED)),
            entries => entries?,
        };
        for missing in &entries.missing {
            tell(format_args!("left out: {missing}"));
        }
        self.check(&plan, &entries)?;
        let conditions = &self.conditions;
        let header =
            tournament::header(&plan, &entries, &conditions.openings_text(), conditions.seed);
        let (mut output, before) = Output::open(
            &self.files,
            &header,
            (&plan, &entries),
            self.anchor.clone(),
            self.verbose,
        )?;
        let (rankings, result) =
            tournament::run(&plan, &entries, &before, &stop, &mut |game, variant, rankings| {
                output.finished(game, variant, rankings)
            });
        let closed = output.close(&before, &rankings);
        let mut out = io::stdout().lock();
        for (variant, ranking) in rankings.iter().filter(|(_, ranking)| ranking.games() > 0) {
            let standings = ranking.standings(self.anchor())?;
            writeln!(out, "{}", standings::table(*variant, ranking.games(), &standings))?;
            writeln!(out, "{}", standings::cross_table(&standings))?;
            writeln!(out, "{}", closed.names.table(*variant, ranking))?;
        }
        result?;
        closed.result?;
        Ok(if interrupted.is_set() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let engines = self.conditions.engines(&self.engines.0)?;
        let plan = Plan {
            format: match self.format {
                Format::RoundRobin => tournament::Format::RoundRobin,
                Format::Gauntlet => {
                    tournament::Format::Gauntlet { challengers: usize::from(self.challengers) }
                }
            },
            engines,
            variants: Vec::new(),
            games: self.pairs.map_or(self.games, |pairs| 2 * pairs),
            rounds: self.rounds,
            terms: self.conditions.terms(),
        };
        let variants = self.variant.0.iter();
        let variants = variants.map(|&it| anyhow::Ok((it, self.conditions.openings(it)?)));
        let plan = Plan { variants: variants.collect::<Result<_, _>>()?, ..plan };
        plan.check()?;
        let needed = u64::from(plan.games.div_ceil(2)) * u64::from(plan.rounds);
        for (variant, openings) in &plan.variants {
            if let Some(count) = openings.count()
                && needed > count as u64
            {
                log::warn!("there are {count} openings of {variant}: they are played repeatedly");
            }
        }
        Ok(plan)
    }

    fn anchor(&self) -> Option<(&str, f64)> {
        self.anchor.as_ref().map(|(name, elo)| (name.as_str(), *elo))
    }

    /// What can only be known when the engines have told their names.
    fn check(&self, plan: &Plan, entries: &Entries) -> anyhow::Result<()> {
        if let Some((name, _)) = self.anchor()
            && !entries.names.iter().any(|it| it == name)
        {
            bail!("no engine is called {name}, as --anchor says: {}", entries.names.join(", "));
        }
        if plan.schedule(entries).next().is_none() {
            bail!("no two engines have a variant in common");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_and_anchors_are_read_or_told() {
        assert_eq!(read_variants("all").unwrap().0, Variant::ALL);
        let some = read_variants("english, normal,english").unwrap().0;
        assert_eq!(some, [Variant::English, Variant::International]);
        assert!(read_variants("english,chess").unwrap_err().ends_with("turkish, and all"));
        assert_eq!(read_anchor("a=b=-12.5"), Ok((String::from("a=b"), -12.5)));
        for text in ["", "a", "=3", "a=x", "a=nan", "a=inf"] {
            read_anchor(text).unwrap_err();
        }
    }
}
