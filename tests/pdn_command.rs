//! `damier pdn`, the program: what it prints, its exit status, and the memory it takes.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn data(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/pdn").join(file)
}

fn run(args: &[&str], file: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("pdn").args(args).arg(data(file)).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn check_tells_each_refused_game_and_ends_with_1() {
    let output = run(&["check"], "a-bad-one-among-good-ones.pdn");
    let file = data("a-bad-one-among-good-ones.pdn");
    let expected = format!(
        "{}:5:25: game 2 refused: move 2... illegal move 14x24: 14 and 24 are not on one diagonal, \
         and no capture joins them\n3 games, 1 refused\n",
        file.display()
    );
    assert_eq!(out(&output), expected);
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["check", "--notes"], "comment-not-closed.pdn");
    assert!(out(&output).contains(":2:16: note: a comment is not closed"));
    assert!(out(&output).ends_with("\n1 games, 0 refused\n"));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(run(&["check"], "no-such-file.pdn").status.code(), Some(1));
}

#[test]
fn check_can_speak_json() {
    let output = run(&["check", "--json"], "a-bad-one-among-good-ones.pdn");
    let rows: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["type"], &rows[0]["line"]), (&"refused".into(), &5.into()));
    assert_eq!((&rows[0]["kind"], &rows[0]["variant"]), (&"illegal move".into(), &"normal".into()));
    assert_eq!((&rows[1]["games"], &rows[1]["refused"]), (&3.into(), &1.into()));
}

#[test]
fn convert_writes_what_check_passes() {
    let output = run(&["convert"], "a-bad-one-among-good-ones.pdn");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("game 2 refused"));
    let folder = std::env::temp_dir().join(format!("damier-pdn-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("clean.pdn");
    let to_file =
        run(&["convert", "--out", file.to_str().unwrap()], "a-bad-one-among-good-ones.pdn");
    assert!(to_file.stdout.is_empty());
    assert_eq!(std::fs::read(&file).unwrap(), output.stdout);
    let mut check = Command::new(env!("CARGO_BIN_EXE_damier"));
    let checked = check.args(["pdn", "check"]).arg(&file).output().unwrap();
    assert_eq!(out(&checked), "2 games, 0 refused\n");
    // A file that is there is not overwritten.
    let again = run(&["convert", "--out", file.to_str().unwrap()], "clocks.pdn");
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(std::fs::read(&file).unwrap(), output.stdout);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn convert_writes_other_forms() {
    let form = |form| out(&run(&["convert", "--to", form], "english-first-number-is-black.pdn"));
    assert_eq!(
        form("fen"),
        "english\tW:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22\n"
    );
    assert_eq!(
        form("hub"),
        "set-param name=variant value=english\n\
         pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 22-18 15x22x18\"\n"
    );
    assert!(form("csv").ends_with(
        "english,,,,,1-0,3,\"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\",\
         11-15 22-18 15x22\n"
    ));
    let row: serde_json::Value = serde_json::from_str(&form("json")).unwrap();
    assert_eq!((&row["winner"], &row["plies"]), (&"black".into(), &3.into()));
    assert_eq!(row["moves"][2], "15x22");
    let white_first =
        run(&["convert", "--write-order", "white"], "english-first-number-is-black.pdn");
    assert!(out(&white_first).contains("[Result \"0-1\"]"));
    let as_white = run(
        &["convert", "--result-order", "white", "--to", "json"],
        "english-first-number-is-black.pdn",
    );
    assert!(out(&as_white).contains("\"winner\":\"white\""));
}

#[test]
fn stats_count_games_results_plies_openings_and_faults() {
    let text = out(&run(&["stats", "--opening-plies", "2"], "results-in-both-styles.pdn"));
    for line in [
        "brazilian: 5 games",
        "  results: white 1, black 1, draw 1, nobody 1, open 1",
        "  plies: 2 to 2, 2.0 on average",
        "        5 c3-d4 d6-c5",
        "normal: 1 games",
        "6 games, 0 refused",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    let text = out(&run(&["stats", "--json"], "illegal-moves.pdn"));
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["refused_by_kind"]["illegal move"], 6);
}

/// Games without end, of different lengths and with long comments.
struct Games {
    left: usize,
    game: Vec<u8>,
    at: usize,
    number: usize,
}

impl Games {
    fn next_game(&mut self) {
        let mut text = String::new();
        let number = self.number;
        _ = write!(text, "[White \"player {number}\"]\n[GameType \"20\"]\n\n");
        let comment = "a long comment on the position ".repeat(50 + number % 200);
        _ = write!(
            text,
            "1. 32-28 {{{comment}}} 19-23 2. 28x19 14x23 {{{comment}}} 3. 37-32 1-1\n\n"
        );
        (self.game, self.at, self.number) = (text.into_bytes(), 0, number + 1);
    }
}

impl Read for Games {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.game.len() {
            self.next_game();
        }
        let count = buffer.len().min(self.game.len() - self.at).min(self.left);
        buffer[..count].copy_from_slice(&self.game[self.at..][..count]);
        self.at += count;
        self.left -= count;
        Ok(count)
    }
}

/// The most memory a process has taken, in MiB, where the system tells it.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? >> 10)
}

#[test]
fn memory_does_not_grow_with_the_file() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["pdn", "check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut feed = |bytes: usize| {
        let mut games = Games { left: bytes, game: Vec::new(), at: 0, number: 0 };
        io::copy(&mut games, &mut input).unwrap();
        input.write_all(b"}\n\n").unwrap();
        input.flush().unwrap();
    };
    feed(1 << 20);
    let early = peak_memory(child.id());
    feed(50 << 20);
    // The pipe holds little, so that all but the last of it has been read.
    let late = peak_memory(child.id());
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = out(&output);
    let games: u64 = text.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(games > 5_000, "{text}");
    if let (Some(early), Some(late)) = (early, late) {
        assert!(late < early + 8 && late < 40, "{early} MiB after 1 MiB, {late} MiB after 51 MiB");
    }
}
