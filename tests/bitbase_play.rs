//! Endings of four pieces, played out against who knows everything.
//!
//! `DAMIER_ENDINGS=1000` plays so many of each kind in each variant.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::folder::Folder;
use common::library::thrown;
use common::random::Random;
use damier::bitbase::build::{Plan, build, smallest_file};
use damier::bitbase::{Bitbases, Metric, Store, Value, embedded, embedded_file, file};
use damier::dispatch;
use damier::game::Game;
use damier::movegen::legal_moves;
use damier::position::{Move, Position};
use damier::rules::{DrawProfile, English, International, Rules, Turkish, Variant};
use damier::score::Score;
use damier::search::{Answer, Control, Info, Limits, Pool, Table};
use damier::work::{Crew, Unwatched};

/// How many endings of each kind are played if nobody says.
const ENDINGS: usize = 8;

fn endings() -> usize {
    std::env::var("DAMIER_ENDINGS").map_or(ENDINGS, |count| count.parse().unwrap())
}

fn bitbases<R: Rules>() -> Arc<Bitbases<R>> {
    Arc::new(Bitbases::new(embedded::<R>().into_iter().collect()))
}

fn pool<R: Rules>(bitbases: &Arc<Bitbases<R>>) -> Pool<R> {
    let mut pool = Pool::new(1, Arc::new(Table::new(1).unwrap()));
    pool.set_bitbases(Some(Arc::clone(bitbases)));
    pool
}

/// A game from such a position with a value that is asked for.
fn ending<R: Rules>(
    random: &mut Random,
    bitbases: &Bitbases<R>,
    is_wanted: impl Fn(Value) -> bool,
) -> Game<R> {
    loop {
        let pos = thrown::<R>(random, 4);
        if is_wanted(bitbases.value(&pos).unwrap()) {
            return Game::new(pos, DrawProfile::Standard);
        }
    }
}

fn search<R: Rules>(pool: &mut Pool<R>, game: &Game<R>, limits: &Limits) -> (Answer, Vec<Info>) {
    let mut infos = Vec::new();
    let answer = pool.search(game, limits, &Control::new(), &mut |info| infos.push(info));
    (answer, infos)
}

fn play_answer<R: Rules>(pool: &mut Pool<R>, game: &mut Game<R>) -> Answer {
    play_after(1_000, pool, game)
}

fn play_after<R: Rules>(nodes: u64, pool: &mut Pool<R>, game: &mut Game<R>) -> Answer {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (answer, _) = search(pool, game, &limits);
    game.play(Position::<R>::to_move(&answer.best.unwrap()).unwrap());
    answer
}

/// Plays the best move that the bitbases know; among several the one after which the fewest replies
/// keep the result.
fn play_perfectly<R: Rules>(game: &mut Game<R>, bitbases: &Bitbases<R>, random: &mut Random) {
    let pos = *game.position();
    let value = bitbases.value(&pos).unwrap();
    let after = |pos: &Position<R>, mv: Move| bitbases.value(&pos.play(mv)).unwrap().before();
    let mut best: Vec<(usize, Move)> = Vec::new();
    for &mv in legal_moves(&pos).iter().filter(|&&mv| after(&pos, mv) == value) {
        let child = pos.play(mv);
        let kept = bitbases.value(&child).unwrap();
        let replies = legal_moves(&child);
        best.push((replies.iter().filter(|&&reply| after(&child, reply) == kept).count(), mv));
    }
    let fewest = best.iter().map(|&(count, _)| count).min().unwrap();
    best.retain(|&(count, _)| count == fewest);
    game.play(best[random.below(best.len())].1);
}

fn wins_draws_and_resists<R: Rules>() {
    let bitbases = bitbases::<R>();
    let mut pool = pool(&bitbases);
    let mut random = Random::new(0x00D0_0D1E);
    for _ in 0..endings() {
        let mut game = ending(&mut random, &bitbases, Value::is_win);
        let plies = bitbases.value(game.position()).unwrap().plies().unwrap();
        let (start, winner) = (game.position().setup(), game.position().turn());
        while game.outcome().is_none() {
            if game.position().turn() == winner {
                assert!(play_answer(&mut pool, &mut game).score.is_win(), "{start:?}");
            } else {
                play_perfectly(&mut game, &bitbases, &mut random);
            }
        }
        assert_eq!(game.outcome().unwrap().winner, Some(winner), "{start:?}");
        assert_eq!(game.moves().len(), usize::from(plies), "{start:?}");
    }
    for _ in 0..endings() {
        let mut game = ending(&mut random, &bitbases, |value| value == Value::DRAW);
        let (start, us) = (game.position().setup(), game.position().turn());
        for _ in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            if game.position().turn() == us {
                assert_eq!(play_answer(&mut pool, &mut game).score, Score::DRAW, "{start:?}");
            } else {
                play_perfectly(&mut game, &bitbases, &mut random);
            }
        }
        assert!(game.outcome().is_none_or(|outcome| outcome.winner.is_none()), "{start:?}");
    }
    for _ in 0..endings() {
        let is_lost = |value: Value| value.is_loss() && value != Value::LOST;
        let mut game = ending(&mut random, &bitbases, is_lost);
        let plies = bitbases.value(game.position()).unwrap().plies().unwrap();
        let (start, loser) = (game.position().setup(), game.position().turn());
        while game.outcome().is_none() {
            if game.position().turn() == loser {
                play_answer(&mut pool, &mut game);
            } else {
                play_perfectly(&mut game, &bitbases, &mut random);
            }
        }
        let outcome = game.outcome().unwrap();
        // Where the winner needs too long a rule may draw: he does not look at it.
        assert!(outcome.winner == Some(!loser) || plies > 100, "{start:?}");
        assert!(game.moves().len() >= usize::from(plies).min(100), "{start:?}");
    }
}

#[test]
fn endings_end_as_they_must() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => wins_draws_and_resists::<R>());
    }
}

/// What the engine calls a win it wins, whatever the counters say and the loser plays.
fn wins_what_it_says<R: Rules>(profile: DrawProfile) -> usize {
    let bitbases = bitbases::<R>();
    let mut pool = pool(&bitbases);
    let mut random = Random::new(0x00C0_FFEE);
    let mut said = 0;
    for _ in 0..endings() {
        let game = ending(&mut random, &bitbases, Value::is_win);
        let start = game.position().setup();
        // The federations' rules leave much less.
        let quiet_plies = match profile {
            DrawProfile::Standard => 60 + random.below(40) as u32,
            DrawProfile::Official => random.below(20) as u32,
        };
        let mut game = Game::new(*game.position(), profile).with_quiet_plies(quiet_plies);
        let winner = game.position().turn();
        let mut has_said_so = false;
        while game.outcome().is_none() {
            if game.position().turn() == winner {
                has_said_so |= play_answer(&mut pool, &mut game).score.is_win();
            } else if random.chance(80) {
                play_perfectly(&mut game, &bitbases, &mut random);
            } else {
                let moves = legal_moves(game.position());
                game.play(moves[random.below(moves.len())]);
            }
        }
        let has_won = game.outcome().unwrap().winner == Some(winner);
        assert!(has_won || !has_said_so, "{start:?} {quiet_plies} {profile:?}");
        said += usize::from(has_said_so);
    }
    said
}

#[test]
fn a_win_is_not_called_so_if_a_counter_may_spoil_it() {
    for profile in [DrawProfile::Standard, DrawProfile::Official] {
        let said = Variant::ALL.iter().map(|&variant| {
            let said = dispatch!(variant, R => wins_what_it_says::<R>(profile));
            println!("{variant} {profile:?}: said that it wins {said} of {} endings", endings());
            said
        });
        assert!(said.sum::<usize>() > 0);
    }
}

/// Kings alone: nothing but the end of the game converts, so that the plies to it decide.
#[test]
fn the_last_ply_that_a_counter_allows_may_win_and_the_next_may_not() {
    let bitbases = bitbases::<English>();
    let mut pool = pool(&bitbases);
    let mut random = Random::new(7);
    for _ in 0..10 {
        let pos = loop {
            let pos = thrown::<English>(&mut random, 3);
            let plies = bitbases.value(&pos).unwrap();
            let kings = pos.all_kings() == pos.occupied();
            if kings && plies.is_win() && (7..=9).contains(&plies.plies().unwrap()) {
                break pos;
            }
        };
        let plies = bitbases.value(&pos).unwrap().plies().unwrap();
        let score = |pool: &mut Pool<English>, left: u32| {
            pool.clear();
            let game = Game::new(pos, DrawProfile::Standard).with_quiet_plies(100 - left);
            let limits = Limits { depth: Some(12), ..Limits::default() };
            search(pool, &game, &limits).0.score
        };
        let won = Score::known_win_in(plies.into());
        assert_eq!(score(&mut pool, plies.into()), won, "{:?}", pos.setup());
        assert_eq!(score(&mut pool, u32::from(plies) - 1), Score::DRAW, "{:?}", pos.setup());
        assert_eq!(score(&mut pool, 100), won);
    }
}

/// Only who wins is known of the positions with the most pieces, the plies only of those with fewer:
/// so it is with the large files. How many of the won endings are won, and how many there were.
fn wins_without_plies<R: Rules>(pieces: u32) -> (usize, usize) {
    let crew = Crew { threads: 2, watch: &Unwatched };
    let few = smallest_file::<R>(pieces - 1, crew).unwrap();
    let few = Store::open(few, Arc::default()).unwrap();
    let folder = Folder::new(&format!("bitbase-outcomes-{}", R::NAME));
    let plan = Plan { pieces, metric: Metric::Outcome, threads: 2, folder: folder.0.clone() };
    build::<R>(&plan, &Unwatched, &mut |_| ()).unwrap();
    let most = folder.0.join(file::name::<R>(pieces, Metric::Outcome));
    let most = file::open(&most, &Arc::default()).unwrap();
    let known = Arc::new(Bitbases::new(vec![Arc::new(few), Arc::new(most)]));

    let bitbases = bitbases::<R>();
    let mut pool = pool(&known);
    let mut random = Random::new(0x0007_C01E);
    let (mut won, mut wins) = (0, 0);
    for _ in 0..2 * endings() {
        let pos = thrown::<R>(&mut random, pieces as usize);
        let value = bitbases.value(&pos).unwrap();
        if value.is_loss() {
            continue;
        }
        let mut game = Game::new(pos, DrawProfile::Standard);
        let us = pos.turn();
        while game.outcome().is_none() && game.moves().len() < 150 {
            if game.position().turn() == us {
                play_after(10_000, &mut pool, &mut game);
                let left = bitbases.value(game.position()).unwrap().before();
                assert!(!left.is_loss(), "{:?}", pos.setup());
                // Later a draw by repetition may be as good as what is left.
                let is_early = game.moves().len() < 8;
                assert!(left.is_win() || !value.is_win() || !is_early, "{:?}", pos.setup());
            } else {
                play_perfectly(&mut game, &bitbases, &mut random);
            }
        }
        wins += usize::from(value.is_win());
        won += usize::from(game.outcome().is_some_and(|outcome| outcome.winner == Some(us)));
    }
    println!("{}: won {won} of {wins} endings of {pieces} pieces without plies", R::NAME);
    (won, wins)
}

/// The way is found by the search; ten thousand nodes do not always see it before a counter draws.
#[test]
fn who_wins_is_mostly_enough_to_win() {
    let pieces = if endings() > ENDINGS { 4 } else { 3 };
    let counts = Variant::ALL
        .iter()
        .map(|&variant| dispatch!(variant, R => wins_without_plies::<R>(pieces)));
    let (won, wins) = counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    assert!(won * 3 >= wins * 2, "won {won} of {wins}");
}

/// With three pieces known, four are searched: what is then said to be won or lost is so, and a win no
/// farther off than it is said to be. A loser may like a near loss that is known better than a late
/// one that is proved, as their scores have it.
fn says_nothing_wrong<R: Rules>() {
    let bitbases = bitbases::<R>();
    let mut pool = pool(&Arc::new(Bitbases::clone(&bitbases).limited(3)));
    let mut random = Random::new(0x5EA5_0F15);
    let mut decided = 0;
    for _ in 0..5 * endings() {
        let pos = thrown::<R>(&mut random, 4);
        let game = Game::new(pos, DrawProfile::Standard);
        let limits = Limits { depth: Some(6), analyze: true, ..Limits::default() };
        let score = search(&mut pool, &game, &limits).0.score;
        let value = bitbases.value(&pos).unwrap();
        assert!(!score.is_win() || value.is_win(), "{:?}", pos.setup());
        assert!(!score.is_loss() || value.is_loss(), "{:?}", pos.setup());
        if score.is_win() {
            let size = score.centimen().abs();
            let said = if size > 9_000 { 10_000 - size } else { 9_000 - size };
            let plies = i32::from(value.plies().unwrap());
            assert!(said >= plies, "{:?}: {score} and {plies} plies", pos.setup());
            decided += 1;
        }
    }
    assert!(decided > 0);
}

#[test]
fn a_search_with_fewer_pieces_known_says_nothing_wrong() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => says_nothing_wrong::<R>());
    }
}

/// All moves are told, best first, each with its own value.
#[test]
fn several_lines_have_the_values_of_their_moves() {
    let bitbases = bitbases::<International>();
    let mut pool = pool(&bitbases);
    let mut random = Random::new(3);
    for _ in 0..20 {
        let pos = thrown::<International>(&mut random, 4);
        let moves = legal_moves(&pos);
        if moves.is_empty() {
            continue;
        }
        let game = Game::new(pos, DrawProfile::Standard);
        let limits = Limits { depth: Some(2), multipv: 64, analyze: true, ..Limits::default() };
        let (answer, infos) = search(&mut pool, &game, &limits);
        let last = &infos[infos.len() - moves.len()..];
        let mut best = Value::LOST;
        for info in last {
            let mv = Position::<International>::to_move(&info.pv[0]).unwrap();
            let value = bitbases.value(&pos.play(mv)).unwrap().before();
            best = best.max(value);
            assert_eq!(info.score.is_win(), value.is_win());
            assert_eq!(info.score.is_loss(), value.is_loss());
            if let Some(plies) = value.plies() {
                assert_eq!(info.pv.len(), usize::from(plies), "{:?}", pos.setup());
            }
        }
        assert_eq!(bitbases.value(&pos), Some(best));
        let order = last.windows(2).all(|pair| pair[0].score >= pair[1].score);
        assert!(order && answer.score == last[0].score, "{:?}", pos.setup());
    }
}

/// A search with a clock does not wait for what is not unpacked yet; one that counts does.
#[test]
fn time_is_not_spent_on_unpacking() {
    let store = Store::<Turkish>::open(embedded_file::<Turkish>().unwrap(), Arc::default());
    let bitbases = Arc::new(Bitbases::new(vec![Arc::new(store.unwrap())]));
    let mut pool = pool(&bitbases);
    let mut random = Random::new(11);
    let pos = thrown::<Turkish>(&mut random, 4);
    let game = Game::new(pos, DrawProfile::Standard);
    let move_time = Some(Duration::from_millis(5));
    let _ = search(&mut pool, &game, &Limits { move_time, ..Limits::default() });
    let are_loaded = |bitbases: &Bitbases<Turkish>| {
        bitbases.ahead(&pos).iter().any(|&material| bitbases.is_loaded(material))
    };
    assert!(!are_loaded(&bitbases));
    let _ = search(&mut pool, &game, &Limits { depth: Some(1), ..Limits::default() });
    assert!(are_loaded(&bitbases));
}
