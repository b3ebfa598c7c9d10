//! The weights within the program.

use std::sync::Arc;

use super::format::Weights;
use super::network::Network;
use crate::rules::{Opened, Rules, file_of};

/// The files by variant; `src/eval/TRAINING.md` tells where they come from. A variant that has none is
/// judged by hand.
const FILES: &[(&str, &[u8])] = &[
    ("english", include_bytes!("../data/english.net")),
    ("normal", include_bytes!("../data/normal.net")),
    ("brazilian", include_bytes!("../data/brazilian.net")),
    ("spanish", include_bytes!("../data/spanish.net")),
    ("turkish", include_bytes!("../data/turkish.net")),
];

/// Networks that are in use.
static OPENED: Opened = Opened::new();

/// The file of a variant, if it has one.
pub fn embedded_file<R: Rules>() -> Option<&'static [u8]> {
    file_of::<R>(FILES)
}

/// The network of a variant, if it has one: the same whenever it is asked for.
///
/// # Panics
/// If the file within the program has no weights of these rules, which a test makes sure of.
pub fn embedded<R: Rules>() -> Option<Arc<Network<R>>> {
    let file = embedded_file::<R>()?;
    OPENED.get::<R, _>(|| {
        Weights::read::<R>(file)
            .and_then(|weights| Network::<R>::new(&weights))
            .unwrap_or_else(|error| panic!("the weights of {} in the program: {error}", R::NAME))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn the_weights_in_the_program_are_those_of_their_variants() {
        let mut found = 0;
        for &variant in Variant::ALL {
            dispatch!(variant, R => {
                let weights = embedded_file::<R>().map(Weights::read::<R>);
                found += usize::from(weights.is_some());
                if let Some(weights) = weights {
                    weights.unwrap();
                    assert!(embedded::<R>().is_some());
                }
            });
        }
        assert_eq!(found, FILES.len());
    }
}
