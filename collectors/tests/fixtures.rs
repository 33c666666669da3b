//! Runs the fixtures: IR in, traces and reasons out.

use std::path::Path;

use memplan_collectors::{
    Collected, CollectedScope, LifetimeState, SkipReason, analysis_attributes, find_collector,
};
use memplan_mlir::text::{line_col, parse};
use memplan_mlir::{Module, OpId, names};
use memplan_testing::{Case, Outcome, run_directory};

#[test]
fn fixtures() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    match run_directory(&directory, run) {
        Ok(passed) => assert!(passed > 0),
        Err(report) => panic!("{report}"),
    }
}

fn run(case: Case<'_>) -> Outcome {
    let parsed = match parse(
        case.text.as_bytes(),
        &memplan_dialects_extra::parse_options(),
    ) {
        Ok(parsed) => parsed,
        Err(diagnostics) => return Outcome::output(format!("{diagnostics:#?}")),
    };
    let m = &parsed.module;
    let (mode, collector) = case.what.split_once(' ').unwrap_or((case.what, "tick"));
    let collector = match find_collector(collector) {
        Ok(collector) => collector,
        Err(error) => return Outcome::error(1, error.to_string()),
    };
    match collector.collect(m) {
        Err(error) => Outcome::error(line(case.text, m, error.op), error.to_string()),
        Ok(collected) if mode == "analyse" => Outcome::output(analysed(&collected)),
        Ok(collected) => Outcome::output(listed(case.text, m, &collected)),
    }
}

fn line(text: &str, m: &Module, op: OpId) -> usize {
    line_col(text.as_bytes(), m.span(op).start as usize).0 as usize
}

/// The attributes of a run that only analyses.
fn analysed(collected: &Collected) -> String {
    let mut out = String::new();
    for attr in analysis_attributes(collected) {
        out.push_str(&format!("{attr:?}\n"));
    }
    out
}

/// Everything collected; allocations are named by the text `name` in their dictionary, or else by
/// the name in the trace.
fn listed(text: &str, m: &Module, collected: &Collected) -> String {
    let mut out = String::new();
    for scope in &collected.scopes {
        list_scope(&mut out, m, scope);
    }
    for dead in &collected.dead {
        let erased: Vec<_> = dead.erase.iter().map(|&op| m.op_name_text(op)).collect();
        let name = label(m, dead.alloc, &dead.name);
        out.push_str(&format!("delete {name}: {}\n", erased.join(", ")));
    }
    for skipped in &collected.skipped {
        out.push_str(&format!("skip {}", label(m, skipped.alloc, &skipped.name)));
        out.push_str(&format!(": {}", skipped.reason));
        if let Some(op) = skipped.reason.culprit() {
            out.push_str(&format!(
                ", line {}: {}",
                line(text, m, op),
                m.op_name_text(op)
            ));
        }
        if let SkipReason::Alignment { alignment } = skipped.reason {
            out.push_str(&format!(" {alignment}"));
        }
        let mut lifetimes = collected.lifetimes.iter();
        let own = lifetimes.find(|lifetime| lifetime.alloc == skipped.alloc);
        if let Some(LifetimeState::Accessed { first, last }) = own.map(|own| own.state) {
            out.push_str(&format!(" [{first}, {last}]"));
        }
        out.push('\n');
    }
    out
}

fn list_scope(out: &mut String, m: &Module, scope: &CollectedScope) {
    let trace = &scope.trace;
    out.push_str(&format!(
        "scope {} {}",
        trace.scope(),
        m.op_name_text(scope.scope_op)
    ));
    if let Some(space) = trace.memory_space() {
        out.push_str(&format!(" in {space}"));
    }
    out.push('\n');
    for (id, facts) in scope.ids() {
        let buffer = &trace[id];
        let (first, end) = (buffer.live.begin().0, buffer.live.end().0);
        let name = label(m, facts.alloc, &buffer.name);
        out.push_str(&format!(
            "  {name} {} bytes [{first}, {}]",
            buffer.size,
            end - 1
        ));
        if buffer.align.0 != 64 {
            out.push_str(&format!(" align {}", buffer.align));
        }
        if let Some(strides) = &facts.strides {
            out.push_str(&format!(" strides {strides:?}"));
        }
        if let Some(nest) = &facts.slots {
            out.push_str(&format!(
                ", {} slots of {} from",
                nest.n_slots().unwrap_or(u64::MAX),
                nest.slot_bytes
            ));
            for dim in &nest.dims {
                out.push_str(&format!(" {}+{}*{}", dim.lower, dim.step, dim.trip_count));
            }
        }
        if !facts.deallocs.is_empty() {
            out.push_str(&format!(", {} deallocs", facts.deallocs.len()));
        }
        out.push('\n');
    }
}

fn label(m: &Module, alloc: OpId, name: &str) -> String {
    match m
        .attr(alloc, names::NAME)
        .and_then(|attr| m.ctx.attr_str(attr))
    {
        Some(text) => format!("%{}", m.ctx.text(text)),
        None => name.to_owned(),
    }
}
