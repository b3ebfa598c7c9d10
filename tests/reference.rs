//! The reference generator is itself held against the published counts and the tables, so that
//! what agrees with it agrees with them.

mod common;

use common::data::{read_fen, read_move, rows};
use common::random::Positions;
use common::referee;
use common::reference::{Counting, Position};
use common::variants::{Rules, VARIANTS};

/// Paths of a row that are counted here; the library counts the larger ones.
const BUDGET: u64 = 1_000_000;

#[test]
fn squares_stand_where_the_federations_put_them() {
    let cases = [
        ("international", 1, "b10"),
        ("international", 5, "j10"),
        ("international", 6, "a9"),
        ("international", 46, "a1"),
        ("international", 50, "i1"),
        ("english", 1, "b8"),
        ("english", 4, "h8"),
        ("english", 5, "a7"),
        ("english", 29, "a1"),
        ("english", 32, "g1"),
        ("brazilian", 1, "b8"),
        ("brazilian", 29, "a1"),
        ("brazilian", 32, "g1"),
        ("spanish", 1, "h1"),
        ("spanish", 4, "b1"),
        ("spanish", 5, "g2"),
        ("spanish", 8, "a2"),
        ("spanish", 32, "a8"),
        ("turkish", 1, "a8"),
        ("turkish", 8, "h8"),
        ("turkish", 57, "a1"),
        ("turkish", 64, "h1"),
    ];
    for (variant, number, name) in cases {
        assert_eq!(Rules::named(variant).number_of_name(name), number, "{variant} {name}");
    }
    for rules in &VARIANTS {
        for number in 1..=rules.squares() {
            assert_eq!(rules.number(rules.cell(number)), number, "{} {number}", rules.name);
        }
    }
}

#[test]
fn each_rule_of_the_table_holds() {
    for row in rows("rules.tsv") {
        let rules = Rules::named(&row[0]);
        let position = read_fen(rules, &row[2]);
        let mut expected: Vec<_> = row[3].split(' ').map(|text| read_move(rules, text)).collect();
        expected.sort();
        let moves = position.moves();
        let mut found: Vec<_> = moves
            .iter()
            .map(|mv| {
                let crowns = position.at(mv.from) != position.after(mv).at(mv.to);
                (position.move_text(mv), crowns)
            })
            .collect();
        found.sort();
        assert_eq!(found, expected, "{} {}: {}", row[0], row[1], row[2]);
    }
}

#[test]
fn every_list_of_moves_is_the_same() {
    let rows = rows("moves.tsv");
    assert!(rows.len() >= 2000, "{}", rows.len());
    for row in rows {
        let position = Position::parse(Rules::named(&row[0]), &row[1]);
        let moves: Vec<String> = position.legal().into_iter().map(|(text, _)| text).collect();
        assert_eq!(moves.join(" "), row[2], "{} {}", row[0], row[1]);
    }
}

#[test]
fn counts_of_the_computed_table_are_the_same() {
    for row in rows("perft.tsv") {
        let rules = Rules::named(&row[0]);
        let text = if row[1] == "start" { rules.start } else { &row[1] };
        let position = Position::parse(rules, text);
        for (depth, count) in (1..).zip(&row[2..]) {
            let count: u64 = count.parse().unwrap();
            if count <= BUDGET {
                let found = position.perft(depth, Counting::Sets);
                assert_eq!(found, count, "{} {text} depth {depth}", row[0]);
            }
        }
    }
}

#[test]
fn counts_of_the_published_table_are_the_same() {
    for row in rows("perft_published.tsv") {
        let count: u64 = row[3].parse().unwrap();
        if count > BUDGET {
            continue;
        }
        let counting = match row[4].as_str() {
            "yes" => Counting::Sets,
            "no" => Counting::Orders,
            "no(naive)" => Counting::Landings,
            other => panic!("{other}"),
        };
        let position = read_fen(Rules::named(&row[0]), &row[1]);
        let found = position.perft(row[2].parse().unwrap(), counting);
        assert_eq!(found, count, "{}", row.join(" "));
    }
}

#[test]
fn games_end_as_the_table_says() {
    for row in rows("outcomes.tsv") {
        let start = read_fen(Rules::named(&row[0]), &row[1]);
        let expected = (row[3].as_str(), row[4].as_str());
        assert_eq!(referee::judge(&start, &row[2]), expected, "{}", row.join(" | "));
    }
}

#[test]
fn texts_of_random_positions_are_read_back() {
    for rules in &VARIANTS {
        for position in Positions::new(rules, 1).take(1000) {
            assert!(Position::parse(rules, &position.text()) == position, "{}", position.text());
        }
    }
}
