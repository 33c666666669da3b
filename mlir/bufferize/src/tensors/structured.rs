//! Structured operations on tensors: what passes on them ask and make.

use memplan_mlir::{
    AffineExpr, AffineMap, AttrId, AttrKind, BlockId, Module, OpId, OpSpec, RegionId, TypeId,
    TypeKind, ValueId, names,
};

/// Whether an operation has results and takes no buffer.
pub(crate) fn is_on_tensors(m: &Module, op: OpId) -> bool {
    m.result_count(op) > 0 && m.operands(op).iter().all(|&value| !m.is_memref(value))
}

/// The indexing maps.
pub(crate) fn maps(m: &Module, op: OpId) -> Vec<AffineMap> {
    let listed = m.prop_elements(op, names::INDEXING_MAPS).iter();
    listed
        .filter_map(|&attr| match m.ctx.attr_kind(attr) {
            AttrKind::AffineMap(map) => Some(map.clone()),
            _ => None,
        })
        .collect()
}

/// Replaces the indexing maps.
pub(crate) fn set_maps(m: &mut Module, op: OpId, maps: &[AffineMap]) {
    let maps = maps.iter().cloned().map(AttrKind::AffineMap);
    let maps: Vec<AttrId> = maps.map(|map| m.ctx.attr(map)).collect();
    let maps = m.ctx.attr(AttrKind::Array(maps.into()));
    m.set_prop(op, names::INDEXING_MAPS, maps);
}

/// The operands of a `linalg.generic`, outputs last, their maps, and the kinds of the loops.
pub(crate) struct Parts {
    pub(crate) operands: Vec<ValueId>,
    pub(crate) n_inputs: usize,
    pub(crate) maps: Vec<AffineMap>,
    pub(crate) kinds: Vec<AttrId>,
}

/// A `linalg.generic` with the attributes of another one, before `anchor`.
pub(crate) fn generic(
    m: &mut Module,
    anchor: OpId,
    like: OpId,
    parts: Parts,
    region: RegionId,
) -> OpId {
    let outputs = &parts.operands[parts.n_inputs..];
    let types: Vec<TypeId> = outputs.iter().map(|&value| m.value_type(value)).collect();
    let counts = [parts.n_inputs as i64, outputs.len() as i64];
    let (kinds, counts) = (
        m.ctx.attr(AttrKind::Array(parts.kinds.into())),
        m.ctx.i32_array(&counts),
    );
    let mut spec = OpSpec::new(m.op_name(like))
        .operands(&parts.operands)
        .results(&types)
        .regions(&[region]);
    spec.props = m.props(like).clone();
    spec.attrs = m.attrs(like).clone();
    let spec = spec
        .prop(names::ITERATOR_TYPES, kinds)
        .prop(names::OPERAND_SEGMENT_SIZES, counts);
    let op = m.create_before(anchor, spec);
    set_maps(m, op, &parts.maps);
    op
}

pub(crate) fn n_inputs(m: &Module, op: OpId) -> usize {
    m.operand_group(op, "inputs").len()
}

pub(crate) fn body(m: &Module, op: OpId) -> Option<BlockId> {
    m.first_block(*m.regions(op).first()?)
}

/// Whether all loops are parallel.
pub(crate) fn is_parallel(m: &Module, op: OpId) -> bool {
    reductions(m, op).next().is_none()
}

/// The loops that are not parallel, outermost first.
pub(crate) fn reductions(m: &Module, op: OpId) -> impl Iterator<Item = usize> {
    let kinds = m.prop_elements(op, names::ITERATOR_TYPES).iter();
    let is_parallel = |kind| {
        matches!(m.ctx.attr_kind(kind), AttrKind::Opaque { body, .. }
            if m.ctx.bytes(*body) == b"iterator_type<parallel>")
    };
    let reductions = kinds
        .enumerate()
        .filter(move |(_, kind)| !is_parallel(**kind));
    reductions.map(|(number, _)| number)
}

/// The kind of loops that are parallel.
pub(crate) fn parallel_kind(m: &mut Module) -> AttrId {
    let (dialect, body) = (m.ctx.str("linalg"), m.ctx.str("iterator_type<parallel>"));
    m.ctx.attr(AttrKind::Opaque {
        dialect,
        body,
        ty: None,
    })
}

/// Whether the body reads the element of operand `number`.
pub(crate) fn is_read(m: &Module, op: OpId, number: usize) -> bool {
    let arg = body(m, op).and_then(|block| m.block_args(block).get(number).copied());
    arg.is_none_or(|arg| !m.is_unused(arg))
}

/// Whether each loop is an index of its own, so that no element is accessed twice.
pub(crate) fn has_every_dim(exprs: &[AffineExpr], n_dims: u32) -> bool {
    (0..n_dims).all(|dim| exprs.contains(&AffineExpr::Dim(dim)))
}

/// The expressions with others substituted for the dimensions.
pub(crate) fn composed(exprs: &[AffineExpr], dims: &[AffineExpr]) -> Vec<AffineExpr> {
    exprs.iter().map(|expr| expr.with_dims(dims)).collect()
}

/// The size of a dimension, computed before `anchor`.
pub(crate) fn dim_size(m: &mut Module, anchor: OpId, value: ValueId, dim: usize) -> ValueId {
    let (name, index) = (m.ctx.op_name("tensor.dim"), m.ctx.index_type());
    let at = constant(m, anchor, dim as i64);
    let spec = OpSpec::new(name).operands(&[value, at]).results(&[index]);
    result(m, anchor, spec)
}

/// A constant of type `index` before `anchor`.
pub(crate) fn constant(m: &mut Module, anchor: OpId, value: i64) -> ValueId {
    let (name, index) = (m.ctx.op_name("arith.constant"), m.ctx.index_type());
    let value = m.ctx.index_attr(value);
    let spec = OpSpec::new(name).results(&[index]);
    result(m, anchor, spec.prop(names::VALUE, value))
}

/// The result of a new operation before `anchor`.
pub(crate) fn result(m: &mut Module, anchor: OpId, spec: OpSpec) -> ValueId {
    let op = m.create_before(anchor, spec);
    let result = m.result(op, 0);
    result.unwrap_or_else(|| unreachable!("made with a result"))
}

/// The type of a tensor with another shape.
pub(crate) fn with_shape(m: &mut Module, value: ValueId, new: Vec<i64>) -> TypeId {
    let ty = m.value_type(value);
    let TypeKind::Tensor { element, .. } = *m.ctx.type_kind(ty) else {
        return ty;
    };
    m.ctx.ty(TypeKind::Tensor {
        shape: new.into(),
        element,
        encoding: None,
    })
}

/// A `tensor.expand_shape` before `anchor` that represents each dimension by as many as `groups` says, with the sizes
/// in `shape`, of which those in `dynamic` are values.
pub(crate) fn expanded(
    m: &mut Module,
    anchor: OpId,
    value: ValueId,
    groups: &[usize],
    dynamic: &[ValueId],
    shape: Vec<i64>,
) -> ValueId {
    let static_shape = m.ctx.i64_array(&shape);
    let ty = with_shape(m, value, shape);
    let (name, key) = (
        m.ctx.op_name("tensor.expand_shape"),
        m.ctx.str("static_output_shape"),
    );
    let operands: Vec<ValueId> = std::iter::once(value)
        .chain(dynamic.iter().copied())
        .collect();
    let counts = reassociation(m, groups);
    let spec = OpSpec::new(name)
        .operands(&operands)
        .results(&[ty])
        .prop(names::REASSOCIATION, counts)
        .prop(key, static_shape);
    result(m, anchor, spec)
}

/// A tensor as one of another type, before `anchor`, whose dimensions represent as many as `groups` says.
pub(crate) fn collapsed(
    m: &mut Module,
    anchor: OpId,
    value: ValueId,
    ty: TypeId,
    groups: &[usize],
) -> ValueId {
    if m.value_type(value) == ty {
        return value;
    }
    let name = m.ctx.op_name("tensor.collapse_shape");
    let counts = reassociation(m, groups);
    let spec = OpSpec::new(name)
        .operands(&[value])
        .results(&[ty])
        .prop(names::REASSOCIATION, counts);
    result(m, anchor, spec)
}

/// `[[0, 1], [2], ..]`.
pub(crate) fn reassociation(m: &mut Module, groups: &[usize]) -> AttrId {
    let mut next = 0;
    let mut all = Vec::new();
    for &n in groups {
        let dims: Vec<AttrId> = (next..next + n as i64)
            .map(|dim| m.ctx.i64_attr(dim))
            .collect();
        next += n as i64;
        all.push(m.ctx.attr(AttrKind::Array(dims.into())));
    }
    m.ctx.attr(AttrKind::Array(all.into()))
}
