//! `write-into-parts`: lets operations write directly into the part of a buffer that their results go to.
//!
//! A concatenation copies its operands into parts of the result, and padding copies a buffer into the inside of a
//! larger one. Whatever writes a temporary buffer can write that part instead, if the temporary is then copied to it,
//! or if an elementwise operation reads it for the last time and writes the part. A copy is erased; an elementwise
//! operation works in place.
//!
//! - Both buffers are allocated in the block of that operation, and the temporary has no aliases other than static
//!   subviews and reshapes. A copy of a reshape of it will do: the part is reshaped the other way.
//! - Everything that uses the temporary works with any strides: operations of `linalg`, loads and stores.
//! - Nothing else accesses the part from the first use of the temporary up to that operation. Fills of the whole
//!   buffer with a constant move before that use. After that operation, nothing changes the part while the
//!   temporary is read.
//! - The buffer is live from the first use of the temporary on, so that may cost more than the temporary. One temporary
//!   after the other is replaced where the load of the block stays, with and without buffers that are returned.
//! - Functions that free buffers are not changed.

mod candidate;
mod views;

use crate::analyses::Analyses;
use crate::rewrite::Rewrite;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::rematerialize::unfreed_allocations;
use crate::rounds::replace_chosen;
use crate::schedule::Loads;
use candidate::{Accesses, Candidate, Facts, is_late};
use memplan_memory_model::{LocalBuffer, Memory, ObjectId};

/// The pass `write-into-parts`.
pub const WRITE_INTO_PARTS: Rewrite = Rewrite {
    name: "write-into-parts",
    summary: "Lets operations write directly into the part of a buffer that their results go to.",
    cost: "near-linear in the uses of buffers, for each of at most 64 rounds",
    rewrite: |m, root, analyses| replace_all(m, root, analyses, false),
};

/// The pass `write-into-parts-at-peaks`.
pub const WRITE_INTO_PARTS_AT_PEAKS: Rewrite = Rewrite {
    name: "write-into-parts-at-peaks",
    summary: "As `write-into-parts`, only for temporaries that are live at a peak of their block.",
    rewrite: |m, root, analyses| replace_all(m, root, analyses, true),
    ..WRITE_INTO_PARTS
};

/// Lets operations write directly into the part of a buffer that their results would be
/// copied to, as for concatenation and padding.
///
/// Functions that free buffers are not changed. Near-linear in the uses of buffers, for each of at most 64 rounds.
/// Returns whether anything changed.
pub fn write_into_parts(m: &mut Module, root: OpId) -> bool {
    (WRITE_INTO_PARTS.rewrite)(m, root, &mut Analyses::default())
}

/// As [`write_into_parts`], only for temporaries that are live at a peak of their block. Others may make buffers
/// with parts live early that have to be small later.
pub fn write_into_parts_at_peaks(m: &mut Module, root: OpId) -> bool {
    (WRITE_INTO_PARTS_AT_PEAKS.rewrite)(m, root, &mut Analyses::default())
}

fn replace_all(m: &mut Module, root: OpId, analyses: &mut Analyses, at_peaks: bool) -> bool {
    replace_chosen(
        m,
        analyses,
        |m, analyses| choose(m, root, analyses, at_peaks),
        |m, (temporary, candidate)| replace(m, temporary, candidate),
        |_, analyses| analyses.forget(),
    )
}

/// Temporaries that can be replaced at once.
fn choose(
    m: &Module,
    root: OpId,
    analyses: &Analyses,
    at_peaks: bool,
) -> Vec<(LocalBuffer, Candidate)> {
    let list = unfreed_allocations(m, root);
    if list.is_empty() {
        return Vec::new();
    }
    let memory = analyses.with_outputs(m);
    let accesses = accesses(m, memory, &list);
    let mut choice = Choice {
        loads: [
            analyses.loads(m).clone(),
            analyses.loads_with_outputs(m).clone(),
        ],
        at_peaks,
        temporaries: FxHashSet::default(),
        buffers: FxHashMap::default(),
    };
    let facts = Facts {
        m,
        memory,
        accesses: &accesses,
    };
    let buffers = list
        .iter()
        .filter_map(|&alloc| LocalBuffer::new(m, memory, alloc));
    let mut chosen = Vec::new();
    for temporary in buffers {
        let Some(block) = m.op_block(temporary.alloc) else {
            continue;
        };
        let mut candidates = facts.candidates(&temporary).into_iter();
        if let Some(candidate) = candidates.find(|candidate| choice.takes(candidate, block)) {
            chosen.push((temporary, candidate));
        }
    }
    chosen
}

/// By object: the operations of the blocks with allocations that access it.
fn accesses(m: &Module, memory: &Memory, allocations: &[OpId]) -> Accesses {
    let mut blocks: Vec<BlockId> = allocations
        .iter()
        .filter_map(|&op| m.op_block(op))
        .collect();
    blocks.sort_stable();
    blocks.dedup();
    let mut by_object = Accesses::default();
    for block in blocks {
        for op in m.ops(block) {
            for access in memory.touched(m, op).accesses {
                let of_object = by_object.entry((block, access.object)).or_default();
                of_object.push((op, access.access.changes()));
            }
        }
    }
    by_object
}

/// The candidates chosen so far.
struct Choice {
    /// By block: without and with buffers that are returned.
    loads: [FxHashMap<BlockId, Loads>; 2],
    /// Whether only what is live at a peak is taken.
    at_peaks: bool,
    temporaries: FxHashSet<ObjectId>,
    /// The candidates by the buffer that they write into.
    buffers: FxHashMap<ObjectId, Vec<Candidate>>,
}

impl Choice {
    /// Takes a candidate if it does not interfere with others and does not raise the load.
    fn takes(&mut self, new: &Candidate, block: BlockId) -> bool {
        let is_apart = |other: &Candidate| {
            other.fills.is_empty()
                && other
                    .area
                    .as_ref()
                    .zip(new.area.as_ref())
                    .is_some_and(|(a, b)| a.is_apart_from(b))
        };
        let other = self.buffers.get(&new.outer);
        let is_free = !self.temporaries.contains(&new.outer)
            && !self.buffers.contains_key(&new.inner)
            && other.is_none_or(|other| new.fills.is_empty() && other.iter().all(is_apart));
        let (inner, outer) = (new.inner, new.outer);
        let mut loads = self.loads.iter().map(|loads| loads.get(&block));
        let [_, with_outputs] = &self.loads;
        let is_wanted = !self.at_peaks
            || with_outputs
                .get(&block)
                .is_some_and(|loads| loads.is_live_at_peak(inner));
        if !is_free
            || !is_wanted
            || !loads.all(|loads| loads.is_some_and(|loads| loads.holds(inner, outer)))
        {
            return false;
        }
        for loads in &mut self.loads {
            if let Some(loads) = loads.get_mut(&block) {
                loads.join(inner, outer);
            }
        }
        self.temporaries.insert(inner);
        self.buffers.entry(outer).or_default().push(new.clone());
        true
    }
}

/// Replaces the temporary by the part.
fn replace(m: &mut Module, temporary: &LocalBuffer, candidate: &Candidate) {
    let &Candidate { part, anchor, .. } = candidate;
    if let Some(op) = m.defining_op(part) {
        hoist(m, op, anchor);
    }
    for &fill in &candidate.fills {
        hoist(m, fill, anchor);
    }
    let layouts = &candidate.layouts;
    layouts.apply(m, temporary, part, anchor);
    if m.is_kernel(candidate.op, Kernel::Copy) {
        m.erase(candidate.op);
    }
    m.erase(temporary.alloc);
}

/// Moves an operation, and what it needs, before another one of the block.
fn hoist(m: &mut Module, op: OpId, anchor: OpId) {
    if !is_late(m, op, anchor) {
        return;
    }
    let used: Vec<ValueId> = m
        .walk(op)
        .flat_map(|inner| m.operands(inner).to_vec())
        .collect();
    for value in used {
        if let Some(needed) = m.defining_op(value) {
            hoist(m, needed, anchor);
        }
    }
    m.detach(op);
    m.insert_before(anchor, op);
}
