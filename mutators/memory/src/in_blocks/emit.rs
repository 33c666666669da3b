//! Writes a chain in tiles.

use memplan_mlir::layouts::{SliceSpec, collapsed, expanded};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{CloneMap, DYNAMIC, Module, OpId, OpSpec, ValueId, names};
use rustc_hash::FxHashMap;

use super::chain::Local;
use super::nest::{Use, asks_for_point};
use super::range::{Path, Range, Span};
use crate::relayout::groups;
use crate::reshape::reshape;
use crate::slices::{buffer_like, size_of, slice, slice_at};

/// A chain with everything that is needed to write it, when the module has changed since it was found.
#[derive(Debug)]
pub(super) struct Rewriting {
    pub(super) parts: Vec<PartRewriting>,
    pub(super) internal: Vec<InternalRewriting>,
    pub(super) tiles: Tiles,
}

/// The tiles of a chain.
#[derive(Debug)]
pub(super) enum Tiles {
    /// The first point of each tile before the loop, those of the loop, and those after it, with the number of points.
    Fixed {
        before: Vec<(i64, i64)>,
        looped: Vec<(i64, i64)>,
        after: Vec<(i64, i64)>,
    },
    /// As many points as a value has elements along a dimension, in a loop over tiles of so many, and one over the rest
    /// in tiles of one.
    Counted {
        value: ValueId,
        dim: usize,
        tile: i64,
    },
}

#[derive(Debug)]
pub(super) struct PartRewriting {
    pub(super) op: OpId,
    pub(super) points: Range,
    pub(super) extent: i64,
    pub(super) number: usize,
    pub(super) uses: Vec<Option<Use>>,
}

#[derive(Debug)]
pub(super) struct InternalRewriting {
    pub(super) alloc: OpId,
    pub(super) buffer: ValueId,
    pub(super) views: Vec<OpId>,
    pub(super) dim: usize,
    pub(super) held: Range,
    pub(super) extent: i64,
    pub(super) paths: FxHashMap<ValueId, Path>,
}

impl InternalRewriting {
    pub(super) fn new(local: &Local, it: &super::chain::Internal) -> Self {
        Self {
            alloc: local.alloc,
            buffer: local.buffer,
            views: local.views.clone(),
            dim: it.dim,
            held: it.held,
            extent: it.extent,
            paths: it.paths.clone(),
        }
    }
}

/// A tile that is being written.
struct Tile<'r> {
    rewriting: &'r Rewriting,
    /// Where operations are inserted.
    anchor: OpId,
    first: i64,
    count: i64,
    /// In a loop: the run-time value of the first point. All else is as for the tile that begins at `first`.
    index: Option<ValueId>,
    /// By internal buffer: that of the tile.
    buffers: Vec<Option<ValueId>>,
    /// By internal value and its elements: the view in the tile.
    views: FxHashMap<(ValueId, i64, i64), ValueId>,
    /// By range: its first element at run time.
    starts: FxHashMap<(i64, i64), ValueId>,
    /// By value of others and dynamic dimension.
    sizes: FxHashMap<(ValueId, usize), ValueId>,
}

impl Rewriting {
    /// Replaces the operations of the chain, which follow each other but for views and numbers.
    pub(super) fn emit(&self, m: &mut Module) {
        let Some(anchor) = self.parts.last().map(|part| part.op) else {
            return;
        };
        match &self.tiles {
            Tiles::Fixed {
                before,
                looped,
                after,
            } => {
                for &(first, count) in before {
                    self.emit_tile(m, anchor, first, count, None);
                }
                if let (Some(&(first, count)), Some(&(last, _))) = (looped.first(), looped.last()) {
                    let bounds =
                        [first, last + count, count].map(|value| constant(m, anchor, value));
                    self.emit_loop(m, anchor, bounds, looped.len(), first, count);
                }
                for &(first, count) in after {
                    self.emit_tile(m, anchor, first, count, None);
                }
            }
            &Tiles::Counted { value, dim, tile } => {
                let Some(n) = size_of(m, anchor, value, dim) else {
                    return;
                };
                let [zero, step] = [0, tile].map(|value| constant(m, anchor, value));
                let mut end = n;
                if tile > 1 {
                    let rest = binary(m, anchor, "arith.remsi", [n, step]);
                    end = binary(m, anchor, "arith.subi", [n, rest]);
                }
                self.emit_loop(m, anchor, [zero, end, step], 0, 0, tile);
                if tile > 1 {
                    let one = constant(m, anchor, 1);
                    self.emit_loop(m, anchor, [end, n, one], 0, 0, 1);
                }
            }
        }
        for part in self.parts.iter().rev() {
            m.erase(part.op);
        }
        for internal in &self.internal {
            for &view in internal.views.iter().rev() {
                m.erase(view);
            }
            m.erase(internal.alloc);
        }
    }

    /// A loop over tiles, of which one is as the others but for the index.
    fn emit_loop(
        &self,
        m: &mut Module,
        anchor: OpId,
        bounds: [ValueId; 3],
        n_tiles: usize,
        first: i64,
        count: i64,
    ) {
        let (index, end) = counted(m, anchor, &bounds);
        let n_tiles = m.ctx.i64_attr(n_tiles as i64);
        if let Some(around) = m.parent(end) {
            m.set_attr(around, names::BLOCKS, n_tiles);
        }
        self.emit_tile(m, end, first, count, Some(index));
    }

    fn emit_tile(
        &self,
        m: &mut Module,
        anchor: OpId,
        first: i64,
        count: i64,
        index: Option<ValueId>,
    ) {
        let mut tile = Tile {
            rewriting: self,
            anchor,
            first,
            count,
            index,
            buffers: vec![None; self.internal.len()],
            views: FxHashMap::default(),
            starts: FxHashMap::default(),
            sizes: FxHashMap::default(),
        };
        for part in &self.parts {
            tile.emit(m, part);
        }
    }
}

impl Tile<'_> {
    fn emit(&mut self, m: &mut Module, part: &PartRewriting) {
        let points = part.points.span(self.first, self.count).within(part.extent);
        if points.len() == 0 {
            return;
        }
        let operands = m.operands(part.op).to_vec();
        let mut own = Vec::with_capacity(operands.len());
        for (&value, used) in operands.iter().zip(&part.uses) {
            let used = used.filter(|_| m.is_memref(value));
            own.push(match used {
                Some(used) => self
                    .operand(m, value, used, part.points, points)
                    .unwrap_or(value),
                None => value,
            });
        }
        let copy = m.clone_op(part.op, &mut CloneMap::default());
        m.set_operands(copy, &own);
        if asks_for_point(m, copy) && (points.start != 0 || self.index.is_some()) {
            let start = self.start(m, part.points, points.start);
            shift_points(m, copy, part.number, start);
        }
        m.insert_before(self.anchor, copy);
    }

    /// The part of a value that some points use.
    fn operand(
        &mut self,
        m: &mut Module,
        value: ValueId,
        used: Use,
        range: Range,
        points: Span,
    ) -> Option<ValueId> {
        let elements = used.span(points);
        let rewritten = self
            .rewriting
            .internal
            .iter()
            .enumerate()
            .find_map(|(at, rewriting)| {
                let path = rewriting.paths.get(&value)?;
                Some((at, rewriting, path))
            });
        let Some((at, internal, path)) = rewritten else {
            let range = used.of(range)?;
            return self.outer(m, value, used.dim, range, elements);
        };
        let held = internal
            .held
            .span(self.first, self.count)
            .within(internal.extent);
        let buffer = match self.buffers[at] {
            Some(buffer) => buffer,
            None => {
                let mut shape = m.ctx.shape(m.value_type(internal.buffer))?.to_vec();
                *shape.get_mut(internal.dim)? = held.len();
                let buffer = buffer_like(m, internal.alloc, self.anchor, &shape)?;
                self.buffers[at] = Some(buffer);
                buffer
            }
        };
        let key = (value, elements.start, elements.end);
        if let Some(&view) = self.views.get(&key) {
            return Some(view);
        }
        let (mut view, mut span) = (buffer, held);
        for ((op, dim), next) in path.views().zip(path.spans(held)) {
            view = viewed(m, self.anchor, op, dim, view, span, next)?;
            span = next;
        }
        let mut sizes = m.ctx.shape(m.value_type(view))?.to_vec();
        let mut offsets = vec![0; sizes.len()];
        *offsets.get_mut(used.dim)? = elements.start - span.start;
        *sizes.get_mut(used.dim)? = elements.len();
        let view = slice(m, self.anchor, view, &offsets, &sizes);
        self.views.insert(key, view);
        Some(view)
    }

    /// A part of a buffer of others.
    fn outer(
        &mut self,
        m: &mut Module,
        value: ValueId,
        dim: usize,
        range: Range,
        elements: Span,
    ) -> Option<ValueId> {
        let mut sizes = m.ctx.shape(m.value_type(value))?.to_vec();
        let (mut offsets, strides) = (vec![0; sizes.len()], vec![1; sizes.len()]);
        *sizes.get_mut(dim)? = elements.len();
        *offsets.get_mut(dim)? = elements.start;
        let mut indices = Vec::new();
        if self.index.is_some() {
            indices.push(self.start(m, range, elements.start));
            *offsets.get_mut(dim)? = DYNAMIC;
        } else if !sizes.contains(&DYNAMIC) {
            return Some(slice(m, self.anchor, value, &offsets, &sizes));
        }
        for dim in (0..sizes.len()).filter(|&dim| sizes[dim] == DYNAMIC) {
            indices.push(self.size(m, value, dim)?);
        }
        let spec = SliceSpec {
            offsets: &offsets,
            sizes: &sizes,
            strides: &strides,
        };
        Some(slice_at(m, self.anchor, value, spec, &indices))
    }

    /// The size of a dynamic dimension of a buffer of others, computed in front of the loop.
    fn size(&mut self, m: &mut Module, value: ValueId, dim: usize) -> Option<ValueId> {
        if let Some(&size) = self.sizes.get(&(value, dim)) {
            return Some(size);
        }
        let around = self.index.and_then(|_| m.parent(self.anchor));
        let size = size_of(m, around.unwrap_or(self.anchor), value, dim)?;
        self.sizes.insert((value, dim), size);
        Some(size)
    }

    /// The first element of a range as a value, which is `start` for the tile that begins at `first`.
    fn start(&mut self, m: &mut Module, range: Range, start: i64) -> ValueId {
        let Some(index) = self.index else {
            return constant(m, self.anchor, start);
        };
        let low = start - range.scale * self.first;
        if let Some(&value) = self.starts.get(&(range.scale, low)) {
            return value;
        }
        let mut value = index;
        for (name, number, idle) in [("arith.muli", range.scale, 1), ("arith.addi", low, 0)] {
            if number != idle {
                let number = constant(m, self.anchor, number);
                value = binary(m, self.anchor, name, [value, number]);
            }
        }
        self.starts.insert((range.scale, low), value);
        value
    }
}

/// The view of a part of a buffer that a view of all of it becomes. The spans are the elements of both along the
/// dimension of the tiles.
fn viewed(
    m: &mut Module,
    anchor: OpId,
    op: OpId,
    dim: usize,
    source: ValueId,
    from: Span,
    to: Span,
) -> Option<ValueId> {
    let kernel = m.semantics(op).kernel()?;
    let mut shape = m.ctx.shape(m.value_type(m.result(op, 0)?))?.to_vec();
    *shape.get_mut(dim)? = to.len();
    if kernel == Kernel::Subview {
        let mut offsets = m.prop_array(op, names::STATIC_OFFSETS).to_vec();
        let offset = offsets.get_mut(dim)?;
        *offset += to.start - from.start;
        return Some(slice(m, anchor, source, &offsets, &shape));
    }
    let mut operands = m.operands(op).to_vec();
    let sizes = m.ctx.shape(m.value_type(m.result(op, 0)?))?;
    if kernel == Kernel::ExpandShape && sizes[dim] == DYNAMIC {
        operands.remove(1 + sizes[..dim].iter().filter(|&&size| size == DYNAMIC).count());
    }
    *operands.first_mut()? = source;
    let groups = groups(m, op)?;
    let ty = m.value_type(source);
    let ty = match kernel {
        Kernel::ExpandShape => expanded(&mut m.ctx, ty, &groups, &shape)?,
        _ => collapsed(&mut m.ctx, ty, &groups, &shape)?,
    };
    let groups = m.prop(op, names::REASSOCIATION)?;
    reshape(m, kernel, &operands, ty, groups, anchor)
}

/// Adds a value to the coordinate of a loop wherever the body of an operation reads it.
fn shift_points(m: &mut Module, op: OpId, number: usize, start: ValueId) {
    let Some(dim) = m.ctx.find_str("dim") else {
        return;
    };
    let asks = |&inner: &OpId| {
        m.is_kernel(inner, Kernel::PointIndex)
            && m.prop_i64(inner, dim) == i64::try_from(number).ok()
    };
    let asking: Vec<OpId> = m.walk(op).filter(asks).collect();
    for inner in asking {
        let (Some(value), Some(next)) = (m.result(inner, 0), m.next_op(inner)) else {
            continue;
        };
        let sum = binary(m, next, "arith.addi", [value, start]);
        m.replace_all_uses(value, sum);
        // The sum itself uses the coordinate.
        if let Some(add) = m.defining_op(sum) {
            m.set_operands(add, &[value, start]);
        }
    }
}

fn constant(m: &mut Module, anchor: OpId, value: i64) -> ValueId {
    let (ty, value) = (m.ctx.index_type(), m.ctx.index_attr(value));
    let spec = OpSpec::new(m.ctx.op_name("arith.constant"))
        .results(&[ty])
        .prop(names::VALUE, value);
    insert(m, anchor, spec)
}

fn binary(m: &mut Module, anchor: OpId, name: &str, operands: [ValueId; 2]) -> ValueId {
    let ty = m.ctx.index_type();
    let spec = OpSpec::new(m.ctx.op_name(name))
        .operands(&operands)
        .results(&[ty]);
    insert(m, anchor, spec)
}

fn insert(m: &mut Module, anchor: OpId, spec: OpSpec) -> ValueId {
    let op = m.create_before(anchor, spec);
    m.result(op, 0)
        .unwrap_or_else(|| unreachable!("made with one result"))
}

/// An empty `scf.for` with given bounds and step: its index, and its terminator.
fn counted(m: &mut Module, anchor: OpId, bounds: &[ValueId]) -> (ValueId, OpId) {
    let region = m.create_region();
    let block = m.append_block(region);
    let ty = m.ctx.index_type();
    let index = m.add_block_arg(block, ty);
    let end = OpSpec::new(m.ctx.op_name("scf.yield")).located_at(m, anchor);
    let end = m.create_op(end);
    m.insert_at_end(block, end);
    let spec = OpSpec::new(m.ctx.op_name("scf.for"))
        .operands(bounds)
        .regions(&[region]);
    m.create_before(anchor, spec);
    (index, end)
}
