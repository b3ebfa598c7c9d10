//! Text in, text out: Hub, FEN and PDN. No input or output, no state.

pub mod diagram;
pub mod fen;
pub mod frame;
pub mod hub;
pub mod moves;
pub mod pdn;
mod squares;
mod written;

pub use squares::{SquareError, read_square, square_name};
pub use written::{Between, Form, WrittenMove};

/// How much of a foreign text a message repeats.
const EXCERPT: usize = 40;

/// Foreign text as a message may repeat it: short, in single quotes, printable ASCII only.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| if c == '"' || !(' '..='~').contains(&c) { '?' } else { c };
    let mut quoted: String = text.chars().take(EXCERPT).map(plain).collect();
    if text.chars().nth(EXCERPT).is_some() {
        quoted.push_str("...");
    }
    format!("'{quoted}'")
}

/// Foreign text as it can be shown on one line: at most so many letters, none of which moves the cursor
/// or turns the direction of writing.
pub fn plain(text: &str, most: usize) -> String {
    let is_unfit = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut plain: String =
        text.chars().take(most).map(|c| if is_unfit(c) { '?' } else { c }).collect();
    if text.chars().nth(most).is_some() {
        plain.push_str("...");
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{plain, quoted};

    #[test]
    fn foreign_text_cannot_move_the_cursor() {
        assert_eq!(plain("Dragon 4.8 \u{e9}", 20), "Dragon 4.8 \u{e9}");
        assert_eq!(plain("a\u{1b}[2J\0\n\u{202e}b", 20), "a?[2J???b");
        assert_eq!(plain("abcdef", 3), "abc...");
    }

    #[test]
    fn foreign_text_is_quoted_short_and_plain() {
        assert_eq!(quoted("32-28"), "'32-28'");
        assert_eq!(quoted("a\"b\nc\u{e9}"), "'a?b?c?'");
        assert_eq!(quoted(&"7".repeat(1000)), format!("'{}...'", "7".repeat(40)));
    }
}
