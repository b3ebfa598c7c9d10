//! The result of a game, as PDN writes it: `2-0`, `1/2-1/2`, `*`.

use crate::board::Color;
use crate::rules::Rules;

/// What a game's result says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// A draw.
    Draw,
    /// Both have lost.
    Nobody,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Open,
    /// Points of some other system; the `Result` tag has them.
    Points,
}

/// Whose points stand first in a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Those of the color that moves first in the variant. In English draughts this is Black, and so
    /// `CheckerBoard` and the game collections have it.
    #[default]
    FirstToMove,
    /// White's, as in chess.
    White,
}

impl Order {
    /// The color whose points stand first.
    fn first<R: Rules>(self) -> Color {
        match self {
            Self::FirstToMove => R::FIRST,
            Self::White => Color::White,
        }
    }
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 6] =
        [Self::White, Self::Black, Self::Draw, Self::Nobody, Self::Open, Self::Points];

    /// A name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Draw => "draw",
            Self::Nobody => "nobody",
            Self::Open => "open",
            Self::Points => "points",
        }
    }

    /// What a result says.
    pub(super) fn of_score<R: Rules>(score: Score, order: Order) -> Self {
        let won = |color: Color| if color.is_white() { Self::White } else { Self::Black };
        match score {
            Score::First => won(order.first::<R>()),
            Score::Second => won(!order.first::<R>()),
            Score::Half => Self::Draw,
            Score::Nothing => Self::Nobody,
            Score::Open => Self::Open,
            Score::Other => Self::Points,
        }
    }

    /// The result as this variant writes it; for other points `*`.
    pub fn text<R: Rules>(self, order: Order) -> &'static str {
        let double = R::POINTS_FOR_A_WIN == 2;
        let won = |color| match (order.first::<R>() == color, double) {
            (true, true) => "2-0",
            (false, true) => "0-2",
            (true, false) => "1-0",
            (false, false) => "0-1",
        };
        match self {
            Self::White => won(Color::White),
            Self::Black => won(Color::Black),
            Self::Draw if double => "1-1",
            Self::Draw => "1/2-1/2",
            Self::Nobody => "0-0",
            Self::Open | Self::Points => "*",
        }
    }
}

/// A result by its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    First,
    Second,
    Half,
    Nothing,
    Open,
    Other,
}

impl Score {
    /// Reads any result.
    pub(super) fn read(text: &str) -> Self {
        match text {
            "2-0" | "1-0" | "2:0" | "1:0" => Self::First,
            "0-2" | "0-1" | "0:2" | "0:1" => Self::Second,
            "1-1" | "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "\u{bd}" | "0.5-0.5" => Self::Half,
            "0-0" => Self::Nothing,
            "*" | "" | "?" => Self::Open,
            _ => Self::Other,
        }
    }

    /// Is it one of the results that no move can be taken for? None of them is a legal move of any
    /// variant: there is no square 0, and no move from a square to itself is quiet.
    pub(super) fn is_usual(text: &str) -> bool {
        !matches!(text, "" | "?") && Self::read(text) != Self::Other
    }

    /// Could it be a result of some other system, such as `4-6`?
    pub(super) fn is_points(text: &str) -> bool {
        let number = |part: &str| {
            !part.is_empty()
                && part.len() < 5
                && part.chars().all(|c| c.is_ascii_digit() || c == '.')
        };
        text.split_once('-').is_some_and(|(first, second)| number(first) && number(second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, International, Turkish};

    #[test]
    fn results_are_read_as_they_are_written() {
        fn survives<R: Rules>() {
            for order in [Order::FirstToMove, Order::White] {
                for verdict in Verdict::ALL.into_iter().filter(|&it| it != Verdict::Points) {
                    let text = verdict.text::<R>(order);
                    assert!(Score::is_usual(text));
                    assert_eq!(Verdict::of_score::<R>(Score::read(text), order), verdict, "{text}");
                }
            }
        }
        survives::<International>();
        survives::<English>();
        survives::<Turkish>();
    }

    #[test]
    fn who_stands_first_matters_only_where_black_begins() {
        assert_eq!(Verdict::Black.text::<English>(Order::FirstToMove), "1-0");
        assert_eq!(Verdict::Black.text::<English>(Order::White), "0-1");
        assert_eq!(Verdict::White.text::<International>(Order::FirstToMove), "2-0");
        assert_eq!(Verdict::Draw.text::<International>(Order::White), "1-1");
    }

    #[test]
    fn points_of_other_systems_are_told_from_moves_only_by_their_form() {
        assert!(Score::is_points("4-6") && Score::is_points("12-8") && Score::is_points("1.5-0.5"));
        assert!(!Score::is_points("4x6") && !Score::is_points("c3-d4") && !Score::is_points("-"));
        assert!(!Score::is_usual("4-6"));
    }
}
