//! `memplan merge --recompute-curve`: the peak against the traffic of recomputation, as a table and a picture.

use std::path::Path;

use memplan::{CurvePoint, Merge};
use memplan_support::sizes::human;
use memplan_support::table::table;
use serde::Serialize;

use crate::cli::{MergeArgs, ReportFormat};
use crate::exit::{Failure, Outcome};
use crate::io;
use crate::pipeline::step_failure;
use crate::render::Message;
use crate::source::Source;

/// A point, as JSON and CSV have it.
#[derive(Serialize)]
struct Row {
    /// What `--recompute` allows.
    recompute_percent: u64,
    /// The traffic beyond that of the first point, in percent.
    traffic_percent: f64,
    /// Bytes read and written.
    traffic_bytes: u64,
    /// Bytes; `null` where the peak has no bound.
    peak_bytes: Option<u64>,
}

/// Tries increasing amounts of recomputation, prints the resulting peaks, and writes the file.
pub(super) fn run(
    args: &MergeArgs,
    job: &Merge<'_>,
    source: &Source,
    file: Option<&Path>,
) -> Outcome<()> {
    if let Some(file) = file
        && form_of(file).is_none()
    {
        let name = io::display_name(file);
        let message = format!("`{name}` is neither a picture nor a table");
        let message = Message::error("usage", message)
            .help("give the file the ending `.svg`, `.csv` or `.json`");
        return Err(Failure::could_not_try(message));
    }
    let mut points = Vec::new();
    job.recompute_curve(
        &source.module,
        args.job.0.blocks.unwrap_or_default(),
        |point| {
            points.push(point);
        },
    )
    .map_err(|error| step_failure(&source.text, error))?;
    let rows = rows(&points);
    if let Some(file) = file {
        let text = match form_of(file) {
            Some(Form::Csv) => csv(&rows),
            Some(Form::Json) => io::json(&rows),
            Some(Form::Svg) | None => picture(&io::display_name(&args.input), &rows),
        };
        io::write(file, text.as_bytes())?;
    }
    let shown = match args.report.format {
        Some(ReportFormat::Json) => io::json(&rows),
        Some(ReportFormat::Text) | None => text(&rows),
    };
    io::write_stdout(shown.as_bytes())
}

#[derive(Clone, Copy)]
enum Form {
    Svg,
    Csv,
    Json,
}

fn form_of(file: &Path) -> Option<Form> {
    match file.extension()?.to_str()? {
        "svg" => Some(Form::Svg),
        "csv" => Some(Form::Csv),
        "json" => Some(Form::Json),
        _ => None,
    }
}

fn rows(points: &[CurvePoint]) -> Vec<Row> {
    let given = points.first().map_or(0, |point| point.traffic_bytes);
    let row = |point: &CurvePoint| Row {
        recompute_percent: point.percent,
        traffic_percent: if given == 0 {
            0.0
        } else {
            100.0 * (point.traffic_bytes as f64 / given as f64 - 1.0)
        },
        traffic_bytes: point.traffic_bytes,
        peak_bytes: point.peak_bytes,
    };
    points.iter().map(row).collect()
}

fn text(rows: &[Row]) -> String {
    let head = ["recompute", "peak", "traffic", "added"].map(str::to_owned);
    let cells = rows.iter().map(|row| {
        vec![
            format!("{}%", row.recompute_percent),
            row.peak_bytes
                .map_or_else(|| "no bound".to_owned(), |bytes| human(u128::from(bytes))),
            human(u128::from(row.traffic_bytes)),
            format!("{:+.1}%", row.traffic_percent),
        ]
    });
    let all: Vec<Vec<String>> = std::iter::once(head.to_vec()).chain(cells).collect();
    table(&all, &[])
}

fn csv(rows: &[Row]) -> String {
    let mut out = "recompute_percent,traffic_percent,traffic_bytes,peak_bytes\n".to_owned();
    for row in rows {
        let peak = row.peak_bytes.map(|n| n.to_string()).unwrap_or_default();
        let (percent, added) = (row.recompute_percent, row.traffic_percent);
        out.push_str(&format!(
            "{percent},{added:.3},{},{peak}\n",
            row.traffic_bytes
        ));
    }
    out
}

fn picture(name: &str, rows: &[Row]) -> String {
    let points = rows.iter().filter_map(|row| {
        let name = format!("--recompute {}%", row.recompute_percent);
        Some((name, row.traffic_percent, row.peak_bytes?))
    });
    memplan_page::recompute_curve(name, &points.collect::<Vec<_>>())
}
