//! The file of a build that is under way: what is done stands in it, whatever ends the build.
//!
//! It has the header of a bitbase without slices, with another magic word, and then for each slice
//! its entry, 8 bytes of XXH3 of the entry, and its section. The slices come in a fixed order; what
//! does not follow that order, or has a wrong checksum, is cut off with all that comes after.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::map::map;
use crate::bitbase::format::{Entry, Header, RECORD, hash, write_head};
use crate::bitbase::index::Grounds;
use crate::bitbase::material::Material;
use crate::bitbase::pack::Packed;
use crate::bitbase::store::Store;
use crate::rules::Rules;

const MAGIC: &[u8; 8] = b"damierBP";
/// The bytes of an entry and its checksum.
const FULL_ENTRY: usize = RECORD + 8;

/// Why a part cannot be gone on with, or finished.
#[derive(Debug, Error)]
#[error("{}: {fault}", .path.display())]
pub struct PartError {
    path: PathBuf,
    fault: PartFault,
}

#[derive(Debug, Error)]
enum PartFault {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it was begun by another version or with other rules; delete it to begin anew")]
    Foreign,
}

/// A build under way.
pub(in crate::bitbase) struct Part {
    path: PathBuf,
    file: File,
    header: Header,
    head: Vec<u8>,
    /// The slices that are done, with the places of their sections in this file.
    entries: Vec<Entry>,
    end: u64,
}

impl Part {
    /// The file of a bitbase that is being built.
    pub(in crate::bitbase) fn path(target: &Path) -> PathBuf {
        let mut path = target.as_os_str().to_owned();
        path.push(".part");
        path.into()
    }

    /// Removes what is left of a build that was ended just before it would have done so.
    pub(in crate::bitbase) fn clear(target: &Path) {
        // What cannot be removed does no harm.
        let _ = fs::remove_file(Self::path(target));
    }

    /// Opens a part, or begins it; `order` are all its slices. Gives besides how many bytes were cut
    /// off.
    ///
    /// # Errors
    /// If it cannot be written or is not of this build.
    pub(in crate::bitbase) fn open<R: Rules>(
        path: &Path,
        header: Header,
        order: &[Material],
    ) -> Result<(Self, u64), PartError> {
        let mut head = write_head::<R>(&Header { slices: 0, ..header.clone() }, &[]);
        head[..8].copy_from_slice(MAGIC);
        let fault = |fault| PartError { path: path.to_owned(), fault };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(|error| fault(error.into()))?;
        let entries = Vec::new();
        let mut part = Self { path: path.to_owned(), file, header, head, entries, end: 0 };
        let cut = part.read(order).map_err(fault)?;
        Ok((part, cut))
    }

    fn read(&mut self, order: &[Material]) -> Result<u64, PartFault> {
        let len = self.file.metadata()?.len();
        let mut input = BufReader::new(&self.file);
        let mut head = Vec::new();
        input.by_ref().take(RECORD as u64).read_to_end(&mut head)?;
        if head.len() < RECORD && self.head.starts_with(&head) {
            // It ended before it had begun.
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&self.head)?;
            self.file.sync_all()?;
            self.end = RECORD as u64;
            return Ok(0);
        }
        if head != self.head {
            return Err(PartFault::Foreign);
        }
        let mut end = RECORD as u64;
        for &material in order {
            let Some(mut entry) = read_record(&mut input, len - end)? else { break };
            if entry.material != material {
                break;
            }
            entry.offset = end + FULL_ENTRY as u64;
            end = entry.offset + entry.len;
            self.entries.push(entry);
        }
        self.end = end;
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(len - end)
    }

    /// The slices that are done.
    pub(in crate::bitbase) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Forgets all but so many slices.
    pub(in crate::bitbase) fn keep(&mut self, slices: usize) -> Result<(), PartError> {
        self.entries.truncate(slices);
        self.end = self.entries.last().map_or(RECORD as u64, |last| last.offset + last.len);
        let cut = self.file.set_len(self.end);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.end)));
        cut.map(drop).map_err(|error| self.fault(error))
    }

    /// Adds slices, and waits until they are on the disk.
    pub(in crate::bitbase) fn add(&mut self, slices: Vec<Packed>) -> Result<(), PartError> {
        let mut bytes = Vec::new();
        for Packed { mut entry, section } in slices {
            let record = entry.write();
            bytes.extend_from_slice(&record);
            bytes.extend_from_slice(&hash(&record).to_le_bytes());
            bytes.extend_from_slice(&section);
            entry.offset = self.end + FULL_ENTRY as u64;
            self.end = entry.offset + entry.len;
            self.entries.push(entry);
        }
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        written.map_err(|error| self.fault(error))
    }

    /// The slices that are done, to look values up in.
    pub(in crate::bitbase) fn store<R: Rules>(
        &self,
        grounds: &Arc<Grounds<R>>,
    ) -> Result<Store<R>, PartError> {
        let bytes = map(&self.file).map_err(|error| self.fault(error))?;
        let grounds = Arc::clone(grounds);
        Ok(Store::of_slices(bytes, self.header.clone(), self.entries.clone(), grounds))
    }

    /// Makes the bitbase of a part that has all slices, in its place.
    pub(in crate::bitbase) fn finish<R: Rules>(mut self, target: &Path) -> Result<u64, PartError> {
        self.assemble::<R>(target).map_err(|error| self.fault(error))
    }

    fn assemble<R: Rules>(&mut self, target: &Path) -> io::Result<u64> {
        let mut entries = self.entries.clone();
        let mut offset = (RECORD * (1 + entries.len())) as u64;
        for entry in &mut entries {
            entry.offset = offset;
            offset += entry.len;
        }
        let header = Header { slices: entries.len() as u16, ..self.header.clone() };
        let unfinished = target.with_extension("unfinished");
        let mut out = BufWriter::new(File::create(&unfinished)?);
        out.write_all(&write_head::<R>(&header, &entries))?;
        for entry in &self.entries {
            self.file.seek(SeekFrom::Start(entry.offset))?;
            io::copy(&mut (&self.file).take(entry.len), &mut out)?;
        }
        out.into_inner()?.sync_all()?;
        fs::rename(&unfinished, target)?;
        if let Some(folder) = target.parent() {
            // The new name is to be there before the part is gone. Not every system can do this for
            // a folder, and then it does without.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        fs::remove_file(&self.path)?;
        Ok(offset)
    }

    fn fault(&self, error: io::Error) -> PartError {
        PartError { path: self.path.clone(), fault: error.into() }
    }
}

/// The next slice, if all of it is there and sound; `left` are the bytes that there are.
fn read_record(input: &mut impl Read, left: u64) -> io::Result<Option<Entry>> {
    let Some(left) = left.checked_sub(FULL_ENTRY as u64) else { return Ok(None) };
    let mut record = [0; FULL_ENTRY];
    input.read_exact(&mut record)?;
    let (record, checksum) = record.split_at(RECORD);
    let Ok(entry) = Entry::read(record) else { return Ok(None) };
    if hash(record).to_le_bytes() != checksum || entry.len > left {
        return Ok(None);
    }
    let mut section = vec![0; entry.len as usize];
    input.read_exact(&mut section)?;
    Ok((hash(&section) == entry.hash).then_some(entry))
}
