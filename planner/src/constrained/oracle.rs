//! Hard pairs alone, by the exact search for traces.
//!
//! Any set of pairs is a trace: each tick is a clique of the pairs, and an item has gaps where it is in no clique. So the exact
//! search, with all its techniques, also decides whether items fit, and finds their lowest peak.

use memplan_support::Sort;

use super::bounds::is_hard;
use super::place::Plan;
use super::problem::Problem;
use crate::reduce::Instance;
use crate::search::{Goal, SearchOptions, solve};
use crate::{Buffer, Bytes, Gap, Lifetime, LifetimeTrace, PlanOptions, Tick, WorkMeter};

/// The most items of a component that is searched.
pub(super) const MOST_ITEMS: usize = 1_000;

/// What the search found.
pub(super) struct Answer {
    /// The offsets of the items, and their highest end, reserved ranges included.
    pub(super) offsets: Vec<u64>,
    pub(super) peak: u64,
    /// No plan has a lower peak.
    pub(super) bound: u64,
}

/// The lowest peak of items in their only pool, or any within `goal` bytes. `None` where nothing can be said.
pub(super) fn lowest_peak(
    problem: &Problem,
    pool: u32,
    goal: Option<u64>,
    nodes: u64,
    meter: &mut WorkMeter<'_>,
) -> Option<Answer> {
    if MOST_ITEMS < problem.len() || problem.is_crowded {
        return None;
    }
    let space = &problem.spaces[pool as usize];
    if space.banks.is_some_and(|banks| banks.is_strict) {
        return None;
    }
    let trace = as_trace(problem, &space.reserved)?;
    let options = PlanOptions::default();
    let instance = Instance::new(&trace, &options).ok()?;
    let search = SearchOptions {
        goal: goal.map_or(Goal::Optimise, Goal::Within),
        node_limit: Some(nodes),
        ..SearchOptions::default()
    };
    let outcome = solve(&instance, &search, meter).ok()?;
    let mut offsets = vec![0; problem.len()];
    for (id, offset) in instance.ids.iter().zip(&outcome.placement.offsets) {
        if let Some(known) = offsets.get_mut(id.index()) {
            *known = offset * instance.unit;
        }
    }
    for (offset, item) in offsets.iter_mut().zip(&problem.items) {
        *offset = item.pin.unwrap_or(*offset);
    }
    Some(Answer {
        peak: outcome.placement.peak.max(instance.floor),
        bound: outcome.bound.0.max(space.floor()),
        offsets,
    })
}

impl Answer {
    /// The plan of these offsets.
    pub(super) fn plan(&self, problem: &Problem, pool: u32) -> Plan {
        Plan {
            pool: vec![pool; problem.len()],
            offset: self.offsets.clone(),
            cost: super::search::cost_of(problem, &self.offsets),
            left_out: 0,
        }
    }
}

/// The trace whose ticks are cliques that cover all hard pairs, and in which reserved ranges are pinned buffers.
fn as_trace(problem: &Problem, reserved: &[(u64, u64)]) -> Option<LifetimeTrace> {
    let mut cliques = cover(problem);
    let is_alone = |item: &u32| problem.hard[*item as usize].is_empty();
    cliques.extend(
        (0..problem.len() as u32)
            .filter(is_alone)
            .map(|item| vec![item]),
    );
    // Of intervals, cliques in the order of their latest births leave no gaps.
    cliques.sort_stable_by_key(|clique| {
        let births = clique.iter().map(|&item| problem.items[item as usize].born);
        births.max().unwrap_or(0).cast_unsigned() ^ (1 << 63)
    });
    let mut ticks: Vec<Vec<i64>> = vec![Vec::new(); problem.len()];
    for (tick, clique) in (0..).zip(&cliques) {
        for &item in clique {
            ticks[item as usize].push(tick);
        }
    }
    let end = cliques.len() as i64;
    let mut buffers = Vec::new();
    for (known, ticks) in problem.items.iter().zip(&ticks) {
        let (first, last) = (*ticks.first()?, *ticks.last()?);
        let live = Lifetime::half_open(Tick(first), Tick(last + 1));
        let mut buffer = Buffer::new("", Bytes(known.size), live);
        buffer.align = Bytes(known.pools[0].1);
        buffer.pinned = known.pin.map(Bytes);
        for pair in ticks.windows(2).filter(|pair| pair[0] + 1 < pair[1]) {
            buffer.gaps.push(Gap {
                ticks: Lifetime::half_open(Tick(pair[0] + 1), Tick(pair[1])),
                window: None,
            });
        }
        buffers.push(buffer);
    }
    for &(lo, hi) in reserved {
        let live = Lifetime::half_open(Tick(0), Tick(end.max(1)));
        let mut buffer = Buffer::new("", Bytes(hi - lo), live);
        buffer.pinned = Some(Bytes(lo));
        buffers.push(buffer);
    }
    LifetimeTrace::builder("").buffers(buffers).build().ok()
}

/// Cliques of hard pairs that cover all of them. `O(pairs * degree)` at worst.
fn cover(problem: &Problem) -> Vec<Vec<u32>> {
    let n = problem.len();
    let mut is_covered: Vec<Vec<bool>> = problem
        .hard
        .iter()
        .map(|list| vec![false; list.len()])
        .collect();
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.sort_stable_by_key(|&item| problem.items[item as usize].born.cast_unsigned() ^ (1 << 63));
    let mut cliques = Vec::new();
    for &a in &order {
        for at in 0..problem.hard[a as usize].len() {
            if is_covered[a as usize][at] {
                continue;
            }
            let b = problem.hard[a as usize][at];
            let mut clique = vec![a, b];
            for &item in &problem.hard[a as usize] {
                if clique
                    .iter()
                    .all(|&other| other != item && is_hard(problem, other, item))
                {
                    clique.push(item);
                }
            }
            for &x in &clique {
                for &y in &clique {
                    if let Ok(at) = problem.hard[x as usize].binary_search(&y) {
                        is_covered[x as usize][at] = true;
                    }
                }
            }
            cliques.push(clique);
        }
    }
    cliques
}
