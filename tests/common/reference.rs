//! A second move generator, as slow and as plain as the rules' own words.
//!
//! It shares nothing with the library: a grid of letters, rows and columns, its own table of
//! rules and its own numbering of the squares. Where the two disagree, one of them is wrong.

use std::collections::BTreeSet;

use super::variants::{Cell, Choice, Rules, is_king};

/// The letter of a cell without a piece, and of one that is no playable square.
const EMPTY: char = 'e';
const OUTSIDE: char = ' ';

/// Which captures are different, when paths are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// From, to and the set of captured squares make the move ("drop").
    Sets,
    /// Each order in which the set can be captured counts ("keep").
    Orders,
    /// The squares landed on between two captures count too ("naive").
    Landings,
}

/// A move, or one path of a capture: the captured cells stand in the order of the jumps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    pub from: Cell,
    pub to: Cell,
    pub captured: Vec<Cell>,
}

/// A grid of letters (`w W b B e`) and the letter of the side to move, `W` or `B`.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub rules: &'static Rules,
    pub turn: char,
    grid: [[char; 10]; 10],
}

impl Position {
    pub fn start(rules: &'static Rules) -> Self {
        Self::parse(rules, rules.start)
    }

    pub fn empty(rules: &'static Rules, turn: char) -> Self {
        let mut position = Position { rules, turn, grid: [[OUTSIDE; 10]; 10] };
        for number in 1..=rules.squares() {
            position.put(rules.cell(number), EMPTY);
        }
        position
    }

    /// Reads the side to move and one letter a square.
    pub fn parse(rules: &'static Rules, text: &str) -> Self {
        assert_eq!(text.len(), 1 + rules.squares() as usize, "{} {text}", rules.name);
        let mut letters = text.chars();
        let mut position = Self::empty(rules, letters.next().unwrap());
        assert!("WB".contains(position.turn), "{text}");
        for (number, letter) in (1..).zip(letters) {
            assert!("wWbBe".contains(letter), "{text}");
            position.put(rules.cell(number), letter);
        }
        position
    }

    pub fn text(&self) -> String {
        let letters = (1..=self.rules.squares()).map(|number| self.at(self.rules.cell(number)));
        std::iter::once(self.turn).chain(letters).collect()
    }

    pub fn at(&self, (row, column): Cell) -> char {
        let inside = (0..self.rules.size).contains(&row) && (0..self.rules.size).contains(&column);
        if inside { self.grid[row as usize][column as usize] } else { OUTSIDE }
    }

    pub fn put(&mut self, (row, column): Cell, letter: char) {
        self.grid[row as usize][column as usize] = letter;
    }

    /// The legal moves, each once by from, to and the set of captured squares.
    pub fn moves(&self) -> Vec<Move> {
        self.paths(Counting::Sets)
    }

    /// The legal moves in Hub's form, each with the position it leads to, sorted.
    pub fn legal(&self) -> Vec<(String, String)> {
        let mut legal: Vec<_> =
            self.moves().iter().map(|mv| (self.move_text(mv), self.after(mv).text())).collect();
        legal.sort();
        legal
    }

    pub fn move_text(&self, mv: &Move) -> String {
        let number = |&cell: &Cell| self.rules.number(cell);
        let (from, to) = (number(&mv.from), number(&mv.to));
        if mv.captured.is_empty() {
            return format!("{from}-{to}");
        }
        let mut captured: Vec<i32> = mv.captured.iter().map(number).collect();
        captured.sort_unstable();
        let captured: Vec<String> = captured.iter().map(i32::to_string).collect();
        format!("{from}x{to}x{}", captured.join("x"))
    }

    /// The position after a move. A man that ends it on its last row is crowned.
    pub fn after(&self, mv: &Move) -> Position {
        let mut next = self.clone();
        let piece = self.at(mv.from);
        let crowned = !is_king(piece) && mv.to.0 == self.rules.last_row(piece);
        next.put(mv.from, EMPTY);
        for &cell in &mv.captured {
            next.put(cell, EMPTY);
        }
        next.put(mv.to, if crowned { piece.to_ascii_uppercase() } else { piece });
        next.turn = if self.turn == 'W' { 'B' } else { 'W' };
        next
    }

    /// The number of ways to play `depth` plies; a game that ends earlier is none.
    pub fn perft(&self, depth: u32, counting: Counting) -> u64 {
        if depth == 0 {
            return 1;
        }
        let paths = self.paths(counting);
        if depth == 1 {
            return paths.len() as u64;
        }
        paths.iter().map(|mv| self.after(mv).perft(depth - 1, counting)).sum()
    }

    /// The legal moves, or paths of them.
    pub fn paths(&self, counting: Counting) -> Vec<Move> {
        let captures = self.captures();
        if captures.is_empty() {
            return self.quiet_moves();
        }
        match counting {
            Counting::Landings => captures,
            Counting::Orders => captures.into_iter().collect::<BTreeSet<_>>().into_iter().collect(),
            Counting::Sets => {
                let sorted = captures.into_iter().map(|mut mv| {
                    mv.captured.sort_unstable();
                    mv
                });
                sorted.collect::<BTreeSet<_>>().into_iter().collect()
            }
        }
    }

    fn own_cells(&self) -> Vec<Cell> {
        let own = |&cell: &Cell| self.at(cell).to_ascii_uppercase() == self.turn;
        (1..=self.rules.squares()).map(|number| self.rules.cell(number)).filter(own).collect()
    }

    fn quiet_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.own_cells() {
            let piece = self.at(from);
            for direction in self.rules.directions(piece, false) {
                let mut to = step(from, direction);
                while self.at(to) == EMPTY {
                    moves.push(Move { from, to, captured: Vec::new() });
                    if !self.flies(piece) {
                        break;
                    }
                    to = step(to, direction);
                }
            }
        }
        moves
    }

    /// Every path of every capture that may be chosen.
    fn captures(&self) -> Vec<Move> {
        let mut paths = Vec::new();
        for from in self.own_cells() {
            // The square a piece came from counts as empty while it captures.
            let mut lifted = self.clone();
            lifted.put(from, EMPTY);
            let start = Move { from, to: from, captured: Vec::new() };
            lifted.jump_on(self.at(from), &start, None, &mut paths);
        }
        let worth = |mv: &Move| {
            let kings = mv.captured.iter().filter(|&&cell| is_king(self.at(cell))).count();
            match self.rules.choice {
                Choice::Any => (0, 0),
                Choice::MostPieces => (mv.captured.len(), 0),
                Choice::MostPiecesThenMostKings => (mv.captured.len(), kings),
            }
        };
        let best = paths.iter().map(worth).max();
        paths.retain(|mv| Some(worth(mv)) == best);
        paths
    }

    /// Continues a capture in all ways; one that cannot go on is finished.
    fn jump_on(&self, piece: char, so_far: &Move, last: Option<Cell>, paths: &mut Vec<Move>) {
        let mut finished = true;
        for direction in self.rules.directions(piece, true) {
            if !self.rules.may_turn_back && last == Some((-direction.0, -direction.1)) {
                continue;
            }
            let mut victim = step(so_far.to, direction);
            while self.flies(piece) && self.at(victim) == EMPTY {
                victim = step(victim, direction);
            }
            if !are_enemies(piece, self.at(victim)) || so_far.captured.contains(&victim) {
                continue;
            }
            let mut to = step(victim, direction);
            while self.at(to) == EMPTY {
                finished = false;
                let mut longer = so_far.clone();
                longer.to = to;
                longer.captured.push(victim);
                let mut next = self.clone();
                if self.rules.captured_leave_at_once {
                    next.put(victim, EMPTY);
                }
                let crowned = !is_king(piece) && to.0 == self.rules.last_row(piece);
                if crowned && self.rules.crowning_ends_move {
                    paths.push(longer);
                } else {
                    next.jump_on(piece, &longer, Some(direction), paths);
                }
                if !self.flies(piece) {
                    break;
                }
                to = step(to, direction);
            }
        }
        if finished && !so_far.captured.is_empty() {
            paths.push(so_far.clone());
        }
    }

    fn flies(&self, piece: char) -> bool {
        is_king(piece) && self.rules.flying_kings
    }
}

fn step((row, column): Cell, (down, right): Cell) -> Cell {
    (row + down, column + right)
}

fn are_enemies(piece: char, other: char) -> bool {
    match piece.to_ascii_lowercase() {
        'w' => other == 'b' || other == 'B',
        _ => other == 'w' || other == 'W',
    }
}
