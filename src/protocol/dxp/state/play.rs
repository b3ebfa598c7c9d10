//! The state machine within a game.

use std::error::Error;
use std::time::Duration;

use super::{Action, Agreed, Budget, Found, Machine, State, complaint};
use crate::board::Color;
use crate::protocol::dxp::board::Board;
use crate::protocol::dxp::conduct::OnIllegal;
use crate::protocol::dxp::message::{Message, Played, TakeBackCode};
use crate::protocol::dxp::tally::Ended;
use crate::score::Score;

impl Machine {
    pub(super) fn begin(
        &mut self,
        color: Color,
        time: Option<Duration>,
        moves: Option<u32>,
        board: &mut Board,
    ) -> Vec<Action> {
        self.game = Agreed { color, time, moves, over: None, score: Score::DRAW };
        let mut actions = vec![Action::Show(format!(
            "game {} against {} begins, damier has {color}",
            self.tally.games() + 1,
            self.peer
        ))];
        actions.extend(self.go_on(board));
        actions
    }

    /// Sees whose turn it is, and what there is to do.
    pub(super) fn go_on(&mut self, board: &mut Board) -> Vec<Action> {
        let Agreed { color, time, moves, over, score } = self.game;
        let outcome = board.outcome().or(over);
        if board.turn() != color {
            // Where the game is over, it is for them to say so.
            self.game.over = outcome;
            self.state = State::OppTurn;
            return Vec::new();
        }
        self.state = State::MyTurn;
        if let Some(outcome) = outcome {
            return self.end_game(&Ended::by(outcome, color), board);
        }
        let left = time.map(|time| time.saturating_sub(board.thought()));
        if left == Some(Duration::ZERO) {
            return self.end_game(&Ended::out_of_time(), board);
        }
        let moves_to_go = moves.map(|moves| moves.saturating_sub(board.moves_of(color)));
        if moves_to_go == Some(0) {
            return self.end_game(&Ended::at_last_move(score), board);
        }
        vec![Action::Search(Budget { left, moves_to_go })]
    }

    pub(super) fn hear_move(&mut self, played: &Played, board: &mut Board) -> Vec<Action> {
        match self.state {
            State::OppTurn => {}
            State::MyTurn => return vec![complaint("a move, but it is our turn")],
            State::Idle | State::WaitAcc => return vec![complaint("a move, but there is no game")],
            // It crossed our end of the game.
            State::WaitEndAck => return Vec::new(),
        }
        if let Err(error) = board.play(played, None) {
            return self.hear_illegal(&error, board);
        }
        self.go_on(board)
    }

    /// A move of theirs that is none.
    pub(super) fn hear_illegal(&mut self, error: &dyn Error, board: &Board) -> Vec<Action> {
        let mut actions = vec![complaint(&error.to_string())];
        if self.conduct.on_illegal == OnIllegal::End {
            actions.extend(self.end_game(&Ended::by_illegal_move(error), board));
        }
        actions
    }

    pub(super) fn found(&mut self, found: &Found, board: &mut Board) -> Vec<Action> {
        if self.state != State::MyTurn {
            return Vec::new();
        }
        let thought = board.thought() + found.took;
        if self.game.time.is_some_and(|time| thought > time) {
            return self.end_game(&Ended::out_of_time(), board);
        }
        // The search is not begun where there is no move.
        let Some(squares) = found.best else { return self.go_on(board) };
        self.game.score = found.score;
        let played = Played { took: found.took, squares };
        board.play(&played, Some(found.took)).expect("a move that was found is legal");
        let mut actions = vec![Action::Say(Message::Move(played))];
        actions.extend(self.go_on(board));
        actions
    }

    /// Says that the game is over.
    pub(super) fn end_game(&mut self, ended: &Ended, board: &Board) -> Vec<Action> {
        let shown = self.record(ended, board);
        self.is_last |= self.is_done();
        self.state = State::WaitEndAck;
        let end = Message::End { reason: ended.reason, is_last: self.is_last };
        vec![Action::Say(end), Action::Show(shown)]
    }

    /// Counts a game that has ended, and tells how.
    pub(super) fn record(&mut self, ended: &Ended, board: &Board) -> String {
        let line = format!(
            "game {} {}, {} plies, thought for {:.3} s",
            self.tally.games() + 1,
            ended.line(self.game.color, &self.conduct.name, &self.peer),
            board.plies(),
            board.thought().as_secs_f64()
        );
        self.tally.add(ended.reason);
        line
    }

    pub(super) fn hear_take_back(
        &mut self,
        number: u32,
        color: Color,
        board: &mut Board,
    ) -> Vec<Action> {
        let answer = |code| Action::Say(Message::TakeBackAnswer(code));
        match self.state {
            State::MyTurn | State::OppTurn => {}
            State::Idle | State::WaitAcc | State::WaitEndAck => {
                return vec![answer(TakeBackCode::NotPossible)];
            }
        }
        let Some(plies) = board.plies_before(number, color) else {
            return vec![answer(TakeBackCode::NotPossible)];
        };
        board.take_back_to(plies);
        self.game.over = None;
        let mut actions = vec![Action::StopSearch, answer(TakeBackCode::Done)];
        actions.extend(self.go_on(board));
        actions
    }
}
