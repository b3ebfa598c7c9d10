//! The referee: knows the rules, believes no engine, and says when and why a game is over.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::openings::Opening;
use super::record::EndedBy;
use crate::bitbase::{Bitbases, Value, embedded};
use crate::board::{Color, Geometry};
use crate::game::{Game, Outcome};
use crate::notation::moves::{MoveError, resolve};
use crate::notation::{WrittenMove, hub};
use crate::position::{MoveText, Position, Setup, SetupError};
use crate::rules::{DrawProfile, Rules, Variant};

/// When a game ends before its rules end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A side has lost when both have said so for so many moves.
    pub resign: Option<Agreement>,
    /// The game is drawn when both have said so for so many moves.
    pub draw: Option<Agreement>,
    /// The game is drawn after so many plies.
    pub max_plies: u32,
    /// The game has the result that the bitbases within the program know, if no draw counter can
    /// come before it.
    #[serde(default)]
    pub bitbases: bool,
}

/// What both sides have to say for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// In centimen: at least so much is lost, or at most so much is not drawn.
    pub centimen: i32,
    /// In so many of their last moves in a row.
    pub moves: usize,
    /// Not before so many plies of the game.
    pub from_ply: usize,
}

/// The reason of a game that a bitbase decided, but for the plies to its end.
const DECIDED: &str = "bitbase: decided";

/// The reason of a game without what is its own: what is the same in the reasons of many.
pub(super) fn kind(reason: &str) -> &str {
    if reason.starts_with(DECIDED) { DECIDED } else { reason }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// By the rules, or before.
    pub ended_by: EndedBy,
    /// Why.
    pub reason: String,
}

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The variant does not allow its pieces.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move of it is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The referee of a game.
pub struct Referee {
    board: Box<dyn Board>,
    adjudication: Adjudication,
    /// What White and Black thought of their own chances, move by move.
    said: [Vec<Option<i32>>; 2],
    plies: usize,
}

impl Referee {
    /// Sets up an opening and plays its moves.
    ///
    /// # Errors
    /// If the variant does not allow it.
    pub fn new(
        variant: Variant,
        profile: DrawProfile,
        opening: &Opening,
        adjudication: Adjudication,
    ) -> Result<Self, OpeningError> {
        let mut board: Box<dyn Board> =
            dispatch!(variant, R => Box::new(Seat::<R>::new(profile, opening)?));
        for &mv in &opening.moves {
            board.play(&mv.into())?;
        }
        Ok(Self { board, adjudication, said: Default::default(), plies: opening.moves.len() })
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.board.turn()
    }

    /// Plies played, the opening's included.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The position as an engine is told it: one from which the draw rules can be counted, and the
    /// moves since.
    pub fn position(&self) -> (&str, &str) {
        self.board.position()
    }

    /// The pieces as they stand.
    pub fn setup(&self) -> Setup {
        self.board.setup()
    }

    /// Plays a move of the color to move, with the score in centimen that it told.
    ///
    /// # Errors
    /// If the move is not legal, or not clear.
    pub fn play(
        &mut self,
        written: &WrittenMove,
        score: Option<i32>,
    ) -> Result<MoveText, MoveError> {
        let turn = self.turn();
        let text = self.board.play(written)?;
        self.said[turn as usize].push(score);
        self.plies += 1;
        Ok(text)
    }

    /// The legal move that was written, if it is one.
    pub fn legal(&self, written: &WrittenMove) -> Option<MoveText> {
        self.board.legal(written)
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.board.outcome() {
            let reason = outcome.reason.to_string();
            return Some(Ending { winner: outcome.winner, ended_by: EndedBy::Rule, reason });
        }
        self.adjudged()
    }

    /// How the game ends before its rules end it, if it does.
    fn adjudged(&self) -> Option<Ending> {
        let adjudged = |winner, reason| Ending { winner, ended_by: EndedBy::Adjudication, reason };
        if let Some(winner) = self.resigned() {
            return Some(adjudged(Some(winner), String::from("both say it is lost")));
        }
        if self.agreed_draw() {
            return Some(adjudged(None, String::from("both say it is drawn")));
        }
        if self.adjudication.bitbases
            && let Some((winner, value)) = self.board.known()
        {
            let reason = match value.plies() {
                Some(plies) => format!("{DECIDED} in {plies} plies"),
                None => String::from("bitbase: drawn"),
            };
            return Some(adjudged(winner, reason));
        }
        let most = self.adjudication.max_plies;
        (self.plies >= most as usize).then(|| adjudged(None, format!("{most} plies")))
    }

    /// The color that has won in the eyes of both.
    fn resigned(&self) -> Option<Color> {
        let rule = self.adjudication.resign?;
        if self.plies < rule.from_ply {
            return None;
        }
        Color::BOTH.into_iter().find(|&color| {
            self.have_all_said(color, rule, |score| score >= rule.centimen)
                && self.have_all_said(!color, rule, |score| score <= -rule.centimen)
        })
    }

    fn agreed_draw(&self) -> bool {
        let Some(rule) = self.adjudication.draw else { return false };
        self.plies >= rule.from_ply
            && Color::BOTH
                .into_iter()
                .all(|color| self.have_all_said(color, rule, |score| score.abs() <= rule.centimen))
    }

    fn have_all_said(&self, color: Color, rule: Agreement, test: impl Fn(i32) -> bool) -> bool {
        let said = &self.said[color as usize];
        said.len() >= rule.moves
            && said[said.len() - rule.moves..].iter().all(|score| score.is_some_and(&test))
    }
}

/// A game of some variant.
trait Board: Send {
    fn play(&mut self, written: &WrittenMove) -> Result<MoveText, MoveError>;
    fn legal(&self, written: &WrittenMove) -> Option<MoveText>;
    fn outcome(&self) -> Option<Outcome>;
    /// Who wins, and what the position is worth to the color to move, if a bitbase is sure of it.
    fn known(&self) -> Option<(Option<Color>, Value)>;
    fn turn(&self) -> Color;
    fn setup(&self) -> Setup;
    fn position(&self) -> (&str, &str);
}

struct Seat<R: Rules> {
    game: Game<R>,
    /// A Hub position of the game.
    base: String,
    /// The moves since then, as Hub writes them.
    since: String,
    bitbases: Bitbases<R>,
}

impl<R: Rules> Seat<R> {
    fn new(profile: DrawProfile, opening: &Opening) -> Result<Self, OpeningError> {
        let position = Position::<R>::from_setup(&opening.start)?;
        let game = Game::new(position, profile).with_quiet_plies(opening.quiet_plies);
        let bitbases = Bitbases::new(embedded::<R>().into_iter().collect());
        Ok(Self { base: write::<R>(&position), since: String::new(), game, bitbases })
    }
}

fn write<R: Rules>(position: &Position<R>) -> String {
    hub::write_setup(&position.setup(), R::Geometry::SQUARES)
}

impl<R: Rules> Board for Seat<R> {
    fn play(&mut self, written: &WrittenMove) -> Result<MoveText, MoveError> {
        let mv = resolve(self.game.position(), written)?;
        let before = *self.game.position();
        let text = before.describe(mv);
        self.game.play(mv);
        // The standard rules count nothing across a conversion; some official ones do.
        match self.game.profile() {
            DrawProfile::Standard if before.is_conversion(mv) => {
                self.base = write(self.game.position());
                self.since.clear();
            }
            DrawProfile::Standard | DrawProfile::Official => {
                if !self.since.is_empty() {
                    self.since.push(' ');
                }
                self.since.push_str(&text.to_string());
            }
        }
        Ok(text)
    }

    fn legal(&self, written: &WrittenMove) -> Option<MoveText> {
        let position = self.game.position();
        resolve(position, written).ok().map(|mv| position.describe(mv))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn known(&self) -> Option<(Option<Color>, Value)> {
        let turn = self.turn();
        let value = self.bitbases.value(self.game.position())?;
        let left = self.game.counters().sure_plies::<R>();
        let is_sure = value.plies().is_none_or(|plies| u32::from(plies) <= left);
        let winner = match value.sign() {
            Ordering::Greater => Some(turn),
            Ordering::Equal => None,
            Ordering::Less => Some(!turn),
        };
        is_sure.then_some((winner, value))
    }

    fn turn(&self) -> Color {
        self.game.position().turn()
    }

    fn setup(&self) -> Setup {
        self.game.position().setup()
    }

    fn position(&self) -> (&str, &str) {
        (&self.base, &self.since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::International;

    fn referee(fen: &str, adjudication: Adjudication, profile: DrawProfile) -> Referee {
        let start = fen::read::<International>(fen).unwrap().position.setup();
        let opening = Opening { name: None, start, quiet_plies: 0, moves: Vec::new() };
        Referee::new(Variant::International, profile, &opening, adjudication).unwrap()
    }

    fn none() -> Adjudication {
        Adjudication { resign: None, draw: None, max_plies: 500, bitbases: false }
    }

    fn play(referee: &mut Referee, text: &str, score: i32) -> Result<MoveText, MoveError> {
        referee.play(&hub::read_move(text).unwrap(), Some(score))
    }

    #[test]
    fn repetition_and_illegal_moves_are_seen() {
        let mut referee = referee("W:WK1:BK45", none(), DrawProfile::Standard);
        let error = play(&mut referee, "1-8", 0).unwrap_err().to_string();
        assert!(error.starts_with("illegal move 1-8"), "{error}");
        for text in ["1-6", "45-50", "6-1", "50-45", "1-6", "45-50", "6-1", "50-45"] {
            assert_eq!(referee.ending(), None);
            play(&mut referee, text, 0).unwrap();
        }
        let ending = referee.ending().unwrap();
        assert_eq!((ending.winner, ending.ended_by), (None, EndedBy::Rule));
        assert_eq!(ending.reason, "the same position 3 times");
        assert_eq!(referee.position().1, "1-6 45-50 6-1 50-45 1-6 45-50 6-1 50-45");
    }

    #[test]
    fn what_is_told_begins_after_a_conversion_unless_more_is_counted() {
        let mut standard = referee("W:WK1,31:BK45", none(), DrawProfile::Standard);
        let mut official = referee("W:WK1,31:BK45", none(), DrawProfile::Official);
        for it in [&mut standard, &mut official] {
            play(it, "31-27", 0).unwrap();
            play(it, "45-50", 0).unwrap();
        }
        assert_eq!(standard.position().1, "45-50");
        assert_eq!(official.position().1, "31-27 45-50");
    }

    #[test]
    fn both_have_to_say_it_for_long_enough() {
        let rule = Agreement { centimen: 500, moves: 2, from_ply: 0 };
        let adjudication = Adjudication { resign: Some(rule), ..none() };
        let mut referee = referee("W:WK1,K2,K3:BK45", adjudication, DrawProfile::Standard);
        for (text, score) in [("1-6", 900), ("45-50", -400), ("6-1", 900), ("50-45", -600)] {
            play(&mut referee, text, score).unwrap();
            assert_eq!(referee.ending(), None);
        }
        play(&mut referee, "1-6", 500).unwrap();
        play(&mut referee, "45-50", -500).unwrap();
        let ending = referee.ending().unwrap();
        assert_eq!((ending.winner, ending.ended_by), (Some(Color::White), EndedBy::Adjudication));
    }

    #[test]
    fn a_bitbase_knows_the_result_unless_a_counter_may_come_first() {
        let adjudication = Adjudication { bitbases: true, ..none() };
        let ending = |fen: &str, quiet_plies: u32| {
            let start = fen::read::<International>(fen).unwrap().position.setup();
            let opening = Opening { name: None, start, quiet_plies, moves: Vec::new() };
            let profile = DrawProfile::Standard;
            let referee =
                Referee::new(Variant::International, profile, &opening, adjudication).unwrap();
            referee.ending().map(|ending| (ending.winner, ending.reason))
        };
        let drawn = (None, String::from("bitbase: drawn"));
        assert_eq!(ending("W:WK1:BK45", 0), Some(drawn));
        let won = "W:WK6,K7:B5";
        let (winner, reason) = ending(won, 0).unwrap();
        assert_eq!(winner, Some(Color::White));
        assert!(reason.starts_with("bitbase: decided in "), "{reason}");
        assert_eq!(kind(&reason), "bitbase: decided");
        assert_eq!(ending(won, 99), None);
        assert_eq!(ending("B:WK1,K2,K3:BK44,45", 0).map(|it| it.0), None);
    }

    #[test]
    fn games_do_not_go_on_forever() {
        let rule = Agreement { centimen: 10, moves: 1, from_ply: 3 };
        let adjudication = Adjudication { draw: Some(rule), ..none() };
        let mut referee = referee("W:WK1:BK45", adjudication, DrawProfile::Standard);
        for text in ["1-6", "45-50"] {
            play(&mut referee, text, 5).unwrap();
            assert_eq!(referee.ending(), None);
        }
        play(&mut referee, "6-1", -10).unwrap();
        assert_eq!(referee.ending().unwrap().reason, "both say it is drawn");
        let mut short = self::referee(
            "W:WK1:BK45",
            Adjudication { max_plies: 1, ..none() },
            DrawProfile::Standard,
        );
        play(&mut short, "1-6", 5).unwrap();
        assert_eq!(short.ending().unwrap().reason, "1 plies");
    }
}
