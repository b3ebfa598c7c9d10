//! Matches between evaluations, in one process, at fixed nodes.
//!
//! The everyday test plays a few games to see that nothing is badly wrong. To measure:
//!
//! ```text
//! MATCH_PAIRS=200 MATCH_NODES=5000 MATCH_VARIANTS=normal,english \
//!   cargo test --release --test strength -- --nocapture
//! ```

mod common;

use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use common::random::Random;
use damier::dispatch;
use damier::eval::{Evaluate, Evaluator, Hand, Material};
use damier::game::Game;
use damier::movegen::legal_moves;
use damier::position::Position;
use damier::rules::{DrawProfile, Rules, Variant};
use damier::search::{Control, Limits, Pool, Table};

/// Plies without a conversion after which a game is not worth going on with.
const DULL_PLIES: u32 = 50;
const MOST_PLIES: usize = 400;

#[derive(Clone, Debug)]
struct Match {
    pairs: usize,
    nodes: u64,
    threads: usize,
}

/// How many pairs of games brought the first player 0, 1, 2, 3, 4 half points.
type Pentanomial = [u32; 5];

#[test]
fn the_evaluation_by_hand_beats_material() {
    all_variants(
        |variant, setting| dispatch!(variant, R => play_all::<R, Hand, Material>(setting)),
    );
}

#[test]
fn the_trained_evaluation_beats_that_by_hand() {
    all_variants(
        |variant, setting| dispatch!(variant, R => play_all::<R, Evaluator<R>, Hand>(setting)),
    );
}

fn all_variants(play: impl Fn(Variant, &Match) -> Pentanomial) {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let measured = number("MATCH_PAIRS");
    let setting = Match {
        pairs: measured.unwrap_or(20),
        nodes: number("MATCH_NODES").unwrap_or(1_500) as u64,
        threads: number("MATCH_THREADS").unwrap_or(2),
    };
    let chosen = env::var("MATCH_VARIANTS").unwrap_or_default();
    for &variant in Variant::ALL {
        if !chosen.is_empty() && !chosen.split(',').any(|name| name == variant.name()) {
            continue;
        }
        let results = play(variant, &setting);
        let (score, elo, margin) = elo(&results);
        println!(
            "{variant:10} {results:?} score {score:.3}  {elo:+.0} +- {margin:.0} Elo, {} games, {} nodes a move",
            2 * results.iter().sum::<u32>(),
            setting.nodes
        );
        assert!(measured.is_some() || score > 0.5, "{variant}: {results:?}");
    }
}

fn play_all<R: Rules, A: Evaluate<R>, B: Evaluate<R>>(setting: &Match) -> Pentanomial {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..setting.threads {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                let mut first = Player::<R, A>::new(setting.nodes);
                let mut second = Player::<R, B>::new(setting.nodes);
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= setting.pairs {
                        break;
                    }
                    let opening = opening(pair as u64, &mut first);
                    let points = play(opening.clone(), &mut first, &mut second) + 2
                        - play(opening, &mut second, &mut first);
                    sender.send(points as usize).unwrap();
                }
            });
        }
        drop(sender);
        let mut results = [0; 5];
        for points in receiver {
            results[points] += 1;
        }
        results
    })
}

struct Player<R: Rules, E: Evaluate<R>> {
    pool: Pool<R, E>,
    limits: Limits,
}

impl<R: Rules, E: Evaluate<R>> Player<R, E> {
    fn new(nodes: u64) -> Self {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let table = Arc::new(Table::new(2).unwrap());
        Self { pool: Pool::new(1, table), limits }
    }

    fn search(&mut self, game: &Game<R>) -> damier::search::Answer {
        self.pool.search(game, &self.limits, &Control::new(), &mut |_| {})
    }
}

/// Six to eight random plies after which neither side is lost.
fn opening<R: Rules, E: Evaluate<R>>(seed: u64, judge: &mut Player<R, E>) -> Game<R> {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x00DA_31E6);
    loop {
        let mut game = Game::<R>::new(Position::start(), DrawProfile::Standard);
        for _ in 0..6 + random.below(3) {
            let moves = legal_moves(game.position());
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]);
        }
        judge.pool.clear();
        if game.outcome().is_none() && judge.search(&game).score.centimen().abs() <= 60 {
            return game;
        }
    }
}

/// A game; 2, 1 or 0 for the player who moves first.
fn play<R: Rules, A: Evaluate<R>, B: Evaluate<R>>(
    mut game: Game<R>,
    mover: &mut Player<R, A>,
    other: &mut Player<R, B>,
) -> i32 {
    mover.pool.clear();
    other.pool.clear();
    let first = game.position().turn();
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = game.outcome() {
            return outcome.winner.map_or(1, |winner| if winner == first { 2 } else { 0 });
        }
        if game.plies_without_conversion() >= DULL_PLIES {
            return 1;
        }
        let is_mover = game.position().turn() == first;
        let answer = if is_mover { mover.search(&game) } else { other.search(&game) };
        let mv = Position::<R>::to_move(&answer.best.expect("there is a move")).unwrap();
        game.play(mv);
    }
    1
}

/// The score of the first player, its Elo and the half width of the 95 % interval.
fn elo(results: &Pentanomial) -> (f64, f64, f64) {
    let pairs = f64::from(results.iter().sum::<u32>());
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        let sum: f64 =
            results.iter().enumerate().map(|(i, &n)| value(i as f64 / 4.0) * f64::from(n)).sum();
        sum / pairs
    };
    let score = mean_of(&|points| points);
    let error = 1.96 * (mean_of(&|points| (points - score).powi(2)) / pairs).sqrt();
    let elo = |score: f64| {
        let score = score.clamp(1e-3, 1.0 - 1e-3);
        -400.0 * (1.0 / score - 1.0).log10()
    };
    (score, elo(score), (elo(score + error) - elo(score - error)) / 2.0)
}
