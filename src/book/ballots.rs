//! Ballots: openings that are drawn by lot, told from the rules alone.
//!
//! | ballots | variant | ways | positions | played | published as |
//! | --- | --- | --- | --- | --- | --- |
//! | two moves | English | 49 | 49 | 47 | "47 playable combinations" (Encyclopaedia Britannica, "checkers") |
//! | | International | 81 | 81 | 79 | 79, in matches of 158 games between programs |
//! | three moves | English | 302 | 216 | 174 | 302 ways, 174 "leaving out duplicates and immediate losses" (R. Pask, 21st Century Checkers; The Checker Maven, "Digs Into the Last of the Lost 3-Move Ballots") |
//! | | International | 658 | 447 | 331 | 331 positions, of 494 ways that lose nothing (test files of the program Moby Dam) |
//! | eleven men | English | 3136 | 2500 | | "exactly 2,500 unique starting positions", played but for those that lose a piece (North Carolina Checkers Association, "Eleven Man Ballot Deck & System"; N. Banks 1907) |
//!
//! Ways are all sequences of legal moves; of those that lead to the same position the first in order
//! of squares is kept. Played are those that lose no piece at once: see [`is_even`]. Federations
//! leave out a few more that they hold to be lost by position; those stay, as each is played with
//! both colors.

use std::collections::HashMap;

use super::Seen;
use crate::board::{Bits, Color, Square, each_bit};
use crate::movegen::{has_capture, legal_moves};
use crate::position::{Move, MoveText, Position, Setup};
use crate::rules::{English, Rules};

type Board = <English as Rules>::Geometry;

/// After so many quiet plies of best play, captures played out, no side may be a piece ahead: soon,
/// even if it could be won back, or by a longer shot. For English draughts the first says it all, and
/// three to seven change nothing; International draughts has one ballot, 33-28 20-24 28-23, that
/// loses its piece by the fifth.
const QUIET_PLIES: [u32; 2] = [2, 5];

/// An opening that is drawn by lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// The pieces it begins with.
    pub start: Setup,
    /// The moves that are drawn.
    pub moves: Vec<MoveText>,
    /// What people call it: its moves, and which men were taken off.
    pub name: String,
}

/// All ballots of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballots {
    /// How many ways to draw there are.
    pub ways: usize,
    /// How many of the ways lose no piece at once.
    pub even_ways: usize,
    /// How many different positions the ways lead to.
    pub positions: usize,
    /// One for each position that loses no piece at once, in order of squares.
    pub played: Vec<Ballot>,
}

/// All ways to play the first so many moves.
pub fn of_moves<R: Rules>(plies: usize) -> Ballots {
    let mut ways = Ways::<R>::default();
    let start = Position::start();
    ways.follow(&start, &start, &mut Vec::new(), plies, "");
    ways.ballots
}

/// The eleven-man ballots of English draughts: a man is taken from the two front rows of each side,
/// and the first move of each is drawn from the seven. If the man that should move was taken off, the
/// one behind it moves in the same direction in its place.
///
/// # Panics
/// If the rules of English draughts were changed.
pub fn of_eleven_men() -> Ballots {
    let full = Position::<English>::start();
    let draws = [Color::Black, Color::White].map(|color| draws(&full, color));
    let mut ways = Ways::<English>::default();
    for black in &draws[0] {
        for white in &draws[1] {
            let mut setup = Setup::empty(full.turn());
            for (square, piece) in full.setup().pieces() {
                if square != black.taken && square != white.taken {
                    setup.put(square, piece);
                }
            }
            let start = Position::from_setup(&setup).expect("fewer men stand as they stood");
            let [first, second] = [black, white]
                .map(|draw| Position::<English>::to_move(&draw.mv).expect("both ends are squares"));
            let moves = vec![first, second];
            let end = start.play(first).play(second);
            let without = format!("without {} and {}: ", black.taken, white.taken);
            ways.add(&start, &moves, &end, &without);
        }
    }
    ways.ballots
}

/// Does no side win or lose a piece at once?
pub fn is_even<R: Rules>(position: &Position<R>) -> bool {
    QUIET_PLIES
        .iter()
        .all(|&plies| !gets_more_than(position, 0, plies) && gets_more_than(position, -1, plies))
}

/// Can the color to move be so many pieces ahead, and more, after so many quiet plies?
fn gets_more_than<R: Rules>(position: &Position<R>, ahead: i32, quiet_plies: u32) -> bool {
    let is_capture = has_capture(position);
    if !is_capture && quiet_plies == 0 {
        let count = |color| position.pieces(color).count_ones() as i32;
        return count(position.turn()) - count(!position.turn()) > ahead;
    }
    let left = quiet_plies - u32::from(!is_capture);
    let moves = legal_moves(position);
    moves.iter().any(|&mv| !gets_more_than(&position.play(mv), -ahead - 1, left))
}

/// What a color draws in an eleven-man ballot.
struct Draw {
    taken: Square,
    mv: MoveText,
}

/// What a color can draw: each man of its two front rows with each of its first moves.
fn draws(full: &Position<English>, color: Color) -> Vec<Draw> {
    let to_move = if full.turn() == color { *full } else { full.passed() };
    let moves = in_order(&to_move);
    let front = full.men(color) & !Position::<English>::last_row(!color);
    let square = |bit: Bits| English::NUMBERING.square::<Board>(bit.trailing_zeros() as usize);
    let mut draws = Vec::new();
    for taken in each_bit(front).map(square) {
        for &(mv, _) in &moves {
            let mv = if mv.from == taken { from_behind(mv) } else { Some(mv) };
            draws.extend(mv.map(|mv| Draw { taken, mv }));
        }
    }
    draws
}

/// The step of the man behind, in the same direction, to where this one starts; at the edge of the
/// board that of the only man behind.
fn from_behind(mv: MoveText) -> Option<MoveText> {
    let (file, rank) = English::NUMBERING.file_and_rank::<Board>(mv.from);
    let (to_file, to_rank) = English::NUMBERING.file_and_rank::<Board>(mv.to);
    let on = |file, rank| English::NUMBERING.on_file_and_rank::<Board>(file, rank);
    let rank = (2 * rank).checked_sub(to_rank)?;
    let straight = (2 * file).checked_sub(to_file).and_then(|file| on(file, rank));
    let behind = straight.or_else(|| on(to_file, rank))?;
    Some(MoveText { from: behind, to: mv.from, captured: 0 })
}

/// The legal moves in order of squares.
fn in_order<R: Rules>(position: &Position<R>) -> Vec<(MoveText, Move)> {
    let legal = legal_moves(position);
    let mut moves: Vec<_> = legal.iter().map(|&mv| (position.describe(mv), mv)).collect();
    moves.sort_unstable_by_key(|&(text, _)| text);
    moves
}

/// Ballots as they are found.
struct Ways<R: Rules> {
    ballots: Ballots,
    seen: Seen<R>,
    /// What is known of a position by now: a way is often met again.
    even: HashMap<Position<R>, bool>,
}

impl<R: Rules> Default for Ways<R> {
    fn default() -> Self {
        let ballots = Ballots { ways: 0, even_ways: 0, positions: 0, played: Vec::new() };
        Self { ballots, seen: Seen::default(), even: HashMap::new() }
    }
}

impl<R: Rules> Ways<R> {
    fn follow(
        &mut self,
        start: &Position<R>,
        position: &Position<R>,
        moves: &mut Vec<Move>,
        plies: usize,
        prefix: &str,
    ) {
        if plies == 0 {
            self.add(start, moves, position, prefix);
            return;
        }
        for (_, mv) in in_order(position) {
            moves.push(mv);
            self.follow(start, &position.play(mv), moves, plies - 1, prefix);
            moves.pop();
        }
    }

    fn add(&mut self, start: &Position<R>, moves: &[Move], end: &Position<R>, prefix: &str) {
        self.ballots.ways += 1;
        let is_even = *self.even.entry(*end).or_insert_with(|| is_even(end));
        self.ballots.even_ways += usize::from(is_even);
        if !self.seen.insert(end) {
            return;
        }
        self.ballots.positions += 1;
        if !is_even {
            return;
        }
        let mut position = *start;
        let mut texts = Vec::new();
        let mut names = Vec::new();
        for &mv in moves {
            texts.push(position.describe(mv));
            names.push(crate::notation::moves::write(&position, mv));
            position = position.play(mv);
        }
        let name = format!("{prefix}{}", names.join(" "));
        self.ballots.played.push(Ballot { start: start.setup(), moves: texts, name });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::International;

    fn counts(ballots: &Ballots) -> [usize; 4] {
        [ballots.ways, ballots.even_ways, ballots.positions, ballots.played.len()]
    }

    #[test]
    fn there_are_as_many_as_published() {
        assert_eq!(counts(&of_moves::<English>(2)), [49, 47, 49, 47]);
        assert_eq!(counts(&of_moves::<English>(3)), [302, 246, 216, 174]);
        assert_eq!(counts(&of_moves::<International>(2)), [81, 79, 81, 79]);
        assert_eq!(counts(&of_moves::<International>(3)), [658, 494, 447, 331]);
        let eleven = of_eleven_men();
        assert_eq!((eleven.ways, eleven.positions), (8 * 7 * 8 * 7, 2500));
        println!("{:?}", counts(&eleven));
    }

    #[test]
    fn the_man_behind_moves_in_the_place_of_one_that_was_taken_off() {
        let start = Position::<English>::start();
        let draws = draws(&start, Color::Black);
        assert_eq!(draws.len(), 56);
        let moves = |taken| {
            let of_taken = draws.iter().filter(|draw| draw.taken.number() == taken);
            of_taken.map(|draw| draw.mv.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(moves(5), "9-13 9-14 10-14 10-15 11-15 11-16 12-16");
        assert_eq!(moves(11), "9-13 9-14 10-14 10-15 8-11 7-11 12-16");
        assert_eq!(moves(12), "9-13 9-14 10-14 10-15 11-15 11-16 8-12");
    }

    #[test]
    fn ballots_have_names() {
        assert_eq!(of_moves::<English>(2).played[0].name, "9-13 21-17");
        assert_eq!(of_eleven_men().played[0].name, "without 5 and 21: 9-13 25-21");
    }
}
