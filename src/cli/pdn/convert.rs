//! `damier pdn convert`: games as clean PDN, or in another form.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::ValueEnum;
use serde::Serialize;

use super::summary::{Summary, refused, shown};
use super::{Reading, ResultOrder, Told};
use crate::board::Geometry;
use crate::cli::progress::tell;
use crate::notation::hub::write_setup;
use crate::notation::pdn::{self, Found, Record, Refusal, Tags, Visitor};
use crate::notation::{fen, moves};
use crate::rules::Rules;

/// Write the games of a file as clean PDN, or in another form; refused games are told on standard
/// error and left out.
#[derive(Debug, clap::Args)]
pub(super) struct Convert {
    /// A PDN file; - is standard input.
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    reading: Reading,
    /// The form to write.
    #[arg(long, value_enum, default_value_t)]
    to: Form,
    /// Whose points stand first in the results that are written; if missing, as they are read.
    #[arg(long, value_enum, value_name = "WHO")]
    write_order: Option<ResultOrder>,
    /// Write to this file, which must not exist, instead of standard output.
    #[arg(long, visible_alias = "out", value_name = "FILE")]
    output: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Form {
    /// PDN 3.0.
    #[default]
    Pdn,
    /// The position each game ends in, one a line: variant, tab, FEN.
    Fen,
    /// Hub lines: set-param where the variant changes, and pos with all moves.
    Hub,
    /// One JSON object a line for each game.
    Json,
    /// A table: variant, players, event, date, result, plies, start, moves.
    Csv,
}

/// A game in `--to json`.
#[derive(Serialize)]
struct Row<'a> {
    game: u64,
    line: u64,
    variant: &'a str,
    guessed: bool,
    tags: serde_json::Map<String, serde_json::Value>,
    result: &'a str,
    winner: &'a str,
    start: String,
    end: String,
    plies: usize,
    moves: Vec<String>,
}

impl Convert {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let out: Box<dyn Write> = match &self.output {
            Some(file) => {
                Box::new(File::create_new(file).with_context(|| format!("cannot create {file}"))?)
            }
            None => Box::new(io::stdout().lock()),
        };
        let mut converter = Converter {
            args: self,
            out: BufWriter::new(out),
            summary: Summary::default(),
            variant: None,
            fault: None,
        };
        if matches!(self.to, Form::Csv) {
            writeln!(converter.out, "variant,white,black,event,date,result,plies,start,moves")?;
        }
        self.reading.read(&self.file, &mut converter)?;
        let Converter { mut out, summary, fault, .. } = converter;
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        out.flush().context("cannot write")?;
        if summary.games == 0 {
            bail!("{} has no game", shown(&self.file));
        }
        tell(summary);
        Ok(summary.code())
    }
}

struct Converter<'a, W: Write> {
    args: &'a Convert,
    out: BufWriter<W>,
    summary: Summary,
    /// The variant of the last Hub line.
    variant: Option<&'static str>,
    fault: Option<io::Error>,
}

impl<W: Write> Converter<'_, W> {
    fn write<R: Rules>(&mut self, found: &Found, record: &Record<R>) -> io::Result<()> {
        let order = self.args.write_order.unwrap_or(self.args.reading.result_order).into();
        let result = record.verdict.text::<R>(order);
        match self.args.to {
            Form::Pdn => write!(self.out, "{}", pdn::write(record, order)),
            Form::Fen => writeln!(self.out, "{}\t{}", R::NAME, fen::write(&record.end())),
            Form::Hub => self.write_hub(record),
            Form::Json => {
                let row = Row {
                    game: found.game,
                    line: found.place.line,
                    variant: R::NAME,
                    guessed: found.guessed,
                    tags: map(&record.tags),
                    result,
                    winner: record.verdict.name(),
                    start: fen::write(&record.start),
                    end: fen::write(&record.end()),
                    plies: record.line.steps.len(),
                    moves: moves_of(record),
                };
                writeln!(self.out, "{}", serde_json::to_string(&row)?)
            }
            Form::Csv => {
                let tag = |name| csv(record.tags.get(name).unwrap_or_default());
                let fields = [
                    R::NAME.to_owned(),
                    tag("White"),
                    tag("Black"),
                    tag("Event"),
                    tag("Date"),
                    result.to_owned(),
                    record.line.steps.len().to_string(),
                    csv(&fen::write(&record.start)),
                    moves_of(record).join(" "),
                ];
                writeln!(self.out, "{}", fields.join(","))
            }
        }
    }

    fn write_hub<R: Rules>(&mut self, record: &Record<R>) -> io::Result<()> {
        if self.variant.replace(R::NAME) != Some(R::NAME) {
            writeln!(self.out, "set-param name=variant value={}", R::NAME)?;
        }
        // A setup on the way begins a new list of moves.
        let steps = &record.line.steps;
        let breaks =
            (1..steps.len()).rev().find(|&ply| steps[ply].before != steps[ply - 1].after());
        let from = breaks.unwrap_or(0);
        let start = steps.get(from).map_or(record.start, |step| step.before);
        let list: Vec<String> =
            steps[from..].iter().map(|step| step.before.describe(step.mv).to_string()).collect();
        let position = write_setup(&start.setup(), R::Geometry::SQUARES);
        if list.is_empty() {
            writeln!(self.out, "pos pos={position}")
        } else {
            writeln!(self.out, "pos pos={position} moves=\"{}\"", list.join(" "))
        }
    }

    fn kept(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.fault = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

fn moves_of<R: Rules>(record: &Record<R>) -> Vec<String> {
    record.line.steps.iter().map(|step| moves::write(&step.before, step.mv)).collect()
}

fn map(tags: &Tags) -> serde_json::Map<String, serde_json::Value> {
    tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// A field of a table, quoted where it must be.
fn csv(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl<W: Write> Visitor for Converter<'_, W> {
    fn game<R: Rules>(&mut self, found: Found, record: Record<R>) -> ControlFlow<()> {
        self.summary.games += 1;
        let written = self.write(&found, &record);
        self.kept(written)
    }

    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
        self.summary.games += 1;
        self.summary.refused += 1;
        tell(refused(&self.args.file, &refusal));
        ControlFlow::Continue(())
    }
}

impl<W: Write> Told for Converter<'_, W> {
    fn told(&self) -> String {
        self.summary.to_string()
    }
}
