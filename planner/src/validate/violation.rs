//! What is wrong with a schedule.

use std::fmt;

use super::PlanFault;
use crate::{BufferId, Bytes, LifetimeTrace, Measure, PoolId, Tick};

/// A reason why a schedule is invalid. Displays as a sentence with indices of buffers;
/// [`Violation::describe`] replaces them by names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Violation {
    /// The schedule is not valid for all values of the symbols of the trace. Nothing else is checked then.
    Symbolic(PlanFault),
    /// The numbers of buffers and offsets differ. Nothing else is checked then.
    OffsetCount {
        /// The buffers of the trace.
        n_buffers: usize,
        /// The offsets of the schedule.
        n_offsets: usize,
    },
    /// The end of a buffer, counted from address 0, does not fit 64 bits.
    TooHigh {
        /// The buffer.
        buffer: BufferId,
        /// Its offset.
        offset: Bytes,
    },
    /// A buffer is not at the offset it is pinned to.
    PinMoved {
        /// The buffer.
        buffer: BufferId,
        /// The offset it is pinned to.
        pinned: Bytes,
        /// The offset it has.
        offset: Bytes,
    },
    /// The address of a buffer is not a multiple of its alignment.
    Misaligned {
        /// The buffer.
        buffer: BufferId,
        /// Its offset.
        offset: Bytes,
        /// The alignment that it violates.
        align: Bytes,
    },
    /// Two buffers share bytes while both are live.
    Overlap {
        /// The lower buffer.
        buffer: BufferId,
        /// The higher buffer.
        other: BufferId,
        /// The first shared byte.
        from: Bytes,
        /// The first byte after the shared ones.
        to: Bytes,
        /// A tick at which both are live.
        tick: Tick,
    },
    /// A buffer reuses another one in place, and no hint allows it: there is none for the pair, the
    /// other one is born later, or it demands equal offsets.
    ReuseNotAllowed {
        /// The buffer.
        buffer: BufferId,
        /// The one whose bytes it takes over.
        other: BufferId,
    },
    /// The claimed total size is below the end of a buffer.
    TotalTooSmall {
        /// The total size of the schedule.
        total_size: Bytes,
        /// The highest end of a buffer.
        needed: Bytes,
    },
    /// The total size is above the capacity of the trace.
    CapacityExceeded {
        /// The total size of the schedule.
        total_size: Bytes,
        /// The capacity.
        capacity: Bytes,
    },
    /// The numbers of buffers and pools differ. Nothing else is checked then.
    PoolCount {
        /// The buffers of the trace.
        n_buffers: usize,
        /// The pools of the schedule.
        n_pools: usize,
    },
    /// A buffer is in a pool that is not allowed for it.
    WrongPool {
        /// The buffer.
        buffer: BufferId,
        /// Its pool.
        pool: PoolId,
    },
    /// Two buffers that must start at the same byte do not.
    NotSamePlace {
        /// The first buffer of the class.
        buffer: BufferId,
        /// The other one.
        other: BufferId,
    },
    /// A buffer ends above the capacity of its pool.
    PoolExceeded {
        /// The buffer, or the first one at its place.
        buffer: BufferId,
        /// Its pool.
        pool: PoolId,
        /// Its end.
        end: Bytes,
        /// The capacity.
        capacity: Bytes,
    },
    /// A buffer has bytes of a reserved range.
    Reserved {
        /// The buffer, or the first one at its place.
        buffer: BufferId,
        /// Its pool.
        pool: PoolId,
        /// The begin of the range.
        from: Bytes,
        /// The end of the range.
        to: Bytes,
    },
    /// A buffer lies in more banks than its pool allows.
    CrossesBank {
        /// The buffer, or the first one at its place.
        buffer: BufferId,
        /// Its pool.
        pool: PoolId,
    },
    /// Two buffers that must be apart share bytes.
    NotApart {
        /// One buffer.
        buffer: BufferId,
        /// The other one.
        other: BufferId,
        /// The first shared byte.
        from: Bytes,
        /// The first byte after the shared ones.
        to: Bytes,
    },
    /// A buffer has bytes that a pinned one takes at all ticks.
    TakenForever {
        /// The pinned buffer, or the first one at its place.
        buffer: BufferId,
        /// The other one.
        other: BufferId,
        /// The first shared byte.
        from: Bytes,
        /// The first byte after the shared ones.
        to: Bytes,
    },
    /// A buffer moves between pools in a way that loses its content, or may not move.
    WrongResidence {
        /// The buffer.
        buffer: BufferId,
        /// What is wrong.
        problem: &'static str,
    },
    /// More copies are under way at once than the first pool allows.
    TooManyCopies {
        /// How many there are.
        n: u64,
        /// How many there may be.
        most: u32,
    },
    /// The peaks of the schedule are not those of its offsets.
    WrongPeaks,
    /// A measure of the schedule is not what its offsets give, or its bound is above it.
    WrongValue {
        /// The measure.
        measure: Measure,
        /// The value or the bound that the schedule states.
        claimed: u64,
        /// The value.
        actual: u64,
    },
}

impl Violation {
    /// The violation as a sentence with the names that buffers have in `trace`.
    pub fn describe(&self, trace: &LifetimeTrace) -> String {
        let name = |id: BufferId| match trace.buffers().get(id.index()) {
            Some(buffer) => format!("`{}`", buffer.name),
            None => format!("buffer {id}"),
        };
        let pools = trace.pools();
        self.sentence(name, |pool| match pools.get(pool.index()) {
            Some(spec) => format!("pool `{}`", spec.name),
            None => format!("pool {pool}"),
        })
    }

    fn sentence(
        &self,
        name: impl Fn(BufferId) -> String,
        pool_name: impl Fn(PoolId) -> String,
    ) -> String {
        match *self {
            Self::Symbolic(ref fault) => fault.to_string(),
            Self::OffsetCount {
                n_buffers,
                n_offsets,
            } => {
                format!("{n_offsets} offsets for {n_buffers} buffers")
            }
            Self::TooHigh { buffer, offset } => {
                format!("{} at offset {offset} ends above 2^64 - 1", name(buffer))
            }
            Self::PinMoved {
                buffer,
                pinned,
                offset,
            } => {
                format!(
                    "{} is pinned to offset {pinned}, but is at {offset}",
                    name(buffer)
                )
            }
            Self::Misaligned {
                buffer,
                offset,
                align,
            } => {
                format!(
                    "{} at offset {offset} is not aligned to {align}",
                    name(buffer)
                )
            }
            Self::Overlap {
                buffer,
                other,
                from,
                to,
                tick,
            } => format!(
                "{} and {} share the bytes {from}..{to} at tick {tick}",
                name(buffer),
                name(other)
            ),
            Self::ReuseNotAllowed { buffer, other } => {
                format!(
                    "{} reuses {} in place, which no hint allows",
                    name(buffer),
                    name(other)
                )
            }
            Self::TotalTooSmall { total_size, needed } => {
                format!("the total size is {total_size}, but a buffer ends at {needed}")
            }
            Self::CapacityExceeded {
                total_size,
                capacity,
            } => {
                format!("the total size is {total_size}, but the capacity is {capacity}")
            }
            _ => self.sentence_of_pools(name, pool_name),
        }
    }

    /// The sentence for violations of pools and relations.
    fn sentence_of_pools(
        &self,
        name: impl Fn(BufferId) -> String,
        pool_name: impl Fn(PoolId) -> String,
    ) -> String {
        match *self {
            Self::PoolCount { n_buffers, n_pools } => {
                format!("{n_pools} pools for {n_buffers} buffers")
            }
            Self::WrongPool { buffer, pool } => {
                format!(
                    "{} is in {}, which it does not allow",
                    name(buffer),
                    pool_name(pool)
                )
            }
            Self::NotSamePlace { buffer, other } => {
                format!(
                    "{} and {} are not at the same place",
                    name(buffer),
                    name(other)
                )
            }
            Self::PoolExceeded {
                buffer,
                pool,
                end,
                capacity,
            } => format!(
                "{} ends at {end}, but the capacity of {} is {capacity}",
                name(buffer),
                pool_name(pool)
            ),
            Self::Reserved {
                buffer,
                pool,
                from,
                to,
            } => format!(
                "{} is in the reserved range {from}..{to} of {}",
                name(buffer),
                pool_name(pool)
            ),
            Self::CrossesBank { buffer, pool } => {
                format!("{} crosses the banks of {}", name(buffer), pool_name(pool))
            }
            Self::NotApart {
                buffer,
                other,
                from,
                to,
            } => format!(
                "{} and {} must be apart, but share the bytes {from}..{to}",
                name(buffer),
                name(other)
            ),
            Self::TakenForever {
                buffer,
                other,
                from,
                to,
            } => format!(
                "{} takes its bytes at all ticks, but {} has {from}..{to} of them",
                name(buffer),
                name(other)
            ),
            Self::WrongResidence { buffer, problem } => format!("{} {problem}", name(buffer)),
            Self::TooManyCopies { n, most } => {
                format!("{n} copies are under way at once, but at most {most} may be")
            }
            Self::WrongPeaks => "the peaks are not those of the offsets".to_owned(),
            Self::WrongValue {
                measure,
                claimed,
                actual,
            } => format!("the schedule states {claimed} for {measure}, but it is {actual}"),
            // The others are those of `sentence`.
            _ => String::new(),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |id| format!("buffer {id}");
        f.write_str(&self.sentence(name, |pool| format!("pool {pool}")))
    }
}
