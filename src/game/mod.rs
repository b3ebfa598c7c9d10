//! A game so far: its moves, how often its position has stood, and whether and why it is over.

mod counters;
mod ending;
mod outcome;

pub use counters::Counters;
pub use outcome::{Outcome, Reason};

use crate::movegen::legal_moves;
use crate::position::{Move, Position};
use crate::rules::{DrawProfile, DrawRule, Rules};

/// A position with its past.
///
/// ```
/// use damier::game::Game;
/// use damier::notation::{fen, hub, moves};
/// use damier::rules::{DrawProfile, International};
///
/// let start = fen::read::<International>("W:WK1:BK45").unwrap().position;
/// let mut game = Game::new(start, DrawProfile::Standard);
/// for text in ["1-6", "45-50", "6-1", "50-45", "1-6", "45-50", "6-1", "50-45"] {
///     assert!(game.outcome().is_none());
///     let written = hub::read_move(text).unwrap();
///     game.play(moves::resolve(game.position(), &written).unwrap());
/// }
/// assert_eq!(game.outcome().unwrap().to_string(), "draw: the same position 3 times");
/// ```
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    position: Position<R>,
    counters: Counters,
    profile: DrawProfile,
    past: Vec<Past<R>>,
    /// The key of each position, the current one last.
    keys: Vec<u64>,
    /// Where in `keys` the positions since the last conversion begin.
    since_conversion: usize,
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
struct Past<R: Rules> {
    position: Position<R>,
    mv: Move,
    counters: Counters,
    since_conversion: usize,
}

impl<R: Rules> Game<R> {
    /// A game that starts from a position, which counts as having stood once.
    pub fn new(position: Position<R>, profile: DrawProfile) -> Self {
        Self {
            position,
            counters: Counters::new(&position, profile),
            profile,
            past: Vec::new(),
            keys: vec![position.key()],
            since_conversion: 0,
        }
    }

    /// The game with so many plies without a conversion before its current position, as a FEN may
    /// tell.
    #[must_use]
    pub fn with_quiet_plies(mut self, plies: u32) -> Self {
        self.counters = self.counters.with_quiet_plies(plies);
        self
    }

    /// Plays a move that is legal here. It may be played on where the game is drawn by rule.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(crate::movegen::is_legal(&self.position, mv));
        let before = self.position;
        self.past.push(Past {
            position: before,
            mv,
            counters: self.counters,
            since_conversion: self.since_conversion,
        });
        self.position = before.play(mv);
        self.counters = self.counters.after(&before, mv, &self.position);
        if before.is_conversion(mv) {
            self.since_conversion = self.keys.len();
        }
        self.keys.push(self.position.key());
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let past = self.past.pop()?;
        self.keys.pop();
        self.position = past.position;
        self.counters = past.counters;
        self.since_conversion = past.since_conversion;
        Some(past.mv)
    }

    /// The current position.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The position the game started from.
    pub fn start(&self) -> &Position<R> {
        self.past.first().map_or(&self.position, |past| &past.position)
    }

    /// The moves played, each with the position it was played in.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (&Position<R>, Move)> {
        self.past.iter().map(|past| (&past.position, past.mv))
    }

    /// The draw rules in force.
    pub fn profile(&self) -> DrawProfile {
        self.profile
    }

    /// What the draw rules count, as it stands now.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Plies since the last capture or advance of a man.
    pub fn plies_without_conversion(&self) -> u32 {
        self.counters.plies_without_conversion()
    }

    /// The keys of the positions since the last conversion, oldest first, the current one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys[self.since_conversion..]
    }

    /// How often the current position has stood, with the same color to move; at least once.
    pub fn repetitions(&self) -> u32 {
        let before = &self.past[self.since_conversion..];
        1 + before.iter().filter(|past| past.position == self.position).count() as u32
    }

    /// How the game has ended, if it has: a win comes before a repetition, and that before the
    /// counters.
    pub fn outcome(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        if self.position.pieces(turn) == 0 {
            return Some(Outcome { winner: Some(!turn), reason: Reason::NoPieces });
        }
        if legal_moves(&self.position).is_empty() {
            return Some(Outcome { winner: Some(!turn), reason: Reason::NoMove });
        }
        let repetitions = self.repetitions();
        let repeated = self
            .profile
            .rules::<R>()
            .iter()
            .find(|rule| matches!(**rule, DrawRule::Repetition(times) if repetitions >= times));
        let rule = repeated.copied().or_else(|| self.counters.drawn(&self.position))?;
        Some(Outcome { winner: None, reason: Reason::Drawn(rule) })
    }
}

impl<R: Rules> Default for Game<R> {
    fn default() -> Self {
        Self::new(Position::start(), DrawProfile::default())
    }
}

#[cfg(test)]
mod tests;
