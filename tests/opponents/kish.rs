//! The program of the fixed Turkish opponent: `cargo build --release --example kish-alpha-beta`.

mod alpha_beta;

use std::io;

fn main() -> io::Result<()> {
    alpha_beta::serve(io::stdin().lock(), io::stdout().lock())
}
