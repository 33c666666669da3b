//! The peak over time: one small plot for each trace.

use std::fmt::Write as _;

use memplan_support::Sort;

use super::svg::{self, Scale, WIDTH, shortened};
use crate::Report;
use crate::runner::Case;
use crate::summary::share_above;
use crate::tables::percent;

/// Maximum number of plots; the CSV is better for more.
const MAX_PLOTS: usize = 12;

const COLUMN: f64 = WIDTH / 2.0;
const HEIGHT: f64 = 250.0;

/// The plots of the traces with the most to see; empty if there are no curves.
pub(super) fn plots(report: &Report) -> String {
    let chosen = chosen(report);
    if chosen.is_empty() {
        return String::new();
    }
    let mut body = String::new();
    let legend_height = svg::legend(&mut body, &report.planners, 60.0, 4.0, WIDTH - 20.0);
    for (index, &instance) in chosen.iter().enumerate() {
        let left = (index % 2) as f64 * COLUMN;
        let top = legend_height + 8.0 + (index / 2) as f64 * HEIGHT;
        plot(&mut body, report, instance, left, top);
    }
    let height = legend_height + 16.0 + chosen.len().div_ceil(2) as f64 * HEIGHT;
    let mut out = String::new();
    svg::open(&mut out, "Peak over time", WIDTH, height);
    out += &body;
    out += "</svg>\n";
    if chosen.len() < report.instances.len() {
        let more = report.instances.len() - chosen.len();
        let _ = writeln!(
            out,
            "<p class=\"note\">{more} more traces are in anytime.csv.</p>"
        );
    }
    out
}

/// The traces on which planners improved most often, in the order of the report.
fn chosen(report: &Report) -> Vec<usize> {
    let mut counts = vec![0; report.instances.len()];
    for case in &report.cases {
        counts[case.instance] += case.curve.len();
    }
    let mut order: Vec<usize> = (0..counts.len()).filter(|&i| counts[i] > 0).collect();
    order.sort_stable_by_key(|&instance| (std::cmp::Reverse(counts[instance]), instance));
    order.truncate(MAX_PLOTS);
    order.sort_stable();
    order
}

fn plot(out: &mut String, report: &Report, instance: usize, left: f64, top: f64) {
    let bound = &report.bounds[instance];
    let seeds = report
        .cases
        .iter()
        .filter(|case| case.instance == instance && case.seed == 0);
    let curves: Vec<&Case> = seeds.filter(|case| !case.curve.is_empty()).collect();
    let points = || curves.iter().flat_map(|case| &case.curve);
    let (from, to) = (left + 60.0, left + COLUMN - 30.0);
    let (above, below) = (top + 26.0, top + HEIGHT - 34.0);
    let x = Scale::log(points().map(|point| point.elapsed_ms), from, to);
    let shares = points().map(|point| share_above(point.peak_bytes, bound.bytes));
    let y = Scale::share(shares, below, above);
    let title = format!(
        "{} ({} buffers)",
        shortened(&report.instances[instance].name, 36),
        report.instances[instance].n_buffers
    );
    svg::text(out, "sub", from, top + 16.0, &title);
    svg::x_axis(out, &x, above, below, svg::time);
    svg::y_axis(out, &y, from, to, |_| String::new());
    for case in curves {
        curve(out, report, case, bound.bytes, &x, &y);
    }
}

/// A step down at each improvement, and a mark at each.
fn curve(out: &mut String, report: &Report, case: &Case, bound: u64, x: &Scale, y: &Scale) {
    let mut path = String::new();
    let mut best = u64::MAX;
    let mut marks = Vec::new();
    for (index, point) in case.curve.iter().enumerate() {
        let is_last = index + 1 == case.curve.len();
        let at = x.at(point.elapsed_ms);
        let is_better = point.peak_bytes < best;
        best = best.min(point.peak_bytes);
        let share = share_above(best, bound);
        let down = y.at(share);
        if index == 0 {
            let _ = write!(path, "M{at:.1} {down:.1}");
        } else {
            let _ = write!(path, "H{at:.1}V{down:.1}");
        }
        if is_better || is_last {
            let tip = format!(
                "{} after {} and {} units of work\npeak {best} bytes, {} above the bound",
                report.planners[case.planner],
                super::readable_time(point.elapsed_ms),
                point.work,
                percent(share)
            );
            marks.push((svg::point(at, down), is_last, tip));
        }
    }
    let class = svg::stroke_class(case.planner);
    let _ = writeln!(
        out,
        "<path class=\"{class}\" data-p=\"{}\" d=\"{path}\"/>",
        case.planner
    );
    for (place, is_last, tip) in marks {
        // The mark of the end of the run is filled; marks of earlier peaks are hollow.
        svg::mark(out, case.planner, place, !is_last, &tip);
    }
}
