//! The difference in strength as it is estimated from results.

use super::{Counts, NORMALIZED_ELO, elo_of_score};

/// Deviations on both sides of the mean that hold 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// A value and the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Half of the interval's width.
    pub error: f64,
}

/// What results say about the first engine against the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The part of the points it won.
    pub score: f64,
    /// The difference in Elo; infinite if it won or lost everything. Its error is no number if all
    /// results were the same.
    pub elo: Interval,
    /// The difference in normalized Elo, which measures the score in its own deviations, so that it
    /// depends less on how often games are drawn.
    pub normalized: Interval,
    /// How likely it is the stronger one, from 0 to 1.
    pub superiority: f64,
}

/// Estimates the difference in strength; none if there are no results.
pub fn estimate(counts: Counts<'_>) -> Option<Estimate> {
    let items = counts.items();
    if items == 0.0 {
        return None;
    }
    let (score, variance) = counts.mean_and_variance();
    let deviation_of_mean = (variance / items).sqrt();
    let reach = DEVIATIONS * deviation_of_mean;
    let error = if variance > 0.0 {
        (elo_of_score(score + reach) - elo_of_score(score - reach)) / 2.0
    } else {
        // Results that are all the same, perhaps a single one, say nothing of how far they scatter.
        f64::NAN
    };
    let elo = Interval { value: elo_of_score(score), error };
    let deviation_of_game = (variance * counts.games_per_item()).sqrt();
    let normalized = Interval {
        value: (score - 0.5) / deviation_of_game * NORMALIZED_ELO,
        error: DEVIATIONS * NORMALIZED_ELO / (items * counts.games_per_item()).sqrt(),
    };
    let superiority = match (score - 0.5) / deviation_of_mean {
        // All results were the same, and a draw.
        deviations if deviations.is_nan() => 0.5,
        // The same, and no draw: how likely it is that more than half of all such results are for
        // the winner, if before the first every part was equally likely (Laplace 1774).
        deviations if deviations.is_infinite() => {
            let doubt = 0.5_f64.powf(items + 1.0);
            if deviations > 0.0 { 1.0 - doubt } else { doubt }
        }
        deviations => normal_below(deviations),
    };
    Some(Estimate { score, elo, normalized, superiority })
}

/// The part of a normal distribution below so many deviations.
///
/// Abramowitz and Stegun (1964) 26.2.17, exact to 7.5e-8.
pub(in crate::arena) fn normal_below(deviations: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * deviations.abs());
    let terms = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let polynomial = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let density = (-deviations * deviations / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let tail = density * polynomial;
    if deviations < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal to the two decimals that are published.
    fn is_about(value: f64, published: f64) {
        assert!((value - published).abs() < 0.01, "{value} where {published} is published");
    }

    /// The values of fastchess (github.com/Disservin/fastchess, `app/tests/elo_test.cpp`).
    #[test]
    fn games_give_the_published_estimates() {
        let of = |won, lost, drawn| estimate(Counts::of_games(&[lost, drawn, won])).unwrap();
        let first = of(76, 89, 123);
        is_about(first.normalized.value, -20.76);
        is_about(first.normalized.error, 40.13);
        is_about(100.0 * first.superiority, 15.53);
        let second = of(136, 96, 111);
        is_about(second.normalized.value, 49.77);
        is_about(second.normalized.error, 36.77);
        is_about(second.elo.value, 40.70);
        is_about(second.elo.error, 30.43);
        is_about(100.0 * second.superiority, 99.60);
        let third = of(34, 356, 0);
        is_about(third.normalized.value, -508.44);
        is_about(third.normalized.error, 34.48);
    }

    #[test]
    fn pairs_give_the_published_estimates() {
        let of = |counts: [u32; 5]| estimate(Counts::of_pairs(&counts)).unwrap();
        let first = of([34, 54, 31 + 32, 64, 75]);
        is_about(first.normalized.value, 57.94);
        is_about(first.normalized.error, 28.28);
        is_about(first.elo.value, 55.58);
        is_about(first.elo.error, 27.65);
        is_about(100.0 * first.superiority, 100.0);
        let second = of([332, 433, 457 + 41, 333, 334]);
        is_about(second.normalized.value, -9.17);
        is_about(second.normalized.error, 10.96);
        is_about(second.elo.value, -8.64);
        is_about(second.elo.error, 10.33);
        is_about(100.0 * second.superiority, 5.05);
        let third = of([7895, 8757, 5485 + 200, 568, 9999]);
        is_about(third.normalized.value, -19.01);
        is_about(third.normalized.error, 2.65);
        is_about(third.elo.value, -21.04);
        is_about(third.elo.error, 2.95);
    }

    #[test]
    fn textbook_scores_have_their_textbook_differences() {
        is_about(elo_of_score(0.75), 190.85);
        is_about(elo_of_score(0.64), 99.95);
        is_about(elo_of_score(0.5), 0.0);
        is_about(100.0 * normal_below(1.0), 84.13);
        is_about(100.0 * normal_below(-1.959_964), 2.5);
    }

    #[test]
    fn few_or_equal_results_are_no_trouble() {
        assert_eq!(estimate(Counts::of_games(&[0, 0, 0])), None);
        let drawn = estimate(Counts::of_games(&[0, 7, 0])).unwrap();
        assert_eq!((drawn.elo.value, drawn.superiority), (0.0, 0.5));
        assert!(drawn.elo.error.is_nan());
        let won = estimate(Counts::of_pairs(&[0, 0, 0, 0, 3])).unwrap();
        assert_eq!((won.elo.value, won.superiority), (f64::INFINITY, 0.9375));
        let once = estimate(Counts::of_pairs(&[0, 0, 0, 1, 0])).unwrap();
        assert!(once.elo.error.is_nan() && (once.elo.value - 190.85).abs() < 0.01);
        let lost = estimate(Counts::of_games(&[2, 0, 0])).unwrap();
        assert_eq!((once.superiority, lost.superiority), (0.75, 0.125));
    }
}
