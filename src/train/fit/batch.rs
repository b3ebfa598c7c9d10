//! The gradient of a batch, by several threads.

use parking_lot::Mutex;

use super::kernel::{Gathered, Inputs, forward};
use super::measure::cross_entropy;
use super::model::{Layout, Model};
use super::samples::{Sample, points};
use crate::board::Geometry;
use crate::random::Random;
use crate::rules::Rules;
use crate::work::Crew;

/// A batch is cut in so many parts, whatever the number of threads.
const PARTS: usize = 16;

/// A batch in parts.
pub(super) struct Batch {
    parts: Vec<Mutex<Part>>,
}

/// The gradient of a part, and what is needed to compute it.
struct Part {
    gradient: Vec<f32>,
    gathered: Gathered,
    sums: Vec<f32>,
    inputs: Inputs,
    loss: f64,
}

impl Batch {
    pub(super) fn new(layout: Layout) -> Self {
        let part = || Part {
            gradient: vec![0.0; layout.len()],
            gathered: Gathered::new(layout),
            sums: vec![0.0; 2 * layout.hidden],
            inputs: Inputs::default(),
            loss: 0.0,
        };
        Self { parts: (0..PARTS).map(|_| Mutex::new(part())).collect() }
    }

    /// Computes the gradient of the chosen samples; the sum of their losses.
    pub(super) fn gradient<R: Rules>(
        &mut self,
        model: &Model,
        samples: &[Sample],
        chosen: &[u32],
        random: &Random,
        crew: Crew<'_>,
    ) -> f64 {
        let share = chosen.len().div_ceil(PARTS);
        let compute = |number: usize| {
            let end = chosen.len().min((number + 1) * share);
            let chosen = &chosen[end.min(number * share)..end];
            let random = random.branch(number as u64);
            self.parts[number].lock().compute::<R>(model, samples, chosen, random);
        };
        crew.each(PARTS, compute).expect("it is not stopped within a batch");
        self.parts.iter_mut().map(|part| part.get_mut().loss).sum()
    }

    /// The gradients of the parts, in order.
    pub(super) fn gradients(&mut self) -> Vec<&[f32]> {
        self.parts.iter_mut().map(|part| &part.get_mut().gradient[..]).collect()
    }
}

impl Part {
    fn compute<R: Rules>(
        &mut self,
        model: &Model,
        samples: &[Sample],
        chosen: &[u32],
        mut random: Random,
    ) {
        let Self { gradient, gathered, sums, inputs, loss } = self;
        gradient.fill(0.0);
        *loss = 0.0;
        for &number in chosen {
            let mut sample = samples[number as usize];
            // Where left and right are the same for the rules, each is seen now and then.
            if R::Geometry::MIRRORS && random.below(2) == 0 {
                sample = sample.mirrored::<R>();
            }
            sample.put_into::<R>(inputs);
            let logit = forward(model.layout, &model.numbers, inputs, sums);
            let slope = points(f64::from(logit)) as f32 - sample.target;
            *loss += cross_entropy(f64::from(logit), f64::from(sample.target));
            gathered.take(&model.numbers, inputs, sums, slope, gradient);
            if gathered.is_full() {
                gathered.add_to(gradient);
            }
        }
        gathered.add_to(gradient);
    }
}
