//! `damier pdn stats`: what is in a collection of games.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use serde::Serialize;

use super::summary::Summary;
use super::{Reading, Told};
use crate::notation::moves;
use crate::notation::pdn::{Found, Record, Refusal, Verdict, Visitor};
use crate::position::Position;
use crate::rules::Rules;

/// Different openings that are counted; those that come up later are not.
const OPENINGS: usize = 100_000;

/// Count games, results, plies, openings and faults by kind.
#[derive(Debug, clap::Args)]
pub(super) struct Stats {
    /// PDN files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    /// Plies of an opening.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    opening_plies: u8,
    /// How many openings of each variant are shown.
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The counts of one variant.
#[derive(Debug, Default)]
struct Counts {
    games: u64,
    guessed: u64,
    setups: u64,
    results: BTreeMap<Verdict, u64>,
    plies: u64,
    shortest: usize,
    longest: usize,
    openings: HashMap<String, u64>,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    summary: Summary,
    refused_by_kind: &'a BTreeMap<&'static str, u64>,
    variants: BTreeMap<&'static str, Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    games: u64,
    guessed: u64,
    setups: u64,
    results: BTreeMap<&'static str, u64>,
    plies: u64,
    shortest: usize,
    longest: usize,
    openings: Vec<(&'a str, u64)>,
}

impl Stats {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut counter = Counter {
            opening_plies: usize::from(self.opening_plies),
            summary: Summary::default(),
            kinds: BTreeMap::new(),
            variants: BTreeMap::new(),
        };
        for file in &self.files {
            self.reading.read(file, &mut counter)?;
        }
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&self.report(&counter))?)?;
        } else {
            self.print(&counter, &mut out)?;
        }
        Ok(counter.summary.code())
    }

    fn report<'a>(&self, counter: &'a Counter) -> Report<'a> {
        let row = |counts: &'a Counts| Row {
            games: counts.games,
            guessed: counts.guessed,
            setups: counts.setups,
            results: counts.results.iter().map(|(verdict, &n)| (verdict.name(), n)).collect(),
            plies: counts.plies,
            shortest: counts.shortest,
            longest: counts.longest,
            openings: counts.top(self.top),
        };
        Report {
            summary: counter.summary,
            refused_by_kind: &counter.kinds,
            variants: counter.variants.iter().map(|(&name, counts)| (name, row(counts))).collect(),
        }
    }

    fn print(&self, counter: &Counter, out: &mut impl Write) -> io::Result<()> {
        for (variant, counts) in &counter.variants {
            write!(out, "{variant}: {} games", counts.games)?;
            if counts.guessed > 0 {
                write!(out, ", {} of them by a guess", counts.guessed)?;
            }
            if counts.setups > 0 {
                write!(out, ", {} from a setup", counts.setups)?;
            }
            writeln!(out)?;
            let results: Vec<String> = counts
                .results
                .iter()
                .map(|(verdict, n)| format!("{} {n}", verdict.name()))
                .collect();
            writeln!(out, "  results: {}", results.join(", "))?;
            let mean = counts.plies as f64 / counts.games as f64;
            let (shortest, longest) = (counts.shortest, counts.longest);
            writeln!(out, "  plies: {shortest} to {longest}, {mean:.1} on average")?;
            for (opening, games) in counts.top(self.top) {
                writeln!(out, "  {games:>7} {opening}")?;
            }
        }
        for (kind, games) in &counter.kinds {
            writeln!(out, "refused, {kind}: {games}")?;
        }
        writeln!(out, "{}", counter.summary)
    }
}

struct Counter {
    opening_plies: usize,
    summary: Summary,
    kinds: BTreeMap<&'static str, u64>,
    variants: BTreeMap<&'static str, Counts>,
}

impl Counts {
    fn add<R: Rules>(&mut self, found: &Found, record: &Record<R>, opening_plies: usize) {
        let steps = &record.line.steps;
        self.shortest = if self.games == 0 { steps.len() } else { self.shortest.min(steps.len()) };
        self.longest = self.longest.max(steps.len());
        self.games += 1;
        self.guessed += u64::from(found.guessed);
        *self.results.entry(record.verdict).or_default() += 1;
        self.plies += steps.len() as u64;
        if record.start != Position::start() {
            self.setups += 1;
        } else if steps.len() >= opening_plies {
            let first = steps[..opening_plies].iter();
            let opening: Vec<String> =
                first.map(|step| moves::write(&step.before, step.mv)).collect();
            let opening = opening.join(" ");
            if self.openings.len() < OPENINGS || self.openings.contains_key(&opening) {
                *self.openings.entry(opening).or_default() += 1;
            }
        }
    }

    /// The most frequent openings.
    fn top(&self, count: usize) -> Vec<(&str, u64)> {
        let mut openings: Vec<(&str, u64)> =
            self.openings.iter().map(|(opening, &games)| (opening.as_str(), games)).collect();
        openings.sort_unstable_by_key(|&(opening, games)| (std::cmp::Reverse(games), opening));
        openings.truncate(count);
        openings
    }
}

impl Visitor for Counter {
    fn game<R: Rules>(&mut self, found: Found, record: Record<R>) -> ControlFlow<()> {
        self.summary.games += 1;
        let counts = self.variants.entry(R::NAME).or_default();
        counts.add(&found, &record, self.opening_plies);
        ControlFlow::Continue(())
    }

    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
        self.summary.games += 1;
        self.summary.refused += 1;
        *self.kinds.entry(refusal.cause.kind()).or_default() += 1;
        ControlFlow::Continue(())
    }
}

impl Told for Counter {
    fn told(&self) -> String {
        self.summary.to_string()
    }
}
