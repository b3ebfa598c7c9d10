//! Many positions from a stream, each answered with a line.

use std::fmt::Display;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use super::all;
use super::probe::{known, told, unknown};
use crate::bitbase::Bitbases;
use crate::cli::chain;
use crate::cli::place::{read_position, read_row};
use crate::rules::{Rules, Variant};

/// The longest row that is read in full; no position is near it.
const LONGEST: u64 = 1 << 12;

/// Answers rows until they end.
pub(super) fn answer(
    folder: Option<&PathBuf>,
    input: impl Read,
    out: impl Write,
) -> anyhow::Result<ExitCode> {
    let mut asked: Vec<(Variant, Box<dyn Answers>)> = Vec::new();
    let mut input = BufReader::new(input);
    let mut out = BufWriter::new(out);
    let mut row = Vec::new();
    loop {
        row.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut row)? == 0 {
            break;
        }
        let line = if row.len() as u64 == LONGEST && !row.ends_with(b"\n") {
            skip_line(&mut input)?;
            fault("the line is too long")
        } else {
            // A row that is no text is a row that cannot be read.
            let text = String::from_utf8_lossy(&row);
            answer_row(folder, &mut asked, text.trim_end_matches(['\n', '\r']))
        };
        writeln!(out, "{line}")?;
        if input.buffer().is_empty() {
            // Whoever waits for an answer before the next row gets it.
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let part = input.fill_buf()?;
        let (len, end) = match part.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (part.len(), part.is_empty()),
        };
        input.consume(len);
        if end {
            return Ok(());
        }
    }
}

fn answer_row(
    folder: Option<&PathBuf>,
    asked: &mut Vec<(Variant, Box<dyn Answers>)>,
    row: &str,
) -> String {
    let (variant, position) = match read_row(row) {
        Ok(row) => row,
        Err(error) => return fault(chain(&error)),
    };
    let place = asked.iter().position(|(of, _)| *of == variant);
    let place = match place {
        Some(place) => place,
        None => match dispatch!(variant, R => answers::<R>(folder)) {
            Ok(answers) => {
                asked.push((variant, answers));
                asked.len() - 1
            }
            Err(error) => return fault(chain(&error)),
        },
    };
    asked[place].1.answer(position)
}

fn answers<R: Rules>(folder: Option<&PathBuf>) -> anyhow::Result<Box<dyn Answers>> {
    Ok(Box::new(Bitbases::<R>::new(all(folder)?)))
}

/// Bitbases of some variant.
trait Answers {
    fn answer(&self, position: &str) -> String;
}

impl<R: Rules> Answers for Bitbases<R> {
    fn answer(&self, position: &str) -> String {
        match read_position::<R>(position) {
            Ok(pos) => match known(self, &pos) {
                Some(known) => told(known),
                None => format!("unknown\t{}", unknown(self, &pos)),
            },
            Err(error) => fault(chain(&error)),
        }
    }
}

fn fault(reason: impl Display) -> String {
    format!("error\t{}", reason.to_string().replace(char::is_control, " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_answered_in_its_place() {
        let corner = format!("english\tW{}WB\n", "e".repeat(30));
        let alone = format!("turkish\tW{}w\n", "e".repeat(63));
        let bare = format!("turkish\tW{}B\n", "e".repeat(63));
        let long = "x".repeat(10_000);
        let rows = format!(
            "{corner}english\tstart\nenglish\tWeb\nnonsense\n{alone}{bare}{long}\n{corner}"
        );
        let mut out = Vec::new();
        answer(None, rows.as_bytes(), &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let lines: Vec<_> = out.lines().collect();
        assert_eq!(lines.len(), 8, "{out}");
        assert_eq!(lines[0], lines[7]);
        assert!(lines[1].starts_with("unknown\t24 pieces, and the english bitbases have up to "));
        assert!(lines[2].starts_with("error\tbad english position: "), "{out}");
        assert!(lines[3].starts_with("error\texpected a variant"), "{out}");
        assert_eq!(lines[4], "win\t1");
        assert_eq!(lines[5], "loss\t0");
        assert_eq!(lines[6], "error\tthe line is too long");
    }
}
