//! Files of weights, to the byte. All numbers are little-endian.
//!
//! | header | bytes | |
//! | --- | --- | --- |
//! | 0 | 8 | `damierNN` |
//! | 8 | 2 | version of the form, 3 |
//! | 10 | 2 | `hidden`: a multiple of 16 from 16 to 512 |
//! | 12 | 2 | `unit`: centimen for a logit of 1, from 1 |
//! | 14 | 2 | zeros |
//! | 16 | 16 | the variant's name, filled with zeros |
//! | 32 | 8 | [`rules_hash`] of the variant |
//! | 40 | 8 | XXH3 of the whole file, with zeros here |
//! | 48 | 16 | zeros |
//!
//! | then | numbers | |
//! | --- | --- | --- |
//! | biases of the sums | `hidden` of `i16` | |
//! | rows | 6 * squares * `hidden` of `i16` | for our men and their men where nobody has a king, then for our men, their men, our kings and their kings where somebody has: a row for each square of the board, by ascending bit |
//! | output weights | 32 * 2 * `hidden` of `i16` | for each bucket: the weights of the color to move, then of the other; from -127 to 127 |
//! | output biases | 32 of `i32` | |
//!
//! In version 2, which is read as well, the first two of these six are not there: they are as the next two.
//!
//! What the numbers mean is told in [`shape`](super::shape). A square holds one piece at most, so the
//! largest sum is the bias and for each square the largest of its four weights, if that is positive;
//! the smallest sum in the same way. Both fit in 16 bits, or the weights are refused: then no
//! position whatever can make a sum overflow.

use thiserror::Error;

use super::shape::{BUCKETS, GROUPS, HIDDEN, HIDDEN_STEP, INPUTS, OUTPUT_MAX, STAGE, inputs};
use crate::board::{Geometry, each_bit};
use crate::rules::{Rules, rules_hash};

const MAGIC: &[u8; 8] = b"damierNN";
const VERSION: u16 = 3;
/// Men have the same rows in both stages.
const ONE_STAGE: u16 = 2;
/// The bytes of the header.
const HEADER: usize = 64;
/// Where the checksum is.
const CHECKSUM: std::ops::Range<usize> = 40..48;

/// No file is longer, in bytes.
pub const LONGEST: usize = length(VERSION, 64, *HIDDEN.end());

/// What is wrong with weights, or with a file of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It is something else.
    #[error("it is no file of weights: it does not begin with damierNN")]
    Magic,
    /// It is of another time.
    #[error("it has version {0}, and this program reads versions {ONE_STAGE} and {VERSION}")]
    Version(u16),
    /// It is shorter or longer than it says.
    #[error("it has {there} bytes, and {expected} were expected")]
    Length {
        /// How many bytes there are.
        there: u64,
        /// How many there should be.
        expected: u64,
    },
    /// Bytes are not what they were.
    #[error("it is damaged: its checksum is {found:016x}, and the header says {expected:016x}")]
    Checksum {
        /// That of the bytes.
        found: u64,
        /// That of the header.
        expected: u64,
    },
    /// It is for another game.
    #[error("it is for the variant {there}, and not for {expected}")]
    Variant {
        /// The variant that it names.
        there: String,
        /// The variant that was wanted.
        expected: &'static str,
    },
    /// The rules have changed.
    #[error("it was made for other rules of {0}")]
    Rules(&'static str),
    /// Something is where there should be nothing.
    #[error("byte {0} is not 0, and has no meaning")]
    Rest(usize),
    /// The network has no such size.
    #[error("{0} sums are not a multiple of 16 from 16 to 512")]
    Hidden(usize),
    /// A score would be nothing.
    #[error("the unit is 0")]
    Unit,
    /// An output weight is too large.
    #[error("the output weight {0} is not from -127 to 127")]
    Output(i16),
    /// A sum may be too large.
    #[error("sum {sum} may be {value}, which does not fit in 16 bits")]
    Overflow {
        /// Which of the sums, from 0.
        sum: usize,
        /// The largest or smallest value that pieces can make.
        value: i32,
    },
    /// A part is not as long as it should be.
    #[error("{there} {part} where {expected} were expected")]
    Count {
        /// Which part.
        part: &'static str,
        /// How many numbers there are.
        there: usize,
        /// How many there should be.
        expected: usize,
    },
}

/// The weights of a network, as [`shape`](super::shape) has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// How many sums a perspective has.
    pub hidden: usize,
    /// Centimen for a logit of 1.
    pub unit: u16,
    /// What each sum begins with: `[hidden]`.
    pub bias: Vec<i16>,
    /// What each input adds to the sums: `[512][hidden]`. Rows of what no position has are not
    /// stored, and 0 when read.
    pub rows: Vec<i16>,
    /// `[32][2 * hidden]`.
    pub output: Vec<i16>,
    /// What the output begins with, for each bucket.
    pub output_bias: [i32; BUCKETS],
}

impl Weights {
    /// The bytes of a file.
    ///
    /// # Errors
    /// If the network has no such size, or a sum may overflow.
    pub fn write<R: Rules>(&self) -> Result<Vec<u8>, WeightsError> {
        self.check::<R>()?;
        let mut bytes = vec![0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10..12].copy_from_slice(&(self.hidden as u16).to_le_bytes());
        bytes[12..14].copy_from_slice(&self.unit.to_le_bytes());
        bytes[16..16 + R::NAME.len()].copy_from_slice(R::NAME.as_bytes());
        bytes[32..40].copy_from_slice(&rules_hash::<R>().to_le_bytes());
        let rows = inputs::<R>().flat_map(|row| &self.rows[row * self.hidden..][..self.hidden]);
        for number in self.bias.iter().chain(rows).chain(&self.output) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        for number in self.output_bias {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        let hash = checksum(&bytes);
        bytes[CHECKSUM].copy_from_slice(&hash.to_le_bytes());
        Ok(bytes)
    }

    /// The weights of a file.
    ///
    /// # Errors
    /// If it is no such file, damaged, or for another variant or other rules.
    pub fn read<R: Rules>(file: &[u8]) -> Result<Self, WeightsError> {
        let there = file.len() as u64;
        if file.len() < MAGIC.len() || !file.starts_with(MAGIC) {
            return Err(WeightsError::Magic);
        }
        let Some((head, numbers)) = file.split_at_checked(HEADER) else {
            return Err(WeightsError::Length { there, expected: HEADER as u64 });
        };
        let short = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| head[at + byte]));
        let version = short(8);
        if ![ONE_STAGE, VERSION].contains(&version) {
            return Err(WeightsError::Version(version));
        }
        let name: Vec<u8> = head[16..32].iter().copied().take_while(|&byte| byte != 0).collect();
        if name != R::NAME.as_bytes() {
            let there = String::from_utf8_lossy(&name).escape_debug().collect();
            return Err(WeightsError::Variant { there, expected: R::NAME });
        }
        let hidden = check_hidden(usize::from(short(10)))?;
        let expected = length(version, R::Geometry::SQUARES, hidden) as u64;
        if there != expected {
            return Err(WeightsError::Length { there, expected });
        }
        let (found, expected) = (checksum(file), long(CHECKSUM.start));
        if found != expected {
            return Err(WeightsError::Checksum { found, expected });
        }
        if long(32) != rules_hash::<R>() {
            return Err(WeightsError::Rules(R::NAME));
        }
        let mut rest = (14..16).chain(16 + name.len()..32).chain(CHECKSUM.end..HEADER);
        if let Some(at) = rest.find(|&at| head[at] != 0) {
            return Err(WeightsError::Rest(at));
        }
        let weights = Self::read_numbers::<R>(numbers, version, hidden, short(12));
        weights.check::<R>()?;
        Ok(weights)
    }

    /// Reads what comes after the header, which is as long as it has to be.
    fn read_numbers<R: Rules>(bytes: &[u8], version: u16, hidden: usize, unit: u16) -> Self {
        let (shorts, longs) = bytes.split_at(bytes.len() - 4 * BUCKETS);
        let mut numbers = shorts.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let bias = numbers.by_ref().take(hidden).collect();
        let mut rows = vec![0; INPUTS * hidden];
        for row in inputs::<R>().filter(|&row| version != ONE_STAGE || row >= STAGE) {
            for (place, number) in rows[row * hidden..][..hidden].iter_mut().zip(&mut numbers) {
                *place = number;
            }
        }
        if version == ONE_STAGE {
            let men = STAGE * hidden..(STAGE + STAGE / 2) * hidden;
            rows.copy_within(men, 0);
        }
        let output = numbers.collect();
        let output_bias = std::array::from_fn(|bucket| {
            i32::from_le_bytes(std::array::from_fn(|byte| longs[4 * bucket + byte]))
        });
        Self { hidden, unit, bias, rows, output, output_bias }
    }

    /// The bytes of a file with so many sums.
    pub const fn file_length<R: Rules>(hidden: usize) -> usize {
        length(VERSION, R::Geometry::SQUARES, hidden)
    }

    /// Can the network be evaluated, whatever the position?
    ///
    /// # Errors
    /// The first thing that forbids it.
    pub fn check<R: Rules>(&self) -> Result<(), WeightsError> {
        let hidden = check_hidden(self.hidden)?;
        for (part, there, expected) in [
            ("biases", self.bias.len(), hidden),
            ("weights of rows", self.rows.len(), INPUTS * hidden),
            ("output weights", self.output.len(), BUCKETS * 2 * hidden),
        ] {
            if there != expected {
                return Err(WeightsError::Count { part, there, expected });
            }
        }
        if self.unit == 0 {
            return Err(WeightsError::Unit);
        }
        let is_wrong = |&&weight: &&i16| !(-OUTPUT_MAX..=OUTPUT_MAX).contains(&weight);
        if let Some(&weight) = self.output.iter().find(is_wrong) {
            return Err(WeightsError::Output(weight));
        }
        for sum in 0..hidden {
            let extremes = self.extremes::<R>(sum);
            if let Some(value) = extremes.into_iter().find(|&value| i16::try_from(value).is_err()) {
                return Err(WeightsError::Overflow { sum, value });
            }
        }
        Ok(())
    }

    /// The smallest and the largest value of a sum that pieces on the board can make.
    fn extremes<R: Rules>(&self, sum: usize) -> [i32; 2] {
        let bias = i32::from(self.bias[sum]);
        let of = |groups: &[usize]| {
            each_bit(R::Geometry::BOARD).fold([bias; 2], |[low, high], bit| {
                let weights = groups.iter().map(|group| {
                    let row = group * 64 + bit.trailing_zeros() as usize;
                    i32::from(self.rows[row * self.hidden + sum])
                });
                let (least, most) =
                    weights.fold((0, 0), |(least, most), it| (it.min(least), it.max(most)));
                [low + least, high + most]
            })
        };
        let [one, other] = GROUPS.map(of);
        [one[0].min(other[0]), one[1].max(other[1])]
    }
}

fn check_hidden(hidden: usize) -> Result<usize, WeightsError> {
    if HIDDEN.contains(&hidden) && hidden.is_multiple_of(HIDDEN_STEP) {
        Ok(hidden)
    } else {
        Err(WeightsError::Hidden(hidden))
    }
}

/// The length of a file of some version in bytes.
const fn length(version: u16, squares: usize, hidden: usize) -> usize {
    let men = if version == ONE_STAGE { 0 } else { GROUPS[0].len() };
    HEADER + 2 * hidden * (1 + (men + GROUPS[1].len()) * squares + 2 * BUCKETS) + 4 * BUCKETS
}

/// The checksum of a file, whatever it says itself.
fn checksum(file: &[u8]) -> u64 {
    let mut hash = xxhash_rust::xxh3::Xxh3Default::new();
    hash.update(&file[..CHECKSUM.start]);
    hash.update(&[0; CHECKSUM.end - CHECKSUM.start]);
    hash.update(&file[CHECKSUM.end..]);
    hash.digest()
}

#[cfg(test)]
mod tests;
