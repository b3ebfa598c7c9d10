//! How a match stands: points, pairs, how games ended, and what engines did wrong.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write};

use super::player::FaultKind;
use super::record::{GameRecord, GameResult};
use super::referee;
use super::stats::{Counts, Estimate, Interval, Model, Sprt, Verdict, estimate};

/// The state of a match between two engines.
#[derive(Clone, Debug)]
pub struct Standing {
    names: [String; 2],
    /// Games that the first engine lost, drew, won.
    games: [u32; 3],
    /// Finished pairs by the half points of the first engine.
    pairs: [u32; 5],
    /// The half points of the first engine in pairs of which one game is finished.
    half_pairs: HashMap<u32, usize>,
    reasons: BTreeMap<String, u32>,
    faults: [BTreeMap<FaultKind, u32>; 2],
    plies: u64,
    sprt: Option<Sprt>,
}

impl Standing {
    /// Before the first game.
    pub fn new(names: [String; 2], sprt: Option<Sprt>) -> Self {
        Self {
            names,
            games: [0; 3],
            pairs: [0; 5],
            half_pairs: HashMap::new(),
            reasons: BTreeMap::new(),
            faults: Default::default(),
            plies: 0,
            sprt,
        }
    }

    /// Takes a finished game in.
    pub fn add(&mut self, game: &GameRecord) {
        let is_white = game.white == self.names[0];
        let half_points = match (game.result, is_white) {
            (GameResult::Draw, _) => 1,
            (GameResult::White, true) | (GameResult::Black, false) => 2,
            (GameResult::White, false) | (GameResult::Black, true) => 0,
        };
        self.games[half_points] += 1;
        self.plies += (game.moves.len() - game.opening_plies) as u64;
        match self.half_pairs.remove(&(game.game / 2)) {
            Some(other) => self.pairs[other + half_points] += 1,
            None => _ = self.half_pairs.insert(game.game / 2, half_points),
        }
        if let Some(fault) = &game.fault {
            let guilty = usize::from(half_points == 2);
            *self.faults[guilty].entry(fault.kind).or_default() += 1;
        } else {
            let kind = referee::kind(&game.reason);
            *self.reasons.entry(kind.to_owned()).or_default() += 1;
        }
    }

    /// Finished games that the first engine lost, drew, won.
    pub fn games(&self) -> [u32; 3] {
        self.games
    }

    /// How many games are finished.
    pub fn played(&self) -> u32 {
        self.games.iter().sum()
    }

    /// Finished pairs by the half points of the first engine.
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// How many games an engine lost by its own fault.
    pub fn faults(&self, engine: usize) -> u32 {
        self.faults[engine].values().sum()
    }

    /// Moves that the engines made.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// What the results say: by pairs, or by games while no pair is finished.
    pub fn estimate(&self) -> Option<Estimate> {
        let pairs = estimate(Counts::of_pairs(&self.pairs));
        pairs.or_else(|| estimate(Counts::of_games(&self.games)))
    }

    /// What the sequential test says.
    pub fn verdict(&self) -> Verdict {
        self.sprt.map_or(Verdict::Open, |sprt| sprt.verdict(Counts::of_pairs(&self.pairs)))
    }

    /// In a few words, for a line of progress.
    pub fn short(&self) -> String {
        let [lost, drawn, won] = self.games;
        let mut text = format!("+{won} ={drawn} -{lost}");
        if let Some(estimate) = self.estimate() {
            let _ = write!(text, ", elo {}", Shown(estimate.elo));
        }
        if let Some(sprt) = &self.sprt {
            let (lower, upper) = sprt.bounds();
            let ratio = sprt.ratio(Counts::of_pairs(&self.pairs));
            let _ = write!(text, ", llr {ratio:.2} ({lower:.2} {upper:.2})");
        }
        text
    }

    fn sprt_line(&self, sprt: &Sprt) -> String {
        let (lower, upper) = sprt.bounds();
        let (elo0, elo1) = sprt.elo();
        let counts = Counts::of_pairs(&self.pairs);
        let model = match sprt.model() {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        let verdict = match sprt.verdict(counts) {
            Verdict::Open => String::from("not decided"),
            Verdict::H0 => format!("H0 accepted: {elo0} or less"),
            Verdict::H1 => format!("H1 accepted: {elo1} or more"),
        };
        format!(
            "llr     {:.2} ({lower:.2} {upper:.2}) for {elo0} or {elo1} {model} elo: {verdict}",
            sprt.ratio(counts)
        )
    }
}

/// The result as a few lines, for the end of a match.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.games;
        let played = self.played();
        let points = f64::from(won) + f64::from(drawn) / 2.0;
        writeln!(f, "{} against {}", self.names[0], self.names[1])?;
        writeln!(f, "score   {points} of {played}: +{won} ={drawn} -{lost}")?;
        if let Some(estimate) = self.estimate() {
            writeln!(
                f,
                "elo     {} (95 %), normalized {}, likelihood of superiority {:.1} %",
                Shown(estimate.elo),
                Shown(estimate.normalized),
                100.0 * estimate.superiority
            )?;
        }
        writeln!(f, "pairs   {:?} with 0, 1/2, 1, 1 1/2, 2 points", self.pairs)?;
        if let Some(sprt) = &self.sprt {
            writeln!(f, "{}", self.sprt_line(sprt))?;
        }
        for (reason, count) in &self.reasons {
            writeln!(f, "ended   {count} times: {reason}")?;
        }
        for (name, faults) in self.names.iter().zip(&self.faults) {
            for (kind, count) in faults {
                writeln!(f, "fault   {count} times: {name}: {}", kind.name())?;
            }
        }
        Ok(())
    }
}

/// An interval as people read it.
struct Shown(Interval);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { value, error } = self.0;
        match (value.is_nan(), value.is_infinite()) {
            (true, _) => f.write_str("?"),
            (_, true) => f.write_str(if value > 0.0 { "+inf" } else { "-inf" }),
            // Results that are all the same say nothing about how far they spread.
            _ if error.is_finite() && error > 0.0 => write!(f, "{value:+.1} +- {error:.1}"),
            _ => write!(f, "{value:+.1} +- ?"),
        }
    }
}
