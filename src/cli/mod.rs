//! The command line: one struct for each subcommand, and what it calls.

mod hub;
mod moves;
mod parameters;
mod perft;
mod place;
mod progress;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  damier                        a prompt for a person (or Hub, if the input is not a terminal)
  damier hub                    speak the Hub protocol
  damier moves --variant turkish
  damier perft 12 --variant english --threads 2
  damier parameters             what a program can set, with defaults";

/// A draughts engine for five variants: english, normal (international), brazilian, spanish,
/// turkish.
#[derive(Debug, Parser)]
#[command(name = "damier", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Record a conversation, both directions with times, at the end of this file.
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Hub(hub::Hub),
    Moves(moves::Moves),
    Parameters(parameters::Parameters),
    Perft(perft::Perft),
}

/// The whole tree of commands, for the test of the documentation.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program: 0 if all went well, 1 after an error, 2 if it was called in a wrong way.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match Cli::try_parse_from(without_foreign(args)) {
        Ok(cli) => match execute(cli) {
            Ok(code) => code,
            Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error:#}");
                ExitCode::from(1)
            }
        },
        Err(error) => {
            // Nothing is left to do if there is nobody to tell.
            let _ = error.print();
            ExitCode::from(if error.use_stderr() { 2 } else { 0 })
        }
    }
}

fn execute(cli: Cli) -> anyhow::Result<ExitCode> {
    let log = cli.log.as_deref();
    match cli.command {
        Some(Command::Hub(args)) => args.run(log),
        Some(Command::Moves(args)) => args.run(),
        Some(Command::Parameters(args)) => args.run(),
        Some(Command::Perft(args)) => args.run(),
        None => hub::Hub::default().run(log),
    }
}

/// The arguments without the `--key=value` that some programs add for engines that know them, where
/// these are in place: after `hub`, or where no subcommand is given.
fn without_foreign(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let args: Vec<_> = args.collect();
    let word = args.iter().skip(1).find(|arg| !arg.as_encoded_bytes().starts_with(b"-"));
    if word.is_some_and(|word| word != "hub") {
        return args;
    }
    let tree = command();
    let hub = tree.find_subcommand("hub").expect("it is in the tree");
    let known: Vec<_> =
        tree.get_arguments().chain(hub.get_arguments()).filter_map(clap::Arg::get_long).collect();
    let is_foreign = |arg: &OsString| {
        let key = arg.to_str().and_then(|arg| arg.strip_prefix("--")?.split_once('='));
        key.is_some_and(|(key, _)| !known.contains(&key))
    };
    let (foreign, own): (Vec<_>, _) = args.into_iter().partition(is_foreign);
    for arg in foreign {
        log::warn!("ignored the argument {}", arg.display());
    }
    own
}

/// Did the reader of our output go away, as `head` does? That is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_for_other_engines_are_dropped_where_hub_is_spoken() {
        let kept = |line: &str| {
            let kept = without_foreign(line.split(' ').map(OsString::from));
            kept.into_iter().map(|arg| arg.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(kept("damier hub --book=on --log=x --set=a=b"), "damier hub --log=x --set=a=b");
        assert_eq!(kept("damier --variant=normal"), "damier");
        assert_eq!(kept("damier moves --book=on"), "damier moves --book=on");
    }

    #[test]
    fn the_tree_of_commands_is_sound() {
        super::command().debug_assert();
    }
}
