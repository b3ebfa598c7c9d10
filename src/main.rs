//! The `damier` program.

use damier::movegen::perft::perft;
use damier::position::Position;
use damier::rules::Variant;

fn main() {
    let mut args = std::env::args().skip(1);
    let variant: Variant = args.next().unwrap().parse().unwrap();
    let depth: u32 = args.next().unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let n = damier::dispatch!(variant, R => perft(&Position::<R>::start(), depth));
    println!("{n} {:.1}", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
