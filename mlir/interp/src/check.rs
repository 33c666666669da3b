//! Runs a function on several inputs, and collects its memory faults.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use memplan_mlir::dialects::Traits;
use memplan_mlir::{Module, OpId, names};

use crate::{Datum, Fault, FaultKind, Run, RunOptions, random_arguments, run};

/// The outcome of several runs of one function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// Runs that completed.
    pub n_runs: u64,
    /// Total steps of these runs, as in [`Run::n_steps`].
    pub n_steps: u64,
    /// Total number of their heap allocations.
    pub n_allocations: u64,
    /// Maximum number of live bytes on the heap, over all runs.
    pub peak_bytes: u64,
    /// Maximum of [`Run::peak_padded_bytes`] over all runs.
    pub peak_padded_bytes: u64,
    /// Maximum of [`Run::peaks_by_space`] over all runs.
    pub peaks_by_space: BTreeMap<String, u64>,
    /// Allocations that were never freed, in all runs.
    pub n_leaks: u64,
    /// Indices of results in memory that the caller must not free, of the first run that has such results.
    pub borrowed_results: Vec<usize>,
    /// Distinct faults, each with the first input that causes it, and limits that ended a run.
    pub faults: Vec<FoundFault>,
    /// Whether there was an input for every run; `false` if an argument has a type for which none can be made.
    pub has_inputs: bool,
}

/// A fault with the input that causes it.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundFault {
    /// The fault.
    pub fault: Fault,
    /// The seed of the run.
    pub seed: u64,
    /// The arguments of the run. Its faults share them, since those of a model are large.
    pub arguments: Arc<[Datum]>,
}

/// The possible entry functions: the public ones with a body, or all with a body if none is public.
pub fn entry_functions(m: &Module) -> Vec<OpId> {
    let all = functions_with_body(m);
    let public: Vec<OpId> = all.iter().copied().filter(|&op| is_public(m, op)).collect();
    if public.is_empty() { all } else { public }
}

/// The functions that [`run`] can run.
pub fn functions_with_body(m: &Module) -> Vec<OpId> {
    let mut all = m.ops_with_trait(Traits::FUNCTION);
    all.retain(|&op| {
        let body = m.regions(op).first().copied();
        body.and_then(|body| m.first_block(body)).is_some()
    });
    all
}

fn is_public(m: &Module, function: OpId) -> bool {
    let visibility = m.prop(function, names::SYM_VISIBILITY);
    let word = visibility.and_then(|attr| m.ctx.attr_str(attr));
    word.is_none_or(|word| m.ctx.bytes(word) == b"public")
}

/// Runs a function on random arguments, one run for each seed; on the arguments in `given` instead, if there are
/// any.
///
/// `options` returns the options of the run with a seed, or `None` to stop early; `completed` gets each run that
/// returns, with its arguments. A fault that was found before, at
/// the same operation, is not repeated. A function that reaches the step limit before any run completes is not run on
/// further inputs. Operations without a definition do not read partly unwritten buffers
/// ([`RunOptions::opaque_reads_everything`] is off).
pub fn check(
    m: &Module,
    function: OpId,
    given: Option<&[Datum]>,
    seeds: impl Iterator<Item = u64>,
    mut options: impl FnMut(u64) -> Option<RunOptions>,
    mut completed: impl FnMut(u64, &[Datum], &Run),
) -> Checked {
    let mut checked = Checked {
        has_inputs: true,
        ..Checked::default()
    };
    let mut seen = BTreeSet::new();
    for seed in seeds {
        let Some(options) = options(seed) else {
            return checked;
        };
        let options = RunOptions {
            seed,
            opaque_reads_everything: false,
            ..options
        };
        let given = given.map(<[Datum]>::to_vec);
        let Some(arguments) = given.or_else(|| random_arguments(m, function, seed)) else {
            checked.has_inputs = false;
            return checked;
        };
        let arguments: Arc<[Datum]> = arguments.into();
        let run = run(m, function, &arguments, &options);
        if let Ok(run) = &run {
            completed(seed, &arguments, run);
        }
        let faults = checked.take(run);
        let is_step_limit = |fault: &Fault| fault.kind == FaultKind::StepLimit;
        let is_stopped = faults.iter().any(is_step_limit);
        for fault in faults {
            if seen.insert((fault.kind.name(), fault.op)) {
                let arguments = Arc::clone(&arguments);
                checked.faults.push(FoundFault {
                    fault,
                    seed,
                    arguments,
                });
            }
        }
        if is_stopped && checked.n_runs == 0 {
            break;
        }
    }
    checked
}

impl Checked {
    /// Adds a run, and returns its faults.
    fn take(&mut self, run: Result<Run, Fault>) -> Vec<Fault> {
        let run = match run {
            Ok(run) => run,
            Err(fault) => return vec![fault],
        };
        self.n_runs += 1;
        self.n_steps += run.n_steps;
        self.n_allocations += run.n_allocations;
        self.n_leaks += run.leaks.len() as u64;
        self.peak_bytes = self.peak_bytes.max(run.peak_bytes);
        self.peak_padded_bytes = self.peak_padded_bytes.max(run.peak_padded_bytes);
        for (space, peak) in run.peaks_by_space {
            let most = self.peaks_by_space.entry(space).or_default();
            *most = peak.max(*most);
        }
        if self.borrowed_results.is_empty() {
            self.borrowed_results = run.borrowed_results;
        }
        run.leaks
    }
}
