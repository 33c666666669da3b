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
            let here = |id: &usize| {
                pooled
                    .pools
                    .get(*id)
                    .is_some_and(|pool| pool.index() == index)
            };
            let ids: Vec<usize> = (0..trace.len()).filter(here).collect();
            let mut buffers: Vec<Buffer> =
                ids.iter().map(|&id| trace.buffers()[id].clone()).collect();
            let offset = |&id: &usize| entry.schedule.offsets.get(id).copied();
            let mut offsets: Vec<Bytes> = ids.iter().filter_map(offset).collect();
            let mut origins: Option<Vec<Origin>> = scope.origins.map(|origins| {
                let origins = ids.iter().map(|&id| origins.get(id).cloned());
                origins.map(Option::unwrap_or_default).collect()
            });
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
