//! Passes that lower the run-time peak of a program before its buffers are merged: `-O memory`, the default of `merge`.

mod chain;
mod step;

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use memplan_memory::{FoundOrders, carry_in_place};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{callee, is_private};
use memplan_mlir::rewrite::inline;
use memplan_mlir::{Module, OpId};
use memplan_planner::PlanOptions;

use crate::report::RunTimePeak;
use crate::results::results_to_callers;
use crate::threads::on_threads;
use chain::{Chain, limits, peaks};

/// The highest run-time peak of a public function, with each buffer freed separately; `None` if it is not known.
pub(crate) fn highest_peak(m: &Module) -> Option<u64> {
    let bytes = |peak: &RunTimePeak| peak.peak.most.map(|most| most.bytes.unsigned_abs());
    let all: Option<Vec<u64>> = peaks(m)?.iter().map(bytes).collect();
    Some(all?.into_iter().max().unwrap_or(0))
}

/// Options of [`lower_peak`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowerPeak {
    /// How much memory traffic recomputation may add, in percent of that of each function. With zero, buffers are
    /// recomputed only where that adds none.
    pub recompute_percent: u64,
    /// Stop as soon as no public function needs more than this many bytes, with the passes that it takes.
    pub goal_bytes: Option<u64>,
}

/// The effect of one pass on the run-time peaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeakStep {
    /// The name of the pass; `given` for the program before all of them.
    pub pass: String,
    /// Whether the result includes the changes of this pass.
    pub is_kept: bool,
    /// The run-time peaks after the pass, with each buffer freed separately.
    pub peaks: Vec<RunTimePeak>,
}

/// Lowers the run-time peaks of a program on buffers: by `split-buffers`, `sink-fills`, `rematerialize` where
/// recomputation is allowed, `schedule-for-memory`, `fuse-for-memory`, `fuse-updates`, `write-into-parts` and
/// `pad-borders`, `pad-borders-at-peaks` again, `split-outputs` and `compute-in-place`. From `fuse-for-memory`
/// on, passes are skipped if the peaks do not fall.
///
/// The chain runs with calls as they are, with results of private functions in their callers
/// ([`results_to_callers`]), with calls inlined, and, with calls as they are and inlined, with one allocation for
/// each buffer that a loop carries ([`carry_in_place`]). The program becomes that of the stage with the least sum of
/// peaks, among the stages at which no public function has a higher peak than before; if there is none, it is not
/// changed. What the program computes stays the same bit for bit.
///
/// The peaks are those of a program that frees each buffer separately; merging does not raise them. Returns those at
/// each stage of the chain that was taken. Nothing is returned for a program without buffers, and for one that cannot
/// be deallocated: its peaks are not known, and it is not changed.
///
/// Of `run`, two fields are used. The interrupt is polled between the passes; when it asks to stop, the best stage so
/// far is taken. Chains, and sequences of passes within them, run on `threads` threads, which does not change the
/// result.
///
/// Near-linear in the size of the program, up to the work limits of the passes, for functions of one block. With
/// recomputation, each block of each function also costs a copy of the module.
pub fn lower_peak(m: &mut Module, options: LowerPeak, run: &PlanOptions) -> Vec<PeakStep> {
    lower_peak_of_any(m, &[], options, run).0
}

/// As [`lower_peak`], with `others` as further starting points: programs of the same meaning, each with the name of
/// the pass that made it. Also returns the index of the starting point that was taken; `None` for the given program.
pub(crate) fn lower_peak_of_any(
    m: &mut Module,
    others: &[(&'static str, Module)],
    options: LowerPeak,
    run: &PlanOptions,
) -> (Vec<PeakStep>, Option<usize>) {
    let interrupt = run.interrupt.as_deref();
    let has_to_stop = || interrupt.is_some_and(|it| it.reason_to_stop().is_some());
    let Some(given) = peaks(m).filter(|peaks| !peaks.is_empty()) else {
        return (Vec::new(), None);
    };
    let (limits, orders) = (limits(&given, m), FoundOrders::default());
    let given_program = std::iter::once((None, None, &*m));
    let other_programs = others.iter().enumerate();
    let other_programs = other_programs.map(|(at, (pass, m))| (Some(at), Some(*pass), m));
    let programs: Vec<_> = given_program.chain(other_programs).collect();
    let n_variants = VARIANTS.len();
    let starts = on_threads(programs.len() * n_variants, run.threads, |at| {
        let (program, pass, m) = programs[at / n_variants];
        if at > 0 && has_to_stop() {
            return None;
        }
        let mut chain = Chain::new(given.clone(), &limits, &orders, options.goal_bytes);
        let start = chain.start(pass, m, VARIANTS[at % n_variants])?;
        Some((chain, start, program))
    });
    let starts = starts.into_iter().flatten();
    // The thread that runs a chain takes its start.
    let starts: Vec<_> = starts.map(|start| Mutex::new(Some(start))).collect();
    // Most programs have one start.
    let threads_each = run.threads.get() / starts.len().max(1);
    let threads_each = NonZeroUsize::new(threads_each).unwrap_or(NonZeroUsize::MIN);
    let reached = on_threads(starts.len(), run.threads, |at| {
        let mut start = starts[at].lock().unwrap_or_else(PoisonError::into_inner);
        let (mut chain, start, program) = start.take()?;
        chain.run(start, options, threads_each, &has_to_stop);
        Some((chain, program))
    });
    let reached: Vec<_> = reached.into_iter().flatten().collect();
    // The first that reaches the goal changes least; on ties, the first one wins.
    let first = reached.iter().position(|it| it.0.is_done());
    let least = || (0..reached.len()).min_by_key(|&at| reached[at].0.key());
    let best = first.or_else(least);
    let best = best.and_then(|best| reached.into_iter().nth(best));
    let Some((best, program)) = best else {
        return (Vec::new(), None);
    };
    if let Some(module) = best.module {
        *m = module;
    }
    (best.steps, program)
}

/// A pass that runs before the chain: its name, and a function that returns the changed program, or `None` if it
/// changes nothing.
type Start = (&'static str, fn(&Module) -> Option<Module>);

const RESULTS_TO_CALLERS: Start = ("results-to-callers", with_results_in_callers);
const INLINE: Start = ("inline", with_calls_inlined);
const CARRY_IN_PLACE: Start = ("carry-in-place", with_values_in_place);

/// The variants of a program that enter the chain.
const VARIANTS: [&[Start]; 5] = [
    &[],
    &[RESULTS_TO_CALLERS],
    &[INLINE],
    &[CARRY_IN_PLACE],
    &[INLINE, CARRY_IN_PLACE],
];

/// The program with one allocation for each buffer that a loop carries; `None` if there are none.
fn with_values_in_place(m: &Module) -> Option<Module> {
    let carries = |op: OpId| {
        let is_loop = m.has_trait(op, Traits::LOOP);
        is_loop && m.operands(op).iter().any(|&it| m.is_memref(it))
    };
    if !m.walk(m.root()).any(carries) {
        return None;
    }
    let (mut changed, root) = (m.clone(), m.root());
    carry_in_place(&mut changed, root).then_some(changed)
}

/// The program without the calls that can be inlined; `None` if there are none. Inlining exposes more buffers to later
/// passes, but raises the peak of some programs. It removes private functions without callers, so a program without
/// public functions, in which any function may be the entry, is not changed.
fn with_calls_inlined(m: &Module) -> Option<Module> {
    let mut functions = m.ops_with_trait(Traits::FUNCTION).into_iter();
    let has_calls = || m.walk(m.root()).any(|op| callee(m, op).is_some());
    if functions.all(|function| is_private(m, function)) || !has_calls() {
        return None;
    }
    let (mut inlined, root) = (m.clone(), m.root());
    inline(&mut inlined, root).then_some(inlined)
}

/// The program with results of private functions in their callers; `None` if there are none.
fn with_results_in_callers(m: &Module) -> Option<Module> {
    let mut functions = m.ops_with_trait(Traits::FUNCTION).into_iter();
    if !functions.any(|function| is_private(m, function)) {
        return None;
    }
    let mut changed = m.clone();
    results_to_callers(&mut changed).then_some(changed)
}
