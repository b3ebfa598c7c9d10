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

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn foreign_text_is_quoted_short_and_plain() {
        assert_eq!(quoted("32-28"), "'32-28'");
        assert_eq!(quoted("a\"b\nc\u{e9}"), "'a?b?c?'");
        assert_eq!(quoted(&"7".repeat(1000)), format!("'{}...'", "7".repeat(40)));
    }
}
