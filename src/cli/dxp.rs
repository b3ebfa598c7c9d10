//! `damier dxp`: games against another program by DXP, the protocol `DamExchange`.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;
use crossbeam_channel::{Receiver, bounded};

use super::Log;
use super::hub::setting;
use super::place::Place;
use crate::board::Color;
use crate::engine::Engine;
use crate::engine::settings::{Numbering, Parameter};
use crate::protocol::dxp::{Conduct, OnIllegal, PORT, Role, Session, TalkError};

const EXAMPLES: &str = "\
Examples:
  damier dxp                                    wait on 127.0.0.1:27531 for a program
  damier dxp --listen 0.0.0.0:27531             the same, for other machines too
  damier dxp --connect 192.168.1.7 --games 10 --minutes 5
  damier dxp --listen --initiator --variant brazilian --color black
  damier dxp --connect localhost:27532 --follower --move-time 0.5 --log game.log";

/// Play games against another program by DXP (`DamExchange`), as in protocol.md.
///
/// One of the two programs waits for the connection (--listen), the other makes it (--connect). One
/// of them proposes the games (--initiator), the other accepts them (--follower). Who connects
/// proposes, unless told otherwise. Ctrl-C ends the game under way with a word to the other side; a
/// second one ends at once.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Dxp {
    /// Wait for connections there, one after the other [default: 127.0.0.1:27531; port 0 takes any
    /// free port].
    #[arg(long, value_name = "[HOST:]PORT", num_args = 0..=1, default_missing_value = "27531",
          value_parser = read_address)]
    listen: Option<String>,
    /// Connect to a program that waits there.
    #[arg(long, value_name = "HOST[:PORT]", conflicts_with = "listen", value_parser = read_address)]
    connect: Option<String>,
    /// Propose the games.
    #[arg(long, conflicts_with = "follower")]
    initiator: bool,
    /// Play the games that the other side proposes.
    #[arg(long)]
    follower: bool,
    #[command(flatten)]
    place: Place,
    /// The name to give.
    #[arg(long, default_value = concat!("damier ", env!("CARGO_PKG_VERSION")))]
    name: String,
    /// How many games to play [default: 1 for the initiator, no end of them for the follower].
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    games: Option<u32>,
    /// Initiator: propose so many minutes for all moves of a side; 0 leaves the time to each.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u32>::new().range(0..=999))]
    minutes: Option<u32>,
    /// Initiator: propose to end a game after so many moves of each side; 0 for no such end.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u32>::new().range(0..=999))]
    moves: Option<u32>,
    /// Initiator: the color to have in the first game; they change after each [default: white].
    #[arg(long, value_name = "COLOR")]
    color: Option<ColorName>,
    /// Seconds for each move, where a game has no time for all of them.
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    move_time: Duration,
    /// After an illegal move of the other side: end the game, or wait for another move.
    #[arg(long, value_name = "WHAT", default_value = "end")]
    illegal: Illegal,
    /// Set a parameter of the engine; may be given more than once.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    log: Log,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorName {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Illegal {
    End,
    Wait,
}

impl Dxp {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let conduct = self.conduct()?;
        let engine = self.engine()?;
        let log = self.log.recorded(io::sink())?;
        let session = Session::new(engine, conduct, interrupts()?, io::stdout().lock(), log);
        let talk = if let Some(address) = &self.connect {
            let address = address_of(address, false);
            let stream = TcpStream::connect(&address)
                .with_context(|| format!("cannot connect to {address}"))?;
            session.talk(stream)
        } else {
            let address = address_of(self.listen.as_deref().unwrap_or_default(), true);
            let listener = TcpListener::bind(&address)
                .with_context(|| format!("cannot listen on {address}"))?;
            session.serve(listener)
        };
        match talk {
            Ok(_) => Ok(ExitCode::SUCCESS),
            Err(TalkError::Io(error)) => Err(error.into()),
            Err(TalkError::Trouble(trouble)) => Err(trouble.into()),
        }
    }

    fn conduct(&self) -> anyhow::Result<Conduct> {
        let is_initiator = self.initiator || (self.connect.is_some() && !self.follower);
        let role = if is_initiator {
            Role::Initiator {
                time: minutes(self.minutes.unwrap_or_default()),
                moves: self.moves.filter(|&moves| moves > 0),
                color: match self.color {
                    Some(ColorName::White) | None => Color::White,
                    Some(ColorName::Black) => Color::Black,
                },
            }
        } else {
            let proposes = self.minutes.or(self.moves).is_some() || self.color.is_some();
            if proposes || self.place.is_given() {
                bail!("--minutes, --moves, --color, --fen and --pos are for the --initiator");
            }
            Role::Follower
        };
        Ok(Conduct {
            name: self.name.clone(),
            role,
            games: self.games.or(is_initiator.then_some(1)),
            move_time: self.move_time,
            on_illegal: match self.illegal {
                Illegal::End => OnIllegal::End,
                Illegal::Wait => OnIllegal::Wait,
            },
        })
    }

    /// The engine, at the position where the games that we propose start.
    fn engine(&self) -> anyhow::Result<Engine> {
        let mut engine = Engine::new();
        let variant = self.place.variant;
        engine.set(Parameter::by_name("variant")?, variant.name())?;
        for (name, value) in &self.set {
            engine.set(Parameter::by_name(name)?, value)?;
        }
        if engine.settings().variant != variant {
            bail!("the variant is set by --variant here");
        }
        if engine.settings().numbering != Numbering::Standard {
            bail!("numbering has no meaning in DXP");
        }
        let setup = dispatch!(variant, R => self.place.position::<R>()?.setup());
        engine.set_position(&setup, 0)?;
        Ok(engine)
    }
}

/// What Ctrl-C leads to.
fn interrupts() -> anyhow::Result<Receiver<()>> {
    let (sender, interrupts) = bounded(2);
    // A third one says nothing new.
    ctrlc::set_handler(move || _ = sender.try_send(())).context("cannot catch Ctrl-C")?;
    Ok(interrupts)
}

fn minutes(number: u32) -> Option<Duration> {
    (number > 0).then(|| Duration::from_secs(60 * u64::from(number)))
}

/// Reads a positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| String::from("expected a number of seconds above 0, as in 0.5"))
}

/// Host and port, of which a lone number is the port, and a lone word the host.
fn read_address(text: &str) -> Result<String, String> {
    let port = text.rsplit_once(':').map_or(text, |(_, port)| port);
    let is_number = !port.is_empty() && port.bytes().all(|it| it.is_ascii_digit());
    if is_number && port.parse::<u16>().is_err() {
        return Err(String::from("expected a port from 0 to 65535"));
    }
    Ok(text.to_owned())
}

fn address_of(text: &str, may_be_empty: bool) -> String {
    if text.parse::<u16>().is_ok() {
        format!("127.0.0.1:{text}")
    } else if text.is_empty() && may_be_empty {
        format!("127.0.0.1:{PORT}")
    } else if text.ends_with(']') || !text.contains(':') {
        format!("{text}:{PORT}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_of_an_address_is_the_usual() {
        for (text, address) in [
            ("", "127.0.0.1:27531"),
            ("27532", "127.0.0.1:27532"),
            ("0", "127.0.0.1:0"),
            ("0.0.0.0:27532", "0.0.0.0:27532"),
            ("localhost", "localhost:27531"),
            ("[::1]", "[::1]:27531"),
            ("[::1]:5", "[::1]:5"),
        ] {
            assert_eq!(address_of(text, true), address);
        }
        assert_eq!(address_of("", false), ":27531");
    }

    #[test]
    fn a_number_that_is_no_port_is_refused() {
        for text in ["65536", "localhost:99999", "[::1]:70000"] {
            assert_eq!(read_address(text), Err(String::from("expected a port from 0 to 65535")));
        }
        for text in ["65535", "localhost", "[::1]", "[::1]:7", ""] {
            assert_eq!(read_address(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn times_are_positive() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["0", "-1", "nan", "1e300", "long", ""] {
            seconds(text).unwrap_err();
        }
    }
}
