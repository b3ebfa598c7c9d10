//! What results say about strength: Elo with error bars, and the sequential test.

mod estimate;
mod mle;
mod sprt;

pub(super) use estimate::normal_below;
pub use estimate::{Estimate, Interval, estimate};
pub use sprt::{Model, Sprt, SprtError, Verdict};

/// Results in equal steps from all lost to all won: three of them where games are counted (lost,
/// drawn, won), five where pairs are (the half points of the two games of a pair).
///
/// Pairs with the colors changed tell more than games: what an opening gives to one side it takes
/// from the other (Van den Bergh, "The generalized maximum likelihood ratio for the expectation value
/// of a distribution", 2020).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts<'a>(&'a [u32]);

/// How many Elo are one normalized unit, where the score is measured in its own deviations.
const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

impl<'a> Counts<'a> {
    /// Counts of lost, drawn and won games.
    pub fn of_games(counts: &'a [u32; 3]) -> Self {
        Self(counts)
    }

    /// Counts of pairs that brought 0, 1, 2, 3, 4 half points.
    pub fn of_pairs(counts: &'a [u32; 5]) -> Self {
        Self(counts)
    }

    /// How many games are one item.
    fn games_per_item(self) -> f64 {
        (self.0.len() / 2) as f64
    }

    fn items(self) -> f64 {
        self.0.iter().map(|&count| f64::from(count)).sum()
    }

    /// The score of each result, from 0 to 1.
    fn scores(self) -> impl Iterator<Item = f64> {
        let most = (self.0.len() - 1) as f64;
        (0..self.0.len()).map(move |half_points| half_points as f64 / most)
    }

    /// Mean and variance of the score of one item.
    fn mean_and_variance(self) -> (f64, f64) {
        let items = self.items();
        let weighted =
            || self.scores().zip(self.0).map(|(score, &n)| (score, f64::from(n) / items));
        let mean: f64 = weighted().map(|(score, p)| score * p).sum();
        let variance = weighted().map(|(score, p)| (score - mean).powi(2) * p).sum();
        (mean, variance)
    }
}

/// The expected score at a difference in (logistic) Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo at an expected score; infinite at 0 and 1.
fn elo_of_score(score: f64) -> f64 {
    // Adding zero makes -0 a 0.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}
