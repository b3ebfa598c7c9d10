//! One game after the other: reads, searches, writes, and tells how far it is.

use std::convert::Infallible;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;

use anyhow::{anyhow, bail};
use crossbeam_channel::{Receiver, TryRecvError};

use super::input::record;
use super::output::{Chain, Output};
use super::{Format, Range};
use crate::analysis::{Analysis, Analyst, json, pdn as annotated, text};
use crate::cli::chain;
use crate::cli::pdn::summary::{refused, shown};
use crate::cli::progress::Meter;
use crate::notation::pdn::{self, Found, Options, Order, Place, Record, Refusal, Visitor};
use crate::rules::{Rules, Variant};

/// The longest line of a file of positions; ten thousand moves fit in it several times.
const LINE: u64 = 1 << 20;

/// How games are shown.
#[derive(Clone, Debug)]
pub(super) struct Show {
    pub(super) format: Format,
    pub(super) with_boards: bool,
    pub(super) order: Order,
    pub(super) settings: String,
}

pub(super) struct Work {
    pub(super) analyst: Analyst,
    pub(super) stop: Receiver<Infallible>,
    pub(super) output: Output,
    pub(super) show: Show,
    pub(super) games: Range,
    /// The name of the input.
    pub(super) file: String,
    /// What the output has already.
    pub(super) before: Chain,
    /// What has been read past because the output has it.
    pub(super) passed: Chain,
    pub(super) meter: Meter,
    pub(super) counts: Counts,
    /// Positions of all games, where that is known.
    pub(super) total: Option<usize>,
    /// Why it ended early.
    pub(super) fault: Option<anyhow::Error>,
}

/// What has been done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) games: u64,
    pub(super) refused: u64,
    pub(super) positions: usize,
    pub(super) searched: usize,
}

impl Work {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.try_recv() == Err(TryRecvError::Disconnected)
    }

    /// All games of a PDN stream.
    pub(super) fn read(&mut self, input: impl Read, options: &Options) -> anyhow::Result<()> {
        pdn::read(BufReader::with_capacity(1 << 16, input), options, self)?;
        self.close()
    }

    /// All positions of a stream of lines.
    pub(super) fn read_lines(&mut self, input: impl Read, variant: Variant) -> anyhow::Result<()> {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            (&mut input).take(LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                break;
            }
            if line.len() as u64 == LINE {
                bail!("line {number} is longer than {LINE} bytes");
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if dispatch!(variant, R => self.line::<R>(number, text)).is_break() {
                break;
            }
        }
        self.close()
    }

    fn line<R: Rules>(&mut self, number: u64, text: &str) -> ControlFlow<()> {
        let (place, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let game = self.counts.games + self.counts.refused + 1;
        match record::<R>(place, moves) {
            Ok(record) => {
                let place = Place { line: number, column: 1 };
                self.game(Found { game, place, guessed: false, notes: Vec::new() }, record)
            }
            Err(error) if self.games.has(game) && !self.is_stopped() => {
                self.counts.refused += 1;
                let (file, error) = (shown(&self.file), chain(&error));
                self.meter.say(&format!("{file}:{number}:1: position {game} refused: {error}"));
                ControlFlow::Continue(())
            }
            Err(_) => {
                self.counts.refused += 1;
                ControlFlow::Continue(())
            }
        }
    }

    /// The input is at its end.
    fn close(&mut self) -> anyhow::Result<()> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if self.passed.games < self.before.games && !self.is_stopped() {
            let (before, passed) = (self.before.games, self.passed.games);
            bail!("the output has {before} games, of which the input has only {passed}");
        }
        Ok(())
    }

    /// Reads past a game that the output has.
    fn pass<R: Rules>(&mut self, record: &Record<R>) -> ControlFlow<()> {
        self.passed.add(&annotated::identity(record));
        self.counts.positions += self.analyst.positions(record);
        if self.passed.games == self.before.games && !self.passed.is(&self.before) {
            self.fault = Some(anyhow!("the output has other games than the input begins with"));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn look_over<R: Rules>(&mut self, found: &Found, record: &Record<R>) -> anyhow::Result<bool> {
        let Self { analyst, meter, counts, total, .. } = self;
        let analysis = analyst.analyze(record, &mut || {
            counts.positions += 1;
            counts.searched += 1;
            let message = || {
                format!(
                    "game {}, {} done, {} positions",
                    found.game,
                    counts.games - 1,
                    counts.searched
                )
            };
            match total {
                Some(total) => {
                    meter.tell(counts.positions, (*total).max(counts.positions), message);
                }
                None => meter.tell_open(message),
            }
        })?;
        let Some(analysis) = analysis else { return Ok(false) };
        let text = self.text(found, record, &analysis)?;
        let Self { output, meter, .. } = self;
        meter.aside(|| output.write(&text))?;
        Ok(true)
    }

    fn text<R: Rules>(
        &self,
        found: &Found,
        record: &Record<R>,
        analysis: &Analysis,
    ) -> anyhow::Result<String> {
        let Show { format, with_boards, order, settings } = &self.show;
        Ok(match format {
            Format::Pdn => annotated::annotated(record, analysis, settings, *order),
            Format::Json => json::line(found, record, analysis, *order)? + "\n",
            Format::Text => text::game(found, record, analysis, *order, *with_boards),
        })
    }
}

impl Visitor for Work {
    fn game<R: Rules>(&mut self, found: Found, record: Record<R>) -> ControlFlow<()> {
        if self.is_stopped() || found.game > self.games.last {
            return ControlFlow::Break(());
        }
        if !self.games.has(found.game) {
            return ControlFlow::Continue(());
        }
        self.counts.games += 1;
        if self.passed.games < self.before.games {
            return self.pass(&record);
        }
        match self.look_over(&found, &record) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(error) => {
                self.fault = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn refused(&mut self, refusal: Refusal) -> ControlFlow<()> {
        if self.is_stopped() || refusal.game > self.games.last {
            return ControlFlow::Break(());
        }
        if self.games.has(refusal.game) {
            self.counts.refused += 1;
            self.meter.say(&refused(&self.file, &refusal));
        }
        ControlFlow::Continue(())
    }
}

/// Counts the positions that there are to search.
pub(super) struct Count<'a> {
    pub(super) analyst: &'a Analyst,
    pub(super) stop: &'a Receiver<Infallible>,
    pub(super) games: Range,
    pub(super) positions: usize,
}

impl Visitor for Count<'_> {
    fn game<R: Rules>(&mut self, found: Found, record: Record<R>) -> ControlFlow<()> {
        let is_stopped = self.stop.try_recv() == Err(TryRecvError::Disconnected);
        if is_stopped || found.game > self.games.last {
            return ControlFlow::Break(());
        }
        if self.games.has(found.game) {
            self.positions += self.analyst.positions(&record);
        }
        ControlFlow::Continue(())
    }

    fn refused(&mut self, _: Refusal) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
