use super::*;
use crate::engine::Engine;
use crate::engine::settings::Parameter;
use crate::notation::Between;
use crate::notation::hub::read_move;
use crate::position::MoveText;
use crate::protocol::dxp::OnIllegal;

/// A machine with its board; what it wants done is told in words.
struct Talk {
    machine: Machine,
    board: Board,
}

const NAME: &str = "Other                           ";
const ACCEPTED: &str = "Adamier                          0";
const SECOND: Duration = Duration::from_secs(1);

fn follower() -> Conduct {
    Conduct {
        name: String::from("damier"),
        role: Role::Follower,
        games: None,
        move_time: SECOND,
        on_illegal: OnIllegal::End,
    }
}

fn initiator(games: u32) -> Conduct {
    let role = Role::Initiator { time: Some(60 * SECOND), moves: Some(30), color: Color::White };
    Conduct { role, games: Some(games), ..follower() }
}

fn request(rest: &str) -> String {
    format!("R01{NAME}{rest}")
}

impl Talk {
    fn new(conduct: Conduct) -> Self {
        Self::with(conduct, &[])
    }

    fn with(conduct: Conduct, settings: &[(&str, &str)]) -> Self {
        let mut engine = Engine::new();
        for (name, value) in settings {
            engine.set(Parameter::by_name(name).unwrap(), value).unwrap();
        }
        Self { machine: Machine::new(conduct), board: Board::new(engine) }
    }

    fn on(&mut self, event: Event) -> Vec<String> {
        let actions = self.machine.on(event, &mut self.board);
        let words = actions.into_iter().filter_map(|action| match action {
            Action::Say(message) => Some(message.to_string()),
            Action::Complain(text) => Some(text),
            Action::Search(budget) => Some(match budget.left {
                Some(left) => format!("search {left:?} {:?}", budget.moves_to_go),
                None => String::from("search"),
            }),
            Action::StopSearch => Some(String::from("stop")),
            Action::Show(_) => None,
            Action::HangUp => Some(String::from("hang up")),
        });
        words.collect()
    }

    fn hear(&mut self, text: &str) -> Vec<String> {
        self.on(Event::Heard(Message::read(text)))
    }

    fn found(&mut self, text: &str, took: Duration) -> Vec<String> {
        let written = read_move(text).unwrap();
        let captured = match written.between {
            Between::Captured(captured) => captured,
            Between::Nothing | Between::Path(_) => 0,
        };
        let best = Some(MoveText { from: written.from, to: written.to, captured });
        self.on(Event::Found(Found { best, score: Score::DRAW, took }))
    }

    /// In a game, in which we have White if we are the follower.
    fn playing(rest: &str) -> Self {
        let mut talk = Self::new(follower());
        talk.on(Event::Connected);
        assert_eq!(talk.hear(&request(rest))[0], ACCEPTED);
        talk
    }
}

#[test]
fn a_game_is_accepted_and_played_move_by_move() {
    let mut talk = Talk::new(follower());
    assert!(talk.on(Event::Connected).is_empty());
    assert_eq!(talk.hear(&request("W000000A")), [ACCEPTED, "search"]);
    assert_eq!(talk.found("32-28", SECOND), ["M0001322800"]);
    assert_eq!(talk.machine.state(), State::OppTurn);
    assert_eq!(talk.hear("M0000192300"), ["search"]);
    // The only move there is.
    assert_eq!(talk.found("28x19x23", Duration::ZERO), ["M000028190123"]);
    assert_eq!(talk.hear("E01"), ["stop", "E01", "hang up"]);
    assert_eq!(talk.machine.state(), State::Idle);
}

#[test]
fn time_for_all_moves_is_told_to_the_search_and_ends_the_game() {
    let mut talk = Talk::playing("W001040A");
    assert_eq!(talk.found("32-28", 20 * SECOND), ["M0020322800"]);
    assert_eq!(talk.hear("M9999202400"), ["search 40s Some(39)"]);
    assert_eq!(talk.found("28-22", 41 * SECOND), ["E10"]);
    assert_eq!(talk.machine.state(), State::WaitEndAck);
    assert!(talk.hear("E00").is_empty());
    assert_eq!(talk.machine.tally().to_string(), "1 games: 0 won, 0 drawn, 1 lost, 0 open");
}

#[test]
fn the_last_agreed_move_ends_the_game() {
    let mut talk = Talk::playing("W000001A");
    assert_eq!(talk.found("32-28", SECOND), ["M0001322800"]);
    assert_eq!(talk.hear("M0000202400"), ["E00"]);
}

#[test]
fn an_end_of_ours_is_answered_and_that_answer_is_not() {
    let mut talk = Talk::playing("Z000000A");
    let said = talk.hear("M0000322700");
    assert_eq!(said, ["search"]);
    assert_eq!(talk.found("19-23", SECOND), ["M0001192300"]);
    let said = talk.hear("M0000272200");
    assert_eq!(said, ["search"]);
    assert_eq!(talk.found("18x27x22", SECOND), ["M000118270122"]);
    let said = talk.hear("M0000332200");
    assert!(said[0].starts_with("error: illegal move"), "{said:?}");
    assert_eq!(said[1..], ["E00"]);
    // This one has crossed our end.
    assert!(talk.hear("M000031220127").is_empty());
    assert!(talk.hear("E00").is_empty());
    assert_eq!(talk.machine.state(), State::Idle);
    assert!(talk.hear("E00").is_empty());
    assert_eq!(talk.hear(&request("W000000A")), [ACCEPTED, "search"]);
}

#[test]
fn what_comes_at_the_wrong_time_changes_nothing() {
    let mut talk = Talk::new(follower());
    talk.on(Event::Connected);
    assert_eq!(talk.hear("M0000322800"), ["error: a move, but there is no game"]);
    assert_eq!(talk.hear("B001W"), ["K1"]);
    assert!(talk.hear("K0").is_empty() && talk.hear("Chello").is_empty());
    assert!(talk.hear(ACCEPTED).is_empty() && talk.hear("E00").is_empty());
    assert_eq!(talk.hear("E01"), ["hang up"]);
    talk.on(Event::Connected);
    assert_eq!(talk.hear(&request("W000000A")).len(), 2);
    assert_eq!(talk.hear("M0000322800"), ["error: a move, but it is our turn"]);
    let refused = ["Adamier                          2", "error: a game is under way"];
    assert_eq!(talk.hear(&request("Z000000A")), refused);
    assert_eq!(talk.found("32-28", SECOND), ["M0001322800"]);
    assert_eq!(talk.hear(&request("Z000000A")), refused);
    assert_eq!(talk.hear("M0000202400"), ["search"]);
}

#[test]
fn an_illegal_move_can_be_made_good_if_the_user_wants() {
    let mut talk = Talk::new(Conduct { on_illegal: OnIllegal::Wait, ..follower() });
    talk.on(Event::Connected);
    talk.hear(&request("Z000000A"));
    let said = talk.hear("M00003227010101");
    assert_eq!(said, ["error: MOVE has 15 characters where 13 were expected"]);
    assert_eq!(talk.hear("M000032270123").len(), 1);
    assert_eq!(talk.hear("M0000322700"), ["search"]);
}

#[test]
fn a_capture_has_to_name_what_it_captures_in_any_order() {
    let board = "eeeeeeeeeeeeezeeeeeezezeeeeweeeeeeeeeeeeeeeeeeeeee";
    for (text, is_legal) in [
        ("M00002810021423", true),
        ("M00002810022314", true),
        ("M0000281000", false),
        ("M000028100114", false),
        ("M00002810022413", false),
        ("M00002810031423 1", false),
    ] {
        let mut talk = Talk::playing(&format!("Z000000BW{board}"));
        let said = talk.hear(text);
        assert_eq!(said[0] == "search", is_legal, "{text}: {said:?}");
        assert_eq!(said.last().unwrap() == "E00", !is_legal, "{text}: {said:?}");
    }
}

#[test]
fn who_has_no_move_says_so() {
    // White captures the last piece.
    let board = "eeeeeeeeeeeeeeeeeeeeeezeeeeweeeeeeeeeeeeeeeeeeeeee";
    let mut talk = Talk::playing(&format!("Z000000BW{board}"));
    assert_eq!(talk.hear("M000028190123"), ["E10"]);
    let mut talk = Talk::playing(&format!("W000000BW{board}"));
    assert_eq!(talk.found("28x19x23", SECOND), ["M000128190123"]);
    assert_eq!(talk.hear("E20"), ["stop", "E00"]);
    // What the board shows counts more than what they say.
    assert_eq!(talk.machine.tally().to_string(), "1 games: 1 won, 0 drawn, 0 lost, 0 open");
}

#[test]
fn a_draw_is_said_by_whose_turn_it_is_or_later() {
    let kings = format!("W{}Z{}", "e".repeat(43), "e".repeat(5));
    let shuttle = |talk: &mut Talk| {
        for _ in 0..2 {
            assert_eq!(talk.found("1-6", SECOND), ["M0001010600"]);
            assert_eq!(talk.hear("M0000455000"), ["search"]);
            assert_eq!(talk.found("6-1", SECOND), ["M0001060100"]);
            let said = talk.hear("M0000504500");
            if said != ["search"] {
                return said;
            }
        }
        panic!("it goes on");
    };
    assert_eq!(shuttle(&mut Talk::playing(&format!("W000000BW{kings}"))), ["E20"]);
    // With Black to move first it stands for the third time when it is their turn; they play on.
    let mut talk = Talk::playing(&format!("W000000BZ{kings}"));
    for _ in 0..2 {
        assert_eq!(talk.hear("M0000455000"), ["search"]);
        assert_eq!(talk.found("1-6", SECOND), ["M0001010600"]);
        assert_eq!(talk.hear("M0000504500"), ["search"]);
        assert_eq!(talk.found("6-1", SECOND), ["M0001060100"]);
    }
    assert_eq!(talk.hear("M0000454000"), ["E20"]);
}

#[test]
fn moves_are_taken_back_with_their_times() {
    let mut talk = Talk::playing("W001000A");
    talk.found("32-28", 10 * SECOND);
    talk.hear("M0000202400");
    talk.found("28-22", 20 * SECOND);
    assert_eq!(talk.hear("B002Z"), ["stop", "K0"]);
    assert_eq!(talk.hear("B002W"), ["stop", "K0", "search 50s None"]);
    assert_eq!(talk.hear("B001Z"), ["stop", "K0"]);
    assert_eq!(talk.hear("B003W"), ["K1"]);
    assert_eq!(talk.hear("B000W"), ["K1"]);
    assert_eq!(talk.hear("B001W"), ["stop", "K0", "search 60s None"]);
    assert_eq!(talk.found("31-27", SECOND), ["M0001312700"]);
}

#[test]
fn what_is_taken_back_has_not_been_repeated() {
    let mut talk = Talk::playing(&format!("W000000BWW{}Z{}", "e".repeat(43), "e".repeat(5)));
    let go = |talk: &mut Talk, ours: &str, theirs: &str| {
        talk.found(ours, SECOND);
        talk.hear(theirs)
    };
    for _ in 0..2 {
        assert_eq!(go(&mut talk, "1-6", "M0000455000"), ["search"]);
        assert_eq!(go(&mut talk, "6-1", "M0000504500"), ["search"]);
        assert_eq!(go(&mut talk, "1-6", "M0000455000"), ["search"]);
        assert_eq!(talk.hear("B001W"), ["stop", "K0", "search"]);
    }
}

#[test]
fn the_number_of_a_move_counts_from_who_began() {
    let mut talk = Talk::with(follower(), &[("variant", "english")]);
    talk.on(Event::Connected);
    // Black begins.
    talk.hear(&request("W000000A"));
    assert_eq!(talk.hear("M0000111500"), ["search"]);
    talk.found("23-19", SECOND);
    assert_eq!(talk.hear("B001W"), ["stop", "K0", "search"]);
    assert_eq!(talk.hear("B001Z"), ["stop", "K0"]);
    assert_eq!(talk.hear("M0000111600"), ["search"]);
}

#[test]
fn only_the_own_variant_is_played() {
    let boards = [(32, "english"), (50, "normal"), (64, "turkish")];
    for (squares, _) in boards {
        let board = format!("eeeeeeeeeW{}Z", "e".repeat(squares - 11));
        for (own, variant) in boards {
            let mut talk = Talk::with(follower(), &[("variant", variant)]);
            talk.on(Event::Connected);
            let said = talk.hear(&request(&format!("W000000BW{board}")));
            assert_eq!(said[0] == ACCEPTED, squares == own, "{said:?}");
        }
    }
}

#[test]
fn a_bad_position_is_refused_with_the_reason() {
    let refused = |board: &str| {
        let mut talk = Talk::new(follower());
        let said = talk.hear(&request(&format!("W000000BW{board}")));
        assert_eq!(said[0], "Adamier                          2");
        assert_eq!(talk.machine.state(), State::Idle);
        said[1].clone()
    };
    let rest = "e".repeat(48);
    assert_eq!(refused(&format!("ww{rest}")), "error: Black has no pieces");
    assert_eq!(
        refused(&format!("wz{rest}")),
        "error: White man on square 1, on its last row: only a king can stand there"
    );
    assert_eq!(
        refused(&format!("wb{rest}")),
        "error: GAMEREQ has 'b' at character 46 where one of w z W Z e was expected"
    );
}

#[test]
fn an_initiator_proposes_game_after_game_with_colors_swapped() {
    let mut talk = Talk::new(initiator(2));
    let asked = |color| format!("R01{:<32}{color}001030A", "damier");
    assert_eq!(talk.on(Event::Connected), [asked("Z")]);
    assert_eq!(
        talk.hear(&request("W000000A")),
        ["Adamier                          2", "error: we have proposed a game ourselves"]
    );
    assert_eq!(talk.hear(&format!("A{NAME}0")), ["search 60s Some(30)"]);
    talk.found("32-28", SECOND);
    assert_eq!(talk.hear("E10"), ["stop".to_owned(), "E00".to_owned(), asked("W")]);
    assert!(talk.hear(&format!("A{NAME}0")).is_empty());
    assert_eq!(talk.hear("M0000322700"), ["search 60s Some(30)"]);
    // The last game ends with a word about that.
    assert_eq!(talk.on(Event::Quit), ["stop", "E01"]);
    assert_eq!(talk.hear("E01"), ["hang up"]);
    assert_eq!(talk.machine.trouble(), None);
    assert_eq!(talk.machine.tally().to_string(), "2 games: 1 won, 0 drawn, 0 lost, 1 open");
}

#[test]
fn other_variants_are_proposed_square_by_square() {
    let mut talk = Talk::with(initiator(1), &[("variant", "english")]);
    let board = format!("{}{}{}", "z".repeat(12), "e".repeat(8), "w".repeat(12));
    assert_eq!(talk.on(Event::Connected), [format!("R01{:<32}Z001030BZ{board}", "damier")]);
}

#[test]
fn a_refusal_ends_the_attempt() {
    for code in 1..=3 {
        let mut talk = Talk::new(initiator(3));
        talk.on(Event::Connected);
        assert_eq!(talk.hear(&format!("A{NAME}{code}")), ["hang up"]);
        let Some(Trouble::Refused { name, .. }) = talk.machine.trouble() else { panic!() };
        assert_eq!((name.as_str(), talk.machine.state()), ("Other", State::Idle));
    }
}

#[test]
fn the_end_of_the_connection_ends_the_search() {
    let mut talk = Talk::playing("W000000A");
    assert_eq!(talk.on(Event::Gone), ["stop", "hang up"]);
    assert_eq!(
        talk.machine.trouble().unwrap().to_string(),
        "the other side closed the connection in mid-game"
    );
    assert_eq!(talk.machine.state(), State::Idle);
}

#[test]
fn who_does_not_answer_is_left() {
    let mut talk = Talk::playing("W000000A");
    assert_eq!(talk.machine.patience(), None);
    assert_eq!(talk.on(Event::Quit), ["stop", "E01"]);
    assert_eq!(talk.machine.patience(), Some(2 * SECOND));
    assert_eq!(talk.on(Event::TimedOut), ["hang up"]);
    let mut talk = Talk::playing("Z000000A");
    talk.on(Event::Quit);
    assert_eq!(talk.on(Event::Quit), ["hang up"]);
    let mut talk = Talk::new(initiator(2));
    talk.on(Event::Connected);
    assert_eq!(talk.on(Event::TimedOut), ["hang up"]);
    assert_eq!(talk.machine.trouble(), Some(Trouble::NoAnswer));
}
