//! `damier pdn check`: which games are wrong, where and why.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use serde::Serialize;

use super::summary::{Summary, noted, refused, shown};
use super::{Reading, Told};
use crate::notation::pdn::{Found, Place, Record, Refusal, Visitor};
use crate::rules::Rules;

/// Check that the games of files can be played: one line for each that is refused, then counts.
///
/// Such a line has the file, the line, the column, the number of the game and the reason. With
/// --notes it also tells what was read tolerantly.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// PDN files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    /// Also tell what is odd in games that were read.
    #[arg(long)]
    notes: bool,
    /// Tell each thing as a line of JSON.
    #[arg(long)]
    json: bool,
}

/// A line of `--json`.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Row<'a> {
    Refused {
        file: &'a str,
        game: u64,
        line: u64,
        column: u64,
        kind: &'a str,
        reason: String,
        variant: Option<&'a str>,
        guessed: bool,
    },
    Note {
        file: &'a str,
        line: u64,
        column: u64,
        text: &'a str,
    },
    File {
        file: &'a str,
        #[serde(flatten)]
        summary: Summary,
    },
}

impl Check {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut all = Summary::default();
        let mut out = io::stdout().lock();
        for file in &self.files {
            let mut checker = Checker {
                args: self,
                file,
                summary: Summary::default(),
                out: &mut out,
                fault: None,
            };
            self.reading.read(file, &mut checker)?;
            let Checker { summary, fault, .. } = checker;
            if let Some(fault) = fault {
                return Err(fault.into());
            }
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&Row::File { file, summary })?)?;
            } else if self.files.len() > 1 {
                writeln!(out, "{}: {summary}", shown(file))?;
            }
            all.add(summary);
        }
        if !self.json {
            writeln!(out, "{all}")?;
        }
        Ok(all.code())
    }
}

struct Checker<'a, W> {
    args: &'a Check,
    file: &'a str,
    summary: Summary,
    out: &'a mut W,
    /// The output could not be written.
    fault: Option<io::Error>,
}

impl<W: Write> Checker<'_, W> {
    fn tell(&mut self, row: &Row<'_>, line: impl Fn() -> String) -> ControlFlow<()> {
        let text = if self.args.json {
            serde_json::to_string(row).map_err(io::Error::from)
        } else {
            Ok(line())
        };
        match text.and_then(|text| writeln!(self.out, "{text}")) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.fault = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl<W: Write> Visitor for Checker<'_, W> {
    fn game<R: Rules>(&mut self, found: Found, _: Record<R>) -> ControlFlow<()> {
        self.summary.games += 1;
        for note in found.notes.iter().filter(|_| self.args.notes) {
            let (file, Place { line, column }, text) = (self.file, note.place, &note.text);
            let row = Row::Note { file, line, column, text };
            self.tell(&row, || noted(file, note.place, text))?;
        }
        ControlFlow::Continue(())
    }

    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
        self.summary.games += 1;
        self.summary.refused += 1;
        let (file, Place { line, column }) = (self.file, refusal.place);
        let row = Row::Refused {
            file,
            game: refusal.game,
            line,
            column,
            kind: refusal.cause.kind(),
            reason: refusal.to_string(),
            variant: refusal.variant.map(|(name, _)| name),
            guessed: refusal.variant.is_some_and(|(_, guessed)| guessed),
        };
        self.tell(&row, || refused(file, &refusal))
    }
}

impl<W: Write> Told for Checker<'_, W> {
    fn told(&self) -> String {
        self.summary.to_string()
    }
}
