//! The page of a match, opened in Chromium and played with by keys and mouse.

#![allow(unreachable_pub, reason = "the parts of a test are modules")]

#[path = "report/browser.rs"]
mod browser;
#[path = "report/games.rs"]
mod games;
#[path = "match/scratch.rs"]
#[allow(dead_code, reason = "a part of it is used")]
mod scratch;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use browser::Browser;
use damier::arena::record::{EndedBy, GameRecord, GameResult};
use damier::arena::report::{Report, html};
use damier::arena::{Fault, FaultKind};
use damier::board::{Geometry, Square};
use damier::dispatch;
use damier::rules::{Rules, Variant};
use games::{eventful, report};
use scratch::Scratch;

/// What stands on the board, square by square, and how many pieces are drawn beside their squares.
const BOARD: &str = "(() => {
  const middle = (it) => { const box = it.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const places = document.querySelectorAll('#board [data-place]');
  const letters = Array(places.length).fill('e');
  for (const piece of document.querySelectorAll('#board [data-square]')) {
    const [x, y] = middle(piece);
    const [a, b] = middle(document.querySelector(`#board [data-place=\"${piece.dataset.square}\"]`));
    letters[piece.dataset.square - 1] = Math.hypot(x - a, y - b) < 1 ? piece.dataset.piece : '?';
  }
  return letters.join('');
})()";

/// Columns from the left and rows from the top of all squares, in widths of a square.
const PLACES: &str = "(() => {
  const boxes = [...document.querySelectorAll('#board [data-place]')].map((it) => it.getBoundingClientRect());
  const left = Math.min(...boxes.map((it) => it.left)), top = Math.min(...boxes.map((it) => it.top));
  const number = (it) => Math.round(it * 100) / 100;
  return boxes.map((it) => [number((it.left - left) / it.width), number((it.top - top) / it.width)]);
})()";

const RIGHT: (&str, u32) = ("ArrowRight", 39);
const LEFT: (&str, u32) = ("ArrowLeft", 37);
const HOME: (&str, u32) = ("Home", 36);
const END: (&str, u32) = ("End", 35);

fn write(scratch: &Scratch, report: &Report) -> PathBuf {
    let file = scratch.file("report.html");
    fs::write(&file, html(report)).unwrap();
    file
}

fn press(browser: &mut Browser, (key, code): (&str, u32)) {
    browser.press(key, code);
}

fn ply(browser: &mut Browser) -> usize {
    browser.text("document.getElementById('viewer').dataset.ply").parse().unwrap()
}

/// Where the variant has its squares, as [`PLACES`] tells it.
fn places(variant: Variant) -> Vec<[usize; 2]> {
    dispatch!(variant, R => {
        type G = <R as Rules>::Geometry;
        (0..G::SQUARES)
            .map(|index| R::NUMBERING.file_and_rank::<G>(Square::from_index(index)))
            .map(|(file, rank)| [file, G::ROWS - rank])
            .collect()
    })
}

#[test]
fn every_position_of_every_variant_is_shown() {
    let scratch = Scratch::new("positions");
    let Some(mut browser) = Browser::start(&scratch.file(""), 1200) else { return };
    let shown: Vec<_> = Variant::ALL.iter().map(|&variant| (variant, eventful(variant))).collect();
    let sections = shown.iter().map(|(variant, it)| (*variant, vec![it.record.clone()]));
    let file = write(&scratch, &report("Five", sections.collect()));
    for (number, (variant, shown)) in shown.iter().enumerate() {
        browser.open(&file, &format!("#game={}-1&ply=0", number + 1));
        let left_to_right = browser.value(PLACES);
        assert_eq!(left_to_right, serde_json::to_value(places(*variant)).unwrap(), "{variant}");
        let last = shown.placements.len() - 1;
        for (number, placement) in shown.placements.iter().enumerate() {
            assert_eq!(&browser.text(BOARD), placement, "{variant}, ply {number}");
            assert_eq!(ply(&mut browser), number);
            press(&mut browser, RIGHT);
        }
        assert_eq!(ply(&mut browser), last, "there is nothing after the end");
        press(&mut browser, LEFT);
        assert_eq!(&browser.text(BOARD), &shown.placements[last - 1], "{variant}, back");
        press(&mut browser, HOME);
        browser.click("#next", 0.5);
        assert_eq!(&browser.text(BOARD), &shown.placements[1], "{variant}, first move");
        browser.click("#flip", 0.5);
        assert_eq!(&browser.text(BOARD), &shown.placements[1], "{variant}, turned");
        let turned = browser.value(PLACES);
        let (first, last) = (turned[0].clone(), left_to_right.as_array().unwrap().last().unwrap());
        // Half a turn brings the last square to where the first was.
        assert_eq!(&first, last, "{variant}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
    assert_eq!(browser.requests(), Variant::ALL.len(), "a page loads nothing but itself");
}

#[test]
fn buttons_list_and_curve_lead_to_a_ply() {
    let scratch = Scratch::new("buttons");
    let Some(mut browser) = Browser::start(&scratch.file(""), 1200) else { return };
    let shown = eventful(Variant::International);
    let last = shown.placements.len() - 1;
    let report = report("One", vec![(Variant::International, vec![shown.record])]);
    browser.open(&write(&scratch, &report), "#game=1-1&ply=3");
    assert_eq!(&browser.text(BOARD), &shown.placements[3]);
    for (button, wanted) in [("#last", last), ("#previous", last - 1), ("#first", 0), ("#next", 1)]
    {
        browser.click(button, 0.5);
        assert_eq!(ply(&mut browser), wanted, "{button}");
    }
    press(&mut browser, END);
    assert_eq!(ply(&mut browser), last);
    browser.click("[data-ply='9']", 0.5);
    assert_eq!(&browser.text(BOARD), &shown.placements[9]);
    assert_eq!(browser.text("document.querySelector('[aria-current=step]').dataset.ply"), "9");
    browser.click(".evaluation rect", 0.5);
    assert_eq!(&browser.text(BOARD), &shown.placements[last.div_ceil(2)]);
    browser.click("#first", 0.5);
    browser.click("#play", 0.5);
    browser.wait_for("the second ply", "document.getElementById('viewer').dataset.ply === '2'");
    browser.click("#play", 0.5);
    browser.wait_for("the address", "/^#game=1-1&ply=[23]$/.test(location.hash)");
    browser.click("#close", 0.5);
    browser.wait_for("the end", "document.getElementById('viewer').hidden");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

const HOSTILE: [&str; 4] = [
    "</script><script>document.title='broken'</script>",
    "<img src=x onerror=\"document.title='broken'\">",
    "<!-- <script> \u{2028}\"quotes' & &amp; {{data}} \\u003c",
    "\u{202e}x\0'); alert(1); ('",
];

/// Four players with names that try to break out.
fn hostile() -> Vec<GameRecord> {
    let [white, black, third, fourth] = HOSTILE.map(String::from);
    let game = eventful(Variant::English).record;
    let first = GameRecord { white, black, reason: HOSTILE[0].to_owned(), ..game.clone() };
    let last_lines = HOSTILE.map(String::from).to_vec();
    let fault = Fault { kind: FaultKind::Garbage, text: HOSTILE[1].to_owned(), last_lines };
    let ended_by = EndedBy::Fault;
    let second = GameRecord {
        game: 1,
        white: third,
        black: fourth,
        result: GameResult::Black,
        ended_by,
        reason: HOSTILE[2].to_owned(),
        fault: Some(fault),
        ..game
    };
    vec![first, second]
}

#[test]
fn foreign_text_stays_text() {
    let scratch = Scratch::new("hostile");
    let Some(mut browser) = Browser::start(&scratch.file(""), 1200) else { return };
    let games = hostile();
    let mut broken = games[0].clone();
    broken.start = String::from("</script>");
    broken.moves = vec![String::from("<b>"); 3];
    broken.opening_plies = 9;
    let games = [games, vec![broken]].concat();
    let mut report =
        report(HOSTILE[0], vec![(Variant::English, games.clone()), (Variant::Turkish, games)]);
    report.sections[0].conditions = HOSTILE.map(|it| (it.to_owned(), it.to_owned())).to_vec();
    report.sections[1].title = HOSTILE[1].to_owned();
    let file = write(&scratch, &report);
    for fragment in
        ["", "#game=1-1", "#game=1-2", "#game=1-3", "#section=2", "#game=2-1", "#game=<b>-"]
    {
        browser.open(&file, fragment);
        assert_eq!(browser.text("document.title.trim()"), HOSTILE[0], "{fragment}");
        assert_eq!(browser.text("document.getElementById('title').textContent"), HOSTILE[0]);
        assert_eq!(browser.value("document.querySelectorAll('img, script').length"), 2);
        assert_eq!(browser.value("document.querySelectorAll('.panel').length > 4"), true);
    }
    for name in &HOSTILE[..3] {
        let name = serde_json::to_string(name).unwrap();
        let is_shown = format!("document.getElementById('main').textContent.includes({name})");
        assert_eq!(browser.value(&is_shown), true, "{name}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn games_are_found_and_fit_a_phone() {
    let scratch = Scratch::new("phone");
    let Some(mut browser) = Browser::start(&scratch.file(""), 360) else { return };
    let game = eventful(Variant::Spanish).record;
    let results = [GameResult::White, GameResult::Black, GameResult::Draw];
    let games = (0..130).map(|number| GameRecord {
        game: number,
        result: results[number as usize % 3],
        reason: format!("reason {}", number % 7),
        ..game.clone()
    });
    let report = report("Many", vec![(Variant::Spanish, games.collect())]);
    browser.open(&write(&scratch, &report), "");
    let found = "document.querySelector('.pager').textContent.replace(/[‹›]/g, '')";
    assert_eq!(browser.text(found), "1–50 of 130");
    browser.click("[aria-label='Later games']", 0.5);
    assert_eq!(browser.text(found), "51–100 of 130");
    browser.click("#search", 0.5);
    browser.write("REASON 3");
    assert_eq!(browser.text(found), "1–19 of 19");
    browser.value("(() => { const it = document.querySelector('[aria-label=Result]'); it.value = '2'; it.dispatchEvent(new Event('change')); })()");
    assert_eq!(browser.text(found), "1–6 of 6");
    // An arrow in the field of the search is no step in a game.
    browser.click(".games tbody a", 0.5);
    browser.wait_for("the game", "!document.getElementById('viewer').hidden");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_match_writes_its_page_and_a_record_gives_one() {
    let scratch = Scratch::new("match");
    let program = || Command::new(env!("CARGO_BIN_EXE_damier"));
    let (record, page, other) =
        (scratch.file("games.jsonl"), scratch.file("match.html"), scratch.file("report.html"));
    let play = |games: &str, more: &[&str]| {
        let mut command = program();
        command.args(["match", "--engine", "self", "name=a", "--engine", "self", "name=b"]);
        command.args(["--variant", "spanish", "--depth", "1", "--games", games]);
        command.args(["--sprt", "0", "50", "0.05", "0.05"]).args(more);
        command.arg("--json").arg(&record).arg("--html").arg(&page).output().unwrap()
    };
    fs::write(&page, "<p>mine").unwrap();
    let refused = String::from_utf8(play("4", &[]).stderr).unwrap();
    assert!(refused.contains("is no page of damier"), "{refused}");
    assert!(!fs::exists(&record).unwrap());
    fs::remove_file(&page).unwrap();
    assert!(play("4", &[]).status.success());
    assert!(play("6", &["--resume"]).status.success());
    let made = program().arg("report").arg(&record).arg("--html").arg(&other).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let Some(mut browser) = Browser::start(&scratch.file(""), 1200) else { return };
    for (file, panels) in [(&page, 9), (&other, 8)] {
        browser.open(file, "");
        browser.wait_for("the plots", "document.querySelectorAll('.plot svg').length > 1");
        let count = "document.querySelectorAll('.games tbody tr').length";
        assert_eq!(browser.value(count), 6);
        assert_eq!(browser.value("document.querySelectorAll('.panel').length"), panels);
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let left: Vec<_> =
        fs::read_dir(scratch.file("")).unwrap().map(|it| it.unwrap().path()).collect();
    assert!(left.iter().all(|it| it.extension().is_none_or(|it| it != "part")), "{left:?}");
}
