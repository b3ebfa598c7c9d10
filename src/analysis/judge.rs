//! What is to be said about a move: how much it lost, and what mark it gets.
//!
//! Scores are compared by what they lead to, the expected points of a game, so that a man less is
//! much where the game is even and nothing where it is won or lost anyway.

use super::Seen;
use crate::position::MoveText;
use crate::score::Score;

/// Losses of expected points from which a move gets its mark; where the game is even they are about
/// a sixth, a third and two thirds of a man.
const INACCURACY: f64 = 0.04;
const MISTAKE: f64 = 0.08;
const BLUNDER: f64 = 0.15;
/// Losses are told in centimen, of which more than so many make no difference.
const ENOUGH: i32 = 1000;

/// A fault, from the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// What is to be said about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgment {
    /// What it lost, in centimen; scores beyond ten men count as ten.
    pub loss: i32,
    /// What it lost in expected points, from 0 to 1.
    pub drop: f64,
    /// Its mark, if it was a fault.
    pub mark: Option<Mark>,
    /// There was a proven win in so many plies, 0 if nobody knows how many, and there is none after
    /// it.
    pub missed_win: Option<u32>,
    /// The engine would have played it too.
    pub is_best: bool,
    /// It was the only legal one.
    pub is_forced: bool,
    /// It is quiet and right, and every other would have been a blunder; known only where more than
    /// one line was searched.
    pub is_only_good: bool,
}

/// The points that a score promises, of which a win has 1 and a draw one half. `unit` is that of the
/// evaluation, [`Engine::unit`](crate::engine::Engine::unit).
///
/// ```
/// use damier::analysis::expectation;
/// use damier::score::Score;
///
/// assert_eq!(expectation(Score::DRAW, 100), 0.5);
/// assert_eq!(expectation(Score::win_in(3), 100), 1.0);
/// let [even, won] = [[100, 0], [1200, 900]]
///     .map(|[more, less]| expectation(Score::new(more), 100) - expectation(Score::new(less), 100));
/// assert!(even > 0.15 && won < 0.01);
/// ```
pub fn expectation(score: Score, unit: i32) -> f64 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score.centimen()) / f64::from(unit)).exp())
    }
}

impl Mark {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The sign for it.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its number in PDN.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    fn of(drop: f64) -> Option<Self> {
        match drop {
            drop if drop >= BLUNDER => Some(Self::Blunder),
            drop if drop >= MISTAKE => Some(Self::Mistake),
            drop if drop >= INACCURACY => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

impl Judgment {
    /// The judgment on a move, by the position it was played in and what the position after it is
    /// worth to its player, in scores of this unit.
    pub(super) fn of(before: &Seen, after: Score, played: MoveText, unit: i32) -> Self {
        let is_forced = before.legal == 1;
        let is_best = before.best() == Some(played);
        let mut judgment = Self {
            loss: 0,
            drop: 0.0,
            mark: None,
            missed_win: None,
            is_best,
            is_forced,
            is_only_good: is_best && !played.is_capture() && is_alone(before, unit),
        };
        // Where it is the engine's own choice too, a lower score after it says only that the engine
        // did not see so far before.
        if is_forced || is_best {
            return judgment;
        }
        let enough = |score: Score| score.centimen().clamp(-ENOUGH, ENOUGH);
        judgment.loss = (enough(before.score) - enough(after)).max(0);
        judgment.drop = (expectation(before.score, unit) - expectation(after, unit)).max(0.0);
        judgment.mark = Mark::of(judgment.drop);
        if before.score.is_win() && !after.is_win() {
            judgment.missed_win = Some(before.score.plies_known().unwrap_or(0));
            // A win that was there and is not proved any more is a fault, if a small one.
            judgment.mark = judgment.mark.or(Some(Mark::Inaccuracy));
        }
        judgment
    }
}

/// Is every line but the best a blunder?
fn is_alone(seen: &Seen, unit: i32) -> bool {
    match &seen.lines[..] {
        [best, second, ..] => {
            expectation(best.score, unit) - expectation(second.score, unit) >= BLUNDER
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Found;
    use crate::board::Square;

    const UNIT: i32 = 100;

    fn mv(from: u32) -> MoveText {
        let square = |number| Square::new(number).unwrap();
        MoveText { from: square(from), to: square(from + 5), captured: 0 }
    }

    /// A position with these lines, the first beginning with move 1, and so on.
    fn seen(scores: &[i32]) -> Seen {
        let line = |(&score, from)| Found { score: Score::new(score), moves: vec![mv(from)] };
        let lines: Vec<_> = scores.iter().zip(1..).map(line).collect();
        Seen { score: lines[0].score, legal: 5, lines, ..Seen::default() }
    }

    fn mark(before: i32, after: i32) -> Option<Mark> {
        Judgment::of(&seen(&[before]), Score::new(after), mv(9), UNIT).mark
    }

    #[test]
    fn a_man_is_much_where_the_game_is_even_and_nothing_where_it_is_decided() {
        assert_eq!(mark(0, -100), Some(Mark::Blunder));
        assert_eq!(mark(0, -60), Some(Mark::Mistake));
        assert_eq!(mark(10, -20), Some(Mark::Inaccuracy));
        assert_eq!(mark(0, -15), None);
        assert_eq!(mark(1200, 900), None);
        assert_eq!(mark(-900, -1200), None);
        assert_eq!(mark(-900, Score::loss_in(4).centimen()), None);
        assert_eq!(mark(0, Score::loss_in(4).centimen()), Some(Mark::Blunder));
        assert_eq!(mark(-50, 100), None);
    }

    #[test]
    fn a_missed_win_is_told_with_its_distance() {
        let before = seen(&[Score::win_in(5).centimen()]);
        let missed = Judgment::of(&before, Score::new(1500), mv(9), UNIT);
        assert_eq!((missed.missed_win, missed.mark), (Some(5), Some(Mark::Inaccuracy)));
        let thrown_away = Judgment::of(&before, Score::DRAW, mv(9), UNIT);
        assert_eq!((thrown_away.missed_win, thrown_away.mark), (Some(5), Some(Mark::Blunder)));
        let slower = Judgment::of(&before, Score::win_in(31), mv(9), UNIT);
        assert_eq!((slower.missed_win, slower.mark), (None, None));
    }

    #[test]
    fn no_mark_for_a_move_without_choice_or_of_the_engine() {
        let forced = Seen { legal: 1, ..seen(&[0]) };
        assert_eq!(Judgment::of(&forced, Score::new(-500), mv(9), UNIT).mark, None);
        let best = Judgment::of(&seen(&[0]), Score::new(-500), mv(1), UNIT);
        assert_eq!((best.mark, best.loss, best.is_best), (None, 0, true));
    }

    #[test]
    fn the_only_good_move_is_known_from_two_lines() {
        let only = |scores: &[i32], from| {
            Judgment::of(&seen(scores), Score::new(scores[0]), mv(from), UNIT).is_only_good
        };
        assert!(only(&[0, -100], 1));
        assert!(!only(&[0, -100], 2));
        assert!(!only(&[0, -50], 1));
        assert!(!only(&[0], 1));
        assert!(!only(&[1200, 900], 1));
    }
}
