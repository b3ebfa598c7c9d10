//! `damier moves`: the legal moves of a position, or of many.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use super::chain;
use super::place::{Place, read_position, read_row};
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::rules::Rules;

const EXAMPLES: &str = "\
Examples:
  damier moves --variant english
  damier moves --variant turkish --fen W:Wa1,Kb2:Bd8,Kh8
  damier moves --variant brazilian --pos Weeeeeeeeeeeeeebeeeeewbeewweeewbbe
  printf 'turkish\\tstart\\nspanish\\tstart\\n' | damier moves -";

/// Print the legal moves of a position in Hub form, one a line, sorted as text.
///
/// A capture is written as start, end and the captured squares, ascending.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Moves {
    /// Read rows `variant<TAB>position` from standard input and answer each with one line, moves
    /// separated by spaces; a row that cannot be read is answered with `error: ...` in its place,
    /// and the exit status is 1 in the end.
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with_all = ["variant", "fen", "pos"])]
    rows: Option<String>,
    #[command(flatten)]
    place: Place,
}

impl Moves {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut out = io::stdout().lock();
        if self.rows.is_some() {
            return answer_rows(io::stdin().lock(), &mut out);
        }
        let moves = dispatch!(self.place.variant, R => sorted_moves(&self.place.position::<R>()?));
        for mv in moves {
            writeln!(out, "{mv}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn answer_rows(rows: impl BufRead, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for row in rows.split(b'\n') {
        // A row that is no text is a row that cannot be read.
        match answer(String::from_utf8_lossy(&row?).trim_end_matches('\r')) {
            Ok(moves) => writeln!(out, "{}", moves.join(" "))?,
            Err(error) => {
                writeln!(out, "error: {}", chain(&error))?;
                code = ExitCode::FAILURE;
            }
        }
        out.flush()?;
    }
    Ok(code)
}

fn answer(row: &str) -> anyhow::Result<Vec<String>> {
    let (variant, position) = read_row(row)?;
    dispatch!(variant, R => Ok(sorted_moves(&read_position::<R>(position)?)))
}

fn sorted_moves<R: Rules>(position: &Position<R>) -> Vec<String> {
    let moves = legal_moves(position);
    let mut moves: Vec<_> = moves.iter().map(|&mv| position.describe(mv).to_string()).collect();
    moves.sort_unstable();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_answered_in_its_place() {
        let corner = format!("turkish\tW{}w\n", "e".repeat(63));
        let rows = format!("english\tstart\r\nfrench\tstart\nnormal\tWe\nnormal start\n{corner}");
        let mut out = Vec::new();
        let code = answer_rows(rows.as_bytes(), &mut out).unwrap();
        assert_eq!(code, ExitCode::FAILURE);
        let out = String::from_utf8(out).unwrap();
        let lines: Vec<_> = out.lines().collect();
        assert_eq!(lines[0], "10-14 10-15 11-15 11-16 12-16 9-13 9-14");
        assert!(lines[1].starts_with("error: 'french' is not a variant"));
        assert!(lines[2].starts_with("error: bad normal position: position has 2 characters"));
        assert_eq!(lines[3], "error: expected a variant, a tab and a position");
        assert_eq!(lines[4], "64-56 64-63");
        assert_eq!(lines.len(), 5);
    }
}
