//! Openings from the games of a PDN file.

use std::io::BufRead;
use std::ops::ControlFlow;

use anyhow::{Context, bail};

use super::{MOST, Opening, new_game, not_over, opening_of};
use crate::notation::pdn::{self, Found, Options, Record, Refusal, Visitor};
use crate::rules::{Rules, Variant};

/// So many faults are told; of the others only their number.
const SHOWN_FAULTS: usize = 5;

/// Reads the games of a variant as openings, each with its first so many plies or all its moves.
///
/// Games that cannot be played, or are of another variant, are left out with a warning.
///
/// # Errors
/// If the input cannot be read, a game is over after its moves, no game is left, or they are too many.
pub(super) fn read(
    input: impl BufRead,
    source: &str,
    variant: Variant,
    plies: Option<usize>,
) -> anyhow::Result<Vec<Opening>> {
    let options = Options { variant: Some(variant), ..Options::default() };
    let mut games = Games { source, variant, plies, list: Vec::new(), faults: 0, error: Ok(()) };
    pdn::read(input, &options, &mut games).with_context(|| format!("{source} cannot be read"))?;
    games.error?;
    if games.faults > SHOWN_FAULTS {
        log::warn!("{source}: {} games are left out", games.faults);
    }
    if games.list.is_empty() && games.faults > 0 {
        bail!("{source} has no game of {variant} draughts that can be played");
    }
    Ok(games.list)
}

struct Games<'a> {
    source: &'a str,
    variant: Variant,
    plies: Option<usize>,
    list: Vec<Opening>,
    faults: usize,
    error: anyhow::Result<()>,
}

impl Games<'_> {
    fn leave_out(&mut self, place: pdn::Place, why: &str) {
        self.faults += 1;
        if self.faults <= SHOWN_FAULTS {
            log::warn!("{}:{place}: left out: {why}", self.source);
        }
    }

    fn opening<R: Rules>(&self, found: &Found, record: &Record<R>) -> anyhow::Result<Opening> {
        if self.list.len() == MOST {
            bail!("there are more than {MOST} openings");
        }
        let mut game = new_game(record.start, record.quiet_plies);
        for step in record.line.steps.iter().take(self.plies.unwrap_or(usize::MAX)) {
            game.play(step.mv);
        }
        not_over(&game).context("take fewer plies of each game, with --opening-plies")?;
        let mut opening = opening_of(&game, record.quiet_plies);
        let name = record.tags.get("Opening").filter(|name| !name.trim().is_empty());
        let name = name.map_or_else(|| format!("game {}", found.game), ToOwned::to_owned);
        opening.name = Some(name);
        Ok(opening)
    }
}

impl Visitor for Games<'_> {
    fn game<R: Rules>(&mut self, found: Found, record: Record<R>) -> ControlFlow<()> {
        if R::NAME != self.variant.name() {
            self.leave_out(found.place, &format!("it is a game of {}", R::NAME));
            return ControlFlow::Continue(());
        }
        match self.opening(&found, &record) {
            Ok(opening) => {
                self.list.push(opening);
                ControlFlow::Continue(())
            }
            Err(error) => {
                let place = format!("{}:{}: game {}", self.source, found.place, found.game);
                self.error = Err(error.context(place));
                ControlFlow::Break(())
            }
        }
    }

    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
        self.leave_out(refusal.place, &refusal.to_string());
        ControlFlow::Continue(())
    }
}
