use super::*;
use crate::rules::{Brazilian, English, International, Spanish, Turkish};

fn hub<R: Rules>(pos: &Position<R>) -> String {
    let squares = <R::Geometry as crate::board::Geometry>::SQUARES;
    crate::notation::hub::write_setup(&pos.setup(), squares)
}

#[test]
fn the_published_examples_are_read() {
    assert_eq!(read::<International>("W:W31-50:B1-20").unwrap().position, Position::start());
    assert_eq!(read::<English>("B:W21-32:B1-12").unwrap().position, Position::start());
    assert_eq!(read::<Spanish>("W:W1-12:B21-32").unwrap().position, Position::start());
    let turkish = "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:\
                   Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7";
    assert_eq!(read::<Turkish>(turkish).unwrap().position, Position::start());
    assert_eq!(
        hub(&read::<Brazilian>("W:Wa1,Kb2:Bd8,Kh8").unwrap().position),
        format!("WebeB{}Weeeweee", "e".repeat(20))
    );
    let text = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29";
    let sorted = "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29";
    assert_eq!(write(&read::<English>(text).unwrap().position), sorted);
}

#[test]
fn odd_but_clear_texts_are_read() {
    let plain = "W:W31,K33,K34:B1,2,3";
    for text in [
        "W:W31,K33-34:B1-3.",
        " w : w31 , k33 - 34 : b01-03 . ",
        "W:B1-3:W31,K33-34",
        "[FEN \"W:W31,K33-34:B1-3.\"]",
        "\"W:W31,K33,K34:B1,2,3\"",
        "/FEN \"W:W31,K33,K34:B1,2,3\"/",
        "W:W:W31,K33,K34:B1,2,3",
        "W:W31,K33,K34:B1,2,3:H0:F12",
        "?:W31,K33,K34:B1,2,3",
    ] {
        assert_eq!(write(&read::<International>(text).unwrap().position), plain, "{text}");
    }
    for (text, plain) in [
        ("W:W:B1", "W:W:B1"),
        ("B:W50:B", "B:W50:B"),
        ("B:W50", "B:W50:B"),
        ("?:B1:WK50", "W:WK50:B1"),
    ] {
        assert_eq!(write(&read::<International>(text).unwrap().position), plain);
    }
    assert_eq!(write(&read::<English>("?:B1:WK30").unwrap().position), "B:WK30:B1");
    assert_eq!(write(&read::<Brazilian>("W:W32,KC1:B1").unwrap().position), "W:WKc1,g1:Bb8");
    assert_eq!(write(&read::<Spanish>("W:Wh1:BKa8").unwrap().position), "W:W1:BK32");
}

#[test]
fn the_counter_is_read_and_written() {
    let fen = read::<International>("B:WK4:BK7:H17:F40").unwrap();
    assert_eq!(fen.quiet_plies, 17);
    assert_eq!(write_with_quiet_plies(&fen.position, 17), "B:WK4:BK7:H17");
    let far = read::<International>("B:WK4:BK7:H99999999999999999999").unwrap();
    assert_eq!(far.quiet_plies, u32::MAX);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let message = |text: &str| read::<Brazilian>(text).unwrap_err().to_string();
    for (text, expected) in [
        ("", "FEN breaks off at character 1, before '': expected the color to move, W or B"),
        (
            "X:W1:B2",
            "FEN breaks off at character 1, before 'X:W1:B2': expected the color to move, W or B",
        ),
        (
            "W:W1;B2",
            "FEN breaks off at character 5, before ';B2': expected a comma, a colon or the end",
        ),
        (
            "W:W1 2:B3",
            "FEN breaks off at character 6, before '2:B3': expected a comma, a colon or the end",
        ),
        (
            "W:31:B1",
            "FEN breaks off at character 3, before '31:B1': expected a comma, a colon or the end",
        ),
        (
            "W:W33:B1",
            "FEN names a wrong square: there is no square '33': brazilian has squares 1 to 32",
        ),
        (
            "W:W0:B1",
            "FEN names a wrong square: there is no square '0': brazilian has squares 1 to 32",
        ),
        ("W:Wa2:B1", "FEN names a wrong square: brazilian does not play on 'a2'"),
        ("W:W21,21:B1", "FEN puts two pieces on square 21"),
        ("W:W21:Bh4-h6", "FEN has a range from 'h4': ranges are for numbered squares"),
        ("W:W21:B5,a3", "FEN puts two pieces on square a3"),
        ("W:W21:B9-5", "FEN has the range 9-5, which runs downward"),
        (
            "W:W21,G22:B5",
            "FEN has 'G22', a piece captured but not yet removed: a position within a capture \
             cannot be set up",
        ),
        (
            "W:W21:BP5",
            "FEN has 'P5', a piece captured but not yet removed: a position within a capture \
             cannot be set up",
        ),
        (
            "W:W3:B5",
            "FEN has a White man on square 3, on its last row: only a king can stand there",
        ),
        ("W::", "FEN has no pieces"),
        ("B:W:B", "FEN has no pieces"),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn hostile_texts_are_errors() {
    for text in [
        "W:W1:B2\u{0}".to_owned(),
        "\u{e9}:W1".to_owned(),
        format!("W:W{}", "1".repeat(100_000)),
        format!("W:W1{}", ",1".repeat(100_000)),
        format!("W:W1-{}", "9".repeat(30)),
        format!("W{}x", ":W".repeat(100_000)),
        format!("{}W:W1", " [".repeat(1_000)),
        "W:W1:B2:H-5".to_owned(),
        "W:WK:B2".to_owned(),
        "W:WKK1:B2".to_owned(),
        "W:W1,:B2".to_owned(),
    ] {
        read::<International>(&text).unwrap_err();
    }
}
