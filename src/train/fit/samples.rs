//! The positions that are learned from, and those that are kept apart to see what was learned.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, bail};

use super::kernel::Inputs;
use super::measure::cross_entropy;
use crate::board::{Bits, Color, Geometry};
use crate::eval::net::shape::{bucket, features};
use crate::position::Position;
use crate::random::Random;
use crate::rules::Rules;
use crate::train::data::Games;
use crate::train::record::{Header, RECORD, Record};

/// One game of so many is kept apart.
const APART: usize = 20;
/// The scale of scores is found from so many positions of a file.
const FOR_SCALE: usize = 200_000;
/// Room is made for no more positions than this before they are read.
const MOST_AHEAD: usize = 1 << 24;
/// The scale of scores is looked for in these bounds, in centimen for a logit of 1.
const SCALES: (f64, f64) = (10.0, 3000.0);

/// A position to learn from, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    white: Bits,
    black: Bits,
    kings: Bits,
    /// The points that should be promised, from 0 to 1.
    pub(super) target: f32,
    /// The result for the color to move: 0 loss, 1 draw, 2 win.
    pub(super) result: u8,
    turn: Color,
}

/// All positions of some files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// Those that are learned from.
    pub learned: Vec<Sample>,
    /// Those of games that are not learned from.
    pub validation: Vec<Sample>,
    /// What was read, for people.
    pub files: Vec<Source>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Its games.
    pub games: u64,
    /// Its positions.
    pub positions: u64,
    /// Bytes of a torn game at its end.
    pub torn: u64,
    /// Centimen of its scores for a logit of 1.
    pub scale: f64,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, games, positions, torn, scale } = self;
        let path = path.display();
        write!(
            f,
            "{path}: {games} games, {positions} positions; {scale:.0} centimen are a logit of 1"
        )?;
        if *torn > 0 {
            write!(f, "; {torn} bytes of a torn game at its end are left out")?;
        }
        Ok(())
    }
}

/// A file of which the header was read.
pub struct Opened {
    path: PathBuf,
    header: Header,
    games: Games,
}

/// Opens the files to learn from.
///
/// # Errors
/// If a file cannot be read, is of another variant, or has the games of another file.
pub fn open<R: Rules>(paths: &[PathBuf]) -> anyhow::Result<Vec<Opened>> {
    let mut files: Vec<Opened> = Vec::with_capacity(paths.len());
    for path in paths {
        let (header, games) = Games::open(path)?;
        if header.variant.name() != R::NAME {
            bail!("{} is of {}, and not of {}", path.display(), header.variant, R::NAME);
        }
        if let Some(other) = files.iter().find(|other| other.header == header) {
            bail!("{} and {} have the same games", other.path.display(), path.display());
        }
        files.push(Opened { path: path.clone(), header, games });
    }
    Ok(files)
}

impl Samples {
    /// Reads all positions of files, each with `lambda` times the result of its game and the rest times
    /// the points that its score promises. Ends early, with only some of them, if it is stopped.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, or memory is short.
    pub fn read<R: Rules>(
        files: Vec<Opened>,
        lambda: f32,
        stop: &AtomicBool,
    ) -> anyhow::Result<Self> {
        let mut samples = Self::default();
        for Opened { path, header, games } in files {
            samples.add::<R>(&path, &header, games, lambda, stop)?;
        }
        Ok(samples)
    }

    fn add<R: Rules>(
        &mut self,
        path: &Path,
        header: &Header,
        mut games: Games,
        lambda: f32,
        stop: &AtomicBool,
    ) -> anyhow::Result<()> {
        let (learned, validation) = (self.learned.len(), self.validation.len());
        let mut records = Vec::new();
        let mut count = 0;
        // A file may be longer than what is in it.
        let most = games.rest() as usize / RECORD;
        let ahead = most.min(MOST_AHEAD);
        let list = &mut self.learned;
        list.try_reserve_exact(ahead).with_context(|| no_memory(list, ahead))?;
        while !stop.load(Relaxed)
            && let Some(head) = games.next::<R>(&mut records)?
        {
            count += 1;
            let list = if is_apart(header.seed, head.number) {
                &mut self.validation
            } else {
                &mut self.learned
            };
            list.try_reserve(records.len()).with_context(|| no_memory(list, records.len()))?;
            list.extend(records.iter().map(sample));
        }
        let scale = scale(&self.learned[learned..]);
        let added = [&mut self.learned[learned..], &mut self.validation[validation..]];
        let positions = added.iter().map(|part| part.len() as u64).sum();
        for sample in added.into_iter().flatten() {
            let promised = points(f64::from(sample.target) / scale) as f32;
            sample.target = lambda * sample.points() + (1.0 - lambda) * promised;
        }
        let torn = games.rest();
        self.files.push(Source { path: path.to_owned(), games: count, positions, torn, scale });
        Ok(())
    }
}

/// That there is no memory for more samples.
fn no_memory(list: &[Sample], more: usize) -> String {
    let needed = (list.len() + more) * size_of::<Sample>() / 1_000_000;
    format!("there is no memory for the positions, {needed} MB of them")
}

/// Is a game kept apart? That must not go with anything else that is drawn for the game, as the kind of
/// its opening is from `Random::of(seed, game)`.
fn is_apart(seed: u64, game: u64) -> bool {
    Random::of(!seed, game).below(APART) == 0
}

/// A sample whose target is the score yet.
fn sample(record: &Record) -> Sample {
    Sample {
        white: record.white,
        black: record.black,
        kings: record.kings,
        target: f32::from(record.score),
        result: record.result,
        turn: record.turn,
    }
}

impl Sample {
    /// The points of the result: 0, 1/2 or 1.
    pub(super) fn points(&self) -> f32 {
        f32::from(self.result) / 2.0
    }

    /// The position. The sample must be of these rules.
    pub(super) fn position<R: Rules>(&self) -> Position<R> {
        Position::new(self.white, self.black, self.kings, self.turn)
    }

    /// How many men the color to move is ahead, where there are no kings.
    pub(super) fn men_ahead(&self) -> Option<i32> {
        let ahead = self.white.count_ones() as i32 - self.black.count_ones() as i32;
        (self.kings == 0).then_some(if self.turn.is_white() { ahead } else { -ahead })
    }

    /// Which output weights judge it.
    pub(super) fn bucket<R: Rules>(&self) -> usize {
        bucket(&self.position::<R>())
    }

    /// The same with left and right changed.
    pub(super) fn mirrored<R: Rules>(&self) -> Self {
        Self {
            white: R::Geometry::mirrored(self.white),
            black: R::Geometry::mirrored(self.black),
            kings: R::Geometry::mirrored(self.kings),
            ..*self
        }
    }

    /// What it puts into the network.
    pub(super) fn put_into<R: Rules>(&self, inputs: &mut Inputs) {
        let pos = self.position::<R>();
        for (seen, color) in inputs.seen.iter_mut().zip([pos.turn(), !pos.turn()]) {
            seen.clear();
            seen.extend(features(&pos, color).map(|input| input as u16));
        }
        inputs.bucket = self.bucket::<R>();
    }
}

/// The points that a logit promises.
pub(super) fn points(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The centimen for a logit of 1 with which scores tell results best. Targets are scores yet.
fn scale(samples: &[Sample]) -> f64 {
    let step = (samples.len() / FOR_SCALE).max(1);
    let loss = |scale: f64| -> f64 {
        let each = samples.iter().step_by(step).map(|sample| {
            cross_entropy(f64::from(sample.target) / scale, f64::from(sample.points()))
        });
        each.sum()
    };
    // The loss has one valley; the golden section finds its ground.
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (SCALES.0.ln(), SCALES.1.ln());
    for _ in 0..24 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if loss(left.exp()) < loss(right.exp()) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Turkish;

    fn scored(score: f32, result: u8) -> Sample {
        Sample {
            white: 1 << 20,
            black: 1 << 40,
            kings: 0,
            target: score,
            result,
            turn: Color::White,
        }
    }

    #[test]
    fn the_scale_of_scores_is_found() {
        let mut samples = Vec::new();
        for score in (-300..=300).step_by(20) {
            let wins = (1000.0 * points(f64::from(score) / 130.0)).round() as usize;
            samples.extend((0..1000).map(|i| scored(score as f32, if i < wins { 2 } else { 0 })));
        }
        let found = scale(&samples);
        assert!((found - 130.0).abs() < 2.0, "{found}");
        assert!(scale(&[]).is_finite());
    }

    #[test]
    fn games_kept_apart_are_like_the_others() {
        let apart: Vec<u64> = (0..20_000).filter(|&game| is_apart(1, game)).collect();
        assert!((900..1100).contains(&apart.len()), "{}", apart.len());
        let drawn = apart.iter().map(|&game| Random::of(1, game).below(100)).sum::<usize>();
        let mean = drawn / apart.len();
        assert!((46..=53).contains(&mean), "{mean}");
    }

    #[test]
    fn a_mirrored_sample_puts_in_as_many_of_the_same_pieces() {
        let sample = scored(0.0, 2);
        let [mut inputs, mut mirrored] = [Inputs::default(), Inputs::default()];
        sample.put_into::<Turkish>(&mut inputs);
        sample.mirrored::<Turkish>().put_into::<Turkish>(&mut mirrored);
        assert_eq!(inputs.seen, [[20, 64 + 40], [63 - 40, 64 + 63 - 20]]);
        let mirror = |seen: &Vec<u16>| seen.iter().map(|&it| it ^ 7).collect::<Vec<_>>();
        assert_eq!(mirrored.seen, inputs.seen.each_ref().map(mirror));
    }
}
