//! The game at hand and the search for it, for any variant: the one place where a variant becomes
//! a type.

use std::sync::Arc;

use super::knowledge::{self, Unpacker};
use super::settings::{Evaluation, Settings};
use super::texts::Texts;
use crate::bitbase::Bitbases;
use crate::bitbase::file::LoadError;
use crate::board::Geometry;
use crate::eval::net::{self, Network};
use crate::game::{Game, Outcome};
use crate::movegen::legal_moves;
use crate::notation::fen::{Fen, FenError};
use crate::notation::frame::Frame;
use crate::notation::moves::{MoveError, ReadError, resolve};
use crate::notation::{WrittenMove, fen, moves};
use crate::position::{MoveText, Position, Setup, SetupError};
use crate::rules::{DrawProfile, Rules, Variant};
use crate::search::{Answer, Control, Info, Limits, Pool, Table};

/// A game of some variant, and what searches it.
pub(super) trait Core: Send {
    /// The number of squares of the board.
    fn squares(&self) -> usize;
    /// How pydraughts numbers the squares.
    fn pydraughts(&self) -> Frame;
    /// Begins from the start position.
    fn set_start(&mut self);
    /// Begins from these pieces.
    fn set_position(&mut self, setup: &Setup, quiet_plies: u32) -> Result<(), SetupError>;
    /// Plays a move.
    fn play(&mut self, written: &WrittenMove) -> Result<MoveText, MoveError>;
    /// Takes the last move back.
    fn undo(&mut self) -> Option<MoveText>;
    /// Who stands where.
    fn setup(&self) -> Setup;
    /// The legal moves, in no particular order.
    fn legal_moves(&self) -> Vec<MoveText>;
    /// The game for people.
    fn texts(&self) -> Texts;
    /// Begins from a FEN.
    fn set_fen(&mut self, fen: &str) -> Result<(), FenError>;
    /// Reads a move as people write it.
    fn read_move(&self, text: &str) -> Result<WrittenMove, ReadError>;
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Takes other draw rules for the game so far and to come.
    fn set_draw_rules(&mut self, profile: DrawProfile);
    /// Takes the bitbases that the settings ask for. On an error there are those that the program
    /// has within.
    fn set_bitbases(&mut self, settings: &Settings) -> Result<(), LoadError>;
    /// Judges positions in this way.
    fn set_evaluation(&mut self, evaluation: Evaluation);
    /// Takes the weights of a file, or for an empty path those in the program, which it has at first.
    /// On an error the old ones stay.
    fn set_weights(&mut self, path: &str) -> Result<(), net::LoadError>;
    /// The unit of the scores: [`Evaluator::unit`](crate::eval::Evaluator::unit).
    fn unit(&self) -> i32;
    /// Gets the search ready, unless it is.
    fn prepare(&mut self, threads: usize, table: &Arc<Table>);
    /// Gives up what the search holds, so that it can be prepared in another way.
    fn release(&mut self);
    /// Forgets what was learned in earlier searches.
    fn forget(&mut self);
    /// Searches. It must be prepared.
    fn search(&mut self, limits: &Limits, control: &Control, tell: &mut dyn FnMut(Info)) -> Answer;
}

/// The start of a game of a variant.
pub(super) fn core_for(variant: Variant, profile: DrawProfile) -> Box<dyn Core> {
    dispatch!(variant, R => Box::new(Seat::<R> {
        game: Game::new(Position::start(), profile),
        quiet_plies: 0,
        pool: None,
        bitbases: None,
        unpacker: Unpacker::default(),
        evaluation: Evaluation::default(),
        weights: net::embedded(),
    }))
}

struct Seat<R: Rules> {
    game: Game<R>,
    /// Plies without a conversion before the game, as a FEN may tell.
    quiet_plies: u32,
    pool: Option<Pool<R>>,
    bitbases: Option<Arc<Bitbases<R>>>,
    unpacker: Unpacker,
    evaluation: Evaluation,
    weights: Option<Arc<Network<R>>>,
}

impl<R: Rules> Seat<R> {
    fn begin(&mut self, position: Position<R>, profile: DrawProfile, quiet_plies: u32) {
        self.game = Game::new(position, profile).with_quiet_plies(quiet_plies);
        self.quiet_plies = quiet_plies;
    }
}

impl<R: Rules> Core for Seat<R> {
    fn squares(&self) -> usize {
        R::Geometry::SQUARES
    }

    fn pydraughts(&self) -> Frame {
        Frame::pydraughts::<R>()
    }

    fn set_start(&mut self) {
        self.begin(Position::start(), self.game.profile(), 0);
    }

    fn set_position(&mut self, setup: &Setup, quiet_plies: u32) -> Result<(), SetupError> {
        self.begin(Position::from_setup(setup)?, self.game.profile(), quiet_plies);
        Ok(())
    }

    fn play(&mut self, written: &WrittenMove) -> Result<MoveText, MoveError> {
        let mv = resolve(self.game.position(), written)?;
        let text = self.game.position().describe(mv);
        self.game.play(mv);
        Ok(text)
    }

    fn undo(&mut self) -> Option<MoveText> {
        let mv = self.game.undo()?;
        Some(self.game.position().describe(mv))
    }

    fn setup(&self) -> Setup {
        self.game.position().setup()
    }

    fn legal_moves(&self) -> Vec<MoveText> {
        let position = self.game.position();
        legal_moves(position).iter().map(|&mv| position.describe(mv)).collect()
    }

    fn texts(&self) -> Texts {
        Texts::of(&self.game)
    }

    fn set_fen(&mut self, text: &str) -> Result<(), FenError> {
        let Fen { position, quiet_plies } = fen::read(text)?;
        self.begin(position, self.game.profile(), quiet_plies);
        Ok(())
    }

    fn read_move(&self, text: &str) -> Result<WrittenMove, ReadError> {
        moves::read::<R>(text)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn set_draw_rules(&mut self, profile: DrawProfile) {
        let moves: Vec<_> = self.game.moves().map(|(_, mv)| mv).collect();
        self.begin(*self.game.start(), profile, self.quiet_plies);
        for mv in moves {
            self.game.play(mv);
        }
    }

    fn set_bitbases(&mut self, settings: &Settings) -> Result<(), LoadError> {
        let (bitbases, result) = match knowledge::bitbases(settings) {
            Ok(bitbases) => (bitbases, Ok(())),
            Err(error) => {
                let within = Settings { bitbase_dir: String::new(), ..settings.clone() };
                (knowledge::bitbases(&within).unwrap_or(None), Err(error))
            }
        };
        self.bitbases = bitbases.map(Arc::new);
        // The thread that unpacks has the old ones.
        self.unpacker = Unpacker::default();
        if let Some(pool) = &mut self.pool {
            pool.set_bitbases(self.bitbases.clone());
        }
        result
    }

    fn set_evaluation(&mut self, evaluation: Evaluation) {
        if evaluation != self.evaluation {
            self.evaluation = evaluation;
            self.release();
        }
    }

    fn set_weights(&mut self, path: &str) -> Result<(), net::LoadError> {
        self.weights = knowledge::weights(path)?;
        self.release();
        Ok(())
    }

    fn unit(&self) -> i32 {
        knowledge::evaluator(self.evaluation, self.weights.as_ref()).unit()
    }

    fn prepare(&mut self, threads: usize, table: &Arc<Table>) {
        self.pool.get_or_insert_with(|| {
            let eval = knowledge::evaluator(self.evaluation, self.weights.as_ref());
            let mut pool = Pool::with_evaluation(threads, Arc::clone(table), &eval);
            pool.set_bitbases(self.bitbases.clone());
            pool
        });
    }

    fn release(&mut self) {
        self.pool = None;
    }

    fn forget(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.clear();
        }
    }

    fn search(&mut self, limits: &Limits, control: &Control, tell: &mut dyn FnMut(Info)) -> Answer {
        if let Some(bitbases) = self.bitbases.as_ref().filter(|_| !limits.is_counted()) {
            self.unpacker.begin(bitbases, self.game.position());
        }
        let pool = self.pool.as_mut().expect("a search is prepared before it begins");
        pool.search(&self.game, limits, control, tell)
    }
}
