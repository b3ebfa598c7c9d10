//! Messages as we write them: every field in its full width, plain ASCII, no NUL.

use std::fmt;
use std::time::Duration;

use super::{AnswerCode, Message, NAME, Played, Reason, Request, Start, TakeBackCode, VERSION};
use crate::board::{Color, Kind, Piece, Square};
use crate::protocol::dxp::frame::LONGEST;

/// The name of one that has none.
const NAMELESS: &str = "damier";

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(request) => request.fmt(f),
            Self::Answer { name, code } => write!(f, "A{}{}", padded(name), code.digit()),
            Self::Move(played) => played.fmt(f),
            Self::End { reason, is_last } => {
                write!(f, "E{}{}", reason.digit(), u32::from(*is_last))
            }
            Self::Chat(text) => write!(f, "C{}", plain(text, LONGEST - 1)),
            Self::TakeBack { number, color } => {
                write!(f, "B{:03}{}", number % 1000, color_letter(*color))
            }
            Self::TakeBackAnswer(code) => write!(f, "K{}", code.digit()),
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = |time: Duration| format!("{:03}", (time.as_secs() / 60).min(999));
        let time = self.time.unwrap_or_default();
        let minutes = minutes(time).unwrap_or_else(|| whole(time));
        let moves = self.moves.unwrap_or(0).min(999);
        let (name, follower) = (padded(&self.name), color_letter(self.follower));
        write!(f, "R{VERSION}{name}{follower}{minutes}{moves:03}")?;
        match &self.start {
            None => f.write_str("A"),
            Some(start) => write!(f, "B{start}"),
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", color_letter(self.setup.turn))?;
        (0..self.squares).try_for_each(|index| {
            let piece = self.setup.at(Square::from_index(index));
            write!(f, "{}", piece.map_or('e', piece_letter))
        })
    }
}

impl fmt::Display for Played {
    /// Captured squares come ascending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = &self.squares;
        let (from, to) = (squares.from.number(), squares.to.number());
        let count = squares.captured.count_ones();
        write!(f, "M{:04}{from:02}{to:02}{count:02}", seconds(self.took))?;
        squares.captured_squares().try_for_each(|square| write!(f, "{:02}", square.number()))
    }
}

impl AnswerCode {
    pub(in crate::protocol::dxp) fn digit(self) -> u32 {
        match self {
            Self::Accepted => 0,
            Self::WrongVersion => 1,
            Self::NotThisGame => 2,
            Self::NoGame => 3,
        }
    }
}

impl Reason {
    fn digit(self) -> u32 {
        match self {
            Self::Unknown => 0,
            Self::Lost => 1,
            Self::Drawn => 2,
            Self::Won => 3,
        }
    }
}

impl TakeBackCode {
    fn digit(self) -> u32 {
        match self {
            Self::Done => 0,
            Self::NotPossible => 1,
            Self::PlayOn => 2,
        }
    }
}

/// `W` for White, `Z` (zwart) for Black.
fn color_letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

fn piece_letter(piece: Piece) -> char {
    let letter = color_letter(piece.color);
    match piece.kind {
        Kind::King => letter,
        Kind::Man => letter.to_ascii_lowercase(),
    }
}

/// Minutes in three characters: whole ones below 1000, tenths below 10 (`1.5`), hundredths below 1
/// (`.05`); none for other times.
pub(in crate::protocol::dxp) fn minutes(time: Duration) -> Option<String> {
    let units = |ms: u128| time.as_millis().is_multiple_of(ms).then(|| time.as_millis() / ms);
    if !time.subsec_nanos().is_multiple_of(1_000_000) {
        return None;
    }
    if let Some(minutes) = units(60_000) {
        return (minutes < 1000).then(|| format!("{minutes:03}"));
    }
    if let Some(tenths) = units(6_000).filter(|&tenths| tenths < 100) {
        return Some(format!("{}.{}", tenths / 10, tenths % 10));
    }
    units(600).filter(|&hundredths| hundredths < 100).map(|it| format!(".{it:02}"))
}

/// Seconds, rounded, as far as four digits reach.
fn seconds(time: Duration) -> u64 {
    (time.saturating_add(Duration::from_millis(500)).as_secs()).min(9999)
}

/// A text in printable ASCII, without blanks around it, and no longer than that.
fn plain(text: &str, longest: usize) -> String {
    let printable = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    let text: String = text.trim().chars().take(longest).map(printable).collect();
    text.trim_end().to_owned()
}

/// A name in its full width.
fn padded(name: &str) -> String {
    let name = match plain(name, NAME) {
        name if name.is_empty() => NAMELESS.to_owned(),
        name => name,
    };
    format!("{name:<NAME$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{MoveText, Setup};

    fn request(name: &str) -> Request {
        Request {
            name: name.to_owned(),
            follower: Color::Black,
            time: Some(Duration::from_secs(3600)),
            moves: Some(65),
            start: None,
        }
    }

    #[test]
    fn a_request_is_as_the_specification_has_it() {
        let text = Message::Request(request("Tornado voor Windows 4.0")).to_string();
        assert_eq!(text, "R01Tornado voor Windows 4.0        Z060065A");
        assert_eq!(text.len(), 43);
    }

    #[test]
    fn minutes_take_three_characters_or_are_not_told() {
        let text = |ms| minutes(Duration::from_millis(ms));
        for (ms, expected) in [
            (0, "000"),
            (60_000, "001"),
            (999 * 60_000, "999"),
            (30_000, "0.5"),
            (90_000, "1.5"),
            (594_000, "9.9"),
            (600, ".01"),
            (3_000, ".05"),
        ] {
            assert_eq!(text(ms).as_deref(), Some(expected));
        }
        for ms in [1, 500, 1_000, 630_000, 1000 * 60_000, 61_200] {
            assert_eq!(text(ms), None, "{ms}");
        }
        let short = Request { time: Some(Duration::from_secs(90)), ..request("x") };
        assert!(Message::Request(short).to_string().ends_with("Z1.5065A"));
    }

    #[test]
    fn the_longest_request_fits() {
        let start = Start { setup: Setup::empty(Color::Black), squares: 64 };
        let long = Request { start: Some(start), moves: Some(5000), ..request(&"x".repeat(99)) };
        let text = Message::Request(long).to_string();
        assert_eq!(text.len(), 108);
        assert!(text.contains("Z060999BZeeee"), "{text}");
    }

    #[test]
    fn names_are_padded_cut_and_never_begin_with_a_blank() {
        assert_eq!(padded("  a\u{e9}b\0 "), format!("a?b?{}", " ".repeat(28)));
        assert_eq!(padded(&"n".repeat(40)), "n".repeat(32));
        assert_eq!(padded(" \t"), format!("damier{}", " ".repeat(26)));
    }

    #[test]
    fn a_move_is_written_with_its_captures_ascending() {
        let square = |number| Square::new(number).unwrap();
        let captured = [22, 12, 23, 20].iter().fold(0, |set, number| set | 1_u64 << (number - 1));
        let squares = MoveText { from: square(25), to: square(5), captured };
        let played = Played { took: Duration::from_millis(12_499), squares };
        assert_eq!(Message::Move(played).to_string(), "M001225050412202223");
        let quiet = MoveText { from: square(6), to: square(11), captured: 0 };
        let played = Played { took: Duration::from_secs(1_000_000), squares: quiet };
        assert_eq!(Message::Move(played).to_string(), "M9999061100");
        let played = Played { took: Duration::from_millis(500), squares: quiet };
        assert_eq!(Message::Move(played).to_string(), "M0001061100");
    }

    #[test]
    fn words_are_cut_where_a_message_ends() {
        let text = Message::Chat("\u{20ac}\n".repeat(500)).to_string();
        assert_eq!(text, format!("C{}", "?".repeat(126)));
    }
}
