//! `copy-removal`: replaces two buffers by one, where one is copied to the other.
//!
//! For a copy from `S` to `T`, by `memref.copy` or `bufferization.clone`:
//!
//! - *Source reuse*: `T` is allocated in the block of the copy and not used before it; `S` is freed after the copy, in
//!   the same block. `S` replaces `T`; the allocation of `T`, the copy and the deallocation of `S` are erased.
//! - *Borrowed source*: as before, but `T` is freed in the block. The deallocation of `T` is erased.
//! - *Target reuse*: `S` is allocated in the block of the copy, and freed there after the copy; `T` is defined before
//!   `S`. `T` replaces `S`; the allocation and the deallocation of `S` and the copy are erased.
//!
//! Neither buffer may be written between the copy and the deallocation; with target reuse, nothing that may be `T`
//! may be read, written or freed between the allocation of `S` and the copy. The types are equal; with source reuse,
//! it is enough that a cast from the type of `S` to that of `T` never fails. No alignment that an allocation promises
//! is lost.
//!
//! The arguments of a function may be one buffer, so an argument does not replace a buffer that is computed from
//! another argument, unless the option `distinct-arguments` says that arguments never share memory.
//!
//! Source: the pass `copy-removal` of MLIR, as "Buffer Deallocation - Internals" describes it. It requires that `S` is
//! not used after the copy; here, reading is allowed.
//!
//! Cost: rounds over the program until none removes a copy, logarithmic in the length of chains of copies. Each round
//! visits the uses of each buffer once, and at most [`MAX_BETWEEN`] operations for each copy. One exception: if a
//! buffer that is replaced may be reached through other memory, or by unknown operations, then the other buffer takes
//! part in no further removal of the round.

mod uses;

use memplan_memory_model::{Access, MemoryModel};
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    allocation, is_manually_freed, is_plain_dealloc, runs_in_parallel, viewed_buffer,
};
use memplan_mlir::passes::{Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, OpSpec, ValueId};

use uses::Uses;

/// The pass `copy-removal`: replaces two buffers by one, if one is copied to the other, one of them is freed in the
/// block of the copy, and neither is written in between.
///
/// Run it after deallocation. Near-linear in the operations, plus for each copy at most 1000 operations after it, all
/// times the logarithm of the length of chains of copies.
#[derive(Clone, Copy, Debug, Default)]
pub struct CopyRemoval {
    /// Whether no two arguments of a function share memory.
    pub distinct_arguments: bool,
}

impl Pass for CopyRemoval {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "copy-removal",
            aliases: &[],
            summary: "Removes copies of buffers, with the buffers that only exist for them.",
            cost: "near-linear in the operations, and up to 1000 of them for each copy, times the logarithm of chains of \
                   copies",
            source: "the pass of MLIR 12, made safe for buffers that are written again",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::flag("distinct-arguments", &mut pass.distinct_arguments)
                    .help("Assume that no two arguments of a function share memory."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        remove_copies(m, root, self.distinct_arguments);
        Ok(())
    }
}

/// Removes superfluous copies below `root`, as [`CopyRemoval`] does. Returns whether there were any.
pub fn remove_copies(m: &mut Module, root: OpId, distinct_arguments: bool) -> bool {
    let mut has_changed = false;
    let mut dominance = None;
    loop {
        let copies: Vec<OpId> = m
            .walk(root)
            .filter(|&op| m.is_kernel(op, Kernel::Copy) || m.is_kernel(op, Kernel::Clone))
            .collect();
        if copies.is_empty() {
            return has_changed;
        }
        let dominance = dominance.get_or_insert_with(|| Dominance::new(m));
        let mut model = MemoryModel::new(m);
        model.assume_distinct_arguments(distinct_arguments);
        let mut round = Round {
            model,
            m,
            dominance,
            uses: Uses::default(),
        };
        let mut n_removed = 0;
        for copy in copies {
            n_removed += usize::from(round.remove(copy));
        }
        if n_removed == 0 {
            return has_changed;
        }
        has_changed = true;
    }
}

/// One pass over all copies, with analyses of the program before it.
struct Round<'a> {
    m: &'a mut Module,
    dominance: &'a Dominance,
    model: MemoryModel,
    uses: Uses,
}

/// A copy, and the allocation of its target if it has one of its own.
#[derive(Clone, Copy, Debug)]
struct Copy {
    op: OpId,
    source: ValueId,
    target: ValueId,
    /// The allocation of the target, in the block of the copy: the copy itself for a clone.
    target_alloc: Option<OpId>,
}

impl Round<'_> {
    /// Removes a copy if one buffer is enough.
    fn remove(&mut self, op: OpId) -> bool {
        let Some(copy) = self.read(op) else {
            return false;
        };
        if copy.source == copy.target {
            self.m.erase(op);
            return true;
        }
        let mut buffers = [copy.source, copy.target].into_iter();
        if buffers.any(|buffer| self.model.is_forgotten(buffer)) {
            return false;
        }
        self.reuse_source(copy) || self.reuse_target(copy)
    }

    fn read(&self, op: OpId) -> Option<Copy> {
        let m = &*self.m;
        let source = *m.operands(op).first()?;
        if m.is_kernel(op, Kernel::Clone) {
            return Some(Copy {
                op,
                source,
                target: m.result(op, 0)?,
                target_alloc: Some(op).filter(|&op| !is_manually_freed(m, op)),
            });
        }
        let target = *m.operands(op).get(1)?;
        Some(Copy {
            op,
            source,
            target,
            target_alloc: own_allocation(m, target, op),
        })
    }

    /// Replaces `T` by `S`, and removes one of the two deallocations.
    fn reuse_source(&mut self, copy: Copy) -> bool {
        let m = &*self.m;
        let types = [copy.source, copy.target].map(|value| m.value_type(value));
        let fits = m.ctx.is_always_memref(types[0], types[1]);
        let Some(alloc) = copy.target_alloc.filter(|_| fits) else {
            return false;
        };
        let root = viewed_buffer(m, copy.source);
        if m.defining_op(root)
            .is_some_and(|op| is_manually_freed(m, op))
        {
            return false;
        }
        // The target is allocated in the block of the copy.
        let first = self.uses.first(m, copy.target);
        let is_used_before = first.is_some_and(|first| m.is_before(first, copy.op));
        if is_used_before || !self.keeps_alignment(alloc, root) {
            return false;
        }
        let uses = &mut self.uses;
        let free = [root, copy.target]
            .into_iter()
            .filter_map(|buffer| only_free_after(m, uses, buffer, copy.op))
            .min_by(|&a, &b| {
                if m.is_before(a, b) {
                    std::cmp::Ordering::Less
                } else {
                    std::cmp::Ordering::Greater
                }
            });
        let Some(free) = free else { return false };
        if !self.is_unwritten(copy, free) {
            return false;
        }
        self.merge(copy, alloc, free, copy.target, copy.source);
        true
    }

    /// Replaces `S` by `T`, and removes the deallocation of `S`.
    fn reuse_target(&mut self, copy: Copy) -> bool {
        let m = &*self.m;
        let Some(alloc) = own_allocation(m, copy.source, copy.op) else {
            return false;
        };
        if m.value_type(copy.source) != m.value_type(copy.target)
            || copy.target_alloc == Some(copy.op)
            || !self.dominance.value_dominates(m, copy.target, alloc)
            || !self.keeps_alignment(alloc, copy.target)
            || self.is_concurrent(copy)
            || self.model.is_seen_outside(m, copy.source)
        {
            return false;
        }
        let Some(free) = only_free_after(m, &mut self.uses, copy.source, copy.op) else {
            return false;
        };
        let target = [(copy.target, Access::TOUCH)];
        if self
            .model
            .may_touch_between(self.m, &target, alloc, copy.op)
            || !self.is_unwritten(copy, free)
        {
            return false;
        }
        self.merge(copy, alloc, free, copy.source, copy.target);
        true
    }

    /// Replaces one buffer by another, and removes the operations that only the replaced one needed.
    fn merge(&mut self, copy: Copy, alloc: OpId, free: OpId, old: ValueId, new: ValueId) {
        let ty = self.m.value_type(old);
        // What the analyses say about the other buffer still holds, unless it can be reached in more ways now.
        if self.model.is_seen_outside(self.m, old) {
            self.model.forget(new);
        }
        self.model.forget(old);
        self.uses.erase_free(self.m, free);
        self.m.erase(free);
        let mut new = new;
        if self.m.value_type(new) != ty {
            let name = self.m.ctx.op_name("memref.cast");
            let spec = OpSpec::new(name).operands(&[new]).results(&[ty]);
            let cast = self.m.create_before(copy.op, spec);
            self.uses.forget(new);
            new = self.m.result(cast, 0).unwrap_or(new);
            self.model.forget(new);
        }
        let from = if old == copy.target { copy.op } else { alloc };
        self.uses.replace(self.m, old, new, from);
        if copy.op != alloc {
            self.m.erase(copy.op);
        }
        self.m.replace_all_uses(old, new);
        self.m.erase(alloc);
    }

    /// Whether neither buffer is written between the copy and a deallocation.
    fn is_unwritten(&mut self, copy: Copy, free: OpId) -> bool {
        let buffers = [(copy.source, Access::CHANGE), (copy.target, Access::CHANGE)];
        !self
            .model
            .may_touch_between(self.m, &buffers, copy.op, free)
    }

    /// Whether a buffer has at least the alignment that an allocation promises.
    fn keeps_alignment(&self, alloc: OpId, buffer: ValueId) -> bool {
        let promised = |op: OpId| allocation(self.m, op).and_then(|promise| promise.alignment);
        let Some(wanted) = promised(alloc) else {
            return true;
        };
        let definer = self.m.defining_op(buffer);
        definer
            .and_then(promised)
            .is_some_and(|promise| wanted <= promise)
    }

    /// Whether several executions of the copy may overlap for one target.
    fn is_concurrent(&self, copy: Copy) -> bool {
        let home = self.m.value_block(copy.target);
        let mut around = Some(copy.op);
        while let Some(op) = around {
            let region = self
                .m
                .op_block(op)
                .and_then(|block| self.m.block_region(block));
            if region == home.and_then(|home| self.m.block_region(home)) {
                return false;
            }
            around = self.m.parent(op);
            if around.is_some_and(|around| {
                runs_in_parallel(self.m, around) || self.m.has_trait(around, Traits::RUNS_LATER)
            }) {
                return true;
            }
        }
        true
    }
}

/// The allocation of a buffer, if it precedes `op` in the same block and is not marked as manually freed.
fn own_allocation(m: &Module, buffer: ValueId, op: OpId) -> Option<OpId> {
    let alloc = m.defining_op(buffer)?;
    let is_own = allocation(m, alloc).is_some()
        && m.op_block(alloc) == m.op_block(op)
        && m.is_before(alloc, op)
        && !is_manually_freed(m, alloc);
    is_own.then_some(alloc)
}

/// The only operation that frees a buffer, if it follows `op` in its block and does nothing else.
fn only_free_after(m: &Module, uses: &mut Uses, buffer: ValueId, op: OpId) -> Option<OpId> {
    let free = uses.only_free(m, buffer)?;
    let fits = is_plain_dealloc(m, free)
        && !is_manually_freed(m, free)
        && m.op_block(free) == m.op_block(op)
        && m.is_before(op, free);
    fits.then_some(free)
}
