//! `memplan plan`: schedules for traces, and a table to compare planners by.

use std::path::{Path, PathBuf};

use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Bytes, MemoryPlan, MemoryPlanner, MemoryTraceScopes, Optimality, PlanOptions,
};
use serde::Serialize;

use crate::cli::{PlanArgs, TableFormat, spec};
use crate::exit::{Failure, Outcome};
use crate::planning::{self, Timed};
use crate::render::Message;
use crate::report::{plural, positive, table};
use crate::source::Text;
use crate::{Session, data, deadline, io};

/// One line of the table: one planner on one trace.
#[derive(Clone, Debug, Serialize)]
struct Row {
    file: String,
    scope: String,
    planner: String,
    n_buffers: usize,
    size_bytes: u128,
    max_load_bytes: u64,
    peak_bytes: u64,
    fragmentation: f64,
    optimality: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_ms: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Table<'a> {
    version: u32,
    rows: &'a [Row],
}

/// Where plans go.
enum Target {
    Nowhere,
    File(PathBuf, Format),
    Directory(PathBuf),
}

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &PlanArgs) -> Outcome<()> {
    let specs = args.planner.as_deref().unwrap_or("chunk-hot");
    let planners = spec::split_outside_braces(specs, |c| c == ',')
        .into_iter()
        .map(|spec| planning::find_planner(&session.context.planners, spec))
        .collect::<Outcome<Vec<_>>>()?;
    let target = target(args, planners.len())?;
    let (mut rows, mut plans) = (Vec::new(), Vec::new());
    for input in &args.inputs {
        let text = Text::read(input)?;
        let scopes = data::read_traces(&text)?;
        for planner in &planners {
            let schedules = plan_file(&**planner, &scopes, args)
                .map_err(|failure| name_file(failure, &text.name))?;
            rows.extend(file_rows(&text.name, &scopes, &schedules, args.timings));
            let name = plan_name(input, planners.len(), &**planner);
            plans.push((name, plan_bytes(&scopes, schedules, &target)?));
        }
    }
    write_plans(&target, &plans)?;
    let text = match args.format {
        TableFormat::Text => text_table(&rows),
        TableFormat::Csv => csv_table(&rows),
        TableFormat::Json => {
            let table = Table {
                version: 1,
                rows: &rows,
            };
            serde_json::to_string_pretty(&table).unwrap_or_default() + "\n"
        }
    };
    if matches!(&target, Target::File(path, _) if io::is_std(path)) {
        io::write_stderr(&text);
        return Ok(());
    }
    io::write_stdout(text.as_bytes())
}

fn target(args: &PlanArgs, n_planners: usize) -> Outcome<Target> {
    let Some(path) = &args.output else {
        return Ok(Target::Nowhere);
    };
    if path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/') {
        return Ok(Target::Directory(path.clone()));
    }
    let n_plans = args.inputs.len() * n_planners;
    if n_plans > 1 {
        let message = format!("{n_plans} plans do not go into one file");
        return Err(Failure::could_not_try(
            Message::error("one-file", message)
                .in_file(&io::display_name(path))
                .help("name a directory, with `/` at the end if it is to be made"),
        ));
    }
    let format = data::output_format(path, None, "it with the extension mplan, json or csv")?;
    Ok(Target::File(path.clone(), format))
}

fn plan_file(
    planner: &dyn MemoryPlanner,
    scopes: &MemoryTraceScopes,
    args: &PlanArgs,
) -> Outcome<Vec<Timed>> {
    let options = PlanOptions {
        alignment: Bytes(args.alignment),
        ..deadline::plan_options(args.time_limit)
    };
    let traces = scopes.traces.iter();
    traces
        .map(|trace| planning::plan(planner, trace, &options))
        .collect()
}

fn name_file(mut failure: Failure, file: &str) -> Failure {
    for message in &mut failure.messages {
        message.place.file.get_or_insert_with(|| file.to_owned());
    }
    failure
}

fn file_rows(
    file: &str,
    scopes: &MemoryTraceScopes,
    schedules: &[Timed],
    has_times: bool,
) -> Vec<Row> {
    let pairs = scopes.traces.iter().zip(schedules);
    pairs
        .map(|(trace, Timed { schedule, elapsed })| {
            let sizes = trace.buffers().iter().map(|b| u128::from(b.size.0));
            Row {
                file: file.to_owned(),
                scope: trace.scope().to_owned(),
                planner: schedule.planner.clone(),
                n_buffers: trace.len(),
                size_bytes: sizes.sum(),
                max_load_bytes: trace.max_load().0,
                peak_bytes: schedule.total_size.0,
                fragmentation: schedule.fragmentation(trace),
                optimality: match schedule.optimality {
                    Optimality::Optimal => "optimal",
                    Optimality::LowerBound(_) => "bounded",
                    Optimality::Unknown => "unknown",
                },
                elapsed_ms: has_times.then_some(elapsed.as_secs_f64() * 1e3),
            }
        })
        .collect()
}

fn plan_bytes(
    scopes: &MemoryTraceScopes,
    schedules: Vec<Timed>,
    target: &Target,
) -> Outcome<Vec<u8>> {
    let (path, format): (&Path, Format) = match target {
        Target::Nowhere => return Ok(Vec::new()),
        Target::File(path, format) => (path, *format),
        Target::Directory(path) => (path, Format::Binary),
    };
    let unwritable = |error| data::unwritable(path, &error);
    if let (Format::Csv, [trace], [timed]) = (format, &*scopes.traces, &*schedules) {
        return wire::write_plan_csv(trace, &timed.schedule).map_err(unwritable);
    }
    let plan = MemoryPlan {
        schedules: schedules.into_iter().map(|timed| timed.schedule).collect(),
        provenance: scopes.provenance.clone(),
        trace_hash: wire::trace_hash(scopes).map_err(unwritable)?,
    };
    wire::write_plan(&plan, format).map_err(unwritable)
}

/// The name of a plan in a directory: that of its trace, and of its planner where there are several.
fn plan_name(input: &Path, n_planners: usize, planner: &dyn MemoryPlanner) -> String {
    let stem = input
        .file_stem()
        .map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
    if n_planners > 1 {
        format!("{stem}.{}.mplan", planner.info().name)
    } else {
        format!("{stem}.mplan")
    }
}

fn write_plans(target: &Target, plans: &[(String, Vec<u8>)]) -> Outcome<()> {
    match target {
        Target::Nowhere => Ok(()),
        Target::File(path, _) => plans
            .iter()
            .try_for_each(|(_, bytes)| io::write(path, bytes)),
        Target::Directory(directory) => {
            let mut names: Vec<&str> = plans.iter().map(|(name, _)| &**name).collect();
            names.sort_unstable();
            if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
                let message = format!("two plans would be called `{}`", pair[0]);
                return Err(Failure::could_not_try(
                    Message::error("same-name", message)
                        .in_file(&io::display_name(directory))
                        .help("plan them into two directories"),
                ));
            }
            io::create_directory(directory)?;
            plans
                .iter()
                .try_for_each(|(name, bytes)| io::write(&directory.join(name), bytes))
        }
    }
}

fn text_table(rows: &[Row]) -> String {
    let has_times = rows.iter().any(|row| row.elapsed_ms.is_some());
    let mut lines = vec![
        [
            "trace", "scope", "planner", "buffers", "max load", "peak", "frag.",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    if has_times {
        lines[0].push("ms".to_owned());
    }
    for row in rows {
        let mut line = vec![
            row.file.clone(),
            row.scope.clone(),
            row.planner.clone(),
            row.n_buffers.to_string(),
            row.max_load_bytes.to_string(),
            row.peak_bytes.to_string(),
            format!("{:.1}%", positive(row.fragmentation * 100.0)),
        ];
        line.extend(row.elapsed_ms.map(|ms| format!("{ms:.3}")));
        lines.push(line);
    }
    if rows.is_empty() {
        return format!("{}\n", plural(0, "trace"));
    }
    table(&lines, &[0, 1, 2])
}

fn csv_table(rows: &[Row]) -> String {
    let has_times = rows.iter().any(|row| row.elapsed_ms.is_some());
    let mut out = "file,scope,planner,n_buffers,size_bytes,max_load_bytes,peak_bytes,\
                   fragmentation,optimality"
        .to_owned();
    out.push_str(if has_times { ",elapsed_ms\n" } else { "\n" });
    for row in rows {
        let mut fields = vec![
            quoted(&row.file),
            quoted(&row.scope),
            quoted(&row.planner),
            row.n_buffers.to_string(),
            row.size_bytes.to_string(),
            row.max_load_bytes.to_string(),
            row.peak_bytes.to_string(),
            row.fragmentation.to_string(),
            row.optimality.to_owned(),
        ];
        fields.extend(row.elapsed_ms.map(|ms| format!("{ms:.3}")));
        out.push_str(&fields.join(","));
        out.push('\n');
    }
    out
}

/// A field as RFC 4180 wants it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
