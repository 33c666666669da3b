//! `fuse-into-readers`: fuses elementwise operations into the operations that read their results, where that does not
//! raise the load.
//!
//! A buffer that an elementwise operation writes and one structured operation reads, at the same points, need not
//! exist: the reader computes the elements itself. But the operands of the producer are then live up to the reader,
//! and they may be larger than the buffer: a comparison writes masks of one byte for elements of four bytes. So the
//! operands whose lifetimes are extended must not be larger than the buffer. Then the load does not grow at any
//! point.
//!
//! - Producers are fills and elementwise operations with one output, whose operands do not change any more; see
//!   [`Buffers`]. Up to eight readers compute a buffer again, and elementwise readers may use an element
//!   at several points. The bytes that are read and written, and a byte for four repeated operations, must not
//!   grow by more than a fiftieth of those of the block.
//! - Readers may use the elements in another shape, through `memref.expand_shape` and `memref.collapse_shape`: their
//!   maps get the index of the element in the shape that was written.
//! - What only moves elements (fills, broadcasts, transposes, copies) is computed by up to 64 readers, which then read
//!   its operand: products and convolutions, too, at any indices.
//! - A reader that visits the operands of the producer in another order than it visited the buffer may move more bytes,
//!   as a line holds several elements: a product whose operand is transposed reads every element many times. What the
//!   readers move more must not exceed what the producer moved by more than a fiftieth of the traffic of the block
//!   (`strides.rs`). Where it does, another parallel loop becomes the innermost one, if that is enough: each result is
//!   still the sum of the same elements in the same order.
//! - Fused operations become `linalg.generic`. All elements have the same values as before, bit for bit.
//! - With the option `updates`, each result that is computed in place of an operand first gets a buffer of its own, as
//!   a chain of elementwise operations on one buffer holds many values. Operations that were not fused are computed in
//!   place again. The load may grow then.
//! - With the option `at_peaks`, operations that take longer than reading an element (`math.tanh`) are computed more
//!   than once only for buffers that are live where their block holds most.
//! - Functions that free buffers are not changed.

mod fused;
mod strides;

use std::cell::Cell;

use memplan_mlir::interfaces::effects;
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analyses::Analyses;
use crate::in_place::COMPUTE_IN_PLACE;
use crate::loops::Loops;
use crate::rematerialize::buffers::{Buffer, Buffers, OPS_PER_BYTE, Source, traffic};
use crate::reshape::are_reshaped;
use crate::rewrite::Rewrite;
use crate::rounds::{repeat, replace_chosen};
use crate::versions::SPLIT_UPDATES;
use fused::Fused;
use memplan_memory_model::{Access, allocations, likely_elements, overwritten};
use strides::Nest;

/// How many operations a fused body may have.
const MAX_BODY: usize = 128;

/// Maximum number of readers of a fill, broadcast, transpose or copy: reading its operand instead costs them nothing.
const MAX_FREE_READERS: usize = 64;

/// The divisor of the traffic of a block that gives the traffic which recomputation by several readers may add.
const ADDED_TRAFFIC: u64 = 50;

/// The pass `fuse-into-readers`.
pub const FUSE_INTO_READERS: Rewrite = Rewrite {
    name: "fuse-into-readers",
    summary: "Fuses elementwise operations into up to eight readers of their results, where the load does not rise and traffic \
              grows by at most 2 %.",
    cost: "near-linear in the operations, for each of at most 64 rounds",
    rewrite: |m, root, analyses| Fusion::VALUES.fuse(m, root, analyses),
};

/// The pass `fuse-updates-into-readers-at-peaks`.
pub const FUSE_UPDATES_INTO_READERS_AT_PEAKS: Rewrite = Rewrite {
    name: "fuse-updates-into-readers-at-peaks",
    summary: "As `fuse-updates-into-readers`, but repeats slow operations only for buffers that are live at a peak.",
    rewrite: |m, root, analyses| Fusion::AT_PEAKS.fuse(m, root, analyses),
    ..FUSE_INTO_READERS
};

/// The pass `fuse-updates-into-readers`.
pub const FUSE_UPDATES_INTO_READERS: Rewrite = Rewrite {
    name: "fuse-updates-into-readers",
    summary: "As `fuse-into-readers`, also for operations that write over an operand.",
    rewrite: |m, root, analyses| Fusion::UPDATES.fuse(m, root, analyses),
    ..FUSE_INTO_READERS
};

/// Fuses elementwise operations below `root` into the operations that read their results, up to eight, each of which
/// then computes them, if that does not raise the load and adds next to no memory traffic. The buffer between them is
/// then not needed. Returns whether there were any.
///
/// Fused operations become `linalg.generic`; results stay the same bit for bit. Functions that free buffers are not
/// changed. Near-linear in the operations, for each of at most 64 rounds.
pub fn fuse_into_readers(m: &mut Module, root: OpId) -> bool {
    (FUSE_INTO_READERS.rewrite)(m, root, &mut Analyses::default())
}

/// As [`fuse_into_readers`], for results that are computed in place of an operand, too.
pub fn fuse_updates_into_readers(m: &mut Module, root: OpId) -> bool {
    (FUSE_UPDATES_INTO_READERS.rewrite)(m, root, &mut Analyses::default())
}

/// As [`fuse_updates_into_readers`], but operations that take longer than reading an element, such as `math.tanh`, are
/// repeated only for buffers that are live where their block holds most.
pub fn fuse_updates_into_readers_at_peaks(m: &mut Module, root: OpId) -> bool {
    (FUSE_UPDATES_INTO_READERS_AT_PEAKS.rewrite)(m, root, &mut Analyses::default())
}

/// The maximum number of readers of a buffer that may compute it again.
const MAX_READERS: usize = 8;

/// How far one run of a pass is.
#[derive(Debug, Default)]
struct Progress {
    /// The bytes of traffic that may still be added to each block.
    spare: FxHashMap<BlockId, u64>,
    /// Whether nothing could be fused when it was last tried, and the program has not changed since.
    is_settled: bool,
}

#[derive(Clone, Copy, Debug)]
struct Fusion {
    /// Whether results that are computed in place of an operand are fused, too.
    updates: bool,
    /// Whether slow operations are repeated only for buffers that are live at a peak.
    at_peaks: bool,
}

impl Fusion {
    const VALUES: Self = Self {
        updates: false,
        at_peaks: false,
    };
    const UPDATES: Self = Self {
        updates: true,
        ..Self::VALUES
    };
    const AT_PEAKS: Self = Self {
        at_peaks: true,
        ..Self::UPDATES
    };

    fn fuse(self, m: &mut Module, root: OpId, analyses: &mut Analyses) -> bool {
        let mut progress = Progress::default();
        if !self.updates {
            return self.fuse_values(m, root, analyses, &mut progress);
        }
        // What works in place again may be fused with what did not before.
        repeat(m, |m| {
            let has_fused = match analyses.without_updates(m, root, SPLIT_UPDATES.rewrite) {
                None if progress.is_settled => false,
                None => self.fuse_values(m, root, analyses, &mut progress),
                Some((mut split, mut of_split)) => {
                    let has_fused =
                        self.fuse_values(&mut split, root, &mut of_split, &mut progress);
                    if has_fused {
                        (*m, *analyses) = (split, of_split);
                    }
                    has_fused
                }
            };
            if has_fused && (COMPUTE_IN_PLACE.rewrite)(m, root, analyses) {
                progress.is_settled = false;
            }
            has_fused
        })
    }

    /// Fuses the producers of buffers that hold one value.
    fn fuse_values(
        &self,
        m: &mut Module,
        root: OpId,
        analyses: &mut Analyses,
        progress: &mut Progress,
    ) -> bool {
        let choose = |m: &Module, analyses: &Analyses| {
            let mut blocks: Vec<BlockId> = allocations(m, root)
                .into_iter()
                .filter_map(|alloc| m.op_block(alloc))
                .collect();
            blocks.sort_stable();
            blocks.dedup();
            let mut candidates = Vec::new();
            for block in blocks {
                let Some(buffers) = analyses.buffers(m).get(&block) else {
                    continue;
                };
                let spare = progress
                    .spare
                    .entry(block)
                    .or_insert(buffers.traffic / ADDED_TRAFFIC);
                let at_peak = |buffer| {
                    let loads = analyses.loads_with_outputs(m).get(&block);
                    let mut objects = analyses.with_outputs(m).denoted(buffer).objects();
                    let object = objects.next();
                    loads
                        .zip(object)
                        .is_some_and(|(loads, object)| loads.is_live_at_peak(object))
                };
                self.choose(m, buffers, at_peak, spare, &mut candidates);
            }
            progress.is_settled = candidates.is_empty();
            candidates
        };
        // A fused operation accesses what its parts did, under the same names. The analyses do not cover new names.
        let n_values = Cell::new(m.value_count());
        let replaced = |m: &Module, analyses: &mut Analyses| {
            let new = n_values.replace(m.value_count())..m.value_count();
            let mut new = new.map(|at| ValueId::from_index(at as u32));
            if new.any(|value| m.is_memref(value)) {
                analyses.forget();
            } else {
                analyses.operations_moved();
            }
        };
        replace_chosen(m, analyses, choose, apply, replaced)
    }

    /// Fusions that are possible at once in a block, those that add the least traffic first: no operation takes part
    /// twice.
    fn choose(
        &self,
        m: &Module,
        buffers: &Buffers,
        at_peak: impl Fn(ValueId) -> bool,
        spare: &mut u64,
        candidates: &mut Vec<Candidate>,
    ) {
        let mut is_taken: FxHashSet<OpId> = FxHashSet::default();
        let list = buffers.list.iter();
        let mut list: Vec<Candidate> = list
            .filter_map(|buffer| self.candidate(m, buffers, buffer))
            .collect();
        list.sort_stable_by_key(|fused| fused.added);
        for fused in list {
            let ops: FxHashSet<OpId> = fused.readers.iter().flat_map(Fused::ops).collect();
            let Some(left) = spare.checked_sub(fused.added) else {
                break;
            };
            let is_slow = self.at_peaks && repeats_slow_ops(m, &fused.readers);
            let is_wanted = |&buffer: &ValueId| !is_slow || at_peak(buffer);
            if ops.is_disjoint(&is_taken) && fused.values.first().is_some_and(is_wanted) {
                *spare = left;
                is_taken.extend(ops);
                candidates.push(fused);
            }
        }
    }

    /// The operations that read a buffer, each fused with the one that writes it.
    fn candidate(&self, m: &Module, buffers: &Buffers, buffer: &Buffer) -> Option<Candidate> {
        let [producer] = &buffer.writers[..] else {
            return None;
        };
        let overwritten = overwritten(m, *producer);
        let [written] = &overwritten[..] else {
            return None;
        };
        let sources = buffer.sources.as_ref()?;
        let loops = Loops::new(m, *producer)?;
        let max_readers = if loops.computes_nothing(m) {
            MAX_FREE_READERS
        } else {
            MAX_READERS
        };
        let outputs = m.operands(*producer).get(loops.n_inputs..);
        if outputs != Some(&[*written][..])
            || !buffer.values.contains(written)
            || !are_reshaped(m, &buffer.values)
        {
            return None;
        }
        let readers = readers_of(buffer, *producer)?;
        let kept = sources.iter().map(|source| match source {
            Source::Buffer(number) => {
                let source = &buffers.list[*number as usize];
                let dies = source.last_use < buffer.last_use;
                if dies { source.bytes } else { 0 }
            }
            Source::Given(_) => 0,
        });
        let may_fuse = kept.fold(0, u64::saturating_add) <= buffer.bytes
            && (1..=max_readers).contains(&readers.len())
            && readers.iter().all(|&reader| {
                body_len(m, reader) + body_len(m, *producer) <= MAX_BODY
                    && reads_only(m, reader, &buffer.values)
            });
        if !may_fuse {
            return None;
        }
        let readers = readers.into_iter();
        let fused = |reader| Fused::new(m, [*producer, reader], *written, &buffer.values);
        let mut readers: Vec<Fused> = readers.map(fused).collect::<Option<_>>()?;
        let may_cost = i128::from(buffers.traffic / ADDED_TRAFFIC);
        let costs = |readers: &mut [Fused], may_reorder| {
            added_cost(m, *producer, &loops, readers, may_reorder) > may_cost
        };
        if costs(&mut readers, false) && costs(&mut readers, true) {
            return None;
        }
        let values = buffer.values.clone();
        let added = self.added_traffic(m, *written, buffer.bytes, &readers)?;
        Some(Candidate {
            values,
            readers,
            added,
        })
    }

    /// The traffic in bytes that is added when readers compute a buffer: all but the first read its sources once more
    /// and repeat its operations, as does each that uses an element at several points; and none reads the buffer, which
    /// is not written either.
    fn added_traffic(
        &self,
        m: &Module,
        value: ValueId,
        bytes: u64,
        readers: &[Fused],
    ) -> Option<u64> {
        let [producer, _] = readers.first()?.ops();
        let computes_once = readers.iter().all(|reader| reader.n_points().is_none());
        let n_more = readers.len() as u64 - 1;
        if n_more == 0 && computes_once {
            return Some(0);
        }
        let sources = traffic(m, producer).saturating_sub(bytes);
        let n_elements = likely_elements(m, value)?;
        // Excludes the operation itself and the terminator of its body.
        let n_ops = (body_len(m, producer) as u64).saturating_sub(2);
        let n_points = readers
            .iter()
            .map(|reader| reader.n_points().unwrap_or(n_elements));
        let n_points = n_points.fold(0, u64::saturating_add);
        let n_repeated = n_ops.saturating_mul(n_points.saturating_sub(n_elements));
        let repeated = sources.saturating_mul(n_more);
        let repeated = repeated.saturating_add(n_repeated.div_ceil(OPS_PER_BYTE));
        Some(repeated.saturating_sub(bytes.saturating_mul(n_more + 2)))
    }
}

/// Whether readers compute an element more than once, with operations that take longer than reading it.
fn repeats_slow_ops(m: &Module, readers: &[Fused]) -> bool {
    let repeats = readers.len() > 1 || readers.iter().any(|reader| reader.n_points().is_some());
    let is_slow = |op: OpId| {
        let scalar = m.semantics(op).scalar();
        scalar.is_some_and(|scalar| !scalar.is_cheap())
    };
    repeats
        && readers
            .iter()
            .take(1)
            .any(|reader| m.walk(reader.ops()[0]).any(is_slow))
}

/// The bytes that readers move more than producer and readers did. 0 if sizes are not known.
fn added_cost(
    m: &Module,
    producer: OpId,
    loops: &Loops,
    readers: &mut [Fused],
    may_reorder: bool,
) -> i128 {
    let extents = loops.extents(m, producer);
    let order: Vec<u32> = (0..loops.n_dims()).collect();
    let nest = Nest::new(&extents, &order, &loops.maps[loops.n_inputs..]);
    let operands = m.operands(producer).iter().zip(&loops.maps);
    let saved = operands.map(|(&value, map)| nest.cost(m, value, map).map(i128::from));
    let saved: Option<i128> = saved.sum();
    let added = readers
        .iter_mut()
        .map(|reader| reader.order_loops(m, may_reorder));
    let added: Option<i128> = added.sum();
    added.zip(saved).map_or(0, |(added, saved)| added - saved)
}

/// The producer that writes all of a buffer, and all operations that read the buffer.
struct Candidate {
    /// The buffer, then views of it.
    values: Vec<ValueId>,
    readers: Vec<Fused>,
    /// Bytes of traffic.
    added: u64,
}

fn body_len(m: &Module, op: OpId) -> usize {
    m.walk(op).count()
}

/// Whether an operation only reads a buffer, by any of its names.
fn reads_only(m: &Module, op: OpId, names: &[ValueId]) -> bool {
    effects(m, op).is_some_and(|list| {
        let mut accesses = names.iter().map(|&name| Access::to(&list, name));
        accesses.all(Access::only_reads)
    })
}

/// Fuses a producer into all its readers, and erases it with its buffer.
fn apply(m: &mut Module, fused: &Candidate) {
    for reader in &fused.readers {
        reader.emit(m);
    }
    let Some(first) = fused.readers.first() else {
        return;
    };
    let [producer, _] = first.ops();
    m.erase(producer);
    for &value in fused.values.iter().rev() {
        if let Some(op) = m.defining_op(value).filter(|_| m.is_unused(value)) {
            m.erase(op);
        }
    }
}

/// The readers of a buffer that one operation writes, in order. Absent if one reads it in a region.
fn readers_of(buffer: &Buffer, producer: OpId) -> Option<Vec<OpId>> {
    let mut readers: Vec<OpId> = Vec::new();
    for usage in buffer.uses.iter().filter(|usage| usage.node != producer) {
        if usage.user != usage.node {
            return None;
        }
        if readers.last() != Some(&usage.user) {
            readers.push(usage.user);
        }
    }
    Some(readers)
}
