//! The arithmetic of the network: integers only, the same result on every machine.
//!
//! What is computed is defined here. Where the processor has AVX2, [`x86`] does the same faster; a
//! test holds both together.

#[cfg(target_arch = "x86_64")]
mod x86;

use super::shape::QA;

/// How many numbers are in a lane.
pub(super) const WIDTH: usize = 32;

/// So many of the network's numbers as make a line of the cache. What does not fill the last lane is
/// made up with zeros, which add nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lane(pub(super) [i16; WIDTH]);

impl Lane {
    pub(super) const ZERO: Self = Self([0; WIDTH]);
}

/// The inputs that have come and gone, as numbers of rows: as White sees them, and as Black does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<'a> {
    pub(super) come: &'a [[u16; 2]],
    pub(super) gone: &'a [[u16; 2]],
}

/// Makes the sums that begin with the lane `to` of those that begin with `from`, by what has come and
/// gone. Sums are `len` lanes for White and as many for Black; a row is `len` lanes.
#[inline(always)]
pub(super) fn update(
    sums: &mut [Lane],
    [from, to]: [usize; 2],
    len: usize,
    rows: &[Lane],
    change: Change<'_>,
) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        x86::update(sums, [from, to], len, rows, change);
        return;
    }
    update_plainly(sums, [from, to], len, rows, change);
}

/// Output weights times activations, for the sums of the color to move and of the other.
#[inline(always)]
pub(super) fn output(ours: &[Lane], theirs: &[Lane], weights: &[Lane]) -> i64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        return x86::output(ours, theirs, weights);
    }
    output_plainly(ours, theirs, weights)
}

/// The definition of [`update`]. On the way to a sum that fits there may be one that does not, hence
/// it wraps.
fn update_plainly(
    sums: &mut [Lane],
    [from, to]: [usize; 2],
    len: usize,
    rows: &[Lane],
    change: Change<'_>,
) {
    for at in 0..2 * len {
        let (color, place) = (at / len, at % len);
        let row = |row: &[u16; 2]| rows[usize::from(row[color]) * len + place].0;
        let mut lane = sums[from + at];
        for row in change.come.iter().map(row) {
            lane.0.iter_mut().zip(row).for_each(|(sum, it)| *sum = sum.wrapping_add(it));
        }
        for row in change.gone.iter().map(row) {
            lane.0.iter_mut().zip(row).for_each(|(sum, it)| *sum = sum.wrapping_sub(it));
        }
        sums[to + at] = lane;
    }
}

/// The definition of [`output`].
fn output_plainly(ours: &[Lane], theirs: &[Lane], weights: &[Lane]) -> i64 {
    let lanes = ours.iter().chain(theirs).zip(weights);
    lanes.map(|(sums, weights)| i64::from(product(sums, weights))).sum()
}

/// The activations of a lane, weighted: 32 * 127 * [`QA`]² at most.
#[inline(always)]
fn product(sums: &Lane, weights: &Lane) -> i32 {
    let each = sums.0.iter().zip(weights.0).map(|(&sum, weight)| {
        let sum = sum.clamp(0, QA as i16);
        i32::from(sum * weight) * i32::from(sum)
    });
    each.sum()
}

#[cfg(test)]
mod tests;
