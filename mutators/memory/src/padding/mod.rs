//! `pad-borders`: lets convolutions read their operand directly, and pads only what they read outside of it.
//!
//! A convolution with padding is bufferized as a fill of a larger buffer, a copy of the operand into its inside, and
//! a convolution of that buffer. So the operand is in memory twice. Most points of the result need no padding: their
//! convolution reads the operand itself. For the points at each border, a strip is padded that is as narrow as the
//! window.
//!
//! - Works on all structured operations whose operand is read at sums of loops: convolutions and poolings by name or as
//!   `linalg.generic`, with strides and dilations. Each point of the result reads the same values in the same order, so
//!   results stay the same bit for bit.
//! - Strips are in the result where it is not written yet, if it is filled right before, in narrower pieces if they do
//!   not fit. Those that fit nowhere get a buffer; `pad-borders-at-peaks` cuts them into narrower pieces, which share a
//!   small one.
//! - All readers of the padded buffer are such operations in its block, and nothing changes the operand until then.
//! - Each convolution becomes up to two more for each padded dimension. `pad-borders-at-peaks` divides only those whose
//!   padded buffer is live at a peak of its block, and only if each peak of the block has one.
//! - If no window is inside the operand, as with padding between its elements (transposed convolutions), all of the
//!   result is computed in bands, each from a strip. Only `pad-borders-at-peaks` does this, since elements that the
//!   windows of two bands share are padded twice. Where they fit, their strips are in the unwritten part of the result,
//!   or in the part of the operand that is no longer read, if nothing else reads the operand.
//! - Functions that free buffers are not changed.

mod computed;
mod division;
mod rooms;

use crate::analyses::Analyses;
use crate::rewrite::Rewrite;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, Module, OpId, TypeKind, ValueId, names};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use crate::rematerialize::buffers::Buffer;
use crate::rematerialize::unfreed_allocations;
use crate::rounds::replace_chosen;
use crate::schedule::Loads;
use crate::slices::has_strides;
use computed::{computed, separate};
use division::Division;
use memplan_memory_model::{Memory, ObjectId, overwritten};

/// The pass `pad-borders`.
pub const PAD_BORDERS: Rewrite = Rewrite {
    name: "pad-borders",
    summary: "Lets convolutions read their operands without padding, and pads only the borders.",
    cost: "near-linear in the operations, for each of at most 64 rounds",
    rewrite: |m, root, analyses| replace(m, root, analyses, false),
};

/// The pass `pad-borders-at-peaks`.
pub const PAD_BORDERS_AT_PEAKS: Rewrite = Rewrite {
    name: "pad-borders-at-peaks",
    summary: "As `pad-borders`, only for padded buffers that are live at a peak of their block.",
    rewrite: |m, root, analyses| replace(m, root, analyses, true),
    ..PAD_BORDERS
};

/// Lets convolutions and poolings read their operand directly, and pads only what they read
/// outside of it. The padded copy of the operand is then not needed.
///
/// Results stay the same bit for bit. Functions that free buffers are not changed. Near-linear in the operations, for
/// each of at most 64 rounds.
/// Returns whether anything changed.
pub fn pad_borders(m: &mut Module, root: OpId) -> bool {
    (PAD_BORDERS.rewrite)(m, root, &mut Analyses::default())
}

/// [`pad_borders`] for padded buffers that are live at a peak of their block, provided that each peak of the block has
/// one.
pub fn pad_borders_at_peaks(m: &mut Module, root: OpId) -> bool {
    (PAD_BORDERS_AT_PEAKS.rewrite)(m, root, &mut Analyses::default())
}

fn replace(m: &mut Module, root: OpId, analyses: &mut Analyses, only_at_peaks: bool) -> bool {
    replace_chosen(
        m,
        analyses,
        |m, analyses| choose(m, root, analyses, only_at_peaks),
        divide,
        |_, analyses| analyses.forget(),
    )
}

/// A buffer that holds another one, with a border around it.
#[derive(Clone, Debug)]
struct Padded {
    alloc: OpId,
    buffer: ValueId,
    /// Writes the border, and the inside.
    fill: OpId,
    /// Gives the inside.
    view: OpId,
    operand: Operand,
    at: Inside,
    /// By reader.
    divisions: Vec<Division>,
}

/// The contents of the inside of a padded buffer.
#[derive(Clone, Debug)]
enum Operand {
    /// Another buffer, by this operation.
    Copied(OpId),
    /// Other operations compute the contents in place. They may need the fill of the padded buffer.
    Computed { keeps_fill: bool },
}

/// Where an operand is in a padded buffer, by dimension.
#[derive(Clone, Debug)]
struct Inside {
    low: Vec<i64>,
    sizes: Vec<i64>,
    /// The distances of its elements.
    steps: Vec<i64>,
}

impl Inside {
    /// Of a view of a buffer that has no layout. Absent if sizes are not known.
    fn new(m: &Module, view: OpId, buffer: ValueId) -> Option<Self> {
        let TypeKind::MemRef(outer) = m.value_type_kind(buffer) else {
            return None;
        };
        let sizes = m.ctx.shape(m.value_type(m.result(view, 0)?))?;
        let at = Self {
            low: m.prop_array(view, names::STATIC_OFFSETS).to_vec(),
            sizes: sizes.to_vec(),
            steps: m.prop_array(view, names::STATIC_STRIDES).to_vec(),
        };
        let n_dims = outer.shape.len();
        let lists = [&at.low, &at.sizes, &at.steps];
        let fits = m.operands(view) == [buffer]
            && outer.layout.is_none()
            && lists.iter().all(|list| list.len() == n_dims)
            && at.low.iter().chain(&at.sizes).all(|&at| at >= 0)
            && at.steps.iter().all(|&step| step > 0);
        fits.then_some(at)
    }

    /// The elements of the operand in a part of the padded buffer, by dimension. First indices and sizes give the part.
    fn ranges(&self, first: &[i64], sizes: &[i64]) -> Vec<Range> {
        let inner = self.low.iter().zip(self.sizes.iter().zip(&self.steps));
        let ranges = first.iter().zip(sizes).zip(inner);
        let ranges = ranges.map(|((&first, &size), (&low, (&inner, &step)))| {
            // The elements from the first one inside the part up to the first one after it.
            let n_before = |at: i64| (at - low + step - 1).div_euclid(step).clamp(0, inner);
            let (from, end) = (n_before(first), n_before(first + size));
            Range {
                to: low + from * step - first,
                from,
                count: end - from,
            }
        });
        ranges.collect()
    }
}

/// Elements of an operand along a dimension, and where the first one is in a part of the padded buffer.
#[derive(Clone, Copy, Debug)]
struct Range {
    to: i64,
    from: i64,
    count: i64,
}

/// The padded buffers that are replaced.
fn choose(m: &Module, root: OpId, analyses: &Analyses, only_at_peaks: bool) -> Vec<Padded> {
    let memory = analyses.memory(m);
    let is_wanted =
        |padded: &Padded| only_at_peaks || !padded.divisions.iter().any(Division::is_banded);
    let mut by_block = all_padded(m, analyses, root);
    for (_, list) in &mut by_block {
        list.retain(is_wanted);
        for padded in list {
            for division in &mut padded.divisions {
                division.use_result(m, memory, padded.buffer);
                if only_at_peaks {
                    division.use_small_strips(m, padded.buffer);
                }
            }
            // Only a single reader may place its strips in the operand: those of several readers would conflict.
            if let (Operand::Copied(copy), [only]) = (&padded.operand, &mut padded.divisions[..])
                && let Some(&operand) = m.operands(*copy).first()
            {
                only.use_operand(m, memory, operand, padded.buffer);
            }
        }
    }
    by_block.retain(|(_, padded)| !padded.is_empty());
    if !only_at_peaks || by_block.is_empty() {
        return by_block
            .into_iter()
            .flat_map(|(_, padded)| padded)
            .collect();
    }
    let loads = analyses.loads_with_outputs(m);
    let at_peaks = by_block
        .into_iter()
        .map(|(block, candidates)| at_peaks(analyses.with_outputs(m), loads, block, candidates));
    at_peaks.flatten().collect()
}

/// The padded buffers below `root`, by block.
fn all_padded(m: &Module, analyses: &Analyses, root: OpId) -> Vec<(BlockId, Vec<Padded>)> {
    let memory = analyses.memory(m);
    let allocations = unfreed_allocations(m, root).into_iter();
    let mut allocations: Vec<(BlockId, OpId)> = allocations
        .filter_map(|alloc| Some((m.op_block(alloc)?, alloc)))
        .collect();
    // The sort is stable: within each block, allocations stay in program order.
    allocations.sort_stable_by_key(|by_alloc| by_alloc.0);
    let mut by_block = Vec::new();
    for of_block in allocations.chunk_by(|a, b| a.0 == b.0) {
        let Some(&(block, _)) = of_block.first() else {
            continue;
        };
        let Some(buffers) = analyses.buffers(m).get(&block) else {
            continue;
        };
        let by_alloc: FxHashMap<OpId, &Buffer> = buffers
            .list
            .iter()
            .map(|buffer| (buffer.alloc, buffer))
            .collect();
        let of_this_block = of_block.iter().filter_map(|(_, alloc)| {
            let copied = by_alloc
                .get(alloc)
                .and_then(|buffer| padded(m, memory, buffer));
            copied.or_else(|| computed(m, memory, *alloc))
        });
        by_block.push((block, of_this_block.collect()));
    }
    by_block
}

/// Those that are live at the peaks of the block; none if a peak remains without one.
fn at_peaks(
    memory: &Memory,
    loads: &FxHashMap<BlockId, Loads>,
    block: BlockId,
    candidates: Vec<Padded>,
) -> Vec<Padded> {
    let Some(loads) = loads.get(&block) else {
        return Vec::new();
    };
    let objects: Vec<Option<ObjectId>> = candidates
        .iter()
        .map(|padded| memory.denoted(padded.buffer).objects().next())
        .collect();
    let mut is_chosen = vec![false; candidates.len()];
    for peak in loads.peaks() {
        let mut is_any = false;
        for (is_chosen, object) in is_chosen.iter_mut().zip(&objects) {
            if object.is_some_and(|object| loads.is_live(object, peak)) {
                (*is_chosen, is_any) = (true, true);
            }
        }
        if !is_any {
            return Vec::new();
        }
    }
    let chosen = candidates.into_iter().zip(is_chosen);
    chosen
        .filter(|&(_, is_chosen)| is_chosen)
        .map(|(padded, _)| padded)
        .collect()
}

/// The operand of a padded buffer, and the divisions of its readers.
fn padded(m: &Module, memory: &Memory, buffer: &Buffer) -> Option<Padded> {
    let (&[fill, copy], &[value, inside]) = (&buffer.writers[..], &buffer.values[..]) else {
        return None;
    };
    let is_filled = fills(m, fill, value);
    let (&[operand, target], true) = (m.operands(copy), m.is_kernel(copy, Kernel::Copy)) else {
        return None;
    };
    let view = m.defining_op(inside)?;
    let is_inside = target == inside && operand != inside && m.is_kernel(view, Kernel::Subview);
    if !is_filled || !is_inside || !has_strides(m, operand) {
        return None;
    }
    let at = Inside::new(m, view, value)?;
    let outer = m.ctx.shape(m.value_type(value))?;
    let mut divisions = Vec::new();
    for usage in &buffer.uses {
        if usage.node == fill || usage.node == copy {
            continue;
        }
        if usage.user != usage.node || m.operands(usage.user).contains(&inside) {
            return None;
        }
        if divisions
            .last()
            .is_none_or(|last: &Division| last.op() != usage.user)
        {
            divisions.push(Division::new(m, usage.user, value, outer, &at)?);
        }
    }
    let last = divisions.last()?.op();
    is_unchanged(m, memory, operand, copy, last).then_some(Padded {
        alloc: buffer.alloc,
        buffer: value,
        fill,
        view,
        operand: Operand::Copied(copy),
        at,
        divisions,
    })
}

/// Whether an operation writes a value that it does not read from memory to all of a buffer.
fn fills(m: &Module, op: OpId, target: ValueId) -> bool {
    let kernel = m.semantics(op).kernel();
    let mut buffers = m.operands(op).iter().filter(|&&value| m.is_memref(value));
    let is_constant = |inner| !m.is_kernel(inner, Kernel::PointIndex);
    matches!(kernel, Some(Kernel::Fill | Kernel::Map | Kernel::Generic))
        && buffers.next() == Some(&target)
        && buffers.next().is_none()
        && overwritten(m, op)[..] == [target]
        && m.walk(op).all(is_constant)
}

/// Whether a buffer cannot change from one operation of a block up to and including another one.
fn is_unchanged(m: &Module, memory: &Memory, value: ValueId, from: OpId, to: OpId) -> bool {
    let denoted = memory.denoted(value);
    let own: Vec<ObjectId> = denoted.objects().collect();
    let places: Vec<ObjectId> = own
        .iter()
        .map(|&object| memory.overlapping(object))
        .collect();
    if denoted.may_be_other || own.iter().any(|&object| memory.object(object).is_exposed()) {
        return false;
    }
    let mut op = Some(from);
    while let Some(now) = op {
        let touched = memory.touched(m, now);
        let mut written = touched.accesses.iter().filter(|at| at.access.changes());
        let changes = written.any(|access| places.contains(&memory.overlapping(access.object)));
        if touched.is_ordered || changes {
            return false;
        }
        if now == to {
            return true;
        }
        op = m.next_op(now);
    }
    false
}

/// Divides all readers of a padded buffer and erases the buffer, unless a reader was already divided for another padded
/// buffer.
fn divide(m: &mut Module, padded: &Padded) {
    if padded
        .divisions
        .iter()
        .any(|division| m.is_erased(division.op()))
    {
        return;
    }
    let operand = match padded.operand {
        Operand::Copied(copy) => m.operands(copy).first().copied(),
        Operand::Computed { keeps_fill } => separate(m, padded, keeps_fill),
    };
    let Some(operand) = operand else { return };
    for division in &padded.divisions {
        division.emit(m, padded, operand);
    }
    if let Operand::Copied(copy) = padded.operand {
        m.erase(copy);
    }
    for op in [padded.view, padded.fill, padded.alloc] {
        m.erase(op);
    }
}
