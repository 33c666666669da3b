//! `read-the-source`: readers of a copy read what was copied, and the copy goes.
//!
//! The pass asks the memory model (crate `memplan-memory-model`) everything that it must know: that the copy is all
//! that the temporary ever holds, that nothing else can reach the temporary, and that the source stays as it is until
//! the last reader. It knows no operation but the copy, so it works on programs with operations that it has never seen.
//!
//!     %t = memref.alloc() : memref<4xf32>
//!     memref.copy %s, %t : memref<4xf32> to memref<4xf32>
//!     linalg.add ins(%t, %t : ..) outs(%x : ..)        // becomes ins(%s, %s : ..)
//!     memref.dealloc %t : memref<4xf32>

use memplan_memory_model::{Access, LocalBuffer, MemoryModel, allocations};
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, ValueId};

/// The pass described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct ReadTheSource;

impl Pass for ReadTheSource {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "read-the-source",
            aliases: &[],
            summary: "Lets the readers of a copy read what was copied, and removes the copy.",
            source: "docs/book/src/guides/plug-ins/pass.md",
            cost: "near-linear in the program, for each copy that is removed",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        // A changed program needs a new model: what is left may then be possible, too.
        while let Some(pair) = find(m, root) {
            pair.remove(m);
        }
        Ok(())
    }
}

/// A temporary that only holds a copy.
struct Temporary {
    buffer: LocalBuffer,
    copy: OpId,
    source: ValueId,
}

fn find(m: &Module, root: OpId) -> Option<Temporary> {
    let mut model = MemoryModel::new(m);
    let mut allocations = allocations(m, root).into_iter();
    allocations.find_map(|alloc| temporary(m, &mut model, alloc))
}

/// The temporary that an operation allocates, if its readers can read the source.
fn temporary(m: &Module, model: &mut MemoryModel, alloc: OpId) -> Option<Temporary> {
    let buffer = model.uses(m, alloc)?;
    // All uses are known, are in this block or in regions inside it, and go through no view.
    let is_simple = !buffer.is_captured() && buffer.late.is_empty() && buffer.views.is_empty();
    let mut nodes = buffer.home().iter();
    let first = nodes.next().filter(|_| is_simple)?;
    let &[source, target] = m.operands(first.op) else {
        return None;
    };
    let is_copy = m.is_kernel(first.op, Kernel::Copy) && first.access == Access::OVERWRITE;
    if !is_copy || target != buffer.buffer || m.value_type(source) != m.value_type(target) {
        return None;
    }
    let mut last = first.op;
    for node in nodes {
        match node.access {
            access if access.only_reads() => last = node.op,
            Access::FREE => {}
            _ => return None,
        }
    }
    // The last reader may not write the source, either.
    let end = m.next_op(last)?;
    if model.may_touch_between(m, &[(source, Access::CHANGE)], first.op, end) {
        return None;
    }
    let copy = first.op;
    Some(Temporary {
        buffer,
        copy,
        source,
    })
}

impl Temporary {
    fn remove(&self, m: &mut Module) {
        m.erase(self.copy);
        if let Some(free) = self.buffer.free_at_home() {
            m.erase(free);
        }
        m.replace_all_uses(self.buffer.buffer, self.source);
        m.erase(self.buffer.alloc);
    }
}
