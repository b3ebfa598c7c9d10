//! Desks, at each of which one game of an event is played at a time, each engine fresh after a fault.

use std::collections::VecDeque;

use anyhow::Context;
use crossbeam_channel::Sender;
use parking_lot::Mutex;

use super::event::{Event, Fixture};
use super::game::{Played, play};
use super::player::Player;
use super::record::GameRecord;
use super::stop::Stop;
use crate::rules::Variant;

/// How often an engine may fail to start in mid-event, one time after the other.
const TRIES: usize = 3;

/// Is there more to play?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Yes, if the schedule has more.
    Play,
    /// No, whatever the schedule has.
    End,
}

/// Plays the games of a schedule until there are no more, one is told to be the last, or it is
/// stopped. Each finished game is told once.
///
/// # Errors
/// If an engine did not start any more, an opening could not be played, or `tell` failed.
pub fn run(
    event: &Event<'_>,
    schedule: impl Iterator<Item = Fixture> + Send,
    stop: &Stop,
    tell: &mut dyn FnMut(&Fixture, &GameRecord) -> anyhow::Result<Next>,
) -> anyhow::Result<()> {
    let schedule = Mutex::new(schedule.fuse());
    let (sender, finished) = crossbeam_channel::unbounded();
    std::thread::scope(|scope| {
        for _ in 0..event.terms.concurrency.max(1) {
            // There are no more desks than games.
            let Some(first) = schedule.lock().next() else { break };
            let (sender, schedule) = (sender.clone(), &schedule);
            let desk = Desk { event, stop, players: VecDeque::new() };
            scope.spawn(move || desk.work(first, || schedule.lock().next(), &sender));
        }
        drop(sender);
        let mut result = Ok(Next::Play);
        for game in finished {
            // After an error or the end, what still comes is no part of the event.
            if !matches!(result, Ok(Next::Play)) {
                continue;
            }
            result = game.and_then(|game| tell(&game.0, &game.1));
            if !matches!(result, Ok(Next::Play)) {
                stop.set();
            }
        }
        result.map(|_| ())
    })
}

type Finished = anyhow::Result<Box<(Fixture, GameRecord)>>;

/// Where one game at a time is played.
struct Desk<'a> {
    event: &'a Event<'a>,
    stop: &'a Stop,
    /// The engines of the last game, as far as they can be used again.
    players: VecDeque<Seated>,
}

/// An engine that is ready for a variant.
struct Seated {
    engine: usize,
    variant: Variant,
    player: Player,
}

impl Desk<'_> {
    /// Plays games till there are no more, and says what comes of them.
    fn work(
        mut self,
        first: Fixture,
        next: impl Fn() -> Option<Fixture>,
        finished: &Sender<Finished>,
    ) {
        let mut fixture = Some(first);
        while let Some(game) = fixture.filter(|_| !self.stop.is_set()) {
            match self.game(game) {
                // If nobody listens any more, nobody misses it.
                Ok(Some(record)) => _ = finished.send(Ok(Box::new((game, record)))),
                Ok(None) => break,
                Err(error) => {
                    // Where it was stopped, that is why.
                    if !self.stop.is_set() {
                        let _ = finished.send(Err(error));
                    }
                    break;
                }
            }
            fixture = next();
        }
        if !self.stop.is_set() {
            self.players.into_iter().for_each(|seated| seated.player.quit());
        }
    }

    fn game(&mut self, fixture: Fixture) -> anyhow::Result<Option<GameRecord>> {
        let Fixture { variant, players: [white, black], .. } = fixture;
        // Who does not play now leaves, so that there are never more processes than needed.
        for seated in std::mem::take(&mut self.players) {
            let plays = seated.variant == variant && fixture.players.contains(&seated.engine);
            if plays {
                self.players.push_back(seated);
            } else {
                seated.player.quit();
            }
        }
        let mut white = self.seat(white, variant)?;
        let mut black = self.seat(black, variant)?;
        let Played { record, broken } =
            play(self.event, &fixture, [&mut white.player, &mut black.player])?;
        for (seated, is_broken) in [white, black].into_iter().zip(broken) {
            if !is_broken {
                self.players.push_back(seated);
            }
        }
        Ok(record)
    }

    /// An engine that sits here already, or a fresh one.
    fn seat(&mut self, engine: usize, variant: Variant) -> anyhow::Result<Seated> {
        let place = self.players.iter().position(|seated| seated.engine == engine);
        if let Some(seated) = place.and_then(|place| self.players.remove(place)) {
            return Ok(seated);
        }
        let Event { engines, names, terms, .. } = self.event;
        let start = || Player::start(&engines[engine], variant, terms.profile, self.stop);
        let mut result = start();
        for _ in 1..TRIES {
            if result.is_ok() || self.stop.is_set() {
                break;
            }
            result = start();
        }
        let player = result.with_context(|| format!("engine {}", names[engine]))?;
        Ok(Seated { engine, variant, player })
    }
}
