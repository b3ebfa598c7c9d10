//! The parameters, one table: Hub's `param` lines, the check of `set-param`, the command line's help
//! and the documentation's test all read it.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::bitbase::Material;
use crate::notation::quoted;
use crate::rules::{DrawProfile, Variant};

/// What can be set, each with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The variant to play.
    pub variant: Variant,
    /// The number of search threads.
    pub threads: usize,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// How many of the best moves are searched in full.
    pub multipv: usize,
    /// What of each move's time is kept for the way to the other program and back.
    pub move_overhead: Duration,
    /// Which list of draw rules the game is played by.
    pub draw_rules: DrawProfile,
    /// Whose numbers the squares have in the conversation.
    pub numbering: Numbering,
    /// The directory with files of bitbases; empty if there is none.
    pub bitbase_dir: String,
    /// The most pieces of positions that bitbases are asked about.
    pub bitbase_pieces: u32,
    /// By what positions are judged.
    pub evaluation: Evaluation,
    /// The file with the weights of the trained evaluation; empty for those in the program.
    pub eval_file: String,
    /// Changes to the numbers of the search.
    #[cfg(feature = "tune")]
    pub tune: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            variant: Variant::default(),
            threads: 1,
            hash: 64,
            multipv: 1,
            move_overhead: Duration::from_millis(10),
            draw_rules: DrawProfile::default(),
            numbering: Numbering::default(),
            bitbase_dir: String::new(),
            bitbase_pieces: Material::MAX_PIECES,
            evaluation: Evaluation::default(),
            eval_file: String::new(),
            #[cfg(feature = "tune")]
            tune: String::new(),
        }
    }
}

/// By what positions are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// A network, where there are weights for the variant; else as by hand.
    #[default]
    Trained,
    /// A few dozen features with weights set by hand.
    Hand,
}

/// Whose numbers the squares have in a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// The variant's own, the same in positions and moves.
    #[default]
    Standard,
    /// Those of the Python library pydraughts, which has others in positions than in moves.
    Pydraughts,
}

/// What values a parameter takes.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A whole number in a range.
    Int(RangeInclusive<u64>),
    /// One of these words.
    Enum(fn() -> String),
    /// Any text; what it says is told.
    Text(&'static str),
}

/// A row of the table.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// What values it takes.
    pub kind: Kind,
    /// What it does, a sentence.
    pub help: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Option<()>,
}

/// All parameters, in the order in which they are told.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "variant",
        aliases: &[],
        kind: Kind::Enum(Variant::names),
        help: "The variant to play; setting another one also sets up its start position.",
        get: |settings| settings.variant.to_string(),
        set: |settings, value| put(&mut settings.variant, value),
    },
    Parameter {
        name: "threads",
        aliases: &[],
        kind: Kind::Int(1..=256),
        help: "Number of search threads.",
        get: |settings| settings.threads.to_string(),
        set: |settings, value| put(&mut settings.threads, value),
    },
    Parameter {
        name: "hash",
        aliases: &["tt-size"],
        kind: Kind::Int(1..=1 << 20),
        help: "Size of the transposition table in MiB.",
        get: |settings| settings.hash.to_string(),
        set: |settings, value| put(&mut settings.hash, value),
    },
    Parameter {
        name: "multipv",
        aliases: &[],
        kind: Kind::Int(1..=64),
        help: "How many of the best moves are searched in full and told, best first.",
        get: |settings| settings.multipv.to_string(),
        set: |settings, value| put(&mut settings.multipv, value),
    },
    Parameter {
        name: "move-overhead",
        aliases: &[],
        kind: Kind::Int(0..=10_000),
        help: "Time in ms kept back in every move for slow connections.",
        get: |settings| settings.move_overhead.as_millis().to_string(),
        set: |settings, value| {
            settings.move_overhead = Duration::from_millis(value.parse().ok()?);
            Some(())
        },
    },
    Parameter {
        name: "draw-rules",
        aliases: &[],
        kind: Kind::Enum(|| String::from("standard official")),
        help: "When a game is drawn: alike in all variants, or as the variant's federation says.",
        get: |settings| match settings.draw_rules {
            DrawProfile::Standard => String::from("standard"),
            DrawProfile::Official => String::from("official"),
        },
        set: |settings, value| {
            settings.draw_rules = match value {
                "standard" => DrawProfile::Standard,
                "official" => DrawProfile::Official,
                _ => return None,
            };
            Some(())
        },
    },
    Parameter {
        name: "numbering",
        aliases: &[],
        kind: Kind::Enum(|| String::from("standard pydraughts")),
        help: "Square numbers in the conversation: the variant's own, or those of pydraughts.",
        get: |settings| match settings.numbering {
            Numbering::Standard => String::from("standard"),
            Numbering::Pydraughts => String::from("pydraughts"),
        },
        set: |settings, value| {
            settings.numbering = match value {
                "standard" => Numbering::Standard,
                "pydraughts" => Numbering::Pydraughts,
                _ => return None,
            };
            Some(())
        },
    },
    Parameter {
        name: "bitbase-dir",
        aliases: &[],
        kind: Kind::Text("a directory"),
        help: "Directory with files of bitbases beyond those in the program.",
        get: |settings| settings.bitbase_dir.clone(),
        set: |settings, value| put(&mut settings.bitbase_dir, value),
    },
    Parameter {
        name: "bitbase-pieces",
        aliases: &[],
        kind: Kind::Int(0..=Material::MAX_PIECES as u64),
        help: "Bitbases are asked about positions of so many pieces at most; 0: never.",
        get: |settings| settings.bitbase_pieces.to_string(),
        set: |settings, value| put(&mut settings.bitbase_pieces, value),
    },
    Parameter {
        name: "evaluation",
        aliases: &[],
        kind: Kind::Enum(|| String::from("trained hand")),
        help: "What judges positions: a trained network, or what was written by hand.",
        get: |settings| match settings.evaluation {
            Evaluation::Trained => String::from("trained"),
            Evaluation::Hand => String::from("hand"),
        },
        set: |settings, value| {
            settings.evaluation = match value {
                "trained" => Evaluation::Trained,
                "hand" => Evaluation::Hand,
                _ => return None,
            };
            Some(())
        },
    },
    Parameter {
        name: "eval-file",
        aliases: &[],
        kind: Kind::Text("a file"),
        help: "File with weights of the variant's network, in place of those in the program.",
        get: |settings| settings.eval_file.clone(),
        set: |settings, value| put(&mut settings.eval_file, value),
    },
    #[cfg(feature = "tune")]
    Parameter {
        name: "tune",
        aliases: &[],
        kind: Kind::Text("name=value,... of numbers of the search"),
        help: "Changes to the numbers of the search, in this process.",
        get: |settings| settings.tune.clone(),
        set: |settings, value| {
            crate::search::tune::set(value)?;
            put(&mut settings.tune, value)
        },
    },
];

/// Reads a value into its place, if it is one.
fn put<T: FromStr>(place: &mut T, value: &str) -> Option<()> {
    *place = value.parse().ok()?;
    Some(())
}

/// Why a parameter was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// There is no such parameter.
    #[error("there is no parameter '{name}'")]
    Unknown {
        /// The name that was given.
        name: String,
    },
    /// The parameter takes no such value.
    #[error("{name}={} is not {expected}", quoted(.value))]
    Value {
        /// The parameter.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// What the parameter takes.
        expected: String,
    },
}

impl Parameter {
    /// The parameter of a name or alias, in any case.
    ///
    /// # Errors
    /// If there is none.
    pub fn by_name(name: &str) -> Result<&'static Self, SettingError> {
        let is_it = |own: &&str| own.eq_ignore_ascii_case(name);
        PARAMETERS
            .iter()
            .find(|row| is_it(&row.name) || row.aliases.iter().any(is_it))
            .ok_or_else(|| SettingError::Unknown { name: name.to_owned() })
    }

    /// What the parameter of a name has after these changes, each by a name or alias; none if none is
    /// of it.
    pub fn last_value<'a>(changes: &'a [(String, String)], name: &str) -> Option<&'a str> {
        let is_it = |own: &str| Self::by_name(own).is_ok_and(|row| row.name == name);
        changes.iter().rfind(|(own, _)| is_it(own)).map(|(_, value)| value.as_str())
    }

    /// The value in these settings, as it is written.
    pub fn value(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// Sets it. On an error the old value stays.
    ///
    /// # Errors
    /// If it takes no such value.
    pub fn set(&self, settings: &mut Settings, value: &str) -> Result<(), SettingError> {
        let value = value.trim();
        let allowed = match &self.kind {
            Kind::Int(range) => value.parse().is_ok_and(|number: u64| range.contains(&number)),
            // The setter knows the words, and for variants their aliases.
            Kind::Enum(_) | Kind::Text(_) => true,
        };
        let read = match self.kind {
            Kind::Text(_) => value.to_owned(),
            Kind::Int(_) | Kind::Enum(_) => value.to_lowercase(),
        };
        let done = if allowed { (self.set)(settings, &read) } else { None };
        done.ok_or_else(|| SettingError::Value {
            name: self.name,
            value: value.to_owned(),
            expected: self.kind.expected(),
        })
    }
}

impl Kind {
    /// What it takes, in words.
    pub fn expected(&self) -> String {
        match self {
            Self::Int(range) => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            Self::Enum(words) => format!("one of: {}", words()),
            Self::Text(what) => (*what).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_its_own_row_accepts() {
        for row in PARAMETERS {
            let mut settings = Settings::default();
            row.set(&mut settings, &row.value(&Settings::default())).unwrap();
            assert_eq!(settings, Settings::default(), "{}", row.name);
        }
    }

    #[test]
    fn every_word_of_an_enum_is_accepted_and_told_again() {
        for row in PARAMETERS {
            let Kind::Enum(words) = row.kind else { continue };
            for word in words().split(' ') {
                let mut settings = Settings::default();
                row.set(&mut settings, word).unwrap();
                assert_eq!(row.value(&settings), word);
            }
        }
    }

    #[test]
    fn a_wrong_value_is_told_with_the_right_ones_and_changes_nothing() {
        let mut settings = Settings::default();
        let threads = Parameter::by_name("Threads").unwrap();
        for value in ["0", "257", "-1", "two", "", "99999999999999999999"] {
            let error = threads.set(&mut settings, value).unwrap_err().to_string();
            assert_eq!(error, format!("threads='{value}' is not a whole number from 1 to 256"));
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn an_alias_is_the_parameter() {
        assert_eq!(Parameter::by_name("tt-size").unwrap().name, "hash");
    }
}
