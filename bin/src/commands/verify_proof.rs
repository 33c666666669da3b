//! `memplan verify-proof`: proves the lower bound of a plan again.

use memplan_planner::algorithms::exact::{BoundVerdict, verify_bound};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, PlanError, PlanOptions,
    StopReason,
};
use memplan_support::table::plural;
use serde::Serialize;

use super::check::{self, Judged};
use crate::cli::{ReportFormat, VerifyProofArgs};
use crate::deadline;
use crate::exit::{ExitStatus, Outcome};
use crate::render::{Message, Place};
use crate::{Session, io, planning, shapes};

/// Traces with in-place hints are searched up to this number of buffers.
const MOST_BUFFERS_WITH_HINTS: usize = 400;

/// Makes the random numbers of a proof differ from those of `plan` with the same seed.
const OTHER_SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// The verdict on one schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    /// No plan is below the bound.
    Proved,
    /// A plan below the bound was found.
    Disproved,
    /// The plan is not valid, so its bound is not checked.
    InvalidPlan,
    /// The plan carries a certificate that proves nothing.
    InvalidCertificate,
    /// The plan claims no bound.
    NoClaim,
    /// A limit was reached first.
    Limit,
    /// The search cannot decide it.
    Undecidable,
}

impl Verdict {
    fn status(self) -> ExitStatus {
        match self {
            Self::Proved => ExitStatus::Done,
            Self::Disproved | Self::InvalidPlan | Self::InvalidCertificate | Self::NoClaim => {
                ExitStatus::No
            }
            Self::Limit | Self::Undecidable => ExitStatus::Limit,
        }
    }
}

/// The verdict on one schedule, with its context.
#[derive(Debug, Serialize)]
struct Proof {
    #[serde(flatten)]
    of: Judged,
    /// The bound to prove.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound_bytes: Option<u64>,
    verdict: Verdict,
    /// The number of steps of the certificate that proves the bound, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_steps: Option<u64>,
    /// Why the certificate was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    rejection: Option<String>,
    /// The peak of a plan below the bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_peak_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    violations: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    version: u32,
    proved: bool,
    schedules: &'a [Proof],
}

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &VerifyProofArgs) -> Outcome<()> {
    let mut proofs = Vec::new();
    check::for_each_plan(
        session,
        &args.input,
        &args.plan,
        |trace_name, scopes, plan| {
            let (plan_name, plan, scopes) =
                check::read_plan_for(session, trace_name, scopes, plan)?;
            // A bound is one of a shape.
            let (scopes, plan) = at_one_shape(session, trace_name, scopes.into_owned(), plan)?;
            for (trace, schedule) in scopes.traces.iter().zip(&plan.schedules) {
                let of = Judged::new(trace_name, &plan_name, trace, schedule);
                proofs.push(prove(session, args, of, trace, schedule)?);
            }
            Ok(())
        },
    )?;
    // A disproved bound outranks a limit, and a limit outranks a proof.
    let statuses = proofs.iter().map(|proof| proof.verdict.status());
    let rank = |status: &ExitStatus| match status {
        ExitStatus::No => 2,
        ExitStatus::Limit => 1,
        ExitStatus::Done | ExitStatus::CouldNotTry => 0,
    };
    let status = statuses.max_by_key(rank).unwrap_or(ExitStatus::Done);
    match args.format {
        ReportFormat::Json => {
            let report = Report {
                version: 1,
                proved: status == ExitStatus::Done,
                schedules: &proofs,
            };
            io::write_stdout(io::json(&report).as_bytes())?;
        }
        ReportFormat::Text => {
            session.tell(&messages(&proofs));
            if status == ExitStatus::Done {
                let words = format!("proved: {}\n", plural(proofs.len(), "bound"));
                io::write_stdout(words.as_bytes())?;
            }
        }
    }
    status.quietly()
}

/// Traces and a plan for all sizes at the values that the user chose, else in the middle of the ranges.
fn at_one_shape(
    session: &Session<'_>,
    name: &str,
    scopes: MemoryTraceScopes,
    plan: MemoryPlan,
) -> Outcome<(MemoryTraceScopes, MemoryPlan)> {
    if !shapes::is_oriented(&plan) {
        return Ok((scopes, plan));
    }
    let values = &session.front_end.at;
    if !values.is_empty() {
        let scopes = shapes::traces_at(&scopes, values, name)?;
        return Ok((scopes, shapes::plan_at(&plan, values, name)?));
    }
    let mut remarks = Vec::new();
    let scopes = shapes::at_one_shape(scopes, name, &mut remarks)?;
    session.tell(&remarks);
    let schedules = plan.schedules.into_iter().map(|schedule| MemorySchedule {
        oriented: None,
        ..schedule
    });
    let plan = MemoryPlan {
        schedules: schedules.collect(),
        ..plan
    };
    Ok((scopes, plan))
}

/// The verdict on one schedule.
fn prove(
    session: &Session<'_>,
    args: &VerifyProofArgs,
    of: Judged,
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
) -> Outcome<Proof> {
    let alignment = Bytes(args.job.alignment.unwrap_or(1));
    let claimed = schedule.claimed_bound().map(|bound| bound.0);
    let mut proof = Proof {
        of,
        bound_bytes: args.bound.or(claimed),
        verdict: Verdict::NoClaim,
        certificate_steps: None,
        rejection: None,
        lower_peak_bytes: None,
        violations: check::violations(trace, schedule, alignment),
    };
    if !proof.violations.is_empty() {
        proof.verdict = Verdict::InvalidPlan;
        return Ok(proof);
    }
    let Some(bound) = proof.bound_bytes else {
        return Ok(proof);
    };
    // The plan itself may be the counterexample.
    if schedule.total_size.0 < bound {
        proof.lower_peak_bytes = Some(schedule.total_size.0);
        proof.verdict = Verdict::Disproved;
        return Ok(proof);
    }
    if !args.search {
        match memplan_certificate::proof(trace, schedule, Bytes(bound), alignment) {
            Ok(Some(claim)) => {
                proof.certificate_steps = Some(claim.steps);
                proof.verdict = Verdict::Proved;
                return Ok(proof);
            }
            Ok(None) if Bytes(bound) <= trace.least_load() => {}
            Ok(None) => {
                let text = format!(
                    "no certificate of {bound} bytes: proving that by a search, which may take long"
                );
                session.tell(&[Message::remark("no-certificate", text)
                    .in_file(&proof.of.plan)
                    .help(
                        "`plan --proof FILE` writes a certificate; `--time-limit` ends the search",
                    )]);
            }
            Err(rejection) => {
                proof.rejection = Some(rejection.to_string());
                proof.verdict = Verdict::InvalidCertificate;
                return Ok(proof);
            }
        }
    }
    let threads = args.job.threads.unwrap_or_else(planning::all_cores);
    let options = PlanOptions {
        alignment,
        seed: args.job.seed ^ OTHER_SEED,
        ..(args.job).limits(deadline::plan_options(args.job.time_limit, threads))
    };
    proof.verdict = match verify_bound(trace, Bytes(bound), &options, args.table) {
        Ok(BoundVerdict::Proved) => Verdict::Proved,
        Ok(BoundVerdict::Disproved(lower)) => {
            proof.lower_peak_bytes = Some(lower.total_size.0);
            Verdict::Disproved
        }
        Ok(BoundVerdict::Unknown) if is_out_of_reach(trace) => Verdict::Undecidable,
        Ok(BoundVerdict::Unknown)
        | Err(PlanError::Stopped {
            reason: StopReason::Cancelled | StopReason::Deadline | StopReason::WorkLimit,
            ..
        }) => Verdict::Limit,
        Err(error) => return Err(planning::plan_failure(trace.scope(), &error)),
    };
    Ok(proof)
}

/// Whether the search can prove no more about such traces than their load.
fn is_out_of_reach(trace: &LifetimeTrace) -> bool {
    let has_windows = trace
        .buffers()
        .iter()
        .any(|buffer| buffer.gaps.iter().any(|gap| gap.window.is_some()));
    has_windows || (!trace.in_place().is_empty() && MOST_BUFFERS_WITH_HINTS < trace.len())
}

fn messages(proofs: &[Proof]) -> Vec<Message> {
    proofs.iter().filter_map(message).collect()
}

/// The message about a schedule whose bound is not proved.
fn message(proof: &Proof) -> Option<Message> {
    let of = match &*proof.of.scope {
        "" => format!("`{}`", proof.of.trace),
        scope => format!("scope `{scope}` of `{}`", proof.of.trace),
    };
    let bound = proof.bound_bytes.unwrap_or(0);
    let message = match proof.verdict {
        Verdict::Proved => return None,
        Verdict::Disproved => {
            let lower = proof.lower_peak_bytes.unwrap_or(0);
            let text = format!("a schedule for {of} needs only {lower} bytes, less than {bound}");
            Message::error("bound-disproved", text)
        }
        Verdict::InvalidPlan => {
            let text = format!("the plan is invalid for {of}");
            let violations = proof.violations.iter();
            let message = Message::error("invalid-plan", text);
            violations.fold(message, |message, violation| {
                message.note(violation, Place::default())
            })
        }
        Verdict::InvalidCertificate => {
            let reason = proof.rejection.as_deref().unwrap_or_default();
            let text = format!("the certificate for {of} proves nothing: {reason}");
            Message::error("invalid-certificate", text)
                .help("`--search` proves the bound without it; `plan --planner exact` writes another one")
        }
        Verdict::NoClaim => Message::error(
            "no-bound",
            format!("the plan claims no lower bound for {of}"),
        )
        .help("`exact` and `auto` prove bounds; --bound states one to prove"),
        Verdict::Limit => Message::error(
            "stopped",
            format!("a limit was reached before the bound {bound} for {of} was proved"),
        )
        .help("increase the limit, or use the table of refuted states (--table)"),
        Verdict::Undecidable => Message::error(
            "undecidable",
            format!("the search cannot prove the bound {bound} for {of}"),
        )
        .help(
            "it supports in-place hints on up to 400 buffers, and no gaps that preserve some bytes of a buffer",
        ),
    };
    Some(message.in_file(&proof.of.plan))
}
