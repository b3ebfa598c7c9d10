//! Which positions were met before, whatever moves led to them and whatever side they are seen from.

use std::collections::HashSet;

use crate::board::Geometry;
use crate::position::{Position, Setup};
use crate::rules::Rules;

/// A set of positions in which those that only look different count as one: a position turned by
/// half a turn with the colors swapped, and, where left and right are alike (Turkish draughts), one
/// seen in a mirror. Two games from such a pair of positions are the same game.
#[derive(Clone, Debug)]
pub struct Seen<R: Rules>(HashSet<Position<R>>);

impl<R: Rules> Default for Seen<R> {
    fn default() -> Self {
        Self(HashSet::new())
    }
}

impl<R: Rules> Seen<R> {
    /// Adds a position; is it new?
    pub fn insert(&mut self, position: &Position<R>) -> bool {
        self.0.insert(representative(position))
    }

    /// How many different positions there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Has none been added?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The same one of all positions that count as one.
fn representative<R: Rules>(position: &Position<R>) -> Position<R> {
    let turned = position.turned();
    let mut least = *position;
    for other in [Some(turned), mirrored(position), mirrored(&turned)].into_iter().flatten() {
        if order(&other) < order(&least) {
            least = other;
        }
    }
    least
}

fn order<R: Rules>(position: &Position<R>) -> (bool, u64, u64, u64) {
    let turn = position.turn();
    (turn.is_white(), position.pieces(turn), position.pieces(!turn), position.all_kings())
}

/// The position with left and right exchanged; none on a board that has no such symmetry.
fn mirrored<R: Rules>(position: &Position<R>) -> Option<Position<R>> {
    if R::Geometry::DARK_ONLY {
        return None;
    }
    let setup = position.setup();
    let mut mirrored = Setup::empty(setup.turn);
    for (square, piece) in setup.pieces() {
        let (file, rank) = R::NUMBERING.file_and_rank::<R::Geometry>(square);
        let file = R::Geometry::ROW_LENGTH - 1 - file;
        mirrored.put(R::NUMBERING.on_file_and_rank::<R::Geometry>(file, rank)?, piece);
    }
    Position::from_setup(&mirrored).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::{Brazilian, Turkish};

    #[test]
    fn positions_that_only_look_different_are_one() {
        let mut seen = Seen::<Turkish>::default();
        let mut is_new = |text| seen.insert(&fen::read(text).unwrap().position);
        assert!(is_new("W:Wa3,Kb2:Bd6"));
        assert!(!is_new("W:Wh3,Kg2:Be6"), "mirrored");
        assert!(!is_new("B:Bh6,Kg7:We3"), "turned");
        assert!(!is_new("B:Ba6,Kb7:Wd3"), "turned and mirrored");
        assert!(is_new("B:Wa3,Kb2:Bd6"), "with the other color to move");
        let mut seen = Seen::<Brazilian>::default();
        let mut is_new = |text| seen.insert(&fen::read(text).unwrap().position);
        assert!(is_new("W:Wa1:Bb8"));
        assert!(!is_new("B:Bh8:Wg1"), "turned");
        assert!(is_new("W:Wg1:Bh8"), "mirrored, which Brazilian draughts has not");
        assert_eq!(seen.len(), 2);
    }
}
