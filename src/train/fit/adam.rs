//! How weights follow the gradient: Adam (Kingma, Ba 2014), with decay of weights apart from it
//! (`AdamW`; Loshchilov, Hutter 2017).

use super::model::{MOST, Model};

/// How long the mean of gradients, and of their squares, remembers.
const BETA: (f32, f32) = (0.9, 0.999);
/// Keeps a change finite where the gradient has always been 0.
const EPSILON: f32 = 1e-8;
/// Numbers whose gradients are summed at a time, so that they stay in the cache.
const SHARE: usize = 4096;

/// What is remembered of the gradients so far.
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

/// The factors of a step.
#[derive(Clone, Copy)]
struct Step {
    /// One by the number of samples.
    each: f32,
    rate: f32,
    /// Make up for the means that began with 0.
    mean: f32,
    square: f32,
}

impl Adam {
    pub(super) fn new(numbers: usize) -> Self {
        Self { mean: vec![0.0; numbers], square: vec![0.0; numbers], steps: 0 }
    }

    /// Changes the model by the sum of gradients of so many samples, and its weights by the part
    /// `rate * decay` towards 0.
    pub(super) fn step(
        &mut self,
        model: &mut Model,
        gradients: &[&[f32]],
        samples: usize,
        (rate, decay): (f32, f32),
    ) {
        model.shrink(1.0 - rate * decay);
        self.steps = self.steps.saturating_add(1);
        let step = Step {
            each: 1.0 / samples as f32,
            rate,
            mean: 1.0 / (1.0 - BETA.0.powi(self.steps)),
            square: 1.0 / (1.0 - BETA.1.powi(self.steps)),
        };
        let mut sum = [0.0; SHARE];
        let shares = model.numbers.chunks_mut(SHARE);
        let means = self.mean.chunks_mut(SHARE).zip(self.square.chunks_mut(SHARE));
        for (place, (numbers, (mean, square))) in shares.zip(means).enumerate() {
            let sum = &mut sum[..numbers.len()];
            sum.fill(0.0);
            for gradient in gradients {
                for (sum, part) in sum.iter_mut().zip(&gradient[place * SHARE..]) {
                    *sum += part;
                }
            }
            step.change(numbers, sum, mean, square);
        }
    }
}

impl Step {
    fn change(self, numbers: &mut [f32], sum: &[f32], mean: &mut [f32], square: &mut [f32]) {
        for (((number, sum), mean), square) in numbers.iter_mut().zip(sum).zip(mean).zip(square) {
            let gradient = sum * self.each;
            *mean = BETA.0 * *mean + (1.0 - BETA.0) * gradient;
            *square = BETA.1 * *square + (1.0 - BETA.1) * gradient * gradient;
            let size = (*square * self.square).sqrt() + EPSILON;
            *number = (*number - self.rate * *mean * self.mean / size).clamp(-MOST, MOST);
        }
    }
}
