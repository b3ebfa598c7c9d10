//! Ratings of any number of engines from all games between them, by maximum likelihood.
//!
//! **Model.** That of Zermelo (1929) and of Bradley and Terry (1952), in Elo: `a` is expected to score
//! `1 / (1 + 10^((b - a) / 400))` against `b`. A draw counts as half a win and half a loss, so that the
//! ratings are those at which everybody has the points that are expected of him. These are the
//! equations of Ordo (Ballicora), and for two engines the Elo formula. Davidson's model (1970), which
//! has a parameter for draws, is not used: its differences grow with the number of draws at the same
//! score, and would not be those of a match. Nor is there a parameter for White: each opening is
//! played with both colors.
//!
//! **Prior.** Each rating is taken to be normally distributed around 0 with a deviation of 1,000 Elo.
//! So there is always one finite answer, also for who won everything and for engines that never met,
//! not even by others. A difference of 200 Elo in 100 games is changed by 0.2 Elo.
//!
//! **Errors.** The likelihood says how steep it is, but not how much results scatter: less than wins
//! and losses do if games are drawn, and the two games of an opening are not independent. Hence the
//! sandwich (Huber 1967; White 1982; Liang and Zeger 1986, with the pairs as clusters): the scatter of
//! the pairs' points between two inverse Hessians. As few pairs tell little of their scatter, two more
//! are added to each encounter that scatter as wins and losses would. For two engines this is the
//! error that pairs have in a match.
//!
//! **Likelihood of superiority.** The part of the normal distribution of a difference that is above 0.

mod matrix;

use super::stats::normal_below;
use matrix::Matrix;

/// The deviation of the prior, in Elo.
const PRIOR: f64 = 1000.0;
/// Pairs of games that are added to an encounter to know its scatter.
const ADDED: f64 = 2.0;
/// Elo in the natural unit of the logistic function.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// No more engines are rated together: the work grows with the third power.
pub const MOST_ENGINES: usize = 1000;
/// Deviations on both sides of the mean that hold 95 %.
const DEVIATIONS: f64 = 1.959_963_984_540_054;
/// Newton's method needs some ten rounds, of which the first may be cut short.
const ROUNDS: usize = 200;
const LONGEST_STEP: f64 = 2.0;
const SETTLED: f64 = 1e-10;

/// All results between two engines, as the first sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// Pairs of games with the colors changed that brought 0, 1, 2, 3, 4 half points.
    pub pairs: [u32; 5],
    /// Games without a second one: lost, drawn, won.
    pub singles: [u32; 3],
}

/// Two engines, by their places, and what there was between them.
pub type Meeting = ([usize; 2], Encounter);

/// What keeps the ratings where they are: differences alone would fit anywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// Their mean is 0.
    Mean,
    /// An engine has this rating.
    Engine(usize, f64),
}

/// The ratings, with what is known of their errors.
#[derive(Clone, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    /// In squared Elo.
    covariance: Matrix,
    anchor: Anchor,
    groups: Vec<usize>,
}

impl Encounter {
    fn games(&self) -> f64 {
        let sum = |counts: &[u32]| counts.iter().map(|&count| f64::from(count)).sum::<f64>();
        2.0 * sum(&self.pairs) + sum(&self.singles)
    }

    fn points(&self) -> f64 {
        let sum = |counts: &[u32]| {
            let points = counts.iter().zip(0u8..).map(|(&n, half)| f64::from(n) * f64::from(half));
            points.sum::<f64>() / 2.0
        };
        sum(&self.pairs) + sum(&self.singles)
    }

    /// How much the points scatter around what is expected of each game.
    fn scatter(&self, expected: f64) -> f64 {
        let of_game = expected * (1.0 - expected);
        scatter(&self.pairs, 2.0 * expected, 2.0 * of_game)
            + scatter(&self.singles, expected, of_game)
    }
}

fn scatter(counts: &[u32], expected: f64, by_model: f64) -> f64 {
    let n: f64 = counts.iter().map(|&count| f64::from(count)).sum();
    let seen: f64 = (0u8..)
        .zip(counts)
        .map(|(half, &count)| f64::from(count) * (f64::from(half) / 2.0 - expected).powi(2))
        .sum();
    (seen + ADDED * by_model) * n / (n + ADDED)
}

/// Rates `count` engines.
///
/// # Panics
/// If a meeting or the anchor is not of them, or there are more than [`MOST_ENGINES`].
pub fn rate(count: usize, meetings: &[Meeting], anchor: Anchor) -> Ratings {
    assert!(count <= MOST_ENGINES, "the caller looks after the number of engines");
    let (theta, hessian) = likeliest(count, meetings);
    let mut scatter = Matrix::diagonal(count, precision());
    for ([first, second], encounter) in meetings {
        scatter.add_difference(*first, *second, encounter.scatter(score(&theta, *first, *second)));
    }
    let inverse = hessian.inverse();
    let mut covariance = inverse.times(&scatter).times(&inverse);
    covariance.scale(ELO * ELO);
    let shift = match anchor {
        Anchor::Mean => -theta.iter().sum::<f64>() * ELO / count.max(1) as f64,
        Anchor::Engine(engine, elo) => elo - theta[engine] * ELO,
    };
    let elo = theta.iter().map(|theta| theta * ELO + shift).collect();
    Ratings { elo, covariance, anchor, groups: groups(count, meetings) }
}

/// One over the variance of the prior.
fn precision() -> f64 {
    (ELO / PRIOR).powi(2)
}

fn score(theta: &[f64], first: usize, second: usize) -> f64 {
    1.0 / (1.0 + (theta[second] - theta[first]).exp())
}

/// The likeliest ratings by Newton's method, and the negative second derivatives there. The likelihood
/// is concave, so that there is one maximum and each step can be shortened until it leads upward.
fn likeliest(count: usize, meetings: &[Meeting]) -> (Vec<f64>, Matrix) {
    let mut theta = vec![0.0; count];
    for _ in 0..ROUNDS {
        let (gradient, hessian) = derivatives(&theta, meetings);
        let mut step = hessian.solve(&gradient);
        let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        if longest > LONGEST_STEP {
            for part in &mut step {
                *part *= LONGEST_STEP / longest;
            }
        }
        let before = log_likelihood(&theta, meetings);
        let moved = |by: f64| -> Vec<f64> {
            theta.iter().zip(&step).map(|(theta, part)| theta + by * part).collect()
        };
        let shorter = (0..30).map(|halvings| 0.5_f64.powi(halvings));
        let next = shorter.map(moved).find(|next| log_likelihood(next, meetings) >= before);
        // Nothing leads upward any more than the precision of the numbers allows.
        let Some(next) = next else { break };
        theta = next;
        if longest < SETTLED {
            break;
        }
    }
    let (_, hessian) = derivatives(&theta, meetings);
    (theta, hessian)
}

fn log_likelihood(theta: &[f64], meetings: &[Meeting]) -> f64 {
    // ln(1 / (1 + exp(-x))), also where exp(-x) is more than a number can hold.
    let ln_score = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
    let of_games = meetings.iter().map(|([first, second], encounter)| {
        let lead = theta[*first] - theta[*second];
        let (games, points) = (encounter.games(), encounter.points());
        points * ln_score(lead) + (games - points) * ln_score(-lead)
    });
    let of_prior = theta.iter().map(|theta| -precision() * theta * theta / 2.0);
    of_games.sum::<f64>() + of_prior.sum::<f64>()
}

fn derivatives(theta: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Matrix) {
    let mut gradient: Vec<f64> = theta.iter().map(|theta| -precision() * theta).collect();
    let mut hessian = Matrix::diagonal(theta.len(), precision());
    for ([first, second], encounter) in meetings {
        let expected = score(theta, *first, *second);
        let surplus = encounter.points() - encounter.games() * expected;
        gradient[*first] += surplus;
        gradient[*second] -= surplus;
        hessian.add_difference(*first, *second, encounter.games() * expected * (1.0 - expected));
    }
    (gradient, hessian)
}

/// For each engine, the first of those that it can be compared with by games.
fn groups(count: usize, meetings: &[Meeting]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..count).collect();
    for ([first, second], _) in meetings {
        let (low, high) = (group[*first].min(group[*second]), group[*first].max(group[*second]));
        group.iter_mut().filter(|it| **it == high).for_each(|it| *it = low);
    }
    group
}

impl Ratings {
    /// The rating of an engine.
    pub fn elo(&self, engine: usize) -> f64 {
        self.elo[engine]
    }

    /// Half the width of its 95 % interval, against the mean or the anchor.
    pub fn error(&self, engine: usize) -> f64 {
        let variance = match self.anchor {
            Anchor::Engine(anchor, _) => self.variance(engine, anchor),
            Anchor::Mean => {
                let count = self.elo.len() as f64;
                let all: f64 = (0..self.elo.len()).map(|row| self.covariance.row_sum(row)).sum();
                self.covariance.at(engine, engine) - 2.0 * self.covariance.row_sum(engine) / count
                    + all / (count * count)
            }
        };
        DEVIATIONS * variance.max(0.0).sqrt()
    }

    /// How likely the first is stronger than the second, from 0 to 1.
    pub fn superiority(&self, first: usize, second: usize) -> f64 {
        let deviation = self.variance(first, second).max(0.0).sqrt();
        match (self.elo[first] - self.elo[second]) / deviation {
            deviations if deviations.is_nan() => 0.5,
            deviations => normal_below(deviations),
        }
    }

    /// Engines with the same number can be compared by games, of their own and of others.
    pub fn group(&self, engine: usize) -> usize {
        self.groups[engine]
    }

    /// Of the difference of two.
    fn variance(&self, first: usize, second: usize) -> f64 {
        let at = |row, column| self.covariance.at(row, column);
        at(first, first) + at(second, second) - 2.0 * at(first, second)
    }
}

#[cfg(test)]
mod tests;
