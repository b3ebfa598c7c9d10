//! `damier bitbase`, the program: killed while it builds, and what it prints.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::common::folder::Folder;

fn damier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("bitbase").args(args);
    command
}

fn run(args: &[&str]) -> (Output, String) {
    let output = damier(args).output().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

fn build(folder: &Path) -> Command {
    let folder = folder.to_str().unwrap();
    damier(&["build", "--variant", "english", "--pieces", "4", "--dir", folder])
}

/// Waits until so much of a part is written, or the build is over. Gives whether it is over.
fn wait_for(part: &Path, bytes: u64, child: &mut Child) -> bool {
    loop {
        if fs::metadata(part).is_ok_and(|part| part.len() >= bytes) {
            return false;
        }
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_build_that_was_killed_goes_on() {
    let folder = Folder::new("bitbase-killed");
    let part = folder.0.join("english-4.bb.part");
    let mut goes_on = 0;
    for bytes in [0, 1_000, 30_000, 80_000, 120_000] {
        let mut child = build(&folder.0).stderr(Stdio::null()).spawn().unwrap();
        if wait_for(&part, bytes, &mut child) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        goes_on += 1;
    }
    assert!(goes_on >= 3, "{goes_on}");
    let output = build(&folder.0).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("english-4.bb.part: goes on after "), "{told}");
    let whole = Folder::new("bitbase-not-killed");
    assert!(build(&whole.0).output().unwrap().status.success());
    for pieces in 2..=4 {
        let name = format!("english-{pieces}.bb");
        assert!(fs::read(folder.0.join(&name)).unwrap() == fs::read(whole.0.join(&name)).unwrap());
    }
    assert!(!part.exists());
}

#[test]
fn two_do_not_build_in_one_folder_and_too_much_is_refused() {
    let folder = Folder::new("bitbase-two");
    let part = folder.0.join("english-4.bb.part");
    let mut first = build(&folder.0).stderr(Stdio::null()).spawn().unwrap();
    assert!(!wait_for(&part, 1, &mut first));
    let second = build(&folder.0).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let told = String::from_utf8(second.stderr).unwrap();
    assert!(told.contains("another process builds bitbases here"), "{told}");
    let (output, _) = run(&["build", "--variant", "turkish", "--pieces", "8"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("not started: "), "{told}");
    assert!(told.contains(" of memory are needed and "), "{told}");
}

#[test]
fn positions_are_answered() {
    let (output, text) = run(&["probe", "--variant", "english", "--fen", "B:WK32:BK1,K5,K9"]);
    assert!(output.status.success());
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[..4], ["variant english", "value win", "plies 25", "1-6 win 25"]);
    assert_eq!(lines.len(), 3 + 4);
    let (output, _) = run(&["probe", "--variant", "turkish"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "error: 32 pieces, and the turkish bitbases have up to 4\n");
}

#[test]
fn files_are_described_and_verified() {
    let folder = Folder::new("bitbase-info");
    let dir = folder.0.to_str().unwrap();
    let (output, _) =
        run(&["build", "--variant", "spanish", "--pieces", "3", "--dtw", "--dir", dir]);
    assert!(output.status.success());
    let file = folder.0.join("spanish-3-dtw.bb");
    let (_, text) = run(&["info", "--json", file.to_str().unwrap()]);
    let about: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(about["variant"], "spanish");
    assert_eq!(about["slices"].as_array().unwrap().len(), 12);
    let (output, text) = run(&["verify", "--variant", "spanish", "--dir", dir]);
    assert!(output.status.success());
    assert!(text.ends_with("\n16 slices, 0 faults\n"), "{text}");
    let (output, _) = run(&["verify", "--variant", "english", "--dir", dir]);
    assert_eq!(output.status.code(), Some(1), "there is nothing to check");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    let (output, _) = run(&["verify", "--variant", "spanish", "--dir", dir]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("spanish-3-dtw.bb: it is damaged: the values of "), "{told}");
}
