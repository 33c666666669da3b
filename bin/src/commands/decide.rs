//! `memplan plan --capacity --proof`: a plan within a capacity, or a certificate that there is none.

use std::path::Path;

use memplan::Answer;
use memplan_planner::wire;
use memplan_planner::{Bytes, MemoryPlan, Optimality, refute};

use super::explain::{self, Read};
use crate::cli::PlanArgs;
use crate::data::Kind;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::render::Message;
use crate::{Session, capacity, data, deadline, io};

/// Runs the verb for its only input, and writes the answer to `path`.
pub(crate) fn run(
    session: &Session<'_>,
    args: &PlanArgs,
    path: &Path,
    capacity: Bytes,
) -> Outcome<()> {
    let Read { planner, files } = explain::read(session, args)?;
    let [(name, scopes)] = &*files else {
        let message = "`--proof` writes the answer for the traces of one file";
        return Err(Failure::could_not_try(Message::error(
            "several-inputs",
            message,
        )));
    };
    let format = data::output_format(path, Kind::Plan, None, "use the extension mplan or json")?;
    let (limit, options) = (args.planning.time_limit, explain::options(session, args));
    let (mut schedules, mut failures) = (Vec::new(), Vec::new());
    for trace in &scopes.traces {
        let decision = capacity::decide(&*planner, trace, capacity, &options, limit)?;
        failures.extend(capacity::failure(&decision, trace, capacity));
        let Some(best) = decision.best else {
            continue;
        };
        let mut schedule = best.schedule;
        if decision.fit == Answer::DoesNotFit {
            let options = deadline::within(limit, options.clone());
            let above = Bytes(capacity.0.saturating_add(1));
            // What is proved of a higher bound is as good, and says more.
            let known = decision.bound.bytes.max(above);
            let proved = [known, above].into_iter().find_map(|bound| {
                let certificate = refute(trace, Bytes(bound.0 - 1), &options)?;
                Some((bound, certificate))
            });
            let bound = proved.as_ref().map_or(known, |it| it.0);
            schedule.certificate = proved.map(|it| it.1);
            schedule.bound_rule = Some(decision.bound.rule);
            schedule.optimality = match bound == schedule.total_size {
                true => Optimality::Optimal,
                false => Optimality::LowerBound(bound),
            };
        }
        schedules.push(schedule);
    }
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
            session.say(&format!("{name}: fits\n"));
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
