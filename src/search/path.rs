//! The way from the last conversion of the game to the node being searched: repetition and the draw
//! counters.

use super::tune::{self, MAX_PLY};
use crate::game::{Counters, Game};
use crate::position::{Move, Position};
use crate::rules::Rules;

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    counters: Counters,
}

/// The positions since the last conversion of the game, and those of the line being searched.
#[derive(Clone, Debug)]
pub(super) struct Path {
    steps: Vec<Step>,
    /// Where the root of the search is among them.
    root: usize,
}

impl Path {
    pub(super) fn new<R: Rules>(game: &Game<R>) -> Self {
        let keys = game.keys();
        let mut steps = Vec::with_capacity(keys.len() + MAX_PLY + 2);
        // Of the positions before the root only the keys are asked for.
        steps.extend(keys.iter().map(|&key| Step { key, counters: game.counters() }));
        Self { root: steps.len() - 1, steps }
    }

    /// The key of the position at the end.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        self.last().key
    }

    #[inline(always)]
    fn last(&self) -> Step {
        self.steps[self.steps.len() - 1]
    }

    #[inline(always)]
    pub(super) fn push<R: Rules>(
        &mut self,
        key: u64,
        before: &Position<R>,
        mv: Move,
        after: &Position<R>,
    ) {
        let counters = self.last().counters.after(before, mv, after);
        self.steps.push(Step { key, counters });
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// How many plies of the search are on it.
    #[inline(always)]
    pub(super) fn ply(&self) -> usize {
        self.steps.len() - 1 - self.root
    }

    /// Was there a capture or an advance of a man since the root?
    pub(super) fn has_converted(&self) -> bool {
        (self.last().counters.plies_without_conversion() as usize) < self.ply()
    }

    /// What the draw rules count at the end.
    pub(super) fn counters(&self) -> Counters {
        self.last().counters
    }

    /// Plies that are sure to be played before a draw counter ends the game.
    pub(super) fn sure_plies<R: Rules>(&self) -> u32 {
        self.last().counters.sure_plies::<R>()
    }

    /// Is this position a draw for having been there before?
    ///
    /// The first repetition within the line counts: what can be forced once can be forced again.
    /// Of the game before the root only what makes the third time counts.
    #[inline(always)]
    pub(super) fn is_repeated(&self) -> bool {
        let Step { key, counters } = self.last();
        let quiet = counters.plies_without_conversion();
        quiet >= 4 && self.was_there(key, quiet as usize)
    }

    fn was_there(&self, key: u64, quiet: usize) -> bool {
        let end = self.steps.len() - 1;
        let mut before_root = 0;
        let mut back = 4;
        while back <= quiet.min(end) {
            let at = end - back;
            if self.steps[at].key == key {
                before_root += 1;
                if at >= self.root || before_root == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Is this position, in which there is a legal move, drawn by a rule other than repetition?
    #[inline(always)]
    pub(super) fn is_drawn<R: Rules>(&self, pos: &Position<R>) -> bool {
        self.last().counters.drawn(pos).is_some()
    }

    /// Is a draw counter so near its end that what was found elsewhere, with the counters further
    /// from it, may not hold here?
    #[inline(always)]
    pub(super) fn is_late<R: Rules>(&self) -> bool {
        self.last().counters.plies_left::<R>() <= tune::late_plies() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::rules::{DrawProfile, English};

    /// Two kings that step to and fro.
    fn game(plies: usize) -> Game<English> {
        let pos = Position::new(1 << 34, 1, 1 << 34 | 1, crate::board::Color::White);
        let mut game = Game::new(pos, DrawProfile::Standard);
        for ply in 0..plies {
            let back = ply % 4 >= 2;
            let moves = legal_moves(game.position());
            let home = if ply % 2 == 0 { 1 << 34 } else { 1 };
            let mv = moves.iter().copied().find(|mv| !back || mv.bits() & home != 0);
            game.play(mv.expect("a king in its corner, or one step from it, can move"));
        }
        game
    }

    fn extended(game: &Game<English>, plies: usize) -> Path {
        let mut path = Path::new(game);
        let longer = self::game(game.moves().len() + plies);
        for (before, mv) in longer.moves().skip(game.moves().len()) {
            let after = before.play(mv);
            path.push(after.key(), before, mv, &after);
        }
        path
    }

    #[test]
    fn one_repetition_of_the_line_is_a_draw() {
        assert!(!extended(&game(0), 3).is_repeated());
        assert!(extended(&game(0), 4).is_repeated());
    }

    #[test]
    fn the_game_before_has_to_have_repeated_twice() {
        assert!(!extended(&game(3), 1).is_repeated());
        assert!(extended(&game(7), 1).is_repeated());
    }
}
