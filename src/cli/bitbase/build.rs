//! `damier bitbase build`: making bitbases.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Context;

use super::watcher::{Watcher, catch_interrupts};
use super::{INTERRUPTED, Variants, read_variants};
use crate::bitbase::Metric;
use crate::bitbase::build::{self, BuildError, Needs, Plan};
use crate::bitbase::file::{free_disk, free_memory};
use crate::cli::progress::tell;
use crate::rules::{Rules, Variant};
use crate::work::{Crew, Watch};

const EXAMPLES: &str = "\
Examples:
  damier bitbase build --variant english --pieces 5 --threads 2 --dir bitbases
  damier bitbase build --variant all --pieces 5 --dir bitbases
  damier bitbase build --variant spanish --pieces 4 --dtw";

/// Make the bitbases of up to so many pieces, a file for each number of pieces that is not there yet.
///
/// What it takes is told before it starts. It can be ended at any time, also by force: the same command
/// goes on after the last slice that was done.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Build {
    /// The variant: english, normal (international), brazilian, spanish or turkish; or all.
    #[arg(long, default_value = "normal", value_name = "VARIANT", value_parser = read_variants)]
    variant: Variants,
    /// The most pieces.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=8))]
    pieces: u32,
    /// Keep the plies to the end besides win, draw and loss: files five times as large and more.
    #[arg(long)]
    dtw: bool,
    /// How many threads share the work.
    #[arg(long, default_value_t = 2, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The folder, made if it is not there.
    #[arg(long, default_value = ".", value_name = "DIR")]
    dir: PathBuf,
    /// Make the files that are built into the program instead: VARIANT.bb, as small as can be.
    #[arg(long, conflicts_with = "dtw")]
    embedded: bool,
}

impl Build {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = catch_interrupts()?;
        if self.embedded {
            return self.make_embedded(&stop);
        }
        for &variant in self.variant.list() {
            let plan = self.plan();
            if dispatch!(variant, R => plan.missing::<R>()).is_empty() {
                tell(format_args!("{variant}: all files are there"));
                continue;
            }
            let needs = dispatch!(variant, R => Needs::of::<R>(&plan));
            self.announce(variant, &needs);
            needs.check(&self.dir).with_context(|| format!("{variant}: not started"))?;
        }
        for &variant in self.variant.list() {
            match dispatch!(variant, R => self.build::<R>(&stop)) {
                Ok(()) => {}
                Err(BuildError::Stopped(_)) => {
                    tell(format_args!(
                        "stopped; the same command goes on after the last slice that was done"
                    ));
                    return Ok(ExitCode::from(INTERRUPTED));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn plan(&self) -> Plan {
        Plan {
            pieces: self.pieces,
            metric: if self.dtw { Metric::Plies } else { Metric::Outcome },
            threads: self.threads.into(),
            folder: self.dir.clone(),
        }
    }

    fn announce(&self, variant: Variant, needs: &Needs) {
        let mebibytes = |bytes: u64| format!("{} MiB", bytes.div_ceil(1 << 20));
        let free = |bytes: Option<u64>| bytes.map_or(String::from("unknown"), mebibytes);
        let there = self.dir.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        tell(format_args!(
            "{variant}: up to {} of memory (free: {}) and {} of disk (free: {})",
            mebibytes(needs.memory),
            free(free_memory()),
            mebibytes(needs.disk),
            free(free_disk(there).ok()),
        ));
    }

    fn build<R: Rules>(&self, stop: &AtomicBool) -> Result<(), BuildError> {
        let plan = self.plan();
        let watcher = Watcher::new(stop, Needs::of::<R>(&plan).work, R::NAME);
        let start = Instant::now();
        build::build::<R>(&plan, &watcher, &mut |built| {
            watcher.note(&format!(
                "{}: {} bytes, {:.1} s",
                built.path.display(),
                built.bytes,
                start.elapsed().as_secs_f64()
            ));
        })
    }

    fn make_embedded(&self, stop: &AtomicBool) -> anyhow::Result<ExitCode> {
        for &variant in self.variant.list() {
            let path = self.dir.join(format!("{variant}.bb"));
            let file = dispatch!(variant, R => {
                let watcher = Watcher::new(stop, Needs::of::<R>(&self.plan()).work, R::NAME);
                let crew = Crew { threads: self.threads.into(), watch: &watcher };
                build::smallest_file::<R>(self.pieces, crew)
            });
            let Ok(file) = file else {
                tell(format_args!("stopped"));
                return Ok(ExitCode::from(INTERRUPTED));
            };
            std::fs::write(&path, &file)
                .with_context(|| format!("cannot write {}", path.display()))?;
            writeln!(io::stdout(), "{}: {} bytes", path.display(), file.len())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
