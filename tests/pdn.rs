//! PDN: files with one habit or fault each, round trips, hostile texts, and the subcommand.

mod common;

use std::any::Any;
use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use common::library;
use common::random::{self, Random};
use common::variants::{Rules as Reference, VARIANTS};
use damier::movegen::legal_moves;
use damier::notation::pdn::{
    self, Found, Line, Options, Order, Record, Refusal, Step, Verdict, Visitor,
};
use damier::notation::{Between, moves};
use damier::position::{Move, Position};
use damier::rules::{Rules, Variant};

/// Tells games and refusals in lines.
#[derive(Default)]
struct Lines(Vec<String>);

impl Visitor for Lines {
    fn game<R: Rules>(&mut self, found: Found, record: Record<R>) -> ControlFlow<()> {
        let guess = if found.guessed { "?" } else { "" };
        let mut line = format!("{} {}{guess}", found.place, R::NAME);
        _ = write!(line, " {} plies", record.line.steps.len());
        _ = write!(line, ", {}", record.verdict.name());
        self.0.push(line);
        for note in found.notes {
            self.0.push(format!("{} note: {}", note.place, note.text));
        }
        ControlFlow::Continue(())
    }

    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
        assert!(!refusal.cause.kind().is_empty());
        self.0.push(format!("{} refused: {refusal}", refusal.place));
        ControlFlow::Continue(())
    }
}

fn lines(text: &[u8]) -> Vec<String> {
    let mut lines = Lines::default();
    pdn::read(text, &Options::default(), &mut lines).unwrap();
    lines.0
}

fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/pdn")
}

#[test]
fn every_file_is_read_or_refused_as_expected() {
    let expected = fs::read_to_string(data().join("expected.txt")).unwrap();
    let mut files: Vec<_> = fs::read_dir(data())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pdn"))
        .collect();
    files.sort();
    let mut found = String::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        _ = writeln!(found, "{name}");
        for line in lines(&fs::read(&path).unwrap()) {
            _ = writeln!(found, "    {line}");
        }
    }
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{found}");
}

#[test]
fn every_game_of_the_files_is_written_and_read_back() {
    for entry in fs::read_dir(data()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pdn") {
            let mut first = Texts::default();
            pdn::read(&fs::read(&path).unwrap()[..], &Options::default(), &mut first).unwrap();
            let text = first.0.concat();
            let mut second = Texts::default();
            pdn::read(text.as_bytes(), &Options::default(), &mut second).unwrap();
            assert_eq!(second.0, first.0, "{}", path.display());
            let wide = text.lines().find(|line| !line.starts_with('[') && line.len() > 80);
            assert_eq!(wide, None, "{}", path.display());
        }
    }
}

/// Keeps games as they are written.
#[derive(Default)]
struct Texts(Vec<String>);

impl Visitor for Texts {
    fn game<R: Rules>(&mut self, _: Found, record: Record<R>) -> ControlFlow<()> {
        self.0.push(pdn::write(&record, Order::default()));
        ControlFlow::Continue(())
    }

    fn refused(&mut self, _: Refusal) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Keeps games of one variant whole; nothing may be refused.
struct Kept<R: Rules>(Vec<Record<R>>);

impl<R: Rules> Visitor for Kept<R> {
    fn game<Other: Rules>(&mut self, found: Found, record: Record<Other>) -> ControlFlow<()> {
        assert!(!found.guessed && found.notes.is_empty(), "{:?}", found.notes);
        let record: Box<dyn Any> = Box::new(record);
        self.0.push(*record.downcast::<Record<R>>().unwrap());
        ControlFlow::Continue(())
    }

    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
        panic!("{}: {refusal}", refusal.place);
    }
}

/// Runs a block for each variant.
macro_rules! in_every_variant {
    ($rules:ident, $reference:ident => $body:expr) => {
        for $reference in &VARIANTS {
            damier::dispatch!($reference.name.parse::<Variant>().unwrap(), $rules => $body);
        }
    };
}

/// Has a position two moves with the same ends?
fn has_twins<R: Rules>(pos: &Position<R>) -> bool {
    let moves = legal_moves(pos);
    let ends = |mv: &Move| (pos.from(*mv), mv.to());
    moves.iter().any(|mv| moves.iter().filter(|it| ends(it) == ends(mv)).count() > 1)
}

/// A random move; one that has to be written with its path is the first choice.
fn pick<R: Rules>(pos: &Position<R>, random: &mut Random) -> Option<Move> {
    let moves = legal_moves(pos);
    let ends = |mv: &Move| (pos.from(*mv), mv.to());
    let has_twin = |mv: &&Move| moves.iter().filter(|it| ends(it) == ends(mv)).count() > 1;
    let ambiguous = moves.iter().find(has_twin).copied();
    ambiguous.or_else(|| (!moves.is_empty()).then(|| moves[random.below(moves.len())]))
}

fn random_comment(random: &mut Random) -> String {
    const WORDS: [&str; 12] = [
        "[%clk 0:59:58]",
        "[%clock w0:00:10 B0:00:03]",
        "32-28",
        "(1-0)",
        "2-0",
        "*",
        "good;",
        "\u{e9}\u{4e2d}",
        "[Event",
        "\"x\"]",
        "%",
        "$1",
    ];
    let words: Vec<_> = (0..=random.below(25)).map(|_| WORDS[random.below(WORDS.len())]).collect();
    words.join(" ")
}

/// A line of random moves with everything that can be said about them.
fn random_line<R: Rules>(
    start: Position<R>,
    plies: usize,
    depth: usize,
    random: &mut Random,
) -> Line<R> {
    let mut line = Line::default();
    let mut pos = start;
    if random.chance(20) {
        line.comments.push(random_comment(random));
    }
    while line.steps.len() < plies
        && let Some(mv) = pick(&pos, random)
    {
        let mut step = Step::new(pos, mv);
        if random.chance(10) {
            step.nags = (0..=random.below(2)).map(|_| random.below(140) as u8).collect();
            // Marks are written before other glyphs, and one of them right at the move.
            step.nags.sort_by_key(|nag| !(1..=6).contains(nag));
        }
        if random.chance(10) {
            step.comments = (0..=random.below(2)).map(|_| random_comment(random)).collect();
        }
        if depth > 0 && random.chance(8) {
            let variation = random_line(pos, 1 + random.below(6), depth - 1, random);
            step.variations.push(variation);
        }
        pos = pos.play(mv);
        line.steps.push(step);
    }
    line
}

fn random_record<R: Rules>(reference: &'static Reference, random: &mut Random) -> Record<R> {
    let thrown = random.chance(70);
    let start = if thrown {
        let mut throws =
            (0..40).map(|_| library::position(&random::throw(reference, random).text()));
        throws.find(has_twins).unwrap_or_else(Position::start)
    } else {
        Position::start()
    };
    let mut record = Record::new(start, []);
    record.quiet_plies = if thrown { random.below(3) as u32 } else { 0 };
    record.line = random_line(start, random.below(120), 3, random);
    // Without a move, a comment before the first is one of the whole game.
    record.verdict =
        [Verdict::White, Verdict::Black, Verdict::Draw, Verdict::Nobody, Verdict::Open]
            [random.below(5)];
    record.tags.set("White", ["", "A \"B\" C", "\\", "\u{e9} ]\""][random.below(4)]);
    record.tags.set("Black", random_comment(random));
    record.tags.set("TimeControl", "40/120");
    record.tags.set("Opening", "x");
    record
}

#[test]
fn random_games_are_written_and_read_back() {
    in_every_variant!(R, reference => {
        let mut random = Random::new(5);
        let games: Vec<Record<R>> = (0..200).map(|_| random_record(reference, &mut random)).collect();
        for order in [Order::FirstToMove, Order::White] {
            let text: String = games.iter().map(|game| pdn::write(game, order)).collect();
            let mut kept = Kept::<R>(Vec::new());
            pdn::read(text.as_bytes(), &Options { order, ..Options::default() }, &mut kept).unwrap();
            assert_eq!(kept.0.len(), games.len());
            for (read, game) in kept.0.iter().zip(&games) {
                let text = pdn::write(game, order);
                assert_eq!(read.start, game.start, "{text}");
                assert_eq!(read.quiet_plies, game.quiet_plies, "{text}");
                assert_eq!(read.verdict, game.verdict, "{text}");
                assert_eq!(read.line, game.line, "{text}");
                assert_eq!(read.tags.get("White").unwrap_or("?").trim(), match game.tags.get("White") {
                    None | Some("") => "?",
                    Some(name) => name,
                });
                assert_eq!(pdn::write(read, order), text);
            }
        }
        let paths = games.iter().flat_map(|game| &game.line.steps).filter(|step| {
            let text = moves::write(&step.before, step.mv);
            moves::read::<R>(&text).unwrap().between != Between::Nothing
        });
        assert!(paths.count() > 3, "{}: no ambiguous captures", reference.name);
    });
}

/// A text with a few characters changed, left out, doubled or put in.
fn damaged(text: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 => bytes.insert(at, b"{}()[]\"*/$<>;%\n 09x-:.!"[random.below(23)]),
            1 if at < bytes.len() => _ = bytes.remove(at),
            2 if at < bytes.len() => bytes[at] = random.next_u64() as u8,
            3 => bytes.truncate(at),
            _ => {
                let piece = bytes[at..].iter().copied().take(20).collect::<Vec<_>>();
                bytes.extend(piece);
            }
        }
    }
    bytes
}

#[test]
fn damaged_games_are_read_or_refused_and_never_crash() {
    in_every_variant!(R, reference => {
        let mut random = Random::new(9);
        for _ in 0..150 {
            let game: Record<R> = random_record(reference, &mut random);
            let text = pdn::write(&game, Order::default());
            for _ in 0..4 {
                lines(&damaged(&text, &mut random));
            }
        }
    });
}

#[test]
fn a_text_cut_anywhere_is_read_or_refused() {
    let text = fs::read_to_string(data().join("variations.pdn")).unwrap();
    for end in 0..text.len() {
        lines(&text.as_bytes()[..end]);
    }
}

#[test]
fn hostile_texts_are_refused_in_a_few_lines() {
    for piece in [
        "{",
        "}",
        "(",
        ")",
        "[",
        "[a \"",
        "\"",
        "$",
        "1",
        "1.",
        "1x",
        "-",
        "*",
        "1-1 ",
        "/",
        "<",
        "/FEN \"",
        "\0",
        ";",
        "%",
        "32-28 ",
        "(!",
        "{}",
        "{{}\n",
        "(1. 32-28\n",
    ] {
        for count in [1_000, 100_000] {
            let text = piece.repeat(count);
            let told = lines(text.as_bytes());
            assert!(told.len() < 50, "{piece:?}: {}", told.len());
            let tail = "\n\n[GameType \"20\"]\n1. 32-28 19-23 *\n";
            let told = lines(format!("{text}{tail}").as_bytes());
            let last = told.last().unwrap();
            assert!(last.contains("normal 2 plies"), "{piece:?}: {last}");
        }
    }
}

#[test]
fn a_game_that_is_too_long_is_refused_and_the_next_is_read() {
    let text = format!(
        "[White \"a\"]\n1. 32-28 {{{}}} *\n\n[GameType \"20\"]\n1. 32-28 19-23 *\n",
        "long ".repeat(300_000)
    );
    let told = lines(text.as_bytes());
    assert_eq!(
        told,
        ["1:1 refused: the game is longer than 1048576 bytes", "4:1 normal 2 plies, open"]
    );
}
