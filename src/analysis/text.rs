//! An analysis for people, 80 columns wide.

use std::fmt::Write;

use super::{Analysis, Judged, Mark, Seen, Summary, line_texts, white_score};
use crate::board::Color;
use crate::notation::pdn::{Found as Place, Order, Record};
use crate::notation::{diagram, fen, moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Score;

const WIDTH: usize = 80;
/// Plies of a line that are shown.
const LINE_PLIES: usize = 24;

/// A game with a row for each move, and with a board before each blunder if that is wanted; a
/// position without moves with its board and lines.
pub fn game<R: Rules>(
    place: &Place,
    record: &Record<R>,
    analysis: &Analysis,
    order: Order,
    with_boards: bool,
) -> String {
    let mut text = String::new();
    let title = title(place, record, order);
    put(&mut text, &title);
    let end = record.end();
    if record.line.steps.is_empty() {
        text.push_str(&diagram::pieces(&end));
        put(&mut text, &fen::write(&end));
    } else {
        text.push_str("\n move             White's  depth   loss    better was\n");
        rows(&mut text, record, analysis, with_boards);
    }
    match (&analysis.outcome, &analysis.end) {
        (Some(outcome), seen) if seen.is_none() || !record.line.steps.is_empty() => {
            put(&mut text, &format!("{outcome}"));
        }
        (outcome, Some(seen)) => {
            if let Some(outcome) = outcome {
                put(&mut text, &format!("by rule: {outcome}"));
            }
            position(&mut text, end, seen);
        }
        (_, None) => {}
    }
    let summaries = Color::BOTH.map(|color| (color, analysis.summary(record, color)));
    if summaries.iter().any(|(_, summary)| summary.moves > 0) {
        players(&mut text, record, &summaries);
    }
    text.push('\n');
    text
}

fn title<R: Rules>(place: &Place, record: &Record<R>, order: Order) -> String {
    let tag = |name| record.tags.get(name).map_or("?", str::trim).to_owned();
    let guess = if place.guessed { ", a guess" } else { "" };
    if record.line.steps.is_empty() && record.tags.is_empty() {
        return format!("{} {} ({}{guess})", "Position", place.game, R::NAME);
    }
    format!(
        "Game {} ({}{guess}, line {}): {} - {}, {}",
        place.game,
        R::NAME,
        place.place.line,
        tag("White"),
        tag("Black"),
        record.verdict.text::<R>(order)
    )
}

fn rows<R: Rules>(text: &mut String, record: &Record<R>, analysis: &Analysis, with_boards: bool) {
    let late = usize::from(record.start.turn() != R::FIRST);
    for (ply, step) in record.line.steps.iter().enumerate() {
        let Some(judged) = &analysis.moves[ply] else { continue };
        if with_boards && judged.judgment.mark == Some(Mark::Blunder) {
            _ = write!(text, "\n{}\n", diagram::pieces(&step.before));
        }
        let turns = ply + late;
        let number = match turns % 2 {
            0 => format!("{}.", turns / 2 + 1),
            _ if ply == 0 => format!("{}...", turns / 2 + 1),
            _ => String::new(),
        };
        row(text, &number, &moves::write(&step.before, step.mv), step.before, judged);
    }
}

fn row<R: Rules>(text: &mut String, number: &str, mv: &str, before: Position<R>, judged: &Judged) {
    let judgment = &judged.judgment;
    let score = signed(judged.after, before.turn());
    let (mut loss, mut sign, mut better) = (String::new(), "", String::new());
    if judgment.loss > 0 && judgment.mark.is_some() {
        loss = format!("{:.2}", f64::from(judgment.loss) / 100.0);
    }
    if let Some(mark) = judgment.mark {
        sign = mark.sign();
        if let Some(line) = judged.before.lines.first() {
            better = line_texts(before, &line.moves, LINE_PLIES).join(" ");
        }
        if judgment.missed_win.is_some() {
            let score = signed(judged.before.score, before.turn());
            better = format!("({score}) {better}");
        }
    } else if judgment.is_only_good {
        sign = "!";
    } else if judgment.is_forced {
        better.push_str("(forced)");
    }
    let depth = judged.after_depth;
    put(text, &format!("{number:>6} {mv:<11}{score:>7}{depth:>7}{loss:>7} {sign:<2} {better}"));
}

/// The lines from a position.
fn position<R: Rules>(text: &mut String, pos: Position<R>, seen: &Seen) {
    let (turn, millions) = (pos.turn(), seen.nodes as f64 / 1e6);
    let legal = seen.legal;
    put(
        text,
        &format!(
            "{turn} to move, {legal} legal, depth {}, {millions:.1} million nodes",
            seen.depth
        ),
    );
    for (number, line) in seen.lines.iter().enumerate() {
        let score = signed(line.score, turn);
        let texts = line_texts(pos, &line.moves, LINE_PLIES);
        put_wrapped(text, &format!("{:>6} {score:>7} ", format!("{}.", number + 1)), &texts);
    }
    if seen.lines.is_empty() {
        put(text, "no move");
    }
}

fn players<R: Rules>(text: &mut String, record: &Record<R>, summaries: &[(Color, Summary); 2]) {
    text.push_str(
        "\n                          moves accuracy  loss    ?!     ?    ??  missed wins\n",
    );
    for (color, summary) in summaries {
        let color = color.to_string();
        let name: String = plain(record.tags.get(&color).unwrap_or("?")).chars().take(17).collect();
        let [inaccuracies, mistakes, blunders] = summary.marks;
        let accuracy = format!("{:.1}%", summary.accuracy);
        let loss = summary.average_loss / 100.0;
        if summary.moves > 0 {
            put(
                text,
                &format!(
                    "{color} {name:<18} {:>6} {accuracy:>8} {loss:>5.2} {inaccuracies:>5} \
                     {mistakes:>5} {blunders:>5} {:>12}",
                    summary.moves, summary.missed_wins
                ),
            );
        }
    }
}

/// As White sees it, with its sign.
fn signed(score: Score, turn: Color) -> String {
    let text = white_score(score, turn);
    if text.starts_with(['-', '#']) || text == "0.00" { text } else { format!("+{text}") }
}

/// Text of a file without what a terminal would obey.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Adds a line, cut after a word where it is too long.
fn put(text: &mut String, line: &str) {
    let line = plain(line.trim_end());
    let end = match line.char_indices().nth(WIDTH) {
        None => line.len(),
        Some((at, ' ')) => at,
        Some((at, _)) => line[..at].rfind(' ').unwrap_or(at),
    };
    text.push_str(line[..end].trim_end());
    text.push('\n');
}

/// Adds words in lines, the later ones as far to the right as the first.
fn put_wrapped(text: &mut String, start: &str, words: &[String]) {
    let indent = start.chars().count();
    let mut line = start.to_owned();
    for word in words {
        if line.chars().count() + 1 + word.len() > WIDTH {
            put(text, &line);
            line = " ".repeat(indent);
        }
        line.push(' ');
        line.push_str(word);
    }
    put(text, &line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_80_columns_and_harmless() {
        let mut text = String::new();
        put(&mut text, &"\u{e9}\u{1b}[31m 32-28 ".repeat(20));
        assert!(text.chars().count() <= 81 && !text.contains('\u{1b}'));
        put(&mut text, &"x".repeat(100));
        put(&mut text, &"\u{e9}".repeat(100));
        put(&mut text, &format!("{} {}", "x".repeat(79), "\u{e9}"));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn scores_have_signs() {
        assert_eq!(signed(Score::new(35), Color::White), "+0.35");
        assert_eq!(signed(Score::new(35), Color::Black), "-0.35");
        assert_eq!(signed(Score::DRAW, Color::Black), "0.00");
        assert_eq!(signed(Score::win_in(3), Color::Black), "#-2");
    }
}
