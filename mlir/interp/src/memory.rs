//! Checked memory: tracks which bytes were written and which operations allocated and freed each
//! allocation. Addresses are never reused.

use std::collections::BTreeMap;
use std::ops::Range;

use super::fault::FaultKind;
use super::value::Value;
use memplan_mlir::OpId;

/// A byte of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Address {
    pub(super) allocation: u32,
    pub(super) byte: usize,
}

/// The owner of an allocation, which frees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The program, before it ends.
    Heap,
    /// The enclosing allocation scope, at its end.
    Scope,
    /// Not owned by the program: memory of a global, an argument or a tensor, and after the run of its results.
    External,
    /// Unknown: made by an unregistered operation. May be freed once.
    Unknown,
}

#[derive(Clone, Debug)]
pub(super) struct Allocation {
    pub(super) owner: Owner,
    /// The allocating operation; none for arguments.
    pub(super) made_by: Option<OpId>,
    pub(super) freed_by: Option<OpId>,
    /// The active calls when it was allocated, outermost first.
    pub(super) calls: Box<[OpId]>,
    pub(super) size: u64,
    /// The requested alignment; 0 if none is requested.
    align: u64,
    /// The index of its memory space in [`Memory::spaces`].
    space: usize,
    /// Its start in a flat address space.
    pub(super) address: u64,
    pub(super) is_constant: bool,
    pub(super) is_freed: bool,
    pub(super) data: Bytes,
    /// Non-numeric values by their byte position.
    objects: BTreeMap<usize, Value>,
}

/// Bytes, and for each whether it was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes {
    pub(super) bytes: Vec<u8>,
    is_written: Vec<bool>,
    /// Number of unwritten bytes. Usually 0, in which case the flags need not be read.
    n_unwritten: usize,
}

impl Bytes {
    /// Creates `n` written bytes.
    fn zeros(n: usize) -> Self {
        Self {
            bytes: vec![0; n],
            is_written: vec![true; n],
            n_unwritten: 0,
        }
    }

    /// Creates `n` unwritten bytes.
    pub(super) fn unwritten(n: usize) -> Self {
        Self {
            bytes: vec![0; n],
            is_written: vec![false; n],
            n_unwritten: n,
        }
    }

    /// Whether every byte was written.
    pub(super) fn is_whole(&self) -> bool {
        self.n_unwritten == 0
    }

    /// Whether all bytes of a valid range were written.
    pub(super) fn is_written(&self, range: Range<usize>) -> bool {
        self.n_unwritten == 0 || self.is_written[range].iter().all(|&written| written)
    }

    /// Marks a valid range as written.
    pub(super) fn mark(&mut self, range: Range<usize>) {
        if self.n_unwritten > 0 {
            let flags = &mut self.is_written[range];
            self.n_unwritten -= flags.iter().filter(|&&written| !written).count();
            flags.fill(true);
        }
    }

    /// Copies `n` bytes of another buffer with their written flags.
    pub(super) fn copy_from(&mut self, at: usize, other: &Self, from: usize, n: usize) {
        self.bytes[at..at + n].copy_from_slice(&other.bytes[from..from + n]);
        if self.n_unwritten == 0 && other.n_unwritten == 0 {
            return;
        }
        let unwritten = |flags: &[bool]| flags.iter().filter(|&&written| !written).count();
        let (ours, theirs) = (
            &mut self.is_written[at..at + n],
            &other.is_written[from..from + n],
        );
        self.n_unwritten = self.n_unwritten - unwritten(ours) + unwritten(theirs);
        ours.copy_from_slice(theirs);
    }

    /// Copies `n` bytes within the buffer with their written flags.
    fn copy_within(&mut self, from: usize, to: usize, n: usize) {
        let part = Self {
            bytes: self.bytes[from..from + n].to_vec(),
            is_written: self.is_written[from..from + n].to_vec(),
            n_unwritten: 1,
        };
        self.copy_from(to, &part, 0, n);
    }
}

/// All allocations of a run, and their peak size.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Whether new memory counts as written.
    is_zeroed: bool,
    pub(super) allocations: Vec<Allocation>,
    next_address: u64,
    /// Live bytes of all owners.
    held_bytes: u64,
    /// Live bytes on the heap.
    live_bytes: u64,
    /// Live bytes on the heap, plus the alignments of the live heap allocations.
    live_padded_bytes: u64,
    pub(super) total_bytes: u64,
    pub(super) peak_bytes: u64,
    pub(super) peak_padded_bytes: u64,
    pub(super) n_heap: u64,
    /// The memory spaces with heap allocations, by name; empty for the default one.
    spaces: Vec<Space>,
}

/// A memory space.
#[derive(Debug, Default)]
struct Space {
    name: String,
    live_bytes: u64,
    peak_bytes: u64,
}

/// The gap between allocations, so that no address is valid in two.
const RED_ZONE: u64 = 4096;

impl Memory {
    /// No memory; what is allocated counts as written if `is_zeroed`.
    pub(super) fn new(is_zeroed: bool) -> Self {
        Self {
            is_zeroed,
            ..Self::default()
        }
    }

    /// Allocates `size` unwritten bytes and returns the allocation's number. `align` is 0 if the program requests no
    /// alignment, and `space` is the name of the memory space.
    pub(super) fn allocate(
        &mut self,
        size: u64,
        align: u64,
        space: &str,
        owner: Owner,
        made_by: Option<OpId>,
        calls: &[OpId],
    ) -> u32 {
        self.next_address = (self.next_address + RED_ZONE).next_multiple_of(align.max(64));
        let address = self.next_address;
        self.next_address += size;
        self.held_bytes += size;
        let mut space_index = 0;
        if owner == Owner::Heap {
            space_index = self.space(space);
            let space = &mut self.spaces[space_index];
            space.live_bytes += size;
            space.peak_bytes = space.peak_bytes.max(space.live_bytes);
            self.n_heap += 1;
            self.total_bytes += size;
            self.live_bytes += size;
            self.live_padded_bytes += size + align;
            self.peak_bytes = self.peak_bytes.max(self.live_bytes);
            self.peak_padded_bytes = self.peak_padded_bytes.max(self.live_padded_bytes);
        }
        let n = size as usize;
        self.allocations.push(Allocation {
            owner,
            made_by,
            freed_by: None,
            calls: calls.into(),
            size,
            align,
            space: space_index,
            address,
            is_constant: false,
            is_freed: false,
            data: if self.is_zeroed {
                Bytes::zeros(n)
            } else {
                Bytes::unwritten(n)
            },
            objects: BTreeMap::new(),
        });
        (self.allocations.len() - 1) as u32
    }

    pub(super) fn get(&self, allocation: u32) -> &Allocation {
        &self.allocations[allocation as usize]
    }

    /// Frees a live allocation; its bytes are never reused.
    pub(super) fn free(&mut self, allocation: u32, by: Option<OpId>) {
        let freed = &mut self.allocations[allocation as usize];
        freed.is_freed = true;
        freed.freed_by = by;
        freed.data = Bytes::default();
        freed.objects = BTreeMap::new();
        self.held_bytes -= freed.size;
        if freed.owner == Owner::Heap {
            self.spaces[freed.space].live_bytes -= freed.size;
            self.live_bytes -= freed.size;
            self.live_padded_bytes -= freed.size + freed.align;
        }
    }

    /// Total size of the live allocations of all owners, in bytes.
    pub(super) fn held_bytes(&self) -> u64 {
        self.held_bytes
    }

    /// Checks that `n` bytes starting at `at` can be accessed, and returns their range.
    pub(super) fn range(
        &self,
        allocation: u32,
        at: i64,
        n: usize,
    ) -> Result<Range<usize>, FaultKind> {
        let allocation = self.get(allocation);
        if allocation.is_freed {
            return Err(FaultKind::UseAfterFree);
        }
        let start = usize::try_from(at).map_err(|_| FaultKind::OutOfBounds)?;
        match start.checked_add(n) {
            Some(end) if end as u64 <= allocation.size => Ok(start..end),
            _ => Err(FaultKind::OutOfBounds),
        }
    }

    /// The bytes of a range from [`Self::range`]; `None` if one of them was never written.
    pub(super) fn read(&self, allocation: u32, range: Range<usize>) -> Option<&[u8]> {
        let allocation = self.get(allocation);
        let data = &allocation.data;
        data.is_written(range.clone()).then(|| &data.bytes[range])
    }

    /// The bytes of a range, for writing.
    pub(super) fn write(&mut self, allocation: u32, range: Range<usize>) -> &mut [u8] {
        let allocation = &mut self.allocations[allocation as usize];
        allocation.data.mark(range.clone());
        &mut allocation.data.bytes[range]
    }

    /// The bytes of an element; `None` if they cannot be read for any reason.
    #[inline]
    pub(super) fn read_at(&self, allocation: u32, at: usize, n: usize) -> Option<&[u8]> {
        let data = &self.allocations[allocation as usize].data;
        let bytes = data.bytes.get(at..at.checked_add(n)?)?;
        data.is_written(at..at + n).then_some(bytes)
    }

    /// The bytes of an element, for writing; `None` if they cannot be written for any reason.
    #[inline]
    pub(super) fn write_at(&mut self, allocation: u32, at: usize, n: usize) -> Option<&mut [u8]> {
        let allocation = &mut self.allocations[allocation as usize];
        let end = at.checked_add(n)?;
        if allocation.is_constant || end > allocation.data.bytes.len() {
            return None;
        }
        allocation.data.mark(at..end);
        allocation.data.bytes.get_mut(at..end)
    }

    /// Whether an allocation contains non-numeric values.
    pub(super) fn has_objects(&self, allocation: u32) -> bool {
        !self.get(allocation).objects.is_empty()
    }

    /// Moves the bytes out of an allocation; [`Self::put_back`] returns them.
    pub(super) fn take(&mut self, allocation: u32) -> Bytes {
        std::mem::take(&mut self.allocations[allocation as usize].data)
    }

    /// Returns bytes taken by [`Self::take`].
    pub(super) fn put_back(&mut self, allocation: u32, data: Bytes) {
        self.allocations[allocation as usize].data = data;
    }

    /// The object at a byte.
    pub(super) fn object(&self, allocation: u32, at: usize) -> Option<&Value> {
        self.get(allocation).objects.get(&at)
    }

    /// Stores an object at a byte offset.
    pub(super) fn set_object(&mut self, allocation: u32, at: usize, value: Value) {
        self.allocations[allocation as usize]
            .objects
            .insert(at, value);
    }

    /// Copies `n` bytes and their state. Both ranges must be checked.
    pub(super) fn copy(&mut self, from: Address, to: Address, n: usize) {
        let source = &self.allocations[from.allocation as usize];
        let objects: Vec<(usize, Value)> = source
            .objects
            .range(from.byte..from.byte + n)
            .map(|(&at, value)| (at - from.byte, value.clone()))
            .collect();
        if from.allocation == to.allocation {
            let data = &mut self.allocations[to.allocation as usize].data;
            data.copy_within(from.byte, to.byte, n);
        } else {
            let mut data = self.take(to.allocation);
            data.copy_from(to.byte, &self.get(from.allocation).data, from.byte, n);
            self.put_back(to.allocation, data);
        }
        let target = &mut self.allocations[to.allocation as usize];
        for (at, value) in objects {
            target.objects.insert(to.byte + at, value);
        }
    }

    pub(super) fn make_constant(&mut self, allocation: u32) {
        self.allocations[allocation as usize].is_constant = true;
    }

    /// Changes the owner of an allocation. If it was on the heap, its bytes no longer count as live there.
    pub(super) fn set_owner(&mut self, allocation: u32, owner: Owner) {
        let allocation = &mut self.allocations[allocation as usize];
        if allocation.owner == Owner::Heap && owner != Owner::Heap && !allocation.is_freed {
            self.spaces[allocation.space].live_bytes -= allocation.size;
            self.live_bytes -= allocation.size;
            self.live_padded_bytes -= allocation.size + allocation.align;
        }
        allocation.owner = owner;
    }

    /// The index of a memory space. Programs have few.
    fn space(&mut self, name: &str) -> usize {
        let index = self.spaces.iter().position(|space| space.name == name);
        index.unwrap_or_else(|| {
            self.spaces.push(Space {
                name: name.to_owned(),
                ..Space::default()
            });
            self.spaces.len() - 1
        })
    }

    /// The most live bytes on the heap of each memory space, by name.
    pub(super) fn peaks_by_space(&self) -> BTreeMap<String, u64> {
        let peaks = self.spaces.iter();
        peaks
            .map(|space| (space.name.clone(), space.peak_bytes))
            .collect()
    }

    /// Marks bytes as never written. The range must be checked.
    pub(super) fn forget(&mut self, allocation: u32, range: Range<usize>) {
        let nothing = Bytes::unwritten(range.len());
        let data = &mut self.allocations[allocation as usize].data;
        data.copy_from(range.start, &nothing, 0, range.len());
    }
}
