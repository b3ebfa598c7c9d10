//! The moves of a game as a page wants them: from a record, played anew.
//!
//! A move is what Hub writes, `28x10x14x23`. Where it captures more than one piece, the squares on
//! its way follow, `28x10x14x23/19`, and a `!` where only they tell it from another move.

use std::fmt::Write;

use crate::board::Geometry;
use crate::notation::{hub, moves};
use crate::position::{Move, Position};
use crate::rules::{Rules, Variant};

/// The moves of a game from its start, up to the first that is not legal. None if the start is none.
pub(super) fn replayed(variant: Variant, start: &str, texts: &[String]) -> Option<Vec<String>> {
    dispatch!(variant, R => replayed_by::<R>(start, texts))
}

fn replayed_by<R: Rules>(start: &str, texts: &[String]) -> Option<Vec<String>> {
    let setup = hub::read_setup(start, R::Geometry::SQUARES).ok()?;
    let mut position = Position::<R>::from_setup(&setup).ok()?;
    let mut told = Vec::with_capacity(texts.len());
    for text in texts {
        let legal = hub::read_move(text).ok().and_then(|it| moves::resolve(&position, &it).ok());
        let Some(mv) = legal else { break };
        told.push(with_path(&position, mv));
        position = position.play(mv);
    }
    Some(told)
}

fn with_path<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let mut text = position.describe(mv).to_string();
    if position.captured(mv).count_ones() > 1 {
        for landing in moves::landings(position, mv) {
            _ = write!(text, "/{landing}");
        }
        // Start and end alone have one separator.
        if moves::write(position, mv).matches('x').count() > 1 {
            text.push('!');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(moves: &str) -> Option<Vec<String>> {
        let moves: Vec<_> = moves.split_whitespace().map(String::from).collect();
        replayed(Variant::English, "WeebeBeeeebbeeeeeebbeeeweeeeeeeee", &moves)
    }

    #[test]
    fn captures_have_their_way_and_what_is_not_legal_ends_the_game() {
        assert_eq!(english("23x7x10x18"), Some(vec![String::from("23x7x10x18/14!")]));
        assert_eq!(english("23x7x10x18 3x10 9-9").unwrap().len(), 2);
        assert_eq!(english("23-18 3x10"), Some(Vec::new()));
        assert_eq!(english("hello"), Some(Vec::new()));
        assert_eq!(replayed(Variant::English, "W", &[]), None);
    }
}
