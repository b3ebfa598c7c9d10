//! All threads of a search, and what they remember from one search to the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::clock::Timer;
use super::control::Control;
use super::known::Knowledge;
use super::limits::{Answer, Info, Limits};
use super::root::RootMove;
use super::table::Table;
use super::worker::{Counter, Memory, Shared, Watch, Worker};
use crate::bitbase::{Access, Bitbases};
use crate::eval::{Evaluate, Evaluator};
use crate::game::Game;
use crate::position::{Move, MoveText, Position};
use crate::rules::Rules;
use crate::score::Score;

/// The searching threads of one variant: all search the same position and help each other through
/// the table ("lazy SMP", Österlund 2013).
///
/// ```
/// use std::sync::Arc;
/// use damier::game::Game;
/// use damier::position::Position;
/// use damier::rules::{DrawProfile, English};
/// use damier::search::{Control, Limits, Pool, Table};
///
/// let game = Game::<English>::new(Position::start(), DrawProfile::Standard);
/// let mut pool = Pool::<English>::new(1, Arc::new(Table::new(1)?));
/// let limits = Limits { depth: Some(5), ..Limits::default() };
/// let answer = pool.search(&game, &limits, &Control::new(), &mut |info| {
///     println!("{} {}", info.depth, info.score);
/// });
/// assert!(answer.best.is_some());
/// # Ok::<(), damier::search::TableError>(())
/// ```
pub struct Pool<R: Rules, E: Evaluate<R> = Evaluator<R>> {
    table: Arc<Table>,
    main: Memory<E>,
    helpers: Vec<Memory<E>>,
    bitbases: Option<Arc<Bitbases<R>>>,
}

impl<R: Rules, E: Evaluate<R>> Pool<R, E> {
    /// So many threads, at least one, on a table that may be shared with other pools. They judge
    /// positions as the program does if nothing is said.
    pub fn new(threads: usize, table: Arc<Table>) -> Self {
        Self::with_evaluation(threads, table, &E::default())
    }

    /// The same with clones of this evaluation.
    pub fn with_evaluation(threads: usize, table: Arc<Table>, eval: &E) -> Self {
        let memory = || Memory::new(eval.clone());
        let helpers = (1..threads).map(|_| memory()).collect();
        Self { table, main: memory(), helpers, bitbases: None }
    }

    /// Searches with these bitbases from now on. What was learnt with others should be forgotten.
    pub fn set_bitbases(&mut self, bitbases: Option<Arc<Bitbases<R>>>) {
        self.bitbases = bitbases;
    }

    /// Forgets all that was learnt, for a new game.
    pub fn clear(&mut self) {
        self.table.clear(1 + self.helpers.len());
        self.main.clear();
        self.helpers.iter_mut().for_each(Memory::clear);
    }

    /// Searches till a limit or the control ends it, telling lines as they are found.
    ///
    /// Lines are told after each iteration, best first. A lost root without a move is told as depth
    /// 0 and answered without a best move.
    pub fn search(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        control: &Control,
        tell: &mut dyn FnMut(Info),
    ) -> Answer {
        self.table.begin_search();
        let shared = Shared {
            table: &self.table,
            control,
            done: AtomicBool::new(false),
            nodes: (0..=self.helpers.len()).map(|_| Counter::default()).collect(),
        };
        let timer = Timer::new(limits, fullness(game.position()));
        // Nobody waits for a slice to be unpacked while the clock runs; what only counts may end has
        // to be the same every time.
        let access = if limits.is_counted() { Access::Waits } else { Access::AtOnce };
        let bitbases = self.bitbases.as_deref();
        let knowledge = || Knowledge::new(bitbases, access);
        std::thread::scope(|scope| {
            let _end = EndsHelpers(&shared.done);
            for (number, memory) in self.helpers.iter_mut().enumerate() {
                let shared = &shared;
                let spawned = std::thread::Builder::new().spawn_scoped(scope, move || {
                    let worker = Worker::<R, E>::new(shared, memory, game, number + 1, None);
                    help(worker.knowing(knowledge()), limits);
                });
                if let Err(error) = spawned {
                    log::warn!(
                        "search thread {} cannot start, going on without: {error}",
                        number + 2
                    );
                    break;
                }
            }
            let watch = Watch { timer: timer.clone(), nodes: limits.nodes };
            let worker = Worker::<R, E>::new(&shared, &mut self.main, game, 0, Some(watch));
            let answer = lead(worker.knowing(knowledge()), limits, &timer, tell);
            if limits.wait {
                control.wait();
            }
            answer
        })
    }
}

/// Ends the helping threads, also if the leading one panics: the scope waits for them.
struct EndsHelpers<'a>(&'a AtomicBool);

impl Drop for EndsHelpers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A helping thread searches for the table's sake, alone and without limits.
fn help<R: Rules, E: Evaluate<R>>(mut worker: Worker<'_, R, E>, limits: &Limits) {
    if worker.root_moves().is_empty() {
        return;
    }
    let limits = Limits { multipv: limits.multipv, ..Limits::default() };
    worker.deepen(&limits, &mut |_, _, _, _| {});
    worker.report_nodes();
}

/// The thread that watches the limits, tells and answers.
fn lead<R: Rules, E: Evaluate<R>>(
    mut worker: Worker<'_, R, E>,
    limits: &Limits,
    timer: &Timer,
    tell: &mut dyn FnMut(Info),
) -> Answer {
    let (root, shared) = (worker.root, worker.shared);
    let moves = worker.root_moves();
    if moves.is_empty() {
        tell(Info {
            multipv: 1,
            depth: 0,
            mean_depth: 0.0,
            score: Score::loss_in(0),
            nodes: 0,
            time: timer.elapsed(),
            pv: Vec::new(),
        });
        return Answer { score: Score::loss_in(0), time: timer.elapsed(), ..Answer::default() };
    }
    let mut limits = limits.clone();
    if moves.len() == 1 && !limits.analyze && !limits.wait {
        // Nothing to choose: a look at what the move leads to is enough.
        limits.depth = Some(1);
    }
    let (moves, depth) = worker.deepen(&limits, &mut |worker, multipv, depth, found| {
        worker.report_nodes();
        tell(Info {
            multipv,
            depth: depth as u32,
            mean_depth: worker.leaf_plies as f64 / worker.leaves.max(1) as f64,
            score: found.told_score(),
            nodes: shared.total_nodes(),
            time: timer.elapsed(),
            pv: describe(&root, &found.line),
        });
    });
    worker.report_nodes();
    let mut best = moves[0].clone();
    if depth == 0 {
        // It broke off before there was anything to tell.
        if best.prospect.is_none() {
            best.score = worker.memory.eval.evaluate(&root, 0);
        }
        tell(Info {
            multipv: 1,
            depth: 0,
            mean_depth: 0.0,
            score: best.told_score(),
            nodes: shared.total_nodes(),
            time: timer.elapsed(),
            pv: describe(&root, &[best.mv]),
        });
    }
    answer(&root, &best, depth, shared, timer)
}

fn answer<R: Rules>(
    root: &Position<R>,
    best: &RootMove,
    depth: i32,
    shared: &Shared<'_>,
    timer: &Timer,
) -> Answer {
    Answer {
        best: Some(root.describe(best.mv)),
        ponder: describe(root, &best.line).get(1).copied(),
        score: best.told_score(),
        depth: depth as u32,
        nodes: shared.total_nodes(),
        time: timer.elapsed(),
    }
}

/// A line of legal moves as printed squares.
fn describe<R: Rules>(pos: &Position<R>, line: &[Move]) -> Vec<MoveText> {
    let mut pos = *pos;
    line.iter()
        .map(|&mv| {
            let text = pos.describe(mv);
            pos = pos.play(mv);
            text
        })
        .collect()
}

/// How many of the pieces of the start are still on the board, from 0 to 1.
fn fullness<R: Rules>(pos: &Position<R>) -> f64 {
    let count = |pos: &Position<R>| f64::from(pos.occupied().count_ones());
    count(pos) / count(&Position::<R>::start())
}
