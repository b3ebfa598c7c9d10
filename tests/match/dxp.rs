//! Engines that speak DXP in matches, over real sockets.

use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use damier::arena::clock::Budget;
use damier::arena::record::{EndedBy, GameResult};
use damier::arena::runner;
use damier::arena::spec::{DxpProgram, EngineSpec, Program, Tcp};
use damier::arena::{FaultKind, Stop};
use damier::rules::Variant;

use super::actor;
use super::scratch::Scratch;
use super::{engine, loses_by, own, plan, play};

/// An engine of this test with a part.
pub fn dxp_engine(part: &str, pids: &std::path::Path) -> EngineSpec {
    of(actor::dxp_command(part, pids, "listen"), Tcp::Server)
}

fn of(command: Vec<String>, tcp: Tcp) -> EngineSpec {
    let program = DxpProgram { command: Some(command), address: None, tcp };
    EngineSpec {
        name: None,
        program: Program::Dxp(program),
        directory: None,
        parameters: Vec::new(),
        budget: Budget::default(),
    }
}

/// `damier dxp` itself.
fn damier(arguments: &str, tcp: Tcp) -> EngineSpec {
    let words = arguments.split(' ').map(str::to_owned);
    let program = PathBuf::from(env!("CARGO_BIN_EXE_damier"));
    let start = [program.to_string_lossy().into_owned(), "dxp".to_owned()];
    let mut spec = of(start.into_iter().chain(words).collect(), tcp);
    spec.budget.move_time = Some(Duration::from_millis(5));
    spec
}

#[test]
fn our_own_program_plays_by_dxp_in_every_variant() {
    thread::scope(|scope| {
        for &variant in Variant::ALL {
            scope.spawn(move || {
                let more = format!("--variant {variant} --move-time 0.005 --set hash=1");
                let server = damier(&format!("--listen {{port}} {more}"), Tcp::Server);
                let client = damier(&format!("--connect {{port}} --follower {more}"), Tcp::Client);
                let mut against = plan([own(&[("hash", "1")], 100), server.clone()], variant, 2);
                against.terms.concurrency = 1;
                let mut both = plan([server, client], variant, 2);
                both.terms.concurrency = 1;
                for plan in [against, both] {
                    let (games, _) = play(&plan);
                    assert!(games.iter().all(|game| game.fault.is_none()), "{games:?}");
                    assert!(games[0].black.starts_with("damier "), "{:?}", games[0]);
                    assert!(games[0].scores.len() > 20, "{variant}");
                }
            });
        }
    });
}

#[test]
fn the_time_of_a_game_is_told() {
    let server = |color: &str| {
        let mut spec = damier("--listen {port} --move-time 60 --set hash=1", Tcp::Server);
        spec.name = Some(color.to_owned());
        // A hundredth of a minute.
        spec.budget = Budget { clock: "0.6".parse().ok(), ..Budget::default() };
        spec
    };
    let mut plan = plan([server("a"), server("b")], Variant::International, 2);
    plan.terms.adjudication.max_plies = 40;
    let (games, _) = play(&plan);
    for game in games {
        assert!(game.fault.is_none(), "{game:?}");
        assert!(game.times.iter().sum::<u64>() < 1_500, "{game:?}");
    }
}

#[test]
fn a_dxp_engine_that_misbehaves_loses_and_is_started_again() {
    let patience = Duration::from_secs(2);
    let cases = [
        ("dxp-crash", FaultKind::Crash, "it closed the connection: exit status: 3"),
        ("dxp-closes", FaultKind::Crash, "it closed the connection: signal: 9"),
        ("dxp-stall", FaultKind::Hang, "no answer to MOVE"),
        ("dxp-endless", FaultKind::Hang, "no answer to MOVE"),
        ("dxp-illegal", FaultKind::Illegal, "illegal move 1-47"),
        ("dxp-garbage", FaultKind::Garbage, "MOVE has 'xx' at character 6"),
        ("dxp-flood", FaultKind::Flood, "it sent 2001 messages"),
        ("dxp-claims-draw", FaultKind::Claim, "it says that the game is drawn"),
        ("dxp-claims-win", FaultKind::Claim, "it says that it has won"),
        ("dxp-breaks-off", FaultKind::Claim, "it breaks the game off"),
    ];
    thread::scope(|scope| {
        for (part, kind, reason) in cases {
            scope.spawn(move || {
                loses_by(part, kind, reason, |plan| plan.terms.patience = patience);
            });
        }
        scope.spawn(move || {
            loses_by("dxp-stall", FaultKind::Time, "no answer to MOVE after ", |plan| {
                let clock = "0.6".parse().ok();
                plan.engines[1].budget = Budget { clock, ..Budget::default() };
                plan.terms.margin = Duration::from_millis(1_400);
            });
        });
    });
}

#[test]
fn what_a_crashed_dxp_engine_said_is_kept() {
    let scratch = Scratch::new("dxp-complaint");
    let spec = dxp_engine("dxp-crash", &scratch.file("pids"));
    let (games, _) = play(&plan([engine("good", &scratch), spec], Variant::English, 1));
    let lines = &games[0].fault.as_ref().unwrap().last_lines;
    assert!(lines.iter().any(|line| line == "! something went wrong"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("> R01damier match ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("< M0000")), "{lines:?}");
    scratch.has_no_processes();
}

#[test]
fn a_dxp_engine_may_resign_be_noisy_or_want_one_game_only() {
    let scratch = Scratch::new("dxp-odd");
    let pids = scratch.file("pids");
    for part in ["dxp-resigns", "dxp-noise", "dxp-last"] {
        for variant in [Variant::International, Variant::English, Variant::Turkish] {
            let mut plan = plan([engine("good", &scratch), dxp_engine(part, &pids)], variant, 2);
            plan.terms.adjudication.max_plies = 40;
            let (games, _) = play(&plan);
            for game in games {
                assert!(game.fault.is_none(), "{part}: {game:?}");
                if part == "dxp-resigns" {
                    assert_eq!(game.ended_by, EndedBy::Resignation);
                    let (winner, reason) = if game.white == part {
                        (GameResult::Black, "White resigns")
                    } else {
                        (GameResult::White, "Black resigns")
                    };
                    assert_eq!((game.result, game.reason.as_str()), (winner, reason));
                } else {
                    assert!(game.scores.len() > 10, "{part}: {game:?}");
                }
            }
        }
    }
    scratch.has_no_processes();
}

#[test]
fn a_game_that_is_refused_in_mid_match_is_lost() {
    let scratch = Scratch::new("dxp-tired");
    let spec = dxp_engine("dxp-tired", &scratch.file("pids"));
    let mut plan = plan([engine("good", &scratch), spec], Variant::International, 4);
    plan.terms.concurrency = 1;
    plan.terms.adjudication.max_plies = 30;
    let (games, standing) = play(&plan);
    let kinds: Vec<_> = games.iter().map(|game| game.fault.as_ref().map(|it| it.kind)).collect();
    // The third game of each process.
    assert_eq!(kinds, [None, None, Some(FaultKind::Refusal), None]);
    assert_eq!(standing.faults(1), 1);
    scratch.has_no_processes();
}

#[test]
fn what_dxp_cannot_do_is_refused_before_the_match() {
    let scratch = Scratch::new("dxp-refused");
    let pids = scratch.file("pids");
    let refused = |spec: EngineSpec, variant: Variant| {
        let plan = plan([own(&[], 1), spec], variant, 2);
        let mut plan = plan;
        plan.terms.concurrency = 1;
        format!("{:#}", runner::introduce(&plan, &Stop::default()).unwrap_err())
    };
    let with = |change: &dyn Fn(&mut EngineSpec)| {
        let mut spec = dxp_engine("dxp-good", &pids);
        change(&mut spec);
        refused(spec, Variant::International)
    };
    let told = refused(dxp_engine("dxp-narrow", &pids), Variant::English);
    assert!(told.starts_with("engine 2: it does not play english: "), "{told}");
    assert!(told.contains("not this variant, or not on these terms (code 2"), "{told}");
    let told = refused(dxp_engine("dxp-not-listening", &pids), Variant::English);
    assert!(told.contains("it does not start (last line: no sockets today)"), "{told}");
    assert!(told.contains("it has ended"), "{told}");
    let told = with(&|spec| spec.budget.nodes = Some(5));
    assert!(told.contains("DXP limits neither nodes nor depth, as 5 nodes a move does"), "{told}");
    let told = with(&|spec| spec.budget.clock = "10+0.1".parse().ok());
    assert!(told.contains("DXP knows only a time for all moves of a game, not 10+0.1"), "{told}");
    let told = with(&|spec| spec.budget.clock = "61".parse().ok());
    assert!(told.contains("minutes of three characters"), "{told}");
    let told = with(&|spec| spec.parameters.push(("hash".into(), "1".into())));
    assert!(told.contains("DXP sets no parameters: 'hash' belongs in its command"), "{told}");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let free = listener.local_addr().unwrap();
    drop(listener);
    let told = with(&|spec| {
        let program =
            DxpProgram { command: None, address: Some(free.to_string()), tcp: Tcp::Server };
        spec.program = Program::Dxp(program);
    });
    assert!(told.contains(&format!("cannot connect to {free}")), "{told}");
    scratch.has_no_processes();
}
