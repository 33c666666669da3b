//! Moves reshapes between operations before or after them, by expanding the operations.
//!
//! - `tensor.expand_shape` of the only used result of a `linalg.generic` moves before the generic.
//! - `tensor.collapse_shape` that only inputs of one `linalg.generic` read moves after the generic.
//!
//! The generic then has one loop for each dimension of the expanded tensor, in the same order, so that
//! reductions add in the same order too. A reshape of its own inverse is removed. The indexing maps must be projected
//! permutations, and a dimension must be dynamic in all operands of a generic or in none.

use memplan_memory_model::has_pure_body;
use memplan_mlir::rewrite::is_dead;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AffineExpr, AffineMap, AttrKind, CloneMap, DYNAMIC, Module, OpId, OpSpec, TypeKind, ValueId,
    names,
};

use super::super::structured::{
    Parts, body, collapsed, constant, dim_size, expanded, generic, is_on_tensors, is_read, maps,
    n_inputs, result, with_shape,
};
use super::n_equal_uses;
use crate::rewrite::Extent;

/// For each dimension of the collapsed tensor: how many expanded dimensions it represents.
type Groups = Vec<usize>;

/// Moves and removes reshapes below `root`; returns whether anything changed. Linear in the moves.
pub(super) fn move_away(m: &mut Module, root: OpId) -> bool {
    let is_reshape = |&op: &OpId| groups(m, op).is_some();
    let mut pending: Vec<OpId> = m.walk(root).filter(is_reshape).collect();
    pending.reverse();
    let mut is_changed = false;
    while let Some(op) = pending.pop() {
        if m.is_erased(op) {
            continue;
        }
        is_changed |= cancel(m, op, &mut pending)
            || move_up(m, op, &mut pending)
            || move_down(m, op, &mut pending);
        if !m.is_erased(op) && is_dead(m, op) {
            m.erase(op);
        }
    }
    is_changed
}

/// The groups of a reshape.
fn groups(m: &Module, op: OpId) -> Option<Groups> {
    if !m.is_kernel(op, Kernel::TensorExpand) && !m.is_kernel(op, Kernel::TensorCollapse) {
        return None;
    }
    let listed = m.prop_elements(op, names::REASSOCIATION).iter();
    listed
        .map(|&group| match m.ctx.attr_kind(group) {
            AttrKind::Array(dims) => Some(dims.len()),
            _ => None,
        })
        .collect()
}

/// Source and result of a reshape.
fn ends(m: &Module, op: OpId) -> Option<(ValueId, ValueId)> {
    Some((*m.operands(op).first()?, m.result(op, 0)?))
}

fn shape(m: &Module, value: ValueId) -> Vec<i64> {
    let shape = m.ctx.shape(m.value_type(value));
    shape.map_or(Vec::new(), <[i64]>::to_vec)
}

/// Replaces a reshape of its inverse by the original value.
fn cancel(m: &mut Module, op: OpId, pending: &mut Vec<OpId>) -> bool {
    let Some((source, reshaped)) = ends(m, op) else {
        return false;
    };
    let Some(inner) = m.defining_op(source) else {
        return false;
    };
    let (Some(of_op), Some(of_inner), Some((origin, _))) =
        (groups(m, op), groups(m, inner), ends(m, inner))
    else {
        return false;
    };
    let is_inverse = m.op_name(op) != m.op_name(inner)
        && of_op == of_inner
        && m.value_type(origin) == m.value_type(reshaped)
        && (m.is_kernel(inner, Kernel::TensorExpand) || is_determined(m, reshaped, &of_op));
    if is_inverse {
        m.replace_op(op, &[origin]);
        if is_dead(m, inner) {
            m.erase(inner);
        }
        pending.extend(m.defining_op(origin));
    }
    is_inverse
}

/// Whether the sizes of an expanded tensor follow from those of the collapsed one.
fn is_determined(m: &Module, expanded: ValueId, groups: &[usize]) -> bool {
    let mut sizes = shape(m, expanded).into_iter();
    groups.iter().all(|&n| {
        let n_dynamic = sizes.by_ref().take(n).filter(|&size| size == DYNAMIC);
        n_dynamic.count() <= 1
    })
}

/// Moves an expansion before the operation that makes its source.
fn move_up(m: &mut Module, op: OpId, pending: &mut Vec<OpId>) -> bool {
    let Some((source, reshaped)) = ends(m, op) else {
        return false;
    };
    let Some(producer) = m.kernel_of(source, Kernel::Generic) else {
        return false;
    };
    let mut results = m.results(producer);
    let is_only = m.uses(source).count() == 1
        && results.all(|other| other == source || m.is_unused(other))
        && m.op_block(producer) == m.op_block(op);
    if !m.is_kernel(op, Kernel::TensorExpand)
        || !is_only
        || !is_on_tensors(m, producer)
        || !has_pure_body(m, producer)
    {
        return false;
    }
    let number = m.results(producer).position(|value| value == source);
    let Some(number) = number else {
        return false;
    };
    let mut given = m.operands(op)[1..].iter();
    let sizes: Vec<Extent> = shape(m, reshaped)
        .into_iter()
        .filter_map(|size| match size {
            DYNAMIC => given.next().copied().map(Extent::Value),
            size => Some(Extent::Known(size)),
        })
        .collect();
    let at = n_inputs(m, producer) + number;
    let Some(loops) = loops(m, producer, at, op, &sizes) else {
        return false;
    };
    // Emit at the reshape, where the sizes are available.
    let new = Expansion::new(m, producer, op, loops).emit(m, pending);
    let new: Vec<ValueId> = m.results(new).collect();
    m.replace_op(op, &new[number..=number]);
    pending.extend(m.uses(new[number]).map(|(user, _)| user));
    m.erase(producer);
    true
}

/// Moves a collapse after the operation that reads it.
fn move_down(m: &mut Module, op: OpId, pending: &mut Vec<OpId>) -> bool {
    let Some((source, reshaped)) = ends(m, op) else {
        return false;
    };
    let Some((reader, at)) = m.uses(reshaped).next() else {
        return false;
    };
    let is_only = m.is_kernel(reader, Kernel::Generic)
        && is_on_tensors(m, reader)
        && n_equal_uses(m, op, reader, reshaped, true).is_some()
        && m.op_block(reader) == m.op_block(op);
    if !m.is_kernel(op, Kernel::TensorCollapse) || !is_only {
        return false;
    }
    // Probe first: dynamic sizes are computed only if the operation can be expanded.
    let probe: Vec<Extent> = shape(m, source)
        .iter()
        .map(|&size| match size {
            DYNAMIC => Extent::Value(source),
            size => Extent::Known(size),
        })
        .collect();
    if loops(m, reader, at, op, &probe).is_none() {
        return false;
    }
    let sizes = sizes_of(m, reader, source);
    let Some(loops) = loops(m, reader, at, op, &sizes) else {
        return false;
    };
    let mut expansion = Expansion::new(m, reader, reader, loops);
    let groups = groups(m, op).unwrap_or_default();
    expansion.known.push((reshaped, groups, source));
    let maps = expansion.maps[n_inputs(m, reader)..].to_vec();
    let new = expansion.emit(m, pending);
    let news: Vec<ValueId> = m.results(new).collect();
    let olds: Vec<ValueId> = m.results(reader).collect();
    let mut replaced = Vec::new();
    for ((&old, new), map) in olds.iter().zip(news).zip(&maps) {
        let ty = m.value_type(old);
        replaced.push(collapsed(m, reader, new, ty, &expansion.groups(map)));
    }
    pending.extend(replaced.iter().filter_map(|&value| m.defining_op(value)));
    m.replace_op(reader, &replaced);
    pending.extend(m.defining_op(source));
    true
}

/// The sizes of a tensor, computed before `anchor` where they are dynamic.
fn sizes_of(m: &mut Module, anchor: OpId, value: ValueId) -> Vec<Extent> {
    let sizes = shape(m, value).into_iter().enumerate();
    let mut extents = Vec::new();
    for (dim, size) in sizes {
        extents.push(match size {
            DYNAMIC => Extent::Value(dim_size(m, anchor, value, dim)),
            size => Extent::Known(size),
        });
    }
    extents
}

/// The sizes of the loops that replace each loop of `op`, if `reshape` expands operand `at` to `sizes`; none for
/// a loop that stays. `None` if `op` cannot be expanded.
fn loops(
    m: &Module,
    op: OpId,
    at: usize,
    reshape: OpId,
    sizes: &[Extent],
) -> Option<Vec<Vec<Extent>>> {
    let maps = maps(m, op);
    let map = maps.get(at)?;
    let groups = groups(m, reshape)?;
    let is_plain = maps.iter().all(|map| map.is_projected_permutation(false))
        && map.results.len() == groups.len()
        && groups.iter().sum::<usize>() == sizes.len()
        && groups.iter().any(|&n| n > 1);
    if !is_plain {
        return None;
    }
    let mut loops = vec![Vec::new(); map.dims as usize];
    let mut rest = sizes;
    for (expr, &n) in map.results.iter().zip(&groups) {
        let (group, tail) = rest.split_at(n);
        rest = tail;
        if let (AffineExpr::Dim(dim), true) = (expr, n > 1) {
            loops[*dim as usize] = group.to_vec();
        }
    }
    let mut operands = m.operands(op).iter().zip(&maps);
    let fits = operands.all(|(&value, map)| operand_fits(m, value, map, &loops));
    fits.then_some(loops)
}

/// Whether the dimensions of an operand can be expanded like the loops.
fn operand_fits(m: &Module, value: ValueId, map: &AffineMap, loops: &[Vec<Extent>]) -> bool {
    let is_encoded = matches!(
        m.value_type_kind(value),
        TypeKind::Tensor {
            encoding: Some(_),
            ..
        }
    );
    let shape = shape(m, value);
    let mut dims = map.results.iter().zip(&shape);
    let fits = dims.all(|(expr, &size)| {
        let AffineExpr::Dim(dim) = expr else {
            return true;
        };
        let group = &loops[*dim as usize];
        let product = group.iter().try_fold(1_i64, |product, size| match size {
            Extent::Known(size) => product.checked_mul(*size),
            Extent::Value(_) => None,
        });
        group.is_empty() || product.unwrap_or(DYNAMIC) == size
    });
    fits && !is_encoded && map.results.len() == shape.len()
}

/// A `linalg.generic` with more loops.
struct Expansion {
    op: OpId,
    /// New operations are inserted before this one.
    anchor: OpId,
    maps: Vec<AffineMap>,
    loops: Vec<Vec<Extent>>,
    /// The first new loop of each loop.
    firsts: Vec<u32>,
    /// Operands that were expanded earlier: the value, the groups, the expanded value.
    known: Vec<(ValueId, Groups, ValueId)>,
}

impl Expansion {
    fn new(m: &Module, op: OpId, anchor: OpId, loops: Vec<Vec<Extent>>) -> Self {
        let counts = loops.iter().scan(0, |next, group: &Vec<Extent>| {
            let first = *next;
            *next += group.len().max(1) as u32;
            Some(first)
        });
        Self {
            op,
            anchor,
            maps: maps(m, op),
            firsts: counts.collect(),
            loops,
            known: Vec::new(),
        }
    }

    /// The loops that replace an expression.
    fn group(&self, expr: &AffineExpr) -> &[Extent] {
        match expr {
            AffineExpr::Dim(dim) => self.loops.get(*dim as usize).map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }

    fn groups(&self, map: &AffineMap) -> Groups {
        let exprs = map.results.iter();
        exprs.map(|expr| self.group(expr).len().max(1)).collect()
    }

    fn map(&self, map: &AffineMap) -> AffineMap {
        let dims = self.loops.iter().map(|group| group.len().max(1) as u32);
        let results = map.results.iter().flat_map(|expr| {
            let first = match expr {
                AffineExpr::Dim(dim) => self.firsts[*dim as usize],
                _ => 0,
            };
            (0..self.group(expr).len().max(1) as u32).map(move |n| AffineExpr::Dim(first + n))
        });
        AffineMap {
            dims: dims.sum(),
            symbols: 0,
            results: results.collect(),
        }
    }

    /// Makes the operation, with expanded operands and the body of the old one. New reshapes are added to
    /// `pending`.
    fn emit(&mut self, m: &mut Module, pending: &mut Vec<OpId>) -> OpId {
        let maps = self.maps.clone();
        let mut operands = m.operands(self.op).to_vec();
        let n_ins = n_inputs(m, self.op);
        for (number, (value, map)) in operands.iter_mut().zip(&maps).enumerate() {
            let is_read = number < n_ins || is_read(m, self.op, number);
            *value = self.expanded(m, *value, map, is_read, pending);
        }
        let kinds = m.prop_elements(self.op, names::ITERATOR_TYPES).to_vec();
        let kinds = kinds.iter().zip(&self.loops);
        let kinds = kinds
            .flat_map(|(&kind, group)| std::iter::repeat_n(kind, group.len().max(1)))
            .collect();
        let region = m.create_region();
        if let Some(&body) = m.regions(self.op).first() {
            m.move_blocks(body, region);
        }
        let parts = Parts {
            operands,
            n_inputs: n_ins,
            maps: maps.iter().map(|map| self.map(map)).collect(),
            kinds,
        };
        let new = generic(m, self.anchor, self.op, parts, region);
        self.relocate(m, new);
        new
    }

    /// An operand with one dimension for each loop.
    fn expanded(
        &mut self,
        m: &mut Module,
        value: ValueId,
        map: &AffineMap,
        is_read: bool,
        pending: &mut Vec<OpId>,
    ) -> ValueId {
        let groups = self.groups(map);
        if groups.iter().all(|&n| n == 1) {
            return value;
        }
        let sizes = self.sizes(m, value, map);
        if !is_read {
            return empty(m, self.anchor, value, &sizes);
        }
        let mut reshapes = self.known.iter();
        if let Some((.., new)) = reshapes.find(|(of, by, _)| *of == value && *by == groups) {
            return *new;
        }
        let new = self.reshaped(m, value, &groups, &sizes, pending);
        self.known.push((value, groups, new));
        new
    }

    /// The sizes of an operand with one dimension for each loop.
    fn sizes(&self, m: &mut Module, value: ValueId, map: &AffineMap) -> Vec<Extent> {
        let mut sizes = Vec::new();
        for (dim, (expr, extent)) in map.results.iter().zip(shape(m, value)).enumerate() {
            match (self.group(expr), extent) {
                ([], DYNAMIC) => sizes.push(Extent::Value(dim_size(m, self.anchor, value, dim))),
                ([], extent) => sizes.push(Extent::Known(extent)),
                (group, _) => sizes.extend_from_slice(group),
            }
        }
        sizes
    }

    /// A value with other sizes: a new operation for a `linalg.fill` or `tensor.empty`, otherwise a reshape.
    fn reshaped(
        &self,
        m: &mut Module,
        value: ValueId,
        groups: &Groups,
        sizes: &[Extent],
        pending: &mut Vec<OpId>,
    ) -> ValueId {
        if m.kernel_of(value, Kernel::TensorEmpty).is_some() {
            return empty(m, self.anchor, value, sizes);
        }
        if let Some(fill) = m.kernel_of(value, Kernel::Fill)
            && m.uses(value).count() == 1
            && let Some(&init) = m.operands(fill).get(1)
        {
            let init = empty(m, self.anchor, init, sizes);
            let copy = m.clone_op(fill, &mut CloneMap::default());
            m.insert_before(self.anchor, copy);
            m.set_operand(copy, 1, init);
            if let Some(result) = m.result(copy, 0) {
                let ty = m.value_type(init);
                m.set_value_type(result, ty);
                return result;
            }
        }
        let (dynamic, shape) = split(sizes);
        let new = expanded(m, self.anchor, value, groups, &dynamic, shape);
        pending.extend(m.defining_op(new));
        new
    }

    /// Rewrites `linalg.index` in the body for the new loops.
    fn relocate(&self, m: &mut Module, new: OpId) {
        let Some(name) = m.ctx.find_str("dim") else {
            return;
        };
        let ops = body(m, new).map(|block| m.ops(block).collect::<Vec<_>>());
        for op in ops.unwrap_or_default() {
            let dim = m
                .prop_i64(op, name)
                .and_then(|dim| usize::try_from(dim).ok());
            let (true, Some(dim)) = (m.is_kernel(op, Kernel::PointIndex), dim) else {
                continue;
            };
            let first = i64::from(self.firsts[dim]);
            let attr = m.ctx.i64_attr(first);
            let group = &self.loops[dim];
            if group.is_empty() {
                m.set_prop(op, name, attr);
                continue;
            }
            let mut place = point(m, op, first);
            for (size, dim) in group[1..].iter().zip(first + 1..) {
                let size = match *size {
                    Extent::Value(size) => size,
                    Extent::Known(size) => constant(m, op, size),
                };
                let scaled = arithmetic(m, op, "arith.muli", [place, size]);
                let inner = point(m, op, dim);
                place = arithmetic(m, op, "arith.addi", [scaled, inner]);
            }
            m.replace_op(op, &[place]);
        }
    }
}

/// The position in loop `dim`, before the `linalg.index` for another loop.
fn point(m: &mut Module, like: OpId, dim: i64) -> ValueId {
    let (name, attr, index) = (m.ctx.str("dim"), m.ctx.i64_attr(dim), m.ctx.index_type());
    let spec = OpSpec::new(m.op_name(like)).prop(name, attr);
    result(m, like, spec.results(&[index]))
}

/// An operation on two indices before `anchor`.
fn arithmetic(m: &mut Module, anchor: OpId, name: &str, operands: [ValueId; 2]) -> ValueId {
    let (name, index) = (m.ctx.op_name(name), m.ctx.index_type());
    let spec = OpSpec::new(name).operands(&operands).results(&[index]);
    result(m, anchor, spec)
}

/// `tensor.empty` with these sizes and the element type of a tensor.
fn empty(m: &mut Module, anchor: OpId, like: ValueId, sizes: &[Extent]) -> ValueId {
    let (dynamic, shape) = split(sizes);
    let (name, ty) = (m.ctx.op_name("tensor.empty"), with_shape(m, like, shape));
    let spec = OpSpec::new(name).operands(&dynamic).results(&[ty]);
    result(m, anchor, spec)
}

/// The sizes that are values, and the shape of a type.
fn split(sizes: &[Extent]) -> (Vec<ValueId>, Vec<i64>) {
    let (mut dynamic, mut shape) = (Vec::new(), Vec::new());
    for size in sizes {
        match size {
            Extent::Known(size) => shape.push(*size),
            Extent::Value(size) => {
                dynamic.push(*size);
                shape.push(DYNAMIC);
            }
        }
    }
    (dynamic, shape)
}
