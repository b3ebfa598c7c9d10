//! The network while it learns: all its numbers in one row.

use std::ops::Range;

use crate::board::{Geometry, each_bit};
use crate::eval::net::Weights;
use crate::eval::net::shape::{BUCKETS, GROUPS, INPUTS, OUTPUT_MAX, QA, QB, SCALE, inputs};
use crate::random::Random;
use crate::rules::Rules;

/// The largest size of a weight of either layer: that of an output weight of a file.
pub(super) const MOST: f32 = OUTPUT_MAX as f32 / QB as f32;
/// Sums of no position are larger, so that those of a file, rounded, fit in 16 bits.
const MOST_SUM: f32 = 32_000.0 / QA as f32;
/// The centimen for a logit of 1 that a network begins with.
const PLAIN_UNIT: u16 = 150;
/// The size of a row's weights at first.
const FIRST_ROWS: f32 = 0.05;
/// The biases of sums at first: within what is not clipped.
const FIRST_BIAS: f32 = 0.1;
/// The size of output weights at first, by the root of their number. Smaller ones learn as well, and
/// lose more when they are rounded (with 1, twice as much).
const FIRST_OUTPUT: f32 = 4.0;

/// Where the numbers of a network of some size stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many sums a perspective has.
    pub hidden: usize,
}

impl Layout {
    /// What inputs add to the sums: `[512][hidden]`.
    pub(super) fn rows(self) -> Range<usize> {
        0..INPUTS * self.hidden
    }

    /// What sums begin with: `[hidden]`.
    pub(super) fn bias(self) -> Range<usize> {
        let start = self.rows().end;
        start..start + self.hidden
    }

    /// The output weights of all buckets: `[32][2 * hidden]`.
    pub(super) fn output(self) -> Range<usize> {
        let start = self.bias().end;
        start..start + BUCKETS * 2 * self.hidden
    }

    /// The output weights of a bucket.
    pub(super) fn output_of(self, bucket: usize) -> Range<usize> {
        let start = self.output().start + bucket * 2 * self.hidden;
        start..start + 2 * self.hidden
    }

    /// What outputs begin with: `[32]`.
    pub(super) fn output_bias(self) -> Range<usize> {
        let start = self.output().end;
        start..start + BUCKETS
    }

    /// How many there are.
    pub(super) fn len(self) -> usize {
        self.output_bias().end
    }
}

/// A network in `f32`, in which 1 is what [`QA`] and [`QB`] stand for in files.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Where its numbers are.
    pub layout: Layout,
    /// Centimen for a logit of 1 where positions do not tell.
    pub(super) unit: u16,
    /// All of them.
    pub(super) numbers: Vec<f32>,
}

impl Model {
    /// A network that knows nothing, drawn from a seed.
    pub fn new(hidden: usize, seed: u64) -> Self {
        let layout = Layout { hidden };
        let mut random = Random::of(seed, 0);
        let mut numbers = vec![0.0; layout.len()];
        let mut draw = |range: Range<usize>, size: f32| {
            numbers[range].iter_mut().for_each(|it| *it = (2.0 * random.unit() - 1.0) * size);
        };
        draw(layout.rows(), FIRST_ROWS);
        draw(layout.output(), FIRST_OUTPUT / (2.0 * hidden as f32).sqrt());
        numbers[layout.bias()].fill(FIRST_BIAS);
        Self { layout, unit: PLAIN_UNIT, numbers }
    }

    /// A network with the weights of a file.
    pub fn of(weights: &Weights) -> Self {
        let layout = Layout { hidden: weights.hidden };
        let shorts = |numbers: &[i16], one: i32| -> Vec<f32> {
            numbers.iter().map(|&number| f32::from(number) / one as f32).collect()
        };
        let mut numbers = shorts(&weights.rows, QA);
        numbers.extend(shorts(&weights.bias, QA));
        numbers.extend(shorts(&weights.output, QB));
        numbers.extend(weights.output_bias.map(|bias| bias as f32 / SCALE as f32));
        Self { layout, unit: weights.unit, numbers }
    }

    /// The bytes of its file.
    pub fn file_length<R: Rules>(&self) -> usize {
        Weights::file_length::<R>(self.layout.hidden)
    }

    /// Makes all weights smaller by a factor; biases stay.
    pub(super) fn shrink(&mut self, factor: f32) {
        for range in [self.layout.rows(), self.layout.output()] {
            self.numbers[range].iter_mut().for_each(|number| *number *= factor);
        }
    }

    /// Rounds it to what files hold, with so many centimen for a logit of 1.
    pub(super) fn rounded<R: Rules>(&self, unit: u16) -> Weights {
        let layout = self.layout;
        let round = |range: Range<usize>, one: i32| -> Vec<i16> {
            self.numbers[range].iter().map(|number| (number * one as f32).round() as i16).collect()
        };
        let output_bias = &self.numbers[layout.output_bias()];
        let mut rows = round(layout.rows(), QA);
        let mut is_there = [false; INPUTS];
        inputs::<R>().for_each(|row| is_there[row] = true);
        for (row, is_there) in rows.chunks_exact_mut(layout.hidden).zip(is_there) {
            if !is_there {
                row.fill(0);
            }
        }
        Weights {
            hidden: layout.hidden,
            unit,
            bias: round(layout.bias(), QA),
            rows,
            output: round(layout.output(), QB),
            output_bias: std::array::from_fn(|bucket| {
                (f64::from(output_bias[bucket]) * SCALE as f64).round() as i32
            }),
        }
    }

    /// Makes weights smaller where a position might make a sum too large.
    pub(super) fn tame<R: Rules>(&mut self) {
        let hidden = self.layout.hidden;
        for sum in 0..hidden {
            let bias = self.numbers[self.layout.bias()][sum];
            let most = |groups: &[usize]| {
                let mut ends = [bias.min(0.0), bias.max(0.0)];
                for bit in each_bit(R::Geometry::BOARD) {
                    let square = bit.trailing_zeros() as usize;
                    let weights = groups.iter().map(|group| group * 64 + square);
                    let weights = weights.map(|row| self.numbers[row * hidden + sum]);
                    ends[0] += weights.clone().fold(0.0, f32::min);
                    ends[1] += weights.fold(0.0, f32::max);
                }
                ends[1].max(-ends[0])
            };
            let [men, kings] = GROUPS.map(most);
            let most = men.max(kings);
            if most > MOST_SUM {
                let factor = MOST_SUM / most;
                self.numbers[self.layout.bias()][sum] *= factor;
                for row in 0..INPUTS {
                    self.numbers[row * hidden + sum] *= factor;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::International;

    #[test]
    fn rounded_weights_are_nearly_the_same() {
        let model = Model::new(32, 5);
        let weights = model.rounded::<International>(100);
        assert!(weights.check::<International>().is_ok());
        let again = Model::of(&weights);
        assert_eq!(again.rounded::<International>(100), weights);
        let rows = model.layout.rows();
        let there: Vec<_> = inputs::<International>().collect();
        let is_there = |at: usize| !rows.contains(&at) || there.contains(&(at / 32));
        for at in (0..model.numbers.len()).filter(|&at| is_there(at)) {
            let step = if model.layout.output().contains(&at) { 64.0 } else { 255.0 };
            assert!((model.numbers[at] - again.numbers[at]).abs() <= 0.51 / step, "{at}");
        }
    }

    #[test]
    fn sums_that_might_overflow_are_tamed() {
        let mut model = Model::new(16, 5);
        model.numbers[..INPUTS * 16].fill(MOST);
        model.numbers[INPUTS * 16..][..16].fill(-MOST);
        model.numbers[INPUTS * 16] = MOST;
        for row in 0..INPUTS {
            model.numbers[row * 16 + 1] = 0.01;
        }
        let before = model.clone();
        model.tame::<International>();
        assert!(model.rounded::<International>(100).check::<International>().is_ok());
        assert!((model.numbers[1] - before.numbers[1]).abs() < 1e-6, "it was no danger");
    }
}
