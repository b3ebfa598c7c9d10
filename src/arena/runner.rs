//! Plays a match: several games at the same time, each engine fresh after a fault.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context;
use crossbeam_channel::Sender;

use super::game::{Played, play};
use super::openings::Openings;
use super::player::Player;
use super::record::{EngineHeader, GameRecord, Header};
use super::referee::Adjudication;
use super::spec::{EngineSpec, Program};
use super::standing::Standing;
use super::stats::{Sprt, Verdict};
use super::stop::Stop;
use crate::rules::{DrawProfile, Variant};

/// How often an engine may fail to start in mid-match, one time after the other.
const TRIES: usize = 3;

/// A match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is played.
    pub variant: Variant,
    /// By which draw rules.
    pub profile: DrawProfile,
    /// Who plays; results are those of the first.
    pub engines: [EngineSpec; 2],
    /// What the games start from, one for each pair.
    pub openings: Openings,
    /// How many games.
    pub games: u32,
    /// How many at the same time, at least one.
    pub concurrency: usize,
    /// When games end before their rules end them.
    pub adjudication: Adjudication,
    /// Do the engines think in the time of the other side?
    pub ponder: bool,
    /// When the match ends before its games are played.
    pub sprt: Option<Sprt>,
    /// How much too late a move may be, for the way to the engine and back.
    pub margin: Duration,
    /// How long an engine that has no clock may think.
    pub patience: Duration,
}

/// Starts both engines once, and tells their names in the match.
///
/// # Errors
/// If one of them does not start, or does not play the variant.
pub fn introduce(plan: &Plan, stop: &Stop) -> anyhow::Result<[String; 2]> {
    let first = introduce_one(plan, 0, stop)?;
    let second = introduce_one(plan, 1, stop)?;
    let second = if first == second { format!("{second} (2)") } else { second };
    Ok([first, second])
}

fn introduce_one(plan: &Plan, engine: usize, stop: &Stop) -> anyhow::Result<String> {
    let spec = &plan.engines[engine];
    let label = || match &spec.name {
        Some(name) => format!("engine {name}"),
        None => format!("engine {}", engine + 1),
    };
    let player = Player::start(spec, plan.variant, plan.profile, stop).with_context(label)?;
    let name = spec.name.clone().unwrap_or_else(|| player.own_name());
    player.quit();
    Ok(name)
}

/// The first line of the record of a match.
pub fn header(plan: &Plan, names: &[String; 2], openings: &str, seed: u64) -> Header {
    let engine = |number: usize| {
        let spec = &plan.engines[number];
        EngineHeader {
            name: names[number].clone(),
            program: match &spec.program {
                Program::Own => String::from("self"),
                Program::Command(words) => words.join(" "),
            },
            parameters: spec.parameters.clone(),
            budget: spec.budget.to_string(),
        }
    };
    Header {
        damier_match: 1,
        variant: plan.variant.to_string(),
        draw_rules: super::player::profile_name(plan.profile).to_owned(),
        engines: [engine(0), engine(1)],
        openings: openings.to_owned(),
        seed,
        ponder: plan.ponder,
        adjudication: plan.adjudication,
    }
}

/// Plays the games that are not among those played before, until they are all played, the sequential
/// test has decided, or it is stopped. Each finished game is told with the standing after it.
///
/// Gives the last standing, and an error if an engine did not start any more, an opening could not be
/// played, or `tell` failed.
pub fn run(
    plan: &Plan,
    names: &[String; 2],
    before: &[GameRecord],
    stop: &Stop,
    tell: &mut dyn FnMut(&GameRecord, &Standing) -> anyhow::Result<()>,
) -> (Standing, anyhow::Result<()>) {
    let mut standing = Standing::new(names.clone(), plan.sprt);
    for game in before {
        standing.add(game);
    }
    let played: HashSet<u32> = before.iter().map(|game| game.game).collect();
    let missing: Vec<u32> = (0..plan.games).filter(|game| !played.contains(game)).collect();
    if standing.verdict() != Verdict::Open {
        return (standing, Ok(()));
    }
    let next = AtomicUsize::new(0);
    let (sender, finished) = crossbeam_channel::unbounded();
    let result = std::thread::scope(|scope| {
        for _ in 0..plan.concurrency.clamp(1, missing.len().max(1)) {
            let (sender, missing, next) = (sender.clone(), &missing, &next);
            let desk = Desk { plan, names, stop, players: [None, None] };
            scope.spawn(move || desk.work(missing, next, &sender));
        }
        drop(sender);
        let mut result = Ok(());
        for game in finished {
            // After an error or the end, what still comes is no part of the match.
            if result.is_err() || standing.verdict() != Verdict::Open {
                continue;
            }
            result = game.and_then(|game: Box<GameRecord>| {
                standing.add(&game);
                tell(&game, &standing)
            });
            if result.is_err() || standing.verdict() != Verdict::Open {
                stop.set();
            }
        }
        result
    });
    (standing, result)
}

/// Where one game at a time is played.
struct Desk<'a> {
    plan: &'a Plan,
    names: &'a [String; 2],
    stop: &'a Stop,
    players: [Option<Player>; 2],
}

impl Desk<'_> {
    /// Plays games till there are no more, and says what comes of them.
    fn work(
        mut self,
        missing: &[u32],
        next: &AtomicUsize,
        finished: &Sender<anyhow::Result<Box<GameRecord>>>,
    ) {
        // Relaxed: each game is taken once whatever the order, and the channel carries what it gave.
        while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            if self.stop.is_set() {
                break;
            }
            match self.game(number) {
                Ok(Some(record)) => _ = finished.send(Ok(Box::new(record))),
                Ok(None) => break,
                Err(error) => {
                    // Where it was stopped, that is why.
                    if !self.stop.is_set() {
                        let _ = finished.send(Err(error));
                    }
                    break;
                }
            }
        }
        if !self.stop.is_set() {
            self.players.into_iter().flatten().for_each(Player::quit);
        }
    }

    fn game(&mut self, number: u32) -> anyhow::Result<Option<GameRecord>> {
        for engine in 0..2 {
            if self.players[engine].is_none() {
                self.players[engine] = Some(self.fresh(engine)?);
            }
        }
        let [Some(first), Some(second)] = &mut self.players else {
            unreachable!("both have been started");
        };
        let Played { record, broken } = play(self.plan, self.names, number, [first, second])?;
        for engine in 0..2 {
            if broken[engine] {
                self.players[engine] = None;
            }
        }
        Ok(record)
    }

    fn fresh(&self, engine: usize) -> anyhow::Result<Player> {
        let Plan { variant, profile, engines, .. } = self.plan;
        let start = || Player::start(&engines[engine], *variant, *profile, self.stop);
        let mut result = start();
        for _ in 1..TRIES {
            if result.is_ok() || self.stop.is_set() {
                break;
            }
            result = start();
        }
        result.with_context(|| format!("engine {}", self.names[engine]))
    }
}
