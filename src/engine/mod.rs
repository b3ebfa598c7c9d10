//! The engine as a whole: settings, the game at hand, one search at a time. Knows no protocol.

pub mod bench;
mod controller;
mod core;
mod knowledge;
pub mod perft;
pub mod settings;
mod texts;

use std::sync::Arc;

use crossbeam_channel::Receiver;
use thiserror::Error;

use crate::game::Outcome;
use crate::notation::WrittenMove;
use crate::notation::fen::FenError;
use crate::notation::frame::Frame;
use crate::notation::moves::{MoveError, ReadError};
use crate::position::{MoveText, Setup, SetupError};
use crate::search::{Answer, Control, Info, Limits, Table, TableError};
use controller::{Controller, Job};
use core::{Core, core_for};
use settings::{Numbering, Parameter, SettingError, Settings};
pub use texts::Texts;

/// What a search says. Each search says any number of infos, then exactly one `Done`.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// What it has found so far.
    Info(Info),
    /// It has ended.
    Done(Answer),
}

/// Why a parameter was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetError {
    /// It takes no such value.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// It does, but there is no memory for that.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It does, but a file or directory that is set cannot be used.
    #[error("{0}")]
    Knowledge(String),
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// It is no move.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is not legal, or not clear.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// In MiB; the table that is made if there is no memory for the one that was asked for.
const SMALL_TABLE: usize = 1;

/// A draughts engine: a game, settings, and a search that runs beside.
///
/// What is asked of it while a search runs ends that search first, except
/// [`stop`](Self::stop), [`ponder_hit`](Self::ponder_hit) and [`settings`](Self::settings). Dropping
/// it stops the search and waits for its end.
pub struct Engine {
    settings: Settings,
    table: Option<Arc<Table>>,
    /// The game; none while it is away in a search.
    core: Option<Box<dyn Core>>,
    frame: Frame,
    control: Arc<Control>,
    controller: Controller,
}

impl Engine {
    /// An engine with the start position of the default variant. It takes no large memory before
    /// [`prepare`](Self::prepare).
    ///
    /// # Panics
    /// If a bitbase within the program is damaged, which a test makes sure of.
    pub fn new() -> Self {
        let settings = Settings::default();
        let mut core = core_for(settings.variant, settings.draw_rules);
        core.set_bitbases(&settings).expect("the bitbases within the program need no directory");
        Self {
            core: Some(core),
            settings,
            table: None,
            frame: Frame::STANDARD,
            control: Arc::default(),
            controller: Controller::start(),
        }
    }

    /// What the searches say.
    pub fn events(&self) -> &Receiver<Event> {
        self.controller.events()
    }

    /// The values in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The numbering of squares that is set, for who reads and writes them.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// Sets a parameter. Another variant begins with its start position; all else stays.
    ///
    /// # Errors
    /// If the parameter takes no such value, which leaves the old one, or if there is no memory for
    /// what has to be made anew.
    pub fn set(&mut self, row: &Parameter, value: &str) -> Result<(), SetError> {
        let before = self.settings.clone();
        row.set(&mut self.settings, value)?;
        let after = self.settings.clone();
        if after.variant != before.variant {
            self.core().release();
            self.core = Some(core_for(after.variant, after.draw_rules));
        } else if after.draw_rules != before.draw_rules {
            self.core().set_draw_rules(after.draw_rules);
        }
        if (after.variant, after.numbering) != (before.variant, before.numbering) {
            self.frame = match after.numbering {
                Numbering::Standard => Frame::STANDARD,
                Numbering::Pydraughts => self.core().pydraughts(),
            };
        }
        // A file that is named again may have become another.
        let is_named = row.name == "eval-file" && !after.eval_file.is_empty();
        let faults =
            [self.set_bitbases(&before, &after), self.set_evaluation(&before, &after, is_named)];
        if is_named || knowledge::of(&after) != knowledge::of(&before) {
            // What was found with other knowledge is not right, and positions of another variant may
            // have the same keys.
            self.new_game();
        }
        if after.threads != before.threads {
            self.core().release();
        }
        if after.hash != before.hash && self.table.is_some() {
            // The old table goes first: both may not fit in the memory.
            self.core().release();
            self.table = None;
            self.prepare()?;
        }
        let faults: Vec<String> = faults.into_iter().flatten().collect();
        if faults.is_empty() { Ok(()) } else { Err(SetError::Knowledge(faults.join("; "))) }
    }

    /// Takes other bitbases if the variant or what is said about them has changed. Tells what is
    /// wrong with them.
    fn set_bitbases(&mut self, before: &Settings, after: &Settings) -> Option<String> {
        let key = |it: &Settings| (it.variant, it.bitbase_dir.clone(), it.bitbase_pieces);
        if key(before) == key(after) {
            return None;
        }
        self.core().set_bitbases(after).err().map(|error| {
            // Not to be said again with each change.
            self.settings.bitbase_dir.clear();
            format!("bitbase-dir: {error}")
        })
    }

    /// Judges in another way if the variant or what is said about that has changed, or if the file of
    /// weights was named. Tells what is wrong with it: the old weights stay, but for those of another
    /// variant.
    fn set_evaluation(
        &mut self,
        before: &Settings,
        after: &Settings,
        is_named: bool,
    ) -> Option<String> {
        self.core().set_evaluation(after.evaluation);
        let key = |it: &Settings| (it.variant, it.eval_file.clone());
        if !is_named && key(before) == key(after) {
            return None;
        }
        self.core().set_weights(&after.eval_file).err().map(|error| {
            self.settings.eval_file.clear();
            if before.variant == after.variant {
                self.settings.eval_file.clone_from(&before.eval_file);
            }
            format!("eval-file: {error}")
        })
    }

    /// Makes the table and the search threads, unless they are there.
    ///
    /// # Errors
    /// If there is no memory for a table of the size that is set. A small one is made instead, so
    /// that the engine can play.
    pub fn prepare(&mut self) -> Result<(), TableError> {
        let mut result = Ok(());
        let table = match self.table.take() {
            Some(table) => table,
            None => Arc::new(Table::new(self.settings.hash).or_else(|error| {
                result = Err(error);
                self.settings.hash = SMALL_TABLE;
                Table::new(SMALL_TABLE)
            })?),
        };
        let threads = self.settings.threads;
        self.core().prepare(threads, &table);
        self.table = Some(table);
        result
    }

    /// Forgets what was learned in earlier games. The position stays.
    pub fn new_game(&mut self) {
        if let Some(table) = self.table.clone() {
            let threads = self.settings.threads;
            let core = self.core();
            core.prepare(threads, &table);
            core.forget();
        }
    }

    /// The number of squares of the variant's board.
    pub fn squares(&mut self) -> usize {
        self.core().squares()
    }

    /// Sets up the start position.
    pub fn set_start(&mut self) {
        self.core().set_start();
    }

    /// Sets up these pieces, after so many plies without a conversion.
    ///
    /// # Errors
    /// If the variant does not allow them; the old position stays.
    pub fn set_position(&mut self, setup: &Setup, quiet_plies: u32) -> Result<(), SetupError> {
        self.core().set_position(setup, quiet_plies)
    }

    /// Plays a move and tells it in full.
    ///
    /// # Errors
    /// If no legal move or more than one is written so.
    pub fn play(&mut self, written: &WrittenMove) -> Result<MoveText, MoveError> {
        self.core().play(written)
    }

    /// Plays a move as people write it: `32-28`, `c3-d4`, `28x19`.
    ///
    /// # Errors
    /// If it is no move, or no legal move or more than one is written so.
    pub fn play_text(&mut self, text: &str) -> Result<MoveText, PlayError> {
        let core = self.core();
        Ok(core.play(&core.read_move(text)?)?)
    }

    /// Sets up the position of a FEN.
    ///
    /// # Errors
    /// If it is none, or the variant does not allow the position; the old one stays.
    pub fn set_fen(&mut self, fen: &str) -> Result<(), FenError> {
        self.core().set_fen(fen)
    }

    /// The game for people to read.
    pub fn texts(&mut self) -> Texts {
        self.core().texts()
    }

    /// Takes the last move back and tells which it was; none if there was none.
    pub fn undo(&mut self) -> Option<MoveText> {
        self.core().undo()
    }

    /// Who stands where.
    pub fn setup(&mut self) -> Setup {
        self.core().setup()
    }

    /// The legal moves, in no particular order.
    pub fn legal_moves(&mut self) -> Vec<MoveText> {
        self.core().legal_moves()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&mut self) -> Option<Outcome> {
        self.core().outcome()
    }

    /// So many centimen of a score are a logit of 1: where the odds of the points grow by the factor e. It
    /// is that of the variant and of what judges its positions.
    pub fn unit(&mut self) -> i32 {
        self.core().unit()
    }

    /// Starts a search. What it says comes from [`events`](Self::events).
    ///
    /// # Panics
    /// If the engine is not [prepared](Self::prepare).
    pub fn go(&mut self, limits: Limits) {
        self.control = Arc::default();
        let control = Arc::clone(&self.control);
        self.core();
        if let Some(core) = self.core.take() {
            self.controller.begin(Job { core, limits, control });
        }
    }

    /// Ends the search, if there is one, with the best move found so far.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The move that is pondered on was played: the clock runs.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// The game. If a search has it, the search ends first.
    fn core(&mut self) -> &mut dyn Core {
        let core = self.core.take().unwrap_or_else(|| {
            self.control.stop();
            self.controller.end()
        });
        &mut **self.core.insert(core)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Engine {
    /// Stops the search; the controller's drop waits for its end.
    fn drop(&mut self) {
        self.control.stop();
    }
}
