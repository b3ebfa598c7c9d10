//! Files of bitbases, to the byte. All numbers are little-endian.
//!
//! A file is a header of 64 bytes, an entry of 64 bytes for each slice (a material), and the sections
//! of the slices.
//!
//! | header | bytes | |
//! | --- | --- | --- |
//! | 0 | 8 | `damierBB` |
//! | 8 | 2 | version of the form, 1 |
//! | 10 | 1 | metric: 0 win, draw, loss; 1 plies to the end |
//! | 11 | 1 | packing: 0 whole slices by LZMA; 1 blocks by zstd |
//! | 12 | 1 | the fewest pieces, from 2 |
//! | 13 | 1 | the most pieces |
//! | 14 | 2 | how many slices |
//! | 16 | 16 | the variant's name, filled with zeros |
//! | 32 | 8 | [`rules_hash`] of the variant |
//! | 40 | 8 | XXH3 of the header, with zeros here, and all entries |
//! | 48 | 16 | zeros |
//!
//! | entry | bytes | |
//! | --- | --- | --- |
//! | 0 | 4 | the material: our men, our kings, their men, their kings |
//! | 4 | 4 | the order of the groups, slowest first: 0 our men, 1 their men, 2 our kings, 3 their kings |
//! | 8 | 8 | where its section begins in the file |
//! | 16 | 8 | the length of the section in bytes |
//! | 24 | 8 | XXH3 of the section |
//! | 32 | 24 | positions won, drawn and lost for the side to move, 8 bytes each |
//! | 56 | 2 | the longest win or loss in plies; 0 where only the outcomes are known |
//! | 58 | 2 | the numbers in a block, as a power of two; 0: all are one block |
//! | 59 | 1 | the literal context bits (lc) of LZMA, at most 4; if any, each byte has its bits turned round |
//! | 60 | 4 | zeros |
//!
//! A slice need not be there if its flipped one is: its positions are then searched a ply deep.
//! Positions with a capture are never looked up: what stands under their numbers means nothing, nor
//! what stands under the greater number of two mirror images. See [`index`](super::index) for how
//! positions are numbered.
//!
//! | section | |
//! | --- | --- |
//! | LZMA | a raw stream (lp = pb = 0, dictionary 8 MiB, no end mark) of all values |
//! | zstd | for each block, and once more, 4 bytes: where its frame begins behind these; the frames |
//!
//! | values | |
//! | --- | --- |
//! | plies | [`Value::code`](super::Value::code), in one byte if no code is above 253, else in two |
//! | win, draw, loss | 0 draw, 1 loss, 2 win; five to a byte, the first times 81, the last times 1 |

use thiserror::Error;

use super::index::Order;
use super::material::Material;
use crate::rules::{Rules, rules_hash};

const MAGIC: &[u8; 8] = b"damierBB";
const VERSION: u16 = 1;
/// Blocks of more numbers than this, as a power of two, cannot be read.
const MOST_BLOCK_BITS: u8 = 24;
/// The bytes of the header, and of an entry.
pub(super) const RECORD: usize = 64;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// It is something else.
    #[error("it is no bitbase: it does not begin with damierBB")]
    Magic,
    /// It ends too soon.
    #[error("it breaks off: {needed} bytes were expected and there are {there}")]
    Short {
        /// How many bytes there should be at least.
        needed: u64,
        /// How many there are.
        there: u64,
    },
    /// It is of another time.
    #[error("it has version {0}, and this program reads version {VERSION}")]
    Version(u16),
    /// It is for another game.
    #[error("it is for the variant {there}, and not for {expected}")]
    Variant {
        /// The variant that it names.
        there: String,
        /// The variant that was wanted.
        expected: &'static str,
    },
    /// The rules have changed.
    #[error("it was made for other rules of {0}: it has to be built again")]
    Rules(&'static str),
    /// Bytes are not what they were.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

/// What a file tells of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Win, draw or loss.
    Outcome,
    /// The plies to the end besides.
    Plies,
}

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// Whole slices, as small as can be.
    Whole,
    /// Blocks that can be read one by one.
    Blocks,
}

/// Are codes one byte wide where nothing takes more plies than this?
pub(super) const fn is_narrow(longest: u16) -> bool {
    longest < 253
}

/// The head of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) metric: Metric,
    pub(super) packing: Packing,
    pub(super) fewest: u8,
    pub(super) most: u8,
    pub(super) slices: u16,
}

/// What a file tells of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) material: Material,
    pub(super) order: Order,
    pub(super) offset: u64,
    pub(super) len: u64,
    pub(super) hash: u64,
    /// Won, drawn, lost.
    pub(super) counts: [u64; 3],
    pub(super) longest: u16,
    pub(super) block_bits: u8,
    pub(super) literal_bits: u8,
}

impl Entry {
    /// Are its codes one byte wide?
    pub(super) const fn is_narrow(&self) -> bool {
        is_narrow(self.longest)
    }

    pub(super) fn write(&self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        let Material { men, kings, their_men, their_kings } = self.material;
        bytes[..4].copy_from_slice(&[men, kings, their_men, their_kings]);
        bytes[4..8].copy_from_slice(&self.order);
        let numbers = [self.offset, self.len, self.hash].into_iter().chain(self.counts);
        for (place, number) in numbers.enumerate() {
            bytes[8 + 8 * place..][..8].copy_from_slice(&number.to_le_bytes());
        }
        bytes[56..58].copy_from_slice(&self.longest.to_le_bytes());
        bytes[58] = self.block_bits;
        bytes[59] = self.literal_bits;
        bytes
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let damaged = |what: &str| FormatError::Damaged(format!("{what} of a slice"));
        let [men, kings, their_men, their_kings, a, b, c, d, ..] = *bytes else {
            return Err(damaged("the entry"));
        };
        let material = Material { men, kings, their_men, their_kings };
        let counts = [men, kings, their_men, their_kings];
        let sides = [men.saturating_add(kings), their_men.saturating_add(their_kings)];
        let pieces: u32 = counts.into_iter().map(u32::from).sum();
        if pieces > Material::MAX_PIECES || sides.contains(&0) {
            return Err(damaged("the material"));
        }
        if bytes[58] > MOST_BLOCK_BITS {
            return Err(damaged("the block size"));
        }
        let order = [a, b, c, d];
        if order.iter().fold(0u32, |set, &group| set | 1 << group.min(31)) != 0b1111 {
            return Err(damaged("the order"));
        }
        if bytes[59] > 4 || bytes[58] > 31 {
            return Err(damaged("the packing"));
        }
        let number = |place: usize| word(bytes, 8 + 8 * place);
        Ok(Self {
            material,
            order,
            offset: number(0),
            len: number(1),
            hash: number(2),
            counts: [number(3), number(4), number(5)],
            longest: u16::from_le_bytes([bytes[56], bytes[57]]),
            block_bits: bytes[58],
            literal_bits: bytes[59],
        })
    }
}

/// The eight bytes from `at` as a number.
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// The bytes of the header and all entries.
pub(super) fn write_head<R: Rules>(header: &Header, entries: &[Entry]) -> Vec<u8> {
    let mut bytes = vec![0; RECORD];
    bytes[..8].copy_from_slice(MAGIC);
    bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
    bytes[10] = match header.metric {
        Metric::Outcome => 0,
        Metric::Plies => 1,
    };
    bytes[11] = match header.packing {
        Packing::Whole => 0,
        Packing::Blocks => 1,
    };
    bytes[12] = header.fewest;
    bytes[13] = header.most;
    bytes[14..16].copy_from_slice(&header.slices.to_le_bytes());
    bytes[16..16 + R::NAME.len()].copy_from_slice(R::NAME.as_bytes());
    bytes[32..40].copy_from_slice(&rules_hash::<R>().to_le_bytes());
    for entry in entries {
        bytes.extend_from_slice(&entry.write());
    }
    let hash = hash(&bytes);
    bytes[40..48].copy_from_slice(&hash.to_le_bytes());
    bytes
}

/// Reads the header and the entries of a whole file, and checks all of it, the sections too.
pub(super) fn read<R: Rules>(file: &[u8]) -> Result<(Header, Vec<Entry>), FormatError> {
    let (header, entries) = read_head::<R>(file)?;
    for entry in &entries {
        let end = entry.offset.checked_add(entry.len);
        let section = end.and_then(|end| {
            file.get(usize::try_from(entry.offset).ok()?..usize::try_from(end).ok()?)
        });
        let Some(section) = section else {
            let (needed, there) = (end.unwrap_or(u64::MAX), file.len() as u64);
            return Err(FormatError::Short { needed, there });
        };
        if hash(section) != entry.hash {
            return Err(FormatError::Damaged(format!("the values of {}", entry.material)));
        }
    }
    Ok((header, entries))
}

fn read_head<R: Rules>(file: &[u8]) -> Result<(Header, Vec<Entry>), FormatError> {
    let short =
        |needed: usize| FormatError::Short { needed: needed as u64, there: file.len() as u64 };
    if !file.starts_with(&MAGIC[..file.len().min(8)]) {
        return Err(FormatError::Magic);
    }
    let head = file.get(..RECORD).ok_or_else(|| short(RECORD))?;
    let version = u16::from_le_bytes([head[8], head[9]]);
    if version != VERSION {
        return Err(FormatError::Version(version));
    }
    let slices = u16::from_le_bytes([head[14], head[15]]);
    let len = RECORD * (1 + usize::from(slices));
    let mut all = file.get(..len).ok_or_else(|| short(len))?.to_vec();
    all[40..48].fill(0);
    if hash(&all) != word(head, 40) {
        return Err(FormatError::Damaged(String::from("the header")));
    }
    let name: Vec<u8> = head[16..32].iter().copied().take_while(|&byte| byte != 0).collect();
    if name != R::NAME.as_bytes() {
        let there = String::from_utf8_lossy(&name).escape_debug().collect();
        return Err(FormatError::Variant { there, expected: R::NAME });
    }
    if word(head, 32) != rules_hash::<R>() {
        return Err(FormatError::Rules(R::NAME));
    }
    let unknown = |what: &str| FormatError::Damaged(format!("the {what} is unknown"));
    let header = Header {
        metric: match head[10] {
            0 => Metric::Outcome,
            1 => Metric::Plies,
            _ => return Err(unknown("metric")),
        },
        packing: match head[11] {
            0 => Packing::Whole,
            1 => Packing::Blocks,
            _ => return Err(unknown("packing")),
        },
        fewest: head[12],
        most: head[13],
        slices,
    };
    let entries = all[RECORD..].chunks_exact(RECORD).map(Entry::read);
    Ok((header, entries.collect::<Result<_, _>>()?))
}

/// The checksum of bytes.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}
