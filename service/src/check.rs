//! Checks: whether a plan is valid, and how a program treats its memory.

use memplan::Context;
use memplan_interp::{RunOptions, entry_functions};
use memplan_memory_model::{ProofFailure, prove_freed_once};
use memplan_mlir::text::SourceMap;
use memplan_mlir::{Module, OpId};
use memplan_planner::{Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, wire};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::{Finding, Problem};
use crate::work::{self, Input, Limit};

/// How many inputs each function runs on.
const N_INPUTS: u64 = 3;

/// The steps of a run, and the bytes that it may allocate.
const STEP_LIMIT: u64 = 20_000_000;
const BYTE_LIMIT: u64 = 1 << 30;

/// The answer of a check.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Verdict {
    /// On a plan.
    Plan {
        version: u32,
        valid: bool,
        schedules: Vec<ScheduleVerdict>,
    },
    /// On the runs of a program.
    Runs {
        version: u32,
        valid: bool,
        functions: Vec<FunctionRuns>,
    },
    /// On all paths of a program.
    Proofs {
        version: u32,
        proved: bool,
        functions: Vec<FunctionProof>,
    },
}

/// The verdict on a schedule.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ScheduleVerdict {
    scope: String,
    planner: String,
    buffers: usize,
    max_load_bytes: u64,
    peak_bytes: u64,
    valid: bool,
    violations: Vec<String>,
    /// The symbols that sizes depend on: the schedule is judged for all of their values, and its figures are those in
    /// the middle of their ranges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    symbols: Vec<String>,
    /// The number of orientations of such a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<usize>,
    /// Null if it claims none.
    bound: Option<BoundVerdict>,
}

/// The bound that a schedule claims.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct BoundVerdict {
    bytes: u64,
    /// `load` or `certificate`; null if nothing proves it.
    proved_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_steps: Option<u64>,
    /// What is wrong with the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<String>,
}

/// The verdict on the runs of a function.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FunctionRuns {
    function: String,
    n_runs: u64,
    n_allocations: u64,
    peak_bytes: u64,
    faults: Vec<Finding>,
    /// Why runs ended early.
    stopped: Vec<Finding>,
}

/// The verdict on all paths of a function.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FunctionProof {
    function: String,
    n_allocations: usize,
    proved: bool,
    /// Every run that returns has them.
    faults: Vec<Finding>,
    /// What could not be proved.
    doubts: Vec<Finding>,
}

/// A verdict on each schedule of a plan, with the proof of the bound that it claims.
///
/// # Errors
///
/// When the plan was made for other traces.
pub(crate) fn plan(
    scopes: &MemoryTraceScopes,
    plan: &MemoryPlan,
    alignment: Bytes,
) -> Result<Verdict, Problem> {
    let hash = wire::trace_hash(scopes)?;
    let is_other = plan.schedules.len() != scopes.traces.len()
        || plan
            .trace_hash
            .is_some_and(|planned_hash| planned_hash != hash);
    if is_other {
        let detail = "the plan does not belong to the traces";
        return Err(Problem::unprocessable("other-traces", detail));
    }
    let verdicts = scopes.traces.iter().zip(&plan.schedules);
    let verdicts = verdicts.map(|(trace, schedule)| {
        let rejected = memplan::check_schedule(trace, schedule, alignment).err();
        let violations: Vec<String> = rejected
            .iter()
            .flatten()
            .map(|violation| violation.describe(trace))
            .collect();
        ScheduleVerdict {
            scope: trace.scope().to_owned(),
            planner: schedule.planner.clone(),
            buffers: trace.len(),
            max_load_bytes: trace.least_load().0,
            peak_bytes: schedule.total_size.0,
            valid: violations.is_empty(),
            violations,
            symbols: (trace.symbols().iter())
                .map(|symbol| symbol.name.clone())
                .collect(),
            k: (schedule.oriented.as_ref()).map(|plan| plan.orientations.len()),
            bound: bound(trace, schedule, alignment),
        }
    });
    let schedules: Vec<_> = verdicts.collect();
    Ok(Verdict::Plan {
        version: 1,
        valid: schedules.iter().all(|schedule| schedule.valid),
        schedules,
    })
}

/// The bound that a schedule claims, and whether the load or the certificate that it carries proves it; none for one
/// that claims none.
fn bound(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    alignment: Bytes,
) -> Option<BoundVerdict> {
    let bound = schedule.claimed_bound()?;
    let mut verdict = BoundVerdict {
        bytes: bound.0,
        ..BoundVerdict::default()
    };
    if bound <= trace.least_load() {
        verdict.proved_by = Some("load");
    } else {
        match memplan_certificate::proof(trace, schedule, bound, alignment) {
            Ok(Some(claim)) => {
                verdict.proved_by = Some("certificate");
                verdict.certificate_steps = Some(claim.steps);
            }
            Ok(None) => {}
            Err(rejection) => verdict.rejection = Some(rejection.to_string()),
        }
    }
    Some(verdict)
}

/// Whether every allocation of a program is freed exactly once and not used afterwards: a proof for each function.
pub(crate) fn prove_program(
    context: &Context,
    input: &Input,
    limit: &Limit,
) -> Result<Verdict, Problem> {
    let (m, _) = work::program(context, &input.bytes, limit)?;
    let map = SourceMap::new(&input.bytes);
    let proofs = prove_freed_once(&m);
    let functions = proofs.iter().map(|proof| {
        let findings = |is_certain: bool| -> Vec<Finding> {
            let failures = proof.failures.iter();
            let failures = failures.filter(|failure| failure.is_certain == is_certain);
            let finding = |failure: &ProofFailure| {
                let place = map.line_col(m.span(failure.op).start);
                Finding::new(failure.kind.name(), failure.to_string(), Some(place))
            };
            failures.map(finding).collect()
        };
        FunctionProof {
            function: m.symbol_text(proof.function),
            n_allocations: proof.n_allocations,
            proved: proof.failures.is_empty(),
            faults: findings(true),
            doubts: findings(false),
        }
    });
    Ok(Verdict::Proofs {
        version: 1,
        proved: proofs.iter().all(|proof| proof.failures.is_empty()),
        functions: functions.collect(),
    })
}

/// Interprets all public functions of a program and reports their memory faults.
pub(crate) fn run_program(
    context: &Context,
    input: &Input,
    seed: u64,
    limit: &Limit,
) -> Result<Verdict, Problem> {
    let (m, _) = work::program(context, &input.bytes, limit)?;
    let mut functions = Vec::new();
    for function in entry_functions(&m) {
        functions.push(run_function(&m, input, function, seed, limit));
        limit.check()?;
    }
    let is_valid = |run: &FunctionRuns| run.faults.is_empty() && run.stopped.is_empty();
    Ok(Verdict::Runs {
        version: 1,
        valid: functions.iter().all(is_valid),
        functions,
    })
}

/// The verdict on the runs of a function.
fn run_function(
    m: &Module,
    input: &Input,
    function: OpId,
    seed: u64,
    limit: &Limit,
) -> FunctionRuns {
    let seeds = seed..seed.saturating_add(N_INPUTS);
    let checked = memplan_interp::check(
        m,
        function,
        None,
        seeds,
        |_| {
            limit.check().is_ok().then(|| RunOptions {
                step_limit: STEP_LIMIT,
                byte_limit: BYTE_LIMIT.min(limit.memory.0),
                ..RunOptions::default()
            })
        },
        |_, _, _| (),
    );
    let (mut faults, mut stopped) = (Vec::new(), Vec::new());
    for occurrence in &checked.faults {
        let list = if occurrence.fault.kind.is_verdict() {
            &mut faults
        } else {
            &mut stopped
        };
        list.extend(Finding::all(
            &input.bytes,
            &[occurrence.fault.diagnostic(m)],
        ));
    }
    if !checked.has_inputs {
        let message = "cannot generate inputs for its parameter types".to_owned();
        stopped.push(Finding::new("no-inputs", message, None));
    }
    FunctionRuns {
        function: m.symbol_text(function),
        n_runs: checked.n_runs,
        n_allocations: checked.n_allocations,
        peak_bytes: checked.peak_bytes,
        faults,
        stopped,
    }
}
