//! The documentation names what the code has.

use std::fs;
use std::path::Path;

use damier::board::Geometry;
use damier::dispatch;
use damier::engine::settings::{Kind, PARAMETERS, Settings};
use damier::notation::diagram;
use damier::notation::hub::write_setup;
use damier::position::Position;
use damier::rules::{Rules, Variant};

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// Fails with all that is missing in a document.
fn has_all(file: &str, wanted: impl Iterator<Item = String>) {
    let text = read(file);
    let missing: Vec<_> = wanted.filter(|wanted| !text.contains(wanted.as_str())).collect();
    assert!(missing.is_empty(), "{file} does not have\n{}", missing.join("\n"));
}

#[test]
fn both_documents_name_every_subcommand() {
    let names: Vec<_> = damier::cli::command()
        .get_subcommands()
        .map(|it| format!("damier {}", it.get_name()))
        .collect();
    assert!(names.len() > 4);
    has_all("README.md", names.iter().cloned());
    has_all("protocol.md", names.into_iter());
}

#[test]
fn both_documents_name_every_parameter_and_its_aliases() {
    for file in ["README.md", "protocol.md"] {
        let names = PARAMETERS.iter().flat_map(|row| [&[row.name], row.aliases].concat());
        has_all(file, names.map(|name| format!("`{name}`")));
    }
}

#[test]
fn the_protocol_has_each_parameter_with_its_values_and_default() {
    let text = read("protocol.md");
    for row in PARAMETERS {
        let start = format!("| `{}`", row.name);
        let line = text.lines().rfind(|line| line.starts_with(&start)).expect(row.name);
        let default = row.value(&Settings::default());
        let values = match &row.kind {
            Kind::Int(range) => vec![format!("{} to {}", range.start(), range.end()), default],
            Kind::Text(what) => vec![(*what).to_owned(), default],
            Kind::Enum(words) => words().split(' ').map(|word| format!("`{word}`")).collect(),
        };
        for value in values {
            assert!(line.contains(&value), "{value} is missing in {line}");
        }
    }
}

#[test]
fn both_documents_name_every_variant() {
    for file in ["README.md", "protocol.md"] {
        has_all(file, Variant::ALL.iter().map(|variant| format!("`{variant}`")));
    }
}

#[test]
fn the_protocol_draws_the_squares_and_the_start_of_every_variant() {
    for &variant in Variant::ALL {
        dispatch!(variant, R => {
            let squares = <R as Rules>::Geometry::SQUARES;
            let start = write_setup(&Position::<R>::start().setup(), squares);
            has_all("protocol.md", [diagram::numbers::<R>(), start].into_iter());
        });
    }
}
