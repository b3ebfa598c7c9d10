//! One game between two engines, from its opening to its end.

use std::time::{Duration, Instant};

use anyhow::Context;

use super::clock::Clock;
use super::openings::Opening;
use super::player::{Fault, FaultKind, Player};
use super::record::{EndedBy, GameRecord, GameResult};
use super::referee::{Ending, Referee};
use super::runner::Plan;
use crate::board::{Color, Geometry};
use crate::notation::hub;
use crate::position::MoveText;
use crate::protocol::hub::{ClientError, Done};
use crate::rules::Rules;

/// What came of a game.
pub(super) struct Played {
    /// Its record; none if it was broken off.
    pub(super) record: Option<GameRecord>,
    /// Which engines cannot be used any more.
    pub(super) broken: [bool; 2],
}

/// An engine did something wrong, or the game was broken off.
struct Trouble {
    engine: usize,
    /// None: broken off.
    fault: Option<Fault>,
}

struct Play<'a> {
    plan: &'a Plan,
    players: [&'a mut Player; 2],
    referee: Referee,
    clocks: [Clock; 2],
    /// The engine that has White.
    white: usize,
    last: Option<MoveText>,
    record: GameRecord,
}

/// Plays a game of a match. Players are by engine.
pub(super) fn play(
    plan: &Plan,
    names: &[String; 2],
    number: u32,
    players: [&mut Player; 2],
) -> anyhow::Result<Played> {
    let opening = plan.openings.of_pair(number / 2);
    let referee = Referee::new(plan.variant, plan.profile, &opening, plan.adjudication)
        .with_context(|| format!("the opening of game {number}"))?;
    let white = number as usize % 2;
    let mut play = Play {
        plan,
        players,
        referee,
        clocks: [0, 1].map(|engine: usize| Clock::new(&plan.engines[engine].budget)),
        white,
        last: opening.moves.last().copied(),
        record: begin_record(plan, names, number, &opening),
    };
    let mut broken = [false; 2];
    let ending = match play.run() {
        Ok(ending) => ending,
        Err(Trouble { engine, fault }) => {
            broken[engine] = true;
            let Some(fault) = fault else { return Ok(Played { record: None, broken: [true; 2] }) };
            play.loss_by(engine, fault)
        }
    };
    play.close(&ending);
    for engine in 0..2 {
        // The game is over; who cannot stop now is only not asked again.
        broken[engine] |= !broken[engine] && play.players[engine].settle().is_err();
    }
    Ok(Played { record: Some(play.record), broken })
}

fn begin_record(plan: &Plan, names: &[String; 2], number: u32, opening: &Opening) -> GameRecord {
    let white = number as usize % 2;
    let squares = dispatch!(plan.variant, R => <R as Rules>::Geometry::SQUARES);
    GameRecord {
        game: number,
        white: names[white].clone(),
        black: names[1 - white].clone(),
        start: hub::write_setup(&opening.start, squares),
        opening_plies: opening.moves.len(),
        moves: opening.moves.iter().map(ToString::to_string).collect(),
        scores: Vec::new(),
        depths: Vec::new(),
        times: Vec::new(),
        result: GameResult::Draw,
        ended_by: EndedBy::Rule,
        reason: String::new(),
        fault: None,
    }
}

impl Play<'_> {
    fn run(&mut self) -> Result<Ending, Trouble> {
        for engine in 0..2 {
            let fresh = self.players[engine].new_game();
            self.check(engine, fresh)?;
        }
        loop {
            if let Some(ending) = self.referee.ending() {
                return Ok(ending);
            }
            self.ply()?;
        }
    }

    fn engine_of(&self, color: Color) -> usize {
        if color.is_white() { self.white } else { 1 - self.white }
    }

    /// A move of the color to move.
    fn ply(&mut self) -> Result<(), Trouble> {
        let engine = self.engine_of(self.referee.turn());
        let waits = (self.plan.patience, self.plan.margin);
        let began = Instant::now();
        let answer =
            self.players[engine].answer(&self.referee, self.last, &self.clocks[engine], waits);
        let used = began.elapsed();
        let done = self.check(engine, answer)?;
        if let Err(loss) = self.clocks[engine].spend(used, self.plan.margin) {
            let seconds = |time: Duration| time.as_secs_f64();
            let text = format!(
                "it used {:.3} s of {:.3} s for {}",
                seconds(loss.used),
                seconds(loss.allowed),
                done.text
            );
            return Err(self.trouble(engine, FaultKind::Time, text));
        }
        let text = match self.referee.play(&done.best, done.score) {
            Ok(text) => text,
            Err(error) => return Err(self.trouble(engine, FaultKind::Illegal, error.to_string())),
        };
        self.note(text, &done, used);
        match &done.ponder {
            Some(reply) if self.plan.ponder && self.referee.ending().is_none() => {
                let begun = self.players[engine].ponder(&self.referee, reply, &self.clocks[engine]);
                self.check(engine, begun)
            }
            _ => Ok(()),
        }
    }

    fn note(&mut self, text: MoveText, done: &Done, used: Duration) {
        self.last = Some(text);
        self.record.moves.push(text.to_string());
        self.record.scores.push(done.score);
        self.record.depths.push(done.depth);
        self.record.times.push(used.as_millis() as u64);
    }

    fn check<T>(&mut self, engine: usize, answer: Result<T, ClientError>) -> Result<T, Trouble> {
        answer.map_err(|error| {
            let is_timed = self.clocks[engine].allowed().is_some();
            Trouble { engine, fault: self.players[engine].fault(&error, is_timed) }
        })
    }

    fn trouble(&self, engine: usize, kind: FaultKind, text: String) -> Trouble {
        Trouble { engine, fault: Some(self.players[engine].fault_of(kind, text)) }
    }

    /// The end of a game that an engine lost by its fault.
    fn loss_by(&mut self, engine: usize, fault: Fault) -> Ending {
        let loser = if engine == self.white { Color::White } else { Color::Black };
        let reason = format!("{} by {loser}: {}", fault.kind.name(), fault.text);
        self.record.fault = Some(fault);
        Ending { winner: Some(!loser), is_by_rule: false, reason }
    }

    fn close(&mut self, ending: &Ending) {
        self.record.result = match ending.winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        };
        self.record.ended_by = match (&self.record.fault, ending.is_by_rule) {
            (Some(_), _) => EndedBy::Fault,
            (None, true) => EndedBy::Rule,
            (None, false) => EndedBy::Adjudication,
        };
        self.record.reason.clone_from(&ending.reason);
    }
}
