//! An analysis written into the game: `[%eval ...]` comments, marks, better lines, two tags.

use super::{Analysis, Judged, Summary, legal_line, white_score};
use crate::board::Color;
use crate::notation::moves;
use crate::notation::pdn::{Line, Options, Order, Record, Step, write};
use crate::rules::Rules;
use crate::score::Score;

/// The tag that says how a game was analyzed.
pub const TAG: &str = "Analysis";
/// Plies of a better line.
const LINE_PLIES: usize = 12;
/// What a comment of ours about a missed win begins with.
const MISSED: &str = "missed win";

/// How much is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    All,
    NoLines,
    OnlyMarks,
    Nothing,
}

/// The game with all it had and what was found. `settings` say how.
///
/// An `[%eval ...]` that it had is replaced where there is a new one, and what is there already is
/// not written twice. Where the text would be longer than a reader takes, it says less.
pub fn annotated<R: Rules>(
    record: &Record<R>,
    analysis: &Analysis,
    settings: &str,
    order: Order,
) -> String {
    let mut text = String::new();
    for detail in [Detail::All, Detail::NoLines, Detail::OnlyMarks, Detail::Nothing] {
        text = write(&with(record.clone(), analysis, settings, detail), order);
        if text.len() <= Options::default().limit {
            break;
        }
    }
    text
}

fn with<R: Rules>(
    mut record: Record<R>,
    analysis: &Analysis,
    settings: &str,
    detail: Detail,
) -> Record<R> {
    for color in Color::BOTH {
        let summary = analysis.summary(&record, color);
        let name = if color.is_white() { "WhiteAnalysis" } else { "BlackAnalysis" };
        if summary.moves > 0 {
            record.tags.set(name, summary_text(&summary));
        }
    }
    record.tags.set(TAG, settings);
    if record.line.steps.is_empty() {
        comment_position(&mut record, analysis);
    }
    for (ply, judged) in analysis.moves.iter().enumerate() {
        if let Some(judged) = judged {
            annotate(&mut record.line.steps[ply], judged, detail);
        }
    }
    record
}

fn summary_text(summary: &Summary) -> String {
    let [inaccuracies, mistakes, blunders] = summary.marks;
    format!(
        "accuracy {:.1}%, average loss {:.2}, inaccuracies {inaccuracies}, mistakes {mistakes}, \
         blunders {blunders}, missed wins {}",
        summary.accuracy,
        summary.average_loss / 100.0,
        summary.missed_wins
    )
}

/// Says of a position without moves what is best there.
fn comment_position<R: Rules>(record: &mut Record<R>, analysis: &Analysis) {
    let Some(seen) = &analysis.end else { return };
    forget_eval(&mut record.line.comments);
    let turn = record.start.turn();
    for line in &seen.lines {
        let texts = super::line_texts(record.start, &line.moves, LINE_PLIES);
        let eval = eval(line.score, turn, seen.depth);
        record.line.comments.push(format!("{eval} best {}", texts.join(" ")));
    }
}

fn annotate<R: Rules>(step: &mut Step<R>, judged: &Judged, detail: Detail) {
    let turn = step.before.turn();
    let judgment = &judged.judgment;
    let only_good = judgment.is_only_good.then_some(1);
    if let Some(nag) = judgment.mark.map(super::Mark::nag).or(only_good)
        && !step.nags.contains(&nag)
        && detail != Detail::Nothing
    {
        step.nags.push(nag);
    }
    if detail == Detail::All || detail == Detail::NoLines {
        forget_eval(&mut step.comments);
        let mut words = Vec::new();
        // The end of a game speaks for itself.
        if judged.after != Score::win_in(1) {
            words.push(eval(judged.after, turn, judged.after_depth));
        }
        if let Some(plies) = judgment.missed_win {
            words.push(missed(plies));
        }
        if !words.is_empty() {
            step.comments.push(words.join(" "));
        }
    }
    if judgment.mark.is_some() && detail == Detail::All {
        add_line(step, judged);
    }
}

/// Adds the line that was better, unless it is there.
fn add_line<R: Rules>(step: &mut Step<R>, judged: &Judged) {
    let Some(found) = judged.before.lines.first() else { return };
    let mut line = Line::default();
    let mut pos = step.before;
    for mv in legal_line(pos, &found.moves, LINE_PLIES) {
        line.steps.push(Step::new(pos, mv));
        pos = pos.play(mv);
    }
    let is_there = |it: &Line<R>| {
        let moves = |line: &Line<R>| line.steps.iter().map(|step| step.mv).collect::<Vec<_>>();
        moves(it).starts_with(&moves(&line)[..])
    };
    if line.steps.is_empty() || step.variations.iter().any(is_there) {
        return;
    }
    let eval = eval(found.score, step.before.turn(), judged.before.depth);
    line.steps[0].comments.push(eval);
    step.variations.push(line);
}

/// `[%eval 0.35,14]`, as lidraughts and chess programs have it: White's view, in men, and the depth.
fn eval(score: Score, turn: Color, depth: u32) -> String {
    format!("[%eval {},{depth}]", white_score(score, turn))
}

fn missed(plies: u32) -> String {
    match plies.div_ceil(2) {
        0 => MISSED.to_owned(),
        1 => format!("{MISSED} in 1 move"),
        moves => format!("{MISSED} in {moves} moves"),
    }
}

/// Takes earlier evaluations out of comments.
fn forget_eval(comments: &mut Vec<String>) {
    for comment in comments.iter_mut() {
        while let Some(start) = comment.find("[%eval ")
            && let Some(length) = comment[start..].find(']')
        {
            comment.replace_range(start..=start + length, "");
            let rest = comment.trim();
            let is_ours = rest.strip_prefix(MISSED).is_some_and(|rest| {
                rest.is_empty()
                    || rest
                        .trim_start_matches(" in ")
                        .trim_end_matches("moves")
                        .trim_end_matches("move")
                        .trim()
                        .parse::<u32>()
                        .is_ok()
            });
            let is_line = start == 0 && rest.starts_with("best ");
            *comment = if is_ours || is_line { String::new() } else { rest.to_owned() };
        }
    }
    comments.retain(|comment| !comment.is_empty());
}

/// The moves of a game and where it starts, as one text: equal for equal games only.
pub fn identity<R: Rules>(record: &Record<R>) -> String {
    let mut words = vec![R::NAME.to_owned(), crate::notation::fen::write(&record.start)];
    words.extend(record.line.steps.iter().map(|step| moves::write(&step.before, step.mv)));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_evaluations_go_and_all_else_stays() {
        let mut comments: Vec<String> = [
            "[%eval 0.35,14]",
            "[%clk 0:01:00] [%eval #-3] good",
            "[%eval 9.00,3] missed win in 3 moves",
            "[%eval 86.00,3] missed win",
            "[%eval open",
            "missed win in 3 moves",
        ]
        .map(String::from)
        .into();
        forget_eval(&mut comments);
        assert_eq!(comments, ["[%clk 0:01:00]  good", "[%eval open", "missed win in 3 moves"]);
    }

    #[test]
    fn evaluations_are_as_white_sees_them() {
        assert_eq!(eval(Score::new(35), Color::White, 14), "[%eval 0.35,14]");
        assert_eq!(eval(Score::new(35), Color::Black, 14), "[%eval -0.35,14]");
        assert_eq!(eval(Score::win_in(5), Color::White, 9), "[%eval #3,9]");
        assert_eq!(eval(Score::loss_in(4), Color::White, 9), "[%eval #-2,9]");
        assert_eq!(missed(1), "missed win in 1 move");
        assert_eq!(missed(0), "missed win");
    }
}
