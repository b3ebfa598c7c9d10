//! The program, run on files of a folder that goes away.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program with arguments, not yet started.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).env_remove("RUST_LOG").stdin(Stdio::piped());
    if args.first() == Some(&"analyze") {
        // The table is cleared for each game, which takes longer than these searches.
        command.args(["--hash", "1"]);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn run(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = command(args).spawn().unwrap();
    // A program that ends without reading closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

pub(crate) fn analyze(args: &[&str]) -> Output {
    run(&[&["analyze"], args].concat(), "")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The lines of JSON but the first, which is the header.
pub(crate) fn rows(output: &Output) -> Vec<serde_json::Value> {
    out(output).lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn data(file: &str) -> String {
    format!("{}/tests/data/pdn/{file}", env!("CARGO_MANIFEST_DIR"))
}

pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let name = format!("damier-analyze-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
