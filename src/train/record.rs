//! The file of training data, to the byte. All numbers are little-endian.
//!
//! | at | bytes | header |
//! | --- | --- | --- |
//! | 0 | 8 | `damierTR` |
//! | 8 | 2 | version, 1 |
//! | 10 | 2 | by how many centimen one side may be ahead after an opening |
//! | 12 | 1 | the fewest random plies of an opening |
//! | 13 | 1 | the most |
//! | 14 | 1 | percent of games from unbalanced openings |
//! | 15 | 1 | bitbases were asked about so many pieces at most |
//! | 16 | 16 | name of the variant, the rest 0 |
//! | 32 | 8 | [`rules_hash`] of the variant |
//! | 40 | 8 | seed |
//! | 48 | 8 | nodes of each search |
//! | 56 | 4 | MiB of the table |
//! | 60 | 4 | 0 |
//! | 64 | 8 | the evaluation: XXH3 of the file of weights, or 0 for the hand-written one |
//! | 72 | 16 | 0 |
//! | 88 | 8 | XXH3 of the 88 bytes before |
//!
//! Then games, one after the other, in order of their numbers from 0, each a head and its records:
//!
//! | at | bytes | head of a game |
//! | --- | --- | --- |
//! | 0 | 8 | number of the game |
//! | 8 | 8 | nodes of all its searches |
//! | 16 | 2 | records that follow |
//! | 18 | 2 | plies of the game, those of the opening included |
//! | 20 | 1 | random plies of the opening |
//! | 21 | 1 | result for White: 0 loss, 1 draw, 2 win |
//! | 22 | 1 | how it ended: the place in [`End::ALL`] |
//! | 23 | 1 | 1 if the opening was an unbalanced one |
//! | 24 | 8 | XXH3 of the 24 bytes before and the records that follow |
//!
//! | at | bytes | record: a quiet position |
//! | --- | --- | --- |
//! | 0 | 8 | White's pieces, in the layout of the variant's geometry |
//! | 8 | 8 | Black's pieces |
//! | 16 | 8 | kings of both |
//! | 24 | 2 | score of the search for the color to move, in centimen |
//! | 26 | 1 | result for the color to move: 0 loss, 1 draw, 2 win |
//! | 27 | 1 | 1 if Black is to move; 2 more if the result is a bitbase's |
//! | 28 | 2 | ply of the game, 0 being its start |
//! | 30 | 2 | plies without a conversion before the position |

use std::fmt;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::board::{Bits, Color, Geometry};
use crate::position::Position;
use crate::rules::{Rules, Variant, rules_hash};

/// Bytes of the header.
pub const HEADER: usize = 96;
/// Bytes of the head of a game.
pub const HEAD: usize = 32;
/// Bytes of a record.
pub const RECORD: usize = 32;

const MAGIC: [u8; 8] = *b"damierTR";
const VERSION: u16 = 1;
const BLACK_TO_MOVE: u8 = 1;
const KNOWN: u8 = 2;

/// Why bytes are no header of training data.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// It begins in another way.
    #[error("it is no file of training data: it does not begin with damierTR")]
    Magic,
    /// It ends within the header.
    #[error("it ends within its header, after {0} of {HEADER} bytes")]
    Short(usize),
    /// Another form.
    #[error("it has version {0} of the form, and version {VERSION} was expected")]
    Version(u16),
    /// Its check is wrong.
    #[error("its header is damaged: checksum {found:016x}, it says {expected:016x}")]
    Damaged {
        /// That of the bytes.
        found: u64,
        /// That which stands there.
        expected: u64,
    },
    /// The rules were others when it was made.
    #[error("it was made for other rules of {0}")]
    Rules(Variant),
    /// The name of the variant is none.
    #[error("it does not say for which variant it was made")]
    Variant,
}

/// How the games of a file were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The variant.
    pub variant: Variant,
    /// What games are drawn from.
    pub seed: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// MiB of the table.
    pub hash: u32,
    /// The fewest and the most random plies of an opening.
    pub plies: (u8, u8),
    /// By how many centimen one side may be ahead after it.
    pub within: u16,
    /// Percent of games from unbalanced openings.
    pub unbalanced: u8,
    /// Bitbases were asked about so many pieces at most.
    pub known_pieces: u8,
    /// XXH3 of the file of weights; 0: the hand-written evaluation.
    pub evaluation: u64,
}

impl Header {
    /// As it stands in a file.
    pub fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(10, &self.within.to_le_bytes());
        put(12, &[self.plies.0, self.plies.1, self.unbalanced, self.known_pieces]);
        put(16, self.variant.name().as_bytes());
        put(32, &hash_of(self.variant).to_le_bytes());
        put(40, &self.seed.to_le_bytes());
        put(48, &self.nodes.to_le_bytes());
        put(56, &self.hash.to_le_bytes());
        put(64, &self.evaluation.to_le_bytes());
        let check = xxh3_64(&bytes[..88]);
        bytes[88..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Reads what a file begins with.
    ///
    /// # Errors
    /// If it is no header of this form, damaged, or of other rules.
    pub fn read(bytes: &[u8]) -> Result<Self, HeaderError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(HeaderError::Magic);
        }
        if bytes.len() < HEADER {
            return Err(HeaderError::Short(bytes.len()));
        }
        let version = u16_at(bytes, 8);
        if version != VERSION {
            return Err(HeaderError::Version(version));
        }
        let (found, expected) = (xxh3_64(&bytes[..88]), u64_at(bytes, 88));
        if found != expected {
            return Err(HeaderError::Damaged { found, expected });
        }
        let is_named = |variant: &Variant| {
            let mut field = [0; 16];
            field[..variant.name().len()].copy_from_slice(variant.name().as_bytes());
            bytes[16..32] == field
        };
        let variant = *Variant::ALL.iter().find(|it| is_named(it)).ok_or(HeaderError::Variant)?;
        if u64_at(bytes, 32) != hash_of(variant) {
            return Err(HeaderError::Rules(variant));
        }
        Ok(Self {
            variant,
            seed: u64_at(bytes, 40),
            nodes: u64_at(bytes, 48),
            hash: u32::from_le_bytes(array_at(bytes, 56)),
            plies: (bytes[12], bytes[13]),
            within: u16_at(bytes, 10),
            unbalanced: bytes[14],
            known_pieces: bytes[15],
            evaluation: u64_at(bytes, 64),
        })
    }
}

/// As options of the command that makes such a file.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, seed, nodes, hash, plies, within, unbalanced, known_pieces, .. } = self;
        write!(
            f,
            "--variant {variant} --nodes {nodes} --seed {seed} --plies {}-{} --within {within} \
             --unbalanced {unbalanced} --hash {hash}, bitbases of {known_pieces} pieces, ",
            plies.0, plies.1
        )?;
        match self.evaluation {
            0 => f.write_str("the hand-written evaluation"),
            weights => write!(f, "the weights {weights:016x}"),
        }
    }
}

fn hash_of(variant: Variant) -> u64 {
    dispatch!(variant, R => rules_hash::<R>())
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules: nothing to move, repetition, or plies without a conversion.
    Rules,
    /// A bitbase knows the position.
    Known,
    /// One side was far ahead for a while.
    Decided,
    /// Nobody was ahead for a while.
    Even,
}

impl End {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Rules, Self::Known, Self::Decided, Self::Even];

    /// Its place among them.
    pub const fn place(self) -> usize {
        self as usize
    }
}

/// What is told of a game as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its number.
    pub number: u64,
    /// Nodes of all its searches.
    pub nodes: u64,
    /// How many records follow.
    pub records: u16,
    /// Its plies, those of the opening included.
    pub plies: u16,
    /// Random plies of the opening.
    pub opening: u8,
    /// The result for White: 0 loss, 1 draw, 2 win.
    pub white: u8,
    /// How it ended.
    pub end: End,
    /// Was the opening an unbalanced one?
    pub is_unbalanced: bool,
}

impl Head {
    /// The game as it stands in a file.
    pub fn with(&self, records: &[Record]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + records.len() * RECORD);
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.records.to_le_bytes());
        bytes.extend(self.plies.to_le_bytes());
        let end = self.end.place() as u8;
        bytes.extend([self.opening, self.white, end, u8::from(self.is_unbalanced)]);
        bytes.extend([0; 8]);
        for record in records {
            bytes.extend(record.to_bytes());
        }
        let check = check_of(&bytes);
        bytes[24..32].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Reads a head; none if there is nothing like it. A position of a game is recorded once at most.
    pub fn read(bytes: &[u8; HEAD]) -> Option<Self> {
        let plies = u16_at(bytes, 18);
        Some(Self {
            number: u64_at(bytes, 0),
            nodes: u64_at(bytes, 8),
            records: Some(u16_at(bytes, 16))
                .filter(|&records| records <= plies.saturating_add(1))?,
            plies,
            opening: bytes[20],
            white: Some(bytes[21]).filter(|&white| white <= 2)?,
            end: *End::ALL.get(usize::from(bytes[22]))?,
            is_unbalanced: bytes[23] != 0,
        })
    }
}

/// Is a game, its head and its records, as it was written?
pub fn is_sound(game: &[u8]) -> bool {
    game.len() >= HEAD && u64_at(game, 24) == check_of(game)
}

fn check_of(game: &[u8]) -> u64 {
    let mut hash = xxhash_rust::xxh3::Xxh3Default::new();
    hash.update(&game[..24]);
    hash.update(&game[HEAD..]);
    hash.digest()
}

/// A quiet position, what a search says of it, and how its game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// White's pieces.
    pub white: Bits,
    /// Black's pieces.
    pub black: Bits,
    /// Kings of both.
    pub kings: Bits,
    /// Who is to move.
    pub turn: Color,
    /// The score of the search for the color to move, in centimen.
    pub score: i16,
    /// The result for the color to move: 0 loss, 1 draw, 2 win.
    pub result: u8,
    /// Is the result a bitbase's?
    pub is_known: bool,
    /// The ply of the game.
    pub ply: u16,
    /// Plies without a conversion before it.
    pub quiet_plies: u16,
}

impl Record {
    /// As it stands in a file.
    pub fn to_bytes(&self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&self.white.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.black.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.kings.to_le_bytes());
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        let black = if self.turn.is_white() { 0 } else { BLACK_TO_MOVE };
        bytes[27] = black | if self.is_known { KNOWN } else { 0 };
        bytes[28..30].copy_from_slice(&self.ply.to_le_bytes());
        bytes[30..].copy_from_slice(&self.quiet_plies.to_le_bytes());
        bytes
    }

    /// Reads a record; none if it is no position of the variant.
    pub fn read<R: Rules>(bytes: &[u8; RECORD]) -> Option<Self> {
        let flags = bytes[27];
        let record = Self {
            white: u64_at(bytes, 0),
            black: u64_at(bytes, 8),
            kings: u64_at(bytes, 16),
            turn: if flags & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black },
            score: u16_at(bytes, 24) as i16,
            result: bytes[26],
            is_known: flags & KNOWN != 0,
            ply: u16_at(bytes, 28),
            quiet_plies: u16_at(bytes, 30),
        };
        let occupied = record.white | record.black;
        let misplaced = [(record.white, Color::White), (record.black, Color::Black)]
            .iter()
            .any(|&(set, color)| set & !record.kings & Position::<R>::last_row(color) != 0);
        let most = 2 * R::HOME_ROWS.len() * R::Geometry::ROW_LENGTH;
        let is_position = record.white & record.black == 0
            && occupied & !R::Geometry::BOARD == 0
            && record.kings & !occupied == 0
            && !misplaced
            && occupied.count_ones() as usize <= most
            && occupied != 0;
        (is_position && record.result <= 2).then_some(record)
    }

    /// Its position. It must have been read for these rules.
    pub fn position<R: Rules>(&self) -> Position<R> {
        Position::new(self.white, self.black, self.kings, self.turn)
    }
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("it is as long as that")
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(array_at(bytes, at))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array_at(bytes, at))
}

#[cfg(test)]
mod tests;
