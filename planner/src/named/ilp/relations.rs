//! Integer programs for traces with relations: what the planner `ilp` does with them.
//!
//! A pair of items has two binary variables, one for each order: exactly one of them holds for a hard pair. A pair with a price has a
//! third one, `active`, and `left + right + active >= 1`. Cliques that exceed their pool give [`rows`] over the active variables, which are
//! added where the relaxation violates them. As for simple traces, a solution only decides orders: offsets follow from them in integers,
//! orders that do not fit are cut off, and the only claim that is trusted is that there is no solution.
//!
//! Costs and peaks are asked for in the order of the measures. Each component is a sequence of questions "is there a plan that is better by
//! one?", so the last answer is the proof. Where peaks come first, the peak of a pool is the limit of all its components when their costs are
//! lowered. Hints are used as by the planner `constrained`.

use good_lp::{Constraint, Expression, ProblemVariables, Variable, constraint, variable};
use memplan_support::Sort;

use super::backend::{self, Backend, Solved};
use super::model::{Integrality, Model};
use crate::constrained::bounds::{Pairs, Row, rows};
use crate::constrained::place::{Order, Plan, greedy};
use crate::constrained::problem::{Item, NO_LIMIT, Problem, Reduced, reduce};
use crate::constrained::search::cost_of;
use crate::constrained::solve::{Part, complete, lowest_end};
use crate::constrained::{Assembly, assemble, hints};
use crate::{
    LifetimeTrace, Measure, MemorySchedule, PlanError, PlanOptions, StopReason, WorkMeter,
};

/// Cliques are added in at most so many rounds, at most so many at a time.
const ROUNDS: usize = 8;
const MOST_ROWS: usize = 40;

/// At most so many solutions whose orders do not fit are cut off before a question is left open.
const MOST_REPAIRS: usize = 200;

/// Nodes for each question, unless the caller says how many.
pub(crate) const DEFAULT_NODES: u64 = 5_000;

/// Offsets with at most so many multiples of an alignment are whole numbers of it.
const MOST_MULTIPLES: f64 = 4096.0;

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The solver.
    pub(crate) backend: Backend,
    /// Components with more items are left as they are.
    pub(crate) max_items: usize,
    /// Nodes for each question about a component; `None` for no limit but that of the meter.
    pub(crate) max_nodes: Option<u64>,
}

/// Plans a trace with relations.
///
/// # Errors
/// [`PlanError::Unsupported`] for what the program does not express, and those of the planner `constrained`.
pub(crate) fn plan(
    name: &'static str,
    trace: &LifetimeTrace,
    options: &PlanOptions,
    effort: Effort,
) -> Result<MemorySchedule, PlanError> {
    if !trace.in_place().is_empty() && trace.relations().uses.is_empty() {
        return hints::plan(trace, options, |trace, options| {
            plan(name, trace, options, effort)
        });
    }
    let reduced = reduce(trace, options)?;
    refuse(name, trace, &reduced)?;
    let problem = &reduced.problem;
    let measures = trace.relations().measures();
    let mut meter = options.meter();
    meter.check().or_else(|error| match error {
        PlanError::Stopped { reason, .. } if reason.wants_schedule() => Ok(()),
        error => Err(error),
    })?;
    let components = problem.components();
    let restricted = problem.split(&components);
    let mut jobs: Vec<Job<'_>> = restricted
        .iter()
        .map(|part| Job::new(part, effort))
        .collect();
    solve(problem, &mut jobs, &measures, &mut meter);
    let is_open = jobs.iter().any(|job| job.is_open);
    let parts = jobs.into_iter().map(|job| job.part).collect();
    let reason = meter.reason_to_stop();
    let stopped = reason.or(is_open.then_some(StopReason::Budget));
    let assembly = Assembly {
        name,
        components: &components,
        work: meter.done(),
        stopped,
    };
    assemble(trace, &reduced, &measures, parts, assembly)
}

/// Refuses what the program does not express, with the name of a buffer.
fn refuse(name: &'static str, trace: &LifetimeTrace, reduced: &Reduced) -> Result<(), PlanError> {
    let relations = trace.relations();
    let problem = &reduced.problem;
    let unsupported = |feature: &'static str, buffer: Option<crate::BufferId>| {
        let buffer = buffer.or(trace.ids().next());
        Err(PlanError::Unsupported {
            planner: name,
            feature,
            buffer: buffer.map_or_else(String::new, |id| trace[id].name.to_string()),
        })
    };
    let named = |item: usize| {
        let mut ids = trace.ids().zip(&reduced.item_of);
        ids.find(|(_, of)| **of as usize == item).map(|(id, _)| id)
    };
    if let Some(uses) = relations.uses.first() {
        return unsupported("buffers that move between pools", Some(uses.buffer));
    }
    if let Some(item) = problem.items.iter().position(|item| item.pools.len() != 1) {
        return unsupported("a choice of pools", named(item));
    }
    if problem.is_restriction {
        let has_window =
            |id: &crate::BufferId| trace[*id].gaps.iter().any(|gap| gap.window.is_some());
        return unsupported("bytes that are kept in gaps", trace.ids().find(has_window));
    }
    if let Some(item) = problem.bank.iter().position(|list| !list.is_empty()) {
        return unsupported("costs of banks", named(item));
    }
    let is_strict = |item: &Item| {
        let banks = problem.spaces[item.pools[0].0 as usize].banks;
        banks.is_some_and(|banks| banks.is_strict)
    };
    if let Some(item) = problem.items.iter().position(is_strict) {
        return unsupported("strict banks", named(item));
    }
    if problem.is_crowded {
        return unsupported("so many buffers that are live together", None);
    }
    let measures = relations.measures();
    let has_costs = problem.soft.iter().any(|list| !list.is_empty());
    let cost = measures
        .iter()
        .position(|&it| it == Measure::ReuseCost)
        .filter(|_| has_costs);
    if cost.is_some_and(|cost| peaks_come(&measures[..cost]) && peaks_come(&measures[cost..])) {
        return unsupported("peaks before costs and after them", None);
    }
    Ok(())
}

/// Answers all questions about the components, in the order of the measures.
fn solve(problem: &Problem, jobs: &mut [Job<'_>], measures: &[Measure], meter: &mut WorkMeter<'_>) {
    for job in &mut *jobs {
        job.fit(meter);
    }
    let cost = measures.iter().position(|&it| it == Measure::ReuseCost);
    let has_peaks = peaks_come(measures);
    if !cost.is_some_and(|cost| peaks_come(&measures[..cost])) {
        for job in jobs.iter_mut().filter(|job| job.fits) {
            if cost.is_some() {
                job.lower_cost(problem.spaces[job.pool].capacity, meter);
            }
            if has_peaks {
                job.lower_peak(job.part.plan.cost, meter);
            }
        }
        return;
    }
    let mut peaks: Vec<u64> = problem.spaces.iter().map(|space| space.floor()).collect();
    let mut bounds = peaks.clone();
    for job in &mut *jobs {
        if job.fits {
            job.lower_peak(u64::MAX, meter);
        }
        peaks[job.pool] = peaks[job.pool].max(job.peak());
        bounds[job.pool] = bounds[job.pool].max(job.part.peak_bound);
    }
    // Unless all peaks are lowest, other plans have other peaks and the same sum.
    let is_total = measures.contains(&Measure::TotalPeak);
    let highest = peaks.iter().copied().max().unwrap_or(0);
    for job in jobs.iter_mut().filter(|job| job.fits) {
        let limit = if is_total { peaks[job.pool] } else { highest };
        job.lower_cost(limit.min(problem.spaces[job.pool].capacity), meter);
        if is_total && peaks != bounds {
            job.part.reuse_bound = 0;
        }
    }
}

fn peaks_come(measures: &[Measure]) -> bool {
    let is_peak = |measure: &Measure| matches!(measure, Measure::TotalPeak | Measure::MaxPeak);
    measures.iter().any(is_peak)
}

/// A pair of items.
#[derive(Clone, Copy, Debug)]
struct Pair {
    a: usize,
    b: usize,
    /// Its number among priced pairs and its price.
    price: Option<(usize, u64)>,
}

/// One component.
struct Job<'a> {
    problem: &'a Problem,
    effort: Effort,
    pool: usize,
    pairs: Vec<Pair>,
    priced: Pairs,
    part: Part,
    /// Orders that do not fit: at these limits, not all literals hold. A literal is a pair, and whether `a` is below.
    cuts: Vec<(u64, Vec<(usize, bool)>)>,
    /// Whether its plan is within the capacity.
    fits: bool,
    /// Whether a question was left open.
    is_open: bool,
}

/// What is asked of a component: ends at `limit` or below, and at most this cost.
#[derive(Clone, Copy, Debug)]
struct Question {
    limit: u64,
    cost: u64,
}

enum Reply {
    Offsets(Vec<u64>),
    No,
    Open,
}

impl<'a> Job<'a> {
    /// With the best plan of greedy placement.
    fn new(problem: &'a Problem, effort: Effort) -> Self {
        let pool = problem.items.first().map_or(0, |item| item.pools[0].0);
        let limits: Vec<u64> = problem.spaces.iter().map(|space| space.capacity).collect();
        let plans = Order::ALL.iter();
        let plans = plans.map(|order| greedy(problem, &order.items(problem), &limits));
        let value = |plan: &Plan| (plan.value(), plan.peaks(problem)[pool as usize]);
        let plan = plans
            .min_by_key(value)
            .unwrap_or_else(|| Plan::empty(problem));
        let priced = Pairs::of(problem);
        let mut pairs = Vec::new();
        for (a, list) in problem.hard.iter().enumerate() {
            let later = list.iter().map(|&b| b as usize).filter(|&b| a < b);
            pairs.extend(later.map(|b| Pair { a, b, price: None }));
        }
        pairs.extend(
            priced
                .all
                .iter()
                .enumerate()
                .map(|(number, &(a, b, cost))| Pair {
                    a: a as usize,
                    b: b as usize,
                    price: Some((number, cost)),
                }),
        );
        Self {
            effort,
            pool: pool as usize,
            pairs,
            priced,
            part: Part {
                plan,
                pool: Some(pool),
                clique: Vec::new(),
                overflow_bound: 0,
                reuse_bound: 0,
                peak_bound: lowest_end(&problem.spaces[pool as usize].reserved, 0)
                    .max(problem.spaces[pool as usize].floor()),
            },
            cuts: Vec::new(),
            fits: false,
            is_open: false,
            problem,
        }
    }

    fn peak(&self) -> u64 {
        self.part.plan.peaks(self.problem)[self.pool]
    }

    fn is_small(&self) -> bool {
        self.problem.len() <= self.effort.max_items
    }

    /// Finds any plan within the capacity, if greedy placement did not.
    fn fit(&mut self, meter: &mut WorkMeter<'_>) {
        if self.part.plan.left_out != 0 {
            let any = Question {
                limit: self.problem.spaces[self.pool].capacity,
                cost: u64::MAX,
            };
            match self.ask(any, self.is_small(), meter) {
                Reply::Offsets(offsets) => self.take(offsets),
                Reply::No => self.part.overflow_bound = 1,
                Reply::Open => self.is_open = true,
            }
        }
        self.fits = self.part.plan.left_out == 0;
        if !self.fits {
            complete(self.problem, &mut self.part.plan);
        }
    }

    /// Lowers the cost of plans with ends at a limit or below.
    fn lower_cost(&mut self, limit: u64, meter: &mut WorkMeter<'_>) {
        while self.part.reuse_bound < self.part.plan.cost {
            let cost = self.part.plan.cost - 1;
            match self.ask(Question { limit, cost }, self.is_small(), meter) {
                Reply::Offsets(offsets) => self.take(offsets),
                Reply::No => self.part.reuse_bound = self.part.plan.cost,
                Reply::Open => break,
            }
        }
        self.is_open |= self.part.reuse_bound < self.part.plan.cost;
    }

    /// Lowers the peak of plans of at most a cost.
    fn lower_peak(&mut self, cost: u64, meter: &mut WorkMeter<'_>) {
        while self.part.peak_bound < self.peak() {
            let limit = self.peak() - 1;
            match self.ask(Question { limit, cost }, self.is_small(), meter) {
                Reply::Offsets(offsets) => self.take(offsets),
                Reply::No => self.part.peak_bound = self.peak(),
                Reply::Open => break,
            }
        }
        self.is_open |= self.part.peak_bound < self.peak();
    }

    /// Takes better offsets.
    fn take(&mut self, offsets: Vec<u64>) {
        self.part.plan = Plan {
            pool: vec![self.pool as u32; self.problem.len()],
            cost: cost_of(self.problem, &offsets),
            offset: offsets,
            left_out: 0,
        };
    }

    /// Answers a question: by an empty domain, else by the solver.
    fn ask(&mut self, question: Question, is_small: bool, meter: &mut WorkMeter<'_>) -> Reply {
        if !is_small {
            return Reply::Open;
        }
        let space = &self.problem.spaces[self.pool];
        if question.limit < space.floor() {
            return Reply::No;
        }
        let fits = |item: &Item| {
            let from = item.pin.unwrap_or(0);
            from.saturating_add(item.size) <= question.limit
        };
        if !self.problem.items.iter().all(fits) {
            return Reply::No;
        }
        let free = space.free_below(question.limit);
        let cliques = rows(self.problem, &self.priced, free);
        let mut chosen: Vec<usize> = Vec::new();
        for _ in 0..ROUNDS {
            let program = Program::new(self, question, &cliques, &chosen, Integrality::Relaxed);
            let values = match backend::solve(self.effort.backend, program.model, u64::MAX, meter).0
            {
                Solved::Infeasible => return Reply::No,
                Solved::Found { orders, .. } => orders,
                Solved::Stopped { .. } => return Reply::Open,
                Solved::Failed => break,
            };
            let active = |pair: u32| values[program.first_active + pair as usize];
            let mut violated: Vec<(u64, usize)> = Vec::new();
            for (at, row) in cliques.iter().enumerate() {
                let weights = row.pairs.iter();
                let sum: f64 = weights
                    .map(|&(pair, weight)| active(pair) * weight as f64)
                    .sum();
                let missing = row.least as f64 - sum;
                if 1e-6 * (row.least as f64) < missing && !chosen.contains(&at) {
                    violated.push((((missing / row.least as f64) * 1e6) as u64, at));
                }
            }
            if violated.is_empty() {
                break;
            }
            violated.sort_stable_by_key(|&(missing, at)| (u64::MAX - missing, at as u64));
            chosen.extend(violated.iter().take(MOST_ROWS).map(|&(_, at)| at));
        }
        let mut spent = 0;
        for _ in 0..MOST_REPAIRS {
            let left = (self.effort.max_nodes).map_or(u64::MAX, |max| max.saturating_sub(spent));
            if left == 0 {
                return Reply::Open;
            }
            let program = Program::new(self, question, &cliques, &chosen, Integrality::Whole);
            let (solved, nodes) = backend::solve(self.effort.backend, program.model, left, meter);
            spent += nodes.max(1);
            let values = match solved {
                Solved::Infeasible => return Reply::No,
                Solved::Found { orders, .. } => orders,
                Solved::Stopped { .. } | Solved::Failed => return Reply::Open,
            };
            let mut literals = Vec::new();
            for (pair, orders) in values.chunks_exact(2).take(self.pairs.len()).enumerate() {
                if 0.5 < orders[0] {
                    literals.push((pair, true));
                } else if 0.5 < orders[1] {
                    literals.push((pair, false));
                }
            }
            match self.offsets(&literals, question.limit) {
                Ok(offsets) if cost_of(self.problem, &offsets) <= question.cost => {
                    return Reply::Offsets(offsets);
                }
                Ok(_) => return Reply::Open, // cannot be: prices are paid where nothing is decided
                Err(reason) if reason.is_empty() => return Reply::No,
                Err(reason) => self.cuts.push((question.limit, reason)),
            }
        }
        Reply::Open
    }

    /// The lowest offsets with these orders within a limit, or some of the orders, which do not fit together. Each item skips the reserved
    /// ranges. `O(n * orders)`.
    fn offsets(
        &self,
        literals: &[(usize, bool)],
        limit: u64,
    ) -> Result<Vec<u64>, Vec<(usize, bool)>> {
        let problem = self.problem;
        let n = problem.len();
        let mut offsets = vec![0_u64; n];
        let mut pushed_by: Vec<Option<usize>> = vec![None; n];
        let place = |item: usize, from: u64| -> Option<u64> {
            let known = &problem.items[item];
            if let Some(pin) = known.pin {
                return (from <= pin).then_some(pin);
            }
            let mut at = from.checked_next_multiple_of(known.pools[0].1)?;
            for &(lo, hi) in &problem.spaces[self.pool].reserved {
                if known.size != 0 && at < hi && lo < at + known.size {
                    at = hi.checked_next_multiple_of(known.pools[0].1)?;
                }
            }
            (at.checked_add(known.size)? <= limit).then_some(at)
        };
        let ends = |literal: usize| {
            let (pair, a_is_below) = literals[literal];
            let Pair { a, b, .. } = self.pairs[pair];
            if a_is_below { (a, b) } else { (b, a) }
        };
        // The orders on the way to an item, back from the one that pushed it last.
        let reason = |last: usize, pushed_by: &[Option<usize>]| {
            let mut path = Vec::new();
            let mut next = Some(last);
            while let Some(literal) = next {
                if path.len() > n {
                    return literals.to_vec(); // a circle
                }
                path.push(literals[literal]);
                next = pushed_by[ends(literal).0];
            }
            path
        };
        for (item, offset) in offsets.iter_mut().enumerate() {
            *offset = place(item, 0).ok_or_else(Vec::new)?;
        }
        for _ in 0..n + 1 {
            let mut has_moved = false;
            for literal in 0..literals.len() {
                let (low, high) = ends(literal);
                let end = offsets[low].saturating_add(problem.items[low].size);
                if end <= offsets[high] {
                    continue;
                }
                match place(high, end) {
                    Some(at) => offsets[high] = at,
                    None => return Err(reason(literal, &pushed_by)),
                }
                pushed_by[high] = Some(literal);
                has_moved = true;
            }
            if !has_moved {
                return Ok(offsets);
            }
        }
        Err(literals.to_vec()) // a circle
    }
}

/// A model and where its values are: two orders for each pair, then whether each priced pair is active.
struct Program {
    model: Model,
    first_active: usize,
}

impl Program {
    fn new(
        job: &Job<'_>,
        question: Question,
        cliques: &[Row],
        chosen: &[usize],
        integrality: Integrality,
    ) -> Self {
        let mut builder = Builder::new(job, question.limit, integrality);
        builder.add_disjunctions(job);
        builder.add_reserved(job);
        let objective = builder.add_costs(job, question.cost);
        for row in chosen.iter().map(|&at| &cliques[at]) {
            let least = row.least as f64;
            let sum: Expression = (row.pairs.iter())
                .map(|&(pair, weight)| (weight as f64 / least) * builder.active[pair as usize])
                .sum();
            builder.rows.push(constraint!(sum >= 1.0 - 1e-9));
        }
        for (_, literals) in job.cuts.iter().filter(|(at, _)| question.limit <= *at) {
            let literal = |&(pair, a_is_below): &(usize, bool)| {
                let [left, right] = builder.orders[pair];
                Expression::from(if a_is_below { left } else { right })
            };
            let sum: Expression = literals.iter().map(literal).sum();
            let row = constraint!(sum <= literals.len() as f64 - 1.0);
            builder.rows.push(row);
        }
        let orders = builder.orders.iter().flatten();
        let open: Vec<Variable> = orders.chain(&builder.active).copied().collect();
        let open = open.into_iter().zip(builder.columns).collect();
        Self {
            model: Model::of(
                builder.variables,
                objective,
                builder.rows,
                open,
                integrality,
            ),
            first_active: 2 * builder.orders.len(),
        }
    }
}

/// A program in the making. Bytes are divided by `scale`.
struct Builder {
    variables: ProblemVariables,
    rows: Vec<Constraint>,
    /// Those of the orders, then those of the active variables.
    columns: Vec<usize>,
    offsets: Vec<Expression>,
    orders: Vec<[Variable; 2]>,
    active: Vec<Variable>,
    integrality: Integrality,
    scale: f64,
    /// Solutions within the limit are never cut off; others are noticed when offsets are derived.
    slack: f64,
    /// No end is higher.
    highest: f64,
}

impl Builder {
    fn new(job: &Job<'_>, limit: u64, integrality: Integrality) -> Self {
        let items = &job.problem.items;
        // A plan can be pushed down until each item is on another, on a range or on the bottom.
        let pins = items.iter().filter_map(|item| item.pin);
        let base = pins.max().unwrap_or(0);
        let base = base.max(job.problem.spaces[job.pool].floor());
        let room = items.iter().map(|item| item.size + item.pools[0].1);
        let reach = room.fold(base, u64::saturating_add);
        let highest = limit.min(NO_LIMIT >> 1).min(reach) as f64;
        let scale = (highest / 4096.0).max(1.0);
        let mut builder = Self {
            variables: ProblemVariables::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            offsets: Vec::new(),
            orders: Vec::new(),
            active: Vec::new(),
            integrality,
            scale,
            slack: 0.4 / scale + 1e-6,
            highest,
        };
        for item in items {
            let offset = builder.offset(item);
            builder.offsets.push(offset);
        }
        for _ in &job.pairs {
            let orders = [builder.open_choice(), builder.open_choice()];
            builder.orders.push(orders);
        }
        for _ in &job.priced.all {
            let active = builder.open_choice();
            builder.active.push(active);
        }
        builder
    }

    fn offset(&mut self, item: &Item) -> Expression {
        let align = item.pools[0].1;
        if let Some(pin) = item.pin {
            return Expression::from(pin as f64 / self.scale);
        }
        let most = (self.highest - item.size as f64).max(0.0);
        // Multiples, where cutting off others would take too long.
        let multiples = (most / align as f64).floor();
        if align != 1 && self.integrality == Integrality::Whole && multiples <= MOST_MULTIPLES {
            let times = variable().integer().min(0.0).max(multiples);
            return self.variables.add(times) * (align as f64 / self.scale);
        }
        let most = most / self.scale + self.slack;
        Expression::from(self.variables.add(variable().min(0.0).max(most)))
    }

    /// A variable that is 0 or 1.
    fn choice(&mut self) -> Variable {
        self.variables.add(match self.integrality {
            Integrality::Relaxed => variable().min(0.0).max(1.0),
            Integrality::Whole => variable().binary(),
        })
    }

    /// One whose value is asked for.
    fn open_choice(&mut self) -> Variable {
        self.columns.push(self.variables.len());
        self.choice()
    }

    /// The highest end, with slack.
    fn big(&self) -> f64 {
        self.highest / self.scale + self.slack
    }

    fn add_disjunctions(&mut self, job: &Job<'_>) {
        let big = self.big();
        for (pair, [left, right]) in job.pairs.iter().zip(&self.orders) {
            for (low, high, order) in [(pair.a, pair.b, left), (pair.b, pair.a, right)] {
                let room = job.problem.items[low].size as f64 / self.scale;
                let reach = self.offsets[low].clone() + room - self.offsets[high].clone();
                let row = constraint!(reach - (big + room) * (1.0 - *order) <= 0.0);
                self.rows.push(row);
            }
            let sum = *left + *right;
            self.rows.push(match pair.price {
                Some((number, _)) => constraint!(sum + self.active[number] >= 1.0),
                None => constraint!(sum == 1.0),
            });
        }
    }

    /// Each item is below or above each reserved range.
    fn add_reserved(&mut self, job: &Job<'_>) {
        let big = self.big();
        let reserved = &job.problem.spaces[job.pool].reserved;
        for (index, item) in job.problem.items.iter().enumerate() {
            for &(lo, hi) in reserved
                .iter()
                .filter(|_| item.pin.is_none() && item.size != 0)
            {
                let above = self.choice();
                let size = item.size as f64 / self.scale;
                let (lo, hi) = (lo as f64 / self.scale, hi as f64 / self.scale);
                let offset = &self.offsets[index];
                let below = offset.clone() + size - lo - (big + size) * above;
                self.rows.push(constraint!(below <= self.slack));
                let over = hi - offset.clone() - hi * (1.0 - above);
                self.rows.push(constraint!(over <= self.slack));
            }
        }
    }

    /// The cost, divided by the highest price, as a variable; at most `most`.
    fn add_costs(&mut self, job: &Job<'_>, most: u64) -> Variable {
        let prices = job.priced.all.iter().map(|pair| pair.2);
        let highest = prices.clone().max().unwrap_or(1).max(1) as f64;
        let cost: Expression = (prices.zip(&self.active))
            .map(|(price, &active)| (price as f64 / highest) * active)
            .sum();
        let objective = self.variables.add(variable().min(0.0));
        self.rows.push(constraint!(cost.clone() - objective <= 0.0));
        if most != u64::MAX {
            self.rows
                .push(constraint!(cost <= (most as f64 + 0.4) / highest));
        }
        objective
    }
}
