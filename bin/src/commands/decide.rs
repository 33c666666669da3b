//! `memplan plan --proof`: a plan with a certificate that none needs less; with `--capacity`, a plan within it, or a
//! certificate that there is none.

use std::path::Path;

use memplan::Answer;
use memplan_planner::wire;
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, NoCertificate, Optimality, PlanOptions,
    refute,
};

use memplan_support::sizes::exact;

use super::explain::{self, File, Read};
use crate::cli::PlanArgs;
use crate::data::Kind;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::planning::{self, DEFAULT_PLANNER};
use crate::render::{Level, Message};
use crate::{Session, capacity, data, deadline, io, traces};

/// Runs the verb for its only input, and writes the answer to `path`.
pub(crate) fn run(session: &Session<'_>, args: &PlanArgs, path: &Path) -> Outcome<()> {
    // Proofs of optima are what `exact` is for; it has no budget of its own.
    let default = match args.capacity {
        Some(_) => DEFAULT_PLANNER,
        None => "exact",
    };
    let Read { planner, files } = explain::read(session, args, default)?;
    let [
        File {
            name,
            scopes,
            origins,
        },
    ] = &*files
    else {
        let message = "`--proof` writes the answer for the traces of one file";
        return Err(Failure::could_not_try(Message::error(
            "several-inputs",
            message,
        )));
    };
    let format = data::output_format(path, Kind::Plan, None, "use the extension mplan or json")?;
    let (limit, options) = (args.job.time_limit, explain::options(session, args));
    let (mut schedules, mut failures) = (Vec::new(), Vec::new());
    for (index, trace) in scopes.traces.iter().enumerate() {
        let within = || deadline::within(limit, options.clone());
        let Some(capacity) = args.capacity.map(Bytes) else {
            let mut schedule = planning::plan(&*planner, trace, &within())?.schedule;
            let bound = schedule.claimed_bound().unwrap_or(trace.least_load());
            if schedule.certificate.is_none() {
                prove(session, trace, &mut schedule, &[bound], &within());
            }
            schedules.push(schedule);
            continue;
        };
        let decision = capacity::decide(&*planner, trace, capacity, &options, limit)?;
        failures.extend({
            let origins = traces::of_trace(origins, index);
            capacity::failure(&decision, trace, capacity, origins)
        });
        let Some(best) = decision.best else {
            continue;
        };
        let mut schedule = best.schedule;
        if decision.fit == Answer::DoesNotFit {
            let above = Bytes(capacity.0.saturating_add(1));
            // A proof of a higher bound is sufficient, and more informative.
            let most = decision.bound.bytes.max(above);
            let bounds: &[Bytes] = if above < most {
                &[most, above]
            } else {
                &[above]
            };
            let bound = prove(session, trace, &mut schedule, bounds, &within());
            schedule.bound_rule = Some(decision.bound.rule);
            schedule.optimality = if bound == schedule.total_size {
                Optimality::Optimal
            } else {
                Optimality::LowerBound(bound)
            };
        }
        schedules.push(schedule);
    }
    let peaks: Vec<String> = schedules.iter().map(peak).collect();
    if schedules.len() == scopes.traces.len() {
        let plan = MemoryPlan {
            schedules,
            provenance: scopes.provenance.clone(),
            trace_hash: wire::trace_hash(scopes).ok(),
        };
        let bytes = wire::write_plan(&plan, format);
        io::write(
            path,
            &bytes.map_err(|error| data::unwritable(path, &error))?,
        )?;
    }
    let status = failures.iter().map(|failure| failure.status);
    let Some(status) = status.max_by_key(|&status| status == ExitStatus::No) else {
        if !args.quiet {
            let words = match args.capacity {
                Some(_) => "fits".to_owned(),
                None => peaks.join("; "),
            };
            session.say(&format!("{name}: {words}\n"));
        }
        return Ok(());
    };
    Err(Failure {
        status,
        messages: failures
            .into_iter()
            .flat_map(|failure| failure.messages)
            .collect(),
    })
}

/// Adds a certificate of the first of some bounds that has one, and warns where none has. Returns the bound.
fn prove(
    session: &Session<'_>,
    trace: &LifetimeTrace,
    schedule: &mut MemorySchedule,
    bounds: &[Bytes],
    options: &PlanOptions,
) -> Bytes {
    let mut why = NoCertificate::Fits;
    for &bound in bounds {
        let Some(below) = bound.0.checked_sub(1) else {
            return bound;
        };
        match refute(trace, Bytes(below), options) {
            Ok(certificate) => {
                schedule.certificate = Some(certificate);
                return bound;
            }
            Err(reason) => why = reason,
        }
    }
    let text = format!("the plan has no certificate: {why}");
    let message = Message {
        level: Level::Warning,
        ..Message::error("no-certificate", text)
    };
    session.tell(&[message.help("`verify-proof` proves the bound by a search instead")]);
    bounds.first().copied().unwrap_or(Bytes(0))
}

/// The peak of a schedule and its proved bound, as text.
fn peak(schedule: &MemorySchedule) -> String {
    let peak = exact(schedule.total_size.0.into());
    match schedule.claimed_bound() {
        Some(bound) if bound < schedule.total_size => {
            format!(
                "peak {peak}, proved to be at least {}",
                exact(bound.0.into())
            )
        }
        Some(_) => format!("peak {peak}, proved optimal"),
        None => format!("peak {peak}, of which nothing is proved"),
    }
}
