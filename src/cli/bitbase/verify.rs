//! `damier bitbase verify`: checking bitbases.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::watcher::{Watcher, catch_interrupts};
use super::{INTERRUPTED, Variants, in_folder, read_variants};
use crate::bitbase::{Grounds, Material, ShelfError, Store, embedded, file, numbers_of, verify};
use crate::rules::{Rules, Variant};
use crate::work::{Crew, Watch};

const EXAMPLES: &str = "\
Examples:
  damier bitbase verify                                 all that is in the program
  damier bitbase verify --variant english --dir bitbases
  damier bitbase verify --variant turkish --pieces 3";

/// Check bitbases: those in the program, or with --dir the files of a folder.
///
/// Every position, also with the board turned and as a mirror image, has to be worth what its best move
/// leads to, and the counts of each file have to be right. Prints a line for each slice; ends with
/// status 1 if anything is wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Verify {
    /// The variant: english, normal (international), brazilian, spanish or turkish; or all.
    #[arg(long, default_value = "all", value_name = "VARIANT", value_parser = read_variants)]
    variant: Variants,
    /// Only positions of up to so many pieces.
    #[arg(long, value_name = "N", default_value_t = Material::MAX_PIECES,
          value_parser = clap::value_parser!(u32).range(2..=8))]
    pieces: u32,
    /// A folder with bitbases.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// How many threads share the work.
    #[arg(long, default_value_t = 2, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Verify {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = catch_interrupts()?;
        let mut faults = 0;
        let mut checked = 0;
        for &variant in self.variant.list() {
            let result = dispatch!(variant, R => self.check::<R>(variant, &stop, &mut checked));
            match result {
                Ok(found) => faults += found,
                Err(error) => {
                    let error = match error.downcast::<ShelfError>() {
                        Ok(ShelfError::Stopped(_)) => {
                            writeln!(
                                io::stdout(),
                                "interrupted: the slices after these were not checked"
                            )?;
                            return Ok(ExitCode::from(INTERRUPTED));
                        }
                        Ok(error) => error.into(),
                        Err(error) => error,
                    };
                    return Err(error.context(format!("{variant}: not checked")));
                }
            }
        }
        if checked == 0 {
            anyhow::bail!("there is no bitbase to check");
        }
        writeln!(io::stdout(), "{checked} slices, {faults} faults")?;
        Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Checks a variant; gives its faults.
    fn check<R: Rules>(
        &self,
        variant: Variant,
        stop: &AtomicBool,
        checked: &mut usize,
    ) -> anyhow::Result<u64> {
        let mut others = in_folder::<R>(self.dir.as_deref())?;
        let targets = match &self.dir {
            None => {
                embedded::<R>().map(|store| (String::from("program"), store)).into_iter().collect()
            }
            Some(folder) => files(folder)?,
        };
        others.extend(embedded::<R>());
        let mut faults = 0;
        for (name, store) in targets {
            if store.fewest_pieces() > self.pieces {
                continue;
            }
            let watcher = Watcher::new(stop, numbers_of(&store, self.pieces), R::NAME);
            let crew = Crew { threads: self.threads.into(), watch: &watcher };
            let mut out = io::stdout();
            let mut broken = Ok(());
            verify(&store, &others, self.pieces, crew, &mut |slice| {
                faults += slice.faults;
                *checked += 1;
                let written = writeln!(out, "{variant} {name} {slice}");
                if let Err(error) = written {
                    watcher.note(&error.to_string());
                    broken = Err(error);
                }
            })?;
            broken?;
        }
        Ok(faults)
    }
}

/// The files of a variant in a folder, with their names.
fn files<R: Rules>(folder: &Path) -> anyhow::Result<Vec<(String, Arc<Store<R>>)>> {
    let grounds = Arc::new(Grounds::default());
    let mut stores = Vec::new();
    for path in file::files(folder)? {
        match file::open::<R>(&path, &grounds) {
            Ok(store) => {
                let name = path.file_name().unwrap_or_default().display().to_string();
                stores.push((name, Arc::new(store)));
            }
            Err(error) if error.is_other_variant() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(stores)
}
