//! A file of bitbases, open: the values of its positions.

use std::io;
use std::sync::{Arc, OnceLock};

use quick_cache::sync::Cache;

use super::format::{self, Entry, FormatError, Header, Metric, Packing};
use super::index::{Grounds, groups};
use super::material::Material;
use super::pack::{block_bytes, read_block, read_code, read_whole};
use super::value::Value;
use crate::position::Position;
use crate::rules::Rules;
use crate::work::{Crew, Stopped};

/// Blocks that are kept at hand: of 64 Ki values each, some 13 to 128 KiB.
const CACHED_BLOCKS: usize = 2_048;

/// The bytes of a file: of the program itself, or of the disk.
pub trait Bytes: AsRef<[u8]> + Send + Sync {}

impl<T: AsRef<[u8]> + Send + Sync> Bytes for T {}

/// What a store knows of a position: its outcome, and how far off it is if the store tells that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The outcome with the plies to the end.
    Plies(Value),
    /// A win, a draw or a loss: the order is that of the sign.
    Outcome(std::cmp::Ordering),
}

impl Known {
    /// Does the side to move win (`Greater`), draw (`Equal`) or lose?
    #[inline(always)]
    pub const fn outcome(self) -> std::cmp::Ordering {
        match self {
            Self::Plies(value) => value.sign(),
            Self::Outcome(outcome) => outcome,
        }
    }

    /// What is known of a position from which a move leads to one of which this is known.
    #[inline(always)]
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Plies(value) => Self::Plies(value.before()),
            Self::Outcome(outcome) => Self::Outcome(outcome.reverse()),
        }
    }
}

/// What is told of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceInfo {
    /// The material, the side to move first.
    pub material: Material,
    /// Positions won, drawn and lost for the side to move.
    pub counts: [u64; 3],
    /// The longest win or loss in plies, if that is known.
    pub longest: Option<u16>,
    /// The bytes it takes in the file.
    pub bytes: u64,
    /// Their checksum, XXH3.
    pub checksum: u64,
}

/// An open file, for the rules `R`.
pub struct Store<R: Rules> {
    bytes: Box<dyn Bytes>,
    header: Header,
    slices: Vec<Slice>,
    /// For each material, the place of its slice and one; 0 if there is none.
    by_id: Vec<u16>,
    blocks: Cache<(u16, u32), Arc<Vec<u8>>>,
    grounds: Arc<Grounds<R>>,
}

struct Slice {
    entry: Entry,
    strides: [usize; 4],
    len: usize,
    /// All of it, once it was asked for, if it is packed as a whole.
    whole: OnceLock<Option<Vec<u8>>>,
}

impl<R: Rules> Store<R> {
    /// Opens the bytes of a file, after checking all of them.
    ///
    /// # Errors
    /// If they are not a bitbase of this variant, or not whole.
    pub fn open(
        bytes: impl Bytes + 'static,
        grounds: Arc<Grounds<R>>,
    ) -> Result<Self, FormatError> {
        let (header, entries) = format::read::<R>(bytes.as_ref())?;
        Ok(Self::of_slices(bytes, header, entries, grounds))
    }

    /// The slices that stand in some bytes, all checked before.
    pub(super) fn of_slices(
        bytes: impl Bytes + 'static,
        header: Header,
        entries: Vec<Entry>,
        grounds: Arc<Grounds<R>>,
    ) -> Self {
        let mut by_id = vec![0; Material::IDS];
        let mut slices = Vec::with_capacity(entries.len());
        for entry in entries {
            let (strides, len) = grounds.strides(entry.material, entry.order);
            by_id[entry.material.id()] = slices.len() as u16 + 1;
            slices.push(Slice { entry, strides, len, whole: OnceLock::new() });
        }
        let blocks = Cache::new(CACHED_BLOCKS);
        Self { bytes: Box::new(bytes), header, slices, by_id, blocks, grounds }
    }

    /// The fewest pieces of its positions.
    pub fn fewest_pieces(&self) -> u32 {
        self.header.fewest.into()
    }

    /// The most pieces of its positions.
    pub fn most_pieces(&self) -> u32 {
        self.header.most.into()
    }

    /// What it tells.
    pub fn metric(&self) -> Metric {
        self.header.metric
    }

    /// Is there a slice of this material with this side to move?
    #[inline(always)]
    pub fn has(&self, material: Material) -> bool {
        self.by_id[material.id()] != 0
    }

    /// What is kept for a position in which nothing can be captured; none if it is not there, or
    /// cannot be read any more.
    #[inline(always)]
    pub fn look_up(&self, material: Material, pos: &Position<R>) -> Option<Known> {
        let place = usize::from(self.by_id[material.id()].checked_sub(1)?);
        let slice = &self.slices[place];
        let number = self.grounds.kept_number(&groups(pos), &slice.strides);
        let code = match self.header.packing {
            Packing::Whole => {
                let whole = slice.whole.get_or_init(|| self.unpack(slice)).as_deref()?;
                read_code(whole, self.header.metric, slice.entry.is_narrow(), number)?
            }
            Packing::Blocks => self.code_in_block(place, number)?,
        };
        Some(match self.header.metric {
            Metric::Plies => Known::Plies(Value::from_code(code)),
            Metric::Outcome => Known::Outcome(match code {
                2 => std::cmp::Ordering::Greater,
                1 => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Equal,
            }),
        })
    }

    /// What is told of its slices.
    pub fn slices(&self) -> Vec<SliceInfo> {
        let longest = |entry: &Entry| (self.metric() == Metric::Plies).then_some(entry.longest);
        let info = |Slice { entry, .. }: &Slice| SliceInfo {
            material: entry.material,
            counts: entry.counts,
            longest: longest(entry),
            bytes: entry.len,
            checksum: entry.hash,
        };
        self.slices.iter().map(info).collect()
    }

    /// The bytes of the whole file.
    pub fn bytes(&self) -> u64 {
        (*self.bytes).as_ref().len() as u64
    }

    /// What is told of the slice of a material.
    pub(super) fn entry(&self, material: Material) -> Option<&Entry> {
        let place = self.by_id[material.id()].checked_sub(1)?;
        Some(&self.slices[usize::from(place)].entry)
    }

    /// All values of a slice, as they were packed, in the order of its entry.
    pub(super) fn unpacked(
        &self,
        entry: &Entry,
        crew: Crew<'_>,
    ) -> Result<io::Result<Vec<u8>>, Stopped> {
        let (_, len) = self.grounds.strides(entry.material, entry.order);
        let bytes = |numbers| block_bytes(self.header.metric, entry.is_narrow(), numbers);
        let section = self.section(entry);
        if self.header.packing == Packing::Whole {
            return Ok(read_whole(section, entry.literal_bits, bytes(len)));
        }
        let size = 1 << entry.block_bits;
        let blocks = len.div_ceil(size);
        let parts = crew.map(blocks, |block| read_block(section, blocks, block, bytes(size)))?;
        Ok(parts.into_iter().collect::<io::Result<Vec<_>>>().map(|parts| parts.concat()))
    }

    /// Unpacks the slice of a material beforehand, so that nobody has to wait for it.
    pub fn load(&self, material: Material) {
        if let Some(place) = self.by_id[material.id()].checked_sub(1) {
            let slice = &self.slices[usize::from(place)];
            if self.header.packing == Packing::Whole {
                slice.whole.get_or_init(|| self.unpack(slice));
            }
        }
    }

    /// Can the slice of a material be asked without waiting?
    pub fn is_loaded(&self, material: Material) -> bool {
        self.by_id[material.id()].checked_sub(1).is_some_and(|place| {
            self.header.packing == Packing::Blocks
                || self.slices[usize::from(place)].whole.get().is_some()
        })
    }

    fn section(&self, entry: &Entry) -> &[u8] {
        // Checked when it was opened.
        &(*self.bytes).as_ref()[entry.offset as usize..(entry.offset + entry.len) as usize]
    }

    fn unpack(&self, slice: &Slice) -> Option<Vec<u8>> {
        let len = block_bytes(self.header.metric, slice.entry.is_narrow(), slice.len);
        told::<R>(
            &slice.entry,
            read_whole(self.section(&slice.entry), slice.entry.literal_bits, len),
        )
    }

    #[inline(never)]
    fn code_in_block(&self, place: usize, number: usize) -> Option<u16> {
        let slice = &self.slices[place];
        let entry = &slice.entry;
        let (block, at) = (number >> entry.block_bits, number & ((1 << entry.block_bits) - 1));
        let key = (place as u16, block as u32);
        let bytes = if let Some(bytes) = self.blocks.get(&key) {
            bytes
        } else {
            let (metric, is_narrow) = (self.header.metric, entry.is_narrow());
            let len = block_bytes(metric, is_narrow, 1 << entry.block_bits);
            let blocks = slice.len.div_ceil(1 << entry.block_bits);
            let bytes = read_block(self.section(entry), blocks, block, len);
            let bytes = Arc::new(told::<R>(entry, bytes)?);
            self.blocks.insert(key, Arc::clone(&bytes));
            bytes
        };
        read_code(&bytes, self.header.metric, entry.is_narrow(), at)
    }
}

/// Says in the log what cannot be read: the file was changed after it had been checked.
fn told<R: Rules>(entry: &Entry, bytes: io::Result<Vec<u8>>) -> Option<Vec<u8>> {
    bytes.inspect_err(|error| log::error!("bitbase {} {}: {error}", R::NAME, entry.material)).ok()
}
