//! The bitbases that a game is searched with, and their unpacking beforehand.

use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use parking_lot::Mutex;

use super::settings::Settings;
use crate::bitbase::file::{LoadError, open_folder};
use crate::bitbase::{Bitbases, Material, embedded};
use crate::position::Position;
use crate::rules::Rules;

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
