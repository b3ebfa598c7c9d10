//! An analysis as a line of JSON; README.md tells what each field is.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Analysis, Judged, Seen, Summary, line_texts};
use crate::board::Color;
use crate::notation::pdn::{Found as Place, Order, Record};
use crate::notation::{fen, moves};
use crate::position::Position;
use crate::rules::Rules;

/// The version of the form.
const VERSION: u32 = 1;

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the form.
    pub damier_analysis: u32,
    /// How it was made.
    pub settings: String,
}

impl Header {
    /// The header of what is made so.
    pub fn new(settings: String) -> Self {
        Self { damier_analysis: VERSION, settings }
    }
}

/// What identifies the game of a line that was written.
#[derive(Debug, Deserialize)]
pub struct Identity {
    variant: String,
    start: String,
    played: Vec<String>,
}

impl Identity {
    /// See [`pdn::identity`](super::pdn::identity).
    pub fn text(self) -> String {
        let mut words = vec![self.variant, self.start];
        words.extend(self.played);
        words.join(" ")
    }
}

#[derive(Serialize)]
struct GameRow<'a> {
    game: u64,
    line: u64,
    variant: &'a str,
    guessed: bool,
    tags: Map<String, Value>,
    result: &'a str,
    winner: &'a str,
    start: String,
    played: Vec<String>,
    moves: Vec<MoveRow>,
    end: EndRow,
    white: Option<PlayerRow>,
    black: Option<PlayerRow>,
}

#[derive(Serialize)]
struct MoveRow {
    ply: usize,
    color: String,
    r#move: String,
    before: i32,
    after: i32,
    loss: i32,
    drop: f64,
    mark: Option<&'static str>,
    missed_win: Option<u32>,
    best: bool,
    only_good: bool,
    legal: usize,
    depth: u32,
    nodes: u64,
    lines: Vec<LineRow>,
}

#[derive(Serialize)]
struct LineRow {
    score: i32,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct EndRow {
    position: String,
    outcome: Option<String>,
    #[serde(flatten)]
    seen: Option<SeenRow>,
}

#[derive(Serialize)]
struct SeenRow {
    score: i32,
    legal: usize,
    depth: u32,
    nodes: u64,
    lines: Vec<LineRow>,
}

#[derive(Serialize)]
struct PlayerRow {
    moves: u32,
    best: u32,
    average_loss: f64,
    accuracy: f64,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
    missed_wins: u32,
}

/// A game as a line, without its end.
///
/// # Errors
/// Never, as far as anybody knows: all it has can be written.
pub fn line<R: Rules>(
    place: &Place,
    record: &Record<R>,
    analysis: &Analysis,
    order: Order,
) -> serde_json::Result<String> {
    let steps = &record.line.steps;
    let end = record.end();
    let row = GameRow {
        game: place.game,
        line: place.place.line,
        variant: R::NAME,
        guessed: place.guessed,
        tags: record.tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
        result: record.verdict.text::<R>(order),
        winner: record.verdict.name(),
        start: fen::write(&record.start),
        played: steps.iter().map(|step| moves::write(&step.before, step.mv)).collect(),
        moves: steps
            .iter()
            .zip(&analysis.moves)
            .enumerate()
            .filter_map(|(ply, (step, judged))| {
                let text = moves::write(&step.before, step.mv);
                judged.as_ref().map(|judged| move_row(ply, step.before, text, judged))
            })
            .collect(),
        end: EndRow {
            position: fen::write(&end),
            outcome: analysis.outcome.map(|outcome| outcome.to_string()),
            seen: analysis.end.as_ref().map(|seen| seen_row(end, seen)),
        },
        white: player_row(&analysis.summary(record, Color::White)),
        black: player_row(&analysis.summary(record, Color::Black)),
    };
    serde_json::to_string(&row)
}

fn move_row<R: Rules>(ply: usize, before: Position<R>, text: String, judged: &Judged) -> MoveRow {
    let judgment = &judged.judgment;
    MoveRow {
        ply: ply + 1,
        color: before.turn().to_string().to_lowercase(),
        r#move: text,
        before: judged.before.score.centimen(),
        after: judged.after.centimen(),
        loss: judgment.loss,
        drop: rounded(judgment.drop, 1e4),
        mark: judgment.mark.map(super::Mark::name),
        missed_win: judgment.missed_win,
        best: judgment.is_best,
        only_good: judgment.is_only_good,
        legal: judged.before.legal,
        depth: judged.before.depth,
        nodes: judged.before.nodes,
        lines: line_rows(before, &judged.before),
    }
}

fn seen_row<R: Rules>(pos: Position<R>, seen: &Seen) -> SeenRow {
    SeenRow {
        score: seen.score.centimen(),
        legal: seen.legal,
        depth: seen.depth,
        nodes: seen.nodes,
        lines: line_rows(pos, seen),
    }
}

fn line_rows<R: Rules>(pos: Position<R>, seen: &Seen) -> Vec<LineRow> {
    let row = |line: &super::Found| LineRow {
        score: line.score.centimen(),
        moves: line_texts(pos, &line.moves, usize::MAX),
    };
    seen.lines.iter().map(row).collect()
}

fn player_row(summary: &Summary) -> Option<PlayerRow> {
    let [inaccuracies, mistakes, blunders] = summary.marks;
    (summary.moves > 0).then(|| PlayerRow {
        moves: summary.moves,
        best: summary.best,
        average_loss: rounded(summary.average_loss, 1e2),
        accuracy: rounded(summary.accuracy, 1e2),
        inaccuracies,
        mistakes,
        blunders,
        missed_wins: summary.missed_wins,
    })
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
