//! Asks the processor for memory before it is needed.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "the prefetch instruction is only reachable through an intrinsic"
    )
)]

/// Asks for the cache line of `target`; does nothing where there is no such instruction.
#[inline(always)]
pub(super) fn prefetch<T>(target: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect but on caches, and the address is that of a live reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = target;
}
