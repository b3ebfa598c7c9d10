//! A match: two engines, one variant, and perhaps a sequential test that ends it.

use std::collections::HashSet;

use super::desk::{self, Next};
use super::event::{self, Event, Fixture, Terms};
use super::openings::Openings;
use super::record::{GameRecord, Header};
use super::spec::EngineSpec;
use super::standing::Standing;
use super::stats::{Sprt, Verdict};
use super::stop::Stop;
use crate::rules::Variant;

/// A match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is played.
    pub variant: Variant,
    /// Who plays; results are those of the first.
    pub engines: [EngineSpec; 2],
    /// What the games start from, one for each pair.
    pub openings: Openings,
    /// How many games.
    pub games: u32,
    /// When the match ends before its games are played.
    pub sprt: Option<Sprt>,
    /// What holds for every game.
    pub terms: Terms,
}

/// Starts both engines once, and tells their names in the match.
///
/// # Errors
/// If one of them does not start, or does not play the variant.
pub fn introduce(plan: &Plan, stop: &Stop) -> anyhow::Result<[String; 2]> {
    event::check_places(&plan.engines, &plan.terms)?;
    let name = |number: usize| {
        let profile = plan.terms.profile;
        event::introduce(&plan.engines[number], number, plan.variant, profile, stop)
    };
    let mut names = [name(0)?, name(1)?];
    event::distinguish(&mut names);
    Ok(names)
}

/// The first line of the record of a match.
pub fn header(plan: &Plan, names: &[String; 2], openings: &str, seed: u64) -> Header {
    Header {
        damier_match: 1,
        variant: plan.variant.to_string(),
        draw_rules: super::player::profile_name(plan.terms.profile).to_owned(),
        engines: [0, 1].map(|number| event::describe(&plan.engines[number], &names[number])),
        openings: openings.to_owned(),
        seed,
        ponder: plan.terms.ponder,
        adjudication: plan.terms.adjudication,
    }
}

/// Plays the games that are not among those played before, until they are all played, the sequential
/// test has decided, or it is stopped. Each finished game is told with the standing after it.
///
/// Gives the last standing, and an error if an engine did not start any more, an opening could not be
/// played, or `tell` failed.
pub fn run(
    plan: &Plan,
    names: &[String; 2],
    before: &[GameRecord],
    stop: &Stop,
    tell: &mut dyn FnMut(&GameRecord, &Standing) -> anyhow::Result<()>,
) -> (Standing, anyhow::Result<()>) {
    let mut standing = Standing::new(names.clone(), plan.sprt);
    for game in before {
        standing.add(game);
    }
    if standing.verdict() != Verdict::Open {
        return (standing, Ok(()));
    }
    let played: HashSet<u32> = before.iter().map(|game| game.game).collect();
    let missing = schedule(plan).filter(|fixture| !played.contains(&fixture.game));
    let openings = [(plan.variant, plan.openings.clone())];
    let event = Event { engines: &plan.engines, names, openings: &openings, terms: &plan.terms };
    let result = desk::run(&event, missing, stop, &mut |_, game| {
        standing.add(game);
        tell(game, &standing)?;
        Ok(if standing.verdict() == Verdict::Open { Next::Play } else { Next::End })
    });
    (standing, result)
}

/// All games of a match.
fn schedule(plan: &Plan) -> impl Iterator<Item = Fixture> + Send {
    let variant = plan.variant;
    (0..plan.games).map(move |game| Fixture {
        game,
        variant,
        players: if game % 2 == 0 { [0, 1] } else { [1, 0] },
        opening: game / 2,
    })
}
