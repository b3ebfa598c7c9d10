//! What every search keeps to, whatever it finds.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::random::Random;
use damier::board::{Color, Geometry, each_bit};
use damier::dispatch;
use damier::eval::{Evaluate, Hand};
use damier::game::Game;
use damier::movegen::legal_moves;
use damier::position::{MoveText, Position};
use damier::rules::{DrawProfile, Rules, Variant};
use damier::score::Score;
use damier::search::{Answer, Clock, Control, Info, Limits, Pool, Table};

/// Games that were played at random for some plies and are not over.
fn random_games<R: Rules>(count: usize, plies: usize) -> Vec<Game<R>> {
    let mut random = Random::new(0x1234_5678_9ABC_DEF1 ^ plies as u64);
    let mut games = Vec::new();
    while games.len() < count {
        let mut game = Game::<R>::default();
        for _ in 0..plies {
            let moves = legal_moves(game.position());
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]);
        }
        if game.outcome().is_none() {
            games.push(game);
        }
    }
    games
}

fn pool<R: Rules>(threads: usize) -> Pool<R> {
    Pool::new(threads, Arc::new(Table::new(4).unwrap()))
}

fn search<R: Rules>(pool: &mut Pool<R>, game: &Game<R>, limits: &Limits) -> (Answer, Vec<Info>) {
    let mut infos = Vec::new();
    let answer = pool.search(game, limits, &Control::new(), &mut |info| infos.push(info));
    (answer, infos)
}

fn assert_legal<R: Rules>(pos: &Position<R>, line: &[MoveText]) {
    let mut pos = *pos;
    for text in line {
        let mv = Position::<R>::to_move(text).unwrap();
        assert!(legal_moves(&pos).contains(&mv), "{text:?} in {line:?}");
        pos = pos.play(mv);
    }
}

#[test]
fn every_line_is_legal() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            for threads in [1, 2] {
                let mut pool = pool::<R>(threads);
                for game in random_games::<R>(12, 12).iter().chain(&random_games::<R>(12, 60)) {
                    let limits = Limits { nodes: Some(20_000), multipv: 2, ..Limits::default() };
                    let (answer, infos) = search(&mut pool, game, &limits);
                    assert!(!infos.is_empty());
                    for info in infos {
                        assert!(!info.pv.is_empty());
                        assert!(info.score.is_evaluation() || info.score.plies_to_end().is_some());
                        assert_legal(game.position(), &info.pv);
                    }
                    let line: Vec<_> = answer.best.into_iter().chain(answer.ponder).collect();
                    assert!(answer.best.is_some());
                    assert_legal(game.position(), &line);
                }
            }
        });
    }
}

/// A broken off iteration in which all moves were worse than expected has found nothing.
#[test]
fn the_answer_has_a_score_wherever_it_was_broken_off() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let mut pool = pool::<R>(1);
            for game in random_games::<R>(15, 30).iter().chain(&random_games::<R>(15, 70)) {
                for nodes in (150..1_500).step_by(45) {
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    let (answer, _) = search(&mut pool, game, &limits);
                    let score = answer.score;
                    let is_sound = score.is_evaluation() || score <= Score::win_in(0);
                    assert!(is_sound && -score <= Score::win_in(0), "{variant}, {nodes}: {answer:?}");
                }
            }
        });
    }
}

#[test]
fn the_same_search_takes_the_same_nodes_and_no_more_than_it_may() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let mut pool = pool::<R>(1);
            for game in random_games::<R>(6, 20) {
                for nodes in [1, 700, 30_001] {
                    let limits = Limits { nodes: Some(nodes), analyze: true, ..Limits::default() };
                    pool.clear();
                    let (first, _) = search(&mut pool, &game, &limits);
                    pool.clear();
                    let (second, _) = search(&mut pool, &game, &limits);
                    assert_eq!(first.nodes, second.nodes);
                    assert_eq!(first.best, second.best);
                    assert!(first.nodes <= nodes);
                }
            }
        });
    }
}

#[test]
fn several_lines_are_told_best_first_and_begin_differently() {
    let mut pool = pool::<damier::rules::International>(1);
    let limits = Limits { depth: Some(9), multipv: 4, ..Limits::default() };
    let (answer, infos) = search(&mut pool, &Game::default(), &limits);
    let last = &infos[infos.len() - 4..];
    for (line, info) in last.iter().enumerate() {
        assert_eq!(info.multipv, line + 1);
        assert_eq!(info.depth, 9);
        for other in &last[..line] {
            assert!(other.score >= info.score);
            assert_ne!(other.pv[0], info.pv[0]);
        }
    }
    assert_eq!(answer.best, Some(last[0].pv[0]));
}

#[test]
fn without_time_there_is_a_legal_move_at_once() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let mut pool = pool::<R>(2);
            let clock = Clock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
            for game in random_games::<R>(5, 30) {
                for limits in [
                    Limits { clock: Some(clock), ..Limits::default() },
                    Limits { move_time: Some(Duration::ZERO), ..Limits::default() },
                ] {
                    let began = Instant::now();
                    let (answer, _) = search(&mut pool, &game, &limits);
                    assert!(answer.best.is_some());
                    assert!(began.elapsed() < Duration::from_millis(500));
                }
            }
        });
    }
}

#[test]
fn time_is_kept_where_captures_have_huge_trees() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let mut pool = pool::<R>(1);
            let mut random = Random::new(0xBEEF);
            for _ in 0..5 {
                // A third of the squares each, all kings.
                let squares = <<R as Rules>::Geometry as Geometry>::BOARD;
                let (mut white, mut black) = (0, 0);
                for bit in each_bit(squares) {
                    match random.below(4) {
                        0 => white |= bit,
                        1 => black |= bit,
                        _ => {}
                    }
                }
                let pos = Position::<R>::new(white, black, white | black, Color::White);
                let game = Game::new(pos, DrawProfile::Standard);
                let time = Some(Duration::from_millis(30));
                let limits = Limits { move_time: time, analyze: true, ..Limits::default() };
                let began = Instant::now();
                search(&mut pool, &game, &limits);
                let took = began.elapsed();
                assert!(took < Duration::from_millis(500), "{variant}: {took:?}");
            }
        });
    }
}

#[test]
fn a_stop_ends_it_and_waiting_lasts_till_told() {
    let game = Game::<damier::rules::Turkish>::default();
    let mut pool = pool::<damier::rules::Turkish>(2);
    let ways: [fn(&Control); 2] = [Control::stop, Control::ponder_hit];
    for (way, depth) in [(ways[0], None), (ways[0], Some(3)), (ways[1], Some(3))] {
        let control = Control::new();
        let limits = Limits { depth, wait: true, ..Limits::default() };
        let (sender, told) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let searching = scope.spawn(|| {
                let mut sender = Some(sender);
                pool.search(&game, &limits, &control, &mut |info| {
                    if info.depth == 3 {
                        sender.take().map(|sender| sender.send(()));
                    }
                })
            });
            told.recv().unwrap();
            assert!(!searching.is_finished());
            way(&control);
            assert!(searching.join().unwrap().best.is_some());
        });
    }
}

#[test]
fn one_legal_move_is_answered_at_once_unless_it_is_analyzed() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let mut pool = pool::<R>(1);
            let games = random_games::<R>(40, 25);
            let forced = games.iter().filter(|game| legal_moves(game.position()).len() == 1);
            for game in forced {
                let limits = Limits { depth: Some(6), ..Limits::default() };
                assert_eq!(search(&mut pool, game, &limits).0.depth, 1);
                let limits = Limits { analyze: true, ..limits };
                assert!(search(&mut pool, game, &limits).0.depth > 1);
            }
        });
    }
}

#[test]
fn a_position_without_a_move_is_lost_and_answered_without_one() {
    let pos = Position::<damier::rules::English>::new(0, 1, 0, damier::board::Color::White);
    let game = Game::new(pos, DrawProfile::Standard);
    let (answer, infos) = search(&mut pool(1), &game, &Limits::default());
    assert_eq!(answer.best, None);
    assert_eq!(infos.len(), 1);
    assert_eq!((infos[0].depth, infos[0].nodes), (0, 0));
    assert_eq!(infos[0].score.to_string(), "-100.00");
}

/// The value of a position by plain search: the plies to a forced end, positive if won.
fn plain<R: Rules>(pos: &Position<R>, depth: usize) -> Option<i32> {
    let moves = legal_moves(pos);
    if moves.is_empty() {
        return Some(-0);
    }
    if depth == 0 {
        return None;
    }
    let mut longest = Some(0);
    let mut best_win: Option<i32> = None;
    for &mv in &moves {
        match plain(&pos.play(mv), depth - 1) {
            // The reply loses after an even number of plies.
            Some(plies) if plies % 2 == 0 => {
                best_win = Some(best_win.map_or(plies + 1, |best| best.min(plies + 1)));
            }
            Some(plies) => longest = longest.map(|longest: i32| longest.max(plies + 1)),
            None => longest = None,
        }
    }
    best_win.or(longest)
}

#[test]
fn short_wins_are_found_with_their_distance() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let mut pool = pool::<R>(1);
            let mut found = 0;
            for game in random_games::<R>(150, 70) {
                let Some(plies) = plain(game.position(), 3) else { continue };
                pool.clear();
                let limits = Limits { depth: Some(13), analyze: true, ..Limits::default() };
                let (answer, _) = search(&mut pool, &game, &limits);
                let expected = if plies % 2 == 1 {
                    Score::win_in(plies as usize)
                } else {
                    Score::loss_in(plies as usize)
                };
                assert_eq!(answer.score, expected, "{:?}", game.position().setup());
                found += 1;
            }
            assert!(found > 0, "{variant}: no short win among the positions");
        });
    }
}

#[test]
fn both_colors_are_judged_alike() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            for plies in [5, 20, 60, 90] {
                for game in random_games::<R>(50, plies) {
                    let score = |pos: &Position<R>| Hand.evaluate(pos, 0);
                    assert_eq!(score(game.position()), score(&game.position().turned()));
                }
            }
        });
    }
}

#[test]
fn the_line_of_a_win_goes_on_to_its_end() {
    let won = "WeeeeeeeeWeeeeeeeeeeeeeeeeeeeeeeeeeeeweebeeeeeeeeee";
    let setup = damier::notation::hub::read_setup(won, 50).unwrap();
    let pos = Position::<damier::rules::International>::from_setup(&setup).unwrap();
    let game = Game::new(pos, DrawProfile::Standard);
    let limits = Limits { depth: Some(9), analyze: true, ..Limits::default() };
    let (_, infos) = search(&mut pool(1), &game, &limits);
    for info in infos.iter().filter(|info| info.score.is_win()) {
        let mut game = game.clone();
        for text in &info.pv {
            let mv = Position::<damier::rules::International>::to_move(text).unwrap();
            game.play(mv);
        }
        assert!(game.outcome().is_some(), "depth {}: {:?}", info.depth, info.pv);
    }
}

#[test]
fn a_move_is_looked_at_even_without_time() {
    // The first move of the list gives a man away.
    let text = "Wbbbbbbbbbebebbbbbeeeeeeeeeweeeeeeewwwewwwwwewwwwww";
    let setup = damier::notation::hub::read_setup(text, 50).unwrap();
    let pos = Position::<damier::rules::International>::from_setup(&setup).unwrap();
    let game = Game::new(pos, DrawProfile::Standard);
    let limits = Limits { move_time: Some(Duration::ZERO), ..Limits::default() };
    let (answer, _) = search(&mut pool(1), &game, &limits);
    assert!(answer.depth >= 1);
    assert_ne!(answer.best.unwrap().to_string(), "27-21");
}
