//! Views of buffers: the same bytes under another descriptor.

use std::rc::Rc;

use super::Table;
use super::memref::{forward, sizes};
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Values};
use crate::value::{Dims, MemRef, Value, row_major};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AttrKind, DYNAMIC, OpId, TypeId, TypeKind, names};

fn source(machine: &Machine<'_>, op: OpId) -> Step<Rc<MemRef>> {
    let value = machine.operand(op, 0)?;
    machine.memref(op, &value)
}

fn give(machine: &mut Machine<'_>, op: OpId, memref: MemRef) -> Step {
    machine.finish(op, Value::MemRef(Rc::new(memref)))
}

/// Checks the static facts of the result type.
fn cast(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = source(machine, op)?;
    let ty = machine.result_type(op, 0)?;
    check_promises(machine, op, &memref, ty)?;
    machine.finish(op, Value::MemRef(memref))
}

fn check_promises(machine: &Machine<'_>, op: OpId, memref: &MemRef, ty: TypeId) -> Step {
    let ctx = &machine.m.ctx;
    let Some(shape) = ctx.shape(ty) else {
        return Ok(());
    };
    let fits = |promised: &[i64], actual: &[i64]| {
        promised.len() == actual.len()
            && promised
                .iter()
                .zip(actual)
                .all(|(&promised, &actual)| promised == DYNAMIC || promised == actual)
    };
    if !fits(shape, &memref.sizes) {
        return machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "the buffer does not have the shape of the result type",
        );
    }
    let Some((strides, offset)) = ctx.memref_strides_offset(ty) else {
        return Ok(());
    };
    // The stride of a dimension of size 1 does not matter, and no stride matters if there are no elements.
    let is_empty = memref.sizes.contains(&0);
    let strides_fit = strides.iter().zip(&memref.strides).zip(&memref.sizes).all(
        |((&promised, &actual), &size)| {
            is_empty || promised == DYNAMIC || promised == actual || size == 1
        },
    );
    if !strides_fit || (offset != DYNAMIC && offset != memref.offset) {
        return machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "the buffer does not have the layout of the result type",
        );
    }
    Ok(())
}

fn view(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let memref = machine.memref(op, &operands[0])?;
    let shift = machine.index(op, &operands[1])?;
    let dynamic = machine.indices(op, &operands[2..])?;
    let ty = machine.result_type(op, 0)?;
    let sizes = sizes(machine, op, ty, &dynamic)?;
    let (described, n) = machine.describe(op, ty, sizes, &[])?;
    let bytes = machine.layout(op, described.element)?.bytes() as u64;
    let end = n
        .and_then(|n| n.checked_mul(bytes))
        .and_then(|n| n.checked_add(u64::try_from(shift).ok()?));
    let whole = u64::try_from(memref.sizes.first().copied().unwrap_or(0)).unwrap_or(0);
    if end.is_none_or(|end| end > whole) {
        let message = "the view reaches beyond its source".to_owned();
        return machine.access_fault(FaultKind::OutOfBounds, op, &memref, message);
    }
    let base = memref.base + memref.offset + shift;
    give(
        machine,
        op,
        MemRef {
            allocation: memref.allocation,
            base,
            ..described
        },
    )
}

/// Which dimensions of a slice the result keeps: a rank-reduced one drops dimensions of size 1.
pub(super) fn kept_dims(static_sizes: &[i64], sizes: &[i64], result: &[i64]) -> Option<Vec<usize>> {
    let mut kept = Vec::new();
    let mut to_drop = sizes.len().checked_sub(result.len())?;
    for (dim, &size) in sizes.iter().enumerate() {
        let wanted = result.get(kept.len()).copied();
        let fits = wanted.is_some_and(|wanted| {
            wanted == static_sizes.get(dim).copied().unwrap_or(DYNAMIC)
                || (to_drop == 0 && (wanted == DYNAMIC || wanted == size))
        });
        if fits {
            kept.push(dim);
        } else if size == 1 && to_drop > 0 {
            to_drop -= 1;
        } else if wanted.is_some_and(|wanted| wanted == DYNAMIC || wanted == size) {
            kept.push(dim);
        } else {
            return None;
        }
    }
    (kept.len() == result.len()).then_some(kept)
}

/// Offsets, sizes and strides of a slice operation.
pub(super) fn slice(machine: &Machine<'_>, op: OpId) -> Step<[Dims; 3]> {
    Ok([
        machine.mixed(op, "offsets", "static_offsets")?,
        machine.mixed(op, "sizes", "static_sizes")?,
        machine.mixed(op, "strides", "static_strides")?,
    ])
}

/// Checks that a slice lies within its source.
pub(super) fn check_slice(
    machine: &Machine<'_>,
    op: OpId,
    [offsets, sizes, strides]: &[Dims; 3],
    of: &[i64],
) -> Step {
    if offsets.len() != of.len() {
        return machine.unsupported(op, "a slice of another rank");
    }
    for (dim, &whole) in of.iter().enumerate() {
        let (offset, size, stride) = (offsets[dim], sizes[dim], strides[dim]);
        let last = (size - 1)
            .checked_mul(stride)
            .and_then(|span| span.checked_add(offset));
        let is_inside = size == 0
            || (size > 0
                && (0..whole).contains(&offset)
                && last.is_some_and(|last| (0..whole).contains(&last)));
        if !is_inside {
            let message = format!(
                "the slice {offset}, {size}, {stride} reaches beyond dimension {dim} of size {whole}"
            );
            return machine.fault(FaultKind::OutOfBounds, op, message);
        }
    }
    Ok(())
}

fn subview(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = source(machine, op)?;
    let slice = slice(machine, op)?;
    check_slice(machine, op, &slice, &memref.sizes)?;
    let [offsets, sizes, strides] = slice;
    let ty = machine.result_type(op, 0)?;
    let shape = machine.m.ctx.shape(ty).unwrap_or(&[]);
    let fixed = machine.m.prop_array(op, names::STATIC_SIZES);
    let Some(kept) = kept_dims(fixed, &sizes, shape) else {
        return machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "the slice does not have the shape of the result type",
        );
    };
    let moved = offsets.iter().zip(&memref.strides);
    let offset = moved.fold(memref.offset, |sum, (&at, &stride)| sum + at * stride);
    let result = MemRef {
        offset,
        sizes: kept.iter().map(|&dim| sizes[dim]).collect(),
        strides: kept
            .iter()
            .map(|&dim| strides[dim] * memref.strides[dim])
            .collect(),
        ..(*memref).clone()
    };
    check_promises(machine, op, &result, ty)?;
    give(machine, op, result)
}

fn reinterpret_cast(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = source(machine, op)?;
    let [offsets, sizes, strides] = slice(machine, op)?;
    let result = MemRef {
        offset: offsets.first().copied().unwrap_or(0),
        sizes,
        strides,
        ..(*memref).clone()
    };
    let ty = machine.result_type(op, 0)?;
    check_promises(machine, op, &result, ty)?;
    give(machine, op, result)
}

/// The groups of a reassociation attribute.
pub(super) fn groups(machine: &Machine<'_>, op: OpId) -> Step<Vec<Vec<usize>>> {
    let ctx = &machine.m.ctx;
    let attr = machine.m.prop(op, names::REASSOCIATION);
    let Some(AttrKind::Array(groups)) = attr.map(|attr| ctx.attr_kind(attr)) else {
        return machine.unsupported(op, "this reassociation");
    };
    let group = |&attr: &_| match ctx.attr_kind(attr) {
        AttrKind::Array(dims) => dims
            .iter()
            .map(|&dim| usize::try_from(ctx.attr_i64(dim)?).ok())
            .collect(),
        _ => None,
    };
    match groups.iter().map(group).collect() {
        Some(groups) => Ok(groups),
        None => machine.unsupported(op, "this reassociation"),
    }
}

/// The sizes of an expanded shape.
pub(super) fn expanded(
    machine: &Machine<'_>,
    op: OpId,
    source: &[i64],
    groups: &[Vec<usize>],
) -> Step<Dims> {
    let sizes = machine.mixed(op, "output_shape", "static_output_shape")?;
    let agree = groups.iter().enumerate().all(|(dim, group)| {
        let parts: Option<Vec<i64>> = group.iter().map(|&at| sizes.get(at).copied()).collect();
        parts.is_some_and(|parts| source.get(dim) == Some(&parts.iter().product()))
    });
    if !agree {
        return machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "the parts of a dimension do not multiply to its size",
        );
    }
    Ok(sizes)
}

fn expand_shape(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = source(machine, op)?;
    let groups = groups(machine, op)?;
    let sizes = expanded(machine, op, &memref.sizes, &groups)?;
    let mut strides: Dims = sizes.iter().map(|_| 1).collect();
    for (dim, group) in groups.iter().enumerate() {
        let mut stride = memref.strides[dim];
        for &at in group.iter().rev() {
            strides[at] = stride;
            stride *= sizes[at];
        }
    }
    // A rank-0 buffer expands to dimensions of size 1, whose strides stay 1.
    let result = MemRef {
        sizes,
        strides,
        ..(*memref).clone()
    };
    give(machine, op, result)
}

fn collapse_shape(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = source(machine, op)?;
    let groups = groups(machine, op)?;
    let (mut sizes, mut strides) = (Dims::new(), Dims::new());
    for group in &groups {
        sizes.push(group.iter().map(|&at| memref.sizes[at]).product());
        // The stride is that of the innermost dimension with more than one element.
        let inner = group.iter().rev().find(|&&at| memref.sizes[at] != 1);
        let inner = inner.or(group.last()).copied();
        strides.push(inner.map_or(1, |at| memref.strides[at]));
        let mut expected = None;
        for &at in group.iter().rev().filter(|&&at| memref.sizes[at] != 1) {
            if expected.is_some_and(|stride| stride != memref.strides[at]) {
                return machine.fault(
                    FaultKind::ShapeMismatch,
                    op,
                    "the dimensions to be joined do not follow one another in memory",
                );
            }
            expected = Some(memref.strides[at] * memref.sizes[at]);
        }
    }
    let result = MemRef {
        sizes,
        strides,
        ..(*memref).clone()
    };
    give(machine, op, result)
}

fn reshape(machine: &mut Machine<'_>, op: OpId) -> Step {
    let operands = machine.operands(op)?;
    let memref = machine.memref(op, &operands[0])?;
    let shape = machine.memref(op, &operands[1])?;
    let mut sizes = Dims::new();
    for at in 0..shape.sizes.first().copied().unwrap_or(0) {
        let size = machine.load(op, &shape, &[at])?;
        sizes.push(machine.index(op, &size)?);
    }
    if crate::value::n_elements(&sizes) != memref.n_elements() {
        return machine.fault(
            FaultKind::ShapeMismatch,
            op,
            "the new shape has another number of elements",
        );
    }
    let result = MemRef {
        strides: row_major(&sizes),
        sizes,
        ..(*memref).clone()
    };
    give(machine, op, result)
}

fn transpose(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = source(machine, op)?;
    let map = machine.prop(op, "permutation");
    let Some(AttrKind::AffineMap(map)) = map.map(|attr| machine.m.ctx.attr_kind(attr)) else {
        return machine.unsupported(op, "this permutation");
    };
    let dims: Option<Vec<usize>> = map
        .results
        .iter()
        .map(|expr| match expr {
            AffineExpr::Dim(dim) => Some(*dim as usize),
            _ => None,
        })
        .collect();
    let Some(dims) = dims else {
        return machine.unsupported(op, "this permutation");
    };
    let result = MemRef {
        sizes: dims.iter().map(|&dim| memref.sizes[dim]).collect(),
        strides: dims.iter().map(|&dim| memref.strides[dim]).collect(),
        ..(*memref).clone()
    };
    give(machine, op, result)
}

fn metadata(machine: &mut Machine<'_>, op: OpId) -> Step {
    let memref = source(machine, op)?;
    let base = MemRef {
        offset: 0,
        sizes: Dims::new(),
        strides: Dims::new(),
        ..(*memref).clone()
    };
    let index = |&number: &i64| Value::Int(number.cast_unsigned());
    let mut results: Values = Values::new();
    results.push(Value::MemRef(Rc::new(base)));
    results.push(index(&memref.offset));
    results.extend(memref.sizes.iter().map(index));
    results.extend(memref.strides.iter().map(index));
    machine.finish_all(op, results)
}

fn space_cast(machine: &mut Machine<'_>, op: OpId) -> Step {
    let ty = machine.operand_type(op, 0)?;
    match machine.m.ctx.type_kind(ty) {
        TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. } => forward(machine, op),
        _ => machine.unsupported(op, "this operand"),
    }
}

pub(super) const OPS: Table = &[
    (Kernel::Cast, cast),
    (Kernel::CollapseShape, collapse_shape),
    (Kernel::ExpandShape, expand_shape),
    (Kernel::StridedMetadata, metadata),
    (Kernel::SpaceCast, space_cast),
    (Kernel::ReinterpretCast, reinterpret_cast),
    (Kernel::Reshape, reshape),
    (Kernel::Subview, subview),
    (Kernel::Transpose, transpose),
    (Kernel::View, view),
];
