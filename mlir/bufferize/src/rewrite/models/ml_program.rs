//! `ml_program`: turns global tensors into global buffers. The dialect has no table, so its operations are read
//! in generic form.

use memplan_mlir::{AttrId, AttrKind, Module, OpId, OpSpec, TypeId, ValueId, names};

use super::RewriteModel;
use super::arith::infer_new;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::layout;
use crate::rewrite::rewriter::Rewriter;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["ml_program.global"],
        bufferize: global,
        is_declaration: true,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["ml_program.global_load"],
        infer: infer_new,
        bufferize: load,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["ml_program.global_store"],
        bufferize: store,
        ..RewriteModel::EMPTY
    },
];

/// An attribute of an operation without a table, whether inherent or discardable.
fn attr(m: &Module, op: OpId, name: &str) -> Option<AttrId> {
    let name = m.ctx.find_str(name)?;
    m.prop(op, name).or_else(|| m.attr(op, name))
}

/// The type of a global, if it is a ranked tensor.
fn tensor_type(m: &Module, global: OpId) -> Option<TypeId> {
    match m.ctx.attr_kind(attr(m, global, "type")?) {
        AttrKind::Type(ty) if layout::is_tensor(&m.ctx, *ty) => Some(*ty),
        _ => None,
    }
}

fn global(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let m = rewriter.module();
    let Some(tensor) = tensor_type(m, op) else {
        return Ok(());
    };
    let (Some(symbol), Some(value)) = (attr(m, op, "sym_name"), attr(m, op, "value")) else {
        return Err(rewriter.error(op, ErrorKind::GlobalWithoutValue));
    };
    let is_mutable = attr(m, op, "is_mutable").is_some();
    let space = rewriter.types.default_space(op, tensor)?;
    let ctx = &mut rewriter.m().ctx;
    let ty = layout::identity(ctx, tensor, space);
    let (ty, private) = (ctx.attr(AttrKind::Type(ty)), ctx.string_attr("private"));
    let (initial, constant) = (ctx.str("initial_value"), ctx.str("constant"));
    let (name, unit) = (ctx.op_name("memref.global"), ctx.unit_attr());
    let mut spec = OpSpec::new(name)
        .prop(names::SYM_NAME, symbol)
        .prop(names::SYM_VISIBILITY, private)
        .prop(names::TYPE, ty)
        .prop(initial, value);
    if !is_mutable {
        spec = spec.prop(constant, unit);
    }
    if let Some((key, bytes)) = rewriter.alignment() {
        spec = spec.prop(key, bytes);
    }
    rewriter.insert(spec);
    rewriter.replace(op, &[])
}

/// The buffer of the global that an operation names.
fn buffer(rewriter: &mut Rewriter<'_>, op: OpId, ty: TypeId) -> Result<ValueId, Error> {
    let reference = attr(rewriter.module(), op, "global");
    let reference = reference.ok_or_else(|| rewriter.error(op, ErrorKind::NotBufferized))?;
    Ok(rewriter.op("memref.get_global", &[], ty, &[(names::NAME, reference)]))
}

fn load(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(result) = rewriter.module().result(op, 0) else {
        return Ok(());
    };
    let ty = rewriter.buffer_type(result)?;
    let buffer = buffer(rewriter, op, ty)?;
    rewriter.replace(op, &[buffer])
}

fn store(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(&value) = rewriter.module().operands(op).first() else {
        return Ok(());
    };
    let source = rewriter.buffer(value)?;
    let tensor = rewriter.module().value_type(value);
    let space = rewriter.types.default_space(op, tensor)?;
    let ty = layout::identity(&mut rewriter.m().ctx, tensor, space);
    let target = buffer(rewriter, op, ty)?;
    rewriter.copy(source, target);
    rewriter.replace(op, &[])
}
