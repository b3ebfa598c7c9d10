use super::*;

fn message(text: &str) -> Message {
    Message::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    Message::read(text).unwrap_err().to_string()
}

const REQUEST: &str = "R01Tornado voor Windows 4.0        W060065A";

#[test]
fn the_examples_of_the_specification_are_read_and_written_back() {
    let answer = format!("A{:<32}0", "Tornado voor Windows 4.0");
    for text in [REQUEST, &answer, "M0012061100", "M001225050412202223", "E00", "B005Z", "K1"] {
        assert_eq!(message(text).to_string(), text);
    }
    // The specification's own example has its captures in another order.
    assert_eq!(message("M001205250422122320").to_string(), "M001205250412202223");
    assert_eq!(message("C").to_string(), "C");
}

#[test]
fn a_position_is_read_square_by_square() {
    let board = format!("z{}WZe", "w".repeat(28));
    let text = format!("{}BZ{board}", &REQUEST[..42]);
    assert_eq!(message(&text).to_string(), text);
    let Message::Request(request) = message(&text) else { panic!("no request") };
    let start = request.start.unwrap();
    assert_eq!((start.squares, start.setup.turn), (32, Color::Black));
}

#[test]
fn minutes_may_be_none_or_have_a_fraction() {
    let time = |minutes: &str| {
        let text = REQUEST.replace("060065", &format!("{minutes}000"));
        let Message::Request(request) = message(&text) else { panic!("no request") };
        assert_eq!(request.moves, None);
        request.time
    };
    assert_eq!(time("000"), None);
    assert_eq!(time("0.5"), Some(Duration::from_secs(30)));
    assert_eq!(time("  1"), Some(Duration::from_secs(60)));
    for minutes in ["inf", "1e9", "-01", "...", "   "] {
        let text = REQUEST.replace("060", minutes);
        assert_eq!(Message::read(&text).unwrap_err().answer(), Some(AnswerCode::NotThisGame));
    }
}

#[test]
fn a_wrong_request_is_told_with_what_was_expected() {
    assert_eq!(
        error(&REQUEST.replace("R01", "R02")),
        "GAMEREQ of version '02' where 01 was expected"
    );
    assert_eq!(error(&REQUEST[..42]), "GAMEREQ has 42 characters where 43 or more were expected");
    assert_eq!(
        error(&format!("{}BW{}", &REQUEST[..42], "e".repeat(16))),
        "GAMEREQ has 60 characters where 76, 94 or 108 were expected"
    );
    assert_eq!(error(&format!("{REQUEST}Z")), "GAMEREQ has 44 characters where 43 were expected");
    assert_eq!(
        error(&format!("{}BW{}b", &REQUEST[..42], "e".repeat(49))),
        "GAMEREQ has 'b' at character 94 where one of w z W Z e was expected"
    );
    assert_eq!(Message::read("R").unwrap_err().answer(), Some(AnswerCode::WrongVersion));
}

#[test]
fn a_wrong_move_is_told_with_its_place() {
    assert_eq!(
        error("M00120611"),
        "MOVE has '' at character 10 where a number of captured pieces was expected"
    );
    assert_eq!(error("M0012006500"), "MOVE has '00' at character 6 where a square was expected");
    assert_eq!(error("M0012327100"), "MOVE has '71' at character 8 where a square was expected");
    assert_eq!(error("M001205250222"), "MOVE has 13 characters where 15 were expected");
    assert_eq!(
        error("M0012052502+722"),
        "MOVE has '+7' at character 12 where a square was expected"
    );
    assert_eq!(error("M001205250222222"), "MOVE has 16 characters where 15 were expected");
    assert_eq!(error("M00120525022222"), "MOVE captures 22 twice");
}

#[test]
fn what_does_not_matter_is_not_asked_for() {
    let end = |text| match message(text) {
        Message::End { reason, is_last } => (reason, is_last),
        other => panic!("{other:?}"),
    };
    assert_eq!(end("E"), (Reason::Unknown, false));
    assert_eq!(end("E3"), (Reason::Won, false));
    assert_eq!(end("E91"), (Reason::Unknown, true));
    assert_eq!(message("AScan 3.10"), message(&format!("A{:<32}0", "Scan 3.1")));
    assert_eq!(message("M????061100").to_string(), "M0000061100");
}

#[test]
fn no_text_makes_the_reader_fall_over() {
    let letters = ["R", "R01", "A", "M", "E", "B", "K", "\u{e9}", "\u{20ac}M", ""];
    let rests =
        ["\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}", "\u{fffd}", "0", "", "  \u{7f}", "00000000"];
    for letter in letters {
        for rest in rests {
            for count in 0..40 {
                // Only that it comes back is asked for.
                let _ = Message::read(&format!("{letter}{}", rest.repeat(count)));
            }
        }
    }
}
