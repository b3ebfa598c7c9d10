//! The network in `f32`, forward and backward for one position: what training does most.
//!
//! The loops go over blocks of fixed size, which the compiler makes vector instructions of.

use super::model::Layout;
use crate::eval::net::shape::INPUTS;

/// Sums are worked on in blocks of so many, which stay in registers.
const WIDE: usize = 64;
/// What is left is worked on in blocks of so many.
const NARROW: usize = 16;
/// So many perspectives are gathered before they are added to the gradient.
const GATHERED: usize = 96;

/// What one position puts in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Inputs {
    /// The inputs that are 1 as the color to move and as the other sees it.
    pub(super) seen: [Vec<u16>; 2],
    pub(super) bucket: usize,
}

/// Computes the sums of both perspectives, and from them the logit.
pub(super) fn forward(layout: Layout, numbers: &[f32], inputs: &Inputs, sums: &mut [f32]) -> f32 {
    let hidden = layout.hidden;
    let (rows, bias) = (&numbers[layout.rows()], &numbers[layout.bias()]);
    let wide = hidden / WIDE * WIDE;
    for (sums, seen) in sums.chunks_exact_mut(hidden).zip(&inputs.seen) {
        sums.copy_from_slice(bias);
        for at in (0..wide).step_by(WIDE) {
            add_rows::<WIDE>(&mut sums[at..], &rows[at..], hidden, seen);
        }
        for at in (wide..hidden).step_by(NARROW) {
            add_rows::<NARROW>(&mut sums[at..], &rows[at..], hidden, seen);
        }
    }
    let weights = &numbers[layout.output_of(inputs.bucket)];
    let mut parts = [0.0; NARROW];
    for (sums, weights) in sums.chunks_exact(NARROW).zip(weights.chunks_exact(NARROW)) {
        for i in 0..NARROW {
            let clipped = sums[i].clamp(0.0, 1.0);
            parts[i] += clipped * clipped * weights[i];
        }
    }
    numbers[layout.output_bias()][inputs.bucket] + parts.iter().sum::<f32>()
}

/// Adds a block of some rows to a block of sums.
#[inline(always)]
fn add_rows<const N: usize>(sums: &mut [f32], rows: &[f32], hidden: usize, seen: &[u16]) {
    let sums = sums.first_chunk_mut::<N>().expect("the block is within the sums");
    let mut block = *sums;
    for &input in seen {
        let row = rows[usize::from(input) * hidden..].first_chunk::<N>();
        let row = row.expect("the block is within the row");
        for i in 0..N {
            block[i] += row[i];
        }
    }
    *sums = block;
}

/// What some positions add to the gradient, gathered so that each row of it is touched once for all of
/// them: rows do not stay in the nearest cache, the deltas of a block do.
#[derive(Clone, Debug)]
pub(super) struct Gathered {
    layout: Layout,
    /// How many perspectives there are so far.
    count: usize,
    /// What the sums of each perspective add to the rows of its inputs: blocks, and in each its part of
    /// all perspectives.
    deltas: Vec<f32>,
    /// The inputs of each perspective.
    seen: Vec<(u16, u16)>,
    /// The perspectives that have an input, one input after the other.
    users: Vec<u16>,
}

impl Gathered {
    pub(super) fn new(layout: Layout) -> Self {
        let deltas = vec![0.0; GATHERED * layout.hidden];
        Self { layout, count: 0, deltas, seen: Vec::new(), users: Vec::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.count == GATHERED
    }

    /// Takes what one position gives, whose loss grows by `slope` for each logit more and whose sums
    /// are those of [`forward`]. All but the rows is added to the gradient at once.
    pub(super) fn take(
        &mut self,
        numbers: &[f32],
        inputs: &Inputs,
        sums: &[f32],
        slope: f32,
        gradient: &mut [f32],
    ) {
        let layout = self.layout;
        let output = layout.output_of(inputs.bucket);
        let to_output = &mut gradient[output.clone()];
        let wide = layout.hidden / WIDE * WIDE;
        for (place, ((sums, weights), to_output)) in sums
            .chunks_exact(NARROW)
            .zip(numbers[output].chunks_exact(NARROW))
            .zip(to_output.chunks_exact_mut(NARROW))
            .enumerate()
        {
            let (perspective, at) =
                (place * NARROW / layout.hidden, place * NARROW % layout.hidden);
            let (block, width) = if at < wide { (at / WIDE * WIDE, WIDE) } else { (at, NARROW) };
            let start = block * GATHERED + (self.count + perspective) * width + (at - block);
            let deltas = &mut self.deltas[start..start + NARROW];
            for i in 0..NARROW {
                let clipped = sums[i].clamp(0.0, 1.0);
                to_output[i] += slope * clipped * clipped;
                let is_inside = sums[i] > 0.0 && sums[i] < 1.0;
                deltas[i] = if is_inside { slope * weights[i] * 2.0 * clipped } else { 0.0 };
            }
        }
        gradient[layout.output_bias()][inputs.bucket] += slope;
        for seen in &inputs.seen {
            let perspective = self.count as u16;
            self.seen.extend(seen.iter().map(|&input| (input, perspective)));
            // The biases are as a row that all have.
            self.seen.push((INPUTS as u16, perspective));
            self.count += 1;
        }
    }

    /// Adds what was gathered to the rows, and begins anew.
    pub(super) fn add_to(&mut self, gradient: &mut [f32]) {
        // The biases come behind the rows.
        let mut ends = [0; INPUTS + 1];
        for &(input, _) in &self.seen {
            ends[usize::from(input)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        self.users.resize(sum, 0);
        let mut next = ends;
        for &(input, perspective) in self.seen.iter().rev() {
            let place = &mut next[usize::from(input)];
            *place -= 1;
            self.users[*place] = perspective;
        }
        let hidden = self.layout.hidden;
        let wide = hidden / WIDE * WIDE;
        for at in (0..wide).step_by(WIDE) {
            self.add_block::<WIDE>(&ends, at, gradient);
        }
        for at in (wide..hidden).step_by(NARROW) {
            self.add_block::<NARROW>(&ends, at, gradient);
        }
        self.seen.clear();
        self.count = 0;
    }

    /// Adds a block of the deltas to that of the rows.
    #[inline(always)]
    fn add_block<const N: usize>(&self, ends: &[usize], at: usize, gradient: &mut [f32]) {
        let (deltas, _) = self.deltas[at * GATHERED..].as_chunks::<N>();
        let mut start = 0;
        for (input, &end) in ends.iter().enumerate() {
            let users = &self.users[start..end];
            start = end;
            if users.is_empty() {
                continue;
            }
            let row = gradient[input * self.layout.hidden + at..].first_chunk_mut::<N>();
            let row = row.expect("the block is within the row");
            let mut sum = *row;
            for &user in users {
                let delta = &deltas[usize::from(user)];
                for i in 0..N {
                    sum[i] += delta[i];
                }
            }
            *row = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A network of some size with random numbers, and a position.
    fn network(hidden: usize) -> (Layout, Vec<f32>, Inputs) {
        let layout = Layout { hidden };
        let mut random = Random::of(3, hidden as u64);
        let numbers = (0..layout.len()).map(|_| random.unit() * 0.6 - 0.25).collect();
        let seen = [vec![3, 70, 200], vec![7, 9, 66, 130, 250]];
        (layout, numbers, Inputs { seen, bucket: 2 })
    }

    #[test]
    fn the_gradient_is_that_of_the_logit() {
        for hidden in [16, 80, 128] {
            let (layout, mut numbers, inputs) = network(hidden);
            let mut sums = vec![0.0; 2 * hidden];
            forward(layout, &numbers, &inputs, &mut sums);
            let mut gradient = vec![0.0; layout.len()];
            let mut gathered = Gathered::new(layout);
            gathered.take(&numbers, &inputs, &sums, 0.75, &mut gradient);
            gathered.take(&numbers, &inputs, &sums, 0.25, &mut gradient);
            gathered.add_to(&mut gradient);
            let mut random = Random::of(4, 0);
            let mut not_zero = 0;
            for _ in 0..400 {
                let input = [3, 7, 66, 200, 250, 256, 257, 258][random.below(8)];
                let at = match input {
                    256 => layout.bias().start + random.below(hidden),
                    257 => layout.output_of(2).start + random.below(2 * hidden),
                    258 => layout.output_bias().start + random.below(8),
                    row => row * hidden + random.below(hidden),
                };
                let (before, step) = (numbers[at], 1e-3);
                let mut logit = |number| {
                    numbers[at] = number;
                    forward(layout, &numbers, &inputs, &mut sums)
                };
                let slope = (logit(before + step) - logit(before - step)) / (2.0 * step);
                numbers[at] = before;
                not_zero += usize::from(slope != 0.0);
                let (found, expected) = (gradient[at], slope);
                assert!((found - expected).abs() < 0.01, "{hidden}, {at}: {found}, {expected}");
            }
            assert!(not_zero > 100);
        }
    }
}
