//! Buffers that move between two pools: plans are valid, no worse than published rules, and never below a bound; the
//! checker finds every fault.

use memplan_planner::{
    Access, AccessKind, Buffer, BufferId, Bytes, Lifetime, LifetimeTrace, Measure, MemorySchedule,
    PlanError, PlanOptions, Pool, PoolId, Relations, Tick, Uses, ValidateOptions, Violation,
    registry, validate,
};
use memplan_support::Random;

/// A trace of a program with one tick for each operation, whose operands are any buffers.
fn random_trace(random: &mut Random, is_timed: bool) -> LifetimeTrace {
    let n_ticks = 4 + random.index(12);
    let n_buffers = 2 + random.index(8);
    let mut buffers = Vec::new();
    let mut uses = Vec::new();
    let mut allowed = Vec::new();
    for index in 0..n_buffers {
        let size = Bytes(1 + random.below(8));
        let mut accesses = Vec::new();
        let mut tick = random.index(n_ticks) as i64;
        while tick < n_ticks as i64 {
            let end = tick + 1 + i64::from(random.one_in(6));
            let kind = match random.index(8) {
                0 => AccessKind::Write,
                1 | 2 => AccessKind::Update,
                _ if accesses.is_empty() && !random.one_in(4) => AccessKind::Write,
                _ => AccessKind::Read,
            };
            accesses.push(Access {
                ticks: Lifetime::half_open(Tick(tick), Tick(end)),
                kind,
                bytes: Bytes(1 + random.below(2 * size.0)),
            });
            tick = end + random.index(5) as i64;
        }
        let begin = accesses[0].ticks.begin();
        let end = accesses[accesses.len() - 1].ticks.end();
        let live = Lifetime::half_open(begin, end);
        buffers.push(Buffer::new(format!("b{index}"), size, live));
        allowed.push(match random.index(10) {
            0 => vec![PoolId(1)],
            _ => Vec::new(),
        });
        if !random.one_in(8) {
            uses.push(Uses {
                buffer: BufferId(index as u32),
                times: 1 + random.below(8) / 7,
                accesses,
            });
        }
    }
    // At least one buffer has uses, else it is another kind of trace.
    if uses.is_empty() {
        uses.push(Uses {
            buffer: BufferId(0),
            times: 1,
            accesses: vec![Access {
                ticks: buffers[0].live,
                kind: AccessKind::Write,
                bytes: buffers[0].size,
            }],
        });
    }
    let fast = Pool {
        capacity: Some(Bytes(6 + random.below(14))),
        copy_bytes_per_tick: is_timed.then(|| Bytes(1 + random.below(8))),
        copies_at_once: (is_timed && random.one_in(2)).then(|| 1 + random.below(2) as u32),
        ..Pool::new("fast")
    };
    let slow = Pool {
        access_cost: 1,
        ..Pool::new("slow")
    };
    LifetimeTrace::builder("random")
        .buffers(buffers)
        .relations(Relations {
            pools: vec![fast, slow],
            allowed,
            uses,
            ..Relations::default()
        })
        .build()
        .unwrap()
}

fn planned(trace: &LifetimeTrace, planner: &str) -> Result<MemorySchedule, PlanError> {
    let planner = registry::planner(planner).unwrap();
    planner.plan(trace, &PlanOptions::default())
}

/// The bytes moved and their bound.
fn moved(schedule: &MemorySchedule) -> (u64, u64) {
    let terms = &schedule.pooled.as_ref().unwrap().terms;
    let mut terms = terms.iter();
    let term = terms.find(|term| term.measure == Measure::BytesMoved);
    term.map(|term| (term.value, term.bound)).unwrap()
}

#[test]
fn plans_are_valid_and_no_worse_than_published_rules() {
    let mut random = Random::new(5);
    let (mut n_better, mut n_moving) = (0, 0);
    for round in 0..400 {
        let trace = random_trace(&mut random, round % 2 == 1);
        let best = planned(&trace, "constrained").unwrap();
        let valid = |schedule: &MemorySchedule| {
            let checked = validate(&trace, schedule, &ValidateOptions::default());
            let told = |violations: Vec<Violation>| -> Vec<String> {
                violations.iter().map(|v| v.describe(&trace)).collect()
            };
            assert_eq!(checked.map_err(told), Ok(()), "{trace}\n{schedule:?}");
        };
        valid(&best);
        n_moving += usize::from(!best.pooled.as_ref().unwrap().residences.is_empty());
        for rule in ["belady", "xla"] {
            let other = planned(&trace, &format!("constrained{{spill={rule}}}")).unwrap();
            valid(&other);
            assert!(moved(&best).0 <= moved(&other).0, "{rule}\n{trace}");
            assert!(moved(&best).1 <= moved(&other).0, "{rule}\n{trace}");
            n_better += usize::from(moved(&best).0 < moved(&other).0);
        }
    }
    assert!(100 < n_moving && 100 < n_better, "{n_moving} {n_better}");
}

/// The fewest bytes that choices move if offsets do not matter and copies take no time, by trying all of them.
fn fewest_bytes(trace: &LifetimeTrace) -> u64 {
    let relations = trace.relations();
    let capacity = relations.pools[0].capacity.unwrap().0;
    let mut loads = std::collections::BTreeMap::new();
    fewest_of(trace, 0, capacity, &mut loads)
}

/// The fewest bytes of the uses from `at` on; `loads` has the bytes in the fast pool at each tick.
fn fewest_of(
    trace: &LifetimeTrace,
    at: usize,
    capacity: u64,
    loads: &mut std::collections::BTreeMap<i64, u64>,
) -> u64 {
    let relations = trace.relations();
    let Some(uses) = relations.uses.get(at) else {
        return 0;
    };
    let buffer = uses.buffer;
    let size = trace[buffer].size.0;
    let may_be_fast = relations.allowed_pools(buffer, 2).contains(&PoolId(0));
    let n = uses.accesses.len();
    let mut best = u64::MAX;
    for bits in 0..1_u32 << (2 * n) {
        let is_fast = |i: usize| bits >> i & 1 == 1;
        let is_kept = |i: usize| bits >> (n + i) & 1 == 1;
        let is_possible = (0..n).all(|i| {
            let stays = i != 0 && is_fast(i) && is_fast(i - 1);
            (!is_kept(i) || stays && uses.accesses[i].kind != AccessKind::Write)
                && (!is_fast(i) || may_be_fast)
        });
        if !is_possible {
            continue;
        }
        let mut ticks = Vec::new();
        // Whether the slow pool has the content, and whether anything does.
        let (mut is_slow, mut is_there) = (uses.accesses[0].kind == AccessKind::Read, false);
        let mut bytes = 0;
        for (i, access) in uses.accesses.iter().enumerate() {
            let needs =
                access.kind == AccessKind::Read || is_there && access.kind == AccessKind::Update;
            if needs && !is_slow && !is_kept(i) {
                bytes += size; // what leaves the fast pool is stored
                is_slow = true;
            }
            if is_fast(i) {
                bytes += if needs && !is_kept(i) { size } else { 0 };
                let from = if is_kept(i) {
                    uses.accesses[i - 1].ticks.end()
                } else {
                    access.ticks.begin()
                };
                ticks.extend(from.0..access.ticks.end().0);
            } else {
                bytes += access.bytes.0;
            }
            if access.kind != AccessKind::Read {
                is_slow = !is_fast(i);
            }
            is_there = true;
        }
        let fits = |loads: &std::collections::BTreeMap<i64, u64>| {
            ticks
                .iter()
                .all(|tick| loads.get(tick).copied().unwrap_or(0) + size <= capacity)
        };
        if !fits(loads) {
            continue;
        }
        for tick in &ticks {
            *loads.entry(*tick).or_insert(0) += size;
        }
        let rest = fewest_of(trace, at + 1, capacity, loads);
        best = best.min((bytes * uses.times).saturating_add(rest));
        for tick in &ticks {
            *loads.entry(*tick).or_insert(0) -= size;
        }
    }
    best
}

#[test]
fn small_traces_are_solved_and_proved() {
    let mut random = Random::new(11);
    let (mut n_solved, mut n) = (0, 0);
    while n < 60 {
        let trace = random_trace(&mut random, false);
        let uses = trace.relations().uses.iter();
        let n_accesses: usize = uses.map(|uses| uses.accesses.len()).sum();
        if !(4..=9).contains(&n_accesses) {
            continue;
        }
        n += 1;
        let fewest = fewest_bytes(&trace);
        let (value, bound) = moved(&planned(&trace, "constrained").unwrap());
        assert_eq!(bound, fewest, "{trace}");
        assert!(fewest <= value, "{value} {fewest}\n{trace}");
        n_solved += usize::from(value == fewest);
    }
    assert!(50 <= n_solved, "{n_solved}");
}

#[test]
fn the_checker_finds_every_fault() {
    let mut random = Random::new(3);
    let mut n_faults = 0;
    for round in 0..60 {
        let trace = random_trace(&mut random, round % 2 == 1);
        let schedule = planned(&trace, "constrained").unwrap();
        let n = schedule.pooled.as_ref().unwrap().residences.len();
        for at in 0..n {
            for fault in 0..4 {
                let mut wrong = schedule.clone();
                let pooled = wrong.pooled.as_mut().unwrap();
                let residence = &mut pooled.residences[at];
                match fault {
                    // A copy into the fast pool may be worth no more than the access that it serves.
                    0 if residence.copy_ticks.is_none() || residence.pool == PoolId(1) => {
                        pooled.residences.remove(at);
                    }
                    1 => {
                        let end = Tick(residence.ticks.end().0 - 1);
                        residence.ticks = Lifetime::half_open(residence.ticks.begin(), end);
                    }
                    2 if residence.copy_ticks.is_some() => residence.copy_ticks = None,
                    3 => residence.offset = Bytes(1 << 40),
                    _ => continue,
                }
                n_faults += 1;
                let checked = validate(&trace, &wrong, &ValidateOptions::default());
                assert!(
                    checked.is_err(),
                    "fault {fault} of residence {at}\n{trace}\n{schedule:?}"
                );
            }
        }
    }
    assert!(300 < n_faults, "{n_faults}");
}

/// A chain of operations in which each result is used by the next ones, and some of them much later.
fn long_chain(n: usize) -> LifetimeTrace {
    let mut random = Random::new(9);
    let mut buffers = Vec::with_capacity(n);
    let mut uses = Vec::with_capacity(n);
    for index in 0..n {
        let size = 64 * (1 + random.below(64));
        let mut ticks = vec![index as i64, index as i64 + 1];
        if random.one_in(3) {
            ticks.push(index as i64 + 2 + random.below(200) as i64);
        }
        let (buffer, own) = used(index as u32, size, &ticks);
        buffers.push(buffer);
        uses.push(own);
    }
    two_pools("chain", Bytes(64 * 1024), buffers, uses)
}

#[test]
fn many_buffers_are_planned_in_near_linear_time() {
    let trace = long_chain(30_000);
    let schedule = planned(&trace, "constrained").unwrap();
    validate(&trace, &schedule, &ValidateOptions::default()).unwrap();
    let (value, bound) = moved(&schedule);
    assert!(bound <= value && value <= 3 * bound, "{value} {bound}");
}

/// A copy that takes two ticks begins as soon as its bytes are free, and the plan is as good as without.
#[test]
fn copies_that_take_time_begin_early() {
    let (buffers, uses): (Vec<_>, _) = [used(0, 8, &[0, 1, 30]), used(1, 8, &[5, 8])]
        .into_iter()
        .unzip();
    let fast = Pool {
        capacity: Some(Bytes(8)),
        copy_bytes_per_tick: Some(Bytes(4)),
        ..Pool::new("fast")
    };
    let slow = Pool {
        access_cost: 9,
        ..Pool::new("slow")
    };
    let trace = LifetimeTrace::builder("early")
        .buffers(buffers)
        .relations(Relations {
            pools: vec![fast, slow],
            uses,
            ..Relations::default()
        })
        .build()
        .unwrap();
    let schedule = planned(&trace, "constrained").unwrap();
    validate(&trace, &schedule, &ValidateOptions::default()).unwrap();
    let residences = &schedule.pooled.as_ref().unwrap().residences;
    let begins: Vec<i64> = residences.iter().map(|to| to.ticks.begin().0).collect();
    assert_eq!(begins, [0, 2, 9], "{residences:?}");
}

/// Buffers that are pinned or in pairs stay, and others move around them: the schedules are valid and no better than
/// their bounds.
#[test]
fn pinned_and_paired_buffers_stay_where_others_move() {
    let planner = registry::planner("constrained").unwrap();
    let mut random = Random::new(46);
    let (mut n_moving, mut n_beside) = (0, 0);
    for _ in 0..400 {
        let is_timed = random.one_in(4);
        let trace = random_trace(&mut random, is_timed);
        let n = trace.len();
        let mut relations = trace.relations().clone();
        for list in [&mut relations.apart, &mut relations.never_together] {
            let (a, b) = (random.index(n), random.index(n));
            if a != b && random.one_in(2) {
                list.push((BufferId(a as u32), BufferId(b as u32)));
            }
        }
        let pinned = random.index(n);
        let pool = PoolId(random.index(2) as u32);
        let capacity = relations.pools[0].capacity.unwrap().0;
        let last = capacity.checked_sub(trace.buffers()[pinned].size.0);
        relations.allowed[pinned] = vec![pool];
        let mut ids = 0..;
        let builder = trace.into_builder().map_buffers(|buffer| {
            if ids.next() == Some(pinned) {
                buffer.pinned = last.map(|last| Bytes(last / 2));
            }
        });
        let trace = builder.relations(relations).build().unwrap();
        let relations = trace.relations();
        let schedule = match planner.plan(&trace, &PlanOptions::default()) {
            Ok(schedule) => schedule,
            Err(PlanError::PoolExceeded { .. }) => continue,
            Err(error) => panic!("{error}: {trace}"),
        };
        validate(&trace, &schedule, &ValidateOptions::default())
            .unwrap_or_else(|wrong| panic!("{}: {trace}", wrong[0].describe(&trace)));
        let pooled = schedule.pooled.as_ref().unwrap();
        let has_pairs = !relations.apart.is_empty() || !relations.never_together.is_empty();
        n_moving += usize::from(!pooled.residences.is_empty());
        n_beside += usize::from(!pooled.residences.is_empty() && has_pairs && last.is_some());
        assert!(pooled.terms.iter().all(|term| term.bound <= term.value));
    }
    assert!(60 < n_moving && 20 < n_beside, "{n_moving} {n_beside}");
}

/// A buffer that is written at the first of some ticks and read at the others, with its uses.
fn used(index: u32, size: u64, ticks: &[i64]) -> (Buffer, Uses) {
    let live = Lifetime::half_open(Tick(ticks[0]), Tick(ticks[ticks.len() - 1] + 1));
    let access = |(at, &tick)| Access::at(Tick(tick), at == 0, Bytes(size));
    let uses = Uses {
        buffer: BufferId(index),
        times: 1,
        accesses: ticks.iter().enumerate().map(access).collect(),
    };
    (Buffer::new(format!("b{index}"), Bytes(size), live), uses)
}

#[test]
fn belady_fills_the_fast_pool_and_evicts_what_is_needed_last() {
    let moved_by_belady = |ticks: &[&[i64]]| {
        let all = (0..).zip(ticks).map(|(index, ticks)| used(index, 8, ticks));
        let (buffers, uses) = all.unzip();
        let trace = two_pools("belady", Bytes(16), buffers, uses);
        moved(&planned(&trace, "constrained{spill=belady}").unwrap()).0
    };
    // Two operands of one operation fit exactly. Of three, the second leaves for the third and comes back; then the
    // third is read where it is.
    assert_eq!(moved_by_belady(&[&[0, 2], &[1, 2]]), 0);
    assert_eq!(moved_by_belady(&[&[0, 3], &[1, 3], &[2, 3]]), 32);
    // At 2, the second buffer leaves, which is needed after the first. What is not needed any more costs nothing.
    assert_eq!(moved_by_belady(&[&[0, 3], &[1, 4], &[2, 5]]), 16);
    assert_eq!(moved_by_belady(&[&[0, 1], &[1, 2], &[2, 3]]), 0);
}

/// A trace of buffers with uses, a fast pool with a capacity, and a slow pool.
fn two_pools(scope: &str, capacity: Bytes, buffers: Vec<Buffer>, uses: Vec<Uses>) -> LifetimeTrace {
    let fast = Pool {
        capacity: Some(capacity),
        ..Pool::new("fast")
    };
    let slow = Pool {
        access_cost: 1,
        ..Pool::new("slow")
    };
    LifetimeTrace::builder(scope)
        .buffers(buffers)
        .relations(Relations {
            pools: vec![fast, slow],
            uses,
            ..Relations::default()
        })
        .build()
        .unwrap()
}

/// A program of `n` buffers whose lives, from a few ticks to half of the program, are distributed evenly by their
/// logarithms, and a fast pool of a part of their load.
fn program(seed: u64, n: u64, percent: u64) -> LifetimeTrace {
    let mut random = Random::new(seed);
    let mut buffers = Vec::new();
    let mut uses = Vec::new();
    for index in 0..n {
        let longest = 3 << random.below(n.ilog2().into());
        let life = random.between(3, longest.min(n));
        let begin = random.below(2 * n - life);
        let size = Bytes(1024 * random.between(1, 32));
        let mut ticks: Vec<u64> = (0..random.below(5))
            .map(|_| begin + random.below(life))
            .collect();
        ticks.extend([begin, begin + life - 1]);
        ticks.sort_unstable();
        ticks.dedup();
        let ticks: Vec<i64> = ticks.into_iter().map(|tick| tick as i64).collect();
        let (buffer, own) = used(index as u32, size.0, &ticks);
        buffers.push(buffer);
        uses.push(own);
    }
    let load = LifetimeTrace::builder("load")
        .buffers(buffers.clone())
        .build()
        .unwrap()
        .max_load();
    two_pools("program", Bytes(load.0 * percent / 100), buffers, uses)
}

#[test]
fn programs_move_little_more_than_the_bound_and_never_more_with_more_work() {
    let mut n_close = 0;
    for seed in 0..5 {
        let trace = program(seed, 100, 75);
        let schedule = planned(&trace, "constrained").unwrap();
        validate(&trace, &schedule, &ValidateOptions::default()).unwrap();
        let (value, bound) = moved(&schedule);
        n_close += usize::from(10 * value <= 11 * bound);
        for rule in ["belady", "xla"] {
            let other = planned(&trace, &format!("constrained{{spill={rule}}}")).unwrap();
            assert!(value <= moved(&other).0, "{rule} {seed}");
        }
        let options = PlanOptions {
            work_limit: Some(schedule.work * 2),
            ..PlanOptions::default()
        };
        let longer = registry::planner("constrained")
            .unwrap()
            .plan(&trace, &options)
            .unwrap();
        assert!(moved(&longer).0 <= value, "{seed}");
    }
    assert!(3 <= n_close, "{n_close}");
}
