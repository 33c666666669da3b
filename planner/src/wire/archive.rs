//! Archives: many trace or plan files in one stream, written and read one by one.
//!
//! A directory of a hundred thousand traces is slow to copy and to list; an archive is one file, and
//! neither its writer nor its reader holds more than one record. A record is a whole `.mtrace` or
//! `.mplan` file with a name, so whatever reads such files reads records.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | magic |
//! | 4, 4 | version and kind (1 traces, 2 plans), little endian as all numbers |
//! | 8 | XXH3 of the 16 bytes before |
//! | | *then for each record* |
//! | 8 | tag of a record |
//! | 8, 8 | length of the name, length of the file |
//! | 8 | XXH3 of tag, lengths, name and file, seeded with the number of the record |
//! | rest | name, file |
//! | | *and at the end* |
//! | 8 | tag of the end |
//! | 8, 8 | number of records, bytes before this tag |
//! | 8 | XXH3 of the 24 bytes before |
//!
//! The end mark distinguishes an archive that was cut off between two records from a shorter one;
//! the seeds detect records that changed places. A damaged record with an intact length loses only
//! itself.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::MAX_INPUT_BYTES;

const MAGIC: &[u8; 8] = b"\x89march\r\n";
const RECORD_TAG: &[u8; 8] = b"\x89record\n";
const END_TAG: &[u8; 8] = b"\x89finis\r\n";
const HEADER_BYTES: usize = 24;
const FRAME_BYTES: usize = 32;

/// The version of the archive format that this crate writes, and the newest it reads.
const VERSION: u32 = 1;

/// The longest name of a record, in bytes.
pub const MAX_NAME_BYTES: usize = 4096;

/// What the records of an archive are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArchiveKind {
    /// `.mtrace` files.
    Traces,
    /// `.mplan` files.
    Plans,
}

impl ArchiveKind {
    fn code(self) -> u32 {
        match self {
            Self::Traces => 1,
            Self::Plans => 2,
        }
    }
}

/// One file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveRecord {
    /// A relative path with `/` between its parts, none of them `.` or `..`, without extension.
    pub name: String,
    /// The bytes of a `.mtrace` or `.mplan` file, for [`super::read_trace`] or [`super::read_plan`].
    pub bytes: Vec<u8>,
}

/// Why an archive cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The stream itself fails.
    #[error("cannot read or write the archive: {0}")]
    Io(#[from] io::Error),
    /// The first bytes are those of something else.
    #[error("this is not an archive, or its first bytes are damaged")]
    NotAnArchive,
    /// A newer memplan wrote the archive.
    #[error("the archive has version {found}, this program reads up to {VERSION}")]
    NewerVersion {
        /// The version found.
        found: u32,
    },
    /// The archive ends before its end mark.
    #[error("the archive is truncated after record {n_records}: copy it again")]
    CutOff {
        /// The number of records read before the end, damaged ones included.
        n_records: u64,
    },
    /// A record is not what was written; the next one may be read.
    #[error("record {index} is damaged: its checksum does not match")]
    Damaged {
        /// The number of the record, from 0.
        index: u64,
    },
    /// The bytes after a record are neither a record nor the end mark: the rest of the archive is
    /// lost.
    #[error("the archive is damaged after record {n_records}: the remaining records are lost")]
    Lost {
        /// How many records came before.
        n_records: u64,
    },
    /// There are bytes after the end mark.
    #[error("bytes follow the end of the archive: copy it again")]
    TrailingBytes,
    /// A name is empty, too long, or not a relative path.
    #[error(
        "`{name}` cannot name a record: expected a relative path of at most {MAX_NAME_BYTES} bytes \
         without `.` and `..`"
    )]
    BadName {
        /// The name found.
        name: String,
    },
    /// A record is larger than [`MAX_INPUT_BYTES`].
    #[error("a record has {bytes} bytes, the limit is {MAX_INPUT_BYTES}")]
    TooLarge {
        /// Its size.
        bytes: u64,
    },
}

/// Whether these are the first bytes of an archive; eight of them are enough.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Writes an archive, record by record.
///
/// ```
/// use memplan_planner::wire::archive::{ArchiveKind, ArchiveReader, ArchiveWriter};
///
/// let mut writer = ArchiveWriter::new(Vec::new(), ArchiveKind::Traces)?;
/// writer.append("models/a", b"the bytes of a.mtrace")?;
/// let bytes = writer.finish()?;
///
/// let mut reader = ArchiveReader::new(&*bytes)?;
/// let record = reader.next_record()?.expect("one was written");
/// assert_eq!(record.name, "models/a");
/// assert!(reader.next_record()?.is_none());
/// # Ok::<(), memplan_planner::wire::archive::ArchiveError>(())
/// ```
#[derive(Debug)]
pub struct ArchiveWriter<W> {
    output: W,
    n_records: u64,
    n_bytes: u64,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive.
    ///
    /// # Errors
    /// [`ArchiveError::Io`] when the output fails.
    pub fn new(mut output: W, kind: ArchiveKind) -> Result<Self, ArchiveError> {
        let mut header = [0; HEADER_BYTES];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12..16].copy_from_slice(&kind.code().to_le_bytes());
        let checksum = xxh3_64(&header[..16]);
        header[16..].copy_from_slice(&checksum.to_le_bytes());
        output.write_all(&header)?;
        Ok(Self {
            output,
            n_records: 0,
            n_bytes: HEADER_BYTES as u64,
        })
    }

    /// Adds a record: `bytes` are a whole `.mtrace` or `.mplan` file.
    ///
    /// # Errors
    /// [`ArchiveError::BadName`] and [`ArchiveError::TooLarge`], before anything is written;
    /// [`ArchiveError::Io`] when the output fails.
    pub fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
        if !is_name(name) {
            return Err(ArchiveError::BadName {
                name: name.to_owned(),
            });
        }
        let n_bytes = bytes.len() as u64;
        if MAX_INPUT_BYTES < n_bytes {
            return Err(ArchiveError::TooLarge { bytes: n_bytes });
        }
        let lengths = [name.len() as u64, n_bytes];
        let checksum = record_checksum(self.n_records, lengths, name.as_bytes(), bytes);
        self.output
            .write_all(&frame(RECORD_TAG, lengths, checksum))?;
        self.output.write_all(name.as_bytes())?;
        self.output.write_all(bytes)?;
        self.n_records += 1;
        self.n_bytes += FRAME_BYTES as u64 + lengths[0] + lengths[1];
        Ok(())
    }

    /// The number of records so far.
    pub fn n_records(&self) -> u64 {
        self.n_records
    }

    /// Ends the archive and returns the output. Without this call the archive counts as cut off.
    ///
    /// # Errors
    /// [`ArchiveError::Io`] when the output fails.
    pub fn finish(mut self) -> Result<W, ArchiveError> {
        let end = frame(END_TAG, [self.n_records, self.n_bytes], 0);
        let checksum = xxh3_64(&end[..24]);
        self.output
            .write_all(&frame(END_TAG, [self.n_records, self.n_bytes], checksum))?;
        self.output.flush()?;
        Ok(self.output)
    }
}

/// Reads an archive, record by record.
#[derive(Debug)]
pub struct ArchiveReader<R> {
    input: R,
    kind: ArchiveKind,
    /// Whole or damaged.
    n_records: u64,
    n_bytes: u64,
    is_over: bool,
}

impl<R: Read> ArchiveReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`ArchiveError::NotAnArchive`], [`ArchiveError::NewerVersion`], [`ArchiveError::Io`].
    pub fn new(mut input: R) -> Result<Self, ArchiveError> {
        let mut header = [0; HEADER_BYTES];
        if fill(&mut input, &mut header)? < HEADER_BYTES
            || !header.starts_with(MAGIC)
            || xxh3_64(&header[..16]) != word(&header, 16)
        {
            return Err(ArchiveError::NotAnArchive);
        }
        let fields = word(&header, 8);
        let (version, kind) = (fields as u32, (fields >> 32) as u32);
        if VERSION < version {
            return Err(ArchiveError::NewerVersion { found: version });
        }
        let kinds = [ArchiveKind::Traces, ArchiveKind::Plans];
        let kind = kinds.into_iter().find(|candidate| candidate.code() == kind);
        Ok(Self {
            input,
            kind: kind.ok_or(ArchiveError::NotAnArchive)?,
            n_records: 0,
            n_bytes: HEADER_BYTES as u64,
            is_over: false,
        })
    }

    /// What the records are.
    pub fn kind(&self) -> ArchiveKind {
        self.kind
    }

    /// The next record; `None` after the last one, and after an error that loses the remaining records.
    ///
    /// Allocates no more than the bytes read so far, whatever length the header claims.
    ///
    /// # Errors
    /// After [`ArchiveError::Damaged`] or [`ArchiveError::BadName`] the next record may be read, all
    /// other errors are final.
    pub fn next_record(&mut self) -> Result<Option<ArchiveRecord>, ArchiveError> {
        if self.is_over {
            return Ok(None);
        }
        // Reset below only where the stream is known to be in front of a tag.
        self.is_over = true;
        let n_records = self.n_records;
        let mut head = [0; FRAME_BYTES];
        if fill(&mut self.input, &mut head)? < FRAME_BYTES {
            return Err(ArchiveError::CutOff { n_records });
        }
        let lengths = [word(&head, 8), word(&head, 16)];
        if head.starts_with(END_TAG) {
            if lengths != [n_records, self.n_bytes] || xxh3_64(&head[..24]) != word(&head, 24) {
                return Err(ArchiveError::Lost { n_records });
            }
            let is_at_end = fill(&mut self.input, &mut [0])? == 0;
            return is_at_end.then_some(None).ok_or(ArchiveError::TrailingBytes);
        }
        let has_sane_lengths = lengths[0] <= MAX_NAME_BYTES as u64 && lengths[1] <= MAX_INPUT_BYTES;
        if !head.starts_with(RECORD_TAG) || !has_sane_lengths {
            return Err(ArchiveError::Lost { n_records });
        }
        let name = self.take(lengths[0])?;
        let bytes = self.take(lengths[1])?;
        self.is_over = false;
        self.n_records += 1;
        self.n_bytes += FRAME_BYTES as u64 + lengths[0] + lengths[1];
        if record_checksum(n_records, lengths, &name, &bytes) != word(&head, 24) {
            return Err(ArchiveError::Damaged { index: n_records });
        }
        match String::from_utf8(name) {
            Ok(name) if is_name(&name) => Ok(Some(ArchiveRecord { name, bytes })),
            Ok(name) => Err(ArchiveError::BadName { name }),
            Err(error) => Err(ArchiveError::BadName {
                name: String::from_utf8_lossy(error.as_bytes()).into_owned(),
            }),
        }
    }

    fn take(&mut self, n_bytes: u64) -> Result<Vec<u8>, ArchiveError> {
        let mut bytes = Vec::new();
        let n_read = self.input.by_ref().take(n_bytes).read_to_end(&mut bytes)?;
        if (n_read as u64) < n_bytes {
            return Err(ArchiveError::CutOff {
                n_records: self.n_records,
            });
        }
        Ok(bytes)
    }
}

/// The number of records according to the end mark, without reading them; the position of the input
/// does not change. `None` when there is no valid end mark.
///
/// # Errors
/// When the input fails.
pub fn count_records(input: &mut (impl Read + Seek)) -> io::Result<Option<u64>> {
    let here = input.stream_position()?;
    let mut end = [0; FRAME_BYTES];
    let n_bytes = input.seek(SeekFrom::End(0))?;
    let begin_of_end = n_bytes.saturating_sub(FRAME_BYTES as u64);
    input.seek(SeekFrom::Start(begin_of_end))?;
    let n_read = fill(input, &mut end)?;
    input.seek(SeekFrom::Start(here))?;
    let is_valid = n_read == FRAME_BYTES
        && end.starts_with(END_TAG)
        && xxh3_64(&end[..24]) == word(&end, 24)
        && word(&end, 16) == begin_of_end;
    Ok(is_valid.then(|| word(&end, 8)))
}

/// Whether a text may name a record: it must not lead out of the directory it is unpacked to.
fn is_name(name: &str) -> bool {
    let is_part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\0');
    name.len() <= MAX_NAME_BYTES && name.split('/').all(is_part)
}

fn frame(tag: &[u8; 8], numbers: [u64; 2], checksum: u64) -> [u8; FRAME_BYTES] {
    let mut frame = [0; FRAME_BYTES];
    frame[..8].copy_from_slice(tag);
    for (index, number) in [numbers[0], numbers[1], checksum].into_iter().enumerate() {
        frame[8 * index + 8..8 * index + 16].copy_from_slice(&number.to_le_bytes());
    }
    frame
}

fn record_checksum(index: u64, lengths: [u64; 2], name: &[u8], bytes: &[u8]) -> u64 {
    let mut hash = Xxh3::with_seed(index);
    hash.update(&frame(RECORD_TAG, lengths, 0)[..24]);
    hash.update(name);
    hash.update(bytes);
    hash.digest()
}

fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Reads until the buffer is full or the input ends, and returns the number of bytes read.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut n_read = 0;
    while n_read < buffer.len() {
        match input.read(&mut buffer[n_read..]) {
            Ok(0) => break,
            Ok(n) => n_read += n,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(n_read)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::{
        ArchiveError, ArchiveKind, ArchiveReader, ArchiveWriter, HEADER_BYTES, MAX_NAME_BYTES,
        count_records,
    };

    const FILES: [(&str, &[u8]); 3] = [("a", b"first"), ("dir/b", b""), ("dir/c", b"the third")];

    fn archive() -> Vec<u8> {
        let mut writer = ArchiveWriter::new(Vec::new(), ArchiveKind::Plans).unwrap();
        for (name, bytes) in FILES {
            writer.append(name, bytes).unwrap();
        }
        writer.finish().unwrap()
    }

    /// The names of the records that are whole, and the errors on the way.
    fn read(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
        let (mut names, mut errors) = (Vec::new(), Vec::new());
        let mut reader = match ArchiveReader::new(bytes) {
            Ok(reader) => reader,
            Err(error) => return (names, vec![error.to_string()]),
        };
        loop {
            match reader.next_record() {
                Ok(None) => return (names, errors),
                Ok(Some(record)) => {
                    let original = FILES.iter().find(|(name, _)| **name == record.name);
                    assert_eq!(original.map(|file| file.1), Some(&*record.bytes));
                    names.push(record.name);
                }
                Err(error) => errors.push(error.to_string()),
            }
        }
    }

    #[test]
    fn names_may_be_as_long_as_the_limit() {
        let append = |length: usize| {
            let mut writer = ArchiveWriter::new(Vec::new(), ArchiveKind::Plans).unwrap();
            let appended = writer.append(&"n".repeat(length), b"");
            appended.map(|()| writer.finish().unwrap())
        };
        let bytes = append(MAX_NAME_BYTES).unwrap();
        let record = ArchiveReader::new(&*bytes).unwrap().next_record();
        assert_eq!(record.unwrap().unwrap().name.len(), MAX_NAME_BYTES);
        assert!(append(MAX_NAME_BYTES + 1).is_err());
    }

    #[test]
    fn records_come_back_in_order() {
        let bytes = archive();
        assert_eq!(
            ArchiveReader::new(&*bytes).unwrap().kind(),
            ArchiveKind::Plans
        );
        let (names, errors) = read(&bytes);
        assert_eq!(names, FILES.map(|file| file.0));
        assert_eq!(errors, [""; 0]);
        let mut cursor = Cursor::new(&bytes);
        cursor.set_position(5);
        assert_eq!(count_records(&mut cursor).unwrap(), Some(3));
        assert_eq!(cursor.position(), 5);
        let cut = &bytes[..bytes.len() - 1];
        assert_eq!(count_records(&mut Cursor::new(cut)).unwrap(), None);
    }

    #[test]
    fn every_flipped_bit_is_found_and_costs_few_records() {
        let bytes = archive();
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let (names, errors) = read(&damaged);
            assert!(!errors.is_empty(), "bit {bit} was flipped unseen");
            let missing = FILES
                .iter()
                .filter(|(name, _)| !names.contains(&(*name).to_owned()));
            // Damage in the middle of a record loses only that record.
            let in_file_of_first = HEADER_BYTES + 32 + 1;
            if (in_file_of_first..in_file_of_first + 5).contains(&(bit / 8)) {
                assert_eq!(missing.count(), 1, "bit {bit}");
                assert_eq!(errors, ["record 0 is damaged: its checksum does not match"]);
            }
        }
    }

    #[test]
    fn an_archive_that_is_cut_off_anywhere_says_so() {
        let bytes = archive();
        for len in 0..bytes.len() {
            let (names, errors) = read(&bytes[..len]);
            assert_eq!(errors.len(), 1, "{len}: {errors:?}");
            let whole = format!("the archive is truncated after record {}:", names.len());
            assert!(
                len < HEADER_BYTES || errors[0].starts_with(&whole),
                "{len}: {errors:?}"
            );
        }
        let longer = [&*bytes, b"x"].concat();
        let trailing = "bytes follow the end of the archive: copy it again";
        assert_eq!(read(&longer).1, [trailing]);
    }

    #[test]
    fn a_record_that_changed_its_place_or_went_missing_is_found() {
        let bytes = archive();
        let first = HEADER_BYTES..HEADER_BYTES + 32 + 1 + 5;
        let second = first.end..first.end + 32 + 5;
        let swapped = [
            &bytes[..first.start],
            &bytes[second.clone()],
            &bytes[first.clone()],
            &bytes[second.end..],
        ]
        .concat();
        let (names, errors) = read(&swapped);
        assert_eq!((names.len(), errors.len()), (1, 2), "{errors:?}");
        let without_the_last = [&bytes[..second.end], &bytes[bytes.len() - 32..]].concat();
        let lost = "the archive is damaged after record 2: the remaining records are lost";
        assert_eq!(read(&without_the_last).1, [lost]);
    }

    #[test]
    fn a_claimed_length_allocates_nothing() {
        let mut bytes = archive();
        bytes[HEADER_BYTES + 16..HEADER_BYTES + 24].copy_from_slice(&(1_u64 << 32).to_le_bytes());
        assert_eq!(
            read(&bytes).1,
            ["the archive is truncated after record 0: copy it again"]
        );
        bytes[HEADER_BYTES + 16..HEADER_BYTES + 24].copy_from_slice(&u64::MAX.to_le_bytes());
        assert_eq!(
            read(&bytes).1,
            ["the archive is damaged after record 0: the remaining records are lost"]
        );
    }

    #[test]
    fn names_do_not_lead_out_of_the_directory() {
        let mut writer = ArchiveWriter::new(Vec::new(), ArchiveKind::Traces).unwrap();
        let long = "x".repeat(5000);
        for name in [
            "", "/etc/x", "a/../b", "..", "a//b", "a/", "./a", "a\0", &long,
        ] {
            let error = writer.append(name, b"").unwrap_err();
            assert!(matches!(error, ArchiveError::BadName { .. }), "{name}");
        }
        assert_eq!(writer.n_records(), 0);
    }
}
