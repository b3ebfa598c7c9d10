//! What the games of a section say together: who did how well against whom, and how it came about.

use std::collections::HashMap;

use serde::Serialize;

use super::Section;
use crate::arena::record::{GameRecord, GameResult};
use crate::arena::standing::Standing;
use crate::arena::stats::{Counts, score_of_elo};

/// A curve has at most about so many points; more cannot be seen.
const POINTS: usize = 300;

/// Games won, drawn, lost.
pub(super) type Tally = [u32; 3];

/// The parts of points that a player has won after some games, with what is likely if two play.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Curve {
    name: String,
    /// Games and part of the points.
    points: Vec<(usize, f64)>,
    /// The 95 % interval: games, lower and upper end.
    band: Vec<(usize, f64, f64)>,
}

/// The players in the order of the standings, then those that are not there.
pub(super) fn players(section: &Section) -> Vec<String> {
    let mut names: Vec<String> = section.standings.iter().map(|row| row.name.clone()).collect();
    for game in &section.games {
        for name in [&game.white, &game.black] {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    names
}

/// The two who play, first the one whose results they are: that of a match, not the better one.
pub(super) fn pair<'a>(section: &Section, players: &'a [String]) -> Option<[&'a str; 2]> {
    let [first, second] = players else { return None };
    let is_turned = section.engines.first().is_some_and(|engine| &engine.name == second);
    Some(if is_turned { [second, first] } else { [first, second] })
}

/// What each player (row) did against each other (column).
pub(super) fn cross_table(players: &[String], games: &[GameRecord]) -> Vec<Vec<Tally>> {
    let index = index_of(players);
    let mut table = vec![vec![[0; 3]; players.len()]; players.len()];
    for game in games {
        let (white, black) = (index[game.white.as_str()], index[game.black.as_str()]);
        table[white][black][place(game.result, true)] += 1;
        table[black][white][place(game.result, false)] += 1;
    }
    table
}

/// How the score of each player developed; of the first alone where two play.
pub(super) fn scores(section: &Section, players: &[String]) -> Vec<Curve> {
    let games = &section.games;
    if let Some(pair) = pair(section, players) {
        return vec![score_of_two(pair, games)];
    }
    let index = index_of(players);
    let mut half_points = vec![Vec::new(); players.len()];
    for game in games {
        for (name, is_white) in [(&game.white, true), (&game.black, false)] {
            half_points[index[name.as_str()]].push(2 - place(game.result, is_white));
        }
    }
    let curves = players.iter().zip(half_points);
    curves.map(|(name, half_points)| score_of_one(name, &half_points)).collect()
}

/// How the log-likelihood ratio developed: games and ratio.
pub(super) fn ratios(section: &Section, players: &[String]) -> Vec<(usize, f64)> {
    let (Some(pair), Some(sprt)) = (pair(section, players), &section.sprt) else {
        return Vec::new();
    };
    let mut ratios = Vec::new();
    follow(pair, &section.games, |played, standing| {
        ratios.push((played, sprt.ratio(Counts::of_pairs(&standing.pairs()))));
    });
    ratios
}

fn score_of_one(name: &str, half_points: &[usize]) -> Curve {
    let mut sum = 0;
    let mut points = Vec::new();
    for (before, half_points_of_game) in half_points.iter().enumerate() {
        sum += half_points_of_game;
        if is_shown(before + 1, half_points.len()) {
            points.push((before + 1, sum as f64 / (2 * (before + 1)) as f64));
        }
    }
    Curve { name: name.to_owned(), points, band: Vec::new() }
}

fn score_of_two(pair: [&str; 2], games: &[GameRecord]) -> Curve {
    let mut curve = Curve { name: pair[0].to_owned(), ..Curve::default() };
    follow(pair, games, |played, standing| {
        let [_, drawn, won] = standing.games();
        curve.points.push((played, f64::from(2 * won + drawn) / (2 * played) as f64));
        let elo = standing.estimate().map(|it| it.elo);
        if let Some(elo) = elo.filter(|it| it.value.is_finite() && it.error.is_finite()) {
            let ends = [elo.value - elo.error, elo.value + elo.error].map(score_of_elo);
            curve.band.push((played, ends[0], ends[1]));
        }
    });
    curve
}

/// Tells how two stand after those games that a curve shows.
fn follow(pair: [&str; 2], games: &[GameRecord], mut told: impl FnMut(usize, &Standing)) {
    let mut standing = Standing::new(pair.map(str::to_owned), None);
    for (before, game) in games.iter().enumerate() {
        standing.add(game);
        if is_shown(before + 1, games.len()) {
            told(before + 1, &standing);
        }
    }
}

fn is_shown(played: usize, all: usize) -> bool {
    played == all || played.is_multiple_of(all.div_ceil(POINTS))
}

/// Where in a tally a result counts: won, drawn, lost.
fn place(result: GameResult, is_white: bool) -> usize {
    match (result, is_white) {
        (GameResult::White, true) | (GameResult::Black, false) => 0,
        (GameResult::Draw, _) => 1,
        (GameResult::White, false) | (GameResult::Black, true) => 2,
    }
}

fn index_of(players: &[String]) -> HashMap<&str, usize> {
    players.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::{EndedBy, EngineHeader};
    use crate::arena::stats::{Model, Sprt};
    use crate::rules::Variant;

    fn game(number: u32, white: &str, black: &str, result: GameResult) -> GameRecord {
        GameRecord {
            game: number,
            variant: None,
            white: white.to_owned(),
            black: black.to_owned(),
            began: String::new(),
            opening: None,
            start: String::new(),
            opening_plies: 0,
            moves: Vec::new(),
            scores: Vec::new(),
            depths: Vec::new(),
            times: Vec::new(),
            result,
            ended_by: EndedBy::Rule,
            reason: String::new(),
            fault: None,
        }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().copied().map(String::from).collect()
    }

    #[test]
    fn a_cross_table_is_its_own_mirror() {
        let games = [
            game(0, "a", "b", GameResult::White),
            game(1, "b", "a", GameResult::Draw),
            game(0, "c", "a", GameResult::White),
        ];
        let table = cross_table(&names(&["a", "b", "c"]), &games);
        assert_eq!(table[0], [[0, 0, 0], [1, 1, 0], [0, 0, 1]]);
        assert_eq!(table[1], [[0, 1, 1], [0, 0, 0], [0, 0, 0]]);
        assert_eq!(table[2], [[1, 0, 0], [0, 0, 0], [0, 0, 0]]);
        let section = Section { games: games.to_vec(), ..Section::empty(Variant::English) };
        let curves = scores(&section, &names(&["a", "b", "c"]));
        assert_eq!(curves[0].points, [(1, 1.0), (2, 0.75), (3, 0.5)]);
        assert_eq!(curves[2].points, [(1, 1.0)]);
    }

    #[test]
    fn the_curves_of_two_end_where_the_match_stands() {
        let results = [GameResult::White, GameResult::Draw, GameResult::Black, GameResult::Draw];
        let games: Vec<_> = (0..1000)
            .map(|number| {
                let (white, black) = if number % 2 == 0 { ("a", "b") } else { ("b", "a") };
                game(number, white, black, results[number as usize % 3])
            })
            .collect();
        // The second is the better one and stands first; the curves are those of the first.
        let players = names(&["b", "a"]);
        let engine = |name: &str| EngineHeader {
            name: name.to_owned(),
            program: String::new(),
            parameters: Vec::new(),
            weights: None,
            budget: String::new(),
        };
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized).unwrap();
        let section = Section {
            games: games.clone(),
            engines: vec![engine("a"), engine("b")],
            sprt: Some(sprt),
            ..Section::empty(Variant::English)
        };
        let curve = &scores(&section, &players)[0];
        assert_eq!(curve.name, "a");
        assert!((POINTS / 2..=POINTS + 1).contains(&curve.points.len()));
        let (played, score) = *curve.points.last().unwrap();
        let (_, low, high) = *curve.band.last().unwrap();
        assert_eq!(played, 1000);
        assert!(low < score && score < high && high < low + 0.1);
        let ratios = ratios(&section, &players);
        let mut standing = Standing::new(["a", "b"].map(String::from), Some(sprt));
        for game in &games {
            standing.add(game);
        }
        let ratio = sprt.ratio(Counts::of_pairs(&standing.pairs()));
        assert_eq!(ratios.last(), Some(&(1000, ratio)));
    }
}
