//! One game between two engines, from its opening to its end.

use std::time::{Duration, Instant};

use anyhow::Context;

use super::clock::Clock;
use super::event::{Event, Fixture, Terms};
use super::openings::Opening;
use super::player::{Answer, Fault, FaultKind, Player, Trouble, Turn};
use super::record::{EndedBy, GameRecord, GameResult};
use super::referee::{Ending, Referee};
use crate::board::{Color, Geometry};
use crate::notation::hub;
use crate::position::MoveText;
use crate::protocol::hub::Done;
use crate::rules::Rules;

/// What came of a game.
pub(super) struct Played {
    /// Its record; none if it was broken off.
    pub(super) record: Option<GameRecord>,
    /// Which players cannot be used any more.
    pub(super) broken: [bool; 2],
}

/// An engine does not play on.
struct Failure {
    engine: usize,
    trouble: Trouble,
}

struct Play<'a> {
    terms: &'a Terms,
    /// White and Black.
    players: [&'a mut Player; 2],
    referee: Referee,
    clocks: [Clock; 2],
    /// The last move and how long it took.
    last: Option<(MoveText, Duration)>,
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
        last: opening.moves.last().map(|&last| (last, Duration::ZERO)),
        record: begin_record(event, fixture, &opening),
    };
    let mut broken = [false; 2];
    let ending = match play.run() {
        Ok(ending) => ending,
        Err(Failure { trouble: Trouble::Interrupted, .. }) => {
            return Ok(Played { record: None, broken: [true; 2] });
        }
        Err(Failure { engine, trouble: Trouble::Fault(fault) }) => {
            broken[engine] = true;
            play.loss_by(engine, fault)
        }
    };
    play.close(&ending);
    for engine in 0..2 {
        // The game is over; who cannot stop now is only not asked again.
        broken[engine] |= !broken[engine] && play.players[engine].settle(&ending).is_err();
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
    fn run(&mut self) -> Result<Ending, Failure> {
        // Who is to move may begin to think at once, hence comes last.
        let turn = self.referee.turn();
        for color in [!turn, turn] {
            let engine = player_of(color);
            self.players[engine]
                .new_game(&self.referee, color)
                .map_err(|trouble| Failure { engine, trouble })?;
        }
        loop {
            if let Some(ending) = self.referee.ending() {
                return Ok(ending);
            }
            if let Some(ending) = self.ply()? {
                return Ok(ending);
            }
        }
    }

    /// A move of the color to move, or its end of the game.
    fn ply(&mut self) -> Result<Option<Ending>, Failure> {
        let color = self.referee.turn();
        let engine = player_of(color);
        let turn = Turn {
            referee: &self.referee,
            last: self.last,
            clock: &self.clocks[engine],
            patience: self.terms.patience,
            margin: self.terms.margin,
        };
        let began = Instant::now();
        let answer = self.players[engine].answer(&turn);
        let used = began.elapsed();
        let done = match answer.map_err(|trouble| Failure { engine, trouble })? {
            Answer::Move(done) => done,
            Answer::Resigns => {
                let reason = format!("{color} resigns");
                let ended_by = EndedBy::Resignation;
                return Ok(Some(Ending { winner: Some(!color), ended_by, reason }));
            }
        };
        if let Err(loss) = self.clocks[engine].spend(used, self.terms.margin) {
            let seconds = |time: Duration| time.as_secs_f64();
            let text = format!(
                "it used {:.3} s of {:.3} s for {}",
                seconds(loss.used),
                seconds(loss.allowed),
                done.text
            );
            return Err(self.failure(engine, FaultKind::Time, text));
        }
        let text = match self.referee.play(&done.best, done.score) {
            Ok(text) => text,
            Err(error) => return Err(self.failure(engine, FaultKind::Illegal, error.to_string())),
        };
        self.note(text, &done, used);
        if let Some(reply) = &done.ponder
            && self.terms.ponder
            && self.referee.ending().is_none()
        {
            self.players[engine]
                .ponder(&self.referee, reply, &self.clocks[engine])
                .map_err(|trouble| Failure { engine, trouble })?;
        }
        Ok(None)
    }

    fn note(&mut self, text: MoveText, done: &Done, used: Duration) {
        self.last = Some((text, used));
        self.record.moves.push(text.to_string());
        self.record.scores.push(done.score);
        self.record.depths.push(done.depth);
        self.record.times.push(used.as_millis() as u64);
    }

    fn failure(&self, engine: usize, kind: FaultKind, text: String) -> Failure {
        Failure { engine, trouble: Trouble::Fault(self.players[engine].fault_of(kind, text)) }
    }

    /// The end of a game that an engine lost by its fault.
    fn loss_by(&mut self, engine: usize, fault: Fault) -> Ending {
        let loser = if engine == player_of(Color::White) { Color::White } else { Color::Black };
        let reason = format!("{} by {loser}: {}", fault.kind.name(), fault.text);
        self.record.fault = Some(fault);
        Ending { winner: Some(!loser), ended_by: EndedBy::Fault, reason }
    }

    fn close(&mut self, ending: &Ending) {
        self.record.result = match ending.winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        };
        self.record.ended_by = ending.ended_by;
        self.record.reason.clone_from(&ending.reason);
    }
}

/// The place of a color's player.
fn player_of(color: Color) -> usize {
    usize::from(!color.is_white())
}
