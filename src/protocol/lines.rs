//! Lines of input, read in a thread of their own and bounded in length.

use std::io::{BufRead, BufReader, Read};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// The longest line in bytes; ten thousand moves fit in it several times.
pub const MAX_LENGTH: usize = 1 << 20;

/// How many lines may wait to be handled.
const WAITING: usize = 16;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text, without the line end. Bytes that are not UTF-8 became replacement characters.
    Text(String),
    /// It was longer than [`MAX_LENGTH`] and has been skipped.
    TooLong,
}

/// Starts the thread that reads. The end of the input, or an error in it, closes the channel.
pub fn read(input: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = bounded(WAITING);
    // The thread is never joined: it may sit in a read that ends only with the process.
    thread::spawn(move || send_all(BufReader::new(input), &sender));
    receiver
}

fn send_all(mut input: impl BufRead, sender: &Sender<Line>) {
    let mut is_first = true;
    while let Some(mut line) = next(&mut input) {
        if let (true, Line::Text(text)) = (is_first, &mut line) {
            // Some shells put a byte order mark before what they pipe.
            if let Some(rest) = text.strip_prefix('\u{feff}') {
                *text = rest.to_owned();
            }
        }
        is_first = false;
        if sender.send(line).is_err() {
            break;
        }
    }
}

/// The next line; none at the end. A last line needs no line end.
fn next(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let mut is_too_long = false;
    let mut is_at_end = true;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("reading the input failed: {error}");
                &[]
            }
        };
        if chunk.is_empty() {
            break;
        }
        is_at_end = false;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if bytes.len() + part.len() > MAX_LENGTH {
            is_too_long = true;
            bytes = Vec::new();
        } else if !is_too_long {
            bytes.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if is_at_end {
        return None;
    }
    if is_too_long {
        return Some(Line::TooLong);
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Some(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        read(std::io::Cursor::new(input.to_vec())).iter().collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn line_ends_of_all_systems_and_none_at_the_end_are_read() {
        assert_eq!(lines(b"hub\r\ninit\n\nquit"), ["hub", "init", "", "quit"].map(text));
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_to_its_end_and_told_once() {
        let mut input = vec![b'x'; MAX_LENGTH];
        input.extend_from_slice(b"\n");
        input.resize(4 * MAX_LENGTH, b'y');
        input.extend_from_slice(b"\nping\n");
        assert_eq!(
            lines(&input),
            [Line::Text("x".repeat(MAX_LENGTH)), Line::TooLong, text("ping")]
        );
    }

    #[test]
    fn bytes_that_are_no_text_do_not_end_the_reading() {
        assert_eq!(lines(b"\xff\xfe\0\nping\n"), [text("\u{fffd}\u{fffd}\0"), text("ping")]);
        assert_eq!(lines(b"\xef\xbb\xbfhub\n"), [text("hub")]);
    }
}
