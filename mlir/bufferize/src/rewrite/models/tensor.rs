//! `tensor`: accesses to elements, views of whole buffers, and new buffers. Slices are in `slices`.

use memplan_mlir::{
    AttrId, AttrKind, DYNAMIC, Module, OpId, OpSpec, StrId, TypeId, TypeKind, ValueId, names,
};

use super::RewriteModel;
use super::arith::infer_new;
use super::destination;
use crate::rewrite::build::Extent;
use crate::rewrite::error::{Error, ErrorKind};
use crate::rewrite::layout;
use crate::rewrite::rewriter::Rewriter;
use crate::rewrite::types::BufferTypes;

pub(super) static MODELS: &[RewriteModel] = &[
    RewriteModel {
        ops: &["tensor.empty"],
        infer: infer_new,
        bufferize: empty,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.cast"],
        infer: infer_cast,
        bufferize: cast,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.dim"],
        bufferize: |rewriter, op| query(rewriter, op, "memref.dim"),
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.rank"],
        bufferize: |rewriter, op| query(rewriter, op, "memref.rank"),
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.extract"],
        bufferize: |rewriter, op| query(rewriter, op, "memref.load"),
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.insert"],
        infer: destination::infer,
        bufferize: insert,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.collapse_shape"],
        infer: infer_collapse,
        bufferize: collapse,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.expand_shape"],
        infer: infer_expand,
        bufferize: expand,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.reshape"],
        infer: infer_like_source,
        bufferize: reshape,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.from_elements"],
        infer: infer_new,
        bufferize: from_elements,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.generate"],
        infer: infer_new,
        bufferize: generate,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.splat"],
        infer: infer_new,
        bufferize: splat,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.pad"],
        infer: infer_like_source,
        bufferize: pad,
        ..RewriteModel::EMPTY
    },
    RewriteModel {
        ops: &["tensor.concat"],
        infer: infer_like_source,
        bufferize: concat,
        ..RewriteModel::EMPTY
    },
];

/// The first operand and the first result.
fn ends(m: &Module, op: OpId) -> Option<(ValueId, ValueId)> {
    Some((*m.operands(op).first()?, m.result(op, 0)?))
}

/// Dimensions of a tensor or memref.
fn shape(m: &Module, value: ValueId) -> Vec<i64> {
    let shape = m.ctx.shape(m.value_type(value));
    shape.map_or(Vec::new(), <[i64]>::to_vec)
}

fn empty(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let m = rewriter.module();
    let Some(result) = m.result(op, 0) else {
        return Ok(());
    };
    if m.is_unused(result) {
        return rewriter.replace(op, &[]);
    }
    let buffer = allocate(rewriter, op, "dynamicSizes")?;
    rewriter.replace(op, &[buffer])
}

/// A buffer for the result, with the sizes of an operand group.
fn allocate(rewriter: &mut Rewriter<'_>, op: OpId, sizes: &str) -> Result<ValueId, Error> {
    let sizes = rewriter.module().operand_group(op, sizes).to_vec();
    let Some(result) = rewriter.module().result(op, 0) else {
        return Err(rewriter.error(op, ErrorKind::NotBufferized));
    };
    let ty = rewriter.buffer_type(result)?;
    rewriter.alloc(ty, &sizes)
}

/// The layout of the source in the shape of the result.
fn infer_cast(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some((source, result)) = ends(types.m, op) else {
        return Ok(());
    };
    let Some(from) = types.get(source)? else {
        return Ok(());
    };
    let tensor = types.m.value_type(result);
    let space = layout::space(&types.m.ctx, from);
    let ty = match types.m.ctx.type_kind(from) {
        TypeKind::MemRef(memref) => {
            let layout = memref.layout;
            layout::with_layout(&mut types.m.ctx, tensor, layout, space)
        }
        _ => layout::fully_dynamic(&mut types.m.ctx, tensor, space),
    };
    types.set(op, 0, ty);
    Ok(())
}

fn cast(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some((source, result)) = ends(rewriter.module(), op) else {
        return Ok(());
    };
    let ty = rewriter.buffer_type(result)?;
    let source = rewriter.buffer(source)?;
    let buffer = rewriter.cast(source, ty);
    rewriter.replace(op, &[buffer])
}

/// The operation of this name on the buffer, with the same other operands.
fn query(rewriter: &mut Rewriter<'_>, op: OpId, name: &str) -> Result<(), Error> {
    let operands = rewriter.buffers(op)?;
    let Some(result) = rewriter.module().result(op, 0) else {
        return Ok(());
    };
    let ty = rewriter.module().value_type(result);
    let value = rewriter.op(name, &operands, ty, &[]);
    rewriter.replace(op, &[value])
}

fn insert(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let operands = rewriter.buffers(op)?;
    let name = rewriter.m().ctx.op_name("memref.store");
    rewriter.insert(OpSpec::new(name).operands(&operands));
    rewriter.replace(op, &operands[1..2])
}

/// The groups of dimensions of a reshape.
fn groups(m: &Module, op: OpId) -> Vec<Vec<usize>> {
    let numbers = |attr: &_| match m.ctx.attr_kind(*attr) {
        AttrKind::Array(numbers) => numbers
            .iter()
            .filter_map(|&number| usize::try_from(m.ctx.attr_i64(number)?).ok())
            .collect(),
        _ => Vec::new(),
    };
    let groups = m.prop_elements(op, names::REASSOCIATION).iter();
    groups.map(numbers).collect()
}

fn infer_collapse(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some((source, _)) = ends(types.m, op) else {
        return Ok(());
    };
    let Some(from) = types.get(source)? else {
        return Ok(());
    };
    let ty = match collapsed_type(types.m, op, from) {
        Some(ty) => ty,
        None => dense_result(types.m, op, from),
    };
    types.set(op, 0, ty);
    Ok(())
}

fn collapsed_type(m: &mut Module, op: OpId, from: TypeId) -> Option<TypeId> {
    let groups = groups(m, op);
    let result = m.result(op, 0)?;
    let wanted = shape(m, result);
    layout::collapsed(&mut m.ctx, from, &groups, &wanted)
}

/// The row-major buffer of the result in the memory space of a memref type.
fn dense_result(m: &mut Module, op: OpId, like: TypeId) -> TypeId {
    let space = layout::space(&m.ctx, like);
    let tensor = m.result(op, 0).map_or(like, |result| m.value_type(result));
    layout::identity(&mut m.ctx, tensor, space)
}

/// Between a tensor of rank 0 and one whose sizes are not all 1, `tensor` reshapes are valid and `memref`
/// reshapes are not.
fn check_scalar(
    rewriter: &Rewriter<'_>,
    op: OpId,
    source: ValueId,
    result: ValueId,
) -> Result<(), Error> {
    let m = rewriter.module();
    let (from, to) = (shape(m, source), shape(m, result));
    let is_scalar = from.is_empty() || to.is_empty();
    if is_scalar && from.iter().chain(&to).any(|&size| size != 1) {
        return Err(rewriter.error(op, ErrorKind::NotBufferized));
    }
    Ok(())
}

fn collapse(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some((source, result)) = ends(rewriter.module(), op) else {
        return Ok(());
    };
    check_scalar(rewriter, op, source, result)?;
    let ty = rewriter.buffer_type(result)?;
    let mut buffer = rewriter.buffer(source)?;
    let from = rewriter.module().value_type(buffer);
    if collapsed_type(rewriter.m(), op, from).is_none() {
        buffer = rewriter.duplicate(buffer)?;
    }
    let props = props(rewriter.module(), op);
    let view = rewriter.op("memref.collapse_shape", &[buffer], ty, &props);
    rewriter.replace(op, &[view])
}

/// All inherent attributes.
fn props(m: &Module, op: OpId) -> Vec<(StrId, AttrId)> {
    m.props(op).iter().collect()
}

fn infer_expand(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some((source, result)) = ends(types.m, op) else {
        return Ok(());
    };
    let Some(from) = types.get(source)? else {
        return Ok(());
    };
    let (groups, wanted) = (groups(types.m, op), shape(types.m, result));
    let ty = layout::expanded(&mut types.m.ctx, from, &groups, &wanted);
    let ty = ty.ok_or_else(|| Error::layout(types.m, op, from))?;
    types.set(op, 0, ty);
    Ok(())
}

fn expand(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some((source, result)) = ends(rewriter.module(), op) else {
        return Ok(());
    };
    check_scalar(rewriter, op, source, result)?;
    let ty = rewriter.buffer_type(result)?;
    let operands = rewriter.buffers(op)?;
    let props = props(rewriter.module(), op);
    let view = rewriter.op("memref.expand_shape", &operands, ty, &props);
    rewriter.replace(op, &[view])
}

/// A row-major buffer in the memory space of the first operand.
fn infer_like_source(types: &mut BufferTypes<'_>, op: OpId) -> Result<(), Error> {
    let Some((source, _)) = ends(types.m, op) else {
        return Ok(());
    };
    if let Some(from) = types.get(source)? {
        let ty = dense_result(types.m, op, from);
        types.set(op, 0, ty);
    }
    Ok(())
}

/// A reshape takes row-major buffers only.
fn reshape(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some((_, result)) = ends(rewriter.module(), op) else {
        return Ok(());
    };
    let ty = rewriter.buffer_type(result)?;
    let mut operands = rewriter.buffers(op)?;
    for operand in &mut operands {
        let from = rewriter.module().value_type(*operand);
        let is_ranked = rewriter.module().ctx.shape(from).is_some();
        if is_ranked && !layout::is_identity(&rewriter.module().ctx, from) {
            *operand = rewriter.duplicate(*operand)?;
        }
    }
    let view = rewriter.op("memref.reshape", &operands, ty, &[]);
    rewriter.replace(op, &[view])
}

fn from_elements(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(result) = rewriter.module().result(op, 0) else {
        return Ok(());
    };
    let buffer = allocate(rewriter, op, "")?;
    let sizes = shape(rewriter.module(), result);
    let n_indices = sizes.iter().copied().max().unwrap_or(0);
    let elements = rewriter.module().operands(op).to_vec();
    let n_indices = n_indices.min(elements.len() as i64);
    let indices: Vec<ValueId> = (0..n_indices).map(|i| rewriter.constant(i)).collect();
    let name = rewriter.m().ctx.op_name("memref.store");
    let mut at = vec![0; sizes.len()];
    for element in elements {
        let mut operands = vec![element, buffer];
        operands.extend(at.iter().map(|&i: &usize| indices[i]));
        rewriter.insert(OpSpec::new(name).operands(&operands));
        for (place, &size) in at.iter_mut().zip(&sizes).rev() {
            *place += 1;
            if (*place as i64) < size {
                break;
            }
            *place = 0;
        }
    }
    rewriter.replace(op, &[buffer])
}

fn generate(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let buffer = allocate(rewriter, op, "dynamicExtents")?;
    rewriter.generate_into(op, buffer)?;
    rewriter.replace(op, &[buffer])
}

fn splat(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some(&value) = rewriter.module().operands(op).first() else {
        return Ok(());
    };
    let buffer = allocate(rewriter, op, "dynamicSizes")?;
    rewriter.fill(buffer, value);
    rewriter.replace(op, &[buffer])
}

/// Fills the whole buffer with the padding, then copies the source into it.
fn pad(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some((source, result)) = ends(rewriter.module(), op) else {
        return Ok(());
    };
    let source = rewriter.buffer(source)?;
    let ty = rewriter.buffer_type(result)?;
    let wanted = shape(rewriter.module(), result);
    let inner = rewriter.sizes(source);
    let low = rewriter.mixed(op, "low", "static_low");
    let high = rewriter.mixed(op, "high", "static_high");
    let is_negative = |extent: &Extent| matches!(extent, Extent::Known(size) if *size < 0);
    if low.iter().chain(&high).any(is_negative) {
        return Err(rewriter.error(op, ErrorKind::NotBufferized));
    }
    let mut dynamic = Vec::new();
    for (dim, &size) in wanted.iter().enumerate() {
        if size == DYNAMIC {
            match rewriter.sum_of(&[low[dim], inner[dim], high[dim]]) {
                Extent::Value(value) => dynamic.push(value),
                Extent::Known(value) => dynamic.push(rewriter.constant(value)),
            }
        }
    }
    let buffer = rewriter.alloc(ty, &dynamic)?;
    rewriter.generate_into(op, buffer)?;
    let part = shape(rewriter.module(), source);
    copy_into(rewriter, source, buffer, &low, &inner, &part)?;
    rewriter.replace(op, &[buffer])
}

/// Copies a buffer into the part of another one at some offsets. Where nothing is copied, an offset may be the end.
fn copy_into(
    rewriter: &mut Rewriter<'_>,
    source: ValueId,
    buffer: ValueId,
    offsets: &[Extent],
    sizes: &[Extent],
    shape: &[i64],
) -> Result<(), Error> {
    if !shape.contains(&0) {
        let view = rewriter.subview(buffer, offsets, sizes, shape)?;
        rewriter.copy(source, view);
    }
    Ok(())
}

fn concat(rewriter: &mut Rewriter<'_>, op: OpId) -> Result<(), Error> {
    let Some((_, result)) = ends(rewriter.module(), op) else {
        return Ok(());
    };
    let m = rewriter.module();
    let dim = m.ctx.find_str("dim").and_then(|name| m.prop_i64(op, name));
    let Some(dim) = dim.and_then(|dim| usize::try_from(dim).ok()) else {
        return Err(rewriter.error(op, ErrorKind::NotBufferized));
    };
    let ty = rewriter.buffer_type(result)?;
    let wanted = shape(rewriter.module(), result);
    let inputs = rewriter.buffers(op)?;
    let sizes: Vec<Vec<Extent>> = inputs.iter().map(|&v| rewriter.sizes(v)).collect();
    let along: Vec<Extent> = sizes.iter().map(|sizes| sizes[dim]).collect();
    let mut dynamic = Vec::new();
    for (at, _) in wanted
        .iter()
        .enumerate()
        .filter(|(_, size)| **size == DYNAMIC)
    {
        let size = if at == dim {
            rewriter.sum_of(&along)
        } else {
            sizes[0][at]
        };
        match size {
            Extent::Value(value) => dynamic.push(value),
            Extent::Known(value) => dynamic.push(rewriter.constant(value)),
        }
    }
    let buffer = rewriter.alloc(ty, &dynamic)?;
    let mut offset = Extent::Known(0);
    for (number, &input) in inputs.iter().enumerate() {
        let mut offsets = vec![Extent::Known(0); wanted.len()];
        offsets[dim] = offset;
        let part = shape(rewriter.module(), input);
        copy_into(rewriter, input, buffer, &offsets, &sizes[number], &part)?;
        if number + 1 < inputs.len() {
            offset = rewriter.sum_of(&[offset, along[number]]);
        }
    }
    rewriter.replace(op, &[buffer])
}
