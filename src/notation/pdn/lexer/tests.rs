use super::*;

fn tokens(text: &str) -> Vec<Token<'_>> {
    Lexer::new(text).map(|(_, token)| token).collect()
}

fn word(text: &str) -> Token<'_> {
    Token::Word(Cow::Borrowed(text))
}

fn comment(text: &str) -> Token<'_> {
    Token::Comment(Cow::Borrowed(text))
}

fn number(number: u32) -> Token<'static> {
    Token::Number { number, dotted: true }
}

#[test]
fn movetext_is_divided_into_numbers_moves_and_marks() {
    let expected =
        [number(1), word("32-28"), Token::Nag(1), word("19-23"), number(2), word("28x19")];
    assert_eq!(tokens("1. 32-28! 19-23 2. 28x19"), expected);
    assert_eq!(tokens("1.32-28 $1 19-23 2...28x19"), expected);
    assert_eq!(tokens("12..."), [number(12)]);
    assert_eq!(tokens("1. ... 19-23"), [number(1), word("19-23")]);
    assert_eq!(tokens("12 19-23")[0], Token::Number { number: 12, dotted: false });
    assert_eq!(tokens("e3\u{d7}c5??"), [word("e3\u{d7}c5"), Token::Nag(4)]);
    assert_eq!(tokens("19-23 (!?)"), [word("19-23"), Token::Nag(5)]);
    assert_eq!(tokens("3228 32-28* *"), [word("3228"), word("32-28*"), word("*")]);
}

#[test]
fn spaces_within_a_move_are_left_out() {
    for (text, first) in [
        ("1- 6 2- 7", "1-6"),
        (" 4x 1 2-7", "4x1"),
        ("c3 - d4 2-7", "c3-d4"),
        ("1-\n6 2-7", "1-6"),
        ("22x 9x 18 2-7", "22x9x18"),
        ("1/2 - 1/2 2-7", "1/2-1/2"),
    ] {
        let found = tokens(text);
        assert_eq!(found[0], Token::Word(Cow::Owned(first.to_owned())), "{text}");
        assert_eq!(found.len(), 2, "{text}");
    }
    assert_eq!(tokens("12- 13. 32-28").len(), 3);
    let captured = Token::Word(Cow::Owned("47x36<42,29>".to_owned()));
    assert_eq!(tokens("47x36 <42,29> 1-6"), [captured, word("1-6")]);
    let open = [word("47x36"), Token::Stray, number_alone(42), number_alone(29)];
    assert_eq!(tokens("47x36 <42 29"), open);
}

fn number_alone(number: u32) -> Token<'static> {
    Token::Number { number, dotted: false }
}

#[test]
fn comments_may_hold_comments_and_need_no_end() {
    assert_eq!(tokens("{ a\r\n  b }"), [comment("a b")]);
    assert_eq!(tokens("{a {b} c} 1-6"), [comment("a {b} c"), word("1-6")]);
    assert_eq!(tokens("{a {b} 1-6"), [comment("a {b"), word("1-6")]);
    assert_eq!(tokens("{a\n1-6"), [Token::OpenComment("a"), word("1-6")]);
    assert_eq!(tokens("1-6 } 2-7"), [word("1-6"), Token::Stray, word("2-7")]);
    assert_eq!(tokens("1-6 ; a {b\n2-7"), [word("1-6"), comment("a {b"), word("2-7")]);
    assert_eq!(tokens("%a\n1-6\n% b\n2-7"), [word("1-6"), word("2-7")]);
    assert_eq!(tokens("[%clk 0:01] {[%emt 1]}"), [comment("%clk 0:01"), comment("[%emt 1]")]);
}

#[test]
fn tags_are_read_with_quotes_of_all_kinds() {
    let value = |text| match &tokens(text)[..] {
        [Token::Tag { name: "White", value, closed: true }] => value.clone(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(value("[White \"a b\"]"), "a b");
    assert_eq!(value("[ White  \"a\\\"b\\\\\" ] "), "a\"b\\");
    assert_eq!(value("[White \"a \"b\" c\"]"), "a \"b\" c");
    assert_eq!(value("[White \"a\\\"]"), "a\\");
    assert_eq!(value("[White \"a\""), "a");
    assert_eq!(value("[White \"\"]"), "");
    assert_eq!(tokens("[White \"a").len(), 1);
    assert!(matches!(tokens("[White \"a")[0], Token::Tag { closed: false, .. }));
    assert_eq!(tokens("[White \"a\"] 1-6")[1], word("1-6"));
    assert_eq!(tokens("\n[Result 1-0]\n1-6")[1], word("1-6"));
    assert_eq!(tokens("1-6 [sic]"), [word("1-6"), comment("sic")]);
}

#[test]
fn setups_stand_between_slashes() {
    let text = "/FEN \"W:WK1:BK2\"/ 1-6 1/2";
    assert_eq!(tokens(text), [Token::Command("FEN \"W:WK1:BK2\""), word("1-6"), word("1/2")]);
}

#[test]
fn any_bytes_come_to_an_end() {
    for sign in
        ["{", "}", "[", "]", "(", "/", "$", "<", "\"", "-", "x", "1", "1.", ".", "*", "\u{1a}"]
    {
        let text = sign.repeat(20_000);
        assert!(Lexer::new(&text).count() <= text.len());
        let lines = format!("{sign}\n").repeat(20_000);
        assert!(Lexer::new(&lines).count() <= lines.len());
    }
}
