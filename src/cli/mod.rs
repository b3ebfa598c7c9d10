//! The command line: one struct for each subcommand, and what it calls.

mod parameters;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  damier                        a prompt for a person (or Hub, if the input is not a terminal)
  damier hub                    speak the Hub protocol
  damier parameters             what a program can set, with defaults";

/// A draughts engine for five variants: english, normal (international), brazilian, spanish,
/// turkish.
#[derive(Debug, Parser)]
#[command(name = "damier", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Parameters(parameters::Parameters),
}

/// The whole tree of commands, for the test of the documentation.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program: 0 if all went well, 1 after an error, 2 if it was called in a wrong way.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match Cli::try_parse_from(args) {
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
    match cli.command {
        Some(Command::Parameters(args)) => args.run(),
        None => {
            writeln!(io::stdout(), "{}", Cli::command().render_help())?;
            Ok(ExitCode::SUCCESS)
        }
    }
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
    #[test]
    fn the_tree_of_commands_is_sound() {
        super::command().debug_assert();
    }
}
