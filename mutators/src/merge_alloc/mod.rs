//! `merge-alloc`: replaces the allocations of a scope by views of one merged allocation.
//!
//! The merged allocation is at the start of the scope's block, or where the plan says. Each allocation in it becomes an
//! `arith.constant` with its offset and a `memref.view` of the same type, so uses of the buffer do
//! not change. A dense layout other than the identity requires an additional
//! `memref.reinterpret_cast`, because a view always has the identity layout. A buffer hoisted from
//! parallel loops computes its offset from the induction variables. Deallocations of merged buffers
//! and allocations without accesses are removed.
//!
//! The merged allocation is freed here too, in its scope and on every exit, because no buffer in it
//! leaves the scope. It is then marked `bufferization.manual_deallocation`: a pass that
//! frees buffers later owns none of its views and has nothing to compare them with. With
//! [`ArenaDealloc::Existing`] that is so only where the program freed buffers already; elsewhere the
//! allocation is marked `memplan.arena`, and the ownership pass frees it in the same way. Memory of
//! the stack, of globals and of arguments is never freed: arguments belong to the caller.
//!
//! The [`MergePlan`] determines which allocations are merged, and guarantees that buffers with shared
//! bytes are never live at the same time.
//!
//! Source: section "Rewriting the IR" of the merge-alloc proposal. Differences: deallocations are
//! removed (the proposal expects none), dense permuted layouts are merged, and the memory may come
//! from other sources than `memref.alloc` ([`ArenaKind`](crate::ArenaKind)).

pub(crate) mod arena;
pub(crate) mod arguments;
mod build;
mod decide;
pub(crate) mod reentry;

use memplan_mlir::interfaces::is_deallocated;
use memplan_mlir::{Module, OpId};
use memplan_plugin::{Options, PluginInfo};
use rustc_hash::FxHashSet;

use crate::{ArenaDealloc, ArenaKind, ArenaReport, MergePlan, MutateError, MutateReport, Mutator};

use crate::dealloc::arena::{Scopes, Until, mark};
use crate::options::MergeAllocOptions;
pub use arguments::Rounds;
use decide::Decisions;

/// The mutator `merge-alloc`: replaces the allocations of a scope by views of one merged allocation.
///
/// Each allocation becomes an `arith.constant` with its offset and a `memref.view` of the same type, so its uses do
/// not change. Deallocations of merged buffers are removed. A merged allocation on the heap is freed on every exit of
/// its scope, as [`MergeAllocOptions::dealloc`] selects.
///
/// Source: section "Rewriting the IR" of the MLIR merge-alloc proposal. Cost: `O(plan + uses of the merged buffers)`,
/// times the nesting depth, and analyses that are near-linear in the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeAlloc {
    /// The options.
    pub options: MergeAllocOptions,
}

impl MergeAlloc {
    /// The mutator with default options.
    pub const DEFAULT: Self = Self {
        options: MergeAllocOptions::DEFAULT,
    };
}

impl Mutator for MergeAlloc {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "merge-alloc",
            aliases: &[],
            summary: "Replaces the allocations of a scope by views of one merged allocation.",
            cost: "O(plan + uses of the merged buffers)",
            source: "merge-alloc proposal, \"Rewriting the IR\"",
        }
    }

    fn apply(&self, module: &mut Module, plan: &MergePlan) -> Result<MutateReport, MutateError> {
        let decisions = decide::decide(module, plan, &self.options)?;
        Ok(edit(module, plan, &self.options, &decisions))
    }

    fn options(&self) -> Options<'_, dyn Mutator> {
        Options::of(self, Self::DEFAULT, |mutator| mutator.options.fields())
    }

    fn needs_module(&self) -> bool {
        matches!(
            self.options.arena,
            ArenaKind::Global | ArenaKind::Arg | ArenaKind::Caller
        )
    }

    fn merge_alloc(&self) -> Option<&MergeAlloc> {
        Some(self)
    }
}

impl MergeAlloc {
    /// The functions of a module in the order in which they must be planned and rewritten. Linear.
    pub fn rounds(&self, m: &Module) -> Rounds {
        match self.options.arena {
            ArenaKind::Arg => Rounds {
                functions: arguments::rounds(m),
                takers: Vec::new(),
            },
            ArenaKind::Caller => arguments::takers(m),
            ArenaKind::Alloc | ArenaKind::Alloca | ArenaKind::Global => Rounds::default(),
        }
    }

    /// Whether merged allocations come from the heap, are allocated where the plan says, and are freed
    /// after their last use. Otherwise plans have one merged allocation for each scope and memory space.
    pub fn allocates_on_heap(&self) -> bool {
        matches!(self.options.arena, ArenaKind::Alloc | ArenaKind::Caller)
    }

    /// A variant for callers that insert no deallocations: it frees a merged allocation only if the program freed a
    /// buffer in it, or was already deallocated.
    #[must_use]
    pub fn without_deallocs(&self) -> Self {
        // Arenas that callers pass are freed after the calls.
        let arena = match self.options.arena {
            ArenaKind::Caller => ArenaKind::Alloc,
            arena => arena,
        };
        let options = MergeAllocOptions {
            arena,
            dealloc: ArenaDealloc::Existing,
            ..self.options
        };
        Self { options }
    }
}

/// Applies the validated edits; infallible.
fn edit(
    m: &mut Module,
    plan: &MergePlan,
    options: &MergeAllocOptions,
    decisions: &Decisions,
) -> MutateReport {
    let mut report = MutateReport {
        deallocs_removed: decisions.deallocs.len(),
        dead_removed: decisions.dead.len(),
        ..MutateReport::default()
    };
    place_arenas(m, plan, decisions, &mut report);
    // Users follow their operands only within a block, so drop all operands before erasing operations.
    let doomed = || decisions.deallocs.iter().chain(&decisions.dead);
    let removed: FxHashSet<OpId> = doomed().copied().collect();
    let until = |arena: &ArenaReport| -> Vec<Until> {
        let buffers = plan.scopes[arena.scope].buffers.iter();
        let sites = buffers.map(|buffer| &buffer.site);
        let freed = sites.filter(|site| site.is_live_until_freed);
        let deallocs = freed.flat_map(|site| &site.deallocs);
        let is_removed = |op| removed.contains(&op);
        deallocs
            .filter_map(|&op| Until::before(m, op, is_removed))
            .collect()
    };
    let until: Vec<Vec<Until>> = report.arenas.iter().map(until).collect();
    for &op in doomed() {
        m.set_operands(op, &[]);
    }
    for &op in doomed() {
        m.erase(op);
    }
    free(m, plan, options, &mut report.arenas, &until);
    for arena in report
        .arenas
        .iter()
        .filter(|arena| arena.argument.is_some())
    {
        let calls = decisions.calls.iter();
        for &call in calls.flat_map(|calls| calls.calls(arena.op)) {
            arguments::pass_arena(m, call, &plan.scopes[arena.scope]);
        }
    }
    report
}

/// Creates the merged allocations, and replaces the buffers by views of them.
fn place_arenas(
    m: &mut Module,
    plan: &MergePlan,
    decisions: &Decisions,
    report: &mut MutateReport,
) {
    let mut stack = arena::ArenaStack::default();
    for choice in &decisions.arenas {
        let scope = &plan.scopes[choice.scope];
        let (op, value, argument) = match choice.kind {
            ArenaKind::Arg => {
                let (function, value, number) = arguments::add_scope_argument(m, scope);
                (function, value, Some(number))
            }
            ArenaKind::Alloc | ArenaKind::Alloca | ArenaKind::Global | ArenaKind::Caller => {
                let (op, value) = stack.place(m, scope, choice.kind);
                (op, value, None)
            }
        };
        for buffer in &scope.buffers {
            build::replace_by_view(m, value, scope, buffer);
            report.buffers_merged += 1;
        }
        report.arenas.push(ArenaReport {
            scope: choice.scope,
            op,
            value,
            total: scope.total,
            alignment: scope.alignment,
            argument,
            kind: choice.kind,
            fallback: choice.fallback,
            is_freed: false,
        });
    }
}

/// Frees the merged allocations on the heap, each of which is live at the points of `until`, or marks them for
/// the next deallocation pass.
fn free(
    m: &mut Module,
    plan: &MergePlan,
    options: &MergeAllocOptions,
    arenas: &mut [ArenaReport],
    until: &[Vec<Until>],
) {
    let on_heap = arenas.iter_mut().zip(until);
    let mut on_heap = on_heap
        .filter(|(report, _)| report.kind == ArenaKind::Alloc)
        .peekable();
    if on_heap.peek().is_none() {
        return;
    }
    let root = m.root();
    let mut scopes = Scopes::new(m, root);
    for (report, until) in on_heap {
        let buffers = &plan.scopes[report.scope].buffers;
        let is_wanted = match options.dealloc {
            ArenaDealloc::Always => true,
            ArenaDealloc::Existing => {
                buffers
                    .iter()
                    .any(|buffer| !buffer.site.deallocs.is_empty())
                    || m.ancestors(report.op)
                        .any(|around| is_deallocated(m, around))
            }
        };
        // The collector guarantees that the buffers do not leave the scope.
        report.is_freed = is_wanted && scopes.free(m, report.op, until, |_, _| true);
        if !report.is_freed {
            mark(m, report.op);
        }
    }
}
