//! Replaces the places of tensors in a program.
//!
//! FlatBuffers leave out fields that are 0, so a place may have no bytes for its new offset. Such a place becomes a new
//! table after the program, to which the tensor then points: offsets of FlatBuffers point forward. The segments of data
//! that follow move by a multiple of their alignment, and the header in front of the program says where they are.
//!
//! Source: pytorch/executorch, `schema/program.fbs` and `schema/extended_header.cpp`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{ALIGNMENT, METHODS, Method, PLACE, Place, VALUES, methods, tensor_table};
use crate::TraceReadError;
use crate::error::{DAMAGED, MISMATCH};
use crate::flat::{Flat, Table};

/// The header, which is not part of the FlatBuffer, and its fields.
const HEADER: Range<usize> = 8..12;
const HEADER_SIGN: &[u8] = b"eh00";
const HEADER_LENGTH: usize = 12;
const PROGRAM_SIZE: usize = 16;
const SEGMENTS: usize = 24;
const SEGMENTS_SIZE: usize = 32;

/// The sizes of the memories of a method.
const SIZES: usize = 8;

/// FlatBuffers are smaller than this.
const MAX_BYTES: usize = i32::MAX as usize;

/// The largest alignment of segments that is kept: a page of memory.
const PAGE: usize = 1 << 14;

/// The list of the fields of a place: its length, that of the table, where the three fields are, and padding.
const FIELDS: [u16; 6] = [10, 16, 4, 8, 12, 0];

/// The program with other places of its tensors, and memories that are as much larger than these as before.
///
/// Everything else keeps its meaning. `O(n)` in the length of the program.
///
/// # Errors
///
/// When the program is damaged, or larger than 2 GiB, or its tables share bytes.
pub(super) fn replace(
    bytes: &[u8],
    old: &[Method],
    new: &[Method],
) -> Result<Vec<u8>, TraceReadError> {
    let layout = Layout::read(bytes)?;
    let mut edit = Edit {
        flat: layout.program(bytes),
        bytes: bytes.to_vec(),
        places_at: layout.end.next_multiple_of(4),
        places: Vec::new(),
    };
    let tables = edit.flat.tables(edit.flat.root()?, METHODS)?;
    for ((table, old), new) in tables.into_iter().zip(old).zip(new) {
        edit.place(table, old, new)?;
        edit.resize(table, &ends(old), &ends(new))?;
    }
    let written = layout.joined(edit)?;
    if !methods(&written).is_ok_and(|written| written == new) {
        let problem = "tables of the program share bytes: such programs cannot be changed";
        return Err(TraceReadError::refused("unsupported", problem));
    }
    Ok(written)
}

/// The end of the last tensor of each memory.
fn ends(method: &Method) -> BTreeMap<u32, u64> {
    let mut ends = BTreeMap::new();
    for tensor in method.tensors.iter().flatten() {
        if let Some(place) = tensor.place {
            let end = place.offset.saturating_add(tensor.size);
            let end = end.checked_next_multiple_of(ALIGNMENT).unwrap_or(end);
            let last = ends.entry(place.memory).or_insert(end);
            *last = end.max(*last);
        }
    }
    ends
}

/// Where the parts of a file are.
pub(super) struct Layout {
    has_header: bool,
    /// The end of the program.
    end: usize,
    /// Where the segments begin, if there are any.
    segments: Option<usize>,
}

impl Layout {
    /// Reads the header, if there is one, and checks that the file has what it says.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, TraceReadError> {
        let len = bytes.len();
        if bytes.get(HEADER) != Some(HEADER_SIGN) {
            return Ok(Self {
                has_header: false,
                end: len,
                segments: None,
            });
        }
        let flat = Flat::new(bytes);
        let long = |at: usize| flat.array(at).map(u64::from_le_bytes);
        let length = u32::from_le_bytes(flat.array(HEADER_LENGTH)?) as usize;
        let header_end = HEADER.start.saturating_add(length);
        let (program, start) = (long(PROGRAM_SIZE)?, long(SEGMENTS)?);
        let size = if header_end < SEGMENTS_SIZE + 8 {
            0
        } else {
            long(SEGMENTS_SIZE)?
        };
        let is_whole = SEGMENTS + 8 <= header_end
            && (SEGMENTS as u64 + 8..=len as u64).contains(&program)
            && (start == 0 || program <= start)
            && start.checked_add(size).is_some_and(|end| end <= len as u64);
        if !is_whole {
            let problem = format!(
                "the header says {program} bytes of program, and {size} of segments from {start} on: the file has {len}"
            );
            return Err(TraceReadError::at_byte(
                HEADER.start as u64,
                DAMAGED,
                problem,
            ));
        }
        Ok(Self {
            has_header: true,
            end: program as usize,
            segments: (start != 0).then_some(start as usize),
        })
    }

    /// The program in the file that was read.
    pub(super) fn program<'a>(&self, bytes: &'a [u8]) -> Flat<'a> {
        Flat::new(bytes.get(..self.end).unwrap_or(bytes))
    }

    /// The file with new places after the program.
    fn joined(&self, edit: Edit<'_>) -> Result<Vec<u8>, TraceReadError> {
        let mut bytes = edit.bytes;
        if edit.places.is_empty() {
            return Ok(bytes);
        }
        let rest = bytes.split_off(self.segments.unwrap_or(self.end));
        bytes.truncate(self.end);
        bytes.resize(edit.places_at, 0);
        bytes.extend(FIELDS.iter().flat_map(|field| field.to_le_bytes()));
        for place in edit.places {
            let back = bytes.len() - edit.places_at;
            let (low, high) = halves(place.offset);
            for word in [back as u32, place.memory, low, high] {
                bytes.extend(word.to_le_bytes());
            }
        }
        let end = bytes.len();
        if MAX_BYTES < end {
            let problem = "the program with its plan is larger than 2 GiB";
            return Err(TraceReadError::refused("too-large", problem));
        }
        if self.has_header {
            put_long(&mut bytes, PROGRAM_SIZE, end as u64);
        }
        if let Some(segments) = self.segments {
            let alignment = 1 << segments.trailing_zeros().min(PAGE.ilog2());
            let start = end.next_multiple_of(alignment);
            bytes.resize(start, 0);
            put_long(&mut bytes, SEGMENTS, start as u64);
        }
        bytes.extend(rest);
        Ok(bytes)
    }
}

fn put_long(bytes: &mut [u8], at: usize, number: u64) {
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
}

/// A program that is changed.
struct Edit<'a> {
    flat: Flat<'a>,
    bytes: Vec<u8>,
    /// Where the fields of the new places are, and then these.
    places_at: usize,
    places: Vec<Place>,
}

impl Edit<'_> {
    /// Replaces the places of the tensors of a method.
    fn place(&mut self, method: Table, old: &Method, new: &Method) -> Result<(), TraceReadError> {
        let values = self.flat.tables(method, VALUES)?;
        let tensors = old.tensors.iter().zip(&new.tensors);
        for (value, (old, new)) in values.into_iter().zip(tensors) {
            let Some(place) = new.as_ref().and_then(|tensor| tensor.place) else {
                continue;
            };
            if old == new {
                continue;
            }
            let Some(tensor) = tensor_table(&self.flat, value)? else {
                continue;
            };
            let (Some(field), Some(table)) = (
                self.flat.field(tensor, PLACE)?,
                self.flat.table(tensor, PLACE)?,
            ) else {
                continue;
            };
            let (low, high) = halves(place.offset);
            match (self.flat.field(table, 1)?, self.flat.field(table, 2)?) {
                (Some(low_at), None) if high == 0 => self.put(low_at, &low.to_le_bytes()),
                (Some(low_at), Some(high_at)) => {
                    self.put(low_at, &low.to_le_bytes());
                    self.put(high_at, &high.to_le_bytes());
                }
                _ => {
                    let table = self.places_at + 2 * FIELDS.len() + 16 * self.places.len();
                    self.put(field, &((table - field) as u32).to_le_bytes());
                    self.places.push(place);
                }
            }
        }
        Ok(())
    }

    /// Changes the sizes of the memories of a method by what their last tensors moved.
    fn resize(
        &mut self,
        method: Table,
        old: &BTreeMap<u32, u64>,
        new: &BTreeMap<u32, u64>,
    ) -> Result<(), TraceReadError> {
        let sizes = self.flat.vector(method, SIZES, 8)?;
        for ((&memory, old), new) in old.iter().zip(new.values()) {
            if old == new {
                continue;
            }
            if sizes.length <= memory as usize {
                let problem = format!("a tensor is in memory {memory}, which has no size");
                return Err(TraceReadError::refused(MISMATCH, problem));
            }
            let at = sizes.at + 8 * memory as usize;
            let size = u64::from_le_bytes(self.flat.array(at)?);
            let size = new.checked_add(size.saturating_sub(*old));
            let size = size.filter(|&size| i64::try_from(size).is_ok());
            let Some(size) = size else {
                let problem = format!("memory {memory} is larger than 2^63 bytes");
                return Err(TraceReadError::refused("too-large", problem));
            };
            put_long(&mut self.bytes, at, size);
        }
        Ok(())
    }

    /// Replaces bytes within the file.
    fn put(&mut self, at: usize, new: &[u8]) {
        self.bytes[at..at + new.len()].copy_from_slice(new);
    }
}

/// The low and the high half of an offset.
fn halves(offset: u64) -> (u32, u32) {
    (offset as u32, (offset >> 32) as u32)
}
