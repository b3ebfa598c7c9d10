use super::*;
use crate::notation::{fen, hub};
use crate::rules::{Brazilian, English, International, Spanish, Turkish};

fn pos<R: Rules>(text: &str) -> Position<R> {
    fen::read::<R>(text).unwrap().position
}

/// What is said to a PDN move.
fn pdn<R: Rules>(fen: &str, text: &str) -> String {
    let pos = pos::<R>(fen);
    match read::<R>(text) {
        Err(error) => error.to_string(),
        Ok(written) => match resolve(&pos, &written) {
            Err(error) => error.to_string(),
            Ok(mv) => pos.describe(mv).to_string(),
        },
    }
}

#[test]
fn a_path_is_written_where_two_captures_share_their_ends() {
    // PDN 3.0, movetext: 47x38x24x13x36.
    let pos = pos::<International>("W:WK25:B20,23,38,12");
    let written: Vec<_> = legal_moves(&pos).iter().map(|&mv| write(&pos, mv)).collect();
    let mut sorted = written.clone();
    sorted.sort();
    assert_eq!(sorted, ["25x14x32x43", "25x14x32x49", "25x3x21x43", "25x3x21x49"]);
    for (mv, text) in legal_moves(&pos).iter().zip(&written) {
        assert_eq!(resolve(&pos, &read::<International>(text).unwrap()).as_ref(), Ok(mv));
    }
}

#[test]
fn an_ambiguous_short_form_lists_what_it_could_be() {
    let fen = "W:WK25:B20,23,38,12";
    let message = pdn::<International>(fen, "25x43");
    assert!(message.starts_with("ambiguous move 25x43: it could be 25x"), "{message}");
    let pos = pos::<International>(fen);
    let short = hub::read_move("25x43").unwrap();
    let MoveError::Ambiguous { mut candidates, .. } = resolve(&pos, &short).unwrap_err() else {
        panic!("not ambiguous");
    };
    candidates.sort();
    assert_eq!(candidates, ["25x43x12x20x38", "25x43x20x23x38"]);
}

#[test]
fn a_single_jump_is_its_own_path() {
    // 22x13 directly, or once round over four men.
    let fen = "B:W17,18,19,26,27:BK22";
    assert_eq!(pdn::<English>(fen, "22x13"), "22x13x17");
    assert_eq!(pdn::<English>(fen, "22x15x24x31x22x13"), "22x13x17x18x19x26x27");
    let short = hub::read_move("22x13").unwrap();
    assert_eq!(
        resolve(&pos::<English>(fen), &short).unwrap_err().to_string(),
        "ambiguous move 22x13: it could be 22x13x17x18x19x26x27 or 22x13x17"
    );
}

#[test]
fn moves_are_read_in_many_forms() {
    let start = "W:W21-32:B1-12";
    for text in
        ["c3-d4", "c3d4", "C3-D4", "22-18", "2218", "22 18", "c3 - d4", "022-018", "c3-d4!?"]
    {
        assert_eq!(pdn::<Brazilian>(start, text), "22-18", "{text}");
    }
    let fen = "W:W28:B23,14,K40";
    for text in ["28x10", "28:10", "28x19x10", "28:19:10", "28-10", "28x10 <14,23>", "28x10x23x14"]
    {
        assert_eq!(pdn::<International>(fen, text), "28x10x14x23", "{text}");
    }
    // Any square of the line on which the king can be said to have landed.
    for text in ["47x20", "47x38x20", "47x33x20", "47x29x20"] {
        assert_eq!(pdn::<International>("W:WK47:B42,24", text), "47x20x24x42", "{text}");
    }
}

#[test]
fn a_wrong_text_is_told() {
    let start = "W:W21-32:B1-12";
    let expected = "'x' is not a move: expected one as 32-28, c3-d4, 28x19 or 47x38x24";
    assert_eq!(pdn::<Brazilian>(start, "x"), expected);
    let expected = "'33-28' is not a move: there is no square '33': brazilian has squares 1 to 32";
    assert_eq!(pdn::<Brazilian>(start, "33-28"), expected);
    let expected = "'c2-c3' is not a move: brazilian does not play on 'c2'";
    assert_eq!(pdn::<Brazilian>(start, "c2-c3"), expected);
    for text in ["", "1", "1-", "-1", "1--2", "1-2-", "1-2<", "1-2<>", "1x2x3<4>", "\u{e9}", "0-0"]
    {
        read::<Brazilian>(text).unwrap_err();
    }
    read::<Brazilian>(&"c3".repeat(100_000)).unwrap();
    read::<Brazilian>(&"1".repeat(100_000)).unwrap_err();
    read::<Brazilian>(&format!("1{}", "x2".repeat(100_000))).unwrap();
}

/// Checks what is said to illegal moves: FEN, move, fault.
fn faults<R: Rules>(rows: &[(&str, &str, &str)]) {
    for (fen, text, fault) in rows {
        let message = pdn::<R>(fen, text);
        assert!(message.ends_with(&format!(": {fault}")), "{fen}: {message}");
    }
}

#[test]
fn the_rule_broken_is_named_in_international() {
    faults::<International>(&[
        ("W:W31-50:B1-20", "25-20", "no piece stands on 25"),
        ("W:W31-50:B1-20", "20-25", "the piece on 20 is not White's, who is to move"),
        ("W:W31-50:B1-20", "32-37", "37 is occupied"),
        ("W:W31-50:B1-20", "32-23", "a man moves one square only"),
        ("W:W31-50:B1-20", "32-29", "32 and 29 are not on one diagonal, and no capture joins them"),
        ("W:W28:B1", "28-33", "wrong direction: men move only forward in normal"),
        ("W:W28:B1", "28x22", "it captures nothing, and is written 28-22"),
        ("W:W28:B22", "28-23", "capture is compulsory, as with 28x17"),
        (
            "W:W28,39:B22,33,23,14",
            "28x17",
            "a longer capture exists: 2 pieces and not 1, as with 28x19x10",
        ),
        ("W:W28:B23,14", "28x19", "the capture must go on from 19, as with 28x19x10"),
        ("W:WK46:B37,32", "46-28", "two pieces in a row cannot be jumped: 32 is behind 37"),
        ("W:WK46,32:B10", "46-28", "the way is blocked by White's piece on 32"),
        (
            "W:W28:B19",
            "28x14",
            "a man captures only the piece next to it, and lands right behind it",
        ),
        (
            "W:W28:B17",
            "28x11",
            "a man captures only the piece next to it, and lands right behind it",
        ),
        (
            "W:W14:B21,9,35",
            "14x26",
            "a man that reaches its last row within a capture goes on as a man in normal",
        ),
        (
            "W:WK11:BK30,K13,22,14",
            "11x31",
            "captured pieces stand till the move ends: they block, and are not jumped twice",
        ),
        (
            "W:W28:B23,14",
            "28x19x5",
            "a man captures only the piece next to it, and lands right behind it",
        ),
        ("W:B1", "1-6", "the piece on 1 is not White's, who is to move"),
        ("W:W6:B1", "6-12", "White has no legal move and has lost"),
    ]);
}

#[test]
fn the_rule_broken_is_named_in_english() {
    faults::<English>(&[
        ("B:W21-32:B1-12", "11-18", "a man moves one square only"),
        (
            "W:WK32:B1",
            "32-23",
            "kings move one square, and capture only the piece next to them, in english",
        ),
        (
            "W:WK32:B23",
            "32x18",
            "kings move one square, and capture only the piece next to them, in english",
        ),
        ("W:W15:B18", "15x22", "wrong direction: men capture only forward in english"),
        ("W:W12:B7,8", "12x10", "a man crowned within a capture ends its move there in english"),
        ("W:W22:B17,9", "22x13", "the capture must go on from 13, as with 22x13x6"),
    ]);
}

#[test]
fn the_rule_broken_is_named_in_brazilian() {
    faults::<Brazilian>(&[
        ("W:W21-32:B1-12", "c3-c4", "brazilian does not play on 'c4'"),
        ("W:Wc3:Bd4,f6", "c3xe5", "the capture must go on from e5, as with c3xe5xg7"),
    ]);
}

#[test]
fn the_rule_broken_is_named_in_spanish() {
    faults::<Spanish>(&[
        ("W:WK7:B12,K18", "7x16", "more kings can be captured: 1 and not 0, as with 7x25"),
        ("W:W21:B26,K23", "21x16", "a man crowned within a capture ends its move there in spanish"),
    ]);
}

#[test]
fn the_rule_broken_is_named_in_turkish() {
    faults::<Turkish>(&[
        ("W:WKf8:Be8,g8", "f8xa8xh8", "a piece makes no half turn between two jumps in turkish"),
        ("W:Wd4:Bh8", "d4-d3", "wrong direction: men move forward and sideways in turkish"),
        ("W:Wd4:Bd3", "d4xd2", "wrong direction: men capture forward and sideways in turkish"),
        ("W:Wd4:Bh8", "d4-e5", "d4 and e5 are not on one row or column, and no capture joins them"),
    ]);
}
