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
    /// How often a position stands, in the standard profile, before the game is drawn.
    pub const STANDARD_REPETITIONS: u32 = 3;
    /// Plies without a conversion, in the standard profile, before the game is drawn.
    pub const STANDARD_PLIES: u32 = 100;
    const STANDARD: &'static [DrawRule] = &[
        DrawRule::Repetition(Self::STANDARD_REPETITIONS),
        DrawRule::NoConversion(Self::STANDARD_PLIES),
    ];

    /// The draw rules of a variant in this profile.
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
    /// One piece each, and the color to move cannot capture.
    OnePieceEach,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repetition(times) => write!(f, "the same position {times} times"),
            Self::NoConversion(plies) => {
                write!(f, "{plies} plies without a capture or an advance of a man")
            }
            Self::OnePieceEach => f.write_str("one piece each"),
        }
    }
}
