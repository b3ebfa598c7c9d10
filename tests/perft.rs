//! The library's counts of paths against publications, in both conventions.
//!
//! Rows with more paths than `DAMIER_PATHS` are counted and printed, not checked.

mod common;

use common::data::{read_fen, rows};
use common::library;
use common::variants::Rules as Reference;
use damier::board::{Bits, Color, Direction, Geometry};
use damier::movegen::perft::perft;
use damier::movegen::{Count, MoveList, Sink, generate};
use damier::position::{Move, Position};
use damier::rules::{Rules, Variant};

const PATHS: u64 = 50_000_000;

#[test]
fn published_counts_are_reached() {
    let mut table = Table::new("perft_published.tsv");
    for row in rows(table.name) {
        let text = read_fen(Reference::named(&row[0]), &row[1]).text();
        let equal = match row[4].as_str() {
            "yes" => Equal::Once,
            "no" => Equal::EachOrder,
            // A convention that the library does not have.
            "no(naive)" => {
                table.left_out += 1;
                continue;
            }
            other => panic!("{other}"),
        };
        table.check(&row[0], &text, &row[2], &row[3], equal);
    }
    table.report();
}

#[test]
fn computed_counts_are_reached() {
    let mut table = Table::new("perft.tsv");
    for row in rows(table.name) {
        let text = if row[1] == "start" { Reference::named(&row[0]).start } else { &row[1] };
        for (depth, paths) in (1..).zip(&row[2..]) {
            table.check(&row[0], text, &depth.to_string(), paths, Equal::Once);
        }
    }
    table.report();
}

/// How often captures equal in from, to and captured set count.
#[derive(Clone, Copy)]
enum Equal {
    Once,
    EachOrder,
}

/// What was counted of a table.
struct Table {
    name: &'static str,
    /// The most paths of a row that is counted.
    budget: u64,
    counted: usize,
    over: usize,
    left_out: usize,
    wrong: Vec<String>,
}

impl Table {
    fn new(name: &'static str) -> Self {
        let budget = match std::env::var("DAMIER_PATHS") {
            Ok(text) => text.parse().expect("DAMIER_PATHS is a number"),
            Err(_) => PATHS,
        };
        Table { name, budget, counted: 0, over: 0, left_out: 0, wrong: Vec::new() }
    }

    fn check(&mut self, variant: &str, text: &str, depth: &str, paths: &str, equal: Equal) {
        let (depth, paths) = (depth.parse().unwrap(), paths.parse::<u64>().unwrap());
        if paths > self.budget {
            self.over += 1;
            return;
        }
        self.counted += 1;
        let found = count(variant, text, depth, equal);
        if found != paths {
            self.wrong.push(format!("{variant} {text} depth {depth}: {found} for {paths}"));
        }
    }

    fn report(&self) {
        println!(
            "{}: {} rows counted, {} with more than {} paths, {} of another convention",
            self.name, self.counted, self.over, self.budget, self.left_out
        );
        assert!(self.counted > 0);
        assert!(self.wrong.is_empty(), "\n{}", self.wrong.join("\n"));
    }
}

fn count(variant: &str, text: &str, depth: u32, equal: Equal) -> u64 {
    damier::dispatch!(variant.parse::<Variant>().unwrap(), R => {
        let pos = library::position::<R>(text);
        match equal {
            Equal::Once => perft(&pos, depth),
            Equal::EachOrder => paths_of_each_order(&pos, depth),
        }
    })
}

fn paths_of_each_order<R: Rules>(pos: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => told::<R, Count<true>>(pos).moves,
        _ => {
            let Orders(moves) = told(pos);
            moves.iter().map(|&mv| paths_of_each_order(&pos.play(mv), depth - 1)).sum()
        }
    }
}

fn told<R: Rules, S: Sink + Default>(pos: &Position<R>) -> S {
    let mut sink = S::default();
    match pos.turn() {
        Color::White => generate::<R, true, _>(pos, &mut sink),
        Color::Black => generate::<R, false, _>(pos, &mut sink),
    }
    sink
}

/// A list of moves with an entry for each order of a capture.
#[derive(Default)]
struct Orders(MoveList);

impl Sink for Orders {
    const KEEPS_ORDERS: bool = true;

    fn steps<G: Geometry>(&mut self, direction: Direction, to: Bits) {
        self.0.steps::<G>(direction, to);
    }

    fn jumps<G: Geometry>(&mut self, direction: Direction, to: Bits) {
        self.0.jumps::<G>(direction, to);
    }

    fn slides(&mut self, from: Bits, to: Bits) {
        self.0.slides(from, to);
    }

    fn captures(&mut self, found: &[Move]) {
        self.0.captures(found);
    }
}
