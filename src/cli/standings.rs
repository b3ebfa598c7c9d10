//! Rankings as text: standings, cross table, openings.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::arena::brief::Brief;
use crate::arena::ranking::{OpeningTally, Ranking, Standings};
use crate::arena::record::GameRecord;
use crate::arena::report::Row;
use crate::notation::plain;
use crate::rules::Variant;

/// No line is wider.
const WIDTH: usize = 96;
/// Letters of a name.
const NAME: usize = 20;
/// So many openings are shown; the record has the games of all.
const OPENINGS: usize = 20;
/// Letters of an opening.
const OPENING: usize = 44;

/// The standings of a variant, best first.
pub(super) fn table(variant: Variant, games: u32, standings: &Standings) -> String {
    let mut text = format!("{variant}: {games} games\n\n");
    let name = name_width(&standings.rows);
    let _ = writeln!(
        text,
        "     {:name$}     elo   +- 95 %  games    won  drawn   lost  points      %  los %",
        "engine"
    );
    for (rank, row) in standings.rows.iter().enumerate() {
        let points = f64::from(row.wins) + f64::from(row.draws) / 2.0;
        let percent = 100.0 * points / f64::from(row.games.max(1));
        let los = match row.los {
            los if los.is_nan() => String::new(),
            los => format!("{:.1}", 100.0 * los),
        };
        let line = format!(
            "{:>3}  {:name$} {:>+7.1}  {:>7.1} {:>6} {:>6} {:>6} {:>6} {points:>7.1} {percent:>6.1} {los:>6}",
            rank + 1,
            cut(&row.name, name),
            (10.0 * row.elo).round() / 10.0 + 0.0,
            row.error,
            row.games,
            row.wins,
            row.draws,
            row.losses,
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if !standings.apart.is_empty() {
        let _ = writeln!(
            text,
            "\nNo games connect these with the first, so that their ratings say little: {}",
            standings.apart.join(", ")
        );
    }
    text
}

/// Who did what against whom: won-drawn-lost, in as many blocks as the width needs.
pub(super) fn cross_table(standings: &Standings) -> String {
    let rows = &standings.rows;
    let name = name_width(rows);
    let shown = |counts: &[u32; 3]| match counts {
        [0, 0, 0] => String::from("."),
        [lost, drawn, won] => format!("{won}-{drawn}-{lost}"),
    };
    let cells = standings.cross.iter().flatten().map(|counts| shown(counts).len());
    let cell = cells.max().unwrap_or(1).max(4) + 2;
    let in_block = ((WIDTH - name - 5) / cell).max(1);
    let columns: Vec<usize> = (0..rows.len()).collect();
    let mut blocks = Vec::new();
    for block in columns.chunks(in_block) {
        let mut text = format!("     {:name$}", "won-drawn-lost");
        for column in block {
            let _ = write!(text, "{:>cell$}", column + 1);
        }
        text.push('\n');
        for (rank, row) in rows.iter().enumerate() {
            let _ = write!(text, "{:>3}  {:name$}", rank + 1, cut(&row.name, name));
            for &column in block {
                let own = String::from("-");
                let counts = &standings.cross[rank][column];
                let text_of = if column == rank { own } else { shown(counts) };
                let _ = write!(text, "{text_of:>cell$}");
            }
            text.push('\n');
        }
        blocks.push(text);
    }
    blocks.join("\n")
}

/// The names of openings by their fingerprints, in the order in which they were first played.
#[derive(Debug, Default)]
pub(super) struct OpeningNames {
    /// `[variant][opening]`: how many there were before, and how it is called.
    names: BTreeMap<(Variant, u64), (usize, String)>,
}

impl OpeningNames {
    /// Notes the opening of a game.
    pub(super) fn note(&mut self, game: &GameRecord, variant: Variant) {
        let key = (variant, Brief::of(game, variant).opening);
        let count = self.names.len();
        self.names.entry(key).or_insert_with(|| {
            let moves = &game.moves[..game.opening_plies.min(game.moves.len())];
            let name = match (&game.opening, moves) {
                (Some(name), _) => name.clone(),
                (None, []) => game.start.clone(),
                (None, moves) => moves.join(" "),
            };
            (count, name)
        });
    }

    /// Adds those that were played later.
    pub(super) fn append(&mut self, later: Self) {
        let count = self.names.len();
        for (key, (place, name)) in later.names {
            self.names.entry(key).or_insert((count + place, name));
        }
    }

    /// What became of each opening: the first ones, and how many more there are.
    pub(super) fn table(&self, variant: Variant, ranking: &Ranking) -> String {
        let unknown = (usize::MAX, String::from("?"));
        let mut rows: Vec<(&(usize, String), &OpeningTally)> = ranking
            .openings()
            .iter()
            .map(|(id, tally)| (self.names.get(&(variant, *id)).unwrap_or(&unknown), tally))
            .collect();
        rows.sort_by_key(|((place, _), _)| *place);
        let mut text = format!(
            "     {:OPENING$}  white   draw  black  pairs even  decided\n",
            "opening (pairs: same opening, colors changed)"
        );
        for (number, ((_, name), tally)) in rows.iter().take(OPENINGS).enumerate() {
            let [white, draw, black] = tally.games;
            let _ = writeln!(
                text,
                "{:>3}  {:OPENING$} {white:>6} {draw:>6} {black:>6} {:>11} {:>8}",
                number + 1,
                cut(name, OPENING),
                tally.even,
                tally.decided,
            );
        }
        let sum = |of: fn(&OpeningTally) -> u32| rows.iter().map(|(_, it)| of(it)).sum::<u32>();
        let _ = writeln!(
            text,
            "     {:OPENING$} {:>6} {:>6} {:>6} {:>11} {:>8}",
            if rows.len() > OPENINGS {
                format!("all {} ({} not shown)", rows.len(), rows.len() - OPENINGS)
            } else {
                String::from("all")
            },
            sum(|it| it.games[0]),
            sum(|it| it.games[1]),
            sum(|it| it.games[2]),
            sum(|it| it.even),
            sum(|it| it.decided),
        );
        text
    }
}

/// In a few words, for a line of progress.
pub(super) fn leader(variant: Variant, ranking: &Ranking) -> String {
    match ranking.leader() {
        Some(Row { name, elo, error, .. }) => {
            format!("{variant}: {} leads with {elo:+.0} +- {error:.0}", cut(&name, NAME))
        }
        None => variant.to_string(),
    }
}

fn name_width(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).clamp(14, NAME)
}

/// A text of at most so many letters; what was cut off is shown by dots.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return plain(text, width);
    }
    plain(text, width).chars().take(width.saturating_sub(2)).chain("..".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::GameResult;

    fn ranking(engines: usize) -> Ranking {
        let mut ranking = Ranking::default();
        for white in 0..engines {
            for black in 0..engines {
                for count in 0..(white + black) as u64 {
                    ranking.add(&Brief {
                        variant: Variant::English,
                        white: format!("an engine with a long name, number {white}"),
                        black: format!("an engine with a long name, number {black}"),
                        result: [GameResult::White, GameResult::Draw][count as usize % 2],
                        opening: count,
                        game: count,
                    });
                }
            }
        }
        ranking
    }

    #[test]
    fn tables_of_any_size_fit_the_width() {
        for engines in [0, 1, 2, 5, 30] {
            let ranking = ranking(engines);
            let standings = ranking.standings(None).unwrap();
            let text = [
                table(Variant::English, ranking.games(), &standings),
                cross_table(&standings),
                OpeningNames::default().table(Variant::English, &ranking),
            ]
            .concat();
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= WIDTH, "{widest}:\n{text}");
        }
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(cut("damier", 6), "damier");
        assert_eq!(cut("damier 0.1.0", 8), "damier..");
        assert_eq!(cut("\u{1b}[2Jdamier", 20), "?[2Jdamier");
    }
}
