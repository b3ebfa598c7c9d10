//! The position that a subcommand starts from.

use anyhow::{Context, anyhow};

use crate::board::Geometry;
use crate::notation::fen;
use crate::notation::hub::read_setup;
use crate::position::Position;
use crate::rules::{Rules, Variant};

/// A variant and a position in it.
#[derive(Debug, clap::Args)]
pub(super) struct Place {
    /// The variant: english, normal (international), brazilian, spanish or turkish.
    #[arg(long, default_value_t, value_name = "VARIANT")]
    pub(super) variant: Variant,
    /// A FEN, as in PDN: W:W31-50:B1-20 or W:Wa1,Kb2:Bd8.
    #[arg(long, value_name = "FEN", conflicts_with = "pos")]
    fen: Option<String>,
    /// A Hub position: the color to move, then a character a square (w b W B e).
    #[arg(long, visible_alias = "position", value_name = "POSITION")]
    pos: Option<String>,
}

impl Place {
    /// Is it another position than the start?
    pub(super) fn is_given(&self) -> bool {
        self.fen.is_some() || self.pos.is_some()
    }

    /// The position, by the rules of the variant in `variant`.
    pub(super) fn position<R: Rules>(&self) -> anyhow::Result<Position<R>> {
        match (&self.fen, &self.pos) {
            (Some(fen), _) => Ok(fen::read(fen).with_context(bad::<R>)?.position),
            (None, Some(pos)) => read_position(pos),
            (None, None) => Ok(Position::start()),
        }
    }
}

/// Reads `start` or a Hub position.
pub(super) fn read_position<R: Rules>(text: &str) -> anyhow::Result<Position<R>> {
    if text == "start" {
        return Ok(Position::start());
    }
    let setup = read_setup(text, R::Geometry::SQUARES).with_context(bad::<R>)?;
    Position::from_setup(&setup).with_context(bad::<R>)
}

fn bad<R: Rules>() -> String {
    format!("bad {} position", R::NAME)
}

/// Reads a row `variant<TAB>position`.
pub(super) fn read_row(row: &str) -> anyhow::Result<(Variant, &str)> {
    let (variant, position) =
        row.split_once('\t').ok_or_else(|| anyhow!("expected a variant, a tab and a position"))?;
    Ok((variant.parse()?, position.trim()))
}
