//! Positions as numbers: where each position of a material stands in its table.
//!
//! A set of `k` like pieces has a rank among all sets of `k` squares they may stand on (the
//! combinatorial number system, squares ascending). The number of a position is made of four ranks,
//! of our men, their men, our kings and their kings, in an [`Order`] that says which counts fastest.
//! Numbers in which two pieces would share a square belong to no position.

use std::marker::PhantomData;
use std::sync::OnceLock;

use super::material::Material;
use crate::board::{Bits, Color, Geometry, each_bit};
use crate::position::Position;
use crate::rules::Rules;

/// The most like pieces on a side.
const MOST: usize = 7;

/// `CHOOSE[k][n]`: how many sets of `k` there are among `n`.
const CHOOSE: [[u32; 65]; MOST + 1] = choose();

const fn choose() -> [[u32; 65]; MOST + 1] {
    let mut table = [[0; 65]; MOST + 1];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The squares that one kind of piece may stand on, in order.
#[derive(Debug)]
struct Ground {
    /// The place of each bit among these squares.
    place: [u8; 64],
    squares: Vec<Bits>,
    /// All sets of `k` of the squares in the order of their ranks.
    sets: [OnceLock<Vec<Bits>>; MOST + 1],
}

impl Ground {
    fn new(squares: Bits) -> Self {
        let squares: Vec<Bits> = each_bit(squares).collect();
        let mut place = [0; 64];
        for (number, bit) in squares.iter().enumerate() {
            place[bit.trailing_zeros() as usize] = number as u8;
        }
        Self { place, squares, sets: Default::default() }
    }

    /// How many sets of `k` there are.
    fn count(&self, k: u8) -> u32 {
        CHOOSE[usize::from(k)][self.squares.len()]
    }

    #[inline(always)]
    fn rank(&self, set: Bits) -> u32 {
        let mut rest = set;
        let mut rank = 0;
        let mut k = 1;
        while rest != 0 {
            let place = self.place[rest.trailing_zeros() as usize & 63];
            rank += CHOOSE[k & MOST][place as usize & 63];
            rest &= rest - 1;
            k += 1;
        }
        rank
    }

    fn sets(&self, k: u8) -> &[Bits] {
        self.sets[usize::from(k)].get_or_init(|| {
            let mut sets = Vec::with_capacity(self.count(k) as usize);
            self.fill(usize::from(k), self.squares.len(), 0, &mut sets);
            sets
        })
    }

    /// All sets of `k` of the first `n` squares, each with `set` added.
    fn fill(&self, k: usize, n: usize, set: Bits, sets: &mut Vec<Bits>) {
        if k == 0 {
            return sets.push(set);
        }
        for last in k - 1..n {
            self.fill(k - 1, last, set | self.squares[last], sets);
        }
    }
}

/// The grounds of a variant, made once.
#[derive(Debug)]
pub struct Grounds<R: Rules> {
    our_men: Ground,
    their_men: Ground,
    kings: Ground,
    rules: PhantomData<R>,
}

impl<R: Rules> Default for Grounds<R> {
    fn default() -> Self {
        let board = R::Geometry::BOARD;
        let men = |color| Ground::new(board & !Position::<R>::last_row(color));
        Self {
            our_men: men(Color::White),
            their_men: men(Color::Black),
            kings: Ground::new(board),
            rules: PhantomData,
        }
    }
}

/// The four sets of a position with White to move: our men, their men, our kings, their kings.
pub type Groups = [Bits; 4];

/// The groups from the one that counts slowest to the one that counts fastest.
pub type Order = [u8; 4];

/// The order in which tables are made.
pub const PLAIN: Order = [0, 1, 2, 3];

/// The groups of a position, turned where Black is to move.
#[inline(always)]
pub fn groups<R: Rules>(pos: &Position<R>) -> Groups {
    let (us, them) = (pos.turn(), !pos.turn());
    let groups = [pos.men(us), pos.men(them), pos.kings(us), pos.kings(them)];
    match us {
        Color::White => groups,
        Color::Black => groups.map(R::Geometry::turned),
    }
}

/// The pieces in each group.
const fn counts(material: Material) -> [u8; 4] {
    [material.men, material.their_men, material.kings, material.their_kings]
}

impl<R: Rules> Grounds<R> {
    fn ground(&self, group: usize) -> &Ground {
        match group {
            0 => &self.our_men,
            1 => &self.their_men,
            _ => &self.kings,
        }
    }

    /// The rank of a group's set.
    #[inline(always)]
    pub(super) fn rank(&self, group: usize, set: Bits) -> u32 {
        self.ground(group).rank(set)
    }

    /// What a rank of each group counts in a material and an order, which must name each group once,
    /// and how many numbers there are.
    pub fn strides(&self, material: Material, order: Order) -> ([usize; 4], usize) {
        let lens = self.lens(material);
        let mut strides = [1; 4];
        let mut len = 1;
        for group in order.map(usize::from).into_iter().rev() {
            strides[group] = len;
            len *= lens[group] as usize;
        }
        (strides, len)
    }

    fn lens(&self, material: Material) -> [u32; 4] {
        let counts = counts(material);
        [0, 1, 2, 3].map(|group| self.ground(group).count(counts[group]))
    }

    /// The numbers of a material in an order, which must name each group once.
    pub fn numbers(&self, material: Material, order: Order) -> Numbers<'_> {
        let counts = counts(material);
        let (strides, len) = self.strides(material, order);
        let sets = [0, 1, 2, 3].map(|group| self.ground(group).sets(counts[group]));
        Numbers { len, order, lens: self.lens(material), strides, sets }
    }

    /// The number of a position.
    #[inline(always)]
    pub fn number(&self, groups: &Groups, strides: &[usize; 4]) -> usize {
        (0..4).map(|group| self.rank(group, groups[group]) as usize * strides[group]).sum()
    }

    /// The number under which a position's value is kept: its own, or that of its mirror image where
    /// the rules know no left and right.
    #[inline(always)]
    pub fn kept_number(&self, groups: &Groups, strides: &[usize; 4]) -> usize {
        let number = self.number(groups, strides);
        if R::Geometry::MIRRORS {
            number.min(self.number(&groups.map(R::Geometry::mirrored), strides))
        } else {
            number
        }
    }
}

/// The numbers of a material's positions, `0..len`.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<'a> {
    /// How many numbers there are, with those that belong to no position.
    pub len: usize,
    order: Order,
    lens: [u32; 4],
    /// What a rank of each group counts.
    pub(super) strides: [usize; 4],
    sets: [&'a [Bits]; 4],
}

impl Numbers<'_> {
    /// The groups of a number; none if pieces would share a square.
    #[inline(always)]
    pub fn groups(&self, number: usize) -> Option<Groups> {
        let mut rest = number;
        let mut groups = [0; 4];
        for group in self.order[1..].iter().rev() {
            let group = usize::from(*group & 3);
            let len = self.lens[group] as usize;
            groups[group] = self.sets[group][rest % len];
            rest /= len;
        }
        let slowest = usize::from(self.order[0] & 3);
        groups[slowest] = self.sets[slowest][rest];
        let [a, b, c, d] = groups;
        let union = a | b | c | d;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones() == union.count_ones())
            .then_some(groups)
    }
}

/// The position of these groups, with White to move.
#[inline(always)]
pub fn position<R: Rules>(groups: Groups) -> Position<R> {
    let [men, their_men, kings, their_kings] = groups;
    Position::new(men | kings, their_men | their_kings, kings | their_kings, Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, International, Turkish};

    fn numbers_and_positions_agree<R: Rules>(material: Material, order: Order) {
        let grounds = Grounds::<R>::default();
        let numbers = grounds.numbers(material, order);
        let mut positions = 0;
        for number in 0..numbers.len {
            let Some(found) = numbers.groups(number) else { continue };
            positions += 1;
            let pos = position::<R>(found);
            assert_eq!(Material::of(&pos), material);
            for pos in [pos, pos.turned()] {
                let groups = groups(&pos);
                assert_eq!(groups, found);
                assert_eq!(grounds.number(&groups, &numbers.strides), number);
            }
        }
        assert!(positions > 0);
    }

    #[test]
    fn every_number_is_its_position() {
        let material = Material { men: 1, kings: 1, their_men: 1, their_kings: 0 };
        numbers_and_positions_agree::<English>(material, PLAIN);
        numbers_and_positions_agree::<International>(material, [2, 0, 3, 1]);
        numbers_and_positions_agree::<Turkish>(
            Material { men: 0, kings: 2, ..material },
            [3, 1, 2, 0],
        );
    }

    /// Exact counts from combinatorics: men not on their last row, no two pieces on a square.
    #[test]
    fn there_are_as_many_positions_as_there_should_be() {
        fn count<R: Rules>(pieces: u32) -> usize {
            let grounds = Grounds::<R>::default();
            let of = |material: Material| {
                let numbers = grounds.numbers(material, PLAIN);
                (0..numbers.len).filter(|&number| numbers.groups(number).is_some()).count()
            };
            Material::of_pieces(pieces)
                .into_iter()
                .map(|it| of(it) + if it == it.flipped() { 0 } else { of(it.flipped()) })
                .sum()
        }
        assert_eq!([count::<English>(2), count::<English>(3)], [3_488, 196_032]);
        assert_eq!([count::<International>(2), count::<International>(3)], [8_845, 806_300]);
        assert_eq!(count::<Turkish>(2), 14_176);
    }
}
