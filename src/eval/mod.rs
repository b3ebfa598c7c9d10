//! What a quiet position is worth, without search.

mod hand;
pub mod net;
mod weights;

pub use hand::Hand;

use std::sync::Arc;

use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;
use net::{Net, Network};

/// Judges positions in which nothing can be captured. The search asks through this and knows no
/// more of it. Each of its threads has a clone of its own.
pub trait Evaluate<R: Rules>: Clone + Default + Send {
    /// What the position is worth to the color to move, in centimen, within
    /// [`Score::STATIC_MAX`]. It stands `ply` plies below the root of a search, which may tell where
    /// a position like it was seen, and is no part of the result.
    fn evaluate(&mut self, pos: &Position<R>, ply: usize) -> Score;
}

/// What the program plays with: the trained evaluation, or the hand-written one.
///
/// One type for both, so that a search is compiled once for a variant.
#[derive(Clone, Debug)]
pub enum Evaluator<R: Rules> {
    /// A network.
    Trained(Net<R>),
    /// The hand-written evaluation.
    Hand,
}

impl<R: Rules> Evaluator<R> {
    /// The evaluation by a network; without one, by hand.
    pub fn of(network: Option<Arc<Network<R>>>) -> Self {
        network.map_or(Self::Hand, |network| Self::Trained(Net::new(network)))
    }

    /// So many centimen are a logit of 1: where the odds of the points grow by the factor e.
    pub fn unit(&self) -> i32 {
        match self {
            Self::Trained(net) => net.unit(),
            Self::Hand => Hand::unit::<R>(),
        }
    }
}

impl<R: Rules> Default for Evaluator<R> {
    /// With the weights in the program, where the variant has any.
    fn default() -> Self {
        Self::of(net::embedded())
    }
}

impl<R: Rules> Evaluate<R> for Evaluator<R> {
    #[inline(always)]
    fn evaluate(&mut self, pos: &Position<R>, ply: usize) -> Score {
        match self {
            Self::Trained(net) => net.evaluate(pos, ply),
            Self::Hand => Hand.evaluate(pos, ply),
        }
    }
}

/// Men and kings alone, by the weights of the variant: the measure of other evaluations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl<R: Rules> Evaluate<R> for Material {
    #[inline(always)]
    fn evaluate(&mut self, pos: &Position<R>, _ply: usize) -> Score {
        let weights = const { weights::of(R::NAME) };
        Score::evaluation(weights.material(pos))
    }
}
