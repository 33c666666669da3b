//! `func`: signatures, calls and returns.

use memplan_mlir::dialects::Traits;
use memplan_mlir::{AttrId, AttrKind, Module, OpId, StrId, TypeId, TypeKind, ValueId, names};

use super::RewriteModel;
use super::cf::renew_blocks;
use crate::options::BoundaryLayout;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::layout;
use crate::rewrite::rewriter::{Rewriter, signature_has_tensors};
use crate::rewrite::types::BufferTypes;

/// The dialect whose operations are bufferized only with the option `bufferize-function-boundaries`.
pub(super) const DIALECT: &str = "func";

/// Attributes of arguments that have no meaning on buffers.
const TENSOR_ATTRS: &[StrId] = &[names::BUFFER_LAYOUT, names::WRITABLE];

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["func.func"],
        infer: infer_function,
        bufferize: function,
        is_unstructured: true,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["func.return"],
        infer: infer_return,
        bufferize: return_,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["func.call"],
        infer: infer_call,
        bufferize: call,
        ..RewriteModel::EMPTY
    },
];

/// Types of a function's arguments and results.
fn function_type(m: &Module, function: OpId) -> (Vec<TypeId>, Vec<TypeId>) {
    let attr = m.prop(function, names::FUNCTION_TYPE);
    let ty = match attr.map(|attr| m.ctx.attr_kind(attr)) {
        Some(AttrKind::Type(ty)) => m.ctx.type_kind(*ty),
        _ => return Default::default(),
    };
    match ty {
        TypeKind::Function { inputs, results } => (inputs.to_vec(), results.to_vec()),
        _ => Default::default(),
    }
}

/// The arguments of a function's body; `None` for a declaration.
fn entry_args(m: &Module, function: OpId) -> Option<Vec<ValueId>> {
    let &body = m.regions(function).first()?;
    m.first_block(body)
        .map(|entry| m.block_args(entry).to_vec())
}

/// The type that argument `index` of a function gets: that of an attribute, or of the boundary.
fn argument_type(
    types: &mut BufferTypes<'_>,
    function: OpId,
    index: usize,
    tensor: TypeId,
) -> Result<TypeId, Error> {
    let Some(wanted) = types.m.arg_attr(function, index, names::BUFFER_LAYOUT) else {
        return types.boundary(function, tensor);
    };
    let space = types.default_space(function, tensor)?;
    let is_identity =
        matches!(types.m.ctx.attr_kind(wanted), AttrKind::AffineMap(map) if map.is_identity());
    let layout = Some(wanted).filter(|_| !is_identity);
    Ok(layout::with_layout(&mut types.m.ctx, tensor, layout, space))
}

/// The type that result `index` of a function gets. Final once all types are inferred.
fn result_type(
    types: &mut BufferTypes<'_>,
    function: OpId,
    index: usize,
    tensor: TypeId,
) -> Result<TypeId, Error> {
    match types.returned(function, index) {
        Some(ty) => Ok(ty),
        None => types.boundary(function, tensor),
    }
}

fn infer_function(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let (inputs, _) = function_type(types.m, op);
    let args = entry_args(types.m, op).unwrap_or_default();
    for (index, (arg, ty)) in args.into_iter().zip(inputs).enumerate() {
        if layout::is_tensor(&types.m.ctx, ty) {
            let ty = argument_type(types, op, index, ty)?;
            types.join(arg, ty, op, ErrorKind::BlockSpaces)?;
        }
    }
    Ok(())
}

/// The signature of a function on buffers. It is computed before the function changes.
fn signature(
    types: &mut BufferTypes<'_>,
    function: OpId,
) -> Result<(Vec<TypeId>, Vec<TypeId>), Error> {
    let (mut inputs, mut results) = function_type(types.m, function);
    let args = entry_args(types.m, function);
    for (index, ty) in inputs.iter_mut().enumerate() {
        if layout::is_tensor(&types.m.ctx, *ty) {
            *ty = match args.as_ref().and_then(|args| args.get(index)) {
                Some(&arg) => types.require(arg)?,
                None => argument_type(types, function, index, *ty)?,
            };
        }
    }
    for (index, ty) in results.iter_mut().enumerate() {
        if layout::is_tensor(&types.m.ctx, *ty) {
            *ty = result_type(types, function, index, *ty)?;
        }
    }
    Ok((inputs, results))
}

fn function(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let has_body = entry_args(rewriter.module(), op).is_some();
    if has_body && signature_has_tensors(rewriter.module(), op) && !returns(rewriter.module(), op) {
        return Err(rewriter.error(op, ErrorKind::NoReturn));
    }
    let (inputs, results) = signature(&mut rewriter.types, op)?;
    let ctx = &mut rewriter.m().ctx;
    let ty = ctx.function_type(&inputs, &results);
    let ty = ctx.attr(AttrKind::Type(ty));
    rewriter.m().set_prop(op, names::FUNCTION_TYPE, ty);
    drop_tensor_attrs(rewriter.m(), op);
    renew_blocks(rewriter, op)
}

fn returns(m: &Module, function: OpId) -> bool {
    let regions = m.regions(function).iter();
    let mut ends = regions
        .flat_map(|&region| m.blocks(region))
        .filter_map(|block| m.last_op(block));
    ends.any(|end| m.has_trait(end, Traits::RETURN_LIKE))
}

/// Removes attributes of arguments that have no meaning on buffers.
fn drop_tensor_attrs(m: &mut Module, function: OpId) {
    let all = m.prop_elements(function, names::ARG_ATTRS).to_vec();
    let cleaned: Vec<AttrId> = all
        .iter()
        .map(|&attr| match m.ctx.attr_kind(attr) {
            AttrKind::Dictionary(entries) => {
                let kept = entries
                    .iter()
                    .filter(|(key, _)| !TENSOR_ATTRS.contains(key));
                let kept: Box<[_]> = kept.copied().collect();
                m.ctx.attr(AttrKind::Dictionary(kept))
            }
            _ => attr,
        })
        .collect();
    if cleaned == all {
        return;
    }
    let is_empty =
        |&attr: &AttrId| matches!(m.ctx.attr_kind(attr), AttrKind::Dictionary(d) if d.is_empty());
    if cleaned.iter().all(is_empty) {
        m.remove_prop(function, names::ARG_ATTRS);
    } else {
        let cleaned = m.ctx.attr(AttrKind::Array(cleaned.into()));
        m.set_prop(function, names::ARG_ATTRS, cleaned);
    }
}

/// With inferred layouts, a result has the type of what is returned.
fn infer_return(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(function) = types.m.parent(op) else {
        return Ok(());
    };
    if types.options.boundary_layout != BoundaryLayout::Infer {
        return Ok(());
    }
    let operands = types.m.operands(op).to_vec();
    for (index, value) in operands.into_iter().enumerate() {
        if let Some(ty) = types.get(value)? {
            types.returns(function, op, index, ty)?;
        }
    }
    Ok(())
}

fn return_(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(function) = rewriter.module().parent(op) else {
        return Ok(());
    };
    let (_, results) = function_type(rewriter.module(), function);
    for (index, ty) in results.into_iter().enumerate() {
        let value = rewriter.module().operands(op)[index];
        if rewriter.is_tensor(value) {
            let buffer = rewriter.buffer(value)?;
            let buffer = rewriter.reconcile(buffer, ty)?;
            rewriter.m().set_operand(op, index, buffer);
        }
    }
    Ok(())
}

fn infer_call(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some(function) = types.callee(op) else {
        return Ok(());
    };
    let has_body = entry_args(types.m, function).is_some();
    let is_inferred = has_body && types.options.boundary_layout == BoundaryLayout::Infer;
    for index in 0..types.m.result_count(op) {
        let Some(result) = types.m.result(op, index) else {
            continue;
        };
        let tensor = types.m.value_type(result);
        if !layout::is_tensor(&types.m.ctx, tensor) {
            continue;
        }
        let ty = if is_inferred {
            types.returned(function, index)
        } else {
            Some(types.boundary(function, tensor)?)
        };
        if let Some(ty) = ty {
            types.join(result, ty, op, ErrorKind::ReturnSpaces)?;
        }
    }
    Ok(())
}

fn call(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(function) = rewriter.types.callee(op) else {
        return Ok(());
    };
    let (inputs, results) = signature(&mut rewriter.types, function)?;
    let mut operands = rewriter.module().operands(op).to_vec();
    for (operand, ty) in operands.iter_mut().zip(inputs) {
        if rewriter.is_tensor(*operand) {
            let buffer = rewriter.buffer(*operand)?;
            *operand = rewriter.reconcile(buffer, ty)?;
        }
    }
    let new = rewriter.again(op, &operands, &results);
    let values: Vec<ValueId> = rewriter.module().results(new).collect();
    rewriter.replace(op, &values)
}
