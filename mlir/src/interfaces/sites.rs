//! Allocation sites: an allocation with the layout of its buffers and the operations that free them.
//!
//! Plain data that collectors produce and mutators consume, so that both describe an allocation in the same
//! terms. Nothing here is derived from the IR; the consumer checks a site against the IR.

use crate::ir::{OpId, ValueId};

/// An allocation, the layout of its buffers, and the operations that free them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllocationSite {
    /// The allocating operation; its first result is the buffer.
    pub alloc: OpId,
    /// Bytes of one buffer, regardless of the number of slots.
    pub size_bytes: u64,
    /// Strides in elements of a dense layout other than the identity.
    pub strides: Option<Box<[i64]>>,
    /// One slot for each iteration of the loops that the buffer moves out of; absent if it stays in its scope.
    pub slots: Option<SlotNest>,
    /// The operations that free the buffer. An operation may be listed for several sites.
    pub deallocs: Vec<OpId>,
    /// Whether the buffer may be used until it is freed, beyond its last visible use.
    pub is_live_until_freed: bool,
}

/// The parallel loops that a buffer moves out of: iteration `n` uses the bytes from
/// `offset + n * slot_bytes` on.
///
/// `n` is `((d0 * t1 + d1) * t2 + d2) ..` over all dimensions, with `d = (iv - lower) / step` and `t`
/// the trip counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotNest {
    /// The dimensions of all loops, outermost first.
    pub dims: Vec<SlotDim>,
    /// Distance between slots in bytes, at least the size of one buffer.
    pub slot_bytes: u64,
}

/// One dimension of a parallel loop with constant bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotDim {
    /// The induction variable, of type `index`.
    pub iv: ValueId,
    /// Its first value.
    pub lower: i64,
    /// The distance between values; at least 1.
    pub step: i64,
    /// The number of values.
    pub trip_count: u64,
}

impl AllocationSite {
    /// A site with identity layout, one slot and no deallocations.
    pub fn new(alloc: OpId, size_bytes: u64) -> Self {
        Self {
            alloc,
            size_bytes,
            strides: None,
            slots: None,
            deallocs: Vec::new(),
            is_live_until_freed: false,
        }
    }
}

impl SlotNest {
    /// The number of slots, the product of all trip counts; `None` when it exceeds 64 bits.
    pub fn n_slots(&self) -> Option<u64> {
        let mut counts = self.dims.iter().map(|dim| dim.trip_count);
        counts.try_fold(1, u64::checked_mul)
    }
}
