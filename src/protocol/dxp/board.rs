//! The game at hand: what the state machine asks about it. Keeps the times of the moves.

use std::time::Duration;

use thiserror::Error;

use super::message::{Played, Start};
use crate::board::Color;
use crate::engine::Engine;
use crate::game::Outcome;
use crate::notation::moves::MoveError;
use crate::position::{Setup, SetupError};
use crate::rules::Variant;

/// A game of the engine, with what DXP needs to know besides.
pub(super) struct Board {
    engine: Engine,
    /// Where a game that we propose starts; none for the start position.
    start: Option<Setup>,
    /// The start position.
    normal: Setup,
    /// Who moved first in this game.
    first: Color,
    /// How long we thought on each ply; nothing for those of the other side.
    times: Vec<Duration>,
}

/// Why a game is not begun.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum StartError {
    /// The position is one of another variant.
    #[error("a position of {found} squares where {variant} has {expected}")]
    Squares { variant: Variant, found: usize, expected: usize },
    /// One side has nothing.
    #[error("{color} has no pieces")]
    NoPieces { color: Color },
    /// The variant does not accept it.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Board {
    /// The games that we propose start from the position at which the engine stands.
    pub(super) fn new(mut engine: Engine) -> Self {
        let setup = engine.setup();
        engine.set_start();
        let normal = engine.setup();
        Self {
            engine,
            first: normal.turn,
            start: (setup != normal).then_some(setup),
            normal,
            times: Vec::new(),
        }
    }

    pub(super) fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The start of a game that we propose. Only in International draughts do all programs agree on
    /// the start position; in other variants it is told square by square.
    pub(super) fn proposal(&mut self) -> Option<Start> {
        let variant = self.engine.settings().variant;
        match &self.start {
            None if variant == Variant::International => None,
            start => Some(Start {
                setup: start.as_ref().unwrap_or(&self.normal).clone(),
                squares: self.engine.squares(),
            }),
        }
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If the variant cannot start so; the old game stays.
    pub(super) fn begin(&mut self, start: Option<&Start>) -> Result<(), StartError> {
        match start {
            None => self.engine.set_start(),
            Some(start) => {
                self.check(start)?;
                self.engine.set_position(&start.setup, 0)?;
            }
        }
        self.engine.new_game();
        self.first = self.engine.setup().turn;
        self.times.clear();
        Ok(())
    }

    fn check(&mut self, start: &Start) -> Result<(), StartError> {
        let variant = self.engine.settings().variant;
        let expected = self.engine.squares();
        if start.squares != expected {
            return Err(StartError::Squares { variant, found: start.squares, expected });
        }
        for color in Color::BOTH {
            if !start.setup.pieces().any(|(_, piece)| piece.color == color) {
                return Err(StartError::NoPieces { color });
            }
        }
        Ok(())
    }

    pub(super) fn turn(&self) -> Color {
        if self.times.len().is_multiple_of(2) { self.first } else { !self.first }
    }

    pub(super) fn plies(&self) -> usize {
        self.times.len()
    }

    /// The moves that a color has made.
    pub(super) fn moves_of(&self, color: Color) -> u32 {
        let plies = self.times.len() as u32;
        if color == self.first { plies.div_ceil(2) } else { plies / 2 }
    }

    /// How the game has ended, if it has.
    pub(super) fn outcome(&mut self) -> Option<Outcome> {
        self.engine.outcome()
    }

    /// Plays a move; `ours` is how long we thought on it, if it is ours.
    ///
    /// # Errors
    /// If it is not legal, or does not capture what it says.
    pub(super) fn play(
        &mut self,
        played: &Played,
        ours: Option<Duration>,
    ) -> Result<(), MoveError> {
        self.engine.play(&played.written())?;
        self.times.push(ours.unwrap_or_default());
        Ok(())
    }

    /// The sum of the times of our moves.
    pub(super) fn thought(&self) -> Duration {
        self.times.iter().sum()
    }

    /// The plies before move `number`, from 1, of a color; none if the game has not come to it.
    pub(super) fn plies_before(&self, number: u32, color: Color) -> Option<usize> {
        let ply = 2 * number.checked_sub(1)? as usize + usize::from(color != self.first);
        (ply <= self.times.len()).then_some(ply)
    }

    /// Goes back to where so many plies had been played, clock included.
    pub(super) fn take_back_to(&mut self, plies: usize) {
        while self.times.len() > plies {
            self.engine.undo();
            self.times.pop();
        }
    }
}
