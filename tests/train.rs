//! Training: games of the engine against itself, files of them, and weights that are fitted to them.

#[path = "train/fit.rs"]
mod fit;
#[path = "train/selfplay.rs"]
mod selfplay;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder that is nobody else's, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = format!("damier-train-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn damier(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("train").args(args.split_whitespace());
    command
}

fn output(args: &str) -> Output {
    damier(args).output().unwrap()
}

/// Runs a command that has to succeed; what it prints.
fn run(args: &str) -> String {
    let output = output(args);
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that has to fail; what it says.
fn error(args: &str) -> String {
    let output = output(args);
    assert_eq!(output.status.code(), Some(1), "{args}");
    String::from_utf8(output.stderr).unwrap()
}
