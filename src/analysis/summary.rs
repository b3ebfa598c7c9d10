//! How well a side played.

use super::{Judged, Mark};

/// How fast accuracy falls with lost points: a blunder of the smallest size leaves 41 %.
const STEEPNESS: f64 = 6.0;

/// The moves of a side in numbers. Forced moves say nothing about who played them and are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Moves with a choice.
    pub moves: u32,
    /// How many of them the engine would have played.
    pub best: u32,
    /// What a move lost on average, in centimen.
    pub average_loss: f64,
    /// The mean over the moves of 100 e^-6d, where d is the loss of expected points: from 0 to 100.
    pub accuracy: f64,
    /// Inaccuracies, mistakes and blunders.
    pub marks: [u32; 3],
    /// Proven wins that were missed.
    pub missed_wins: u32,
}

impl Summary {
    /// Counts.
    pub(super) fn of<'a>(moves: impl Iterator<Item = &'a Judged>) -> Self {
        let mut summary = Self::default();
        let (mut loss, mut accuracy) = (0.0, 0.0);
        for judgment in moves.map(|judged| &judged.judgment).filter(|it| !it.is_forced) {
            summary.moves += 1;
            summary.best += u32::from(judgment.is_best);
            summary.missed_wins += u32::from(judgment.missed_win.is_some());
            if let Some(mark) = judgment.mark {
                summary.marks[mark as usize] += 1;
            }
            loss += f64::from(judgment.loss);
            accuracy += 100.0 * (-STEEPNESS * judgment.drop).exp();
        }
        if summary.moves > 0 {
            summary.average_loss = loss / f64::from(summary.moves);
            summary.accuracy = accuracy / f64::from(summary.moves);
        }
        summary
    }

    /// How many moves got a mark.
    pub const fn count(&self, mark: Mark) -> u32 {
        self.marks[mark as usize]
    }
}
