//! Traces with pools, relations and objectives: the checker and the planner against their definitions.
//!
//! [`Rules`] states each rule for one pair or one buffer at a time, by ticks and bytes, as the reference manual does.
//! It shares nothing with the checker, and on small traces it is fast enough to try all plans.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::{
    Banks, Buffer, BufferId, ByteWindow, Bytes, Gap, Lifetime, LifetimeTrace, Measure,
    MemorySchedule, PairCost, PlanError, PlanOptions, Pool, PoolId, PoolSchedule, Relations, Term,
    Tick, ValidateOptions, Violation, registry, validate,
};
use memplan_support::Random;

/// Offsets that brute force tries, and ticks of random traces.
pub(crate) const GRID: u64 = 9;
const TICKS: i64 = 6;

/// The definitions, over one trace.
pub(crate) struct Rules<'a> {
    pub(crate) trace: &'a LifetimeTrace,
    pools: Vec<Pool>,
    pub(crate) class_of: Vec<usize>,
    pub(crate) size: Vec<u64>,
}

impl<'a> Rules<'a> {
    pub(crate) fn of(trace: &'a LifetimeTrace) -> Self {
        let mut class_of: Vec<usize> = (0..trace.len()).collect();
        for _ in 0..trace.len() {
            for (a, b) in &trace.relations().same_place {
                let least = class_of[a.index()].min(class_of[b.index()]);
                class_of[a.index()] = least;
                class_of[b.index()] = least;
            }
        }
        let size = (0..trace.len()).map(|b| {
            let all = trace.buffers().iter().zip(&class_of);
            all.filter(|(_, class)| **class == class_of[b])
                .map(|(x, _)| x.size.0)
                .max()
                .unwrap_or(0)
        });
        Self {
            size: size.collect(),
            pools: trace.pools().into_owned(),
            class_of,
            trace,
        }
    }

    /// The bytes of a buffer that are live at a tick, counted from its start.
    fn live(&self, b: usize, tick: i64) -> Option<(u64, u64)> {
        let buffer = &self.trace.buffers()[b];
        let inside = |l: Lifetime| l.begin().0 <= tick && tick < l.end().0;
        // Without bytes, it conflicts with nothing.
        if !inside(buffer.live) || buffer.size.0 == 0 {
            return None;
        }
        match buffer.gaps.iter().find(|gap| inside(gap.ticks)) {
            Some(gap) => gap.window.map(|w| (w.lo.0, w.hi.0)),
            None => Some((0, self.size[b])),
        }
    }

    fn is_never(&self, a: usize, b: usize) -> bool {
        let (a, b) = (BufferId(a as u32), BufferId(b as u32));
        let never = &self.trace.relations().never_together;
        never.contains(&(a, b)) || never.contains(&(b, a))
    }

    /// Whether members of the classes of two buffers are live together.
    fn time(&self, a: usize, b: usize) -> bool {
        let n = self.trace.len();
        let mut pairs = (0..n).flat_map(|x| (0..n).map(move |y| (x, y)));
        pairs.any(|(x, y)| {
            self.class_of[x] == self.class_of[a]
                && self.class_of[y] == self.class_of[b]
                && !self.is_never(x, y)
                && (0..TICKS).any(|t| {
                    let meets = self.live(x, t).zip(self.live(y, t));
                    meets.is_some_and(|(p, q)| p.0 < p.1 && q.0 < q.1)
                })
        })
    }

    fn extents_meet(&self, at: &[(usize, u64)], a: usize, b: usize) -> bool {
        let end = |b: usize| at[b].1 + self.size[b];
        at[a].0 == at[b].0
            && at[a].1 < end(b)
            && at[b].1 < end(a)
            && self.size[a] * self.size[b] != 0
    }

    /// Whether two classes never share a byte, whatever their lifetimes.
    pub(crate) fn is_kept_apart(&self, a: usize, b: usize) -> bool {
        let relations = self.trace.relations();
        let is_pair = |&(x, y): &(BufferId, BufferId)| {
            let classes = (self.class_of[x.index()], self.class_of[y.index()]);
            classes == (self.class_of[a], self.class_of[b])
                || classes == (self.class_of[b], self.class_of[a])
        };
        let is_forever = |b: usize| {
            let mut forever = relations.forever.iter();
            forever.any(|id| self.class_of[id.index()] == self.class_of[b])
        };
        relations.apart.iter().any(is_pair) || is_forever(a) || is_forever(b)
    }

    /// Whether two buffers may be where they are.
    pub(crate) fn pair_is_valid(&self, at: &[(usize, u64)], a: usize, b: usize) -> bool {
        if self.class_of[a] == self.class_of[b] {
            return at[a] == at[b];
        }
        if at[a].0 != at[b].0 {
            return true;
        }
        if self.is_kept_apart(a, b) && self.extents_meet(at, a, b) {
            return false;
        }
        self.is_never(a, b)
            || (0..TICKS).all(|t| match (self.live(a, t), self.live(b, t)) {
                (Some(p), Some(q)) => {
                    let from = (at[a].1 + p.0).max(at[b].1 + q.0);
                    let to = (at[a].1 + p.1).min(at[b].1 + q.1);
                    to <= from
                }
                _ => true,
            })
    }

    pub(crate) fn one_is_valid(&self, at: &[(usize, u64)], b: usize) -> bool {
        let (pool, offset) = at[b];
        let (buffer, known) = (&self.trace.buffers()[b], &self.pools[pool]);
        let allowed = self
            .trace
            .relations()
            .allowed_pools(BufferId(b as u32), self.pools.len());
        let end = offset + self.size[b];
        let class_is_pinned = (0..self.trace.len()).any(|x| {
            self.class_of[x] == self.class_of[b] && self.trace.buffers()[x].pinned.is_some()
        });
        allowed.contains(&PoolId(pool as u32))
            && buffer.pinned.is_none_or(|pin| pin.0 == offset)
            && (self.size[b] == 0 || offset % buffer.align.0 == 0)
            && (self.size[b] == 0 || class_is_pinned || offset % known.align.0 == 0)
            && (self.size[b] == 0 || known.capacity.is_none_or(|capacity| end <= capacity.0))
            && (self.size[b] == 0
                || known
                    .reserved
                    .iter()
                    .all(|r| end <= r.lo.0 || r.hi.0 <= offset))
            && known
                .banks
                .filter(|banks| banks.is_strict && self.size[b] != 0)
                .is_none_or(|banks| {
                    let first = offset / banks.size.0;
                    let last = (end - 1) / banks.size.0;
                    first == last || banks.size.0 < self.size[b] && offset % banks.size.0 == 0
                })
    }

    fn value(&self, measure: Measure, at: &[(usize, u64)]) -> u64 {
        let relations = self.trace.relations();
        let peaks: Vec<u64> = (0..self.pools.len())
            .map(|pool| {
                let ends = (0..at.len()).filter(|&b| at[b].0 == pool && self.size[b] != 0);
                let ends = ends.map(|b| at[b].1 + self.size[b]);
                ends.chain(self.pools[pool].reserved.iter().map(|r| r.hi.0))
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let priced = |costs: &[PairCost], applies: &dyn Fn(usize, usize) -> bool| -> u64 {
            let ids = |pair: &PairCost| (pair.buffer.index(), pair.other.index());
            let active = costs.iter().filter(|pair| {
                let (a, b) = ids(pair);
                self.class_of[a] != self.class_of[b] && applies(a, b)
            });
            active.map(|pair| pair.cost).sum()
        };
        match measure {
            Measure::BytesMoved => 0, // these traces have no uses
            Measure::CapacityOverflow => 0,
            Measure::TotalPeak => peaks.iter().sum(),
            Measure::MaxPeak => *peaks.iter().max().unwrap(),
            Measure::ReuseCost => priced(&relations.reuse_costs, &|a, b| {
                self.extents_meet(at, a, b) && !self.time(a, b)
            }),
            Measure::BankCost => priced(&relations.bank_costs, &|a, b| {
                let touched = |x: usize| -> Vec<u64> {
                    let banks = self.pools[at[x].0].banks.unwrap();
                    (at[x].1..at[x].1 + self.size[x])
                        .map(|byte| byte / banks.size.0 % banks.count)
                        .collect()
                };
                at[a].0 == at[b].0
                    && self.pools[at[a].0].banks.is_some()
                    && touched(a).iter().any(|bank| touched(b).contains(bank))
            }),
        }
    }

    pub(crate) fn values(&self, at: &[(usize, u64)]) -> Vec<u64> {
        let measures = self.trace.relations().measures();
        measures
            .into_iter()
            .map(|measure| self.value(measure, at))
            .collect()
    }

    fn is_valid(&self, at: &[(usize, u64)]) -> bool {
        let n = at.len();
        (0..n).all(|b| self.one_is_valid(at, b))
            && (0..n).all(|a| (0..a).all(|b| self.pair_is_valid(at, a, b)))
    }

    /// The values of all plans on the grid.
    fn all_values(&self) -> Vec<Vec<u64>> {
        let mut at = Vec::new();
        let mut values = Vec::new();
        self.extend(&mut at, &mut values);
        values.sort();
        values.dedup();
        values
    }

    fn extend(&self, at: &mut Vec<(usize, u64)>, values: &mut Vec<Vec<u64>>) {
        let b = at.len();
        if b == self.trace.len() {
            values.push(self.values(at));
            return;
        }
        for pool in 0..self.pools.len() {
            for offset in 0..GRID {
                at.push((pool, offset));
                if self.one_is_valid(at, b) && (0..b).all(|a| self.pair_is_valid(at, a, b)) {
                    self.extend(at, values);
                }
                at.pop();
            }
        }
    }
}

fn random_buffer(random: &mut Random, features: Features, index: usize) -> Buffer {
    let begin = random.below(TICKS as u64 - 1) as i64;
    let end = begin + 1 + random.below((TICKS - 1 - begin) as u64) as i64;
    let live = Lifetime::half_open(Tick(begin), Tick(end));
    let mut buffer = Buffer::new(format!("b{index}"), Bytes(1 + random.below(3)), live);
    if random.one_in(12) {
        buffer.size = Bytes(0);
    }
    if random.one_in(4) {
        buffer.align = Bytes(1 + random.below(3));
    }
    if begin + 2 < end && random.one_in(3) {
        let window = (features.windows && random.one_in(3)).then_some(ByteWindow {
            lo: Bytes(0),
            hi: Bytes(1),
        });
        buffer.gaps.push(Gap {
            ticks: Lifetime::half_open(Tick(begin + 1), Tick(begin + 2)),
            window: window.filter(|w| w.hi <= buffer.size),
        });
    }
    if features.pins && random.one_in(8) {
        buffer.pinned = Some(Bytes(random.below(4)));
    }
    buffer
}

fn random_pool(random: &mut Random, features: Features, pool: usize) -> Pool {
    let capacity = Some(Bytes(3 + random.below(5))).filter(|_| !random.one_in(6));
    let mut reserved = Vec::new();
    while random.one_in(4) {
        let lo = random.below(3);
        reserved.push(ByteWindow {
            lo: Bytes(lo),
            hi: Bytes(lo + 1),
        });
    }
    let banks = (features.banks && random.one_in(2)).then(|| Banks {
        size: Bytes(1 + random.below(3)),
        count: 1 + random.below(3),
        is_strict: random.one_in(2),
    });
    Pool {
        capacity,
        align: Bytes(1 + random.below(8) / 7),
        reserved,
        banks,
        ..Pool::new(format!("p{pool}"))
    }
}

/// A random trace with all features, few of each; `None` where relations contradict each other.
pub(crate) fn random_trace(random: &mut Random, features: Features) -> Option<LifetimeTrace> {
    let n = 2 + random.index(5);
    let mut buffers = Vec::new();
    for index in 0..n {
        buffers.push(random_buffer(random, features, index));
    }
    let mut relations = Relations::default();
    let n_pools = if features.choice {
        1 + random.index(2)
    } else {
        1
    };
    for pool in 0..n_pools {
        relations.pools.push(random_pool(random, features, pool));
    }
    let choices: &[&[u32]] = if n_pools == 1 {
        &[&[0]]
    } else {
        &[&[0], &[1], &[0, 1], &[1, 0], &[]]
    };
    for buffer in &buffers {
        let pools = *random.pick(choices);
        let pools = if buffer.pinned.is_some() {
            &[0][..]
        } else {
            pools
        };
        relations
            .allowed
            .push(pools.iter().copied().map(PoolId).collect());
    }
    let pairs = |n_at_most: usize, random: &mut Random| -> Vec<(BufferId, BufferId)> {
        let count = random.index(n_at_most + 1);
        let mut pair = || {
            (
                BufferId(random.index(n) as u32),
                BufferId(random.index(n) as u32),
            )
        };
        (0..count).map(|_| pair()).collect()
    };
    relations.never_together = pairs(2, random);
    relations.apart = pairs(2, random);
    if random.one_in(2) {
        relations.same_place = pairs(1, random);
    }
    let costs = |n_at_most, random: &mut Random| -> Vec<PairCost> {
        let list = pairs(n_at_most, random);
        let cost = |(buffer, other)| PairCost {
            buffer,
            other,
            cost: random.below(4),
        };
        list.into_iter().map(cost).collect()
    };
    relations.reuse_costs = costs(7, random);
    if features.banks {
        relations.bank_costs = costs(3, random);
    }
    let pinned = (0..n).filter(|&b| buffers[b].pinned.is_some());
    let forever = pinned
        .filter(|_| random.one_in(2))
        .map(|b| BufferId(b as u32));
    relations.forever = forever.collect();
    use Measure::{BankCost, CapacityOverflow, MaxPeak, ReuseCost, TotalPeak};
    let objectives: &[&[Measure]] = &[
        &[],
        &[CapacityOverflow, ReuseCost],
        &[TotalPeak, MaxPeak],
        &[MaxPeak],
        &[TotalPeak, ReuseCost],
        &[ReuseCost, TotalPeak],
        &[BankCost, ReuseCost],
        &[CapacityOverflow],
    ];
    relations.objective = random.pick(objectives).to_vec();
    let trace = LifetimeTrace::builder("random")
        .buffers(buffers)
        .relations(relations);
    trace.build().ok()
}

/// What random traces have besides lifetimes, sizes and prices.
#[derive(Clone, Copy)]
pub(crate) struct Features {
    pub(crate) windows: bool,
    pub(crate) banks: bool,
    pub(crate) choice: bool,
    pub(crate) pins: bool,
}

pub(crate) const ALL: Features = Features {
    windows: true,
    banks: true,
    choice: true,
    pins: true,
};

/// Where a schedule puts the buffers.
pub(crate) fn places(schedule: &MemorySchedule) -> Vec<(usize, u64)> {
    let pools = &schedule.pooled.as_ref().unwrap().pools;
    let places = pools.iter().zip(&schedule.offsets);
    places
        .map(|(pool, offset)| (pool.index(), offset.0))
        .collect()
}

fn scheduled(trace: &LifetimeTrace, rules: &Rules<'_>, at: &[(usize, u64)]) -> MemorySchedule {
    let measures = trace.relations().measures();
    let terms = measures.into_iter().map(|measure| {
        let value = rules.value(measure, at);
        Term {
            measure,
            value,
            bound: 0,
        }
    });
    let offsets = at.iter().map(|(_, offset)| Bytes(*offset)).collect();
    let peak = |pool: usize| {
        let ends = (0..at.len()).filter(|&b| at[b].0 == pool && rules.size[b] != 0);
        let ends = ends.map(|b| at[b].1 + rules.size[b]);
        let reserved = rules.pools[pool].reserved.iter().map(|r| r.hi.0);
        Bytes(ends.chain(reserved).max().unwrap_or(0))
    };
    let peaks: Vec<Bytes> = (0..rules.pools.len()).map(peak).collect();
    MemorySchedule {
        total_size: Bytes(peaks.iter().map(|peak| peak.0).sum()),
        pooled: Some(Box::new(PoolSchedule {
            pools: at.iter().map(|(pool, _)| PoolId(*pool as u32)).collect(),
            peaks,
            terms: terms.collect(),
            residences: Vec::new(),
        })),
        ..MemorySchedule::from_offsets(trace, offsets, "random")
    }
}

#[test]
fn the_checker_agrees_with_the_definitions() {
    let mut random = Random::new(46);
    let (mut n_valid, mut n_invalid) = (0, 0);
    for _ in 0..4_000 {
        let Some(trace) = random_trace(&mut random, ALL) else {
            continue;
        };
        let rules = Rules::of(&trace);
        for _ in 0..12 {
            let mut at: Vec<(usize, u64)> = (0..trace.len())
                .map(|_| (random.index(rules.pools.len()), random.below(GRID)))
                .collect();
            for b in 0..at.len() {
                // Most plans with arbitrary places break several rules.
                if let Some(pin) = trace.buffers()[b].pinned {
                    at[b] = (0, pin.0);
                }
                if !random.one_in(12) {
                    at[b] = at[rules.class_of[b]];
                }
            }
            let schedule = scheduled(&trace, &rules, &at);
            let verdict = validate(&trace, &schedule, &ValidateOptions::default());
            let is_valid = rules.is_valid(&at);
            assert_eq!(verdict.is_ok(), is_valid, "{trace}\n{at:?}\n{verdict:?}");
            if is_valid {
                n_valid += 1;
            } else {
                n_invalid += 1;
            }
            for violation in verdict.err().into_iter().flatten() {
                assert!(!violation.describe(&trace).is_empty());
            }
        }
    }
    assert!(
        1_000 < n_valid && 10_000 < n_invalid,
        "{n_valid} {n_invalid}"
    );
}

#[test]
fn claims_are_computed_again() {
    let trace: LifetimeTrace = "a 0..2 4; b 2..4 4\npool l1 8\ncost a b 3".parse().unwrap();
    let rules = Rules::of(&trace);
    let right = scheduled(&trace, &rules, &[(0, 0), (0, 2)]);
    let check = |schedule: &MemorySchedule| validate(&trace, schedule, &ValidateOptions::default());
    assert_eq!(check(&right), Ok(()));
    let changed = |change: fn(&mut PoolSchedule)| {
        let mut wrong = right.clone();
        change(wrong.pooled.as_mut().unwrap());
        check(&wrong).unwrap_err()[0].clone()
    };
    let cost = |claimed| Violation::WrongValue {
        measure: Measure::ReuseCost,
        claimed,
        actual: 3,
    };
    assert_eq!(changed(|pooled| pooled.terms[1].value = 0), cost(0));
    assert_eq!(changed(|pooled| pooled.terms[1].bound = 4), cost(4));
    assert_eq!(
        changed(|pooled| pooled.peaks[0] = Bytes(8)),
        Violation::WrongPeaks
    );
    let count = Violation::PoolCount {
        n_buffers: 2,
        n_pools: 1,
    };
    assert_eq!(changed(|pooled| pooled.pools = vec![PoolId(0)]), count);
}

/// Plans random traces, and compares values and bounds with all plans on the grid.
fn compare(seed: u64, n_traces: usize, features: Features) -> (usize, usize, usize) {
    let planner = registry::planner("auto").unwrap();
    let mut random = Random::new(seed);
    let (mut n_planned, mut n_best, mut n_proved) = (0, 0, 0);
    while n_planned < n_traces {
        let Some(trace) = random_trace(&mut random, features) else {
            continue;
        };
        let rules = Rules::of(&trace);
        let all = rules.all_values();
        n_planned += 1;
        let schedule = match planner.plan(&trace, &PlanOptions::default()) {
            Ok(schedule) => schedule,
            Err(PlanError::PoolExceeded { schedule, .. }) => {
                let overflow = schedule.pooled.as_ref().unwrap().terms[0];
                assert!(overflow.value > 0, "{trace}");
                assert!(
                    all.is_empty() || overflow.bound == 0,
                    "wrongly refuted:\n{trace}"
                );
                let is_right = all.is_empty();
                n_best += usize::from(is_right);
                n_proved += usize::from(overflow.bound > 0);
                continue;
            }
            Err(PlanError::PinsOverlap { .. }) => {
                assert!(all.is_empty(), "pins:\n{trace}");
                n_best += 1;
                n_proved += 1;
                continue;
            }
            Err(error) => panic!("{error}\n{trace}"),
        };
        let verdict = validate(&trace, &schedule, &ValidateOptions::default());
        assert_eq!(verdict, Ok(()), "{trace}");
        let at = places(&schedule);
        assert!(rules.is_valid(&at), "{trace}\n{at:?}");
        let values = rules.values(&at);
        let terms = &schedule.pooled.as_ref().unwrap().terms;
        let stated: Vec<u64> = terms.iter().map(|term| term.value).collect();
        assert_eq!(stated, values, "{trace}");
        for (k, term) in terms.iter().enumerate() {
            let earlier = all
                .iter()
                .filter(|other| other[..k].iter().zip(&values).all(|(o, v)| o <= v));
            let least = earlier.map(|other| other[k]).min().unwrap_or(u64::MAX);
            assert!(
                term.bound <= least,
                "{term:?} but {least}:\n{trace}\n{at:?}"
            );
        }
        n_best += usize::from(all.first().is_none_or(|best| values <= *best));
        n_proved += usize::from(terms.iter().all(Term::is_optimal));
    }
    (n_planned, n_best, n_proved)
}

#[test]
fn in_one_pool_the_best_plan_is_found_and_proved() {
    let one = Features {
        windows: false,
        banks: false,
        choice: false,
        pins: true,
    };
    let (n, n_best, n_proved) = compare(1, 2_000, one);
    assert_eq!((n_best, n_proved), (n, n));
}

#[test]
fn with_all_features_bounds_hold() {
    let (n, n_best, n_proved) = compare(2, 1_000, ALL);
    assert!(95 * n <= 100 * n_best, "{n_best} of {n} are best");
    assert!(40 * n <= 100 * n_proved, "{n_proved} of {n} are proved");
}

#[test]
fn corner_18_windows_hold_for_conflicts_in_time_only() {
    let peak = "\nobjective total-peak";
    let text = "a 0..6 8 gap=2..4@0..4; b 2..4 4";
    let trace: LifetimeTrace = format!("{text}{peak}").parse().unwrap();
    let rules = Rules::of(&trace);
    let inside = scheduled(&trace, &rules, &[(0, 0), (0, 4)]);
    assert_eq!(
        validate(&trace, &inside, &ValidateOptions::default()),
        Ok(())
    );
    let trace: LifetimeTrace = format!("{text}\napart a b{peak}").parse().unwrap();
    let violations = validate(&trace, &inside, &ValidateOptions::default()).unwrap_err();
    assert!(matches!(violations[0], Violation::NotApart { .. }));
}

#[test]
fn many_buffers_with_many_relations() {
    let n = 100_000;
    let mut random = Random::new(3);
    let buffers = (0..n).map(|b| {
        let begin = random.below(n / 10) as i64;
        let live = Lifetime::half_open(Tick(begin), Tick(begin + 1 + random.below(3) as i64));
        Buffer::new(format!("b{b}"), Bytes(64 * (1 + random.below(64))), live)
    });
    let buffers: Vec<Buffer> = buffers.collect();
    let mut id = || BufferId(random.below(n) as u32);
    let mut pair = || (id(), id());
    let mut relations = Relations::default();
    for _ in 0..n / 2 {
        let (buffer, other) = pair();
        relations.reuse_costs.push(PairCost {
            buffer,
            other,
            cost: 1,
        });
        relations.apart.extend(Some(pair()).filter(|(a, b)| a != b));
    }
    let trace = LifetimeTrace::builder("")
        .buffers(buffers)
        .relations(relations)
        .build()
        .unwrap();
    let planner = registry::planner("auto").unwrap();
    let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
    assert_eq!(
        validate(&trace, &schedule, &ValidateOptions::default()),
        Ok(())
    );
    assert_eq!(schedule.pooled.unwrap().terms[1].value, 0);
}
