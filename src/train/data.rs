//! Files of training data on disk: reading games one after the other, and adding to a file.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::record::{HEAD, HEADER, Head, Header, RECORD, Record, is_sound};
use crate::claim::{Growing, refuse_what_is_no_file};
use crate::rules::Rules;

/// The games of a file, from the first.
#[derive(Debug)]
pub struct Games {
    path: PathBuf,
    input: BufReader<File>,
    /// The bytes of the file.
    length: u64,
    /// The bytes of the header and all whole games so far.
    whole: u64,
    /// The number of the next game.
    next: u64,
    buffer: Vec<u8>,
}

impl Games {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If it cannot be read or is no training data for the rules as they are.
    pub fn open(path: &Path) -> anyhow::Result<(Header, Self)> {
        let name = path.display();
        let cannot = || format!("{name} cannot be read");
        refuse_what_is_no_file(path)?;
        Self::of(File::open(path).with_context(cannot)?, path)
    }

    fn of(file: File, path: &Path) -> anyhow::Result<(Header, Self)> {
        let name = path.display();
        let length = file.metadata().with_context(|| format!("{name} cannot be read"))?.len();
        let mut games = Self {
            path: path.to_owned(),
            input: BufReader::with_capacity(1 << 20, file),
            length,
            whole: HEADER as u64,
            next: 0,
            buffer: Vec::new(),
        };
        games.fill(HEADER)?;
        let header = Header::read(&games.buffer).with_context(|| name.to_string())?;
        Ok((header, games))
    }

    /// Reads the next game and puts its records in the place of those of the game before. None at
    /// the end, or before a game that is torn.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged before its last game.
    pub fn next<R: Rules>(&mut self, records: &mut Vec<Record>) -> anyhow::Result<Option<Head>> {
        records.clear();
        self.buffer.clear();
        if !self.fill(HEAD)? {
            return Ok(None);
        }
        let head = self.buffer.first_chunk().and_then(Head::read);
        let size = head.map_or(0, |head| usize::from(head.records) * RECORD);
        let is_whole = self.fill(size)?;
        let end = self.whole + (HEAD + size) as u64;
        let head = match head {
            Some(head) if is_whole && is_sound(&self.buffer) => head,
            // What a crash leaves may be as long as it should be, or longer and all zeros.
            _ if !is_whole || end >= self.length || self.is_zero_from_here()? => return Ok(None),
            Some(_) | None => bail!(
                "{}: its game {} is damaged; the games before it are whole, and the file cut to {} bytes \
                 has them",
                self.place(),
                self.next,
                self.whole
            ),
        };
        if head.number != self.next {
            bail!("{}: game {} stands where game {} should", self.place(), head.number, self.next);
        }
        let (all, _) = self.buffer[HEAD..].as_chunks::<RECORD>();
        for bytes in all {
            let Some(record) = Record::read::<R>(bytes) else {
                bail!("{}: a record of game {} is no position", self.place(), self.next);
            };
            records.push(record);
        }
        self.next += 1;
        self.whole = end;
        Ok(Some(head))
    }

    /// Reads so many bytes more into the buffer; false if there are fewer.
    fn fill(&mut self, bytes: usize) -> anyhow::Result<bool> {
        let before = self.buffer.len();
        let mut input = self.input.by_ref().take(bytes as u64);
        let read = input.read_to_end(&mut self.buffer);
        read.with_context(|| format!("{} cannot be read", self.path.display()))?;
        Ok(self.buffer.len() - before == bytes)
    }

    /// Is there nothing but zeros behind the game that was read, as where a file had grown and power went
    /// off before all was written? The file is read to its end for that.
    fn is_zero_from_here(&mut self) -> anyhow::Result<bool> {
        loop {
            let bytes = self.input.fill_buf();
            let bytes = bytes.with_context(|| format!("{} cannot be read", self.path.display()))?;
            let (count, is_zero) = (bytes.len(), bytes.iter().all(|&byte| byte == 0));
            self.input.consume(count);
            if count == 0 || !is_zero {
                return Ok(is_zero);
            }
        }
    }

    fn place(&self) -> String {
        format!("{}, byte {}", self.path.display(), self.whole)
    }

    /// Bytes behind the last whole game that was read.
    pub fn rest(&self) -> u64 {
        self.length.saturating_sub(self.whole)
    }
}

/// A file to which games are added.
#[derive(Debug)]
pub struct Output {
    file: Growing,
    torn: u64,
}

impl Output {
    /// Begins a file that is not there yet.
    ///
    /// # Errors
    /// If it is there, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> anyhow::Result<Self> {
        let mut file = Growing::begin(path, "")?;
        file.add_head(&header.to_bytes())?;
        Ok(Self { file, torn: 0 })
    }

    /// Goes on with a file that was begun with this header, or begins it if it is not there. What is
    /// torn at its end is cut off; the games before it are told.
    ///
    /// # Errors
    /// If it was begun with another header, is damaged, or cannot be written.
    pub fn resume<R: Rules>(
        path: &Path,
        header: &Header,
        tell: &mut dyn FnMut(&Head, &[Record]),
    ) -> anyhow::Result<Self> {
        let name = path.display();
        let mut file = Growing::resume(path)?;
        let length = file.metadata().with_context(|| format!("{name} cannot be read"))?.len();
        let begun = header.to_bytes();
        if length < HEADER as u64 {
            let mut bytes = Vec::new();
            (&*file).read_to_end(&mut bytes).with_context(|| format!("{name} cannot be read"))?;
            if !begun.starts_with(&bytes) {
                bail!("{name} was not begun by this command");
            }
            file.cut(0)?;
            file.add_head(&begun)?;
            return Ok(Self { file, torn: 0 });
        }
        let reader = file.try_clone().with_context(|| format!("{name} cannot be read"))?;
        let (found, mut games) = Games::of(reader, path)?;
        if found != *header {
            bail!("{name} was begun in another way: with {found}, and not with {header}");
        }
        let mut records = Vec::new();
        while let Some(head) = games.next::<R>(&mut records)? {
            tell(&head, &records);
        }
        let torn = games.rest();
        file.cut(games.whole)?;
        Ok(Self { file, torn })
    }

    /// How many bytes of a torn game were cut off its end.
    pub fn torn(&self) -> u64 {
        self.torn
    }

    /// Adds a game in one piece.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.file.add(bytes)
    }
}
