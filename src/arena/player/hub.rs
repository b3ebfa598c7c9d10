//! An engine that speaks Hub: a process, or this program's own in a thread.

use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use crossbeam_channel::Receiver;

use super::input::Input;
use super::own::{self, OwnThread};
use super::process::Process;
use super::{FaultKind, NotPlayed, Trouble, Turn, profile_name, with_status};
use crate::arena::clock::Clock;
use crate::arena::referee::Referee;
use crate::arena::spec::{EngineSpec, Program};
use crate::arena::stop::Stop;
use crate::notation::{hub, plain, quoted};
use crate::position::MoveText;
use crate::protocol::hub::{Client, ClientError, Done};
use crate::protocol::lines::{self, Line};
use crate::rules::{DrawProfile, Variant};

/// How long an engine may take to end when it is told to.
const PATIENCE_AT_QUIT: Duration = Duration::from_secs(2);
/// How many letters are shown of why it takes no parameter.
const LONGEST_COMPLAINT: usize = 200;
/// The table of an own engine in MiB, if nothing else is set: many may play at the same time.
const OWN_HASH: &str = "16";

/// An engine that is ready to play.
pub(in crate::arena) struct HubPlayer {
    // Before the body: dropping it is what ends an own engine.
    client: Client,
    body: Body,
    pondering: Option<MoveText>,
}

enum Body {
    Own(#[expect(dead_code, reason = "its drop waits for the thread")] OwnThread),
    Process(Process),
}

impl HubPlayer {
    /// Starts an engine, of our own without a command, and gets it ready for a variant.
    ///
    /// # Errors
    /// If it does not start, does not play the variant, or has no parameter that is to be set.
    pub(super) fn start(
        spec: &EngineSpec,
        command: Option<&[String]>,
        variant: Variant,
        profile: DrawProfile,
        stop: &Stop,
    ) -> anyhow::Result<Self> {
        let (body, out, lines) = launch(spec, command, stop)?;
        let client = Client::new(out, lines, stop.channel());
        let mut player = Self { client, body, pondering: None };
        let ready = player.get_ready(spec, variant, profile);
        match ready {
            Ok(()) => Ok(player),
            // The last lines do not tell more of what is not its fault.
            Err(error) if !error.is::<ClientError>() => Err(error),
            Err(error) => {
                if let Body::Process(process) = &mut player.body {
                    process.end();
                }
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
        match self.client.init()? {
            // What it says of parameters that nobody chose is its own affair.
            Some(complaint) if !spec.parameters.is_empty() => {
                let given = spec.parameters.iter().map(|(name, value)| format!("{name}={value}"));
                let given: Vec<_> = given.collect();
                let complaint = plain(&complaint, LONGEST_COMPLAINT);
                bail!("it does not take its parameters ({}): {complaint}", given.join(" "));
            }
            Some(_) | None => Ok(()),
        }
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
    pub(super) fn new_game(&mut self) -> Result<(), Trouble> {
        let fresh = self.client.new_game();
        self.checked(fresh, false)
    }

    /// Its move.
    pub(super) fn answer(&mut self, turn: &Turn<'_>) -> Result<Done, Trouble> {
        let answer = self.think(turn);
        self.checked(answer, turn.clock.allowed().is_some())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Done, ClientError> {
        let mut passed = Duration::ZERO;
        if let Some(expected) = self.pondering.take() {
            if turn.last.is_some_and(|(last, _)| last == expected) {
                return self.client.ponder_hit(turn.limit());
            }
            // Its clock runs while it stops.
            let began = Instant::now();
            self.client.stop()?;
            passed = began.elapsed();
        }
        let (position, moves) = turn.referee.position();
        self.client.set_position(position, moves)?;
        self.client.think(&turn.clock.level(passed), turn.limit().saturating_sub(passed))
    }

    /// Lets it ponder on a reply, if that is legal after its move, which has been played.
    pub(super) fn ponder(
        &mut self,
        referee: &Referee,
        reply: &str,
        clock: &Clock,
    ) -> Result<(), Trouble> {
        let legal = hub::read_move(reply).ok().and_then(|written| referee.legal(&written));
        let Some(expected) = legal else { return Ok(()) };
        let (position, moves) = referee.position();
        let moves = format!("{moves} {expected}");
        let begun = self
            .client
            .set_position(position, moves.trim_start())
            .and_then(|()| self.client.ponder(&clock.level(Duration::ZERO)));
        self.pondering = Some(expected);
        self.checked(begun, false)
    }

    /// Ends what it still thinks about.
    pub(super) fn settle(&mut self) -> Result<(), Trouble> {
        let stopped = match self.pondering.take() {
            Some(_) => self.client.stop(),
            None => Ok(()),
        };
        self.checked(stopped, false)
    }

    fn checked<T>(&mut self, result: Result<T, ClientError>, is_timed: bool) -> Result<T, Trouble> {
        result.map_err(|error| self.trouble(&error, is_timed))
    }

    /// What an error means for the game.
    fn trouble(&mut self, error: &ClientError, is_timed: bool) -> Trouble {
        let kind = match error {
            ClientError::Deaf(error) if error.kind() == ErrorKind::TimedOut => FaultKind::Hang,
            ClientError::Ended | ClientError::Deaf(_) => FaultKind::Crash,
            ClientError::Late { asked: "go" | "ponder-hit", .. } if is_timed => FaultKind::Time,
            ClientError::Late { .. } => FaultKind::Hang,
            ClientError::Flood { .. } | ClientError::LongLine => FaultKind::Flood,
            ClientError::NoMove | ClientError::Move(_) => FaultKind::Garbage,
            ClientError::Interrupted => return Trouble::Interrupted,
        };
        let (kind, text) = match &mut self.body {
            Body::Own(_) => (kind, error.to_string()),
            Body::Process(process) => with_status(kind, error.to_string(), process),
        };
        Trouble::Fault(super::Fault { kind, text, last_lines: self.last_lines() })
    }

    pub(super) fn last_lines(&self) -> Vec<String> {
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

fn launch(spec: &EngineSpec, command: Option<&[String]>, stop: &Stop) -> anyhow::Result<Launched> {
    let Some(words) = command else {
        let (thread, out, lines) = own::start();
        return Ok((Body::Own(thread), out, lines));
    };
    let (process, input, output) =
        Process::start(words, spec.directory.as_deref()).with_context(|| {
            let place = spec.directory.as_ref().map(|it| format!(" in {}", it.display()));
            let command = quoted(&words.join(" "));
            format!("{command} cannot be started{}", place.unwrap_or_default())
        })?;
    let input = Input::new(input, stop.channel())?;
    Ok((Body::Process(process), Box::new(input), lines::read(output)))
}

/// Is it another name of a parameter of ours, which a program of ours takes without telling of it?
fn has_alias(name: &str) -> bool {
    crate::engine::settings::Parameter::by_name(name).is_ok_and(|row| row.name != name)
}
