use super::super::stats::{Counts, estimate};
use super::*;
use crate::random::Random;

fn singles(lost: u32, drawn: u32, won: u32) -> Encounter {
    Encounter { singles: [lost, drawn, won], ..Encounter::default() }
}

fn pairs(pairs: [u32; 5]) -> Encounter {
    Encounter { pairs, ..Encounter::default() }
}

fn is_near(value: f64, wanted: f64, reach: f64, what: &str) {
    assert!((value - wanted).abs() <= reach, "{what}: {value} where {wanted} is wanted");
}

/// Wins against each other, `[winner][loser]`, as meetings.
fn table<const N: usize>(wins: [[u32; N]; N]) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for first in 0..N {
        for second in first + 1..N {
            let encounter = singles(wins[second][first], 0, wins[first][second]);
            meetings.push(([first, second], encounter));
        }
    }
    meetings
}

/// Compares with published logits and their standard errors against the last one, if there are any.
fn is_published<const N: usize>(wins: [[u32; N]; N], reference: usize, published: [[f64; 2]; N]) {
    let ratings = rate(N, &table(wins), Anchor::Engine(reference, 0.0));
    for (engine, [logit, error]) in published.into_iter().enumerate() {
        let what = format!("number {engine}");
        is_near(ratings.elo(engine) / ELO, logit, 0.006, &what);
        // Theirs come from the model alone, ours from how the games scattered.
        is_near(ratings.error(engine) / ELO / DEVIATIONS, error, 0.05 * error, &what);
    }
}

/// Agresti, Categorical Data Analysis (2nd edition 2002), page 438: the American League of 1987 in
/// baseball; to four digits by Turner and Firth's `BradleyTerry2` (Journal of Statistical Software 48,
/// 2012). Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
#[test]
fn the_baseball_league_is_rated_as_published() {
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let published = [
        [1.5814, 0.3433],
        [1.4364, 0.3396],
        [1.2945, 0.3367],
        [1.2476, 0.3359],
        [1.1077, 0.3339],
        [0.6839, 0.3319],
        [0.0, 0.0],
    ];
    is_published(wins, 6, published);
}

/// Stigler (1994), in Agresti (2002), page 448: which journal cites which. Biometrika, Communications
/// in Statistics, JASA, JRSS-B; the estimates are those of the vignette of `BradleyTerry2`.
#[test]
fn the_journals_are_rated_as_published() {
    let cited = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]];
    let published =
        [[0.0, 0.0], [-2.949_07, 0.102_55], [-0.479_57, 0.060_59], [0.268_95, 0.070_83]];
    is_published(cited, 0, published);
}

#[test]
fn two_engines_have_the_difference_of_the_elo_formula() {
    for (encounter, elo) in [
        (singles(100, 0, 300), 190.85),
        (singles(96, 111, 136), 40.70),
        (singles(0, 20, 0), 0.0),
        (pairs([34, 54, 63, 64, 75]), 55.58),
    ] {
        let ratings = rate(2, &[([0, 1], encounter)], Anchor::Mean);
        is_near(ratings.elo(0) - ratings.elo(1), elo, 0.1, "difference");
        is_near(ratings.elo(0) + ratings.elo(1), 0.0, 1e-9, "mean");
        let anchored = rate(2, &[([0, 1], encounter)], Anchor::Engine(1, 1500.0));
        is_near(anchored.elo(0), 1500.0 + elo, 0.1, "anchored");
        is_near(anchored.error(1), 0.0, 1e-9, "the anchor");
    }
}

#[test]
fn two_engines_have_the_error_that_pairs_have_in_a_match() {
    for counts in [[34, 54, 63, 64, 75], [332, 433, 498, 333, 334], [1, 40, 300, 50, 2]] {
        let wanted = estimate(Counts::of_pairs(&counts)).unwrap();
        let ratings = rate(2, &[([0, 1], pairs(counts))], Anchor::Engine(1, 0.0));
        is_near(ratings.error(0), wanted.elo.error, 0.03 * wanted.elo.error, "error");
        is_near(ratings.superiority(0, 1), wanted.superiority, 0.006, "superiority");
        is_near(ratings.superiority(1, 0), 1.0 - wanted.superiority, 0.006, "inferiority");
    }
}

#[test]
fn who_won_everything_has_a_finite_rating_and_a_large_error() {
    let won = |games| {
        let ratings = rate(2, &[([0, 1], pairs([0, 0, 0, 0, games]))], Anchor::Mean);
        (ratings.elo(0) - ratings.elo(1), ratings.error(0))
    };
    let (few, many) = (won(2), won(200));
    assert!(few.0 > 300.0 && many.0 > few.0 + 200.0 && many.0 < 3000.0, "{few:?} {many:?}");
    assert!(few.1 > 150.0 && many.1 > 150.0, "{few:?} {many:?}");
    let ratings = rate(2, &[([0, 1], pairs([0, 0, 0, 0, u32::MAX]))], Anchor::Mean);
    assert!(ratings.elo(0).is_finite() && ratings.error(0).is_finite());
}

#[test]
fn who_never_met_is_told_apart_and_rated_around_the_same_mean() {
    let meetings = [([0, 1], singles(10, 0, 30)), ([2, 3], singles(20, 5, 20))];
    let ratings = rate(5, &meetings, Anchor::Mean);
    let groups: Vec<_> = (0..5).map(|engine| ratings.group(engine)).collect();
    assert_eq!(groups, [0, 0, 2, 2, 4]);
    is_near(ratings.elo(0) - ratings.elo(1), 190.85, 0.6, "met");
    is_near(ratings.elo(2), ratings.elo(3), 1e-6, "even");
    is_near(ratings.elo(0) + ratings.elo(1), 0.0, 1e-6, "mean");
    assert!(ratings.error(0) > 500.0, "{}", ratings.error(0));
    is_near(ratings.superiority(0, 1), 0.999, 0.002, "known by games");
    assert!(ratings.superiority(0, 4) < 0.7);
}

#[test]
fn nobody_and_one_are_rated_too() {
    rate(0, &[], Anchor::Mean);
    let ratings = rate(1, &[], Anchor::Mean);
    is_near(ratings.elo(0), 0.0, 1e-9, "alone");
}

/// Games drawn from known strengths give these back within their errors, about as often as they say.
#[test]
fn drawn_games_give_the_strengths_back() {
    let strengths = [150.0, 60.0, 0.0, -40.0, -170.0];
    let mut inside = 0;
    let mut all = 0;
    for seed in 0..1000 {
        let mut random = Random::of(seed, 7);
        let mut meetings = Vec::new();
        for first in 0..strengths.len() {
            for second in first + 1..strengths.len() {
                let mut encounter = Encounter::default();
                for _ in 0..60 {
                    let pair =
                        (0..2).map(|_| game(&mut random, strengths[first] - strengths[second]));
                    encounter.pairs[pair.sum::<usize>()] += 1;
                }
                meetings.push(([first, second], encounter));
            }
        }
        let ratings = rate(strengths.len(), &meetings, Anchor::Mean);
        for (engine, strength) in strengths.into_iter().enumerate() {
            let away = (ratings.elo(engine) - strength).abs();

            inside += u32::from(away < ratings.error(engine));
            all += 1;
        }
    }
    let part = f64::from(inside) / f64::from(all);
    assert!((0.93..0.97).contains(&part), "{part} of the errors hold");
}

/// Half points of a game; as many draws as the score allows, and half of these.
fn game(random: &mut Random, lead: f64) -> usize {
    let expected = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
    let drawn = expected.min(1.0 - expected);
    let won = expected - drawn / 2.0;
    let drawing = random.below(1_000_000) as f64 / 1e6;
    match drawing {
        _ if drawing < won => 2,
        _ if drawing < won + drawn => 1,
        _ => 0,
    }
}
