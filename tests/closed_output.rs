//! Nobody reads what the program says, or the disk is full: that is no reason to panic.

use std::io;
use std::process::{Command, Stdio};

/// A short run of each command that says something, and of one that fails.
const RUNS: [&str; 13] = [
    "match --engine self depth=1 --engine self depth=1 --games 2 --max-plies 12",
    "match --engine self depth=1 --engine self depth=1 --games 2 --max-plies 12 --verbose",
    "tournament --engine self depth=1 --engine self depth=1 --games 2 --max-plies 12",
    "openings --variant english --list ballots2",
    "openings --variant english --count 3 --nodes 100 --min 0 --max 200 --sharp 0",
    "analyze --moves 32-28 --nodes 10",
    "pdn check tests/data/pdn",
    "moves",
    "perft 3",
    "parameters",
    "bench --depth 2",
    "rankings no-such-file",
    "--help",
];

/// A pipe that nobody reads.
fn closed() -> Stdio {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// Where nothing can be written.
fn full() -> Stdio {
    std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

fn run(words: &str, [out, err]: [Stdio; 2]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.env_remove("RUST_LOG").args(words.split(' ')).stdin(Stdio::null());
    let output = command.stdout(out).stderr(err).output().unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{words}: {code:?}\n{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
}

#[test]
fn outputs_that_nobody_reads_are_no_error() {
    for words in RUNS {
        run(words, [closed(), Stdio::piped()]);
        run(words, [Stdio::piped(), closed()]);
        run(words, [closed(), closed()]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_nothing_worse() {
    for words in RUNS {
        run(words, [full(), Stdio::piped()]);
        run(words, [Stdio::piped(), full()]);
    }
}
