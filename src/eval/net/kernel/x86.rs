//! The kernels for processors with AVX2.
#![expect(
    unsafe_code,
    reason = "vector loads are intrinsics, in code for processors that have them"
)]

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64, _mm256_castsi256_si128,
    _mm256_cvtepi32_epi64, _mm256_extract_epi64, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};
use std::ptr;

use super::{Change, Lane, QA};

/// As [`update`](super::update). The processor must have AVX2.
#[inline(always)]
pub(super) fn update(
    sums: &mut [Lane],
    ways: [usize; 2],
    len: usize,
    rows: &[Lane],
    change: Change<'_>,
) {
    // SAFETY: the caller has found that the processor has AVX2.
    unsafe { update_avx2(sums, ways, len, rows, change) }
}

#[target_feature(enable = "avx2")]
fn update_avx2(
    sums: &mut [Lane],
    ways: [usize; 2],
    len: usize,
    rows: &[Lane],
    Change { come, gone }: Change<'_>,
) {
    // A move, a jump over a piece, and two moves are nearly all there is.
    match (come, gone) {
        (&[a], &[b]) => update_by(sums, ways, len, rows, [a], [b]),
        (&[a], &[b, c]) => update_by(sums, ways, len, rows, [a], [b, c]),
        (&[a, b], &[c, d]) => update_by(sums, ways, len, rows, [a, b], [c, d]),
        _ => update_by_many(sums, ways, len, rows, Change { come, gone }),
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn update_by<const C: usize, const G: usize>(
    sums: &mut [Lane],
    [from, to]: [usize; 2],
    len: usize,
    rows: &[Lane],
    come: [[u16; 2]; C],
    gone: [[u16; 2]; G],
) {
    for color in 0..2 {
        let row = |row: [u16; 2]| &rows[usize::from(row[color]) * len..][..len];
        let (come, gone) = (come.map(row), gone.map(row));
        for at in 0..len {
            let mut held = load(&sums[from + color * len + at]);
            for row in come {
                held = add(held, load(&row[at]));
            }
            for row in gone {
                held = sub(held, load(&row[at]));
            }
            store(&mut sums[to + color * len + at], held);
        }
    }
}

#[target_feature(enable = "avx2")]
fn update_by_many(
    sums: &mut [Lane],
    [from, to]: [usize; 2],
    len: usize,
    rows: &[Lane],
    change: Change<'_>,
) {
    for color in 0..2 {
        let start = color * len;
        let mut at = 0;
        while at + 4 <= len {
            let ways = [from + start + at, to + start + at];
            update_lanes::<4>(sums, ways, len, &rows[at..], color, change);
            at += 4;
        }
        while at + 2 <= len {
            let ways = [from + start + at, to + start + at];
            update_lanes::<2>(sums, ways, len, &rows[at..], color, change);
            at += 2;
        }
        if at < len {
            let ways = [from + start + at, to + start + at];
            update_lanes::<1>(sums, ways, len, &rows[at..], color, change);
        }
    }
}

/// So many lanes of one color, which are held in registers while the rows go by.
#[target_feature(enable = "avx2")]
#[inline]
fn update_lanes<const N: usize>(
    sums: &mut [Lane],
    [from, to]: [usize; 2],
    len: usize,
    rows: &[Lane],
    color: usize,
    Change { come, gone }: Change<'_>,
) {
    let source = &sums[from..][..N];
    let mut held: [[__m256i; 2]; N] = std::array::from_fn(|i| load(&source[i]));
    for row in come {
        let row = &rows[usize::from(row[color]) * len..][..N];
        for i in 0..N {
            held[i] = add(held[i], load(&row[i]));
        }
    }
    for row in gone {
        let row = &rows[usize::from(row[color]) * len..][..N];
        for i in 0..N {
            held[i] = sub(held[i], load(&row[i]));
        }
    }
    for (lane, held) in sums[to..][..N].iter_mut().zip(held) {
        store(lane, held);
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn add(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
    [_mm256_add_epi16(a[0], b[0]), _mm256_add_epi16(a[1], b[1])]
}

#[target_feature(enable = "avx2")]
#[inline]
fn sub(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
    [_mm256_sub_epi16(a[0], b[0]), _mm256_sub_epi16(a[1], b[1])]
}

/// As [`output`](super::output). The processor must have AVX2.
#[inline(always)]
pub(super) fn output(ours: &[Lane], theirs: &[Lane], weights: &[Lane]) -> i64 {
    // SAFETY: the caller has found that the processor has AVX2.
    unsafe { output_avx2(ours, theirs, weights) }
}

#[target_feature(enable = "avx2")]
fn output_avx2(ours: &[Lane], theirs: &[Lane], weights: &[Lane]) -> i64 {
    let (to_move, other) = weights.split_at(ours.len());
    let zero = _mm256_setzero_si256();
    // Each of the 16 numbers takes at most 2 * 127 * 255² from each of 32 lanes: half of what it holds.
    let mut totals = [zero; 2];
    for (sums, weights) in [(ours, to_move), (theirs, other)] {
        for (sums, weights) in sums.iter().zip(weights) {
            let (sums, weights) = (load(sums), load(weights));
            for half in 0..2 {
                let clipped = _mm256_max_epi16(sums[half], zero);
                let clipped = _mm256_min_epi16(clipped, _mm256_set1_epi16(QA as i16));
                let weighted = _mm256_mullo_epi16(clipped, weights[half]);
                let products = _mm256_madd_epi16(weighted, clipped);
                totals[half] = _mm256_add_epi32(totals[half], products);
            }
        }
    }
    // The two together hold twice as much, which may be too much for 32 bits.
    let [a, b] = totals.map(|total| {
        let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(total));
        let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(total));
        _mm256_add_epi64(low, high)
    });
    let sum = _mm256_add_epi64(a, b);
    _mm256_extract_epi64::<0>(sum)
        + _mm256_extract_epi64::<1>(sum)
        + _mm256_extract_epi64::<2>(sum)
        + _mm256_extract_epi64::<3>(sum)
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(lane: &Lane) -> [__m256i; 2] {
    let start = ptr::from_ref(lane).cast::<__m256i>();
    // SAFETY: a lane is two vectors of 32 bytes, and begins at a multiple of 64.
    unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(lane: &mut Lane, [low, high]: [__m256i; 2]) {
    let start = ptr::from_mut(lane).cast::<__m256i>();
    // SAFETY: as in `load`, and the lane is ours.
    unsafe {
        _mm256_store_si256(start, low);
        _mm256_store_si256(start.add(1), high);
    }
}
