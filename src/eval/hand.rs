//! The hand-written evaluation: a few dozen counted sets.

use super::{Evaluate, weights};
use crate::board::{Bits, Color, Geometry, step};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

/// Material, advancement, centre, back row and steps, by the weights of the variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand;

impl Hand {
    /// So many centimen are a logit of 1.
    pub(super) const fn unit<R: Rules>() -> i32 {
        weights::of(R::NAME).unit
    }
}

impl<R: Rules> Evaluate<R> for Hand {
    #[inline]
    fn evaluate(&mut self, pos: &Position<R>, _ply: usize) -> Score {
        let weights = const { weights::of(R::NAME) };
        let white = side::<R, true>(pos) - side::<R, false>(pos);
        let placed = if pos.turn().is_white() { white } else { -white };
        Score::evaluation(weights.material(pos) + placed + weights.turn)
    }
}

/// The columns that are not the two at each edge.
const fn middle_columns<G: Geometry>() -> Bits {
    let mut set = 0;
    let mut bit = 0;
    while bit < 64 {
        let at = 1 << bit;
        if G::BOARD & at != 0 {
            let inner = if G::DARK_ONLY {
                // One place from each edge of the row.
                let place = (bit % (2 * G::ROW_LENGTH + 1)) % G::ROW_LENGTH;
                place > 0 && place + 1 < G::ROW_LENGTH
            } else {
                let place = bit % G::ROW_LENGTH;
                place > 1 && place + 2 < G::ROW_LENGTH
            };
            if inner {
                set |= at;
            }
        }
        bit += 1;
    }
    set
}

/// The bits of a row, 0 at the top.
const fn row<G: Geometry>(row: usize) -> Bits {
    let start = if G::DARK_ONLY {
        (row / 2) * (2 * G::ROW_LENGTH + 1) + (row % 2) * G::ROW_LENGTH
    } else {
        row * G::ROW_LENGTH
    };
    ((1 << G::ROW_LENGTH) - 1) << start
}

#[inline(always)]
fn count(set: Bits) -> i32 {
    set.count_ones() as i32
}

/// What the pieces of one color are worth beyond their number.
#[inline(always)]
fn side<R: Rules, const WHITE: bool>(pos: &Position<R>) -> i32 {
    let weights = const { weights::of(R::NAME) };
    let (us, them) =
        if WHITE { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    let men = pos.men(us);
    let rows = R::Geometry::ROWS;
    let mut sum = 0;
    for advanced in 0..rows - 1 {
        let row = row::<R::Geometry>(if WHITE { rows - 1 - advanced } else { advanced });
        sum += weights.rows[advanced] * count(men & row);
    }
    let middle = const { middle_columns::<R::Geometry>() };
    sum += weights.center * count(men & middle);
    sum += weights.king_center * count(pos.kings(us) & middle);
    if weights.back != 0 && pos.men(them) != 0 {
        sum += weights.back * count(men & row::<R::Geometry>(if WHITE { rows - 1 } else { 0 }));
    }
    let forward = if WHITE { 0 } else { 3 };
    let empty = pos.empty();
    let mut steps = count(step::<R::Geometry>(men, forward) & empty);
    if R::Geometry::DARK_ONLY {
        let forward = if WHITE { 1 } else { 2 };
        steps += count(step::<R::Geometry>(men, forward) & empty);
    }
    sum + weights.step * steps
}
