//! Buffers in another shape with the same elements in the same order: which element is at an index, and views.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AffineExpr, AffineMap, AttrId, AttrKind, Module, OpId, OpSpec, TypeId, TypeKind, ValueId, names,
};

/// Whether the values are a buffer and views of it that have all its elements, in the same order.
pub(crate) fn are_reshaped(m: &Module, values: &[ValueId]) -> bool {
    let Some((buffer, views)) = values.split_first() else {
        return false;
    };
    let is_plain = |ty: &TypeKind| matches!(ty, TypeKind::MemRef(ty) if ty.layout.is_none());
    let is_reshape = |&view: &ValueId| {
        let kernel = m.defining_op(view).and_then(|op| m.semantics(op).kernel());
        matches!(kernel, Some(Kernel::CollapseShape | Kernel::ExpandShape))
    };
    views.is_empty() || (is_plain(m.value_type_kind(*buffer)) && views.iter().all(is_reshape))
}

/// The indices in `written` of what a map has in `read`, where both have the elements of a buffer in the same order.
/// Absent unless the dimensions of one are, one by one, made of dimensions of the other.
pub(crate) fn reshaped(
    m: &Module,
    map: &AffineMap,
    read: ValueId,
    written: ValueId,
) -> Option<Vec<AffineExpr>> {
    if read == written {
        return Some(map.results.clone());
    }
    let shape = |value| m.ctx.shape(m.value_type(value));
    let from = shape(read)?.iter().copied().zip(&map.results);
    regrouped(from.collect(), shape(written)?)
}

/// Whether an operation that reads one value at `read` and writes another at `written` uses, at each point, the same
/// element of a buffer of which both have all elements in the same order.
pub(crate) fn is_same_element(
    m: &Module,
    read: ValueId,
    at_read: &AffineMap,
    written: ValueId,
    at_written: &AffineMap,
) -> bool {
    let Some(shape) = m.ctx.shape(m.value_type(written)) else {
        return false;
    };
    let Some(read) = reshaped(m, at_read, read, written) else {
        return false;
    };
    let mut indices = read.iter().zip(&at_written.results).zip(shape);
    read.len() == at_written.results.len() && indices.all(|((a, b), &size)| size == 1 || a == b)
}

/// The indices in a shape, from those in another one.
fn regrouped(from: Vec<(i64, &AffineExpr)>, to: &[i64]) -> Option<Vec<AffineExpr>> {
    let mut exprs = vec![AffineExpr::Constant(0); to.len()];
    // The index in a dimension of size 1 is always 0.
    let mut from = from.into_iter().filter(|dim| dim.0 != 1);
    let mut to = to.iter().copied().enumerate().filter(|dim| dim.1 != 1);
    loop {
        let ((size, index), (at, wanted)) = match (from.next(), to.next()) {
            (Some(from), Some(to)) => (from, to),
            (None, None) => return Some(exprs),
            _ => return None,
        };
        if size <= 0 || wanted <= 0 {
            return None;
        }
        if size <= wanted {
            let (mut n, mut sum) = (size, index.clone());
            while n < wanted {
                let (more, index) = from.next().filter(|dim| dim.0 > 0)?;
                n = n.checked_mul(more)?;
                let row = AffineExpr::mul(sum, AffineExpr::Constant(more));
                sum = AffineExpr::add(row, index.clone());
            }
            exprs[at] = sum;
            if n != wanted {
                return None;
            }
        } else {
            let (mut n, mut parts) = (wanted, vec![(at, wanted)]);
            while n < size {
                let (at, more) = to.next().filter(|dim| dim.1 > 0)?;
                n = n.checked_mul(more)?;
                parts.push((at, more));
            }
            if n != size {
                return None;
            }
            for (number, (at, part)) in parts.into_iter().enumerate() {
                n /= part;
                let rows = AffineExpr::floor_div(index.clone(), AffineExpr::Constant(n));
                exprs[at] = match number {
                    0 => rows,
                    _ => AffineExpr::modulo(rows, AffineExpr::Constant(part)),
                };
            }
        }
    }
}

/// A view of a buffer without layout as another type of as many elements without layout, before an operation. Absent
/// where one of the two has no dimension, or sizes that are not known.
pub(crate) fn view_as(m: &mut Module, value: ValueId, ty: TypeId, anchor: OpId) -> Option<ValueId> {
    let shape = |ty| m.ctx.shape(ty).map(<[i64]>::to_vec);
    let (from, to) = (shape(m.value_type(value))?, shape(ty)?);
    let groups = joint_groups(&from, &to)?;
    let counts = |side: usize| groups.iter().map(|group| group[side]).collect::<Vec<_>>();
    let [of_from, of_to] = [counts(0), counts(1)];
    if of_from.iter().all(|&n| n == 1) {
        return expand(m, value, ty, &of_to, anchor);
    }
    if of_to.iter().all(|&n| n == 1) {
        return collapse(m, value, ty, &of_from, anchor);
    }
    let TypeKind::MemRef(row) = m.value_type_kind(value) else {
        return None;
    };
    let mut row = row.clone();
    row.shape = [from.iter().product()].into();
    let row = m.ctx.ty(TypeKind::MemRef(row));
    let row = collapse(m, value, row, &[from.len()], anchor)?;
    expand(m, row, ty, &[to.len()], anchor)
}

/// By smallest group of dimensions with as many elements in both shapes: how many dimensions it has in each.
fn joint_groups(from: &[i64], to: &[i64]) -> Option<Vec<[usize; 2]>> {
    let sides = [from, to];
    let mut groups = Vec::new();
    let mut next = [0; 2];
    let take = |side: usize, next: &mut [usize; 2]| {
        let size = sides[side].get(next[side]).copied();
        next[side] += 1;
        size.filter(|&size| size > 0)
    };
    while next[0] < from.len() && next[1] < to.len() {
        let start = next;
        let (mut n, mut wanted) = (take(0, &mut next)?, take(1, &mut next)?);
        while n != wanted {
            let (smaller, side) = if n < wanted {
                (&mut n, 0)
            } else {
                (&mut wanted, 1)
            };
            *smaller = smaller.checked_mul(take(side, &mut next)?)?;
        }
        groups.push([next[0] - start[0], next[1] - start[1]]);
    }
    // The remaining dimensions must all have size 1.
    let last = groups.last_mut()?;
    for side in 0..2 {
        let rest = sides[side].get(next[side]..)?;
        if rest.iter().any(|&size| size != 1) {
            return None;
        }
        last[side] += rest.len();
    }
    Some(groups)
}

/// A view of a value as a type, which expands each dimension into a group of dimensions.
pub(crate) fn expand(
    m: &mut Module,
    value: ValueId,
    ty: TypeId,
    counts: &[usize],
    anchor: OpId,
) -> Option<ValueId> {
    let groups = reassociation(m, counts);
    reshape(m, Kernel::ExpandShape, &[value], ty, groups, anchor)
}

/// A view of a value as a type, which collapses groups of dimensions into one dimension each.
pub(crate) fn collapse(
    m: &mut Module,
    value: ValueId,
    ty: TypeId,
    counts: &[usize],
    anchor: OpId,
) -> Option<ValueId> {
    let groups = reassociation(m, counts);
    reshape(m, Kernel::CollapseShape, &[value], ty, groups, anchor)
}

/// `[[0, 1], [2], ..]`.
fn reassociation(m: &mut Module, counts: &[usize]) -> AttrId {
    let mut dims = 0..;
    let groups = counts.iter().map(|&n| {
        let group = dims.by_ref().take(n).map(|dim| m.ctx.i64_attr(dim));
        let group: Vec<AttrId> = group.collect();
        m.ctx.attr(AttrKind::Array(group.into()))
    });
    let groups: Vec<AttrId> = groups.collect();
    m.ctx.attr(AttrKind::Array(groups.into()))
}

/// An operation that expands dimensions of a value to those of a type, of which further operands are the dynamic ones,
/// or, with any other kernel, collapses them.
pub(crate) fn reshape(
    m: &mut Module,
    kernel: Kernel,
    operands: &[ValueId],
    ty: TypeId,
    groups: AttrId,
    anchor: OpId,
) -> Option<ValueId> {
    let expands = kernel == Kernel::ExpandShape;
    let name = if expands {
        "memref.expand_shape"
    } else {
        "memref.collapse_shape"
    };
    let mut spec = OpSpec::new(m.ctx.op_name(name))
        .operands(operands)
        .results(&[ty])
        .prop(names::REASSOCIATION, groups);
    if expands {
        let shape = m.ctx.shape(ty)?.to_vec();
        let name = m.ctx.str("static_output_shape");
        spec = spec.prop(name, m.ctx.i64_array(&shape));
    }
    let op = m.create_before(anchor, spec);
    m.result(op, 0)
}
