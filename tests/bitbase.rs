//! Bitbases against what does not know them: a plain search by the reference generator, published
//! counts, and files that were damaged or not finished.
//!
//! `DAMIER_BITBASE_PIECES` (3 if not set) is how many pieces are solved anew, searched and verified
//! in full, and more are looked at by chance; with 4 all that is in the program is made again, which takes
//! half an hour on two cores.

mod common;

#[path = "bitbase/files.rs"]
mod files;
#[path = "bitbase/plain.rs"]
mod plain;
#[path = "bitbase/program.rs"]
mod program;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use common::random::Random;
use common::reference;
use common::variants::Rules as Reference;
use common::{library, random};
use damier::bitbase::{Access, Bitbases, Grounds, Store, Value, build, embedded, verify};
use damier::dispatch;
use damier::movegen::has_capture;
use damier::position::Position;
use damier::rules::{Rules, Variant};
use damier::work::{Crew, Unwatched};

/// So many positions of four pieces are looked at in each variant.
fn sample_size() -> usize {
    if full_pieces() > 3 { 100_000 } else { 2_000 }
}

/// How many pieces are dealt with in full.
fn full_pieces() -> u32 {
    std::env::var("DAMIER_BITBASE_PIECES").map_or(3, |pieces| pieces.parse().unwrap())
}

fn crew() -> Crew<'static> {
    Crew { threads: 2, watch: &Unwatched }
}

/// The reference's rules of a variant.
fn reference_of(variant: Variant) -> &'static Reference {
    Reference::named(if variant.name() == "normal" { "international" } else { variant.name() })
}

fn in_program<R: Rules>() -> Bitbases<R> {
    Bitbases::new(vec![embedded::<R>().unwrap()])
}

#[test]
fn a_plain_search_agrees_on_all_positions_with_two_pieces() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => plain::agrees(&in_program::<R>(), reference_of(variant), 2));
    }
}

#[test]
fn a_plain_search_agrees_on_all_positions_with_three_pieces() {
    // The larger boards take minutes.
    let small = &[Variant::English, Variant::Brazilian, Variant::Spanish];
    let variants = if full_pieces() > 3 { Variant::ALL } else { small };
    for &variant in variants {
        dispatch!(variant, R => plain::agrees(&in_program::<R>(), reference_of(variant), 3));
    }
}

/// The value is the best of what the reference's moves lead to, and one that is near is what a
/// plain search finds.
#[test]
fn random_positions_with_four_pieces_are_worth_what_the_reference_finds() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => sample(&in_program::<R>(), reference_of(variant)));
    }
}

fn sample<R: Rules>(bitbases: &Bitbases<R>, rules: &'static Reference) {
    let mut random = Random::new(4);
    let value = |position: &reference::Position| {
        let value = bitbases.value(&library::position::<R>(&position.text()));
        value.unwrap_or_else(|| panic!("{} {}", rules.name, position.text()))
    };
    let mut searched = 0;
    for _ in 0..sample_size() {
        let position = four_pieces(rules, &mut random);
        let moves = position.moves();
        let best = moves.iter().map(|mv| value(&position.after(mv)).before()).max();
        let found = value(&position);
        assert_eq!(found, best.unwrap_or(Value::LOST), "{} {}", rules.name, position.text());
        if let Some(plies @ ..=3) = found.plies() {
            searched += 1;
            let text = position.text();
            assert_eq!(plain::search(&position, plies.into()), found, "{} {text}", rules.name);
            if plies > 0 {
                let sooner = plain::search(&position, u32::from(plies) - 1);
                assert_eq!(sooner, Value::DRAW, "{} {text}", rules.name);
            }
        }
    }
    assert!(searched > sample_size() / 20, "{} {searched}", rules.name);
}

/// Four pieces thrown on, at least one on each side.
fn four_pieces(rules: &'static Reference, random: &mut Random) -> reference::Position {
    loop {
        let position = random::throw(rules, random);
        let count = |letters: &str| position.text()[1..].matches(|it| letters.contains(it)).count();
        if count("wW") + count("bB") == 4 && count("wW") > 0 && count("bB") > 0 {
            return position;
        }
    }
}

#[test]
fn what_is_in_the_program_is_what_its_moves_lead_to() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let store = embedded::<R>().unwrap();
            let mut slices = 0;
            verify(&store, &[], full_pieces(), crew(), &mut |slice| {
                assert_eq!(slice.faults, 0, "{variant} {slice}");
                slices += 1;
            })
            .unwrap();
            assert!(slices >= 4 + 12, "{variant} {slices}");
        });
    }
}

#[test]
fn what_is_in_the_program_is_what_is_made_anew() {
    let pieces = full_pieces();
    let variants = if pieces > 3 { Variant::ALL } else { &[Variant::English] };
    for &variant in variants {
        dispatch!(variant, R => {
            let file = build::smallest_file::<R>(pieces, crew()).unwrap();
            let made = Store::<R>::open(file, Arc::new(Grounds::default())).unwrap().slices();
            let mut there = embedded::<R>().unwrap().slices();
            there.retain(|slice| slice.material.pieces() <= pieces);
            assert_eq!(made, there, "{variant}");
        });
    }
}

/// Prints what is taken by a look-up, and by the search where only the other side to move is stored.
#[test]
fn a_look_up_takes_less_than_a_search() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let bitbases = in_program::<R>();
            let mut random = Random::new(9);
            let (mut stored, mut others) = (Vec::new(), Vec::new());
            // So many that no cache has what is looked up.
            while stored.len() < 200_000 || others.len() < 20_000 {
                let pos = library::thrown::<R>(&mut random, 4);
                if !has_capture(&pos) {
                    let is_stored = bitbases.look_up(&pos, Access::Waits).is_some();
                    if is_stored { stored.push(pos) } else { others.push(pos) }
                }
            }
            let time = |positions: &[Position<R>]| {
                let began = Instant::now();
                for pos in positions {
                    assert!(black_box(bitbases.known(pos, Access::Waits)).is_some());
                }
                began.elapsed() / positions.len() as u32
            };
            // What a search comes to is unpacked the first time.
            time(&others);
            let (look_up, search) = (time(&stored), time(&others));
            println!("{variant}: {look_up:?} a look-up, {search:?} a search");
            assert!(look_up < search, "{variant}: {look_up:?}, {search:?}");
        });
    }
}

/// English draughts: the longest wins that others have found with four pieces.
#[test]
fn the_longest_wins_are_the_known_ones() {
    let slices = embedded::<damier::rules::English>().unwrap().slices();
    assert_eq!(slices.iter().filter_map(|slice| slice.longest).max(), Some(109));
}
