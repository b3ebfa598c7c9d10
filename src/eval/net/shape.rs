//! The shape of the network: what goes in, how numbers are scaled, what comes out.
//!
//! The network sees a position twice: as the color to move, and as the other. A perspective sees the
//! board turned by half a turn for Black, so that its own men always move up. Inputs of a
//! perspective are pieces on squares, each 0 or 1: `group * 64 + bit`, with the groups 0 our men, 1
//! their men where nobody has a king, and 4 our men, 5 their men, 6 our kings, 7 their kings where
//! somebody has (2 and 3 are never), and the bit of the square in the layout of the variant's
//! [`Geometry`], after turning. A king changes what the men are worth: so each has rows of its own.
//!
//! | step | numbers | scale |
//! | --- | --- | --- |
//! | sums | `hidden` for each perspective: bias + the rows of its inputs, `i16` | [`QA`] is 1 |
//! | activations | the sums, clipped to 0..=[`QA`], squared | [`QA`]² is 1 |
//! | output | of the [bucket] of the position: bias + 2 * `hidden` weights (those of the color to move first) times activations, `i64` | [`SCALE`] is 1 |
//!
//! The output is the logit of the points that are promised to the color to move: a win is 1, a draw
//! 1/2, and 1 / (1 + e^-logit) is expected. The score in centimen is the logit times the `unit` of
//! the weights, rounded toward zero, within [`Score::STATIC_MAX`](crate::score::Score::STATIC_MAX).
//!
//! [bucket]: bucket()

use std::ops::RangeInclusive;

use crate::board::{Bits, Color, Geometry, each_bit};
use crate::position::Position;
use crate::rules::Rules;

/// What stands for 1 in the first layer.
pub const QA: i32 = 255;
/// What stands for 1 among the output weights.
pub const QB: i32 = 64;
/// What stands for 1 in the output.
pub const SCALE: i64 = QA as i64 * QA as i64 * QB as i64;
/// How many sets of output weights there are.
pub const BUCKETS: usize = 4 * COUNTS;
/// For so many counts of pieces.
const COUNTS: usize = 8;
/// Inputs of a stage, with those of bits that are no squares: nobody has a king, or somebody.
pub(super) const STAGE: usize = 4 * 64;
/// How many inputs a perspective has, with those that no position has.
pub const INPUTS: usize = 2 * STAGE;
/// The groups that are, by stages.
pub(crate) const GROUPS: [&[usize]; 2] = [&[0, 1], &[4, 5, 6, 7]];
/// The largest size of an output weight. Its product with a clipped sum fits in 16 bits.
pub const OUTPUT_MAX: i16 = 127;
/// How many sums a perspective may have.
pub const HIDDEN: RangeInclusive<usize> = 16..=512;
/// They are a multiple of this.
pub const HIDDEN_STEP: usize = 16;

/// Which output weights judge a position: `8 * kings + count`, with 1 in `kings` if the color to move has a
/// king and 2 if the other has, and the count from 0 for the fewest pieces to 7.
#[inline(always)]
pub fn bucket<R: Rules>(pos: &Position<R>) -> usize {
    let has_king = |color| usize::from(pos.kings(color) != 0);
    let kings = has_king(pos.turn()) + 2 * has_king(!pos.turn());
    kings * COUNTS + count::<R>(pos.occupied().count_ones())
}

/// Which count so many pieces are.
#[inline(always)]
fn count<R: Rules>(pieces: u32) -> usize {
    let start = const { 2 * (R::HOME_ROWS.end - R::HOME_ROWS.start) * R::Geometry::ROW_LENGTH };
    // Any setup may be judged, also one with more pieces than the start.
    ((pieces as usize).saturating_sub(1) * COUNTS / start).min(COUNTS - 1)
}

/// The inputs that are 1 as a color sees the position, each once.
pub fn features<R: Rules>(
    pos: &Position<R>,
    perspective: Color,
) -> impl Iterator<Item = usize> + use<R> {
    let (us, them) = (perspective, !perspective);
    let groups = [pos.men(us), pos.men(them), pos.kings(us), pos.kings(them)];
    let stage = stage(pos.all_kings());
    groups.into_iter().enumerate().flat_map(move |(group, set)| {
        each_bit(seen::<R>(set, perspective))
            .map(move |bit| stage * STAGE + group * 64 + bit.trailing_zeros() as usize)
    })
}

/// 0 if nobody has a king, 1 if somebody has.
#[inline(always)]
pub(super) fn stage(kings: Bits) -> usize {
    usize::from(kings != 0)
}

/// The inputs of the squares of a board that some position has, in ascending order.
pub fn inputs<R: Rules>() -> impl Iterator<Item = usize> {
    GROUPS.into_iter().flatten().flat_map(|group| {
        each_bit(R::Geometry::BOARD).map(move |bit| group * 64 + bit.trailing_zeros() as usize)
    })
}

/// A set of squares as a color sees it.
#[inline(always)]
fn seen<R: Rules>(set: Bits, perspective: Color) -> Bits {
    if perspective.is_white() { set } else { R::Geometry::turned(set) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, International, Variant};

    #[test]
    fn counts_go_from_one_piece_to_the_start() {
        assert_eq!([1, 3, 4, 24].map(count::<English>), [0, 0, 1, 7]);
        assert_eq!([1, 5, 6, 40].map(count::<International>), [0, 0, 1, 7]);
        assert_eq!([0, 50].map(count::<International>), [0, 7]);
    }

    #[test]
    fn buckets_tell_who_has_kings() {
        let start = Position::<English>::start();
        let [white, black] = Color::BOTH.map(|color| start.pieces(color));
        let kings = [0, white, black, white | black];
        let of =
            |turn| kings.map(|kings| bucket(&Position::<English>::new(white, black, kings, turn)));
        assert_eq!(of(Color::White), [7, 15, 23, 31]);
        assert_eq!(of(Color::Black), [7, 23, 15, 31]);
    }

    #[test]
    fn men_are_other_inputs_where_somebody_has_a_king() {
        let start = Position::<English>::start();
        let [white, black] = Color::BOTH.map(|color| start.pieces(color));
        let there: Vec<usize> = inputs::<English>().collect();
        for (kings, expected) in [(0, vec![0, 1]), (white, vec![5, 6]), (black, vec![4, 7])] {
            let pos = Position::<English>::new(white, black, kings, Color::White);
            let seen: Vec<usize> = features(&pos, Color::White).collect();
            let groups: std::collections::BTreeSet<_> = seen.iter().map(|it| it / 64).collect();
            assert_eq!(groups.into_iter().collect::<Vec<_>>(), expected);
            assert!(seen.iter().all(|input| there.contains(input)));
        }
    }

    #[test]
    fn both_colors_see_the_start_as_their_own() {
        for &variant in Variant::ALL {
            dispatch!(variant, R => {
                let start = Position::<R>::start();
                let seen = Color::BOTH.map(|color| {
                    let mut seen: Vec<usize> = features(&start, color).collect();
                    seen.sort_unstable();
                    seen
                });
                assert_eq!(seen[0], seen[1]);
                assert_eq!(seen[0].len() as u32, start.occupied().count_ones());
                assert_eq!(bucket(&start), COUNTS - 1);
            });
        }
    }
}
