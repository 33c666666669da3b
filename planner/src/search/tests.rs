//! The search against brute force, in all combinations of its techniques.
//!
//! The oracle tries all offsets, not only canonical plans, and works on the trace, not on the
//! reduced instance: it shares no idea with the search. `MEMPLAN_SEARCH_CHECKS=1000000` makes the
//! random tests longer.

use memplan_plugin::{Field, Params};

use super::baseline::BaselineRules;
use super::unit::RunRandom;
use super::{Goal, SearchOptions, Techniques, solve};
use crate::reduce::Instance;
use crate::{
    BoundRule, Buffer, Bytes, Gap, Lifetime, LifetimeTrace, Optimality, PlanOptions, Tick, Units,
    ValidateOptions, validate,
};

/// Whether all buffers fit into `capacity`, at most 63 bytes.
fn fits(trace: &LifetimeTrace, capacity: u64) -> bool {
    let free: Vec<u64> = trace
        .buffers()
        .iter()
        .map(|buffer| {
            let offsets = 0..=capacity.saturating_sub(buffer.size.0);
            let allowed = |&offset: &u64| {
                buffer.size.0 <= capacity
                    && match buffer.pinned {
                        Some(pin) => pin.0 == offset,
                        None => offset.is_multiple_of(buffer.align.0),
                    }
            };
            offsets.filter(allowed).fold(0, |bits, at| bits | 1 << at)
        })
        .collect();
    place_rest(trace, &mut vec![false; trace.len()], &free)
}

/// Places the buffer that has the fewest offsets left, in every way; `free` has a bit for each offset.
fn place_rest(trace: &LifetimeTrace, placed: &mut [bool], free: &[u64]) -> bool {
    let open = (0..placed.len()).filter(|&buffer| !placed[buffer]);
    let Some(buffer) = open.min_by_key(|&buffer| free[buffer].count_ones()) else {
        return true;
    };
    let buffers = trace.buffers();
    placed[buffer] = true;
    let fits = (0..64).filter(|at| free[buffer] >> at & 1 == 1).any(|at| {
        let mut free = free.to_vec();
        for (other, free) in free.iter_mut().enumerate() {
            if !placed[other] && clash(&buffers[buffer], &buffers[other]) {
                let lowest = (at + 1_u64).saturating_sub(buffers[other].size.0);
                for taken in lowest..at + buffers[buffer].size.0 {
                    *free &= !(1 << taken);
                }
            }
        }
        place_rest(trace, placed, &free)
    });
    placed[buffer] = false;
    fits
}

fn clash(a: &Buffer, b: &Buffer) -> bool {
    a.pieces()
        .any(|piece| b.pieces().any(|other| piece.ticks.overlaps(other.ticks)))
}

fn ticks(begin: i64, end: i64) -> Lifetime {
    Lifetime::half_open(Tick(begin), Tick(end))
}

/// What random traces contain besides sizes and lifetimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flavour {
    Plain,
    Aligned,
    EquallyAligned,
    Pinned,
    Gaps,
    All,
}

const FLAVOURS: [Flavour; 6] = [
    Flavour::Plain,
    Flavour::Aligned,
    Flavour::EquallyAligned,
    Flavour::Pinned,
    Flavour::Gaps,
    Flavour::All,
];

/// 4 to 9 buffers of sizes 1 to 7 with a horizon of 4 to 11 ticks.
fn random_trace(random: &mut RunRandom, flavour: Flavour) -> LifetimeTrace {
    let n = 4 + random.below(6);
    let horizon = 4 + random.below(8) as i64;
    let common = 1 + random.below(4) as u64;
    let has = |wanted| flavour == wanted || flavour == Flavour::All;
    let mut buffers: Vec<Buffer> = Vec::new();
    for index in 0..n {
        let begin = random.below(horizon as usize) as i64;
        let end = begin + 1 + random.below((horizon - begin) as usize) as i64;
        let size = Bytes(1 + random.below(7) as u64);
        let mut buffer = Buffer::new(format!("b{index}"), size, ticks(begin, end));
        if has(Flavour::Aligned) {
            buffer.align = Bytes(1 + random.below(4) as u64);
        } else if flavour == Flavour::EquallyAligned {
            buffer.align = Bytes(common);
        }
        if has(Flavour::Gaps) && 2 < end - begin && random.below(2) == 0 {
            let from = begin + 1 + random.below((end - begin - 2) as usize) as i64;
            let to = from + 1 + random.below((end - 1 - from) as usize) as i64;
            buffer.gaps.push(Gap {
                ticks: ticks(from, to),
                window: None,
            });
        }
        if has(Flavour::Pinned) && random.below(4) == 0 {
            let pin = random.below(10) as u64 / buffer.align.0 * buffer.align.0;
            let meets = |other: &Buffer| {
                let ends = (other.size.0, buffer.size.0);
                let overlaps = |at: Bytes| at.0 < pin + ends.1 && pin < at.0 + ends.0;
                clash(other, &buffer) && other.pinned.is_some_and(overlaps)
            };
            if !buffers.iter().any(meets) {
                buffer.pinned = Some(Bytes(pin));
            }
        }
        buffers.push(buffer);
    }
    LifetimeTrace::builder("random")
        .buffers(buffers)
        .build()
        .unwrap()
}

/// The names of the techniques that can be switched off.
fn switches() -> Vec<&'static str> {
    let infos = Field::infos(Techniques::ALL.clone().fields());
    let switches = infos.iter().filter(|info| info.default == "on");
    switches.map(|info| info.name).collect()
}

/// Techniques by bits: one for each switch, then the size of the table and the number of workers.
fn techniques(mut bits: u64) -> Techniques {
    let mut off = Params::default();
    for name in switches() {
        if bits & 1 == 0 {
            off.or_insert(name, "off");
        }
        bits >>= 1;
    }
    let mut techniques = Techniques::ALL;
    Field::set_all(techniques.fields(), &off).unwrap();
    techniques.table_entries = [1, 2, 4, 1 << 12][(bits & 3) as usize];
    techniques.workers = [1, 4][(bits >> 2 & 1) as usize];
    techniques
}

/// Searches for a plan within `capacity`, and returns whether there is one.
fn search(instance: &Instance, capacity: u64, techniques: Techniques, seed: u64) -> bool {
    let options = SearchOptions {
        goal: Goal::Within(capacity),
        seed,
        techniques,
        ..SearchOptions::default()
    };
    let plan_options = PlanOptions::default();
    let outcome = solve(instance, &options, &mut plan_options.meter()).unwrap();
    assert_eq!(outcome.stopped, None);
    let fits = outcome.placement.peak <= capacity;
    assert_eq!(
        fits,
        outcome.bound.bytes.0 <= capacity,
        "either a plan or a refutation"
    );
    fits
}

/// The optimum by brute force, starting from the load.
fn optimum(trace: &LifetimeTrace) -> u64 {
    let load = trace.max_load().0;
    (load..64).find(|&capacity| fits(trace, capacity)).unwrap()
}

fn check_optimum(trace: &LifetimeTrace, instance: &Instance, optimum: u64, seed: u64) {
    let options = SearchOptions {
        seed,
        ..SearchOptions::default()
    };
    let plan_options = PlanOptions::default();
    let mut meter = plan_options.meter();
    let outcome = solve(instance, &options, &mut meter).unwrap();
    let peak = outcome.placement.peak;
    let schedule = instance
        .schedule(trace, &outcome.placement, outcome.bound, "test", Units(0))
        .unwrap();
    assert_eq!(
        validate(trace, &schedule, &ValidateOptions::default()),
        Ok(())
    );
    assert_eq!((peak, outcome.bound.bytes.0), (optimum, optimum), "{trace}");
    assert_eq!(schedule.optimality, Optimality::Optimal);
}

fn n_checks(default: u64) -> u64 {
    let wanted = std::env::var("MEMPLAN_SEARCH_CHECKS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn every_combination_of_techniques_agrees_with_brute_force() {
    let mut n_checks = n_checks(6_000);
    let mut random = RunRandom::new(1, 2, 3);
    let mut n_above_load = 0;
    while 0 < n_checks {
        let flavour = FLAVOURS[random.below(FLAVOURS.len())];
        let trace = random_trace(&mut random, flavour);
        let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
        let optimum = optimum(&trace);
        let load = trace.max_load().0;
        n_above_load += u64::from(load < optimum);
        check_optimum(&trace, &instance, optimum, n_checks);
        for capacity in load..=load + 3 {
            let bits = random.next();
            let bare = Techniques {
                baseline: Some(BaselineRules {
                    monotonic_floor: bits >> 20 & 1 == 1,
                    dominance: bits >> 21 & 1 == 1,
                    hatless: bits >> 22 & 1 == 1,
                }),
                ..techniques(bits)
            };
            let outcome = search(&instance, capacity, bare, bits >> 32);
            assert_eq!(
                outcome,
                optimum <= capacity,
                "{capacity} {flavour:?} {bare:?}\n{trace}"
            );
            let outcome = search(&instance, capacity, techniques(bits), bits >> 32);
            let used = techniques(bits);
            let expected = optimum <= capacity;
            assert_eq!(
                outcome, expected,
                "{capacity} {flavour:?} {used:?}\n{trace}"
            );
            n_checks = n_checks.saturating_sub(1);
        }
    }
    assert!(10 < n_above_load, "the instances must not all be easy");
}

#[test]
fn each_technique_may_be_left_out_by_itself_and_so_may_all() {
    let all_on = u64::MAX << 2 | 3;
    let switches = switches().into_iter().enumerate();
    let mut one_off: Vec<(&str, Techniques)> = switches
        .map(|(bit, name)| (name, techniques(all_on ^ 1 << bit)))
        .collect();
    one_off.push(("everything", techniques(3)));
    let all = BaselineRules::ALL;
    let without = [
        ("nothing", all),
        (
            "monotonic-floor",
            BaselineRules {
                monotonic_floor: false,
                ..all
            },
        ),
        (
            "dominance",
            BaselineRules {
                dominance: false,
                ..all
            },
        ),
        (
            "hatless",
            BaselineRules {
                hatless: false,
                ..all
            },
        ),
    ];
    for (name, rules) in without {
        let baseline = Some(rules);
        one_off.push((
            name,
            Techniques {
                baseline,
                ..Techniques::ALL
            },
        ));
    }
    let mut random = RunRandom::new(4, 4, 4);
    let mut n_above_load = 0;
    for round in 0..n_checks(6_000) / 20 {
        let flavour = FLAVOURS[random.below(FLAVOURS.len())];
        let trace = random_trace(&mut random, flavour);
        let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
        let optimum = optimum(&trace);
        let load = trace.max_load().0;
        n_above_load += u64::from(load < optimum);
        for &(name, techniques) in &one_off {
            for capacity in load..=optimum {
                let outcome = search(&instance, capacity, techniques, round);
                let expected = optimum <= capacity;
                assert_eq!(
                    outcome, expected,
                    "{capacity} without {name} {flavour:?}\n{trace}"
                );
            }
        }
    }
    assert!(
        5 < n_above_load,
        "the instances must not all be easy: {n_above_load}"
    );
}

/// The smallest known instance whose optimum is above its load: 12 against 11.
fn gap_instance() -> (LifetimeTrace, Instance) {
    let trace: LifetimeTrace = "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; \
                                g 0..3 6; h 2..6 2; i 1..6 2"
        .parse()
        .unwrap();
    let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
    (trace, instance)
}

#[test]
fn all_combinations_of_all_switches_refute_the_load_of_the_gap_instance() {
    let (_, instance) = gap_instance();
    for bits in 0..1 << (switches().len() + 3) {
        let techniques = techniques(bits);
        assert!(!search(&instance, 11, techniques, bits), "{techniques:?}");
        assert!(search(&instance, 12, techniques, bits), "{techniques:?}");
    }
}

#[test]
fn the_load_of_the_gap_instance_is_refuted_in_few_nodes() {
    let (trace, instance) = gap_instance();
    let options = SearchOptions {
        goal: Goal::Within(11),
        techniques: Techniques {
            workers: 1,
            ..Techniques::ALL
        },
        ..SearchOptions::default()
    };
    let plan_options = PlanOptions::default();
    let outcome = solve(&instance, &options, &mut plan_options.meter()).unwrap();
    assert_eq!(trace.max_load(), Bytes(11));
    assert_eq!(
        (outcome.bound.bytes, outcome.bound.rule),
        (Bytes(12), BoundRule::Search)
    );
    assert!(outcome.nodes < 50, "{} nodes", outcome.nodes);
    check_optimum(&trace, &instance, 12, 0);
}

#[test]
fn rounded_sizes_are_optimal_in_bytes() {
    let mut random = RunRandom::new(5, 5, 5);
    for round in 0..n_checks(6_000) / 20 {
        let trace = random_trace(&mut random, Flavour::Gaps);
        let alignment = 2 + random.below(4) as u64;
        let options = PlanOptions {
            alignment: Bytes(alignment),
            ..PlanOptions::default()
        };
        let instance = Instance::new(&trace, &options).unwrap();
        let aligned = trace
            .clone()
            .into_builder()
            .map_buffers(|buffer| buffer.align = Bytes(alignment))
            .build()
            .unwrap();
        check_optimum(&aligned, &instance, optimum(&aligned), round);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut random = RunRandom::new(7, 7, 7);
    let buffers = (0..120).map(|index| {
        let begin = random.below(60) as i64;
        let end = begin + 1 + random.below(20) as i64;
        let size = Bytes(1 + random.below(97) as u64);
        Buffer::new(format!("b{index}"), size, ticks(begin, end))
    });
    let trace = LifetimeTrace::builder("random").buffers(buffers);
    let trace = trace.build().unwrap();
    for work in [3_000, 30_000] {
        let plan = |threads| {
            let options = PlanOptions {
                threads: std::num::NonZeroUsize::new(threads).unwrap(),
                work_limit: Some(Units(work)),
                seed: 5,
                ..PlanOptions::default()
            };
            let instance = Instance::new(&trace, &options).unwrap();
            let options_of_search = SearchOptions {
                seed: options.seed,
                ..SearchOptions::default()
            };
            let outcome = solve(&instance, &options_of_search, &mut options.meter()).unwrap();
            assert!(outcome.nodes <= work);
            outcome
        };
        let alone = plan(1);
        assert_eq!(alone, plan(2));
        assert_eq!(alone, plan(4));
    }
}
