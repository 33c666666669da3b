//! `buffer-deallocation`: frees every buffer exactly once, at places that are known statically.
//!
//! The pass carries no ownership flags. A value *owns* a buffer if every execution of its definition gives it a buffer
//! of its own: an allocation, the result of a call, or a *critical* value. An alias of an owner is critical if the
//! owner does not dominate it: a block argument or a result of structured control flow that may be one of several
//! buffers. Each edge to a critical value passes a copy, so that the value owns its buffer. Each owner is then freed
//! after the last use of its remaining aliases.
//!
//! 1. `check` rejects what the pass does not support, before anything changes.
//! 2. `convention` decides which results of functions belong to the caller.
//! 3. `owners` finds the buffers that the function has to free.
//! 4. `critical` finds the critical values as a fixed point.
//!    `unread` finds names of buffers that the program has freed; they are not critical.
//! 5. `copies` inserts the copies, `returns` those of returned buffers that the function does not own.
//! 6. `place` inserts the deallocations: in the nearest common post-dominator of all uses, after the last one. Where
//!    that block is not executed exactly once for each buffer, on the edges on which the buffer dies.
//!
//! As with MLIR's pass of this name, a copy is equal to the buffer when it is made. A program that writes
//! to a buffer after it was passed on, and reads it under the other name, may compute something else. Run
//! [`CopyRemoval`](crate::CopyRemoval) or `canonicalize` afterwards: many copies are superfluous.
//!
//! Source: "Buffer Deallocation - Internals" of MLIR, and the pass of MLIR 19. Unlike that pass, this one frees the
//! results of calls, supports loops of blocks and functions with several exits, follows uses outside of the
//! post-dominator, and does not free buffers again that the program itself frees.
//!
//! Cost: near-linear in the operations, plus for each buffer the uses of its aliases and the blocks in
//! which it is live.

mod check;
mod convention;
mod copies;
mod critical;
mod owners;
mod place;
mod returns;
mod slots;
mod unread;

use memplan_memory_model::{BufferViewFlowAnalysis, Contracts};
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{has_body, is_deallocated};
use memplan_mlir::passes::{
    Field, Invariant, Options, Pass, PassContext, PassError, PluginInfo, Promise,
};
use memplan_mlir::rewrite::drop_unreachable_blocks;
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{Module, OpId, ValueId};

use convention::Convention;
pub use copies::Copies;
use owners::Owners;

/// The values of the option `copies`.
const COPIES: &[(&str, Copies)] = &[("clone", Copies::Clone), ("alloc", Copies::Alloc)];

/// The pass `buffer-deallocation`: frees every buffer exactly once, at places that are known statically, without
/// flags at run time.
///
/// A value that may be one of several buffers gets a copy on each edge to it, so that it owns its buffer. Many copies
/// are superfluous: run [`CopyRemoval`](crate::CopyRemoval) or `canonicalize` afterwards. A program that writes to a
/// buffer after it was passed on, and reads it under the other name, may compute something else. Near-linear in the
/// operations and in the uses of aliases.
#[derive(Clone, Copy, Debug, Default)]
pub struct BufferDeallocation {
    /// The operations that copy a buffer.
    pub copies: Copies,
}

impl Pass for BufferDeallocation {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "buffer-deallocation",
            aliases: &[],
            summary: "Frees every buffer once at a static place; copies buffers that have no single owner.",
            cost: "near-linear in the operations and in the uses of aliases",
            source: "the pass of MLIR 19",
        }
    }

    // A copy differs from its buffer when either is written after the buffer was passed on.
    fn promise(&self) -> Promise {
        Promise {
            keeps: &[Invariant::FreedAtMostOnce],
            establishes: &[Invariant::NoLeaks],
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![Field::word("copies", &mut pass.copies, COPIES).help(
                "How to copy a buffer: `clone` uses `bufferization.clone`, `alloc` an allocation \
                     and `memref.copy`.",
            )]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, context: &mut PassContext) -> Result<(), PassError> {
        for (op, buffer) in deallocate(m, root, self.copies)? {
            let message = "the address of this buffer may outlive it: the buffer is freed at the end of \
                           its block at the latest, and must not be used after that";
            let buffer = buffer.map(|op| (op, "the buffer comes from here"));
            context.warn(m, op, "escaping-buffer", message, buffer);
        }
        Ok(())
    }
}

/// Frees the buffers of all functions at and below `root`. Returns the operations through which a buffer
/// may be reached after it was freed, each with the definition of the buffer.
///
/// # Errors
///
/// [`PassError`] with every operation that the pass does not support. The module is then unchanged.
pub fn deallocate(
    m: &mut Module,
    root: OpId,
    copies: Copies,
) -> Result<Vec<(OpId, Option<OpId>)>, PassError> {
    let functions: Vec<OpId> = m
        .walk(root)
        .filter(|&op| {
            m.has_trait(op, Traits::FUNCTION) && has_body(m, op) && !is_deallocated(m, op)
        })
        .collect();
    let mut errors: Vec<Diagnostic> = Vec::new();
    for &function in &functions {
        check::function(m, function, &mut errors);
    }
    if !errors.is_empty() {
        return Err(PassError::from(errors));
    }
    for &function in &functions {
        drop_unreachable_blocks(m, function);
    }
    let program = Program::new(m, root, &functions);
    let mut escapes = Vec::new();
    for &function in &functions {
        let mut owners = Owners::new(m, &program, function);
        if owners.list.is_empty() && !returns::any(m, function) {
            continue;
        }
        let slots = slots::Slots::new(m, function);
        let unread = unread::Unread::new(m, &program, &slots, function);
        let critical = critical::find(m, &program, &slots, &unread, &mut owners);
        let mut copier = copies::Copier::new(m, copies);
        copier.copy_into(&slots, &mut owners, &critical);
        returns::settle(&mut copier, &program, &mut owners, function);
        place::all(m, &program, &owners, &unread, &mut escapes);
    }
    Ok(escapes)
}

/// Facts about all functions, computed before any of them changes.
#[derive(Debug)]
struct Program {
    flow: BufferViewFlowAnalysis,
    dominance: Dominance,
    convention: Convention,
    contracts: Contracts,
    /// For each value, whether the program itself frees or keeps it, or something that may be derived from it.
    is_kept: Vec<bool>,
    /// By value: whether it may be a buffer whose allocation says that the program frees it.
    is_manual: Vec<bool>,
}

impl Program {
    fn new(m: &Module, root: OpId, functions: &[OpId]) -> Self {
        let flow = BufferViewFlowAnalysis::new(m, root);
        let convention = Convention::new(m, root, functions, &flow);
        let contracts = Contracts::new(m, root);
        let is_kept = owners::kept(m, root, &flow, &convention, &contracts);
        Self {
            dominance: Dominance::new(m),
            is_manual: owners::manually_freed(m, root, &flow),
            flow,
            convention,
            contracts,
            is_kept,
        }
    }

    fn is_kept(&self, value: ValueId) -> bool {
        self.is_kept.get(value.index()).copied().unwrap_or(false)
    }

    fn is_manual(&self, value: ValueId) -> bool {
        self.is_manual.get(value.index()).copied().unwrap_or(false)
    }
}
