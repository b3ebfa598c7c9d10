//! Men and kings.

use super::Color;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A piece as it stands at the start.
    Man,
    /// A crowned man.
    King,
}

/// A man or king of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// Man or king.
    pub kind: Kind,
}

impl Piece {
    /// The character of a Hub position: `w`, `b` for men, `W`, `B` for kings.
    pub const fn letter(self) -> char {
        match (self.color, self.kind) {
            (Color::White, Kind::Man) => 'w',
            (Color::White, Kind::King) => 'W',
            (Color::Black, Kind::Man) => 'b',
            (Color::Black, Kind::King) => 'B',
        }
    }

    /// The piece of a Hub character; none for any other character.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'w' => Some(Self { color: Color::White, kind: Kind::Man }),
            'W' => Some(Self { color: Color::White, kind: Kind::King }),
            'b' => Some(Self { color: Color::Black, kind: Kind::Man }),
            'B' => Some(Self { color: Color::Black, kind: Kind::King }),
            _ => None,
        }
    }
}
