//! Reads FlatBuffers without a schema: tables whose fields have numbers.
//!
//! Every offset, table and vector is checked against the file. Since tables and vectors may be shared, the number of
//! elements that are read is limited to a multiple of the length of the file.
//!
//! Source: <https://flatbuffers.dev/internals/>.

use std::cell::Cell;

use super::TraceReadError;
use super::error::DAMAGED;

/// Elements read, at most, for each byte.
const ELEMENTS_PER_BYTE: u64 = 16;

/// A file.
#[derive(Debug)]
pub(super) struct Flat<'a> {
    bytes: &'a [u8],
    elements_left: Cell<u64>,
}

/// A table of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    at: usize,
    vtable: usize,
    /// In bytes, with the two lengths at its start.
    vtable_length: usize,
    length: usize,
}

/// A vector of a file: where its elements begin, and how many there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector {
    pub(super) at: usize,
    pub(super) length: usize,
}

impl Table {
    /// The number of fields that its vtable has room for.
    pub(super) fn n_slots(self) -> usize {
        (self.vtable_length - 4) / 2
    }
}

impl<'a> Flat<'a> {
    /// A whole file.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            elements_left: Cell::new(4096 + ELEMENTS_PER_BYTE * bytes.len() as u64),
        }
    }

    pub(super) fn root(&self) -> Result<Table, TraceReadError> {
        self.indirect(0)
    }

    /// `N` bytes at a position.
    pub(super) fn array<const N: usize>(&self, at: usize) -> Result<[u8; N], TraceReadError> {
        let bytes = self.bytes.get(at..).and_then(|bytes| bytes.first_chunk());
        bytes.copied().ok_or_else(|| {
            let size = self.bytes.len();
            damaged(at, format!("{N} bytes leave the file of {size} bytes"))
        })
    }

    /// Counts elements that are read against the limit.
    pub(super) fn spend(&self, n_elements: usize) -> Result<(), TraceReadError> {
        let left = self.elements_left.get().checked_sub(n_elements as u64);
        let Some(left) = left else {
            let problem = format!(
                "the {} bytes of the file claim more than {ELEMENTS_PER_BYTE} times as many elements: parts are shared",
                self.bytes.len()
            );
            return Err(TraceReadError::refused("too-large", problem));
        };
        self.elements_left.set(left);
        Ok(())
    }

    /// The target of the offset at a position.
    pub(super) fn follow(&self, at: usize) -> Result<usize, TraceReadError> {
        let offset = u32::from_le_bytes(self.array(at)?);
        let target = usize::try_from(offset).ok();
        let target = target.and_then(|offset| at.checked_add(offset));
        target
            .filter(|&target| target < self.bytes.len())
            .ok_or_else(|| {
                let size = self.bytes.len();
                damaged(
                    at,
                    format!("an offset of {offset} leaves the file of {size} bytes"),
                )
            })
    }

    /// The table that the offset at a position points to.
    pub(super) fn indirect(&self, at: usize) -> Result<Table, TraceReadError> {
        let at = self.follow(at)?;
        let back = i64::from(i32::from_le_bytes(self.array(at)?));
        let vtable = i64::try_from(at).ok().and_then(|at| at.checked_sub(back));
        let vtable = vtable.and_then(|vtable| usize::try_from(vtable).ok());
        let bad = |problem: &str| damaged(at, format!("a table's {problem}"));
        let vtable = vtable.ok_or_else(|| bad("list of fields lies before the file"))?;
        let vtable_length = usize::from(u16::from_le_bytes(self.array(vtable)?));
        let length = usize::from(u16::from_le_bytes(self.array(vtable + 2)?));
        if vtable_length < 4 || self.bytes.len() - vtable < vtable_length {
            return Err(bad("list of fields leaves the file"));
        }
        if length < 4 || self.bytes.len() - at < length {
            return Err(bad("fields leave the file"));
        }
        Ok(Table {
            at,
            vtable,
            vtable_length,
            length,
        })
    }

    /// The position of a field; `None` if the field is absent and so has its default.
    pub(super) fn field(&self, table: Table, slot: usize) -> Result<Option<usize>, TraceReadError> {
        let entry = 4 + 2 * slot;
        if table.vtable_length < entry + 2 {
            return Ok(None);
        }
        match usize::from(u16::from_le_bytes(self.array(table.vtable + entry)?)) {
            0 => Ok(None),
            offset if offset < table.length => Ok(Some(table.at + offset)),
            offset => {
                let problem = format!(
                    "field {slot} at {offset} leaves its table of {}",
                    table.length
                );
                Err(damaged(table.vtable + entry, problem))
            }
        }
    }

    /// A field of one byte; 0 by default.
    pub(super) fn byte(&self, table: Table, slot: usize) -> Result<u8, TraceReadError> {
        let at = self.field(table, slot)?;
        at.map_or(Ok(0), |at| self.array::<1>(at).map(|[byte]| byte))
    }

    /// A signed field of four bytes; 0 by default.
    pub(super) fn int(&self, table: Table, slot: usize) -> Result<i32, TraceReadError> {
        let at = self.field(table, slot)?;
        at.map_or(Ok(0), |at| self.array(at).map(i32::from_le_bytes))
    }

    /// An unsigned field of four bytes; 0 by default.
    pub(super) fn uint(&self, table: Table, slot: usize) -> Result<u32, TraceReadError> {
        self.int(table, slot).map(i32::cast_unsigned)
    }

    /// An unsigned field of eight bytes; 0 by default.
    pub(super) fn long(&self, table: Table, slot: usize) -> Result<u64, TraceReadError> {
        let at = self.field(table, slot)?;
        at.map_or(Ok(0), |at| self.array(at).map(u64::from_le_bytes))
    }

    /// A nested table.
    pub(super) fn table(&self, table: Table, slot: usize) -> Result<Option<Table>, TraceReadError> {
        let at = self.field(table, slot)?;
        at.map(|at| self.indirect(at)).transpose()
    }

    /// A vector whose elements have `element` bytes; empty if the field is absent.
    pub(super) fn vector(
        &self,
        table: Table,
        slot: usize,
        element: usize,
    ) -> Result<Vector, TraceReadError> {
        let Some(field) = self.field(table, slot)? else {
            return Ok(Vector { at: 0, length: 0 });
        };
        let at = self.follow(field)?;
        let length = u32::from_le_bytes(self.array(at)?);
        let size = self.bytes.len();
        let n_bytes = usize::try_from(length).ok();
        let n_bytes = n_bytes.and_then(|length| length.checked_mul(element));
        match n_bytes {
            Some(n_bytes) if n_bytes <= size - at - 4 => Ok(Vector {
                at: at + 4,
                length: n_bytes / element,
            }),
            _ => {
                let problem =
                    format!("vector of {length} elements leaves the file of {size} bytes");
                Err(damaged(at, problem))
            }
        }
    }

    /// The tables of a vector of tables.
    pub(super) fn tables(&self, table: Table, slot: usize) -> Result<Vec<Table>, TraceReadError> {
        let vector = self.vector(table, slot, 4)?;
        self.spend(vector.length)?;
        let places = (0..vector.length).map(|index| vector.at + 4 * index);
        places.map(|at| self.indirect(at)).collect()
    }

    /// The numbers of a vector of signed 32-bit integers.
    pub(super) fn ints(&self, table: Table, slot: usize) -> Result<Vec<i32>, TraceReadError> {
        let vector = self.vector(table, slot, 4)?;
        self.spend(vector.length)?;
        let places = (0..vector.length).map(|index| vector.at + 4 * index);
        places
            .map(|at| self.array(at).map(i32::from_le_bytes))
            .collect()
    }

    /// A string, which ends with a zero; invalid UTF-8 in it is replaced.
    pub(super) fn text(&self, table: Table, slot: usize) -> Result<String, TraceReadError> {
        let vector = self.vector(table, slot, 1)?;
        let end = vector.at + vector.length;
        if vector.at != 0 && self.array(end)? != [0] {
            return Err(damaged(end, "a string does not end here".to_owned()));
        }
        let bytes = self.bytes_of(table, slot)?;
        self.spend(bytes.len())?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    /// A vector of bytes.
    pub(super) fn bytes_of(&self, table: Table, slot: usize) -> Result<&'a [u8], TraceReadError> {
        let vector = self.vector(table, slot, 1)?;
        let bytes = self.bytes.get(vector.at..vector.at + vector.length);
        Ok(bytes.unwrap_or_default())
    }
}

fn damaged(at: usize, problem: String) -> TraceReadError {
    TraceReadError::at_byte(at as u64, DAMAGED, problem)
}

#[cfg(test)]
mod tests {
    use super::Flat;

    #[test]
    fn fields_vectors_and_offsets_are_checked() {
        // A table of two fields: the number 7, and a vector of two numbers.
        let mut bytes = vec![12, 0, 0, 0, 8, 0, 12, 0, 4, 0, 8, 0];
        bytes.extend([8, 0, 0, 0, 7, 0, 0, 0, 4, 0, 0, 0]);
        bytes.extend([2, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255]);
        let flat = Flat::new(&bytes);
        let root = flat.root().unwrap();
        assert_eq!(
            (flat.int(root, 0).unwrap(), flat.int(root, 5).unwrap()),
            (7, 0)
        );
        assert_eq!(flat.ints(root, 1).unwrap(), [1, -1]);

        let error = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            let flat = Flat::new(&bytes);
            let read = flat.root().and_then(|root| flat.ints(root, 1));
            read.unwrap_err().to_string()
        };
        assert_eq!(
            error(24, 3),
            "byte 24: vector of 3 elements leaves the file of 36 bytes"
        );
        assert_eq!(
            error(20, 99),
            "byte 20: an offset of 99 leaves the file of 36 bytes"
        );
        assert_eq!(
            error(10, 12),
            "byte 10: field 1 at 12 leaves its table of 12"
        );
        assert_eq!(
            error(4, 255),
            "byte 12: a table's list of fields leaves the file"
        );
        assert_eq!(error(6, 25), "byte 12: a table's fields leave the file");
        assert_eq!(
            error(0, 200),
            "byte 0: an offset of 200 leaves the file of 36 bytes"
        );
    }
}
