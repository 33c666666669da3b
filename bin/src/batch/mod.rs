//! Planning many traces with several planners: parallel, resumable, in bounded memory.
//!
//! Threads take files and records one by one, so no more of them are in memory than there are threads. With fewer
//! files than threads, the planners of one file run side by side, and the remaining threads go to the planners
//! themselves. Results are collected in the order of the inputs, and schedules do not depend on the number of
//! threads: so equal runs give equal tables and plans, except for times.
//!
//! Failures are reported and counted; the remaining traces are still planned. Only an output that cannot be
//! written ends the run.

mod assess;
pub(crate) mod content;
pub(crate) mod engine;
pub(crate) mod entries;
pub(crate) mod inputs;
mod jobs;
mod manifest;
mod matrix;
mod progress;
#[cfg(feature = "serve")]
pub(crate) mod remote;
mod results;
mod summary;
pub(crate) mod target;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use memplan::{ChosenCollector, Context};
use memplan_planner::registry::{PluginSpec, alignment_of};
use memplan_planner::{Bytes, MemoryPlanner, Units};
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::Session;
use crate::exit::{Failure, Outcome};
use crate::labels::labels;
use crate::planning;
use crate::pool::on_pool;
use crate::render::Message;
use entries::Entries;
use jobs::Jobs;
pub(crate) use matrix::Matrix;
pub(crate) use progress::{Bar, Verbosity};
use results::Results;
pub(crate) use summary::{RowMeasure, Summary};
use target::Target;

/// A planner with the requests of the user.
pub(crate) struct Choice {
    /// The name in tables and files.
    pub label: String,
    /// As the user specified it, in the spelling of the registry.
    pub spec: String,
    planner: Arc<dyn MemoryPlanner>,
    /// The files of the command that the planner runs, if it runs one.
    files: Vec<PathBuf>,
    /// Of the command line, unless the planner has its own.
    alignment: Bytes,
    /// The address of the server that plans, if one does.
    server: Option<String>,
}

impl Choice {
    /// The planner of a specification; `alignment` applies if the specification has none.
    ///
    /// # Errors
    ///
    /// When there is no such planner, or an option is wrong.
    pub(crate) fn new(context: &Context, text: &str, alignment: u64) -> Outcome<Self> {
        let planner = planning::find_planner(context, text)?;
        let mut alignment = Bytes(alignment);
        let mut label = planner.info().name.to_owned();
        let mut files = Vec::new();
        // Cannot fail: the same text was parsed above.
        if let Ok(mut spec) = PluginSpec::parse(text) {
            alignment = alignment_of(&spec).unwrap_or(alignment);
            spec.name = label;
            label = spec.to_string();
            files = memplan_remote::exec::files(&spec);
            #[cfg(feature = "wasm")]
            files.extend(crate::wasm::file(&spec));
        }
        Ok(Self {
            spec: label.clone(),
            label,
            planner,
            files,
            alignment,
            server: None,
        })
    }

    /// The planners of several specifications, each once, with labels that tell them apart.
    ///
    /// # Errors
    ///
    /// Those of [`Self::new`]; when there is no specification.
    pub(crate) fn all(context: &Context, texts: &[&str], alignment: u64) -> Outcome<Vec<Self>> {
        Self::distinct(texts, |text| Self::new(context, text, alignment))
    }

    /// The planners of several specifications, each once, with labels that tell them apart.
    fn distinct(texts: &[&str], make: impl Fn(&str) -> Outcome<Self>) -> Outcome<Vec<Self>> {
        let mut choices: Vec<Self> = Vec::new();
        for text in texts {
            let choice = make(text)?;
            if choices.iter().all(|other| other.spec != choice.spec) {
                choices.push(choice);
            }
        }
        if choices.is_empty() {
            return Err(Failure::could_not_try(
                Message::error("usage", "no planner given")
                    .help("`memplan list planners` lists the planners with their options"),
            ));
        }
        let specs: Vec<String> = choices.iter().map(|choice| choice.spec.clone()).collect();
        for (choice, label) in choices.iter_mut().zip(labels(&specs)) {
            choice.label = label;
        }
        Ok(choices)
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

/// The limits of all planners of a run.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// For one trace.
    pub time: Option<Duration>,
    /// For one trace, in the units of the planner.
    pub work: Option<Units>,
    /// The capacity that every trace has to fit into, if the user gave one.
    pub capacity: Option<Bytes>,
    /// The only source of randomness.
    pub seed: u64,
    /// Threads of the whole run.
    pub threads: NonZeroUsize,
}

/// One run.
pub(crate) struct Batch<'a> {
    pub session: &'a Session<'a>,
    pub choices: Vec<Choice>,
    /// The collector and options for programs among the inputs.
    pub collector: ChosenCollector,
    pub limits: Limits,
    pub bar: Bar,
}

/// The distribution of the threads of a run.
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
        let n_threads = threads.get();
        let most = n_entries.and_then(|n| usize::try_from(n).ok());
        let entries = most.map_or(n_threads, |n| n_threads.min(n)).max(1);
        let each = n_threads / entries;
        let planners = each.min(n_planners).max(1);
        Self {
            entries,
            planners,
            inner: NonZeroUsize::new(each / planners).unwrap_or(NonZeroUsize::MIN),
        }
    }
}

impl Batch<'_> {
    /// Plans everything.
    ///
    /// # Errors
    ///
    /// When a target cannot be written. Errors of inputs are in the summary, and reported.
    pub(crate) fn run(&self, entries: Entries, target: Target) -> Outcome<Summary> {
        let is_single = entries.is_one_file() && self.choices.len() == 1;
        let n_given = entries.n_entries();
        let shares = Shares::new(self.limits.threads, entries.n_entries(), self.choices.len());
        let is_resumable = matches!(target, Target::Directory(_));
        // The collector of results writes an archive, in input order.
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
        on_pool(Some(shares.entries), || {
            entries.par_bridge().for_each(|entry| {
                if !results.is_over() && !jobs.is_ended() {
                    let index = entry.index;
                    results.submit(index, jobs.entry(entry));
                }
            });
        })?;
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
            n_given,
            planners: self
                .choices
                .iter()
                .map(|choice| choice.label.clone())
                .collect(),
            is_single,
            is_interrupted,
            is_resumable,
            capacity: self.limits.capacity,
        })
    }
}

impl Batch<'_> {
    /// Everything that determines a plan besides its traces: an earlier plan with another request is computed again.
    /// The number of threads is not part of it, because it never changes a plan.
    fn request(&self, choice: &Choice) -> String {
        let limits = &self.limits;
        let or_none = |limit: Option<String>| limit.unwrap_or_else(|| "none".to_owned());
        let request = format!(
            "memplan {} {} {} alignment={} seed={} work={} time={}",
            env!("CARGO_PKG_VERSION"),
            content::of_programs(choice),
            choice.spec,
            choice.alignment,
            limits.seed,
            or_none(limits.work.map(|work| work.to_string())),
            or_none(limits.time.map(|time| format!("{}ms", time.as_millis()))),
        );
        let request = match &choice.server {
            Some(url) => format!("{request} server={url}"),
            None => request,
        };
        match limits.capacity {
            Some(capacity) => format!("{request} capacity={capacity}"),
            None => request,
        }
    }
}

/// Set by the first Ctrl-C or termination request, at which planners return the best schedule so far. The second one
/// ends the process at once.
fn cancellation() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let install = || {
        let flag = Arc::new(AtomicBool::new(false));
        #[cfg(not(target_family = "wasm"))]
        interrupts::set(flag.clone());
        flag
    };
    FLAG.get_or_init(install).clone()
}

/// Where there are signals.
#[cfg(not(target_family = "wasm"))]
mod interrupts {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use crate::exit::ExitStatus;

    /// Lets the first interrupt set the flag and the second one end the process.
    pub(super) fn set(flag: Arc<AtomicBool>) {
        // If no handler can be set, the first Ctrl-C ends the process. No plan is left incomplete.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(ExitStatus::Limit as u8));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use memplan_planner::registry::Registry;
    use memplan_planner::wire::archive::ArchiveKind;
    use memplan_planner::{
        Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, Optimality, PlanError, PlanOptions,
        PluginInfo, Units,
    };

    use super::target::Target;
    use super::{Bar, Batch, Choice, Entries, Limits, Shares, Summary, Verbosity, inputs};
    use crate::data::Kind;
    use crate::render::{Colour, MessageFormat};
    use crate::{Context, Session};

    /// A test planner that places all buffers side by side, records its options, and panics on request.
    #[derive(Debug)]
    struct Witness {
        name: &'static str,
        told: Arc<Mutex<Vec<PlanOptions>>>,
        stumbles: bool,
    }

    impl MemoryPlanner for Witness {
        fn info(&self) -> PluginInfo {
            PluginInfo {
                name: self.name,
                aliases: &[],
                summary: "",
                source: "",
                cost: "",
            }
        }

        fn plan(
            &self,
            trace: &LifetimeTrace,
            options: &PlanOptions,
        ) -> Result<MemorySchedule, PlanError> {
            self.told.lock().unwrap().push(options.clone());
            assert!(!self.stumbles, "the planner stumbles");
            let mut total = 0;
            let mut place = |size: Bytes| {
                total += size.0;
                Bytes(total - size.0)
            };
            let sizes = trace.buffers().iter().map(|buffer| buffer.size);
            Ok(MemorySchedule {
                certificate: None,
                oriented: None,
                pooled: None,
                offsets: sizes.map(&mut place).collect(),
                total_size: Bytes(total),
                reuses: Vec::new(),
                planner: self.name.to_owned(),
                work: Units(1),
                optimality: Optimality::Unknown,
                bound_rule: None,
                stopped_by: None,
            })
        }
    }

    /// Runs planners that witness and one that stumbles, on two copies of one trace.
    fn run(planners: &str, verbosity: Verbosity) -> (Summary, Vec<PlanOptions>) {
        let told = Arc::<Mutex<Vec<PlanOptions>>>::default();
        let mut planners_on_offer = Registry::empty();
        for (name, stumbles) in [("witness", false), ("other", false), ("stumbler", true)] {
            let told = told.clone();
            let planner = Witness {
                name,
                told,
                stumbles,
            };
            planners_on_offer.register(Arc::new(planner)).unwrap();
        }
        let context = Context {
            planners: planners_on_offer,
            ..crate::context()
        };
        let session = Session {
            context: &context,
            format: MessageFormat::Text(Colour::Off),
            front_end: crate::front_end::FrontEnd::of(&context),
            arguments: &[],
            threads: None,
            is_quiet: false,
        };
        let trace = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pair.csv"));
        let files = inputs::find(
            &[trace.clone(), trace],
            Kind::Trace,
            None,
            &session.front_end,
        )
        .unwrap();
        let choices = planners.split(',');
        let choices = choices.map(|text| Choice::new(&context, text, 1).unwrap());
        let batch = Batch {
            session: &session,
            choices: choices.collect(),
            collector: context.collector("tick").unwrap(),
            limits: Limits {
                time: Some(Duration::from_secs(3600)),
                work: Some(Units(77)),
                capacity: None,
                seed: 5,
                threads: NonZeroUsize::new(8).unwrap(),
            },
            bar: Bar::new(None, verbosity),
        };
        let entries = Entries::new(files, ArchiveKind::Traces);
        let summary = batch.run(entries, Target::Nowhere).unwrap();
        drop(batch);
        let told = told.lock().unwrap().clone();
        (summary, told)
    }

    #[test]
    fn planners_are_told_limits_seed_threads_and_where_to_report() {
        let (summary, told) = run("witness,other", Verbosity::Verbose);
        assert_eq!((summary.rows.len(), told.len()), (4, 4));
        for options in &told {
            assert_eq!((options.seed, options.work_limit), (5, Some(Units(77))));
            // Eight threads: two files at a time, two planners on each, two threads for each.
            assert_eq!(options.threads.get(), 2);
            assert!(options.progress.is_some());
            assert_eq!(options.interrupt.as_ref().unwrap().reason_to_stop(), None);
        }
        let (_, told) = run("witness", Verbosity::Quiet);
        assert!(told.iter().all(|options| options.progress.is_none()));
    }

    #[test]
    fn a_planner_that_panics_fails_alone() {
        let (summary, _) = run("witness,stumbler", Verbosity::Quiet);
        let planners: Vec<&str> = summary.rows.iter().map(|row| &*row.planner).collect();
        assert_eq!(planners, ["witness"; 2]);
        let failed: Vec<&str> = summary.failed.iter().map(|row| &*row.code).collect();
        assert_eq!(failed, ["bug"; 2]);
        assert_eq!(summary.failed[0].planner.as_deref(), Some("stumbler"));
    }

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
        let choice = |text| Choice::new(&crate::context(), text, 8).unwrap();
        assert_eq!(choice("cost-model").label, "chunk-hot");
        let own = choice("best-fit{ seed=1,alignment=64 time=10s}");
        assert_eq!(own.label, "best-fit{alignment=64 seed=1 time=10s}");
        assert_eq!(own.file_label(), "best-fit-alignment=64-seed=1-time=10s");
        assert_eq!((own.alignment.0, choice("best-fit").alignment.0), (64, 8));
    }
}
