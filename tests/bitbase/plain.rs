//! Search without tables: all positions at once by the reference generator, or one to a depth.

use std::collections::HashMap;

use damier::bitbase::{Bitbases, Value};
use damier::rules::Rules;

use crate::common::library;
use crate::common::reference::Position;
use crate::common::variants::Rules as Reference;

/// All positions with so many pieces are worth what the plain search says.
pub(crate) fn agrees<R: Rules>(bitbases: &Bitbases<R>, rules: &'static Reference, pieces: usize) {
    let mut compared = 0;
    for (text, value) in solve(rules, pieces) {
        let pos = library::position::<R>(&text);
        if pos.occupied().count_ones() as usize == pieces {
            compared += 1;
            assert_eq!(bitbases.value(&pos), Some(value), "{} {text}", rules.name);
            let outcome = bitbases.outcome(&pos);
            assert_eq!(outcome, Some(value.sign()), "{} {text}", rules.name);
        }
    }
    assert!(compared > 6_000, "{} {compared}", rules.name);
}

/// The values of all positions with 2 to so many pieces, for both sides to move.
fn solve(rules: &'static Reference, pieces: usize) -> Vec<(String, Value)> {
    let mut texts = Vec::new();
    for turn in ['W', 'B'] {
        for pieces in 2..=pieces {
            place(rules, &Position::empty(rules, turn), 1, pieces, &mut texts);
        }
    }
    let numbers: HashMap<String, usize> =
        texts.iter().cloned().enumerate().map(|(number, text)| (text, number)).collect();
    // A move that leaves no piece leads to no number: it wins.
    let moves: Vec<Vec<Option<usize>>> = texts
        .iter()
        .map(|text| {
            let position = Position::parse(rules, text);
            let after = |mv| numbers.get(&position.after(mv).text()).copied();
            position.moves().iter().map(after).collect()
        })
        .collect();
    let mut values: Vec<Option<Value>> = vec![None; texts.len()];
    for plies in 0.. {
        let known = |next: &Option<usize>| next.map_or(Some(Value::LOST), |at| values[at]);
        let decided: Vec<usize> = (0..texts.len())
            .filter(|&at| values[at].is_none())
            .filter(|&at| {
                let mut next = moves[at].iter().map(known);
                if plies % 2 == 0 {
                    next.all(|value| value.is_some_and(Value::is_win))
                } else {
                    next.any(|value| value.is_some_and(Value::is_loss))
                }
            })
            .collect();
        // A position decided later has a move to one decided a ply before, or takes the last piece.
        if decided.is_empty() && plies > 0 {
            break;
        }
        for at in decided {
            values[at] = Some(Value::decided_in(plies));
        }
    }
    let values = values.into_iter().map(|value| value.unwrap_or(Value::DRAW));
    texts.into_iter().zip(values).collect()
}

/// All ways to put so many more pieces on the squares from `first` on, with both colors there.
fn place(
    rules: &'static Reference,
    position: &Position,
    first: i32,
    pieces: usize,
    texts: &mut Vec<String>,
) {
    if pieces == 0 {
        let text = position.text();
        if text[1..].contains(['w', 'W']) && text[1..].contains(['b', 'B']) {
            texts.push(text);
        }
        return;
    }
    for number in first..=rules.squares() {
        let cell = rules.cell(number);
        for letter in ['w', 'W', 'b', 'B'] {
            if letter.is_ascii_lowercase() && cell.0 == rules.last_row(letter) {
                continue;
            }
            let mut next = position.clone();
            next.put(cell, letter);
            place(rules, &next, number + 1, pieces - 1, texts);
        }
    }
}

/// What a search of so many plies finds; a draw if it finds nothing.
pub(crate) fn search(position: &Position, plies: u32) -> Value {
    let moves = position.moves();
    if moves.is_empty() {
        return Value::LOST;
    }
    if plies == 0 {
        return Value::DRAW;
    }
    let values = moves.iter().map(|mv| search(&position.after(mv), plies - 1).before());
    values.max().unwrap()
}
