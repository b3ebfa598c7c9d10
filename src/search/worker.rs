//! One thread of the search: what it owns and what it shares.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::clock::Timer;
use super::control::Control;
use super::history::{History, Killers};
use super::known::Knowledge;
use super::path::Path;
use super::pv::Lines;
use super::table::Table;
use super::tune::{self, MAX_PLY};
use crate::bitbase::Access;
use crate::eval::Evaluate;
use crate::game::Game;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// What the threads of one search share. All of it is `Relaxed`: no thread reads another's memory
/// because of what it sees here.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    /// The answer is there.
    pub(super) done: AtomicBool,
    /// Nodes of each thread, written now and then.
    pub(super) nodes: Vec<Counter>,
}

/// A counter on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Counter(pub(super) AtomicU64);

impl Shared<'_> {
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// What a thread remembers from one search to the next.
pub(super) struct Memory<E> {
    pub(super) history: History,
    pub(super) eval: E,
}

impl<E> Memory<E> {
    pub(super) fn new(eval: E) -> Self {
        Self { history: History::new(), eval }
    }

    pub(super) fn clear(&mut self) {
        self.history.clear();
    }
}

/// Which limits a worker looks at: the first of them watches for all.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    pub(super) timer: Timer,
    pub(super) nodes: Option<u64>,
}

/// So many nodes the first iteration may take whatever the clock says: less than a millisecond, for
/// a move that was looked at.
const FIRST_LOOK: u64 = 2_000;

/// One thread of the search.
pub(super) struct Worker<'a, R: Rules, E: Evaluate<R>> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) memory: &'a mut Memory<E>,
    pub(super) watch: Option<Watch>,
    pub(super) knowledge: Knowledge<'a, R>,
    /// What keeps its entries in the table apart from those of other variants and aims.
    pub(super) salt: u64,
    pub(super) root: Position<R>,
    pub(super) path: Path,
    pub(super) lines: Lines,
    pub(super) killers: Box<[Killers; MAX_PLY + 2]>,
    /// Set once, after which all nodes return at once and their scores mean nothing.
    pub(super) stopped: bool,
    pub(super) nodes: u64,
    /// One iteration is finished: there is a move that was looked at.
    pub(super) has_answer: bool,
    next_check: u64,
    /// Nodes from one look at the clock to the next.
    interval: u64,
    last_check: Instant,
    number: usize,
    pub(super) leaves: u64,
    pub(super) leaf_plies: u64,
}

/// Positions of different variants have different places in the shared table.
const fn salt(name: &str) -> u64 {
    let mut hash: u64 = 0xCBF2_9CE4_8422_2325;
    let mut i = 0;
    while i < name.len() {
        hash = (hash ^ name.as_bytes()[i] as u64).wrapping_mul(0x100_0000_01B3);
        i += 1;
    }
    hash
}

impl<'a, R: Rules, E: Evaluate<R>> Worker<'a, R, E> {
    pub(super) const SALT: u64 = salt(R::NAME);

    pub(super) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory<E>,
        game: &Game<R>,
        number: usize,
        watch: Option<Watch>,
    ) -> Self {
        let mut worker = Self {
            shared,
            memory,
            watch,
            knowledge: Knowledge::new(None, Access::AtOnce),
            salt: Self::SALT,
            root: *game.position(),
            path: Path::new(game),
            lines: Lines::new(),
            killers: Box::new([Killers::default(); MAX_PLY + 2]),
            stopped: false,
            nodes: 0,
            has_answer: false,
            next_check: 0,
            interval: 1,
            last_check: Instant::now(),
            number,
            leaves: 0,
            leaf_plies: 0,
        };
        worker.plan_check();
        worker
    }

    /// The same with bitbases.
    pub(super) fn knowing(self, knowledge: Knowledge<'a, R>) -> Self {
        Self { knowledge, ..self }
    }

    /// The key of the position at the end of the path, for the table.
    #[inline(always)]
    pub(super) fn table_key(&self) -> u64 {
        self.path.key() ^ self.salt
    }

    /// Plays a move; [`leave`](Self::leave) takes it back.
    #[inline(always)]
    pub(super) fn enter(&mut self, pos: &Position<R>, mv: Move) -> Position<R> {
        let child = pos.play(mv);
        let key = child.key();
        self.shared.table.prefetch(key ^ self.salt);
        self.path.push(key, pos, mv, &child);
        child
    }

    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Counts a node and now and then looks whether the search is over. If so, the node is not
    /// counted, and is not to be searched.
    #[inline(always)]
    pub(super) fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_check && self.check() {
            return true;
        }
        self.nodes += 1;
        false
    }

    #[cold]
    #[inline(never)]
    fn check(&mut self) -> bool {
        self.report_nodes();
        if self.shared.done.load(Ordering::Relaxed) || self.shared.control.is_stopped() {
            self.stopped = true;
        }
        if let Some(watch) = &mut self.watch {
            if self.shared.control.is_hit() {
                watch.timer.start();
            }
            if watch.nodes.is_some_and(|nodes| self.shared.total_nodes() >= nodes)
                || (watch.timer.is_over() && (self.has_answer || self.nodes > FIRST_LOOK))
            {
                self.stopped = true;
            }
        }
        self.pace();
        self.plan_check();
        self.stopped
    }

    /// Looks more often where nodes take long, as those with huge trees of captures do.
    fn pace(&mut self) {
        let now = Instant::now();
        let passed = now - self.last_check;
        self.last_check = now;
        if passed > tune::LONG_BETWEEN_CHECKS {
            self.interval = (self.interval / 8).max(1);
        } else {
            self.interval = (self.interval * 2).min(tune::NODES_BETWEEN_CHECKS);
        }
    }

    fn plan_check(&mut self) {
        if self.stopped {
            self.next_check = 0;
            return;
        }
        self.next_check = self.nodes + self.interval;
        if let Some(nodes) = self.watch.as_ref().and_then(|watch| watch.nodes) {
            self.next_check = self.next_check.min(nodes);
        }
    }

    pub(super) fn report_nodes(&self) {
        self.shared.nodes[self.number].0.store(self.nodes, Ordering::Relaxed);
    }
}
