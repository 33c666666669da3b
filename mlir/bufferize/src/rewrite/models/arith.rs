//! `arith`: constants and selections. Elementwise operations are lowered to `linalg` before.

use memplan_mlir::{Module, OpId, OpName, OpSpec, Signedness, TypeKind, ValueId};

use super::RewriteModel;
use crate::rewrite::constants::constant_value;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::layout;
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["arith.constant"],
        infer: infer_new,
        bufferize: constant,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["arith.select"],
        infer: infer_select,
        bufferize: select,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["arith.index_cast", "arith.index_castui"],
        infer: infer_new,
        bufferize: elementwise,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.bitcast"],
        infer: infer_bitcast,
        bufferize: bitcast,
        ..RewriteModel::EMPTY
    },
];

fn constant(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let (Some(value), Some(result)) = (
        constant_value(rewriter.module(), op),
        rewriter.module().result(op, 0),
    ) else {
        return Err(rewriter.error(op, ErrorKind::BadConstant));
    };
    let ty = rewriter.buffer_type(result)?;
    let buffer = rewriter.global(op, value, ty)?;
    rewriter.replace(op, &[buffer])
}

/// The result is one of two buffers.
fn infer_select(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(result) = types.m.result(op, 0) else {
        return Ok(());
    };
    for index in [1, 2] {
        let value = types.m.operands(op)[index];
        types.flow(value, result, op, ErrorKind::SelectSpaces)?;
    }
    Ok(())
}

fn select(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let &[condition, yes, no] = rewriter.module().operands(op) else {
        return Ok(());
    };
    let condition_ty = rewriter.module().value_type(condition);
    if rewriter.module().ctx.element_type(condition_ty).is_some() {
        return Err(rewriter.error(op, ErrorKind::ShapedCondition));
    }
    let Some(result) = rewriter.module().result(op, 0) else {
        return Ok(());
    };
    let ty = rewriter.buffer_type(result)?;
    let mut sides = [yes, no];
    for side in &mut sides {
        let buffer = rewriter.buffer(*side)?;
        *side = rewriter.reconcile(buffer, ty)?;
    }
    let new = rewriter.again(op, &[condition, sides[0], sides[1]], &[ty]);
    let buffer = rewriter.first_result(new);
    rewriter.replace(op, &[buffer])
}

/// The result is a new row-major buffer.
pub(super) fn infer_new(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(result) = types.m.result(op, 0) else {
        return Ok(());
    };
    let tensor = types.m.value_type(result);
    if layout::is_tensor(&types.m.ctx, tensor) {
        let ty = types.identity(op, tensor)?;
        types.set(op, 0, ty);
    }
    Ok(())
}

fn elementwise(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let name = rewriter.module().op_name(op);
    map_elements(rewriter, op, name)
}

/// Whether `arith.bitcast` computes the elements: it has no unsigned or signed integers and keeps the shape. Others
/// stay on tensors.
fn casts_elements(m: &Module, op: OpId) -> bool {
    let is_signless = |value: ValueId| {
        let element = m.ctx.element_type(m.value_type(value));
        element.is_some_and(|element| match *m.ctx.type_kind(element) {
            TypeKind::Integer { signedness, .. } => signedness == Signedness::Signless,
            _ => true,
        })
    };
    let values = || m.operands(op).iter().copied().chain(m.results(op));
    let shape = |value: ValueId| m.ctx.shape(m.value_type(value));
    let first = m.result(op, 0).and_then(shape);
    first.is_some() && values().all(|value| is_signless(value) && shape(value) == first)
}

fn infer_bitcast(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    if casts_elements(types.m, op) {
        infer_new(types, op)
    } else {
        Ok(())
    }
}

fn bitcast(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    if !casts_elements(rewriter.module(), op) {
        return Ok(());
    }
    let name = rewriter.m().ctx.op_name("arith.bitcast");
    map_elements(rewriter, op, name)
}

/// `linalg.map` with an operation on elements as its body, into a new buffer.
fn map_elements(rewriter: &mut Rewriter<'_>, op: OpId, scalar: OpName) -> Result<(), Error> {
    let (Some(&source), Some(result)) = (
        rewriter.module().operands(op).first(),
        rewriter.module().result(op, 0),
    ) else {
        return Ok(());
    };
    let ty = rewriter.buffer_type(result)?;
    let source = rewriter.buffer(source)?;
    if rewriter.module().ctx.shape(ty).is_none() {
        return Err(rewriter.error(op, ErrorKind::UnrankedCopy));
    }
    let sizes = rewriter.dynamic_sizes(source);
    let target = rewriter.alloc(ty, &sizes)?;
    let element = |rewriter: &Rewriter<'_>, value: ValueId| {
        let ty = rewriter.module().value_type(value);
        rewriter.module().ctx.element_type(ty).unwrap_or(ty)
    };
    let (from, to) = (element(rewriter, source), element(rewriter, target));
    let (region, block) = rewriter.region(&[from, to]);
    let input = rewriter.module().block_args(block)[0];
    let m = rewriter.module();
    let mut spec = OpSpec::new(scalar).operands(&[input]).results(&[to]);
    spec.props = m.props(op).clone();
    let body = rewriter.insert_in(block, spec);
    let element = rewriter.first_result(body);
    let name = rewriter.m().ctx.op_name("linalg.yield");
    rewriter.insert_in(block, OpSpec::new(name).operands(&[element]));
    let name = rewriter.m().ctx.op_name("linalg.map");
    let spec = OpSpec::new(name)
        .operands(&[source, target])
        .regions(&[region]);
    rewriter.insert(spec);
    rewriter.replace(op, &[target])
}
