//! The library's counts of paths against publications, in both conventions.
//!
//! Rows with more paths than `DAMIER_PATHS` are counted and printed, not checked.

mod common;

use std::sync::Arc;

use common::data::{read_fen, rows};
use common::library;
use common::variants::Rules as Reference;
use damier::movegen::perft::{self, Counting, Walker};
use damier::rules::Variant;

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
    let counting = match equal {
        Equal::Once => Counting::Bulk,
        Equal::EachOrder => Counting::Orders,
    };
    count_as(variant, text, depth, counting, None)
}

fn count_as(
    variant: &str,
    text: &str,
    depth: u32,
    counting: Counting,
    table: Option<Arc<perft::Table>>,
) -> u64 {
    damier::dispatch!(variant.parse::<Variant>().unwrap(), R => {
        Walker::<R>::new(counting).with_table(table).paths(&library::position::<R>(text), depth)
    })
}

#[test]
fn every_way_of_counting_agrees() {
    for row in rows("perft.tsv") {
        let text = if row[1] == "start" { Reference::named(&row[0]).start } else { &row[1] };
        for (depth, paths) in (1..).zip(&row[2..]) {
            let paths: u64 = paths.parse().unwrap();
            if paths < 1_000_000 {
                assert_eq!(count_as(&row[0], text, depth, Counting::EachLeaf, None), paths);
                // So small a table that nearly every entry is written over.
                let table = Arc::new(perft::Table::new(0).unwrap());
                assert_eq!(count_as(&row[0], text, depth, Counting::Bulk, Some(table)), paths);
            }
        }
    }
}
