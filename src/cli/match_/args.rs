//! Arguments of `damier match` that have a form of their own.

use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::arena::referee::Agreement;

/// The words of each `--engine`.
#[derive(Debug)]
pub(in crate::cli) struct Engines(pub(in crate::cli) Vec<Vec<String>>);

impl clap::Args for Engines {
    fn augment_args(command: Command) -> Command {
        let help = "An engine, described by words as below; two are needed";
        command.arg(engine_arg().required(true).help(help))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let occurrences = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self(occurrences.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The same where engines may also come from elsewhere.
#[derive(Debug)]
pub(in crate::cli) struct MoreEngines(pub(in crate::cli) Engines);

impl clap::Args for MoreEngines {
    fn augment_args(command: Command) -> Command {
        command.arg(engine_arg().help("An engine, described by words as for damier match"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for MoreEngines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Engines::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

fn engine_arg() -> Arg {
    Arg::new("engine").long("engine").value_name("WORD").num_args(1..).action(ArgAction::Append)
}

/// Reads `MEN,MOVES`.
pub(in crate::cli) fn read_resign(text: &str) -> Result<Agreement, String> {
    let expected = || String::from("expected men and moves, as in 5,3");
    let (men, moves) = text.split_once(',').ok_or_else(expected)?;
    agreement(men, moves, "0").ok_or_else(expected)
}

/// Reads `MEN,MOVES,PLIES`.
pub(in crate::cli) fn read_draw(text: &str) -> Result<Agreement, String> {
    let expected = || String::from("expected men, moves and plies, as in 0.1,8,60");
    let parts: Vec<_> = text.split(',').collect();
    let [men, moves, plies] = parts[..] else { return Err(expected()) };
    agreement(men, moves, plies).ok_or_else(expected)
}

fn agreement(men: &str, moves: &str, plies: &str) -> Option<Agreement> {
    let men: f64 = men.parse().ok().filter(|men| (0.0..=100.0).contains(men))?;
    Some(Agreement {
        centimen: (men * 100.0).round() as i32,
        moves: moves.parse().ok().filter(|&moves| moves > 0)?,
        from_ply: plies.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreements_are_read_or_told() {
        let resign = Agreement { centimen: 500, moves: 3, from_ply: 0 };
        assert_eq!(read_resign("5,3"), Ok(resign));
        let draw = Agreement { centimen: 10, moves: 8, from_ply: 60 };
        assert_eq!(read_draw("0.1,8,60"), Ok(draw));
        for text in ["", "5", "5,0", "-1,3", "nan,3", "5,3,1"] {
            assert_eq!(read_resign(text), Err(String::from("expected men and moves, as in 5,3")));
        }
        read_draw("0.1,8").unwrap_err();
    }
}
