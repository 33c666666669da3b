//! Buffers that move between two pools: plans are valid, no worse than published rules, and never below a bound; the checker finds
//! every fault.

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
                bytes: Bytes(random.below(2 * size.0 + 1)),
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
    let term = terms.iter().find(|it| it.measure == Measure::BytesMoved);
    term.map(|it| (it.value, it.bound)).unwrap()
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
            let told = |it: Vec<Violation>| it.iter().map(|v| v.describe(&trace)).collect::<Vec<_>>();
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
