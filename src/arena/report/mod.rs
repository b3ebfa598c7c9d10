//! What a match or tournament shows to people: a page of HTML that needs nothing else.

mod data;
mod facts;
mod file;
mod moves;
mod read;
mod summary;

pub use file::PageFile;
pub use read::read_records;

use super::record::{EngineHeader, GameRecord};
use super::stats::Sprt;
use crate::rules::Variant;

/// How the page begins, by which it is known again.
const BEGINNING: &str = "<!DOCTYPE html>\n<!-- A report of damier -->\n";
const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &[&str] = &[
    include_str!("page/make.js"),
    include_str!("page/replay.js"),
    include_str!("page/board.js"),
    include_str!("page/plots.js"),
    include_str!("page/tables.js"),
    include_str!("page/list.js"),
    include_str!("page/viewer.js"),
    include_str!("page/start.js"),
];

/// All that a page shows.
#[derive(Clone, Debug)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// One for each ranking: each variant has its own.
    pub sections: Vec<Section>,
}

/// The games of one variant and what they say.
#[derive(Clone, Debug)]
pub struct Section {
    /// The variant.
    pub variant: Variant,
    /// What was played, if there is more to say than the variant.
    pub title: String,
    /// Who played, with what settings; may be empty.
    pub engines: Vec<EngineHeader>,
    /// Under what conditions: names and values, as `openings` and `builtin`.
    pub conditions: Vec<(String, String)>,
    /// The players, best first.
    pub standings: Vec<Row>,
    /// The games in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// The sequential test, where two play under one.
    pub sprt: Option<Sprt>,
}

/// How a player stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Finished games.
    pub games: u32,
    /// Games it won.
    pub wins: u32,
    /// Games it drew.
    pub draws: u32,
    /// Games it lost.
    pub losses: u32,
    /// Its rating in Elo; infinite if it won or lost everything.
    pub elo: f64,
    /// Half the width of the 95 % interval of the rating.
    pub error: f64,
    /// How likely it is stronger than the next below, from 0 to 1.
    pub los: f64,
}

/// The page of a report.
///
/// All names in it are foreign text: they are in the data, which is escaped once, and the script puts
/// them in as text.
///
/// # Panics
/// If the template, which is part of the program, asks for what there is not.
pub fn html(report: &Report) -> String {
    let data = serde_json::to_string(&data::page(report)).expect("the data has a form of JSON");
    let mut page = String::from(BEGINNING);
    page.reserve(data.len() + TEMPLATE.len() + STYLE.len());
    let mut rest = TEMPLATE;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        page.push_str(before);
        match name {
            "title" => page.push_str(&escaped(&report.title)),
            "style" => page.push_str(STYLE),
            // Within a script, only `<` could end it or begin a comment.
            "data" => page.push_str(&data.replace('<', "\\u003c")),
            "script" => SCRIPT.iter().for_each(|part| page.push_str(part)),
            other => unreachable!("the template has no {other}"),
        }
        rest = after;
    }
    page.push_str(rest);
    page
}

/// A text as HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
