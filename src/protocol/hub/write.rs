//! The lines we say. Some programs read them with less than a parser, hence the order of the pairs
//! and the quotes only where a value needs them.

use std::fmt::Display;

use crate::engine::settings::{Kind, Parameter, Settings};
use crate::search::Info;

/// A line in the making.
#[derive(Debug)]
struct Text(String);

impl Text {
    fn new(command: &str) -> Self {
        Self(command.to_owned())
    }

    fn pair(mut self, name: &str, value: impl Display) -> Self {
        self.0.push(' ');
        self.0.push_str(name);
        self.0.push('=');
        self.0.push_str(&quote(&value.to_string()));
        self
    }
}

/// A value as it stands in a line: in quotes if it has a blank, `=` or nothing in it. What cannot be
/// written in the protocol, as there is no escape for it, is replaced.
fn quote(value: &str) -> String {
    let plain = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => '?',
        c => c,
    };
    let value: String = value.chars().map(plain).collect();
    if value.is_empty() || value.contains([' ', '=']) { format!("\"{value}\"") } else { value }
}

/// Who we are.
pub(super) fn id() -> String {
    Text::new("id")
        .pair("name", env!("CARGO_PKG_NAME"))
        .pair("version", env!("CARGO_PKG_VERSION"))
        .pair("author", "the damier authors")
        .pair("country", "International")
        .0
}

/// What can be set.
pub(super) fn param(row: &Parameter, settings: &Settings) -> String {
    let text = Text::new("param").pair("name", row.name).pair("value", row.value(settings));
    let text = match &row.kind {
        Kind::Int(range) => {
            text.pair("type", "int").pair("min", range.start()).pair("max", range.end())
        }
        Kind::Enum(words) => text.pair("type", "enum").pair("values", words()),
        Kind::Text(_) => text.pair("type", "string"),
    };
    text.0
}

/// What the search has found; `pv` is its line as the other side writes moves. Which of several
/// lines it is is told only if several are wanted.
pub(super) fn info(info: &Info, pv: &str, several: bool) -> String {
    let seconds = info.time.as_secs_f64();
    let mut text = Text::new("info")
        .pair("depth", info.depth)
        .pair("mean-depth", format!("{:.1}", info.mean_depth))
        .pair("score", info.score)
        .pair("nodes", info.nodes)
        .pair("time", format!("{seconds:.3}"));
    if seconds > 0.0 {
        text = text.pair("nps", format!("{:.3}", info.nodes as f64 / seconds / 1e6));
    }
    if several {
        text = text.pair("multipv", info.multipv);
    }
    if !pv.is_empty() {
        text = text.pair("pv", pv);
    }
    text.0
}

/// The end of a search.
pub(super) fn done(best: Option<&str>, ponder: Option<&str>) -> String {
    let mut text = Text::new("done");
    if let Some(best) = best {
        text = text.pair("move", best);
        if let Some(ponder) = ponder {
            text = text.pair("ponder", ponder);
        }
    }
    text.0
}

/// What is wrong with what the other side said.
pub(super) fn error(message: &dyn Display) -> String {
    // Always in quotes, so that programs find the text with the simplest means.
    let message = quote(&message.to_string());
    let message = message.trim_matches('"');
    format!("error message=\"{message}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::settings::PARAMETERS;

    #[test]
    fn quotes_stand_only_where_they_must() {
        assert_eq!(quote("32-28"), "32-28");
        assert_eq!(quote("32-28 19-23"), "\"32-28 19-23\"");
        assert_eq!(quote(""), "\"\"");
        assert_eq!(quote("a=b.net"), "\"a=b.net\"");
        assert_eq!(quote("a\"b\n"), "a'b?");
    }

    #[test]
    fn an_enum_ends_with_its_values_and_an_int_has_its_range() {
        let line = |name| param(Parameter::by_name(name).unwrap(), &Settings::default());
        assert_eq!(line("threads"), "param name=threads value=1 type=int min=1 max=256");
        assert_eq!(
            line("draw-rules"),
            "param name=draw-rules value=standard type=enum values=\"standard official\""
        );
    }

    #[test]
    fn nothing_said_in_an_id_or_param_has_a_second_equals_sign_in_a_value() {
        let settings = Settings::default();
        for line in PARAMETERS.iter().map(|row| param(row, &settings)).chain([id()]) {
            let pairs = line.matches('=').count();
            assert_eq!(super::super::parse::Line::read(&line).unwrap().unwrap().pairs.len(), pairs);
        }
    }

    #[test]
    fn a_message_is_one_quoted_value() {
        assert_eq!(error(&"no"), "error message=\"no\"");
        assert_eq!(error(&"a \"b\""), "error message=\"a 'b'\"");
    }
}
