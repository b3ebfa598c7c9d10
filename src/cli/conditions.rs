//! What matches and tournaments are played under, as the command line says it.

use std::time::Duration;

use anyhow::{Context, bail};
use clap::ValueEnum;

use super::match_::args::{Engines, read_draw, read_resign};
use crate::arena::clock::{Budget, TimeControl, read_seconds};
use crate::arena::event::Terms;
use crate::arena::openings::Openings;
use crate::arena::referee::{Adjudication, Agreement};
use crate::arena::spec::EngineSpec;
use crate::rules::{DrawProfile, Variant};

/// Limits, openings and rules for all games.
#[derive(Debug, clap::Args)]
pub(super) struct Conditions {
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
    /// What games start from, in an order drawn from the seed: builtin, the embedded book; random
    /// moves; ballots2, ballots3 or ballots11; or a file: PDN, or a FEN, a Hub position or moves from
    /// the start on each line.
    #[arg(long, value_name = "NAME|FILE", default_value = "builtin")]
    openings: String,
    /// Take no more than the first so many plies of each opening or game of a file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    opening_plies: Option<u16>,
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
    /// A game ends as soon as the bitbases within the program know how it must end.
    #[arg(long)]
    adjudicate_bitbases: bool,
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
    pub(super) seed: u64,
}

/// See [`DrawProfile`].
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum DrawRules {
    #[default]
    Standard,
    Official,
}

impl Conditions {
    /// The engines that were described, with the limits for all where they have none of their own.
    pub(super) fn engines(&self, described: &Engines) -> anyhow::Result<Vec<EngineSpec>> {
        let common = Budget {
            clock: self.tc,
            move_time: self.move_time,
            nodes: self.nodes,
            depth: self.depth,
        };
        let mut engines = Vec::new();
        for (number, words) in (1..).zip(&described.0) {
            let engine = EngineSpec::read(words);
            let mut engine = engine.with_context(|| format!("engine {number}"))?;
            if engine.budget.is_empty() {
                engine.budget = common.clone();
            }
            if engine.budget.is_empty() {
                bail!(
                    "how long may engine {number} think? Expected --tc, --move-time, --nodes or \
                     --depth for all engines, or tc=, move-time=, nodes= or depth= for this one"
                );
            }
            engines.push(engine);
        }
        Ok(engines)
    }

    /// The openings of a variant.
    pub(super) fn openings(&self, variant: Variant) -> anyhow::Result<Openings> {
        let plies = self.opening_plies.map(usize::from);
        Openings::named_to(&self.openings, variant, self.seed, plies)
    }

    /// What a record says of the openings, so that play goes on only with the same.
    pub(super) fn openings_text(&self) -> String {
        match self.opening_plies {
            Some(plies) => format!("{} to {plies} plies", self.openings),
            None => self.openings.clone(),
        }
    }

    /// What holds for every game.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            profile: match self.draw_rules {
                DrawRules::Standard => DrawProfile::Standard,
                DrawRules::Official => DrawProfile::Official,
            },
            adjudication: Adjudication {
                resign: self.resign,
                draw: self.draw,
                max_plies: self.max_plies,
                bitbases: self.adjudicate_bitbases,
            },
            ponder: self.ponder,
            margin: Duration::from_millis(self.margin),
            patience: self.patience,
            concurrency: usize::from(self.concurrency),
        }
    }
}
