//! In-place hints beside relations: a buffer may take over the place of one that dies.
//!
//! A hint that is used puts both buffers at one place, where they may be live together. Two changed traces express
//! this by relations. The *fused* trace has the hints that can be used together as pairs at the same place; its
//! schedules are valid. The *relaxed* trace has all hinted pairs never live together and at no price; its bounds hold
//! for all schedules. The result is the better schedule with or without hints, with the bounds of the relaxed trace.

use std::collections::BTreeSet;

use memplan_support::Sort;

use crate::{
    BufferId, LifetimeTrace, MemorySchedule, Optimality, PlanError, PlanOptions, Relations, Term,
};

/// With more hints, none is used.
const MOST_HINTS: usize = 2_000;

/// Plans a trace with hints: both changed traces, and the trace as it is without hints.
///
/// # Errors
/// Those of the planner, where no schedule fits with or without hints.
pub(crate) fn plan(
    trace: &LifetimeTrace,
    options: &PlanOptions,
) -> Result<MemorySchedule, PlanError> {
    let plain = super::plan(&changed(trace, trace.relations().clone())?, options);
    let used = usable(trace);
    if used.is_empty() {
        return plain.map(|schedule| bounded(schedule, None));
    }
    let mut relations = trace.relations().clone();
    relations
        .same_place
        .extend(used.iter().map(|&(buffer, other)| (buffer, other)));
    let fused = changed(trace, relations).and_then(|fused| {
        let options = after(options, &plain);
        super::plan(&fused, &options)
    });
    let fused = fused.map(|schedule| measured(trace, schedule, &used));
    let values = |schedule: &MemorySchedule| -> Vec<u64> {
        let terms = schedule.pooled.iter().flat_map(|pooled| &pooled.terms);
        terms.map(|term| term.value).collect()
    };
    let best = match (plain, fused) {
        (Ok(plain), Ok(fused)) if values(&fused) < values(&plain) => fused,
        (Ok(plain), _) => plain,
        (Err(_), Ok(fused)) => fused,
        (Err(error), Err(_)) => return Err(error),
    };
    let bound = super::plan(&relaxed(trace)?, &after(options, &Ok(best.clone())));
    Ok(bounded(best, bound.ok()))
}

/// The options with what a run has left.
fn after(options: &PlanOptions, run: &Result<MemorySchedule, PlanError>) -> PlanOptions {
    match run {
        Ok(schedule) => options.after(schedule.work, None),
        Err(_) => options.clone(),
    }
}

/// The trace with other relations and without hints.
fn changed(trace: &LifetimeTrace, relations: Relations) -> Result<LifetimeTrace, PlanError> {
    let builder = LifetimeTrace::builder(trace.scope())
        .memory_space(trace.memory_space().map(ToString::to_string))
        .capacity(trace.capacity())
        .buffers(trace.buffers().iter().cloned())
        .relations(relations);
    builder.build().map_err(|error| PlanError::Failed {
        planner: super::NAME,
        problem: error.to_string(),
    })
}

/// A trace without hints in which every hinted pair may share bytes.
pub(super) fn relaxed(trace: &LifetimeTrace) -> Result<LifetimeTrace, PlanError> {
    changed(trace, relaxed_relations(trace))
}

/// The relations with all hinted pairs never together, at no price.
fn relaxed_relations(trace: &LifetimeTrace) -> Relations {
    let mut relations = trace.relations().clone();
    let classes = relations.classes(trace.len());
    let both = |a: BufferId, b: BufferId| (classes_of(&classes, a), classes_of(&classes, b));
    let pairs: BTreeSet<(BufferId, BufferId)> = (trace.in_place().iter())
        .flat_map(|hint| [both(hint.buffer, hint.other), both(hint.other, hint.buffer)])
        .collect();
    let hints = trace.in_place().iter();
    relations
        .never_together
        .extend(hints.map(|hint| (hint.buffer, hint.other)));
    // Classes with a hinted pair may be live together, and then no price between them is paid.
    relations
        .reuse_costs
        .retain(|cost| !pairs.contains(&both(cost.buffer, cost.other)));
    relations
}

/// Whether two buffers are live at one tick.
fn overlap(trace: &LifetimeTrace, a: BufferId, b: BufferId) -> bool {
    let mut pieces = trace[a].pieces();
    pieces.any(|p| trace[b].pieces().any(|q| p.ticks.overlaps(q.ticks)))
}

/// The hints that can be used together, those that save the most bytes first: all buffers that come to one place and
/// are live together are hinted. `O(hints * (members^2 + n + relations))`.
fn usable(trace: &LifetimeTrace) -> Vec<(BufferId, BufferId)> {
    if MOST_HINTS < trace.in_place().len() {
        return Vec::new();
    }
    let hinted: BTreeSet<(BufferId, BufferId)> = (trace.in_place().iter())
        .map(|hint| (hint.buffer, hint.other))
        .collect();
    let mut order: Vec<(BufferId, BufferId)> = hinted.iter().copied().collect();
    order.retain(|&(buffer, other)| {
        trace[other].live.begin() <= trace[buffer].live.begin() && overlap(trace, buffer, other)
    });
    order.sort_stable_by_key(|&(buffer, other)| {
        u64::MAX - trace[buffer].size.0.min(trace[other].size.0)
    });
    let never: BTreeSet<(BufferId, BufferId)> = (trace.relations().never_together.iter())
        .flat_map(|&(a, b)| [(a, b), (b, a)])
        .collect();
    let mut relations = trace.relations().clone();
    let mut used = Vec::new();
    for (buffer, other) in order {
        let classes = relations.classes(trace.len());
        let (a, b) = (classes[buffer.index()], classes[other.index()]);
        if a == b {
            continue;
        }
        let members = |class: BufferId| {
            let members = trace.ids().filter(|&id| classes_of(&classes, id) == class);
            members.collect::<Vec<_>>()
        };
        let may = |x: BufferId, y: BufferId| {
            let takes = |x: BufferId, y: BufferId| {
                hinted.contains(&(x, y)) && trace[y].live.begin() <= trace[x].live.begin()
            };
            takes(x, y) || takes(y, x) || never.contains(&(x, y)) || !overlap(trace, x, y)
        };
        let (a, b) = (members(a), members(b));
        let is_forever = |id: &BufferId| trace.relations().forever.contains(id);
        if a.iter().chain(&b).any(is_forever) || !a.iter().all(|&x| b.iter().all(|&y| may(x, y))) {
            continue;
        }
        relations.same_place.push((buffer, other));
        // Pools, pins and pairs that are apart may be in the way.
        if changed(trace, relations.clone()).is_ok() {
            used.push((buffer, other));
        } else {
            relations.same_place.pop();
        }
    }
    used
}

fn classes_of(classes: &[BufferId], id: BufferId) -> BufferId {
    classes[id.index()]
}

/// The schedule of the fused trace as one of the trace with hints. Its costs are those of the trace.
fn measured(
    trace: &LifetimeTrace,
    schedule: MemorySchedule,
    used: &[(BufferId, BufferId)],
) -> MemorySchedule {
    let pools = schedule.pooled.as_ref().map(|pooled| pooled.pools.clone());
    let offsets = schedule.offsets.clone();
    let measured =
        MemorySchedule::from_places(trace, offsets, pools.unwrap_or_default(), &schedule.planner);
    // All hinted pairs at one place, also those that came to it by way of others.
    let mut reuses: Vec<(BufferId, Vec<BufferId>)> = Vec::new();
    let mut relations = trace.relations().clone();
    relations.same_place.extend_from_slice(used);
    let classes = relations.classes(trace.len());
    let mut pairs: Vec<(BufferId, BufferId)> = (trace.in_place().iter())
        .map(|hint| (hint.buffer, hint.other))
        .filter(|&(buffer, other)| {
            classes[buffer.index()] == classes[other.index()]
                && trace[other].live.begin() <= trace[buffer].live.begin()
                && overlap(trace, buffer, other)
        })
        .collect();
    pairs.sort_stable();
    for (buffer, other) in pairs {
        match reuses.last_mut() {
            Some((last, others)) if *last == buffer => others.push(other),
            _ => reuses.push((buffer, vec![other])),
        }
    }
    MemorySchedule {
        reuses,
        work: schedule.work,
        stopped_by: schedule.stopped_by,
        ..measured
    }
}

/// The schedule with the bounds of the relaxed trace: those of later measures hold if earlier ones are as low there.
pub(crate) fn bounded(schedule: MemorySchedule, relaxed: Option<MemorySchedule>) -> MemorySchedule {
    let Some(mut pooled) = schedule.pooled.clone() else {
        return schedule;
    };
    let terms: Vec<Term> = (relaxed.iter())
        .flat_map(|schedule| &schedule.pooled)
        .flat_map(|pooled| pooled.terms.clone())
        .collect();
    let mut holds = true;
    for (index, term) in pooled.terms.iter_mut().enumerate() {
        let other = terms.get(index).filter(|_| holds);
        term.bound = other.map_or(0, |other| other.bound.min(term.value));
        holds = other.is_some_and(|other| other.value == term.value);
    }
    let is_optimal = pooled.terms.iter().all(Term::is_optimal);
    MemorySchedule {
        optimality: Optimality::Unknown,
        stopped_by: schedule.stopped_by.filter(|_| !is_optimal),
        work: schedule.work + relaxed.map_or(crate::Units(0), |schedule| schedule.work),
        pooled: Some(pooled),
        ..schedule
    }
}
