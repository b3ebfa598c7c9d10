//! Where games and positions come from.

use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read};
use std::thread;

use anyhow::{Context, bail};
use crossbeam_channel::{Receiver, bounded, select};

use crate::board::Geometry;
use crate::game::Game;
use crate::notation::pdn::Record;
use crate::notation::{fen, hub, moves};
use crate::position::Position;
use crate::rules::{DrawProfile, Rules};

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;
/// Chunks that may wait.
const WAITING: usize = 2;

/// A file, or standard input for `-`.
pub(super) fn open(file: &str, stop: &Receiver<Infallible>) -> anyhow::Result<Box<dyn Read>> {
    if file == "-" {
        return Ok(Box::new(Piped::new(io::stdin(), stop.clone())));
    }
    let file = File::open(file).with_context(|| format!("cannot open {file}"))?;
    Ok(Box::new(file))
}

/// Can the file be read twice, first to see how much there is to do?
pub(super) fn can_be_read_twice(file: &str) -> bool {
    file != "-" && std::fs::metadata(file).is_ok_and(|data| data.is_file())
}

/// An input that is read in a thread of its own, so that waiting for it can be ended: it ends then.
struct Piped {
    chunks: Receiver<io::Result<Vec<u8>>>,
    stop: Receiver<Infallible>,
    chunk: io::Cursor<Vec<u8>>,
}

impl Piped {
    fn new(mut input: impl Read + Send + 'static, stop: Receiver<Infallible>) -> Self {
        let (sender, chunks) = bounded(WAITING);
        // The thread is never joined: it may sit in a read that ends only with the process.
        thread::spawn(move || {
            let mut buffer = vec![0; CHUNK];
            loop {
                let chunk = match input.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(count) => Ok(buffer[..count].to_vec()),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_end = chunk.is_err();
                if sender.send(chunk).is_err() || is_end {
                    return;
                }
            }
        });
        Self { chunks, stop, chunk: io::Cursor::default() }
    }
}

impl Read for Piped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.chunk.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let chunk = select! {
            recv(self.chunks) -> chunk => chunk,
            recv(self.stop) -> _ => return Ok(0),
        };
        // A closed channel is the end of the input.
        let Ok(chunk) = chunk else { return Ok(0) };
        self.chunk = io::Cursor::new(chunk?);
        self.chunk.read(buffer)
    }
}

/// A position in words: a FEN, a Hub position, or `start`, and moves from there.
pub(super) fn record<R: Rules>(place: &str, moves: &str) -> anyhow::Result<Record<R>> {
    let (start, quiet_plies) = position::<R>(place.trim())?;
    let mut game = Game::new(start, DrawProfile::Standard);
    let mut list = Vec::new();
    for word in moves.split_whitespace() {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = digits.len() < word.len() && digits.starts_with('.');
        let word = if is_numbered { digits.trim_start_matches('.') } else { word };
        if word.is_empty() {
            continue;
        }
        let written = moves::read::<R>(word)?;
        let mv = moves::resolve(game.position(), &written)?;
        game.play(mv);
        list.push(mv);
    }
    let mut record = Record::new(start, list);
    record.quiet_plies = quiet_plies;
    Ok(record)
}

fn position<R: Rules>(text: &str) -> anyhow::Result<(Position<R>, u32)> {
    let bad = || format!("bad {} position", R::NAME);
    if text == "start" {
        return Ok((Position::start(), 0));
    }
    if text.contains(':') {
        let fen = fen::read::<R>(text).with_context(bad)?;
        return Ok((fen.position, fen.quiet_plies));
    }
    if text.is_empty() {
        bail!("a FEN or a Hub position was expected");
    }
    let setup = hub::read_setup(text, R::Geometry::SQUARES).with_context(bad)?;
    Ok((Position::from_setup(&setup).with_context(bad)?, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::English;

    #[test]
    fn an_input_ends_when_it_is_stopped() {
        struct Endless;
        impl Read for Endless {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                loop {
                    thread::park();
                }
            }
        }
        let (open, stop) = bounded::<Infallible>(0);
        let mut piped = Piped::new(Endless, stop);
        drop(open);
        assert_eq!(piped.read(&mut [0; 8]).unwrap(), 0);
    }

    #[test]
    fn an_input_comes_as_it_is() {
        let bytes: Vec<u8> = (0..200_000_u32).map(|n| n as u8).collect();
        let (_open, stop) = bounded::<Infallible>(0);
        let mut read = Vec::new();
        Piped::new(io::Cursor::new(bytes.clone()), stop).read_to_end(&mut read).unwrap();
        assert_eq!(read, bytes);
    }

    #[test]
    fn positions_and_moves_are_read_in_any_form() {
        let plies = |place, moves| record::<English>(place, moves).map(|it| it.line.steps.len());
        assert_eq!(plies("start", "1. 11-15 22-18 2.15x22 *").ok(), None);
        assert_eq!(plies("start", "1. 11-15 22-18 2.15x22").unwrap(), 3);
        assert_eq!(plies("W:W27,19:B11,K1:H3", "").unwrap(), 0);
        let error = |place, moves| format!("{:#}", record::<English>(place, moves).unwrap_err());
        assert!(error("start", "11-16 11-16").contains("illegal move 11-16"));
        assert!(error("Wbb", "").starts_with("bad english position: "));
        assert_eq!(error("", ""), "a FEN or a Hub position was expected");
    }
}
