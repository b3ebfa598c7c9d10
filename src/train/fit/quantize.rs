//! From `f32` to the integers that the engine computes with, and what that loses.

use std::sync::Arc;

use super::measure::{Measured, logits, mean};
use super::model::Model;
use super::samples::{Sample, Samples};
use crate::eval::net::shape::{BUCKETS, SCALE};
use crate::eval::net::{Net, Network, Weights, WeightsError};
use crate::rules::Rules;

/// So many positions with a man more tell it.
const ENOUGH: usize = 50;
/// Its bounds.
const UNITS: (f64, f64) = (10.0, 2000.0);
/// So many positions tell by how much rounding shifts a bucket.
const FOR_SHIFT: usize = 100_000;

/// Weights for the engine, and how they differ from those that were learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized {
    /// The weights.
    pub weights: Weights,
    /// Does their unit make a man more worth 100 centimen? Not if few positions have one, or if it is
    /// worth next to nothing.
    pub is_man_100: bool,
    /// The mean difference of the scores that both give positions, in centimen.
    pub mean_error: f64,
    /// The largest.
    pub max_error: f64,
    /// How well the network in `f32` tells results.
    pub before: Measured,
    /// How well the weights do.
    pub after: Measured,
}

/// Rounds a model. The unit of the weights is such that in positions without kings in which a side has
/// one man more it is ahead by 100 centimen on average.
///
/// # Errors
/// If the weights are none that the engine can compute with.
pub fn quantize<R: Rules>(
    model: &Model,
    samples: &Samples,
    threads: usize,
) -> Result<Quantized, WeightsError> {
    let apart = &samples.validation;
    let logits = wide_logits::<R>(model, apart, threads);
    let (unit, is_man_100) = unit(apart, &logits, model.unit);
    let mut weights = model.rounded::<R>(unit);
    let few = &samples.learned[..samples.learned.len().min(FOR_SHIFT)];
    let shifts = shifts::<R>(few, &wide_logits::<R>(model, few, threads), &weights)?;
    for (bias, shift) in weights.output_bias.iter_mut().zip(shifts) {
        *bias += (shift * SCALE as f64).round() as i32;
    }
    let rounded = rounded_logits::<R>(apart, &weights)?;
    let unit = f64::from(weights.unit);
    let errors = logits.iter().zip(&rounded).map(|(one, other)| (one - other).abs() * unit);
    let (sum, max_error) =
        errors.fold((0.0, 0.0), |(sum, most): (f64, f64), error| (sum + error, most.max(error)));
    Ok(Quantized {
        weights,
        is_man_100,
        mean_error: sum / apart.len().max(1) as f64,
        max_error,
        before: mean(apart, logits.into_iter()),
        after: mean(apart, rounded.into_iter()),
    })
}

fn wide_logits<R: Rules>(model: &Model, samples: &[Sample], threads: usize) -> Vec<f64> {
    logits::<R>(model, samples, threads).into_iter().map(f64::from).collect()
}

/// What the engine says of samples, as logits.
fn rounded_logits<R: Rules>(
    samples: &[Sample],
    weights: &Weights,
) -> Result<Vec<f64>, WeightsError> {
    let mut net = Net::<R>::new(Arc::new(Network::new(weights)?));
    let logit = |sample: &Sample| net.logit(&sample.position(), 0) as f64 / SCALE as f64;
    Ok(samples.iter().map(logit).collect())
}

/// By how much rounding has made the logits of each bucket smaller on average: the errors of single
/// weights have a part that is the same in all positions, and biases can make up for it.
fn shifts<R: Rules>(
    samples: &[Sample],
    logits: &[f64],
    weights: &Weights,
) -> Result<[f64; BUCKETS], WeightsError> {
    let (mut sums, mut counts) = ([0.0; BUCKETS], [0.0; BUCKETS]);
    let rounded = rounded_logits::<R>(samples, weights)?;
    for ((sample, logit), rounded) in samples.iter().zip(logits).zip(rounded) {
        let bucket = sample.bucket::<R>();
        sums[bucket] += logit - rounded;
        counts[bucket] += 1.0;
    }
    Ok(std::array::from_fn(|bucket| sums[bucket] / f64::max(counts[bucket], 1.0)))
}

/// The centimen for a logit of 1, `plain` where samples do not tell; do they make a man more worth 100?
fn unit(samples: &[Sample], logits: &[f64], plain: u16) -> (u16, bool) {
    let (mut count, mut sum) = (0, 0.0);
    for (sample, logit) in samples.iter().zip(logits) {
        match sample.men_ahead() {
            Some(1) => (count, sum) = (count + 1, sum + logit),
            Some(-1) => (count, sum) = (count + 1, sum - logit),
            Some(_) | None => {}
        }
    }
    if count < ENOUGH {
        return (plain, false);
    }
    let mean: f64 = sum / count as f64;
    // A man more that is no good would make everything else endless.
    let unit = (100.0 / mean.max(100.0 / UNITS.1)).clamp(UNITS.0, UNITS.1);
    (unit.round() as u16, unit > UNITS.0 && unit < UNITS.1)
}
