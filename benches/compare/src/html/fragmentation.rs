//! Fragmentation: a strip of marks for each planner, and a table of colours.

use std::fmt::Write as _;

use memplan_support::Sort;

use super::svg::{self, Point, Scale, WIDTH, escaped, point, shortened};
use crate::Report;
use crate::summary::{self, Figures, Summary, Total};
use crate::tables::percent;

const ROW: f64 = 24.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 780.0;

/// A table with more columns is not readable.
const MAX_COLUMNS: usize = 48;

/// Colours for a peak at the bound, then up to the share given, and above all of them.
const STEPS: [(f64, &str); 6] = [
    (0.000_5, "h1"),
    (0.005, "h2"),
    (0.05, "h3"),
    (0.2, "h4"),
    (0.5, "h5"),
    (f64::INFINITY, "h6"),
];

/// One plot for each data set: a row for each planner, a mark for each trace.
pub(super) fn strips(report: &Report) -> String {
    let mut out = String::new();
    let several = report.totals.iter().any(|total| total.dataset.is_empty());
    let shares = report
        .summaries
        .iter()
        .filter_map(|summary| summary.figures.as_ref());
    let scale = Scale::share(shares.map(|figures| figures.fragmentation), LEFT, RIGHT);
    for totals in report.totals.chunk_by(|a, b| a.dataset == b.dataset) {
        let Some(first) = totals.first() else {
            continue;
        };
        // A strip of all data sets together would only repeat the marks.
        if !(several && first.dataset.is_empty()) {
            strip(&mut out, report, totals, &scale);
        }
    }
    out
}

fn strip(out: &mut String, report: &Report, totals: &[Total], scale: &Scale) {
    let dataset = &totals[0].dataset;
    let (top, n) = (34.0, totals.len() as f64);
    let bottom = top + n * ROW;
    let title = format!("Fragmentation on data set {dataset}");
    svg::open(out, &title, WIDTH, bottom + 44.0);
    svg::text(out, "h", 8.0, 20.0, dataset);
    svg::text(out, "tick", RIGHT + 24.0, 20.0, "mean");
    svg::text(out, "tick", RIGHT + 100.0, 20.0, "at the bound");
    for row in (0..totals.len()).step_by(2) {
        let y = top + row as f64 * ROW;
        let _ = writeln!(
            out,
            "<rect class=\"band\" x=\"8\" y=\"{y}\" width=\"{}\" height=\"{ROW}\"/>",
            WIDTH - 16.0
        );
    }
    svg::x_axis(out, scale, top, bottom, |_| String::new());
    svg::text(
        out,
        "tick mid",
        (LEFT + RIGHT) / 2.0,
        bottom + 34.0,
        "peak above the best proven lower bound",
    );
    for (row, total) in totals.iter().enumerate() {
        let y = top + (row as f64 + 0.5) * ROW;
        planner_key(out, report, total.planner, y + 4.0);
        marks(out, report, total, scale, y);
        let mean = total
            .mean_fragmentation
            .map_or_else(|| "no plan".to_owned(), percent);
        svg::text(out, "num", RIGHT + 24.0, y + 4.0, &mean);
        let reached = format!("{} of {}", total.n_optimal, total.n_instances);
        svg::text(out, "num", RIGHT + 100.0, y + 4.0, &reached);
    }
    out.push_str("</svg>\n");
}

/// The name of a planner to the left of its row.
fn planner_key(out: &mut String, report: &Report, planner: usize, y: f64) {
    let name = shortened(&report.planners[planner], 26);
    let _ = writeln!(out, "<g class=\"key\" data-p=\"{planner}\">");
    svg::text(out, "label end", LEFT - 14.0, y, &name);
    out.push_str("</g>\n");
}

/// The marks of a planner in a strip, and the bar at their median.
fn marks(out: &mut String, report: &Report, total: &Total, scale: &Scale, y: f64) {
    let own = report.summaries.iter().filter(|summary| {
        summary.planner == total.planner
            && report.instances[summary.instance].dataset == total.dataset
    });
    let mut shares = Vec::new();
    for summary in own {
        let Some(figures) = &summary.figures else {
            continue;
        };
        shares.push(figures.fragmentation);
        let is_open = !report.bounds[summary.instance].is_tight;
        let place = point(scale.at(figures.fragmentation), y);
        let tip = tip(report, summary, figures);
        svg::mark(out, summary.planner, place, is_open, &tip);
    }
    shares.sort_stable_by(f64::total_cmp);
    if shares.len() > 2 {
        let x = scale.at(summary::median(&shares));
        svg::vertical(out, "median", x, y - 9.0, y + 9.0);
    }
}

/// The tooltip of a value.
pub(super) fn tip(report: &Report, summary: &Summary, figures: &Figures) -> String {
    let bound = &report.bounds[summary.instance];
    format!(
        "{} on {}\npeak {} bytes, {} above the bound {} ({})\n{} in the median",
        report.planners[summary.planner],
        report.instances[summary.instance].name,
        figures.peak_bytes,
        percent(figures.fragmentation),
        bound.bytes,
        bound.rule,
        super::readable_time(figures.elapsed_ms),
    )
}

/// A table whose cells are coloured by fragmentation: planners down, traces across.
pub(super) fn heat(report: &Report) -> String {
    let n_shown = report.instances.len().min(MAX_COLUMNS);
    if n_shown == 0 {
        return String::new();
    }
    let mut order = summary::worst_first(&report.summaries, report.instances.len());
    order.truncate(n_shown);
    let mut out = String::new();
    // The names lean to the right, so the last one needs room.
    let width = ((WIDTH - LEFT - 90.0) / n_shown as f64).min(72.0);
    let longest = order
        .iter()
        .map(|&instance| report.instances[instance].name.chars().count());
    let head = 16.0 + 5.0 * longest.max().unwrap_or(0).min(24) as f64;
    let height = head + report.planners.len() as f64 * ROW + 12.0;
    svg::open(
        &mut out,
        "Fragmentation of every planner on every trace",
        WIDTH,
        height,
    );
    for (column, &instance) in order.iter().enumerate() {
        let instance = &report.instances[instance];
        let (x, y) = (LEFT + (column as f64 + 0.5) * width, head - 8.0);
        let _ = writeln!(
            out,
            "<text class=\"tick\" transform=\"translate({x:.1} {y:.1}) rotate(-42)\">{}</text>",
            escaped(&shortened(&instance.name, 24))
        );
    }
    for row in 0..report.planners.len() {
        planner_key(&mut out, report, row, head + (row as f64 + 0.5) * ROW + 4.0);
    }
    let shown = report.summaries.iter().filter_map(|summary| {
        let column = order
            .iter()
            .position(|&instance| instance == summary.instance)?;
        Some((column, summary))
    });
    for (column, summary) in shown {
        let (x, y) = (
            LEFT + column as f64 * width,
            head + summary.planner as f64 * ROW,
        );
        cell(&mut out, report, summary, point(x, y), width);
    }
    out.push_str("</svg>\n");
    if n_shown < report.instances.len() {
        let more = report.instances.len() - n_shown;
        let _ = writeln!(
            out,
            "<p class=\"note\">{more} more traces with equal or lower fragmentation are in the table below.</p>"
        );
    }
    out
}

/// A cell of the table, from its upper left corner.
fn cell(out: &mut String, report: &Report, summary: &Summary, corner: Point, width: f64) {
    let Point { x, y } = corner;
    let (class, label, tip) = match &summary.figures {
        Some(figures) => {
            let class = if figures.is_optimal {
                "h0"
            } else {
                step(figures.fragmentation)
            };
            (class, short_percent(figures), tip(report, summary, figures))
        }
        None => {
            let tip = format!(
                "{} on {}: {} {}",
                report.planners[summary.planner],
                report.instances[summary.instance].name,
                summary.status.name(),
                summary.message
            );
            ("none", "×".to_owned(), tip)
        }
    };
    let _ = writeln!(
        out,
        "<g class=\"cell\"><rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
         rx=\"3\"/><title>{}</title>",
        x + 1.0,
        y + 1.0,
        width - 2.0,
        ROW - 2.0,
        escaped(&tip)
    );
    if width >= 34.0 {
        let class = if ["h5", "h6"].contains(&class) {
            "num mid light"
        } else {
            "num mid dark"
        };
        svg::text(out, class, x + width / 2.0, y + ROW / 2.0 + 4.0, &label);
    }
    out.push_str("</g>\n");
}

fn step(share: f64) -> &'static str {
    let step = STEPS.iter().find(|(most, _)| share <= *most);
    step.map_or("h6", |(_, class)| class)
}

fn short_percent(figures: &Figures) -> String {
    let percent = figures.fragmentation * 100.0;
    match percent {
        _ if figures.is_proved => "0 ✓".to_owned(),
        _ if figures.is_optimal => "0".to_owned(),
        percent if percent < 0.005 => "<.01".to_owned(),
        percent if percent < 10.0 => format!("{percent:.2}"),
        percent => format!("{percent:.0}"),
    }
}
