//! Shapes, of tensors and buffers alike: sizes that turn out to be constants, and reshapes of reshapes.

use smallvec::SmallVec;

use super::settle;
use crate::ir::shapes::reassociation;
use crate::ir::{
    AttrId, DYNAMIC, MemRefType, Module, OpId, OpSpec, StrId, TypeId, TypeKind, ValueId, names,
};
use crate::layouts::{Layout, SliceSpec, strided, subview};
use crate::rewrite::Rewriter;
use crate::rewrite::operands::set_operand_group;
use crate::semantics::Kernel;
use crate::verifier::is_valid;

/// The type with other sizes, and a layout of memrefs.
pub(super) fn with_shape(
    rw: &mut Rewriter<'_>,
    ty: TypeId,
    shape: &[i64],
    layout: Option<AttrId>,
) -> Option<TypeId> {
    let kind = match rw.m.ctx.type_kind(ty) {
        TypeKind::Tensor {
            element, encoding, ..
        } => TypeKind::Tensor {
            shape: shape.into(),
            element: *element,
            encoding: *encoding,
        },
        TypeKind::MemRef(memref) => TypeKind::MemRef(MemRefType {
            shape: shape.into(),
            element: memref.element,
            layout,
            space: memref.space,
        }),
        _ => return None,
    };
    Some(rw.m.ctx.ty(kind))
}

/// Gives a result another type and its users a cast of it to the old one. `false` if that is not valid or there is no
/// such result; then nothing has changed.
pub(super) fn recast(rw: &mut Rewriter<'_>, op: OpId, number: usize, ty: TypeId) -> bool {
    let (Some(value), Some(next)) = (rw.m.result(op, number), rw.m.next_op(op)) else {
        return false;
    };
    let before = rw.m.value_type(value);
    let name = match rw.m.ctx.type_kind(ty) {
        TypeKind::MemRef(_) => "memref.cast",
        _ => "tensor.cast",
    };
    let users: Vec<(OpId, usize)> = rw.m.uses(value).collect();
    rw.m.retype_result(op, number, ty);
    let spec = OpSpec::new(rw.m.ctx.op_name(name))
        .operands(&[value])
        .results(&[before])
        .located_at(rw.m, op);
    let cast = rw.insert_before(next, spec);
    if !is_valid(rw.m, op) || !is_valid(rw.m, cast) {
        rw.m.erase(cast);
        rw.m.retype_result(op, number, before);
        return false;
    }
    if let Some(cast) = rw.m.result(cast, 0) {
        for (user, operand) in users {
            rw.m.set_operand(user, operand, cast);
            rw.push(user);
        }
    }
    rw.changed(op)
}

/// Sizes of something that is made, and that turn out to be constants, become part of its type.
pub(crate) fn sized(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let group = match rw.m.semantics(op).kernel() {
        Some(Kernel::TensorGenerate) => "dynamicExtents",
        Some(Kernel::AllocTensor) => "dynamic_sizes",
        _ => "dynamicSizes",
    };
    let Some(result) = rw.m.result(op, 0) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    let has_layout =
        matches!(rw.m.ctx.type_kind(ty), TypeKind::MemRef(memref) if memref.layout.is_some());
    let values = rw.m.operand_group(op, group).to_vec();
    let constants: Vec<Option<i64>> = values
        .iter()
        .map(|&value| rw.int(value).filter(|&size| size >= 0))
        .collect();
    let Some(mut shape) = rw.m.ctx.shape(ty).map(<[i64]>::to_vec) else {
        return false;
    };
    let index = rw.m.def(op).and_then(|def| def.operand_group(group));
    let (Some(index), true, false) = (index, constants.iter().any(Option::is_some), has_layout)
    else {
        return false;
    };
    let mut next = constants.iter();
    for size in shape.iter_mut().filter(|size| **size == DYNAMIC) {
        if let Some(&Some(constant)) = next.next() {
            *size = constant;
        }
    }
    let Some(ty) = with_shape(rw, ty, &shape, None) else {
        return false;
    };
    let kept: Vec<ValueId> = values
        .iter()
        .zip(&constants)
        .filter(|(_, constant)| constant.is_none())
        .map(|(&value, _)| value)
        .collect();
    set_operand_group(rw.m, op, index, &kept);
    if recast(rw, op, 0, ty) {
        return true;
    }
    set_operand_group(rw.m, op, index, &values);
    false
}

/// The three arrays of a slice and the groups of their operands.
const PARTS: [(&str, StrId); 3] = [
    ("offsets", names::STATIC_OFFSETS),
    ("sizes", names::STATIC_SIZES),
    ("strides", names::STATIC_STRIDES),
];

/// The dimensions of a slice that are those of its shape; others have size 1. Which of several such dimensions is left
/// out does not change the sizes.
fn kept_dims(sizes: &[i64], shape: &[i64]) -> Option<Vec<usize>> {
    let mut kept = Vec::new();
    for (dim, size) in sizes.iter().enumerate() {
        if shape.get(kept.len()) == Some(size) {
            kept.push(dim);
        } else if *size != 1 {
            return None;
        }
    }
    (kept.len() == shape.len()).then_some(kept)
}

/// Offsets, sizes and strides of a part of a buffer or tensor that turn out to be constants become part of it and of
/// its type.
pub(super) fn settled_view(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let shape = rw.m.ctx.shape(rw.m.value_type(result)).unwrap_or(&[]);
    let Some(kept) = kept_dims(rw.m.prop_array(op, names::STATIC_SIZES), shape) else {
        return false;
    };
    let before: Vec<(Vec<ValueId>, Vec<i64>)> = PARTS
        .iter()
        .map(|&(group, name)| {
            let values = rw.m.operand_group(op, group).to_vec();
            (values, rw.m.prop_array(op, name).to_vec())
        })
        .collect();
    let mut has_changed = false;
    for (group, name) in PARTS {
        has_changed |= settle(rw, op, group, name, |_, statics| {
            name != names::STATIC_STRIDES || !statics.contains(&0)
        });
    }
    if !has_changed {
        return false;
    }
    let arrays = PARTS.map(|(_, name)| rw.m.prop_array(op, name).to_vec());
    let [offsets, sizes, strides] = &arrays;
    let wanted: Vec<i64> = kept.iter().map(|&dim| sizes[dim]).collect();
    let ty = if rw.m.is_kernel(op, Kernel::Subview) {
        let spec = SliceSpec {
            offsets,
            sizes,
            strides,
        };
        let source = rw.m.value_type(source);
        subview(&mut rw.m.ctx, source, spec, &wanted)
    } else if rw.m.is_kernel(op, Kernel::TensorExtractSlice) {
        let old = rw.m.value_type(result);
        with_shape(rw, old, &wanted, None)
    } else {
        let layout = Layout {
            strides: strides.clone(),
            offset: offsets.first().copied().unwrap_or(0),
        };
        let old = rw.m.value_type(result);
        let layout = strided(&mut rw.m.ctx, &layout);
        with_shape(rw, old, sizes, Some(layout))
    };
    if ty.is_some_and(|ty| recast(rw, op, 0, ty)) {
        return true;
    }
    for (&(group, name), (values, statics)) in PARTS.iter().zip(&before) {
        let attr = rw.m.ctx.i64_array(statics);
        if let Some(group) = rw.m.def(op).and_then(|def| def.operand_group(group)) {
            set_operand_group(rw.m, op, group, values);
        }
        rw.m.set_prop(op, name, attr);
    }
    false
}

/// A part of a cast buffer is one of the buffer itself, of which more is known.
pub(super) fn part_of_uncast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let Some(cast) = rw.definer(source, Kernel::Cast) else {
        return false;
    };
    let first = rw.m.operands(cast)[0];
    let types = [first, source, result].map(|value| rw.m.value_type(value));
    if !rw.m.ctx.is_always_memref(types[0], types[1]) {
        return false;
    }
    let Some(wanted) = rw.m.ctx.shape(types[2]).map(<[i64]>::to_vec) else {
        return false;
    };
    let [offsets, sizes, strides] = PARTS.map(|(_, name)| rw.m.prop_array(op, name).to_vec());
    let spec = SliceSpec {
        offsets: &offsets,
        sizes: &sizes,
        strides: &strides,
    };
    let Some(ty) = subview(&mut rw.m.ctx, types[0], spec, &wanted) else {
        return false;
    };
    rw.m.set_operand(op, 0, first);
    if recast(rw, op, 0, ty) {
        rw.push(cast);
        return true;
    }
    rw.m.set_operand(op, 0, source);
    false
}

type Groups = Vec<SmallVec<[usize; 4]>>;

fn groups(rw: &Rewriter<'_>, op: OpId) -> Option<Groups> {
    let name = rw.m.ctx.find_str("reassociation")?;
    reassociation(&rw.m.ctx, rw.m.prop(op, name)?)
}

fn groups_attr(rw: &mut Rewriter<'_>, groups: &Groups) -> AttrId {
    let lists: Vec<AttrId> = groups
        .iter()
        .map(|group| {
            let dims: Vec<AttrId> = group
                .iter()
                .map(|&dim| rw.m.ctx.i64_attr(dim as i64))
                .collect();
            rw.m.ctx.attr(crate::ir::AttrKind::Array(dims.into()))
        })
        .collect();
    rw.m.ctx.attr(crate::ir::AttrKind::Array(lists.into()))
}

/// What two reshapes of one direction do: each dimension of the coarsest shape is a group of those of the finest one.
fn composed(coarse: &Groups, fine: &Groups) -> Option<Groups> {
    let group = |dims: &SmallVec<[usize; 4]>| -> Option<SmallVec<[usize; 4]>> {
        let lists = dims.iter().map(|&dim| fine.get(dim));
        Some(
            lists
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .flatten()
                .copied()
                .collect(),
        )
    };
    // A shape without dimensions has no groups; only ones were joined or added.
    if coarse.is_empty() {
        return Some(Groups::new());
    }
    coarse.iter().map(group).collect()
}

/// The groups of a finer shape that make the dimensions of a coarser one, both of known sizes.
fn grouped(fine: &[i64], coarse: &[i64]) -> Option<Groups> {
    let mut at = 0;
    let mut groups = Groups::new();
    for (index, &size) in coarse.iter().enumerate() {
        let mut group = SmallVec::new();
        let mut product = 1_i64;
        while group.is_empty() || product != size {
            product = product.checked_mul(*fine.get(at)?)?;
            group.push(at);
            at += 1;
            if product > size {
                return None;
            }
        }
        let is_last = index + 1 == coarse.len();
        // Ones belong to the dimension in front of them, unless the next one is a one by itself.
        while fine.get(at) == Some(&1) && (is_last || coarse[index + 1] != 1) {
            group.push(at);
            at += 1;
        }
        groups.push(group);
    }
    (at == fine.len()).then_some(groups)
}

/// Whether a reshape collapses dimensions, or expands them; `None` for other operations.
fn joins_dims(m: &Module, op: OpId) -> Option<bool> {
    match m.semantics(op).kernel()? {
        Kernel::CollapseShape | Kernel::TensorCollapse => Some(true),
        Kernel::ExpandShape | Kernel::TensorExpand => Some(false),
        _ => None,
    }
}

/// Two reshapes in a row are one, or none.
pub(crate) fn reshape(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&source), Some(result)) = (rw.m.operands(op).first(), rw.m.result(op, 0)) else {
        return false;
    };
    let inner = rw.m.defining_op(source);
    let both = inner.and_then(|inner| Some((inner, joins_dims(rw.m, inner)?)));
    let (Some(outer_joins), Some((inner, inner_joins))) = (joins_dims(rw.m, op), both) else {
        return false;
    };
    let first = rw.m.operands(inner)[0];
    let shape = |value| rw.m.ctx.shape(rw.m.value_type(value)).map(<[i64]>::to_vec);
    let (Some(from), Some(to)) = (shape(first), shape(result)) else {
        return false;
    };
    let is_static = |shape: &[i64]| !shape.contains(&DYNAMIC) && !shape.contains(&0);
    let (name, groups) = if outer_joins == inner_joins {
        let (inside, outside) = if outer_joins {
            (inner, op)
        } else {
            (op, inner)
        };
        let both = groups(rw, outside).zip(groups(rw, inside));
        let groups = both.and_then(|(outside, inside)| composed(&outside, &inside));
        (rw.m.op_name(op), groups)
    } else if !is_static(&from) || !is_static(&to) {
        return false;
    } else if from == to {
        return rw.m.value_type(first) == rw.m.value_type(result) && rw.replace(op, &[first]);
    } else if from.len() > to.len() {
        let joins = if outer_joins { op } else { inner };
        (rw.m.op_name(joins), grouped(&from, &to))
    } else if from.len() < to.len() {
        let splits = if outer_joins { inner } else { op };
        (rw.m.op_name(splits), grouped(&to, &from))
    } else {
        return false;
    };
    let Some(groups) = groups else {
        return false;
    };
    let attr = groups_attr(rw, &groups);
    let ty = rw.m.value_type(result);
    let mut operands = vec![first];
    let mut spec = OpSpec::new(name)
        .results(&[ty])
        .prop(names::REASSOCIATION, attr);
    if from.len() < to.len() {
        if outer_joins == inner_joins {
            operands.extend_from_slice(&rw.m.operands(op)[1..]);
        }
        let sizes = rw.m.ctx.i64_array(&to);
        spec = spec.prop(rw.m.ctx.str("static_output_shape"), sizes);
    }
    let new = rw.insert_before(op, spec.operands(&operands));
    if !is_valid(rw.m, new) {
        rw.m.erase(new);
        return false;
    }
    let values: Vec<ValueId> = rw.m.results(new).collect();
    rw.push(inner);
    rw.replace(op, &values)
}
