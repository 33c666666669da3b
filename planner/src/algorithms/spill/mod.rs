//! Moves buffers between two pools: a fast one with a capacity, and a slow one that holds everything.
//!
//! The trace states when buffers are accessed ([`Relations::uses`](crate::Relations::uses)). The planner minimises the
//! bytes of copies and of accesses in pools with a price, then the peaks. Without prices, all buffers would stay in
//! the slow pool.
//!
//! 1. Bound: rows of the fast pool get prices ([`bound`]), which gives the bound of the linear program over divided
//!    items.
//! 2. Choices: plans in several orders, with and without these prices, and by two published rules ([`baselines`]). The
//!    cheapest is improved ([`plan`]): a few items are removed and inserted again by shortest paths through their
//!    accesses ([`path`]). For small problems, a search proves the best choices ([`proof`]).
//! 3. Offsets ([`place`]): if they exceed the fast pool, the plan is made again with fewer bytes there, finally for a
//!    smaller pool. Then the plan is improved together with its offsets ([`places`]), within the limits of the run.
//! 4. Copies that take time begin earlier where their bytes are free ([`ahead`]).
//!
//! The result never moves more bytes than the rules of [`baselines`], which get their offsets in the same way.

mod ahead;
mod baselines;
mod bound;
mod model;
mod path;
mod place;
mod places;
mod plan;
mod proof;
mod room;

use memplan_support::{Random, Sort};

use crate::constrained::NAME;
use crate::{
    Bytes, LifetimeTrace, Measure, MemorySchedule, Optimality, PlanError, PlanOptions,
    PoolSchedule, Term, Units, WorkMeter,
};
use bound::Bound;
use model::{Choice, FAST, Model, SLOW};
use place::Placed;
use places::Places;
use plan::Plan;

/// The rule that chooses the pool of each access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The best plan found.
    #[default]
    Best,
    /// Evict what is needed last.
    Belady,
    /// The order of XLA's memory-space assignment.
    Xla,
}

impl Rule {
    /// The rules, by the names that the option of the planner has.
    pub(crate) const NAMES: &[(&str, Self)] = &[
        ("best", Self::Best),
        ("belady", Self::Belady),
        ("xla", Self::Xla),
    ];
}

/// Weights of the prices of the bound in further plans.
const WEIGHTS: &[f64] = &[0.5, 0.9, 1.0];
/// With more buffers, only two orders are tried.
const MOST_FOR_ORDERS: usize = 20_000;
/// How often a round with offsets visits each item, besides the accesses and neighbours of a few.
const LOOKS_FOR_PLACES: u64 = 8;
/// How often the plan is made again: with fewer bytes where offsets exceed the pool, and then for a smaller pool.
const MOST_LOCAL_TRIES: u32 = 16;
const MOST_TRIES: u32 = 12;
/// The rounds of the first plan are divided by this when the plan is made again.
const ROUNDS_AGAIN: u64 = 2;
/// Without a limit, the rounds are divided by this for rounds with offsets, which take ten times as long.
const ROUNDS_PLACED: u64 = 8;

/// Whether [`plan()`] supports a trace: it has uses and two pools, only the first with a capacity, and neither prices
/// of pairs nor gaps. Buffers that are pinned or in pairs stay in one pool.
pub(crate) fn applies(trace: &LifetimeTrace) -> bool {
    let relations = trace.relations();
    let [fast, slow] = &relations.pools[..] else {
        return false;
    };
    let has_others = !(relations.same_place.is_empty()
        && relations.reuse_costs.is_empty()
        && relations.bank_costs.is_empty()
        && relations.forever.is_empty());
    !relations.uses.is_empty()
        && fast.capacity.is_some()
        && slow.capacity.is_none()
        && !has_others
        && (trace.buffers().iter()).all(|buffer| buffer.gaps.is_empty())
}

/// Plans a trace for which [`applies`] holds.
///
/// # Errors
/// [`PlanError::PoolExceeded`] if no plan was found in which the buffers fit that must be in the fast pool; those of
/// planners of one pool.
pub(crate) fn plan(
    trace: &LifetimeTrace,
    rule: Rule,
    options: &PlanOptions,
) -> Result<MemorySchedule, PlanError> {
    let model = Model::new(trace);
    let mut meter = options.meter();
    meter.check()?;
    let mut search = Search {
        random: Random::new(options.seed),
        bound: None,
    };
    let (mut tried, n_tries) = search.until_it_fits(trace, &model, rule, &mut meter)?;
    if rule == Rule::Best
        && let Some((choices, placed)) = &tried
        && let Some(better) = search.with_places(trace, &model, choices, placed, &mut meter)?
    {
        tried = Some(better);
    }
    let Some((choices, placed)) = tried else {
        return Err(exceeded(trace, &model));
    };
    // Where buffers are never live together, rows may hold more than their bytes.
    let has_bounds = trace.relations().never_together.is_empty();
    let least = search.bound.filter(|_| has_bounds);
    let least = least.map_or(0, |bound| bound.bytes);
    let work = meter.done();
    let best = schedule(trace, &model, &choices, placed, least, work);
    if rule != Rule::Best || n_tries == 0 {
        return best;
    }
    // A plan for a smaller pool may move more than a published rule whose plan fits the whole one.
    let others = [Rule::Belady, Rule::Xla].map(|rule| plan(trace, rule, options));
    let others = others
        .into_iter()
        .flatten()
        .map(|other| with_bound(other, least, work));
    others.fold(best, |best, other| match &best {
        Ok(least) if moved(least) <= moved(&other) => best,
        _ => Ok(other),
    })
}

/// The bytes that a schedule moves.
fn moved(schedule: &MemorySchedule) -> u64 {
    let mut terms = schedule.pooled.iter().flat_map(|pooled| &pooled.terms);
    let term = terms.find(|term| term.measure == Measure::BytesMoved);
    term.map_or(0, |term| term.value)
}

/// The schedule of a published rule with the bound and the work of the search.
fn with_bound(schedule: MemorySchedule, least: u64, work: Units) -> MemorySchedule {
    let mut schedule = MemorySchedule { work, ..schedule };
    let terms = schedule
        .pooled
        .iter_mut()
        .flat_map(|pooled| &mut pooled.terms);
    for term in terms.filter(|term| term.measure == Measure::BytesMoved) {
        term.bound = least.min(term.value);
    }
    schedule
}

fn capacity(trace: &LifetimeTrace) -> u64 {
    trace.pools()[FAST].capacity.map_or(u64::MAX, |most| most.0)
}

/// Choices with their offsets.
type Found = (Vec<Option<Choice>>, Placed);

/// The state of one run.
struct Search {
    random: Random,
    /// For the whole fast pool.
    bound: Option<Bound>,
}

impl Search {
    /// Makes plans until the offsets of one fit the fast pool: with fewer bytes where the last one was too high, then
    /// for smaller pools. Returns the plan with the lowest peak, if any, and the number of plans that did not fit.
    fn until_it_fits(
        &mut self,
        trace: &LifetimeTrace,
        model: &Model,
        rule: Rule,
        meter: &mut WorkMeter<'_>,
    ) -> Result<(Option<Found>, u32), PlanError> {
        let mut smaller = model.clone();
        let mut lowest: Option<Found> = None;
        let n_local = if rule == Rule::Best {
            MOST_LOCAL_TRIES
        } else {
            0
        };
        let mut n_tries = 0;
        while n_tries < n_local + MOST_TRIES {
            let Some(choices) = self.choices(&smaller, rule, lowest.as_ref(), meter) else {
                break;
            };
            let placed = place::place(trace, model, &choices, None, meter.options())?;
            let over = placed.peaks[FAST].saturating_sub(capacity(trace));
            if n_tries < n_local {
                model.take_where_too_high(&mut smaller, trace, &placed.residences);
            } else {
                // The fragmentation of the next plan is about that of this one.
                let step = over.max(model.capacity >> (9 - (n_tries - n_local).min(7)));
                let most = smaller.capacity / 8 + 1;
                smaller.capacity = smaller.capacity.saturating_sub(step.min(most));
            }
            let is_better = lowest
                .as_ref()
                .is_none_or(|(_, last)| placed.peaks[FAST] < last.peaks[FAST] || over == 0);
            if is_better {
                lowest = Some((choices, placed));
            }
            if over == 0 {
                break;
            }
            n_tries += 1;
        }
        Ok((lowest, n_tries))
    }

    /// Choices by a rule; `None` if what must be in the fast pool does not fit.
    fn choices(
        &mut self,
        model: &Model,
        rule: Rule,
        last: Option<&Found>,
        meter: &mut WorkMeter<'_>,
    ) -> Option<Vec<Option<Choice>>> {
        match rule {
            Rule::Belady => return Some(Plan::of(model, baselines::belady(model))?.choices),
            Rule::Xla => return Some(Plan::of(model, baselines::xla(model))?.choices),
            Rule::Best => {}
        }
        let mut plans = vec![
            Plan::of(model, baselines::belady(model)),
            Plan::of(model, baselines::xla(model)),
        ];
        let is_first = last.is_none();
        if let Some((choices, _)) = last {
            plans.push(Plan::of(model, choices.clone()));
        }
        let orders = orders(model);
        plans.extend((orders.iter()).map(|order| Plan::in_order(model, order, None, 0.0)));
        let cost = plans.iter().flatten().map(|plan| plan.cost).min()?;
        let bound = self
            .bound
            .get_or_insert_with(|| bound::bound(model, cost, meter));
        for order in &orders {
            for &weight in WEIGHTS {
                plans.push(Plan::in_order(model, order, Some(&bound.prices), weight));
            }
        }
        let mut plan = plans.into_iter().flatten().min_by_key(|plan| plan.cost)?;
        let rounds = plan::n_rounds(model.items.len(), 1);
        plan::improve(
            &mut plan,
            bound,
            if is_first {
                rounds
            } else {
                rounds / ROUNDS_AGAIN
            },
            &mut self.random,
            meter,
        );
        if is_first && bound.bytes < plan.cost {
            let (bytes, proved) = proof::prove(model, bound, plan.cost, meter);
            bound.bytes = bytes;
            return proved.or(Some(plan.choices));
        }
        Some(plan.choices)
    }

    /// Improves choices together with their offsets until a limit, or for a fixed number of rounds. `None` if the pool
    /// has rules that [`Places`] does not support.
    fn with_places(
        &mut self,
        trace: &LifetimeTrace,
        model: &Model,
        choices: &[Option<Choice>],
        placed: &Placed,
        meter: &mut WorkMeter<'_>,
    ) -> Result<Option<Found>, PlanError> {
        let options = meter.options();
        let places = Places::of(trace, model, choices, placed, options);
        let (Some(mut places), Some(bound)) = (places, &self.bound) else {
            return Ok(None);
        };
        let is_limited = options.work_limit.is_some() || options.time_left().is_some();
        let rounds = if is_limited {
            u64::MAX
        } else {
            plan::n_rounds(model.items.len(), LOOKS_FOR_PLACES) / ROUNDS_PLACED
        };
        plan::improve(&mut places, bound, rounds, &mut self.random, meter);
        let choices = places.plan.choices.clone();
        let placed = place::place(trace, model, &choices, Some(&places), options)?;
        Ok(Some((choices, placed)))
    }
}

/// Orders of items: those that must be in the fast pool first, then by benefits relative to the space they take.
fn orders(model: &Model) -> Vec<Vec<usize>> {
    let rank = |value: &dyn Fn(usize) -> f64| {
        let mut order: Vec<(bool, f64, usize)> = (0..model.items.len())
            .map(|item| (model.items[item].may_be[SLOW], value(item), item))
            .collect();
        order.sort_stable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        order.into_iter().map(|ranked| ranked.2).collect::<Vec<_>>()
    };
    let saved = |item: usize| {
        let accesses = model.items[item].accesses.iter();
        let saved: u64 = accesses
            .map(|access| access.cost[SLOW].saturating_sub(access.cost[FAST]))
            .sum();
        saved as f64
    };
    let size = |item: usize| model.items[item].size as f64;
    let rows = |item: usize| {
        let accesses = &model.items[item].accesses;
        (accesses[accesses.len() - 1].rows.end - accesses[0].rows.begin) as f64
    };
    let first = vec![
        rank(&|item| saved(item) / size(item)),
        rank(&|item| saved(item) / (size(item) * rows(item))),
    ];
    if MOST_FOR_ORDERS < model.items.len() {
        return first;
    }
    let more = vec![
        rank(&|item| saved(item) / size(item).sqrt()),
        rank(&|item| saved(item) / rows(item)),
        rank(&|item| -rows(item)),
        rank(&|item| size(item)),
    ];
    first.into_iter().chain(more).collect()
}

/// The schedule of choices with their offsets.
fn schedule(
    trace: &LifetimeTrace,
    model: &Model,
    choices: &[Option<Choice>],
    mut placed: Placed,
    least_bytes: u64,
    work: Units,
) -> Result<MemorySchedule, PlanError> {
    ahead::begin_early(trace, &mut placed.residences);
    let places = place::first_places(trace.len(), &placed.residences);
    let moved: u64 = (choices.iter().enumerate())
        .filter_map(|(item, choice)| Some(model.cost(item, choice.as_ref()?)))
        .sum();
    let capacity = capacity(trace);
    let peaks = placed.peaks;
    let measures = trace.relations().measures();
    let term = |&measure: &Measure| {
        let (value, bound) = match measure {
            Measure::CapacityOverflow => (peaks[FAST].saturating_sub(capacity), 0),
            Measure::ReuseCost | Measure::BankCost => (0, 0),
            Measure::BytesMoved => (moved, least_bytes),
            Measure::TotalPeak if trace.relations().never_together.is_empty() => {
                (peaks.iter().sum(), model.least_load())
            }
            Measure::TotalPeak => (peaks.iter().sum(), 0),
            Measure::MaxPeak => (peaks.iter().copied().max().unwrap_or(0), 0),
        };
        Term {
            measure,
            value,
            bound: bound.min(value),
        }
    };
    let schedule = MemorySchedule {
        total_size: Bytes(peaks.iter().sum()),
        offsets: places.iter().map(|place| place.1).collect(),
        reuses: Vec::new(),
        planner: NAME.to_owned(),
        work,
        optimality: Optimality::Unknown,
        bound_rule: None,
        stopped_by: None,
        certificate: None,
        oriented: None,
        pooled: Some(Box::new(PoolSchedule {
            pools: places.iter().map(|place| place.0).collect(),
            peaks: peaks.iter().copied().map(Bytes).collect(),
            terms: measures.iter().map(term).collect(),
            residences: place::moving(trace.len(), placed.residences),
        })),
    };
    if peaks[FAST] <= capacity {
        return Ok(schedule);
    }
    Err(PlanError::PoolExceeded {
        pool: trace.pools()[FAST].name.clone(),
        needed: Bytes(peaks[FAST]),
        capacity: Bytes(capacity),
        clique: Vec::new(),
        schedule: Box::new(schedule),
    })
}

/// The error for a trace in which the buffers that must be in the fast pool are too large together.
fn exceeded(trace: &LifetimeTrace, model: &Model) -> PlanError {
    // The error reports bytes, so copies take no time here.
    let mut model = model.clone();
    model.items.iter_mut().for_each(|item| item.copy_ticks = 0);
    let model = &model;
    let choices: Vec<Option<Choice>> = (model.items.iter())
        .map(|item| {
            let n = item.accesses.len();
            let must = !item.may_be[SLOW];
            let is_kept = (0..n).map(|at| must && at != 0 && item.is_needed_after(at - 1));
            Some(Choice {
                is_fast: vec![must; n],
                is_kept: is_kept.collect(),
            })
        })
        .collect();
    let placed = place::place(trace, model, &choices, None, &PlanOptions::default());
    let planned = placed.and_then(|placed| schedule(trace, model, &choices, placed, 0, Units(0)));
    match planned {
        Err(error) => error,
        // Alone, these items fit, so the search has failed for another reason.
        Ok(schedule) => PlanError::PoolExceeded {
            pool: trace.pools()[FAST].name.clone(),
            needed: Bytes(capacity(trace)),
            capacity: Bytes(capacity(trace)),
            clique: Vec::new(),
            schedule: Box::new(schedule),
        },
    }
}
