//! The data of a page, as JSON: short where there is one of it for each game.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

use super::facts::{Board, board};
use super::moves::replayed;
use super::summary::{Curve, Tally, cross_table, players, ratios, scores};
use super::{Report, Row, Section};
use crate::arena::player::Fault;
use crate::arena::record::{EndedBy, EngineHeader, GameRecord, GameResult};
use crate::arena::stats::{Model, Sprt};

/// All of it.
#[derive(Serialize)]
pub(super) struct Page<'a> {
    title: &'a str,
    sections: Vec<Part<'a>>,
}

#[derive(Serialize)]
struct Part<'a> {
    title: &'a str,
    variant: String,
    board: Board,
    engines: &'a [EngineHeader],
    conditions: &'a [(String, String)],
    players: Vec<String>,
    standings: Vec<Standing<'a>>,
    cross_table: Vec<Vec<Tally>>,
    scores: Vec<Curve>,
    sprt: Option<Test>,
    ratios: Vec<(usize, f64)>,
    openings: Vec<Opening<'a>>,
    reasons: Vec<&'a str>,
    games: Vec<Game<'a>>,
}

/// A row of the standings.
#[derive(Serialize)]
struct Standing<'a> {
    name: &'a str,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    elo: Number,
    error: Number,
    los: Number,
}

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    model: &'static str,
    lower: f64,
    upper: f64,
}

/// What games start from, and how they ended.
#[derive(Serialize)]
struct Opening<'a> {
    name: Option<&'a str>,
    start: &'a str,
    /// Moves that the engines had to play, with blanks between.
    moves: String,
    /// Won by White, drawn, won by Black.
    results: Tally,
    /// Half points of the player that stands first, in its games.
    half_points: u32,
    /// Its games.
    games: u32,
}

/// A game, as a list: number, White, Black, result, how it ended, reason, opening; moves after the
/// opening, scores, depths, times as texts; when it began; fault.
#[derive(Serialize)]
struct Game<'a>(
    u32,
    usize,
    usize,
    u8,
    u8,
    usize,
    usize,
    String,
    String,
    String,
    String,
    &'a str,
    #[serde(skip_serializing_if = "Option::is_none")] Option<&'a Fault>,
);

/// The data of a report.
pub(super) fn page(report: &Report) -> Page<'_> {
    Page { title: &report.title, sections: report.sections.iter().map(part).collect() }
}

fn part(section: &Section) -> Part<'_> {
    let players = players(section);
    let mut lists = Lists::default();
    let first = players.first().map_or("", String::as_str);
    let index: HashMap<&str, usize> =
        players.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect();
    let games = section.games.iter().map(|game| lists.game(section, game, first, &index));
    let games = games.collect();
    Part {
        title: &section.title,
        // The names of the enum are the ones that people use: International, not normal.
        variant: format!("{:?}", section.variant),
        board: board(section.variant),
        engines: &section.engines,
        conditions: &section.conditions,
        standings: section.standings.iter().map(Standing::from).collect(),
        cross_table: cross_table(&players, &section.games),
        scores: scores(section, &players),
        sprt: section.sprt.as_ref().map(Test::from),
        ratios: ratios(section, &players),
        openings: lists.openings,
        reasons: lists.reasons,
        games,
        players,
    }
}

/// What many games have in common is told once.
#[derive(Default)]
struct Lists<'a> {
    openings: Vec<Opening<'a>>,
    opening_numbers: HashMap<(&'a str, &'a [String]), usize>,
    reasons: Vec<&'a str>,
    reason_numbers: HashMap<&'a str, usize>,
}

impl<'a> Lists<'a> {
    fn game(
        &mut self,
        section: &Section,
        game: &'a GameRecord,
        first: &str,
        players: &HashMap<&str, usize>,
    ) -> Game<'a> {
        let plies = game.opening_plies.min(game.moves.len());
        let moves = replayed(section.variant, &game.start, &game.moves).unwrap_or_default();
        let (before, after) = moves.split_at(plies.min(moves.len()));
        let opening = self.opening(game, plies, before);
        let opening_of_game = &mut self.openings[opening];
        let (result, half_points) = match game.result {
            GameResult::White => (0, 2),
            GameResult::Draw => (1, 1),
            GameResult::Black => (2, 0),
        };
        opening_of_game.results[result] += 1;
        if [&game.white, &game.black].into_iter().any(|name| name == first) {
            opening_of_game.games += 1;
            opening_of_game.half_points +=
                if game.white == first { half_points } else { 2 - half_points };
        }
        let reasons = &mut self.reasons;
        let reason = *self.reason_numbers.entry(&game.reason).or_insert_with(|| {
            reasons.push(&game.reason);
            reasons.len() - 1
        });
        Game(
            // People count from 1.
            game.game.saturating_add(1),
            players[game.white.as_str()],
            players[game.black.as_str()],
            result as u8,
            match game.ended_by {
                EndedBy::Rule => 0,
                EndedBy::Adjudication => 1,
                EndedBy::Resignation => 2,
                EndedBy::Fault => 3,
            },
            reason,
            opening,
            after.join(" "),
            joined(&game.scores),
            joined(&game.depths),
            joined(&game.times.iter().map(|&time| Some(time)).collect::<Vec<_>>()),
            &game.began,
            game.fault.as_ref(),
        )
    }

    fn opening(&mut self, game: &'a GameRecord, plies: usize, moves: &[String]) -> usize {
        let openings = &mut self.openings;
        let key = (game.start.as_str(), &game.moves[..plies]);
        *self.opening_numbers.entry(key).or_insert_with(|| {
            let moves = moves.join(" ");
            let start = &game.start;
            let name = game.opening.as_deref();
            openings.push(Opening {
                name,
                start,
                moves,
                results: [0; 3],
                half_points: 0,
                games: 0,
            });
            openings.len() - 1
        })
    }
}

/// Numbers with commas between, and nothing where there is none.
fn joined<T: ToString>(numbers: &[Option<T>]) -> String {
    let texts = numbers.iter().map(|it| it.as_ref().map(T::to_string).unwrap_or_default());
    texts.collect::<Vec<_>>().join(",")
}

/// A number that may be infinite or unknown, which JSON does not have: these are words.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            it if it.is_finite() => serializer.serialize_f64(it),
            it if it.is_nan() => serializer.serialize_str("?"),
            it => serializer.serialize_str(if it > 0.0 { "+" } else { "-" }),
        }
    }
}

impl<'a> From<&'a Row> for Standing<'a> {
    fn from(row: &'a Row) -> Self {
        let Row { name, games, wins, draws, losses, elo, error, los } = row;
        Self {
            name,
            games: *games,
            wins: *wins,
            draws: *draws,
            losses: *losses,
            elo: Number(*elo),
            error: Number(*error),
            los: Number(*los),
        }
    }
}

impl From<&Sprt> for Test {
    fn from(sprt: &Sprt) -> Self {
        let ((elo0, elo1), (lower, upper)) = (sprt.elo(), sprt.bounds());
        let model = match sprt.model() {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        Self { elo0, elo1, model, lower, upper }
    }
}
