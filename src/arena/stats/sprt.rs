//! The sequential test between two differences in strength: it ends as soon as the results speak for
//! one of them (Wald 1945), by the generalized likelihood ratio.

use thiserror::Error;

use super::mle::{Weighted, with_mean, with_mean_in_deviations};
use super::{Counts, NORMALIZED_ELO, score_of_elo};

/// A result that never came counts as often as this, so that it stays possible.
const NEVER_SEEN: f64 = 1e-3;

/// What the two differences are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Elo by the score in its own deviations.
    #[default]
    Normalized,
    /// Elo by the score.
    Logistic,
}

/// A test of "`elo1` or more" against "`elo0` or less".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The difference is taken to be `elo0` or less.
    H0,
    /// The difference is taken to be `elo1` or more.
    H1,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The two differences are in the wrong order.
    #[error("elo0 ({0}) has to be less than elo1 ({1})")]
    Order(f64, f64),
    /// An error rate that is none.
    #[error("an error rate of {0} is not between 0 and 0.5")]
    Rate(f64),
}

impl Sprt {
    /// A test that takes a difference of `elo0` for one of `elo1` with probability `alpha`, and the
    /// other way round with `beta`.
    ///
    /// # Errors
    /// If the numbers make no test.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Self, SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        match [alpha, beta].into_iter().find(|&rate| !is_rate(rate)) {
            Some(rate) => Err(SprtError::Rate(rate)),
            None if elo0 < elo1 => Ok(Self { elo0, elo1, alpha, beta, model }),
            None => Err(SprtError::Order(elo0, elo1)),
        }
    }

    /// The two differences.
    pub fn elo(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// What they are measured in.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Where the log-likelihood ratio ends the test: below the first for `elo0`, above the second
    /// for `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio: how much more the results speak for `elo1` than for `elo0`.
    pub fn ratio(&self, counts: Counts<'_>) -> f64 {
        if counts.items() == 0.0 {
            return 0.0;
        }
        let weights: Vec<f64> =
            counts.0.iter().map(|&count| f64::from(count).max(NEVER_SEEN)).collect();
        let items: f64 = weights.iter().sum();
        let observed: Vec<Weighted> =
            counts.scores().zip(weights).map(|(score, weight)| (score, weight / items)).collect();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&observed, score_of_elo(elo)),
            Model::Normalized => {
                let deviations = elo / NORMALIZED_ELO * counts.games_per_item().sqrt();
                with_mean_in_deviations(&observed, 0.5, deviations)
            }
        };
        let (with_elo0, with_elo1) = (likeliest(self.elo0), likeliest(self.elo1));
        let of_item = observed
            .iter()
            .zip(with_elo0.iter().zip(&with_elo1))
            .map(|(&(_, p), (&(_, p0), &(_, p1)))| p * (p1 / p0).ln())
            .sum::<f64>();
        items * of_item
    }

    /// What the results have decided.
    pub fn verdict(&self, counts: Counts<'_>) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.ratio(counts) {
            ratio if ratio <= lower => Verdict::H0,
            ratio if ratio >= upper => Verdict::H1,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    fn is_about(value: f64, published: f64) {
        let tolerance = 0.01 * (1.0 + published.abs());
        assert!((value - published).abs() < tolerance, "{value} where {published} is published");
    }

    /// The values of fastchess (github.com/Disservin/fastchess, `app/tests/sprt_test.cpp`).
    #[test]
    fn games_give_the_published_ratios() {
        for (won, lost, drawn, elo0, elo1, model, published) in [
            (36_433, 36_027, 68_692, 0.0, 2.0, Model::Normalized, 0.92),
            (10_871, 10_650, 20_431, -1.75, 0.25, Model::Normalized, 2.30),
            (4_250, 0, 0, 0.0, 10.0, Model::Normalized, 120.56),
            (21_404, 21_184, 40_708, 0.5, 2.5, Model::Logistic, -1.57),
            (57_433, 57_030, 106_593, 0.0, 2.0, Model::Logistic, -2.59),
        ] {
            let counts = [lost, drawn, won];
            is_about(test(elo0, elo1, model).ratio(Counts::of_games(&counts)), published);
        }
    }

    #[test]
    fn pairs_give_the_published_ratios() {
        for (counts, elo0, elo1, model, published) in [
            ([365, 16_618, 36_029 + 200, 16_974, 390], 0.0, 2.0, Model::Normalized, 2.25),
            ([127, 4_883, 10_311 + 401, 5_150, 104], -1.75, 0.25, Model::Normalized, 3.01),
            ([0, 0, 0, 0, 5_550], 0.0, 5.0, Model::Normalized, 111.82),
            ([223, 9_863, 20_279 + 1_000, 10_037, 246], 0.5, 2.5, Model::Logistic, -3.07),
            ([871, 26_175, 55_003 + 980, 26_678, 821], 0.0, 2.0, Model::Logistic, -4.98),
        ] {
            is_about(test(elo0, elo1, model).ratio(Counts::of_pairs(&counts)), published);
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let (lower, upper) = test(0.0, 5.0, Model::Normalized).bounds();
        is_about(lower, -2.94);
        is_about(upper, 2.94);
        let (lower, upper) = Sprt::new(0.0, 1.0, 0.01, 0.1, Model::Logistic).unwrap().bounds();
        is_about(lower, -2.29);
        is_about(upper, 4.50);
    }

    #[test]
    fn clear_results_decide_and_none_do_not() {
        let sprt = test(0.0, 20.0, Model::Normalized);
        assert_eq!(sprt.verdict(Counts::of_pairs(&[0, 0, 0, 0, 0])), Verdict::Open);
        assert_eq!(sprt.verdict(Counts::of_pairs(&[0, 0, 0, 0, 1])), Verdict::Open);
        assert_eq!(sprt.verdict(Counts::of_pairs(&[5, 20, 40, 60, 50])), Verdict::H1);
        assert_eq!(sprt.verdict(Counts::of_pairs(&[50, 60, 40, 20, 5])), Verdict::H0);
    }

    #[test]
    fn numbers_that_make_no_test_are_refused() {
        let error =
            |elo0, elo1, alpha| Sprt::new(elo0, elo1, alpha, 0.05, Model::Normalized).unwrap_err();
        assert_eq!(error(5.0, 0.0, 0.05).to_string(), "elo0 (5) has to be less than elo1 (0)");
        assert_eq!(
            error(0.0, f64::NAN, 0.05).to_string(),
            "elo0 (0) has to be less than elo1 (NaN)"
        );
        assert_eq!(
            error(0.0, 5.0, 0.5).to_string(),
            "an error rate of 0.5 is not between 0 and 0.5"
        );
    }
}
