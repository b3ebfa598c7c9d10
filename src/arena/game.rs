//! One game between two engines, from its opening to its end.

use std::time::{Duration, Instant};

use anyhow::Context;

use super::clock::Clock;
use super::event::{Event, Fixture, Terms};
use super::openings::Opening;
use super::player::{Fault, FaultKind, Player};
use super::record::{EndedBy, GameRecord, GameResult};
use super::referee::{Ending, Referee};
use crate::board::{Color, Geometry};
use crate::notation::hub;
use crate::position::MoveText;
use crate::protocol::hub::{ClientError, Done};
use crate::rules::Rules;

/// What came of a game.
pub(super) struct Played {
    /// Its record; none if it was broken off.
    pub(super) record: Option<GameRecord>,
    /// Which players cannot be used any more.
    pub(super) broken: [bool; 2],
}

/// An engine did something wrong, or the game was broken off.
struct Trouble {
    engine: usize,
    /// None: broken off.
    fault: Option<Fault>,
}

struct Play<'a> {
    terms: &'a Terms,
    /// White and Black.
    players: [&'a mut Player; 2],
    referee: Referee,
    clocks: [Clock; 2],
    last: Option<MoveText>,
    record: GameRecord,
}

/// Plays a game. The players are White and Black.
pub(super) fn play(
    event: &Event<'_>,
    fixture: &Fixture,
    players: [&mut Player; 2],
) -> anyhow::Result<Played> {
    let terms = event.terms;
    let opening = event.openings_of(fixture.variant).of_pair(fixture.opening);
    let referee = Referee::new(fixture.variant, terms.profile, &opening, terms.adjudication)
        .with_context(|| format!("the opening of game {}", fixture.game))?;
    let mut play = Play {
        terms,
        players,
        referee,
        clocks: fixture.players.map(|engine| Clock::new(&event.engines[engine].budget)),
        last: opening.moves.last().copied(),
        record: begin_record(event, fixture, &opening),
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

fn begin_record(event: &Event<'_>, fixture: &Fixture, opening: &Opening) -> GameRecord {
    let [white, black] = fixture.players.map(|engine| event.names[engine].clone());
    let squares = dispatch!(fixture.variant, R => <R as Rules>::Geometry::SQUARES);
    GameRecord {
        game: fixture.game,
        variant: Some(fixture.variant.to_string()),
        white,
        black,
        began: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        opening: opening.name.clone(),
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

    /// A move of the color to move.
    fn ply(&mut self) -> Result<(), Trouble> {
        let engine = player_of(self.referee.turn());
        let waits = (self.terms.patience, self.terms.margin);
        let began = Instant::now();
        let answer =
            self.players[engine].answer(&self.referee, self.last, &self.clocks[engine], waits);
        let used = began.elapsed();
        let done = self.check(engine, answer)?;
        if let Err(loss) = self.clocks[engine].spend(used, self.terms.margin) {
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
            Some(reply) if self.terms.ponder && self.referee.ending().is_none() => {
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
        let loser = if engine == player_of(Color::White) { Color::White } else { Color::Black };
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

/// The place of a color's player.
fn player_of(color: Color) -> usize {
    usize::from(!color.is_white())
}
