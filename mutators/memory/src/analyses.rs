//! The analyses of one program that several passes share, each computed once.

use std::sync::{Arc, OnceLock};

use memplan_memory_model::{LocalBuffer, Memory, allocations};
use memplan_mlir::interfaces::callee;
use memplan_mlir::{BlockId, Module, OpId};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use crate::rematerialize::buffers::{Buffers, Repeated};
use crate::schedule::Loads;

/// The analyses of one program, each made when a pass asks for it first. Copies share what they have, also with passes
/// that are tried on copies of the program, whose ids are the same.
///
/// A pass that changes the program leaves the analyses of the changed program, or none.
#[derive(Clone, Debug, Default)]
pub struct Analyses(Arc<Found>);

#[derive(Debug, Default)]
struct Found {
    objects: Objects,
    buffers: OnceLock<FxHashMap<BlockId, Buffers>>,
    loads: OnceLock<FxHashMap<BlockId, Loads>>,
    loads_with_outputs: OnceLock<FxHashMap<BlockId, Loads>>,
    local_buffers: OnceLock<Vec<LocalBuffer>>,
    without_updates: OnceLock<Option<Box<(Module, Analyses)>>>,
}

/// Analyses that stay true when operations move within their blocks.
#[derive(Clone, Debug, Default)]
struct Objects {
    memory: Arc<OnceLock<Memory>>,
    with_outputs: Arc<OnceLock<Memory>>,
    of_calls: Arc<OnceLock<Memory>>,
}

impl Analyses {
    /// Who accesses which memory.
    pub(crate) fn memory(&self, m: &Module) -> &Memory {
        self.0.objects.memory.get_or_init(|| Memory::new(m))
    }

    /// As [`Self::memory`], with the buffers that functions return among the planned ones.
    pub(crate) fn with_outputs(&self, m: &Module) -> &Memory {
        self.0.objects.with_outputs.get_or_init(|| {
            let mut memory = self.memory(m).clone();
            memory.count_outputs();
            memory
        })
    }

    /// The input of [`LocalBuffer`]s.
    pub(crate) fn of_calls(&self, m: &Module) -> &Memory {
        let objects = &self.0.objects;
        if let Some(memory) = objects.memory.get() {
            return memory;
        }
        if m.walk(m.root()).any(|op| callee(m, op).is_some()) {
            return self.memory(m);
        }
        objects.of_calls.get_or_init(|| Memory::of_calls(m))
    }

    /// By block with allocations: the buffers whose writers are cheap to repeat.
    pub(crate) fn buffers(&self, m: &Module) -> &FxHashMap<BlockId, Buffers> {
        self.0.buffers.get_or_init(|| {
            let blocks = allocations(m, m.root()).into_iter();
            let mut blocks: Vec<BlockId> = blocks.filter_map(|op| m.op_block(op)).collect();
            blocks.sort_stable();
            blocks.dedup();
            let memory = self.memory(m);
            let buffers = |block| Buffers::new(m, memory, block, Repeated::Cheap);
            blocks
                .into_iter()
                .map(|block| (block, buffers(block)))
                .collect()
        })
    }

    /// By block: the loads without buffers that functions return.
    pub(crate) fn loads(&self, m: &Module) -> &FxHashMap<BlockId, Loads> {
        let all = || Loads::all(m, self.memory(m), m.root());
        self.0.loads.get_or_init(all)
    }

    /// As [`Self::loads`], with those buffers.
    pub(crate) fn loads_with_outputs(&self, m: &Module) -> &FxHashMap<BlockId, Loads> {
        let all = || Loads::all(m, self.with_outputs(m), m.root());
        self.0.loads_with_outputs.get_or_init(all)
    }

    /// All allocations that passes may change, with their uses.
    pub(crate) fn local_buffers(&self, m: &Module) -> &[LocalBuffer] {
        self.0.local_buffers.get_or_init(|| {
            let memory = self.of_calls(m);
            let all = allocations(m, m.root()).into_iter();
            all.filter_map(|alloc| LocalBuffer::new(m, memory, alloc))
                .collect()
        })
    }

    /// The program in which values that are computed in place have buffers of their own below `root`, the same in all
    /// calls; `None` if they do.
    pub(crate) fn without_updates(
        &self,
        m: &Module,
        root: OpId,
        split_updates: fn(&mut Module, OpId, &mut Self) -> bool,
    ) -> Option<(Module, Self)> {
        let split = self.0.without_updates.get_or_init(|| {
            let (mut split, mut analyses) = (m.clone(), self.clone());
            let has_changed = split_updates(&mut split, root, &mut analyses);
            has_changed.then(|| Box::new((split, analyses)))
        });
        split.as_deref().cloned()
    }

    /// The program has changed.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Operations have moved within their blocks, or others took their places that access the same memory under the
    /// same names.
    pub fn operations_moved(&mut self) {
        *self = Self(Arc::new(Found {
            objects: self.0.objects.clone(),
            ..Found::default()
        }));
    }
}
