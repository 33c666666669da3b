//! Reports as text, CSV and JSON.

use memplan_support::Sort;

use memplan_support::sizes::human;
use memplan_support::table::{plural, table};

use crate::Report;
use crate::csv_lines::CsvLines;
use crate::summary::{self, Figures, share_above};

/// The text tables: every trace and planner, then the data sets.
pub(crate) fn text(report: &Report) -> String {
    let mut out = instances_table(report);
    out.push_str(&measures_table(report));
    if report.instances.len() > 1 {
        out.push('\n');
        out.push_str(&totals_table(report));
    }
    if !report.peers_missing.is_empty() || !report.peer_runs.is_empty() {
        out.push('\n');
        out.push_str(&peers_table(report));
    }
    out.push('\n');
    out.push_str(&notes(report));
    out
}

fn instances_table(report: &Report) -> String {
    let header = [
        "data set", "trace", "buffers", "bound", "by", "planner", "peak", "frag.", "", "ms",
        "spread", "work", "memory", "status",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for summary in &report.summaries {
        let (instance, bound) = (
            &report.instances[summary.instance],
            &report.bounds[summary.instance],
        );
        let mut row = if summary.planner == 0 {
            vec![
                instance.dataset.clone(),
                instance.name.clone(),
                instance.n_buffers.to_string(),
                human(bound.bytes.into()),
                bound.rule.clone(),
            ]
        } else {
            vec![String::new(); 5]
        };
        row.push(report.planners[summary.planner].clone());
        row.extend(match &summary.figures {
            Some(figures) => figure_cells(figures),
            None => vec!["-".to_owned(); 7],
        });
        row.push(if summary.message.is_empty() {
            summary.status.name().to_owned()
        } else {
            format!(
                "{}: {}",
                summary.status.name(),
                first_line(&summary.message)
            )
        });
        rows.push(row);
    }
    for unreadable in &report.unreadable {
        let mut row = vec![unreadable.dataset.clone(), unreadable.name.clone()];
        row.extend(vec![String::new(); 11]);
        row.push(format!("unreadable: {}", first_line(&unreadable.message)));
        rows.push(row);
    }
    table(&rows, &[0, 1, 4, 5, 8, 13])
}

fn figure_cells(figures: &Figures) -> Vec<String> {
    vec![
        human(figures.peak_bytes.into()),
        percent(figures.fragmentation),
        mark(figures).to_owned(),
        milliseconds(figures.elapsed_ms),
        spread(figures),
        figures.work.to_string(),
        figures
            .planner_rss_bytes
            .map_or_else(|| "?".to_owned(), |bytes| human(bytes.into())),
    ]
}

/// `=` for a peak at the bound, `*` if the planner proved it itself.
fn mark(figures: &Figures) -> &'static str {
    match (figures.is_proved, figures.is_optimal) {
        (true, _) => "*",
        (false, true) => "=",
        (false, false) => "",
    }
}

/// The measures of traces with pools, relations or an objective, without those that are 0. Empty without such traces.
fn measures_table(report: &Report) -> String {
    let header = ["data set", "trace", "planner", "measure", "value", "bound"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    let is_bytes = |name: &str| !matches!(name, "reuse-cost" | "bank-cost");
    let size = |name: &str, value: u64| {
        if is_bytes(name) {
            human(value.into())
        } else {
            value.to_string()
        }
    };
    for summary in &report.summaries {
        let instance = &report.instances[summary.instance];
        let measures = summary.figures.iter().flat_map(|figures| &figures.measures);
        for measure in measures.filter(|measure| measure.value != 0) {
            rows.push(vec![
                instance.dataset.clone(),
                instance.name.clone(),
                report.planners[summary.planner].clone(),
                measure.name.clone(),
                size(&measure.name, measure.value),
                size(&measure.name, measure.bound),
            ]);
        }
    }
    if rows.len() == 1 {
        return String::new();
    }
    format!("\n{}", table(&rows, &[0, 1, 2, 3]))
}

fn totals_table(report: &Report) -> String {
    let header = [
        "data set",
        "planner",
        "planned",
        "optimal",
        "mean frag.",
        "worst",
        "total ms",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for total in &report.totals {
        let dataset = if total.dataset.is_empty() {
            "all"
        } else {
            &total.dataset
        };
        let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), percent);
        rows.push(vec![
            if total.planner == 0 {
                dataset.to_owned()
            } else {
                String::new()
            },
            report.planners[total.planner].clone(),
            format!("{}/{}", total.n_planned, total.n_instances),
            format!("{}/{}", total.n_optimal, total.n_instances),
            share(total.mean_fragmentation),
            share(total.worst_fragmentation),
            milliseconds(total.total_ms),
        ]);
    }
    table(&rows, &[0, 1])
}

/// A peer against our planners on one trace.
struct PeerRow {
    /// The name of the program.
    peer: &'static str,
    /// Index of the instance.
    instance: usize,
    /// How it ended.
    status: &'static str,
    /// Its peak above the best bound.
    fragmentation: Option<f64>,
    /// Its least time.
    best_ms: f64,
    /// Its median time.
    median_ms: f64,
    /// Its least time over the median of each planner, with the name.
    ratios: Vec<(usize, f64)>,
}

/// Peers with their ratios. The minimum of their times is taken, so that a noisy machine does not
/// speak for us.
fn peer_rows(report: &Report) -> Vec<PeerRow> {
    let mut rows = Vec::new();
    for (instance, bound) in report.bounds.iter().enumerate() {
        let of_instance = || {
            report
                .peer_runs
                .iter()
                .filter(move |run| run.instance == instance)
        };
        let mut names: Vec<&str> = of_instance().map(|run| run.peer).collect();
        names.dedup();
        names.sort_stable_by(Ord::cmp);
        names.dedup();
        for name in names {
            let runs: Vec<_> = of_instance().filter(|run| run.peer == name).collect();
            let mut times: Vec<f64> = runs.iter().map(|run| run.elapsed_ms()).collect();
            times.sort_stable_by(f64::total_cmp);
            let (Some(first), Some(&best_ms)) = (runs.first(), times.first()) else {
                continue;
            };
            let peak = runs.iter().filter_map(|run| run.peak_bytes).min();
            let own = report
                .summaries
                .iter()
                .filter(|summary| summary.instance == instance);
            let ratios = own.filter_map(|summary| {
                let figures = summary.figures.as_ref()?;
                Some((summary.planner, best_ms / figures.elapsed_ms))
            });
            rows.push(PeerRow {
                peer: first.peer,
                instance,
                status: match peak {
                    // The peer used other lifetimes or other arithmetic, so this is not a plan of the trace.
                    Some(peak) if peak < bound.bytes => "below the bound",
                    _ => first.status,
                },
                fragmentation: peak.map(|peak| share_above(peak, bound.bytes)),
                best_ms,
                median_ms: summary::median(&times),
                ratios: ratios.collect(),
            });
        }
    }
    rows
}

/// The cells of [`peer_rows`].
pub(crate) fn peer_cells(report: &Report) -> Vec<Vec<String>> {
    let optional = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let cells = |row: PeerRow| {
        let mut cells = vec![
            row.peer.to_owned(),
            report.instances[row.instance].name.clone(),
            row.status.to_owned(),
            optional(row.fragmentation.map(percent)),
            milliseconds(row.best_ms),
            milliseconds(row.median_ms),
        ];
        for planner in 0..report.planners.len() {
            let ratio = row.ratios.iter().find(|(index, _)| *index == planner);
            cells.push(optional(ratio.map(|(_, ratio)| format!("{ratio:.2}"))));
        }
        cells
    };
    peer_rows(report).into_iter().map(cells).collect()
}

fn peers_table(report: &Report) -> String {
    let mut out = String::new();
    for name in &report.peers_missing {
        out.push_str(&format!("{name} is not on PATH: skipped\n"));
    }
    let header = ["peer", "trace", "status", "frag.", "best ms", "median ms"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows[0].extend(report.planners.iter().map(|planner| format!("/ {planner}")));
    rows.extend(peer_cells(report));
    if rows.len() > 1 {
        out.push_str(&table(&rows, &[0, 1, 2]));
        out.push_str("ratios: time of the peer divided by time of the memplan planner; above 1, memplan is faster\n");
    }
    out
}

/// The meaning of the figures, and their sources.
pub(crate) fn notes(report: &Report) -> String {
    let budget = &report.budget;
    let mut limits = Vec::new();
    limits.extend(budget.time_limit_ms.map(|limit| format!("{limit} ms")));
    limits.extend(budget.work.map(|work| format!("{work} units of work")));
    format!(
        "* proved optimal by the planner, = at the best bound of all planners; budget {} a run, {}, \
         {}, {}\nmemplan {}, {}, {} ({}), {}\n",
        limits.join(" and "),
        plural(usize::try_from(budget.seeds).unwrap_or(usize::MAX), "seed"),
        plural(budget.repeats as usize, "repeat"),
        plural(budget.threads, "thread"),
        report.memplan,
        report.date,
        report.machine.cpu,
        plural(report.machine.cores, "core"),
        report.machine.os,
    )
}

/// A line for each run, and for each case without one.
pub(crate) fn runs_csv(report: &Report) -> String {
    let mut out = CsvLines::new(
        "dataset,trace,n_buffers,sum_bytes,max_load_bytes,bound_bytes,bound_rule,planner,seed,repeat,\
                   status,peak_bytes,fragmentation,own_bound_bytes,own_bound_rule,work,elapsed_ms,\
                   peak_rss_bytes,planner_rss_bytes,message"
            .split(','),
    );
    for case in &report.cases {
        let (instance, bound) = (
            &report.instances[case.instance],
            &report.bounds[case.instance],
        );
        let mut head = vec![
            instance.dataset.clone(),
            instance.name.clone(),
            instance.n_buffers.to_string(),
            instance.sum_bytes.to_string(),
            instance.max_load_bytes.to_string(),
            bound.bytes.to_string(),
            bound.rule.clone(),
            report.planners[case.planner].clone(),
            case.seed.to_string(),
        ];
        for (repeat, run) in case.runs.iter().enumerate() {
            let mut fields = head.clone();
            fields.extend([
                repeat.to_string(),
                case.status.name().to_owned(),
                run.peak_bytes.to_string(),
                share_above(run.peak_bytes, bound.bytes).to_string(),
                run.bound_bytes.to_string(),
                run.bound_rule.clone().unwrap_or_default(),
                run.work.to_string(),
                format!("{:.6}", run.elapsed_ms),
                optional(run.peak_rss_bytes),
                optional(run.planner_rss_bytes),
                case.message.clone(),
            ]);
            out.push(&fields);
        }
        if case.runs.is_empty() {
            head.extend([String::new(), case.status.name().to_owned()]);
            head.extend(vec![String::new(); 8]);
            head.push(case.message.clone());
            out.push(&head);
        }
    }
    for unreadable in &report.unreadable {
        let mut fields = vec![unreadable.dataset.clone(), unreadable.name.clone()];
        fields.extend(vec![String::new(); 8]);
        fields.push("unreadable".to_owned());
        fields.extend(vec![String::new(); 8]);
        fields.push(unreadable.message.clone());
        out.push(&fields);
    }
    out.finish()
}

/// A line for each trace and planner.
pub(crate) fn summary_csv(report: &Report) -> String {
    let mut out = CsvLines::new(
        "dataset,trace,n_buffers,max_load_bytes,bound_bytes,bound_rule,planner,status,n_runs,peak_bytes,\
                   best_peak_bytes,worst_peak_bytes,fragmentation,optimal,proved,work,elapsed_ms,min_ms,max_ms,\
                   peak_rss_bytes,planner_rss_bytes,message"
            .split(','),
    );
    for summary in &report.summaries {
        let (instance, bound) = (
            &report.instances[summary.instance],
            &report.bounds[summary.instance],
        );
        let mut fields = vec![
            instance.dataset.clone(),
            instance.name.clone(),
            instance.n_buffers.to_string(),
            instance.max_load_bytes.to_string(),
            bound.bytes.to_string(),
            bound.rule.clone(),
            report.planners[summary.planner].clone(),
            summary.status.name().to_owned(),
            summary.n_runs.to_string(),
        ];
        match &summary.figures {
            Some(figures) => fields.extend([
                figures.peak_bytes.to_string(),
                figures.best_peak_bytes.to_string(),
                figures.worst_peak_bytes.to_string(),
                figures.fragmentation.to_string(),
                figures.is_optimal.to_string(),
                figures.is_proved.to_string(),
                figures.work.to_string(),
                format!("{:.6}", figures.elapsed_ms),
                format!("{:.6}", figures.min_ms),
                format!("{:.6}", figures.max_ms),
                optional(figures.peak_rss_bytes),
                optional(figures.planner_rss_bytes),
            ]),
            None => fields.extend(vec![String::new(); 12]),
        }
        fields.push(summary.message.clone());
        out.push(&fields);
    }
    out.finish()
}

/// The points of all anytime curves: the peak and the bound that a planner had after some time.
pub(crate) fn anytime_csv(report: &Report) -> String {
    let mut out = CsvLines::new(
        "dataset,trace,planner,seed,elapsed_ms,work,peak_bytes,own_bound_bytes,fragmentation"
            .split(','),
    );
    for case in &report.cases {
        let (instance, bound) = (
            &report.instances[case.instance],
            &report.bounds[case.instance],
        );
        for point in &case.curve {
            let fields = [
                instance.dataset.clone(),
                instance.name.clone(),
                report.planners[case.planner].clone(),
                case.seed.to_string(),
                format!("{:.6}", point.elapsed_ms),
                point.work.to_string(),
                point.peak_bytes.to_string(),
                point.bound_bytes.to_string(),
                share_above(point.peak_bytes, bound.bytes).to_string(),
            ];
            out.push(&fields);
        }
    }
    out.finish()
}

/// Everything, for programs.
pub(crate) fn json(report: &Report) -> String {
    // Numbers and strings always serialise.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

/// A share as a percentage: two digits after the point, and never `-0`.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent.abs() < 0.005 && percent != 0.0 {
        // A peak slightly above the optimum must not look optimal.
        return if percent > 0.0 { "<0.01%" } else { "0.00%" }.to_owned();
    }
    format!("{:.2}%", percent + 0.0)
}

/// Milliseconds with three digits that count.
pub(crate) fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms < 10.0 => format!("{ms:.3}"),
        ms if ms < 100.0 => format!("{ms:.2}"),
        ms if ms < 1000.0 => format!("{ms:.1}"),
        ms => format!("{ms:.0}"),
    }
}

fn spread(figures: &Figures) -> String {
    format!(
        "{}-{}",
        milliseconds(figures.min_ms),
        milliseconds(figures.max_ms)
    )
}

/// Bytes in MiB.
pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{:.1}M", bytes as f64 / f64::from(1 << 20))
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn optional(number: Option<u64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::{milliseconds, percent};

    #[test]
    fn figures_are_short_and_honest() {
        assert_eq!(percent(0.0), "0.00%");
        assert_eq!(percent(-0.0), "0.00%");
        assert_eq!(percent(0.000_01), "<0.01%");
        assert_eq!(percent(0.4167), "41.67%");
        assert_eq!(milliseconds(0.0123), "0.012");
        assert_eq!(milliseconds(12_345.6), "12346");
    }
}
