//! What an engine does wrong, and how long it is waited for.

use std::io;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::notation::hub::MoveTextError;
use crate::protocol::lines;

/// What an engine did wrong.
#[derive(Debug, Error)]
pub enum ClientError {
    /// It is not there any more.
    #[error("its output ended")]
    Ended,
    /// It said nothing in time.
    #[error("no answer to `{asked}` after {} s", .limit.as_millis() as f64 / 1000.0)]
    Late {
        /// To what.
        asked: &'static str,
        /// After how long.
        limit: Duration,
    },
    /// It does not read.
    #[error("it cannot be written to: {0}")]
    Deaf(#[from] io::Error),
    /// It said too much.
    #[error("it said {lines} lines and {bytes} bytes without an answer")]
    Flood {
        /// So many lines.
        lines: usize,
        /// With so many bytes.
        bytes: usize,
    },
    /// It said a line that was too long.
    #[error("it said a line of more than {} bytes", lines::MAX_LENGTH)]
    LongLine,
    /// It gave no move.
    #[error("it gave no move in a position that has some")]
    NoMove,
    /// It gave something that is no move.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// It did nothing wrong: nobody wants to wait any more.
    #[error("interrupted")]
    Interrupted,
}

/// What to wait for, and how long.
#[derive(Clone, Copy)]
pub(super) struct Wait {
    pub(super) asked: &'static str,
    pub(super) limit: Duration,
    pub(super) until: Instant,
}

impl Wait {
    pub(super) fn new(asked: &'static str, limit: Duration) -> Self {
        // A time beyond what the clock can tell is as good as a year.
        let year = Duration::from_secs(365 * 24 * 3600);
        let now = Instant::now();
        Self { asked, limit, until: now.checked_add(limit.min(year)).unwrap_or(now) }
    }

    pub(super) fn late(self) -> ClientError {
        ClientError::Late { asked: self.asked, limit: self.limit }
    }
}
