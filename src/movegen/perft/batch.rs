//! Positions whose moves are only counted wait here, to be taken many at a time.

use super::super::side::Side;
use super::super::{Count, Sink, generate_for};
use super::lanes::{Doubles, LANES, Lanes, Simple, Way, count_lanes};
use crate::board::{Bits, Direction, Geometry, each_bit, step};
use crate::position::{Move, Position};
use crate::rules::Rules;

/// When so many wait they are counted.
const SIZE: usize = 4 * LANES;
/// Room for them, for what one set of moves adds before it is looked, and twice that for those that
/// go on, of which a whole room may be added at once.
const ROOM: usize = 2 * (SIZE + 64);

/// Positions with one color to move, which has no kings, waiting to be counted.
struct Waiting {
    len: usize,
    us: [Bits; ROOM],
    them: [Bits; ROOM],
    kings: [Bits; ROOM],
}

impl Waiting {
    fn new() -> Self {
        Self { len: 0, us: [0; ROOM], them: [0; ROOM], kings: [0; ROOM] }
    }

    /// Adds a position. There must be room.
    #[inline(always)]
    fn put(&mut self, us: Bits, them: Bits, kings: Bits) {
        let at = self.len % ROOM;
        self.us[at] = us;
        self.them[at] = them;
        self.kings[at] = kings;
        self.len += 1;
    }

    /// Counts all; those that this way leaves open go to `rest`, which returns their count.
    #[inline(always)]
    fn count<K: Way, R: Rules, const WHITE: bool>(
        &mut self,
        mut rest: impl FnMut(Bits, Bits, Bits) -> u64,
    ) -> u64 {
        let (us, them, kings) =
            (self.us.as_chunks().0, self.them.as_chunks().0, self.kings.as_chunks().0);
        let mut total = 0;
        for group in 0..self.len.div_ceil(LANES) {
            let lanes = Lanes { us: &us[group], them: &them[group], kings: &kings[group] };
            let counted = count_lanes::<K, R, WHITE>(&lanes);
            for at in 0..LANES.min(self.len - group * LANES) {
                total += if counted.open[at] == 0 {
                    counted.moves[at]
                } else {
                    rest(lanes.us[at], lanes.them[at], lanes.kings[at])
                };
            }
        }
        self.len = 0;
        total
    }
}

/// Positions with one color to move, in two waiting rooms: all that come, and those whose captures
/// were found to go on.
pub(super) struct Batch {
    all: Waiting,
    going_on: Waiting,
}

impl Batch {
    pub(super) fn new() -> Self {
        Self { all: Waiting::new(), going_on: Waiting::new() }
    }

    /// Adds a position, and returns the moves of those counted meanwhile.
    #[inline(always)]
    pub(super) fn add<R: Rules, const WHITE: bool, const KEEP: bool>(
        &mut self,
        pos: &Position<R>,
    ) -> u64 {
        if pos.kings(pos.turn()) != 0 {
            return count::<R, WHITE, false, KEEP>(&Side::of(pos));
        }
        self.put(pos);
        self.make_room::<R, WHITE, KEEP>()
    }

    /// Adds a position whose color to move has no kings. There must be room.
    #[inline(always)]
    fn put<R: Rules>(&mut self, pos: &Position<R>) {
        self.all.put(pos.pieces(pos.turn()), pos.pieces(!pos.turn()), pos.all_kings());
    }

    /// Counts as many as are taken together, if there are.
    #[inline(always)]
    fn make_room<R: Rules, const WHITE: bool, const KEEP: bool>(&mut self) -> u64 {
        if self.all.len < SIZE {
            return 0;
        }
        let counted = self.count_all::<R, WHITE>();
        if self.going_on.len < SIZE {
            return counted;
        }
        counted + self.count_going_on::<R, WHITE, KEEP>()
    }

    /// Counts what waits.
    pub(super) fn flush<R: Rules, const WHITE: bool, const KEEP: bool>(&mut self) -> u64 {
        self.count_all::<R, WHITE>() + self.count_going_on::<R, WHITE, KEEP>()
    }

    #[inline(never)]
    fn count_all<R: Rules, const WHITE: bool>(&mut self) -> u64 {
        let going_on = &mut self.going_on;
        self.all.count::<Simple, R, WHITE>(|us, them, kings| {
            going_on.put(us, them, kings);
            0
        })
    }

    #[inline(never)]
    fn count_going_on<R: Rules, const WHITE: bool, const KEEP: bool>(&mut self) -> u64 {
        self.going_on.count::<Doubles, R, WHITE>(|us, them, kings| {
            count::<R, WHITE, true, KEEP>(&Side::new(us, them, kings))
        })
    }
}

/// The moves of a position that has to be looked at by itself.
#[inline(never)]
fn count<R: Rules, const WHITE: bool, const MEN: bool, const KEEP: bool>(
    side: &Side<R, WHITE, MEN>,
) -> u64 {
    let mut count = Count::<KEEP>::default();
    generate_for(side, &mut count);
    count.moves
}

/// Plays each move it is told and gathers the positions that follow in a batch.
pub(super) struct Gather<'a, R: Rules, const WHITE: bool, const BLACK: bool, const KEEP: bool> {
    pub(super) batch: &'a mut Batch,
    pub(super) pos: &'a Position<R>,
    /// What has been counted meanwhile.
    pub(super) paths: u64,
}

impl<R: Rules, const WHITE: bool, const BLACK: bool, const KEEP: bool> Sink
    for Gather<'_, R, WHITE, BLACK, KEEP>
{
    const KEEPS_ORDERS: bool = KEEP;

    #[inline(always)]
    fn add(&mut self, mv: Move) {
        self.paths += self.batch.add::<R, BLACK, KEEP>(&self.pos.play_as::<WHITE>(mv));
    }

    #[inline(always)]
    fn steps<G: Geometry>(&mut self, direction: Direction, to: Bits) {
        if self.pos.all_kings() != 0 {
            for to in each_bit(to) {
                self.add(Move::new(to | step::<G>(to, 3 - direction), to));
            }
            return;
        }
        for to in each_bit(to) {
            self.batch.put(&self.pos.step_as::<WHITE>(step::<G>(to, 3 - direction), to));
        }
        self.paths += self.batch.make_room::<R, BLACK, KEEP>();
    }
}
