//! The layers: a module uses only modules of a lower number, and none of its own.

use std::fs;
use std::path::Path;

/// The top modules of `src`, from the ground up.
const LAYERS: [&[&str]; 11] = [
    &["board", "claim", "random", "score", "words", "work"],
    &["rules"],
    &["position"],
    &["movegen"],
    &["notation"],
    &["game"],
    &["eval", "bitbase", "book"],
    &["search"],
    &["engine"],
    &["protocol"],
    &["analysis", "arena", "train"],
];

/// These stand above all layers and may use everything.
const ABOVE: [&str; 3] = ["main", "lib", "cli"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn modules_use_only_what_is_below_them() {
    let mut faults = Vec::new();
    for (path, text) in sources() {
        let module = path.split(['/', '.']).next().unwrap();
        if !ABOVE.contains(&module) {
            let depth = path.trim_end_matches("/mod.rs").matches('/').count() + 1;
            faults.extend(faults_of(module, depth, &text).iter().map(|it| format!("{path}: {it}")));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_library_lists_its_modules_from_the_ground_up() {
    let (_, lib) = sources().into_iter().find(|(path, _)| path == "lib.rs").unwrap();
    let declared: Vec<&str> = lib
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .filter(|module| !ABOVE.contains(module))
        .collect();
    assert!(!declared.is_empty());
    let mut last = 0;
    for module in declared {
        let layer = layer(module).unwrap_or_else(|| panic!("`{module}` is in no layer"));
        assert!(layer >= last, "lib.rs lists `{module}` after a module above it");
        last = layer;
    }
}

#[test]
fn a_wrong_use_is_named() {
    let wrong = |text: &str| faults_of("movegen", 2, text);
    let notation = ["`movegen` uses `notation`, which is not below it"];
    assert_eq!(wrong("use crate::notation::hub;"), notation);
    assert_eq!(wrong("use crate::{board::{Square, ray}, notation::fen::{self}};"), notation);
    assert_eq!(wrong("let text = crate :: notation::hub(x);"), notation);
    assert_eq!(wrong("use super::super::notation;"), notation);
    assert_eq!(
        faults_of("eval", 1, "crate::book::Book"),
        ["`eval` uses `book`, which is not below it"]
    );
    assert_eq!(wrong("use crate::Move;"), ["`movegen` uses `crate::Move`, which is no module"]);
    assert!(wrong("use crate::board::Square; use super::list; // not crate::notation").is_empty());
    assert!(
        wrong("use crate::movegen::list::List; crate::dispatch!(x); super::notation").is_empty()
    );
}

/// What a module uses that is not below it; `depth` is the number of names from the crate's root
/// to the file's module.
fn faults_of(module: &str, depth: usize, text: &str) -> Vec<String> {
    let own = layer(module);
    let mut faults = Vec::new();
    for used in used_modules(depth, text) {
        let fault = match (own, layer(&used)) {
            _ if used == module => continue,
            (None, _) => format!("`{module}` is in no layer"),
            (_, None) => format!("`{module}` uses `crate::{used}`, which is no module"),
            (Some(own), Some(other)) if other < own => continue,
            _ => format!("`{module}` uses `{used}`, which is not below it"),
        };
        faults.push(fault);
    }
    faults.sort();
    faults.dedup();
    faults
}

/// The names that follow `crate::`, or as many `super::` as lead to the crate's root, in a text.
fn used_modules(depth: usize, text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
    let code: String = code.concat().split_whitespace().collect();
    let to_root = "super::".repeat(depth);
    let mut names = Vec::new();
    for root in ["crate::", &to_root] {
        for (start, _) in code.match_indices(root) {
            let path = &code[start + root.len()..];
            let of_root = names_at(path).into_iter();
            // A module may well have a child that is called like a module of the root.
            names.extend(of_root.filter(|name| root == "crate::" || layer(name).is_some()));
        }
    }
    names
}

/// The first name of a path, or of each path in braces. A macro is no name of a module.
fn names_at(path: &str) -> Vec<String> {
    let mut list = String::new();
    if let Some(group) = path.strip_prefix('{') {
        let mut open = 1;
        for letter in group.chars() {
            match letter {
                '{' => open += 1,
                '}' => open -= 1,
                _ if open == 1 => list.push(letter),
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
    } else {
        list.push_str(path.split([',', ';', '{']).next().unwrap());
    }
    let is_part_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut names = Vec::new();
    for item in list.split(',').filter(|item| !item.is_empty()) {
        let end = item.find(|letter| !is_part_of_name(letter)).unwrap_or(item.len());
        if end > 0 && !item[end..].starts_with('!') {
            names.push(item[..end].to_owned());
        }
    }
    names
}

/// Every file below `src`, by its path from there.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}
