//! Openings as lines: a FEN, a Hub position, or moves.

use std::io::Read;

use anyhow::{Context, bail};

use super::{MOST, Opening, new_game, not_over, opening_of};
use crate::board::Geometry;
use crate::notation::{fen, hub, moves, quoted};
use crate::position::Position;
use crate::rules::Rules;

/// More bytes than this are not read.
const LONGEST: u64 = 64 << 20;

/// The text of a file of lines.
pub(super) fn text(input: impl Read, source: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    input
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("{source} cannot be read"))?;
    if bytes.len() as u64 > LONGEST {
        bail!("{source} is longer than {} MiB", LONGEST >> 20);
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.split(|&byte| byte == b'\n').count();
        anyhow::anyhow!("{source}, line {line}: it is not text in UTF-8")
    })
}

/// Reads all lines, of moves no more than the first so many plies.
pub(super) fn read<R: Rules>(text: &str, plies: Option<usize>) -> anyhow::Result<Vec<Opening>> {
    let mut list = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in text.lines().enumerate() {
        let (line, name) = line.split_once('#').unwrap_or((line, ""));
        let (line, name) = (line.trim(), name.trim());
        if line.is_empty() {
            continue;
        }
        if list.len() == MOST {
            bail!("line {}: there are more than {MOST} openings", number + 1);
        }
        let mut opening =
            read_line::<R>(line, plies).with_context(|| format!("line {}", number + 1))?;
        opening.name = (!name.is_empty()).then(|| name.to_owned());
        list.push(opening);
    }
    Ok(list)
}

fn read_line<R: Rules>(line: &str, plies: Option<usize>) -> anyhow::Result<Opening> {
    let squares = R::Geometry::SQUARES;
    let is_hub = line.len() == squares + 1 && line.chars().all(|it| "wbWBe".contains(it));
    if is_hub {
        return opening_at(Position::<R>::from_setup(&hub::read_setup(line, squares)?)?, 0);
    }
    if line.contains(':') {
        let fen = fen::read::<R>(line)?;
        return opening_at(fen.position, fen.quiet_plies);
    }
    let mut game = new_game::<R>(Position::start(), 0);
    let words = line.split_whitespace().map(without_number);
    let words = words.filter(|word| !word.is_empty() && *word != "*");
    for word in words.take(plies.unwrap_or(usize::MAX)) {
        if game.outcome().is_some() {
            bail!("the game is over before {}", quoted(word));
        }
        let mv = moves::resolve(game.position(), &moves::read::<R>(word)?)?;
        game.play(mv);
    }
    not_over(&game)?;
    Ok(opening_of(&game, 0))
}

/// A word of a list of moves without the number before it, as in `1.32-28`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

fn opening_at<R: Rules>(position: Position<R>, quiet_plies: u32) -> anyhow::Result<Opening> {
    let game = new_game(position, quiet_plies);
    not_over(&game)?;
    Ok(opening_of(&game, quiet_plies))
}

/// Writes an opening so that [`read`] reads it: the moves where it begins from the start, else where
/// they lead to.
pub(super) fn write<R: Rules>(opening: &Opening) -> anyhow::Result<String> {
    let mut position = Position::<R>::from_setup(&opening.start)?;
    let is_start = position == Position::start() && opening.quiet_plies == 0;
    let mut game = new_game(position, opening.quiet_plies);
    let mut words = Vec::new();
    for &mv in &opening.moves {
        let mv = moves::resolve(&position, &mv.into())?;
        words.push(moves::write(&position, mv));
        game.play(mv);
        position = *game.position();
    }
    if is_start && !words.is_empty() {
        return Ok(words.join(" "));
    }
    Ok(match game.plies_without_conversion() {
        0 => fen::write(&position),
        plies => fen::write_with_quiet_plies(&position, plies),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::rules::{English, International, Turkish};

    fn one<R: Rules>(line: &str) -> anyhow::Result<Opening> {
        Ok(read::<R>(line, None)?.remove(0))
    }

    #[test]
    fn a_line_is_a_fen_a_hub_position_or_moves() {
        let moves = one::<International>("1. 32-28 19-23 2.28x19 14x23 *").unwrap();
        assert_eq!((moves.moves.len(), moves.name), (4, None));
        let moves = one::<Turkish>("a3-a4 b6-b5 # the left wing").unwrap();
        assert_eq!((moves.moves.len(), moves.name.as_deref()), (2, Some("the left wing")));
        let fen = one::<English>("W:W27,19:B11,K1:H3").unwrap();
        assert_eq!((fen.moves.len(), fen.quiet_plies), (0, 3));
        let start = hub::write_setup(&Position::<English>::start().setup(), 32);
        assert_eq!(one::<English>(&start).unwrap().start.turn, Color::Black);
        let list = read::<English>("\u{feff}# two\n\n11-15 23-19 8-11\r\n9-13", Some(2)).unwrap();
        assert_eq!(list.iter().map(|it| it.moves.len()).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn a_line_that_is_no_opening_is_told_why() {
        let error = |line| format!("{:#}", read::<English>(line, None).unwrap_err());
        assert!(error("#\n11-15 11-15").starts_with("line 2: illegal move 11-15"));
        assert!(error("hello").contains("hello"));
        assert_eq!(error("W:W:B1"), "line 1: the game is over: Black wins: no piece left");
    }

    #[test]
    fn what_is_written_is_read_back() {
        for line in ["1. 32-28 19-23 2.28x19 14x23", "W:W28,K3:B11,K50:H7", "W:W28:B11"] {
            let opening = one::<International>(line).unwrap();
            let again = one::<International>(&write::<International>(&opening).unwrap()).unwrap();
            assert_eq!(again, opening);
        }
    }
}
