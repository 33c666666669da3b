//! The planner `constrained`: pools, relations between buffers, and objectives other than the peak.
//!
//! The trace is reduced ([`problem`]): buffers at one place become items, void relations are dropped, and components
//! that no pair connects are planned by themselves. A component goes through these steps until a plan meets its bound:
//!
//! 1. greedy placement ([`place`]), each item where it costs least, in several orders;
//! 2. bounds from cliques ([`bounds`]) on the peak and on the cost;
//! 3. the exact search for traces ([`oracle`]) with all pairs hard: finds a plan without cost, or decides whether the
//!    hard pairs fit;
//! 4. large neighbourhoods ([`neighbourhoods`]);
//! 5. branch and bound over the offsets of items, if there are few ([`positions`]).
//!
//! Measures are optimised in their order: later ones among plans that keep the values of earlier ones. Each has a
//! bound.

pub(crate) mod bounds;
mod explain;
pub(crate) mod hints;
mod neighbourhoods;
mod oracle;
pub(crate) mod place;
mod positions;
pub(crate) mod problem;
pub(crate) mod solve;

use memplan_support::Random;

use crate::{
    BufferId, Bytes, LifetimeTrace, Measure, MemorySchedule, Optimality, PlanError, PlanOptions,
    PoolId, PoolSchedule, StopReason, Term,
};
pub use explain::{
    Clique, MoveWitness, PoolLink, PoolWitness, PriceWitness, RelationWitness, explain_relations,
};
use place::{NOWHERE, Plan};
use problem::{Problem, Reduced, reduce};
use solve::{Part, Solver};

/// The name of the planner.
pub(crate) const NAME: &str = "constrained";

/// The budgets of a run without limits.
#[derive(Clone, Copy, Debug)]
struct Parameters {
    /// Rounds of large neighbourhoods before the search.
    first_rounds: u64,
    /// Rounds for components that the search does not decide.
    last_rounds: u64,
    /// Nodes of the search of a component.
    nodes: u64,
    /// Nodes of the exact search for traces.
    oracle_nodes: u64,
    /// With more items, only one order is tried.
    most_for_orders: usize,
    /// With more items, plans are not improved.
    most_improved: usize,
}

impl Parameters {
    const DEFAULT: Self = Self {
        first_rounds: 300,
        last_rounds: 10_000,
        nodes: 200_000,
        oracle_nodes: 50_000,
        most_for_orders: 5_000,
        most_improved: 5_000,
    };

    /// The budgets of one of `n` choices of pools.
    fn divide(&mut self, n: u64) {
        for budget in [
            &mut self.first_rounds,
            &mut self.last_rounds,
            &mut self.nodes,
            &mut self.oracle_nodes,
        ] {
            *budget = budget.div_ceil(n);
        }
    }

    fn double(&mut self) {
        for budget in [
            &mut self.last_rounds,
            &mut self.nodes,
            &mut self.oracle_nodes,
        ] {
            *budget = budget.saturating_mul(2);
        }
    }
}

/// Plans a trace with relations.
///
/// # Errors
/// [`PlanError::PoolExceeded`] with the best schedule, when none was found that fits; [`PlanError::Stopped`] when
/// cancelled.
pub(crate) fn plan(
    trace: &LifetimeTrace,
    options: &PlanOptions,
) -> Result<MemorySchedule, PlanError> {
    let reduced = reduce(trace, options)?;
    let measures = trace.relations().measures();
    let mut solver = Solver {
        measures: &measures,
        parameters: Parameters::DEFAULT,
        random: Random::new(options.seed),
        meter: options.meter(),
        is_out_of_budget: false,
    };
    if let Err(PlanError::Stopped { reason, work }) = solver.meter.check()
        && !reason.wants_schedule()
    {
        return Err(PlanError::Stopped { reason, work });
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut components = Vec::new();
    if !reduced.problem.is_crowded {
        components = reduced.problem.components();
        let restricted = reduced.problem.split(&components);
        parts = solver.solve_all(&restricted);
        let has_deadline = (options.interrupt.as_ref()).is_some_and(|i| i.time_left().is_some());
        if has_deadline || options.work_limit.is_some() {
            solver.deepen(&restricted, &mut parts);
        }
    }
    let work = solver.meter.done();
    let reason = solver.meter.reason_to_stop();
    let stopped = match solver.meter.spend(crate::Units::ONE) {
        Err(PlanError::Stopped { reason, .. }) => Some(reason),
        _ if solver.is_out_of_budget => Some(StopReason::Budget),
        _ => reason,
    };
    let assembly = Assembly {
        name: NAME,
        components: &components,
        work,
        stopped,
    };
    assemble(trace, &reduced, &measures, parts, assembly)
}

/// What a planner says of the parts that it planned.
pub(crate) struct Assembly<'a> {
    pub(crate) name: &'static str,
    /// The items of each part.
    pub(crate) components: &'a [Vec<u32>],
    pub(crate) work: crate::Units,
    pub(crate) stopped: Option<StopReason>,
}

/// The schedule of all parts, if it fits the pools. With too many pairs to list there are none, and all items lie
/// beside each other.
pub(crate) fn assemble(
    trace: &LifetimeTrace,
    Reduced { problem, item_of }: &Reduced,
    measures: &[Measure],
    mut parts: Vec<Part>,
    assembly: Assembly<'_>,
) -> Result<MemorySchedule, PlanError> {
    let mut whole = if problem.is_crowded {
        side_by_side(problem)
    } else {
        Plan::empty(problem)
    };
    for (items, part) in assembly.components.iter().zip(&mut parts) {
        for (index, &item) in items.iter().enumerate() {
            whole.pool[item as usize] = part.plan.pool[index];
            whole.offset[item as usize] = part.plan.offset[index];
        }
        for item in &mut part.clique {
            *item = items[*item as usize];
        }
    }
    let load = trace.max_load().0;
    let pool_of = |id: BufferId| PoolId(whole.pool[item_of[id.index()] as usize]);
    let moved = trace.bytes_accessed(pool_of);
    let terms = terms(problem, measures, &whole, &parts, load, moved);
    let peaks = whole.peaks(problem);
    let is_optimal = terms.iter().all(Term::is_optimal);
    let schedule = MemorySchedule {
        total_size: Bytes(peaks.iter().sum()),
        offsets: (item_of
            .iter()
            .map(|&item| Bytes(whole.offset[item as usize])))
        .collect(),
        reuses: Vec::new(),
        planner: assembly.name.to_owned(),
        work: assembly.work,
        // About the sum of peaks, whatever else is measured.
        optimality: match terms.get(1) {
            Some(term) if term.measure == Measure::TotalPeak => {
                if term.is_optimal() {
                    Optimality::Optimal
                } else {
                    Optimality::LowerBound(Bytes(term.bound))
                }
            }
            _ => Optimality::Unknown,
        },
        bound_rule: None,
        stopped_by: None,
        certificate: None,
        oriented: None,
        pooled: Some(Box::new(PoolSchedule {
            pools: (item_of
                .iter()
                .map(|&item| PoolId(whole.pool[item as usize])))
            .collect(),
            peaks: peaks.iter().copied().map(Bytes).collect(),
            terms,
            residences: Vec::new(),
        })),
    };
    let schedule = MemorySchedule {
        stopped_by: assembly.stopped.filter(|_| !is_optimal),
        ..schedule
    };
    within(trace, problem, &parts, schedule)
}

/// The schedule, if it fits the pools.
fn within(
    trace: &LifetimeTrace,
    problem: &Problem,
    parts: &[Part],
    schedule: MemorySchedule,
) -> Result<MemorySchedule, PlanError> {
    let peaks = schedule
        .pooled
        .as_ref()
        .map_or(&[][..], |pooled| &pooled.peaks);
    let spaces = problem.spaces.iter().zip(peaks);
    let mut exceeded = spaces
        .enumerate()
        .filter(|(_, (space, peak))| space.capacity < peak.0);
    let Some((index, (space, peak))) = exceeded.next() else {
        return Ok(schedule);
    };
    let pool = index as u32;
    let is_here = |part: &&Part| {
        let first = part.clique.first();
        first.is_some_and(|&item| problem.items[item as usize].pools[0].0 == pool)
    };
    let clique = parts
        .iter()
        .find(is_here)
        .map_or(&[][..], |part| &part.clique);
    let bytes: u64 = clique
        .iter()
        .map(|&item| problem.items[item as usize].size)
        .sum();
    let capacity = Bytes(space.capacity);
    let reserved = space.capacity - space.free();
    let names = |id: crate::BufferId| trace[id].name.to_string();
    // An item is named by the first buffer at its place.
    let mut first_of = vec![None; problem.len()];
    let classes = crate::problem::relations::classes(trace, &trace.pools());
    if let Ok((classes, _)) = classes {
        for (first, class) in first_of.iter_mut().zip(&classes) {
            *first = class.members.first().copied();
        }
    }
    let named = clique
        .iter()
        .filter_map(|&item| first_of[item as usize].map(names));
    Err(PlanError::PoolExceeded {
        pool: trace.pools()[index].name.clone(),
        needed: if clique.is_empty() {
            *peak
        } else {
            Bytes(bytes.saturating_add(reserved))
        },
        capacity,
        clique: named.collect(),
        schedule: Box::new(schedule),
    })
}

/// All items beside each other, in the first pool of each where it fits: for traces with too many pairs to list.
fn side_by_side(problem: &Problem) -> Plan {
    let mut plan = Plan::empty(problem);
    let mut next: Vec<u64> = problem.spaces.iter().map(|space| space.floor()).collect();
    for item in &problem.items {
        if let Some(pin) = item.pin {
            let top = &mut next[item.pools[0].0 as usize];
            *top = (*top).max(pin.saturating_add(item.size));
        }
    }
    for (at, item) in problem.items.iter().enumerate() {
        let place = |&(pool, align): &(u32, u64)| {
            let space = &problem.spaces[pool as usize];
            let offset = space.offset_from(next[pool as usize], align, item.size);
            (pool, item.pin.unwrap_or(offset), space.capacity)
        };
        let mut places = item.pools.iter().map(place);
        let fits =
            |&(_, offset, capacity): &(u32, u64, u64)| offset.saturating_add(item.size) <= capacity;
        let first = places.next();
        let Some((pool, offset, _)) = first.filter(fits).or(places.find(fits)).or(first) else {
            continue;
        };
        if item.pin.is_none() {
            next[pool as usize] = offset.saturating_add(item.size);
        }
        plan.pool[at] = pool;
        plan.offset[at] = offset;
    }
    plan
}

/// The measures of a plan that moves these bytes, with bounds from its parts. No sum of peaks is below `load`.
fn terms(
    problem: &Problem,
    measures: &[Measure],
    plan: &Plan,
    parts: &[Part],
    load: u64,
    moved: u64,
) -> Vec<Term> {
    let peaks = plan.peaks(problem);
    let n_pools = problem.spaces.len();
    let mut least_peaks: Vec<u64> = problem.spaces.iter().map(|space| space.floor()).collect();
    let mut least_overflow = vec![0; n_pools];
    for part in parts {
        if let Some(pool) = part.pool {
            let pool = pool as usize;
            least_peaks[pool] = least_peaks[pool].max(part.peak_bound);
            least_overflow[pool] = part.overflow_bound.max(least_overflow[pool]);
        }
    }
    let unpooled = parts.iter().filter(|part| part.pool.is_none());
    let least_total = unpooled
        .clone()
        .map(|part| part.peak_bound)
        .max()
        .unwrap_or(0);
    let unpooled = unpooled.map(|part| part.overflow_bound).max().unwrap_or(0);
    let (mut reuse, mut bank) = (0, 0);
    for item in 0..problem.len() {
        if plan.offset[item] == NOWHERE {
            continue;
        }
        let (soft, banked) = plan.prices(problem, item);
        reuse += soft;
        bank += banked;
    }
    let term = |&measure: &Measure| {
        let (value, bound) = match measure {
            Measure::CapacityOverflow => {
                let over = peaks.iter().zip(&problem.spaces);
                let over = over
                    .map(|(peak, space)| peak.saturating_sub(space.capacity))
                    .sum();
                (over, least_overflow.iter().sum::<u64>().max(unpooled))
            }
            // Each pair was counted from both sides.
            Measure::ReuseCost => (reuse / 2, parts.iter().map(|part| part.reuse_bound).sum()),
            Measure::BankCost => (bank / 2, 0),
            Measure::BytesMoved => (moved, 0),
            Measure::TotalPeak => {
                let least = least_peaks.iter().sum::<u64>().max(load).max(least_total);
                (peaks.iter().sum(), least)
            }
            Measure::MaxPeak => (
                peaks.iter().copied().max().unwrap_or(0),
                least_peaks.iter().copied().max().unwrap_or(0),
            ),
        };
        let bound = if problem.is_restriction { 0 } else { bound };
        Term {
            measure,
            value,
            bound: bound.min(value),
        }
    };
    measures.iter().map(term).collect()
}
