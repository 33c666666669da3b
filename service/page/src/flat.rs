//! A schedule with pools as the page reads it: one list of buffers, and the pools that divide it.

use memplan_planner::{Buffer, LifetimeTrace, MemorySchedule};

use crate::json::quoted;
use crate::pools::{Pools, Spot};
use crate::{Entry, Origin, Scope};

/// The buffers of all pools of a schedule, one pool after the other, as one trace.
#[derive(Debug)]
pub(crate) struct Flat<'a> {
    trace: LifetimeTrace,
    schedule: MemorySchedule,
    origins: Option<Vec<Origin>>,
    entry: Entry<'a>,
    /// The pools and what connects them, as JSON.
    pub(crate) described: String,
}

impl<'a> Flat<'a> {
    /// `None` where the sizes of all pools together exceed 63 bits.
    pub(crate) fn of(pools: &Pools<'a>) -> Option<Self> {
        let mut firsts = Vec::new();
        let mut buffers = Vec::new();
        let mut offsets = Vec::new();
        let mut origins: Option<Vec<Origin>> = Some(Vec::new());
        for part in &pools.parts {
            firsts.push(buffers.len());
            buffers.extend(part.part.trace.buffers().iter().map(|buffer| Buffer {
                pinned: None, // pins of different pools may overlap
                ..buffer.clone()
            }));
            offsets.extend_from_slice(&part.part.schedule.offsets);
            match (&mut origins, &part.origins) {
                (Some(all), Some(own)) => all.extend_from_slice(own),
                _ => origins = None,
            }
        }
        let given = pools.trace;
        let trace = LifetimeTrace::builder(given.scope()).buffers(buffers);
        let trace = trace.build().ok()?;
        let schedule = MemorySchedule {
            total_size: pools.entry.schedule.total_size,
            ..MemorySchedule::from_offsets(&trace, offsets, &pools.entry.schedule.planner)
        };
        Some(Self {
            described: described(pools, &firsts, trace.ids().len()),
            trace,
            schedule,
            origins,
            entry: pools.entry,
        })
    }

    /// What is packed.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            trace: &self.trace,
            entries: vec![Entry {
                schedule: &self.schedule,
                ..self.entry
            }],
            origins: self.origins.as_deref(),
        }
    }
}

/// The pools and what connects them. `firsts` are the numbers of the first buffers of the pools, of `n` buffers.
fn described(pools: &Pools<'_>, firsts: &[usize], n: usize) -> String {
    let ends = firsts.iter().skip(1).copied().chain([n]);
    let parts = pools
        .parts
        .iter()
        .zip(firsts)
        .zip(ends)
        .map(|((part, first), end)| {
            let taken = part.taken.iter();
            let taken = taken.map(|(from, to, why)| format!("[{from},{to},{}]", quoted(why)));
            let capacity = part.pool.capacity;
            format!(
                "{{\"name\":{},\"buffers\":{},\"peak\":{},\"capacity\":{},\"taken\":[{}]}}",
                quoted(&part.pool.name),
                end - first,
                part.part.schedule.total_size,
                capacity.map_or_else(|| "null".to_owned(), |bytes| bytes.to_string()),
                taken.collect::<Vec<_>>().join(",")
            )
        });
    let number = |spot: Spot| firsts[spot.part] + spot.piece;
    let prices = pools.prices.iter().map(|price| {
        let (from, to) = price.bytes.unwrap_or_default();
        let (buffer, other) = (number(price.buffer), number(price.other));
        format!("[{buffer},{other},{from},{to},{}]", price.cost)
    });
    let moves = pools.moves.iter().map(|moved| {
        let tick = moved.tick.abs_diff(pools.ticks.0);
        format!("[{},{},{tick}]", number(moved.from), number(moved.to))
    });
    let measures = pools.measures();
    format!(
        "{{\"parts\":[{}],\"prices\":[{}],\"moves\":[{}],\"measures\":{}}}",
        parts.collect::<Vec<_>>().join(","),
        prices.collect::<Vec<_>>().join(","),
        moves.collect::<Vec<_>>().join(","),
        quoted(&measures.join(", "))
    )
}
