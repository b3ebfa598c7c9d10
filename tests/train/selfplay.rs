//! `damier train selfplay` and `info`.

use std::cmp::Ordering;
use std::fs;
use std::path::Path;

use damier::bitbase::{Bitbases, embedded};
use damier::board::Color;
use damier::dispatch;
use damier::movegen::{has_capture, legal_moves};
use damier::position::Position;
use damier::rules::{Rules, Variant};
use damier::train::data::Games;
use damier::train::record::{End, HEAD, HEADER, Head, RECORD, Record};

use super::{Scratch, damier, error, run};

type Played = (Head, Vec<Record>);

fn games<R: Rules>(path: &str) -> Vec<Played> {
    let (header, mut games) = Games::open(Path::new(path)).unwrap();
    assert_eq!(header.variant.name(), R::NAME);
    let mut all = Vec::new();
    let mut records = Vec::new();
    while let Some(head) = games.next::<R>(&mut records).unwrap() {
        all.push((head, records.clone()));
    }
    assert_eq!(games.rest(), 0);
    all
}

#[test]
fn the_same_seed_plays_the_same_games_with_any_number_of_threads() {
    let scratch = Scratch::new("threads");
    let mut made = Vec::new();
    for (threads, seed) in [(1, 5), (3, 5), (2, 6)] {
        let path = scratch.path(&format!("{threads}.games"));
        run(&format!(
            "selfplay --variant brazilian --games 12 --nodes 150 --unbalanced 40 --threads {threads} \
             --seed {seed} --output {path}"
        ));
        made.push(fs::read(path).unwrap());
    }
    assert_eq!(made[0], made[1]);
    assert_ne!(made[0][HEADER..], made[2][HEADER..]);
}

#[test]
fn a_file_that_was_torn_anywhere_is_gone_on_with() {
    let scratch = Scratch::new("torn");
    let path = scratch.path("a.games");
    let command = format!("selfplay --variant english --games 8 --nodes 100 --output {path}");
    run(&command);
    let whole = fs::read(&path).unwrap();
    assert!(error(&command).contains("is there already: --resume goes on with it"));
    for kept in [0, 40, HEADER, HEADER + 1, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..kept]).unwrap();
        run(&format!("{command} --resume"));
        assert!(fs::read(&path).unwrap() == whole, "{kept} bytes");
    }
    // A crash of the machine may leave zeros where the last game should be.
    let mut zeros = whole.clone();
    zeros[whole.len() - 100..].fill(0);
    for more in [0, 1, 40, 5000] {
        zeros.resize(whole.len() + more, 0);
        fs::write(&path, &zeros).unwrap();
        run(&format!("{command} --resume"));
        assert!(fs::read(&path).unwrap() == whole, "{more} more");
    }
    // Fewer games are there already, more are added.
    run(&format!("{command} --games 3 --resume").replace("--games 8", ""));
    assert!(fs::read(&path).unwrap() == whole);
    run(&format!("{command} --games 10 --resume").replace("--games 8", ""));
    assert!(fs::read(&path).unwrap().starts_with(&whole));
    let told = error(&format!("{command} --resume --seed 2"));
    assert!(told.contains("was begun in another way: with --variant english"), "{told}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_gone_on_with() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let scratch = Scratch::new("interrupted");
    let path = scratch.path("a.games");
    let command = format!("selfplay --variant spanish --nodes 100 --output {path}");
    let mut child = damier(&format!("{command} --games 1000000")).spawn().unwrap();
    while fs::metadata(&path).map_or(0, |file| file.len()) < 4000 {
        std::thread::yield_now();
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let before = fs::read(&path).unwrap();
    let games = games::<damier::rules::Spanish>(&path).len() + 3;
    run(&format!("{command} --games {games} --resume"));
    let after = fs::read(&path).unwrap();
    assert!(after.starts_with(&before) && after.len() > before.len());
    let anew = scratch.path("b.games");
    run(&format!("selfplay --variant spanish --nodes 100 --games {games} --output {anew}"));
    assert!(fs::read(anew).unwrap() == after);
    // What is torn is told, cut off, and played again.
    fs::write(&path, &after[..after.len() - 7]).unwrap();
    let output = damier(&format!("{command} --games {games} --resume")).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("bytes of a torn game at its end are cut off"), "{told}");
    assert!(fs::read(&path).unwrap() == after);
}

#[test]
fn what_is_recorded_is_quiet_undecided_and_has_the_right_result() {
    let scratch = Scratch::new("records");
    for &variant in Variant::ALL {
        let path = scratch.path(variant.name());
        let command = format!("selfplay --variant {variant} --hand --positions 1500 --nodes 100");
        run(&format!("{command} --output {path}"));
        dispatch!(variant, R => {
            let bitbases = Bitbases::<R>::new(embedded().into_iter().collect());
            let all = games::<R>(&path);
            let positions: usize = all.iter().map(|(_, records)| records.len()).sum();
            let last = all.last().unwrap().1.len();
            assert!(positions >= 1500 && positions - last < 1500);
            let mut known = 0;
            for (number, game) in all.iter().enumerate() {
                assert_eq!(game.0.number, number as u64);
                are_sound(game, &bitbases);
                known += usize::from(ends_as_known(game, &bitbases));
            }
            assert!(known > 0, "{variant}: no game ended by a bitbase soon after a record");
        });
    }
}

fn are_sound<R: Rules>((head, records): &Played, bitbases: &Bitbases<R>) {
    let mut last = None;
    for record in records {
        let pos = record.position::<R>();
        assert!(!has_capture(&pos) && !has_capture(&pos.passed()), "{record:?}");
        assert!(record.score.abs() < 2000);
        if let Some(outcome) = bitbases.outcome(&pos) {
            assert!(head.end == End::Known && record.ply == head.plies, "{record:?}");
            assert_eq!(
                (record.score, record.result),
                (1999 * outcome as i16, (1 + outcome as i8) as u8)
            );
        } else {
            assert!(legal_moves(&pos).len() > 1, "{record:?}");
            assert!(record.ply >= u16::from(head.opening) && record.ply < head.plies);
        }
        assert!(last.is_none_or(|ply| ply < record.ply));
        last = Some(record.ply);
        let white = if record.turn.is_white() { record.result } else { 2 - record.result };
        assert_eq!(white, head.white);
        assert_eq!(record.is_known, head.end == End::Known);
    }
}

/// Does the game end by a bitbase so few plies after its last record but that of its end that all ways
/// can be tried? Then one of them has to lead to its result.
fn ends_as_known<R: Rules>((head, records): &Played, bitbases: &Bitbases<R>) -> bool {
    let Some(last) = records.iter().rev().find(|it| it.ply < head.plies) else { return false };
    let left = head.plies - last.ply;
    if head.end != End::Known || left > 3 {
        return false;
    }
    let is_met = leads_to(&last.position::<R>(), left, head.white, bitbases);
    assert!(is_met, "no way leads to the result: {head:?}, {last:?}");
    true
}

fn leads_to<R: Rules>(pos: &Position<R>, left: u16, white: u8, bitbases: &Bitbases<R>) -> bool {
    if left == 0 {
        let for_white = |outcome: Ordering| match pos.turn() {
            Color::White => outcome,
            Color::Black => outcome.reverse(),
        };
        return bitbases.outcome(pos).map(for_white) == Some(white.cmp(&1));
    }
    legal_moves(pos).iter().any(|&mv| leads_to(&pos.play(mv), left - 1, white, bitbases))
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let scratch = Scratch::new("faults");
    let path = scratch.path("a.games");
    run(&format!("selfplay --variant turkish --games 4 --nodes 50 --output {path}"));
    let whole = fs::read(&path).unwrap();
    let info = format!("info {path}");
    let text = run(&info);
    assert!(text.contains("--variant turkish --nodes 50 --seed 1"), "{text}");
    assert!(text.contains("4 games: White"), "{text}");
    let first = usize::from(u16::from_le_bytes([whole[HEADER + 16], whole[HEADER + 17]]));
    let second = HEADER + HEAD + first * RECORD;
    let fails = |bytes: &[u8], expected: &str| {
        fs::write(&path, bytes).unwrap();
        for command in [&info, &format!("fit {path} --output {}", scratch.path("a.net"))] {
            let told = error(command);
            assert!(told.contains(expected), "{told}");
        }
    };
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        bytes
    };
    fails(b"PK", "it does not begin with damierTR");
    fails(&[], "it does not begin with damierTR");
    fails(&whole[..60], "it ends within its header, after 60 of 96 bytes");
    fails(&changed(8), "it has version 65 of the form, and version 1 was expected");
    fails(&changed(44), "its header is damaged");
    fails(&changed(second - 5), "a.games, byte 96: its game 0 is damaged");
    fails(&changed(second + 40), &format!("a.games, byte {second}: its game 1 is damaged"));
    // So many records as the file has no bytes for: not what is torn off at its end.
    fails(&changed(second + 17), &format!("a.games, byte {second}: its game 1 is damaged"));
    let without_first = [&whole[..HEADER], &whole[second..]].concat();
    fails(&without_first, "game 1 stands where game 0 should");
    // A run that had no game leaves nothing.
    let none = scratch.path("none.games");
    // By these weights who is to move is always two and a half men ahead.
    let told = error(&format!(
        "selfplay --games 1 --within 100 --eval-file tests/data/eval/normal.net --nodes 50 --output {none}"
    ));
    assert!(!fs::exists(&none).unwrap(), "{told}");
    // What is torn is told, and the rest is good.
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(run(&info).contains("3 games"));
}

#[test]
fn weights_are_known_by_the_bytes_of_their_file() {
    let scratch = Scratch::new("known");
    for (file, variant) in [
        ("tests/data/eval/normal.net", Variant::International),
        ("src/eval/data/normal.net", Variant::International),
        ("src/eval/data/brazilian.net", Variant::Brazilian),
    ] {
        let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let path = scratch.path(&format!("{}.games", xxhash_rust::xxh3::xxh3_64(&bytes)));
        run(&format!(
            "selfplay --variant {variant} --games 1 --within 300 --nodes 20 --eval-file {file} --output {path}"
        ));
        let (header, _) = Games::open(Path::new(&path)).unwrap();
        assert_eq!(header.evaluation, xxhash_rust::xxh3::xxh3_64(&bytes), "{file}");
    }
}
