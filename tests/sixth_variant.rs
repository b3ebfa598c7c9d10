//! A sixth variant takes one short file: American pool checkers, from the rules that are there.

use std::sync::Arc;

use damier::board::{Color, Dark8};
use damier::game::Game;
use damier::movegen::legal_moves;
use damier::movegen::perft::{Counting, Walker};
use damier::position::Position;
use damier::rules::{DrawProfile, DrawRule, Rules, Tally};
use damier::search::{Control, Limits, Pool, Table};

/// American pool checkers, 8x8: Brazilian draughts with free choice of capture; Black begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct PoolCheckers;

impl Rules for PoolCheckers {
    type Geometry = Dark8;
    const NAME: &'static str = "pool";
    const FIRST: Color = Color::Black;
    const HOME_ROWS: std::ops::Range<usize> = 0..3;
    const GAME_TYPE: &'static str = "23,B,8,8,N1,0";
    const OFFICIAL_DRAWS: &'static [DrawRule] = &[DrawRule::Repetition(3)];

    fn precedence(_: Tally) -> u32 {
        0
    }
}

/// rhalbersma/dctl, `test/src/algo/traversal/initial/board_08x08.cpp`, from the thread "Standard
/// validation generator moves" on the shashki forum.
const EACH_ONCE: [u64; 11] =
    [7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_896, 4_570_534, 22_435_955, 110_833_952];
const EACH_ORDER: [u64; 11] =
    [7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_902, 4_570_615, 22_442_551, 110_877_932];

#[test]
fn its_moves_are_counted_as_published() {
    let start = Position::<PoolCheckers>::start();
    for (counting, published) in [(Counting::Bulk, EACH_ONCE), (Counting::Orders, EACH_ORDER)] {
        for (depth, paths) in (1..).zip(published) {
            assert_eq!(Walker::new(counting).paths(&start, depth), paths, "{counting:?} {depth}");
        }
    }
}

#[test]
fn it_is_played_to_the_end() {
    let mut game = Game::new(Position::<PoolCheckers>::start(), DrawProfile::Standard);
    let table = Arc::new(Table::new(1).unwrap());
    let mut pool = Pool::<PoolCheckers>::new(1, table);
    let limits = Limits { depth: Some(4), ..Limits::default() };
    while game.outcome().is_none() {
        let answer = pool.search(&game, &limits, &Control::default(), &mut |_| ());
        let best = Position::<PoolCheckers>::to_move(&answer.best.unwrap()).unwrap();
        assert!(legal_moves(game.position()).contains(&best));
        game.play(best);
    }
}
