//! Fitting weights to games: the network in `f32`, Adam (Kingma, Ba 2014), and what comes of it.
//!
//! The points that the network promises are drawn to `lambda` times the result of the game and the
//! rest times the points that the score of the search promises, by cross entropy.
//!
//! The same recipe and data give the same weights with any number of threads: a batch is cut in a fixed
//! number of parts, and their gradients are summed in a fixed order.

mod adam;
mod batch;
mod kernel;
mod measure;
pub mod model;
mod quantize;
pub mod samples;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::random::Random;
use crate::rules::Rules;
use crate::work::{Crew, Unwatched};
use adam::Adam;
use batch::Batch;
pub use measure::Measured;
use model::Model;
pub use quantize::{Quantized, quantize};
use samples::Samples;

/// The rate at the end is so many times smaller than at the beginning.
const DECAY: f32 = 100.0;

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Times that every position is seen.
    pub epochs: u32,
    /// Positions between two changes of the weights.
    pub batch: usize,
    /// How far a change goes at first.
    pub rate: f32,
    /// By how much weights go back to 0 in each change, times the rate.
    pub decay: f32,
    /// Threads.
    pub threads: usize,
    /// What the order of positions is drawn from.
    pub seed: u64,
}

/// What an epoch brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss of the positions as they were learned from.
    pub loss: f64,
    /// On the positions that are not learned from.
    pub validation: Measured,
    /// The rate at its end.
    pub rate: f32,
    /// How long learning took.
    pub time: Duration,
}

/// Where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// So many positions of all epochs were seen.
    Seen {
        /// These.
        done: u64,
        /// Of so many.
        all: u64,
    },
    /// An epoch is over.
    Epoch(Epoch),
}

/// Fits a model to samples. If it is stopped, the model stays as it is then; tells whether it was
/// not.
///
/// # Errors
/// If the weights run away.
pub fn fit<R: Rules>(
    recipe: &Recipe,
    samples: &Samples,
    model: &mut Model,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Progress),
) -> anyhow::Result<bool> {
    let learned = &samples.learned;
    if learned.is_empty() || samples.validation.is_empty() {
        bail!(
            "{} positions to learn from and {} of games kept apart are too few: more games are needed",
            learned.len(),
            samples.validation.len()
        );
    }
    let batches = learned.len().div_ceil(recipe.batch);
    let steps = batches as u64 * u64::from(recipe.epochs);
    let all = learned.len() as u64 * u64::from(recipe.epochs);
    let mut order: Vec<u32> = (0..learned.len() as u32).collect();
    let mut adam = Adam::new(model.numbers.len());
    let mut batch = Batch::new(model.layout);
    let crew = Crew { threads: recipe.threads, watch: &Unwatched };
    let (mut step, mut done) = (0, 0);
    for number in 1..=recipe.epochs {
        let start = Instant::now();
        let (mut loss, mut rate) = (0.0, recipe.rate);
        Random::of(recipe.seed, u64::from(number)).shuffle(&mut order);
        for chosen in order.chunks(recipe.batch) {
            if stop.load(Relaxed) {
                model.tame::<R>();
                return Ok(false);
            }
            rate = rate_at(recipe.rate, step as f32 / steps as f32);
            let random = Random::of(!recipe.seed, step);
            loss += batch.gradient::<R>(model, learned, chosen, &random, crew);
            adam.step(model, &batch.gradients(), chosen.len(), (rate, recipe.decay));
            step += 1;
            done += chosen.len() as u64;
            tell(Progress::Seen { done, all });
        }
        model.tame::<R>();
        let loss = loss / learned.len() as f64;
        if !loss.is_finite() {
            bail!("the loss is no number in epoch {number}: try a lower rate");
        }
        let time = start.elapsed();
        let validation = measure::measure::<R>(model, &samples.validation, recipe.threads);
        tell(Progress::Epoch(Epoch { number, loss, validation, rate, time }));
    }
    Ok(true)
}

/// The rate when a part of all steps is done, from 0 to 1: half a cosine (Loshchilov, Hutter 2016).
fn rate_at(first: f32, done: f32) -> f32 {
    let last = first / DECAY;
    last + (first - last) * (1.0 + (std::f32::consts::PI * done).cos()) / 2.0
}
