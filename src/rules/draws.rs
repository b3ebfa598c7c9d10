//! Draws as data: what the rules of each variant say about games that lead nowhere.

use std::fmt;

use super::Rules;

/// Which list of draw rules a game is played by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawProfile {
    /// The same in every variant: third repetition, and 100 plies without a conversion.
    #[default]
    Standard,
    /// The federations' rules of the variant, [`Rules::OFFICIAL_DRAWS`](super::Rules::OFFICIAL_DRAWS).
    Official,
}

impl DrawProfile {
    /// Plies without a conversion, in the standard profile, before the game is drawn.
    pub const STANDARD_PLIES: u32 = 100;
    const STANDARD: &'static [DrawRule] =
        &[DrawRule::Repetition(3), DrawRule::NoConversion(Self::STANDARD_PLIES)];

    /// The draw rules of a variant in this profile, in the order in which they are tried.
    #[inline(always)]
    pub fn rules<R: Rules>(self) -> &'static [DrawRule] {
        match self {
            Self::Standard => Self::STANDARD,
            Self::Official => R::OFFICIAL_DRAWS,
        }
    }
}

/// One way in which a game is drawn. Counts are in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawRule {
    /// The same placement with the same color to move for the `n`th time.
    Repetition(u32),
    /// So many plies without a capture and without a man advancing a row.
    NoConversion(u32),
    /// So many plies without a capture and without a man being crowned.
    NoCaptureOrCrowning(u32),
    /// So many plies within an ending.
    Ending(Ending, u32),
    /// One piece each, and the color to move cannot capture.
    OnePieceEach,
}

/// An ending that may last only so long. Of a side with a single piece, that piece is a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A king alone against `least` to `most` pieces, at least one of them a king. The count goes on
    /// if pieces are captured or crowned and the ending remains.
    LoneKing {
        /// The fewest pieces of the other side.
        least: u32,
        /// The most.
        most: u32,
    },
    /// A king alone against so many kings or more, and nothing else. The count begins again with a
    /// capture or crowning.
    LoneKingAgainstKings {
        /// The fewest kings of the other side.
        least: u32,
    },
    /// A king alone on the main diagonal, on which nothing else stands, against so many pieces, at
    /// least one of them a king.
    LoneKingOnMainDiagonal {
        /// The pieces of the other side.
        against: u32,
    },
    /// A king alone against so many kings, one of which stands on the main diagonal, or has stood
    /// there since the ending arose.
    KingsHoldMainDiagonal {
        /// The kings of the other side.
        kings: u32,
    },
    /// Both sides have kings, and together there are `least` to `most` pieces. The count begins
    /// again with a capture or crowning.
    KingsOnBothSides {
        /// The fewest pieces of both sides.
        least: u32,
        /// The most.
        most: u32,
    },
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repetition(times) => write!(f, "the same position {times} times"),
            Self::NoConversion(plies) => {
                write!(f, "{plies} plies without a capture or an advance of a man")
            }
            Self::NoCaptureOrCrowning(plies) => {
                write!(f, "{plies} plies without a capture or a crowning")
            }
            Self::Ending(ending, plies) => write!(f, "{plies} plies with {ending}"),
            Self::OnePieceEach => f.write_str("one piece each"),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoneKing { least, most } if least == most => {
                write!(f, "a king alone against {least} pieces")
            }
            Self::LoneKing { least, most } => {
                write!(f, "a king alone against {least} to {most} pieces")
            }
            Self::LoneKingAgainstKings { least } => {
                write!(f, "a king alone against {least} or more kings")
            }
            Self::LoneKingOnMainDiagonal { against } => {
                write!(f, "a king alone on the main diagonal against {against} pieces")
            }
            Self::KingsHoldMainDiagonal { kings } => {
                write!(f, "a king alone against {kings} kings that hold the main diagonal")
            }
            Self::KingsOnBothSides { least, most } => {
                write!(f, "kings on both sides and {least} to {most} pieces")
            }
        }
    }
}
