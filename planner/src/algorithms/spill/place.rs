//! Residences of choices, and their offsets: each pool is planned as a trace of its own.

use memplan_support::Sort;

use super::super::auto::Auto;
use super::model::{Choice, Event, FAST, Item, Model, SLOW};
use super::places::Places;
use crate::problem::units::common_alignment;
use crate::{
    AccessKind, Buffer, BufferId, Bytes, Lifetime, LifetimeTrace, MemoryPlanner, MemorySchedule,
    PlanError, PlanOptions, Pool, PoolId, Relations, Residence, Tick,
};

/// The residences of an item, in order of time, without offsets. The first begins, and the last ends, with the lifetime
/// of the buffer.
pub(super) fn residences(item: &Item, choice: &Choice, live: Lifetime) -> Vec<Residence> {
    let mut stays = Stays {
        buffer: item.buffer,
        open: [None; 2],
        closed: Vec::new(),
    };
    let copy = item.copy_ticks;
    item.walk(choice, |event| match event {
        Event::Store { after } => {
            let end = item.accesses[after].ticks.end().0;
            let copied = end.saturating_add(copy);
            if let Some(fast) = &mut stays.open[FAST] {
                fast.end = copied;
            }
            stays.close(FAST);
            stays.begin(SLOW, end, Some(copy as u64), copied);
        }
        Event::Load { before } => {
            let begin = item.accesses[before].ticks.begin().0;
            stays.begin(FAST, begin.saturating_sub(copy), Some(copy as u64), begin);
            // A copy that takes no time happens before the other accesses of its tick, and after what leaves.
            let end = if copy == 0 { begin + 1 } else { begin };
            stays.extend(SLOW, live.begin().0, end);
        }
        Event::Access { at, pool } => {
            let step = &item.accesses[at];
            // A write ends the residence in the other pool. One that needs no content begins a new residence.
            if step.kind == AccessKind::Write {
                stays.close(pool);
            }
            if pool == SLOW || step.kind != AccessKind::Read {
                stays.close(1 - pool);
            }
            stays.extend(pool, step.ticks.begin().0, step.ticks.end().0);
        }
    });
    stays.close(FAST);
    stays.close(SLOW);
    let mut residences = stays.closed;
    residences.sort_stable_by(|a, b| {
        let key = |to: &Residence| (to.ticks.begin(), to.copy_ticks.is_some(), to.pool);
        key(a).cmp(&key(b))
    });
    if let [only] = &mut residences[..] {
        only.ticks = live;
    }
    residences
}

/// The residences of a buffer while its accesses are followed.
struct Stays {
    buffer: BufferId,
    /// The residence in each pool that has not ended.
    open: [Option<Stay>; 2],
    closed: Vec<Residence>,
}

#[derive(Clone, Copy)]
struct Stay {
    begin: i64,
    copy_ticks: Option<u64>,
    end: i64,
}

impl Stays {
    fn close(&mut self, pool: usize) {
        if let Some(stay) = self.open[pool].take() {
            self.closed.push(Residence {
                buffer: self.buffer,
                pool: PoolId(pool as u32),
                offset: Bytes(0),
                ticks: Lifetime::half_open(Tick(stay.begin), Tick(stay.end)),
                copy_ticks: stay.copy_ticks,
            });
        }
    }

    fn begin(&mut self, pool: usize, begin: i64, copy_ticks: Option<u64>, end: i64) {
        self.close(pool);
        self.open[pool] = Some(Stay {
            begin,
            copy_ticks,
            end,
        });
    }

    /// Extends the residence in a pool to an end; begins one if there is none.
    fn extend(&mut self, pool: usize, begin: i64, end: i64) {
        let stay = self.open[pool].get_or_insert(Stay {
            begin,
            copy_ticks: None,
            end,
        });
        stay.end = stay.end.max(end);
    }
}

/// All residences with their offsets, and the peak of each pool.
pub(super) struct Placed {
    pub(super) residences: Vec<Residence>,
    pub(super) peaks: [u64; 2],
}

/// Places the residences of all items in their pools. Offsets in the fast pool are those of `fast`, if given.
///
/// # Errors
/// Those of the planner of a pool, except for an exceeded capacity.
pub(super) fn place(
    trace: &LifetimeTrace,
    model: &Model,
    choices: &[Option<Choice>],
    fast: Option<&Places<'_>>,
    options: &PlanOptions,
) -> Result<Placed, PlanError> {
    let mut all: Vec<Residence> = Vec::new();
    let mut of_fast: Vec<Bytes> = Vec::new();
    for (index, (item, choice)) in model.items.iter().zip(choices).enumerate() {
        let live = trace[item.buffer].live;
        all.extend((choice.iter()).flat_map(|choice| residences(item, choice, live)));
        of_fast.extend(fast.iter().flat_map(|fast| fast.offsets(index)).map(Bytes));
    }
    let mut peaks = [0; 2];
    for pool in [FAST, SLOW] {
        let offsets = match fast {
            Some(_) if pool == FAST => std::mem::take(&mut of_fast),
            _ => place_in(trace, pool, &all, options)?.offsets,
        };
        let here = all
            .iter_mut()
            .filter(|residence| residence.pool.index() == pool);
        for (residence, &offset) in here.zip(&offsets) {
            residence.offset = offset;
            peaks[pool] = (offset.0 + trace[residence.buffer].size.0).max(peaks[pool]);
        }
    }
    Ok(Placed {
        residences: all,
        peaks,
    })
}

fn place_in(
    trace: &LifetimeTrace,
    index: usize,
    all: &[Residence],
    options: &PlanOptions,
) -> Result<MemorySchedule, PlanError> {
    let pool = &trace.pools()[index];
    let here = all
        .iter()
        .filter(|residence| residence.pool.index() == index);
    let buffer = |residence: &Residence| {
        let own = &trace[residence.buffer];
        let align = common_alignment(own.align.0, pool.align.0).unwrap_or(own.align.0);
        Buffer {
            align: Bytes(align),
            pinned: own.pinned,
            ..Buffer::new(own.name.clone(), own.size, residence.ticks)
        }
    };
    // A trace with a buffer that is larger than its pool is invalid, so such a pool has no capacity here.
    let fits = |residence: &Residence| {
        pool.capacity
            .is_none_or(|most| trace[residence.buffer].size <= most)
    };
    let capacity = pool.capacity.filter(|_| here.clone().all(fits));
    let mut builder = LifetimeTrace::builder(trace.scope()).buffers(here.clone().map(buffer));
    // Buffers in pairs have one residence.
    let mut new = vec![None; trace.len()];
    for (id, residence) in (0..).map(BufferId).zip(here) {
        new[residence.buffer.index()] = Some(id);
    }
    let apart = renumbered(&trace.relations().apart, &new);
    let never_together = renumbered(&trace.relations().never_together, &new);
    let is_plain = pool.reserved.is_empty()
        && pool.banks.is_none()
        && apart.is_empty()
        && never_together.is_empty();
    if is_plain {
        builder = builder.capacity(capacity);
    } else {
        builder = builder.relations(Relations {
            pools: vec![Pool {
                capacity,
                ..pool.clone()
            }],
            apart,
            never_together,
            ..Relations::default()
        });
    }
    let part = builder.build().map_err(|_| PlanError::Unsupported {
        planner: crate::constrained::NAME,
        feature: "residences whose sizes add up to more than 2^63 - 1",
        buffer: here_first(all, index, trace),
    })?;
    let planned = if is_plain {
        Auto::QUICK.plan(&part, options)
    } else {
        crate::constrained::plan(&part, options)
    };
    match planned {
        Err(
            PlanError::CapacityExceeded { schedule, .. } | PlanError::PoolExceeded { schedule, .. },
        ) => Ok(*schedule),
        other => other,
    }
}

/// The pairs of which both buffers have new ids.
fn renumbered(
    pairs: &[(BufferId, BufferId)],
    new: &[Option<BufferId>],
) -> Vec<(BufferId, BufferId)> {
    let both = pairs
        .iter()
        .map(|(a, b)| Some((new[a.index()]?, new[b.index()]?)));
    both.flatten().collect()
}

/// The name of the first buffer in a pool.
fn here_first(all: &[Residence], index: usize, trace: &LifetimeTrace) -> String {
    let first = all.iter().find(|residence| residence.pool.index() == index);
    first.map_or_else(String::new, |residence| {
        trace[residence.buffer].name.to_string()
    })
}

/// The first residence of each buffer of a trace, where it has one.
pub(super) fn first_places(n_buffers: usize, residences: &[Residence]) -> Vec<(PoolId, Bytes)> {
    let mut places = vec![None; n_buffers];
    for residence in residences {
        places[residence.buffer.index()].get_or_insert((residence.pool, residence.offset));
    }
    let none = (PoolId(SLOW as u32), Bytes(0));
    places
        .into_iter()
        .map(|place| place.unwrap_or(none))
        .collect()
}

/// The residences of buffers that have more than one, by buffer; the order of those of one buffer is kept.
pub(super) fn moving(n_buffers: usize, residences: Vec<Residence>) -> Vec<Residence> {
    let mut counts = vec![0_u32; n_buffers];
    for residence in &residences {
        counts[residence.buffer.index()] += 1;
    }
    let mut moving: Vec<_> = residences
        .into_iter()
        .filter(|residence| 1 < counts[residence.buffer.index()])
        .collect();
    moving.sort_stable_by_key(|residence| u64::from(residence.buffer.0));
    moving
}
