//! An engine that plays: a process that speaks Hub, or this program's own in a thread.

mod own;
mod process;

use std::io::Write;
use std::time::Duration;

use anyhow::{Context, bail};
use crossbeam_channel::Receiver;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::clock::Clock;
use super::referee::Referee;
use super::spec::{EngineSpec, Program};
use super::stop::Stop;
use crate::notation::{hub, quoted};
use crate::position::MoveText;
use crate::protocol::hub::{Client, ClientError, Done};
use crate::protocol::lines::{self, Line};
use crate::rules::{DrawProfile, Variant};
use own::OwnThread;
use process::Process;

/// How long an engine may take to end when it is told to.
const PATIENCE_AT_QUIT: Duration = Duration::from_secs(2);
/// The table of an own engine in MiB, if nothing else is set: many may play at the same time.
const OWN_HASH: &str = "16";

/// An engine that is ready to play.
pub(super) struct Player {
    // Before the body: dropping it is what ends an own engine.
    client: Client,
    body: Body,
    pondering: Option<MoveText>,
}

enum Body {
    Own(#[expect(dead_code, reason = "its drop waits for the thread")] OwnThread),
    Process(Process),
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
        let (body, out, lines) = launch(spec)?;
        let client = Client::new(out, lines, stop.channel());
        let mut player = Self { client, body, pondering: None };
        let ready = player.get_ready(spec, variant, profile);
        match ready {
            Ok(()) => Ok(player),
            Err(error) => {
                let told = player.last_lines();
                let told = told.last().map(|line| format!(" (last line: {line})"));
                Err(error.context(format!("it does not start{}", told.unwrap_or_default())))
            }
        }
    }

    fn get_ready(
        &mut self,
        spec: &EngineSpec,
        variant: Variant,
        profile: DrawProfile,
    ) -> anyhow::Result<()> {
        self.client.introduce()?;
        self.set_variant(variant)?;
        let is_given = |name: &str| spec.parameters.iter().any(|(given, _)| given == name);
        if self.client.parameter("draw-rules").is_some() && !is_given("draw-rules") {
            self.client.set("draw-rules", profile_name(profile))?;
        }
        if spec.program == Program::Own && !is_given("hash") {
            self.client.set("hash", OWN_HASH)?;
        }
        for (name, value) in &spec.parameters {
            self.set(name, value)?;
        }
        Ok(self.client.init()?)
    }

    fn set_variant(&mut self, variant: Variant) -> anyhow::Result<()> {
        let Some(parameter) = self.client.parameter("variant") else {
            if variant == Variant::International {
                return Ok(());
            }
            bail!(NotPlayed { variant, why: String::from("it has no parameter `variant`") });
        };
        let words = parameter.words.clone();
        let Some(word) = words.iter().find(|word| word.parse() == Ok(variant)) else {
            let why = format!("its parameter `variant` takes {}", quoted(&words.join(" ")));
            bail!(NotPlayed { variant, why });
        };
        Ok(self.client.set("variant", word)?)
    }

    fn set(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        if name == "variant" {
            bail!("the variant is that of the match, not param.variant");
        }
        if self.client.parameter(name).is_none() && !has_alias(name) {
            let known: Vec<_> =
                self.client.parameters().iter().map(|row| row.name.as_str()).collect();
            bail!("it has no parameter {}; it has: {}", quoted(name), known.join(" "));
        }
        Ok(self.client.set(name, value)?)
    }

    /// What it calls itself.
    pub(super) fn own_name(&self) -> String {
        match (self.client.name(), self.client.version()) {
            ("", _) => String::from("engine"),
            (name, "") => name.to_owned(),
            (name, version) => format!("{name} {version}"),
        }
    }

    /// Another game begins.
    pub(super) fn new_game(&mut self) -> Result<(), ClientError> {
        self.client.new_game()
    }

    /// Its move in a position, after the move `last` of the other side. A time that is not limited is
    /// so long as `patience`; `margin` is added to one that is.
    pub(super) fn answer(
        &mut self,
        referee: &Referee,
        last: Option<MoveText>,
        clock: &Clock,
        (patience, margin): (Duration, Duration),
    ) -> Result<Done, ClientError> {
        let limit = clock.allowed().map_or(patience, |allowed| allowed + margin);
        if let Some(expected) = self.pondering.take() {
            if last == Some(expected) {
                return self.client.ponder_hit(limit);
            }
            self.client.stop()?;
        }
        let (position, moves) = referee.position();
        self.client.set_position(position, moves)?;
        self.client.think(&clock.level(), limit)
    }

    /// Lets it ponder on a reply, if that is legal after its move, which has been played.
    pub(super) fn ponder(
        &mut self,
        referee: &Referee,
        reply: &str,
        clock: &Clock,
    ) -> Result<(), ClientError> {
        let legal = hub::read_move(reply).ok().and_then(|written| referee.legal(&written));
        let Some(expected) = legal else { return Ok(()) };
        let (position, moves) = referee.position();
        let moves = format!("{moves} {expected}");
        self.client.set_position(position, moves.trim_start())?;
        self.client.ponder(&clock.level())?;
        self.pondering = Some(expected);
        Ok(())
    }

    /// Ends what it still thinks about.
    pub(super) fn settle(&mut self) -> Result<(), ClientError> {
        match self.pondering.take() {
            Some(_) => self.client.stop(),
            None => Ok(()),
        }
    }

    /// What an error means for the game; none: the game is broken off and nobody has lost it.
    pub(super) fn fault(&mut self, error: &ClientError, is_timed: bool) -> Option<Fault> {
        let kind = match error {
            ClientError::Ended | ClientError::Deaf(_) => FaultKind::Crash,
            ClientError::Late { asked: "go" | "ponder-hit", .. } if is_timed => FaultKind::Time,
            ClientError::Late { .. } => FaultKind::Hang,
            ClientError::Flood { .. } | ClientError::LongLine => FaultKind::Flood,
            ClientError::NoMove | ClientError::Move(_) => FaultKind::Garbage,
            ClientError::Interrupted => return None,
        };
        let mut text = error.to_string();
        let Body::Process(process) = &mut self.body else { return Some(self.fault_of(kind, text)) };
        let kind = match (kind, process.end()) {
            (FaultKind::Crash, Some(status)) => {
                text = format!("{text}: {status}");
                kind
            }
            // It had ended already, and something it started has kept its output open.
            (FaultKind::Hang | FaultKind::Time, Some(status)) if status.code().is_some() => {
                text = format!("{text}: {status}");
                FaultKind::Crash
            }
            _ => kind,
        };
        Some(self.fault_of(kind, text))
    }

    /// A fault that somebody else has found.
    pub(super) fn fault_of(&self, kind: FaultKind, text: String) -> Fault {
        Fault { kind, text, last_lines: self.last_lines() }
    }

    fn last_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.client.last_lines().map(str::to_owned).collect();
        if let Body::Process(process) = &self.body {
            lines.extend(process.complaints().iter().map(|line| format!("! {line}")));
        }
        lines
    }

    /// Lets it end by itself, for a while.
    pub(super) fn quit(mut self) {
        self.client.quit(PATIENCE_AT_QUIT);
    }
}

type Launched = (Body, Box<dyn Write + Send>, Receiver<Line>);

fn launch(spec: &EngineSpec) -> anyhow::Result<Launched> {
    match &spec.program {
        Program::Own => {
            let (thread, out, lines) = own::start();
            Ok((Body::Own(thread), out, lines))
        }
        Program::Command(words) => {
            let (process, input, output) = Process::start(words, spec.directory.as_deref())
                .with_context(|| format!("{} cannot be started", quoted(&words.join(" "))))?;
            Ok((Body::Process(process), Box::new(input), lines::read(output)))
        }
    }
}

/// Is it another name of a parameter of ours, which a program of ours takes without telling of it?
fn has_alias(name: &str) -> bool {
    crate::engine::settings::Parameter::by_name(name).is_ok_and(|row| row.name != name)
}

/// The value of the parameter `draw-rules`.
pub(super) fn profile_name(profile: DrawProfile) -> &'static str {
    match profile {
        DrawProfile::Standard => "standard",
        DrawProfile::Official => "official",
    }
}
