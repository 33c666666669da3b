//! The exact search for traces, applied to the hard pairs of a problem.
//!
//! Any set of pairs is a trace: each tick is a clique of the pairs, and an item has gaps where it is in no clique. So
//! the exact search, with all its techniques, also decides whether items fit, and finds their lowest peak.
//!
//! If all pairs between two sets of items are hard, the sets use different bytes, and each needs at least its own
//! lowest peak. So sets are planned one by one and stacked. Within a set, components of the pairs are planned one by
//! one, too. The remaining parts are the prime nodes of the modular decomposition of the pairs (Gallai 1967).

use memplan_support::Sort;

use super::bounds::is_hard;
use super::place::Plan;
use super::problem::{Item, Problem, Space};
use crate::problem::units::common_alignment;
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

/// The lowest peak of items in their only pool, or any peak within `goal` bytes. `None` if the search does not apply.
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
    let mut hard = problem.clone();
    let priced = hard.soft.iter_mut().chain(&mut hard.bank);
    priced.for_each(Vec::clear);
    decomposed(&hard, pool, goal, nodes, meter)
}

/// As [`lowest_peak`], for hard pairs only.
fn decomposed(
    problem: &Problem,
    pool: u32,
    goal: Option<u64>,
    nodes: u64,
    meter: &mut WorkMeter<'_>,
) -> Option<Answer> {
    let space = &problem.spaces[pool as usize];
    let components = problem.components();
    if 1 < components.len() {
        let mut whole = Answer::of_nothing(problem, space.floor());
        for (items, part) in components.iter().zip(problem.split(&components)) {
            let part = decomposed(&part, pool, goal, nodes, meter)?;
            (whole.peak, whole.bound) = (part.peak.max(whole.peak), part.bound.max(whole.bound));
            whole.take(items, &part, 0);
        }
        return Some(whole);
    }
    let align = alignment(problem, space);
    let sets = align.map_or_else(Vec::new, |_| problem.join_components());
    if let Some(align) = align
        && 1 < sets.len()
    {
        let mut whole = Answer::of_nothing(problem, space.floor().next_multiple_of(align));
        for (items, mut set) in sets.iter().zip(problem.split(&sets)) {
            set.spaces[pool as usize].reserved.clear();
            let part = decomposed(&set, pool, None, nodes, meter)?;
            whole.take(items, &part, whole.peak);
            (whole.peak, whole.bound) = (whole.peak + part.peak, whole.bound + part.bound);
        }
        return Some(whole);
    }
    searched(problem, pool, goal, nodes, meter)
}

/// As [`lowest_peak`], without dividing the problem.
fn searched(
    problem: &Problem,
    pool: u32,
    goal: Option<u64>,
    nodes: u64,
    meter: &mut WorkMeter<'_>,
) -> Option<Answer> {
    let space = &problem.spaces[pool as usize];
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
        if let Some(scaled) = offsets.get_mut(id.index()) {
            *scaled = offset * instance.unit;
        }
    }
    for (offset, item) in offsets.iter_mut().zip(&problem.items) {
        *offset = item.pin.unwrap_or(*offset);
    }
    Some(Answer {
        peak: outcome.placement.peak.max(instance.floor),
        bound: outcome.bound.bytes.0.max(space.floor()),
        offsets,
    })
}

/// The alignment of all items, if they keep it when whole items below them are taken away: those of pools reserved from
/// the bottom at most.
fn alignment(problem: &Problem, space: &Space) -> Option<u64> {
    let mut aligns = problem.items.iter().map(|item| item.pools[0].1);
    let align = aligns.try_fold(1, common_alignment)?;
    let is_whole = |item: &Item| item.pin.is_none() && item.size.is_multiple_of(align);
    let is_stackable =
        matches!(space.reserved[..], [] | [(0, _)]) && problem.items.iter().all(is_whole);
    is_stackable.then_some(align)
}

impl Answer {
    fn of_nothing(problem: &Problem, floor: u64) -> Self {
        Self {
            offsets: vec![0; problem.len()],
            peak: floor,
            bound: floor,
        }
    }

    /// Takes over the offsets of some items, from a base on.
    fn take(&mut self, items: &[u32], part: &Self, base: u64) {
        for (&item, offset) in items.iter().zip(&part.offsets) {
            self.offsets[item as usize] = base + offset;
        }
    }

    /// The plan of these offsets.
    pub(super) fn plan(&self, problem: &Problem, pool: u32) -> Plan {
        Plan {
            pool: vec![pool; problem.len()],
            offset: self.offsets.clone(),
            cost: super::place::cost_of(problem, &self.offsets),
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

#[cfg(test)]
mod tests {
    use memplan_support::Random;

    use super::{lowest_peak, searched};
    use crate::PlanOptions;
    use crate::constrained::problem::{Item, Problem, Space};

    /// Three sets of items: between two sets, either all pairs are hard or none is.
    fn problem(random: &mut Random) -> Problem {
        let n = 5 + random.index(5);
        let align = 1 + random.below(2);
        let set_of: Vec<usize> = (0..n).map(|_| random.index(3)).collect();
        let joined: Vec<bool> = (0..9).map(|_| random.one_in(2)).collect();
        let item = |random: &mut Random| Item {
            size: align * (1 + random.below(5)),
            pools: vec![(0, align)],
            pin: None,
            born: 0,
        };
        let mut problem = Problem {
            items: (0..n).map(|_| item(random)).collect(),
            spaces: vec![Space {
                capacity: 1_000,
                reserved: vec![(0, 3)],
                banks: None,
            }],
            hard: vec![Vec::new(); n],
            soft: vec![Vec::new(); n],
            bank: vec![Vec::new(); n],
            ..Problem::default()
        };
        for a in 0..n {
            for b in a + 1..n {
                let (x, y) = (set_of[a].min(set_of[b]), set_of[a].max(set_of[b]));
                if if x == y {
                    random.one_in(2)
                } else {
                    joined[3 * x + y]
                } {
                    problem.hard[a].push(b as u32);
                    problem.hard[b].push(a as u32);
                }
            }
        }
        problem
    }

    #[test]
    fn sets_that_lie_on_each_other_have_the_peak_of_the_whole() {
        let mut random = Random::new(3);
        let options = PlanOptions::default();
        let mut n_divided = 0;
        for _ in 0..2_000 {
            let problem = problem(&mut random);
            let mut meter = options.meter();
            let whole = searched(&problem, 0, None, 1 << 30, &mut meter).unwrap();
            let own = lowest_peak(&problem, 0, None, 1 << 30, &mut meter).unwrap();
            assert_eq!(own.peak, whole.peak, "{problem:?}");
            assert_eq!((own.bound, whole.bound), (own.peak, whole.peak));
            let end = |item: usize| own.offsets[item] + problem.items[item].size;
            for (item, hard) in problem.hard.iter().enumerate() {
                let clears = |&other: &u32| {
                    let other = other as usize;
                    end(item) <= own.offsets[other] || end(other) <= own.offsets[item]
                };
                assert!(hard.iter().all(clears) && end(item) <= own.peak);
                assert!(3 <= own.offsets[item]);
                assert!(own.offsets[item].is_multiple_of(problem.items[item].pools[0].1));
            }
            n_divided += u32::from(1 < problem.join_components().len());
        }
        assert!(200 < n_divided);
    }
}
