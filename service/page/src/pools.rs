//! Traces with pools, as one picture for each pool.

use std::borrow::Cow;

use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, MemorySchedule, PoolSchedule, Tick};

use crate::{Entry, Origin, Scope};

/// One pool of one schedule.
#[derive(Debug)]
struct Picture<'a> {
    trace: LifetimeTrace,
    schedule: MemorySchedule,
    entry: Entry<'a>,
    origins: Option<Vec<Origin>>,
}

/// The pictures of scopes, in their order; those of traces without relations are the scopes themselves.
#[derive(Debug)]
pub(crate) struct ByPool<'a>(Vec<Result<&'a Scope<'a>, Picture<'a>>>);

impl<'a> ByPool<'a> {
    /// Splits the scopes whose traces have relations.
    pub(crate) fn of(scopes: &'a [Scope<'a>]) -> Self {
        let mut pictures = Vec::new();
        for scope in scopes {
            if scope.trace.relations().is_empty() {
                pictures.push(Ok(scope));
                continue;
            }
            for entry in &scope.entries {
                match &entry.schedule.pooled {
                    Some(pooled) => pictures.extend(of_schedule(scope, *entry, pooled).map(Err)),
                    None => pictures.push(Ok(scope)),
                }
            }
        }
        Self(pictures)
    }

    /// One scope for each picture.
    pub(crate) fn scopes<'b>(&'b self, given: &'b [Scope<'b>]) -> Cow<'b, [Scope<'b>]> {
        if self.0.iter().all(Result::is_ok) {
            return Cow::Borrowed(given);
        }
        let scope = |picture: &'b Result<&'a Scope<'a>, Picture<'a>>| match picture {
            Ok(scope) => (*scope).clone(),
            Err(picture) => Scope {
                trace: &picture.trace,
                entries: vec![Entry {
                    schedule: &picture.schedule,
                    ..picture.entry
                }],
                origins: picture.origins.as_deref(),
            },
        };
        Cow::Owned(self.0.iter().map(scope).collect())
    }
}

/// The pools of a schedule: the buffers in each, and its reserved ranges as buffers that are always live.
fn of_schedule<'a>(
    scope: &'a Scope<'a>,
    entry: Entry<'a>,
    pooled: &'a PoolSchedule,
) -> impl Iterator<Item = Picture<'a>> {
    let trace = scope.trace;
    let ends = trace.buffers().iter().map(|buffer| buffer.live.end());
    let begins = trace.buffers().iter().map(|buffer| buffer.live.begin());
    let first = begins.min().unwrap_or(Tick(0));
    let last = ends.max().unwrap_or(Tick(1));
    let pools = trace.pools().into_owned();
    pools
        .into_iter()
        .enumerate()
        .filter_map(move |(index, pool)| {
            let places = places(trace, entry.schedule, pooled, index);
            let mut buffers = Vec::new();
            let mut offsets = Vec::new();
            let mut origins: Option<Vec<Origin>> = scope.origins.map(|_| Vec::new());
            for (id, offset, buffer) in places {
                buffers.push(buffer);
                offsets.push(offset);
                if let Some((origins, given)) = origins.as_mut().zip(scope.origins) {
                    origins.push(given.get(id).cloned().unwrap_or_default());
                }
            }
            for range in &pool.reserved {
                let size = Bytes(range.hi.0 - range.lo.0);
                buffers.push(Buffer::new(
                    "reserved",
                    size,
                    Lifetime::half_open(first, last),
                ));
                offsets.push(range.lo);
                origins
                    .iter_mut()
                    .for_each(|origins| origins.push(Origin::default()));
            }
            let picture = LifetimeTrace::builder(trace.scope())
                .memory_space(Some(pool.name).filter(|name| !name.is_empty()))
                .capacity(pool.capacity)
                .buffers(buffers);
            let picture = picture.build().ok()?;
            let planner = &entry.schedule.planner;
            Some(Picture {
                schedule: MemorySchedule::from_offsets(&picture, offsets, planner),
                trace: picture,
                entry,
                origins,
            })
        })
}

/// What a schedule has in a pool: for each piece the number of its buffer, its offset, and the buffer during this time. A piece that a copy
/// fills has `(from POOL)` in its name.
fn places(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    pooled: &PoolSchedule,
    pool: usize,
) -> Vec<(usize, Bytes, Buffer)> {
    let mut moves = vec![false; trace.len()];
    for it in &pooled.residences {
        if let Some(moves) = moves.get_mut(it.buffer.index()) {
            *moves = true;
        }
    }
    let stays = trace
        .buffers()
        .iter()
        .enumerate()
        .filter_map(|(id, buffer)| {
            let is_here = pooled.pools.get(id).is_some_and(|at| at.index() == pool);
            let offset = schedule.offsets.get(id).filter(|_| is_here && !moves[id])?;
            Some((id, *offset, buffer.clone()))
        });
    let mut places: Vec<_> = stays.collect();
    let here = pooled
        .residences
        .iter()
        .filter(|it| it.pool.index() == pool);
    for it in here {
        let Some(buffer) = trace.buffers().get(it.buffer.index()) else {
            continue;
        };
        let sources = trace.pools();
        // The other pool, where there are two.
        let source = sources
            .get(1 - pool.min(1))
            .filter(|_| it.copy_ticks.is_some());
        let copied = source.map_or_else(String::new, |from| format!(" (from {})", from.name));
        let piece = Buffer {
            align: buffer.align,
            ..Buffer::new(format!("{}{copied}", buffer.name), buffer.size, it.ticks)
        };
        places.push((it.buffer.index(), it.offset, piece));
    }
    places
}

#[cfg(test)]
mod tests {
    use memplan_planner::{MemoryPlanner as _, PlanOptions, registry};

    use super::places;

    #[test]
    fn a_buffer_that_moves_is_in_each_pool_while_it_is_there() {
        let trace = "a 0..9 8 uses=0,1,8; b 1..4 8 uses=1,3; c 2..6 8 uses=2,3,5; d 3..7 8 uses=3,6\n\
                     pool fast 24\npool slow - access=1";
        let trace = trace.parse().unwrap();
        let planner = registry::planner("auto").unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        let pooled = schedule.pooled.as_deref().unwrap();
        let found = [0, 1].map(|pool| {
            let places = places(&trace, &schedule, pooled, pool);
            let text = places
                .iter()
                .map(|(_, _, it)| format!("{} {}", it.name, it.live));
            text.collect::<Vec<_>>()
        });
        let fast = ["b 1..4", "c 2..6", "d 3..7", "a 0..2", "a (from slow) 8..9"];
        assert_eq!(found[0], fast);
        assert_eq!(found[1], ["a (from fast) 2..9"]);
    }
}
