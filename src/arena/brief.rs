//! A game as rankings know it: who played whom from where, who won, and which game it was.

use super::record::{GameRecord, GameResult};
use crate::rules::Variant;

/// What rankings keep of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    /// The variant.
    pub variant: Variant,
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// Who won.
    pub result: GameResult,
    /// The fingerprint of its opening: the start and the moves that had to be played.
    pub opening: u64,
    /// Its own: variant, players, start, all moves and the result. Two games that agree in all of it
    /// are the same game, however often it was played or written down.
    pub game: u64,
}

impl Brief {
    /// Of a game that was played in a variant.
    pub fn of(game: &GameRecord, variant: Variant) -> Self {
        let opening = game.moves.iter().take(game.opening_plies).map(String::as_str);
        let opening = fingerprint([game.start.as_str()].into_iter().chain(opening));
        let result = match game.result {
            GameResult::White => "white",
            GameResult::Black => "black",
            GameResult::Draw => "draw",
        };
        let head = [variant.name(), &game.white, &game.black, &game.start, result];
        let all = fingerprint(head.into_iter().chain(game.moves.iter().map(String::as_str)));
        Self {
            variant,
            white: game.white.clone(),
            black: game.black.clone(),
            result: game.result,
            opening,
            game: all,
        }
    }

    /// Half points of White.
    pub(super) fn half_points(&self) -> usize {
        match self.result {
            GameResult::White => 2,
            GameResult::Draw => 1,
            GameResult::Black => 0,
        }
    }
}

/// FNV-1a in 64 bits (Fowler, Noll, Vo 1991) of words, each followed by a line feed.
fn fingerprint<'a>(words: impl Iterator<Item = &'a str>) -> u64 {
    let bytes = words.flat_map(|word| word.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of draft-eastlake-fnv, with the line feed that is added here.
    #[test]
    fn fingerprints_are_those_of_fnv() {
        assert_eq!(fingerprint([].into_iter()), 0xcbf2_9ce4_8422_2325);
        assert_ne!(fingerprint(["ab", "c"].into_iter()), fingerprint(["a", "bc"].into_iter()));
        let by_hand = (0xcbf2_9ce4_8422_2325_u64 ^ u64::from(b'\n')).wrapping_mul(0x0100_0000_01b3);
        assert_eq!(fingerprint([""].into_iter()), by_hand);
    }
}
