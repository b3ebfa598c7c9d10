//! Tables made small, and read again.

use std::io::{self, Read, Write};
use std::ops::Range;

use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};

use super::format::{Entry, Metric, Packing, hash};
use super::index::{Numbers, Order, PLAIN, position};
use super::material::Material;
use super::tables::{Tables, Values};
use super::value::Value;
use crate::movegen::has_capture;
use crate::rules::Rules;
use crate::work::{Crew, Stopped};

/// Numbers in a block, as a power of two.
const BLOCK_BITS: u8 = 17;
/// The dictionary of LZMA in bytes.
const DICTIONARY: u32 = 1 << 23;
const ZSTD_LEVEL: i32 = 19;
/// While order and fill are chosen, where speed counts more and the choice is the same.
const ZSTD_TRIAL: i32 = 3;
/// Of LZMA: while the order is chosen, and then.
const TRIAL_PRESET: u32 = 6;
const PRESET: u32 = 9;
/// How many bits of the last code help to guess the next: none, or two where values are noisy.
const LITERAL_BITS: [u8; 2] = [0, 2];
/// No more blocks of a slice than these are tried for each order and fill.
const TRIAL_BLOCKS: usize = 16;
/// The work that a number is; solving it is some 7.
pub(super) const PACK_WORK: u64 = 3;

/// A slice, packed: its section is not placed in a file yet.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) entry: Entry,
    pub(super) section: Vec<u8>,
}

/// Packs the values of a material in the order that makes them smallest.
///
/// # Errors
/// If the work was stopped.
pub(super) fn pack<R: Rules>(
    tables: &Tables<R>,
    material: Material,
    metric: Metric,
    packing: Packing,
    crew: Crew<'_>,
) -> Result<Packed, Stopped> {
    let values = tables.values(material).expect("the slice is solved");
    let (plain, _) = tables.grounds.strides(material, PLAIN);
    let entry = entry(values, material, metric, crew)?;
    let job = Job { tables, values, material, metric, plain, is_narrow: entry.is_narrow() };
    let (order, block_bits, literal_bits, section) = match packing {
        Packing::Whole => {
            let orders = orders(material);
            let trial = |order| lzma(&job.stream(order, Fill::Last), 0, TRIAL_PRESET).len();
            let sizes = crew.map(orders.len(), |at| trial(orders[at]))?;
            let order = smallest(&orders, &sizes);
            let (literal_bits, section) = job.smallest(order, crew)?;
            (order, 0, literal_bits, section)
        }
        Packing::Blocks => {
            let trials = job.trials();
            let order = job.order_of_blocks(&trials, crew)?;
            let fill = job.fill_of_blocks(order, &trials, crew)?;
            (order, BLOCK_BITS, 0, job.blocks(order, fill, crew)?)
        }
    };
    crew.watch.did(PACK_WORK * values.len() as u64);
    let (len, hash) = (section.len() as u64, hash(&section));
    Ok(Packed { entry: Entry { order, len, hash, block_bits, literal_bits, ..entry }, section })
}

/// What an entry tells of the values.
fn entry(
    values: &Values,
    material: Material,
    metric: Metric,
    crew: Crew<'_>,
) -> Result<Entry, Stopped> {
    const CHUNK: usize = 1 << 16;
    let chunks = crew.map(values.len().div_ceil(CHUNK), |chunk| {
        let mut counts = [0; 3];
        let mut longest = 0;
        let numbers = chunk * CHUNK..((chunk + 1) * CHUNK).min(values.len());
        for value in numbers.filter_map(|number| values.get(number)) {
            counts[value.place()] += 1;
            longest = longest.max(value.plies().unwrap_or(0));
        }
        (counts, longest)
    })?;
    let mut entry = Entry {
        material,
        order: PLAIN,
        offset: 0,
        len: 0,
        hash: 0,
        counts: [0; 3],
        longest: 0,
        block_bits: 0,
        literal_bits: 0,
    };
    for (counts, longest) in chunks {
        entry.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        if metric == Metric::Plies {
            entry.longest = entry.longest.max(longest);
        }
    }
    Ok(entry)
}

struct Job<'a, R: Rules> {
    tables: &'a Tables<R>,
    values: &'a Values,
    material: Material,
    metric: Metric,
    /// What the ranks count in the values.
    plain: [usize; 4],
    is_narrow: bool,
}

impl<R: Rules> Job<'_, R> {
    fn numbers(&self, order: Order) -> Numbers<'_> {
        self.tables.grounds.numbers(self.material, order)
    }

    /// The values in an order.
    fn stream(&self, order: Order, fill: Fill) -> Vec<u8> {
        let numbers = self.numbers(order);
        self.part(&numbers, 0..numbers.len, fill, Value::DRAW)
    }

    /// Some values, filled where none is looked up; `first` stands for one before the first.
    fn part(
        &self,
        numbers: &Numbers<'_>,
        range: Range<usize>,
        fill: Fill,
        first: Value,
    ) -> Vec<u8> {
        let code = |value| match self.metric {
            Metric::Outcome => outcome_code(value),
            Metric::Plies => value.code(),
        };
        let known = range.map(|number| self.looked_up(numbers, number).map(code));
        let codes = fill.codes(known.collect(), code(first));
        match self.metric {
            Metric::Outcome => fives(&codes),
            Metric::Plies if self.is_narrow => codes.into_iter().map(|code| code as u8).collect(),
            Metric::Plies => codes.into_iter().flat_map(u16::to_le_bytes).collect(),
        }
    }

    /// The smallest stream of LZMA in an order, and the literal bits to read it with.
    fn smallest(&self, order: Order, crew: Crew<'_>) -> Result<(u8, Vec<u8>), Stopped> {
        let ways: Vec<(Fill, u8)> =
            Fill::ALL.into_iter().flat_map(|fill| LITERAL_BITS.map(|bits| (fill, bits))).collect();
        let streams = crew.map(ways.len(), |at| {
            let (fill, bits) = ways[at];
            lzma(&self.stream(order, fill), bits, PRESET)
        })?;
        let bits = ways.into_iter().map(|(_, bits)| bits);
        let smallest = bits.zip(streams).min_by_key(|(_, stream)| stream.len());
        Ok(smallest.expect("there is a way"))
    }

    fn looked_up(&self, numbers: &Numbers<'_>, number: usize) -> Option<Value> {
        let groups = numbers.groups(number)?;
        let grounds = &self.tables.grounds;
        if has_capture(&position::<R>(groups))
            || grounds.kept_number(&groups, &numbers.strides) != number
        {
            return None;
        }
        self.values.get(grounds.number(&groups, &self.plain))
    }

    /// The blocks by which order and fill are chosen.
    fn trials(&self) -> Vec<usize> {
        let blocks = self.values.len().div_ceil(1 << BLOCK_BITS);
        (0..blocks).step_by(blocks.div_ceil(TRIAL_BLOCKS)).collect()
    }

    /// The order in which some of the blocks become smallest.
    fn order_of_blocks(&self, trials: &[usize], crew: Crew<'_>) -> Result<Order, Stopped> {
        let orders = orders(self.material);
        let sizes = crew.map(orders.len(), |at| {
            let numbers = self.numbers(orders[at]);
            let block = |&block| compressed(&self.block(&numbers, Fill::Last, block), ZSTD_TRIAL);
            trials.iter().map(|at| block(at).len()).sum()
        })?;
        Ok(smallest(&orders, &sizes))
    }

    /// The fill with which some of the blocks become smallest in that order.
    fn fill_of_blocks(
        &self,
        order: Order,
        trials: &[usize],
        crew: Crew<'_>,
    ) -> Result<Fill, Stopped> {
        let numbers = self.numbers(order);
        let ways = Fill::ALL.len();
        let sizes = crew.map(trials.len() * ways, |at| {
            let (block, fill) = (trials[at / ways], Fill::ALL[at % ways]);
            compressed(&self.block(&numbers, fill, block), ZSTD_TRIAL).len()
        })?;
        let sums: Vec<usize> =
            (0..ways).map(|way| sizes.iter().skip(way).step_by(ways).sum()).collect();
        Ok(smallest(&Fill::ALL, &sums))
    }

    /// A section of all blocks.
    fn blocks(&self, order: Order, fill: Fill, crew: Crew<'_>) -> Result<Vec<u8>, Stopped> {
        let numbers = self.numbers(order);
        let blocks = numbers.len.div_ceil(1 << BLOCK_BITS);
        let packed =
            crew.map(blocks, |block| compressed(&self.block(&numbers, fill, block), ZSTD_LEVEL))?;
        Ok(frames(&packed))
    }

    fn block(&self, numbers: &Numbers<'_>, fill: Fill, block: usize) -> Vec<u8> {
        let begin = block << BLOCK_BITS;
        let range = begin..(begin + (1 << BLOCK_BITS)).min(numbers.len);
        let first = range.clone().find_map(|number| self.looked_up(numbers, number));
        self.part(numbers, range, fill, first.unwrap_or(Value::DRAW))
    }
}

/// The way of the smallest size.
fn smallest<T: Copy>(ways: &[T], sizes: &[usize]) -> T {
    let (best, _) = ways.iter().zip(sizes).min_by_key(|(_, size)| **size).expect("there is a way");
    *best
}

fn compressed(bytes: &[u8], level: i32) -> Vec<u8> {
    zstd::bulk::compress(bytes, level).expect("compressing in memory cannot fail")
}

/// What stands where nothing is looked up, so that a stream becomes small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fill {
    /// The last code that is looked up.
    Last,
    /// The next one.
    Next,
    /// The lower of both.
    Lower,
    /// The higher of both.
    Higher,
}

impl Fill {
    const ALL: [Self; 4] = [Self::Last, Self::Next, Self::Lower, Self::Higher];

    /// The codes with none missing; `last` stands for one before the first.
    fn codes(self, known: Vec<Option<u16>>, mut last: u16) -> Vec<u16> {
        let mut nexts = vec![0; known.len()];
        let mut next = 0;
        for (place, code) in nexts.iter_mut().zip(&known).rev() {
            next = code.unwrap_or(next);
            *place = next;
        }
        let codes = known.into_iter().zip(nexts).map(|(code, next)| {
            last = code.unwrap_or(match self {
                Self::Last => last,
                Self::Next => next,
                Self::Lower => last.min(next),
                Self::Higher => last.max(next),
            });
            last
        });
        codes.collect()
    }
}

/// The bytes of so many values.
pub(super) const fn block_bytes(metric: Metric, is_narrow: bool, numbers: usize) -> usize {
    match metric {
        Metric::Outcome => numbers.div_ceil(5),
        Metric::Plies if is_narrow => numbers,
        Metric::Plies => 2 * numbers,
    }
}

const fn outcome_code(value: Value) -> u16 {
    if value.is_win() { 2 } else { value.is_loss() as u16 }
}

/// Five values to a byte.
fn fives(codes: &[u16]) -> Vec<u8> {
    let five =
        |codes: &[u16]| (0..5).fold(0, |byte, at| byte * 3 + *codes.get(at).unwrap_or(&0) as u8);
    codes.chunks(5).map(five).collect()
}

/// The value under a number in the bytes of a block, by its place there.
#[inline(always)]
pub(super) fn read_code(bytes: &[u8], metric: Metric, is_narrow: bool, at: usize) -> Option<u16> {
    match metric {
        Metric::Outcome => {
            const POWERS: [u8; 5] = [81, 27, 9, 3, 1];
            bytes.get(at / 5).map(|byte| u16::from(byte / POWERS[at % 5] % 3))
        }
        Metric::Plies if is_narrow => bytes.get(at).copied().map(u16::from),
        Metric::Plies => {
            let bytes = bytes.get(2 * at..2 * at + 2)?;
            Some(u16::from_le_bytes([bytes[0], bytes[1]]))
        }
    }
}

/// Orders of the groups that differ for a material: groups without pieces come first.
fn orders(material: Material) -> Vec<Order> {
    let counts = [material.men, material.their_men, material.kings, material.their_kings];
    let mut orders = Vec::new();
    for number in 0..24 {
        let mut left = vec![0u8, 1, 2, 3];
        let mut rest = number;
        let mut pick = |among: usize| {
            let at = rest % among;
            rest /= among;
            left.remove(at)
        };
        let order = [pick(4), pick(3), pick(2), pick(1)];
        let is_empty = |group: &u8| counts[usize::from(*group)] == 0;
        let empty = order.iter().filter(|group| is_empty(group)).count();
        if order[..empty].iter().all(is_empty) && order[..empty].is_sorted() {
            orders.push(order);
        }
    }
    orders
}

/// A raw stream; with literal bits, the bits of each byte are turned round first, so that those of
/// the last code that differ most come first.
fn lzma(bytes: &[u8], literal_bits: u8, preset: u32) -> Vec<u8> {
    let mut options = LzmaOptions::with_preset(preset);
    (options.lc, options.lp, options.pb, options.dict_size) =
        (literal_bits.into(), 0, 0, DICTIONARY);
    if preset > TRIAL_PRESET {
        options.nice_len = LzmaOptions::NICE_LEN_MAX;
        options.depth_limit = 512;
    }
    let write = || -> io::Result<Vec<u8>> {
        let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false)?;
        writer.write_all(&turned_round(bytes.to_vec(), literal_bits))?;
        writer.finish()
    };
    write().expect("compressing in memory cannot fail")
}

fn turned_round(mut bytes: Vec<u8>, literal_bits: u8) -> Vec<u8> {
    if literal_bits > 0 {
        for byte in &mut bytes {
            *byte = byte.reverse_bits();
        }
    }
    bytes
}

/// A whole slice of so many bytes again.
pub(super) fn read_whole(section: &[u8], literal_bits: u8, len: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(len);
    let bits = literal_bits.into();
    let mut reader = LzmaReader::new(section, len as u64, bits, 0, 0, DICTIONARY, None)?;
    Read::by_ref(&mut reader).take(len as u64).read_to_end(&mut bytes)?;
    if bytes.len() != len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(turned_round(bytes, literal_bits))
}

/// The frames with the table of where they begin.
fn frames(frames: &[Vec<u8>]) -> Vec<u8> {
    let mut section = Vec::new();
    let mut at = 0u32;
    for frame in frames {
        section.extend_from_slice(&at.to_le_bytes());
        at += frame.len() as u32;
    }
    section.extend_from_slice(&at.to_le_bytes());
    section.extend(frames.iter().flatten());
    section
}

/// One block of a section again, of at most so many bytes; `blocks` is how many the section has.
pub(super) fn read_block(
    section: &[u8],
    blocks: usize,
    block: usize,
    len: usize,
) -> io::Result<Vec<u8>> {
    let short = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let place = |number: usize| -> io::Result<usize> {
        let bytes = section.get(4 * number..4 * number + 4).ok_or_else(short)?;
        Ok(4 * (blocks + 1) + u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    };
    let frame = section.get(place(block)?..place(block + 1)?).ok_or_else(short)?;
    zstd::bulk::decompress(frame, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_outcomes_make_a_byte() {
        let codes = [2, 0, 1, 1, 2, 2, 1];
        let bytes = fives(&codes);
        assert_eq!(bytes.len(), 2);
        for (at, &code) in codes.iter().enumerate() {
            assert_eq!(read_code(&bytes, Metric::Outcome, true, at), Some(code));
        }
        assert_eq!(read_code(&bytes, Metric::Outcome, true, 10), None);
    }

    #[test]
    fn streams_come_back() {
        let bytes: Vec<u8> = (0..100_000u32).map(|it| (it.wrapping_mul(it) >> 9) as u8).collect();
        for bits in LITERAL_BITS {
            assert_eq!(read_whole(&lzma(&bytes, bits, 6), bits, bytes.len()).unwrap(), bytes);
        }
        let blocks: Vec<Vec<u8>> =
            bytes.chunks(30_000).map(|it| zstd::bulk::compress(it, 3).unwrap()).collect();
        let section = frames(&blocks);
        assert_eq!(read_block(&section, 4, 3, 30_000).unwrap(), bytes[90_000..]);
        read_block(&section, 4, 4, 30_000).unwrap_err();
        read_whole(&[], 0, 10).unwrap_err();
    }

    #[test]
    fn orders_that_differ_only_in_what_is_not_there_are_one() {
        let material = Material { men: 0, kings: 2, their_men: 0, their_kings: 1 };
        assert_eq!(orders(material), [[0, 1, 2, 3], [0, 1, 3, 2]]);
        assert_eq!(orders(Material { men: 1, their_men: 1, ..material }).len(), 24);
    }
}
