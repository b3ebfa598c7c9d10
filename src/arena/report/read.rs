//! Sections of a report: of a match that begins, and of what records hold.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::summary::players;
use super::{Row, Section};
use crate::arena::brief::Brief;
use crate::arena::ranking::Ranking;
use crate::arena::record::{EngineHeader, Header, open_any};
use crate::arena::referee::Adjudication;
use crate::arena::standing::Standing;
use crate::arena::stats::{Interval, Sprt};
use crate::arena::tournament;
use crate::rules::Variant;

impl Section {
    /// A match before its first game.
    ///
    /// # Errors
    /// If the header names no variant.
    pub fn of_match(header: &Header, sprt: Option<Sprt>) -> anyhow::Result<Self> {
        let variant: Variant = header.variant.parse()?;
        let openings = format!("{}, seed {}", header.openings, header.seed);
        let conditions =
            conditions(openings, &header.draw_rules, header.ponder, header.adjudication);
        let engines = header.engines.to_vec();
        Ok(Self { engines, conditions, sprt, ..Self::empty(variant) })
    }

    /// A variant of a tournament before its first game.
    pub fn of_tournament(header: &tournament::Header, variant: Variant) -> Self {
        let openings = format!("{}, seed {}", header.openings, header.seed);
        let mut conditions =
            conditions(openings, &header.draw_rules, header.ponder, header.adjudication);
        conditions.insert(0, (String::from("Format"), header.format.clone()));
        Self { engines: header.engines.clone(), conditions, ..Self::empty(variant) }
    }

    /// Before anything is known.
    pub fn empty(variant: Variant) -> Self {
        Self {
            variant,
            title: format!("{variant:?}"),
            engines: Vec::new(),
            conditions: Vec::new(),
            standings: Vec::new(),
            games: Vec::new(),
            sprt: None,
        }
    }

    /// Ranks those who played: two as a match does, more by maximum likelihood; the mean of the ratings
    /// is 0.
    ///
    /// # Errors
    /// If there are too many.
    pub fn rank(&mut self) -> anyhow::Result<()> {
        let players = players(self);
        if let [first, second] = &players[..] {
            self.standings = self.of_two([first, second]);
            return Ok(());
        }
        let mut ranking = Ranking::default();
        for game in &self.games {
            ranking.add(&Brief::of(game, self.variant));
        }
        self.standings = ranking.standings(None)?.rows;
        Ok(())
    }

    fn of_two(&self, names: [&str; 2]) -> Vec<Row> {
        let mut standing = Standing::new(names.map(str::to_owned), None);
        for game in &self.games {
            standing.add(game);
        }
        let [losses, draws, wins] = standing.games();
        let estimate = standing.estimate();
        let elo = estimate.map_or(Interval { value: f64::NAN, error: f64::NAN }, |it| it.elo);
        let superiority = estimate.map_or(f64::NAN, |it| it.superiority);
        let games = standing.played();
        let error = elo.error / 2.0;
        let row = |name: &str, [wins, draws, losses]: [u32; 3], elo: f64, los: f64| Row {
            name: name.to_owned(),
            games,
            wins,
            draws,
            losses,
            elo,
            error,
            los,
        };
        let first = row(names[0], [wins, draws, losses], elo.value / 2.0, superiority);
        let second = row(names[1], [losses, draws, wins], -elo.value / 2.0, 1.0 - superiority);
        if second.elo > first.elo { vec![second, first] } else { vec![first, second] }
    }
}

/// What is played under, by names.
fn conditions(
    openings: String,
    draw_rules: &str,
    ponder: bool,
    adjudication: Adjudication,
) -> Vec<(String, String)> {
    let mut conditions = vec![
        (String::from("Openings"), openings),
        (String::from("Draw rules"), draw_rules.to_owned()),
        (String::from("Ponder"), String::from(if ponder { "yes" } else { "no" })),
        (String::from("Longest game"), format!("{} plies", adjudication.max_plies)),
    ];
    for (name, agreement) in [("Resign", adjudication.resign), ("Draw", adjudication.draw)] {
        if let Some(it) = agreement {
            let men = f64::from(it.centimen) / 100.0;
            let text = format!("{men} men, {} moves, from ply {}", it.moves, it.from_ply);
            conditions.push((name.to_owned(), text));
        }
    }
    if adjudication.bitbases {
        conditions.push((String::from("Bitbases"), String::from("end games")));
    }
    conditions
}

/// Reads records of matches and tournaments: a section for each variant, in which a game counts once.
///
/// # Errors
/// If one of them is no such record, or a game in it is none.
pub fn read_records(paths: &[PathBuf]) -> anyhow::Result<Vec<Section>> {
    let mut sections: BTreeMap<Variant, Section> = BTreeMap::new();
    let mut earlier = HashSet::new();
    for path in paths {
        let name = path.display();
        let record = open_any(path)?;
        let mut numbers = HashSet::new();
        let mut own = Vec::new();
        let free: BTreeMap<Variant, u32> =
            sections.iter().map(|(&variant, section)| (variant, free_number(section))).collect();
        for mut game in record.games {
            let place = || format!("{name}, game {}", game.game);
            let variant = match (&game.variant, record.variant) {
                (Some(variant), _) => variant.parse().with_context(place)?,
                (None, Some(variant)) => variant,
                (None, None) => bail!("{}: it has no variant", place()),
            };
            // In one record a game may well be played twice, move by move.
            let fingerprint = Brief::of(&game, variant).game;
            if earlier.contains(&fingerprint) || !numbers.insert(game.game) {
                continue;
            }
            own.push(fingerprint);
            // Numbers tell which games are a pair; those of two records have to be different.
            let first = free.get(&variant).copied().unwrap_or_default();
            game.game = game.game.saturating_add(first);
            sections.entry(variant).or_insert_with(|| Section::empty(variant)).games.push(game);
        }
        earlier.extend(own);
        for section in sections.values_mut() {
            let is_here = |engine: &EngineHeader| {
                !section.engines.contains(engine)
                    && section.games.iter().any(|it| [&it.white, &it.black].contains(&&engine.name))
            };
            let engines: Vec<_> = record.engines.iter().filter(|it| is_here(it)).cloned().collect();
            section.engines.extend(engines);
        }
    }
    for section in sections.values_mut() {
        section.rank()?;
    }
    Ok(sections.into_values().collect())
}

/// The number of the first pair of games that may come.
fn free_number(section: &Section) -> u32 {
    let last = section.games.iter().map(|game| game.game).max();
    last.map_or(0, |last| (last / 2).saturating_add(1).saturating_mul(2))
}
