//! One material and its flipped one, solved together: each leads to the other.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering, fence};

use super::cell::Cell;
use super::unmove::unmoves;
use crate::bitbase::format::Metric;
use crate::bitbase::index::{Grounds, Numbers, PLAIN, position};
use crate::bitbase::material::Material;
use crate::bitbase::tables::{Tables, Values};
use crate::bitbase::value::Value;
use crate::board::{Color, Geometry, step};
use crate::movegen::{count_moves, has_capture, legal_moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::work::{Crew, Stopped};

/// Positions that one thread takes at a time.
const BLOCK: usize = 1 << 13;
/// Nothing is left to do in a block.
const NOTHING: u16 = u16::MAX;
/// The work that a number is, in the two parts of solving.
const START_WORK: u64 = 4;
const FOLLOW_WORK: u64 = 3;
/// The work that a number is in all.
pub(super) const SOLVE_WORK: u64 = START_WORK + FOLLOW_WORK;

/// A table in the making.
struct Half<'a> {
    numbers: Numbers<'a>,
    cells: Vec<AtomicU16>,
    /// For each block, the fewest plies of a decided position that has not been followed back.
    next: Vec<AtomicU16>,
}

impl<'a> Half<'a> {
    fn new<R: Rules>(grounds: &'a Grounds<R>, material: Material) -> Self {
        let numbers = grounds.numbers(material, PLAIN);
        let cells = std::iter::repeat_with(AtomicU16::default).take(numbers.len).collect();
        let blocks = numbers.len.div_ceil(BLOCK);
        let next = std::iter::repeat_with(|| AtomicU16::new(NOTHING)).take(blocks).collect();
        Self { numbers, cells, next }
    }

    /// Cells are read and written relaxed: each goes forward by itself, and threads meet at the end
    /// of each pass.
    #[inline(always)]
    fn cell(&self, number: usize) -> Cell {
        Cell(self.cells[number].load(Ordering::Relaxed))
    }

    /// Changes a cell, if `change` says so, and tells the block what is to do.
    #[inline(always)]
    fn update(&self, number: usize, change: impl Fn(Cell) -> Option<Cell>) {
        let cell = &self.cells[number];
        let mut old = cell.load(Ordering::Relaxed);
        while let Some(new) = change(Cell(old)) {
            match cell.compare_exchange_weak(old, new.0, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    if let Some(plies) = new.plies() {
                        // With the fence in `take`: whoever empties the block sees the cell, or this
                        // comes after.
                        fence(Ordering::SeqCst);
                        self.next[number / BLOCK].fetch_min(plies, Ordering::Relaxed);
                    }
                    return;
                }
                Err(now) => old = now,
            }
        }
    }

    /// With the outcomes alone, a win counts as one in a ply and a loss as one at once.
    fn into_values(self, metric: Metric, crew: Crew<'_>) -> Result<Values, Stopped> {
        let code = |number: usize| {
            let cell = self.cell(number);
            match (cell.plies(), metric) {
                _ if cell == Cell::NONE => u16::MAX,
                (None, _) => Value::DRAW.code(),
                (Some(plies), Metric::Plies) => Value::decided_in(plies).code(),
                (Some(plies), Metric::Outcome) => Value::decided_in(plies & 1).code(),
            }
        };
        let longest = self.cells.iter().map(|it| Cell(it.load(Ordering::Relaxed)));
        let longest = match metric {
            Metric::Outcome => 1,
            Metric::Plies => longest.filter_map(Cell::plies).max().unwrap_or(0),
        };
        Values::fill(self.cells.len(), longest, BLOCK, crew, code)
    }
}

/// Both halves of a slice; one if the material is its own flipped one.
struct Slice<'a, R: Rules> {
    tables: &'a Tables<R>,
    halves: Vec<Half<'a>>,
    crew: Crew<'a>,
}

/// Solves a material and its flipped one; the tables of all that their moves lead to must be there.
/// Gives the values of the material and, if it is another, of the flipped one.
///
/// With outcomes alone, the tables may tell them alone too: the plies are then those of some win or
/// loss and not of the best one, which does not change who wins.
///
/// # Errors
/// If the work was stopped.
pub(super) fn solve<R: Rules>(
    tables: &Tables<R>,
    material: Material,
    metric: Metric,
    crew: Crew<'_>,
) -> Result<(Values, Option<Values>), Stopped> {
    let mut halves = vec![Half::new(&tables.grounds, material)];
    if material != material.flipped() {
        halves.push(Half::new(&tables.grounds, material.flipped()));
    }
    let slice = Slice { tables, halves, crew };
    slice.start()?;
    slice.follow()?;
    let mut values = slice.halves.into_iter().map(|half| half.into_values(metric, crew));
    let first = values.next().expect("there is one half at least")?;
    Ok((first, values.next().transpose()?))
}

impl<'a, R: Rules> Slice<'a, R> {
    fn other(&self, half: usize) -> usize {
        if self.halves.len() == 1 { 0 } else { 1 - half }
    }

    /// Lets all threads take blocks of all halves.
    fn for_blocks(&self, work: impl Fn(usize, usize) + Sync) -> Result<(), Stopped> {
        let blocks: usize = self.halves.iter().map(|half| half.next.len()).sum();
        let first = self.halves[0].next.len();
        self.crew.each(
            blocks,
            |block| {
                if block < first { work(0, block) } else { work(1, block - first) }
            },
        )
    }

    /// Decides what can be decided without this slice, and counts the moves of the rest.
    fn start(&self) -> Result<(), Stopped> {
        self.for_blocks(|half, block| {
            let half = &self.halves[half];
            let begin = block * BLOCK;
            let end = (begin + BLOCK).min(half.numbers.len);
            let mut next = NOTHING;
            for number in begin..end {
                let cell = match half.numbers.groups(number) {
                    Some(groups) => self.first_cell(&position(groups)),
                    None => Cell::NONE,
                };
                next = next.min(cell.plies().unwrap_or(NOTHING));
                half.cells[number].store(cell.0, Ordering::Relaxed);
            }
            half.next[block].store(next, Ordering::Relaxed);
            self.crew.watch.did(START_WORK * (end - begin) as u64);
        })
    }

    fn first_cell(&self, pos: &Position<R>) -> Cell {
        if has_capture(pos) {
            let moves = legal_moves(pos);
            let values = moves.iter().map(|&mv| self.tables.value(&pos.play(mv)).before());
            let best = values.max().expect("there is a move");
            return best.plies().map_or(Cell::DRAWN, Cell::fixed);
        }
        let mut left = count_moves(pos) as u16;
        if left == 0 {
            return Cell::fixed(0);
        }
        if !may_crown(pos) {
            return Cell::open(left, false);
        }
        let mut crowns = false;
        let mut best = Value::decided_in(0);
        for &mv in legal_moves(pos).iter().filter(|&&mv| pos.crowns(mv)) {
            crowns = true;
            let value = self.tables.value(&pos.play(mv)).before();
            left -= u16::from(value.is_loss());
            best = best.max(value);
        }
        match best.plies() {
            Some(plies) if best.is_win() || left == 0 => Cell::decided(plies),
            _ => Cell::open(left, crowns),
        }
    }

    /// Follows decided positions back, those with the fewest plies first.
    fn follow(&self) -> Result<(), Stopped> {
        let mut plies = 0;
        let followed = AtomicU64::new(0);
        loop {
            self.for_blocks(|half, block| {
                let work = FOLLOW_WORK * self.follow_block(half, block, plies);
                // Relaxed: it is only for show, and added up after all threads have met.
                followed.fetch_add(work, Ordering::Relaxed);
                self.crew.watch.did(work);
            })?;
            let next = self.halves.iter().flat_map(|half| &half.next);
            let next = next.map(|next| next.load(Ordering::Relaxed)).min().unwrap_or(NOTHING);
            if next == NOTHING {
                let all: u64 = self.halves.iter().map(|half| half.numbers.len as u64).sum();
                self.crew.watch.did(FOLLOW_WORK * all - followed.into_inner());
                return Ok(());
            }
            assert!(next > plies, "a position was decided too late");
            plies = next;
        }
    }

    /// Gives how many positions were followed.
    fn follow_block(&self, half: usize, block: usize, plies: u16) -> u64 {
        let other = &self.halves[self.other(half)];
        let half = &self.halves[half];
        if half.next[block].load(Ordering::Relaxed) != plies {
            return 0;
        }
        half.next[block].store(NOTHING, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        let begin = block * BLOCK;
        let end = (begin + BLOCK).min(half.numbers.len);
        let mut next = NOTHING;
        let mut followed = 0;
        for number in begin..end {
            match half.cell(number).plies() {
                Some(now) if now == plies => {
                    self.follow_one(half, other, number, plies);
                    followed += 1;
                }
                Some(later) if later > plies => next = next.min(later),
                Some(_) | None => {}
            }
        }
        half.next[block].fetch_min(next, Ordering::Relaxed);
        followed
    }

    fn follow_one(&self, half: &Half<'a>, other: &Half<'a>, number: usize, plies: u16) {
        let Some(groups) = half.numbers.groups(number) else { return };
        // Seen by the other side, theirs are ours.
        let turned = groups.map(R::Geometry::turned);
        let [men, their_men, kings, their_kings] = turned;
        let before = [their_men, men, their_kings, kings];
        let grounds = &self.tables.grounds;
        let places: [usize; 4] = std::array::from_fn(|group| {
            grounds.rank(group, before[group]) as usize * other.numbers.strides[group]
        });
        let sum: usize = places.iter().sum();
        let wins = plies.is_multiple_of(2);
        unmoves::<R>(groups, |group, set| {
            // Their men are group 0 and their kings group 2 for them.
            let group = group - 1;
            let place = grounds.rank(group, R::Geometry::turned(set)) as usize
                * other.numbers.strides[group];
            let number = sum - places[group] + place;
            if wins {
                other.update(number, |cell| won_by(cell, plies + 1));
            } else {
                other.update(number, |cell| self.less_a_move(other, number, cell, plies + 1));
            }
        });
    }

    /// An undecided position of which one more move is known to lose.
    #[inline(always)]
    fn less_a_move(&self, half: &Half<'a>, number: usize, cell: Cell, plies: u16) -> Option<Cell> {
        if !cell.is_open() {
            return None;
        }
        let cell = cell.less_a_move();
        if cell.moves() > 0 {
            return Some(cell);
        }
        let plies =
            if cell.crowns() { plies.max(self.longest_crowning(half, number)) } else { plies };
        Some(Cell::decided(plies))
    }

    /// The plies to the loss by the best of the crowning moves, all of which lose.
    #[cold]
    fn longest_crowning(&self, half: &Half<'a>, number: usize) -> u16 {
        let groups = half.numbers.groups(number).expect("it is a position");
        let pos = position::<R>(groups);
        let moves = legal_moves(&pos);
        let crowning = moves.iter().filter(|&&mv| pos.crowns(mv));
        crowning
            .filter_map(|&mv| self.tables.value(&pos.play(mv)).before().plies())
            .max()
            .expect("there is a crowning move")
    }
}

/// Stands a man of White's a step before its last row?
#[inline(always)]
fn may_crown<R: Rules>(pos: &Position<R>) -> bool {
    let last_row = Position::<R>::last_row(Color::White);
    let before = (0..4).fold(0, |set, direction| set | step::<R::Geometry>(last_row, direction));
    pos.men(Color::White) & before != 0
}

/// A position of which a move is known to win in so many plies.
#[inline(always)]
fn won_by(cell: Cell, plies: u16) -> Option<Cell> {
    if cell.is_fixed() || cell.plies().is_some_and(|now| now <= plies) {
        return None;
    }
    Some(Cell::decided(plies))
}
