//! `damier bench`: the speed of the search, and its signature.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::builder::NonEmptyStringValueParser;
use serde::Serialize;

use crate::engine::bench::{self, Measured, Setting};
use crate::engine::settings::Evaluation;
use crate::rules::Variant;

const EXAMPLES: &str = "\
Examples:
  damier bench
  damier bench --variant turkish --depth 9 --json
  damier bench --variant english --eval-file english.net
  damier bench --check tests/data/bench.tsv";

/// Search about twenty fixed positions of each variant with one thread: nodes and nodes a second.
///
/// The nodes are the same on every run and machine as long as the search is the same.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Bench {
    /// Only this variant.
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
    /// How deep, in plies; each variant has a depth of its own otherwise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Judge positions by hand, and not by the trained weights.
    #[arg(long, conflicts_with = "eval_file")]
    hand: bool,
    /// Judge positions by the weights of this file, which are of --variant.
    #[arg(long, value_name = "FILE", requires = "variant", value_parser = NonEmptyStringValueParser::new())]
    eval_file: Option<String>,
    /// Print a line of JSON for each variant.
    #[arg(long)]
    json: bool,
    /// Compare the nodes with the rows `variant<TAB>nodes` of a file: exit status 1 if any differs.
    #[arg(long, value_name = "FILE", conflicts_with = "depth")]
    check: Option<PathBuf>,
}

/// A row of the output.
#[derive(Serialize)]
struct Row {
    variant: &'static str,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
}

impl Bench {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let expected = match &self.check {
            Some(file) => Some(
                fs::read_to_string(file)
                    .with_context(|| format!("{} cannot be read", file.display()))?,
            ),
            None => None,
        };
        let mut out = io::stdout().lock();
        if !self.json {
            writeln!(out, "{:<10} {:>12} {:>9} {:>18}", "variant", "nodes", "seconds", "nodes/s")?;
        }
        let setting = Setting {
            depth: self.depth,
            evaluation: if self.hand { Evaluation::Hand } else { Evaluation::Trained },
            eval_file: self.eval_file.clone().unwrap_or_default(),
        };
        let mut all = Vec::new();
        for &variant in Variant::ALL {
            if self.variant.is_none_or(|only| only == variant) {
                let measured = bench::run(variant, &setting)?;
                self.print(&mut out, &measured)?;
                all.push(measured);
            }
        }
        let Some(expected) = expected else { return Ok(ExitCode::SUCCESS) };
        let mismatches = bench::compare(&all, &expected);
        if mismatches.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let texts: Vec<_> = mismatches.iter().map(ToString::to_string).collect();
        bail!("the search is not what it was\n  {}", texts.join("\n  "))
    }

    fn print(&self, out: &mut impl Write, measured: &Measured) -> anyhow::Result<()> {
        let row = Row {
            variant: measured.variant.name(),
            nodes: measured.nodes,
            seconds: measured.time.as_secs_f64(),
            nodes_per_second: measured.nodes_per_second(),
        };
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else {
            let Row { variant, nodes, seconds, nodes_per_second } = row;
            let millions = nodes_per_second / 1e6;
            writeln!(out, "{variant:<10} {nodes:>12} {seconds:>9.2} {millions:>10.2} million")?;
        }
        Ok(out.flush()?)
    }
}
