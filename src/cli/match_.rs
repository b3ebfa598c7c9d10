//! `damier match`: games between two engines.

pub(super) mod args;
mod output;
mod page;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::ValueEnum;

use super::conditions::Conditions;
use crate::arena::Stop;
use crate::arena::runner::{self, Plan};
use crate::arena::spec::EngineSpec;
use crate::arena::stats::{Model, Sprt};
use crate::rules::Variant;
use args::Engines;
use output::{Files, Output};

const EXAMPLES: &str = "\
An engine is described by words:
  self             this program, in this process
  cmd=\"scan hub\"   a command with its arguments; dir=FOLDER: where it is started
  name=scan        its name in the results
  param.threads=1  a parameter to set; may be given more than once
  proto=hub|dxp    the protocol it speaks
  address=HOST:PORT  proto=dxp: where it is met; {port} in cmd= stands for its port, or a free one
  tcp=server|client  proto=dxp: does it wait for the connection, or make it
  tc= move-time= nodes= depth=   its own limits instead of those for both

Examples:
  damier match --engine self name=a --engine self name=b param.threads=2 --move-time 0.1
  damier match --engine self --engine cmd=\"./damier-old hub\" name=old --variant spanish \\
      --nodes 10000 --games 2000 --sprt 0 5 0.05 0.05 --concurrency 2 --json spanish.jsonl
  damier match --engine self --engine cmd=\"scan hub\" dir=../scan --tc 40/60+0.5 --pdn games.pdn
  damier match --engine self --engine proto=dxp cmd=\"scan dxp\" --tc 60";

/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// Play games between two engines, each opening twice with the colors changed, and tell the Elo
/// difference.
///
/// An engine that crashes, hangs, uses too much time, or plays an illegal move loses that game and is
/// started again. Interrupted with Ctrl-C, it prints the result so far.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Match {
    #[command(flatten)]
    engines: Engines,
    /// The variant: english, normal (international), brazilian, spanish or turkish.
    #[arg(long, default_value_t, value_name = "VARIANT")]
    variant: Variant,
    /// How many games; two with the same opening are a pair.
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// How many pairs of games, instead of games.
    #[arg(long, value_name = "N", conflicts_with = "games",
          value_parser = clap::value_parser!(u32).range(1..=5_000_000))]
    pairs: Option<u32>,
    #[command(flatten)]
    conditions: Conditions,
    /// End when it is decided whether the first engine is ELO0 or ELO1 stronger, with these
    /// probabilities of a wrong decision for either.
    #[arg(long, num_args = 4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"],
          allow_negative_numbers = true, value_parser = read_number)]
    sprt: Option<Vec<f64>>,
    /// What the Elo of --sprt measures the score in.
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    sprt_model: SprtModel,
    #[command(flatten)]
    files: Files,
    /// Print a line for each finished game.
    #[arg(long, short)]
    verbose: bool,
}

fn read_number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| String::from("expected four numbers, as in --sprt 0 5 0.05 0.05"))
}

/// See [`Model`].
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum SprtModel {
    #[default]
    Normalized,
    Logistic,
}

impl Match {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = Arc::new(Stop::default());
        let interrupted = Arc::new(Stop::default());
        let handler = (Arc::clone(&stop), Arc::clone(&interrupted));
        ctrlc::set_handler(move || {
            handler.1.set();
            handler.0.set();
        })
        .context("cannot catch Ctrl-C")?;
        let plan = self.plan()?;
        if let Some(count) = plan.openings.count()
            && plan.games.div_ceil(2) as usize > count
        {
            log::warn!("there are {count} openings: they are played more than once");
        }
        let names = match runner::introduce(&plan, &stop) {
            Err(_) if interrupted.is_set() => return Ok(ExitCode::from(INTERRUPTED)),
            names => names?,
        };
        let openings = self.conditions.openings_text();
        let header = runner::header(&plan, &names, &openings, self.conditions.seed);
        let (mut output, before) = Output::open(&self.files, &header, &plan, self.verbose)?;
        let (standing, result) =
            runner::run(&plan, &names, &before, &stop, &mut |game, standing| {
                output.finished(game, standing)
            });
        let page = output.close();
        io::stdout().write_all(standing.to_string().as_bytes())?;
        result?;
        page?;
        Ok(if interrupted.is_set() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let engines = self.conditions.engines(&self.engines)?;
        let engines: [EngineSpec; 2] = engines.try_into().map_err(|given: Vec<_>| {
            anyhow::anyhow!("a match is between two engines, not {}", given.len())
        })?;
        let openings = self.conditions.openings(self.variant)?;
        Ok(Plan {
            variant: self.variant,
            engines,
            openings,
            games: self.pairs.map_or(self.games, |pairs| 2 * pairs),
            sprt: self.sprt()?,
            terms: self.conditions.terms(),
        })
    }

    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let Some([elo0, elo1, alpha, beta]) = self.sprt.as_deref() else { return Ok(None) };
        let model = match self.sprt_model {
            SprtModel::Normalized => Model::Normalized,
            SprtModel::Logistic => Model::Logistic,
        };
        Ok(Some(Sprt::new(*elo0, *elo1, *alpha, *beta, model)?))
    }
}
