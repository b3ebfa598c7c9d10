//! One end for all waits: closed once, by whoever wants the match to end.

use std::convert::Infallible;

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};
use parking_lot::Mutex;

/// A stop that is waited on by closing a channel, so that no wait has to look up now and then.
#[derive(Debug)]
pub struct Stop {
    open: Mutex<Option<Sender<Infallible>>>,
    closed: Receiver<Infallible>,
}

impl Default for Stop {
    fn default() -> Self {
        let (open, closed) = bounded(0);
        Self { open: Mutex::new(Some(open)), closed }
    }
}

impl Stop {
    /// Ends all waits, now and later.
    pub fn set(&self) {
        self.open.lock().take();
    }

    /// Has it been set?
    pub fn is_set(&self) -> bool {
        self.closed.try_recv() == Err(TryRecvError::Disconnected)
    }

    /// A channel that is closed when it is set.
    pub(super) fn channel(&self) -> Receiver<Infallible> {
        self.closed.clone()
    }
}
