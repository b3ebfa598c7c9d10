//! Matches: engines that misbehave lose and nothing else happens; what ends in the middle goes on.

#![allow(unreachable_pub, reason = "the parts are modules of this test only")]

#[path = "match/actor.rs"]
mod actor;
#[path = "match/dxp.rs"]
mod dxp;
#[path = "match/dxp_actor.rs"]
mod dxp_actor;
#[path = "match/program.rs"]
mod program;
#[path = "match/scratch.rs"]
mod scratch;

use std::time::{Duration, Instant};

use damier::arena::clock::Budget;
use damier::arena::event::Terms;
use damier::arena::openings::Openings;
use damier::arena::record::{EndedBy, GameRecord, GameResult};
use damier::arena::referee::{Adjudication, Agreement};
use damier::arena::runner::{self, Plan};
use damier::arena::spec::{EngineSpec, Program};
use damier::arena::standing::Standing;
use damier::arena::stats::{Model, Sprt};
use damier::arena::{FaultKind, Stop};
use damier::rules::{DrawProfile, Variant};
use scratch::Scratch;

/// The program of the engines in these tests; no test of its own.
#[test]
fn plays_a_part() {
    actor::play_if_asked();
}

fn engine(part: &str, scratch: &Scratch) -> EngineSpec {
    EngineSpec {
        name: None,
        program: Program::Command(actor::command(part, &scratch.file("pids"))),
        directory: None,
        parameters: Vec::new(),
        budget: Budget { nodes: Some(1), ..Budget::default() },
    }
}

fn own(parameters: &[(&str, &str)], nodes: u64) -> EngineSpec {
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    EngineSpec {
        name: None,
        program: Program::Own,
        directory: None,
        parameters: parameters.iter().map(owned).collect(),
        budget: Budget { nodes: Some(nodes), ..Budget::default() },
    }
}

fn plan(engines: [EngineSpec; 2], variant: Variant, games: u32) -> Plan {
    Plan {
        variant,
        engines,
        openings: Openings::Random { variant, seed: 3 },
        games,
        sprt: None,
        terms: Terms {
            profile: DrawProfile::Standard,
            adjudication: Adjudication {
                resign: None,
                draw: None,
                max_plies: 100,
                bitbases: false,
            },
            ponder: false,
            margin: Duration::from_secs(5),
            patience: Duration::from_secs(20),
            concurrency: 2,
        },
    }
}

/// Plays a match and checks that every game is there once.
fn play(plan: &Plan) -> (Vec<GameRecord>, Standing) {
    let stop = Stop::default();
    let names = runner::introduce(plan, &stop).unwrap();
    let mut games = Vec::new();
    let (standing, result) = runner::run(plan, &names, &[], &stop, &mut |game, _| {
        games.push(game.clone());
        Ok(())
    });
    result.unwrap();
    games.sort_by_key(|game| game.game);
    let numbers: Vec<u32> = games.iter().map(|game| game.game).collect();
    assert_eq!(numbers, (0..plan.games).collect::<Vec<_>>());
    (games, standing)
}

/// A match of a good engine against one with a part; the latter loses every game by this fault.
fn loses_by(part: &str, kind: FaultKind, reason: &str, change: impl Fn(&mut Plan)) {
    let scratch = Scratch::new(part);
    let guilty = if part.starts_with("dxp-") {
        dxp::dxp_engine(part, &scratch.file("pids"))
    } else {
        engine(part, &scratch)
    };
    let mut plan = plan([engine("good", &scratch), guilty], Variant::default(), 4);
    change(&mut plan);
    let (games, standing) = play(&plan);
    for game in &games {
        let fault = game.fault.as_ref().unwrap_or_else(|| panic!("{part}: {game:?}"));
        assert_eq!((fault.kind, game.ended_by), (kind, EndedBy::Fault), "{part}: {fault:?}");
        assert!(game.reason.contains(reason), "{part}: {}", game.reason);
        assert!(!fault.last_lines.is_empty(), "{part}");
        let winner = if game.white == "good 1" { GameResult::White } else { GameResult::Black };
        assert_eq!(game.result, winner, "{part}");
        // It played well before, in each game: its process was fresh.
        assert!(game.scores.len() >= 3, "{part}: {game:?}");
    }
    assert_eq!((standing.games(), standing.faults(0), standing.faults(1)), ([0, 0, 4], 0, 4));
    scratch.has_no_processes();
}

#[test]
fn an_engine_that_crashes_loses_and_is_started_again() {
    loses_by("crash", FaultKind::Crash, "exit status: 3", |_| {});
    loses_by("abort", FaultKind::Crash, "signal: 6", |_| {});
}

#[test]
fn what_a_crashed_engine_complained_about_is_kept() {
    let scratch = Scratch::new("complaint");
    let plan = plan([engine("good", &scratch), engine("crash", &scratch)], Variant::English, 1);
    let (games, _) = play(&plan);
    let lines = &games[0].fault.as_ref().unwrap().last_lines;
    assert!(lines.iter().any(|line| line == "! something went wrong"), "{lines:?}");
    assert!(lines.iter().any(|line| line == "> go think"), "{lines:?}");
}

#[test]
fn an_engine_that_does_not_answer_is_not_waited_for() {
    let short = Duration::from_millis(300);
    loses_by("stall", FaultKind::Hang, "no answer to `go`", |plan| plan.terms.patience = short);
    loses_by("stall", FaultKind::Time, "no answer to `go`", |plan| {
        plan.engines[1].budget = Budget { move_time: Some(short), ..Budget::default() };
        plan.terms.margin = Duration::ZERO;
    });
    loses_by("stall", FaultKind::Time, "no answer to `go`", |plan| {
        let clock = "0.2+0.1".parse().ok();
        plan.engines[1].budget = Budget { clock, ..Budget::default() };
        plan.terms.margin = short;
    });
}

#[test]
fn what_is_no_legal_move_loses() {
    loses_by("illegal", FaultKind::Illegal, "illegal move 1-47", |_| {});
    loses_by("garbage", FaultKind::Garbage, "'qwertz' is not a move", |_| {});
    loses_by("no-move", FaultKind::Garbage, "it gave no move", |_| {});
}

#[test]
fn who_says_too_much_loses() {
    loses_by("flood", FaultKind::Flood, "it said 200001 lines", |_| {});
    loses_by("long-line", FaultKind::Flood, "a line of more than 1048576 bytes", |_| {});
    loses_by("endless-line", FaultKind::Hang, "no answer", |plan| {
        plan.terms.patience = Duration::from_millis(300);
    });
}

#[test]
fn what_an_engine_started_ends_with_it() {
    // What it started holds its output open, so that only the clock tells that it is gone.
    loses_by("parent", FaultKind::Crash, "no answer to `go` after 0.3 s: exit status: 3", |plan| {
        plan.terms.patience = Duration::from_millis(300);
    });
}

#[test]
fn harmless_oddities_are_tolerated() {
    for part in ["noise", "no-ping", "stays", "complains"] {
        let scratch = Scratch::new(part);
        let plan = plan([engine("good", &scratch), engine(part, &scratch)], Variant::Turkish, 2);
        let (games, _) = play(&plan);
        assert!(games.iter().all(|game| game.fault.is_none()), "{part}: {games:?}");
        scratch.has_no_processes();
    }
}

#[test]
fn an_engine_that_cannot_play_is_refused_before_the_match() {
    let scratch = Scratch::new("refused");
    let refused = |spec: EngineSpec, variant: Variant| {
        let plan = plan([own(&[], 1), spec], variant, 2);
        format!("{:#}", runner::introduce(&plan, &Stop::default()).unwrap_err())
    };
    let told = refused(engine("narrow", &scratch), Variant::Spanish);
    assert_eq!(
        told,
        "engine 2: it does not play spanish: its parameter `variant` takes 'normal killer'"
    );
    let told = refused(own(&[("hash", "8"), ("threads", "lots")], 1), Variant::Spanish);
    assert_eq!(
        told,
        "engine 2: it does not take its parameters (hash=8 threads=lots): threads='lots' is not a \
         whole number from 1 to 256"
    );
    let told = refused(engine("not-starting", &scratch), Variant::Spanish);
    assert!(told.contains("its output ended"), "{told}");
    let mut odd = engine("good", &scratch);
    odd.parameters.push(("threads".to_owned(), "2".to_owned()));
    let told = refused(odd, Variant::English);
    assert!(told.ends_with("it has no parameter 'threads'; it has: variant strength"), "{told}");
    let nowhere = EngineSpec { program: Program::Command(vec!["/no/such".into()]), ..own(&[], 1) };
    assert!(refused(nowhere, Variant::English).contains("'/no/such' cannot be started"));
    scratch.has_no_processes();
}

#[test]
fn the_name_of_an_engine_cannot_move_the_cursor() {
    let scratch = Scratch::new("odd-name");
    let plan = plan([own(&[], 1), engine("odd-name", &scratch)], Variant::English, 2);
    let names = runner::introduce(&plan, &Stop::default()).unwrap();
    assert_eq!(names[1], "odd?[2J?name 1");
    scratch.has_no_processes();
}

#[test]
fn both_engines_may_ponder() {
    let scratch = Scratch::new("ponder");
    let mut plan = plan([own(&[], 50), engine("good", &scratch)], Variant::English, 4);
    plan.terms.ponder = true;
    let (games, _) = play(&plan);
    assert!(games.iter().all(|game| game.fault.is_none()), "{games:?}");
    assert!(games.iter().any(|game| game.scores.len() > 10));
    scratch.has_no_processes();
}

#[test]
fn who_misbehaves_while_pondering_loses() {
    for (part, kind, reason) in [
        ("crash-pondering", FaultKind::Crash, "exit status: 3"),
        ("flood-pondering", FaultKind::Flood, "it said 200001 lines"),
    ] {
        let ponders = |plan: &mut Plan| plan.terms.ponder = true;
        loses_by(part, kind, reason, ponders);
    }
}

/// Moves change hands in milliseconds here, and each game ends while somebody ponders. The margin is
/// wide, as on a busy machine a thread may wait for its turn longer than these clocks run.
#[test]
fn pondering_goes_well_with_very_short_clocks() {
    let quick = || {
        let mut spec = own(&[("hash", "1")], 1);
        spec.budget = Budget { clock: "1+0.01".parse().ok(), ..Budget::default() };
        spec
    };
    let mut plan = plan([quick(), quick()], Variant::Brazilian, 2);
    plan.terms.ponder = true;
    plan.terms.concurrency = 1;
    plan.terms.adjudication.max_plies = 120;
    let (games, _) = play(&plan);
    assert!(games.iter().all(|game| game.fault.is_none()), "{games:?}");
}

#[test]
fn a_game_that_both_call_lost_is_over() {
    let scratch = Scratch::new("resign");
    let engines = [engine("winning", &scratch), engine("losing", &scratch)];
    let mut plan = plan(engines, Variant::English, 4);
    let rule = Agreement { centimen: 500, moves: 2, from_ply: 0 };
    plan.terms.adjudication.resign = Some(rule);
    let (games, standing) = play(&plan);
    for game in games {
        assert_eq!(
            (game.ended_by, game.scores.len(), game.reason.as_str()),
            (EndedBy::Adjudication, 4, "both say it is lost")
        );
    }
    assert_eq!(standing.games(), [0, 0, 4]);
}

#[test]
fn each_engine_has_its_own_limits() {
    let scratch = Scratch::new("limits");
    let mut engines = [engine("wants-depth", &scratch), engine("wants-nodes", &scratch)];
    engines[0].budget = Budget { depth: Some(4), ..Budget::default() };
    engines[1].budget = Budget { nodes: Some(77), ..Budget::default() };
    let (games, _) = play(&plan(engines, Variant::English, 2));
    assert!(games.iter().all(|game| game.fault.is_none()), "{games:?}");
}

#[test]
fn sixteen_games_go_on_at_the_same_time() {
    let scratch = Scratch::new("sixteen");
    let mut plan = plan([engine("good", &scratch), engine("calm", &scratch)], Variant::English, 32);
    plan.terms.concurrency = 16;
    let (games, standing) = play(&plan);
    assert!(games.iter().all(|game| game.fault.is_none()), "{games:?}");
    assert_eq!((standing.played(), standing.pairs().iter().sum::<u32>()), (32, 16));
    // Both play by the same simple rule, so each opening goes the same way with the colors changed.
    assert_eq!(standing.pairs()[2], 16, "{:?}", standing.pairs());
    scratch.has_no_processes();
}

/// The time between two moves of engines that answer at once, all that they do included.
#[test]
fn the_runner_adds_less_than_a_millisecond_to_a_move() {
    let scratch = Scratch::new("overhead");
    let mut plan =
        plan([engine("good", &scratch), engine("calm", &scratch)], Variant::default(), 10);
    plan.terms.concurrency = 1;
    // Other programs run too: the best of several tries tells what it takes.
    let best = (0..6)
        .map(|_| {
            let stop = Stop::default();
            let names = runner::introduce(&plan, &stop).unwrap();
            let mut marks = vec![Instant::now()];
            let (standing, result) = runner::run(&plan, &names, &[], &stop, &mut |_, _| {
                marks.push(Instant::now());
                Ok(())
            });
            result.unwrap();
            // Without the first game, in which the processes start.
            let time = *marks.last().unwrap() - marks[1];
            time.div_f64(standing.plies() as f64 * 0.9)
        })
        .min()
        .unwrap();
    println!("{best:?} a move");
    assert!(best < Duration::from_millis(1), "{best:?} a move");
}

#[test]
fn own_engines_play_every_variant_and_the_same_games_again() {
    for &variant in Variant::ALL {
        for profile in [DrawProfile::Standard, DrawProfile::Official] {
            let mut plan =
                plan([own(&[("hash", "1")], 300), own(&[("hash", "2")], 30)], variant, 4);
            plan.terms.profile = profile;
            let moves = |games: &[GameRecord]| -> Vec<_> {
                games.iter().map(|game| (game.moves.clone(), game.result)).collect()
            };
            let (games, _) = play(&plan);
            assert!(games.iter().all(|game| game.fault.is_none()), "{variant}: {games:?}");
            assert_eq!(moves(&games), moves(&play(&plan).0), "{variant}");
        }
    }
}

#[test]
fn the_match_ends_when_the_test_has_decided() {
    let mut plan = plan([own(&[], 1_000), own(&[], 1)], Variant::English, 10_000);
    plan.sprt = Sprt::new(0.0, 200.0, 0.05, 0.05, Model::Normalized).ok();
    let stop = Stop::default();
    let names = runner::introduce(&plan, &stop).unwrap();
    assert_ne!(names[0], names[1]);
    let mut told = 0;
    let (standing, result) = runner::run(&plan, &names, &[], &stop, &mut |_, _| {
        told += 1;
        Ok(())
    });
    result.unwrap();
    let text = standing.to_string();
    assert!(text.contains("H1 accepted: 200 or more"), "{text}");
    assert_eq!(told, standing.played());
    assert!(told < 500, "{text}");
}
