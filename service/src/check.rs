//! Checks: whether a plan is valid, and how a program treats its memory.

use memplan::Context;
use memplan_interp::{Fault, RunOptions, entry_functions};
use memplan_memory_model::{ProofFailure, prove_freed_once};
use memplan_mlir::text::SourceMap;
use memplan_mlir::{Module, OpId};
use memplan_planner::{Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, wire};
use serde_json::{Value, json};

use crate::problem::{Finding, Problem};
use crate::work::{self, Input, Limit};

/// How many inputs each function runs on.
const N_INPUTS: u64 = 3;

/// The steps of a run, and the bytes that it may allocate.
const STEP_LIMIT: u64 = 20_000_000;
const BYTE_LIMIT: u64 = 1 << 30;

/// A verdict on each schedule of a plan, with the proof of the bound that it claims.
///
/// # Errors
///
/// When the plan was made for other traces.
pub(crate) fn plan(
    scopes: &MemoryTraceScopes,
    plan: &MemoryPlan,
    alignment: Bytes,
) -> Result<Value, Problem> {
    let hash = wire::trace_hash(scopes)?;
    let is_other = plan.schedules.len() != scopes.traces.len()
        || plan
            .trace_hash
            .is_some_and(|planned_hash| planned_hash != hash);
    if is_other {
        let detail = "the plan does not belong to the traces";
        return Err(Problem::unprocessable("other-traces", detail));
    }
    let mut valid = true;
    let verdicts = scopes.traces.iter().zip(&plan.schedules);
    let verdicts = verdicts.map(|(trace, schedule)| {
        let rejected = memplan::check_schedule(trace, schedule, alignment).err();
        let violations: Vec<String> = rejected
            .iter()
            .flatten()
            .map(|violation| violation.describe(trace))
            .collect();
        valid &= violations.is_empty();
        json!({
            "scope": trace.scope(),
            "planner": schedule.planner,
            "buffers": trace.len(),
            "max_load_bytes": trace.least_load().0,
            "peak_bytes": schedule.total_size.0,
            "valid": violations.is_empty(),
            "violations": violations,
            "bound": bound(trace, schedule, alignment),
        })
    });
    let schedules: Vec<Value> = verdicts.collect();
    Ok(json!({"version": 1, "valid": valid, "schedules": schedules}))
}

/// The bound that a schedule claims, and whether the load or the certificate that it carries proves it; null for one
/// that claims none.
fn bound(trace: &LifetimeTrace, schedule: &MemorySchedule, alignment: Bytes) -> Value {
    let Some(bound) = schedule.claimed_bound() else {
        return Value::Null;
    };
    let mut proof = json!({"bytes": bound.0, "proved_by": null});
    if bound <= trace.least_load() {
        proof["proved_by"] = "load".into();
    } else {
        match memplan_certificate::proof(trace, schedule, bound, alignment) {
            Ok(Some(claim)) => {
                proof["proved_by"] = "certificate".into();
                proof["certificate_steps"] = claim.steps.into();
            }
            Ok(None) => {}
            Err(rejection) => proof["rejection"] = rejection.to_string().into(),
        }
    }
    proof
}

/// Whether every allocation of a program is freed exactly once and not used afterwards: a proof for each function.
pub(crate) fn prove_program(
    context: &Context,
    input: &Input,
    limit: &Limit,
) -> Result<Value, Problem> {
    let (m, _) = work::program(context, &input.bytes, limit)?;
    let map = SourceMap::new(&input.bytes);
    let proofs = prove_freed_once(&m);
    let functions = proofs.iter().map(|proof| {
        let messages = |is_certain: bool| -> Vec<Value> {
            let failures = proof.failures.iter();
            let failures = failures.filter(|failure| failure.is_certain == is_certain);
            let message = |failure: &ProofFailure| {
                let (line, column) = map.line_col(m.span(failure.op).start);
                json!({
                    "code": failure.kind.name(),
                    "message": failure.to_string(),
                    "line": line,
                    "column": column,
                })
            };
            failures.map(message).collect()
        };
        json!({
            "function": m.symbol_text(proof.function),
            "n_allocations": proof.n_allocations,
            "proved": proof.failures.is_empty(),
            "faults": messages(true),
            "doubts": messages(false),
        })
    });
    let proved = proofs.iter().all(|proof| proof.failures.is_empty());
    let functions: Vec<Value> = functions.collect();
    Ok(json!({"version": 1, "proved": proved, "functions": functions}))
}

/// Interprets all public functions of a program and reports their memory faults.
pub(crate) fn run_program(
    context: &Context,
    input: &Input,
    seed: u64,
    limit: &Limit,
) -> Result<Value, Problem> {
    let (m, _) = work::program(context, &input.bytes, limit)?;
    let mut verdicts = Vec::new();
    let mut valid = true;
    for function in entry_functions(&m) {
        let (verdict, is_valid) = run_function(&m, input, function, seed, limit);
        limit.check()?;
        valid &= is_valid;
        verdicts.push(verdict);
    }
    Ok(json!({"version": 1, "valid": valid, "functions": verdicts}))
}

/// The verdict on a function, and whether all of its runs ended without a fault.
fn run_function(
    m: &Module,
    input: &Input,
    function: OpId,
    seed: u64,
    limit: &Limit,
) -> (Value, bool) {
    let seeds = seed..seed.saturating_add(N_INPUTS);
    let checked = memplan_interp::check(m, function, None, seeds, |_| {
        limit.check().is_ok().then(|| RunOptions {
            step_limit: STEP_LIMIT,
            byte_limit: BYTE_LIMIT.min(limit.memory.0),
            ..RunOptions::default()
        })
    });
    let (mut faults, mut stopped) = (Vec::new(), Vec::new());
    for occurrence in &checked.faults {
        let list = if occurrence.fault.kind.is_verdict() {
            &mut faults
        } else {
            &mut stopped
        };
        list.extend(finding(m, input, &occurrence.fault));
    }
    if !checked.has_inputs {
        let message = "cannot generate inputs for its parameter types";
        stopped.push(json!({"code": "no-inputs", "message": message}));
    }
    let is_valid = faults.is_empty() && stopped.is_empty();
    let verdict = json!({
        "function": m.symbol_text(function),
        "n_runs": checked.n_runs,
        "n_allocations": checked.n_allocations,
        "peak_bytes": checked.peak_bytes,
        "faults": faults,
        "stopped": stopped,
    });
    (verdict, is_valid)
}

fn finding(m: &Module, input: &Input, fault: &Fault) -> Option<Value> {
    let findings = Finding::all(&input.bytes, &[fault.diagnostic(m)]);
    serde_json::to_value(findings.first()?).ok()
}
