//! Draws as data: what the rules of each variant say about games that lead nowhere.

/// Which list of draw rules a game is played by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawProfile {
    /// The same in every variant: third repetition, and 100 plies without a conversion.
    #[default]
    Standard,
    /// The federations' rules of the variant, [`Rules::OFFICIAL_DRAWS`](super::Rules::OFFICIAL_DRAWS).
    Official,
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
