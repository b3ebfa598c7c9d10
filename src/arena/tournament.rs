//! A tournament: any number of engines, each against each or some against all others, in any number of
//! variants, each with a ranking of its own.

use std::collections::HashSet;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::NotPlayed;
use super::brief::Brief;
use super::desk::{self, Next};
use super::event::{self, Event, Fixture, Terms};
use super::openings::Openings;
use super::ranking::Ranking;
use super::record::{EngineHeader, GameRecord};
use super::referee::Adjudication;
use super::spec::EngineSpec;
use super::stop::Stop;
use crate::rules::Variant;

/// No more games are numbered.
const MOST_GAMES: u64 = 10_000_000;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Each against each.
    RoundRobin,
    /// So many of the first engines against all others.
    Gauntlet {
        /// How many.
        challengers: usize,
    },
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who plays whom.
    pub format: Format,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// What is played, and from which openings.
    pub variants: Vec<(Variant, Openings)>,
    /// How many games two engines play in a round of a variant; two with the same opening are a pair.
    pub games: u32,
    /// How often all of it is played, each time from other openings.
    pub rounds: u32,
    /// What holds for every game.
    pub terms: Terms,
}

/// The first line of the record of a tournament. How many rounds there are is not in it, so that more
/// can be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the form of the file.
    pub damier_tournament: u32,
    /// Who plays whom.
    pub format: String,
    /// The variants by name.
    pub variants: Vec<String>,
    /// The engines.
    pub engines: Vec<EngineHeader>,
    /// Games of two engines in a round.
    pub games: u32,
    /// The list of draw rules by name.
    pub draw_rules: String,
    /// Where the openings come from.
    pub openings: String,
    /// What is drawn from.
    pub seed: u64,
    /// Do the engines ponder?
    pub ponder: bool,
    /// When games end before their rules end them.
    pub adjudication: Adjudication,
}

/// The engines by name, and in which variants each of them plays.
#[derive(Clone, Debug)]
pub struct Entries {
    /// All different.
    pub names: Vec<String>,
    /// `[engine][variant of the plan]`
    pub plays: Vec<Vec<bool>>,
    /// What was said about those that do not play.
    pub missing: Vec<String>,
}

/// The rankings of the variants, in the order of the plan.
pub type Rankings = Vec<(Variant, Ranking)>;

/// Starts every engine in every variant once. One that lacks a variant is left out of that variant, if
/// that is wanted.
///
/// # Errors
/// If an engine does not start, lacks a variant and that is not wanted, or nobody is left to play.
pub fn introduce(plan: &Plan, skip_missing: bool, stop: &Stop) -> anyhow::Result<Entries> {
    event::check_places(&plan.engines, &plan.terms)?;
    let mut entries = Entries { names: Vec::new(), plays: Vec::new(), missing: Vec::new() };
    for (number, spec) in plan.engines.iter().enumerate() {
        let mut name = None;
        let mut plays = Vec::new();
        for (variant, _) in &plan.variants {
            match event::introduce(spec, number, *variant, plan.terms.profile, stop) {
                Ok(own) => {
                    name.get_or_insert(own);
                    plays.push(true);
                }
                Err(error) if error.downcast_ref::<NotPlayed>().is_some() => {
                    if !skip_missing {
                        return Err(error.context("nothing was played (--skip-missing plays on)"));
                    }
                    entries.missing.push(format!("{error:#}"));
                    plays.push(false);
                }
                Err(error) => return Err(error),
            }
        }
        let Some(name) = name else {
            bail!("engine {} plays none of the variants", number + 1);
        };
        entries.names.push(name);
        entries.plays.push(plays);
    }
    event::distinguish(&mut entries.names);
    Ok(entries)
}

/// The first line of the record.
pub fn header(plan: &Plan, entries: &Entries, openings: &str, seed: u64) -> Header {
    let engines = plan.engines.iter().zip(&entries.names);
    Header {
        damier_tournament: 1,
        format: match plan.format {
            Format::RoundRobin => String::from("round-robin"),
            Format::Gauntlet { challengers } => format!("gauntlet of {challengers}"),
        },
        variants: plan.variants.iter().map(|(variant, _)| variant.to_string()).collect(),
        engines: engines.map(|(spec, name)| event::describe(spec, name)).collect(),
        games: plan.games,
        draw_rules: super::player::profile_name(plan.terms.profile).to_owned(),
        openings: openings.to_owned(),
        seed,
        ponder: plan.terms.ponder,
        adjudication: plan.terms.adjudication,
    }
}

impl Plan {
    /// Who plays whom, in the order of the engines.
    fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.engines.len();
        let firsts = match self.format {
            Format::RoundRobin => count,
            Format::Gauntlet { challengers } => challengers.min(count),
        };
        let start = |first: usize| match self.format {
            Format::RoundRobin => first + 1,
            Format::Gauntlet { .. } => firsts,
        };
        let of = |first| (start(first)..count).map(move |second| [first, second]);
        (0..firsts).flat_map(of).collect()
    }

    /// Numbers that a pairing has in a round: an even count, so that pairs have `2n` and `2n + 1`.
    fn numbers(&self) -> u32 {
        self.games.next_multiple_of(2)
    }

    /// Is it one that can be played?
    ///
    /// # Errors
    /// If there are too few engines, or too many games.
    pub fn check(&self) -> anyhow::Result<()> {
        let pairings = self.pairings().len() as u64;
        if pairings == 0 {
            let needed = match self.format {
                Format::RoundRobin => String::from("two engines"),
                Format::Gauntlet { challengers } => {
                    format!("{challengers} engines and others that they play against")
                }
            };
            bail!("a tournament of this format needs {needed}; there are {}", self.engines.len());
        }
        let factors = [pairings, self.variants.len() as u64, u64::from(self.rounds)];
        let games = factors
            .into_iter()
            .try_fold(u64::from(self.games).next_multiple_of(2), u64::checked_mul)
            .filter(|&games| games <= MOST_GAMES);
        games.map(|_| ()).with_context(|| format!("there are more than {MOST_GAMES} games"))
    }

    /// All games, in the order in which they are begun: round by round, in each the variants, in each
    /// the pairings.
    pub fn schedule<'a>(
        &'a self,
        entries: &'a Entries,
    ) -> impl Iterator<Item = Fixture> + Send + 'a {
        let pairings = self.pairings();
        let numbers = self.numbers();
        let of_variant = pairings.len() as u32 * numbers;
        let of_round = self.variants.len() as u32 * of_variant;
        (0..self.rounds * of_round).filter_map(move |game| {
            let (round, in_round) = (game / of_round, game % of_round);
            let (variant, in_variant) = ((in_round / of_variant) as usize, in_round % of_variant);
            let [first, second] = pairings[(in_variant / numbers) as usize];
            let in_pairing = in_variant % numbers;
            let is_played = [first, second].iter().all(|&it| entries.plays[it][variant]);
            (in_pairing < self.games && is_played).then(|| Fixture {
                game,
                variant: self.variants[variant].0,
                players: if game % 2 == 0 { [first, second] } else { [second, first] },
                opening: round * numbers / 2 + in_pairing / 2,
            })
        })
    }
}

/// Plays the games that are not among those played before, until they are all played or it is stopped.
/// Each finished game is told with the rankings after it.
///
/// Gives the last rankings, and an error if an engine did not start any more, an opening could not be
/// played, or `tell` failed.
pub fn run(
    plan: &Plan,
    entries: &Entries,
    before: &[GameRecord],
    stop: &Stop,
    tell: &mut dyn FnMut(&GameRecord, Variant, &Rankings) -> anyhow::Result<()>,
) -> (Rankings, anyhow::Result<()>) {
    let mut rankings: Rankings =
        plan.variants.iter().map(|&(variant, _)| (variant, Ranking::default())).collect();
    let planned: HashSet<u32> = plan.schedule(entries).map(|fixture| fixture.game).collect();
    let mut played = HashSet::new();
    for game in before.iter().filter(|game| planned.contains(&game.game)) {
        let variant = game.variant.as_deref().and_then(|name| name.parse().ok());
        if let Some(variant) = variant {
            count(&mut rankings, game, variant);
            played.insert(game.game);
        }
    }
    let missing = plan.schedule(entries).filter(|fixture| !played.contains(&fixture.game));
    let event = Event {
        engines: &plan.engines,
        names: &entries.names,
        openings: &plan.variants,
        terms: &plan.terms,
    };
    let result = desk::run(&event, missing, stop, &mut |fixture, game| {
        count(&mut rankings, game, fixture.variant);
        tell(game, fixture.variant, &rankings)?;
        Ok(Next::Play)
    });
    (rankings, result)
}

fn count(rankings: &mut Rankings, game: &GameRecord, variant: Variant) {
    let brief = Brief::of(game, variant);
    rankings.iter_mut().filter(|(it, _)| *it == variant).for_each(|(_, it)| it.add(&brief));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::clock::Budget;
    use crate::arena::spec::Program;
    use crate::rules::DrawProfile;
    use std::time::Duration;

    fn plan(format: Format, engines: usize, games: u32, rounds: u32) -> Plan {
        let engine = EngineSpec {
            name: None,
            program: Program::Own,
            directory: None,
            parameters: Vec::new(),
            budget: Budget::default(),
        };
        let openings = |variant| (variant, Openings::Random { variant, seed: 1 });
        Plan {
            format,
            engines: vec![engine; engines],
            variants: [Variant::English, Variant::Turkish].map(openings).into(),
            games,
            rounds,
            terms: Terms {
                profile: DrawProfile::Standard,
                adjudication: Adjudication {
                    resign: None,
                    draw: None,
                    max_plies: 100,
                    bitbases: false,
                },
                ponder: false,
                margin: Duration::ZERO,
                patience: Duration::ZERO,
                concurrency: 1,
            },
        }
    }

    fn entries(plan: &Plan) -> Entries {
        Entries {
            names: (0..plan.engines.len()).map(|it| it.to_string()).collect(),
            plays: vec![vec![true; plan.variants.len()]; plan.engines.len()],
            missing: Vec::new(),
        }
    }

    #[test]
    fn each_plays_each_with_both_colors_from_the_same_openings() {
        let plan = plan(Format::RoundRobin, 4, 2, 3);
        let games: Vec<Fixture> = plan.schedule(&entries(&plan)).collect();
        assert_eq!(games.len(), 6 * 2 * 2 * 3);
        for pair in games.chunks(2) {
            let [first, second] = pair else { unreachable!() };
            assert_eq!(first.game / 2, second.game / 2);
            assert_eq!((first.opening, first.variant), (second.opening, second.variant));
            assert_eq!(first.players, [second.players[1], second.players[0]]);
        }
        let met: HashSet<_> = games.iter().map(|it| (it.players, it.variant, it.opening)).collect();
        assert_eq!(met.len(), games.len());
        assert!(games.iter().all(|game| game.opening < 3));
    }

    #[test]
    fn the_challengers_play_all_others_and_not_each_other() {
        let plan = plan(Format::Gauntlet { challengers: 2 }, 5, 3, 1);
        let games: Vec<Fixture> = plan.schedule(&entries(&plan)).collect();
        assert_eq!(games.len(), 6 * 3 * 2);
        assert!(games.iter().all(|game| (game.players[0] < 2) != (game.players[1] < 2)));
        assert_eq!(games.iter().map(|game| game.opening).max(), Some(1));
        let numbers: HashSet<_> = games.iter().map(|game| game.game).collect();
        assert_eq!(numbers.len(), games.len());
    }

    #[test]
    fn more_rounds_and_missing_engines_change_no_number() {
        let short = plan(Format::RoundRobin, 3, 2, 1);
        let long = plan(Format::RoundRobin, 3, 2, 2);
        let mut some = entries(&long);
        some.plays[1][0] = false;
        let all: Vec<Fixture> = long.schedule(&entries(&long)).collect();
        assert!(all.starts_with(&short.schedule(&entries(&short)).collect::<Vec<_>>()));
        let left: Vec<Fixture> = long.schedule(&some).collect();
        assert_eq!(left.len(), all.len() - 2 * 2 * 2);
        assert!(left.iter().all(|game| all.contains(game)));
    }

    #[test]
    fn what_cannot_be_played_is_told() {
        let told = |plan: &Plan| plan.check().unwrap_err().to_string();
        assert!(
            told(&plan(Format::RoundRobin, 1, 2, 1)).contains("needs two engines; there are 1")
        );
        assert!(
            told(&plan(Format::Gauntlet { challengers: 3 }, 3, 2, 1)).contains("3 engines and")
        );
        assert!(told(&plan(Format::RoundRobin, 2, u32::MAX - 1, u32::MAX)).contains("10000000"));
        plan(Format::RoundRobin, 2, 1, 1).check().unwrap();
    }
}
