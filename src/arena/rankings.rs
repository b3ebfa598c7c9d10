//! A file of rankings that grows over runs. It holds results, not ratings, which are computed anew
//! whenever they are asked for; its form is described in `protocol.md`.
//!
//! A game counts once, by its fingerprint, however often its record is added. The file is written anew
//! beside the old one, which it then replaces, so that there is always a whole one; meanwhile other
//! processes wait at a lock on `FILE.lock`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::brief::Brief;
use super::lines::Lines;
use super::ranking::Ranking;
use super::record::{EngineHeader, GameRecord, GameResult, open_any};
use crate::rules::Variant;

/// The version of the form of the file.
const VERSION: u32 = 1;

/// The content of a file of rankings.
#[derive(Clone, Debug, Default)]
pub struct Rankings {
    /// The settings under which each engine has played, by name.
    settings: BTreeMap<String, Vec<String>>,
    games: Vec<Brief>,
    known: HashSet<u64>,
}

/// What became of games that were to be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Games that are new.
    pub new: usize,
    /// Games that were there already.
    pub known: usize,
    /// What the user should know: engines of one name with different settings.
    pub notes: Vec<String>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Head {
        damier_rankings: u32,
    },
    Engine {
        engine: String,
        settings: Vec<String>,
    },
    /// Variant, White, Black, who won, the fingerprints of the opening and of the game.
    Game(String, String, String, GameResult, String, String),
}

impl Rankings {
    /// Reads a file.
    ///
    /// # Errors
    /// If there is none, or a line is not understood.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
        let mut rankings = Self::default();
        let mut lines = Lines::new(file, path);
        let mut is_first = true;
        while let Some(line) = lines.next()? {
            let taken = serde_json::from_slice(line)
                .map_err(|_| not_understood(is_first, line))
                .and_then(|line| rankings.take(is_first, line));
            taken.with_context(|| lines.place())?;
            is_first = false;
        }
        Ok(rankings)
    }

    fn take(&mut self, is_first: bool, line: Line) -> anyhow::Result<()> {
        match line {
            Line::Head { damier_rankings: VERSION } if is_first => {}
            Line::Head { damier_rankings } => {
                bail!("version {damier_rankings} where version {VERSION} is wanted, on line 1")
            }
            _ if is_first => bail!("a file of rankings begins with {{\"damier_rankings\":1}}"),
            Line::Engine { engine, settings } => _ = self.settings.insert(engine, settings),
            Line::Game(variant, white, black, result, opening, game) => {
                let read = |text: &str| {
                    u64::from_str_radix(text, 16)
                        .with_context(|| format!("'{text}' is no fingerprint of 16 hex digits"))
                };
                let (opening, game) = (read(&opening)?, read(&game)?);
                let variant = variant.parse()?;
                self.add(Brief { variant, white, black, result, opening, game });
            }
        }
        Ok(())
    }

    /// Takes a game in, if it is not there yet. Is it new?
    pub fn add(&mut self, game: Brief) -> bool {
        let is_new = self.known.insert(game.game);
        if is_new {
            self.games.push(game);
        }
        is_new
    }

    /// Notes under which settings an engine plays, and tells if these are others than before.
    fn note(&mut self, engine: &EngineHeader) -> Option<String> {
        let settings = settings(engine);
        let known = self.settings.entry(engine.name.clone()).or_default();
        if known.contains(&settings) {
            return None;
        }
        let told = known.last().map(|before| {
            format!(
                "{} has played with other settings before ({before}; now {settings}): they are \
                 rated as one engine; another name would keep them apart",
                engine.name
            )
        });
        known.push(settings);
        told
    }

    /// The variants that were played.
    pub fn variants(&self) -> Vec<Variant> {
        let played: HashSet<Variant> = self.games.iter().map(|game| game.variant).collect();
        Variant::ALL.iter().copied().filter(|variant| played.contains(variant)).collect()
    }

    /// Who has played.
    pub fn names(&self) -> BTreeSet<&str> {
        self.games.iter().flat_map(|game| [game.white.as_str(), &game.black]).collect()
    }

    /// The ranking of a variant.
    pub fn ranking(&self, variant: Variant) -> Ranking {
        let mut ranking = Ranking::default();
        self.games.iter().filter(|game| game.variant == variant).for_each(|game| ranking.add(game));
        ranking
    }

    /// Sees that a file can be added to, before the games that are to be added are played.
    ///
    /// # Errors
    /// If it cannot.
    pub fn try_out(path: &Path) -> anyhow::Result<()> {
        let path = &target(path)?;
        let _lock = lock(path)?;
        if path.exists() {
            Self::read(path)?;
        }
        let new = beside(path, ".new");
        File::create(&new)
            .and_then(|_| fs::remove_file(&new))
            .with_context(|| format!("{} cannot be written", path.display()))
    }

    /// Adds games to a file, which is begun if there is none.
    ///
    /// # Errors
    /// If it cannot be read or written; then it is as it was.
    pub fn add_to(
        path: &Path,
        engines: &[EngineHeader],
        games: impl Iterator<Item = Brief>,
    ) -> anyhow::Result<Added> {
        let path = &target(path)?;
        let name = path.display();
        // It ends with its file's being closed, also where the process is killed.
        let _lock = lock(path)?;
        let mut rankings = match fs::exists(path) {
            Ok(false) => Self::default(),
            Ok(true) | Err(_) => Self::read(path)?,
        };
        let mut added = Added::default();
        added.notes.extend(engines.iter().filter_map(|engine| rankings.note(engine)));
        for game in games {
            *(if rankings.add(game) { &mut added.new } else { &mut added.known }) += 1;
        }
        if added.new > 0 {
            let replaced = rankings.replace(path);
            if replaced.is_err() {
                // It may not even be there.
                let _ = fs::remove_file(beside(path, ".new"));
            }
            replaced.with_context(|| format!("{name} cannot be written"))?;
        }
        Ok(added)
    }

    /// Writes a new file and puts it in the place of the old one.
    fn replace(&self, path: &Path) -> io::Result<()> {
        let new = beside(path, ".new");
        let mut out = BufWriter::new(File::create(&new)?);
        let mut write = |line: &Line| -> io::Result<()> {
            serde_json::to_writer(&mut out, line)?;
            out.write_all(b"\n")
        };
        write(&Line::Head { damier_rankings: VERSION })?;
        for (engine, settings) in &self.settings {
            write(&Line::Engine { engine: engine.clone(), settings: settings.clone() })?;
        }
        for Brief { variant, white, black, result, opening, game } in &self.games {
            write(&Line::Game(
                variant.to_string(),
                white.clone(),
                black.clone(),
                *result,
                format!("{opening:016x}"),
                format!("{game:016x}"),
            ))?;
        }
        // What was renamed has to be there after a power cut, too.
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&new, path)
    }
}

/// Why a line has none of the forms that there are.
fn not_understood(is_first: bool, line: &[u8]) -> anyhow::Error {
    let is_record = [&b"{\"damier_match\""[..], b"{\"damier_tournament\""];
    if is_first && is_record.iter().any(|start| line.starts_with(start)) {
        anyhow!("it is a record of games, which --add adds to a file of rankings, and no such file")
    } else if is_first {
        anyhow!("expected {{\"damier_rankings\":{VERSION}}}: it is no file of rankings")
    } else {
        anyhow!("expected an engine or a game, as in section 11 of protocol.md")
    }
}

/// The file itself, where a path is a link to it. What is no file, as a device, is not replaced.
fn target(path: &Path) -> anyhow::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(path.to_owned()),
        Ok(found) if !found.is_file() => bail!("{} is no file", path.display()),
        found => found.with_context(|| format!("{} cannot be read", path.display())),
    }
}

/// Waits till no other process writes the file.
fn lock(path: &Path) -> anyhow::Result<File> {
    let lock = beside(path, ".lock");
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&lock);
    let file = file.with_context(|| format!("the lock {} cannot be made", lock.display()))?;
    fs4::FileExt::lock(&file).with_context(|| format!("{} cannot be locked", path.display()))?;
    Ok(file)
}

/// The engines and games of a record, whether it is one of a match or of a tournament.
///
/// # Errors
/// If it is none, or a line in it is not understood. A last line that was not written in full is left.
pub fn games_of_record(path: &Path) -> anyhow::Result<(Vec<EngineHeader>, Vec<Brief>)> {
    let record = open_any(path)?;
    let place = |game: &GameRecord| format!("{}, game {}", path.display(), game.game);
    let mut briefs = Vec::new();
    for game in record.games {
        let variant = match &game.variant {
            Some(name) => name.parse().with_context(|| place(&game))?,
            None => record.variant.context("it has no variant").with_context(|| place(&game))?,
        };
        briefs.push(Brief::of(&game, variant));
    }
    Ok((record.engines, briefs))
}

fn settings(engine: &EngineHeader) -> String {
    let mut words = vec![engine.program.clone()];
    words.extend(engine.parameters.iter().map(|(name, value)| format!("{name}={value}")));
    words.extend(engine.weights.iter().map(|hash| format!("weights {hash}")));
    words.push(engine.budget.clone());
    words.join(", ")
}

/// A file with a name that has something added.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

#[cfg(test)]
mod tests;
