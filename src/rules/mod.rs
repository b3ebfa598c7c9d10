//! What differs between the variants, once: the [`Rules`] trait, a short file for each variant and
//! the table of them all. The articles are cited beside the constants.

mod brazilian;
mod draws;
mod english;
mod foreign;
mod hash;
mod international;
mod numbering;
mod opened;
mod spanish;
mod turkish;
#[macro_use]
mod variant;

pub use brazilian::Brazilian;
pub use draws::{DrawProfile, DrawRule, Ending};
pub use english::English;
pub use foreign::ForeignFrame;
pub use hash::rules_hash;
pub use international::International;
pub use numbering::{Notation, Numbering};
pub(crate) use opened::{Opened, file_of};
pub use spanish::Spanish;
pub use turkish::Turkish;
pub use variant::{UnknownVariant, Variant};

use std::fmt;
use std::hash::Hash;

use crate::board::{Color, Geometry};

/// What becomes of a man that reaches its last row in mid-capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is crowned and the move ends there.
    EndsTheMove,
    /// It goes on as a man where it can, and is crowned only if the move ends on that row.
    AtEndOfMove,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Each as soon as it has been jumped.
    AtOnce,
    /// All when the move has ended; till then they block and are not jumped again.
    AtEndOfMove,
}

/// What a capture takes, for [`Rules::precedence`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Captured men.
    pub men: u32,
    /// Captured kings.
    pub kings: u32,
}

/// The rules of one variant. The defaults are those of international draughts (FMJD).
pub trait Rules: Copy + Default + fmt::Debug + Eq + Hash + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;
    /// The variant's name in the table, the one used in the Hub protocol.
    const NAME: &'static str;
    /// Who moves first.
    const FIRST: Color = Color::White;
    /// The rows that hold each side's men at the start, 0 being its own first row.
    const HOME_ROWS: std::ops::Range<usize>;
    /// Men also capture backward.
    const MEN_CAPTURE_BACKWARD: bool = true;
    /// Kings move and capture over any distance.
    const FLYING_KINGS: bool = true;
    /// What becomes of a man that reaches its last row in mid-capture.
    const CROWNING: Crowning = Crowning::AtEndOfMove;
    /// When captured pieces leave the board.
    const REMOVAL: Removal = Removal::AtEndOfMove;
    /// A piece may turn by 180 degrees between two jumps.
    const HALF_TURNS: bool = true;
    /// Where square 1 is.
    const NUMBERING: Numbering = Numbering::FromTop;
    /// How squares are written in FEN and PDN.
    const NOTATION: Notation = Notation::Numeric;
    /// How the Python library pydraughts (0.6.7) numbers squares on its Hub lines.
    const PYDRAUGHTS: ForeignFrame = ForeignFrame::SAME;
    /// The value of PDN's `GameType` tag.
    const GAME_TYPE: &'static str;
    /// How other programs began, or begin, that value for this variant.
    const OLD_GAME_TYPES: &'static [&'static str] = &[];
    /// What a win counts in PDN's results: 2-0 or 1-0.
    const POINTS_FOR_A_WIN: u32 = 2;
    /// How the federations of this variant call a game drawn.
    const OFFICIAL_DRAWS: &'static [DrawRule];

    /// Which captures may be chosen: only those of the highest rank are legal (FMJD 4.13).
    fn precedence(captured: Tally) -> u32 {
        captured.men + captured.kings
    }
}
