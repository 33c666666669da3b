//! `tensor`: folds sizes, elements of known tensors, redundant reshapes and casts, and slices of what slices were
//! inserted into.

use super::memref::{is_less_static, size};
use super::scalar;
use super::shapes::recast;
use crate::dialects::Traits;
use crate::interfaces::effects;
use crate::ir::{CloneMap, DYNAMIC, OpId, OpSpec, ValueId, names};
use crate::rewrite::Rewriter;
use crate::rewrite::operands::set_operand_group;
use crate::semantics::{Element, Kernel};
use crate::verifier::is_valid;

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
    let inner = inverse
        .iter()
        .find_map(|&kernel| rw.definer(source, kernel));
    match inner.and_then(|inner| rw.m.operands(inner).first().copied()) {
        Some(first) if has_type_of(rw, first, result) => rw.replace(op, &[first]),
        _ => false,
    }
}

/// The same bits as another type, also by way of a third one.
pub(crate) fn bitcast(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    super::conversion(rw, op)
}

/// Casts to the same type, and back to it, and casts of what only forgot sizes.
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
            has_changed |= take_source(rw, user, operand, source);
            continue;
        }
        // Slices and borders of a tensor follow from what they list, and from the elements.
        let takes = match rw.m.semantics(user).kernel() {
            Some(Kernel::TensorExtractSlice | Kernel::TensorPad | Kernel::TensorCast) => true,
            Some(Kernel::TensorInsertSlice) => operand == 0,
            _ => false,
        };
        if takes && rw.m.operands(user).get(operand) == Some(&result) {
            rw.m.set_operand(user, operand, source);
            if is_valid(rw.m, user) {
                has_changed |= rw.changed(user);
            } else {
                rw.m.set_operand(user, operand, result);
            }
        }
    }
    has_changed
}

/// Replaces an operand by the source of its cast, if the operation stays valid: sizes of other operands may contradict
/// it.
fn take_source(rw: &mut Rewriter<'_>, op: OpId, operand: usize, source: ValueId) -> bool {
    let old = rw.m.operands(op)[operand];
    let destination = rw.m.def(op).and_then(|def| def.destination);
    let n_inputs = rw.m.operands(op).len()
        - destination.map_or(0, |destination| rw.m.operand_group(op, destination).len());
    rw.m.set_operand(op, operand, source);
    let Some(number) = operand.checked_sub(n_inputs) else {
        if is_valid(rw.m, op) {
            return rw.changed(op);
        }
        rw.m.set_operand(op, operand, old);
        return false;
    };
    let ty = rw.m.value_type(source);
    if recast(rw, op, number, ty) {
        return true;
    }
    rw.m.set_operand(op, operand, old);
    false
}

/// Reshapes to the same type. What joins dimensions undoes what split them into the same ones.
pub(crate) fn collapse(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    (is_static(rw, op)
        && (round_trip(rw, op, &[Kernel::TensorExpand])
            || of_splat(rw, op)
            || scalar::of_constant(rw, op)))
        || super::shapes::reshape(rw, op)
}

/// Reshapes to the same type. What splits dimensions into those that were joined undoes that.
pub(crate) fn expand(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    (is_static(rw, op)
        && (round_trip(rw, op, &[Kernel::TensorCollapse])
            || of_splat(rw, op)
            || scalar::of_constant(rw, op)))
        || super::shapes::reshape(rw, op)
}

/// A tensor in another shape: constants, and the shape that the tensor has.
pub(crate) fn reshape(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[source, shape] = rw.m.operands(op) else {
        return false;
    };
    if is_static(rw, op) && scalar::of_constant(rw, op) {
        return true;
    }
    let Some(result) =
        rw.m.result(op, 0)
            .filter(|&result| has_type_of(rw, source, result))
    else {
        return false;
    };
    let Some(sizes) = rw.definer(shape, Kernel::TensorFromElements) else {
        return false;
    };
    let is_size = |(dim, &size): (usize, &ValueId)| {
        let is_own = rw.definer(size, Kernel::TensorDim).is_some_and(|size_of| {
            let operands = rw.m.operands(size_of);
            operands[0] == source && rw.int(operands[1]) == Some(dim as i64)
        });
        let wanted =
            rw.m.ctx
                .shape(rw.m.value_type(result))
                .and_then(|shape| shape.get(dim));
        is_own || (wanted.is_some_and(|&wanted| wanted != DYNAMIC && rw.int(size) == Some(wanted)))
    };
    rw.m.operands(sizes).iter().enumerate().all(is_size) && rw.replace(op, &[source])
}

/// A tensor of constants.
pub(crate) fn from_elements(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let element = |&value: &ValueId| scalar::elements(rw.m, value)?.first().copied();
    let elements: Option<Vec<_>> = rw.m.operands(op).iter().map(element).collect();
    constant(rw, op, elements)
}

/// A constant everywhere.
pub(crate) fn splat(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let element = scalar::elements(rw.m, rw.m.operands(op)[0]);
    constant(rw, op, element.map(|elements| elements.to_vec()))
}

fn constant(rw: &mut Rewriter<'_>, op: OpId, elements: Option<Vec<Element>>) -> bool {
    let (Some(elements), Some(result)) = (elements, rw.m.result(op, 0)) else {
        return false;
    };
    let ty = rw.m.value_type(result);
    match scalar::constant(rw, op, &elements, ty) {
        Some(constant) => rw.replace(op, &[constant]),
        None => false,
    }
}

/// An element that the tensor has everywhere.
pub(crate) fn insert(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let &[scalar, into, ..] = rw.m.operands(op) else {
        return false;
    };
    let element = scalar::only(rw.m, scalar);
    element.is_some() && element == scalar::only(rw.m, into) && rw.replace(op, &[into])
}

/// A tensor without borders.
pub(crate) fn pad(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let Some(result) = rw.m.result(op, 0) else {
        return false;
    };
    let source = rw.m.operands(op)[0];
    let nofold = rw.m.ctx.find_str("nofold");
    let stays = nofold.is_some_and(|name| rw.m.prop(op, name).is_some());
    let is_zero = |name: &str| {
        let name = rw.m.ctx.find_str(name);
        name.is_some_and(|name| {
            rw.m.prop_array(op, name)
                .iter()
                .all(|&element| element == 0)
        })
    };
    if !stays
        && has_type_of(rw, source, result)
        && (is_static(rw, op) || (is_zero("static_low") && is_zero("static_high")))
    {
        return rw.replace(op, &[source]);
    }
    // Borders of what is everywhere.
    let body = rw.m.first_block(rw.m.regions(op)[0]);
    let border = body.and_then(|body| rw.m.operands(rw.m.last_op(body)?).first().copied());
    let fill = rw
        .definer(source, Kernel::Fill)
        .filter(|_| is_static(rw, op) && !stays);
    let (Some(fill), Some(border)) = (fill, border) else {
        return false;
    };
    let value = rw.m.operands(fill)[0];
    let is_same = value == border
        || scalar::only(rw.m, value)
            .is_some_and(|element| scalar::only(rw.m, border) == Some(element));
    if !is_same {
        return false;
    }
    let ty = rw.m.value_type(result);
    let Some(into) = rw.value_before(op, "tensor.empty", &[], ty) else {
        return false;
    };
    let spec = crate::rewrite::linalg_fill(rw.m, op, value, into);
    rw.replace_by(op, spec)
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
        .results(&[ty]);
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
    // The sizes of a buffer are those of its contents.
    if let Some(read) = rw.definer(source, Kernel::ToTensor) {
        let operands = [rw.m.operands(read)[0], rw.m.operands(op)[1]];
        let ty = rw.m.ctx.index_type();
        return rw.replace_by_value(op, "memref.dim", &operands, ty);
    }
    // An operation writes to all of a tensor of the size of its result.
    if let Some(made) = rw.m.defining_op(source)
        && rw.m.has_trait(made, Traits::STRUCTURED)
        && let Some(number) = rw.m.results(made).position(|result| result == source)
        && let Some(destination) = rw.m.def(made).and_then(|def| def.destination)
        && let Some(&out) = rw.m.operand_group(made, destination).get(number)
        && has_type_of(rw, out, source)
    {
        rw.m.set_operand(op, 0, out);
        rw.push(made);
        return rw.changed(op);
    }
    let size_of_dim = size(rw, source, index).or_else(|| made_with(rw, source, index).map(Err));
    match size_of_dim {
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
        Kernel::AllocTensor => "dynamic_sizes",
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
    let cast = source.and_then(|&source| rw.definer(source, Kernel::TensorCast));
    cast.is_some_and(|cast| super::memref::skip_cast(rw, op, cast))
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
    if let Some(elements) = scalar::elements(rw.m, source) {
        let at = match elements.len() {
            1 => Some(0),
            _ => element_at(rw, source, &indices),
        };
        let ty = rw.m.result(op, 0).map(|result| rw.m.value_type(result));
        let (Some(&element), Some(ty)) = (at.and_then(|at| elements.get(at)), ty) else {
            return false;
        };
        return match scalar::constant(rw, op, &[element], ty) {
            Some(constant) => rw.replace(op, &[constant]),
            None => false,
        };
    }
    let element = match rw.m.semantics(made).kernel() {
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
    if rw.m.is_kernel(made, Kernel::TensorGenerate) {
        return extract_generated(rw, op, made, &indices);
    }
    let element = element.filter(|&value| {
        rw.m.result(op, 0)
            .is_some_and(|own| has_type_of(rw, value, own))
    });
    match element {
        Some(value) => rw.replace(op, &[value]),
        None => false,
    }
}

/// The only element that is needed of a tensor whose elements are computed, which needs no memory, is computed by
/// itself. Bodies of tensors with more uses would be copied, and those in them again.
fn extract_generated(rw: &mut Rewriter<'_>, op: OpId, made: OpId, indices: &[ValueId]) -> bool {
    let n_uses = rw.m.result(made, 0).map(|result| rw.m.uses(result).count());
    if n_uses != Some(1) {
        return false;
    }
    let Some(body) = rw.m.first_block(rw.m.regions(made)[0]) else {
        return false;
    };
    let ops: Vec<OpId> = rw.m.ops(body).collect();
    let Some((&end, ops)) = ops.split_last() else {
        return false;
    };
    let is_pure = |op: OpId| {
        rw.m.walk(op)
            .all(|inner| effects(rw.m, inner).is_some_and(|list| list.is_empty()))
    };
    if !ops.iter().all(|&op| is_pure(op)) {
        return false;
    }
    let mut map = CloneMap::default();
    for (&param, &index) in rw.m.block_args(body).iter().zip(indices) {
        map.map(param, index);
    }
    for &inner in ops {
        let copy = rw.m.clone_op(inner, &mut map);
        rw.m.insert_before(op, copy);
        rw.push(copy);
    }
    let element = map.value(rw.m.operands(end)[0]);
    rw.replace(op, &[element])
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
        has_changed |= super::settle(rw, op, group, name, |rw, statics| {
            fits(rw, op, name, statics)
        });
    }
    has_changed && rw.changed(op)
}

/// Whether a slice with these offsets or strides lies within the tensor. One that does not may be in code that never
/// runs.
fn fits(rw: &Rewriter<'_>, op: OpId, name: crate::ir::StrId, statics: &[i64]) -> bool {
    let of = |which| {
        if which == name {
            statics
        } else {
            rw.m.prop_array(op, which)
        }
    };
    let whole = usize::from(!rw.m.is_kernel(op, Kernel::TensorExtractSlice));
    let whole = rw.m.operands(op).get(whole);
    let Some(shape) = whole.and_then(|&whole| rw.m.ctx.shape(rw.m.value_type(whole))) else {
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
        && offsets.iter().all(|&offset| offset == 0)
        && strides.iter().all(|&stride| stride == 1)
}

/// A slice of what slices were inserted into is the inserted one, or is taken from what was there before. `O(inserted
/// slices)`, at most [`MAX_INSERTED`].
pub(crate) fn extract_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if settle(rw, op) || super::shapes::settled_view(rw, op) {
        return true;
    }
    let (Some([source, result]), Some(place)) = (ends(rw, op), place(rw, op)) else {
        return false;
    };
    if is_whole(rw, source, &place) && has_type_of(rw, source, result) {
        return rw.replace(op, &[source]);
    }
    if let Some(element) = scalar::only(rw.m, source)
        && is_static(rw, op)
    {
        return constant(rw, op, Some(vec![element]));
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

/// Sizes of an inserted slice that are constants: it is cast to a type that has them.
fn settled_source(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let source = rw.m.operands(op)[0];
    let ty = rw.m.value_type(source);
    let old = (
        rw.m.operand_group(op, "sizes").to_vec(),
        rw.m.prop_array(op, names::STATIC_SIZES).to_vec(),
    );
    let rank = rw.m.ctx.shape(ty).map(<[i64]>::len);
    if rank != Some(old.1.len())
        || !super::settle(rw, op, "sizes", names::STATIC_SIZES, |_, _| true)
    {
        return false;
    }
    let sizes = rw.m.prop_array(op, names::STATIC_SIZES).to_vec();
    let Some(ty) = super::shapes::with_shape(rw, ty, &sizes, None) else {
        return false;
    };
    let spec = OpSpec::new(rw.m.ctx.op_name("tensor.cast"))
        .operands(&[source])
        .results(&[ty]);
    let cast = rw.insert_before(op, spec);
    if let Some(value) = rw.m.result(cast, 0) {
        rw.m.set_operand(op, 0, value);
    }
    if is_valid(rw.m, cast) && is_valid(rw.m, op) {
        return rw.changed(op);
    }
    rw.m.set_operand(op, 0, source);
    rw.m.erase(cast);
    let (values, statics) = old;
    let attr = rw.m.ctx.i64_array(&statics);
    if let Some(group) = rw.m.def(op).and_then(|def| def.operand_group("sizes")) {
        set_operand_group(rw.m, op, group, &values);
    }
    rw.m.set_prop(op, names::STATIC_SIZES, attr);
    false
}

/// A slice of a result of a parallel loop, whose place may be known.
pub(crate) fn parallel_insert_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    settle(rw, op)
}

/// A tensor that is replaced as a whole, or by a slice of its own.
pub(crate) fn insert_slice(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    if settle(rw, op) || settled_source(rw, op) {
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
    // What it replaces was put there before.
    if let Some(before) = rw.definer(into, Kernel::TensorInsertSlice)
        && self::place(rw, before).as_ref() == Some(&place)
        && has_type_of(rw, rw.m.operands(before)[0], source)
    {
        let first = rw.m.operands(before)[1];
        rw.m.set_operand(op, 1, first);
        rw.push(before);
        return rw.changed(op);
    }
    let own = rw.definer(source, Kernel::TensorExtractSlice);
    let is_own = own.is_some_and(|own| {
        rw.m.operands(own).first() == Some(&into) && self::place(rw, own) == Some(place)
    });
    is_own && rw.replace(op, &[into])
}
