//! How far a work on bitbases is, and Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use anyhow::Context;
use parking_lot::Mutex;

use crate::cli::progress::Meter;
use crate::work::Watch;

/// What is set by Ctrl-C from now on.
pub(super) fn catch_interrupts() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    ctrlc::set_handler(move || told.store(true, Relaxed)).context("cannot catch Ctrl-C")?;
    Ok(stop)
}

/// Shows how far a work is, from all threads, and passes Ctrl-C on.
pub(super) struct Watcher<'a> {
    stop: &'a AtomicBool,
    done: AtomicU64,
    all: u64,
    what: &'static str,
    meter: Mutex<Meter>,
}

impl<'a> Watcher<'a> {
    pub(super) fn new(stop: &'a AtomicBool, all: u64, what: &'static str) -> Self {
        Self { stop, done: AtomicU64::new(0), all, what, meter: Mutex::new(Meter::start()) }
    }
}

impl Watch for Watcher<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn did(&self, work: u64) {
        let done = work + self.done.fetch_add(work, Relaxed);
        // Whoever finds another thread telling has nothing to add.
        if let Some(mut meter) = self.meter.try_lock() {
            meter.tell(done.min(self.all) as usize, self.all as usize, || String::from(self.what));
        }
    }

    fn note(&self, text: &str) {
        self.meter.lock().say(text);
    }
}
