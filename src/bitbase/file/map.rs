//! A file as bytes in memory, which the system reads when they are asked for.
#![expect(unsafe_code, reason = "a mapped file has no other way in")]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a whole file.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes of a map must not change while they are looked at. A finished bitbase is never
    // written to: a new one takes its name, and whoever has mapped the old one keeps that. Against
    // other programs nothing can be done; all that is read from the bytes is checked again where it
    // could lead out of bounds, so that a change makes wrong values and no wrong reads. If the file
    // is cut short, the system ends a program that reads beyond (README says so).
    unsafe { Mmap::map(file) }
}
