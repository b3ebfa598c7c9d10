//! Room for tables that threads share.
#![expect(unsafe_code, reason = "memory on large pages has to be mapped")]

use std::io;
use std::ops::Deref;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::{MmapMut, MmapRaw};

/// So many words are in the smallest page of any system.
const PAGE: usize = 4096 / size_of::<AtomicU64>();

/// Words that are 0 at first, on large pages where the system has them: a table is asked at random
/// places, and most pages of 4 KiB would not be known to the processor (Linux has large ones for
/// those who ask).
pub(crate) struct Words(MmapRaw);

impl Words {
    /// So many words, at least one; the first begins a page.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub(crate) fn new(count: usize) -> io::Result<Self> {
        let bytes = count.max(1).checked_mul(size_of::<AtomicU64>());
        let map = MmapRaw::from(MmapMut::map_anon(bytes.ok_or(io::ErrorKind::OutOfMemory)?)?);
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages: {error}");
        }
        let words = Self(map);
        // The pages are asked for now, which may take long, and not in the middle of a search.
        words.iter().step_by(PAGE).for_each(|word| word.store(0, Ordering::Relaxed));
        Ok(words)
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    #[expect(clippy::cast_ptr_alignment, reason = "a map begins a page")]
    fn deref(&self) -> &[AtomicU64] {
        let count = self.0.len() / size_of::<AtomicU64>();
        // SAFETY: the map begins a page and is so long, lives as long as this, and is looked at nowhere
        // else. All bytes are zeros at first, and whatever a word is, it is a number.
        unsafe { slice::from_raw_parts(self.0.as_mut_ptr().cast::<AtomicU64>(), count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_are_zeros_and_keep_what_is_stored() {
        let words = Words::new(1 << 19).unwrap();
        assert_eq!(words.len(), 1 << 19);
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        words.iter().zip(7..).for_each(|(word, number)| word.store(number, Relaxed));
        assert!(words.iter().zip(7..).all(|(word, number)| word.load(Relaxed) == number));
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert_eq!(Words::new(0).unwrap().len(), 1);
        assert!(Words::new(usize::MAX).is_err());
        assert!(Words::new(usize::MAX / 8).is_err());
    }
}
