//! `ownership-based-buffer-deallocation`: frees every buffer exactly once, without a garbage
//! collector.
//!
//! Each block is responsible for buffers, and says so with flags that travel with the values: at the
//! places where a buffer is not needed any more it is freed if the flag is true, and where control
//! leaves a block the flags go where the buffers go. Buffers that a function returns belong to its
//! caller; those that it is given do not belong to it.
//!
//! The scheme is the one of MLIR's pass of the same name, and so are the operations that it emits
//! (`bufferization.dealloc`, `bufferization.clone`). It is carried out differently:
//!
//! 1. `facts`: who can own a buffer, how long it is needed, who may be the same.
//! 2. `solve`: all flags, before anything is changed. Constant ones never become values of the
//!    program, so that loops, branches and calls carry only flags that depend on what happens at run
//!    time. Ownership moves into loops where nobody else needs the buffer.
//! 3. `emit`: the operations. A buffer is freed behind its last use, or on the edge of the control
//!    flow graph on which it dies, not at the end of the block.
//!
//! Functions are independent of each other but for private ones: what those return may stay
//! borrowed, which saves a copy, when every caller can be told.

mod check;
mod emit;
mod escape;
mod facts;
mod plan;
mod signature;
mod solve;
mod wait;

use std::borrow::Cow;
use std::ops::Range;

use memplan_mlir::analyses::{Dominance, FreedArguments, Origins};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::successor_operand_ranges;
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassDef, PassError, PassInfo, PassOption};
use memplan_mlir::rewrite::drop_unreachable_blocks;
use memplan_mlir::{Module, OpId, names};
use rustc_hash::FxHashMap;

use super::queries::has_body;
use super::{DeallocError, DeallocWarning, arena};
use facts::Facts;
pub(super) use facts::may_stay_behind;
pub use signature::{ReturnMode, Signature};

/// The entry of this pass.
pub const DEF: PassDef = PassDef {
    info: PassInfo {
        name: "ownership-based-buffer-deallocation",
        summary: "Frees every buffer once it is not needed, with flags that say who owns it.",
        anchor: Anchor::Module,
        options: Cow::Borrowed(&[
            PRIVATE_DYNAMIC,
            EXISTING,
            PassOption {
                name: "early",
                default: "true",
                help: "Free behind the last use, not at the end of the block.",
            },
            PassOption {
                name: "borrow",
                default: "true",
                help: "Let private functions return what their caller does not own, where every \
                       caller is known.",
            },
        ]),
    },
    make: |args| {
        let existing = args.one_of(EXISTING.name, &["keep", "skip", "strip", "error"], "keep")?;
        Ok(Box::new(OwnershipBasedDeallocation(OwnershipOptions {
            private_dynamic: args.flag(PRIVATE_DYNAMIC.name, false)?,
            existing: match existing {
                "skip" => ExistingDeallocs::Skip,
                "strip" => ExistingDeallocs::Strip,
                "error" => ExistingDeallocs::Error,
                _ => ExistingDeallocs::Keep,
            },
            early: args.flag("early", true)?,
            borrow: args.flag("borrow", true)?,
        })))
    },
};

/// Private functions say at run time what they hand over.
pub(super) const PRIVATE_DYNAMIC: PassOption = PassOption {
    name: "private-function-dynamic-ownership",
    default: "false",
    help: "Private functions return a flag where it depends on the run who owns a result.",
};

/// Buffers that are freed already.
pub(super) const EXISTING: PassOption = PassOption {
    name: "existing-deallocs",
    default: "keep",
    help: "`keep` leaves alone what the program frees by itself, `skip` the function around it; \
           `strip` removes such deallocations first, `error` refuses them.",
};

struct OwnershipBasedDeallocation(OwnershipOptions);

impl Pass for OwnershipBasedDeallocation {
    fn run(&self, m: &mut Module, root: OpId, context: &mut PassContext) -> Result<(), PassError> {
        let warnings =
            run(m, root, &self.0).map_err(|errors| DeallocError::into_pass_errors(errors, m))?;
        for warning in warnings {
            let note = warning.buffer.map(|op| (op, "the buffer comes from here"));
            context.warn(m, warning.op, warning.code, warning.message, note);
        }
        Ok(())
    }
}

/// What to do with functions that free buffers already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExistingDeallocs {
    /// Leave alone the buffers that are freed, and whatever may be the same; look after the others.
    #[default]
    Keep,
    /// Leave the whole function alone.
    Skip,
    /// Remove the operations that free, and look after everything. Sound where they were right.
    Strip,
    /// Refuse the function.
    Error,
}

/// How to run the pass.
#[derive(Clone, Copy, Debug)]
pub struct OwnershipOptions {
    /// Private functions say at run time which results the caller owns, where that depends on it:
    /// with a further result of type `i1` instead of a copy.
    pub private_dynamic: bool,
    /// What to do with functions that free buffers already.
    pub existing: ExistingDeallocs,
    /// Whether buffers are freed behind their last use instead of at the end of the block.
    pub early: bool,
    /// Whether private functions may return what their caller does not own, where all callers know.
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

/// The name of the attribute of functions that are done, which later runs leave alone. It holds what
/// the function returns where that is not what the convention says.
const DONE: &str = "memplan.deallocated";

/// Inserts deallocations into every function below `root`, which holds all callers of its private
/// functions, and gives back what people should look at. Near-linear in the size of the program.
///
/// # Errors
///
/// Everything that cannot be handled, in the order of the program. Nothing that the program does has
/// changed then, but unreachable blocks may be gone and merged allocations freed in their scopes.
pub fn run(
    m: &mut Module,
    root: OpId,
    options: &OwnershipOptions,
) -> Result<Vec<DeallocWarning>, Vec<DeallocError>> {
    let functions: Vec<OpId> = m
        .walk(root)
        .filter(|&op| m.has_trait(op, Traits::FUNCTION) && has_body(m, op) && !is_done(m, op))
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
    let dominance = Dominance::new(m);
    let mut origins = Origins::new(m, root);
    origins.only_owned();
    let freed_arguments = FreedArguments::new(m, root);
    let mut worklist = signature::CallGraphWorklist::new(m, root, &chosen, options);
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
        let mut facts = Facts::new(m, function, &origins, &dominance, &calls, &freed_arguments);
        // A caller that is told by flags who owns what takes each buffer for owned once.
        facts.may_return_twice &= !options.private_dynamic;
        let plan = solve::solve(m, &facts, &mut origins, options.early);
        let signature = worklist.decide(m, function, &facts, &plan, &mut origins);
        plans.push((facts, plan, signature));
    }
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

/// The entries of a map in the order of their keys.
fn sorted<V>(map: &FxHashMap<OpId, V>) -> Vec<(&OpId, &V)> {
    #[allow(clippy::iter_over_hash_type, reason = "sorted right away")]
    let mut entries: Vec<(&OpId, &V)> = map.iter().collect();
    entries.sort_unstable_by_key(|&(&op, _)| op);
    entries
}

/// Whether a function is marked as done by an earlier run.
pub(crate) fn is_done(m: &Module, function: OpId) -> bool {
    let name = m.ctx.find_str(DONE);
    name.is_some_and(|name| m.attr(function, name).is_some())
}

/// Which operands a terminator hands to each successor. The checks have seen that this is known
/// wherever it matters. Linear in the successors.
fn forwarded_ranges(m: &Module, op: OpId) -> Vec<Range<usize>> {
    let n_successors = m.successors(op).len();
    successor_operand_ranges(m, op).unwrap_or_else(|| vec![0..0; n_successors])
}

/// The operand group that one successor receives.
fn successor_group(m: &Module, op: OpId, successor: usize) -> Option<usize> {
    let def = m.def(op)?;
    let last = def.branch.len().checked_sub(1)?;
    def.operand_group(def.branch[successor.min(last)])
}

/// Whether no other successor shares the operand group.
fn has_own_group(m: &Module, op: OpId, successor: usize) -> bool {
    let n_groups = m.def(op).map_or(0, |def| def.branch.len());
    let n_successors = m.successors(op).len();
    successor + 1 < n_groups
        || (successor + 1 == n_groups
            && n_successors == n_groups
            && m.prop(op, names::CASE_OPERAND_SEGMENTS).is_none())
}
