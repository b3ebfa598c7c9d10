//! What a game is searched with: bitbases, with their unpacking beforehand, and weights.

use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use parking_lot::Mutex;

use super::settings::{Evaluation, Settings};
use crate::bitbase::file::{LoadError, open_folder};
use crate::bitbase::{Bitbases, Material, embedded};
use crate::eval::Evaluator;
use crate::eval::net::{self, Network};
use crate::position::Position;
use crate::rules::Rules;

/// What settings say about all that.
pub(super) fn of(settings: &Settings) -> impl PartialEq {
    let Settings { variant, bitbase_dir, bitbase_pieces, evaluation, eval_file, .. } = settings;
    (*variant, bitbase_dir.clone(), *bitbase_pieces, *evaluation, eval_file.clone())
}

/// With more pieces than this nothing is unpacked beforehand, as what it takes is far away.
const MOST_AHEAD: u32 = 8;

/// The bitbases that settings ask for: those in the program and, before them, those of the directory.
/// None if no position is to be asked about.
///
/// # Errors
/// If there is something wrong with the directory.
pub(super) fn bitbases<R: Rules>(settings: &Settings) -> Result<Option<Bitbases<R>>, LoadError> {
    if settings.bitbase_pieces == 0 {
        return Ok(None);
    }
    let mut stores = Vec::new();
    if !settings.bitbase_dir.is_empty() {
        let folder = Path::new(&settings.bitbase_dir);
        stores = open_folder(folder, settings.bitbase_pieces, &Arc::default())?;
    }
    stores.extend(embedded());
    let bitbases = Bitbases::new(stores).limited(settings.bitbase_pieces);
    Ok((bitbases.most_pieces() > 0).then_some(bitbases))
}

/// The weights of a file, or for an empty path those in the program, if it has any.
///
/// # Errors
/// If the file has no weights of this variant.
pub(super) fn weights<R: Rules>(path: &str) -> Result<Option<Arc<Network<R>>>, net::LoadError> {
    if path.is_empty() {
        return Ok(net::embedded());
    }
    Ok(Some(net::file::network(Path::new(path))?))
}

/// What judges positions in the wanted way, as far as there are weights for it.
pub(super) fn evaluator<R: Rules>(
    evaluation: Evaluation,
    weights: Option<&Arc<Network<R>>>,
) -> Evaluator<R> {
    match (evaluation, weights) {
        (Evaluation::Hand, _) => Evaluator::Hand,
        (Evaluation::Trained, Some(network)) => Evaluator::of(Some(Arc::clone(network))),
        (Evaluation::Trained, None) => {
            tell_untrained(R::NAME);
            Evaluator::Hand
        }
    }
}

/// Says once for a variant that it is not judged as was wanted.
fn tell_untrained(variant: &'static str) {
    static TOLD: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let mut told = TOLD.lock();
    if !told.contains(&variant) {
        told.push(variant);
        log::info!("there are no weights for {variant}: positions are judged by hand");
    }
}

/// Unpacks what a search may ask for, in a thread of its own that goes on from one search to the
/// next. Dropping it waits for the slice at hand.
#[derive(Default)]
pub(super) struct Unpacker {
    /// What is still to be unpacked, the next one last.
    open: Arc<Mutex<Vec<Material>>>,
    thread: Option<JoinHandle<()>>,
}

impl Unpacker {
    /// Begins with what is nearest to a position, if there are few pieces.
    pub(super) fn begin<R: Rules>(&mut self, bitbases: &Arc<Bitbases<R>>, pos: &Position<R>) {
        if pos.occupied().count_ones() > MOST_AHEAD {
            return;
        }
        let mut ahead = bitbases.ahead(pos);
        ahead.retain(|&material| !bitbases.is_loaded(material));
        ahead.reverse();
        let is_needed = !ahead.is_empty();
        *self.open.lock() = ahead;
        if !is_needed || self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            return;
        }
        let (open, bitbases) = (Arc::clone(&self.open), Arc::clone(bitbases));
        let spawned = thread::Builder::new().spawn(move || {
            // The lock must not be held while a slice is unpacked.
            loop {
                let Some(material) = open.lock().pop() else { break };
                bitbases.load(material);
            }
        });
        match spawned {
            Ok(thread) => self.thread = Some(thread),
            // Searches do without until someone has the time to wait.
            Err(error) => log::warn!("no thread to unpack bitbases: {error}"),
        }
    }
}

impl Drop for Unpacker {
    fn drop(&mut self) {
        self.open.lock().clear();
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported there.
            let _ = thread.join();
        }
    }
}
