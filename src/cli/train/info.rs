//! `damier train info`: what is in files of training data.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{grouped, percent};
use crate::cli::progress::tell;
use crate::rules::Rules;
use crate::train::data::Games;
use crate::train::record::{End, Header};
use crate::train::summary::Summary;

/// Count what is in files of games, and check them.
#[derive(Debug, clap::Args)]
pub(super) struct Info {
    /// Files that `damier train selfplay` made.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Info {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        for path in &self.files {
            let (header, games) = Games::open(path)?;
            let summary = dispatch!(header.variant, R => count::<R>(path, games)?);
            let mut out = io::stdout().lock();
            out.write_all(told(path, &header, &summary).as_bytes())?;
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn count<R: Rules>(path: &Path, mut games: Games) -> anyhow::Result<Summary> {
    let mut summary = Summary::default();
    let mut records = Vec::new();
    while let Some(head) = games.next::<R>(&mut records)? {
        summary.add(&head, &records);
    }
    if games.rest() > 0 {
        tell(format_args!(
            "warning: {} ends within a game: {} bytes are left out",
            path.display(),
            games.rest()
        ));
    }
    Ok(summary)
}

/// What is told of a file.
fn told(path: &Path, header: &Header, all: &Summary) -> String {
    let Summary { games, results, positions, position_results, .. } = all;
    let ends = End::ALL.iter().zip(all.ends).map(|(end, count)| {
        let name = match end {
            End::Rules => "by the rules",
            End::Known => "by a bitbase",
            End::Decided => "as decided",
            End::Even => "as even",
        };
        format!("{} {name}", percent(count, *games))
    });
    let pieces = all.pieces.iter().enumerate().filter(|&(_, &count)| count > 0);
    let pieces = pieces.map(|(pieces, &count)| format!("{pieces}: {}", percent(count, *positions)));
    let each = |count: u64, all: u64| count as f64 / all.max(1) as f64;
    let lines = [
        path.display().to_string(),
        format!("  {header}"),
        format!("  {} games: White {}", grouped(*games), shares(*results, *games)),
        format!("  ended {}", ends.collect::<Vec<_>>().join(", ")),
        format!(
            "  {} from unbalanced openings; {:.1} plies and {:.1} positions each, {:.0} nodes a ply",
            percent(all.unbalanced, *games),
            each(all.plies, *games),
            each(*positions, *games),
            each(all.nodes, all.plies),
        ),
        format!(
            "  {} positions: {} for the color to move",
            grouped(*positions),
            shares(*position_results, *positions)
        ),
        format!(
            "  {} with a bitbase's result, {} with kings",
            percent(all.known, *positions),
            percent(all.with_kings, *positions)
        ),
        format!("  by pieces {}", pieces.collect::<Vec<_>>().join(", ")),
    ];
    lines.join("\n") + "\n"
}

/// Losses, draws and wins as shares of all.
fn shares([losses, draws, wins]: [u64; 3], all: u64) -> String {
    let [wins, draws, losses] = [wins, draws, losses].map(|count| percent(count, all));
    format!("{wins} won, {draws} drawn, {losses} lost")
}
