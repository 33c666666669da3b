//! Empirical distributions: for which share of the traces a planner stays below some fragmentation, or
//! some time.
//!
//! A trace without a plan counts among all traces and has no value, so the curve of a planner that failed on some trace
//! ends below 100 %.

use std::fmt::Write as _;

use memplan_support::Sort;

use super::svg::{self, Scale, WIDTH, point};
use crate::Report;
use crate::summary::Figures;
use crate::tables::percent;

const HEIGHT: f64 = 320.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 24.0;

/// Shares of the traces that have a line.
const LEVELS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Both plots side by side; empty with fewer than two traces, which have no distribution.
pub(super) fn plots(report: &Report) -> String {
    let has_plans = report.summaries.iter().any(|s| s.figures.is_some());
    if report.instances.len() < 2 || !has_plans {
        return String::new();
    }
    let mut body = String::new();
    let legend_height = svg::legend(&mut body, &report.planners, LEFT, 4.0, WIDTH - RIGHT);
    let (top, bottom) = (legend_height + 36.0, legend_height + 36.0 + HEIGHT);
    let figures = || report.summaries.iter().filter_map(|s| s.figures.as_ref());

    let (left, right) = (LEFT, WIDTH / 2.0 - RIGHT);
    let frame = Frame {
        scale: Scale::share(figures().map(|figures| figures.fragmentation), left, right),
        name: "fragmentation",
        top,
        bottom,
        left,
        right,
    };
    svg::x_axis(&mut body, &frame.scale, top, bottom, |_| String::new());
    frame.draw(&mut body);
    curves(&mut body, report, &frame, |f| f.fragmentation, percent);

    let (left, right) = (WIDTH / 2.0 + LEFT, WIDTH - RIGHT);
    let frame = Frame {
        scale: Scale::log(figures().map(|figures| figures.elapsed_ms), left, right),
        name: "time of the planner",
        top,
        bottom,
        left,
        right,
    };
    svg::x_axis(&mut body, &frame.scale, top, bottom, svg::time);
    frame.draw(&mut body);
    curves(
        &mut body,
        report,
        &frame,
        |f| f.elapsed_ms,
        super::readable_time,
    );

    let mut out = String::new();
    let title = "Share of the traces up to a fragmentation and up to a time";
    svg::open(&mut out, title, WIDTH, bottom + 46.0);
    out + &body + "</svg>\n"
}

/// One of the plots.
struct Frame {
    scale: Scale,
    name: &'static str,
    top: f64,
    bottom: f64,
    left: f64,
    right: f64,
}

impl Frame {
    /// The height of a share of the traces.
    fn y(&self, share: f64) -> f64 {
        self.bottom + share * (self.top - self.bottom)
    }

    /// The vertical axis and the names of both.
    fn draw(&self, out: &mut String) {
        for level in LEVELS {
            let y = self.y(level);
            svg::horizontal(out, "grid", self.left, self.right, y);
            let label = format!("{:.0} %", level * 100.0);
            svg::text(out, "tick end", self.left - 6.0, y + 4.0, &label);
        }
        let middle = (self.left + self.right) / 2.0;
        svg::text(out, "tick mid", middle, self.bottom + 36.0, self.name);
        svg::text(out, "tick", self.left - 48.0, self.top - 14.0, "traces");
    }
}

/// A line of steps for each planner, with a mark at its median and at its worst trace.
fn curves(
    out: &mut String,
    report: &Report,
    frame: &Frame,
    value: impl Fn(&Figures) -> f64,
    readable: impl Fn(f64) -> String,
) {
    let n_traces = report.instances.len();
    for (planner, name) in report.planners.iter().enumerate() {
        let own = report.summaries.iter().filter(|s| s.planner == planner);
        let mut values: Vec<f64> = own
            .filter_map(|summary| summary.figures.as_ref().map(&value))
            .collect();
        values.sort_stable_by(f64::total_cmp);
        let Some(&worst) = values.last() else {
            continue;
        };
        let share = |n: usize| n as f64 / n_traces as f64;
        let mut path = format!("M{:.1} {:.1}", frame.left, frame.y(0.0));
        for (index, value) in values.iter().enumerate() {
            // One step for all traces of one value.
            if values.get(index + 1) != Some(value) {
                let (x, y) = (frame.scale.at(*value), frame.y(share(index + 1)));
                // Writing to a string cannot fail.
                let _ = write!(path, "H{x:.1}V{y:.1}");
            }
        }
        let _ = writeln!(
            out,
            "<path class=\"{}\" data-p=\"{planner}\" d=\"{path}H{:.1}\"/>",
            svg::stroke_class(planner),
            frame.right
        );
        let half = n_traces.div_ceil(2);
        let median = values.get(half - 1).map(|&median| (median, half));
        for (at, n) in median.into_iter().chain([(worst, values.len())]) {
            let n_below = values.iter().filter(|value| **value <= at).count().max(n);
            let tip = format!(
                "{name}: {n_below} of {n_traces} traces up to {}",
                readable(at)
            );
            let place = point(frame.scale.at(at), frame.y(share(n_below)));
            svg::mark(out, planner, place, false, &tip);
        }
    }
}
