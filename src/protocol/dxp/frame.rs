//! Messages out of a stream of bytes: each ends with a NUL and is bounded in length.

use std::io::{ErrorKind, Read};

use crossbeam_channel::Sender;

/// The longest message in bytes, its NUL not counted.
pub(super) const LONGEST: usize = 127;

/// What stood between two NULs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// A message, without blanks around it. Bytes that are not UTF-8 became replacement characters.
    Text(String),
    /// One that is longer than [`LONGEST`]; told at once, and skipped to its end.
    TooLong,
}

/// Puts messages together, byte by byte.
#[derive(Debug, Default)]
pub(super) struct Framer {
    bytes: Vec<u8>,
    skips: bool,
}

impl Framer {
    /// Takes a byte. Nothing is told of an empty message: some programs send more than one NUL, or
    /// line ends between them.
    pub(super) fn push(&mut self, byte: u8) -> Option<Received> {
        if byte != 0 {
            if self.skips {
                return None;
            }
            if self.bytes.len() < LONGEST {
                self.bytes.push(byte);
                return None;
            }
            self.skips = true;
            self.bytes.clear();
            return Some(Received::TooLong);
        }
        self.skips = false;
        let text = String::from_utf8_lossy(&self.bytes).trim().to_owned();
        self.bytes.clear();
        (!text.is_empty()).then_some(Received::Text(text))
    }
}

/// Reads messages till the input ends or nobody listens any more.
pub(super) fn read_all(mut input: impl Read, sender: &Sender<Received>) {
    let mut framer = Framer::default();
    let mut chunk = [0; 4096];
    loop {
        let length = match input.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) => length,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                // As when the other program has been killed.
                log::debug!("reading from the other program failed: {error}");
                return;
            }
        };
        for received in chunk[..length].iter().filter_map(|&byte| framer.push(byte)) {
            if sender.send(received).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(bytes: &[u8]) -> Vec<Received> {
        let mut framer = Framer::default();
        bytes.iter().filter_map(|&byte| framer.push(byte)).collect()
    }

    fn text(text: &str) -> Received {
        Received::Text(text.to_owned())
    }

    #[test]
    fn several_messages_in_one_read_are_told_apart() {
        assert_eq!(
            received(b"E00\0M0012061100\0Chello\0half"),
            [text("E00"), text("M0012061100"), text("Chello")]
        );
    }

    #[test]
    fn nothing_is_told_of_what_is_empty() {
        assert_eq!(received(b"\0\0\r\n\0 E00\n\0\0"), [text("E00")]);
    }

    #[test]
    fn a_message_that_is_too_long_is_told_once_and_skipped() {
        let longest = "C".repeat(LONGEST);
        let mut bytes = longest.clone().into_bytes();
        bytes.push(0);
        bytes.resize(100_000, b'x');
        assert_eq!(received(&bytes), [text(&longest), Received::TooLong]);
        bytes.extend_from_slice(b"\0E00\0");
        assert_eq!(received(&bytes), [text(&longest), Received::TooLong, text("E00")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_a_message_like_any_other() {
        assert_eq!(received(b"\xff\xfeM\0E00\0"), [text("\u{fffd}\u{fffd}M"), text("E00")]);
    }
}
