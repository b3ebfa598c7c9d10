//! `damier analyze`: what each move of a game was worth.

mod input;
mod output;
mod work;

use std::convert::Infallible;
use std::fmt;
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueEnum;
use crossbeam_channel::{Receiver, bounded};
use parking_lot::Mutex;

use super::hub::setting;
use super::pdn::Reading;
use super::progress::{Meter, tell};
use crate::analysis::{Analyst, Plan};
use crate::arena::clock::read_seconds;
use crate::board::Color;
use crate::engine::Engine;
use crate::engine::settings::{PARAMETERS, Parameter};
use crate::eval::net::file;
use crate::notation::pdn::{self, Found, Place, Visitor};
use crate::rules::Variant;
use output::{Chain, Output};
use work::{Count, Counts, Show, Work};

const EXAMPLES: &str = "\
Examples:
  damier analyze games.pdn                                   tables for people
  damier analyze games.pdn --format pdn --output analyzed.pdn
  damier analyze games.pdn --format pdn --output analyzed.pdn --resume
  damier analyze games.pdn --games 3-5 --side white --nodes 5000000 --diagrams
  damier analyze --variant brazilian --fen W:Wa1,c3:Bh8,f6 --multipv 3
  damier analyze --variant english --moves '1. 11-15 23-19 2. 8-11' --depth 15
  zcat games.pdn.gz | damier analyze - --format json";

/// Nodes for each position of a game, and for a position without moves.
const NODES_IN_GAME: u64 = 500_000;
const NODES_ALONE: u64 = 10_000_000;
/// Parameters that another option, or the game, decides.
const NOT_HERE: [&str; 3] = ["variant", "numbering", "move-overhead"];
/// The exit status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// Tell what each move of games was worth, what would have been better, and how well each side
/// played; or what is best in a position.
///
/// Each position is searched once. A move that lost much is marked: ?! inaccuracy, ? mistake, ??
/// blunder, by the share of points it lost, so that a man is nothing where the game is decided. Games
/// that cannot be read are told with line, column and reason, and the others go on; the exit status
/// is then 1. After Ctrl-C the games done are there, and the exit status is 130. With --nodes or
/// --depth and one thread the result is the same on every run.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Analyze {
    /// A PDN file of any length, all variants; - is standard input.
    #[arg(value_name = "FILE", required_unless_present_any = ["fen", "pos", "moves"])]
    file: Option<String>,
    /// FILE has a position on each line instead: a FEN, a Hub position or start, then moves.
    #[arg(long, requires = "file")]
    positions: bool,
    /// A position as FEN, instead of a file: W:W31-50:B1-20 or W:Wa1,Kb2:Bd8.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["file", "pos"])]
    fen: Option<String>,
    /// A Hub position, instead of a file.
    #[arg(long, visible_alias = "position", value_name = "POSITION", conflicts_with = "file")]
    pos: Option<String>,
    /// Moves from that position, or from the start, with or without numbers.
    #[arg(long, value_name = "MOVES", conflicts_with = "file")]
    moves: Option<String>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    limits: Limits,
    /// Only the moves of this side.
    #[arg(long, value_enum, default_value_t)]
    side: Side,
    /// The first ply that is looked at, as to leave out an opening.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    from_ply: u32,
    /// The last ply that is looked at.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    to_ply: Option<u32>,
    /// Only these games of the file, by their numbers: 7, 3-5, 3- or -5.
    #[arg(long, value_name = "RANGE", default_value_t = Range::ALL, allow_hyphen_values = true)]
    games: Range,
    /// What to write: tables for people, the games with comments, or a JSON object for each.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// In --format text, a board before each blunder.
    #[arg(long)]
    diagrams: bool,
    /// Write to this file, which must not exist, instead of standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Go on after the games that the file of --output has, in the same way.
    #[arg(long, requires = "output")]
    resume: bool,
}

/// How long each position is searched.
#[derive(Debug, clap::Args)]
struct Limits {
    /// Nodes for each position; if no limit is given, 500,000, or 10 million where there are no
    /// moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies of depth for each position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Seconds for each position.
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    move_time: Option<Duration>,
    /// Search threads.
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// MiB of the transposition table.
    #[arg(long, value_name = "MIB")]
    hash: Option<String>,
    /// How many of the best moves are told; from 2 on, ! marks quiet moves that were the only good
    /// ones.
    #[arg(long, value_name = "N")]
    multipv: Option<String>,
    /// Set a parameter of the engine; may be given more than once.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    #[default]
    Both,
}

/// In which form the analysis is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Pdn,
    Json,
}

/// Games by their numbers, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    first: u64,
    last: u64,
}

impl Range {
    const ALL: Self = Self { first: 1, last: u64::MAX };

    const fn has(self, game: u64) -> bool {
        self.first <= game && game <= self.last
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str, open: u64| match part {
            "" => Some(open),
            _ => part.parse().ok().filter(|&number| number > 0),
        };
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (number(first, 1), number(last, u64::MAX)) {
            (Some(first), Some(last)) if first <= last && text.len() > 1 || first == last => {
                Ok(Self { first, last })
            }
            _ => Err(String::from("expected numbers from 1, as in 7, 3-5, 3- or -5")),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            u64::MAX => write!(f, "{}-", self.first),
            last => write!(f, "{}-{last}", self.first),
        }
    }
}

impl Analyze {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        if self.resume && self.format == Format::Text {
            bail!("--resume needs --format pdn or json");
        }
        let stop = stopped_by_ctrl_c()?;
        let engine = self.engine()?;
        let plan = self.plan();
        let settings = self.settings(&engine, &plan);
        let analyst = Analyst::new(engine, plan, stop.clone())?;
        let total = self.count(&analyst, &stop)?;
        let (output, before) = match &self.output {
            Some(path) if self.resume => Output::resume(path, self.format, &settings)?,
            path => (Output::begin(path.as_deref(), self.format, &settings)?, Chain::default()),
        };
        let mut work = Work {
            analyst,
            stop: stop.clone(),
            output,
            show: Show {
                format: self.format,
                with_boards: self.diagrams,
                order: self.reading.options().order,
                settings,
            },
            games: self.games,
            file: self.file.clone().unwrap_or_default(),
            before,
            passed: Chain::default(),
            meter: Meter::start(),
            counts: Counts::default(),
            total,
            fault: None,
        };
        let began = Instant::now();
        let result = self.feed(&mut work, &stop);
        self.end(work, began, result)
    }

    /// Tells what was done, and how it ended.
    fn end(
        &self,
        work: Work,
        began: Instant,
        result: anyhow::Result<()>,
    ) -> anyhow::Result<ExitCode> {
        let Counts { games, refused, searched, .. } = work.counts;
        let is_stopped = work.is_stopped();
        drop(work);
        result?;
        if self.file.is_some() {
            let seconds = began.elapsed().as_secs_f64();
            let all = games + refused;
            tell(format_args!(
                "{all} games, {refused} refused, {searched} positions in {seconds:.1} s"
            ));
        }
        if is_stopped {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if games + refused == 0 {
            match self.games {
                Range::ALL => bail!("there is no game to analyze"),
                range => bail!("--games {range}: there is no such game"),
            }
        }
        Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn feed(&self, work: &mut Work, stop: &Receiver<Infallible>) -> anyhow::Result<()> {
        let variant = self.reading.variant.unwrap_or_default();
        let Some(file) = &self.file else {
            let place = self.fen.as_ref().or(self.pos.as_ref()).map_or("start", String::as_str);
            let moves = self.moves.as_deref().unwrap_or_default();
            let found = Found {
                game: 1,
                place: Place { line: 1, column: 1 },
                guessed: false,
                notes: Vec::new(),
            };
            return dispatch!(variant, R => {
                let record = input::record::<R>(place, moves)?;
                // Whether it goes on after the only game makes no difference.
                let _ = work.game(found, record);
                work.read(std::io::empty(), &self.reading.options())
            });
        };
        let input: Box<dyn Read> = input::open(file, stop)?;
        let cannot = || format!("cannot analyze {file}");
        if self.positions {
            work.read_lines(input, variant).with_context(cannot)
        } else {
            work.read(input, &self.reading.options()).with_context(cannot)
        }
    }

    /// How many positions there are to search, where that can be known before.
    fn count(
        &self,
        analyst: &Analyst,
        stop: &Receiver<Infallible>,
    ) -> anyhow::Result<Option<usize>> {
        let Some(file) = self.file.as_ref().filter(|file| input::can_be_read_twice(file)) else {
            return Ok(None);
        };
        if self.positions {
            return Ok(None);
        }
        let mut count = Count { analyst, stop, games: self.games, positions: 0 };
        let input = BufReader::with_capacity(1 << 16, input::open(file, stop)?);
        pdn::read(input, &self.reading.options(), &mut count)
            .with_context(|| format!("cannot read {file}"))?;
        Ok(Some(count.positions))
    }

    fn engine(&self) -> anyhow::Result<Engine> {
        let mut engine = Engine::new();
        // What is set is read for this variant.
        if let Some(variant) = self.reading.variant.or_else(|| self.variant_of_weights()) {
            engine.set(Parameter::by_name("variant")?, variant.name())?;
        }
        for (name, value) in &self.limits.set {
            let row = Parameter::by_name(name)?;
            if NOT_HERE.contains(&row.name) {
                bail!("--set {}: the parameter has no meaning for analyze", row.name);
            }
            engine.set(row, value)?;
        }
        let Limits { threads, hash, multipv, .. } = &self.limits;
        for (name, value) in [("threads", threads), ("hash", hash), ("multipv", multipv)] {
            if let Some(value) = value {
                engine.set(Parameter::by_name(name)?, value)?;
            }
        }
        Ok(engine)
    }

    /// The variant of the weights that are to be used, if a file of them is.
    fn variant_of_weights(&self) -> Option<Variant> {
        let path = Parameter::last_value(&self.limits.set, "eval-file")?;
        let fits =
            |variant: Variant| dispatch!(variant, R => file::read::<R>(path.as_ref()).is_ok());
        Variant::ALL.iter().copied().find(|&variant| fits(variant))
    }

    fn plan(&self) -> Plan {
        let Limits { nodes, depth, move_time, .. } = self.limits;
        let is_open = nodes.is_none() && depth.is_none() && move_time.is_none();
        let is_alone = self.positions || self.file.is_none() && self.moves.is_none();
        let usual = if is_alone { NODES_ALONE } else { NODES_IN_GAME };
        Plan {
            nodes: nodes.or(is_open.then_some(usual)),
            depth,
            move_time,
            side: match self.side {
                Side::White => Some(Color::White),
                Side::Black => Some(Color::Black),
                Side::Both => None,
            },
            first_ply: self.from_ply as usize,
            last_ply: self.to_ply.map_or(usize::MAX, |ply| ply as usize),
        }
    }

    /// All that makes a difference to what is written, in one line.
    fn settings(&self, engine: &Engine, plan: &Plan) -> String {
        let mut words = vec![format!("damier {}:", env!("CARGO_PKG_VERSION"))];
        words.extend(plan.nodes.map(|nodes| format!("nodes {nodes},")));
        words.extend(plan.depth.map(|depth| format!("depth {depth},")));
        words.extend(plan.move_time.map(|time| format!("{} s,", time.as_secs_f64())));
        for row in PARAMETERS.iter().filter(|row| !NOT_HERE.contains(&row.name)) {
            words.push(format!("{} {},", row.name, row.value(engine.settings())));
        }
        words.push(format!("{:?} sides,", self.side).to_lowercase());
        let last = self.to_ply.map_or(String::new(), |ply| ply.to_string());
        words.push(format!("plies {}-{last}, games {}", self.from_ply, self.games));
        if let Some(variant) = self.reading.variant {
            words.push(format!("of {variant}"));
        }
        let pdn::Options { order, .. } = self.reading.options();
        if order == pdn::Order::White {
            words.push(String::from("results white first"));
        }
        words.join(" ")
    }
}

/// A channel that Ctrl-C closes.
fn stopped_by_ctrl_c() -> anyhow::Result<Receiver<Infallible>> {
    let (open, stop) = bounded(0);
    let open = Mutex::new(Some(open));
    ctrlc::set_handler(move || drop(open.lock().take())).context("cannot catch Ctrl-C")?;
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_written() {
        for (text, first, last) in
            [("7", 7, 7), ("3-5", 3, 5), ("3-", 3, u64::MAX), ("-5", 1, 5), ("1-", 1, u64::MAX)]
        {
            let range: Range = text.parse().unwrap();
            assert_eq!((range.first, range.last), (first, last));
            assert_eq!(range.to_string().parse(), Ok(range));
        }
        for text in ["", "-", "0", "5-3", "a", "1-2-3", "0-4", "3-0"] {
            text.parse::<Range>().unwrap_err();
        }
    }
}
