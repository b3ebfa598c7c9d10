//! What a position with few pieces is worth: won, drawn or lost, and after how many plies.

use std::cmp::Ordering;

/// A win, a draw or a loss for the side to move, with the plies to the end of the game where the
/// winner wins as soon and the loser as late as possible. Draw rules that count moves are left out.
///
/// Wins take an odd number of plies and losses an even one, so that the distance says which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(u16);

impl Value {
    /// Neither side can win.
    pub const DRAW: Self = Self(0);
    /// The side to move has no legal move.
    pub const LOST: Self = Self(1);
    /// The longest distance that can be said, in plies.
    pub const MAX_PLIES: u16 = 0x3FFE;

    /// The value of a game that is decided after so many plies.
    #[inline(always)]
    pub const fn decided_in(plies: u16) -> Self {
        Self(plies + 1)
    }

    /// The plies to the end; none for a draw.
    #[inline(always)]
    pub const fn plies(self) -> Option<u16> {
        self.0.checked_sub(1)
    }

    /// Does the side to move win?
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 != 0 && self.0 & 1 == 0
    }

    /// Does the side to move lose?
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 & 1 == 1
    }

    /// A win is greater than a draw and a loss less.
    #[inline(always)]
    pub const fn sign(self) -> Ordering {
        if self.is_win() {
            Ordering::Greater
        } else if self.is_loss() {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }

    /// Where it stands in a list of wins, draws and losses.
    pub(super) const fn place(self) -> usize {
        if self.is_win() { 0 } else { 1 + self.is_loss() as usize }
    }

    /// Its outcome alone: a win in a ply, a draw, or a loss at once.
    #[must_use]
    pub(super) const fn outcome(self) -> Self {
        if self.is_win() { Self::decided_in(1) } else { Self(self.0 & 1) }
    }

    /// The value that stands for an outcome alone.
    pub(super) const fn of_outcome(outcome: Ordering) -> Self {
        match outcome {
            Ordering::Greater => Self::decided_in(1),
            Ordering::Equal => Self::DRAW,
            Ordering::Less => Self::LOST,
        }
    }

    /// As it is kept in tables: 0 for a draw, or the plies to the end and one.
    #[inline(always)]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The value with this [`code`](Self::code).
    #[inline(always)]
    pub const fn from_code(code: u16) -> Self {
        Self(code)
    }

    /// What a position is worth from which a move leads to one of this value.
    #[inline(always)]
    #[must_use]
    pub const fn before(self) -> Self {
        if self.0 == 0 { self } else { Self(self.0 + 1) }
    }

    /// From the worst loss to the best win.
    #[inline(always)]
    const fn order(self) -> i32 {
        if self.0 == 0 {
            0
        } else if self.is_win() {
            0x1_0000 - self.0 as i32
        } else {
            self.0 as i32 - 0x1_0000
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What the side to move likes better is greater: a win soon, a late one, a draw, a loss far off.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_as_the_side_to_move_likes_them() {
        let values = [0, 2, 8].map(Value::decided_in).into_iter();
        let order: Vec<Value> =
            values.chain([Value::DRAW]).chain([9, 3, 1].map(Value::decided_in)).collect();
        assert!(order.is_sorted());
        assert!(order[..3].iter().all(|value| value.is_loss() && !value.is_win()));
        assert!(order[4..].iter().all(|value| value.is_win() && !value.is_loss()));
        assert_eq!(Value::LOST.before(), Value::decided_in(1));
        assert_eq!(Value::DRAW.before(), Value::DRAW);
        assert_eq!(Value::from_code(Value::decided_in(7).code()).plies(), Some(7));
    }
}
