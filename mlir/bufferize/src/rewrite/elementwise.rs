//! Turns elementwise operations on tensors into `linalg.generic`, like `convert-elementwise-to-linalg` of
//! mlir-opt.

use memplan_mlir::dialects::Traits;
use memplan_mlir::semantics::{Kernel, Semantics};
use memplan_mlir::{
    AffineMap, AttrId, AttrKind, BlockId, DYNAMIC, Module, OpId, OpSpec, TypeId, TypeKind, ValueId,
    names,
};

use crate::tensors::structured::parallel_kind;

/// Which elementwise operations are lowered, and where their results go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All. A result overwrites the first operand of its type, as in mlir-opt; the analysis copies that operand if it
    /// is needed later.
    All,
    /// Operations that bufferization cannot rewrite directly. A result is written to a separate tensor, which is
    /// correct without an analysis.
    WithoutModel,
}

/// Lowers elementwise operations on ranked tensors below `root`. Returns how many. Linear.
pub fn lower_elementwise(m: &mut Module, root: OpId, selection: Selection) -> usize {
    let ops = m.walk(root);
    let ops: Vec<OpId> = ops.filter(|&op| is_lowered(m, op, selection)).collect();
    for &op in &ops {
        lower(m, op, selection);
    }
    ops.len()
}

/// Dialects whose operations with operands are elementwise.
const DIALECTS: &[&str] = &["arith", "complex", "math"];

fn is_lowered(m: &Module, op: OpId, selection: Selection) -> bool {
    let is_elementwise = match m.semantics(op) {
        Semantics::Scalar(_) | Semantics::Kernel(Kernel::ComplexCreate) => true,
        Semantics::Unknown => m
            .def(op)
            .is_some_and(|def| DIALECTS.contains(&def.dialect())),
        Semantics::Kernel(_) => false,
    };
    if !is_elementwise || m.result_count(op) == 0 || !m.regions(op).is_empty() {
        return false;
    }
    let is_ranked = |value: ValueId| matches!(m.value_type_kind(value), TypeKind::Tensor { .. });
    let is_unranked =
        |&value: &ValueId| matches!(m.value_type_kind(value), TypeKind::UnrankedTensor { .. });
    if !m.results(op).all(is_ranked) || m.operands(op).iter().any(is_unranked) {
        return false;
    }
    let is_choice = m.has_trait(op, Traits::SELECT_LIKE)
        && !m
            .operands(op)
            .first()
            .is_some_and(|&value| is_ranked(value));
    selection == Selection::All || !is_choice
}

fn lower(m: &mut Module, op: OpId, selection: Selection) {
    let inputs = m.operands(op).to_vec();
    let types: Vec<TypeId> = m.results(op).map(|result| m.value_type(result)).collect();
    let mut operands = inputs.clone();
    for &ty in &types {
        let over = inputs
            .iter()
            .copied()
            .find(|&value| m.value_type(value) == ty);
        let over = over.filter(|_| selection == Selection::All);
        let init = over.or_else(|| empty_like(m, op, &inputs, ty));
        operands.extend(init);
    }
    let rank = types.first().and_then(|&ty| m.ctx.shape(ty));
    let rank = rank.map_or(0, <[i64]>::len) as u32;
    let maps: Vec<AttrId> = operands
        .iter()
        .map(|&value| {
            let is_shaped = m.ctx.shape(m.value_type(value)).is_some();
            let mut map = AffineMap::identity(rank);
            if !is_shaped {
                map.results.clear();
            }
            m.ctx.attr(AttrKind::AffineMap(map))
        })
        .collect();
    let maps = m.ctx.attr(AttrKind::Array(maps.into()));
    let iterators = vec![parallel_kind(m); rank as usize];
    let iterators = m.ctx.attr(AttrKind::Array(iterators.into()));
    let counts = m.ctx.i32_array(&[inputs.len() as i64, types.len() as i64]);
    let region = m.create_region();
    let block = m.append_block(region);
    fill_body(m, op, block, &operands, &types);
    let name = m.ctx.op_name("linalg.generic");
    let spec = OpSpec::new(name)
        .operands(&operands)
        .results(&types)
        .regions(&[region])
        .prop(names::INDEXING_MAPS, maps)
        .prop(names::ITERATOR_TYPES, iterators)
        .prop(names::OPERAND_SEGMENT_SIZES, counts);
    let generic = m.create_before(op, spec);
    let results: Vec<ValueId> = m.results(generic).collect();
    m.replace_op(op, &results);
}

/// The scalar operation of the body.
fn fill_body(m: &mut Module, op: OpId, block: BlockId, operands: &[ValueId], types: &[TypeId]) {
    for &operand in operands {
        let ty = m.value_type(operand);
        let ty = match m.ctx.type_kind(ty) {
            TypeKind::Tensor { element, .. } => *element,
            _ => ty,
        };
        m.add_block_arg(block, ty);
    }
    let n_inputs = m.operands(op).len();
    let args = m.block_args(block)[..n_inputs].to_vec();
    let elements: Vec<TypeId> = types
        .iter()
        .map(|&ty| m.ctx.element_type(ty).unwrap_or(ty))
        .collect();
    let mut spec = OpSpec::new(m.op_name(op))
        .operands(&args)
        .results(&elements);
    spec.props = m.props(op).clone();
    spec.attrs = m.attrs(op).clone();
    let spec = spec.located_at(m, op);
    let scalar = m.create_op(spec);
    m.insert_at_end(block, scalar);
    let values: Vec<ValueId> = m.results(scalar).collect();
    let name = m.ctx.op_name("linalg.yield");
    let spec = OpSpec::new(name).operands(&values).located_at(m, op);
    let end = m.create_op(spec);
    m.insert_at_end(block, end);
}

/// A tensor of type `ty` with the sizes of the first operand that is a tensor.
fn empty_like(m: &mut Module, op: OpId, inputs: &[ValueId], ty: TypeId) -> Option<ValueId> {
    let is_shaped = |m: &Module, value| m.ctx.shape(m.value_type(value)).is_some();
    let source = inputs.iter().copied().find(|&value| is_shaped(m, value));
    let index = m.ctx.index_type();
    let mut sizes = Vec::new();
    for (dim, size) in m.ctx.shape(ty)?.to_vec().into_iter().enumerate() {
        if size != DYNAMIC {
            continue;
        }
        let (constant, dim_name) = (m.ctx.op_name("arith.constant"), m.ctx.op_name("tensor.dim"));
        let number = m.ctx.index_attr(dim as i64);
        let spec = OpSpec::new(constant)
            .results(&[index])
            .prop(names::VALUE, number);
        let at = m.create_before(op, spec);
        let at = m.result(at, 0)?;
        let spec = OpSpec::new(dim_name)
            .operands(&[source?, at])
            .results(&[index]);
        let size = m.create_before(op, spec);
        sizes.push(m.result(size, 0)?);
    }
    let name = m.ctx.op_name("tensor.empty");
    let empty = m.create_before(op, OpSpec::new(name).operands(&sizes).results(&[ty]));
    m.result(empty, 0)
}
