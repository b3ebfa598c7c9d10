//! The subcommands as a shell sees them: what they print and how they end.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with an input.
fn run(args: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(args.split_whitespace())
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends without reading closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs it, checks the exit status, and gives what it printed: output, errors.
fn runs(args: &str, input: &str, status: i32) -> (String, String) {
    let output = run(args, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "{args}\n{out}{err}");
    (out, err)
}

#[test]
fn legal_moves_are_printed_sorted_one_a_line() {
    let (out, _) = runs("moves --variant english", "", 0);
    assert_eq!(out, "10-14\n10-15\n11-15\n11-16\n12-16\n9-13\n9-14\n");
    let (out, _) = runs("moves --fen W:W28:B22,12,1", "", 0);
    assert_eq!(out, "28x8x12x22\n");
}

#[test]
fn many_positions_are_answered_in_order_and_a_bad_one_does_not_end_it() {
    let rows = "english\tstart\nnormal\tWe\nspanish\tstart\n";
    let (out, _) = runs("moves -", rows, 1);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "10-14 10-15 11-15 11-16 12-16 9-13 9-14");
    assert!(lines[1].starts_with("error: bad normal position: "), "{out}");
    assert!(lines[2].starts_with("10-13 "), "{out}");
    runs("moves -", "english\tstart", 0);
}

#[test]
fn errors_are_told_in_one_line_and_misuse_with_the_usage() {
    let (out, err) = runs("moves --variant turkish --fen W:Wz9:B", "", 1);
    assert!(out.is_empty() && err.starts_with("error: bad turkish position: FEN"), "{err}");
    assert_eq!(err.lines().count(), 1);
    for args in ["moves --variant russian", "moves --depth 3", "fly", "bench --depth 0"] {
        let (out, err) = runs(args, "", 2);
        assert!(out.is_empty() && err.starts_with("error: "), "{err}");
    }
    runs("hub --set threads=0", "", 1);
    runs("hub --set threads", "", 2);
    let (_, err) = runs("train selfplay --output x.games", "", 2);
    assert!(err.contains("--games <N>|--positions <N>"), "{err}");
}

#[test]
fn weights_may_be_named_before_their_variant() {
    let file = "eval-file=tests/data/eval/english.net";
    let (out, _) = runs(&format!("hub --set {file} --set variant=english"), "hub\nquit\n", 0);
    assert!(out.contains("param name=eval-file value=tests/data/eval/english.net "), "{out}");
}

#[test]
fn parameters_are_listed_with_defaults_and_values() {
    let (out, _) = runs("parameters hash", "", 0);
    assert!(out.starts_with("hash=64\n") && out.contains("1 to 1048576"), "{out}");
    runs("parameters book", "", 1);
}

#[test]
fn the_bench_says_what_differs() {
    let (out, _) = runs("bench --variant english --depth 3 --json", "", 0);
    assert!(out.starts_with("{\"variant\":\"english\",\"nodes\":"), "{out}");
    let file = std::env::temp_dir().join(format!("damier-bench-{}.tsv", std::process::id()));
    fs::write(&file, "turkish\t1\n").unwrap();
    let (_, err) = runs(&format!("bench --variant turkish --check {}", file.display()), "", 1);
    fs::remove_file(&file).unwrap();
    assert!(err.contains("turkish: ") && err.contains(" nodes where 1 were expected"), "{err}");
}

#[test]
fn a_file_that_another_process_adds_to_is_left_alone() {
    let path = std::env::temp_dir().join(format!("damier-held-{}", std::process::id()));
    let held = fs::File::create(&path).unwrap();
    fs4::FileExt::lock(&held).unwrap();
    let file = path.display();
    for args in [
        format!("analyze - --format json --depth 1 --resume --output {file}"),
        format!("analyze - --format pdn --depth 1 --resume --output {file}"),
        format!("match --games 2 --depth 1 --engine self --engine self --resume --json {file}"),
        format!("openings --count 1 --depth 1 --resume --output {file}"),
        format!("train selfplay --variant english --games 1 --resume --output {file}"),
    ] {
        let (_, err) = runs(&args, "[Event \"\"]\n\n1. 32-28 *\n", 1);
        let expected = format!("{file} is being written by another process");
        assert!(err.lines().any(|line| line.ends_with(&expected)), "{args}\n{err}");
        assert_eq!(fs::metadata(&path).unwrap().len(), 0, "{args}");
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_refused_command_leaves_no_file() {
    let folder = std::env::temp_dir().join(format!("damier-refused-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let old = folder.join("old").display().to_string();
    fs::write(&old, "mine").unwrap();
    let new = folder.join("new").display().to_string();
    let games = "--games 2 --depth 1 --engine self --engine self";
    let reading = "--depth 1 --format";
    for (args, expected) in [
        (format!("match {games} --json {new} --pdn {old}"), "old is there already: --resume"),
        (format!("match {games} --json {new} --pdn {new}x/y"), "cannot be begun"),
        (format!("match {games} --json {new} --html {old}"), "is no page of damier"),
        (format!("match {games} --pdn {new} --html {new}"), "the same file is written by --pdn"),
        (format!("match {games} --json {new} --pdn {new}"), "the same file is written by --json"),
        (format!("analyze nosuch {reading} json --output {new}"), "cannot open nosuch"),
        (format!("analyze nosuch {reading} pdn --output {new}"), "cannot open nosuch"),
        (format!("analyze - --games 9- {reading} json --output {new}"), "there is no such game"),
        (format!("analyze --fen junk {reading} json --output {new}"), "bad normal position"),
    ] {
        let (_, err) = runs(&args, "[Event \"\"]\n\n1. 32-28 *\n", 1);
        assert!(err.contains(expected), "{args}\n{err}");
        assert!(!fs::exists(&new).unwrap(), "{args}");
    }
    assert_eq!(fs::read_to_string(&old).unwrap(), "mine");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn help_has_examples_everywhere() {
    let (out, _) = runs("--help", "", 0);
    assert!(out.contains("Examples:"));
    for command in damier::cli::command().get_subcommands() {
        let (out, _) = runs(&format!("{} --help", command.get_name()), "", 0);
        assert!(out.contains("Usage: damier"), "{out}");
    }
}

/// What is wider is broken where it looks bad.
#[test]
fn help_is_not_wider_than_a_hundred_columns() {
    let mut commands = vec![damier::cli::command()];
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands().cloned());
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in after.lines() {
            assert!(line.chars().count() <= 100, "{}: {line}", command.get_name());
        }
    }
}

#[test]
fn a_bad_row_of_a_suite_fails_alone() {
    let good = "english\tstart\t7\t49\t302\r\n";
    let long = format!("english\tstart\t{}\n", "9".repeat(100_000));
    let rows = format!("# a comment\n{good}english\tstart\t7\t\t302\nenglish\tstart\n{long}{good}");
    let (out, _) = runs("perft --suite -", &rows, 1);
    assert!(out.ends_with("2 passed, 3 failed\n"), "{out}");
    assert!(out.lines().next().unwrap().starts_with("line 3: '' is not a count"), "{out}");
    assert!(out.lines().all(|line| line.len() < 400), "a row is repeated only in part");
    runs("perft --suite - --fen W:W31:B20", good, 2);
}
