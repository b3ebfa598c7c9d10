//! The library's positions and moves in the reference's texts, square by square.

use damier::board::{Bits, Color, Geometry, Piece, Square, each_bit};
use damier::movegen::legal_moves;
use damier::position::{Move, Position, Setup};
use damier::rules::Rules;

use super::random::Random;
use super::variants::Rules as Reference;

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

/// Pieces of both colors thrown on the board.
pub fn thrown<R: Rules>(random: &mut Random, pieces: usize) -> Position<R> {
    let squares: Vec<Bits> = each_bit(R::Geometry::BOARD).collect();
    loop {
        let (mut sides, mut kings) = ([0; 2], 0);
        for _ in 0..pieces {
            let bit = squares[random.below(squares.len())];
            sides[random.below(2)] |= bit;
            if random.chance(50) {
                kings |= bit;
            }
        }
        let [white, black] = sides;
        let all: Bits = white | black;
        let turn = [Color::White, Color::Black][random.below(2)];
        let men_at_home = white & !kings & Position::<R>::last_row(Color::White)
            | black & !kings & Position::<R>::last_row(Color::Black);
        if white & black == 0
            && all.count_ones() as usize == pieces
            && white != 0
            && black != 0
            && men_at_home == 0
        {
            return Position::new(white, black, kings, turn);
        }
    }
}

/// Random games, from the start and from thrown-on pieces: at each position `check` is called, with
/// how many plies it is from there.
pub fn play<R: Rules>(
    name: &str,
    games: usize,
    longest: usize,
    mut check: impl FnMut(&Position<R>, usize, &mut Random),
) {
    let mut random = Random::new(name.len() as u64);
    for game in 0..games {
        let mut pos = if game % 2 == 0 {
            Position::start()
        } else {
            let thrown = super::random::throw(Reference::named(name), &mut random);
            position(&thrown.text())
        };
        for ply in 0..longest {
            check(&pos, ply, &mut random);
            let moves = legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            pos = pos.play(moves[random.below(moves.len())]);
        }
    }
}
