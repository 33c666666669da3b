//! Parts of tensors at constant places: how slices are read, made, and moved through what makes a tensor.

use memplan_mlir::rewrite::{is_dead, linalg_fill};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, CloneMap, DYNAMIC, Module, OpId, OpSpec, TypeKind, ValueId, names};

use super::fuse::relocate;
use super::structured::{body, is_read, maps, n_inputs, result, with_shape};

/// Some positions of one dimension: `offset`, `offset + stride`, ..
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) offset: i64,
    /// The number of positions.
    pub(super) size: i64,
    pub(super) stride: i64,
}

impl Range {
    /// The positions below `size`.
    pub(super) fn whole(size: i64) -> Self {
        Self {
            offset: 0,
            size,
            stride: 1,
        }
    }

    fn last(self) -> i64 {
        let steps = (self.size - 1).saturating_mul(self.stride);
        self.offset.saturating_add(steps)
    }

    /// The positions that are in both, if no steps are skipped.
    fn common(self, other: Self) -> Option<Self> {
        let (offset, end) = (
            self.offset.max(other.offset),
            (self.last() + 1).min(other.last() + 1),
        );
        (self.stride == 1 && other.stride == 1 && offset < end).then_some(Self {
            offset,
            size: end - offset,
            stride: 1,
        })
    }
}

/// A part of a tensor of static shape, with its rank and at least one element: a range of each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part(pub(super) Vec<Range>);

impl Part {
    /// The part that a slice extracts or replaces. `None` if its place is not constant, if it is empty or not within
    /// the tensor, or if its rank differs from that of the tensor.
    pub(super) fn of(m: &Module, op: OpId) -> Option<Self> {
        let is_inserted = m.is_kernel(op, Kernel::TensorInsertSlice);
        if !is_inserted && !m.is_kernel(op, Kernel::TensorExtractSlice) {
            return None;
        }
        let operands = m.operands(op);
        let (whole, part) = if is_inserted {
            (*operands.get(1)?, *operands.first()?)
        } else {
            (*operands.first()?, m.result(op, 0)?)
        };
        let [offsets, sizes, strides] = [
            names::STATIC_OFFSETS,
            names::STATIC_SIZES,
            names::STATIC_STRIDES,
        ]
        .map(|name| m.prop_array(op, name));
        let (whole, part) = (static_shape(m, whole)?, static_shape(m, part)?);
        let places = offsets.iter().zip(sizes).zip(strides);
        let ranges: Vec<Range> = places
            .map(|((&offset, &size), &stride)| Range {
                offset,
                size,
                stride,
            })
            .collect();
        let is_within = |(range, &size): (&Range, &i64)| {
            range.offset >= 0
                && (1..=size).contains(&range.size)
                && (1..=size).contains(&range.stride)
                && range.last() < size
        };
        let fits = ranges.len() == whole.len()
            && part == sizes
            && ranges.iter().zip(&whole).all(is_within);
        fits.then_some(Self(ranges))
    }

    /// All of a tensor with this shape.
    pub(super) fn whole(shape: &[i64]) -> Self {
        Self(shape.iter().copied().map(Range::whole).collect())
    }

    pub(super) fn shape(&self) -> Vec<i64> {
        self.0.iter().map(|range| range.size).collect()
    }

    /// Whether the elements in each dimension are next to each other.
    pub(super) fn has_no_steps(&self) -> bool {
        self.0.iter().all(|range| range.stride == 1)
    }

    /// The number of elements, at most `i64::MAX`.
    pub(super) fn n_elements(&self) -> i64 {
        let sizes = self.0.iter().map(|range| range.size);
        sizes.fold(1, i64::saturating_mul)
    }

    /// This part of a part, as a part of the tensor.
    pub(super) fn within(&self, outer: &Self) -> Self {
        let ranges = self.0.iter().zip(&outer.0);
        let ranges = ranges.map(|(inner, outer)| Range {
            offset: outer.offset + inner.offset * outer.stride,
            size: inner.size,
            stride: inner.stride.saturating_mul(outer.stride),
        });
        Self(ranges.collect())
    }

    /// What two parts without steps have in common.
    pub(super) fn common(&self, other: &Self) -> Option<Self> {
        let ranges = self.0.iter().zip(&other.0);
        let ranges = ranges.map(|(a, b)| a.common(*b));
        ranges.collect::<Option<Vec<Range>>>().map(Self)
    }

    /// This part of a tensor as a part of `outer`, a part without steps that contains it.
    pub(super) fn relative_to(&self, outer: &Self) -> Option<Self> {
        let ranges = self.0.iter().zip(&outer.0).map(|(inner, outer)| {
            let is_within =
                outer.stride == 1 && outer.offset <= inner.offset && inner.last() <= outer.last();
            is_within.then_some(Range {
                offset: inner.offset - outer.offset,
                ..*inner
            })
        });
        ranges.collect::<Option<Vec<Range>>>().map(Self)
    }

    /// Whether two parts certainly have no element in common.
    pub(super) fn is_disjoint(&self, other: &Self) -> bool {
        let mut ranges = self.0.iter().zip(&other.0);
        ranges.any(|(a, b)| a.last() < b.offset || b.last() < a.offset)
    }
}

/// The shape of a tensor, if it is static and has elements.
pub(super) fn static_shape(m: &Module, value: ValueId) -> Option<Vec<i64>> {
    let TypeKind::Tensor {
        shape,
        encoding: None,
        ..
    } = m.value_type_kind(value)
    else {
        return None;
    };
    let is_static = shape.iter().all(|&size| size != DYNAMIC && size > 0);
    let n_elements = shape.iter().try_fold(1_i64, |n, &size| n.checked_mul(size));
    (is_static && n_elements.is_some()).then(|| shape.to_vec())
}

/// A `tensor.empty` before `anchor` with this shape and the element type of a tensor.
pub(super) fn empty(m: &mut Module, anchor: OpId, like: ValueId, shape: &[i64]) -> ValueId {
    let (name, ty) = (
        m.ctx.op_name("tensor.empty"),
        with_shape(m, like, shape.to_vec()),
    );
    result(m, anchor, OpSpec::new(name).results(&[ty]))
}

/// The most insertions that a part is looked for in, and the most slices of a tensor that are replaced together.
const MAX_STEPS: usize = 64;

/// The tensor that a part is a part of, if slices were taken from it one after the other.
pub(super) fn origin(m: &Module, value: ValueId, part: &Part) -> (ValueId, Part) {
    let (mut value, mut part) = (value, part.clone());
    while let Some(op) = m.kernel_of(value, Kernel::TensorExtractSlice)
        && let Some(place) = Part::of(m, op)
    {
        (value, part) = (m.operands(op)[0], part.within(&place));
    }
    (value, part)
}

/// Where a part of what tensors were inserted into comes from: from one of them, or from what they were inserted into.
/// `None` if it comes from several, or if something else reads it between the insertions.
fn before_insertion(m: &Module, value: ValueId, part: &Part) -> Option<(ValueId, Part)> {
    let mut value = value;
    for step in 0..MAX_STEPS {
        let Some(op) = m.kernel_of(value, Kernel::TensorInsertSlice) else {
            return Some((value, part.clone()));
        };
        if step > 0 && m.uses(value).nth(1).is_some() {
            return None;
        }
        let (place, operands) = (Part::of(m, op)?, m.operands(op));
        if let Some(inner) = part.relative_to(&place) {
            return Some((operands[0], inner));
        }
        if !part.is_disjoint(&place) {
            return None;
        }
        value = operands[1];
    }
    None
}

/// Takes all slices of what tensors were inserted into from these tensors, so that it need not be made; returns the new
/// values. If one cannot be, or something else reads it, nothing changes: slices of it after some of the insertions
/// would need a copy of their own.
pub(super) fn bypass(m: &mut Module, value: ValueId) -> Option<Vec<ValueId>> {
    m.kernel_of(value, Kernel::TensorInsertSlice)?;
    if m.uses(value).nth(MAX_STEPS).is_some() {
        return None;
    }
    let sources = m.uses(value).map(|(user, operand)| {
        let is_slice = operand == 0 && m.is_kernel(user, Kernel::TensorExtractSlice);
        let part = is_slice.then(|| Part::of(m, user)).flatten()?;
        Some((user, before_insertion(m, value, &part)?))
    });
    let sources: Vec<(OpId, (ValueId, Part))> = sources.collect::<Option<_>>()?;
    let mut made = Vec::new();
    for (slice, (source, part)) in sources {
        let new = extracted(m, slice, source, &part);
        m.replace_op(slice, &[new]);
        made.push(new);
    }
    erase_unread(m, value);
    Some(made)
}

/// Erases insertions and slices that nothing reads any more.
pub(super) fn erase_unread(m: &mut Module, value: ValueId) {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        let Some(op) = m.defining_op(value) else {
            continue;
        };
        let is_part = m.is_kernel(op, Kernel::TensorInsertSlice)
            || m.is_kernel(op, Kernel::TensorExtractSlice);
        if is_part && is_dead(m, op) {
            pending.extend_from_slice(m.operands(op));
            m.erase(op);
        }
    }
}

/// A part of a tensor, before `anchor`: a slice of its [`origin`], or a smaller fill.
pub(super) fn extracted(m: &mut Module, anchor: OpId, value: ValueId, part: &Part) -> ValueId {
    let (value, part) = origin(m, value, part);
    if static_shape(m, value).is_some_and(|shape| Part::whole(&shape) == part) {
        return value;
    }
    let shape = part.shape();
    if m.kernel_of(value, Kernel::TensorEmpty).is_some() {
        return empty(m, anchor, value, &shape);
    }
    if let Some(fill) = m.kernel_of(value, Kernel::Fill) {
        let scalar = m.operands(fill)[0];
        let init = empty(m, anchor, value, &shape);
        let spec = linalg_fill(m, anchor, scalar, init);
        return result(m, anchor, spec);
    }
    let (name, ty) = (
        m.ctx.op_name("tensor.extract_slice"),
        with_shape(m, value, shape),
    );
    let spec = OpSpec::new(name).operands(&[value]).results(&[ty]);
    let spec = placed(m, spec, &part, &[1, 0, 0, 0]);
    result(m, anchor, spec)
}

/// `dest` with a part replaced by `source`, before `anchor`.
pub(super) fn inserted(
    m: &mut Module,
    anchor: OpId,
    [source, dest]: [ValueId; 2],
    part: &Part,
) -> ValueId {
    let (name, ty) = (m.ctx.op_name("tensor.insert_slice"), m.value_type(dest));
    let spec = OpSpec::new(name).operands(&[source, dest]).results(&[ty]);
    let spec = placed(m, spec, part, &[1, 1, 0, 0, 0]);
    result(m, anchor, spec)
}

fn placed(m: &mut Module, spec: OpSpec, part: &Part, counts: &[i64]) -> OpSpec {
    let list = |of: fn(&Range) -> i64| part.0.iter().map(of).collect::<Vec<i64>>();
    let lists = [
        (names::STATIC_OFFSETS, list(|range| range.offset)),
        (names::STATIC_SIZES, list(|range| range.size)),
        (names::STATIC_STRIDES, list(|range| range.stride)),
    ];
    let mut spec = spec;
    for (name, list) in lists {
        let list = m.ctx.i64_array(&list);
        spec = spec.prop(name, list);
    }
    let counts = m.ctx.i32_array(counts);
    spec.prop(names::OPERAND_SEGMENT_SIZES, counts)
}

/// The range of each loop of a `linalg.generic` that computes a part of operand `number`, and none for loops that run
/// as before. `None` unless the operand's map is a projected permutation.
pub(super) fn loops_of(
    m: &Module,
    op: OpId,
    number: usize,
    part: &Part,
) -> Option<Vec<Option<Range>>> {
    let (map, whole) = (
        maps(m, op).get(number)?.clone(),
        static_shape(m, *m.operands(op).get(number)?)?,
    );
    if !map.is_projected_permutation(false) || map.results.len() != part.0.len() {
        return None;
    }
    let mut loops = vec![None; map.dims as usize];
    for ((expr, &range), &size) in map.results.iter().zip(&part.0).zip(&whole) {
        if let AffineExpr::Dim(dim) = expr
            && range != Range::whole(size)
        {
            loops[*dim as usize] = Some(range);
        }
    }
    Some(loops)
}

/// The part of an operand that a `linalg.generic` accesses in these loops. `None` if it is unknown.
fn accessed(m: &Module, op: OpId, number: usize, loops: &[Option<Range>]) -> Option<Part> {
    let map = maps(m, op).get(number)?.clone();
    let shape = static_shape(m, *m.operands(op).get(number)?)?;
    let ranges = map.results.iter().zip(&shape).map(|(expr, &size)| {
        let is_divided = (0..map.dims).any(|dim| {
            let range = loops.get(dim as usize).copied().flatten();
            range.is_some() && expr.uses_dim(dim)
        });
        match expr {
            _ if !is_divided => Some(Range::whole(size)),
            AffineExpr::Dim(dim) => loops[*dim as usize],
            _ => None,
        }
    });
    ranges.collect::<Option<Vec<Range>>>().map(Part)
}

/// The parts of all operands that a `linalg.generic` accesses in these loops.
pub(super) fn all_accessed(m: &Module, op: OpId, loops: &[Option<Range>]) -> Option<Vec<Part>> {
    let numbers = 0..m.operands(op).len();
    numbers
        .map(|number| accessed(m, op, number, loops))
        .collect()
}

/// A copy of a `linalg.generic` with one result that runs these loops only, before `anchor`: its result is a part of
/// that of the original. `None` if the parts of its operands are unknown. Linear in the body.
pub(super) fn on_part(
    m: &mut Module,
    anchor: OpId,
    op: OpId,
    loops: &[Option<Range>],
) -> Option<ValueId> {
    let operands = m.operands(op).to_vec();
    let parts = all_accessed(m, op, loops)?;
    let n_ins = n_inputs(m, op);
    let copy = m.clone_op(op, &mut CloneMap::default());
    m.insert_before(anchor, copy);
    for (number, (&value, part)) in operands.iter().zip(&parts).enumerate() {
        let of = if number < n_ins || is_read(m, op, number) {
            extracted(m, copy, value, part)
        } else {
            empty(m, copy, value, &part.shape())
        };
        m.set_operand(copy, number, of);
    }
    let (new, like) = (m.result(copy, 0)?, *m.operands(copy).last()?);
    let ty = m.value_type(like);
    m.set_value_type(new, ty);
    let places: Vec<AffineExpr> = (0_u32..)
        .zip(loops)
        .map(|(dim, range)| {
            let dim = AffineExpr::Dim(dim);
            range.map_or(dim.clone(), |range| {
                let scaled = AffineExpr::mul(dim, AffineExpr::Constant(range.stride));
                AffineExpr::add(scaled, AffineExpr::Constant(range.offset))
            })
        })
        .collect();
    let points: Vec<OpId> = body(m, copy).map_or(Vec::new(), |block| {
        let ops = m.ops(block);
        ops.filter(|&op| m.is_kernel(op, Kernel::PointIndex))
            .collect()
    });
    for point in points {
        relocate(m, point, &places);
    }
    Some(new)
}
