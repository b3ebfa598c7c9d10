//! What a quiet position is worth, without search.

mod hand;
pub mod net;
mod weights;

pub use hand::Hand;

use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

/// Judges positions in which nothing can be captured. The search asks through this and knows no
/// more of it.
pub trait Evaluate<R: Rules>: Default + Send {
    /// What the position is worth to the color to move, in centimen, within
    /// [`Score::STATIC_MAX`].
    fn evaluate(&mut self, pos: &Position<R>) -> Score;
}

/// Men and kings alone, by the weights of the variant: the measure of other evaluations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl<R: Rules> Evaluate<R> for Material {
    #[inline(always)]
    fn evaluate(&mut self, pos: &Position<R>) -> Score {
        let weights = const { weights::of(R::NAME) };
        Score::evaluation(weights.material(pos))
    }
}
