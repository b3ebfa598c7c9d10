//! The `damier` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    damier::cli::run(std::env::args_os())
}
