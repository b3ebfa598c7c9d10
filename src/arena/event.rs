//! What games of matches and tournaments have in common: who plays, from which openings, on what
//! terms; and which game is to be played next.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};

use super::openings::Openings;
use super::player::Player;
use super::record::EngineHeader;
use super::referee::Adjudication;
use super::spec::{EngineSpec, Program};
use super::stop::Stop;
use crate::engine::settings::Parameter;
use crate::eval::net::file::hash_of_file;
use crate::rules::{DrawProfile, Variant};

/// What holds for every game.
#[derive(Clone, Debug)]
pub struct Terms {
    /// By which draw rules.
    pub profile: DrawProfile,
    /// When games end before their rules end them.
    pub adjudication: Adjudication,
    /// Do the engines think in the time of the other side?
    pub ponder: bool,
    /// How much too late a move may be, for the way to the engine and back.
    pub margin: Duration,
    /// How long an engine that has no clock may think.
    pub patience: Duration,
    /// How many games at the same time, at least one.
    pub concurrency: usize,
}

/// Who plays, from what, on which terms.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// The engines.
    pub engines: &'a [EngineSpec],
    /// Their names, all different.
    pub names: &'a [String],
    /// What the games start from, for each variant that is played.
    pub openings: &'a [(Variant, Openings)],
    /// What holds for every game.
    pub terms: &'a Terms,
}

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number. Games `2n` and `2n + 1` are a pair: the same opening, colors changed.
    pub game: u32,
    /// What is played.
    pub variant: Variant,
    /// Which engines have White and Black.
    pub players: [usize; 2],
    /// Which opening of the variant.
    pub opening: u32,
}

impl Event<'_> {
    /// The openings of a variant that is played.
    ///
    /// # Panics
    /// If it is not.
    pub(super) fn openings_of(&self, variant: Variant) -> &Openings {
        let found = self.openings.iter().find(|(it, _)| *it == variant);
        &found.expect("a schedule has only variants of the event").1
    }
}

/// Starts an engine once, to see that it plays a variant, and gives its name: the one it was given or
/// its own.
///
/// # Errors
/// If it does not start, or does not play the variant (then [`NotPlayed`](super::NotPlayed) is among
/// the causes).
pub fn introduce(
    spec: &EngineSpec,
    number: usize,
    variant: Variant,
    profile: DrawProfile,
    stop: &Stop,
) -> anyhow::Result<String> {
    let label = || match &spec.name {
        Some(name) => format!("engine {name}"),
        None => format!("engine {}", number + 1),
    };
    let mut player = Player::start(spec, variant, profile, stop).with_context(label)?;
    player.try_out().with_context(label)?;
    let name = spec.name.clone().unwrap_or_else(|| player.own_name());
    player.quit();
    Ok(name)
}

/// Sees that engines that are met at one place only are not wanted twice at the same time.
///
/// # Errors
/// If one is.
pub fn check_places(engines: &[EngineSpec], terms: &Terms) -> anyhow::Result<()> {
    let mut places = Vec::new();
    for engine in engines {
        let Program::Dxp(program) = &engine.program else { continue };
        let Some(place) = program.only_place() else { continue };
        if terms.concurrency > 1 {
            bail!(
                "an engine at {place} plays one game at a time: --concurrency 1, or a command with \
                 {{port}} and no address="
            );
        }
        if places.contains(&place) {
            bail!("two engines at {place}: they need different ports");
        }
        places.push(place);
    }
    Ok(())
}

/// Makes names different: the second `damier` becomes `damier (2)`.
pub fn distinguish(names: &mut [String]) {
    for place in 1..names.len() {
        let (before, rest) = names.split_at_mut(place);
        let name = rest[0].clone();
        let mut number = 1;
        while before.contains(&rest[0]) {
            number += 1;
            rest[0] = format!("{name} ({number})");
        }
    }
}

/// An engine as a record describes it.
pub fn describe(spec: &EngineSpec, name: &str) -> EngineHeader {
    EngineHeader {
        name: name.to_owned(),
        program: spec.program.to_string(),
        parameters: spec.parameters.clone(),
        weights: weights(spec),
        budget: spec.budget.to_string(),
    }
}

/// What the weights of an engine are known by, if it was given a file of them.
fn weights(spec: &EngineSpec) -> Option<String> {
    let file = Parameter::last_value(&spec.parameters, "eval-file")?;
    let folder = spec.directory.as_deref().unwrap_or_else(|| Path::new(""));
    hash_of_file(&folder.join(file)).map(|hash| format!("{hash:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_at_one_place_plays_one_game_at_a_time() {
        let engine = |words: &[&str]| EngineSpec::read(words).unwrap();
        let check = |engines: &[EngineSpec], concurrency| {
            let terms = Terms {
                profile: DrawProfile::Standard,
                adjudication: Adjudication {
                    resign: None,
                    draw: None,
                    max_plies: 1,
                    bitbases: false,
                },
                ponder: false,
                margin: Duration::ZERO,
                patience: Duration::ZERO,
                concurrency,
            };
            check_places(engines, &terms).map_err(|error| error.to_string())
        };
        let fixed = engine(&["proto=dxp", "address=127.0.0.1:5"]);
        let free = engine(&["proto=dxp", "cmd=x {port}"]);
        let own = engine(&["self"]);
        assert_eq!(check(&[free.clone(), free, own.clone()], 9), Ok(()));
        assert_eq!(check(&[fixed.clone(), own.clone()], 1), Ok(()));
        let error = check(&[fixed.clone(), own], 2).unwrap_err();
        assert!(error.starts_with("an engine at 127.0.0.1:5 plays one game at a time"), "{error}");
        let error = check(&[fixed.clone(), fixed], 1).unwrap_err();
        assert!(error.starts_with("two engines at 127.0.0.1:5"), "{error}");
    }

    #[test]
    fn equal_names_get_numbers() {
        let mut names = ["a", "b", "a", "a (2)", "a"].map(String::from);
        distinguish(&mut names);
        assert_eq!(names, ["a", "b", "a (2)", "a (2) (2)", "a (3)"]);
    }
}
