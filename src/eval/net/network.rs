//! Weights as the kernels read them, and the network that each thread has of its own.

use std::sync::Arc;

use super::format::{Weights, WeightsError};
use super::kernel::{self, Change, Lane, WIDTH};
use super::shape::{BUCKETS, SCALE, STAGE, bucket, stage};
use crate::board::{Bits, Color, Geometry, each_bit};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

/// Sums are kept for so many plies; positions of a longer line take the places of the first.
const PLIES: usize = 128;
/// For each stage a slot for each ply: sums of one stage are no way to those of the other.
const SLOTS: usize = 2 * PLIES;

/// Weights that were found to be right for a variant. All threads read the same.
#[derive(Debug)]
pub struct Network<R: Rules> {
    /// Lanes of a perspective.
    len: usize,
    unit: i64,
    /// `[len]`
    bias: Vec<Lane>,
    /// `[512][len]`
    rows: Vec<Lane>,
    /// `[32][2][len]`
    output: Vec<Lane>,
    output_bias: [i64; BUCKETS],
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Network<R> {
    /// Takes weights into use.
    ///
    /// # Errors
    /// If they have no right size or a sum may overflow.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.check::<R>()?;
        let lanes = |numbers: &[i16]| lanes(numbers, weights.hidden);
        Ok(Self {
            len: weights.hidden.div_ceil(WIDTH),
            unit: i64::from(weights.unit),
            bias: lanes(&weights.bias),
            rows: lanes(&weights.rows),
            output: lanes(&weights.output),
            output_bias: weights.output_bias.map(i64::from),
            rules: std::marker::PhantomData,
        })
    }
}

/// Numbers of which `hidden` belong together, each such row beginning with a lane of its own.
fn lanes(numbers: &[i16], hidden: usize) -> Vec<Lane> {
    let row = |row: &[i16]| {
        let lane = |part: &[i16]| {
            let mut lane = Lane::ZERO;
            lane.0[..part.len()].copy_from_slice(part);
            lane
        };
        row.chunks(WIDTH).map(lane).collect::<Vec<_>>()
    };
    numbers.chunks_exact(hidden).flat_map(row).collect()
}

/// The pieces that some sums were made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pieces {
    white: Bits,
    black: Bits,
    kings: Bits,
}

impl Pieces {
    #[inline(always)]
    fn of<R: Rules>(pos: &Position<R>) -> Self {
        let [white, black] = Color::BOTH.map(|color| pos.pieces(color));
        Self { white, black, kings: pos.all_kings() }
    }

    #[inline(always)]
    fn all(&self) -> Bits {
        self.white | self.black
    }

    /// The row of the piece on a square, as White sees it and as Black does.
    #[inline(always)]
    fn row<R: Rules>(&self, bit: Bits) -> [u16; 2] {
        let place = bit.trailing_zeros() as u16;
        let turned = const { 63 - R::Geometry::BOARD.leading_zeros() as u16 } - place;
        let kind = (self.stage() * STAGE) as u16 + if self.kings & bit != 0 { 128 } else { 0 };
        let theirs = if self.black & bit != 0 { 64 } else { 0 };
        [kind + theirs + place, kind + (64 - theirs) + turned]
    }

    #[inline(always)]
    fn stage(&self) -> usize {
        stage(self.kings)
    }

    /// The squares on which something else stands.
    #[inline(always)]
    fn differences(&self, other: &Self) -> Bits {
        (self.white ^ other.white) | (self.black ^ other.black) | (self.kings ^ other.kings)
    }
}

/// The trained evaluation of one thread.
///
/// It keeps the sums of the last position that was judged at each ply and stage, and the pieces they were
/// made of. A position is judged from the sums of the one most like it: its parent's, its grandparent's,
/// those of a sibling, or the bare biases. What the search does in between does not matter.
#[derive(Debug)]
pub struct Net<R: Rules> {
    network: Arc<Network<R>>,
    /// Those of each slot, and at last no pieces.
    pieces: Box<[Pieces; SLOTS + 1]>,
    /// `[SLOTS + 1][White, Black][len]`
    sums: Vec<Lane>,
    /// Room for the rows that an update is about.
    come: Box<[[u16; 2]; 64]>,
    gone: Box<[[u16; 2]; 64]>,
}

impl<R: Rules> Net<R> {
    /// A thread's own part of a network.
    pub fn new(network: Arc<Network<R>>) -> Self {
        let slot = [&network.bias[..], &network.bias[..]].concat();
        let sums = slot.repeat(SLOTS + 1);
        let pieces = Box::new([Pieces::default(); SLOTS + 1]);
        let [come, gone] = [0; 2].map(|_| Box::new([[0; 2]; 64]));
        Self { network, pieces, sums, come, gone }
    }

    /// What the position is worth to the color to move, in centimen, within [`Score::STATIC_MAX`].
    #[inline]
    pub fn evaluate(&mut self, pos: &Position<R>, ply: usize) -> Score {
        let centimen = self.logit(pos, ply) * self.network.unit / SCALE;
        let most = i64::from(Score::STATIC_MAX.centimen());
        Score::evaluation(centimen.clamp(-most, most) as i32)
    }

    /// So many centimen are a logit of 1.
    pub fn unit(&self) -> i32 {
        self.network.unit as i32
    }

    /// The logit of the points promised to the color to move, times [`SCALE`]. `ply` tells where in
    /// the search the position stands; whatever it is, the result is the same.
    #[inline]
    pub fn logit(&mut self, pos: &Position<R>, ply: usize) -> i64 {
        let pieces = Pieces::of(pos);
        let slot = pieces.stage() * PLIES + ply % PLIES;
        self.update(slot, &pieces);
        let network = &*self.network;
        let len = network.len;
        let (white, black) = self.sums[2 * slot * len..][..2 * len].split_at(len);
        let (ours, theirs) = if pos.turn().is_white() { (white, black) } else { (black, white) };
        let bucket = bucket(pos);
        let weights = &network.output[2 * bucket * len..][..2 * len];
        network.output_bias[bucket] + kernel::output(ours, theirs, weights)
    }

    /// Makes the sums of a slot those of these pieces.
    #[inline(always)]
    fn update(&mut self, slot: usize, pieces: &Pieces) {
        let (from, differences) = self.source(slot, pieces);
        let old = self.pieces[from];
        self.pieces[slot] = *pieces;
        let (left, taken) = (differences & old.all(), differences & pieces.all());
        let len = self.network.len;
        let ways = [2 * from * len, 2 * slot * len];
        if left.is_power_of_two() && taken.is_power_of_two() {
            let change = Change { come: &[pieces.row::<R>(taken)], gone: &[old.row::<R>(left)] };
            kernel::update(&mut self.sums, ways, len, &self.network.rows, change);
        } else if differences != 0 || from != slot {
            for (row, bit) in self.come.iter_mut().zip(each_bit(taken)) {
                *row = pieces.row::<R>(bit);
            }
            for (row, bit) in self.gone.iter_mut().zip(each_bit(left)) {
                *row = old.row::<R>(bit);
            }
            let come = &self.come[..taken.count_ones() as usize];
            let gone = &self.gone[..left.count_ones() as usize];
            let change = Change { come, gone };
            kernel::update(&mut self.sums, ways, len, &self.network.rows, change);
        }
    }

    /// The slot whose sums are to be made over, and the squares that differ.
    #[inline(always)]
    fn source(&self, slot: usize, pieces: &Pieces) -> (usize, Bits) {
        let differences = |from: usize| self.pieces[from].differences(pieces);
        let earlier = |plies: usize| {
            let start = slot / PLIES * PLIES;
            start + slot.wrapping_sub(plies) % PLIES
        };
        let parent = earlier(1);
        let mut best = (parent, differences(parent));
        let mut fewest = best.1.count_ones();
        if fewest > 2 {
            for from in [slot, earlier(2), SLOTS] {
                let differences = differences(from);
                let count = differences.count_ones();
                if count < fewest {
                    (best, fewest) = ((from, differences), count);
                }
            }
        }
        best
    }
}

impl<R: Rules> Clone for Net<R> {
    /// The same network for another thread.
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.network))
    }
}
