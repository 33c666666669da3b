//! The HTML report: one self-contained page with plots.
//!
//! Readable in light and dark mode. Colours suit colour-blind readers, and marks also differ in shape. Without
//! scripts, only highlighting and sorting are missing.

mod anytime;
mod ecdf;
mod fragmentation;
mod svg;
mod time;

use std::fmt::Write as _;

use memplan_support::Sort;
use memplan_support::sizes::human;

use crate::Report;
use crate::summary::{self, Figures, Summary};
use crate::tables::{self, mebibytes};
use svg::escaped;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(crate) fn page(report: &Report) -> String {
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
        "ecdf",
        "Share of the traces",
        "How many of the traces a planner keeps up to a fragmentation, and up to a time: the farther up and \
         left the line, the better. The marks are the median and the worst trace. A trace without a \
         plan counts, so the line of a planner that failed ends below 100 %.",
        &ecdf::plots(report),
    );
    section(
        &mut out,
        "traces",
        "Trace by trace",
        "The worst trace first. Fragmentation in percent; 0 is a peak at the bound, ✓ one that the planner itself proved optimal, \
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
        "The worst trace first. Click a heading to sort.",
        &table(report),
    );
    footer(&mut out, report);
    let _ = write!(
        out,
        "</main>\n<div id=\"tip\" hidden></div>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    out
}

const PEERS: &str = "Run alternately with the planners. MiniMalloc is given a capacity; idealloc prints no offsets, \
                     so its peak is unchecked. Ratios are the least time of the peer divided by the median time \
                     of the planner: above 1, memplan is faster.";

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
                "{} a run; seeds {}, repeats {}, threads {}, concurrent cases {}, alignment {}",
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
        let _ = writeln!(out, "<p>{name} is not on PATH: skipped.</p>");
    }
    let rows = tables::peer_cells(report);
    if rows.is_empty() {
        return out;
    }
    out.push_str("<div class=\"wide\"><table>\n<thead><tr><th>peer</th><th>trace</th><th>status</th><th>frag.</th><th>least ms</th><th>median ms</th>");
    for planner in &report.planners {
        let _ = write!(out, "<th>/ {}</th>", escaped(planner));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let class = if column < 3 { "" } else { " class=\"n\"" };
            let _ = write!(out, "<td{class}>{}</td>", escaped(cell));
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
    for instance in summary::worst_first(&report.summaries, report.instances.len()) {
        let own = report.summaries.iter().filter(|s| s.instance == instance);
        own.for_each(|summary| row(&mut out, report, summary));
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
        "<tr{class} data-p=\"{}\"><td>{}</td><td>{}</td><td class=\"n\">{}</td>{}<td>{}</td><td>{}</td>",
        summary.planner,
        escaped(&instance.dataset),
        escaped(&instance.name),
        instance.n_buffers,
        bytes_cell(bound.bytes),
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

/// Bytes with a unit; sorted and shown on hovering to the byte.
fn bytes_cell(bytes: u64) -> String {
    format!(
        "<td class=\"n\" data-v=\"{bytes}\" title=\"{bytes} bytes\">{}</td>",
        human(bytes.into())
    )
}

fn figure_cells(out: &mut String, figures: &Figures) {
    let memory = figures.planner_rss_bytes.map(mebibytes);
    out.push_str(&bytes_cell(figures.peak_bytes));
    for cell in [
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
    rules.sort_stable_by(Ord::cmp);
    rules.dedup();
    let _ = writeln!(
        out,
        "<footer><p>Bounds in this report come from: {}. Every schedule went through the checker. Time is that \
         of the planner alone, with the trace in memory; memory is the most resident memory of its process, less \
         what was resident before it began.</p></footer>",
        escaped(&rules.join(", "))
    );
}

/// A human-readable time.
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

#[cfg(test)]
mod tests {
    use super::page;
    use crate::Instance;
    use crate::job::{Point, Run, Status};
    use crate::machine::Machine;
    use crate::peers::PeerRun;
    use crate::runner::Case;
    use crate::summary::{best_bounds, summaries, totals};
    use crate::{Budget, Report};

    fn case(planner: usize, curve: &[(f64, u64)]) -> Case {
        let curve: Vec<Point> = curve
            .iter()
            .map(|&(elapsed_ms, peak_bytes)| Point {
                elapsed_ms,
                work: 7,
                peak_bytes,
                bound_bytes: 1000,
            })
            .collect();
        let runs = curve.last().map(|last| Run {
            elapsed_ms: last.elapsed_ms,
            work: last.work,
            peak_bytes: last.peak_bytes,
            bound_bytes: last.bound_bytes,
            bound_rule: Some("search".to_owned()),
            stopped_by: None,
            peak_rss_bytes: Some(1 << 20),
            planner_rss_bytes: None,
            measures: Vec::new(),
        });
        Case {
            instance: 0,
            planner,
            seed: 0,
            status: if runs.is_some() {
                Status::Ok
            } else {
                Status::Killed
            },
            message: if runs.is_some() {
                String::new()
            } else {
                "too <slow>".to_owned()
            },
            runs: runs.into_iter().collect(),
            curve,
        }
    }

    fn report() -> Report {
        let planners: Vec<String> = ["search", "greedy", "stuck"].map(str::to_owned).to_vec();
        let instances = vec![Instance {
            dataset: "set".to_owned(),
            name: "a&b".to_owned(),
            source: "a&b.csv".to_owned(),
            record: 0,
            index: 0,
            n_buffers: 300,
            sum_bytes: 9000,
            max_load_bytes: 900,
            optimum_bytes: None,
            placed_bytes: None,
        }];
        let mut cases = vec![
            case(
                0,
                &[
                    (0.1, 1400),
                    (2.0, 1100),
                    (30.0, 1010),
                    (400.0, 1000),
                    (900.0, 1000),
                ],
            ),
            case(1, &[(0.5, 1300)]),
            case(2, &[]),
        ];
        let bounds = best_bounds(&instances, &planners, &mut cases);
        let summaries = summaries(&bounds, planners.len(), &cases);
        Report {
            version: 1,
            memplan: "0",
            date: "then".to_owned(),
            command: "memplan bench".to_owned(),
            machine: Machine::here(),
            totals: totals(&instances, planners.len(), &summaries),
            planner_specs: planners.clone(),
            planners,
            budget: Budget {
                time_limit_ms: Some(1500),
                work: None,
                seeds: 1,
                repeats: 1,
                threads: 2,
                at_a_time: 1,
                alignment_bytes: 1,
            },
            instances,
            bounds,
            unreadable: Vec::new(),
            cases,
            summaries,
            peers_missing: vec!["idealloc"],
            peer_runs: vec![PeerRun {
                peer: "minimalloc",
                instance: 0,
                status: "checked",
                process_ms: 99.0,
                reported_ms: Some(1800.0),
                peak_bytes: Some(1000),
                told_bytes: Some(1000),
            }],
        }
    }

    #[test]
    fn curves_step_down_and_end_with_a_filled_mark() {
        let page = page(&report());
        let anytime = page.split("<section id=\"anytime\">").nth(1).unwrap();
        let curve = anytime.split("<path class=\"l c0\"").nth(1).unwrap();
        let curve = curve.split("/>").next().unwrap();
        assert_eq!(
            (curve.matches('H').count(), curve.matches('V').count()),
            (4, 4),
            "{curve}"
        );
        // Four marks for improved peaks; the end of the run, which is no better, has a filled mark.
        assert_eq!(anytime.matches("class=\"m c0 hollow\"").count(), 4);
        assert!(anytime.contains("peak 1000 bytes, 0.00% above the bound</title>"));
        assert!(anytime.contains("a&amp;b (300 buffers)"));
    }

    #[test]
    fn distributions_count_traces_without_a_plan_and_the_worst_comes_first() {
        let mut report = report();
        assert!(
            !page(&report).contains("<section id=\"ecdf\">"),
            "one trace"
        );
        let mut other = report.instances[0].clone();
        other.name = "easy".to_owned();
        report.instances.push(other);
        report.bounds.push(report.bounds[0].clone());
        for mut summary in report.summaries.clone() {
            summary.instance = 1;
            // `search` is 0 % above the bound on both, `greedy` 30 % and 30 %, `stuck` nowhere.
            if summary.planner == 1 {
                summary.figures = None;
            }
            report.summaries.push(summary);
        }
        let page = page(&report);
        let ecdf = page.split("<section id=\"ecdf\">").nth(1).unwrap();
        let ecdf = ecdf.split("</section>").next().unwrap();
        // `search` reaches 100 % at once, `greedy` ends at 50 %, `stuck` has no line; both plots.
        assert_eq!(ecdf.matches("<path class=\"l c0\"").count(), 2);
        assert_eq!(ecdf.matches("<path class=\"l c2\"").count(), 0);
        assert!(ecdf.contains("search: 2 of 2 traces up to 0.00%</title>"));
        assert!(ecdf.contains("greedy: 1 of 2 traces up to 30.00%</title>"));
        assert!(ecdf.contains("greedy: 1 of 2 traces up to 0.500 ms</title>"));
        let table = page.split("<section id=\"table\">").nth(1).unwrap();
        // Two planners have no plan of `easy`, and one has no plan of `a&b`.
        assert!(table.find("<td>easy</td>") < table.find("<td>a&amp;b</td>"));
    }

    #[test]
    fn figures_failures_and_peers_are_in_the_tables() {
        let page = page(&report());
        assert!(page.contains("search of search"), "the rule of the bound");
        assert!(page.contains("<td>killed: too &lt;slow&gt;</td>"));
        assert!(page.contains("stuck on a&amp;b: killed too &lt;slow&gt;"));
        assert!(page.contains("idealloc is not on PATH"));
        // MiniMalloc's 1800 ms over 900 and 0.5.
        let row =
            "<td class=\"n\">2.00</td><td class=\"n\">3600.00</td><td class=\"n\">-</td></tr>";
        assert!(page.contains(row), "{page}");
        assert!(page.contains("<dd>1500 ms a run; seeds 1"));
    }
}
