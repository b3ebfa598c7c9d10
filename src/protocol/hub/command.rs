//! What a line of the other side asks for.

use thiserror::Error;

use super::parse::Line;

/// A line by its meaning.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command<'a> {
    /// Tell who you are and what can be set.
    Hub,
    /// Get ready.
    Init,
    /// Set a parameter.
    SetParam { name: &'a str, value: &'a str },
    /// Set up a position (none: the start), then play moves.
    Position { position: Option<&'a str>, moves: &'a str },
    /// Limit the next search.
    Level,
    /// Search.
    Go(Mode),
    /// Answer now.
    Stop,
    /// The move you are pondering on was played.
    PonderHit,
    /// Are you there?
    Ping,
    /// Another game begins.
    NewGame,
    /// End.
    Quit,
    /// Something this program does not know; both sides ignore such lines.
    Other,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// To find a move to play.
    Think,
    /// To think in the other side's time.
    Ponder,
    /// To show what is best, also where there is no choice.
    Analyze,
}

/// What is missing in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum CommandError {
    #[error("set-param needs a name, as in: set-param name=threads value=2")]
    NoParameter,
}

impl<'a> Command<'a> {
    pub(super) fn read(line: &Line<'a>) -> Result<Self, CommandError> {
        Ok(match line.name {
            "hub" => Self::Hub,
            "init" => Self::Init,
            "set-param" => Self::SetParam {
                name: line.value("name").ok_or(CommandError::NoParameter)?,
                value: line.value("value").unwrap_or_default(),
            },
            "pos" => Self::Position {
                position: line.value("pos"),
                moves: line.value("moves").unwrap_or_default(),
            },
            "level" => Self::Level,
            "go" => Self::Go(Mode::read(line)),
            "stop" => Self::Stop,
            "ponder-hit" => Self::PonderHit,
            "ping" => Self::Ping,
            "new-game" => Self::NewGame,
            "quit" => Self::Quit,
            _ => Self::Other,
        })
    }

    /// May it come in mid-search without ending the search?
    pub(super) fn leaves_search_alone(&self) -> bool {
        match self {
            Self::Stop | Self::PonderHit | Self::Ping | Self::Other => true,
            Self::Hub
            | Self::Init
            | Self::SetParam { .. }
            | Self::Position { .. }
            | Self::Level
            | Self::Go(_)
            | Self::NewGame
            | Self::Quit => false,
        }
    }
}

impl Mode {
    /// The mode of a `go` line; thinking if it names none that is known.
    fn read(line: &Line<'_>) -> Self {
        line.pairs
            .iter()
            .find_map(|pair| match pair.name {
                "think" => Some(Self::Think),
                "ponder" => Some(Self::Ponder),
                "analyze" | "analyse" => Some(Self::Analyze),
                _ => None,
            })
            .unwrap_or(Self::Think)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> Result<Command<'_>, CommandError> {
        Command::read(&Line::read(text).unwrap().unwrap())
    }

    #[test]
    fn a_go_without_a_known_word_thinks() {
        for text in ["go", "go think", "go mcts", "go mcts=1 think"] {
            assert_eq!(command(text), Ok(Command::Go(Mode::Think)));
        }
        assert_eq!(command("go ponder"), Ok(Command::Go(Mode::Ponder)));
        assert_eq!(command("go analyse"), Ok(Command::Go(Mode::Analyze)));
    }

    #[test]
    fn a_parameter_needs_a_name_but_no_value() {
        assert_eq!(command("set-param value=1"), Err(CommandError::NoParameter));
        let set = Command::SetParam { name: "book", value: "" };
        assert_eq!(command("set-param name=book").as_ref(), Ok(&set));
        assert_eq!(command("set-param name=book value=\"\"").as_ref(), Ok(&set));
    }

    #[test]
    fn a_position_is_the_start_if_none_is_given() {
        let start = Command::Position { position: None, moves: "" };
        assert_eq!(command("pos").as_ref(), Ok(&start));
        assert_eq!(command("pos start").as_ref(), Ok(&start));
    }
}
