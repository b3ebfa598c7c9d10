//! Which variant a game is of: by its tags, or guessed from what stands on the board.

use super::refusal::VariantError;
use super::tags::Tags;
use super::written::{Element, Kind, Written};
use crate::board::Geometry;
use crate::notation::squares::square_text;
use crate::rules::{Notation, Rules, Variant};

/// The numbers of PDN 3.0 for games that damier does not play.
const FOREIGN: [(u32, &str); 9] = [
    (22, "Italian draughts"),
    (23, "American pool checkers"),
    (25, "Russian draughts"),
    (27, "Canadian draughts"),
    (29, "Czech draughts"),
    (31, "Thai draughts"),
    (40, "Frisian draughts"),
    (41, "spantsiretti"),
    (1, "chess"),
];

/// The variant that the tags name: by `GameType`, or by a tag `Variant`.
///
/// Of `GameType` the number counts; what follows was written in other ways in other years.
pub(super) fn of_tags(tags: &Tags) -> Option<Result<Variant, VariantError>> {
    let named = |tag| tags.get(tag).map(str::trim).filter(|it| !matches!(*it, "" | "?"));
    match named("GameType") {
        Some(value) => Some(of_game_type(value)),
        None => named("Variant").and_then(|name| name.parse().ok()).map(Ok),
    }
}

fn of_game_type(value: &str) -> Result<Variant, VariantError> {
    let compact: String = value.split_whitespace().collect();
    let leading = |text: &str| -> Option<u32> {
        text.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok())
    };
    let number = leading(&compact);
    for &variant in Variant::ALL {
        let (own, old) = dispatch!(variant, R => (R::GAME_TYPE, R::OLD_GAME_TYPES));
        if number.is_some() && leading(own) == number
            || old.iter().any(|old| begins_with(&compact, old))
        {
            return Ok(variant);
        }
    }
    if let Ok(variant) = compact.parse() {
        return Ok(variant);
    }
    let value = value.to_owned();
    match FOREIGN.iter().find(|(foreign, _)| Some(*foreign) == number) {
        Some(&(_, name)) => Err(VariantError::Foreign { value, name }),
        None => Err(VariantError::Unknown { value }),
    }
}

/// Does a value begin with these fields?
fn begins_with(value: &str, fields: &str) -> bool {
    let rest = value.to_ascii_uppercase();
    rest.strip_prefix(fields).is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
}

/// A capture written as only Russian draughts writes it: with a colon, between files and ranks.
pub(super) fn looks_foreign(written: &Written) -> Option<VariantError> {
    let is_russian =
        |word: &&str| word.starts_with(|c: char| c.is_alphabetic()) && word.contains(':');
    let example = words(&written.elements).find(is_russian)?.to_owned();
    let name = FOREIGN.iter().find(|(number, _)| *number == 25)?.1;
    Some(VariantError::LooksForeign { example, name })
}

/// How well a game fits a variant; the greatest wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    /// Plies that can be played.
    pub(super) plies: usize,
    /// It is written in the variant's own notation.
    pub(super) own_notation: bool,
    /// The game before was of the variant.
    pub(super) as_before: bool,
    /// All of it can be read.
    pub(super) whole: bool,
    /// A smaller board is likelier.
    pub(super) squares_unused: usize,
}

impl Fit {
    /// The fit of a game of which so much can be played.
    pub(super) fn new<R: Rules>(
        written: &Written,
        played: Result<usize, usize>,
        as_before: bool,
    ) -> Self {
        let notation = notation(written);
        Self {
            plies: played.unwrap_or_else(|plies| plies),
            whole: played.is_ok(),
            own_notation: notation.is_none_or(|it| it == R::NOTATION),
            as_before,
            squares_unused: 64 - R::Geometry::SQUARES,
        }
    }
}

/// How the first move, or else the setup, is written.
fn notation(written: &Written) -> Option<Notation> {
    let word = words(&written.elements).find(|word| !super::verdict::Score::is_usual(word));
    if let Some(word) = word {
        return square_text(word).ok().map(|(_, square)| square.notation());
    }
    let fen = written.tags.get("FEN")?.to_ascii_lowercase();
    let (_, pieces) = fen.split_once(':')?;
    let has_files = pieces.chars().any(|c| matches!(c, 'a' | 'c'..='h'));
    Some(if has_files { Notation::Algebraic } else { Notation::Numeric })
}

fn words(elements: &[Element]) -> impl Iterator<Item = &str> {
    elements.iter().filter_map(|element| match &element.kind {
        Kind::Word(word) => Some(word.as_str()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> Result<Variant, String> {
        let mut tags = Tags::default();
        tags.set("GameType", value);
        of_tags(&tags).unwrap().map_err(|error| error.to_string())
    }

    #[test]
    fn every_variant_reads_its_own_and_its_old_game_types() {
        for &variant in Variant::ALL {
            dispatch!(variant, R => {
                assert_eq!(read(R::GAME_TYPE), Ok(variant));
                assert_eq!(read(R::GAME_TYPE.split(',').next().unwrap()), Ok(variant));
                for old in R::OLD_GAME_TYPES {
                    assert_eq!(read(old), Ok(variant));
                }
            });
        }
    }

    #[test]
    fn the_number_counts_and_not_what_follows() {
        for (value, name) in [
            ("20,W,10,10,N1,0", "normal"),
            (" 26 , w,8,8,A1,0", "brazilian"),
            ("30,W,8,8,A1,1", "turkish"),
            ("43", "turkish"),
            ("28,W,8,8,N1,1", "spanish"),
            ("31,W,8,8,N1,1", "spanish"),
            ("32,B,8,8,N1,0", "english"),
            ("English", "english"),
        ] {
            assert_eq!(read(value).map(Variant::name), Ok(name), "{value}");
        }
    }

    #[test]
    fn other_games_are_named() {
        let message = |value| read(value).unwrap_err();
        assert_eq!(
            message("25,W,8,8,A0,0"),
            "GameType '25,W,8,8,A0,0' is Russian draughts, which damier does not play"
        );
        assert_eq!(
            message("31,B,8,8,N2,0"),
            "GameType '31,B,8,8,N2,0' is Thai draughts, which damier does not play"
        );
        assert_eq!(message("99"), "GameType '99' is not known");
        assert_eq!(message("x"), "GameType 'x' is not known");
    }

    #[test]
    fn without_a_game_type_there_may_be_a_variant() {
        let mut tags = Tags::default();
        assert_eq!(of_tags(&tags), None);
        tags.set("Variant", "Turkish");
        assert_eq!(of_tags(&tags), Some(Ok(Variant::Turkish)));
        tags.set("Variant", "unheard of");
        assert_eq!(of_tags(&tags), None);
    }
}
