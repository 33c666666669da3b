//! The report as one page: plots drawn here, nothing fetched from anywhere.
//!
//! Readable in light and dark; colours are told apart by all eyes, and marks differ in shape too.
//! Without scripts everything is there but the highlighting of one planner and the sorting of the
//! table.

mod anytime;
mod fragmentation;
mod svg;
mod time;

use std::fmt::Write as _;

use super::Report;
use super::summary::{Figures, Summary};
use super::tables::{self, mebibytes, percent};
use svg::escaped;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub(super) fn page(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail, here and below.
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>memplan bench, {}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        escaped(&report.date)
    );
    header(&mut out, report);
    section(
        &mut out,
        "fragmentation",
        "Fragmentation",
        "How far each peak is above the best lower bound that is proven for its trace. A mark is a trace, \
         the bar is the median. Hollow marks: it is open whether the bound can be reached, so \
         the true distance to the optimum may be smaller. The axis is linear below 0.1 % and logarithmic above.",
        &fragmentation::strips(report),
    );
    section(
        &mut out,
        "traces",
        "Trace by trace",
        "Fragmentation in percent; 0 is a peak at the bound, ✓ one that the planner itself proved optimal, \
         × no schedule.",
        &fragmentation::heat(report),
    );
    section(
        &mut out,
        "time",
        "Time against buffers",
        "Medians by the wall clock; the line through a mark is the spread. Traces of one generator are \
         connected.",
        &time::plot(report),
    );
    section(
        &mut out,
        "anytime",
        "Peak over time",
        "What each planner had found after some time, in its first run with seed 0. A filled mark is the end \
         of the run.",
        &anytime::plots(report),
    );
    section(&mut out, "peers", "Other programs", PEERS, &peers(report));
    section(
        &mut out,
        "table",
        "All figures",
        "Click a heading to sort.",
        &table(report),
    );
    footer(&mut out, report);
    let _ = write!(
        out,
        "</main>\n<div id=\"tip\" hidden></div>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    out
}

const PEERS: &str = "Run in turns with ours. MiniMalloc is told a capacity; idealloc prints no offsets, so its \
                     peak is unchecked. Ratios are the least time of the peer over the median of our planner: \
                     above 1 ours is faster.";

fn header(out: &mut String, report: &Report) {
    let machine = &report.machine;
    let memory = machine.memory_bytes.map_or_else(String::new, |bytes| {
        format!(", {:.0} GiB", bytes as f64 / f64::from(1 << 30))
    });
    let budget = &report.budget;
    let mut limits = Vec::new();
    limits.extend(budget.time_limit_ms.map(readable_limit));
    limits.extend(budget.work.map(|work| format!("{work} units of work")));
    let facts = [
        ("Date", report.date.clone()),
        ("Version", format!("memplan {}", report.memplan)),
        (
            "Machine",
            format!(
                "{}, {} cores{memory}, {}",
                machine.cpu, machine.cores, machine.os
            ),
        ),
        (
            "Budget",
            format!(
                "{} a run; seeds {}, repeats {}, threads {}, cases at a time {}, alignment {}",
                limits.join(" and "),
                budget.seeds,
                budget.repeats,
                budget.threads,
                budget.at_a_time,
                budget.alignment_bytes
            ),
        ),
        (
            "Load before",
            machine
                .load_average
                .map_or_else(|| "unknown".to_owned(), |load| load.to_string()),
        ),
    ];
    out.push_str("<h1>Planners against the optimum</h1>\n<dl class=\"facts\">\n");
    for (name, value) in facts {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escaped(&value));
    }
    let _ = writeln!(
        out,
        "<dt>Command</dt><dd><code>{}</code></dd>\n</dl>",
        escaped(&report.command)
    );
}

fn section(out: &mut String, id: &str, title: &str, note: &str, content: &str) {
    if !content.is_empty() {
        let _ = writeln!(
            out,
            "<section id=\"{id}\">\n<h2>{title}</h2>\n<p class=\"note\">{note}</p>\n{content}</section>"
        );
    }
}

fn peers(report: &Report) -> String {
    let mut out = String::new();
    for name in &report.peers_missing {
        let _ = writeln!(out, "<p>{name} is not on PATH: not compared.</p>");
    }
    let rows = tables::peer_rows(report);
    if rows.is_empty() {
        return out;
    }
    out.push_str("<div class=\"wide\"><table>\n<thead><tr><th>peer</th><th>trace</th><th>status</th><th>frag.</th><th>least ms</th><th>median ms</th>");
    for planner in &report.planners {
        let _ = write!(out, "<th>/ {}</th>", escaped(planner));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
            row.peer,
            escaped(&report.instances[row.instance].name),
            row.status,
            row.fragmentation.map_or_else(|| "-".to_owned(), percent),
            tables::milliseconds(row.best_ms),
            tables::milliseconds(row.median_ms)
        );
        for planner in 0..report.planners.len() {
            let ratio = row.ratios.iter().find(|(index, _)| *index == planner);
            let ratio = ratio.map_or_else(|| "-".to_owned(), |(_, ratio)| format!("{ratio:.2}"));
            let _ = write!(out, "<td class=\"n\">{ratio}</td>");
        }
        out.push_str("</tr>\n");
    }
    out + "</tbody></table></div>\n"
}

fn table(report: &Report) -> String {
    let mut out = "<div class=\"wide\"><table class=\"sortable\">\n<thead><tr>".to_owned();
    for heading in [
        "data set",
        "trace",
        "buffers",
        "bound",
        "proved by",
        "planner",
        "peak",
        "frag. %",
        "ms",
        "least",
        "most",
        "work",
        "MiB",
        "status",
    ] {
        let _ = write!(out, "<th>{heading}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for summary in &report.summaries {
        row(&mut out, report, summary);
    }
    for unreadable in &report.unreadable {
        let _ = writeln!(
            out,
            "<tr class=\"bad\"><td>{}</td><td>{}</td><td colspan=\"11\"></td><td>unreadable: {}</td></tr>",
            escaped(&unreadable.dataset),
            escaped(&unreadable.name),
            escaped(&unreadable.message)
        );
    }
    out + "</tbody></table></div>\n"
}

fn row(out: &mut String, report: &Report, summary: &Summary) {
    let (instance, bound) = (
        &report.instances[summary.instance],
        &report.bounds[summary.instance],
    );
    let class = if summary.message.is_empty() {
        ""
    } else {
        " class=\"bad\""
    };
    let _ = write!(
        out,
        "<tr{class} data-p=\"{}\"><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td>",
        summary.planner,
        escaped(&instance.dataset),
        escaped(&instance.name),
        instance.n_buffers,
        bound.bytes,
        escaped(&bound.rule),
        escaped(&report.planners[summary.planner])
    );
    match &summary.figures {
        Some(figures) => figure_cells(out, figures),
        None => out.push_str(&"<td class=\"n\">-</td>".repeat(7)),
    }
    let status = if summary.message.is_empty() {
        summary.status.name().to_owned()
    } else {
        format!("{}: {}", summary.status.name(), summary.message)
    };
    let _ = writeln!(out, "<td>{}</td></tr>", escaped(&status));
}

fn figure_cells(out: &mut String, figures: &Figures) {
    let memory = figures.planner_rss_bytes.map(mebibytes);
    for cell in [
        figures.peak_bytes.to_string(),
        format!("{:.4}", figures.fragmentation * 100.0),
        format!("{:.3}", figures.elapsed_ms),
        format!("{:.3}", figures.min_ms),
        format!("{:.3}", figures.max_ms),
        figures.work.to_string(),
        memory.map_or_else(
            || "?".to_owned(),
            |text| text.trim_end_matches('M').to_owned(),
        ),
    ] {
        let _ = write!(out, "<td class=\"n\">{cell}</td>");
    }
}

fn footer(out: &mut String, report: &Report) {
    let mut rules: Vec<&str> = report.bounds.iter().map(|bound| &*bound.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    let _ = writeln!(
        out,
        "<footer><p>Bounds in this report come from: {}. Every schedule went through the checker. Time is that \
         of the planner alone, with the trace in memory; memory is the most resident memory of its process, less \
         what was resident before it began.</p></footer>",
        escaped(&rules.join(", "))
    );
}

/// A time for people.
fn readable_time(ms: f64) -> String {
    if ms < 1000.0 {
        format!("{} ms", tables::milliseconds(ms))
    } else {
        format!("{:.2} s", ms / 1e3)
    }
}

fn readable_limit(ms: u64) -> String {
    if ms.is_multiple_of(1000) {
        format!("{} s", ms / 1000)
    } else {
        format!("{ms} ms")
    }
}
