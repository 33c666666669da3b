//! The work of one thread of a batch: all planners on one file or record.
//!
//! A panic fails only the job in which it happens. Planners do not run on the thread pool that processes
//! files: a thread that waits for a planner there would start on the next file and hold two files in memory.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use memplan::{Answer, Clock, Decision};
use memplan_page::Origin;
use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Bytes, Interrupt, LifetimeTrace, MemoryPlan, MemoryTraceScopes, PlanOptions, StopReason, Term,
};
use memplan_support::Sort;

use super::assess::{Candidate, Figures, bounds};
use super::entries::Entry;
use super::results::Done;
use super::summary::{Row, RowMeasure, RowPool};
use super::target::{self, Target};
use super::{Batch, Choice, Shares};
use crate::capacity::{self, Conflict};
use crate::deadline;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::planning::{self, Planned};
use crate::render::{Level, Message};
use crate::traces::{self, Found};
use crate::{STACK_BYTES, io};

/// A file that was read.
#[derive(Clone, Copy)]
struct Input<'a> {
    name: &'a str,
    stem: &'a str,
    scopes: &'a MemoryTraceScopes,
    origins: &'a [Vec<Origin>],
    hash: Option<u128>,
    /// How long reading took for each of its traces. It counts against the time limit.
    reading: Duration,
}

/// The work of the threads.
pub(super) struct Jobs<'a> {
    pub(super) batch: &'a Batch<'a>,
    pub(super) target: Target,
    /// Whether plans are collected for an archive.
    pub(super) wants_records: bool,
    pub(super) shares: Shares,
    pub(super) is_cancelled: Arc<AtomicBool>,
    /// The reason why no more plans can be written.
    pub(super) unwritable: Mutex<Option<Failure>>,
}

impl Jobs<'_> {
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    pub(super) fn unwritable(&self) -> MutexGuard<'_, Option<Failure>> {
        self.unwritable
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run is cancelled or its output cannot be written.
    pub(super) fn is_ended(&self) -> bool {
        self.is_cancelled() || self.unwritable().is_some()
    }

    /// All planners on one file.
    pub(super) fn entry(&self, entry: Entry) -> Done {
        let name = entry.name.clone();
        let stem = entry.stem.clone();
        let n_planners = self.batch.choices.len() as u64;
        let is_cut_off = entry.is_cut_off();
        // A panic of a planner or a reader is reported as a failure.
        let front_end = &self.batch.session.front_end;
        let clock = Instant::now();
        let read = guarded(|| traces::read(entry.read()?, front_end, &self.batch.collector));
        let Found {
            scopes,
            warnings,
            placed,
            origins,
            ..
        } = match read {
            Ok(entry) => entry,
            Err(failure) => {
                self.batch.bar.advance(n_planners);
                return Done {
                    is_cut_off,
                    ..Done::failed(&name, None, failure)
                };
            }
        };
        let hash = match self.hash(&scopes) {
            Ok(hash) => hash,
            Err(failure) => return Done::failed(&name, None, failure),
        };
        let input = Input {
            name: &name,
            stem: &stem,
            scopes: &scopes,
            origins: &origins,
            hash,
            reading: clock.now() / (scopes.traces.len() as u32).max(1),
        };
        let runs = self.each_planner(|choice| {
            let run = || self.planner(choice, &input);
            self.counted(run, |run| run.is_kept)
        });
        if self.is_ended() && runs.iter().any(Result::is_err) {
            return Done::default();
        }
        let mut done = self.done(&input, runs, placed.as_ref());
        done.messages.splice(0..0, warnings);
        done
    }

    /// One planner on one file: a panic fails only this job, and the bar advances.
    fn counted<R>(
        &self,
        run: impl FnOnce() -> Outcome<R>,
        is_kept: impl Fn(&R) -> bool,
    ) -> Outcome<R> {
        let run = guarded(run);
        match &run {
            Ok(run) if is_kept(run) => self.batch.bar.leave_out(1),
            _ => self.batch.bar.advance(1),
        }
        run
    }

    /// Whether plans are needed, and not only their figures.
    fn is_written(&self) -> bool {
        !matches!(self.target, Target::Nowhere) || self.wants_records
    }

    /// The hash of the traces, if it is needed.
    fn hash(&self, scopes: &MemoryTraceScopes) -> Outcome<Option<u128>> {
        if !self.is_written() {
            return Ok(None);
        }
        wire::trace_hash(scopes)
            .map(Some)
            .map_err(|error| Failure::could_not_try(Message::error("bad-trace", error.to_string())))
    }

    /// The results of all planners, in their order, as many at a time as there are threads for.
    fn each_planner<R: Send>(&self, run: impl Fn(&Choice) -> R + Sync) -> Vec<R> {
        let choices = &self.batch.choices;
        if self.shares.planners == 1 {
            return choices.iter().map(run).collect();
        }
        let next = AtomicUsize::new(0);
        let mut slots: Vec<Mutex<Option<R>>> = Vec::new();
        slots.resize_with(choices.len(), Mutex::default);
        let work = || {
            while let index = next.fetch_add(1, Ordering::Relaxed)
                && let Some(choice) = choices.get(index)
            {
                let result = run(choice);
                *slots[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.shares.planners {
                // If no thread can be started, this one does all the work.
                let _ = thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, work);
            }
            work();
        });
        let results = slots.into_iter().map(Mutex::into_inner);
        results
            .filter_map(|slot| slot.unwrap_or_else(PoisonError::into_inner))
            .collect()
    }

    /// The name of a plan without its extension.
    fn plan_stem(&self, choice: &Choice, stem: &str) -> String {
        match self.batch.choices.len() {
            1 => stem.to_owned(),
            _ => format!("{stem}.{}", choice.file_label()),
        }
    }

    /// One planner on one file.
    fn planner(&self, choice: &Choice, input: &Input<'_>) -> Outcome<PlannerRun> {
        let Input {
            name,
            stem,
            scopes,
            hash,
            ..
        } = *input;
        // Computed only for manifests, since it hashes whole programs.
        let request = match &self.target {
            Target::Directory(_) => self.batch.request(choice),
            _ => String::new(),
        };
        let plan_stem = self.plan_stem(choice, stem);
        let file_name = format!("{plan_stem}.mplan");
        if let Some(kept) = self.kept(choice, input, &file_name, &request) {
            return Ok(kept);
        }
        let (schedules, figures) = match self.batch.limits.capacity {
            Some(capacity) => {
                let decisions = self.decisions(choice, name, scopes, capacity)?;
                if self.is_cancelled() && decisions.iter().any(|one| one.fit == Answer::Undecided) {
                    return Err(interrupted());
                }
                let figures = decisions
                    .iter()
                    .zip(&scopes.traces)
                    .map(|(decision, trace)| {
                        let figures = Figures::of_decision(decision)?;
                        let best = decision.best.as_ref()?;
                        Some(figures.with_shapes(trace, &best.schedule, Some(capacity)))
                    });
                let figures = figures.collect();
                if let Some(failure) = unfit(&decisions, input, capacity) {
                    return Ok(PlannerRun {
                        figures,
                        is_kept: false,
                        record: None,
                        failure: Some(failure),
                    });
                }
                let best = decisions.into_iter().filter_map(|decision| decision.best);
                (best.collect(), figures)
            }
            None => {
                let schedules = self.schedules(choice, input)?;
                let figures = schedules.iter().zip(&scopes.traces).map(|(timed, trace)| {
                    let elapsed_ms = planning::milliseconds(timed.elapsed);
                    let figures = Figures::new(&timed.schedule, elapsed_ms);
                    Some(figures.with_shapes(trace, &timed.schedule, None))
                });
                let figures = figures.collect();
                (schedules, figures)
            }
        };
        let elapsed_ms: Vec<f64> = schedules
            .iter()
            .map(|timed| planning::milliseconds(timed.elapsed))
            .collect();
        let plan = MemoryPlan {
            schedules: schedules.into_iter().map(|timed| timed.schedule).collect(),
            provenance: scopes.provenance.clone(),
            trace_hash: hash,
        };
        let mut record = None;
        let written = match &self.target {
            Target::Directory(directory) => {
                directory.write(&file_name, scopes, &plan, &request, elapsed_ms)
            }
            Target::File(path, format) => {
                let bytes = target::plan_bytes(scopes, &plan, path, *format)?;
                io::write(path, &bytes)
            }
            _ if self.wants_records => {
                let bytes = target::plan_bytes(scopes, &plan, Path::new(""), Format::Binary)?;
                record = Some((plan_stem, bytes));
                Ok(())
            }
            _ => Ok(()),
        };
        written.inspect_err(|failure| {
            self.unwritable().get_or_insert_with(|| failure.clone());
        })?;
        Ok(PlannerRun {
            figures,
            is_kept: false,
            record,
            failure: None,
        })
    }

    /// The plan of an earlier run, if it is valid for this request.
    fn kept(
        &self,
        choice: &Choice,
        input: &Input<'_>,
        file_name: &str,
        request: &str,
    ) -> Option<PlannerRun> {
        let Target::Directory(directory) = &self.target else {
            return None;
        };
        let kept = directory.kept(file_name, input.hash, request)?;
        let scopes = input.scopes;
        // `memplan apply` requires that a plan names the same program.
        let is_usable = is_valid(&kept.plan, scopes, choice.alignment)
            && kept.elapsed_ms.len() == scopes.traces.len()
            && kept.plan.provenance == scopes.provenance;
        let schedules = kept.plan.schedules.iter().zip(&kept.elapsed_ms);
        let stopped = kept.stopped_by.into_iter().chain(std::iter::repeat(None));
        let capacity = self.batch.limits.capacity;
        let figures = schedules.zip(stopped).zip(&scopes.traces);
        let figures = figures.map(|(((schedule, &elapsed_ms), stopped_by), trace)| {
            let figures = Figures {
                stopped_by,
                // Only plans that fit are kept.
                fit: capacity.map(|_| Answer::Fits),
                ..Figures::new(schedule, elapsed_ms)
            };
            Some(figures.with_shapes(trace, schedule, capacity))
        });
        is_usable.then(|| PlannerRun {
            figures: figures.collect(),
            is_kept: true,
            record: None,
            failure: None,
        })
    }

    fn schedules(&self, choice: &Choice, input: &Input<'_>) -> Outcome<Vec<Planned>> {
        let limit = self.batch.limits.time;
        let limit = limit.map(|limit| limit.saturating_sub(input.reading));
        self.each_trace(input.name, input.scopes, |trace, label| {
            let options = deadline::within(limit, self.options(choice, label));
            let mut planned = planning::plan(&*choice.planner, trace, &options)?;
            if self.is_cancelled() && planned.schedule.stopped_by == Some(StopReason::Deadline) {
                planned.schedule.stopped_by = Some(StopReason::Cancelled);
            }
            Ok(planned)
        })
    }

    /// As [`Self::schedules`], but decides whether each trace fits.
    fn decisions(
        &self,
        choice: &Choice,
        name: &str,
        scopes: &MemoryTraceScopes,
        capacity: Bytes,
    ) -> Outcome<Vec<Decision>> {
        let limit = self.batch.limits.time;
        self.each_trace(name, scopes, |trace, label| {
            let options = self.options(choice, label);
            capacity::decide(&*choice.planner, trace, capacity, &options, limit)
        })
    }

    /// Runs a planner on each trace of a file.
    fn each_trace<R>(
        &self,
        name: &str,
        scopes: &MemoryTraceScopes,
        plan: impl Fn(&LifetimeTrace, &str) -> Outcome<R>,
    ) -> Outcome<Vec<R>> {
        let traces = scopes.traces.iter();
        traces
            .map(|trace| {
                let label = match trace.scope() {
                    "" => name.to_owned(),
                    scope => format!("{name} {scope}"),
                };
                plan(trace, &label)
            })
            .collect()
    }

    /// The options of a planner, except the deadline.
    fn options(&self, choice: &Choice, label: &str) -> PlanOptions {
        let limits = &self.batch.limits;
        PlanOptions {
            alignment: choice.alignment,
            work_limit: limits.work,
            interrupt: Some(Arc::new(Interruption(self.is_cancelled.clone()))),
            seed: limits.seed,
            threads: self.shares.inner,
            progress: self.batch.bar.listener(label, &choice.label),
        }
    }

    /// Rows and messages of a file.
    fn done(
        &self,
        input: &Input<'_>,
        runs: Vec<Outcome<PlannerRun>>,
        placed: Option<&MemoryPlan>,
    ) -> Done {
        let (name, scopes) = (input.name, input.scopes);
        let mut done = Done {
            is_over: true,
            ..Done::default()
        };
        let placed = placed.map_or_else(Vec::new, |plan| as_placed(&mut done, name, scopes, plan));
        let mut finished = Vec::new();
        for (choice, run) in self.batch.choices.iter().zip(runs) {
            match run {
                Ok(mut run) => {
                    done.records.extend(run.record.take());
                    if let Some(failure) = run.failure.take() {
                        self.add_failure(&mut done, name, choice, failure);
                    }
                    finished.push((choice, run));
                }
                Err(failure) => self.add_failure(&mut done, name, choice, failure),
            }
        }
        for (index, trace) in scopes.traces.iter().enumerate() {
            let planned = finished.iter().filter_map(|(choice, run)| {
                let candidate = Candidate {
                    planner: &choice.label,
                    alignment: choice.alignment,
                    figures: run.figures.get(index)?.as_ref()?,
                };
                Some((candidate, run.is_kept))
            });
            let (mut candidates, kept): (Vec<Candidate<'_>>, Vec<bool>) = planned.unzip();
            // The schedule of the other tool comes last. No bound may exceed its peak, either.
            let of_tool = placed.get(index).and_then(Option::as_ref);
            candidates.extend(of_tool.map(|(label, figures)| Candidate {
                planner: label,
                alignment: Bytes(1),
                figures,
            }));
            let kept = kept.into_iter().chain(of_tool.map(|_| false));
            let max_load = trace.least_load().0;
            let (lower, warnings) = bounds(trace, max_load, &candidates);
            done.add_messages(name, warnings);
            let n_planned = candidates.len() - usize::from(of_tool.is_some());
            let lowest = candidates
                .iter()
                .map(|candidate| candidate.figures.peak)
                .min();
            for (position, ((candidate, bound), is_kept)) in
                candidates.iter().zip(lower).zip(kept).enumerate()
            {
                let figures = candidate.figures;
                let bound = figures
                    .peak_bound()
                    .map_or(bound, |own| bound.or_better(own));
                let capacity = self.batch.limits.capacity;
                let unfit = capacity.filter(|_| figures.fit == Some(Answer::DoesNotFit));
                done.rows.push(Row {
                    trace: name.to_owned(),
                    scope: trace.scope().to_owned(),
                    planner: candidate.planner.to_owned(),
                    is_placed: position == n_planned,
                    buffers: trace.len(),
                    sum_bytes: sum_of_sizes(trace),
                    max_load_bytes: max_load,
                    lower_bound_bytes: bound.bytes,
                    bound_rule: bound.rule.name(),
                    peak_bytes: figures.peak,
                    optimal: match &figures.pooled {
                        Some((terms, _)) if !terms.is_empty() => terms.iter().all(Term::is_optimal),
                        _ => figures.peak <= bound.bytes,
                    },
                    best: Some(figures.peak) == lowest,
                    fragmentation: bound.fragmentation(figures.peak),
                    work: figures.work,
                    elapsed_ms: figures.elapsed_ms,
                    stopped_by: figures.stopped_by.map(StopReason::name),
                    resumed: is_kept,
                    capacity_bytes: capacity.map(|capacity| capacity.0),
                    fit: figures.fit,
                    measures: RowMeasure::all(figures),
                    pools: RowPool::all(trace, figures),
                    conflict: unfit.and_then(|capacity| {
                        Conflict::of(trace, capacity, traces::of_trace(input.origins, index))
                    }),
                    shapes: figures.shapes.clone(),
                });
            }
        }
        done
    }

    /// Adds the failure of one planner on a file.
    fn add_failure(&self, done: &mut Done, name: &str, choice: &Choice, mut failure: Failure) {
        // With several planners, each message must name its planner.
        for message in &mut failure.messages {
            if self.batch.choices.len() > 1 {
                message.message = format!("`{}`: {}", choice.label, message.message);
            }
        }
        done.add_failure(name, Some(&choice.label), failure);
    }
}

/// Label and figures of the schedule that another tool computed for each trace; `None` where it is not valid.
fn as_placed(
    done: &mut Done,
    name: &str,
    scopes: &MemoryTraceScopes,
    plan: &MemoryPlan,
) -> Vec<Option<(String, Figures)>> {
    let mut placed = Vec::new();
    for (trace, schedule) in scopes.traces.iter().zip(&plan.schedules) {
        placed.push(match planning::check_schedule(trace, schedule, Bytes(1)) {
            Ok(()) => {
                let label = format!("as placed ({})", schedule.planner);
                Some((label, Figures::new(schedule, 0.0)))
            }
            Err(violations) => {
                let first = violations.first();
                let first = first.map_or_else(String::new, |first| first.describe(trace));
                let planner = &schedule.planner;
                let message = format!("the plan of `{planner}` in the file is not valid: {first}");
                let mut message = Message::error("invalid-plan", message);
                message.level = Level::Warning;
                done.add_messages(name, vec![message]);
                None
            }
        });
    }
    placed
}

/// The failure when some traces of a file do not fit or are undecided; traces that do not fit come first.
fn unfit(decisions: &[Decision], input: &Input<'_>, capacity: Bytes) -> Option<Failure> {
    let failures = decisions.iter().zip(&input.scopes.traces).enumerate();
    let mut failures: Vec<Failure> = failures
        .filter_map(|(index, (decision, trace))| {
            let origins = traces::of_trace(input.origins, index);
            capacity::failure(decision, trace, capacity, origins)
        })
        .collect();
    // The sort is stable: of equals the earlier trace comes first.
    failures.sort_stable_by_key(|failure| failure.status != ExitStatus::No);
    let status = failures.first()?.status;
    let messages = failures.into_iter().flat_map(|failure| failure.messages);
    Some(Failure {
        status,
        messages: messages.collect(),
    })
}

fn is_valid(plan: &MemoryPlan, scopes: &MemoryTraceScopes, alignment: Bytes) -> bool {
    plan.schedules.len() == scopes.traces.len()
        && scopes
            .traces
            .iter()
            .zip(&plan.schedules)
            .all(|(trace, schedule)| planning::check_schedule(trace, schedule, alignment).is_ok())
}

fn sum_of_sizes(trace: &LifetimeTrace) -> u128 {
    trace
        .buffers()
        .iter()
        .map(|buffer| u128::from(buffer.size.0))
        .sum()
}

/// Does the work; a panic fails this piece of work alone.
fn guarded<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Failure::could_not_try(
            Message::error("bug", "internal error of memplan or of the planner")
                .help("this is a bug: please report it with the input and the line above"),
        ))
    })
}

fn interrupted() -> Failure {
    Failure::limit(Message::error("interrupted", "the run was interrupted"))
}

/// Ctrl-C: planners stop as at a deadline, with the best schedule so far.
#[derive(Debug)]
struct Interruption(Arc<AtomicBool>);

impl Interrupt for Interruption {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let is_cancelled = self.0.load(Ordering::Relaxed);
        is_cancelled.then_some(StopReason::Deadline)
    }
}

/// One planner on one file.
struct PlannerRun {
    /// One for each trace of the file; `None` where there is no plan.
    figures: Vec<Option<Figures>>,
    is_kept: bool,
    /// For an archive of plans: name and file.
    record: Option<(String, Vec<u8>)>,
    /// The reason why nothing was written: some traces do not fit into the capacity.
    failure: Option<Failure>,
}
