//! An engine that plays, whatever protocol it speaks.

mod dxp;
mod hub;
mod input;
mod own;
mod process;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::clock::Clock;
use super::referee::{Ending, Referee};
use super::spec::{EngineSpec, Program};
use super::stop::Stop;
use crate::board::Color;
use crate::notation::plain;
use crate::position::MoveText;
use crate::protocol::hub::Done;
use crate::rules::{DrawProfile, Variant};
use dxp::DxpPlayer;
use hub::HubPlayer;
use process::Process;

/// How many letters of an engine's own name are taken; it is in every game.
const LONGEST_NAME: usize = 80;

/// An engine that is ready to play.
pub(super) enum Player {
    Hub(HubPlayer),
    Dxp(DxpPlayer),
}

/// What an engine answers when it is its turn.
pub(super) enum Answer {
    Move(Done),
    /// It gives the game up.
    Resigns,
}

/// Why an engine does not play on.
#[derive(Debug)]
pub(super) enum Trouble {
    Fault(Fault),
    /// It did nothing wrong: the game is broken off and nobody has lost it.
    Interrupted,
}

/// What an engine is asked.
pub(super) struct Turn<'a> {
    pub(super) referee: &'a Referee,
    /// The last move of the other side, or of the opening, and how long it took.
    pub(super) last: Option<(MoveText, Duration)>,
    pub(super) clock: &'a Clock,
    /// How long it may think if its time is not limited.
    pub(super) patience: Duration,
    /// What is added to its time if it is.
    pub(super) margin: Duration,
}

impl Turn<'_> {
    /// How long it is waited for.
    fn limit(&self) -> Duration {
        self.clock.allowed().map_or(self.patience, |allowed| allowed + self.margin)
    }
}

/// What an engine did to lose its game at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// It ended in mid-game.
    Crash,
    /// It did not answer.
    Hang,
    /// It used more time than it had.
    Time,
    /// It gave a move that is not legal.
    Illegal,
    /// It gave something that is no move, or none.
    Garbage,
    /// It said too much.
    Flood,
    /// It did not accept the game.
    Refusal,
    /// It ended the game as one that had ended, or as won or drawn, and it was not.
    Claim,
}

/// A fault, with what there is to find its cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Which kind.
    pub kind: FaultKind,
    /// What happened.
    pub text: String,
    /// The last lines said to it (`>`), by it (`<`) and on its standard error (`!`).
    pub last_lines: Vec<String>,
}

/// An engine lacks a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("it does not play {variant}: {why}")]
pub struct NotPlayed {
    /// The variant.
    pub variant: Variant,
    /// How that is known.
    pub why: String,
}

impl FaultKind {
    /// In a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Time => "loss on time",
            Self::Illegal => "illegal move",
            Self::Garbage => "garbage",
            Self::Flood => "flood",
            Self::Refusal => "refused game",
            Self::Claim => "wrong claim",
        }
    }
}

impl Player {
    /// Starts an engine and gets it ready for a variant.
    ///
    /// # Errors
    /// If it does not start, does not play the variant, or has no parameter that is to be set.
    pub(super) fn start(
        spec: &EngineSpec,
        variant: Variant,
        profile: DrawProfile,
        stop: &Stop,
    ) -> anyhow::Result<Self> {
        match &spec.program {
            Program::Own => HubPlayer::start(spec, None, variant, profile, stop).map(Self::Hub),
            Program::Command(words) => {
                HubPlayer::start(spec, Some(words), variant, profile, stop).map(Self::Hub)
            }
            Program::Dxp(program) => DxpPlayer::start(spec, program, variant, stop).map(Self::Dxp),
        }
    }

    /// Sees that it plays the variant, as far as that is not known yet.
    ///
    /// # Errors
    /// If it does not.
    pub(super) fn try_out(&mut self) -> anyhow::Result<()> {
        match self {
            // It has told its variants.
            Self::Hub(_) => Ok(()),
            Self::Dxp(player) => player.try_out(),
        }
    }

    /// What it calls itself.
    pub(super) fn own_name(&self) -> String {
        let name = match self {
            Self::Hub(player) => player.own_name(),
            Self::Dxp(player) => player.own_name(),
        };
        plain(&name, LONGEST_NAME)
    }

    /// A game begins, in which it has a color. Who is to move begins to think.
    pub(super) fn new_game(&mut self, referee: &Referee, color: Color) -> Result<(), Trouble> {
        match self {
            Self::Hub(player) => player.new_game(),
            Self::Dxp(player) => player.new_game(referee, color),
        }
    }

    /// What it does in its turn.
    pub(super) fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Trouble> {
        match self {
            Self::Hub(player) => player.answer(turn).map(Answer::Move),
            Self::Dxp(player) => player.answer(turn),
        }
    }

    /// Lets it ponder on a reply, if that is legal after its move, which has been played.
    pub(super) fn ponder(
        &mut self,
        referee: &Referee,
        reply: &str,
        clock: &Clock,
    ) -> Result<(), Trouble> {
        match self {
            Self::Hub(player) => player.ponder(referee, reply, clock),
            // It ponders or not, as it likes.
            Self::Dxp(_) => Ok(()),
        }
    }

    /// Tells it that the game has ended.
    pub(super) fn settle(&mut self, ending: &Ending) -> Result<(), Trouble> {
        match self {
            Self::Hub(player) => player.settle(),
            Self::Dxp(player) => player.settle(ending.winner),
        }
    }

    /// A fault that somebody else has found.
    pub(super) fn fault_of(&self, kind: FaultKind, text: String) -> Fault {
        let last_lines = match self {
            Self::Hub(player) => player.last_lines(),
            Self::Dxp(player) => player.last_lines(),
        };
        Fault { kind, text, last_lines }
    }

    /// Lets it end by itself, for a while.
    pub(super) fn quit(self) {
        match self {
            Self::Hub(player) => player.quit(),
            Self::Dxp(player) => player.quit(),
        }
    }
}

/// A fault of a process, which is ended, with how it ended.
fn with_status(kind: FaultKind, text: String, process: &mut Process) -> (FaultKind, String) {
    match (kind, process.end()) {
        (FaultKind::Crash, Some(status)) => (kind, format!("{text}: {status}")),
        // It had ended already, and something it started has kept its output open.
        (FaultKind::Hang | FaultKind::Time, Some(status)) if status.code().is_some() => {
            (FaultKind::Crash, format!("{text}: {status}"))
        }
        _ => (kind, text),
    }
}

/// The value of the parameter `draw-rules`.
pub(super) fn profile_name(profile: DrawProfile) -> &'static str {
    match profile {
        DrawProfile::Standard => "standard",
        DrawProfile::Official => "official",
    }
}
