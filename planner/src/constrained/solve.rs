//! Plans components, in steps from the cheapest to the most expensive, until the plan meets its bound.

use memplan_support::{Random, Sort};

use super::bounds::{Pairs, dual_bound, heaviest, rows};
use super::neighbourhoods::improve;
use super::place::{NOWHERE, Order, Plan, greedy};
use super::positions::{self, Found, Query};
use super::problem::Problem;
use super::{Parameters, oracle};
use crate::{Measure, WorkMeter};

/// The most combinations of pools that are planned one by one.
const MOST_CHOICES: usize = 64;

/// Orders in which rows are taken for the bound.
const DUAL_ROUNDS: usize = 20;

/// The plan of a component and what is proved about it.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) plan: Plan,
    /// The pool, if all items allow only this one.
    pub(crate) pool: Option<u32>,
    /// Items no two of which may share a byte, and that do not fit.
    pub(crate) clique: Vec<u32>,
    /// No plan has fewer bytes above the capacity.
    pub(crate) overflow_bound: u64,
    /// No plan costs less.
    pub(crate) reuse_bound: u64,
    /// No plan whose earlier measures are as low has a lower peak in the pool or, with a choice of pools, a lower sum
    /// of peaks.
    pub(crate) peak_bound: u64,
}

impl Part {
    fn unproved(plan: Plan) -> Self {
        Self {
            plan,
            pool: None,
            clique: Vec::new(),
            overflow_bound: 0,
            reuse_bound: 0,
            peak_bound: 0,
        }
    }
}

/// The state of a run, for all components.
pub(crate) struct Solver<'a> {
    pub(crate) measures: &'a [Measure],
    pub(super) parameters: Parameters,
    pub(crate) random: Random,
    pub(crate) meter: WorkMeter<'a>,
    /// Whether a budget ended a step before it was done.
    pub(crate) is_out_of_budget: bool,
}

impl Solver<'_> {
    fn rank(&self, measures: &[Measure]) -> usize {
        let is_one = |measure| measures.contains(measure);
        self.measures.iter().position(is_one).unwrap_or(usize::MAX)
    }

    fn costs_rank(&self) -> usize {
        self.rank(&[Measure::ReuseCost, Measure::BankCost])
    }

    fn peaks_rank(&self) -> usize {
        self.rank(&[Measure::TotalPeak, Measure::MaxPeak])
    }

    /// Plans components.
    pub(crate) fn solve_all(&mut self, problems: &[Problem]) -> Vec<Part> {
        let solve = |problem: &Problem| match problem.only_pool() {
            Some(pool) => self.in_pool(problem, pool),
            None => self.with_choice(problem),
        };
        let mut parts: Vec<Part> = problems.iter().map(solve).collect();
        self.refine_all(problems, &mut parts);
        parts
    }

    /// Improves components that fit, measure by measure. Where peaks come first, the peak of a pool is the limit of the
    /// cost of all its components.
    fn refine_all(&mut self, problems: &[Problem], parts: &mut [Part]) {
        let is_open = |problem: &Problem, part: &Part| {
            part.pool.filter(|&pool| {
                let peak = part.plan.peaks(problem)[pool as usize];
                peak <= problem.spaces[pool as usize].capacity
            })
        };
        if self.costs_rank() < self.peaks_rank() || self.peaks_rank() == usize::MAX {
            for (problem, part) in problems.iter().zip(parts) {
                if let Some(pool) = is_open(problem, part) {
                    self.refine(problem, pool, part);
                }
            }
            return;
        }
        let Some(first) = problems.first() else {
            return;
        };
        let mut peaks: Vec<u64> = first.spaces.iter().map(|space| space.floor()).collect();
        let mut bounds = peaks.clone();
        for (problem, part) in problems.iter().zip(&mut *parts) {
            if let Some(pool) = is_open(problem, part) {
                self.lower_peak(problem, problem, pool, part);
                bounds[pool as usize] = bounds[pool as usize].max(part.peak_bound);
            }
            for (peak, own) in peaks.iter_mut().zip(part.plan.peaks(problem)) {
                *peak = own.max(*peak);
            }
        }
        // Plans are compared by the sum of peaks: unless all are lowest, others have other peaks and the same sum.
        let is_total = self.measures.contains(&Measure::TotalPeak);
        let highest = peaks.iter().copied().max().unwrap_or(0);
        let holds = !is_total || peaks == bounds;
        for (problem, part) in problems.iter().zip(parts) {
            if let Some(pool) = is_open(problem, part) {
                let own = peaks[pool as usize];
                let limit = if is_total { own } else { highest };
                let limit = limit.min(problem.spaces[pool as usize].capacity);
                self.lower_cost(problem, pool, limit, part);
                part.reuse_bound = if holds { part.reuse_bound } else { 0 };
            }
        }
    }

    /// Continues with the components that are open, with twice the budget each time, until a limit or until none is
    /// open.
    pub(crate) fn deepen(&mut self, problems: &[Problem], parts: &mut [Part]) {
        while self.meter.check().is_ok() && self.meter.remaining() != crate::Units(0) {
            let before = self.meter.done();
            self.is_out_of_budget = false;
            self.parameters.double();
            self.refine_all(problems, parts);
            if self.meter.done() == before {
                break; // nothing is open, or nothing can be done about it
            }
        }
    }

    /// The best plan of greedy placement in several orders.
    fn first(&self, problem: &Problem, limits: &[u64]) -> Plan {
        let orders = if self.parameters.most_for_orders < problem.len() {
            &Order::ALL[..1]
        } else {
            &Order::ALL[..]
        };
        let plans = orders
            .iter()
            .map(|order| greedy(problem, &order.items(problem), limits));
        let value = |plan: &Plan| {
            let peaks = plan.peaks(problem).iter().sum::<u64>();
            let (left_out, cost) = plan.value();
            if self.peaks_rank() < self.costs_rank() {
                (left_out, peaks, cost)
            } else {
                (left_out, cost, peaks)
            }
        };
        plans
            .min_by_key(value)
            .unwrap_or_else(|| Plan::empty(problem))
    }

    /// Plans a component whose items are all in one pool.
    fn in_pool(&mut self, problem: &Problem, pool: u32) -> Part {
        let space = &problem.spaces[pool as usize];
        let mut part = Part {
            pool: Some(pool),
            peak_bound: space.floor(),
            ..Part::unproved(self.first(problem, &problem.capacities()))
        };
        let is_small = problem.len() <= self.parameters.most_improved;
        if is_small {
            let (bytes, clique) = heaviest(problem);
            part.peak_bound = part.peak_bound.max(lowest_end(&space.reserved, bytes));
            if space.free() < bytes {
                part.overflow_bound = bytes - space.free();
                part.clique = clique;
            }
        } else {
            let sizes = problem.items.iter().map(|item| item.size);
            part.peak_bound = part.peak_bound.max(sizes.max().unwrap_or(0));
        }
        if part.plan.left_out != 0 && part.overflow_bound == 0 && is_small {
            self.make_fit(problem, pool, &mut part);
        }
        if part.plan.left_out != 0 {
            complete(problem, &mut part.plan);
        }
        part
    }

    /// Lowers the cost of a plan that fits, then its peak.
    fn refine(&mut self, problem: &Problem, pool: u32, part: &mut Part) {
        let space = &problem.spaces[pool as usize];
        let before = part.plan.cost;
        self.lower_cost(problem, pool, space.capacity, part);
        if part.plan.cost != before && self.parameters.most_improved >= problem.len() {
            let (bytes, _) = heaviest(problem); // other bounds were of plans with the cost before
            part.peak_bound = lowest_end(&space.reserved, bytes).max(space.floor());
        }
        if self.peaks_rank() != usize::MAX {
            self.lower_peak_at_cost(problem, pool, part);
        }
    }

    /// Looks for any plan within the capacity, or a proof that there is none.
    fn make_fit(&mut self, problem: &Problem, pool: u32, part: &mut Part) {
        let capacity = problem.spaces[pool as usize].capacity;
        let nodes = self.parameters.oracle_nodes;
        let answer = oracle::lowest_peak(problem, pool, Some(capacity), nodes, &mut self.meter);
        if let Some(answer) = answer {
            if answer.peak <= capacity {
                part.plan = answer.plan(problem, pool);
                return;
            }
            if capacity < answer.bound {
                part.overflow_bound = answer.bound - capacity;
                return;
            }
        }
        let (start, rounds) = (part.plan.clone(), self.parameters.last_rounds);
        part.plan = self.improved(problem, start, &problem.capacities(), u64::MAX, rounds);
        self.is_out_of_budget |= part.plan.left_out != 0;
    }

    /// Lowers the peak by plans that keep the hard pairs of `strict`.
    fn lower_peak(&mut self, problem: &Problem, strict: &Problem, pool: u32, part: &mut Part) {
        let peak = part.plan.peaks(problem)[pool as usize];
        if peak <= part.peak_bound {
            return;
        }
        let nodes = self.parameters.oracle_nodes;
        let answer = oracle::lowest_peak(strict, pool, None, nodes, &mut self.meter);
        if let Some(answer) = answer {
            part.peak_bound = part.peak_bound.max(answer.bound);
            if answer.peak < peak {
                part.plan = answer.plan(problem, pool);
            }
        }
        self.is_out_of_budget |= part.peak_bound < part.plan.peaks(problem)[pool as usize];
    }

    /// Lowers the cost of a plan with ends at `limit` or below.
    fn lower_cost(&mut self, problem: &Problem, pool: u32, limit: u64, part: &mut Part) {
        let is_done = part.plan.cost <= part.reuse_bound;
        if is_done || self.parameters.most_improved < problem.len() {
            return;
        }
        let mut limits = problem.capacities();
        limits[pool as usize] = limit;
        let pairs = Pairs::of(problem);
        let free = problem.spaces[pool as usize].free_below(limit);
        let rows = rows(problem, &pairs, free);
        part.reuse_bound = dual_bound(&pairs, &rows, DUAL_ROUNDS).max(part.reuse_bound);
        if part.reuse_bound == 0 {
            self.without_cost(problem, pool, limit, part);
        }
        let first = self.parameters.first_rounds;
        self.improve(problem, &limits, first, part);
        if part.plan.cost <= part.reuse_bound {
            return;
        }
        let query = Query {
            pool,
            limit,
            below: part.plan.cost,
            least: part.reuse_bound,
            rows: &rows,
            pairs: &pairs,
        };
        let nodes = self.parameters.nodes;
        let searched = positions::search(problem, &query, nodes, &mut self.meter);
        if let Some(Found { plan, bound }) = searched {
            part.plan = plan.unwrap_or_else(|| part.plan.clone());
            part.reuse_bound = bound.max(part.reuse_bound);
        }
        if part.reuse_bound < part.plan.cost {
            let rounds = self.parameters.last_rounds;
            self.improve(problem, &limits, rounds, part);
        }
        self.is_out_of_budget |= part.reuse_bound < part.plan.cost;
    }

    fn improve(&mut self, problem: &Problem, limits: &[u64], rounds: u64, part: &mut Part) {
        let start = part.plan.clone();
        part.plan = self.improved(problem, start, limits, part.reuse_bound, rounds);
    }

    fn improved(
        &mut self,
        problem: &Problem,
        start: Plan,
        limits: &[u64],
        goal: u64,
        rounds: u64,
    ) -> Plan {
        let (random, meter) = (&mut self.random, &mut self.meter);
        improve(problem, start, limits, goal, rounds, random, meter)
    }

    /// Looks for a plan without any cost: all pairs hard.
    fn without_cost(&mut self, problem: &Problem, pool: u32, limit: u64, part: &mut Part) {
        if !problem.bank.iter().all(Vec::is_empty) {
            return;
        }
        let strict = promoted(problem);
        let nodes = self.parameters.oracle_nodes;
        let answer = oracle::lowest_peak(&strict, pool, Some(limit), nodes, &mut self.meter);
        if let Some(answer) = answer {
            if answer.peak <= limit {
                part.plan = answer.plan(problem, pool);
            } else if limit < answer.bound {
                let prices = problem.soft.iter().flatten().map(|&(_, cost)| cost);
                part.reuse_bound = prices.min().unwrap_or(0);
            }
        }
    }

    /// Lowers the peak among plans that cost no more.
    fn lower_peak_at_cost(&mut self, problem: &Problem, pool: u32, part: &mut Part) {
        let peak = |plan: &Plan| plan.peaks(problem)[pool as usize];
        if self.parameters.most_improved < problem.len() || peak(&part.plan) <= part.peak_bound {
            return;
        }
        let has_banks = !problem.bank.iter().all(Vec::is_empty);
        if part.plan.cost == 0 && !has_banks {
            return self.lower_peak(problem, &promoted(problem), pool, part);
        }
        let mut limits = problem.capacities();
        let pairs = Pairs::of(problem);
        while part.peak_bound < peak(&part.plan) {
            let limit = peak(&part.plan) - 1;
            limits[pool as usize] = limit;
            let goal = part.plan.cost;
            let start = self.first(problem, &limits);
            let rounds = self.parameters.first_rounds;
            let next = self.improved(problem, start, &limits, goal, rounds);
            if next.value() <= (0, goal) {
                part.plan = next;
                continue;
            }
            let query = Query {
                pool,
                limit,
                below: goal + 1,
                least: goal,
                rows: &[],
                pairs: &pairs,
            };
            let nodes = self.parameters.nodes / 4;
            let searched = positions::search(problem, &query, nodes, &mut self.meter);
            let Some(Found { plan, bound }) = searched else {
                break;
            };
            match plan {
                Some(plan) => part.plan = plan,
                None => {
                    if goal < bound {
                        part.peak_bound = limit + 1;
                    }
                    break;
                }
            }
        }
        self.is_out_of_budget |= part.peak_bound < peak(&part.plan);
    }

    /// Plans a component whose items may choose among pools.
    fn with_choice(&mut self, problem: &Problem) -> Part {
        let n_choices = problem.items.iter().try_fold(1_usize, |n, item| {
            n.checked_mul(item.pools.len())
                .filter(|&n| n <= MOST_CHOICES)
        });
        if let Some(n_choices) = n_choices {
            return self.each_choice(problem, n_choices);
        }
        let limits = problem.capacities();
        let mut plan = self.first(problem, &limits);
        if plan.value() != (0, 0) && problem.len() <= self.parameters.most_improved {
            let rounds = self.parameters.last_rounds / 10;
            plan = self.improved(problem, plan, &limits, 0, rounds);
        }
        self.is_out_of_budget = true; // pools were chosen without a proof
        complete(problem, &mut plan);
        Part::unproved(plan)
    }

    /// Plans each choice of pools. The bounds of the whole are the least of those of the choices.
    fn each_choice(&mut self, problem: &Problem, n_choices: usize) -> Part {
        let mut best: Option<(Vec<u64>, Part)> = None;
        let whole_budget = self.parameters;
        self.parameters.divide(n_choices as u64);
        for choice in 0..n_choices {
            let mut next = self.choice(problem, choice);
            // A choice that does not fit has no cost, so its bound on the cost is void.
            if next.overflow_bound != 0 {
                next.reuse_bound = u64::MAX;
            }
            let value = self.values(problem, &next.plan);
            best = Some(match best {
                None => (value, next),
                Some((least, mut part)) => {
                    next.overflow_bound = part.overflow_bound.min(next.overflow_bound);
                    next.reuse_bound = part.reuse_bound.min(next.reuse_bound);
                    next.peak_bound = part.peak_bound.min(next.peak_bound);
                    if least <= value {
                        part.overflow_bound = next.overflow_bound;
                        part.reuse_bound = next.reuse_bound;
                        part.peak_bound = next.peak_bound;
                        (least, part)
                    } else {
                        (value, next)
                    }
                }
            });
        }
        self.parameters = whole_budget;
        let mut part = best.map_or_else(|| Part::unproved(Plan::empty(problem)), |(_, part)| part);
        // Where peaks come first, a choice was made for its peaks, and its cost is that of its own peaks.
        if part.reuse_bound == u64::MAX || self.peaks_rank() < self.costs_rank() {
            part.reuse_bound = 0;
        }
        part
    }

    /// Plans one choice of pools, each component by itself.
    fn choice(&mut self, problem: &Problem, choice: usize) -> Part {
        let mut fixed = problem.clone();
        let mut rest = choice;
        for item in &mut fixed.items {
            let n = item.pools.len();
            item.pools = vec![item.pools[rest % n]];
            rest /= n;
        }
        fixed.drop_pairs_of_other_pools();
        let mut whole = Part::unproved(Plan::empty(&fixed));
        let mut cost = 0;
        let mut least_peaks: Vec<u64> = fixed.spaces.iter().map(|s| s.floor()).collect();
        let components = fixed.components();
        let parts = self.solve_all(&fixed.split(&components));
        for (items, part) in components.iter().zip(parts) {
            for (index, &item) in items.iter().enumerate() {
                whole.plan.pool[item as usize] = part.plan.pool[index];
                whole.plan.offset[item as usize] = part.plan.offset[index];
            }
            if let Some(pool) = part.pool {
                let least = &mut least_peaks[pool as usize];
                *least = part.peak_bound.max(*least);
            }
            whole.overflow_bound = part.overflow_bound.max(whole.overflow_bound);
            whole.reuse_bound += part.reuse_bound;
            cost += part.plan.cost;
        }
        whole.plan.cost = cost;
        whole.peak_bound = least_peaks.iter().sum();
        whole
    }

    /// The value of a plan in each measure.
    fn values(&self, problem: &Problem, plan: &Plan) -> Vec<u64> {
        let peaks = plan.peaks(problem);
        let over = peaks.iter().zip(&problem.spaces);
        let over: u64 = over
            .map(|(peak, space)| peak.saturating_sub(space.capacity))
            .sum();
        let value = |measure: &Measure| match measure {
            Measure::CapacityOverflow => over,
            Measure::ReuseCost | Measure::BankCost => plan.cost,
            // Problems here have no moves.
            Measure::BytesMoved => 0,
            Measure::TotalPeak => peaks.iter().sum(),
            Measure::MaxPeak => peaks.iter().copied().max().unwrap_or(0),
        };
        self.measures.iter().map(value).collect()
    }
}

/// Places the remaining items above the capacities, so that the plan can be reported.
pub(crate) fn complete(problem: &Problem, plan: &mut Plan) {
    let limits = vec![u64::MAX >> 1; problem.spaces.len()];
    let mut scratch = super::place::Scratch::default();
    for item in 0..problem.len() {
        if let Some(pin) = problem.items[item].pin
            && plan.offset[item] == NOWHERE
        {
            // Its bytes are taken, which the checker reports.
            let pool = problem.items[item].pools[0].0;
            plan.put(
                item,
                super::place::Place {
                    pool,
                    offset: pin,
                    cost: 0,
                },
            );
        }
        if plan.offset[item] == NOWHERE
            && let Some(place) = plan.best_place(problem, item, &limits, &mut scratch, None)
        {
            plan.put(item, place);
        }
    }
    plan.left_out = 0;
}

/// The problem with all prices as hard pairs.
fn promoted(problem: &Problem) -> Problem {
    let mut strict = problem.clone();
    for (hard, soft) in strict.hard.iter_mut().zip(&mut strict.soft) {
        hard.extend(soft.drain(..).map(|(other, _)| other));
        hard.sort_stable();
    }
    strict
}

/// The lowest end of `bytes` bytes that avoid the reserved ranges.
pub(crate) fn lowest_end(reserved: &[(u64, u64)], bytes: u64) -> u64 {
    let (mut at, mut left) = (0, bytes);
    for &(lo, hi) in reserved {
        if left <= lo - at {
            break;
        }
        left -= lo - at;
        at = hi;
    }
    if left == 0 { 0 } else { at + left }
}
