//! The likeliest distributions that have a given mean, or a given mean in their own deviations.

/// Rounds after which a bisection has used up the precision of a number.
const HALVINGS: usize = 100;
/// Rounds in which the distribution for a mean in deviations settles; it takes about ten.
const ROUNDS: usize = 100;
const SETTLED: f64 = 1e-12;

/// A possible value and how likely it is.
pub(super) type Weighted = (f64, f64);

/// Of all distributions over the same values whose mean is `mean`, the one that makes what was seen
/// (`observed`) likeliest. The mean has to lie between the least and the greatest value.
///
/// By Lagrange's method each probability is divided by `1 + x (value - mean)`, where the one number
/// `x` is such that the mean comes out.
pub(super) fn with_mean(observed: &[Weighted], mean: f64) -> Vec<Weighted> {
    let least = observed.iter().map(|&(value, _)| value).fold(f64::INFINITY, f64::min);
    let most = observed.iter().map(|&(value, _)| value).fold(f64::NEG_INFINITY, f64::max);
    // Between these all probabilities are positive, and the mean falls as x rises.
    let (mut low, mut high) = (-1.0 / (most - mean), 1.0 / (mean - least));
    for _ in 0..HALVINGS {
        let x = f64::midpoint(low, high);
        let excess: f64 = observed
            .iter()
            .map(|&(value, p)| p * (value - mean) / (1.0 + x * (value - mean)))
            .sum();
        if excess > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    observed.iter().map(|&(value, p)| (value, p / (1.0 + x * (value - mean)))).collect()
}

/// The same for the distributions whose mean is `deviations` of their own standard deviations above
/// `reference`.
///
/// The condition is not linear in the probabilities; it is replaced by its tangent at the last
/// distribution until that does not change any more (Van den Bergh 2020).
pub(super) fn with_mean_in_deviations(
    observed: &[Weighted],
    reference: f64,
    deviations: f64,
) -> Vec<Weighted> {
    let even = 1.0 / observed.len() as f64;
    let mut likeliest: Vec<Weighted> = observed.iter().map(|&(value, _)| (value, even)).collect();
    for _ in 0..ROUNDS {
        let (mean, deviation) = mean_and_deviation(&likeliest);
        let tangent: Vec<Weighted> = observed
            .iter()
            .map(|&(value, p)| {
                let away = (value - mean) / deviation;
                (value - reference - deviations * deviation * (1.0 + away * away) / 2.0, p)
            })
            .collect();
        let next = with_mean(&tangent, 0.0);
        let change = next
            .iter()
            .zip(&likeliest)
            .map(|(&(_, new), &(_, old))| (new - old).abs())
            .fold(0.0, f64::max);
        for (old, (_, p)) in likeliest.iter_mut().zip(next) {
            old.1 = p;
        }
        if change < SETTLED {
            break;
        }
    }
    likeliest
}

fn mean_and_deviation(distribution: &[Weighted]) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|&(value, p)| value * p).sum();
    let variance: f64 = distribution.iter().map(|&(value, p)| (value - mean).powi(2) * p).sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: [Weighted; 5] = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.4), (0.75, 0.2), (1.0, 0.1)];

    #[test]
    fn the_mean_comes_out_and_the_probabilities_are_some() {
        for mean in [0.01, 0.45, 0.5, 0.9] {
            let found = with_mean(&SEEN, mean);
            assert!((mean_and_deviation(&found).0 - mean).abs() < 1e-9);
            assert!((found.iter().map(|&(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(found.iter().all(|&(_, p)| p > 0.0));
        }
    }

    #[test]
    fn what_was_seen_is_the_likeliest_of_its_own_mean() {
        let found = with_mean(&SEEN, 0.5);
        assert!(found.iter().zip(SEEN).all(|(a, b)| (a.1 - b.1).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn the_mean_in_deviations_comes_out() {
        for deviations in [-0.3, 0.0, 0.02, 0.5] {
            let found = with_mean_in_deviations(&SEEN, 0.5, deviations);
            let (mean, deviation) = mean_and_deviation(&found);
            assert!(((mean - 0.5) / deviation - deviations).abs() < 1e-9);
        }
    }
}
