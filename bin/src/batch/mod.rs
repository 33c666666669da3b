//! Planning many traces with several planners: parallel, resumable, in bounded memory.
//!
//! Threads take files and records one by one, so no more of them are in memory than there are
//! threads. With fewer files than threads, the planners of one file run side by side, and what is
//! left goes to the planners themselves. Results are collected in the order of the inputs, whatever
//! the order in which they come, and a schedule never depends on the number of threads: so equal
//! runs give equal tables and plans, times apart.
//!
//! A bad trace is told and counted, and the others go on. Only a target that cannot be written ends
//! the run.

mod assess;
pub(crate) mod entries;
pub(crate) mod inputs;
mod manifest;
mod progress;
mod results;
mod summary;
pub(crate) mod target;

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use memplan_planner::registry::{PlannerSpec, Registry};
use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemoryPlanner, MemoryTraceScopes, PlanOptions,
};
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::exit::{ExitStatus, Failure, Outcome};
use crate::planning::{self, Timed};
use crate::render::Message;
use crate::{STACK_BYTES, Session, data, deadline, io};
use assess::{Candidate, Figures, bounds};
use entries::{Entries, Entry};
pub(crate) use progress::{Bar, Talk};
use results::{Done, Results};
pub(crate) use summary::{Row, Summary};
use target::Target;

/// A planner with what the user wants of it.
pub(crate) struct Choice {
    /// As the user named it, in the spelling of the registry.
    pub label: String,
    planner: Box<dyn MemoryPlanner>,
    /// Of the command line, unless the planner has its own.
    alignment: Bytes,
}

impl Choice {
    /// The planner of a specification; `alignment` counts where it has none of its own.
    ///
    /// # Errors
    ///
    /// When there is no such planner, or an option is wrong.
    pub(crate) fn new(registry: &Registry, text: &str, alignment: u64) -> Outcome<Self> {
        let planner = planning::find_planner(registry, text)?;
        let mut alignment = Bytes(alignment);
        let mut label = planner.info().name.to_owned();
        // It parsed once already.
        if let Ok(mut spec) = PlannerSpec::parse(text) {
            if let Ok(Some(own)) = spec.params.parse("alignment", "") {
                alignment = Bytes(own);
            }
            spec.name = label;
            label = spec.to_string();
        }
        Ok(Self {
            label,
            planner,
            alignment,
        })
    }

    /// The label as part of a file name.
    fn file_label(&self) -> String {
        let label = self.label.trim_end_matches('}');
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=.+".contains(c);
        let chars = label.chars().map(|c| match c {
            '{' | ' ' => '-',
            c if is_plain(c) => c,
            _ => '_',
        });
        chars.collect()
    }
}

/// What every planner of a run is told.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// For one trace.
    pub time: Option<Duration>,
    /// For one trace, in the units of the planner.
    pub work: Option<u64>,
    /// The only source of randomness.
    pub seed: u64,
    /// Threads of the whole run.
    pub threads: NonZeroUsize,
}

/// One run.
pub(crate) struct Batch<'a> {
    pub session: &'a Session<'a>,
    pub choices: Vec<Choice>,
    pub limits: Limits,
    pub bar: Bar,
}

/// How the threads of a run are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shares {
    /// Files at a time.
    entries: usize,
    /// Planners on one file at a time.
    planners: usize,
    /// Threads of one planner.
    inner: NonZeroUsize,
}

impl Shares {
    fn new(threads: NonZeroUsize, n_entries: Option<u64>, n_planners: usize) -> Self {
        let threads = threads.get();
        let n_entries = n_entries.map_or(threads, |n| usize::try_from(n).unwrap_or(threads));
        let entries = threads.min(n_entries).max(1);
        let each = threads / entries;
        let planners = each.min(n_planners).max(1);
        Self {
            entries,
            planners,
            inner: NonZeroUsize::new(each / planners).unwrap_or(NonZeroUsize::MIN),
        }
    }
}

/// One planner on one file.
struct PlannerRun {
    /// One for each trace of the file.
    figures: Vec<Figures>,
    is_kept: bool,
    /// For an archive of plans: name and file.
    record: Option<(String, Vec<u8>)>,
}

impl Batch<'_> {
    /// Plans everything.
    ///
    /// # Errors
    ///
    /// When a target cannot be written; what is wrong with inputs is in the summary, and told.
    pub(crate) fn run(&self, entries: Entries, target: Target) -> Outcome<Summary> {
        let is_single = entries.is_one_file() && self.choices.len() == 1;
        let shares = Shares::new(self.limits.threads, entries.n_entries(), self.choices.len());
        // An archive is written in order, by whoever collects the results.
        let (target, archive) = match target {
            Target::Archive(archive) => (Target::Nowhere, Some(archive)),
            other => (other, None),
        };
        let jobs = Jobs {
            batch: self,
            target,
            wants_records: archive.is_some(),
            shares,
            is_cancelled: cancellation(),
            unwritable: Mutex::default(),
        };
        let results = Results::new(self.session, &self.bar, archive);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(shares.entries)
            .stack_size(STACK_BYTES)
            .thread_name(|index| format!("memplan-{index}"))
            .build()
            .map_err(|error| {
                let message = format!("cannot start threads: {error}");
                Failure::could_not_try(Message::error("no-thread", message))
            })?;
        pool.install(|| {
            entries.par_bridge().for_each(|entry| {
                if !results.is_over() && !jobs.is_ended() {
                    let index = entry.index;
                    results.submit(index, jobs.entry(entry));
                }
            });
        });
        self.bar.finish();
        if let Some(failure) = jobs.unwritable().take() {
            return Err(failure);
        }
        let is_interrupted = jobs.is_cancelled();
        let collected = results.finish(is_interrupted)?;
        Ok(Summary {
            rows: collected.rows,
            failed: collected.failed,
            n_entries: collected.n_entries,
            planners: self
                .choices
                .iter()
                .map(|choice| choice.label.clone())
                .collect(),
            is_single,
            is_interrupted,
        })
    }
}

/// The work of the threads.
struct Jobs<'a> {
    batch: &'a Batch<'a>,
    target: Target,
    /// Whether plans are handed on for an archive.
    wants_records: bool,
    shares: Shares,
    is_cancelled: Arc<AtomicBool>,
    /// Why no more plans can be written.
    unwritable: Mutex<Option<Failure>>,
}

impl Jobs<'_> {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    fn unwritable(&self) -> MutexGuard<'_, Option<Failure>> {
        self.unwritable
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is no point in going on.
    fn is_ended(&self) -> bool {
        self.is_cancelled() || self.unwritable().is_some()
    }

    /// All planners on one file.
    fn entry(&self, entry: Entry) -> Done {
        let name = entry.name.clone();
        let stem = entry.stem.clone();
        let n_planners = self.batch.choices.len() as u64;
        // A planner that panics is told as one that failed; so is a reader.
        let read = guarded(|| entry.read().and_then(|text| data::read_traces(&text)));
        let scopes = match read {
            Ok(scopes) => scopes,
            Err(failure) => {
                self.batch.bar.advance(n_planners);
                return Done::failed(&name, None, failure);
            }
        };
        let hash = match self.hash(&scopes) {
            Ok(hash) => hash,
            Err(failure) => return Done::failed(&name, None, failure),
        };
        let runs = self.each_planner(|choice| {
            let run = guarded(|| self.planner(choice, &name, &stem, &scopes, hash));
            self.batch.bar.advance(1);
            run
        });
        if self.is_ended() && runs.iter().any(Result::is_err) {
            return Done::default();
        }
        self.done(&name, &scopes, runs)
    }

    /// What tells the traces from others, where anybody wants to know.
    fn hash(&self, scopes: &MemoryTraceScopes) -> Outcome<u128> {
        if matches!(self.target, Target::Nowhere) && !self.wants_records {
            return Ok(0);
        }
        wire::trace_hash(scopes)
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
                // Without another thread, this one does all of it.
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

    /// One planner on one file.
    fn planner(
        &self,
        choice: &Choice,
        name: &str,
        stem: &str,
        scopes: &MemoryTraceScopes,
        hash: u128,
    ) -> Outcome<PlannerRun> {
        let request = self.batch.request(choice);
        let plan_stem = match self.batch.choices.len() {
            1 => stem.to_owned(),
            _ => format!("{stem}.{}", choice.file_label()),
        };
        let file_name = format!("{plan_stem}.mplan");
        if let Target::Directory(directory) = &self.target
            && let Some(kept) = directory.kept(&file_name, hash, &request)
            && is_valid(&kept.plan, scopes, choice.alignment)
            && kept.elapsed_ms.len() == scopes.traces.len()
        {
            let schedules = kept.plan.schedules.iter().zip(&kept.elapsed_ms);
            return Ok(PlannerRun {
                figures: schedules
                    .map(|(schedule, &elapsed_ms)| Figures::new(schedule, elapsed_ms))
                    .collect(),
                is_kept: true,
                record: None,
            });
        }
        let schedules = self.schedules(choice, name, scopes)?;
        let elapsed_ms: Vec<f64> = schedules
            .iter()
            .map(|timed| timed.elapsed.as_nanos() as f64 / 1e6)
            .collect();
        let figures = schedules.iter().zip(&elapsed_ms);
        let figures = figures
            .map(|(timed, &elapsed_ms)| Figures::new(&timed.schedule, elapsed_ms))
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
        })
    }

    fn schedules(
        &self,
        choice: &Choice,
        name: &str,
        scopes: &MemoryTraceScopes,
    ) -> Outcome<Vec<Timed>> {
        let limits = &self.batch.limits;
        let traces = scopes.traces.iter();
        traces
            .map(|trace| {
                let label = match trace.scope() {
                    "" => name.to_owned(),
                    scope => format!("{name} {scope}"),
                };
                let options = PlanOptions {
                    alignment: choice.alignment,
                    work_limit: limits.work,
                    interrupt: Some(self.is_cancelled.clone()),
                    seed: limits.seed,
                    threads: self.shares.inner,
                    progress: self.batch.bar.listener(&label, &choice.label),
                };
                let options = deadline::within(limits.time, options);
                let timed = planning::plan(&*choice.planner, trace, &options)?;
                // A planner that was cancelled hands out what it has: that is not what was asked for.
                if self.is_cancelled() {
                    return Err(interrupted());
                }
                Ok(timed)
            })
            .collect()
    }

    /// Rows and messages of a file.
    fn done(&self, name: &str, scopes: &MemoryTraceScopes, runs: Vec<Outcome<PlannerRun>>) -> Done {
        let mut done = Done {
            is_over: true,
            ..Done::default()
        };
        let mut finished = Vec::new();
        for (choice, run) in self.batch.choices.iter().zip(runs) {
            match run {
                Ok(mut run) => {
                    done.records.extend(run.record.take());
                    finished.push((choice, run));
                }
                Err(failure) => done.add_failure(name, Some(&choice.label), failure),
            }
        }
        for (index, trace) in scopes.traces.iter().enumerate() {
            let candidates: Vec<Candidate<'_>> = finished
                .iter()
                .filter_map(|(choice, run)| {
                    Some(Candidate {
                        planner: &choice.label,
                        alignment: choice.alignment,
                        figures: run.figures.get(index)?,
                    })
                })
                .collect();
            let max_load = trace.max_load().0;
            let (found, warnings) = bounds(trace, max_load, &candidates);
            done.add_messages(name, warnings);
            let lowest = candidates
                .iter()
                .map(|candidate| candidate.figures.peak)
                .min();
            for ((candidate, bound), (_, run)) in candidates.iter().zip(found).zip(&finished) {
                let figures = candidate.figures;
                done.rows.push(Row {
                    trace: name.to_owned(),
                    scope: trace.scope().to_owned(),
                    planner: candidate.planner.to_owned(),
                    buffers: trace.len(),
                    sum_bytes: sum_of_sizes(trace),
                    max_load_bytes: max_load,
                    lower_bound_bytes: bound.bytes,
                    bound_rule: bound.rule.name(),
                    peak_bytes: figures.peak,
                    optimal: figures.peak <= bound.bytes,
                    best: Some(figures.peak) == lowest,
                    fragmentation: bound.fragmentation(figures.peak),
                    work: figures.work,
                    elapsed_ms: figures.elapsed_ms,
                    resumed: run.is_kept,
                });
            }
        }
        done
    }
}

impl Batch<'_> {
    /// All that decides what a plan looks like, besides its traces: an earlier plan on another
    /// request is made again. Threads do not belong to it, because they never change a plan.
    fn request(&self, choice: &Choice) -> String {
        let limits = &self.limits;
        let or_none = |limit: Option<String>| limit.unwrap_or_else(|| "none".to_owned());
        format!(
            "memplan {} {} alignment={} seed={} work={} time={}",
            env!("CARGO_PKG_VERSION"),
            choice.label,
            choice.alignment,
            limits.seed,
            or_none(limits.work.map(|work| work.to_string())),
            or_none(limits.time.map(|time| format!("{}ms", time.as_millis()))),
        )
    }
}

fn is_valid(plan: &MemoryPlan, scopes: &MemoryTraceScopes, alignment: Bytes) -> bool {
    plan.schedules.len() == scopes.traces.len()
        && scopes
            .traces
            .iter()
            .zip(&plan.schedules)
            .all(|(trace, schedule)| planning::check(trace, schedule, alignment).is_ok())
}

fn sum_of_sizes(trace: &LifetimeTrace) -> u128 {
    trace
        .buffers()
        .iter()
        .map(|buffer| u128::from(buffer.size.0))
        .sum()
}

/// Does the work; a panic becomes a failure of this piece of work alone.
fn guarded<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Failure::could_not_try(
            Message::error("bug", "stopped on an error of memplan or of the planner")
                .help("this is a bug: please report it with the input and the line above"),
        ))
    })
}

fn interrupted() -> Failure {
    Failure::limit(Message::error("interrupted", "the run was interrupted"))
}

/// Set by the first Ctrl-C, or request to end, of this process. The second one ends it at once.
fn cancellation() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let install = || {
        let flag = Arc::new(AtomicBool::new(false));
        let seen = flag.clone();
        // Where no handler can be set, the first Ctrl-C ends the process: no plan is half there.
        let _ = ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(ExitStatus::Limit as u8));
            }
        });
        flag
    };
    FLAG.get_or_init(install).clone()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use memplan_planner::registry::Registry;

    use super::{Choice, Shares};

    #[test]
    fn threads_go_to_files_first_then_to_planners_then_into_them() {
        let shares = |threads, n_entries, n_planners| {
            let shares = Shares::new(NonZeroUsize::new(threads).unwrap(), n_entries, n_planners);
            (shares.entries, shares.planners, shares.inner.get())
        };
        assert_eq!(shares(8, Some(100), 3), (8, 1, 1));
        assert_eq!(shares(8, Some(1), 1), (1, 1, 8));
        assert_eq!(shares(8, Some(1), 3), (1, 3, 2));
        assert_eq!(shares(8, Some(2), 2), (2, 2, 2));
        assert_eq!(shares(8, None, 2), (8, 1, 1));
        assert_eq!(shares(1, Some(0), 0), (1, 1, 1));
    }

    #[test]
    fn choices_are_named_as_the_registry_does() {
        let choice = |text| Choice::new(&Registry::with_builtin(), text, 8).unwrap();
        assert_eq!(choice("cost-model").label, "chunk-hot");
        let own = choice("best-fit{ seed=1,alignment=64 time=10s}");
        assert_eq!(own.label, "best-fit{alignment=64 seed=1 time=10s}");
        assert_eq!(own.file_label(), "best-fit-alignment=64-seed=1-time=10s");
        assert_eq!((own.alignment.0, choice("best-fit").alignment.0), (64, 8));
    }
}
