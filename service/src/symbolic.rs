//! Traces whose sizes depend on symbols, and plans that are valid for all of their values.

use memplan::Context;
use memplan_planner::wire::Format;
use memplan_planner::{Bytes, PlanOptions};
use memplan_symbolic::{
    OrientPlanner, OrientationPlans, SymbolicError, SymbolicScopes, check, trace_hash,
};

use crate::check::{SymbolicVerdict, Verdict};
use crate::media::Media;
use crate::problem::Problem;
use crate::work::{Limit, Options};

/// One plan for each trace, checked. The cache is not used.
///
/// # Errors
///
/// For planners of sizes that are numbers, and traces that have no plan.
pub(crate) fn plan(
    context: &Context,
    scopes: &SymbolicScopes,
    options: &Options,
    limit: &Limit,
) -> Result<OrientationPlans, Problem> {
    let spec = options.job.planner.as_deref().unwrap_or("auto");
    let Some(planner) = OrientPlanner::of_spec(spec) else {
        let detail = format!("`{spec}` plans sizes that are numbers; these depend on symbols");
        let problem = Problem::unprocessable("unsupported", detail);
        return Err(
            problem.help("`orient{planner=best-fit}` uses a planner at some values of the symbols")
        );
    };
    let planner = planner.map_err(|error| Problem::bad_request("bad-value", error.to_string()))?;
    let plan_options = PlanOptions {
        alignment: Bytes(1),
        ..limit.plan_options(context, options)
    };
    let mut plans = Vec::with_capacity(scopes.traces.len());
    for trace in &scopes.traces {
        let aligned = trace
            .clone()
            .aligned(Bytes(options.job.alignment.unwrap_or(1)))?;
        let plan = planner.plan_symbolic(&aligned, &plan_options)?;
        limit.check()?;
        check(trace, &plan)
            .map_err(|fault| Problem::bug(format!("the planner made an invalid plan: {fault}")))?;
        plans.push(plan);
    }
    Ok(OrientationPlans {
        plans,
        provenance: scopes.provenance.clone(),
        trace_hash: Some(trace_hash(scopes)?),
    })
}

/// Traces in the requested form.
pub(crate) fn trace_bytes(scopes: &SymbolicScopes, media: Media) -> Result<Vec<u8>, Problem> {
    Ok(memplan_symbolic::write_traces(scopes, format(media))?)
}

/// Plans in the requested form.
pub(crate) fn plan_bytes(plans: &OrientationPlans, media: Media) -> Result<Vec<u8>, Problem> {
    Ok(memplan_symbolic::write_plans(plans, format(media))?)
}

fn format(media: Media) -> Format {
    match media {
        Media::Csv => Format::Csv,
        Media::Trace | Media::Plan => Format::Binary,
        _ => Format::Json,
    }
}

/// A verdict on each plan.
///
/// # Errors
///
/// When the plans were made for other traces.
pub(crate) fn verdicts(
    scopes: &SymbolicScopes,
    plans: &OrientationPlans,
) -> Result<Verdict, Problem> {
    let hash = trace_hash(scopes)?;
    let is_other = plans.plans.len() != scopes.traces.len()
        || plans.trace_hash.is_some_and(|planned| planned != hash);
    if is_other {
        let detail = "the plan does not belong to the traces";
        return Err(Problem::unprocessable("other-traces", detail));
    }
    let verdicts = scopes.traces.iter().zip(&plans.plans).map(|(trace, plan)| {
        let fault = check(trace, plan).err();
        let symbols = trace.symbols().iter();
        SymbolicVerdict {
            scope: trace.lifetimes().scope().to_owned(),
            buffers: trace.len(),
            symbols: symbols.map(|symbol| symbol.name.to_string()).collect(),
            k: plan.orientations.len(),
            valid: fault.is_none(),
            fault: fault.map(|fault| fault.to_string()),
        }
    });
    let plans: Vec<_> = verdicts.collect();
    Ok(Verdict::Symbolic {
        version: 1,
        valid: plans.iter().all(|plan| plan.valid),
        plans,
    })
}

impl From<SymbolicError> for Problem {
    fn from(error: SymbolicError) -> Self {
        let code = error.code();
        match error {
            SymbolicError::Wire(error) => error.into(),
            SymbolicError::Plan(error) => error.into(),
            SymbolicError::Text {
                line,
                column,
                problem,
            } => Self::unprocessable(code, problem).at(line, column),
            other => Self::unprocessable(code, other.to_string()),
        }
    }
}
