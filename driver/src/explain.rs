//! Explains the peak of a schedule, and which buffers would have to change to lower it.

use memplan_planner::algorithms::exact::{BoundVerdict, verify_bound};
use memplan_planner::{
    Buffer, BufferId, Bytes, Lifetime, LifetimeTrace, LoadWitness, LowerBound, MemoryPlanner,
    MemorySchedule, PlanError, PlanOptions, Units, load_witness, lower_bound,
};

use memplan_support::Sort;

use crate::capacity::{claim, higher};
use crate::{Error, plan_trace};

/// Why a schedule has its peak.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The peak of the schedule.
    pub peak: Bytes,
    /// No schedule is below it.
    pub bound: LowerBound,
    /// The first tick of the largest load, with the buffers that are live then; absent without bytes.
    pub load: Option<LoadWitness>,
    /// From the top of the arena down: a buffer that ends at the peak, the nearest one below it that is live at the
    /// same time as it, and so on to the bottom or to a pinned buffer.
    pub chain: Vec<Link>,
    /// The core: buffers that need the bound by themselves. Absent if no search within the limits found them.
    pub core: Option<Core>,
}

impl Explanation {
    /// The buffers that can lower the peak by themselves, in trace order: those of the core where the schedule is
    /// optimal, else those of the largest load and of the chain.
    pub fn candidates(&self) -> Vec<BufferId> {
        if let Some(core) = self.core.as_ref().filter(|_| self.is_optimal()) {
            return core.buffers.clone();
        }
        let load = self.load.iter().flat_map(|load| &load.buffers);
        let load = load.map(|&(id, _)| id);
        let mut all: Vec<BufferId> = load.chain(self.chain.iter().map(|l| l.buffer)).collect();
        all.sort_stable();
        all.dedup();
        all
    }

    /// Whether no schedule needs fewer bytes.
    pub fn is_optimal(&self) -> bool {
        self.peak <= self.bound.bytes
    }
}

/// A buffer of the chain that reaches from the top of the arena to its bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The buffer.
    pub buffer: BufferId,
    /// Bytes between its offset and the end of the next buffer of the chain, or the bottom: padding, or bytes that a
    /// third buffer leaves unused.
    pub unused: Bytes,
}

/// Buffers that need the bound by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// In trace order.
    pub buffers: Vec<BufferId>,
    /// Whether leaving out any one of them lowers the bound.
    pub is_minimal: bool,
}

/// Searches for cores begin with traces of at most this many buffers.
const MAX_SEARCHED: usize = 2000;

/// The work of one step of such a search, if the caller gave no limit.
const CORE_WORK: u64 = 2_000_000;

/// Explains the peak of a schedule of a trace.
///
/// `O(n log n)` where the bound is the load; otherwise a search for the core proves the bound again for smaller and
/// smaller parts of the trace, with the work limit of the caller for each.
///
/// # Errors
///
/// [`Error::Plan`] if the trace admits no schedule, or has relations, which [`memplan_planner::explain_relations`]
/// explains.
pub fn explain(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    options: &PlanOptions,
) -> Result<Explanation, Error> {
    let fail = |error| Error::Plan {
        scope: trace.scope().to_owned(),
        error,
    };
    if !trace.relations().is_empty() {
        let first = trace.buffers().first();
        return Err(fail(PlanError::Unsupported {
            planner: "explain",
            feature: "relations between buffers",
            buffer: first.map_or_else(String::new, |buffer| buffer.name.to_string()),
        }));
    }
    let bound = higher(lower_bound(trace, options).map_err(fail)?, claim(schedule));
    let load = load_witness(trace);
    let peak = schedule.peak();
    let core = match &load {
        Some(load) if bound.bytes <= load.load => {
            let mut buffers: Vec<BufferId> = load.buffers.iter().map(|&(id, _)| id).collect();
            buffers.sort_stable();
            Some(Core {
                buffers,
                is_minimal: true,
            })
        }
        _ => searched_core(trace, bound.bytes, options),
    };
    Ok(Explanation {
        peak,
        bound,
        load,
        chain: chain(trace, schedule, peak),
        core,
    })
}

/// The chain of buffers from a peak to the bottom. `O(n)` for each link.
fn chain(trace: &LifetimeTrace, schedule: &MemorySchedule, peak: Bytes) -> Vec<Link> {
    let end = |id: BufferId| {
        Bytes(
            schedule.offsets[id.index()]
                .0
                .saturating_add(trace[id].size.0),
        )
    };
    let has_bytes = |id: &BufferId| trace[*id].size != Bytes(0);
    let mut links = Vec::new();
    let mut next = trace.ids().filter(has_bytes).find(|&id| end(id) == peak);
    while let Some(id) = next {
        let offset = schedule.offsets[id.index()];
        let is_below =
            |&other: &BufferId| end(other) <= offset && trace[other].live.overlaps(trace[id].live);
        let below = trace
            .ids()
            .filter(has_bytes)
            .filter(is_below)
            .max_by_key(|&id| end(id));
        let floor = below.map_or(Bytes(0), end);
        links.push(Link {
            buffer: id,
            unused: Bytes(offset.0 - floor.0),
        });
        next = below.filter(|_| trace[id].pinned.is_none());
    }
    links
}

/// The part of a trace with some of its buffers, and the in-place hints among them.
fn part(trace: &LifetimeTrace, kept: &[BufferId]) -> Option<LifetimeTrace> {
    let mut is_kept = vec![false; trace.len()];
    for id in kept {
        is_kept[id.index()] = true;
    }
    changed(trace, |id, buffer| {
        if !is_kept[id.index()] {
            buffer.size = Bytes(0);
        }
    })
}

/// A trace with some buffers changed. Hints that concern a buffer without bytes are dropped.
fn changed(
    trace: &LifetimeTrace,
    mut change: impl FnMut(BufferId, &mut Buffer),
) -> Option<LifetimeTrace> {
    let mut ids = trace.ids();
    let mut has_bytes = Vec::with_capacity(trace.len());
    let builder = trace.clone().into_builder().capacity(None);
    let builder = builder.map_buffers(|buffer| {
        if let Some(id) = ids.next() {
            change(id, buffer);
        }
        if buffer.size == Bytes(0) {
            buffer.pinned = None;
        }
        has_bytes.push(buffer.size != Bytes(0));
    });
    let hints: Vec<_> = trace
        .in_place()
        .iter()
        .filter(|hint| has_bytes[hint.buffer.index()] && has_bytes[hint.other.index()])
        .copied()
        .collect();
    builder.in_place(hints).build().ok()
}

/// Leaves out buffers, many at first and then single ones, as long as the rest still needs the bound.
fn searched_core(trace: &LifetimeTrace, bound: Bytes, options: &PlanOptions) -> Option<Core> {
    let options = PlanOptions {
        work_limit: options.work_limit.or(Some(Units(CORE_WORK))),
        progress: None,
        ..options.clone()
    };
    let needs_bound = |kept: &[BufferId]| -> Option<bool> {
        let part = part(trace, kept)?;
        match verify_bound(&part, bound, &options, true) {
            Ok(BoundVerdict::Proved) => Some(true),
            Ok(BoundVerdict::Disproved(_)) => Some(false),
            Ok(BoundVerdict::Unknown) | Err(_) => None,
        }
    };
    let has_bytes = |id: &BufferId| trace[*id].size != Bytes(0);
    let mut kept: Vec<BufferId> = trace.ids().filter(has_bytes).collect();
    if MAX_SEARCHED < kept.len() || needs_bound(&kept) != Some(true) {
        return None;
    }
    let mut is_minimal = true;
    let mut step = kept.len().div_ceil(2);
    loop {
        let mut at = 0;
        while at < kept.len() {
            let end = (at + step).min(kept.len());
            let rest = [&kept[..at], &kept[end..]].concat();
            match needs_bound(&rest) {
                Some(true) => kept = rest,
                Some(false) => at = end,
                None => {
                    is_minimal &= 1 < step;
                    at = end;
                }
            }
            if stopped(&options) {
                return Some(Core {
                    buffers: kept,
                    is_minimal: false,
                });
            }
        }
        if step == 1 {
            break;
        }
        step = step.div_ceil(2);
    }
    Some(Core {
        buffers: kept,
        is_minimal,
    })
}

/// Whether a deadline or the caller stops the search.
fn stopped(options: &PlanOptions) -> bool {
    let interrupt = options.interrupt.as_ref();
    interrupt.is_some_and(|poll| poll.reason_to_stop().is_some())
}

/// The peak after a change of one buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The peak of the best schedule found.
    pub peak: Bytes,
    /// No schedule is below it.
    pub bound: Bytes,
}

/// The peaks after changes of one buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sensitivity {
    /// The buffer.
    pub buffer: BufferId,
    /// It lies in another memory.
    pub moved: Effect,
    /// It has half of its bytes, rounded up to its alignment.
    pub halved: Effect,
    /// It is live for the first or the second part of its lifetime only, divided at the tick of the largest load, or in
    /// the middle. `None` if it lives for one tick.
    pub shortened: Option<(Lifetime, Effect)>,
    /// It may lie anywhere. `None` if it is not pinned.
    pub unpinned: Option<Effect>,
}

impl Sensitivity {
    /// The lowest peak of all changes.
    pub fn best(&self) -> Bytes {
        let others = self
            .shortened
            .map(|pair| pair.1)
            .into_iter()
            .chain(self.unpinned);
        let all = [self.moved, self.halved].into_iter().chain(others);
        all.map(|effect| effect.peak)
            .min()
            .unwrap_or(self.moved.peak)
    }
}

/// The peaks that a planner reaches after changes of single buffers, best first, then in trace order.
///
/// Only the [candidates](Explanation::candidates) can matter: the core needs as much as before if another buffer
/// changes. One run of the planner for each of them and change. If the interrupt of `options` stops it, the rest is
/// missing.
///
/// # Errors
///
/// [`Error::Plan`] and [`Error::InvalidSchedule`] of these runs.
pub fn sensitivity(
    planner: &dyn MemoryPlanner,
    trace: &LifetimeTrace,
    explanation: &Explanation,
    options: &PlanOptions,
) -> Result<Vec<Sensitivity>, Error> {
    let run = |change: &dyn Fn(&mut Buffer), of: BufferId| -> Result<Effect, Error> {
        let changed = changed(trace, |id, buffer| {
            if id == of {
                change(buffer);
            }
        });
        let Some(changed) = changed else {
            return Ok(Effect {
                peak: explanation.peak,
                bound: explanation.bound.bytes,
            });
        };
        let planned = plan_trace(planner, &changed, options, None)?;
        let bound = lower_bound(&changed, options).map(|bound| bound.bytes);
        Ok(Effect {
            peak: planned.schedule.peak(),
            bound: claim(&planned.schedule)
                .bytes
                .max(bound.unwrap_or(Bytes(0))),
        })
    };
    let mut all = Vec::new();
    for id in explanation.candidates() {
        // A schedule cut short by a deadline does not show the effect of a change.
        if stopped(options) {
            break;
        }
        let buffer = &trace[id];
        let mut shortened = None;
        for part in halves(buffer.live, explanation.load.as_ref()) {
            let effect = run(&|buffer| shorten(buffer, part), id)?;
            let is_better = |(_, best): (Lifetime, Effect)| effect.peak < best.peak;
            if shortened.is_none_or(is_better) {
                shortened = Some((part, effect));
            }
        }
        let unpinned = match buffer.pinned {
            Some(_) => Some(run(&|buffer| buffer.pinned = None, id)?),
            None => None,
        };
        all.push(Sensitivity {
            buffer: id,
            moved: run(&|buffer| buffer.size = Bytes(0), id)?,
            halved: run(
                &|buffer| {
                    let half = buffer.size.0.div_ceil(2);
                    let align = buffer.align.0.max(1);
                    buffer.size = Bytes(half.next_multiple_of(align).min(buffer.size.0));
                    buffer.gaps.clear();
                },
                id,
            )?,
            shortened,
            unpinned,
        });
    }
    all.sort_stable_by_key(Sensitivity::best);
    Ok(all)
}

/// The two parts of a lifetime, divided at the tick of the largest load, or in the middle.
fn halves(live: Lifetime, load: Option<&LoadWitness>) -> Vec<Lifetime> {
    let (begin, end) = (live.begin(), live.end());
    let at = load
        .map(|load| load.tick)
        .filter(|&at| begin < at && at < end);
    let middle = memplan_planner::Tick(begin.0.midpoint(end.0));
    let at = at.unwrap_or(middle);
    [(begin, at), (at, end)]
        .into_iter()
        .map(|(begin, end)| Lifetime::half_open(begin, end))
        .filter(|&part| !part.is_empty() && part != live)
        .collect()
}

/// Restricts the lifetime of a buffer, and its gaps with it.
fn shorten(buffer: &mut Buffer, live: Lifetime) {
    buffer.live = live;
    buffer
        .gaps
        .retain(|gap| live.begin() < gap.ticks.begin() && gap.ticks.end() < live.end());
}

#[cfg(test)]
mod tests {
    use memplan_planner::{BufferId, Bytes, LifetimeTrace, PlanOptions, registry};
    use proptest::prelude::{ProptestConfig, Strategy, any, prop, prop_assert, proptest};

    use super::{MAX_SEARCHED, explain, part, sensitivity};

    /// Lifetimes and sizes of a trace whose optimum, 12, is above its load, 11.
    const GAP: [(i64, i64, u64); 9] = [
        (6, 8, 3),
        (8, 9, 2),
        (5, 7, 3),
        (8, 9, 5),
        (3, 8, 4),
        (7, 9, 4),
        (0, 3, 6),
        (2, 6, 2),
        (1, 6, 2),
    ];

    /// That trace with sizes that are up to 1 larger or smaller, and a few buffers besides.
    fn traces() -> impl Strategy<Value = LifetimeTrace> {
        let other = (0_i64..8, 1_i64..4, 1_u64..4);
        let sizes = prop::collection::vec(0_u64..3, GAP.len());
        (sizes, prop::collection::vec(other, 0..3)).prop_map(|(sizes, others)| {
            let sizes = GAP.iter().zip(sizes);
            let all =
                sizes.map(|(&(begin, end, size), more)| (begin, end, (size + more).max(2) - 1));
            let others = others
                .iter()
                .map(|&(begin, length, size)| (begin, begin + length, size));
            let words: Vec<String> = (all.chain(others).enumerate())
                .map(|(i, (begin, end, size))| format!("b{i} {begin}..{end} {size}"))
                .collect();
            words.join("; ").parse().unwrap()
        })
    }

    #[test]
    fn buffers_at_the_load_are_a_core_without_a_search() {
        let n = MAX_SEARCHED + 1;
        let words: Vec<String> = (0..n).map(|i| format!("b{i} 0..2 1")).collect();
        let trace: LifetimeTrace = (words.join("; ") + "; late 2..3 1").parse().unwrap();
        let options = PlanOptions::default();
        let schedule = registry::planner("first-fit").unwrap();
        let schedule = schedule.plan(&trace, &options).unwrap();
        let core = explain(&trace, &schedule, &options).unwrap().core.unwrap();
        assert_eq!((core.buffers.len(), core.is_minimal), (n, true));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

        /// The core needs the bound, and less without any one of its buffers. The chain reaches from the peak to the
        /// bottom. Changing a buffer outside of the core does not lower the peak.
        #[test]
        fn cores_are_as_small_as_they_say(trace in traces(), seed in any::<u64>()) {
            let exact = registry::planner("exact").unwrap();
            let options = PlanOptions { seed, ..PlanOptions::default() };
            let optimum = |trace: &LifetimeTrace| exact.plan(trace, &options).unwrap().peak();
            let schedule = exact.plan(&trace, &options).unwrap();
            let told = explain(&trace, &schedule, &options).unwrap();
            prop_assert!(told.is_optimal());
            let sum: u64 = told.chain.iter().map(|link| trace[link.buffer].size.0 + link.unused.0).sum();
            prop_assert!(Bytes(sum) == told.peak);
            let core = told.core.clone().unwrap();
            prop_assert!(core.is_minimal);
            prop_assert!(optimum(&part(&trace, &core.buffers).unwrap()) == told.peak);
            for left_out in &core.buffers {
                let rest: Vec<BufferId> =
                    core.buffers.iter().copied().filter(|id| id != left_out).collect();
                prop_assert!(optimum(&part(&trace, &rest).unwrap()) < told.peak);
            }
            let all = sensitivity(&*exact, &trace, &told, &options).unwrap();
            for id in trace.ids() {
                let others: Vec<BufferId> = trace.ids().filter(|&other| other != id).collect();
                let without = optimum(&part(&trace, &others).unwrap());
                let one = all.iter().find(|one| one.buffer == id);
                prop_assert!(without == one.map_or(told.peak, |one| one.moved.peak));
            }
        }
    }
}
