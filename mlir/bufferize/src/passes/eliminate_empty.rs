//! `eliminate-empty-tensors`: operations write into the part of a tensor that their result is inserted into.
//!
//! For `insert_slice %x into %t`, where `%x` is computed in a `tensor.empty`, the `tensor.empty` is replaced by the
//! slice of `%t`. The insertion then copies a part onto itself, which bufferization omits.

use std::cmp::Ordering;

use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::{RegionFlow, Traits};
use memplan_mlir::interfaces::{LoopDim, has_no_effects, loop_dims};
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{Module, OpId, OpSpec, TypeId, TypeKind, ValueDef, ValueId, names};
use memplan_support::Sort;

use rustc_hash::FxHashSet;

use crate::Options;
use crate::analysis::subset::{Insertion, Subset};
use crate::analysis::{EmptyUse, Inspector};

/// The pass `eliminate-empty-tensors`: lets operations compute their result in the part of a tensor that it is
/// inserted into, instead of a `tensor.empty` that is then copied.
///
/// The cost is that of the analysis, plus the operations between each insertion and its `tensor.empty`.
#[derive(Clone, Copy, Debug, Default)]
pub struct EliminateEmptyTensors;

impl Pass for EliminateEmptyTensors {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "eliminate-empty-tensors",
            aliases: &["empty-tensor-elimination"],
            summary: "Computes a tensor directly in the part of the tensor that it is inserted into.",
            cost: "that of the analysis, and the operations between each insertion and its `tensor.empty`",
            source: "the pass of MLIR 22",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, _: OpId, _: &mut PassContext) -> Result<(), PassError> {
        Ok(eliminate_empty_tensors(m)?)
    }
}

/// Runs the pass `eliminate-empty-tensors` on a module.
///
/// # Errors
///
/// What cannot be bufferized; the module is unchanged then.
pub fn eliminate_empty_tensors(m: &mut Module) -> Result<(), Vec<Diagnostic>> {
    let options = Options {
        function_boundaries: true,
        allow_return_allocs_from_loops: true,
        ..Options::reference()
    };
    let inspector = Inspector::new(m, &options)?;
    eliminate(m, &inspector);
    Ok(())
}

/// Replaces uses of `tensor.empty` by the parts that insertions overwrite.
///
/// Skips an out-of-place source, which is copied anyway.
fn eliminate(m: &mut Module, inspector: &Inspector<'_>) {
    let dominance = Dominance::new(m);
    let ops: Vec<OpId> = m.walk(m.root()).collect();
    for op in ops {
        let q = inspector.query(m);
        let insertion = q.model(op).and_then(|model| model.insertion(q, op));
        let Some(insertion) = insertion else { continue };
        let source = m.operands(op)[insertion.source];
        if !q.is_tensor(source) || !inspector.is_in_place(op, insertion.source) {
            continue;
        }
        for empty_use in inspector.reachable_empties(m, op, insertion.source) {
            replace(m, &dominance, op, &insertion, empty_use);
        }
    }
}

/// Replaces one use of a `tensor.empty`, if the part can be extracted before it. Hoists the values that the
/// extraction needs if that helps. Returns whether it was replaced.
pub(super) fn replace(
    m: &mut Module,
    dominance: &Dominance,
    op: OpId,
    insertion: &Insertion,
    empty_use: EmptyUse,
) -> bool {
    let EmptyUse {
        empty,
        user,
        operand,
    } = empty_use;
    let (dest, needed) = (m.operands(op)[insertion.dest], needed(m, op, insertion));
    let anchor = match insertion_point(m, dominance, &needed, empty, user) {
        Some(anchor) => anchor,
        None if hoist(m, dominance, &needed, user) => user,
        None => return false,
    };
    let source_type = m.value_type(m.operands(op)[insertion.source]);
    let part = match &insertion.subset {
        Subset::Whole if m.is_memref(dest) => tensor_of(m, op, dest, anchor),
        Subset::Whole => Some(dest),
        Subset::Slice(_) => extract(m, op, source_type, anchor),
    };
    let (Some(part), Some(tensor)) = (part, m.result(empty, 0)) else {
        return false;
    };
    if part == tensor {
        return false;
    }
    let ty = m.value_type(tensor);
    let part = if m.value_type(part) == ty {
        part
    } else {
        match cast_after(m, part, ty) {
            Some(cast) => cast,
            None => return false,
        }
    };
    m.set_operand(user, operand, part);
    true
}

/// The values that the extraction of a part needs: the dynamic numbers of the slice, then the destination.
fn needed(m: &Module, op: OpId, insertion: &Insertion) -> Vec<ValueId> {
    let operands = m.operands(op);
    let numbers = match insertion.subset {
        Subset::Whole => &[][..],
        Subset::Slice(_) => &operands[insertion.dest + 1..],
    };
    let numbers = numbers.iter().copied();
    numbers.chain([operands[insertion.dest]]).collect()
}

/// The operation before which a part can be extracted: the `tensor.empty`, or the operation after one of the
/// needed values. All needed values must be defined there, and it must precede the user.
fn insertion_point(
    m: &Module,
    dominance: &Dominance,
    needed: &[ValueId],
    empty: OpId,
    user: OpId,
) -> Option<OpId> {
    let sources = needed.iter().filter_map(|&value| match m.value_def(value) {
        ValueDef::Result { op, .. } => m.next_op(op),
        ValueDef::Arg { block, .. } => m.first_op(block),
        ValueDef::Forward => None,
    });
    let mut candidates = std::iter::once(empty).chain(sources);
    candidates.find(|&at| {
        let is_defined = |&value: &ValueId| dominance.value_dominates(m, value, at);
        needed.iter().all(is_defined) && is_before(m, dominance, at, user)
    })
}

/// Whether an operation is not a loop, or is a loop that counts in steps of one. mlir-opt does not move other
/// loops.
fn ends(m: &Module, op: OpId) -> bool {
    let counts = |dims: Vec<LoopDim>| dims.iter().all(|dim| dim.step.constant() == Some(1));
    !m.has_trait(op, Traits::LOOP)
        || (m.def(op).is_some_and(|def| def.flow == RegionFlow::For)
            && loop_dims(m, op).is_some_and(counts))
}

/// Moves the definitions of values, and their operands, before an operation of the same block. Changes nothing
/// and returns false if one of them depends on the operation, has effects, may not terminate, or is in another
/// block.
fn hoist(m: &mut Module, dominance: &Dominance, values: &[ValueId], anchor: OpId) -> bool {
    let mut slice = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work = values.to_vec();
    while let Some(value) = work.pop() {
        if dominance.value_dominates(m, value, anchor) {
            continue;
        }
        let Some(op) = m.defining_op(value) else {
            return false;
        };
        if !seen.insert(op) {
            continue;
        }
        let is_pure = has_no_effects(m, op);
        let is_beside = m.op_block(op) == m.op_block(anchor);
        if op == anchor || !is_beside || !is_pure || !m.walk(op).all(|inner| ends(m, inner)) {
            return false;
        }
        slice.push(op);
        for inner in m.walk(op) {
            let captured = m.operands(inner).iter().copied();
            let is_outer = |&value: &ValueId| {
                let definer = m.value_block(value).and_then(|block| m.block_parent(block));
                definer.is_none_or(|definer| !m.encloses(op, definer))
            };
            work.extend(captured.filter(is_outer));
        }
    }
    slice.sort_stable_by(|&a, &b| {
        if m.is_before(a, b) {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    });
    for op in slice {
        m.detach(op);
        m.insert_before(anchor, op);
    }
    true
}

/// Whether `at` runs before `user`, or is it.
fn is_before(m: &Module, dominance: &Dominance, at: OpId, user: OpId) -> bool {
    let Some(block) = m.op_block(at) else {
        return false;
    };
    let chain = std::iter::once(user).chain(m.ancestors(user));
    let is_beside =
        |op: &OpId| m.op_block(*op).and_then(|b| m.block_region(b)) == m.block_region(block);
    let mut chain = chain.filter(is_beside);
    chain.next().is_some_and(|op| {
        let other = m.op_block(op);
        if other == Some(block) {
            op == at || m.is_before(at, op)
        } else {
            other.is_some_and(|other| dominance.block_dominates(block, other))
        }
    })
}

/// `tensor.extract_slice` of the part that an insertion overwrites.
fn extract(m: &mut Module, op: OpId, ty: TypeId, anchor: OpId) -> Option<ValueId> {
    let operands = m.operands(op)[1..].to_vec();
    let counts = m.prop_array(op, names::OPERAND_SEGMENT_SIZES);
    let counts: Vec<i64> = counts.get(1..).unwrap_or(&[]).to_vec();
    let counts = m.ctx.i32_array(&counts);
    let mut spec = OpSpec::new(m.ctx.op_name("tensor.extract_slice"))
        .operands(&operands)
        .results(&[ty])
        .prop(names::OPERAND_SEGMENT_SIZES, counts);
    for name in [
        names::STATIC_OFFSETS,
        names::STATIC_SIZES,
        names::STATIC_STRIDES,
    ] {
        if let Some(list) = m.prop(op, name) {
            spec = spec.prop(name, list);
        }
    }
    let slice = m.create_before(anchor, spec);
    m.result(slice, 0)
}

/// `bufferization.to_tensor` of the buffer that an operation overwrites. Only one tensor of a buffer may be
/// `restrict`, so the operation transfers this attribute to the new tensor.
fn tensor_of(m: &mut Module, op: OpId, dest: ValueId, anchor: OpId) -> Option<ValueId> {
    let (restrict, writable) = (m.ctx.str("restrict"), m.ctx.str("writable"));
    m.prop(op, restrict)?;
    let ty = match m.value_type_kind(dest) {
        TypeKind::MemRef(memref) => TypeKind::Tensor {
            shape: memref.shape.clone(),
            element: memref.element,
            encoding: None,
        },
        _ => return None,
    };
    let ty = m.ctx.ty(ty);
    let unit = m.ctx.unit_attr();
    let mut spec = OpSpec::new(m.ctx.op_name("bufferization.to_tensor"))
        .operands(&[dest])
        .results(&[ty])
        .prop(restrict, unit);
    if m.prop(op, writable).is_some() {
        spec = spec.prop(writable, unit);
    }
    m.remove_prop(op, restrict);
    let tensor = m.create_before(anchor, spec);
    m.result(tensor, 0)
}

/// The value cast to another type, directly after its definition.
fn cast_after(m: &mut Module, value: ValueId, ty: TypeId) -> Option<ValueId> {
    let from = m.value_type(value);
    if m.ctx.element_type(from) != m.ctx.element_type(ty) {
        return None;
    }
    let anchor = match m.value_def(value) {
        ValueDef::Result { op, .. } => m.next_op(op),
        ValueDef::Arg { block, .. } => m.first_op(block),
        ValueDef::Forward => None,
    }?;
    let name = m.ctx.op_name("tensor.cast");
    let spec = OpSpec::new(name).operands(&[value]).results(&[ty]);
    let cast = m.create_before(anchor, spec);
    m.result(cast, 0)
}
