//! Divides a structured operation into several operations on disjoint points.

use memplan_mlir::layouts::SliceSpec;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AffineMap, CloneMap, Module, OpId, OpSpec, TypeKind, ValueId};

use super::rooms::{Line, Rooms, strip_in};
use super::{Inside, Padded, Range, fills};
use crate::loops::{Loops, is_sum};
use crate::slices::{buffer_like, has_strides, slice, slice_with_steps};
use memplan_memory_model::{LocalBuffer, Memory, Node};

/// How many operations may be between the fill of a result and what computes it.
const MAX_BETWEEN: usize = 64;

/// How many times smaller than the padded buffer the strips of bands are, if they can be.
const BAND_FRACTION: i64 = 8;

/// Ranges of loops: first values and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Points {
    first: Vec<i64>,
    count: Vec<i64>,
}

impl Points {
    /// Two halves of one loop.
    fn halves(&self, dim: usize) -> [Self; 2] {
        let (first, count) = (self.first[dim], self.count[dim]);
        let half = count / 2;
        [(first, half), (first + half, count - half)]
            .map(|(first, count)| self.restricted(dim, first, count))
    }

    /// The points whose index in one loop is in a range.
    fn restricted(&self, dim: usize, first: i64, count: i64) -> Self {
        let mut part = self.clone();
        (part.first[dim], part.count[dim]) = (first, count);
        part
    }

    /// The offsets and sizes of what the points use of an operand. Factors are positive.
    fn used(&self, map: &AffineMap) -> Option<(Vec<i64>, Vec<i64>)> {
        let last = self.first.iter().zip(&self.count);
        let last: Vec<i64> = last.map(|(first, count)| first + count - 1).collect();
        let (low, high) = (map.eval(&self.first, &[])?, map.eval(&last, &[])?);
        let sizes = low.iter().zip(&high).map(|(low, high)| high - low + 1);
        Some((low.clone(), sizes.collect()))
    }
}

/// How the points of an operation divide into those that read the inside of a padded operand alone, and others.
#[derive(Clone, Debug)]
pub(super) struct Division {
    op: OpId,
    loops: Loops,
    /// The operand that is padded.
    read: usize,
    parts: Parts,
    /// The fill of the only result, if nothing reads the result in between. Strips may then use the parts of the result
    /// that are not written yet.
    fill: Option<OpId>,
    /// Whether nothing reads the operand after the operation, so that strips of bands may reuse the parts that were
    /// read.
    ends_operand: bool,
    /// How many elements a strip with a buffer of its own may have, if its points can be divided further.
    max_strip: Option<i64>,
}

/// The points of an operation, divided.
#[derive(Clone, Debug)]
enum Parts {
    /// Those that read the operand alone, and the others.
    Inside(Points, Vec<Points>),
    /// No point reads the operand alone: several groups, each of which reads a small strip.
    Bands(Vec<Points>),
}

/// Where a strip is.
#[derive(Clone, Copy, Debug)]
enum Room<'a> {
    /// In a buffer of its own.
    Own,
    /// In a part of the result, from these indices on.
    Result(&'a [i64]),
    /// In an existing buffer.
    Line(Line),
}

impl Division {
    /// How an operation divides that reads `padded`, whose sizes are given with where the operand is. Absent if the
    /// operation reads otherwise than by windows.
    pub(super) fn new(
        m: &Module,
        op: OpId,
        padded: ValueId,
        outer: &[i64],
        at: &Inside,
    ) -> Option<Self> {
        let loops = Loops::new(m, op)?;
        let has_index = m
            .walk(op)
            .any(|inner| m.is_kernel(inner, Kernel::PointIndex));
        let operands = m.operands(op);
        let mut reads = (0..operands.len()).filter(|&at| operands[at] == padded);
        let read = reads.next().filter(|&read| read < loops.n_inputs)?;
        if loops.body.is_none()
            || has_index
            || reads.next().is_some()
            || !is_sliceable(m, op, &loops)
        {
            return None;
        }
        let extents = loops.extents(m, op).into_iter();
        let extents: Vec<i64> = extents.collect::<Option<_>>()?;
        let all = Points {
            first: vec![0; extents.len()],
            count: extents,
        };
        let parts = match around(&all, &loops, read, outer, at) {
            Some((inside, borders)) => Parts::Inside(inside, borders),
            // An operation that writes a part of a result is a band already; bands are not divided again.
            None if is_part(m, operands.last().copied()?) => return None,
            None => {
                let room = n_elements(outer) / BAND_FRACTION;
                let bands = bands(&all, &loops, &loops.maps[read], room);
                Parts::Bands(Some(bands).filter(|bands| bands.len() > 1)?)
            }
        };
        Some(Self {
            op,
            loops,
            read,
            parts,
            fill: None,
            ends_operand: false,
            max_strip: None,
        })
    }

    /// Divides borders until strips that need a buffer are as small as those of bands.
    pub(super) fn use_small_strips(&mut self, m: &Module, padded: ValueId) {
        let outer = m.ctx.shape(m.value_type(padded));
        self.max_strip = outer.map(|outer| n_elements(outer) / BAND_FRACTION);
    }

    /// Whether all points read strips.
    pub(super) fn is_banded(&self) -> bool {
        matches!(self.parts, Parts::Bands(..))
    }

    /// Lets strips be in the result where it is not written yet, if it is filled right before and has elements of the
    /// same type.
    pub(super) fn use_result(&mut self, m: &Module, memory: &Memory, padded: ValueId) {
        let &[result] = &m.operands(self.op)[self.loops.n_inputs..] else {
            return;
        };
        let element = |value| m.ctx.element_type(m.value_type(value));
        let rank = |value| m.ctx.shape(m.value_type(value)).map(<[i64]>::len);
        let space = |value| match m.value_type_kind(value) {
            TypeKind::MemRef(ty) => ty.space,
            _ => None,
        };
        let is_alike = element(result) == element(padded)
            && (self.is_banded() || rank(result) == rank(padded))
            && space(result) == space(padded);
        let own = memory.denoted(result);
        let is_own = |value: ValueId| {
            let other = memory.denoted(value);
            own.may_be_other
                || other.may_be_other
                || other
                    .objects()
                    .any(|object| own.objects().any(|own_object| own_object == object))
        };
        let mut inputs = m.operands(self.op)[..self.loops.n_inputs].iter();
        if !is_alike || inputs.any(|&value| m.is_memref(value) && is_own(value)) {
            return;
        }
        let before = std::iter::successors(m.prev_op(self.op), |&op| m.prev_op(op));
        let mut before = before.take(MAX_BETWEEN);
        let first = before.find(|&op| {
            let touched = memory.touched(m, op);
            let mut accesses = touched.accesses.iter();
            touched.is_ordered
                || accesses.any(|access| own.objects().any(|object| object == access.object))
        });
        self.fill = first.filter(|&op| fills(m, op, result));
    }

    /// Places strips of bands in the parts of the operand that no later band reads, if nothing else uses the operand
    /// from the operation on.
    pub(super) fn use_operand(
        &mut self,
        m: &Module,
        memory: &Memory,
        operand: ValueId,
        padded: ValueId,
    ) {
        let ty = |value| match m.value_type_kind(value) {
            TypeKind::MemRef(ty) => Some((ty.element, ty.space)),
            _ => None,
        };
        let alloc = m.defining_op(operand).filter(|_| self.is_banded());
        let local = alloc.and_then(|alloc| LocalBuffer::new(m, memory, alloc));
        self.ends_operand = local.is_some_and(|local| {
            let is_before =
                |node: &Node| node.access.only_reads_or_writes() && m.is_before(node.op, self.op);
            ty(operand) == ty(padded)
                && local.buffer == operand
                && local.late.is_empty()
                && !local.is_captured()
                && m.op_block(local.alloc) == m.op_block(self.op)
                && local.home().iter().all(is_before)
        });
    }

    /// Whether each part of the result is filled right before it is computed.
    pub(super) fn fills_parts(&self) -> bool {
        self.fill.is_some()
    }

    /// Whether strips may be in the operand.
    pub(super) fn ends_operand(&self) -> bool {
        self.ends_operand
    }

    /// The offsets and sizes of what points use of the padded buffer.
    pub(super) fn strip_of(&self, points: &Points) -> Option<(Vec<i64>, Vec<i64>)> {
        points.used(&self.loops.maps[self.read])
    }

    /// The offsets and sizes of what points write.
    pub(super) fn written_by(&self, points: &Points) -> Option<(Vec<i64>, Vec<i64>)> {
        points.used(self.loops.maps.last()?)
    }

    /// Points in two groups, of the halves of the outermost dimension that has any.
    pub(super) fn halves_of(&self, points: &Points) -> Option<[Points; 2]> {
        let dim = outermost(points, &self.loops, &self.loops.maps[self.read])?;
        Some(points.halves(dim))
    }

    pub(super) fn op(&self) -> OpId {
        self.op
    }

    /// Replaces the operation by its parts.
    pub(super) fn emit(&self, m: &mut Module, padded: &Padded, operand: ValueId) {
        let map = self.loops.maps[self.read].clone();
        match &self.parts {
            Parts::Inside(inside, borders) => {
                self.emit_borders(m, padded, operand, &map, inside, borders);
                if let Some((mut first, sizes)) = inside.used(&map) {
                    for (first, low) in first.iter_mut().zip(&padded.at.low) {
                        *first -= low;
                    }
                    let part = slice(m, self.op, operand, &first, &sizes);
                    self.emit_part(m, inside, padded.buffer, part);
                }
            }
            Parts::Bands(bands) => {
                let pieces = Rooms::new(m, self, padded, operand).pieces(bands);
                for (points, line) in &pieces {
                    let room = line.map_or(Room::Own, Room::Line);
                    self.emit_strip(m, padded, operand, points, &map, room);
                }
            }
        }
        m.erase(self.op);
        if let Some(fill) = self.fill {
            m.erase(fill);
        }
    }

    fn emit_borders(
        &self,
        m: &mut Module,
        padded: &Padded,
        operand: ValueId,
        map: &AffineMap,
        inside: &Points,
        borders: &[Points],
    ) {
        let free = self.fill.and_then(|_| inside.used(self.loops.maps.last()?));
        for points in borders {
            let pieces = free
                .as_ref()
                .and_then(|free| self.pieces(points, map, &free.1));
            let (pieces, room) = match (pieces, &free) {
                (Some(pieces), Some(free)) => (pieces, Room::Result(&free.0)),
                _ => {
                    let room = self.max_strip.unwrap_or(i64::MAX);
                    (bands(points, &self.loops, map, room), Room::Own)
                }
            };
            for points in &pieces {
                self.emit_strip(m, padded, operand, points, map, room);
            }
        }
    }

    /// The operation for some points, from a strip.
    fn emit_strip(
        &self,
        m: &mut Module,
        padded: &Padded,
        operand: ValueId,
        points: &Points,
        map: &AffineMap,
        room: Room<'_>,
    ) {
        if let Some((first, sizes)) = points.used(map) {
            let strip = self.strip(m, padded, operand, room, &first, &sizes);
            self.emit_part(m, points, padded.buffer, strip);
        }
    }

    /// Parts of points whose strips have at most given sizes. Absent if there are none.
    fn pieces(&self, points: &Points, map: &AffineMap, room: &[i64]) -> Option<Vec<Points>> {
        let (_, sizes) = points.used(map)?;
        let mut sides = sizes.iter().zip(room);
        let Some(at) = sides.position(|(size, room)| size > room) else {
            return Some(vec![points.clone()]);
        };
        let (dim, _) = point_loop(map.results.get(at)?, &self.loops)?;
        if *points.count.get(dim)? < 2 {
            return None;
        }
        let mut parts = Vec::new();
        for half in points.halves(dim) {
            parts.extend(self.pieces(&half, map, room)?);
        }
        Some(parts)
    }

    /// A buffer with a part of the padded one.
    fn strip(
        &self,
        m: &mut Module,
        padded: &Padded,
        operand: ValueId,
        room: Room<'_>,
        first: &[i64],
        sizes: &[i64],
    ) -> ValueId {
        let result = m.operands(self.op).last().copied();
        let strip = match (room, result) {
            (Room::Result(at), Some(result)) => Some(slice(m, self.op, result, at, sizes)),
            (Room::Line(line), _) => strip_in(m, self.op, line, sizes),
            _ => None,
        };
        let strip = strip.or_else(|| buffer_like(m, padded.alloc, self.op, sizes));
        let strip = strip.unwrap_or(padded.buffer);
        let mut map = CloneMap::default();
        map.map(padded.buffer, strip);
        let fill = m.clone_op(padded.fill, &mut map);
        m.insert_before(self.op, fill);
        let at = &padded.at;
        let ranges = at.ranges(first, sizes);
        if ranges.iter().all(|range| range.count > 0) {
            let list = |pick: fn(&Range) -> i64| ranges.iter().map(pick).collect::<Vec<_>>();
            let (to, from, sizes) = (
                list(|range| range.to),
                list(|range| range.from),
                list(|range| range.count),
            );
            let from = slice(m, self.op, operand, &from, &sizes);
            let to = SliceSpec {
                offsets: &to,
                sizes: &sizes,
                strides: &at.steps,
            };
            let to = slice_with_steps(m, self.op, strip, to);
            let copy = OpSpec::new(m.ctx.op_name("memref.copy")).operands(&[from, to]);
            let copy = copy.located_at(m, padded.view);
            let copy = m.create_op(copy);
            m.insert_before(self.op, copy);
        }
        strip
    }

    /// The operation for some of its points, with a part of the padded buffer for the buffer.
    fn emit_part(&self, m: &mut Module, points: &Points, padded: ValueId, part: ValueId) {
        let operands = m.operands(self.op).to_vec();
        let mut parts = Vec::with_capacity(operands.len());
        for (&value, map) in operands.iter().zip(&self.loops.maps) {
            let used = points.used(map).filter(|_| m.is_memref(value));
            parts.push(match used {
                _ if value == padded => part,
                Some((first, sizes)) if !sizes.is_empty() => {
                    slice(m, self.op, value, &first, &sizes)
                }
                _ => value,
            });
        }
        if let (Some(fill), Some(&result), Some(&part)) = (self.fill, operands.last(), parts.last())
        {
            let mut map = CloneMap::default();
            map.map(result, part);
            let fill = m.clone_op(fill, &mut map);
            m.insert_before(self.op, fill);
        }
        let copy = m.clone_op(self.op, &mut CloneMap::default());
        m.set_operands(copy, &parts);
        m.insert_before(self.op, copy);
    }
}

/// Points that read the operand alone, and the others by border. Absent if there are none of the first kind.
fn around(
    all: &Points,
    loops: &Loops,
    read: usize,
    outer: &[i64],
    at: &Inside,
) -> Option<(Points, Vec<Points>)> {
    let (mut inside, mut borders) = (all.clone(), Vec::new());
    let ranges = at.low.iter().zip(&at.sizes).zip(&at.steps);
    for (at, (expr, ((&low, &size), &step))) in
        loops.maps[read].results.iter().zip(ranges).enumerate()
    {
        if low == 0 && size == *outer.get(at)? {
            continue;
        }
        let (dim, factor) = point_loop(expr, loops)?;
        let (first, count) = (inside.first[dim], inside.count[dim]);
        let window = Points {
            first: vec![0; inside.count.len()],
            ..inside.restricted(dim, 0, 1)
        };
        let (_, reach) = window.used(&AffineMap {
            results: vec![expr.clone()],
            ..loops.maps[read]
        })?;
        // Point `o` reads the window that starts at `factor * o`.
        let from = low.div_euclid(factor) + i64::from(low % factor != 0);
        let to = (low + size - reach.first()?).div_euclid(factor) + 1;
        let (from, to) = (from.max(first), to.min(first + count));
        if from >= to || first != 0 || step != 1 {
            return None;
        }
        let parts = [(first, from - first), (to, first + count - to)];
        let parts = parts.into_iter().filter(|part| part.1 > 0);
        borders.extend(parts.map(|(first, count)| inside.restricted(dim, first, count)));
        inside = inside.restricted(dim, from, to - from);
    }
    Some((inside, borders))
}

/// Points in groups, each of one dimension halved until its strip has at most `room` elements, from the outermost
/// dimension on.
fn bands(points: &Points, loops: &Loops, map: &AffineMap, room: i64) -> Vec<Points> {
    let used = points.used(map);
    let is_small = used.is_none_or(|(_, sizes)| n_elements(&sizes) <= room);
    let Some(dim) = outermost(points, loops, map).filter(|_| !is_small) else {
        return vec![points.clone()];
    };
    let halves = points.halves(dim);
    let bands = halves.iter().flat_map(|half| bands(half, loops, map, room));
    bands.collect()
}

/// The outermost dimension of an operand whose loop has more than one point.
fn outermost(points: &Points, loops: &Loops, map: &AffineMap) -> Option<usize> {
    let dims = map.results.iter();
    let mut dims = dims.filter_map(|expr| Some(point_loop(expr, loops)?.0));
    dims.find(|&dim| points.count.get(dim).is_some_and(|&count| count > 1))
}

pub(super) fn n_elements(sizes: &[i64]) -> i64 {
    sizes.iter().fold(1, |n, &size| n.saturating_mul(size))
}

/// Whether a value is a part of a buffer.
fn is_part(m: &Module, value: ValueId) -> bool {
    m.defining_op(value)
        .is_some_and(|op| m.is_kernel(op, Kernel::Subview))
}

/// Whether all buffers of an operation have known strides, all maps are sums of loops with positive factors, and the
/// outputs are written by loops themselves.
fn is_sliceable(m: &Module, op: OpId, loops: &Loops) -> bool {
    let outputs = &loops.maps[loops.n_inputs..];
    let is_plain = |map: &AffineMap| map.is_projected_permutation(false);
    outputs.iter().all(is_plain)
        && m.operands(op).iter().zip(&loops.maps).all(|(&value, map)| {
            (!m.is_memref(value) || has_strides(m, value))
                && map
                    .results
                    .iter()
                    .all(|expr| is_sum(expr, |constant| constant == 0))
        })
}

/// The only loop over points of the results in a sum, and its factor.
fn point_loop(expr: &AffineExpr, loops: &Loops) -> Option<(usize, i64)> {
    let outputs = &loops.maps[loops.n_inputs..];
    let is_point = |dim: u32| {
        let uses = |map: &AffineMap| map.results.iter().any(|expr| expr.uses_dim(dim));
        outputs.iter().all(uses)
    };
    let mut dims = (0..loops.n_dims()).filter(|&dim| expr.uses_dim(dim) && is_point(dim));
    let (dim, None) = (dims.next()?, dims.next()) else {
        return None;
    };
    let mut at = vec![0; loops.n_dims() as usize];
    *at.get_mut(dim as usize)? = 1;
    let factor = expr.eval(&at, &[])?;
    (factor > 0).then_some((dim as usize, factor))
}
