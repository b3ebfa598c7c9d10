//! Boards drawn with characters, White at the bottom.

use crate::board::{Geometry, Piece, Square};
use crate::position::{Position, Setup};
use crate::rules::{Numbering, Rules};

/// The pieces on the board: `w` and `b` are men, `W` and `B` kings, `.` is an empty square.
pub fn pieces<R: Rules>(pos: &Position<R>) -> String {
    let setup: Setup = pos.setup();
    draw::<R::Geometry>(R::NUMBERING, 2, |square| {
        setup.at(square).map_or('.', Piece::letter).to_string()
    })
}

/// The numbers of the squares.
pub fn numbers<R: Rules>() -> String {
    draw::<R::Geometry>(R::NUMBERING, 3, |square| square.to_string())
}

/// Draws each square that is played on in so many characters, ranks and files at the edges.
fn draw<G: Geometry>(
    numbering: Numbering,
    width: usize,
    content: impl Fn(Square) -> String,
) -> String {
    let files = if G::DARK_ONLY { 2 * G::ROW_LENGTH } else { G::ROW_LENGTH };
    let mut text = String::new();
    for rank in (1..=G::ROWS).rev() {
        let row = (0..files).map(|file| {
            let content = numbering.on_file_and_rank::<G>(file, rank).map(&content);
            format!("{:>width$}", content.unwrap_or_default())
        });
        let line = format!("{rank:>2} {}", row.collect::<String>());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let names = (b'a'..).take(files).map(|name| format!("{:>width$}", char::from(name)));
    text.push_str("   ");
    text.extend(names);
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, Spanish};

    #[test]
    fn pieces_stand_where_the_player_sees_them() {
        assert_eq!(
            pieces(&Position::<English>::start()),
            " 8    b   b   b   b
 7  b   b   b   b
 6    b   b   b   b
 5  .   .   .   .
 4    .   .   .   .
 3  w   w   w   w
 2    w   w   w   w
 1  w   w   w   w
    a b c d e f g h
"
        );
    }

    #[test]
    fn numbers_begin_where_the_variant_says() {
        let first_and_last = |text: String| {
            let lines: Vec<_> = text.lines().map(str::to_owned).collect();
            (lines[0].clone(), lines[7].clone())
        };
        let (top, bottom) = first_and_last(numbers::<English>());
        assert_eq!(
            (top.as_str(), bottom.as_str()),
            (" 8      1     2     3     4", " 1  29    30    31    32")
        );
        let (top, bottom) = first_and_last(numbers::<Spanish>());
        assert_eq!(
            (top.as_str(), bottom.as_str()),
            (" 8  32    31    30    29", " 1      4     3     2     1")
        );
    }
}
