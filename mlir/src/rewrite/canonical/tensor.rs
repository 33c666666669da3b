//! `tensor`: folds sizes, elements of known tensors, redundant reshapes and casts, and slices of what slices were
//! inserted into.

use super::memref::{is_less_static, size};
use crate::dialects::Traits;
use crate::ir::{AttrKind, DYNAMIC, OpId, OpSpec, TypeId, ValueId, names};
use crate::rewrite::Rewriter;
use crate::rewrite::operands::set_operand_group;
use crate::semantics::Kernel;

/// The only operand, and the result.
fn ends(rw: &Rewriter<'_>, op: OpId) -> Option<[ValueId; 2]> {
    Some([*rw.m.operands(op).first()?, rw.m.result(op, 0)?])
}

fn has_type_of(rw: &Rewriter<'_>, a: ValueId, b: ValueId) -> bool {
    rw.m.value_type(a) == rw.m.value_type(b)
}

/// An operation that has no effect where its result has the type of its operand, and of which two in a row have none
/// where that is so for both.
fn round_trip(rw: &mut Rewriter<'_>, op: OpId, inverse: &[Kernel]) -> bool {
    let Some([source, result]) = ends(rw, op) else {
        return false;
    };
    if has_type_of(rw, source, result) {
        return rw.replace(op, &[source]);
    }
    let inner = inverse.iter().find_map(|&it| rw.definer(source, it));
    match inner.and_then(|inner| rw.m.operands(inner).first().copied()) {
        Some(first) if has_type_of(rw, first, result) => rw.replace(op, &[first]),
        _ => false,
    }
}

/// The same bits as another type, also by way of a third one.
pub(crate) fn bitcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    super::conversion(rw, op)
}

/// Casts to the same type, and back to it.
pub(crate) fn cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    round_trip(rw, op, &[Kernel::TensorCast]) || without_cast(rw, op)
}

/// Structured operations take what a cast only forgets sizes of; their results are cast instead.
fn without_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some([source, result]) = ends(rw, op).filter(|ends| is_less_static(rw, ends[0], ends[1]))
    else {
        return false;
    };
    let users: Vec<(OpId, usize)> = rw.m.uses(result).collect();
    let mut has_changed = false;
    for (user, operand) in users {
        let is_structured = rw.m.has_trait(user, Traits::STRUCTURED) && rw.m.result_count(user) > 0;
        // An operation with several operands was replaced with the first of them.
        if is_structured && rw.m.operands(user).get(operand) == Some(&result) {
            has_changed |= take_source(rw, (user, operand), source);
        }
    }
    has_changed
}

/// Replaces an operand by the source of its cast, if the operation stays valid: sizes of other operands may contradict it.
fn take_source(rw: &mut Rewriter<'_>, (op, operand): (OpId, usize), source: ValueId) -> bool {
    let old = rw.m.operands(op)[operand];
    let is_valid = |rw: &Rewriter<'_>, op: OpId| {
        let verify = rw.m.def(op).and_then(|def| def.verify);
        verify.is_none_or(|verify| verify(rw.m, op).is_ok())
    };
    let destination = rw.m.def(op).and_then(|def| def.destination);
    let n_inputs =
        rw.m.operands(op).len() - destination.map_or(0, |it| rw.m.operand_group(op, it).len());
    rw.m.set_operand(op, operand, source);
    let Some(number) = operand.checked_sub(n_inputs) else {
        if is_valid(rw, op) {
            return rw.changed(op);
        }
        rw.m.set_operand(op, operand, old);
        return false;
    };
    let results: Vec<ValueId> = rw.m.results(op).collect();
    let before: Vec<TypeId> = results
        .iter()
        .map(|&value| rw.m.value_type(value))
        .collect();
    let mut types = before.clone();
    let Some(ty) = types.get_mut(number) else {
        rw.m.set_operand(op, operand, old);
        return false;
    };
    *ty = rw.m.value_type(source);
    let new = rw.m.with_results(op, &types, &results);
    if !is_valid(rw, new) {
        rw.m.set_operand(new, operand, old);
        let results: Vec<ValueId> = rw.m.results(new).collect();
        let back = rw.m.with_results(new, &before, &results);
        rw.push(back);
        return false;
    }
    let (Some(value), Some(next)) = (rw.m.result(new, number), rw.m.next_op(new)) else {
        return false;
    };
    let users: Vec<(OpId, usize)> = rw.m.uses(value).collect();
    let spec = OpSpec::new(rw.m.ctx.op_name("tensor.cast"))
        .operands(&[value])
        .results(&[before[number]])
        .located_at(rw.m, new);
    let cast = rw.insert_before(next, spec);
    if let Some(cast) = rw.m.result(cast, 0) {
        for (user, operand) in users {
            rw.m.set_operand(user, operand, cast);
            rw.push(user);
        }
    }
    rw.changed(new)
}

/// Reshapes to the same type. What joins dimensions undoes what split them into the same ones.
pub(crate) fn collapse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    is_static(rw, op) && (round_trip(rw, op, &[Kernel::TensorExpand]) || of_splat(rw, op))
}

/// Reshapes to the same type. What splits dimensions into those that were joined undoes that.
pub(crate) fn expand(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    is_static(rw, op) && (round_trip(rw, op, &[Kernel::TensorCollapse]) || of_splat(rw, op))
}

/// Equal elements in another shape.
fn of_splat(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some([source, result]) = ends(rw, op) else {
        return false;
    };
    let Some(splat) = rw.definer(source, Kernel::TensorSplat) else {
        return false;
    };
    let (element, ty) = (rw.m.operands(splat)[0], rw.m.value_type(result));
    let spec = OpSpec::new(rw.m.op_name(splat))
        .operands(&[element])
        .results(&[ty])
        .located_at(rw.m, op);
    rw.replace_by(op, spec)
}

/// Whether a result has only known sizes. Of dynamic ones, types may be equal where sizes are not.
fn is_static(rw: &Rewriter<'_>, op: OpId) -> bool {
    let shape = |value| rw.m.ctx.shape(rw.m.value_type(value));
    let shape = rw.m.result(op, 0).and_then(shape);
    shape.is_some_and(|shape| !shape.contains(&DYNAMIC))
}

/// A concatenation of one tensor.
pub(crate) fn concat(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    rw.m.operands(op).len() == 1 && round_trip(rw, op, &[])
}

/// A size that is known, or was given to the operation that made the tensor.
pub(crate) fn dim(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[source, index] = rw.m.operands(op) else {
        return false;
    };
    let Some(index) = rw.int(index).and_then(|index| usize::try_from(index).ok()) else {
        return false;
    };
    let found = size(rw, source, index).or_else(|| made_with(rw, source, index).map(Err));
    match found {
        Some(Ok(size)) => rw.fold_to(op, size),
        Some(Err(value)) => rw.replace(op, &[value]),
        None => through_cast(rw, op),
    }
}

/// A dynamic size that an operation lists that makes a tensor.
fn made_with(rw: &Rewriter<'_>, tensor: ValueId, dim: usize) -> Option<ValueId> {
    let op = rw.m.defining_op(tensor)?;
    let group = match rw.m.semantics(op).kernel()? {
        Kernel::TensorEmpty | Kernel::TensorSplat => "dynamicSizes",
        Kernel::TensorGenerate => "dynamicExtents",
        _ => return None,
    };
    let shape = rw.m.ctx.shape(rw.m.value_type(tensor))?;
    let before = shape.get(..dim)?.iter();
    let n_before = before.filter(|&&size| size == DYNAMIC).count();
    rw.m.operand_group(op, group).get(n_before).copied()
}

/// Reads the source of a cast, if that has a rank.
fn through_cast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.m.operands(op).first();
    let Some(cast) = source.and_then(|&it| rw.definer(it, Kernel::TensorCast)) else {
        return false;
    };
    let inner = rw.m.operands(cast)[0];
    if rw.m.ctx.shape(rw.m.value_type(inner)).is_none() {
        return false;
    }
    rw.m.set_operand(op, 0, inner);
    rw.push(cast);
    rw.changed(op)
}

/// The number of dimensions of a ranked type.
pub(crate) fn rank(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    super::memref::rank(rw, op)
}

/// An element that is known.
pub(crate) fn extract(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let [source, indices @ ..] = rw.m.operands(op) else {
        return false;
    };
    let (source, indices) = (*source, indices.to_vec());
    let Some(made) = rw.m.defining_op(source) else {
        return false;
    };
    if let Some(element) =
        rw.m.prop(made, names::VALUE)
            .and_then(|it| rw.m.ctx.splat_element(it))
        && rw.m.has_trait(made, crate::dialects::Traits::CONSTANT_LIKE)
    {
        return match element {
            AttrKind::Integer { value, .. } => match value.as_i64() {
                Some(value) => rw.fold_to(op, value),
                None => false,
            },
            AttrKind::Float { bits, ty } => match rw.float_constant(op, bits, ty) {
                Some(constant) => rw.replace(op, &[constant]),
                None => false,
            },
            _ => false,
        };
    }
    let known = match rw.m.semantics(made).kernel() {
        Some(Kernel::TensorSplat) => rw.m.operands(made).first().copied(),
        Some(Kernel::TensorFromElements) => {
            element_at(rw, source, &indices).and_then(|at| rw.m.operands(made).get(at).copied())
        }
        Some(Kernel::TensorInsert) => match rw.m.operands(made) {
            [scalar, _, at @ ..] if *at == indices => Some(*scalar),
            _ => None,
        },
        Some(Kernel::Fill) => rw.m.operands(made).first().copied(),
        Some(Kernel::TensorCast) => return through_cast(rw, op),
        _ => None,
    };
    let known = known.filter(|&it| {
        rw.m.result(op, 0)
            .is_some_and(|own| has_type_of(rw, it, own))
    });
    match known {
        Some(value) => rw.replace(op, &[value]),
        None => false,
    }
}

/// The number of an element in row-major order, if its indices are known and in bounds.
fn element_at(rw: &Rewriter<'_>, tensor: ValueId, indices: &[ValueId]) -> Option<usize> {
    let shape = rw.m.ctx.shape(rw.m.value_type(tensor))?;
    let mut at = 0_usize;
    for (&size, &index) in shape.iter().zip(indices) {
        let index = rw.int(index).filter(|index| (0..size).contains(index))?;
        at = at.checked_mul(size.try_into().ok()?)?;
        at = at.checked_add(index.try_into().ok()?)?;
    }
    (shape.len() == indices.len()).then_some(at)
}

/// Where a slice is: dynamic offsets and strides that are constants become static.
fn settle(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let mut has_changed = false;
    for (group, name) in [
        ("offsets", names::STATIC_OFFSETS),
        ("strides", names::STATIC_STRIDES),
    ] {
        let mut values = rw.m.operand_group(op, group).to_vec();
        let mut statics = rw.m.prop_array(op, name).to_vec();
        let constants: Vec<Option<i64>> = values
            .iter()
            .map(|&value| rw.int(value).filter(|&it| it >= 0))
            .collect();
        if constants.iter().all(Option::is_none) {
            continue;
        }
        let mut known = constants.iter();
        for place in statics.iter_mut().filter(|place| **place == DYNAMIC) {
            if let Some(&Some(constant)) = known.next() {
                *place = constant;
            }
        }
        if !fits(rw, op, name, &statics) {
            continue;
        }
        let mut known = constants.iter();
        values.retain(|_| known.next().is_some_and(Option::is_none));
        let attr = rw.m.ctx.i64_array(&statics);
        if let Some(group) = rw.m.def(op).and_then(|def| def.operand_group(group)) {
            set_operand_group(rw.m, op, group, &values);
            rw.m.set_prop(op, name, attr);
            has_changed = true;
        }
    }
    has_changed && rw.changed(op)
}

/// Whether a slice with these offsets or strides lies within the tensor. One that does not may be in code that never runs.
fn fits(rw: &Rewriter<'_>, op: OpId, name: crate::ir::StrId, statics: &[i64]) -> bool {
    let of = |which| match which == name {
        true => statics,
        false => rw.m.prop_array(op, which),
    };
    let whole = usize::from(rw.m.is_kernel(op, Kernel::TensorInsertSlice));
    let whole = rw.m.operands(op).get(whole);
    let Some(shape) = whole.and_then(|&it| rw.m.ctx.shape(rw.m.value_type(it))) else {
        return false;
    };
    let (offsets, sizes) = (of(names::STATIC_OFFSETS), of(names::STATIC_SIZES));
    let strides = of(names::STATIC_STRIDES);
    let mut dims = shape.iter().zip(offsets).zip(sizes.iter().zip(strides));
    dims.all(|((&whole, &offset), (&size, &stride))| {
        let steps = size.saturating_sub(1).max(0);
        [whole, offset, size, stride].contains(&DYNAMIC)
            || offset.saturating_add(steps.saturating_mul(stride)) < whole
            || (size == 0 && offset <= whole)
    })
}

/// The offsets, sizes and strides of a slice, if all of them are static.
type Place = [Vec<i64>; 3];

fn place(rw: &Rewriter<'_>, op: OpId) -> Option<Place> {
    let lists = [
        names::STATIC_OFFSETS,
        names::STATIC_SIZES,
        names::STATIC_STRIDES,
    ]
    .map(|name| rw.m.prop_array(op, name).to_vec());
    (!lists.iter().any(|list| list.contains(&DYNAMIC))).then_some(lists)
}

/// Whether two slices of one tensor certainly share no element: in some dimension, one ends before the other begins.
fn are_disjoint(a: &Place, b: &Place) -> bool {
    let ends = |[offsets, sizes, strides]: &Place| -> Vec<(i64, i64)> {
        let dims = offsets.iter().zip(sizes.iter().zip(strides));
        dims.map(|(&begin, (&size, &stride))| {
            let steps = size.saturating_sub(1).saturating_mul(stride);
            (begin, begin.saturating_add(steps))
        })
        .collect()
    };
    if [a, b]
        .iter()
        .any(|[_, _, strides]| strides.iter().any(|&stride| stride < 1))
    {
        return false;
    }
    let (a, b) = (ends(a), ends(b));
    a.iter().zip(&b).any(|(a, b)| a.1 < b.0 || b.1 < a.0)
}

/// Whether a slice has all of a tensor.
fn is_whole(rw: &Rewriter<'_>, tensor: ValueId, [offsets, sizes, strides]: &Place) -> bool {
    rw.m.ctx.shape(rw.m.value_type(tensor)) == Some(sizes.as_slice())
        && offsets.iter().all(|&it| it == 0)
        && strides.iter().all(|&it| it == 1)
}

/// A slice of what slices were inserted into is the inserted one, or is taken from what was there before. `O(inserted
/// slices)`, at most [`MAX_INSERTED`].
pub(crate) fn extract_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if settle(rw, op) {
        return true;
    }
    let (Some([source, result]), Some(place)) = (ends(rw, op), place(rw, op)) else {
        return false;
    };
    if is_whole(rw, source, &place) && has_type_of(rw, source, result) {
        return rw.replace(op, &[source]);
    }
    let mut from = source;
    for _ in 0..MAX_INSERTED {
        let Some(insert) = rw.definer(from, Kernel::TensorInsertSlice) else {
            break;
        };
        let Some(other) = self::place(rw, insert) else {
            break;
        };
        let &[inserted, into, ..] = rw.m.operands(insert) else {
            break;
        };
        if other == place && has_type_of(rw, inserted, result) {
            return rw.replace(op, &[inserted]);
        }
        if !are_disjoint(&other, &place) {
            break;
        }
        from = into;
    }
    if from == source {
        return false;
    }
    rw.m.set_operand(op, 0, from);
    if let Some(definer) = rw.m.defining_op(source) {
        rw.push(definer);
    }
    rw.changed(op)
}

/// How many inserted slices one slice is compared with.
const MAX_INSERTED: usize = 256;

/// A tensor that is replaced as a whole, or by a slice of its own.
pub(crate) fn insert_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if settle(rw, op) {
        return true;
    }
    let (Some(result), Some(place)) = (rw.m.result(op, 0), place(rw, op)) else {
        return false;
    };
    let &[source, into, ..] = rw.m.operands(op) else {
        return false;
    };
    if is_whole(rw, into, &place) && has_type_of(rw, source, result) {
        return rw.replace(op, &[source]);
    }
    let own = rw.definer(source, Kernel::TensorExtractSlice);
    let is_own = own.is_some_and(|own| {
        rw.m.operands(own).first() == Some(&into) && self::place(rw, own) == Some(place)
    });
    is_own && rw.replace(op, &[into])
}
