//! Games of a match as PDN: the few tags that a finished game needs.

use std::fmt::Write;

use super::record::{GameRecord, GameResult};
use super::referee::{PdnGame, in_pdn};
use crate::board::Color;
use crate::rules::{Rules, Variant};

const WIDTH: usize = 80;

/// A game as PDN writes it, with an empty line after it.
///
/// # Errors
/// If it is no game of the variant.
pub fn write(game: &GameRecord, variant: Variant) -> anyhow::Result<String> {
    let PdnGame { fen, moves, first } = in_pdn(variant, &game.start, &game.moves)?;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // A quote would end the value, and PDN has no other way to write it.
        writeln!(text, "[{name} \"{}\"]", value.replace(['"', '\\'], "'"))
    };
    tag("Event", "damier match")?;
    tag("Date", "????.??.??")?;
    tag("Round", &format!("{}.{}", game.game / 2 + 1, game.game % 2 + 1))?;
    tag("White", &game.white)?;
    tag("Black", &game.black)?;
    tag("Result", result(game.result, variant))?;
    tag("GameType", dispatch!(variant, R => <R as Rules>::GAME_TYPE))?;
    if let Some(fen) = fen {
        tag("SetUp", "1")?;
        tag("FEN", &fen)?;
    }
    tag("PlyCount", &moves.len().to_string())?;
    tag("Termination", &game.reason)?;
    text.push('\n');
    let first_color = dispatch!(variant, R => <R as Rules>::FIRST);
    wrap(&mut text, &numbered(&moves, first, first_color));
    text.push('\n');
    Ok(text)
}

/// The moves with their numbers. Where the second color begins, its first number has three dots.
fn numbered(moves: &[String], first: Color, first_color: Color) -> Vec<String> {
    let late = usize::from(first != first_color);
    let mut words: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(ply, mv)| {
            let turns = ply + late;
            match turns % 2 {
                0 => format!("{}. {mv}", turns / 2 + 1),
                _ if ply == 0 => format!("1... {mv}"),
                _ => mv.clone(),
            }
        })
        .collect();
    // A result here could be read as a move.
    words.push(String::from("*"));
    words
}

fn wrap(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text.push('\n');
}

/// International draughts gives two points for a win.
fn result(result: GameResult, variant: Variant) -> &'static str {
    match (result, variant == Variant::International) {
        (GameResult::White, true) => "2-0",
        (GameResult::Black, true) => "0-2",
        (GameResult::Draw, true) => "1-1",
        (GameResult::White, false) => "1-0",
        (GameResult::Black, false) => "0-1",
        (GameResult::Draw, false) => "1/2-1/2",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_the_color_that_begins_a_game() {
        let moves: Vec<_> = ["a", "b", "c"].map(String::from).into();
        let text = |first, second| numbered(&moves, first, second).join(" ");
        assert_eq!(text(Color::White, Color::White), "1. a b 2. c *");
        assert_eq!(text(Color::Black, Color::White), "1... a 2. b c *");
        assert_eq!(text(Color::Black, Color::Black), "1. a b 2. c *");
    }

    #[test]
    fn lines_are_short() {
        let mut text = String::new();
        wrap(&mut text, &vec![String::from("12. 32-28"); 40]);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 80);
    }
}
