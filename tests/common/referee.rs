//! When a game is over, by the standard draw rules: the reference's twin of the library's game.

use super::reference::Position;

/// Plies without a capture and without a man that gains a row, after which a game is drawn.
const PLIES_WITHOUT_PROGRESS: usize = 100;

/// Plays moves in Hub's form; `8*(a b c)` repeats those in brackets. Tells how it ended, with the
/// reason, or `open`; a move after the end is a fault of the list.
pub fn judge(start: &Position, moves: &str) -> (&'static str, &'static str) {
    let mut past = vec![start.clone()];
    let mut idle = 0;
    for text in unfold(moves) {
        assert_eq!(verdict(&past, idle), ("open", ""), "over before {text}");
        let position = past.last().unwrap();
        let legal = position.moves();
        let mv = legal.iter().find(|mv| position.move_text(mv) == text);
        let mv = mv.unwrap_or_else(|| panic!("{text} is not legal in {}", position.text()));
        let man = position.at(mv.from).is_ascii_lowercase();
        let progress = !mv.captured.is_empty() || man && mv.from.0 != mv.to.0;
        idle = if progress { 0 } else { idle + 1 };
        past.push(position.after(mv));
    }
    verdict(&past, idle)
}

fn verdict(past: &[Position], idle: usize) -> (&'static str, &'static str) {
    let position = past.last().unwrap();
    if position.moves().is_empty() {
        return (if position.turn == 'W' { "black" } else { "white" }, "no move");
    }
    if past.iter().filter(|&earlier| earlier == position).count() >= 3 {
        return ("draw", "repetition");
    }
    if idle >= PLIES_WITHOUT_PROGRESS {
        return ("draw", "no progress");
    }
    ("open", "")
}

/// The single moves of a list with repetitions.
pub fn unfold(moves: &str) -> Vec<String> {
    let mut list = Vec::new();
    let mut rest = moves.trim();
    while !rest.is_empty() {
        let (group, after) = match rest.split_once("*(") {
            Some((times, group)) if !times.contains(' ') => {
                let (group, after) = group.split_once(')').unwrap();
                (vec![group; times.parse().unwrap()].join(" "), after)
            }
            _ => {
                let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
                (first.to_owned(), after)
            }
        };
        list.extend(group.split_whitespace().map(str::to_owned));
        rest = after.trim_start();
    }
    list
}
