//! How others speak to a running search.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex};

/// The flags by which a search is stopped or told that the awaited move was played.
///
/// One for each search. The flags are `Relaxed`: they say nothing about other memory.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    hit: AtomicBool,
    guard: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// Flags for a new search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search soon; its answer is the best found so far.
    pub fn stop(&self) {
        self.set(&self.stopped);
    }

    /// The awaited move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        self.set(&self.hit);
    }

    /// Was it told to stop?
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Was the awaited move played?
    #[inline(always)]
    pub fn is_hit(&self) -> bool {
        self.hit.load(Ordering::Relaxed)
    }

    fn set(&self, flag: &AtomicBool) {
        let _guard = self.guard.lock();
        flag.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits till the search may answer.
    pub(super) fn wait(&self) {
        let mut guard = self.guard.lock();
        while !self.is_stopped() && !self.is_hit() {
            self.changed.wait(&mut guard);
        }
    }
}
