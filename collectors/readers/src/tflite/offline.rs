//! Writes offsets for TensorFlow Lite for Microcontrollers into a model.
//!
//! Offsets of FlatBuffers point forward only, so nothing can be appended to a file without moving what refers to it.
//! Instead, a new header is prepended to the file: the table of the model, its lists of buffers and of metadata, and
//! the plan. They point into the old file, which follows unchanged; its length in front is a multiple of [`ALIGNMENT`].
//!
//! Source: `tensorflow/lite/micro/docs/memory_management.md` of TensorFlow Lite for Microcontrollers.

use rustc_hash::FxHashSet;

use super::TraceReadError;
use crate::flat::{Flat, Vector};

/// The name of the metadata entry.
pub(super) const NAME: &[u8; 23] = b"OfflineMemoryAllocation";

/// The largest alignment of data in a model.
const ALIGNMENT: usize = 64;

/// The version of the format, which the interpreter ignores.
const VERSION: u32 = 0;

/// FlatBuffers are smaller than this.
const MAX_BYTES: usize = i32::MAX as usize;

/// The fields of a model: a number, then lists and texts.
const N_FIELDS: usize = 8;
const SUBGRAPHS: usize = 2;
const BUFFERS: usize = 4;
const OLD_METADATA: usize = 5;
const METADATA: usize = 6;

// Offsets in the new header.
const IDENTIFIER: usize = 4;
const MODEL_FIELDS: usize = 8;
const MODEL: usize = MODEL_FIELDS + 4 + 2 * N_FIELDS;
const LISTS: usize = MODEL + 4 + 4 * N_FIELDS;

// Offsets from the end of the lists.
const ENTRY_FIELDS: usize = 0;
const BUFFER_FIELDS: usize = ENTRY_FIELDS + 8;
const ENTRY: usize = BUFFER_FIELDS + 8;
const BUFFER: usize = ENTRY + 12;
const TEXT: usize = BUFFER + 8;
const TEXT_END: usize = TEXT + 4 + NAME.len() + 1;

/// The model with these offsets of all its tensors, which replace existing ones; -1 means that a tensor has none.
///
/// Everything else keeps its meaning. `O(n)` in the length of the model.
///
/// # Errors
///
/// When the model is damaged, larger than 2 GiB, or refers to bytes beyond its end.
pub(super) fn with_offsets(
    bytes: &[u8],
    offsets: &[i32],
    n_subgraphs: usize,
) -> Result<Vec<u8>, TraceReadError> {
    let old = Old::read(bytes)?;
    let mut words = vec![VERSION, count(n_subgraphs)?, count(offsets.len())?];
    words.extend(offsets.iter().map(|offset| offset.cast_unsigned()));

    let mut buffers: Vec<Option<usize>> = old.buffers.iter().copied().map(Some).collect();
    let number = old.free_buffer.unwrap_or(buffers.len());
    match buffers.get_mut(number) {
        Some(buffer) => *buffer = None,
        None => buffers.push(None),
    }
    let mut entries: Vec<Option<usize>> = old.entries.iter().copied().map(Some).collect();
    entries.push(None);

    let entries_at = LISTS + 4 + 4 * buffers.len();
    let tail = entries_at + 4 + 4 * entries.len();
    let data_at = (tail + TEXT_END + 4).next_multiple_of(16) - 4;
    let length = (data_at + 4 + 4 * words.len()).next_multiple_of(ALIGNMENT);
    if length + bytes.len() > MAX_BYTES {
        let problem = "the model with its plan is larger than 2 GiB";
        return Err(TraceReadError::refused("too-large", problem));
    }
    let mut head = Head(vec![0; length]);
    head.put(0, MODEL);
    head.0[IDENTIFIER..IDENTIFIER + 4].copy_from_slice(b"TFL3");
    head.table(MODEL, MODEL_FIELDS, N_FIELDS);
    head.put_field(MODEL, 0, old.version as usize);
    for (slot, target) in old.fields.into_iter().enumerate() {
        let target = match slot {
            BUFFERS => Some(LISTS),
            METADATA => Some(entries_at),
            _ => target.map(|target| length + target),
        };
        match target {
            Some(target) => head.point(MODEL + 4 + 4 * slot, target),
            None if slot > 0 => head.half(MODEL_FIELDS + 4 + 2 * slot, 0),
            None => {}
        }
    }
    head.list(LISTS, &buffers, tail + BUFFER);
    head.list(entries_at, &entries, tail + ENTRY);
    head.table(tail + ENTRY, tail + ENTRY_FIELDS, 2);
    head.point(tail + ENTRY + 4, tail + TEXT);
    head.put_field(tail + ENTRY, 1, number);
    head.table(tail + BUFFER, tail + BUFFER_FIELDS, 1);
    head.point(tail + BUFFER + 4, data_at);
    head.put(tail + TEXT, NAME.len());
    head.0[tail + TEXT + 4..][..NAME.len()].copy_from_slice(NAME);
    head.put(data_at, 4 * words.len());
    for (index, word) in words.into_iter().enumerate() {
        head.put(data_at + 4 + 4 * index, word as usize);
    }
    head.0.extend_from_slice(bytes);
    Ok(head.0)
}

fn count(n: usize) -> Result<u32, TraceReadError> {
    u32::try_from(n)
        .map_err(|_| TraceReadError::refused("too-large", "the model has too many tensors"))
}

/// The parts of the old file that the new header refers to.
struct Old {
    version: u32,
    /// Where the fields of the model lead.
    fields: [Option<usize>; N_FIELDS],
    buffers: Vec<usize>,
    /// The entries of the metadata, without those of a plan.
    entries: Vec<usize>,
    /// The buffer of the plan that is replaced, if nothing else uses it.
    free_buffer: Option<usize>,
}

impl Old {
    fn read(bytes: &[u8]) -> Result<Self, TraceReadError> {
        let flat = Flat::new(bytes);
        let model = flat.root()?;
        let mut fields = [None; N_FIELDS];
        for (slot, target) in fields.iter_mut().enumerate().skip(1) {
            let field = flat.field(model, slot)?;
            *target = field.map(|at| flat.follow(at)).transpose()?;
        }
        for slot in N_FIELDS..model.n_slots() {
            if flat.field(model, slot)?.is_some() {
                let problem = format!("field {slot} of the model is not known");
                return Err(TraceReadError::refused("unsupported", problem));
            }
        }
        for buffer in flat.tables(model, BUFFERS)? {
            if flat.long(buffer, 1)? > 1 {
                return Err(outside("a buffer"));
            }
        }
        let mut used = FxHashSet::default();
        for number in flat.ints(model, OLD_METADATA)? {
            used.insert(number.cast_unsigned());
        }
        for subgraph in flat.tables(model, SUBGRAPHS)? {
            for tensor in flat.tables(subgraph, 0)? {
                used.insert(flat.uint(tensor, 2)?);
            }
            for operator in flat.tables(subgraph, 3)? {
                if flat.long(operator, 9)? > 1 {
                    return Err(outside("an option"));
                }
            }
        }
        let (mut entries, mut plans) = (Vec::new(), Vec::new());
        let tables = flat.tables(model, METADATA)?;
        let places = targets(&flat, flat.vector(model, METADATA, 4)?)?;
        for (entry, at) in tables.into_iter().zip(places) {
            let number = flat.uint(entry, 1)?;
            if flat.bytes_of(entry, 0)? == NAME {
                plans.push(number);
            } else {
                used.insert(number);
                entries.push(at);
            }
        }
        let buffers = targets(&flat, flat.vector(model, BUFFERS, 4)?)?;
        let free = plans
            .into_iter()
            .rev()
            .find(|number| *number != 0 && !used.contains(number));
        let free = free.and_then(|number| usize::try_from(number).ok());
        Ok(Self {
            version: flat.uint(model, 0)?,
            fields,
            free_buffer: free.filter(|&number| number < buffers.len()),
            buffers,
            entries,
        })
    }
}

fn outside(what: &str) -> TraceReadError {
    let problem = format!("{what} is stored after the model: such models cannot be changed");
    TraceReadError::refused("unsupported", problem)
}

/// Where the elements of a list lead.
fn targets(flat: &Flat<'_>, list: Vector) -> Result<Vec<usize>, TraceReadError> {
    flat.spend(list.length)?;
    let places = (0..list.length).map(|index| list.at + 4 * index);
    places.map(|at| flat.follow(at)).collect()
}

/// The new head. Places are within it, and numbers fit 32 bits.
struct Head(Vec<u8>);

impl Head {
    fn put(&mut self, at: usize, number: usize) {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        self.0[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }

    /// Writes an offset to a later position.
    fn point(&mut self, at: usize, target: usize) {
        self.put(at, target.saturating_sub(at));
    }

    /// A table whose fields have four bytes each, and the list of its fields.
    fn table(&mut self, table: usize, fields: usize, n_fields: usize) {
        self.put(table, table - fields);
        self.half(fields, 4 + 2 * n_fields);
        self.half(fields + 2, 4 + 4 * n_fields);
        for slot in 0..n_fields {
            self.half(fields + 4 + 2 * slot, 4 + 4 * slot);
        }
    }

    fn put_field(&mut self, table: usize, slot: usize, number: usize) {
        self.put(table + 4 + 4 * slot, number);
    }

    fn half(&mut self, at: usize, number: usize) {
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        self.0[at..at + 2].copy_from_slice(&number.to_le_bytes());
    }

    /// A list of tables of the old file, with a new table for each `None`.
    fn list(&mut self, at: usize, tables: &[Option<usize>], new: usize) {
        self.put(at, tables.len());
        for (index, table) in tables.iter().enumerate() {
            let target = table.map_or(new, |table| self.0.len() + table);
            self.point(at + 4 + 4 * index, target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BUFFERS, ENTRY, Flat, METADATA, NAME, TEXT, with_offsets};

    const MODEL: &[u8] = include_bytes!("../../tests/fixtures/tflite/tiny.tflite");

    /// The names of the metadata, and the number of buffers.
    fn contents(model: &[u8]) -> (Vec<String>, usize) {
        let flat = Flat::new(model);
        let root = flat.root().unwrap();
        let entries = flat.tables(root, METADATA).unwrap().into_iter();
        let names = entries.map(|entry| flat.text(entry, 0).unwrap()).collect();
        (names, flat.tables(root, BUFFERS).unwrap().len())
    }

    /// A model whose entry with a plan has another name.
    fn renamed(model: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
        let mut model = model.to_vec();
        let at = model.windows(from.len()).rposition(|window| window == from);
        model[at.unwrap()..][..to.len()].copy_from_slice(to);
        model
    }

    #[test]
    fn entries_are_kept_and_plans_replaced() {
        let (names, n_buffers) = contents(MODEL);
        let with = |more: &[&str]| {
            let more = more.iter().map(|name| (*name).to_owned());
            names.iter().cloned().chain(more).collect::<Vec<_>>()
        };
        let name = std::str::from_utf8(NAME).unwrap();
        let offsets = [0; 8];
        let first = with_offsets(MODEL, &offsets, 1).unwrap();
        assert_eq!(contents(&first), (with(&[name]), n_buffers + 1));
        let second = with_offsets(&first, &offsets, 1).unwrap();
        assert_eq!(contents(&second), (with(&[name]), n_buffers + 1));

        // An entry with another name is kept, with its buffer.
        let other = b"0fflineMemoryAllocation";
        let third = with_offsets(&renamed(&first, NAME, other), &offsets, 1).unwrap();
        let other = std::str::from_utf8(other).unwrap();
        assert_eq!(contents(&third), (with(&[other, name]), n_buffers + 2));
    }

    #[test]
    fn a_plan_in_no_buffer_gets_one() {
        let (_, n_buffers) = contents(MODEL);
        let mut model = with_offsets(MODEL, &[0; 8], 1).unwrap();
        let mut texts = model.windows(NAME.len());
        let tail = texts.position(|text| text == NAME).unwrap() - TEXT - 4;
        model[tail + ENTRY + 8] = 99;
        let again = with_offsets(&model, &[0; 8], 1).unwrap();
        let flat = Flat::new(&again);
        let entries = flat.tables(flat.root().unwrap(), METADATA).unwrap();
        let number = flat.uint(*entries.last().unwrap(), 1).unwrap();
        let buffers = [number as usize + 1, contents(&again).1];
        assert_eq!(buffers, [n_buffers + 2; 2]);
    }
}
