//! The numbers of the hand-written evaluation, one table for all variants. In centimen.

use crate::position::Position;
use crate::rules::Rules;

/// What the features of a position are worth in one variant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A man on its own first row, on the next, and so on.
    pub(super) rows: [i32; 9],
    /// A king.
    pub(super) king: i32,
    /// A man in the middle columns.
    pub(super) center: i32,
    /// A king in the middle.
    pub(super) king_center: i32,
    /// A man on the first row, while the enemy has men to crown.
    pub(super) back: i32,
    /// A step that a man can take.
    pub(super) step: i32,
    /// The right to move.
    pub(super) turn: i32,
    /// So many centimen are a logit of 1: fitted to the results of games of the engine against itself at
    /// 1,000 nodes a move, and the scores of its searches.
    pub(super) unit: i32,
}

const MAN: i32 = 100;

/// Without weights of its own a variant is played by material and advancement.
const PLAIN: Weights = Weights {
    rows: [0, 1, 2, 4, 6, 8, 12, 20, 25],
    king: 300,
    center: 0,
    king_center: 0,
    back: 0,
    step: 0,
    turn: 0,
    unit: 100,
};

const TABLE: &[(&str, Weights)] = &[
    (
        "normal",
        Weights {
            rows: [0, 1, 3, 5, 8, 10, 13, 18, 25],
            king: 300,
            center: 4,
            king_center: 5,
            back: 6,
            step: 1,
            turn: 4,
            unit: 130,
        },
    ),
    (
        "english",
        Weights {
            rows: [0, 2, 4, 6, 8, 11, 18, 0, 0],
            king: 132,
            center: 3,
            king_center: 6,
            back: 6,
            step: 1,
            turn: 2,
            unit: 91,
        },
    ),
    (
        "brazilian",
        Weights {
            rows: [0, 2, 4, 6, 9, 14, 25, 0, 0],
            king: 300,
            center: 4,
            king_center: 5,
            back: 7,
            step: 1,
            turn: 4,
            unit: 108,
        },
    ),
    (
        "spanish",
        Weights {
            rows: [0, 2, 4, 6, 9, 14, 25, 0, 0],
            king: 320,
            center: 3,
            king_center: 5,
            back: 9,
            step: 1,
            turn: 4,
            unit: 163,
        },
    ),
    (
        "turkish",
        Weights {
            rows: [0, 0, 2, 5, 9, 15, 28, 0, 0],
            king: 450,
            center: 2,
            king_center: 3,
            back: 0,
            step: 1,
            turn: 5,
            unit: 154,
        },
    ),
];

/// The weights of the variant of that name.
pub(super) const fn of(name: &str) -> &'static Weights {
    let mut i = 0;
    while i < TABLE.len() {
        if is_same(TABLE[i].0.as_bytes(), name.as_bytes()) {
            return &TABLE[i].1;
        }
        i += 1;
    }
    &PLAIN
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

impl Weights {
    /// Men and kings, for the color to move.
    #[inline(always)]
    pub(super) fn material<R: Rules>(&self, pos: &Position<R>) -> i32 {
        let count = |set: u64| set.count_ones() as i32;
        let (us, them) = (pos.turn(), !pos.turn());
        MAN * (count(pos.men(us)) - count(pos.men(them)))
            + self.king * (count(pos.kings(us)) - count(pos.kings(them)))
    }
}
