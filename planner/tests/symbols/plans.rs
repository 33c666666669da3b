//! Plans are valid for any sizes, and good for those that they were made for.

use memplan_planner::symbols::{
    Arithmetic, OrientOptions, Orientation, Polynomial, Symbol, check, orient, values,
};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanOptions, Units, ValidateOptions,
    registry, validate,
};
use memplan_support::Random;

use super::common::{conflicts, lifetimes, model_symbols, oriented, symbols, trace, with_sizes};

fn planner() -> std::sync::Arc<dyn MemoryPlanner> {
    planner_by_name("greedy-by-size")
}

/// Random sizes, of which some are 0 and some are much larger than others.
fn any_sizes(random: &mut Random, n: usize) -> Vec<Bytes> {
    let size = |_| {
        let width = 8 * random.below(5);
        Bytes(random.below(1 << width) * random.below(3))
    };
    (0..n).map(size).collect()
}

#[test]
fn no_sizes_make_buffers_overlap() {
    let mut random = Random::new(10);
    for round in 0..300 {
        let n = random.index(40);
        let lifetimes = lifetimes(&mut random, n, 20, 12);
        let planned: Vec<Bytes> = any_sizes(&mut random, n)
            .iter()
            .map(|size| Bytes(size.0 + 1))
            .collect();
        let mut size = planned.iter();
        let sized: LifetimeTrace = (lifetimes.clone().into_builder())
            .map_buffers(|buffer| {
                buffer.size = *size.next().unwrap();
                buffer.align = Bytes(1);
            })
            .build()
            .unwrap();
        let planners = ["greedy-by-size", "first-fit", "auto{effort=quick}"];
        let planner = registry::planner(planners[round % 3]).unwrap();
        let schedule = planner.plan(&sized, &PlanOptions::default()).unwrap();
        let full = Orientation::from_offsets(&lifetimes, &schedule.offsets).unwrap();
        let reduced = full.clone().reduced();
        assert!(full.edges().count() <= 2 * n);
        assert!(full.peak(&planned).unwrap() <= schedule.peak());
        for _ in 0..10 {
            let sizes = any_sizes(&mut random, n);
            let offsets = reduced.offsets(&sizes).unwrap();
            assert_eq!(full.offsets(&sizes).unwrap(), offsets);
            for (a, b) in conflicts(&lifetimes) {
                let end = |index: usize| offsets[index].0 + sizes[index].0;
                assert!(end(a) <= offsets[b].0 || end(b) <= offsets[a].0);
            }
        }
    }
}

#[test]
fn plans_pass_the_checker_and_are_not_below_the_load() {
    let mut random = Random::new(11);
    for n in 0..60 {
        let trace = trace(&mut random, n);
        let plan = oriented(&trace, &*planner(), &OrientOptions::default());
        assert_eq!(check(&trace, &plan), Ok(()));
        assert_eq!(
            oriented(&trace, &*planner(), &OrientOptions::default()),
            plan
        );
        for values in [[1, 32], [16, 1024], [3, 700], [0, 0], [1000, 5]] {
            let at = trace.at(&values).unwrap();
            assert!(at.max_load() <= plan.evaluate(&values).unwrap().peak);
        }
        let worst: Vec<f64> = plan.figures.iter().map(|figure| figure.worst).collect();
        assert!(worst[0] >= worst[1] && worst[1] >= worst[2] && worst[2] >= 1.0);
        assert!(
            plan.figures
                .iter()
                .all(|figure| figure.mean <= figure.worst)
        );
        // The shapes of planning have the seed 0.
        let again = plan.measure(&trace, 200, 0).unwrap();
        let figure = plan.figures[plan.orientations.len() - 1];
        assert_eq!((again.worst, again.mean), (figure.worst, figure.mean));
    }
}

/// Two pairs whose best order depends on the shape: `a` and `d` bridge the middle.
fn two_regimes() -> LifetimeTrace {
    let lifetimes: LifetimeTrace =
        "a 0..2 0\nb 0..4 0\nc 2..6 0\nd 4..8 0\ne 6..8 0\nf 1..3 0\ng 5..7 0"
            .parse()
            .unwrap();
    let symbols = symbols(&[("b", 1, 1000), ("s", 1, 1000)]);
    let sizes = ["3*b", "2*s", "2*b", "3*s", "b + s", "s", "b"];
    let sizes = sizes.map(|text| Polynomial::parse(text, &symbols).unwrap());
    with_sizes(lifetimes, symbols, sizes.to_vec())
}

/// The choice of `orient` among all orders of few buffers.
#[test]
fn small_traces_are_planned_as_well_as_by_brute_force() {
    let trace = two_regimes();
    let options = OrientOptions {
        k: 1,
        ..OrientOptions::default()
    };
    let plan = oriented(&trace, &*planner(), &options);
    let mut best = f64::INFINITY;
    let mut order: Vec<u64> = (0..trace.len() as u64).collect();
    for_each_order(&mut order, 0, &mut |order| {
        let offsets: Vec<Bytes> = order.iter().map(|&rank| Bytes(rank)).collect();
        let orientation = Orientation::from_offsets(&trace, &offsets).unwrap();
        let mut other = plan.clone();
        other.orientations = vec![orientation];
        best = best.min(other.measure(&trace, 50, 1).unwrap().worst);
    });
    let worst = plan.measure(&trace, 50, 1).unwrap().worst;
    assert!(best <= worst && worst <= 1.02 * best, "{worst} {best}");
}

fn for_each_order(order: &mut [u64], from: usize, each: &mut dyn FnMut(&[u64])) {
    if from == order.len() {
        each(order);
    }
    for next in from..order.len() {
        order.swap(from, next);
        for_each_order(order, from + 1, each);
        order.swap(from, next);
    }
}

#[test]
fn proportional_sizes_need_one_plan() {
    let lifetimes: LifetimeTrace = "a 0..2 0\nb 1..4 0\nc 3..6 0\nd 5..7 0".parse().unwrap();
    let sizes = ["64*b*s", "128*b*s", "64*b*s", "256*b*s"];
    let sizes = sizes.map(|text| Polynomial::parse(text, &model_symbols()).unwrap());
    let trace = with_sizes(lifetimes.clone(), model_symbols(), sizes.to_vec());
    let plan = oriented(&trace, &*planner(), &OrientOptions::default());
    assert_eq!((plan.orientations.len(), plan.figures[0].worst), (1, 1.0));
}

#[test]
fn a_further_orientation_has_to_pay() {
    let mut random = Random::new(13);
    let needs_two = |trace: &LifetimeTrace| {
        let plan = oriented(trace, &*planner(), &OrientOptions::default());
        plan.figures[1].worst + 0.01 < plan.figures[0].worst
    };
    let mut traces = (0..).map(|_| trace(&mut random, 40));
    let trace = traces.find(needs_two).unwrap();
    let with = |k, gain| {
        let options = OrientOptions {
            k,
            gain,
            ..OrientOptions::default()
        };
        oriented(&trace, &*planner(), &options)
    };
    let [one, two, _] = with(2, 0.0).figures[..] else {
        panic!("three figures")
    };
    assert_eq!(with(2, 0.0).orientations.len(), 2);
    assert_eq!(with(1, 0.0).orientations.len(), 1);
    assert_eq!(with(2, one.worst - two.worst + 1e-9).orientations.len(), 1);
}

#[test]
fn as_many_orientations_as_pay() {
    let mut random = Random::new(14);
    for round in 0..3 {
        let lifetimes = lifetimes(&mut random, 80, 160, 40);
        let symbols = symbols(&[("b", 1, 64), ("s", 16, 4096)]);
        let term = |_| {
            // The largest terms are about as large.
            let (form, most) =
                *random.pick(&[("b", 65536), ("s", 4096), ("b*s", 256), ("s*s", 16)]);
            let text = format!("{}*{form}", random.between(1, most));
            Polynomial::parse(&text, &symbols).unwrap()
        };
        let sizes: Vec<Polynomial> = (0..80).map(term).collect();
        let trace = with_sizes(lifetimes, symbols, sizes);
        let planned = |k| {
            let options = OrientOptions {
                k,
                perturb: 60,
                ..OrientOptions::default()
            };
            let plan = oriented(&trace, &*planner(), &options);
            assert_eq!(check(&trace, &plan), Ok(()));
            let n = plan.orientations.len();
            let used = plan.figures.iter().find(|figure| figure.k == n).unwrap();
            (n, used.worst)
        };
        let ((few, of_few), (many, of_many)) = (planned(2), planned(OrientOptions::default().k));
        assert_eq!(few, 2, "round {round}");
        assert!(2 < many, "round {round}");
        let gain = OrientOptions::default().gain;
        assert!(
            of_many + gain < of_few,
            "round {round}: {of_many}, {of_few}"
        );
    }
}

#[test]
fn loads_are_the_maximum_of_their_terms() {
    let mut random = Random::new(12);
    for n in 0..60 {
        let trace = trace(&mut random, n);
        let terms = trace.load_terms().unwrap();
        for values in [[1, 32], [16, 1024], [3, 700], [16, 32], [1, 1024]] {
            let most = terms.iter().map(|term| term.eval(&values).unwrap()).max();
            assert_eq!(
                most.unwrap_or(0).unsigned_abs(),
                trace.at(&values).unwrap().max_load().0
            );
        }
        for (index, term) in terms.iter().enumerate() {
            let mut others = terms.iter().enumerate().filter(|other| other.0 != index);
            assert!(!others.any(|(_, other)| term.is_at_most(other, trace.symbols())));
        }
    }
    let gaps: LifetimeTrace = "a 0..9 100 gap=2..7@10..40\nb 3..5 20".parse().unwrap();
    let terms = gaps.load_terms().unwrap();
    assert_eq!(
        terms,
        [Polynomial::constant(gaps.max_load().0.cast_signed())]
    );
}

#[test]
fn shapes_that_have_no_sizes_are_errors() {
    let lifetimes: LifetimeTrace = "a 0..2 0\nb 1..4 0".parse().unwrap();
    let make = |size: &str| {
        let sizes = [size, "8*b"].map(|text| Polynomial::parse(text, &model_symbols()).unwrap());
        with_sizes(lifetimes.clone(), model_symbols(), sizes.to_vec())
    };
    let trace = make("s - 40");
    let code = |values: &[i64]| trace.at(values).unwrap_err().to_string();
    assert_eq!(code(&[1, 39]), "buffer `a` has the size -1 at these values");
    let named = |list: &[(&str, i64)]| {
        let list: Vec<_> = list
            .iter()
            .map(|&(name, value)| (name.to_owned(), value))
            .collect();
        values(trace.symbols(), &list).map_err(|error| error.to_string())
    };
    assert_eq!(named(&[("s", 7), ("b", 2)]), Ok(vec![2, 7]));
    assert_eq!(
        named(&[("s", 7)]),
        Err("symbol `b`: it needs a value".to_owned())
    );
    assert_eq!(
        named(&[("s", 7), ("b", 2), ("s", 8)]),
        Err("symbol `s`: it has two values".to_owned())
    );
    assert_eq!(
        named(&[("n", 7)]),
        Err("symbol `n`: the trace does not have it".to_owned())
    );
    assert_eq!(code(&[1]), "there are 1 values for 2 symbols");
    assert_eq!(
        code(&[i64::MAX, 50]),
        "the size of buffer `b` exceeds the numbers of 64 bits"
    );
    let plan = oriented(&trace, &*planner(), &OrientOptions::default());
    assert_eq!(plan.evaluate(&[1, 39]).unwrap_err().code(), "negative-size");
    assert_eq!(
        plan.evaluate(&[i64::MAX, 50]).unwrap_err().code(),
        "overflow"
    );
    assert_eq!(plan.evaluate(&[1]).unwrap_err().code(), "bad-values");
    let sizes = ["b*b*b*b*s*s*s*s*9223372036854775807", "8*b"];
    let sizes = sizes.map(|text| Polynomial::parse(text, &model_symbols()).unwrap());
    let nowhere = lifetimes
        .into_builder()
        .symbols(model_symbols(), sizes.to_vec());
    assert_eq!(
        nowhere.build().unwrap_err().to_string(),
        "buffer `a` has a size that is negative or exceeds 64 bits in the middle of the ranges of its symbols"
    );
    let pinned: LifetimeTrace = "a 0..2 8 pin=0".parse().unwrap();
    let symbols = vec![Symbol::new("b", 1, None).unwrap()];
    let sizes = vec![Polynomial::symbol(0).unwrap()];
    let pinned = with_sizes(pinned, symbols, sizes);
    let refused = orient(&pinned, &*planner(), &OrientOptions::default());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "buffer `a` has a pinned offset: plan at given values of the symbols"
    );
}

#[test]
fn corners_are_the_extremes_of_the_ranges() {
    let trace = two_regimes();
    assert_eq!(
        trace.corners(),
        [[1, 1], [1, 1000], [1000, 1], [1000, 1000]]
    );
    assert_eq!(LifetimeTrace::default().corners(), [[0_i64; 0]]);
}

#[test]
fn value_numbering_computes_the_same() {
    let mut random = Random::new(14);
    let (mut n_shared, mut n_values) = (0, 0);
    for n in 0..60 {
        let trace = trace(&mut random, n);
        let options = OrientOptions {
            gain: 0.0,
            k: 3,
            ..OrientOptions::default()
        };
        let plan = oriented(&trace, &*planner(), &options);
        let arithmetic = Arithmetic::of(&plan);
        n_shared += n * plan.orientations.len() - arithmetic.n_offsets().min(n);
        n_values += arithmetic.n_additions() + arithmetic.n_maxima();
        for _ in 0..10 {
            let sizes = any_sizes(&mut random, plan.sizes.len());
            let computed = arithmetic.evaluate(&sizes).unwrap();
            let of_buffers: Vec<Bytes> = (plan.size_of.iter())
                .map(|&index| sizes[index as usize])
                .collect();
            for (orientation, results) in plan.orientations.iter().zip(&arithmetic.results) {
                let offsets = orientation.offsets(&of_buffers).unwrap();
                let at = |&index: &u32| computed[index as usize];
                assert_eq!(results.offsets.iter().map(at).collect::<Vec<_>>(), offsets);
                assert_eq!(Some(at(&results.peak)), orientation.peak(&of_buffers));
            }
        }
    }
    assert!(500 < n_shared && 100 < n_values, "{n_shared} {n_values}");
}

#[test]
fn the_planner_by_name_takes_its_options() {
    let mut random = Random::new(15);
    let trace = trace(&mut random, 40);
    let plan = |text: &str| {
        let planner = registry::planner(text).unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        schedule.oriented.unwrap()
    };
    let one = plan("orient{points=1 perturb=0 k=1 planner=first-fit}");
    let best = plan("orient{k=4 gain=0}");
    assert_eq!(one.orientations.len(), 1);
    assert!(best.figures[0].worst <= one.figures[0].worst);
    let error = |text: &str| registry::planner(text).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        error("orient{k=0}"),
        "planner `orient`: option `k` is `0`, expected a whole number from 1 to 27"
    );
    assert_eq!(
        error("orient{gain=-1}"),
        "planner `orient`: option `gain` is `-1`, expected a number, at least 0"
    );
    assert!(error("orient{planner=nothing}").starts_with("planner `orient`: option `planner`: "));
    // Without symbols, it is the inner planner.
    let plain: LifetimeTrace = "a 0..2 8\n b 1..4 8".parse().unwrap();
    let inner = registry::planner("orient{planner=best-fit}").unwrap();
    let schedule = inner.plan(&plain, &PlanOptions::default()).unwrap();
    assert_eq!(schedule.planner, "best-fit");
}

/// Every planner of the registry plans sizes that depend on symbols, in the ranges and outside of them.
#[test]
fn every_planner_plans_symbols() {
    let mut random = Random::new(16);
    let names: Vec<_> = registry::planners()
        .iter()
        .map(|planner| planner.info().name)
        .collect();
    for name in names {
        let planner = registry::planner(name).unwrap();
        for n in [0, 1, 7, 12] {
            let trace = trace(&mut random, n);
            let limits = PlanOptions {
                work_limit: Some(Units(200_000)),
                alignment: Bytes(32),
                ..PlanOptions::default()
            };
            let schedule = planner.plan(&trace, &limits).unwrap();
            assert_eq!(schedule.planner, name);
            let options = ValidateOptions {
                alignment: Bytes(32),
                ..ValidateOptions::default()
            };
            assert_eq!(validate(&trace, &schedule, &options), Ok(()), "{name}");
            for values in [[1, 32], [16, 1024], [3, 700], [0, 0], [1000, 5]] {
                let (sized, placed) = (trace.at(&values).unwrap(), schedule.at(&values).unwrap());
                assert_eq!(
                    validate(&sized, &placed, &options),
                    Ok(()),
                    "{name} {values:?}"
                );
            }
        }
    }
}

#[test]
fn capacities_hold_at_the_extremes() {
    let sizes = ["64*b", "64*b"];
    let sizes = sizes.map(|text| Polynomial::parse(text, &model_symbols()).unwrap());
    let lifetimes: LifetimeTrace = "a 0..2 0\nb 1..4 0".parse().unwrap();
    let with = |capacity| {
        let builder = lifetimes
            .clone()
            .into_builder()
            .capacity(Some(Bytes(capacity)));
        let trace = builder
            .symbols(model_symbols(), sizes.to_vec())
            .build()
            .unwrap();
        (
            trace.clone(),
            planner_by_name("first-fit").plan(&trace, &PlanOptions::default()),
        )
    };
    let (trace, planned) = with(2048);
    assert_eq!(
        validate(&trace, &planned.unwrap(), &ValidateOptions::default()),
        Ok(())
    );
    let (_, refused) = with(2047);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "`first-fit` needs 2048 bytes, but the capacity is 2047"
    );
}

#[test]
fn schedules_without_orientations_are_refused() {
    let mut random = Random::new(17);
    let trace = trace(&mut random, 12);
    let schedule = planner_by_name("first-fit")
        .plan(&trace, &PlanOptions::default())
        .unwrap();
    let refused = |schedule: &MemorySchedule| {
        let verdict = validate(&trace, schedule, &ValidateOptions::default());
        verdict.unwrap_err()[0].to_string()
    };
    let numeric = schedule.at(&[3, 700]).unwrap().into_owned();
    assert_eq!(refused(&numeric), "the plan has no orientation");
    let mut moved = schedule;
    moved.offsets[0].0 += 1;
    assert_eq!(
        refused(&moved),
        "the offsets are not those of the orientations in the middle of the ranges"
    );
}

fn planner_by_name(name: &str) -> std::sync::Arc<dyn MemoryPlanner> {
    registry::planner(name).unwrap()
}
