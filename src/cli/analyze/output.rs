//! Where an analysis goes: standard output, or a file that a later run can go on with.
//!
//! A game is written at once, so that whatever ends the program, all but the last game in the file
//! are whole, and a torn one can be told.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, bail};

use super::Format;
use crate::analysis::json::{Header, Identity};
use crate::analysis::pdn::{TAG, identity};
use crate::claim::Growing;
use crate::cli::sink::Sink;
use crate::notation::pdn::{self, Found, Options, Record, Refusal, Visitor};
use crate::rules::Rules;

/// The longest line that a file of ours can have, and more.
const LINE: u64 = 1 << 28;

/// Where games are written.
pub(super) struct Output(Sink);

/// Games in a row, by their number and what they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub(super) games: u64,
    hasher: DefaultHasher,
}

impl Chain {
    pub(super) fn add(&mut self, identity: &str) {
        self.games += 1;
        self.hasher.write(identity.as_bytes());
        self.hasher.write_u8(0xFF);
    }

    /// Are these the same games?
    pub(super) fn is(&self, other: &Self) -> bool {
        (self.games, self.hasher.finish()) == (other.games, other.hasher.finish())
    }
}

impl Output {
    /// Begins a file that is not there yet, or standard output.
    pub(super) fn begin(
        path: Option<&Path>,
        format: Format,
        settings: &str,
    ) -> anyhow::Result<Self> {
        let mut output = Self(match path {
            None => Sink::Standard(io::stdout()),
            Some(path) => Sink::File(Growing::begin(path, "")?),
        });
        output.head(format, settings)?;
        Ok(output)
    }

    /// Goes on with a file, and tells which games it has. What is left of a game that was not
    /// written in full is cut off. If there is no such file, one is begun.
    pub(super) fn resume(
        path: &Path,
        format: Format,
        settings: &str,
    ) -> anyhow::Result<(Self, Chain)> {
        let cannot = || format!("{} cannot be gone on with", path.display());
        let file = Growing::resume(path)?;
        let (whole, chain) = match format {
            Format::Json => whole_lines(&file, settings),
            Format::Pdn => whole_games(&file, settings),
            Format::Text => bail!("--resume needs --format pdn or json"),
        }
        .with_context(cannot)?;
        file.cut(whole)?;
        let mut output = Self(Sink::File(file));
        if whole == 0 {
            output.head(format, settings)?;
        }
        Ok((output, chain))
    }

    fn head(&mut self, format: Format, settings: &str) -> anyhow::Result<()> {
        if format == Format::Json {
            let header = serde_json::to_string(&Header::new(settings.to_owned()))?;
            self.0.add_head(&format!("{header}\n"))?;
        }
        Ok(())
    }

    /// Writes a game.
    pub(super) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.0.add(text)
    }
}

/// The next line with its end; none at the end of the file.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> anyhow::Result<bool> {
    line.clear();
    input.take(LINE).read_until(b'\n', line)?;
    if line.len() as u64 == LINE {
        bail!("it is no analysis: it has a line of more than {LINE} bytes");
    }
    Ok(!line.is_empty())
}

fn other_settings(there: &str, here: &str) -> anyhow::Error {
    anyhow::anyhow!("it was made in another way: '{there}' there, '{here}' here")
}

/// How many bytes of a file of JSON are whole lines, and which games they are.
fn whole_lines(file: &File, settings: &str) -> anyhow::Result<(u64, Chain)> {
    let mut input = BufReader::new(file);
    let (mut line, mut whole, mut chain) = (Vec::new(), 0, Chain::default());
    let header = Header::new(settings.to_owned());
    let mut number = 0_u64;
    while next_line(&mut input, &mut line)? {
        number += 1;
        let is_whole = line.ends_with(b"\n");
        if number == 1 && !is_whole {
            // Half a header, and no file of somebody else.
            let expected = serde_json::to_string(&header)?;
            if !expected.as_bytes().starts_with(&line) {
                bail!("it is no analysis in JSON");
            }
        }
        if !is_whole {
            break;
        }
        whole += line.len() as u64;
        if number == 1 {
            let there: Header = serde_json::from_slice(&line)
                .context("its first line is not that of an analysis")?;
            if there != header {
                return Err(other_settings(&there.settings, settings));
            }
        } else {
            let game: Identity =
                serde_json::from_slice(&line).with_context(|| format!("line {number}"))?;
            chain.add(&game.text());
        }
    }
    Ok((whole, chain))
}

/// How many bytes of a PDN file are whole games, and which games they are.
///
/// Of a game as it is written here there are the tags, an empty line, the moves, an empty line.
fn whole_games(file: &File, settings: &str) -> anyhow::Result<(u64, Chain)> {
    let mut input = BufReader::new(file);
    let (mut line, mut read, mut whole, mut games) = (Vec::new(), 0, 0, 0);
    let (mut in_moves, mut is_ours, mut begins_well) = (false, false, true);
    let tag = format!("[{TAG} \"{settings}\"]");
    while next_line(&mut input, &mut line)? {
        if read == whole {
            // Zeros are what a power cut may leave.
            begins_well = begins(&line, b"[Event \"") || line[0] == 0;
        }
        read += line.len() as u64;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        let is_blank = line == b"\n";
        if !in_moves && let Some(there) = text.strip_prefix(&format!("[{TAG} \"")) {
            if text == tag {
                is_ours = true;
            } else if line.ends_with(b"\n") {
                return Err(other_settings(there.trim_end_matches("\"]"), settings));
            }
        }
        if is_blank && in_moves {
            (whole, games, in_moves, is_ours) = (read, games + 1, false, false);
        } else if is_blank {
            // The tags are over.
            if !is_ours {
                bail!("game {} in it is no analysis", games + 1);
            }
            in_moves = true;
        }
    }
    if !begins_well {
        bail!("what follows on game {games} in it is no analysis");
    }
    let mut file = input.into_inner();
    file.seek(SeekFrom::Start(0))?;
    let mut reader = Games::default();
    pdn::read(BufReader::new(file.take(whole)), &Options::default(), &mut reader)?;
    if let Some(refused) = reader.refused {
        bail!("game {} in it: {refused}", refused.game);
    }
    if reader.chain.games != games {
        bail!("it has {games} games, of which {} can be read", reader.chain.games);
    }
    Ok((whole, reader.chain))
}

/// Does one of the two begin with the other?
fn begins(line: &[u8], start: &[u8]) -> bool {
    line.starts_with(start) || start.starts_with(line)
}

#[derive(Default)]
struct Games {
    chain: Chain,
    refused: Option<Refusal>,
}

impl Visitor for Games {
    fn game<R: Rules>(&mut self, _: Found, record: Record<R>) -> ControlFlow<()> {
        self.chain.add(&identity(&record));
        ControlFlow::Continue(())
    }

    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
        self.refused = Some(refusal);
        ControlFlow::Break(())
    }
}
