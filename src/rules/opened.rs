//! What is opened once for each variant.

use std::any::Any;
use std::sync::Arc;

use parking_lot::Mutex;

use super::Rules;

/// Of files by the name of their variant the one of the rules `R`, if there is one.
pub(crate) fn file_of<R: Rules>(
    files: &'static [(&'static str, &'static [u8])],
) -> Option<&'static [u8]> {
    files.iter().find(|(name, _)| *name == R::NAME).map(|(_, bytes)| *bytes)
}

/// Things of one kind by the name of their variant: whoever asks for one gets the same as others.
pub(crate) struct Opened(Mutex<Vec<(&'static str, Arc<dyn Any + Send + Sync>)>>);

impl Opened {
    /// Nothing yet.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// That of the rules `R`, opened if it is the first time; none for other rules of a name that is
    /// taken.
    pub(crate) fn get<R: Rules, T: Any + Send + Sync>(
        &self,
        open: impl FnOnce() -> T,
    ) -> Option<Arc<T>> {
        let mut opened = self.0.lock();
        let known = opened.iter().find(|(name, _)| *name == R::NAME).map(|(_, it)| Arc::clone(it));
        if let Some(known) = known {
            return known.downcast().ok();
        }
        let new = Arc::new(open());
        opened.push((R::NAME, Arc::<T>::clone(&new)));
        Some(new)
    }
}
