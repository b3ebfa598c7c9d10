//! Random positions from a seed: out of random games, and with the pieces thrown on.

use super::reference::Position;
use super::variants::Rules;

/// `SplitMix64` (Steele, Lea, Flood 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// An endless sequence of positions, the same for the same seed.
///
/// Half of them come from random games that begin with the start position, half are thrown on,
/// some of those played on for a few plies.
pub struct Positions {
    random: Random,
    rules: &'static Rules,
    game: Position,
    thrown: Position,
    plies: [usize; 2],
    turn_of_game: bool,
}

/// Random games are cut off here; most of them end earlier.
const LONGEST_GAME: usize = 160;
const LONGEST_AFTER_THROW: usize = 3;

impl Positions {
    pub fn new(rules: &'static Rules, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let thrown = throw(rules, &mut random);
        let game = Position::start(rules);
        Positions { random, rules, game, thrown, plies: [0, 0], turn_of_game: false }
    }
}

impl Iterator for Positions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        self.turn_of_game = !self.turn_of_game;
        if self.turn_of_game {
            let position = self.game.clone();
            self.plies[0] += 1;
            let next = play(&position, &mut self.random).filter(|_| self.plies[0] < LONGEST_GAME);
            self.game = next.unwrap_or_else(|| {
                self.plies[0] = 0;
                Position::start(self.rules)
            });
            return Some(position);
        }
        let position = self.thrown.clone();
        self.plies[1] += 1;
        let play_on = self.plies[1] <= LONGEST_AFTER_THROW && self.random.chance(40);
        let next = if play_on { play(&position, &mut self.random) } else { None };
        self.thrown = next.unwrap_or_else(|| {
            self.plies[1] = 0;
            throw(self.rules, &mut self.random)
        });
        Some(position)
    }
}

/// The position after a random move, if there is one.
pub fn play(position: &Position, random: &mut Random) -> Option<Position> {
    let moves = position.moves();
    if moves.is_empty() {
        return None;
    }
    Some(position.after(&moves[random.below(moves.len())]))
}

/// Pieces on random squares: few or many, all men to all kings, each side for itself.
///
/// A third of them stand so that one jump often leads to the next. No man stands on the row
/// where it would have been crowned.
pub fn throw(rules: &'static Rules, random: &mut Random) -> Position {
    let mut position = Position::empty(rules, if random.chance(50) { 'W' } else { 'B' });
    let in_reach = random.chance(33);
    let parity = random.below(2) as i32;
    let most = rules.pieces_a_side();
    for man in ['w', 'b'] {
        let limit = [4, most / 2, most][random.below(3)];
        let count = 1 + random.below(limit);
        let kings = [0, 15, 50, 100][random.below(4)];
        let mut standing = 0;
        for _ in 0..10 * count {
            let letter = if random.chance(kings) { man.to_ascii_uppercase() } else { man };
            let cell = rules.cell(1 + random.below(rules.squares() as usize) as i32);
            let crowned = letter == man && cell.0 == rules.last_row(man);
            let astray = in_reach && (rules.parity(cell) == parity) != (man == 'w');
            if position.at(cell) == 'e' && !crowned && !astray {
                position.put(cell, letter);
                standing += 1;
            }
            if standing == count {
                break;
            }
        }
    }
    position
}
