//! A position while its table is made: one word that only ever goes forward.

/// What is known of a position so far.
///
/// Undecided: how many of its moves are not yet known to lose, and whether one of them crowns.
/// Decided: the plies to the end, which for a win may still become fewer; fixed if it does not depend
/// on this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(pub(super) u16);

const DECIDED: u16 = 0x8000;
const FIXED: u16 = 0x4000;
const CROWNS: u16 = 0x2000;
const PLIES: u16 = 0x3FFF;
const MOVES: u16 = 0x1FFF;

impl Cell {
    /// No position: pieces would share a square.
    pub(super) const NONE: Self = Self(FIXED | PLIES);
    /// Drawn by captures, which have to be made.
    pub(super) const DRAWN: Self = Self(FIXED);

    /// Undecided, with so many moves that may be better than a loss.
    pub(super) const fn open(moves: u16, crowns: bool) -> Self {
        Self(moves | if crowns { CROWNS } else { 0 })
    }

    /// Won or lost after so many plies, by moves within the table.
    pub(super) const fn decided(plies: u16) -> Self {
        Self(DECIDED | plies)
    }

    /// Won or lost after so many plies, whatever becomes of the table.
    pub(super) const fn fixed(plies: u16) -> Self {
        Self(DECIDED | FIXED | plies)
    }

    #[inline(always)]
    pub(super) const fn is_open(self) -> bool {
        self.0 & (DECIDED | FIXED) == 0
    }

    /// Can it change, as an undecided one or a win that may become shorter?
    #[inline(always)]
    pub(super) const fn is_fixed(self) -> bool {
        self.0 & FIXED != 0
    }

    /// The plies to the end of a decided one.
    #[inline(always)]
    pub(super) const fn plies(self) -> Option<u16> {
        if self.0 & DECIDED != 0 { Some(self.0 & PLIES) } else { None }
    }

    /// How many moves of an undecided one may be better than a loss.
    #[inline(always)]
    pub(super) const fn moves(self) -> u16 {
        self.0 & MOVES
    }

    /// Is one of the moves of an undecided one a crowning?
    #[inline(always)]
    pub(super) const fn crowns(self) -> bool {
        self.0 & CROWNS != 0
    }

    /// An undecided one with a move less.
    #[inline(always)]
    pub(super) const fn less_a_move(self) -> Self {
        Self(self.0 - 1)
    }
}
