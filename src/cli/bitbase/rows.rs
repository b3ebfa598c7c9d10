//! Many positions from a stream, each answered with a line.

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
    let mut asked = Asked::new();
    let mut code = ExitCode::SUCCESS;
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
            Err(String::from("the line is too long"))
        } else {
            // A row that is no text is a row that cannot be read.
            let text = String::from_utf8_lossy(&row);
            answer_row(folder, &mut asked, text.trim_end_matches(['\n', '\r']))
        };
        match line {
            Ok(line) => writeln!(out, "{line}")?,
            Err(reason) => {
                writeln!(out, "error\t{}", reason.replace(char::is_control, " "))?;
                code = ExitCode::FAILURE;
            }
        }
        if input.buffer().is_empty() {
            // Whoever waits for an answer before the next row gets it.
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(code)
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

/// The bitbases of the variants that were asked for, or why there are none.
type Asked = Vec<(Variant, Result<Box<dyn Answers>, String>)>;

fn answer_row(folder: Option<&PathBuf>, asked: &mut Asked, row: &str) -> Result<String, String> {
    let (variant, position) = read_row(row).map_err(|error| chain(&error))?;
    if !asked.iter().any(|(of, _)| *of == variant) {
        let answers = dispatch!(variant, R => answers::<R>(folder));
        asked.push((variant, answers.map_err(|error| chain(&error))));
    }
    let place = asked.iter().position(|(of, _)| *of == variant).unwrap_or_default();
    asked[place].1.as_ref().map_err(String::clone)?.answer(position)
}

fn answers<R: Rules>(folder: Option<&PathBuf>) -> anyhow::Result<Box<dyn Answers>> {
    Ok(Box::new(Bitbases::<R>::new(all(folder)?)))
}

/// Bitbases of some variant.
trait Answers {
    fn answer(&self, position: &str) -> Result<String, String>;
}

impl<R: Rules> Answers for Bitbases<R> {
    fn answer(&self, position: &str) -> Result<String, String> {
        let pos = read_position::<R>(position).map_err(|error| chain(&error))?;
        Ok(match known(self, &pos) {
            Some(known) => told(known),
            None => format!("unknown\t{}", unknown(self, &pos)),
        })
    }
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
        let code = answer(None, rows.as_bytes(), &mut out).unwrap();
        assert_eq!(code, ExitCode::FAILURE);
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
