//! `damier hub`: the Hub protocol on standard input and output.

use std::io;
use std::process::ExitCode;

use super::Log;
use crate::engine::Engine;
use crate::engine::settings::{PARAMETERS, Parameter};
use crate::protocol::hub::Session;
use crate::protocol::lines;

/// Speak the Hub protocol (version 2, as in protocol.md) with a program.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = parameters())]
pub(super) struct Hub {
    /// Set a parameter before the first line is read; may be given more than once.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    log: Log,
}

impl Hub {
    /// As without a subcommand.
    pub(super) fn with_log(log: Log) -> Self {
        Self { log, ..Self::default() }
    }

    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut engine = Engine::new();
        let set = self.set.iter().map(|(name, value)| Ok((Parameter::by_name(name)?, value)));
        let mut set = set.collect::<anyhow::Result<Vec<_>>>()?;
        // Weights are of a variant.
        set.sort_by_key(|(row, _)| row.name != "variant");
        for (row, value) in set {
            engine.set(row, value)?;
        }
        let session = Session::new(engine, self.log.output()?);
        session.run(None, &lines::read(io::stdin()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads `name=value`.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, as in threads=2")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn parameters() -> String {
    let rows = PARAMETERS.iter().map(|row| {
        let value = row.kind.expected();
        format!("  {:<15}{}\n  {:<15}Value: {value}.", row.name, row.help, "")
    });
    let rows: Vec<_> = rows.collect();
    format!(
        "Parameters, for --set and for set-param in the conversation:\n{}\n\n\
         Examples:\n  damier hub\n  damier hub --set threads=2 --set hash=256 --log hub.log",
        rows.join("\n")
    )
}
