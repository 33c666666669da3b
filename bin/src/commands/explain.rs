//! `memplan plan --explain` and `--sensitivity`: why a trace needs its peak, and what would lower it.

use std::fmt::Write as _;
use std::sync::Arc;

use memplan::{Core, Effect, Explanation, Sensitivity};
use memplan_page::{Entry, Marks, Origin, Scope};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, MemoryTraceScopes, PlanOptions,
};
use memplan_support::sizes::{exact, human};
use memplan_support::table::{plural, table};
use serde::Serialize;

use super::explain_relations::{self, RelationAnswer};
use crate::cli::{PlanArgs, TableFormat, spec};
use crate::exit::{Failure, Outcome};
use crate::kinds::{self, Product};
use crate::planning::{self, DEFAULT_PLANNER};
use crate::render::Message;
use crate::text::Text;
use crate::traces::Named;
use crate::{Session, deadline, io, pipeline, shapes, traces};

/// The number of buffers that a sentence names.
const MAX_NAMED: usize = 16;

/// The number of rows of the table in the text form.
const MAX_ROWS: usize = 24;

/// Runs the verb for its only input.
pub(crate) fn run(session: &Session<'_>, args: &PlanArgs) -> Outcome<()> {
    let Read { planner, files } = read(session, args, DEFAULT_PLANNER)?;
    if let Some(path) = &args.picture {
        kinds::guard(path, Product::Picture)?;
        if path
            .extension()
            .is_some_and(|ending| !ending.eq_ignore_ascii_case("svg"))
        {
            let message = "the picture of an explanation is SVG";
            return Err(Failure::could_not_try(
                Message::error("format-mismatch", message)
                    .in_file(&io::display_name(path))
                    .help("use `.svg`; `memplan show` writes pages and traces for viewers"),
            ));
        }
    }
    let mut answers = Vec::new();
    let mut shown = Vec::new();
    let mut failure = None;
    let options = options(session, args);
    for file in &files {
        let name = &file.name;
        for (index, trace) in file.scopes.traces.iter().enumerate() {
            let origins = traces::of_trace(&file.origins, index);
            let options = deadline::within(args.job.time_limit, options.clone());
            if trace.relations().is_empty() {
                let (answer, schedule, marks) =
                    answer(&*planner, name, trace, origins, args, &options)?;
                answers.push(Explained::Peak(Box::new(answer)));
                shown.push((trace, origins, schedule, Some(marks)));
                continue;
            }
            if args.sensitivity {
                return Err(explain_relations::without_sensitivity(name));
            }
            let (answer, schedule, unfit) =
                explain_relations::answer(&*planner, name, trace, &options)?;
            if args.format != TableFormat::Json {
                io::write_stdout(answer.text().as_bytes())?;
            }
            answers.push(Explained::Relations(answer));
            shown.push((trace, origins, schedule, None));
            failure = failure.or(unfit);
        }
    }
    if let Some(path) = &args.picture {
        let name = files.first().map_or("trace", |file| &file.name);
        io::write(path, picture(name, &shown).as_bytes())?;
    }
    if args.format == TableFormat::Json {
        let report = Report {
            version: 1,
            traces: &answers,
        };
        io::write_stdout(io::json(&report).as_bytes())?;
    }
    failure.map_or(Ok(()), Err)
}

/// A trace with the origins of its buffers, its schedule, and what explains the peak.
type Shown<'a> = (
    &'a LifetimeTrace,
    &'a [Origin],
    MemorySchedule,
    Option<Marks>,
);

/// Schedules with their explanations.
fn picture(name: &str, shown: &[Shown<'_>]) -> String {
    let scopes = shown.iter().map(|(trace, origins, schedule, marks)| Scope {
        trace,
        entries: vec![Entry {
            marks: marks.as_ref(),
            ..Entry::new(&schedule.planner, schedule)
        }],
        origins: Some(*origins).filter(|origins| !origins.is_empty()),
    });
    memplan_page::svg(name, &scopes.collect::<Vec<_>>())
}

/// The explanation of a trace: with one arena, or with relations.
#[derive(Serialize)]
#[serde(untagged)]
enum Explained {
    Peak(Box<Answer>),
    Relations(RelationAnswer),
}

/// The planner of the command line, and the traces of its inputs with their names.
pub(super) struct Read {
    pub planner: Arc<dyn MemoryPlanner>,
    pub files: Vec<File>,
}

/// The traces of an input.
pub(super) struct File {
    pub name: String,
    pub scopes: MemoryTraceScopes,
    /// Those of the buffers of each trace; empty unless the input is a program.
    pub origins: Vec<Vec<Origin>>,
}

/// Reads the planner and the traces, for verbs that do not work on a batch.
pub(super) fn read(session: &Session<'_>, args: &PlanArgs, default: &str) -> Outcome<Read> {
    let planner = args.job.planner.as_deref().unwrap_or(default);
    if spec::split_outside_braces(planner, |c| c == ',').len() > 1 {
        let message =
            format!("`{planner}` names several planners, but an explanation is about one schedule");
        return Err(Failure::could_not_try(
            Message::error("usage", message).help("pass one planner: `--planner NAME`"),
        ));
    }
    let planner = planning::find_planner(session.context, planner)?;
    let collector = pipeline::chosen_collector(session.context, args.job.collector_or_default())?;
    let mut files = Vec::new();
    for path in &args.inputs {
        let name = io::display_name(path);
        let read = traces::read(Text::read(path)?, &session.front_end, &collector)?;
        let mut remarks = read.warnings;
        let scopes = shapes::at_one_shape(read.scopes, &name, &mut remarks)?;
        session.tell(&remarks);
        files.push(File {
            name,
            scopes,
            origins: read.origins,
        });
    }
    Ok(Read { planner, files })
}

/// The options of planning, without the time limit.
pub(super) fn options(session: &Session<'_>, args: &PlanArgs) -> PlanOptions {
    args.job.limits(PlanOptions {
        alignment: Bytes(args.job.alignment.unwrap_or(1)),
        threads: session.n_threads(),
        ..PlanOptions::default()
    })
}

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    traces: &'a [Explained],
}

/// The explanation of one trace.
#[derive(Serialize)]
struct Answer {
    file: String,
    scope: String,
    peak_bytes: u64,
    bound_bytes: u64,
    bound_rule: &'static str,
    is_optimal: bool,
    /// The first tick of the largest load.
    #[serde(skip_serializing_if = "Option::is_none")]
    load: Option<Load>,
    /// From the top of the arena to its bottom.
    chain: Vec<ChainLink>,
    #[serde(skip_serializing_if = "Option::is_none")]
    core: Option<CoreBuffers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sensitivity: Option<Vec<Changed>>,
    /// The number of buffers that may lower the peak by themselves; `sensitivity` has fewer if a time limit was
    /// reached.
    n_candidates: usize,
}

#[derive(Serialize)]
struct Load {
    tick: i64,
    bytes: u64,
    buffers: Vec<Part>,
}

#[derive(Serialize)]
struct Part {
    #[serde(flatten)]
    named: Named,
    live_bytes: u64,
}

#[derive(Serialize)]
struct ChainLink {
    #[serde(flatten)]
    named: Named,
    offset_bytes: u64,
    size_bytes: u64,
    /// Between this buffer and the next one, or the bottom.
    unused_bytes: u64,
}

#[derive(Serialize)]
struct CoreBuffers {
    is_minimal: bool,
    buffers: Vec<String>,
    #[serde(skip)]
    named: Vec<Named>,
}

/// The effect of changes of one buffer. Peaks are those of the best schedules found.
#[derive(Serialize)]
struct Changed {
    #[serde(flatten)]
    named: Named,
    size_bytes: u64,
    live: String,
    moved: Peak,
    halved: Peak,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortened: Option<Peak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortened_to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unpinned: Option<Peak>,
}

#[derive(Serialize)]
struct Peak {
    peak_bytes: u64,
    bound_bytes: u64,
}

impl From<Effect> for Peak {
    fn from(effect: Effect) -> Self {
        Self {
            peak_bytes: effect.peak.0,
            bound_bytes: effect.bound.0,
        }
    }
}

/// Explains a trace, and prints the text form step by step.
fn answer(
    planner: &dyn MemoryPlanner,
    file: &str,
    trace: &LifetimeTrace,
    origins: &[Origin],
    args: &PlanArgs,
    options: &PlanOptions,
) -> Outcome<(Answer, MemorySchedule, Marks)> {
    let planned = memplan::plan_trace(planner, trace, options, None).map_err(planning::failure)?;
    let schedule = &planned.schedule;
    let explanation = memplan::explain(trace, schedule, options).map_err(planning::failure)?;
    let mut answer = Answer {
        file: file.to_owned(),
        scope: trace.scope().to_owned(),
        peak_bytes: explanation.peak.0,
        bound_bytes: explanation.bound.bytes.0,
        bound_rule: explanation.bound.rule.name(),
        is_optimal: explanation.is_optimal(),
        load: explanation.load.as_ref().map(|load| Load {
            tick: load.tick.0,
            bytes: load.load.0,
            buffers: load
                .buffers
                .iter()
                .map(|&(id, bytes)| Part {
                    named: Named::of(trace, id, origins),
                    live_bytes: bytes.0,
                })
                .collect(),
        }),
        chain: chain(trace, schedule, &explanation, origins),
        core: explanation
            .core
            .as_ref()
            .map(|core| core_of(trace, core, origins)),
        sensitivity: None,
        n_candidates: explanation.candidates().len(),
    };
    // Planning again for each candidate takes long, so the text form shows the rest first.
    let is_for_people = args.format != TableFormat::Json;
    if is_for_people {
        io::write_stdout(answer.text().as_bytes())?;
    }
    if args.sensitivity {
        let all = memplan::sensitivity(planner, trace, &explanation, options);
        let all: Vec<Changed> = (all.map_err(planning::failure)?.iter())
            .map(|one| changed(trace, one, origins))
            .collect();
        if is_for_people {
            io::write_stdout(answer.table(&all).as_bytes())?;
        }
        answer.sensitivity = Some(all);
    }
    let load = explanation.load.as_ref();
    let marks = Marks {
        tick: load.map(|load| load.tick),
        chain: explanation.chain.iter().map(|link| link.buffer).collect(),
        others: explanation.candidates(),
    };
    Ok((answer, planned.schedule, marks))
}

fn chain(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    explanation: &Explanation,
    origins: &[Origin],
) -> Vec<ChainLink> {
    let links = explanation.chain.iter();
    links
        .map(|link| ChainLink {
            named: Named::of(trace, link.buffer, origins),
            offset_bytes: schedule.offsets[link.buffer.index()].0,
            size_bytes: trace[link.buffer].size.0,
            unused_bytes: link.unused.0,
        })
        .collect()
}

fn core_of(trace: &LifetimeTrace, core: &Core, origins: &[Origin]) -> CoreBuffers {
    let named = core.buffers.iter();
    let named: Vec<Named> = named.map(|&id| Named::of(trace, id, origins)).collect();
    CoreBuffers {
        is_minimal: core.is_minimal,
        buffers: named.iter().map(|named| named.name.clone()).collect(),
        named,
    }
}

fn changed(trace: &LifetimeTrace, one: &Sensitivity, origins: &[Origin]) -> Changed {
    let buffer = &trace[one.buffer];
    Changed {
        named: Named::of(trace, one.buffer, origins),
        size_bytes: buffer.size.0,
        live: buffer.live.to_string(),
        moved: one.moved.into(),
        halved: one.halved.into(),
        shortened: one.shortened.map(|pair| pair.1.into()),
        shortened_to: one.shortened.map(|pair| pair.0.to_string()),
        unpinned: one.unpinned.map(Peak::from),
    }
}

/// Names in a sentence, at most [`MAX_NAMED`].
pub(super) fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    let n = names.len();
    let mut words = names.take(MAX_NAMED).collect::<Vec<String>>().join(", ");
    if MAX_NAMED < n {
        // Writing to a string cannot fail.
        let _ = write!(words, " and {} more", n - MAX_NAMED);
    }
    words
}

impl Answer {
    fn text(&self) -> String {
        let mut text = String::new();
        let scope = match &*self.scope {
            "" => self.file.clone(),
            scope => format!("{}, scope `{scope}`", self.file),
        };
        let peak = exact(self.peak_bytes.into());
        let _ = if self.is_optimal {
            writeln!(text, "{scope}: {peak}, and no schedule needs less")
        } else {
            writeln!(
                text,
                "{scope}: {peak} by the best schedule found; none needs less than {} ({})",
                exact(self.bound_bytes.into()),
                self.bound_rule
            )
        };
        if let Some(load) = &self.load {
            let parts = load.buffers.iter();
            let parts = parts.map(|b| format!("{} ({})", b.named, human(b.live_bytes.into())));
            let _ = writeln!(
                text,
                "  The largest load is {} at tick {}, of {}: {}.",
                exact(load.bytes.into()),
                load.tick,
                plural(load.buffers.len(), "buffer"),
                listed(parts)
            );
            if load.bytes < self.bound_bytes {
                let more = exact((self.bound_bytes - load.bytes).into());
                let _ = writeln!(text, "  Fragmentation adds {more} in every schedule.");
            }
        }
        if let Some(core) = &self.core
            && self
                .load
                .as_ref()
                .is_none_or(|load| load.bytes < self.bound_bytes)
        {
            let names = core.named.iter().map(Named::to_string);
            let minimal = if core.is_minimal {
                "; without any one of them the others need less"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "  {} need that by themselves{minimal}: {}.",
                plural(core.buffers.len(), "buffer"),
                listed(names)
            );
        }
        let links = self.chain.iter().map(|link| {
            let unused = match link.unused_bytes {
                0 => String::new(),
                unused => format!(" above {} unused", human(unused.into())),
            };
            let end = link.offset_bytes + link.size_bytes;
            format!("{} {}..{end}{unused}", link.named, link.offset_bytes)
        });
        if !self.chain.is_empty() {
            let _ = writeln!(
                text,
                "  From the top down to the bottom: {}.",
                listed(links)
            );
        }
        text
    }

    fn table(&self, all: &[Changed]) -> String {
        let heads = [
            "buffer",
            "bytes",
            "live",
            "in another memory",
            "halved",
            "shortened",
            "to",
            "not pinned",
        ];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        let gain = |peak: &Peak| {
            let gain = i128::from(peak.peak_bytes) - i128::from(self.peak_bytes);
            match gain {
                0 => "-".to_owned(),
                gain => format!("{gain:+}"),
            }
        };
        for one in all.iter().take(MAX_ROWS) {
            let optional = |peak: &Option<Peak>| peak.as_ref().map_or_else(String::new, gain);
            rows.push(vec![
                match &one.named.origin {
                    Some(origin) => format!("{}: {origin}", one.named.name),
                    None => one.named.name.clone(),
                },
                one.size_bytes.to_string(),
                one.live.clone(),
                gain(&one.moved),
                gain(&one.halved),
                optional(&one.shortened),
                one.shortened_to.clone().unwrap_or_default(),
                optional(&one.unpinned),
            ]);
        }
        if all.iter().all(|one| one.unpinned.is_none()) {
            rows.iter_mut()
                .for_each(|row| row.truncate(heads.len() - 1));
        }
        let table = table(&rows, &[0, 6]);
        let mut text = format!("  Change of the peak, in bytes, if one buffer changes:\n{table}");
        if MAX_ROWS < all.len() {
            let _ = writeln!(text, "  and {} more", all.len() - MAX_ROWS);
        }
        if all.len() < self.n_candidates {
            let missing = self.n_candidates - all.len();
            let _ = writeln!(
                text,
                "  The time limit left out {missing} that could lower it."
            );
        }
        if self.is_optimal {
            text.push_str("  No other buffer lowers the peak by itself.\n");
        }
        text
    }
}
