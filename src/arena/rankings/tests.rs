use super::*;
use std::thread;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("damier-rankings-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn brief(number: u64) -> Brief {
    Brief {
        variant: Variant::ALL[number as usize % 5],
        white: String::from("a \"quoted\" name"),
        black: format!("b{}", number % 3),
        result: [GameResult::White, GameResult::Draw, GameResult::Black][number as usize % 3],
        opening: number / 2,
        game: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
    }
}

#[test]
fn a_game_counts_once_and_what_is_written_is_read() {
    let folder = Folder::new("once");
    let file = folder.0.join("r.jsonl");
    let add = |numbers: std::ops::Range<u64>| {
        let added = Rankings::add_to(&file, &[], numbers.map(brief)).unwrap();
        (added.new, added.known)
    };
    assert_eq!(add(0..20), (20, 0));
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(add(5..20), (0, 15));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(add(10..30), (10, 10));
    let rankings = Rankings::read(&file).unwrap();
    assert_eq!(rankings.games, (0..30).map(brief).collect::<Vec<_>>());
    assert_eq!(rankings.variants(), Variant::ALL);
    assert_eq!(rankings.ranking(Variant::Turkish).games(), 6);
}

#[cfg(unix)]
#[test]
fn only_files_are_replaced() {
    let folder = Folder::new("device");
    let file = folder.0.join("r.jsonl");
    // A pipe without a name for it stands for a device.
    let socket = std::os::unix::net::UnixListener::bind(&file).unwrap();
    for error in [
        Rankings::try_out(&file).unwrap_err(),
        Rankings::add_to(&file, &[], [brief(1)].into_iter()).unwrap_err(),
    ] {
        assert!(error.to_string().ends_with("is no file"), "{error}");
    }
    drop(socket);
}

#[test]
fn what_cannot_be_written_is_told_before_the_games() {
    let folder = Folder::new("before");
    Rankings::try_out(&folder.0.join("r.jsonl")).unwrap();
    assert!(!folder.0.join("r.jsonl").exists());
    Rankings::try_out(&folder.0.join("missing/r.jsonl")).unwrap_err();
    // Nothing can be made where a folder stands.
    fs::create_dir(folder.0.join("r.jsonl.new")).unwrap();
    let error = Rankings::try_out(&folder.0.join("r.jsonl")).unwrap_err().to_string();
    assert!(error.ends_with("r.jsonl cannot be written"), "{error}");
}

#[test]
fn writers_at_the_same_time_lose_nothing() {
    let folder = Folder::new("two");
    let file = folder.0.join("r.jsonl");
    thread::scope(|scope| {
        for writer in 0..8 {
            let file = &file;
            scope.spawn(move || {
                for number in 0..10 {
                    let game = brief(10 * writer + number);
                    Rankings::add_to(file, &[], [game].into_iter()).unwrap();
                }
            });
        }
    });
    assert_eq!(Rankings::read(&file).unwrap().games.len(), 80);
}

#[test]
fn other_settings_under_the_same_name_are_told_once() {
    let folder = Folder::new("settings");
    let file = folder.0.join("r.jsonl");
    let engine = |budget: &str| EngineHeader {
        name: String::from("scan"),
        program: String::from("scan hub"),
        parameters: vec![(String::from("threads"), String::from("1"))],
        weights: None,
        budget: budget.to_owned(),
    };
    let add = |number, budget| {
        let games = [brief(number)].into_iter();
        Rankings::add_to(&file, &[engine(budget)], games).unwrap().notes
    };
    assert!(add(0, "10 s").is_empty());
    assert!(add(1, "10 s").is_empty());
    let notes = add(2, "20 s");
    assert!(notes[0].starts_with("scan has played with other settings before"), "{notes:?}");
    assert!(notes[0].contains("(scan hub, threads=1, 10 s; now scan hub, threads=1, 20 s)"));
    assert!(add(3, "10 s").is_empty() && add(4, "20 s").is_empty());
}

#[test]
fn a_file_that_is_none_is_told_with_the_line() {
    let folder = Folder::new("bad");
    let file = folder.0.join("r.jsonl");
    let head = "{\"damier_rankings\":1}\n";
    for (text, told) in [
        (String::from("hello\n"), "line 1: expected {\"damier_rankings\":1}: it is no"),
        (String::from("{\"damier_rankings\":2}\n"), "line 1: version 2 where version 1"),
        (String::from("{\"engine\":\"a\",\"settings\":[]}\n"), "line 1: a file of rankings"),
        (format!("{head}{head}"), "line 2: version 1 where version 1 is wanted, on line 1"),
        (format!("{head}[\"chess\",\"a\",\"b\",\"draw\",\"0\",\"0\"]\n"), "'chess' is not a"),
        (format!("{head}[\"english\",\"a\",\"b\",\"draw\",\"x\",\"0\"]\n"), "'x' is no finger"),
        (
            format!("{head}[\"english\",\"a\",\"b\",\"lost\",\"0\",\"0\"]\n"),
            "line 2: expected an engine or",
        ),
    ] {
        fs::write(&file, &text).unwrap();
        let error = format!("{:#}", Rankings::read(&file).unwrap_err());
        assert!(error.contains(told), "{error}");
        Rankings::add_to(&file, &[], [brief(1)].into_iter()).unwrap_err();
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "a bad file is left as it is");
    }
}
