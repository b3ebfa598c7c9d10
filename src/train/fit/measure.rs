//! How well a model tells results that it has not learned from.

use super::kernel::{Inputs, forward};
use super::model::Model;
use super::samples::{Sample, points};
use crate::rules::Rules;
use crate::work::{Crew, Unwatched};

/// Samples that one thread takes at a time.
const PART: usize = 4096;

/// Means over samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Cross entropy against the targets: what learning makes small.
    pub loss: f64,
    /// The square of the difference between the points that are promised and those of the result.
    pub error: f64,
}

/// Measures a model.
pub(super) fn measure<R: Rules>(model: &Model, samples: &[Sample], threads: usize) -> Measured {
    let logits = logits::<R>(model, samples, threads);
    mean(samples, logits.iter().map(|&logit| f64::from(logit)))
}

/// The means for some logits.
pub(super) fn mean(samples: &[Sample], logits: impl Iterator<Item = f64>) -> Measured {
    let mut sum = Measured::default();
    for (sample, logit) in samples.iter().zip(logits) {
        sum.loss += cross_entropy(logit, f64::from(sample.target));
        sum.error += (points(logit) - f64::from(sample.points())).powi(2);
    }
    let count = samples.len().max(1) as f64;
    Measured { loss: sum.loss / count, error: sum.error / count }
}

/// What a model says of samples.
pub(super) fn logits<R: Rules>(model: &Model, samples: &[Sample], threads: usize) -> Vec<f32> {
    let mut logits = vec![0.0; samples.len()];
    let crew = Crew { threads, watch: &Unwatched };
    let judge = |begin: usize, logits: &mut [f32]| {
        let mut inputs = Inputs::default();
        let mut sums = vec![0.0; 2 * model.layout.hidden];
        for (sample, logit) in samples[begin..].iter().zip(logits) {
            sample.put_into::<R>(&mut inputs);
            *logit = forward(model.layout, &model.numbers, &inputs, &mut sums);
        }
    };
    crew.fill(&mut logits, PART, judge).expect("nobody stops it");
    logits
}

/// The cross entropy of the points that a logit promises and a target, in a form that is finite for
/// every logit.
pub(super) fn cross_entropy(logit: f64, target: f64) -> f64 {
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}
