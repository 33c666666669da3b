//! `ownership-based-buffer-deallocation`: frees every buffer exactly once, without a garbage
//! collector.
//!
//! Each block owns buffers, recorded in flags that accompany the values. A buffer that is no longer
//! needed is freed if its flag is true. When control leaves a block, the flags are passed on with
//! the buffers. A function's caller owns the buffers that the function returns; the function never
//! owns its arguments.
//!
//! The scheme and the emitted operations (`bufferization.dealloc`, `bufferization.clone`) are those of
//! the MLIR pass of the same name. The implementation differs:
//!
//! 1. `facts`: computes which values can own a buffer, their live ranges, and which may be the same.
//! 2. `solve`: computes all flags before anything is changed. Constant flags never become values of
//!    the program, so loops, branches and calls pass only flags that depend on the run. Ownership
//!    moves into a loop if the buffer has no other uses.
//! 3. `emit`: inserts the operations. A buffer is freed after its last use, or on the control-flow
//!    edge where it dies, instead of at the end of the block.
//!
//! Functions are analysed separately, except private ones: they may return borrowed buffers, which
//! saves a copy, if all their callers are known.

mod check;
mod emit;
mod escape;
mod facts;
mod plan;
mod signature;
mod solve;
mod wait;

use std::ops::Range;

use memplan_memory_model::{Contracts, Origins};
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{has_body, is_deallocated, successor_operand_ranges};
use memplan_mlir::passes::{
    Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo, Promise,
};
use memplan_mlir::rewrite::drop_unreachable_blocks;
use memplan_mlir::{Module, OpId};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{DeallocError, DeallocWarning, arena};
use facts::Facts;
pub use signature::{ReturnMode, Signature};

/// The values of the option `existing-deallocs`.
const EXISTING_WORDS: &[(&str, ExistingDeallocs)] = &[
    ("keep", ExistingDeallocs::Keep),
    ("skip", ExistingDeallocs::Skip),
    ("strip", ExistingDeallocs::Strip),
    ("error", ExistingDeallocs::Error),
];

/// The pass `ownership-based-buffer-deallocation`: frees every buffer exactly once. Flags, most of them constants,
/// tell which block owns a buffer.
///
/// The caller of a function owns the buffers that the function returns; the function never owns its arguments.
/// Source: the MLIR pass of the same name, with flags that are solved for a whole function at once. Near-linear in
/// the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnershipBasedDeallocation {
    /// How to run it.
    pub options: OwnershipOptions,
}

impl OwnershipOptions {
    /// The options of the pass. The named pipeline has the first two as well.
    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        vec![
            Field::flag("private-function-dynamic-ownership", &mut self.private_dynamic)
                .help("Private functions return a flag if the owner of a result is known only at run time."),
            Field::word("existing-deallocs", &mut self.existing, EXISTING_WORDS).help(
                "How to handle deallocations of the program: `keep` ignores the buffers that they free, \
                 `skip` ignores their functions, `strip` removes them first, `error` rejects them.",
            ),
            Field::flag("early", &mut self.early)
                .help("Free after the last use, not at the end of the block."),
            Field::flag("borrow", &mut self.borrow).help(
                "Let private functions return what their caller does not own, where every \
                 caller is known.",
            ),
        ]
    }
}

impl Pass for OwnershipBasedDeallocation {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "ownership-based-buffer-deallocation",
            aliases: &[],
            summary: "Frees every buffer once it is not needed, with flags that say who owns it.",
            cost: "near-linear in the operations",
            source: "the pass of MLIR 22, with flags solved globally",
        }
    }

    // Buffers that the program frees are ignored, so a leak among buffers that may be the same remains.
    fn promise(&self) -> Promise {
        Promise::FREES_ALL
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| pass.options.fields())
    }

    fn run(&self, m: &mut Module, root: OpId, context: &mut PassContext) -> Result<(), PassError> {
        let warnings = run(m, root, &self.options)
            .map_err(|errors| DeallocError::into_pass_errors(errors, m))?;
        for warning in warnings {
            let note = warning.buffer.map(|op| (op, "the buffer comes from here"));
            context.warn(m, warning.op, warning.code, warning.message, note);
        }
        Ok(())
    }
}

/// How to handle functions that already free buffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExistingDeallocs {
    /// Ignore the freed buffers and all buffers that may be the same; handle the others.
    #[default]
    Keep,
    /// Skip the function.
    Skip,
    /// Remove the deallocations and handle all buffers. Sound if the deallocations were correct.
    Strip,
    /// Reject the function.
    Error,
}

/// Options of the pass.
#[derive(Clone, Copy, Debug)]
pub struct OwnershipOptions {
    /// Whether private functions return an additional `i1` result instead of a copy if the owner of a
    /// result is known only at run time.
    pub private_dynamic: bool,
    /// How to handle functions that already free buffers.
    pub existing: ExistingDeallocs,
    /// Whether buffers are freed after their last use instead of at the end of the block.
    pub early: bool,
    /// Whether private functions may return buffers that their caller does not own, if all callers are
    /// known.
    pub borrow: bool,
}

impl Default for OwnershipOptions {
    fn default() -> Self {
        Self {
            private_dynamic: false,
            existing: ExistingDeallocs::default(),
            early: true,
            borrow: true,
        }
    }
}

/// Inserts deallocations into every function below `root`, which holds all callers of its private
/// functions, and returns warnings. Near-linear in the size of the program.
///
/// # Errors
///
/// All unsupported operations, in program order. The behaviour of the program is then unchanged, but
/// unreachable blocks may be removed and merged allocations freed in their scopes.
pub fn run(
    m: &mut Module,
    root: OpId,
    options: &OwnershipOptions,
) -> Result<Vec<DeallocWarning>, Vec<DeallocError>> {
    let functions: Vec<OpId> = m
        .walk(root)
        .filter(|&op| {
            m.has_trait(op, Traits::FUNCTION) && has_body(m, op) && !is_deallocated(m, op)
        })
        .collect();
    let mut errors = Vec::new();
    let mut chosen = Vec::new();
    for &function in &functions {
        let frees = check::existing_frees(m, function);
        match options.existing {
            ExistingDeallocs::Skip if !frees.is_empty() => continue,
            ExistingDeallocs::Error => errors.extend(frees.iter().map(|&op| {
                DeallocError::new(op, "existing-dealloc", "the function frees buffers already")
            })),
            ExistingDeallocs::Keep | ExistingDeallocs::Strip | ExistingDeallocs::Skip => {}
        }
        check::function(m, function, options.existing, &mut errors);
        chosen.push(function);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut stripped = Vec::new();
    for &function in &chosen {
        drop_unreachable_blocks(m, function);
        if options.existing == ExistingDeallocs::Strip {
            stripped.extend(check::strip(m, function));
        }
    }
    arena::free_all(m, root);
    let (plans, mut origins) = decide(m, root, &chosen, options);
    for (facts, plan, _) in &plans {
        wait::check(m, facts, plan, &mut origins, &mut errors);
    }
    if !errors.is_empty() {
        check::restore(m, stripped);
        return Err(errors);
    }
    for free in stripped {
        m.erase(free.op);
    }
    let warnings = plans
        .iter()
        .flat_map(|(facts, plan, _)| escape::warnings(m, facts, plan));
    let warnings = warnings.collect();
    for (facts, plan, signature) in &plans {
        emit::emit(m, facts, plan, signature);
        signature.mark(m, facts.function);
    }
    Ok(warnings)
}

/// The decisions about a function.
type Decided = (Facts, plan::Plan, Signature);

/// Decides about all functions, callees first. A recursive function is assumed to never return one buffer twice. If
/// that is refuted, all functions are decided again: first without the refuted assumptions, then without any.
/// Near-linear.
fn decide(
    m: &Module,
    root: OpId,
    functions: &[OpId],
    options: &OwnershipOptions,
) -> (Vec<Decided>, Origins) {
    let dominance = Dominance::new(m);
    let contracts = Contracts::new(m, root);
    let mut refuted = FxHashSet::default();
    loop {
        let mut origins = Origins::new(m, root);
        origins.only_owned();
        let mut worklist = signature::CallGraphWorklist::new(m, root, functions, options);
        worklist.assume_distinct(&refuted);
        let mut plans = Vec::new();
        while let Some(function) = worklist.next() {
            let calls = worklist.calls_below(m, function);
            for (&call, signature) in sorted(&calls) {
                for (result, &mode) in m.results(call).zip(&signature.results) {
                    if mode != ReturnMode::Owned {
                        origins.set_unknown_result(result);
                    }
                }
            }
            for call in worklist.distinct_below(function) {
                origins.set_distinct_results(call);
            }
            let mut facts = Facts::new(m, function, &origins, &dominance, &calls, &contracts);
            // A caller that receives ownership flags counts each buffer as owned once.
            facts.may_return_twice &= !options.private_dynamic;
            let plan = solve::solve(m, &facts, &mut origins, options.early);
            let signature = worklist.decide(m, function, &facts, &plan, &mut origins);
            plans.push((facts, plan, signature));
        }
        if worklist.refuted().is_empty() {
            return (plans, origins);
        }
        let again = if refuted.is_empty() {
            worklist.refuted()
        } else {
            worklist.recursive()
        };
        refuted.extend(again);
    }
}

/// The entries of a map in the order of their keys.
fn sorted<V>(map: &FxHashMap<OpId, V>) -> Vec<(&OpId, &V)> {
    #[allow(clippy::iter_over_hash_type, reason = "sorted right away")]
    let mut entries: Vec<(&OpId, &V)> = map.iter().collect();
    entries.sort_stable_by_key(|&(&op, _)| op);
    entries
}

/// The operands that a terminator passes to each successor. The checks guarantee that they are known
/// where they matter. Linear in the successors.
fn forwarded_ranges(m: &Module, op: OpId) -> Vec<Range<usize>> {
    let n_successors = m.successors(op).len();
    successor_operand_ranges(m, op).unwrap_or_else(|| vec![0..0; n_successors])
}
