//! `damier train fit`.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use damier::board::{Color, Geometry};
use damier::eval::net::{Net, Network, Weights};
use damier::position::Position;
use damier::rules::{English, Rules, Turkish, Variant};
use damier::train::data::Output;
use damier::train::fit::samples::{self, Samples};
use damier::train::record::{End, Head, Header, Record};

use super::{Scratch, damier, error, run};

/// Numbers that look random (xorshift, Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// Men at random, as many of each color as are asked for.
fn men<R: Rules>(numbers: &mut Numbers, count: [u64; 2]) -> Position<R> {
    let mut sets = [0u64; 2];
    for (color, count) in Color::BOTH.into_iter().zip(count) {
        let place = usize::from(color != Color::White);
        while u64::from(sets[place].count_ones()) < count {
            let bit = 1 << numbers.below(64);
            let free = R::Geometry::BOARD & !Position::<R>::last_row(color) & !(sets[0] | sets[1]);
            sets[place] |= bit & free;
        }
    }
    let turn = Color::BOTH[numbers.below(2) as usize];
    Position::new(sets[0], sets[1], 0, turn)
}

/// A file of games in which who has more men wins.
fn write_games<R: Rules>(path: &str, variant: Variant, seed: u64, games: u64) {
    let header = Header {
        variant,
        seed,
        nodes: 1,
        hash: 1,
        plies: (1, 1),
        within: 1,
        unbalanced: 0,
        known_pieces: 0,
        evaluation: 0,
    };
    let mut output = Output::create(Path::new(path), &header).unwrap();
    let mut numbers = Numbers(seed);
    for number in 0..games {
        let white_ahead = numbers.below(3) as i64 - 1;
        let records: Vec<Record> = (0..10)
            .map(|ply| {
                let few = 3 + numbers.below(6);
                let count = [few + u64::from(white_ahead > 0), few + u64::from(white_ahead < 0)];
                let pos = men::<R>(&mut numbers, count);
                let ahead = if pos.turn().is_white() { white_ahead } else { -white_ahead };
                Record {
                    white: pos.pieces(Color::White),
                    black: pos.pieces(Color::Black),
                    kings: 0,
                    turn: pos.turn(),
                    score: 100 * ahead as i16,
                    result: (1 + ahead) as u8,
                    is_known: false,
                    ply,
                    quiet_plies: 0,
                }
            })
            .collect();
        let head = Head {
            number,
            nodes: 10,
            records: 10,
            plies: 11,
            opening: 0,
            white: (1 + white_ahead) as u8,
            end: End::Rules,
            is_unbalanced: false,
        };
        output.add(&head.with(&records)).unwrap();
    }
}

fn net<R: Rules>(path: &str) -> Net<R> {
    let weights = Weights::read::<R>(&fs::read(path).unwrap()).unwrap();
    Net::new(Arc::new(Network::new(&weights).unwrap()))
}

#[test]
fn weights_learn_what_a_man_is_worth() {
    let scratch = Scratch::new("material");
    let (games, weights, plot) =
        (scratch.path("a.games"), scratch.path("a.net"), scratch.path("a.svg"));
    write_games::<English>(&games, Variant::English, 7, 1000);
    let command = format!("fit {games} --hidden 32 --epochs 20 --batch 256 --rate 0.01");
    let told = run(&format!("{command} --output {weights} --plot {plot}"));
    let mut net = net::<English>(&weights);
    let mut numbers = Numbers(99);
    for pieces in 4..8 {
        let mut score = |count| {
            let positions = (0..50).map(|_| men::<English>(&mut numbers, count));
            let white = positions.map(|pos| {
                let score = net.evaluate(&pos, 0).centimen();
                if pos.turn().is_white() { score } else { -score }
            });
            white.sum::<i32>() / 50
        };
        let scores = [[pieces, pieces], [pieces + 1, pieces], [pieces, pieces + 1]].map(&mut score);
        assert!(scores[0].abs() < 25, "{pieces}: {scores:?}");
        assert!((60..150).contains(&scores[1]), "{pieces}: {scores:?}");
        assert!((-150..-60).contains(&scores[2]), "{pieces}: {scores:?}");
    }
    let number = |after: &str| -> f64 {
        let (_, rest) = told.split_once(after).unwrap_or_else(|| panic!("{after} in {told}"));
        rest.split([' ', ',']).next().unwrap().parse().unwrap()
    };
    assert!(number("scores differ by ") < 2.0, "{told}");
    assert!(number("error of result 0") < 0.01, "{told}");
    assert_eq!(told.lines().filter(|line| line.trim_start().starts_with("20 ")).count(), 1);
    let plot = fs::read_to_string(plot).unwrap();
    assert!(plot.starts_with("<svg") && plot.ends_with("</svg>\n") && !plot.contains("NaN"));
    // It can be gone on with.
    let more = scratch.path("b.net");
    run(&format!("{command} --epochs 1 --from {weights} --output {more}")
        .replace(" --hidden 32 --epochs 20", ""));
    assert_ne!(fs::read(more).unwrap(), fs::read(weights).unwrap());
}

#[test]
fn weights_are_the_same_with_any_number_of_threads() {
    let scratch = Scratch::new("same");
    let games = scratch.path("a.games");
    write_games::<Turkish>(&games, Variant::Turkish, 3, 300);
    let made = [(1, 1), (2, 1), (5, 1), (2, 2)].map(|(threads, seed)| {
        let path = scratch.path("a.net");
        run(&format!(
            "fit {games} --hidden 48 --epochs 3 --batch 500 --threads {threads} --seed {seed} \
             --output {path}"
        ));
        fs::read(path).unwrap()
    });
    assert!(made[0] == made[1] && made[1] == made[2]);
    assert!(made[0] != made[3]);
}

#[test]
fn data_that_do_not_fit_are_refused() {
    let scratch = Scratch::new("refused");
    let (english, turkish) = (scratch.path("e.games"), scratch.path("t.games"));
    write_games::<English>(&english, Variant::English, 1, 30);
    write_games::<Turkish>(&turkish, Variant::Turkish, 1, 30);
    let copy = scratch.path("copy.games");
    fs::copy(&english, &copy).unwrap();
    let output = scratch.path("a.net");
    let small = "--hidden 16 --epochs 1";
    for (args, expected) in [
        (format!("{english} {turkish}"), "t.games is of turkish, and not of english"),
        (format!("{english} --variant turkish"), "e.games is of english, and not of turkish"),
        (format!("{english} {copy}"), "have the same games"),
        (format!("{english} --from {turkish}"), "it is no file of weights"),
        (scratch.path("nothing.games"), "nothing.games cannot be read"),
    ] {
        let told = error(&format!("fit {args} {small} --output {output}"));
        assert!(told.contains(expected), "{told}");
        assert!(!Path::new(&output).exists());
    }
    // Before a file is read or a game is played.
    let trial = |args: &str| format!("fit {args} --output {output} --dry-run");
    run(&trial(&format!("{english} {small}")));
    assert!(error(&trial(&format!("{english} {turkish}"))).contains("and not of english"));
    let other =
        format!("{english} --variant english --from tests/data/eval/english.net --hidden 512");
    assert!(error(&trial(&other)).contains("sums, and not 512"));
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 3, "nothing is written");
    let none = scratch.path("none/a.net");
    let told = error(&format!("fit {english} {small} --output {none}"));
    assert!(told.contains("cannot be written"), "{told}");
}

#[test]
fn reading_can_be_stopped() {
    let scratch = Scratch::new("reading");
    let games = scratch.path("a.games");
    write_games::<English>(&games, Variant::English, 1, 30);
    for is_stopped in [false, true] {
        let files = samples::open::<English>(&[games.clone().into()]).unwrap();
        let read = Samples::read::<English>(files, 0.5, &AtomicBool::new(is_stopped)).unwrap();
        assert_eq!(read.learned.is_empty(), is_stopped);
    }
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let scratch = Scratch::new("kept");
    let games = scratch.path("a.new");
    write_games::<English>(&games, Variant::English, 1, 30);
    let data = fs::read(&games).unwrap();
    let net = scratch.path("b.net");
    let command = format!("fit {games} --hidden 16 --epochs 1");
    for (args, expected) in [
        (format!("--output {games}"), "--output"),
        (format!("--output {net} --plot {games}"), "--plot"),
        (format!("--output {net} --plot {net}"), "the same file is written by --output"),
        (format!("--output {}", scratch.path("")), "it is no file"),
    ] {
        let told = error(&format!("{command} {args}"));
        assert!(told.contains(expected), "{told}");
    }
    run(&format!("{command} --output {}", scratch.path("a")));
    assert_eq!(fs::read(&games).unwrap(), data);
    // Nothing unfinished is left.
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 2);
}

#[test]
fn two_fits_to_one_file_leave_the_weights_of_one() {
    let scratch = Scratch::new("two");
    let (games, net) = (scratch.path("a.games"), scratch.path("a.net"));
    write_games::<English>(&games, Variant::English, 1, 200);
    let fits =
        [16, 64].map(|hidden| format!("fit {games} --hidden {hidden} --epochs 3 --output {net}"));
    let alone = fits.each_ref().map(|fit| {
        run(fit);
        fs::read(&net).unwrap()
    });
    let children = fits.each_ref().map(|fit| damier(fit).stdout(Stdio::null()).spawn().unwrap());
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert!(alone.contains(&fs::read(&net).unwrap()));
}

#[test]
fn weights_are_written_though_nobody_listens() {
    let scratch = Scratch::new("deaf");
    let (games, net) = (scratch.path("a.games"), scratch.path("a.net"));
    write_games::<English>(&games, Variant::English, 1, 60);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut fit = damier(&format!("fit {games} --hidden 16 --epochs 2 --output {net}"));
    fit.stdout(writer).status().unwrap();
    assert!(Weights::read::<English>(&fs::read(&net).unwrap()).is_ok());
}

/// Weights that have hardly learned are worth less than those that were there before.
#[cfg(unix)]
#[test]
fn a_fit_that_has_not_seen_all_writes_nothing() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{BufRead, BufReader};
    let scratch = Scratch::new("stopped");
    let (games, net) = (scratch.path("a.games"), scratch.path("a.net"));
    write_games::<English>(&games, Variant::English, 1, 5000);
    fs::write(&net, "what was there").unwrap();
    let mut fit = damier(&format!("fit {games} --hidden 512 --batch 1 --output {net}"));
    let mut child = fit.stdout(Stdio::piped()).spawn().unwrap();
    let mut head = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut head).unwrap();
    assert!(head.starts_with("epoch"), "{head}");
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read(&net).unwrap(), b"what was there");
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    use nix::sys::stat::Mode;
    let scratch = Scratch::new("pipe");
    let pipe = scratch.path("pipe");
    nix::unistd::mkfifo(Path::new(&pipe), Mode::S_IRWXU).unwrap();
    for args in [
        format!("info {pipe}"),
        format!("fit {pipe} --output {}", scratch.path("a.net")),
        format!("selfplay --games 1 --nodes 10 --output {pipe}"),
        format!("selfplay --games 1 --nodes 10 --output {pipe} --resume"),
        String::from("selfplay --games 1 --nodes 10 --output /dev/null --resume"),
    ] {
        let told = error(&args);
        assert!(told.contains(" is no file"), "{told}");
    }
}
