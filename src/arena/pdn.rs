//! Games of a match as PDN, and the file that they are added to.

use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};

use super::clock::Budget;
use super::player::FaultKind;
use super::record::{EndedBy, GameRecord, GameResult};
use crate::board::Geometry;
use crate::claim::Growing;
use crate::notation::hub;
use crate::notation::moves::resolve;
use crate::notation::pdn::{self, Order, Record, Verdict};
use crate::position::Position;
use crate::rules::{Rules, Variant};

/// What PDN tells of a game besides its record.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// What the game is part of.
    pub event: &'a str,
    /// What White and Black may use.
    pub budgets: [&'a Budget; 2],
    /// Are score, depth and time told after each move, as in `{+0.17/12 0.312s}`?
    pub has_comments: bool,
}

/// A game as PDN writes it, with an empty line after it. In results the points of the color that
/// moves first in the variant stand first, as `damier pdn` reads them if it is not told otherwise.
///
/// # Errors
/// If it is no game of the variant.
pub fn write(game: &GameRecord, variant: Variant, about: &About<'_>) -> anyhow::Result<String> {
    dispatch!(variant, R => write_of::<R>(game, about))
}

/// What all games of an event begin with.
pub fn beginning(event: &str) -> String {
    format!("[Event \"{event}\"]")
}

fn write_of<R: Rules>(game: &GameRecord, about: &About<'_>) -> anyhow::Result<String> {
    let setup = hub::read_setup(&game.start, R::Geometry::SQUARES)?;
    let start = Position::<R>::from_setup(&setup)?;
    let mut moves = Vec::new();
    let mut position = start;
    for text in &game.moves {
        let mv = resolve(&position, &hub::read_move(text)?)?;
        position = position.play(mv);
        moves.push(mv);
    }
    let mut record = Record::new(start, moves);
    record.verdict = match game.result {
        GameResult::White => Verdict::White,
        GameResult::Black => Verdict::Black,
        GameResult::Draw => Verdict::Draw,
    };
    set_tags(&mut record, game, about);
    if about.has_comments {
        let steps = record.line.steps.iter_mut().skip(game.opening_plies);
        for (index, step) in steps.enumerate() {
            step.comments.extend(comment(game, index));
        }
    }
    let last = record.line.steps.last_mut();
    last.map_or(&mut record.line.comments, |step| &mut step.comments).push(game.reason.clone());
    Ok(pdn::write(&record, Order::default()))
}

fn set_tags<R: Rules>(record: &mut Record<R>, game: &GameRecord, about: &About<'_>) {
    let mut set = |name, value: &str| _ = record.tags.set(name, value);
    set("Event", about.event);
    if let Some(date) = game.began.get(..10) {
        set("Date", &date.replace('-', "."));
    }
    set("Round", &format!("{}.{}", game.game / 2 + 1, game.game % 2 + 1));
    set("White", &game.white);
    set("Black", &game.black);
    let [white, black] = about.budgets.map(time_control);
    if white == black {
        set("TimeControl", &white);
    } else {
        set("WhiteTimeControl", &white);
        set("BlackTimeControl", &black);
    }
    let kind = game.fault.as_ref().map(|fault| fault.kind);
    set("Termination", termination(game.ended_by, kind));
    if let Some(name) = &game.opening {
        set("Opening", name);
    }
}

/// A dash stands for no clock, as in PGN.
fn time_control(budget: &Budget) -> String {
    match (budget.clock, budget.move_time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
        (None, None) => String::from("-"),
    }
}

/// The words that PGN has for it.
fn termination(ended_by: EndedBy, fault: Option<FaultKind>) -> &'static str {
    match (ended_by, fault) {
        (EndedBy::Adjudication, _) => "adjudication",
        (_, Some(FaultKind::Time)) => "time forfeit",
        (_, Some(FaultKind::Illegal | FaultKind::Garbage | FaultKind::Claim)) => "rules infraction",
        (_, Some(FaultKind::Crash | FaultKind::Hang | FaultKind::Flood | FaultKind::Refusal)) => {
            "abandoned"
        }
        (EndedBy::Rule | EndedBy::Resignation | EndedBy::Fault, None) => "normal",
    }
}

/// What an engine said of its move, and how long it took.
fn comment(game: &GameRecord, index: usize) -> Option<String> {
    let seconds = *game.times.get(index)? as f64 / 1000.0;
    let score = game.scores.get(index).copied().flatten();
    let depth = game.depths.get(index).copied().flatten();
    let thought = match (score, depth) {
        (Some(score), Some(depth)) => format!("{:+.2}/{depth} ", f64::from(score) / 100.0),
        (Some(score), None) => format!("{:+.2} ", f64::from(score) / 100.0),
        (None, _) => String::new(),
    };
    Some(format!("{thought}{seconds:.3}s"))
}

/// A file of games, open at its end.
#[derive(Debug)]
pub struct PdnFile(Growing);

impl PdnFile {
    /// Begins a file that is not there yet.
    ///
    /// # Errors
    /// If it is there, or cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        Growing::begin(path, ", with the --json of its match,").map(Self)
    }

    /// Goes on with a file after the games that have been played: what it lacks of them is added,
    /// and what it has beyond them, as a part of a game, is cut off; how many bytes that were is told
    /// with it. If there is no file, one is begun. All games have this beginning.
    ///
    /// # Errors
    /// If it has other games, or cannot be written, or another process adds to it.
    pub fn resume(
        path: &Path,
        beginning: &str,
        games: impl Iterator<Item = anyhow::Result<String>>,
    ) -> anyhow::Result<(Self, u64)> {
        let name = path.display();
        let cannot = || format!("{name} cannot be gone on with");
        let mut file = Growing::resume(path)?;
        let mut there = BufReader::new(file.try_clone().with_context(cannot)?);
        let mut at = 0;
        let mut is_at_end = false;
        for game in games {
            let game = game?;
            let mut same = 0;
            if !is_at_end {
                let mut found = Vec::new();
                let limit = game.len() as u64;
                there.by_ref().take(limit).read_to_end(&mut found).with_context(cannot)?;
                if !game.as_bytes().starts_with(&found) {
                    bail!(
                        "{name} has other games than the record, or was written with other \
                         options; where there is no such file, it is written anew"
                    );
                }
                same = found.len();
                is_at_end = same < game.len();
            }
            at += same as u64;
            if same < game.len() {
                file.add(&game.as_bytes()[same..])?;
                at += (game.len() - same) as u64;
            }
        }
        let mut rest = Vec::new();
        there.take(beginning.len() as u64).read_to_end(&mut rest).with_context(cannot)?;
        // Zeros are what a power cut may leave.
        let is_torn = beginning.as_bytes().starts_with(&rest) || rest[0] == 0;
        if !is_at_end && !is_torn {
            bail!(
                "{name} goes on with what is no game of this record after {at} bytes; where there is no \
                 such file, it is written anew"
            );
        }
        let length = file.metadata().with_context(cannot)?.len();
        file.cut(at)?;
        Ok((Self(file), length - at))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &str) -> anyhow::Result<()> {
        self.0.add(game.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::hub::write_setup;
    use crate::rules::English;

    fn game() -> GameRecord {
        GameRecord {
            game: 5,
            variant: None,
            white: String::from("a"),
            black: String::from("b"),
            began: String::from("2026-11-29T23:24:17Z"),
            opening: Some(String::from("Bristol")),
            start: write_setup(&Position::<English>::start().setup(), 32),
            opening_plies: 1,
            moves: ["11-16", "24-19", "8-11"].map(String::from).into(),
            scores: vec![Some(-17), None],
            depths: vec![Some(12), None],
            times: vec![312, 5],
            result: GameResult::Black,
            ended_by: EndedBy::Fault,
            reason: String::from("crash by White: its output ended"),
            fault: Some(super::super::Fault {
                kind: FaultKind::Crash,
                text: String::new(),
                last_lines: Vec::new(),
            }),
        }
    }

    fn text(change: impl Fn(&mut GameRecord, &mut Budget)) -> String {
        let mut game = game();
        let white = Budget { clock: "10+0.1".parse().ok(), ..Budget::default() };
        let mut black = white.clone();
        change(&mut game, &mut black);
        let about = About { event: "test", budgets: [&white, &black], has_comments: true };
        write(&game, Variant::English, &about).unwrap()
    }

    #[test]
    fn a_game_has_its_tags_and_what_was_thought() {
        let expected = "[Event \"test\"]\n[Site \"?\"]\n[Date \"2026.11.29\"]\n[Round \"3.2\"]\n\
            [White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[GameType \"21,B,8,8,N1,0\"]\n\
            [TimeControl \"10+0.1\"]\n[PlyCount \"3\"]\n[Termination \"abandoned\"]\n\
            [Opening \"Bristol\"]\n\n\
            1. 11-16 24-19 {-0.17/12 0.312s} 2. 8-11 {0.005s} {crash by White: its output\n\
            ended} 1-0\n\n";
        assert_eq!(text(|_, _| {}), expected);
    }

    #[test]
    fn two_clocks_are_told_apart() {
        let text = text(|game, black| {
            *black = Budget { nodes: Some(5), ..Budget::default() };
            game.began.clear();
        });
        assert!(text.starts_with(&beginning("test")), "{text}");
        assert!(text.contains("[WhiteTimeControl \"10+0.1\"]\n[BlackTimeControl \"-\"]"), "{text}");
        assert!(text.contains("[Date \"????.??.??\"]"), "{text}");
    }

    #[test]
    fn a_file_is_gone_on_with_where_it_has_the_same_games() {
        let path = std::env::temp_dir().join(format!("damier-pdn-file-{}", std::process::id()));
        let resumed = |there: &str, games: &[&str]| {
            std::fs::write(&path, there).unwrap();
            let games = games.iter().map(|game| Ok((*game).to_owned()));
            let result =
                PdnFile::resume(&path, "thr", games).and_then(|(mut file, _)| file.add("new"));
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            result.map(|()| text).map_err(|error| format!("{error:#}"))
        };
        for there in ["", "on", "one.", "one.two.", "one.two.th", "one.two.three.", "one.two.\0\0"]
        {
            assert_eq!(resumed(there, &["one.", "two."]).unwrap(), "one.two.new", "{there}");
        }
        assert!(resumed("one.tvo", &["one.", "two."]).unwrap_err().contains("has other games"));
        for (there, games) in [("one.two.mine", &["one.", "two."][..]), ("mine", &[])] {
            let error = resumed(there, games).unwrap_err();
            assert!(error.contains("goes on with what is no game of this record"), "{error}");
        }
        assert_eq!(resumed("", &[]).unwrap(), "new");
    }
}
