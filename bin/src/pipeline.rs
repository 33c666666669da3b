//! The main job, step by step: collect, plan, check, rewrite, verify.
//!
//! Collectors and mutators do not know each other; what the one finds becomes here what the other is
//! told to do.

use std::time::Duration;

use memplan::merge_plan;
use memplan_collectors::{
    CollectErrorKind, CollectOptions, Collected, SkipReason, TraceCollector, find_collector,
};
use memplan_mlir::Module;
use memplan_mlir::text::{Diagnostic, PrintOptions, Severity, SourceMap, Span, print_parts};
use memplan_mlir::verifier::{VerifyError, verify};
use memplan_mutators::{MutateOptions, MutateReport, Mutator, find_mutator};
use memplan_planner::algorithms::auto::Auto;
use memplan_planner::{
    Buffer, Bytes, LifetimeTrace, MemoryPlan, MemoryPlanner, MemoryTraceScopes, PlanOptions,
    Provenance, wire,
};

use crate::cli::{CollectorArgs, MutatorArgs, PrintArgs};
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::planning::{self, Timed};
use crate::render::{self, Message};
use crate::source::{Source, Text};

/// The collector that is meant where none is named.
const USUAL_COLLECTOR: &str = "tick";

/// A collector with its options, and the text for both.
pub(crate) struct CollectorChoice {
    /// The collector.
    pub collector: &'static dyn TraceCollector,
    /// Its options.
    pub options: CollectOptions,
    /// Its options as text, for [`Provenance`].
    pub options_text: String,
}

impl CollectorChoice {
    /// The choice of the command line.
    pub(crate) fn from_args(args: &CollectorArgs) -> Outcome<Self> {
        let (name, inside) = match args.collector.split_once('{') {
            Some((name, rest)) => match rest.trim_end().strip_suffix('}') {
                Some(inside) => (name, inside),
                None => return Self::from_spec(&args.collector, String::new()),
            },
            None => (args.collector.as_str(), ""),
        };
        let mut words: Vec<String> = inside
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        if let Some(alignment) = args.alignment {
            words.retain(|word| !word.starts_with("alignment="));
            words.push(format!("alignment={alignment}"));
        }
        Self::with_defaults(name.trim(), words)
    }

    /// The collector of commands that are told nothing of it.
    pub(crate) fn usual() -> Outcome<Self> {
        Self::with_defaults(USUAL_COLLECTOR, Vec::new())
    }

    /// A collector with the defaults of commands, which never take more memory than separate
    /// allocations: no padding, and nothing merged that is alone. Those of the library, which the
    /// pass `merge-alloc` keeps, are those of its proposal.
    fn with_defaults(name: &str, mut words: Vec<String>) -> Outcome<Self> {
        let is_reference = words.iter().any(|word| word == "compat=reference");
        if name == USUAL_COLLECTOR && !is_reference {
            for (key, word) in [("alignment=", "alignment=own"), ("lone=", "lone=skip")] {
                if !words.iter().any(|given| given.starts_with(key)) {
                    words.push(word.to_owned());
                }
            }
        }
        Self::new(name, &words.join(" "))
    }

    /// A collector by its name, with options as in braces.
    pub(crate) fn new(name: &str, options_text: &str) -> Outcome<Self> {
        Self::from_spec(
            &format!("{name}{{{options_text}}}"),
            options_text.to_owned(),
        )
    }

    fn from_spec(spec: &str, options_text: String) -> Outcome<Self> {
        let (collector, options) = find_collector(spec).map_err(|error| {
            Failure::could_not_try(
                Message::error("bad-collector", error.to_string())
                    .help("`memplan list collectors` lists the collectors with their options"),
            )
        })?;
        Ok(Self {
            collector,
            options,
            options_text,
        })
    }
}

/// A mutator with its options.
pub(crate) struct MutatorChoice {
    /// The mutator.
    pub mutator: &'static dyn Mutator,
    /// Its options.
    pub options: MutateOptions,
}

impl MutatorChoice {
    /// The choice of the command line.
    pub(crate) fn from_args(args: &MutatorArgs) -> Outcome<Self> {
        let dealloc = if args.no_dealloc {
            "existing"
        } else {
            "always"
        };
        Self::from_spec(&format!(
            "merge-alloc{{arena={} dealloc={dealloc}}}",
            args.arena
        ))
    }

    /// A mutator with options in braces.
    pub(crate) fn from_spec(spec: &str) -> Outcome<Self> {
        let (mutator, options) = find_mutator(spec).map_err(|error| {
            Failure::could_not_try(
                Message::error("bad-mutator", error.to_string())
                    .help("`memplan list mutators` lists the mutators with their options"),
            )
        })?;
        Ok(Self { mutator, options })
    }
}

/// What the collector finds in a source.
pub(crate) fn collect(source: &Source, choice: &CollectorChoice) -> Outcome<Collected> {
    collect_in(&source.module, choice).map_err(|errors| source.failure(&errors))
}

/// What the collector finds in a module.
pub(crate) fn collect_in(
    m: &Module,
    choice: &CollectorChoice,
) -> Result<Collected, Vec<Diagnostic>> {
    let found = choice
        .collector
        .collect(m, &choice.options)
        .map_err(|error| {
            let help = match &error.kind {
                CollectErrorKind::UnknownRegionOp { .. } => {
                    "lower the operation to `scf` or `cf` first, or allocate in a function that it calls"
                }
                CollectErrorKind::Trace(_) => {
                    "check the shapes and alignments of the allocations: all buffers of a scope together \
                     have at most 2^63 - 1 bytes"
                }
                _ => "`--verbose` of `memplan merge` lists what other programs skip",
            };
            let (kind, span) = (&error.kind, m.span(error.op));
            vec![diagnostic(kind.code(), kind.to_string(), span, help)]
        })?;
    // Allocations of 2^63 bytes and more are valid IR, but a program with one cannot be meant.
    let too_large = found
        .skipped
        .iter()
        .filter(|skipped| skipped.reason == SkipReason::TooLarge);
    let errors: Vec<Diagnostic> = too_large
        .map(|skipped| {
            let message = format!("buffer `{}` has 2^63 bytes or more", skipped.name);
            let help = "check its shape: sizes are counted in 63 bits";
            diagnostic("too-large", message, m.span(skipped.alloc), help)
        })
        .collect();
    if errors.is_empty() {
        Ok(found)
    } else {
        Err(errors)
    }
}

fn diagnostic(code: &'static str, message: String, span: Span, help: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code,
        message,
        span,
        notes: Vec::new(),
        help: Some(help.to_owned()),
    }
}

/// The traces with what tells where they come from.
pub(crate) fn traces(
    source: &Source,
    choice: &CollectorChoice,
    found: &Collected,
) -> MemoryTraceScopes {
    MemoryTraceScopes {
        traces: found.traces().cloned().collect(),
        provenance: Provenance {
            collector: choice.collector.info().name.to_owned(),
            options: choice.options_text.clone(),
            source_hash: source.text.hash(),
            source_name: source.text.name.clone(),
        },
    }
}

/// A schedule for every trace, none larger than what separate allocations take.
pub(crate) fn plan(
    planner: &dyn MemoryPlanner,
    found: &Collected,
    options: &PlanOptions,
) -> Outcome<Vec<Timed>> {
    found
        .traces()
        .map(|trace| {
            let timed = planning::plan(planner, trace, options)?;
            no_larger_than_separate(trace, timed, options.alignment)
        })
        .collect()
}

/// The schedule, or where it needs more bytes than separate allocations, each padded by itself, the
/// best one of the portfolio.
fn no_larger_than_separate(
    trace: &LifetimeTrace,
    timed: Timed,
    alignment: Bytes,
) -> Outcome<Timed> {
    if timed.schedule.total_size <= separate_size(trace, alignment) {
        return Ok(timed);
    }
    let options = PlanOptions {
        alignment,
        ..PlanOptions::default()
    };
    let portfolio = Auto::QUICK;
    let mut better = planning::plan(&portfolio, trace, &options)?;
    if timed.schedule.total_size <= better.schedule.total_size {
        return Ok(timed);
    }
    better.elapsed += timed.elapsed;
    better.instead_of = Some(Box::new(timed.schedule));
    Ok(better)
}

/// What the buffers of a trace take if each is allocated by itself and rounded up to its alignment.
pub(crate) fn separate_size(trace: &LifetimeTrace, alignment: Bytes) -> Bytes {
    if alignment == Bytes(1) {
        return trace.separate_size();
    }
    let padded = |buffer: &Buffer| {
        let align = buffer.align.common_alignment(alignment);
        let align = align.unwrap_or(buffer.align).0;
        buffer.size.0.div_ceil(align).saturating_mul(align)
    };
    let sizes = trace.buffers().iter().map(padded);
    Bytes(sizes.fold(0, u64::saturating_add))
}

/// The schedules of a plan file, once it is clear that they are for these traces.
pub(crate) fn schedules_of(
    plan: &MemoryPlan,
    plan_name: &str,
    scopes: &MemoryTraceScopes,
) -> Outcome<Vec<Timed>> {
    let hash = wire::trace_hash(scopes)
        .map_err(|error| Failure::could_not_try(Message::error("bad-trace", error.to_string())))?;
    let is_other = plan.schedules.len() != scopes.traces.len()
        || (plan.trace_hash != 0 && plan.trace_hash != hash);
    if is_other {
        let message = "the plan was made for other traces than those of this program";
        return Err(Failure::no(
            Message::error("other-traces", message)
                .in_file(plan_name)
                .help("trace and plan the program again"),
        ));
    }
    for (trace, schedule) in scopes.traces.iter().zip(&plan.schedules) {
        planning::check(trace, schedule, Bytes(1)).map_err(|violations| {
            let message = format!("the plan is not valid for scope `{}`", trace.scope());
            let message = Message::error("invalid-plan", message)
                .in_file(plan_name)
                .help("plan the trace again");
            Failure::no(planning::with_violations(message, trace, &violations))
        })?;
    }
    Ok(plan
        .schedules
        .iter()
        .map(|schedule| Timed {
            schedule: schedule.clone(),
            elapsed: Duration::ZERO,
            instead_of: None,
        })
        .collect())
}

/// The schedules of a plan file as `merge` would use them: see [`plan`].
pub(crate) fn usable_schedules(found: &Collected, schedules: Vec<Timed>) -> Outcome<Vec<Timed>> {
    let pairs = found.traces().zip(schedules);
    pairs
        .map(|(trace, timed)| no_larger_than_separate(trace, timed, Bytes(1)))
        .collect()
}

/// Rewrites the module of a source and verifies the result. On failure the source is of no use.
pub(crate) fn rewrite(
    source: &mut Source,
    choice: &MutatorChoice,
    found: &Collected,
    schedules: &[Timed],
) -> Outcome<MutateReport> {
    let report = rewrite_in(&mut source.module, choice, found, schedules)
        .map_err(|error| source.failure(&[*error]))?;
    let errors = verify(&source.module);
    if errors.is_empty() {
        return Ok(report);
    }
    Err(made_invalid(
        &source.text,
        choice.mutator.info().name,
        errors,
    ))
}

/// Rewrites a module; it is not verified. On failure the module is as it was.
pub(crate) fn rewrite_in(
    m: &mut Module,
    choice: &MutatorChoice,
    found: &Collected,
    schedules: &[Timed],
) -> Result<MutateReport, Box<Diagnostic>> {
    let schedules = schedules.iter().map(|timed| &timed.schedule);
    let plan = merge_plan(found, schedules);
    let rewritten = choice.mutator.apply(m, &plan, &choice.options);
    rewritten.map_err(|error| {
        let help = "the plan does not fit the program: trace and plan it again";
        let span = error.op.map_or_else(Span::default, |op| m.span(op));
        Box::new(diagnostic(
            error.kind.code(),
            error.kind.to_string(),
            span,
            help,
        ))
    })
}

/// What a pass made is not valid, which is a bug of the pass.
pub(crate) fn made_invalid(text: &Text, pass: &str, errors: Vec<VerifyError>) -> Failure {
    let diagnostics: Vec<_> = errors.into_iter().map(Into::into).collect();
    let mut messages = render::messages(text, &diagnostics);
    messages.insert(
        0,
        Message::error(
            "bug",
            format!("`{pass}` made an invalid program; nothing was written"),
        )
        .in_file(&text.name)
        .help("this is a bug: please report it with the input"),
    );
    Failure {
        status: ExitStatus::CouldNotTry,
        messages,
    }
}

/// The module as text, in parts to be written one after the other.
pub(crate) fn printed(module: &Module, args: PrintArgs) -> [String; 2] {
    print_parts(module, &print_options(args))
}

/// How the user wants modules to be printed.
pub(crate) fn print_options(args: PrintArgs) -> PrintOptions {
    PrintOptions {
        generic: args.mlir_print_op_generic,
        locations: args.mlir_print_debuginfo,
        local_scope: args.mlir_print_local_scope,
    }
}

/// Where operations stand; taken before the rewriting, which erases some of them.
pub(crate) fn places<'a>(source: &'a Source) -> impl Fn(memplan_mlir::OpId) -> render::Place + 'a {
    let map = SourceMap::new(&source.text.bytes);
    move |op| render::place(&source.text, &map, source.module.span(op))
}

#[cfg(test)]
mod tests {
    use memplan_planner::{Bytes, LifetimeTrace, MemorySchedule, PlanOptions, registry};

    use super::{no_larger_than_separate, separate_size};
    use crate::planning::{self, Timed};

    fn stacked_from(trace: &LifetimeTrace, first: u64) -> Timed {
        let mut top = first;
        let offsets = trace.buffers().iter().map(|buffer| {
            let offset = top.next_multiple_of(buffer.align.0);
            top = offset + buffer.size.0;
            Bytes(offset)
        });
        let offsets: Vec<Bytes> = offsets.collect();
        let planner = registry::planner("first-fit").unwrap();
        let schedule = MemorySchedule {
            offsets,
            total_size: Bytes(top),
            planner: "wasteful".to_owned(),
            ..planner.plan(trace, &PlanOptions::default()).unwrap()
        };
        let checked = planning::check(trace, &schedule, Bytes(1));
        assert_eq!(checked, Ok(()));
        Timed {
            schedule,
            elapsed: std::time::Duration::ZERO,
            instead_of: None,
        }
    }

    #[test]
    fn a_schedule_that_wastes_memory_gives_way_to_the_portfolio() {
        let trace: LifetimeTrace = "a 0..2 12 align=4; b 1..3 8 align=8; c 2..4 12 align=4"
            .parse()
            .unwrap();
        assert_eq!(separate_size(&trace, Bytes(1)), Bytes(32));
        assert_eq!(separate_size(&trace, Bytes(16)), Bytes(48));
        let timed = no_larger_than_separate(&trace, stacked_from(&trace, 0), Bytes(1)).unwrap();
        assert!(timed.instead_of.is_some());
        let small: LifetimeTrace = "a 0..2 8 align=8; b 1..3 8 align=8".parse().unwrap();
        let timed = no_larger_than_separate(&small, stacked_from(&small, 0), Bytes(1)).unwrap();
        assert!(timed.instead_of.is_none());
        let timed = no_larger_than_separate(&small, stacked_from(&small, 80), Bytes(1)).unwrap();
        let rejected = timed.instead_of.unwrap();
        assert_eq!(
            (&*rejected.planner, rejected.total_size),
            ("wasteful", Bytes(96))
        );
        assert_eq!(
            (&*timed.schedule.planner, timed.schedule.total_size),
            ("auto", Bytes(16))
        );
    }
}
