//! `linalg-bubble-up-extract-slice`: computes only the slices of a result that are used.
//!
//! ```text
//! %0 = linalg.generic ins(%a : tensor<16x24xf32>) ..        %b = tensor.extract_slice %a[0, 1] [16, 23] [1, 1]
//! %1 = tensor.extract_slice %0[0, 1] [16, 23] [1, 1]   =>   %1 = linalg.generic ins(%b : tensor<16x23xf32>) ..
//! ```
//!
//! The operation disappears, so all its readers have to be slices. Elements in several slices are computed once for
//! each: together the slices have at most [`MAX_TIMES`] times the elements of the result, and a reduction is not
//! computed twice. An operation that adds up two tensors of its own keeps one of them alive, its slices both: it stays
//! if all of it is used. A slice of a slice, of a fill, or of what was inserted into a tensor is taken from these
//! directly.

use memplan_memory_model::has_pure_body;
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::is_dead;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, ValueId};

use super::parts::{
    Part, all_accessed, bypass, extracted, loops_of, on_part, origin, static_shape,
};
use super::structured::{is_on_tensors, is_parallel, n_inputs};

/// The pass `linalg-bubble-up-extract-slice`: computes only the slices of a result that are used. Linear in the
/// operations and the bodies that it copies.
#[derive(Clone, Copy, Debug, Default)]
pub struct BubbleUpExtractSlice;

impl Pass for BubbleUpExtractSlice {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-bubble-up-extract-slice",
            aliases: &[],
            summary: "Computes only the slices of a result that are used.",
            cost: "linear in the operations and the bodies that it copies",
            source: "the patterns of MLIR 22 for `tensor.extract_slice`",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        bubble_up_extract_slice(m, root);
        Ok(())
    }
}

/// How many times the elements of a result its slices may have together.
const MAX_TIMES: i64 = 2;

/// How many slices may replace one operation.
const MAX_SLICES: usize = 16;

/// Runs the pass `linalg-bubble-up-extract-slice` on the operations below `root`; returns whether anything changed.
fn bubble_up_extract_slice(m: &mut Module, root: OpId) -> bool {
    let is_bubbled = |&op: &OpId| {
        m.is_kernel(op, Kernel::Generic) || m.is_kernel(op, Kernel::TensorExtractSlice)
    };
    let mut pending: Vec<OpId> = m.walk(root).filter(is_bubbled).collect();
    let mut is_changed = false;
    // Users first: their slices become slices of their operands.
    while let Some(op) = pending.pop() {
        if m.is_erased(op) {
            continue;
        }
        let made = if m.is_kernel(op, Kernel::TensorExtractSlice) {
            resolve(m, op)
        } else {
            compute_slices(m, op)
        };
        is_changed |= made.is_some();
        let made = made.unwrap_or_default().into_iter();
        pending.extend(made.filter_map(|value| m.kernel_of(value, Kernel::TensorExtractSlice)));
    }
    is_changed
}

/// Replaces a slice by one of an earlier tensor, or by a smaller fill; erases it if nothing reads it. Returns what was
/// made.
fn resolve(m: &mut Module, op: OpId) -> Option<Vec<ValueId>> {
    if is_dead(m, op) {
        m.erase(op);
        return Some(Vec::new());
    }
    let source = m.operands(op)[0];
    if let Some(made) = bypass(m, source) {
        return Some(made);
    }
    let part = Part::of(m, op)?;
    let (origin, _) = origin(m, source, &part);
    let is_made = [Kernel::Fill, Kernel::TensorEmpty].map(|made| m.kernel_of(origin, made));
    if origin == source && is_made == [None, None] {
        return None;
    }
    let value = extracted(m, op, source, &part);
    m.replace_op(op, &[value]);
    Some(vec![value])
}

/// Replaces an operation by one for each slice of its result; returns what these read.
fn compute_slices(m: &mut Module, op: OpId) -> Option<Vec<ValueId>> {
    let (result, slices) = slices_of(m, op)?;
    let at = n_inputs(m, op);
    let mut computed: Vec<(Part, ValueId)> = Vec::new();
    for (_, part) in &slices {
        if computed.iter().any(|(other, _)| other == part) {
            continue;
        }
        let loops = loops_of(m, op, at, part)?;
        let new = on_part(m, op, op, &loops)?;
        computed.push((part.clone(), new));
    }
    for (slice, part) in &slices {
        let mut equal = computed.iter().filter(|(other, _)| other == part);
        if let Some((_, new)) = equal.next() {
            m.replace_op(*slice, &[*new]);
        }
    }
    debug_assert!(m.is_unused(result), "all users were slices");
    m.erase(op);
    let made = computed.iter().filter_map(|(_, new)| m.defining_op(*new));
    Some(made.flat_map(|new| m.operands(new).to_vec()).collect())
}

/// The result of an operation and its slices, if nothing else reads it and computing these is not too much.
fn slices_of(m: &Module, op: OpId) -> Option<(ValueId, Vec<(OpId, Part)>)> {
    let is_structured = m.is_kernel(op, Kernel::Generic)
        && m.result_count(op) == 1
        && is_on_tensors(m, op)
        && has_pure_body(m, op);
    let result = m.result(op, 0)?;
    if !is_structured || m.is_unused(result) || m.uses(result).nth(4 * MAX_SLICES).is_some() {
        return None;
    }
    let slices = m.uses(result).map(|(user, _)| {
        let is_slice = m.is_kernel(user, Kernel::TensorExtractSlice);
        is_slice.then(|| Some((user, Part::of(m, user)?))).flatten()
    });
    let slices: Vec<(OpId, Part)> = slices.collect::<Option<_>>()?;
    let mut distinct: Vec<&Part> = Vec::new();
    for (_, part) in &slices {
        if !distinct.contains(&part) {
            distinct.push(part);
        }
    }
    let n_all = distinct.iter().map(|part| part.n_elements());
    let n_all = n_all.fold(0, i64::saturating_add);
    let n_own = Part::whole(&static_shape(m, result)?).n_elements();
    let max_times = if is_parallel(m, op) { MAX_TIMES } else { 1 };
    let at = n_inputs(m, op);
    let is_divisible = distinct.len() <= MAX_SLICES
        && distinct.iter().all(|part| {
            let loops = loops_of(m, op, at, part);
            loops.is_some_and(|loops| all_accessed(m, op, &loops).is_some())
        });
    let is_cheap = n_all <= n_own.saturating_mul(max_times);
    let keeps_more = n_all >= n_own && n_kept(m, op) > 1;
    (is_divisible && is_cheap && !keeps_more).then_some((result, slices))
}

/// How many inputs die at an operation: its result may replace one of them in memory, but slices of its result that are
/// computed later need all of them.
fn n_kept(m: &Module, op: OpId) -> usize {
    let inputs = &m.operands(op)[..n_inputs(m, op)];
    let is_kept = |value: ValueId| {
        let is_made = m.defining_op(value).is_some_and(|made| {
            let free = [Kernel::Constant, Kernel::Fill, Kernel::TensorEmpty];
            let is_part = m.is_kernel(made, Kernel::TensorInsertSlice)
                || m.is_kernel(made, Kernel::TensorExtractSlice);
            !is_part && !free.iter().any(|&kernel| m.is_kernel(made, kernel))
        });
        is_made && m.uses(value).all(|(user, _)| user == op)
    };
    let mut kept: Vec<ValueId> = Vec::new();
    for &input in inputs {
        if is_kept(input) && !kept.contains(&input) {
            kept.push(input);
        }
    }
    kept.len()
}
