//! The commands of the prompt, one table.

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Board,
    Numbers,
    Moves,
    Play,
    Go,
    Hint,
    Undo,
    New,
    Variant,
    Fen,
    Set,
    Hub,
    Quit,
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    command: Command,
    names: &'static [&'static str],
    /// As the help shows it.
    pub(super) form: &'static str,
    pub(super) help: &'static str,
}

/// All commands.
pub(super) const COMMANDS: &[Row] = &[
    Row {
        command: Command::Play,
        names: &["play", "move"],
        form: "32-28, play 28x19",
        help: "play a move; in the short form where that is clear",
    },
    Row {
        command: Command::Go,
        names: &["go"],
        form: "go [SECONDS]",
        help: "let the engine play a move; Enter makes it hurry",
    },
    Row {
        command: Command::Hint,
        names: &["hint", "think"],
        form: "hint [SECONDS]",
        help: "show what the engine would play",
    },
    Row { command: Command::Moves, names: &["moves"], form: "moves", help: "list the legal moves" },
    Row {
        command: Command::Undo,
        names: &["undo", "back"],
        form: "undo",
        help: "take the last move back",
    },
    Row {
        command: Command::Board,
        names: &["board", "d", "show"],
        form: "board",
        help: "draw the board: w b are men, W B kings",
    },
    Row {
        command: Command::Numbers,
        names: &["numbers"],
        form: "numbers",
        help: "draw the numbers of the squares",
    },
    Row { command: Command::New, names: &["new", "start"], form: "new", help: "begin a new game" },
    Row {
        command: Command::Variant,
        names: &["variant"],
        form: "variant [NAME]",
        help: "play normal, english, brazilian, spanish or turkish",
    },
    Row {
        command: Command::Fen,
        names: &["fen", "position"],
        form: "fen [FEN]",
        help: "set up a position, as W:W31-50:B1-20, or print it",
    },
    Row {
        command: Command::Set,
        names: &["set"],
        form: "set [NAME VALUE]",
        help: "set a parameter, or list them all",
    },
    Row { command: Command::Hub, names: &["hub"], form: "hub", help: "go on in the Hub protocol" },
    Row { command: Command::Help, names: &["help", "?"], form: "help", help: "this list" },
    Row { command: Command::Quit, names: &["quit", "exit", "q"], form: "quit", help: "end" },
];

impl Command {
    /// The command of a line and what follows it; none if there is nothing. What is no command is
    /// a move to play.
    pub(super) fn read(line: &str) -> Option<(Self, &str)> {
        if line.is_empty() {
            return None;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let row = COMMANDS.iter().find(|row| row.names.contains(&word.to_lowercase().as_str()));
        Some(row.map_or((Self::Play, line), |row| (row.command, rest.trim())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        assert_eq!(Command::read("32-28"), Some((Command::Play, "32-28")));
        assert_eq!(Command::read("Go  5"), Some((Command::Go, "5")));
        assert_eq!(Command::read(""), None);
    }

    #[test]
    fn no_name_is_used_twice() {
        let mut names: Vec<_> = COMMANDS.iter().flat_map(|row| row.names).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
