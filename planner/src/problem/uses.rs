//! The accesses of buffers, for planners that move buffers between pools.
//!
//! A buffer with uses may have several *residences*: stretches of ticks, each in one pool at one offset, joined by
//! copies. Without copies it stays in one pool. An access reads the place that holds the content, or writes the only
//! one.

use crate::{BufferId, Bytes, Lifetime, PoolId, Tick};

/// What an access does to the content of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// Only reads.
    Read,
    /// Writes all bytes and reads none: earlier content is not needed.
    Write,
    /// Writes, and needs earlier content.
    Update,
}

impl AccessKind {
    /// All kinds, with their names in files and their letters in the notation of traces.
    pub const NAMES: &[(Self, &str, char)] = &[
        (Self::Read, "read", 'r'),
        (Self::Write, "write", 'w'),
        (Self::Update, "update", 'u'),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(kind, ..)| *kind == self);
        named.map_or("", |(_, name, _)| name)
    }
}

/// One access to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// All ticks of the operation that makes it, such as a loop; no copy of the buffer begins or ends within.
    pub ticks: Lifetime,
    /// What it does.
    pub kind: AccessKind,
    /// The bytes read and written: what [`Pool::access_cost`](crate::Pool::access_cost) applies to.
    pub bytes: Bytes,
}

/// The accesses of one buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uses {
    /// The buffer.
    pub buffer: BufferId,
    /// How often all of this happens: the trip count of the loop around the accesses. At least 1.
    pub times: u64,
    /// In order of time, disjoint, within the lifetime of the buffer. If the first one reads or updates, the buffer has
    /// content from the start, in the last pool that it allows.
    pub accesses: Vec<Access>,
}

impl Access {
    /// An access of one tick, as in the short forms of files: the first one writes the buffer, the others read it.
    pub fn at(tick: Tick, is_first: bool, size: Bytes) -> Self {
        let kind = if is_first {
            AccessKind::Write
        } else {
            AccessKind::Read
        };
        Self {
            ticks: Lifetime::half_open(tick, Tick(tick.0.saturating_add(1))),
            kind,
            bytes: size,
        }
    }

    /// The bytes that an access of this kind moves if it reads and writes each byte at most once.
    pub fn usual_bytes(kind: AccessKind, size: Bytes) -> Bytes {
        match kind {
            AccessKind::Read | AccessKind::Write => size,
            AccessKind::Update => Bytes(size.0.saturating_mul(2)),
        }
    }
}

/// A stretch of ticks in which a buffer is in one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Residence {
    /// The buffer.
    pub buffer: BufferId,
    /// Where it is.
    pub pool: PoolId,
    /// At which offset.
    pub offset: Bytes,
    /// When, half-open; the ticks of the copy included.
    pub ticks: Lifetime,
    /// How many ticks the copy takes that fills it from another residence; `None` if an access writes it. A copy of 0
    /// ticks runs between ticks: first those whose source ends there, which fill a later pool, then those whose source
    /// stays.
    pub copy_ticks: Option<u64>,
}

impl Residence {
    /// When its copy is complete; its begin if there is none.
    pub(crate) fn arrival(&self) -> Tick {
        let copy = self.copy_ticks.unwrap_or(0).min(i64::MAX as u64) as i64;
        Tick(self.ticks.begin().0.saturating_add(copy))
    }
}
