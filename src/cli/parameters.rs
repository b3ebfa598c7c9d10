//! `damier parameters`: the table of settings.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::engine::settings::{PARAMETERS, Parameter, Settings};

/// Print what a program can set (Hub's set-param), with defaults and values.
#[derive(Debug, clap::Args)]
pub(super) struct Parameters {
    /// Only these.
    names: Vec<String>,
}

impl Parameters {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut out = io::stdout().lock();
        let rows: Vec<&Parameter> = if self.names.is_empty() {
            PARAMETERS.iter().collect()
        } else {
            self.names.iter().map(|name| Parameter::by_name(name)).collect::<Result<_, _>>()?
        };
        for row in rows {
            let default = row.value(&Settings::default());
            writeln!(out, "{}={default}", row.name)?;
            writeln!(out, "    {}", row.help)?;
            writeln!(out, "    value: {}", row.kind.expected())?;
            if !row.aliases.is_empty() {
                writeln!(out, "    also called: {}", row.aliases.join(" "))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
