//! The command line: one struct for each subcommand, and what it calls.

mod analyze;
mod bench;
mod bitbase;
mod conditions;
mod dxp;
mod games;
mod hub;
mod match_;
mod moves;
mod openings;
mod parameters;
mod pdn;
mod perft;
mod place;
mod progress;
mod prompt;
mod rankings;
mod report;
mod sink;
mod standings;
mod tournament;
mod train;
mod uses;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use log::Level;

use crate::protocol::transcript::Recorded;
use progress::tell;

const EXAMPLES: &str = "\
Examples:
  damier                        a prompt for a person (or Hub, if the input is not a terminal)
  damier hub                    speak the Hub protocol
  damier dxp                    wait for a program that plays by DXP
  damier moves --variant turkish
  damier perft 12 --variant english --threads 2
  damier bench                  measure the search
  damier bitbase verify         perfect play with few pieces: build, verify, info, probe
  damier pdn check games.pdn    which games are wrong, and why
  damier match --engine self --engine cmd=\"scan hub\" --tc 10+0.1
  damier tournament cup.toml    each engine against each
  damier analyze games.pdn      what each move was worth
  damier openings --list ballots3 --variant english
  damier train selfplay         games to learn from; also fit and info
  damier parameters             what a program can set, with defaults";

/// A draughts engine for five variants: english, normal (international), brazilian, spanish,
/// turkish.
#[derive(Debug, Parser)]
#[command(name = "damier", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    log: Log,
}

/// Where a conversation is recorded.
#[derive(Debug, Default, clap::Args)]
struct Log {
    /// Record the conversation, both directions with times, at the end of this file.
    #[arg(long = "log", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Log {
    /// Standard output, recorded if that is wanted.
    fn output(&self) -> anyhow::Result<Recorded<io::StdoutLock<'static>>> {
        self.recorded(io::stdout().lock())
    }

    /// An output, recorded if that is wanted.
    fn recorded<W: io::Write>(&self, out: W) -> anyhow::Result<Recorded<W>> {
        match &self.file {
            Some(file) => Recorded::in_file(out, file)
                .with_context(|| format!("the log {} cannot be written", file.display())),
            None => Ok(Recorded::not(out)),
        }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    Analyze(Box<analyze::Analyze>),
    Bench(bench::Bench),
    Bitbase(bitbase::Bitbase),
    Dxp(dxp::Dxp),
    Hub(hub::Hub),
    Match(Box<match_::Match>),
    Moves(moves::Moves),
    Openings(Box<openings::Generate>),
    Parameters(parameters::Parameters),
    Pdn(pdn::Pdn),
    Perft(perft::Perft),
    Prompt(prompt::Prompt),
    Rankings(rankings::Rankings),
    Report(report::MakeReport),
    Tournament(Box<tournament::Tournament>),
    Train(train::Train),
}

/// The whole tree of commands, for the test of the documentation.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program: 0 if all went well, 1 after an error, 2 if it was called in a wrong way.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .format(|out, record| match record.level() {
            // These are for the user, who need not know where they come from.
            Level::Error => writeln!(out, "error: {}", record.args()),
            Level::Warn => writeln!(out, "warning: {}", record.args()),
            level => writeln!(out, "{} {level} {}", out.timestamp(), record.args()),
        })
        .init();
    let words = without_foreign(args);
    match Cli::try_parse_from(&words) {
        Ok(cli) => match execute(cli, &words) {
            Ok(code) => code,
            Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
            Err(error) => {
                tell(format_args!("error: {}", chain(&error)));
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

fn execute(cli: Cli, words: &[OsString]) -> anyhow::Result<ExitCode> {
    match cli.command {
        Some(Command::Analyze(args)) => args.run(),
        Some(Command::Bench(args)) => args.run(),
        Some(Command::Bitbase(args)) => args.run(),
        Some(Command::Dxp(args)) => args.run(),
        Some(Command::Hub(args)) => args.run(),
        Some(Command::Match(args)) => args.run(),
        Some(Command::Moves(args)) => args.run(),
        Some(Command::Openings(args)) => args.run(),
        Some(Command::Parameters(args)) => args.run(),
        Some(Command::Pdn(args)) => args.run(),
        Some(Command::Perft(args)) => args.run(),
        Some(Command::Prompt(args)) => args.run(),
        Some(Command::Rankings(args)) => args.run(),
        Some(Command::Report(args)) => args.run(),
        Some(Command::Tournament(args)) => args.run(after(words, "tournament")),
        Some(Command::Train(args)) => args.run(),
        None if io::stdin().is_terminal() => prompt::run(&cli.log),
        None => hub::Hub::with_log(cli.log).run(),
    }
}

/// The words after a subcommand.
fn after<'a>(words: &'a [OsString], subcommand: &str) -> &'a [OsString] {
    let place = words.iter().position(|word| word == subcommand);
    place.map_or(&[], |place| &words[place + 1..])
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

/// An error with its causes. One that its successor tells in full is not told again.
fn chain(error: &anyhow::Error) -> String {
    error.chain().skip(1).fold(error.to_string(), |told, cause| {
        let cause = cause.to_string();
        if told.ends_with(&cause) { told } else { format!("{told}: {cause}") }
    })
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
