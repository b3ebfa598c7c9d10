//! The table of variants: the one place where they are listed.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A name that is no variant's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{name}' is not a variant; there are {}", Variant::names())]
pub struct UnknownVariant {
    /// The name that was given, at most its first 40 characters.
    pub name: String,
}

/// Makes the enum, its names and aliases, and the dispatch from a name to a type.
macro_rules! variants {
    ($dollar:tt $($(#[$meta:meta])* $variant:ident, $name:literal $(| $alias:literal)*;)+) => {
        /// A variant by name; its rules are the type of the same name in [`rules`](crate::rules).
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Variant {
            $($(#[$meta])* $variant,)+
        }

        impl Variant {
            /// All variants, in the order of the Hub parameter.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name used in the Hub protocol.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl FromStr for Variant {
            type Err = UnknownVariant;

            /// Reads a name or alias, in any case.
            fn from_str(text: &str) -> Result<Self, UnknownVariant> {
                match text.trim().to_lowercase().as_str() {
                    $($name $(| $alias)* => Ok(Self::$variant),)+
                    _ => Err(UnknownVariant { name: text.chars().take(40).collect() }),
                }
            }
        }

        /// Runs an expression with the rules of a variant as a type:
        /// `dispatch!(variant, R => Position::<R>::start())`.
        #[macro_export]
        macro_rules! dispatch {
            ($dollar choice:expr, $dollar rules:ident => $dollar body:expr) => {
                match $dollar choice {
                    $($crate::rules::Variant::$variant => {
                        type $dollar rules = $crate::rules::$variant;
                        $dollar body
                    })+
                }
            };
        }
    };
}

variants! {$
    /// International (Polish) draughts, 10x10.
    #[default]
    International, "normal" | "international" | "standard" | "polish" | "from position";
    /// English (Classic) draughts, American checkers, 8x8.
    English, "english" | "american" | "checkers" | "classic";
    /// Brazilian draughts, 8x8.
    Brazilian, "brazilian";
    /// Spanish draughts, 8x8.
    Spanish, "spanish" | "portuguese";
    /// Turkish draughts, all squares of 8x8.
    Turkish, "turkish" | "dama";
}

impl Variant {
    /// All names in one line, for messages and lists.
    pub fn names() -> String {
        Self::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn every_variant_reads_its_own_name_and_has_the_rules_of_that_name() {
        for &variant in Variant::ALL {
            assert_eq!(variant.name().parse(), Ok(variant));
            assert_eq!(dispatch!(variant, R => R::NAME), variant.name());
        }
    }

    #[test]
    fn a_wrong_name_is_told_with_the_right_ones() {
        let error = "russian".parse::<Variant>().unwrap_err().to_string();
        assert_eq!(
            error,
            "'russian' is not a variant; there are normal english brazilian spanish turkish"
        );
    }
}
