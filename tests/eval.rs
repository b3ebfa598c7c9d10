//! The trained evaluation: what is computed step by step is what the shape of the network says, and
//! files that are no weights of the variant are refused.

mod common;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use common::library;
use common::random::Random;
use damier::board::{Color, each_bit};
use damier::engine::Engine;
use damier::engine::settings::Parameter;
use damier::eval::net::shape::{BUCKETS, INPUTS, QA, SCALE, bucket, features, inputs};
use damier::eval::net::{self, Net, Network, Weights, file};
use damier::eval::{Evaluate, Evaluator};
use damier::movegen::legal_moves;
use damier::position::Position;
use damier::rules::{English, International, Rules, Variant};
use damier::score::Score;

const GAMES: usize = 60;
const LONGEST_GAME: usize = 150;

/// Weights from -`most` to `most`, on squares only.
fn random_weights<R: Rules>(hidden: usize, most: i16, random: &mut Random) -> Weights {
    let mut number = |most: i16| random.below(2 * most as usize + 1) as i16 - most;
    let mut rows = vec![0; INPUTS * hidden];
    for row in inputs::<R>() {
        rows[row * hidden..][..hidden].fill_with(|| number(most));
    }
    Weights {
        hidden,
        unit: 100,
        bias: (0..hidden).map(|_| number(200)).collect(),
        rows,
        output: (0..BUCKETS * 2 * hidden).map(|_| number(127)).collect(),
        output_bias: std::array::from_fn(|_| 1_000 * i32::from(number(1_000))),
    }
}

/// The logit by the words of the shape, without any of the evaluator's code.
fn defined<R: Rules>(weights: &Weights, pos: &Position<R>) -> i64 {
    let hidden = weights.hidden;
    let bucket = bucket(pos);
    let mut logit = i64::from(weights.output_bias[bucket]);
    for (place, color) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
        let inputs: Vec<usize> = features(pos, color).collect();
        for i in 0..hidden {
            let sum = inputs.iter().map(|input| i64::from(weights.rows[input * hidden + i]));
            let sum = i64::from(weights.bias[i]) + sum.sum::<i64>();
            let weight = i64::from(weights.output[(2 * bucket + place) * hidden + i]);
            logit += weight * sum.clamp(0, i64::from(QA)).pow(2);
        }
    }
    logit
}

#[test]
fn what_is_made_over_is_what_is_made_anew() {
    for reference in &common::variants::VARIANTS {
        damier::dispatch!(reference.name.parse::<Variant>().unwrap(), R => {
            let mut random = Random::new(5);
            for (hidden, most) in [(16, 300), (80, 505), (128, 100), (512, 30)] {
                let weights = random_weights::<R>(hidden, most, &mut random);
                let network = Arc::new(Network::<R>::new(&weights).unwrap());
                let mut net = Net::new(Arc::clone(&network));
                let games = if hidden < 100 { 1 } else { 8 };
                let mut nth = 0;
                library::play::<R>(reference.name, GAMES, LONGEST_GAME, |pos, ply, random| {
                    nth += 1;
                    if nth % games != 0 {
                        return;
                    }
                    // As a search does: some positions are left out, some passed, siblings compared,
                    // and now and then it is somewhere else.
                    if random.chance(20) {
                        return;
                    }
                    let ply = if random.chance(5) { random.below(1_000) } else { ply };
                    assert_eq!(net.logit(pos, ply), defined(&weights, pos), "{pos:?}");
                    for &mv in legal_moves(pos).iter().take(random.below(4)) {
                        let child = pos.play(mv);
                        assert_eq!(net.logit(&child, ply + 1), defined(&weights, &child));
                        let passed = child.passed();
                        assert_eq!(net.logit(&passed, ply + 1), defined(&weights, &passed));
                    }
                    if random.chance(10) {
                        net = Net::new(Arc::clone(&network));
                    }
                });
            }
        });
    }
}

#[test]
fn the_turned_position_is_worth_the_same() {
    for reference in &common::variants::VARIANTS {
        damier::dispatch!(reference.name.parse::<Variant>().unwrap(), R => {
            let weights = random_weights::<R>(32, 200, &mut Random::new(3));
            let mut net = Net::new(Arc::new(Network::<R>::new(&weights).unwrap()));
            library::play::<R>(reference.name, GAMES, LONGEST_GAME, |pos, ply, _| {
                assert_eq!(net.evaluate(pos, ply), net.evaluate(&pos.turned(), ply), "{pos:?}");
            });
        });
    }
}

#[test]
fn a_score_is_the_logit_in_centimen_within_its_bounds() {
    let mut weights = random_weights::<International>(16, 0, &mut Random::new(3));
    weights.output.fill(0);
    let pos = Position::<International>::start();
    for (unit, logit, centimen) in [
        (100, SCALE, 100),
        (100, -SCALE, -100),
        (250, SCALE / 2, 125),
        // Toward zero from both sides.
        (100, SCALE / 1_000, 0),
        (100, -SCALE / 1_000, 0),
        (100, SCALE * 199 / 1_000, 19),
        (100, -SCALE * 199 / 1_000, -19),
        (u16::MAX, SCALE * 500, Score::STATIC_MAX.centimen()),
        (u16::MAX, -SCALE * 500, -Score::STATIC_MAX.centimen()),
    ] {
        weights.unit = unit;
        weights.output_bias.fill(logit as i32);
        let mut net = Net::new(Arc::new(Network::new(&weights).unwrap()));
        assert_eq!(net.evaluate(&pos, 0), Score::new(centimen), "{unit} {logit}");
    }
}

/// A man more is worth something near a man to the weights in the program, a king more than that; and they
/// judge start positions as even. Prints how long a judgment takes where a search goes: to positions, and
/// from each to what its moves lead to.
#[test]
fn the_weights_in_the_program_know_what_pieces_are_worth() {
    for reference in &common::variants::VARIANTS {
        let variant = reference.name;
        damier::dispatch!(variant.parse::<Variant>().unwrap(), R => {
            let mut trained = Evaluator::<R>::default();
            assert!(matches!(trained, Evaluator::Trained(_)), "{variant}");
            let start = Position::<R>::start();
            let even = trained.evaluate(&start, 0).centimen();
            assert!(even.abs() < 30, "{variant}: {even}");
            let (white, black) = (start.pieces(Color::White), start.pieces(Color::Black));
            let mut sum = [0, 0];
            for less in each_bit(black) {
                let pos = Position::<R>::new(white, black & !less, 0, Color::White);
                sum[0] += trained.evaluate(&pos, 0).centimen() - even;
                // A king of White's in its place.
                let pos = Position::<R>::new(white | less, black & !less, less, Color::White);
                sum[1] += trained.evaluate(&pos, 0).centimen() - even;
            }
            let [man, king] = sum.map(|sum| sum / black.count_ones() as i32);
            assert!((40..250).contains(&man) && king > man, "{variant}: {man} {king}");

            let mut all = Vec::new();
            library::play::<R>(variant, GAMES, LONGEST_GAME, |pos, ply, _| {
                all.push((*pos, ply));
                all.extend(legal_moves(pos).iter().map(|&mv| (pos.play(mv), ply + 1)));
            });
            let began = Instant::now();
            for (pos, ply) in &all {
                black_box(trained.evaluate(pos, *ply));
            }
            let each = began.elapsed() / all.len() as u32;
            println!("{variant}: man {man}, king {king}, {each:?} a judgment");
        });
    }
}

/// The unit by which scores become points is that of what gave the scores.
#[test]
fn an_engine_tells_the_unit_of_what_judges() {
    for &variant in Variant::ALL {
        let file =
            damier::dispatch!(variant, R => net::embedded_file::<R>().map(Weights::read::<R>));
        let own = i32::from(file.unwrap().unwrap().unit);
        let mut engine = Engine::new();
        let mut told = |name: &str, value: &str| {
            engine.set(Parameter::by_name(name).unwrap(), value).unwrap();
            engine.unit()
        };
        assert_eq!(told("variant", variant.name()), own, "{variant}");
        let by_hand = told("evaluation", "hand");
        assert_ne!(by_hand, own, "{variant}");
        assert_eq!(told("evaluation", "trained"), own, "{variant}");
        if variant == Variant::International {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/eval/normal.net");
            let other = i32::from(same_for_all::<International>().unit);
            assert_eq!(told("eval-file", path.to_str().unwrap()), other);
            assert_eq!(told("eval-file", ""), own);
            // A file that was written anew is read when it is named again.
            let path = std::env::temp_dir().join(format!("damier-eval-{}.net", std::process::id()));
            for unit in [other, 77] {
                let weights = Weights { unit: unit as u16, ..same_for_all::<International>() };
                fs::write(&path, weights.write::<International>().unwrap()).unwrap();
                assert_eq!(told("eval-file", path.to_str().unwrap()), unit);
            }
            fs::remove_file(path).unwrap();
        }
    }
}

/// Weights by which every position is worth two and a half men to the color to move.
fn same_for_all<R: Rules>() -> Weights {
    let mut weights = random_weights::<R>(16, 0, &mut Random::new(1));
    weights.unit = 250;
    weights.bias.fill(0);
    weights.output.fill(0);
    weights.output_bias.fill(SCALE as i32);
    weights
}

/// The files that conversations load are written here, and compared if they are there.
fn is_file(name: &str, bytes: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if !path.exists() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
    }
    assert_eq!(fs::read(&path).unwrap(), bytes, "{name}: delete it to have it written");
}

#[test]
fn the_files_of_the_conversations_are_what_they_should_be() {
    let normal = same_for_all::<International>().write::<International>().unwrap();
    is_file("eval/normal.net", &normal);
    is_file("eval/english.net", &same_for_all::<English>().write::<English>().unwrap());
    is_file("bad/weights/short.net", &normal[..7_000]);
    let mut damaged = normal.clone();
    damaged[5_000] ^= 1;
    is_file("bad/weights/damaged.net", &damaged);
    let mut rules = normal;
    rules[32] ^= 1;
    rules[40..48].fill(0);
    let hash = xxhash_rust::xxh3::xxh3_64(&rules);
    rules[40..48].copy_from_slice(&hash.to_le_bytes());
    is_file("bad/weights/rules.net", &rules);
    is_file("bad/weights/text.net", b"weights\n");
}

#[test]
fn a_file_is_read_or_refused_with_its_name() {
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        let told = file::read::<International>(&path).map_err(|error| error.to_string());
        told.map_err(|told| told.strip_prefix(&path.display().to_string()).unwrap().to_owned())
    };
    assert_eq!(read("eval/normal.net"), Ok(same_for_all::<International>()));
    for (name, reason) in [
        ("eval/english.net", ": it is for the variant english, and not for normal"),
        ("eval", ": it is no file"),
        ("eval/none.net", ": No such file"),
        ("bad/weights/text.net", ": it is no file of weights"),
        ("bad/weights/short.net", ": it has 7000 bytes, and 11872 were expected"),
        ("bad/weights/damaged.net", ": it is damaged: its checksum is "),
        ("bad/weights/rules.net", ": it was made for other rules of normal"),
    ] {
        let told = read(name).unwrap_err();
        assert!(told.starts_with(reason), "{told}");
    }
    // What is far too long is not read to its end, and its length is told all the same.
    let path = std::env::temp_dir().join(format!("damier-long-{}.net", std::process::id()));
    fs::write(&path, same_for_all::<International>().write::<International>().unwrap()).unwrap();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(10_000_000).unwrap();
    let told = file::read::<International>(&path).unwrap_err().to_string();
    fs::remove_file(&path).unwrap();
    assert!(told.ends_with("it has 10000000 bytes, and 11872 were expected"), "{told}");
}
