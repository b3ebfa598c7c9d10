//! Positions and moves of kish as Hub writes them. Squares of Hub are 1 (a8) to 64 (h1), bits of kish 0
//! (a1) to 63 (h8).

use std::fmt::Write;

use kish::{Action, Board, State, Team};

const SQUARES: usize = 64;
/// Turns the number of a row, from 0 to 7, around.
const OTHER_ROW: u32 = 0b11_1000;

/// A board with what is no part of a position: which colors have which squares.
pub(crate) fn read_position(text: &str) -> Option<Board> {
    let mut letters = text.chars();
    let turn = match letters.next()? {
        'W' => Team::White,
        'B' => Team::Black,
        _ => return None,
    };
    let (mut pieces, mut kings, mut number) = ([0; 2], 0, 0);
    for letter in letters {
        number += 1;
        let bit = bit_of(number)?;
        match letter {
            'w' | 'W' => pieces[0] |= bit,
            'b' | 'B' => pieces[1] |= bit,
            'e' => {}
            _ => return None,
        }
        if letter.is_ascii_uppercase() {
            kings |= bit;
        }
    }
    (number == SQUARES).then(|| Board::new(turn, State::new(pieces, kings)))
}

/// The legal move that a text says, with all squares of what it captures.
pub(crate) fn read_move(board: &Board, text: &str) -> Option<Action> {
    let numbers: Option<Vec<u64>> =
        text.split(['-', 'x']).map(|number| bit_of(number.parse().ok()?)).collect();
    let numbers = numbers?;
    let (&from, &to) = (numbers.first()?, numbers.get(1)?);
    // A king that ends where it began leaves no trace among the pieces of its color.
    let moved = if from == to { 0 } else { from | to };
    if board.friendly_pieces() & from == 0 {
        return None;
    }
    let captured = numbers[2..].iter().fold(0, |all, bit| all | bit);
    board
        .actions()
        .into_iter()
        .find(|action| moves(board, action) == moved && captures(board, action) == captured)
}

/// A legal move as Hub writes it.
pub(crate) fn write_move(board: &Board, action: &Action) -> String {
    let ours = board.friendly_pieces();
    let (moved, captured) = (moves(board, action), captures(board, action));
    let (from, to) = match moved {
        0 => {
            let king = round_trip(board, captured);
            (king, king)
        }
        _ => (moved & ours, moved & !ours),
    };
    let mark = if captured == 0 { '-' } else { 'x' };
    let mut text = format!("{}{mark}{}", number_of(from), number_of(to));
    for number in (1..=SQUARES).filter(|&it| bit_of(it).is_some_and(|bit| bit & captured != 0)) {
        let _ = write!(text, "x{number}"); // writing to a string does not fail
    }
    text
}

/// What changes among the pieces of the color to move.
pub(crate) fn moves(board: &Board, action: &Action) -> u64 {
    action.delta.pieces[board.turn.to_usize()]
}

/// What is captured.
pub(crate) fn captures(board: &Board, action: &Action) -> u64 {
    action.captured_pieces(board.turn)
}

/// Can no move take this one back?
pub(crate) fn is_conversion(board: &Board, action: &Action) -> bool {
    let moved = moves(board, action);
    let is_man = board.state.kings & moved & board.friendly_pieces() == 0;
    captures(board, action) != 0 || is_man && moved.trailing_zeros() / 8 != moved.ilog2() / 8
}

/// The king that captures these and ends where it began. Kish does not tell, but where all other kings
/// of its color are men, none of them can do that.
fn round_trip(board: &Board, captured: u64) -> u64 {
    let ours = board.friendly_pieces();
    let kings = board.state.kings & ours;
    let alone = |king: u64| {
        let state = State::new(board.state.pieces, board.state.kings & !ours | king);
        Board::new(board.turn, state)
    };
    (0..SQUARES)
        .map(|shift| 1 << shift)
        .filter(|bit| kings & bit != 0)
        .find(|&king| {
            let board = alone(king);
            let is_it = |it: &Action| moves(&board, it) == 0 && captures(&board, it) == captured;
            board.actions().iter().any(is_it)
        })
        .unwrap_or(kings & kings.wrapping_neg())
}

/// The bit of a square, if there is one of this number.
pub(crate) fn bit_of(number: usize) -> Option<u64> {
    (1..=SQUARES).contains(&number).then(|| 1 << ((number - 1) ^ OTHER_ROW as usize))
}

fn number_of(bit: u64) -> u32 {
    (bit.trailing_zeros() ^ OTHER_ROW) + 1
}
