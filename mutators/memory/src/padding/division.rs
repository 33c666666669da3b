//! A structured operation as several ones, on disjoint points.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AffineExpr, AffineMap, AffineOp, CloneMap, Module, OpId, OpSpec, TypeKind, ValueId,
};

use super::slices::{has_strides, slice};
use super::{Padded, fills};
use crate::accesses::Memory;
use crate::loops::Loops;

/// How many operations may be between the fill of a result and what computes it.
const MAX_BETWEEN: usize = 64;

/// Ranges of loops: first values and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Points {
    first: Vec<i64>,
    count: Vec<i64>,
}

impl Points {
    /// Two halves of one loop.
    fn halves(&self, dim: usize) -> [Self; 2] {
        let (first, count) = (self.first[dim], self.count[dim]);
        let half = count / 2;
        [(first, half), (first + half, count - half)].map(|part| self.without(dim, part))
    }

    fn without(&self, dim: usize, (first, count): (i64, i64)) -> Self {
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
    inside: Points,
    borders: Vec<Points>,
    /// What fills the only result, if nothing reads it in between. Strips may be in that result then, where it is not
    /// written yet.
    fill: Option<OpId>,
}

/// Where a strip is.
#[derive(Clone, Copy, Debug)]
enum Room<'a> {
    /// In a buffer of its own.
    Own,
    /// In a part of the result, from these indices on.
    Result(&'a [i64]),
}

impl Division {
    /// How an operation divides that reads `padded`. The sizes of that buffer, where the inside begins, and its sizes
    /// are given by dimension. Absent if no point reads the inside alone, or the operation reads otherwise.
    pub(super) fn new(
        m: &Module,
        op: OpId,
        padded: ValueId,
        (outer, low, inner): (&[i64], &[i64], &[i64]),
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
        let extents = extents(m, op, &loops)?;
        let all = Points {
            first: vec![0; extents.len()],
            count: extents,
        };
        let (mut inside, mut borders) = (all, Vec::new());
        let dims = loops.maps[read].results.iter().zip(low.iter().zip(inner));
        for (at, (expr, (&low, &size))) in dims.enumerate() {
            if low == 0 && size == *outer.get(at)? {
                continue;
            }
            let (dim, factor) = point_loop(expr, &loops)?;
            let (first, count) = (inside.first[dim], inside.count[dim]);
            let window = Points {
                first: vec![0; inside.count.len()],
                ..inside.without(dim, (0, 1))
            };
            let (_, reach) = window.used(&AffineMap {
                results: vec![expr.clone()],
                ..loops.maps[read]
            })?;
            // The point `o` reads `factor * o` and the window behind it.
            let from = low.div_euclid(factor) + i64::from(low % factor != 0);
            let to = (low + size - reach.first()?).div_euclid(factor) + 1;
            let (from, to) = (from.max(first), to.min(first + count));
            if from >= to || first != 0 {
                return None;
            }
            let parts = [(first, from - first), (to, first + count - to)];
            let parts = parts.into_iter().filter(|part| part.1 > 0);
            borders.extend(parts.map(|part| inside.without(dim, part)));
            inside = inside.without(dim, (from, to - from));
        }
        Some(Self {
            op,
            loops,
            inside,
            borders,
            fill: None,
        })
    }

    /// Lets strips be in the result where it is not written yet, if it is filled right before and has elements of the same
    /// type.
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
            && rank(result) == rank(padded)
            && space(result) == space(padded);
        let own = memory.denoted(result);
        let is_own = |value: ValueId| {
            let other = memory.denoted(value);
            own.may_be_other
                || other.may_be_other
                || other
                    .objects()
                    .any(|object| own.objects().any(|it| it == object))
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
            touched.is_ordered || accesses.any(|access| own.objects().any(|it| it == access.object))
        });
        self.fill = first.filter(|&op| fills(m, op, result));
    }

    pub(super) fn op(&self) -> OpId {
        self.op
    }

    /// Puts the parts in the place of the operation.
    pub(super) fn emit(&self, m: &mut Module, padded: &Padded) {
        let read = m
            .operands(self.op)
            .iter()
            .position(|&it| it == padded.buffer);
        let Some(map) = read.and_then(|read| self.loops.maps.get(read).cloned()) else {
            return;
        };
        let free = self
            .fill
            .and_then(|_| self.inside.used(self.loops.maps.last()?));
        for points in &self.borders {
            let pieces = free
                .as_ref()
                .and_then(|free| self.pieces(points, &map, &free.1));
            let (pieces, room) = match (pieces, &free) {
                (Some(pieces), Some(free)) => (pieces, Room::Result(&free.0)),
                _ => (vec![points.clone()], Room::Own),
            };
            for points in &pieces {
                let Some((first, sizes)) = points.used(&map) else {
                    continue;
                };
                let strip = self.strip(m, padded, room, (&first, &sizes));
                self.emit_part(m, points, (padded.buffer, strip));
            }
        }
        if let Some((mut first, sizes)) = self.inside.used(&map) {
            for (first, low) in first.iter_mut().zip(&padded.low) {
                *first -= low;
            }
            let part = slice(m, self.op, padded.operand, (&first, &sizes));
            self.emit_part(m, &self.inside, (padded.buffer, part));
        }
        m.erase(self.op);
        if let Some(fill) = self.fill {
            m.erase(fill);
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
        let mut found = Vec::new();
        for half in points.halves(dim) {
            found.extend(self.pieces(&half, map, room)?);
        }
        Some(found)
    }

    /// A buffer with a part of the padded one.
    fn strip(
        &self,
        m: &mut Module,
        padded: &Padded,
        room: Room<'_>,
        (first, sizes): (&[i64], &[i64]),
    ) -> ValueId {
        let result = m.operands(self.op).last().copied();
        let strip = match (room, result) {
            (Room::Result(at), Some(result)) => slice(m, self.op, result, (at, sizes)),
            _ => self.allocated(m, padded, sizes),
        };
        let mut map = CloneMap::default();
        map.map(padded.buffer, strip);
        let fill = m.clone_op(padded.fill, &mut map);
        m.insert_before(self.op, fill);
        let shape = m.ctx.shape(m.value_type(padded.operand));
        let inner = shape.map(<[i64]>::to_vec).unwrap_or_default();
        let ranges = first.iter().zip(sizes).zip(padded.low.iter().zip(&inner));
        let ranges = ranges.map(|((&first, &size), (&low, &inner))| {
            let (from, to) = (first.max(low), (first + size).min(low + inner));
            (from - first, from - low, to - from)
        });
        let ranges: Vec<(i64, i64, i64)> = ranges.collect();
        if ranges.iter().all(|range| range.2 > 0) {
            let list =
                |pick: fn(&(i64, i64, i64)) -> i64| ranges.iter().map(pick).collect::<Vec<_>>();
            let (to, from, sizes) = (list(|it| it.0), list(|it| it.1), list(|it| it.2));
            let from = slice(m, self.op, padded.operand, (&from, &sizes));
            let to = slice(m, self.op, strip, (&to, &sizes));
            let copy = OpSpec::new(m.ctx.op_name("memref.copy")).operands(&[from, to]);
            let copy = copy.located_at(m, padded.copy);
            let copy = m.create_op(copy);
            m.insert_before(self.op, copy);
        }
        strip
    }

    fn allocated(&self, m: &mut Module, padded: &Padded, sizes: &[i64]) -> ValueId {
        let alloc = m.clone_op(padded.alloc, &mut CloneMap::default());
        m.insert_before(self.op, alloc);
        let Some(strip) = m.result(alloc, 0) else {
            return padded.buffer;
        };
        if let TypeKind::MemRef(mut kind) = m.value_type_kind(strip).clone() {
            kind.shape = sizes.into();
            let ty = m.ctx.ty(TypeKind::MemRef(kind));
            m.set_value_type(strip, ty);
        }
        strip
    }

    /// The operation for some of its points, with a part of the padded buffer for the buffer.
    fn emit_part(&self, m: &mut Module, points: &Points, (padded, part): (ValueId, ValueId)) {
        let operands = m.operands(self.op).to_vec();
        let mut parts = Vec::with_capacity(operands.len());
        for (&value, map) in operands.iter().zip(&self.loops.maps) {
            let used = points.used(map).filter(|_| m.is_memref(value));
            parts.push(match used {
                _ if value == padded => part,
                Some((first, sizes)) if !sizes.is_empty() => {
                    slice(m, self.op, value, (&first, &sizes))
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

/// How often each loop runs, as the operands have sizes for it.
fn extents(m: &Module, op: OpId, loops: &Loops) -> Option<Vec<i64>> {
    let mut found = vec![None; loops.n_dims() as usize];
    for (&value, map) in m.operands(op).iter().zip(&loops.maps) {
        let shape = m.ctx.shape(m.value_type(value)).unwrap_or(&[]);
        for (expr, &size) in map.results.iter().zip(shape) {
            if let AffineExpr::Dim(dim) = expr {
                *found.get_mut(*dim as usize)? = Some(size).filter(|&size| size > 0);
            }
        }
    }
    found.into_iter().collect()
}

/// Whether all buffers of an operation have known strides, all maps are sums of loops with positive factors, and the
/// outputs are written by loops themselves.
fn is_sliceable(m: &Module, op: OpId, loops: &Loops) -> bool {
    let outputs = &loops.maps[loops.n_inputs..];
    let is_plain = |map: &AffineMap| map.is_projected_permutation(false);
    outputs.iter().all(is_plain)
        && m.operands(op).iter().zip(&loops.maps).all(|(&value, map)| {
            (!m.is_memref(value) || has_strides(m, value)) && map.results.iter().all(is_sum)
        })
}

fn is_sum(expr: &AffineExpr) -> bool {
    match expr {
        AffineExpr::Dim(_) => true,
        AffineExpr::Constant(value) => *value == 0,
        AffineExpr::Symbol(_) => false,
        AffineExpr::Binary(AffineOp::Add, lhs, rhs) => is_sum(lhs) && is_sum(rhs),
        AffineExpr::Binary(AffineOp::Mul, lhs, rhs) => {
            matches!(
                (&**lhs, &**rhs),
                (AffineExpr::Dim(_), AffineExpr::Constant(1..))
            )
        }
        AffineExpr::Binary(..) => false,
    }
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
