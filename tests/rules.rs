//! Each rule with a position that catches its opposite.

mod common;

use common::data::{read_fen, read_move, rows};
use common::library;
use common::variants::Rules as Reference;
use damier::movegen::legal_moves;
use damier::rules::Variant;

#[test]
fn each_rule_of_the_table_holds() {
    for row in rows("rules.tsv") {
        let reference = Reference::named(&row[0]);
        let text = read_fen(reference, &row[2]).text();
        let mut expected: Vec<_> =
            row[3].split(' ').map(|text| read_move(reference, text)).collect();
        expected.sort();
        let mut found: Vec<_> = damier::dispatch!(row[0].parse::<Variant>().unwrap(), R => {
            let pos = library::position::<R>(&text);
            let moves = legal_moves(&pos);
            moves.iter().map(|&mv| (library::move_text(&pos, mv), pos.crowns(mv))).collect()
        });
        found.sort();
        assert_eq!(found, expected, "{} {}: {}", row[0], row[1], row[2]);
    }
}

#[test]
fn every_list_of_moves_is_the_same() {
    for row in rows("moves.tsv") {
        let squares = Reference::named(&row[0]).squares() as usize;
        let legal = damier::dispatch!(row[0].parse::<Variant>().unwrap(), R => {
            library::legal(&library::position::<R>(&row[1]), squares)
        });
        let moves: Vec<String> = legal.into_iter().map(|(text, _)| text).collect();
        assert_eq!(moves.join(" "), row[2], "{} {}", row[0], row[1]);
    }
}
