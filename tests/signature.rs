//! The search is what it was: the node counts of the bench are those of `tests/data/bench.tsv`.

use std::fs;

use damier::engine::bench::{self, Setting};
use damier::rules::Variant;

#[test]
fn the_bench_takes_the_nodes_it_took() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bench.tsv");
    let expected = fs::read_to_string(path).unwrap();
    let measured: Vec<_> =
        Variant::ALL.iter().map(|&it| bench::run(it, &Setting::default()).unwrap()).collect();
    for row in &measured {
        let speed = row.nodes_per_second() / 1e6;
        println!("{}\t{}\t# {speed:.2} million nodes/s", row.variant, row.nodes);
    }
    let mismatches = bench::compare(&measured, &expected);
    assert!(mismatches.is_empty(), "{mismatches:?}");
}
