//! The checker of plans refuses every change that matters and no other.

use memplan_planner::symbols::{OrientOptions, Orientation, OrientationPlan, PlanFault, check};
use memplan_planner::{BufferId, Bytes, LifetimeTrace, registry};
use memplan_support::Random;

use super::common::{conflicts, oriented, trace};

type Edges = Vec<(BufferId, BufferId)>;

fn planned(trace: &LifetimeTrace) -> OrientationPlan {
    let planner = registry::planner("greedy-by-size").unwrap();
    let options = OrientOptions {
        perturb: 4,
        ..OrientOptions::default()
    };
    oriented(trace, &*planner, &options)
}

fn with_edges(plan: &OrientationPlan, edges: Edges) -> Option<OrientationPlan> {
    let mut changed = plan.clone();
    changed.orientations[0] = Orientation::from_edges(plan.size_of.len(), edges).ok()?;
    Some(changed)
}

/// Whether all pairs that are live at once are connected, from the closure of the edges.
fn connects_all(lifetimes: &LifetimeTrace, edges: &Edges) -> bool {
    let n = lifetimes.len();
    let mut above = vec![vec![false; n]; n];
    edges
        .iter()
        .for_each(|(lower, upper)| above[lower.index()][upper.index()] = true);
    for middle in 0..n {
        for from in 0..n {
            for to in 0..n {
                above[from][to] |= above[from][middle] && above[middle][to];
            }
        }
    }
    conflicts(lifetimes)
        .iter()
        .all(|&(a, b)| above[a][b] || above[b][a])
}

#[test]
fn every_needed_edge_is_missed_and_no_other() {
    let mut random = Random::new(20);
    let (mut n_needed, mut n_redundant, mut n_swapped) = (0, 0, 0);
    for n in 2..40 {
        let trace = trace(&mut random, n);
        let plan = planned(&trace);
        let reduced: Edges = plan.orientations[0].edges().collect();
        let ids = plan.orientations[0].offsets(&vec![Bytes(64); n]).unwrap();
        let full: Edges = (Orientation::from_offsets(&trace, &ids).unwrap().edges()).collect();
        for (edges, is_reduced) in [(&reduced, true), (&full, false)] {
            for dropped in 0..edges.len() {
                let mut rest = edges.clone();
                let (lower, upper) = rest.remove(dropped);
                let is_redundant = connects_all(&trace, &rest);
                assert!(
                    !(is_reduced && is_redundant),
                    "small traces are reduced entirely"
                );
                let verdict = check(&trace, &with_edges(&plan, rest.clone()).unwrap());
                assert_eq!(verdict.is_ok(), is_redundant, "{verdict:?}");
                n_needed += usize::from(!is_redundant);
                n_redundant += usize::from(is_redundant);
                // The other direction, which may be an orientation of its own.
                rest.push((upper, lower));
                if let Some(swapped) = with_edges(&plan, rest.clone()) {
                    let is_valid = connects_all(&trace, &rest);
                    assert_eq!(check(&trace, &swapped).is_ok(), is_valid);
                    n_swapped += usize::from(!is_valid);
                }
            }
        }
    }
    assert!(
        500 < n_needed && 50 < n_redundant && 100 < n_swapped,
        "{n_needed} {n_redundant} {n_swapped}"
    );
}

#[test]
fn any_edges_are_judged_as_by_the_closure() {
    let mut random = Random::new(21);
    let mut n_valid = 0;
    for _ in 0..3000 {
        let n = random.between(2, 7) as usize;
        let trace = trace(&mut random, n);
        let pairs = conflicts(&trace);
        let mut order: Vec<usize> = (0..n).collect();
        random.shuffle(&mut order);
        let edges: Edges = (pairs.iter())
            .filter(|_| random.chance(85))
            .map(|&(a, b)| if order[a] < order[b] { (a, b) } else { (b, a) })
            .map(|(lower, upper)| (BufferId(lower as u32), BufferId(upper as u32)))
            .collect();
        let plan = with_edges(&planned(&trace), edges.clone()).unwrap();
        let single = OrientationPlan {
            orientations: plan.orientations[..1].to_vec(),
            ..plan
        };
        let is_valid = connects_all(&trace, &edges);
        assert_eq!(check(&trace, &single).is_ok(), is_valid);
        n_valid += usize::from(is_valid);
    }
    assert!((500..2900).contains(&n_valid), "{n_valid}");
}

#[test]
fn every_dropped_rounding_is_refused() {
    let mut random = Random::new(22);
    let mut n_dropped = 0;
    for n in 1..40 {
        let trace = trace(&mut random, n);
        let plan = planned(&trace);
        for size in 0..plan.sizes.len() {
            let mut changed = plan.clone();
            changed.sizes[size].is_rounded ^= true;
            // Rounding where there is no need is harmless.
            let is_harmless = changed.sizes[size].is_rounded;
            let verdict = check(&trace, &changed);
            match verdict {
                Ok(()) => assert!(is_harmless),
                Err(fault) => {
                    assert!(matches!(fault, PlanFault::NotRounded { .. }) && !is_harmless)
                }
            }
            n_dropped += usize::from(!is_harmless);
        }
    }
    assert!(50 < n_dropped);
}

#[test]
fn other_faults_are_named() {
    let mut random = Random::new(23);
    let mut trace = trace(&mut random, 12);
    while trace.common_alignment().unwrap() == Bytes(1) {
        trace = super::common::trace(&mut random, 12);
    }
    let plan = planned(&trace);
    let fault = |change: &dyn Fn(&mut OrientationPlan)| {
        let mut changed = plan.clone();
        change(&mut changed);
        check(&trace, &changed).unwrap_err()
    };
    assert!(matches!(
        fault(&|plan| plan.alignment = Bytes(1)),
        PlanFault::Alignment { .. }
    ));
    assert!(matches!(
        fault(&|plan| plan.alignment = Bytes(0)),
        PlanFault::Alignment { .. }
    ));
    assert_eq!(
        fault(&|plan| plan.orientations.clear()),
        PlanFault::NoOrientation
    );
    assert_eq!(
        fault(&|plan| drop(plan.symbols.pop())),
        PlanFault::OtherTrace { what: "symbols" }
    );
    assert_eq!(
        fault(&|plan| plan.size_of.truncate(3)),
        PlanFault::OtherTrace { what: "buffers" }
    );
    let larger = |plan: &mut OrientationPlan| {
        let bytes = &mut plan.sizes[0].bytes;
        *bytes = bytes.scale(2).unwrap();
    };
    assert_eq!(
        fault(&larger),
        PlanFault::OtherSize {
            buffer: BufferId(0)
        }
    );
    let live = |id: u32| trace[BufferId(id)].live;
    let apart = (0..12).flat_map(|a| (0..12).map(move |b| (a, b)));
    let apart = apart.filter(|&(a, b)| a != b && !live(a).overlaps(live(b)));
    for (a, b) in apart {
        let mut edges: Edges = plan.orientations[0].edges().collect();
        edges.push((BufferId(a), BufferId(b)));
        if let Some(changed) = with_edges(&plan, edges) {
            let verdict = check(&trace, &changed).unwrap_err();
            assert!(matches!(verdict, PlanFault::NoConflict { .. }));
        }
    }
}
