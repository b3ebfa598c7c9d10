//! Searches the positions of a game, each once.

use std::convert::Infallible;

use anyhow::Context;
use crossbeam_channel::{Receiver, never, select};

use super::{Analysis, Found, Judged, Judgment, Plan, Seen};
use crate::engine::settings::Parameter;
use crate::engine::{Engine, Event};
use crate::game::Outcome;
use crate::notation::WrittenMove;
use crate::notation::pdn::Record;
use crate::position::{MoveText, Setup};
use crate::rules::Rules;
use crate::score::Score;
use crate::search::{Answer, Info};

/// An engine that looks over games.
pub struct Analyst {
    engine: Engine,
    plan: Plan,
    /// Closed when it is to end.
    stop: Receiver<Infallible>,
}

/// Moves in a row; a game has more than one of these only where a position is set up on the way.
struct Stretch {
    start: Setup,
    quiet_plies: u32,
    /// The ply of the first move.
    first: usize,
    moves: Vec<MoveText>,
}

/// The positions of a stretch as far as they were wanted, and how the game had ended after it.
type LookedOver = (Vec<Option<Seen>>, Option<Outcome>);

impl Analyst {
    /// Takes an engine with its settings, of which the variant is set for each game.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(mut engine: Engine, plan: Plan, stop: Receiver<Infallible>) -> anyhow::Result<Self> {
        engine.prepare()?;
        Ok(Self { engine, plan, stop })
    }

    /// What is asked.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many positions of a game are searched.
    pub fn positions<R: Rules>(&self, record: &Record<R>) -> usize {
        stretches(record).iter().map(|it| self.wanted(it).iter().filter(|&&it| it).count()).sum()
    }

    /// Looks over a game, saying each time that a position is done. None if it was stopped before
    /// the end; where there is but one position, what was found in it by then counts.
    ///
    /// # Errors
    /// If the engine does not take the game.
    pub fn analyze<R: Rules>(
        &mut self,
        record: &Record<R>,
        tell: &mut dyn FnMut(),
    ) -> anyhow::Result<Option<Analysis>> {
        self.engine.set(Parameter::by_name("variant")?, R::NAME)?;
        // Nothing is known from the games before, so that each game's analysis is its own.
        self.engine.new_game();
        let unit = self.engine.unit();
        let mut analysis =
            Analysis { moves: vec![None; record.line.steps.len()], end: None, outcome: None };
        for stretch in stretches(record) {
            let Some((seen, outcome)) = self.look_over(&stretch, tell)? else { return Ok(None) };
            for (place, &played) in stretch.moves.iter().enumerate() {
                let ply = stretch.first + place;
                let turn = record.line.steps[ply].before.turn();
                if let (true, Some(before), Some(after)) =
                    (self.plan.wants(ply, turn), &seen[place], &seen[place + 1])
                {
                    let score = (-after.score).from_root(1);
                    analysis.moves[ply] = Some(Judged {
                        judgment: Judgment::of(before, score, played, unit),
                        before: before.clone(),
                        after: score,
                        after_depth: after.depth,
                    });
                }
            }
            (analysis.end, analysis.outcome) = (seen.last().cloned().flatten(), outcome);
        }
        Ok(Some(analysis))
    }

    /// Searches what is wanted of a stretch, from its end to its beginning: what has been found
    /// about a position is then in the table when the position before it is searched, which so sees
    /// what the move that was played leads to. Over ten games to depth 11, the score changed by 1.7
    /// centimen with a move that was the engine's choice, and by 3.2 when searched from the
    /// beginning; nodes were the same within 1 %.
    fn look_over(
        &mut self,
        stretch: &Stretch,
        tell: &mut dyn FnMut(),
    ) -> anyhow::Result<Option<LookedOver>> {
        self.engine
            .set_position(&stretch.start, stretch.quiet_plies)
            .context("the engine does not take the position")?;
        for &mv in &stretch.moves {
            self.engine
                .play(&WrittenMove::from(mv))
                .context("the engine does not take the game")?;
        }
        let outcome = self.engine.outcome();
        let wanted = self.wanted(stretch);
        let mut seen = vec![None; wanted.len()];
        for place in (0..wanted.len()).rev() {
            if wanted[place] {
                let ended = outcome.filter(|_| place > 0 && place + 1 == wanted.len());
                let is_drawn = ended.is_some_and(|outcome| outcome.winner.is_none());
                let (found, stopped) = if is_drawn { (self.drawn(), false) } else { self.search() };
                if stopped && (wanted.len() > 1 || found.depth == 0) {
                    return Ok(None);
                }
                seen[place] = Some(found);
                tell();
            }
            self.engine.undo();
        }
        Ok(Some((seen, outcome)))
    }

    /// Which positions of a stretch are needed: those before and after a move that is looked at, or
    /// all there is where there are no moves.
    fn wanted(&self, stretch: &Stretch) -> Vec<bool> {
        let mut wanted = vec![stretch.moves.is_empty(); stretch.moves.len() + 1];
        let mut turn = stretch.start.turn;
        for place in 0..stretch.moves.len() {
            if self.plan.wants(stretch.first + place, turn) {
                wanted[place] = true;
                wanted[place + 1] = true;
            }
            turn = !turn;
        }
        wanted
    }

    /// What is said about a position at which the game is drawn by rule.
    fn drawn(&mut self) -> Seen {
        Seen { score: Score::DRAW, legal: self.engine.legal_moves().len(), ..Seen::default() }
    }

    /// Searches the position at hand, and tells whether it was stopped.
    fn search(&mut self) -> (Seen, bool) {
        let legal = self.engine.legal_moves().len();
        let limits = self.plan.limits(self.engine.settings().multipv);
        let events = self.engine.events().clone();
        let mut stop = self.stop.clone();
        let mut stopped = false;
        let mut lines: Vec<Info> = Vec::new();
        self.engine.go(limits);
        loop {
            select! {
                recv(events) -> event => match event {
                    Ok(Event::Info(info)) => {
                        if info.multipv == 1 {
                            lines.clear();
                        }
                        lines.push(info);
                    }
                    Ok(Event::Done(answer)) => return (seen(legal, lines, &answer), stopped),
                    // The engine is ours and there is as long as we are.
                    Err(_) => return (Seen { legal, ..Seen::default() }, true),
                },
                recv(stop) -> _ => {
                    self.engine.stop();
                    stopped = true;
                    stop = never();
                }
            }
        }
    }
}

/// What a search has found. Its last iteration, broken off, may have found a better move than those
/// that were told.
fn seen(legal: usize, lines: Vec<Info>, answer: &Answer) -> Seen {
    let Answer { best, ponder, score, depth, nodes, .. } = *answer;
    let mut lines: Vec<Found> = lines
        .into_iter()
        .filter(|info| !info.pv.is_empty())
        .map(|info| Found { score: info.score, moves: info.pv })
        .collect();
    if let Some(best) = best {
        let told = lines.iter().position(|line| line.moves[0] == best);
        let moves = match told {
            Some(place) => lines.remove(place).moves,
            None => [best].into_iter().chain(ponder).collect(),
        };
        lines.insert(0, Found { score, moves });
    }
    Seen { score, depth, nodes, legal, lines }
}

fn stretches<R: Rules>(record: &Record<R>) -> Vec<Stretch> {
    let stretch = |start: Setup, first| Stretch { start, quiet_plies: 0, first, moves: Vec::new() };
    let mut all = Vec::new();
    let mut current = stretch(record.start.setup(), 0);
    current.quiet_plies = record.quiet_plies;
    let mut pos = record.start;
    for (ply, step) in record.line.steps.iter().enumerate() {
        if step.before != pos {
            let next = stretch(step.before.setup(), ply);
            let before = std::mem::replace(&mut current, next);
            // A position that is set up before the first move takes the place of the start.
            all.extend(Some(before).filter(|it| !it.moves.is_empty()));
        }
        current.moves.push(step.before.describe(step.mv));
        pos = step.after();
    }
    all.push(current);
    all
}
