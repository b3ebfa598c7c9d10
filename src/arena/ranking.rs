//! The games of one variant between any number of engines: points, pairs, ratings, a cross table and
//! what became of each opening.

use std::collections::{BTreeMap, HashMap};

use super::brief::Brief;
use super::ratings::{Anchor, Encounter, MOST_ENGINES, Meeting, Ratings, rate};
use super::report::Row;

/// All games of a variant, counted.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    names: Vec<String>,
    places: HashMap<String, usize>,
    /// By the places of two engines, the lower first, who is the one whose results they are.
    meetings: BTreeMap<[usize; 2], Meetings>,
    openings: BTreeMap<u64, OpeningTally>,
    games: u32,
}

/// What there was between two engines.
#[derive(Clone, Debug, Default)]
struct Meetings {
    /// Games that the first lost, drew, won.
    games: [u32; 3],
    pairs: [u32; 5],
    /// Games that wait for one with the colors changed, by opening: first those in which the first
    /// had White, then the others, each by the half points of the first.
    waiting: HashMap<u64, [[u32; 3]; 2]>,
}

/// What became of an opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningTally {
    /// Games that White won, that were drawn, that Black won.
    pub games: [u32; 3],
    /// Pairs in which both engines had the same points.
    pub even: u32,
    /// Pairs in which one had more.
    pub decided: u32,
}

/// The standings, best first, and what is to be said of them.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The engines that played.
    pub rows: Vec<Row>,
    /// For each row, its results against every row: lost, drawn, won.
    pub cross: Vec<Vec<[u32; 3]>>,
    /// The names of engines that were never compared by games with the first row, not even through
    /// others: only the prior says how they stand.
    pub apart: Vec<String>,
}

impl Ranking {
    /// Takes a game in, if it is no game of an engine against itself.
    pub fn add(&mut self, game: &Brief) {
        let white = self.place(&game.white);
        let black = self.place(&game.black);
        let half_points = game.half_points();
        self.games += 1;
        let tally = self.openings.entry(game.opening).or_default();
        tally.games[2 - half_points] += 1;
        if white == black {
            return;
        }
        let is_turned = black < white;
        let own = if is_turned { 2 - half_points } else { half_points };
        let between = self.meetings.entry([white.min(black), white.max(black)]).or_default();
        between.games[own] += 1;
        let waiting = between.waiting.entry(game.opening).or_default();
        let others = &mut waiting[usize::from(!is_turned)];
        if let Some(other) = others.iter().position(|&count| count > 0) {
            others[other] -= 1;
            if *waiting == <[[u32; 3]; 2]>::default() {
                between.waiting.remove(&game.opening);
            }
            between.pairs[own + other] += 1;
            *(if own + other == 2 { &mut tally.even } else { &mut tally.decided }) += 1;
        } else {
            waiting[usize::from(is_turned)][own] += 1;
        }
    }

    fn place(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// How many games there are.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// What became of each opening, by its fingerprint.
    pub fn openings(&self) -> &BTreeMap<u64, OpeningTally> {
        &self.openings
    }

    /// Who leads, with its rating and error; none before the first game.
    pub fn leader(&self) -> Option<Row> {
        self.standings(None).ok()?.rows.into_iter().next()
    }

    /// Rates all engines. If the one of the anchor is among them, it has this rating; else the mean
    /// is 0.
    ///
    /// # Errors
    /// If there are too many.
    pub fn standings(&self, anchor: Option<(&str, f64)>) -> anyhow::Result<Standings> {
        let count = self.names.len();
        anyhow::ensure!(
            count <= MOST_ENGINES,
            "{count} engines are too many to be rated together: at most {MOST_ENGINES} are"
        );
        let anchor = anchor
            .and_then(|(name, elo)| Some(Anchor::Engine(*self.places.get(name)?, elo)))
            .unwrap_or(Anchor::Mean);
        let meetings: Vec<Meeting> = self
            .meetings
            .iter()
            .map(|(&players, between)| (players, between.encounter()))
            .collect();
        let ratings = rate(count, &meetings, anchor);
        let mut order: Vec<usize> = (0..count).collect();
        // Not by the last digits, which depend on the order in which the games came.
        let rounded = |engine: usize| (ratings.elo(engine) * 1e6).round();
        order.sort_by(|&a, &b| {
            rounded(b).total_cmp(&rounded(a)).then_with(|| self.names[a].cmp(&self.names[b]))
        });
        let result = |engine: usize, other: usize| self.results(engine, other);
        let cross: Vec<Vec<[u32; 3]>> = order
            .iter()
            .map(|&engine| order.iter().map(|&other| result(engine, other)).collect())
            .collect();
        let rows = order.iter().enumerate().map(|(rank, &engine)| {
            let next = order.get(rank + 1).copied();
            self.row(&ratings, engine, next, &cross[rank])
        });
        let best = order.first().map(|&engine| ratings.group(engine));
        let apart = order.iter().filter(|&&engine| Some(ratings.group(engine)) != best);
        let apart = apart.map(|&engine| self.names[engine].clone()).collect();
        Ok(Standings { rows: rows.collect(), cross, apart })
    }

    /// Games that the first lost, drew, won against the second.
    fn results(&self, first: usize, second: usize) -> [u32; 3] {
        let key = [first.min(second), first.max(second)];
        let mut games = self.meetings.get(&key).map_or([0; 3], |between| between.games);
        if second < first {
            games.reverse();
        }
        games
    }

    fn row(
        &self,
        ratings: &Ratings,
        engine: usize,
        next: Option<usize>,
        results: &[[u32; 3]],
    ) -> Row {
        let sum = |kind: usize| results.iter().map(|counts| counts[kind]).sum();
        let (losses, draws, wins): (u32, u32, u32) = (sum(0), sum(1), sum(2));
        Row {
            name: self.names[engine].clone(),
            games: losses + draws + wins,
            wins,
            draws,
            losses,
            // Adding zero makes -0 a 0.
            elo: (ratings.elo(engine) * 1e6).round() / 1e6 + 0.0,
            error: (ratings.error(engine) * 1e6).round() / 1e6,
            los: next.map_or(f64::NAN, |next| ratings.superiority(engine, next)),
        }
    }
}

impl Meetings {
    fn encounter(&self) -> Encounter {
        let mut singles = [0; 3];
        for waiting in self.waiting.values().flatten() {
            singles.iter_mut().zip(waiting).for_each(|(sum, count)| *sum += count);
        }
        Encounter { pairs: self.pairs, singles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::GameResult;
    use crate::rules::Variant;

    fn game(white: &str, black: &str, result: GameResult, opening: u64) -> Brief {
        let (white, black) = (white.to_owned(), black.to_owned());
        Brief { variant: Variant::English, white, black, result, opening, game: 0 }
    }

    #[test]
    fn games_of_an_opening_make_pairs_when_the_colors_are_changed() {
        let mut ranking = Ranking::default();
        ranking.add(&game("a", "b", GameResult::White, 1));
        ranking.add(&game("a", "b", GameResult::Draw, 1));
        ranking.add(&game("a", "b", GameResult::Draw, 2));
        assert_eq!(ranking.meetings[&[0, 1]].pairs, [0; 5]);
        ranking.add(&game("b", "a", GameResult::Draw, 1));
        ranking.add(&game("b", "a", GameResult::White, 1));
        ranking.add(&game("b", "a", GameResult::White, 3));
        let between = &ranking.meetings[&[0, 1]];
        assert_eq!(between.games, [2, 3, 1]);
        assert_eq!(between.pairs.iter().sum::<u32>(), 2);
        assert_eq!(between.encounter().singles, [1, 1, 0]);
        let tally = &ranking.openings()[&1];
        assert_eq!((tally.games, tally.even + tally.decided), ([2, 2, 0], 2));
    }

    #[test]
    fn the_cross_table_adds_up_whoever_had_white() {
        let mut ranking = Ranking::default();
        for (white, black, result) in [
            ("c", "a", GameResult::White),
            ("a", "b", GameResult::White),
            ("b", "c", GameResult::Draw),
            ("c", "b", GameResult::White),
            ("x", "x", GameResult::White),
        ] {
            ranking.add(&game(white, black, result, 1));
        }
        let standings = ranking.standings(Some(("a", 100.0))).unwrap();
        let names: Vec<_> = standings.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["c", "a", "x", "b"]);
        assert!((standings.rows[1].elo - 100.0).abs() < 1e-9);
        assert_eq!(standings.cross[0], [[0; 3], [0, 0, 1], [0; 3], [0, 1, 1]]);
        assert_eq!(standings.cross[3], [[1, 1, 0], [1, 0, 0], [0; 3], [0; 3]]);
        assert_eq!(standings.apart, ["x"]);
        assert_eq!(ranking.leader().unwrap().name, "c");
    }
}
