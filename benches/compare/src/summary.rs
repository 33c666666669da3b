//! Figures from runs: best bounds, medians and spreads.

use memplan_support::Sort;
use serde::Serialize;

use crate::Instance;
use crate::job::{Run, RunMeasure, Status};
use crate::runner::Case;

/// The best lower bound of an instance, over all planners of a benchmark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Bound {
    /// No schedule has a lower peak.
    pub bytes: u64,
    /// The rule that proved the bound: `load`, `construction`, or the rule of a planner with its name.
    pub rule: String,
    /// Whether it is the optimum: a schedule reaches it, or the generator states it.
    pub is_tight: bool,
}

/// A planner on an instance, over all seeds and repeats.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Index of the instance.
    pub instance: usize,
    /// Index of the planner.
    pub planner: usize,
    /// The first status that is not `ok`.
    pub status: Status,
    /// The message of the status.
    pub message: String,
    /// The number of runs with a schedule.
    pub n_runs: usize,
    /// Figures of these runs; `None` if there are none.
    pub figures: Option<Figures>,
}

/// Figures of runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Median of the peaks.
    pub peak_bytes: u64,
    /// The lowest peak.
    pub best_peak_bytes: u64,
    /// The highest peak.
    pub worst_peak_bytes: u64,
    /// The median peak above the best bound, as a share of the bound.
    pub fragmentation: f64,
    /// Whether every run reached the best bound.
    pub is_optimal: bool,
    /// Whether every run proved that it did.
    pub is_proved: bool,
    /// Median of the times.
    pub elapsed_ms: f64,
    /// The shortest time.
    pub min_ms: f64,
    /// The longest time.
    pub max_ms: f64,
    /// Median of the units of work.
    pub work: u64,
    /// The most resident memory of any run.
    pub peak_rss_bytes: Option<u64>,
    /// The same without what was resident before planning.
    pub planner_rss_bytes: Option<u64>,
    /// The measures of the first run, for traces with pools, relations or an objective.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<RunMeasure>,
}

/// A planner on a data set.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Total {
    /// The data set; empty for all of them together.
    pub dataset: String,
    /// Index of the planner.
    pub planner: usize,
    /// The number of instances.
    pub n_instances: usize,
    /// Those with a schedule.
    pub n_planned: usize,
    /// Those whose best bound was reached by every run.
    pub n_optimal: usize,
    /// Mean over the instances with a schedule; `None` if there are none.
    pub mean_fragmentation: Option<f64>,
    /// The largest of them.
    pub worst_fragmentation: Option<f64>,
    /// The medians of all instances together.
    pub total_ms: f64,
}

/// The best bound of each instance. A claim above the peak of a valid schedule is a mistake of its
/// planner: it does not count, and the case gets the status for it.
pub(crate) fn best_bounds(
    instances: &[Instance],
    planners: &[String],
    cases: &mut [Case],
) -> Vec<Bound> {
    instances
        .iter()
        .enumerate()
        .map(|(index, instance)| {
            let of_instance = || cases.iter().filter(|case| case.instance == index);
            let runs = of_instance().flat_map(|case| &case.runs);
            let best_peak = runs.map(|run| run.peak_bytes).min();
            let mut bound = first_bound(instance);
            // A planner with an alignment of its own solves another problem.
            let is_same_problem = |case: &&mut Case| !planners[case.planner].contains("alignment=");
            let of_instance = cases.iter_mut().filter(|case| case.instance == index);
            for case in of_instance.filter(is_same_problem) {
                for run in &case.runs {
                    if best_peak.is_some_and(|peak| peak < run.bound_bytes) {
                        case.status = Status::WrongBound;
                        case.message = format!(
                            "claims a lower bound of {}, but a schedule has peak {}",
                            run.bound_bytes,
                            best_peak.unwrap_or_default()
                        );
                    } else if bound.bytes < run.bound_bytes {
                        bound.bytes = run.bound_bytes;
                        let rule = run.bound_rule.as_deref().unwrap_or("unnamed rule");
                        bound.rule = format!("{rule} of {}", planners[case.planner]);
                    }
                }
            }
            let is_known = instance.optimum_bytes == Some(bound.bytes);
            bound.is_tight = is_known || best_peak.is_some_and(|peak| peak <= bound.bytes);
            bound
        })
        .collect()
}

fn first_bound(instance: &Instance) -> Bound {
    let load = Bound {
        bytes: instance.max_load_bytes,
        rule: "load".to_owned(),
        is_tight: false,
    };
    match instance.optimum_bytes {
        Some(bytes) if load.bytes < bytes => Bound {
            bytes,
            rule: "construction".to_owned(),
            is_tight: false,
        },
        _ => load,
    }
}

/// One summary for each instance and planner, in this order.
pub(crate) fn summaries(bounds: &[Bound], n_planners: usize, cases: &[Case]) -> Vec<Summary> {
    let mut summaries = Vec::with_capacity(bounds.len() * n_planners);
    for (instance, bound) in bounds.iter().enumerate() {
        for planner in 0..n_planners {
            let own: Vec<&Case> = cases
                .iter()
                .filter(|case| case.instance == instance && case.planner == planner)
                .collect();
            let runs: Vec<&Run> = own.iter().flat_map(|case| &case.runs).collect();
            let bad = own.iter().find(|case| case.status != Status::Ok);
            summaries.push(Summary {
                instance,
                planner,
                status: bad.map_or(Status::Ok, |case| case.status),
                message: bad.map_or_else(String::new, |case| case.message.clone()),
                n_runs: runs.len(),
                figures: figures(bound, &runs),
            });
        }
    }
    summaries
}

fn figures(bound: &Bound, runs: &[&Run]) -> Option<Figures> {
    let mut peaks: Vec<u64> = runs.iter().map(|run| run.peak_bytes).collect();
    peaks.sort_stable();
    let mut times: Vec<f64> = runs.iter().map(|run| run.elapsed_ms).collect();
    times.sort_stable_by(f64::total_cmp);
    let mut work: Vec<u64> = runs.iter().map(|run| run.work).collect();
    work.sort_stable();
    let worst = *peaks.last()?;
    let peak_bytes = lower_median(&peaks)?;
    Some(Figures {
        peak_bytes,
        best_peak_bytes: *peaks.first()?,
        worst_peak_bytes: worst,
        fragmentation: share_above(peak_bytes, bound.bytes),
        is_optimal: worst <= bound.bytes,
        is_proved: runs.iter().all(|run| run.peak_bytes == run.bound_bytes),
        elapsed_ms: median(&times),
        min_ms: *times.first()?,
        max_ms: *times.last()?,
        work: lower_median(&work)?,
        peak_rss_bytes: runs.iter().filter_map(|run| run.peak_rss_bytes).max(),
        planner_rss_bytes: runs.iter().filter_map(|run| run.planner_rss_bytes).max(),
        measures: runs.first()?.measures.clone(),
    })
}

/// Totals for each data set, in the order of the instances, and each planner; if there are several
/// data sets, those over all of them follow.
pub(crate) fn totals(
    instances: &[Instance],
    n_planners: usize,
    summaries: &[Summary],
) -> Vec<Total> {
    let mut datasets: Vec<&str> = Vec::new();
    for instance in instances {
        if !datasets.contains(&&*instance.dataset) {
            datasets.push(&instance.dataset);
        }
    }
    if datasets.len() > 1 {
        datasets.push("");
    }
    let mut totals = Vec::new();
    for dataset in datasets {
        for planner in 0..n_planners {
            let own = summaries.iter().filter(|summary| {
                let of = &instances[summary.instance].dataset;
                summary.planner == planner && (dataset.is_empty() || of == dataset)
            });
            let own: Vec<&Summary> = own.collect();
            let planned: Vec<&Figures> = own.iter().filter_map(|s| s.figures.as_ref()).collect();
            let shares = || planned.iter().map(|figures| figures.fragmentation);
            let n_planned = planned.len();
            totals.push(Total {
                dataset: dataset.to_owned(),
                planner,
                n_instances: own.len(),
                n_planned,
                n_optimal: planned.iter().filter(|figures| figures.is_optimal).count(),
                mean_fragmentation: (n_planned > 0)
                    .then(|| shares().sum::<f64>() / n_planned as f64),
                worst_fragmentation: shares().max_by(f64::total_cmp),
                total_ms: planned.iter().map(|figures| figures.elapsed_ms).sum(),
            });
        }
    }
    totals
}

/// The instances, worst first: by the number of planners without a plan, then by the largest
/// fragmentation of any planner. Of equals the earlier one comes first.
pub(crate) fn worst_first(summaries: &[Summary], n_instances: usize) -> Vec<usize> {
    let mut badness = vec![(0_usize, 0.0_f64); n_instances];
    for summary in summaries {
        let Some((n_failed, worst)) = badness.get_mut(summary.instance) else {
            continue;
        };
        match &summary.figures {
            Some(figures) => *worst = worst.max(figures.fragmentation),
            None => *n_failed += 1,
        }
    }
    let mut order: Vec<usize> = (0..n_instances).collect();
    order.sort_stable_by(|&a, &b| {
        let (a, b) = (badness[a], badness[b]);
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    order
}

/// How far a peak is above a bound, as a share of the bound; 0 if the bound is 0.
pub(crate) fn share_above(peak: u64, bound: u64) -> f64 {
    if bound == 0 {
        return 0.0;
    }
    (peak as f64 - bound as f64) / bound as f64
}

/// The median of numbers in ascending order; the lower one of two in the middle.
fn lower_median(sorted: &[u64]) -> Option<u64> {
    sorted.get(sorted.len().saturating_sub(1) / 2).copied()
}

/// The median of numbers in ascending order; the mean of two in the middle.
pub(crate) fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match (sorted.get(middle), sorted.get(middle.wrapping_sub(1))) {
        (Some(high), Some(low)) if sorted.len().is_multiple_of(2) => (high + low) / 2.0,
        (Some(&middle), _) => middle,
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, best_bounds, median, share_above, summaries, totals};
    use crate::Instance;
    use crate::job::{Run, Status};
    use crate::runner::Case;

    fn instance(load: u64, optimum: Option<u64>) -> Instance {
        Instance {
            dataset: "set".into(),
            name: "trace".into(),
            source: String::new(),
            record: 0,
            index: 0,
            n_buffers: 3,
            sum_bytes: 0,
            max_load_bytes: load,
            optimum_bytes: optimum,
            placed_bytes: None,
        }
    }

    fn case(planner: usize, runs: &[(u64, u64, f64)]) -> Case {
        let runs = runs
            .iter()
            .map(|&(peak_bytes, bound_bytes, elapsed_ms)| Run {
                elapsed_ms,
                work: 1,
                peak_bytes,
                bound_bytes,
                bound_rule: Some("search".into()),
                stopped_by: None,
                peak_rss_bytes: None,
                planner_rss_bytes: None,
                measures: Vec::new(),
            });
        Case {
            instance: 0,
            planner,
            seed: 0,
            status: Status::Ok,
            message: String::new(),
            runs: runs.collect(),
            curve: Vec::new(),
        }
    }

    fn planners() -> Vec<String> {
        vec!["a".into(), "b".into()]
    }

    #[test]
    fn the_best_bound_of_all_planners_counts_for_all() {
        let mut cases = [
            case(0, &[(120, 0, 1.0), (130, 0, 3.0), (110, 0, 2.0)]),
            case(1, &[(110, 110, 9.0)]),
        ];
        let instances = [instance(100, None)];
        let bounds = best_bounds(&instances, &planners(), &mut cases);
        let bound = Bound {
            bytes: 110,
            rule: "search of b".into(),
            is_tight: true,
        };
        assert_eq!(bounds, [bound]);
        let summaries = summaries(&bounds, 2, &cases);
        let first = summaries[0].figures.as_ref().unwrap();
        assert_eq!(
            (
                first.peak_bytes,
                first.best_peak_bytes,
                first.worst_peak_bytes
            ),
            (120, 110, 130)
        );
        assert_eq!(first.fragmentation, 10.0 / 110.0);
        assert_eq!(
            (first.elapsed_ms, first.min_ms, first.max_ms),
            (2.0, 1.0, 3.0)
        );
        assert!(!first.is_optimal && !first.is_proved);
        let second = summaries[1].figures.as_ref().unwrap();
        assert!(second.is_optimal && second.is_proved);
        let totals = totals(&instances, 2, &summaries);
        let n_optimal: Vec<usize> = totals.iter().map(|total| total.n_optimal).collect();
        assert_eq!(n_optimal, [0, 1]);
        assert_eq!(totals[1].worst_fragmentation, Some(0.0));
    }

    #[test]
    fn a_bound_above_a_valid_peak_is_found_out_and_does_not_count() {
        let mut cases = [case(0, &[(120, 0, 1.0)]), case(1, &[(130, 125, 1.0)])];
        let bounds = best_bounds(&[instance(100, Some(105))], &planners(), &mut cases);
        assert_eq!((bounds[0].bytes, &*bounds[0].rule), (105, "construction"));
        assert_eq!(cases[0].status, Status::Ok);
        assert_eq!(cases[1].status, Status::WrongBound);
        assert_eq!(
            cases[1].message,
            "claims a lower bound of 125, but a schedule has peak 120"
        );
    }

    #[test]
    fn nothing_is_no_number() {
        let bounds = best_bounds(&[instance(0, None)], &planners(), &mut []);
        let summaries = summaries(&bounds, 1, &[]);
        assert_eq!(summaries[0].figures, None);
        assert!(median(&[]).is_nan());
        assert_eq!(median(&[1.0, 3.0]), 2.0);
        assert_eq!(share_above(7, 0), 0.0);
    }
}
