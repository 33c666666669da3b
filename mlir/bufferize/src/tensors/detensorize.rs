//! `linalg-detensorize`: tensors of rank 0 become scalars.
//!
//! Frontends of array languages write counters, flags and norms as tensors of rank 0, and the arithmetic on them as
//! structured operations without loops. As buffers, each is an allocation of its own, and a loop cannot be seen to
//! count. The pass replaces what loops and branches pass on, and structured operations without loops. A
//! `tensor.extract` stands where a scalar comes from a tensor, a `tensor.from_elements` where a tensor is still needed.
//!
//! The pass of MLIR 22 of this name follows the branches of `cf`. This one follows the regions of `scf` and leaves
//! branches, functions and calls as they are.

use std::collections::BTreeMap;

use memplan_memory_model::has_pure_body;
use memplan_mlir::interfaces::region_edges;
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::{generalize, indexing_maps};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{CloneMap, Module, OpId, OpSpec, TypeId, ValueId};

use super::structured::{body, is_on_tensors, is_read, maps, result};

/// The pass `linalg-detensorize`: turns tensors of rank 0 into scalars. Linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detensorize;

impl Pass for Detensorize {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-detensorize",
            aliases: &[],
            summary: "Turns tensors of rank 0 that loops carry, and the arithmetic on them, into scalars.",
            cost: "linear in the operations",
            source: "the pass of MLIR 22, which follows branches of `cf` instead of loops",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let passes_on = |&op: &OpId| PASSES_ON.iter().any(|&kernel| m.is_kernel(op, kernel));
        let passing: Vec<OpId> = m.walk(root).filter(passes_on).collect();
        for op in passing {
            pass_scalars(m, op);
        }
        // Producers come before their users, so each finds the scalars of its operands.
        let all: Vec<OpId> = m.walk(root).collect();
        for op in all {
            if m.is_erased(op) {
                continue;
            }
            if m.is_kernel(op, Kernel::TensorExtract) {
                forward(m, op);
            } else {
                compute_on_scalars(m, op);
            }
        }
        drop_unused(m, root);
        Ok(())
    }
}

/// The operations that pass values of any type between their regions.
const PASSES_ON: [Kernel; 4] = [Kernel::For, Kernel::While, Kernel::If, Kernel::IndexSwitch];

/// The type of the only element of a tensor of rank 0.
fn element(m: &Module, value: ValueId) -> Option<TypeId> {
    let ty = m.value_type(value);
    let has_rank_0 = m.is_tensor(value) && m.ctx.shape(ty).is_some_and(<[i64]>::is_empty);
    m.ctx.element_type(ty).filter(|_| has_rank_0)
}

/// The only element of a tensor of rank 0, read before `anchor`; another value is itself.
fn scalar(m: &mut Module, anchor: OpId, value: ValueId) -> ValueId {
    let Some(ty) = element(m, value) else {
        return value;
    };
    let made = [Kernel::TensorFromElements, Kernel::Fill].map(|kernel| m.kernel_of(value, kernel));
    if let Some(&scalar) = made
        .into_iter()
        .flatten()
        .next()
        .and_then(|op| m.operands(op).first())
        && m.value_type(scalar) == ty
    {
        return scalar;
    }
    let name = m.ctx.op_name("tensor.extract");
    result(
        m,
        anchor,
        OpSpec::new(name).operands(&[value]).results(&[ty]),
    )
}

/// A tensor of rank 0 that holds a scalar.
fn tensor_of(m: &mut Module, scalar: ValueId, ty: TypeId) -> OpSpec {
    let name = m.ctx.op_name("tensor.from_elements");
    OpSpec::new(name).operands(&[scalar]).results(&[ty])
}

/// Changes the tensors of rank 0 that an operation passes to its regions, and from them to its results.
fn pass_scalars(m: &mut Module, op: OpId) {
    // Each operand that is passed on, and each value that takes one over; both once, in order.
    let mut places: BTreeMap<(OpId, usize), ValueId> = BTreeMap::new();
    let mut targets: Vec<ValueId> = Vec::new();
    for edge in region_edges(m, op) {
        for (at, (&source, &target)) in edge.sources.iter().zip(&edge.targets).enumerate() {
            if element(m, target).is_some() && m.value_type(source) == m.value_type(target) {
                places.insert((edge.via, edge.first + at), source);
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
    }
    for ((via, operand), source) in places {
        let scalar = scalar(m, via, source);
        m.set_operand(via, operand, scalar);
    }
    for target in targets {
        become_scalar(m, target);
    }
}

/// Changes the type of a block argument or result of rank 0 to that of its element, and makes a tensor of it for its
/// users.
fn become_scalar(m: &mut Module, value: ValueId) {
    let (Some(ty), Some(block)) = (element(m, value), m.value_block(value)) else {
        return;
    };
    let tensor = m.value_type(value);
    let mut spec = tensor_of(m, value, tensor);
    let definer = m.defining_op(value);
    if let Some(op) = definer.or_else(|| m.block_parent(block)) {
        spec = spec.located_at(m, op);
    }
    let made = m.create_op(spec);
    match definer {
        Some(op) => m.insert_after(op, made),
        None => m.insert_at_start(block, made),
    }
    if let Some(tensor) = m.result(made, 0) {
        m.replace_all_uses(value, tensor);
    }
    m.set_operand(made, 0, value);
    m.set_value_type(value, ty);
}

/// Replaces an element that is read from a tensor made of it.
fn forward(m: &mut Module, op: OpId) {
    let &[source, ..] = m.operands(op) else {
        return;
    };
    if element(m, source).is_some()
        && let Some(made) = m.kernel_of(source, Kernel::TensorFromElements)
    {
        let scalar = m.operands(made)[0];
        m.replace_op(op, &[scalar]);
    }
}

/// Replaces a structured operation on tensors of rank 0 by its body.
fn compute_on_scalars(m: &mut Module, op: OpId) {
    // A filled tensor of rank 0 is mostly the beginning of a reduction.
    if m.is_kernel(op, Kernel::Fill)
        || !is_on_tensors(m, op)
        || !m.results(op).all(|value| element(m, value).is_some())
    {
        return;
    }
    let named = indexing_maps(m, op);
    let op = match named {
        Some(maps) if maps.iter().all(|map| map.dims == 0) => generalize(m, op),
        _ => Some(op).filter(|&op| m.is_kernel(op, Kernel::Generic)),
    };
    let Some((op, block)) = op.and_then(|op| Some((op, body(m, op)?))) else {
        return;
    };
    if maps(m, op).iter().any(|map| map.dims != 0) || !has_pure_body(m, op) {
        return;
    }
    let mut map = CloneMap::default();
    for (number, param) in m.block_args(block).to_vec().into_iter().enumerate() {
        if is_read(m, op, number) {
            let operand = m.operands(op)[number];
            let value = scalar(m, op, operand);
            map.map(param, value);
        }
    }
    let ops: Vec<OpId> = m.ops(block).collect();
    let Some((&end, ops)) = ops.split_last() else {
        return;
    };
    for &inner in ops {
        let copy = m.clone_op(inner, &mut map);
        m.insert_before(op, copy);
    }
    let mut tensors = Vec::new();
    for (index, &yielded) in m.operands(end).to_vec().iter().enumerate() {
        let Some(ty) = m.result(op, index).map(|value| m.value_type(value)) else {
            return;
        };
        let spec = tensor_of(m, map.value(yielded), ty);
        tensors.push(result(m, op, spec));
    }
    m.replace_op(op, &tensors);
}

/// Erases tensors of rank 0 that nothing uses any more.
fn drop_unused(m: &mut Module, root: OpId) {
    let all: Vec<OpId> = m.walk(root).collect();
    for &op in all.iter().rev() {
        let is_made = [
            Kernel::TensorFromElements,
            Kernel::TensorExtract,
            Kernel::TensorEmpty,
        ]
        .iter()
        .any(|&kernel| m.is_kernel(op, kernel));
        if is_made && m.results(op).all(|value| m.is_unused(value)) {
            m.erase(op);
        }
    }
}
