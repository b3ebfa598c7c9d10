//! `damier bitbase info`: what is in bitbases.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use serde::Serialize;

use super::{Variants, read_variants};
use crate::bitbase::{Grounds, Material, Metric, SliceInfo, Store, embedded, file};
use crate::rules::{Rules, Variant};

const EXAMPLES: &str = "\
Examples:
  damier bitbase info                                  what is in the program
  damier bitbase info bitbases/english-5.bb
  damier bitbase info --variant spanish --json
  damier bitbase info bitbases/*.bb --markdown";

/// Print what bitbases hold: sizes, won, drawn and lost positions, longest wins. Files are checked
/// while they are read; without files, it is about those in the program.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Info {
    /// Files, of any variant.
    #[arg(value_name = "FILE", conflicts_with = "variant")]
    files: Vec<PathBuf>,
    /// The variant: english, normal (international), brazilian, spanish or turkish; or all.
    #[arg(long, default_value = "all", value_name = "VARIANT", value_parser = read_variants)]
    variant: Variants,
    /// Print a JSON object for each file.
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print tables in Markdown.
    #[arg(long)]
    markdown: bool,
}

/// A file.
#[derive(Serialize)]
struct About {
    name: String,
    variant: &'static str,
    metric: &'static str,
    fewest_pieces: u32,
    most_pieces: u32,
    bytes: u64,
    slices: Vec<Row>,
}

/// The columns of the tables.
const HEADS: [&str; 7] = ["material", "positions", "won", "drawn", "lost", "longest", "bytes"];

/// A slice.
#[derive(Serialize)]
struct Row {
    material: String,
    pieces: u32,
    positions: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<u16>,
    bytes: u64,
}

impl Row {
    fn of(slice: &SliceInfo) -> Self {
        let [won, drawn, lost] = slice.counts;
        let positions = won + drawn + lost;
        let (longest, bytes) = (slice.longest, slice.bytes);
        let pieces = slice.material.pieces();
        let material = slice.material.to_string();
        Self { material, pieces, positions, won, drawn, lost, longest, bytes }
    }

    /// What stands under [`HEADS`].
    fn cells(&self) -> [String; HEADS.len()] {
        let counts = [self.positions, self.won, self.drawn, self.lost].map(|it| it.to_string());
        let [positions, won, drawn, lost] = counts;
        let longest = self.longest.map_or(String::from("-"), |plies| plies.to_string());
        [self.material.clone(), positions, won, drawn, lost, longest, self.bytes.to_string()]
    }
}

impl About {
    fn of<R: Rules>(name: String, store: &Store<R>) -> Self {
        Self {
            name,
            variant: R::NAME,
            metric: match store.metric() {
                Metric::Outcome => "outcome",
                Metric::Plies => "plies",
            },
            fewest_pieces: store.fewest_pieces(),
            most_pieces: store.most_pieces(),
            bytes: store.bytes(),
            slices: store.slices().iter().map(Row::of).collect(),
        }
    }

    /// All slices of a number of pieces together.
    fn sums(&self) -> Vec<Row> {
        let sum = |pieces| {
            let all = || self.slices.iter().filter(move |row| row.pieces == pieces);
            let add = |of: fn(&Row) -> u64| all().map(of).sum();
            Row {
                material: format!("all {pieces}"),
                pieces,
                positions: add(|row| row.positions),
                won: add(|row| row.won),
                drawn: add(|row| row.drawn),
                lost: add(|row| row.lost),
                longest: all().filter_map(|row| row.longest).max(),
                bytes: add(|row| row.bytes),
            }
        };
        (self.fewest_pieces..=self.most_pieces).map(sum).collect()
    }
}

impl Info {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut out = io::stdout().lock();
        for about in self.all()? {
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&about)?)?;
            } else if self.markdown {
                markdown(&about, &mut out)?;
            } else {
                plain(&about, &mut out)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn all(&self) -> anyhow::Result<Vec<About>> {
        if !self.files.is_empty() {
            return self.files.iter().map(|path| about_file(path)).collect();
        }
        let mut all = Vec::new();
        for &variant in self.variant.list() {
            dispatch!(variant, R => {
                if let Some(store) = embedded::<R>() {
                    all.push(About::of(String::from("in the program"), &store));
                }
            });
        }
        if all.is_empty() {
            bail!("no such bitbase is in the program");
        }
        Ok(all)
    }
}

/// What is in a file, of whatever variant it is.
fn about_file(path: &Path) -> anyhow::Result<About> {
    let name = path.file_name().unwrap_or(path.as_os_str()).display().to_string();
    let mut last = None;
    for &variant in Variant::ALL {
        let opened = dispatch!(variant, R => {
            let opened = file::open::<R>(path, &Arc::new(Grounds::default()));
            opened.map(|store| About::of(name.clone(), &store))
        });
        match opened {
            Ok(about) => return Ok(about),
            Err(error) if error.is_other_variant() => last = Some(error),
            Err(error) => return Err(error.into()),
        }
    }
    match last {
        Some(error) => Err(error.into()),
        None => bail!("there are no variants"),
    }
}

fn plain(about: &About, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{} {}: {} to {} pieces, {}, {} bytes",
        about.variant,
        about.name,
        about.fewest_pieces,
        about.most_pieces,
        about.metric,
        about.bytes
    )?;
    let width = Material::MAX_PIECES as usize + 1;
    let rows = about.slices.iter().chain(&about.sums()).map(Row::cells).collect::<Vec<_>>();
    for cells in std::iter::once(&HEADS.map(String::from)).chain(&rows) {
        let [material, positions, won, drawn, lost, longest, bytes] = cells;
        writeln!(
            out,
            "{material:width$} {positions:>13} {won:>13} {drawn:>13} {lost:>13} {longest:>7} {bytes:>10}"
        )?;
    }
    Ok(())
}

fn markdown(about: &About, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "## {}, {} ({} bytes)\n", about.variant, about.name, about.bytes)?;
    writeln!(out, "| {} |", HEADS.join(" | "))?;
    writeln!(out, "| --- | --: | --: | --: | --: | --: | --: |")?;
    for row in about.sums().iter().chain(&about.slices) {
        writeln!(out, "| {} |", row.cells().join(" | "))?;
    }
    writeln!(out)
}
