//! The gradient of a batch, by several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use parking_lot::Mutex;

use super::kernel::{Gathered, Inputs, forward};
use super::measure::cross_entropy;
use super::model::{Layout, Model};
use super::samples::{Sample, points};
use crate::board::Geometry;
use crate::random::Random;
use crate::rules::Rules;

/// A batch is cut in so many parts, whatever the number of threads.
const PARTS: usize = 16;

/// What threads need to work on parts of a batch.
pub(super) struct Crew {
    threads: usize,
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

impl Crew {
    pub(super) fn new(layout: Layout, threads: usize) -> Self {
        let part = || Part {
            gradient: vec![0.0; layout.len()],
            gathered: Gathered::new(layout),
            sums: vec![0.0; 2 * layout.hidden],
            inputs: Inputs::default(),
            loss: 0.0,
        };
        Self { threads, parts: (0..PARTS).map(|_| Mutex::new(part())).collect() }
    }

    /// Computes the gradient of the chosen samples; the sum of their losses.
    pub(super) fn gradient<R: Rules>(
        &mut self,
        model: &Model,
        samples: &[Sample],
        chosen: &[u32],
        random: &Random,
    ) -> f64 {
        let share = chosen.len().div_ceil(PARTS);
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, Relaxed);
                let Some(part) = self.parts.get(number) else { return };
                let end = chosen.len().min((number + 1) * share);
                let chosen = &chosen[end.min(number * share)..end];
                let random = random.branch(number as u64);
                part.lock().compute::<R>(model, samples, chosen, random);
            }
        };
        in_threads(self.threads.min(PARTS), &work);
        self.parts.iter_mut().map(|part| part.get_mut().loss).sum()
    }

    /// The gradients of the parts, in order.
    pub(super) fn gradients(&mut self) -> Vec<&[f32]> {
        self.parts.iter_mut().map(|part| &part.get_mut().gradient[..]).collect()
    }
}

/// Does the same in so many threads, this one among them.
pub(super) fn in_threads(threads: usize, work: &(impl Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Where no thread can be started, the others do its work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
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
