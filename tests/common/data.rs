//! Readers of the tables in `tests/data`: tab-separated columns, lines with `#` are comments.

use super::reference::Position;
use super::variants::Rules;

/// The rows of a table.
pub fn rows(table: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{table}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The position of a FEN such as `W:W31-50:BK1,2` or `W:Wa3,Kb4:Bh6`.
pub fn read_fen(rules: &'static Rules, fen: &str) -> Position {
    let mut parts = fen.split(':');
    let turn = parts.next().unwrap().chars().next().unwrap();
    let mut position = Position::empty(rules, turn);
    for part in parts {
        let (color, list) = part.split_at(1);
        for item in list.split(',').filter(|item| !item.is_empty()) {
            let king = item.strip_prefix('K');
            let letter = if king.is_some() { color.to_uppercase() } else { color.to_lowercase() };
            let (first, last) = match king.unwrap_or(item).split_once('-') {
                Some((first, last)) => (read_square(rules, first), read_square(rules, last)),
                None => (read_square(rules, king.unwrap_or(item)), 0),
            };
            for number in first..=last.max(first) {
                position.put(rules.cell(number), letter.chars().next().unwrap());
            }
        }
    }
    position
}

/// The number of a square given as a number or as `a1`.
pub fn read_square(rules: &Rules, text: &str) -> i32 {
    text.parse().unwrap_or_else(|_| rules.number_of_name(text))
}

/// A capture or quiet move of `rules.tsv` in Hub's form, and whether it crowns a man.
pub fn read_move(rules: &Rules, text: &str) -> (String, bool) {
    let (squares, crowns) = match text.strip_suffix("=K") {
        Some(squares) => (squares, true),
        None => (text, false),
    };
    let separator = if squares.contains('x') { "x" } else { "-" };
    let mut numbers: Vec<i32> =
        squares.split(separator).map(|square| read_square(rules, square)).collect();
    numbers[2..].sort_unstable();
    let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
    (numbers.join(separator), crowns)
}
