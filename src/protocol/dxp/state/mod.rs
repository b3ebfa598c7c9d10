//! The state machine of a conversation: an event in, actions out. Knows no socket and no clock.

mod event;
mod play;

use std::time::Duration;

use super::board::Board;
use super::conduct::{Conduct, Role};
use super::message::{AnswerCode, Message, Reason, Request};
use super::tally::{Ended, Tally};
use crate::board::Color;
use crate::game::Outcome;
use crate::score::Score;
pub use event::Trouble;
pub(super) use event::{Action, Budget, Event, Found};

/// Where the conversation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// No game.
    Idle,
    /// We have proposed a game.
    WaitAcc,
    /// We think.
    MyTurn,
    /// They think.
    OppTurn,
    /// We have said that the game is over.
    WaitEndAck,
}

/// A game, as it was agreed upon.
#[derive(Clone, Debug)]
struct Agreed {
    color: Color,
    time: Option<Duration>,
    moves: Option<u32>,
    /// It was over by the rules when it was their turn.
    over: Option<Outcome>,
    /// What our last search said.
    score: Score,
}

/// The machine.
pub(super) struct Machine {
    conduct: Conduct,
    state: State,
    game: Agreed,
    /// Who talks to us, by the name it gave.
    peer: String,
    tally: Tally,
    /// The game that ends is the last, because of what one of us said.
    is_last: bool,
    quits: bool,
    trouble: Option<Trouble>,
}

impl Machine {
    pub(super) fn new(conduct: Conduct) -> Self {
        Self {
            conduct,
            state: State::Idle,
            game: Agreed {
                color: Color::White,
                time: None,
                moves: None,
                over: None,
                score: Score::DRAW,
            },
            peer: String::new(),
            tally: Tally::default(),
            is_last: false,
            quits: false,
            trouble: None,
        }
    }

    pub(super) fn state(&self) -> State {
        self.state
    }

    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Takes what went wrong since the last time.
    pub(super) fn trouble(&mut self) -> Option<Trouble> {
        self.trouble.take()
    }

    /// Has the user asked for the end?
    pub(super) fn quits(&self) -> bool {
        self.quits
    }

    /// Have all games been played?
    pub(super) fn is_done(&self) -> bool {
        self.quits || self.conduct.games.is_some_and(|games| self.tally.games() >= games)
    }

    /// How long to wait for the other side before [`Event::TimedOut`].
    pub(super) fn patience(&self) -> Option<Duration> {
        match self.state {
            State::WaitEndAck if self.quits => Some(Duration::from_secs(2)),
            State::WaitEndAck => Some(Duration::from_secs(10)),
            // A person may have to be asked.
            State::WaitAcc => Some(Duration::from_secs(120)),
            State::Idle | State::MyTurn | State::OppTurn => None,
        }
    }

    /// Takes an event.
    pub(super) fn on(&mut self, event: Event, board: &mut Board) -> Vec<Action> {
        match event {
            Event::Connected => {
                self.state = State::Idle;
                self.peer.clear();
                self.is_last = false;
                self.next_game(board)
            }
            Event::Heard(Ok(message)) => self.hear(message, board),
            Event::Heard(Err(error)) => match error.answer() {
                Some(code) => self.refuse(code, &error.to_string()),
                None if error.is_move() && self.state == State::OppTurn => {
                    self.hear_illegal(&error, board)
                }
                None => vec![complaint(&error.to_string())],
            },
            Event::TooLong => {
                vec![complaint("a message has no more than 127 characters and ends with a NUL")]
            }
            Event::Found(found) => self.found(&found, board),
            Event::TimedOut => self.time_out(),
            Event::Quit => self.quit(board),
            Event::Gone => self.gone(board),
        }
    }

    fn hear(&mut self, message: Message, board: &mut Board) -> Vec<Action> {
        match message {
            Message::Chat(text) => vec![Action::Show(format!("chat: {}", printable(&text)))],
            Message::Request(request) => self.hear_request(&request, board),
            Message::Answer { name, code } => self.hear_answer(&name, code, board),
            Message::Move(played) => self.hear_move(&played, board),
            Message::End { reason, is_last } => self.hear_end(reason, is_last, board),
            Message::TakeBack { number, color } => self.hear_take_back(number, color, board),
            // We never ask for it.
            Message::TakeBackAnswer(_) => Vec::new(),
        }
    }

    fn hear_request(&mut self, request: &Request, board: &mut Board) -> Vec<Action> {
        match self.state {
            State::MyTurn | State::OppTurn => {
                return self.refuse(AnswerCode::NotThisGame, "a game is under way");
            }
            State::WaitAcc => {
                return self.refuse(AnswerCode::NotThisGame, "we have proposed a game ourselves");
            }
            // Who proposes a game has taken the last one for ended.
            State::WaitEndAck | State::Idle => {}
        }
        if let Role::Initiator { .. } = self.conduct.role {
            return self.refuse(AnswerCode::NotThisGame, "we propose the games ourselves");
        }
        if let Err(error) = board.begin(request.start.as_ref()) {
            return self.refuse(AnswerCode::NotThisGame, &error.to_string());
        }
        self.peer = printable(&request.name);
        self.is_last = false;
        let answer =
            Message::Answer { name: self.conduct.name.clone(), code: AnswerCode::Accepted };
        let mut actions = vec![Action::Say(answer)];
        actions.extend(self.begin(request.follower, request.time, request.moves, board));
        actions
    }

    fn refuse(&self, code: AnswerCode, why: &str) -> Vec<Action> {
        let name = self.conduct.name.clone();
        vec![Action::Say(Message::Answer { name, code }), complaint(why)]
    }

    fn hear_answer(&mut self, name: &str, code: AnswerCode, board: &mut Board) -> Vec<Action> {
        if self.state != State::WaitAcc {
            return Vec::new();
        }
        self.peer = printable(name);
        let why = match code {
            AnswerCode::Accepted => {
                let Role::Initiator { time, moves, .. } = self.conduct.role else {
                    return Vec::new();
                };
                return self.begin(self.proposed_color(), time, moves, board);
            }
            AnswerCode::WrongVersion => "it speaks another version of DXP",
            AnswerCode::NotThisGame => "not this game",
            AnswerCode::NoGame => "no game at all",
        };
        self.state = State::Idle;
        self.trouble = Some(Trouble::Refused { name: self.peer.clone(), why });
        vec![Action::HangUp]
    }

    fn hear_end(&mut self, reason: Reason, is_last: bool, board: &mut Board) -> Vec<Action> {
        match self.state {
            State::MyTurn | State::OppTurn => {
                let color = self.game.color;
                let mut actions = vec![Action::StopSearch];
                let over = if self.state == State::OppTurn { board.outcome() } else { None };
                let ended = match over.or(self.game.over) {
                    Some(outcome) => Ended::by(outcome, color),
                    None => Ended::as_they_say(reason),
                };
                actions.push(Action::Show(self.record(&ended, board)));
                self.is_last |= is_last;
                actions.push(Action::Say(Message::End { reason: Reason::Unknown, is_last }));
                actions.extend(self.next_game(board));
                actions
            }
            State::WaitEndAck => {
                self.is_last |= is_last;
                self.next_game(board)
            }
            // No answer: it might be taken for an end of its own.
            State::WaitAcc | State::Idle if is_last => {
                self.state = State::Idle;
                vec![Action::HangUp]
            }
            State::WaitAcc | State::Idle => Vec::new(),
        }
    }

    /// After a game, or before the first.
    fn next_game(&mut self, board: &mut Board) -> Vec<Action> {
        self.state = State::Idle;
        if self.is_last || self.is_done() {
            if self.conduct.games.is_some() && !self.is_done() {
                self.trouble = Some(Trouble::NoMoreGames);
            }
            return vec![Action::HangUp];
        }
        let Role::Initiator { time, moves, .. } = self.conduct.role else { return Vec::new() };
        let start = board.proposal();
        if let Err(error) = board.begin(start.as_ref()) {
            self.trouble = Some(Trouble::NoStart { why: error.to_string() });
            return vec![Action::HangUp];
        }
        self.state = State::WaitAcc;
        vec![Action::Say(Message::Request(Request {
            name: self.conduct.name.clone(),
            follower: !self.proposed_color(),
            time,
            moves,
            start,
        }))]
    }

    /// The color that we want in the next game.
    fn proposed_color(&self) -> Color {
        match self.conduct.role {
            Role::Initiator { color, .. } if self.tally.games() % 2 == 1 => !color,
            Role::Initiator { color, .. } => color,
            Role::Follower => Color::White,
        }
    }

    fn time_out(&mut self) -> Vec<Action> {
        if self.state == State::WaitAcc || (self.conduct.games.is_some() && !self.is_done()) {
            self.trouble = Some(Trouble::NoAnswer);
        }
        self.state = State::Idle;
        vec![Action::HangUp]
    }

    fn quit(&mut self, board: &Board) -> Vec<Action> {
        let again = std::mem::replace(&mut self.quits, true);
        match self.state {
            State::MyTurn | State::OppTurn if !again => {
                let mut actions = vec![Action::StopSearch];
                actions.extend(self.end_game(&Ended::broken_off(), board));
                actions
            }
            State::WaitEndAck if !again => Vec::new(),
            State::Idle | State::WaitAcc | State::MyTurn | State::OppTurn | State::WaitEndAck => {
                self.state = State::Idle;
                vec![Action::HangUp]
            }
        }
    }

    fn gone(&mut self, board: &Board) -> Vec<Action> {
        let state = std::mem::replace(&mut self.state, State::Idle);
        match state {
            State::MyTurn | State::OppTurn => {
                let shown = self.record(&Ended::connection_lost(), board);
                self.trouble = Some(Trouble::Gone { when: "in mid-game" });
                vec![Action::StopSearch, Action::Show(shown), Action::HangUp]
            }
            State::WaitAcc => {
                self.trouble = Some(Trouble::Gone { when: "instead of an answer" });
                vec![Action::HangUp]
            }
            State::Idle | State::WaitEndAck => {
                if self.conduct.games.is_some() && !self.is_done() {
                    self.trouble = Some(Trouble::Gone { when: "before all games were played" });
                }
                vec![Action::HangUp]
            }
        }
    }
}

fn complaint(text: &str) -> Action {
    Action::Complain(format!("error: {text}"))
}

/// Foreign words as they may stand on a terminal.
fn printable(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    text.trim().chars().map(plain).collect()
}

#[cfg(test)]
mod tests;
