//! The library's legal moves against the reference generator's, on random positions.
//!
//! `DAMIER_POSITIONS` sets how many positions each variant gets, `DAMIER_SEED` which.

mod common;

use common::random::Positions;
use common::variants::Rules as Reference;
use common::{library, reference};
use damier::movegen::{count_moves, has_capture};
use damier::rules::Variant;

const POSITIONS: u64 = 200_000;
const SEED: u64 = 2026;

/// Differing positions that are shown before a comparison gives up.
const SHOWN: usize = 3;

#[test]
fn english_moves_are_those_of_the_reference() {
    compare("english");
}

#[test]
fn international_moves_are_those_of_the_reference() {
    compare("international");
}

#[test]
fn brazilian_moves_are_those_of_the_reference() {
    compare("brazilian");
}

#[test]
fn spanish_moves_are_those_of_the_reference() {
    compare("spanish");
}

#[test]
fn turkish_moves_are_those_of_the_reference() {
    compare("turkish");
}

fn compare(name: &str) {
    let variant: Variant = name.parse().unwrap();
    let positions = number("DAMIER_POSITIONS", POSITIONS);
    let positions = Positions::new(Reference::named(name), number("DAMIER_SEED", SEED))
        .take(positions as usize);
    let differences: Vec<String> = damier::dispatch!(variant, R => {
        positions.filter_map(|expected| difference::<R>(&expected)).take(SHOWN).collect()
    });
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

/// What the library says otherwise than the reference about a position.
fn difference<R: damier::rules::Rules>(position: &reference::Position) -> Option<String> {
    let text = position.text();
    let expected = position.legal();
    let pos = library::position::<R>(&text);
    let found = library::legal(&pos, position.rules.squares() as usize);
    let captures = expected.iter().any(|(mv, _)| mv.contains('x'));
    if found == expected
        && count_moves(&pos) == expected.len() as u64
        && has_capture(&pos) == captures
    {
        return None;
    }
    // A move that comes twice is an extra one; a move with a wrong result is missing and extra.
    let missing = without(&expected, &found);
    let extra = without(&found, &expected);
    Some(format!(
        "{} {text}\n  missing: {missing}\n  extra: {extra}\n  counted {} of {}, captures {} for {captures}",
        position.rules.name,
        count_moves(&pos),
        expected.len(),
        has_capture(&pos),
    ))
}

fn without(moves: &[(String, String)], taken: &[(String, String)]) -> String {
    let mut taken = taken.to_vec();
    let mut left = Vec::new();
    for mv in moves {
        match taken.iter().position(|other| other == mv) {
            Some(index) => drop(taken.swap_remove(index)),
            None => left.push(format!("{} -> {}", mv.0, mv.1)),
        }
    }
    left.join(", ")
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => default,
    }
}
