//! Traces with pools, relations and objectives: the checker and the planner against their definitions.
//!
//! [`Rules`] states each rule for one pair or one buffer at a time, by ticks and bytes, as the reference manual does. It shares
//! nothing with the checker, and on small traces it is fast enough to try all plans.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_planner::{
    Banks, Buffer, BufferId, ByteWindow, Bytes, Gap, InPlaceHint, InPlaceKind, Lifetime,
    LifetimeTrace, Measure, MemorySchedule, PairCost, PlanError, PlanOptions, Pool, PoolId,
    PoolSchedule, Relations, Term, Tick, ValidateOptions, Violation, explain_relations, registry,
    validate,
};
use memplan_support::Random;

/// Offsets that brute force tries, and ticks of random traces.
const GRID: u64 = 9;
const TICKS: i64 = 6;

/// The definitions, over one trace.
struct Rules<'a> {
    trace: &'a LifetimeTrace,
    pools: Vec<Pool>,
    class_of: Vec<usize>,
    size: Vec<u64>,
}

impl<'a> Rules<'a> {
    fn of(trace: &'a LifetimeTrace) -> Self {
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
    fn is_kept_apart(&self, a: usize, b: usize) -> bool {
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
    fn pair_is_valid(&self, at: &[(usize, u64)], a: usize, b: usize) -> bool {
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

    fn one_is_valid(&self, at: &[(usize, u64)], b: usize) -> bool {
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

    fn values(&self, at: &[(usize, u64)]) -> Vec<u64> {
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
        let mut found = Vec::new();
        self.extend(&mut at, &mut found);
        found.sort();
        found.dedup();
        found
    }

    fn extend(&self, at: &mut Vec<(usize, u64)>, found: &mut Vec<Vec<u64>>) {
        let b = at.len();
        if b == self.trace.len() {
            found.push(self.values(at));
            return;
        }
        for pool in 0..self.pools.len() {
            for offset in 0..GRID {
                at.push((pool, offset));
                if self.one_is_valid(at, b) && (0..b).all(|a| self.pair_is_valid(at, a, b)) {
                    self.extend(at, found);
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
fn random_trace(random: &mut Random, features: Features) -> Option<LifetimeTrace> {
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
struct Features {
    windows: bool,
    banks: bool,
    choice: bool,
    pins: bool,
}

const ALL: Features = Features {
    windows: true,
    banks: true,
    choice: true,
    pins: true,
};

/// Where a schedule puts the buffers.
fn places(schedule: &MemorySchedule) -> Vec<(usize, u64)> {
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
        check(&wrong).unwrap_err()[0]
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

/// The integer program shares nothing with the searches but the reduction, and is refused what it does not express.
#[test]
fn the_integer_program_agrees() {
    let [program, planner] = ["ilp", "constrained"].map(|name| registry::planner(name).unwrap());
    let mut random = Random::new(5);
    let (mut n_same, mut n_unfit, mut n_refused) = (0, 0, 0);
    for number in 0..1_200 {
        let features = Features {
            windows: false,
            banks: number % 4 == 0,
            choice: number % 4 == 0,
            pins: true,
        };
        let Some(trace) = random_trace(&mut random, features) else {
            continue;
        };
        let options = PlanOptions::default();
        let found = program.plan(&trace, &options);
        let expected = planner.plan(&trace, &options);
        match (found, expected) {
            (
                Err(PlanError::Unsupported {
                    planner, buffer, ..
                }),
                _,
            ) => {
                assert_eq!(planner, "ilp");
                assert!(!buffer.is_empty());
                n_refused += 1;
            }
            (Ok(found), Ok(expected)) => {
                let verdict = validate(&trace, &found, &ValidateOptions::default());
                assert_eq!(verdict, Ok(()), "{trace}");
                let [found, expected] =
                    [&found, &expected].map(|it| &it.pooled.as_ref().unwrap().terms);
                let values = |terms: &[Term]| terms.iter().map(|it| it.value).collect::<Vec<_>>();
                assert_eq!(values(found), values(expected), "{trace}");
                assert!(found.iter().all(Term::is_optimal), "{found:?}\n{trace}");
                n_same += 1;
            }
            (
                Err(PlanError::PoolExceeded { schedule, .. }),
                Err(PlanError::PoolExceeded { .. }),
            ) => {
                assert!(
                    schedule.pooled.as_ref().unwrap().terms[0].bound > 0,
                    "{trace}"
                );
                n_unfit += 1;
            }
            (Err(PlanError::PinsOverlap { .. }), Err(PlanError::PinsOverlap { .. })) => {}
            (found, expected) => panic!("{found:?}\n{expected:?}\n{trace}"),
        }
    }
    assert!(
        300 < n_same && 50 < n_unfit && 50 < n_refused,
        "{n_same} {n_unfit} {n_refused}"
    );
}

#[test]
fn with_all_features_bounds_hold() {
    let (n, n_best, n_proved) = compare(2, 1_000, ALL);
    assert!(95 * n <= 100 * n_best, "{n_best} of {n} are best");
    assert!(40 * n <= 100 * n_proved, "{n_proved} of {n} are proved");
}

#[test]
fn explanations_follow_the_definitions() {
    let planner = registry::planner("auto").unwrap();
    let mut random = Random::new(77);
    let features = Features {
        windows: false,
        ..ALL
    };
    let (mut n_links, mut n_prices, mut n_cliques) = (0, 0, 0);
    for _ in 0..3_000 {
        let Some(trace) = random_trace(&mut random, features) else {
            continue;
        };
        let options = PlanOptions::default();
        let schedule = match planner.plan(&trace, &options) {
            Ok(schedule) => schedule,
            Err(PlanError::PoolExceeded { schedule, .. }) => *schedule,
            Err(_) => continue,
        };
        let rules = Rules::of(&trace);
        let at = places(&schedule);
        let witness = explain_relations(&trace, &schedule, &options).unwrap();
        let pooled = schedule.pooled.as_ref().unwrap();
        // At one place, nothing keeps the two classes from each other but a rule.
        let is_hard = |a: BufferId, b: BufferId| {
            let members = |id: BufferId| {
                let class = rules.class_of[id.index()];
                (0..trace.len())
                    .filter(|&x| rules.class_of[x] == class)
                    .collect::<Vec<_>>()
            };
            let together = vec![(0, 0); trace.len()];
            let others = members(b);
            members(a).iter().any(|&x| {
                let mut others = others.iter();
                others.any(|&y| !rules.pair_is_valid(&together, x, y))
            })
        };
        for (pool, peak) in witness.pools.iter().zip(&pooled.peaks) {
            let told = || format!("{trace}\n{at:?}\n{pool:?}");
            assert_eq!(pool.peak, *peak, "{}", told());
            assert!(pool.bound <= *peak, "{}", told());
            let clique = &pool.clique.buffers;
            let sizes = clique.iter().map(|id| rules.size[id.index()]);
            assert_eq!(pool.clique.bytes.0, sizes.sum::<u64>(), "{}", told());
            for (k, &a) in clique.iter().enumerate() {
                assert_eq!(at[a.index()].0, pool.pool.index(), "{}", told());
                assert!(clique[..k].iter().all(|&b| is_hard(a, b)), "{}", told());
            }
            n_cliques += usize::from(1 < clique.len());
            let end = |id: BufferId| at[id.index()].1 + rules.size[id.index()];
            for (k, link) in pool.chain.iter().enumerate() {
                n_links += 1;
                let top = match k {
                    0 => peak.0,
                    _ => pool.chain[k - 1].floor.0,
                };
                assert_eq!(end(link.buffer), top, "{}", told());
                assert_eq!(link.offset.0, at[link.buffer.index()].1, "{}", told());
                assert!(link.floor <= link.offset, "{}", told());
                if let Some((below, rule)) = &link.below {
                    assert_eq!(link.floor.0, end(*below), "{}", told());
                    assert_eq!(rule.is_some(), is_hard(link.buffer, *below), "{}", told());
                }
            }
        }
        let paid = witness.prices.iter();
        let of = |measure| paid.clone().filter(move |it| it.paid.measure == measure);
        for term in &pooled.terms {
            if matches!(term.measure, Measure::ReuseCost | Measure::BankCost) {
                let sum: u64 = of(term.measure).map(|it| it.paid.pair.cost).sum();
                assert_eq!(sum, term.value, "{trace}\n{at:?}");
            }
        }
        for price in paid {
            let pool = &witness.pools[at[price.paid.pair.buffer.index()].0];
            if let Some(clique) = &price.clique {
                n_prices += 1;
                let classes = |id: &BufferId| rules.class_of[id.index()];
                let members: Vec<usize> = clique.buffers.iter().map(classes).collect();
                for id in [price.paid.pair.buffer, price.paid.pair.other] {
                    assert!(members.contains(&classes(&id)), "{trace}\n{price:?}");
                }
                assert!(pool.free.unwrap() < clique.bytes, "{trace}\n{price:?}");
            }
        }
    }
    assert!(
        1_000 < n_links && 10 < n_prices && 500 < n_cliques,
        "{n_links} {n_prices} {n_cliques}"
    );
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

/// All schedules on the grid of a trace with hints: a pair of a hint whose buffers are at one place may be live together.
#[test]
fn hints_are_used_beside_relations() {
    let planner = registry::planner("auto").unwrap();
    let program = registry::planner("ilp").unwrap();
    let mut random = Random::new(12);
    let features = Features {
        windows: false,
        banks: false,
        choice: false,
        pins: true,
    };
    let (mut n_used, mut n_best, mut n_proved, mut n) = (0, 0, 0, 0);
    while n < 400 {
        let Some(trace) = random_trace(&mut random, features) else {
            continue;
        };
        let hint = |random: &mut Random| {
            let (buffer, other) = (random.index(trace.len()), random.index(trace.len()));
            let id = |index: usize| BufferId(index as u32);
            (buffer != other).then(|| InPlaceHint {
                buffer: id(buffer),
                other: id(other),
                kind: InPlaceKind::ZeroOffset,
            })
        };
        let mut hints: Vec<InPlaceHint> = (0..3).filter_map(|_| hint(&mut random)).collect();
        hints.sort_by_key(|hint| (hint.buffer, hint.other));
        hints.dedup_by_key(|hint| (hint.buffer, hint.other));
        let hinted = trace.clone().into_builder().in_place(hints.clone());
        let hinted = hinted.build().unwrap();
        let may_share = |a: usize, b: usize, at: &[(usize, u64)]| {
            let takes = |x: usize, y: usize| {
                let begin = |x: usize| hinted.buffers()[x].live.begin();
                let mut hints = hints.iter();
                hints.any(|it| (it.buffer.index(), it.other.index()) == (x, y))
                    && begin(y) <= begin(x)
                    && at[x] == at[y]
            };
            !Rules::of(&hinted).is_kept_apart(a, b) && (takes(a, b) || takes(b, a))
        };
        let schedule = match planner.plan(&hinted, &PlanOptions::default()) {
            Ok(schedule) => schedule,
            Err(PlanError::PoolExceeded { .. } | PlanError::PinsOverlap { .. }) => continue,
            Err(error) => panic!("{error}\n{hinted}"),
        };
        n += 1;
        let refused = program.plan(&hinted, &PlanOptions::default());
        let is_refused = matches!(refused, Err(PlanError::Unsupported { .. }));
        assert_eq!(is_refused, !hints.is_empty());
        let told = || format!("{hinted}\n{:?}", schedule.offsets);
        let options = ValidateOptions::default();
        assert_eq!(validate(&hinted, &schedule, &options), Ok(()), "{}", told());
        let at = places(&schedule);
        let rules = Rules::of(&hinted);
        // The schedule keeps all rules but those of pairs that the hints except.
        for a in 0..at.len() {
            assert!(rules.one_is_valid(&at, a), "{}", told());
            for b in 0..a {
                let is_valid = rules.pair_is_valid(&at, a, b) || may_share(a, b, &at);
                assert!(is_valid, "{a} {b}: {}", told());
            }
        }
        if !schedule.reuses.is_empty() {
            n_used += 1;
            // Without the permission, it is no schedule.
            let mut wrong = schedule.clone();
            wrong.reuses.clear();
            assert!(validate(&hinted, &wrong, &options).is_err(), "{}", told());
        }
        let values = rules.values(&at);
        let best = every(&rules, &may_share);
        let terms = &schedule.pooled.as_ref().unwrap().terms;
        for (k, term) in terms.iter().enumerate() {
            let earlier = best
                .iter()
                .filter(|other| other[..k].iter().zip(&values).all(|(o, v)| o <= v));
            let least = earlier.map(|other| other[k]).min().unwrap_or(u64::MAX);
            assert!(term.bound <= least, "{term:?} but {least}: {}", told());
        }
        n_best += usize::from(best.iter().all(|other| values <= *other));
        n_proved += usize::from(terms.iter().all(Term::is_optimal));
    }
    assert!(
        30 < n_used && 9 * n < 10 * n_best && n < 2 * n_proved,
        "{n_used} {n_best} {n_proved} of {n}"
    );
}

/// The values of all placements on the grid that are valid but for pairs that may share bytes.
fn every(
    rules: &Rules<'_>,
    may_share: &dyn Fn(usize, usize, &[(usize, u64)]) -> bool,
) -> Vec<Vec<u64>> {
    fn extend(
        rules: &Rules<'_>,
        may_share: &dyn Fn(usize, usize, &[(usize, u64)]) -> bool,
        at: &mut Vec<(usize, u64)>,
        found: &mut Vec<Vec<u64>>,
    ) {
        let b = at.len();
        if b == rules.trace.len() {
            found.push(rules.values(at));
            return;
        }
        for offset in 0..GRID {
            at.push((0, offset));
            let is_valid = |a: usize| {
                let pair = &at[..];
                rules.pair_is_valid(pair, a, b) || may_share(b, a, pair)
            };
            if rules.one_is_valid(at, b) && (0..b).all(is_valid) {
                extend(rules, may_share, at, found);
            }
            at.pop();
        }
    }
    let mut found = Vec::new();
    extend(rules, may_share, &mut Vec::new(), &mut found);
    found
}
