//! Games to show: random ones of every variant that crown men and capture many pieces.

use damier::arena::record::{EndedBy, GameRecord, GameResult};
use damier::arena::report::{Report, Row, Section};
use damier::board::Geometry;
use damier::dispatch;
use damier::movegen::legal_moves;
use damier::notation::hub::write_setup;
use damier::position::Position;
use damier::rules::{Rules, Variant};

const LONGEST: usize = 110;
const OPENING: usize = 6;

/// A game with the placement after each ply, as Hub writes it without the color.
pub struct Shown {
    pub record: GameRecord,
    pub placements: Vec<String>,
}

/// Of many random games the one in which most happens.
pub fn eventful(variant: Variant) -> Shown {
    dispatch!(variant, R => {
        let games = (0..300).map(random_game::<R>);
        games.max_by_key(|(events, _)| *events).unwrap().1
    })
}

fn random_game<R: Rules>(seed: u64) -> (usize, Shown) {
    // Knuth's generator (MMIX), of which the upper half is good enough.
    let mut state = seed;
    let mut below = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as usize % n
    };
    let mut position = Position::<R>::start();
    let write = |position: &Position<R>| write_setup(&position.setup(), R::Geometry::SQUARES);
    let start = write(&position);
    let mut placements = vec![start[1..].to_owned()];
    let mut moves = Vec::new();
    let (mut crowned, mut longest, mut by_kings) = (0, 0, 0);
    while moves.len() < LONGEST {
        let legal = legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        let mv = legal[below(legal.len())];
        let captured = position.captured(mv).count_ones() as usize;
        crowned += usize::from(position.crowns(mv));
        longest = longest.max(captured);
        by_kings += usize::from(captured > 1 && position.from(mv) & position.all_kings() != 0);
        moves.push(position.describe(mv).to_string());
        position = position.play(mv);
        placements.push(write(&position)[1..].to_owned());
    }
    let said = moves.len() - OPENING;
    let record = GameRecord {
        game: 0,
        variant: None,
        began: String::from("2026-11-29T23:24:17Z"),
        opening: None,
        white: String::from("Anna"),
        black: String::from("Bert"),
        start,
        opening_plies: OPENING,
        moves,
        scores: (0..said).map(|ply| (ply % 5 != 0).then_some(ply as i32 * 7 - 150)).collect(),
        depths: vec![Some(9); said],
        times: vec![120; said],
        result: GameResult::White,
        ended_by: EndedBy::Rule,
        reason: String::from("no piece left"),
        fault: None,
    };
    (crowned.min(3) + longest + by_kings.min(3), Shown { record, placements })
}

/// A report of a section for each list of games.
pub fn report(title: &str, sections: Vec<(Variant, Vec<GameRecord>)>) -> Report {
    let sections = sections.into_iter().map(|(variant, games)| section(variant, games)).collect();
    Report { title: title.to_owned(), sections }
}

pub fn section(variant: Variant, games: Vec<GameRecord>) -> Section {
    let mut names = Vec::new();
    for name in games.iter().flat_map(|game| [&game.white, &game.black]) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let row = |name: String| Row {
        name,
        games: 1,
        wins: 1,
        draws: 0,
        losses: 0,
        elo: 12.0,
        error: 30.0,
        los: 0.7,
    };
    Section {
        variant,
        title: variant.to_string(),
        engines: Vec::new(),
        conditions: Vec::new(),
        standings: names.into_iter().map(row).collect(),
        games,
        sprt: None,
    }
}
