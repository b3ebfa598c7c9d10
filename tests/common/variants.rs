//! The rules of the variants and the numbers of their squares, as the reference generator has them.
//!
//! Written from the federations' texts, and on purpose not with the library's tables.

/// A row, counted from the top of the diagram (White sits at the bottom), and a column from the
/// left, both from 0.
pub type Cell = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    /// Dark squares from the top left; the corner at White's left is dark.
    DarkFromTopLeft,
    /// Playable squares from the bottom right, which is square 1; rows upwards.
    FromBottomRight,
    /// Every square from the top left: a8 is 1, h1 is 64.
    AllFromTopLeft,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    Any,
    MostPieces,
    MostPiecesThenMostKings,
}

/// The rules of one variant.
#[derive(PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each question the rules answer")]
pub struct Rules {
    pub name: &'static str,
    pub start: &'static str,
    pub size: i32,
    numbering: Numbering,
    pub men_capture_backward: bool,
    pub flying_kings: bool,
    pub choice: Choice,
    /// A man that reaches the last row in mid-capture is crowned there and stops.
    pub crowning_ends_move: bool,
    /// Captured pieces leave at once, and not at the end of the move.
    pub captured_leave_at_once: bool,
    /// Two jumps of one capture may go in opposite directions.
    pub may_turn_back: bool,
}

pub static VARIANTS: [Rules; 5] = [
    Rules {
        name: "english",
        start: "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        size: 8,
        numbering: Numbering::DarkFromTopLeft,
        men_capture_backward: false,
        flying_kings: false,
        choice: Choice::Any,
        crowning_ends_move: true,
        captured_leave_at_once: false,
        may_turn_back: true,
    },
    Rules {
        name: "international",
        start: "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        size: 10,
        numbering: Numbering::DarkFromTopLeft,
        men_capture_backward: true,
        flying_kings: true,
        choice: Choice::MostPieces,
        crowning_ends_move: false,
        captured_leave_at_once: false,
        may_turn_back: true,
    },
    Rules {
        name: "brazilian",
        start: "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        size: 8,
        numbering: Numbering::DarkFromTopLeft,
        men_capture_backward: true,
        flying_kings: true,
        choice: Choice::MostPieces,
        crowning_ends_move: false,
        captured_leave_at_once: false,
        may_turn_back: true,
    },
    Rules {
        name: "spanish",
        start: "Wwwwwwwwwwwwweeeeeeeebbbbbbbbbbbb",
        size: 8,
        numbering: Numbering::FromBottomRight,
        men_capture_backward: false,
        flying_kings: true,
        choice: Choice::MostPiecesThenMostKings,
        crowning_ends_move: true,
        captured_leave_at_once: false,
        may_turn_back: true,
    },
    Rules {
        name: "turkish",
        start: "Weeeeeeeebbbbbbbbbbbbbbbbeeeeeeeeeeeeeeeewwwwwwwwwwwwwwwweeeeeeee",
        size: 8,
        numbering: Numbering::AllFromTopLeft,
        men_capture_backward: false,
        flying_kings: true,
        choice: Choice::MostPieces,
        crowning_ends_move: false,
        captured_leave_at_once: true,
        may_turn_back: false,
    },
];

impl Rules {
    pub fn named(name: &str) -> &'static Rules {
        let found = VARIANTS.iter().find(|rules| rules.name == name);
        found.unwrap_or_else(|| panic!("no variant {name}"))
    }

    pub fn squares(&self) -> i32 {
        if self.numbering == Numbering::AllFromTopLeft {
            self.size * self.size
        } else {
            self.size * self.size / 2
        }
    }

    /// The pieces each side starts with.
    pub fn pieces_a_side(&self) -> usize {
        self.start[1..].matches('w').count()
    }

    pub fn cell(&self, number: i32) -> Cell {
        let half = self.size / 2;
        let n = number - 1;
        match self.numbering {
            Numbering::DarkFromTopLeft => {
                let row = n / half;
                (row, 2 * (n % half) + (row + 1) % 2)
            }
            Numbering::FromBottomRight => {
                let row_from_bottom = n / half;
                let column_from_right = 2 * (n % half) + row_from_bottom % 2;
                (self.size - 1 - row_from_bottom, self.size - 1 - column_from_right)
            }
            Numbering::AllFromTopLeft => (n / self.size, n % self.size),
        }
    }

    pub fn number(&self, (row, column): Cell) -> i32 {
        let last = self.size - 1;
        match self.numbering {
            Numbering::DarkFromTopLeft => row * (self.size / 2) + column / 2 + 1,
            Numbering::FromBottomRight => (last - row) * (self.size / 2) + (last - column) / 2 + 1,
            Numbering::AllFromTopLeft => row * self.size + column + 1,
        }
    }

    /// The number of a square written as a column letter and a row, `a1` at White's left.
    pub fn number_of_name(&self, name: &str) -> i32 {
        let column = i32::from(name.as_bytes()[0] - b'a');
        let rank: i32 = name[1..].parse().unwrap();
        self.number((self.size - rank, column))
    }

    /// The row on which the men of this letter are crowned.
    pub fn last_row(&self, man: char) -> i32 {
        if man == 'w' { 0 } else { self.size - 1 }
    }

    /// 0 or 1; a short jump leads to a cell of the same parity, over one of the other.
    pub fn parity(&self, (row, column): Cell) -> i32 {
        if self.numbering == Numbering::AllFromTopLeft { (row + column) % 2 } else { row % 2 }
    }

    /// The directions in which a piece moves, or captures.
    pub fn directions(&self, piece: char, capturing: bool) -> Vec<Cell> {
        let all = if self.numbering == Numbering::AllFromTopLeft {
            [(-1, 0), (0, -1), (0, 1), (1, 0)]
        } else {
            [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        };
        let backward = if piece == 'w' { 1 } else { -1 };
        let any = is_king(piece) || capturing && self.men_capture_backward;
        all.into_iter().filter(|&(down, _)| any || down != backward).collect()
    }
}

pub fn is_king(piece: char) -> bool {
    piece.is_ascii_uppercase()
}
