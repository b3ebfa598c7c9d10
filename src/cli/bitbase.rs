//! `damier bitbase`: making, checking and asking bitbases.

mod build;
mod info;
mod probe;
mod rows;
mod verify;
mod watcher;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Subcommand;

use crate::bitbase::{Grounds, LoadError, Material, Store, embedded, file};
use crate::rules::{Rules, UnknownVariant, Variant};

/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// Perfect play with few pieces: make larger bitbases than those in the program, check them, ask them.
#[derive(Debug, clap::Args)]
pub(super) struct Bitbase {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Build),
    Verify(verify::Verify),
    Info(info::Info),
    Probe(probe::Probe),
}

impl Bitbase {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Build(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Info(args) => args.run(),
            Command::Probe(args) => args.run(),
        }
    }
}

/// One variant or all of them.
#[derive(Clone, Copy, Debug)]
enum Variants {
    All,
    One(Variant),
}

impl Variants {
    fn list(&self) -> &[Variant] {
        match self {
            Self::All => Variant::ALL,
            Self::One(variant) => std::slice::from_ref(variant),
        }
    }
}

/// Reads a variant, or `all`.
fn read_variants(text: &str) -> Result<Variants, UnknownVariant> {
    if text == "all" { Ok(Variants::All) } else { Ok(Variants::One(text.parse()?)) }
}

/// The bitbases of a folder.
fn in_folder<R: Rules>(folder: Option<&Path>) -> Result<Vec<Arc<Store<R>>>, LoadError> {
    let Some(folder) = folder else { return Ok(Vec::new()) };
    file::open_folder(folder, Material::MAX_PIECES, &Arc::new(Grounds::default()))
}

/// The bitbases in the program, and those of a folder.
fn all<R: Rules>(folder: Option<&PathBuf>) -> Result<Vec<Arc<Store<R>>>, LoadError> {
    let mut stores: Vec<_> = embedded::<R>().into_iter().collect();
    stores.extend(in_folder(folder.map(PathBuf::as_path))?);
    Ok(stores)
}
