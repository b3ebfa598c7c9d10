//! `damier match`: games between two engines.

mod args;
mod output;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::ValueEnum;

use crate::arena::Stop;
use crate::arena::clock::{Budget, TimeControl, read_seconds};
use crate::arena::event::Terms;
use crate::arena::openings::Openings;
use crate::arena::referee::{Adjudication, Agreement};
use crate::arena::runner::{self, Plan};
use crate::arena::spec::EngineSpec;
use crate::arena::stats::{Model, Sprt};
use crate::rules::{DrawProfile, Variant};
use args::{Engines, read_draw, read_resign};
use output::{Files, Output};

const EXAMPLES: &str = "\
An engine is described by words:
  self             this program, in this process
  cmd=\"scan hub\"   a command with its arguments; dir=FOLDER: where it is started
  name=scan        its name in the results
  param.threads=1  a parameter to set; may be given more than once
  proto=hub        the protocol it speaks
  tc= move-time= nodes= depth=   its own limits instead of those for both

Examples:
  damier match --engine self name=a --engine self name=b param.threads=2 --move-time 0.1
  damier match --engine self --engine cmd=\"./damier-old hub\" name=old --variant spanish \\
      --nodes 10000 --games 2000 --sprt 0 5 0.05 0.05 --concurrency 2 --json spanish.jsonl
  damier match --engine self --engine cmd=\"scan hub\" dir=../scan --tc 40/60+0.5 --pdn games.pdn";

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
    /// Clocks: seconds, or minutes:seconds; +seconds for each move; moves/ before it: for so many.
    #[arg(long, value_name = "[MOVES/]TIME[+INC]")]
    tc: Option<TimeControl>,
    /// Seconds for each move.
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    move_time: Option<Duration>,
    /// Nodes for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies of depth for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// How many games are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// A file with an opening on each line (a FEN, a Hub position, or moves from the start), or
    /// builtin: random moves.
    #[arg(long, value_name = "FILE|builtin", default_value = "builtin")]
    openings: String,
    /// End when it is decided whether the first engine is ELO0 or ELO1 stronger, with these
    /// probabilities of a wrong decision for either.
    #[arg(long, num_args = 4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"],
          allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// What the Elo of --sprt measures the score in.
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    sprt_model: SprtModel,
    /// When a game is drawn: standard, or as the variant's federation says: official.
    #[arg(long, value_enum, default_value_t)]
    draw_rules: DrawRules,
    /// A game is lost when both engines have said so: by so many men or more, in so many of their
    /// moves in a row.
    #[arg(long, value_name = "MEN,MOVES", value_parser = read_resign)]
    resign: Option<Agreement>,
    /// A game is drawn when both engines have said so: by so many men or less, in so many of their
    /// moves in a row, after so many plies.
    #[arg(long, value_name = "MEN,MOVES,PLIES", value_parser = read_draw)]
    draw: Option<Agreement>,
    /// A game is drawn after so many plies.
    #[arg(long, value_name = "N", default_value_t = 500,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_plies: u32,
    /// The engines think in the time of the other side too.
    #[arg(long)]
    ponder: bool,
    /// How many ms a move may come too late: other programs run too.
    #[arg(long, value_name = "MS", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(..=60_000))]
    margin: u64,
    /// How many seconds an engine without a clock may think before it is taken to hang.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = read_seconds)]
    patience: Duration,
    /// What the openings are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    files: Files,
    /// Print a line for each finished game.
    #[arg(long, short)]
    verbose: bool,
}

/// See [`Model`].
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum SprtModel {
    #[default]
    Normalized,
    Logistic,
}

/// See [`DrawProfile`].
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum DrawRules {
    #[default]
    Standard,
    Official,
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
        let names = runner::introduce(&plan, &stop)?;
        let header = runner::header(&plan, &names, &self.openings, self.seed);
        let (mut output, before) = Output::open(&self.files, &header, &plan, self.verbose)?;
        let (standing, result) =
            runner::run(&plan, &names, &before, &stop, &mut |game, standing| {
                output.finished(game, standing)
            });
        output.close(&standing);
        print!("{standing}");
        result?;
        Ok(if interrupted.is_set() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let common = Budget {
            clock: self.tc,
            move_time: self.move_time,
            nodes: self.nodes,
            depth: self.depth,
        };
        let mut engines = Vec::new();
        for words in &self.engines.0 {
            let mut engine = EngineSpec::read(words)?;
            if engine.budget.is_empty() {
                engine.budget = common.clone();
            }
            if engine.budget.is_empty() {
                bail!("how long may the engines think? One of --tc --move-time --nodes --depth");
            }
            engines.push(engine);
        }
        let engines: [EngineSpec; 2] = engines.try_into().map_err(|given: Vec<_>| {
            anyhow::anyhow!("a match is between two engines, not {}", given.len())
        })?;
        let openings = match self.openings.as_str() {
            "builtin" => Openings::Random { variant: self.variant, seed: self.seed },
            file => Openings::from_file(file.as_ref(), self.variant, self.seed)?,
        };
        Ok(Plan {
            variant: self.variant,
            engines,
            openings,
            games: self.pairs.map_or(self.games, |pairs| 2 * pairs),
            sprt: self.sprt()?,
            terms: self.terms(),
        })
    }

    fn terms(&self) -> Terms {
        Terms {
            profile: match self.draw_rules {
                DrawRules::Standard => DrawProfile::Standard,
                DrawRules::Official => DrawProfile::Official,
            },
            adjudication: Adjudication {
                resign: self.resign,
                draw: self.draw,
                max_plies: self.max_plies,
            },
            ponder: self.ponder,
            margin: Duration::from_millis(self.margin),
            patience: self.patience,
            concurrency: usize::from(self.concurrency),
        }
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
