//! The library's positions and moves in the reference's texts, square by square.

use damier::board::{Color, Piece, Square};
use damier::movegen::legal_moves;
use damier::position::{Move, Position, Setup};
use damier::rules::Rules;

/// The library's position of a Hub text.
pub fn position<R: Rules>(text: &str) -> Position<R> {
    let turn = if text.starts_with('W') { Color::White } else { Color::Black };
    let mut setup = Setup::empty(turn);
    for (index, letter) in text[1..].chars().enumerate() {
        if let Some(piece) = Piece::from_letter(letter) {
            setup.put(Square::from_index(index), piece);
        }
    }
    Position::from_setup(&setup).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The Hub text of a library's position with `squares` squares.
pub fn text<R: Rules>(pos: &Position<R>, squares: usize) -> String {
    let setup = pos.setup();
    let letters =
        (0..squares).map(|index| setup.at(Square::from_index(index)).map_or('e', Piece::letter));
    std::iter::once(pos.turn().letter()).chain(letters).collect()
}

/// A move in Hub's form.
pub fn move_text<R: Rules>(pos: &Position<R>, mv: Move) -> String {
    let squares = pos.describe(mv);
    if squares.is_capture() {
        let captured: Vec<String> =
            squares.captured_squares().map(|square| square.to_string()).collect();
        format!("{}x{}x{}", squares.from, squares.to, captured.join("x"))
    } else {
        format!("{}-{}", squares.from, squares.to)
    }
}

/// The legal moves, each with the position it leads to, sorted.
pub fn legal<R: Rules>(pos: &Position<R>, squares: usize) -> Vec<(String, String)> {
    let moves = legal_moves(pos);
    let mut legal: Vec<_> =
        moves.iter().map(|&mv| (move_text(pos, mv), text(&pos.play(mv), squares))).collect();
    legal.sort();
    legal
}
