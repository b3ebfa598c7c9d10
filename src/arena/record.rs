//! The record of a match: a file of JSON lines to which finished games are only ever added, so that
//! it is sound at whatever moment the program ends.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::lines::Lines;
use super::player::Fault;
use super::referee::Adjudication;
use crate::claim::Growing;
use crate::rules::Variant;

/// The first line: what is played. A match goes on only under the same conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the form of the file.
    pub damier_match: u32,
    /// The variant by name.
    pub variant: String,
    /// The list of draw rules by name.
    pub draw_rules: String,
    /// The two engines.
    pub engines: [EngineHeader; 2],
    /// Where the openings come from.
    pub openings: String,
    /// What is drawn from.
    pub seed: u64,
    /// Do the engines ponder?
    pub ponder: bool,
    /// When games end before their rules end them.
    pub adjudication: Adjudication,
}

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineHeader {
    /// Its name in the games.
    pub name: String,
    /// Its command, or `self`.
    pub program: String,
    /// The parameters that were set.
    pub parameters: Vec<(String, String)>,
    /// XXH3 of the file that `eval-file` names, in hex: another may come to have its name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub weights: Option<String>,
    /// What it may use for its moves.
    pub budget: String,
}

/// A finished game, a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, from 0. Games `2n` and `2n + 1` are a pair: the same opening, colors changed.
    pub game: u32,
    /// The variant by name. Old records have it only in their first line.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub variant: Option<String>,
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// When it began, in UTC, as `2026-11-29T23:24:17Z`; empty in records that are older than this.
    #[serde(default)]
    pub began: String,
    /// The name of its opening, if it has one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub opening: Option<String>,
    /// Where it started, as a Hub position.
    pub start: String,
    /// How many of the moves are the opening's.
    pub opening_plies: usize,
    /// All moves as Hub writes them.
    pub moves: Vec<String>,
    /// What each side thought of its own chances, in centimen, for each move after the opening.
    pub scores: Vec<Option<i32>>,
    /// How deep it looked, in plies.
    pub depths: Vec<Option<u32>>,
    /// The time it took, in ms.
    pub times: Vec<u64>,
    /// Who won.
    pub result: GameResult,
    /// How it ended.
    pub ended_by: EndedBy,
    /// Why.
    pub reason: String,
    /// What the loser did, if it was that.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault: Option<Fault>,
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// White did.
    White,
    /// Black did.
    Black,
    /// Nobody did.
    Draw,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndedBy {
    /// By the rules of the game.
    Rule,
    /// Before, by what was agreed for the match.
    Adjudication,
    /// By an engine that gave it up.
    Resignation,
    /// By what an engine did wrong.
    Fault,
}

/// The file, open at its end.
#[derive(Debug)]
pub struct Record {
    file: Growing,
}

impl Record {
    /// Begins a file that is not there yet.
    ///
    /// # Errors
    /// If it is there, or cannot be written.
    pub fn create(path: &Path, header: &impl Serialize) -> anyhow::Result<Self> {
        let mut file = Growing::begin(path, "")?;
        file.add_head(&line(header)?)?;
        Ok(Self { file })
    }

    /// The record that is asked for, if one is, begun or gone on with, and the games that it holds.
    ///
    /// # Errors
    /// As of [`create`](Self::create) and [`resume`](Self::resume).
    pub fn open(
        path: Option<&Path>,
        resumes: bool,
        header: &impl Serialize,
    ) -> anyhow::Result<(Option<Self>, Vec<GameRecord>)> {
        let Some(path) = path else { return Ok((None, Vec::new())) };
        if resumes {
            let (record, games) = Self::resume(path, header)?;
            return Ok((Some(record), games));
        }
        Ok((Some(Self::create(path, header)?), Vec::new()))
    }

    /// Goes on with a file, and gives the games that it holds. A last line that was not written in
    /// full is cut off. If there is no such file, one is begun.
    ///
    /// # Errors
    /// If it is the record of another match, or no record at all, or another process adds to it.
    pub fn resume(path: &Path, header: &impl Serialize) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        let name = path.display();
        let cannot = || format!("{name} cannot be gone on with");
        // Whoever adds to it meanwhile would lose what is cut off below.
        let mut file = Growing::resume(path)?;
        let mut lines = Lines::new(&*file, path);
        let mut games = Vec::new();
        let mut numbers = HashSet::new();
        if let Some(line) = lines.next_whole()? {
            compare(header, line).with_context(cannot)?;
        }
        while let Some(line) = lines.next_whole()? {
            let game = read_game(line).with_context(|| lines.place())?;
            if numbers.insert(game.game) {
                games.push(game);
            }
        }
        let whole = lines.whole();
        file.cut(whole)?;
        if whole == 0 {
            file.add_head(&line(header)?)?;
        }
        Ok((Self { file }, games))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        self.file.add(&line(game)?)
    }
}

fn line(content: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(content)?;
    line.push(b'\n');
    Ok(line)
}

/// Refuses the record of another match, and tells what is different.
fn compare(header: &impl Serialize, line: &[u8]) -> anyhow::Result<()> {
    let there: Value = serde_json::from_slice(line).context("its first line is not JSON")?;
    let here = serde_json::to_value(header)?;
    let (Value::Object(here), Value::Object(there)) = (here, there) else {
        bail!("its first line is not that of a match or tournament");
    };
    for (key, value) in &here {
        let other = there.get(key).unwrap_or(&Value::Null);
        if other != value {
            bail!("it is another match: {key} is {other} there and {value} here");
        }
    }
    Ok(())
}

/// Reads a finished game.
fn read_game(line: &[u8]) -> anyhow::Result<GameRecord> {
    let game: GameRecord = serde_json::from_slice(line)?;
    if game.opening_plies > game.moves.len() {
        bail!("it has {} moves, less than its opening", game.moves.len());
    }
    Ok(game)
}

/// A record of whatever was played.
pub struct AnyRecord {
    /// The variant of a match; a tournament has it in each game.
    pub variant: Option<Variant>,
    /// Who played.
    pub engines: Vec<EngineHeader>,
    /// The games that were written in full.
    pub games: Vec<GameRecord>,
}

/// Reads the record of a match or tournament.
///
/// # Errors
/// If it is none, or a line in it is not understood.
pub fn open_any(path: &Path) -> anyhow::Result<AnyRecord> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
    let mut lines = Lines::new(file, path);
    let Some(line) = lines.next_whole()? else {
        bail!("{name} is no record: it has no whole first line");
    };
    let (variant, engines) = read_head(line).with_context(|| lines.place())?;
    let mut record = AnyRecord { variant, engines, games: Vec::new() };
    while let Some(line) = lines.next_whole()? {
        record.games.push(read_game(line).with_context(|| lines.place())?);
    }
    Ok(record)
}

/// The variant, if it is the same in all games, and the engines.
fn read_head(line: &[u8]) -> anyhow::Result<(Option<Variant>, Vec<EngineHeader>)> {
    let head: Value = serde_json::from_slice(line).context("it is no line of JSON")?;
    let version = |name: &str| head.get(name).and_then(Value::as_u64);
    match (version("damier_match"), version("damier_tournament")) {
        (Some(1), _) => {
            let head: Header = serde_json::from_value(head)?;
            Ok((Some(head.variant.parse()?), head.engines.into()))
        }
        (_, Some(1)) => {
            let engines = head.get("engines").cloned().unwrap_or_default();
            Ok((None, serde_json::from_value(engines)?))
        }
        (Some(other), _) | (_, Some(other)) => {
            bail!("it has version {other}, and only version 1 is known here")
        }
        (None, None) => bail!("it is not the first line of a match or tournament"),
    }
}

#[cfg(test)]
mod tests;
