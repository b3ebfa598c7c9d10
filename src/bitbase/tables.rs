//! Whole tables in memory: a value for every position of a material, those with captures too.

use super::format::is_narrow;
use super::index::{Grounds, PLAIN, groups};
use super::material::Material;
use super::value::Value;
use crate::position::Position;
use crate::rules::Rules;
use crate::work::{Crew, Stopped};

/// The values of a material in the order of its numbers, as narrow as its longest win allows.
#[derive(Debug)]
pub(super) enum Values {
    /// Codes of values; [`u8::MAX`] where pieces would share a square.
    Narrow(Vec<u8>),
    /// The same with [`u16::MAX`].
    Wide(Vec<u16>),
}

impl Values {
    /// Makes values from the codes of their numbers, on several threads, so many at a time; the code
    /// [`u16::MAX`] belongs to no position, and no other says more than `longest` plies.
    pub(super) fn fill(
        len: usize,
        longest: u16,
        chunk: usize,
        crew: Crew<'_>,
        code: impl Fn(usize) -> u16 + Sync,
    ) -> Result<Self, Stopped> {
        if is_narrow(longest) {
            let mut codes = vec![0; len];
            crew.fill(&mut codes, chunk, |begin, codes| {
                codes.iter_mut().zip(begin..).for_each(|(it, number)| *it = code(number) as u8);
            })?;
            Ok(Self::Narrow(codes))
        } else {
            let mut codes = vec![0; len];
            crew.fill(&mut codes, chunk, |begin, codes| {
                codes.iter_mut().zip(begin..).for_each(|(it, number)| *it = code(number));
            })?;
            Ok(Self::Wide(codes))
        }
    }

    #[inline(always)]
    fn code(&self, number: usize) -> u16 {
        match self {
            Self::Narrow(codes) => codes[number].into(),
            Self::Wide(codes) => codes[number],
        }
    }

    /// The value with this number; none if it belongs to no position.
    pub(super) fn get(&self, number: usize) -> Option<Value> {
        let (code, none) = match self {
            Self::Narrow(codes) => (codes[number].into(), u8::MAX.into()),
            Self::Wide(codes) => (codes[number], u16::MAX),
        };
        (code != none).then(|| Value::from_code(code))
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Narrow(codes) => codes.len(),
            Self::Wide(codes) => codes.len(),
        }
    }
}

#[derive(Debug)]
struct Table {
    strides: [usize; 4],
    values: Values,
}

/// The tables of a variant that are there.
#[derive(Debug)]
pub(super) struct Tables<R: Rules> {
    pub(super) grounds: Grounds<R>,
    by_id: Vec<Option<Table>>,
}

impl<R: Rules> Tables<R> {
    pub(super) fn new() -> Self {
        let by_id = std::iter::repeat_with(|| None).take(Material::IDS).collect();
        Self { grounds: Grounds::default(), by_id }
    }

    pub(super) fn put(&mut self, material: Material, values: Values) {
        let strides = self.grounds.strides(material, PLAIN).0;
        self.by_id[material.id()] = Some(Table { strides, values });
    }

    /// Keeps of all values only the outcomes.
    pub(super) fn forget_plies(&mut self) {
        for table in self.by_id.iter_mut().flatten() {
            let outcome = |code: u16| Value::from_code(code).outcome().code() as u8;
            let codes = match &table.values {
                Values::Narrow(codes) => codes
                    .iter()
                    .map(|&code| match code {
                        u8::MAX => u8::MAX,
                        code => outcome(code.into()),
                    })
                    .collect(),
                Values::Wide(codes) => codes
                    .iter()
                    .map(|&code| match code {
                        u16::MAX => u8::MAX,
                        code => outcome(code),
                    })
                    .collect(),
            };
            table.values = Values::Narrow(codes);
        }
    }

    /// Forgets the table of a material.
    pub(super) fn remove(&mut self, material: Material) {
        self.by_id[material.id()] = None;
    }

    pub(super) fn has(&self, material: Material) -> bool {
        self.by_id[material.id()].is_some()
    }

    pub(super) fn values(&self, material: Material) -> Option<&Values> {
        self.by_id[material.id()].as_ref().map(|table| &table.values)
    }

    /// The value of a position whose table is there.
    ///
    /// # Panics
    /// If it is not.
    #[inline(always)]
    pub(super) fn value(&self, pos: &Position<R>) -> Value {
        if pos.pieces(pos.turn()) == 0 {
            return Value::LOST;
        }
        let table = self.by_id[Material::of(pos).id()].as_ref().expect("its table is there");
        Value::from_code(table.values.code(self.grounds.number(&groups(pos), &table.strides)))
    }
}
