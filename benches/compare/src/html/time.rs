//! Time against the number of buffers, both logarithmic.

use memplan_support::Sort;

use super::fragmentation::tip;
use super::svg::{self, Scale, WIDTH, point};
use crate::Report;

const LEFT: f64 = 80.0;
const RIGHT: f64 = 940.0;

/// The plot; empty if nothing was planned.
pub(super) fn plot(report: &Report) -> String {
    let planned = || {
        let summaries = report.summaries.iter();
        summaries.filter_map(|summary| Some((summary, summary.figures.as_ref()?)))
    };
    if planned().next().is_none() {
        return String::new();
    }
    let mut body = String::new();
    let legend_height = svg::legend(&mut body, &report.planners, LEFT, 4.0, RIGHT);
    let (top, bottom) = (legend_height + 14.0, legend_height + 414.0);
    let buffers = |instance: usize| report.instances[instance].n_buffers.max(1) as f64;
    let x = Scale::log(
        planned().map(|(summary, _)| buffers(summary.instance)),
        LEFT,
        RIGHT,
    );
    let times = planned().flat_map(|(_, figures)| [figures.min_ms, figures.max_ms]);
    let y = Scale::log(times, bottom, top);
    svg::x_axis(&mut body, &x, top, bottom, svg::count);
    svg::y_axis(&mut body, &y, LEFT, RIGHT, svg::time);
    svg::text(
        &mut body,
        "tick mid",
        (LEFT + RIGHT) / 2.0,
        bottom + 36.0,
        "buffers",
    );
    svg::text(&mut body, "tick", 8.0, top - 4.0, "time");
    connect(&mut body, report, &x, &y);
    for (summary, figures) in planned() {
        let at = point(x.at(buffers(summary.instance)), y.at(figures.elapsed_ms));
        let (low, high) = (y.at(figures.min_ms), y.at(figures.max_ms));
        if low - high > 1.0 {
            let class = format!("{} thin", svg::stroke_class(summary.planner));
            svg::vertical(&mut body, &class, at.x, low, high);
        }
        let tip = tip(report, summary, figures);
        svg::mark(&mut body, summary.planner, at, false, &tip);
    }
    let mut out = String::new();
    svg::open(&mut out, "Time against buffers", WIDTH, bottom + 46.0);
    out + &body + "</svg>\n"
}

/// Lines between the traces of one generator, which differ in length only, or not at all.
fn connect(out: &mut String, report: &Report, x: &Scale, y: &Scale) {
    let is_made = |instance: usize| {
        let source = &report.instances[instance].source;
        source.starts_with(memplan_datasets::registry::PREFIX)
    };
    for planner in 0..report.planners.len() {
        let mut points: Vec<(&str, usize, f64)> = report
            .summaries
            .iter()
            .filter(|summary| summary.planner == planner && is_made(summary.instance))
            .filter_map(|summary| {
                let instance = &report.instances[summary.instance];
                let figures = summary.figures.as_ref()?;
                Some((&*instance.dataset, instance.n_buffers, figures.elapsed_ms))
            })
            .collect();
        points.sort_stable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
        for pair in points.windows(2) {
            if pair[0].0 == pair[1].0 && pair[0].1 < pair[1].1 {
                let place =
                    |&(_, n, ms): &(&str, usize, f64)| point(x.at(n.max(1) as f64), y.at(ms));
                let class = svg::stroke_class(planner);
                svg::line(out, &class, place(&pair[0]), place(&pair[1]));
            }
        }
    }
}
