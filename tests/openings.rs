//! Openings: the embedded books, ballots, files, and the command that makes them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use damier::arena::openings::{Opening, Openings};
use damier::book::{self, Seen};
use damier::dispatch;
use damier::game::Game;
use damier::movegen::has_capture;
use damier::notation::moves;
use damier::position::Position;
use damier::rules::{DrawProfile, Rules, Variant};

/// So many openings an embedded book has at least.
const IN_A_BOOK: usize = 1000;

fn data(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/openings");
    folder.join(file).to_str().unwrap().to_owned()
}

/// A folder that is nobody else's, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = format!("damier-openings-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn damier(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args.split_whitespace());
    command
}

fn output(args: &str) -> Output {
    damier(args).output().unwrap()
}

/// The lines of openings that a command prints.
fn lines(args: &str) -> Vec<String> {
    let output = output(args);
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    openings_of(&String::from_utf8(output.stdout).unwrap())
}

fn openings_of(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.starts_with('#')).map(ToOwned::to_owned).collect()
}

/// The command in the head of a book, without the name of the program.
fn command_of(variant: Variant) -> &'static str {
    let line = book::text(variant).lines().nth(1).unwrap();
    line.strip_prefix("# damier ").unwrap_or_else(|| panic!("{variant}: {line}"))
}

/// The game after an opening.
fn played<R: Rules>(opening: &Opening) -> Game<R> {
    let start = Position::from_setup(&opening.start).unwrap();
    let mut game = Game::<R>::new(start, DrawProfile::Standard);
    for &mv in &opening.moves {
        assert_eq!(game.outcome(), None);
        game.play(moves::resolve(game.position(), &mv.into()).unwrap());
    }
    game
}

/// Ends in quiet positions that are not over, all different; tells how many have White to move.
fn are_sound<R: Rules>(list: &[Opening], may_capture: bool) -> usize {
    let mut seen = Seen::<R>::default();
    let mut white = 0;
    for opening in list {
        let game = played::<R>(opening);
        let position = game.position();
        assert_eq!(game.outcome(), None, "{opening:?}");
        assert!(may_capture || !has_capture(position), "{opening:?}");
        assert!(may_capture || !has_capture(&position.passed()), "{opening:?}");
        assert!(seen.insert(position), "{opening:?}");
        white += usize::from(position.turn().is_white());
    }
    white
}

#[test]
fn every_book_has_a_thousand_different_quiet_openings() {
    for &variant in Variant::ALL {
        let list = Openings::list("builtin", variant, None).unwrap();
        assert!(list.len() >= IN_A_BOOK, "{variant}: {}", list.len());
        let white = dispatch!(variant, R => are_sound::<R>(&list, false));
        assert!((list.len() / 4..list.len() * 3 / 4).contains(&white), "{variant}: {white}");
        assert_eq!(list[16].name.as_deref(), Some("book 17"));
        let start = dispatch!(variant, R => Position::<R>::start().setup());
        assert!(list.iter().all(|opening| opening.start == start), "{variant}");
    }
}

/// By the search that made a book, its command makes it again. By another it need not; but it is then
/// time to run `scripts/openings`.
#[test]
fn every_book_is_what_its_command_makes() {
    for &variant in Variant::ALL {
        let text = book::text(variant);
        let book = openings_of(text);
        let command = command_of(variant);
        let count = format!("--count {}", book.len());
        assert!(command.contains(&count), "{variant}: {command} makes not {}", book.len());

        // This holds for any evaluation: what is there was drawn in this order.
        let words: Vec<_> = command.split(" --nodes").collect();
        let all = format!("{} --depth 1 --min 0 --max 10000 --sharp 0", words[0]);
        let seed = command.split(" --seed ").nth(1).unwrap();
        let drawn = lines(&format!("{} --seed {seed}", all.replace(&count, "--count 400")));
        let mut drawn = drawn.iter();
        for line in &book[..50] {
            assert!(drawn.any(|it| it == line), "{variant}: {line} is not among the candidates");
        }

        let few = output(&command.replace(&count, "--count 4"));
        let few = String::from_utf8(few.stdout).unwrap();
        if few.lines().next() == text.lines().next() {
            assert_eq!(openings_of(&few), book[..4], "{variant}: run scripts/openings");
        } else {
            println!("{variant}: the book is by another search: scripts/openings makes it anew");
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for &variant in Variant::ALL {
        let command = format!("openings --variant {variant} --count 12 --nodes 1500 --seed 5");
        let one = lines(&command);
        assert_eq!(one.len(), 12);
        assert_eq!(lines(&format!("{command} --threads 2")), one);
        assert_ne!(lines(&command.replace("--seed 5", "--seed 6")), one);
    }
}

#[test]
fn all_sequences_can_be_tried() {
    let all = "openings --variant english --enumerate --plies 3 --depth 1 --min 0 --max 10000";
    assert_eq!(lines(&format!("{all} --sharp 0 --count 2")), ["9-13 21-17 5-9", "9-13 21-17 6-9"]);
    let every = lines(&format!("{all} --sharp 0"));
    let balanced = lines(&format!("{all} --sharp 0").replace("--max 10000", "--max 30"));
    assert!(every.len() > 50 && every.len() < 216 && balanced.len() < every.len());
    let too_many = output("openings --enumerate --plies 12");
    assert_eq!(too_many.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&too_many.stderr).contains("--random"));
}

#[test]
fn a_run_goes_on_where_it_was_torn_off() {
    let scratch = Scratch::new("resume");
    let named_pdn = scratch.0.join("book.PDN");
    let refused = output(&format!("openings --count 1 --output {}", named_pdn.to_str().unwrap()));
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("expected another ending"));
    assert!(!named_pdn.exists());
    let path = scratch.0.join("book.txt");
    let command = format!(
        "openings --variant turkish --count 10 --nodes 1000 --output {}",
        path.to_str().unwrap()
    );
    assert!(output(&command).status.success());
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(openings_of(&whole).len(), 10);
    // It is not written over.
    assert_eq!(output(&command).status.code(), Some(1));
    let line = whole.lines().nth(6).unwrap();
    for torn in [0, 10, whole.find(line).unwrap() + 5, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..torn]).unwrap();
        let again = output(&format!("{command} --resume"));
        assert!(again.status.success(), "{torn}: {}", String::from_utf8_lossy(&again.stderr));
        assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{torn}");
    }
    let other = output(&format!("{command} --resume --seed 2"));
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stderr).contains("was not begun by this command"));
    let changed = whole.replace(line, "a3-a4");
    fs::write(&path, changed).unwrap();
    let changed = output(&format!("{command} --resume"));
    assert!(String::from_utf8_lossy(&changed.stderr).contains("was made in another way"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_there() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let mut command = damier("openings --variant spanish --count 1000000 --nodes 2000");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut kept: Vec<String> = out.by_ref().take(8).map(Result::unwrap).collect();
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    kept.extend(out.map(Result::unwrap));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let kept = openings_of(&kept.join("\n"));
    let few = lines("openings --variant spanish --count 6 --nodes 2000");
    assert_eq!(kept[..6], few);
}

#[test]
fn ballots_are_played_where_they_are_known() {
    for (name, variant, count) in [
        ("ballots2", Variant::English, 47),
        ("ballots3", Variant::English, 174),
        ("ballots11", Variant::English, 2403),
        ("ballots2", Variant::International, 79),
        ("ballots3", Variant::International, 331),
        ("ballots2", Variant::Spanish, 47),
    ] {
        let list = Openings::list(name, variant, None).unwrap();
        assert_eq!(list.len(), count, "{name} {variant}");
        dispatch!(variant, R => are_sound::<R>(&list, true));
        assert!(list.iter().all(|opening| opening.name.is_some()));
    }
    let error = Openings::named("ballots11", Variant::Brazilian, 1).unwrap_err();
    assert!(error.to_string().contains("english"), "{error}");
    let list = lines("openings --variant english --list ballots11");
    assert_eq!(list.len(), 2403);
    assert!(list[0].ends_with(" # without 5 and 21: 9-13 25-21"), "{}", list[0]);
    let printed = output("openings --list ballots3");
    let printed = String::from_utf8(printed.stdout).unwrap();
    assert!(printed.contains("658 ways, 494 without a loss at once"), "{printed}");
}

#[test]
fn a_seed_gives_an_order_in_which_each_opening_comes_once() {
    let order = |name: &str, seed| {
        let openings = Openings::named(name, Variant::English, seed).unwrap();
        let count = openings.count().unwrap() as u32;
        let names = (0..count).map(|pair| openings.of_pair(pair).name.unwrap());
        assert_eq!(openings.of_pair(count), openings.of_pair(0));
        names.collect::<Vec<_>>()
    };
    for name in ["builtin", "ballots3"] {
        assert_eq!(order(name, 4), order(name, 4));
        assert_ne!(order(name, 4), order(name, 5));
        let sorted = |seed| {
            let mut names = order(name, seed);
            names.sort();
            names
        };
        assert_eq!(sorted(4), sorted(5));
    }
}

#[test]
fn files_are_read_in_every_form() {
    let list = Openings::list(&data("mixed.txt"), Variant::English, None).unwrap();
    let plies: Vec<_> = list.iter().map(|it| (it.moves.len(), it.quiet_plies)).collect();
    // The last line leads to the position of the first.
    assert_eq!(plies, [(3, 0), (2, 0), (3, 0), (0, 0), (0, 0), (0, 4)]);
    assert_eq!(list[1].name.as_deref(), Some("the Edinburgh"));
    let short = Openings::list(&data("mixed.txt"), Variant::English, Some(1)).unwrap();
    assert!(short.iter().all(|it| it.moves.len() <= 1));
}

#[test]
fn games_of_a_pdn_file_are_openings() {
    let read = |plies| Openings::list(&data("games.pdn"), Variant::English, plies).unwrap();
    let list = read(None);
    let told: Vec<_> =
        list.iter().map(|it| (it.moves.len(), it.name.as_deref().unwrap())).collect();
    assert_eq!(told, [(4, "Old Faithful"), (0, "game 2"), (1, "game 3")]);
    assert_eq!(read(Some(2))[0].moves.len(), 2);
    let other = Openings::list(&data("games.pdn"), Variant::International, None).unwrap();
    assert_eq!((other.len(), other[0].moves.len()), (1, 2));
    let none = Openings::list(&data("games.pdn"), Variant::Turkish, None).unwrap_err();
    assert!(none.to_string().contains("no game of turkish"), "{none}");
    let over = "[GameType \"21\"]\n[FEN \"B:W18:B15,1\"]\n1. 15x22 *";
    let scratch = Scratch::new("pdn");
    // PDN is known by its first tag too.
    let error = Openings::list(&scratch.file("over.txt", over), Variant::English, None);
    let error = format!("{:#}", error.unwrap_err());
    assert!(
        error.contains("over.txt:1:1: game 1: ") && error.contains("--opening-plies"),
        "{error}"
    );
}

#[test]
fn a_bad_file_is_told_with_its_line() {
    let scratch = Scratch::new("bad");
    let error = |content: &[u8]| {
        let file = scratch.file("bad.txt", content);
        let error = Openings::named(&file, Variant::International, 1).unwrap_err();
        format!("{error:#}")
    };
    for (content, told) in [
        (&b"32-28\n32-28 28-23 # no"[..], "bad.txt: line 2: illegal move 28-23"),
        (b"# nothing", "has no openings"),
        (b"", "has no openings"),
        (b"32-28\n\n\xff\xfe\n", "bad.txt, line 3: it is not text in UTF-8"),
        (b"W:W1:B50", "bad.txt: line 1: FEN has a"),
        (b"B:W28:B", "bad.txt: line 1: the game is over"),
        (b"W:W99:B1", "bad.txt: line 1: FEN names a wrong square"),
        (b"1.\n...", "bad.txt: line 2"),
        (b"9999999999-1", "bad.txt: line 1"),
        (b"[Event \"x\"", "no game"),
    ] {
        let error = error(content);
        assert!(error.contains(told) || told == "no game", "{error}");
    }
    error("32-28 ".repeat(100_000).as_bytes());
    error("[".repeat(100_000).as_bytes());
    error(&vec![0; 100_000]);
    let folder = scratch.0.to_str().unwrap();
    Openings::named(folder, Variant::English, 1).unwrap_err();
    let missing = Openings::named("no-such-file", Variant::English, 1).unwrap_err();
    assert!(format!("{missing:#}").contains("ballots11"), "{missing:#}");
    let plies = Openings::named_to("builtin", Variant::English, 1, Some(4)).unwrap_err();
    assert!(plies.to_string().contains("builtin"), "{plies}");
}
