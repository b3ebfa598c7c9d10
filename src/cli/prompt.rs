//! `damier prompt`: the prompt for a person.

use std::io;
use std::process::ExitCode;

use super::Log;
use crate::engine::Engine;
use crate::protocol::lines;
use crate::protocol::repl::Repl;

/// Open a small prompt: board, moves, play against the engine; `help` there lists the commands.
///
/// This is what `damier` does without a subcommand at a terminal.
#[derive(Debug, clap::Args)]
pub(super) struct Prompt {
    #[command(flatten)]
    log: Log,
}

impl Prompt {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        run(&self.log)
    }
}

/// Opens the prompt.
pub(super) fn run(log: &Log) -> anyhow::Result<ExitCode> {
    let repl = Repl::new(Engine::new(), log.output()?);
    repl.run(&lines::read(io::stdin()))?;
    Ok(ExitCode::SUCCESS)
}
