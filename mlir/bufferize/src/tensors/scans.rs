//! `linalg-windows-to-scans`: cumulative sums and maxima as loops over one dimension.
//!
//! Frontends write them as a reduction of windows of a padded copy: `n` windows of `n` elements.
//!
//! ```text
//! %p = tensor.pad %a low[7, 0] high[0, 0] {0.0}           %r:2 = scf.for %i = 0 to 8 iter_args(%all = %a, %last = %zeros) {
//! %r = linalg.generic {                              =>     %sum = %last + %all[%i]
//!     (i, j, w) -> (i + w, j), (i, j, w) -> (i, j)          yield %all with %sum at %i, %sum
//! } ins(%p, ..) outs(%zeros)                              }
//! ```
//!
//! The loop works in place if nothing else reads the original. Each result is bit for bit that of the windows, because
//! they combine elements in this order; padding that comes first must not change the initial value. Windows that begin
//! at their element (`high[7, 0]`) are scanned from the end if the operation may combine elements in any order.
//! Floating-point sums may not: a second loop adds up each window, without the copy.

use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::{is_dead, linalg_fill};
use memplan_mlir::semantics::{FloatOp, Kernel, Scalar};
use memplan_mlir::{
    AffineExpr, AffineMap, AttrKind, BlockId, CloneMap, DYNAMIC, FloatKind, Module, OpId, OpSpec,
    TypeId, TypeKind, ValueId, f64_from_bits, names,
};

use super::pads::padding_value;
use super::parts::{empty, static_shape};
use super::reductions::{Reduction, constant_of};
use super::structured::{
    Parts, body, constant, generic, is_read, maps, n_inputs, result, with_shape,
};

/// The pass `linalg-windows-to-scans`: computes cumulative sums and maxima by loops over one dimension. Linear in the
/// operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct WindowsToScans;

impl Pass for WindowsToScans {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-windows-to-scans",
            aliases: &[],
            summary: "Computes cumulative sums and maxima by loops over one dimension.",
            cost: "linear in the operations",
            source: "own",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        windows_to_scans(m, root);
        Ok(())
    }
}

/// Runs the pass `linalg-windows-to-scans` on the operations below `root`; returns whether anything changed.
fn windows_to_scans(m: &mut Module, root: OpId) -> bool {
    let generics = m.walk(root).filter(|&op| m.is_kernel(op, Kernel::Generic));
    let generics: Vec<OpId> = generics.collect();
    let mut is_changed = false;
    for op in generics {
        if let Some(scan) = Scan::of(m, op) {
            scan.emit(m);
            is_changed = true;
        }
    }
    is_changed
}

/// How a scan runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// From the first element.
    Forward,
    /// From the last element.
    Backward,
    /// Each element with all that follow it.
    Each,
}

/// A reduction of windows that is a scan.
#[derive(Debug)]
struct Scan {
    op: OpId,
    pad: OpId,
    /// The original of the padded tensor.
    source: ValueId,
    shape: Vec<i64>,
    /// The scanned dimension.
    dim: usize,
    order: Order,
    reduction: Reduction,
}

impl Scan {
    fn of(m: &Module, op: OpId) -> Option<Self> {
        let reduction = Reduction::of(m, op)?;
        let block = body(m, op)?;
        let n_ins = n_inputs(m, op);
        let number = m
            .block_args(block)
            .iter()
            .position(|&arg| arg == reduction.element)?;
        let is_alone = m.first_op(block) == Some(reduction.combines)
            && number < n_ins
            && (0..n_ins).all(|other| other == number || !is_read(m, op, other));
        let pad = m.kernel_of(m.operands(op)[number], Kernel::TensorPad)?;
        let source = m.operands(pad)[0];
        let shape = static_shape(m, source)?;
        let same_type = m.value_type(source) == m.value_type(m.result(op, 0)?);
        if !is_alone || !same_type {
            return None;
        }
        let dim = window_dim(m, op, number, &shape)?;
        let is_low = is_padded(m, pad, dim, shape[dim])?;
        let padding = padding_value(m, pad)?;
        let order = order(m, &reduction, padding, is_low)?;
        Some(Self {
            op,
            pad,
            source,
            shape,
            dim,
            order,
            reduction,
        })
    }

    fn emit(&self, m: &mut Module) {
        let size = self.shape[self.dim];
        let [zero, one, end] = [0, 1, size].map(|value| constant(m, self.op, value));
        let all = match self.order {
            Order::Each => {
                let (steps, at) = counted(m, self.op, [zero, end, one], &[self.source]);
                let args = m.block_args(at.block).to_vec();
                let first = self.first(m, at.end);
                let (window, inner) = counted(m, at.end, [args[0], end, one], &[first]);
                let inner_args = m.block_args(inner.block).to_vec();
                let added = self.added(m, inner.end, [args[1], inner_args[1]], inner_args[0]);
                m.set_operands(inner.end, &[added]);
                let sum = m.result(window, 0).unwrap_or(first);
                let all = self.with_row(m, at.end, [sum, args[1]], args[0]);
                m.set_operands(at.end, &[all]);
                m.result(steps, 0)
            }
            Order::Forward | Order::Backward => {
                let first = self.first(m, self.op);
                let (steps, at) = counted(m, self.op, [zero, end, one], &[self.source, first]);
                let args = m.block_args(at.block).to_vec();
                let place = match self.order {
                    Order::Backward => {
                        let last = constant(m, at.end, size - 1);
                        difference(m, at.end, last, args[0])
                    }
                    _ => args[0],
                };
                let sum = self.added(m, at.end, [args[1], args[2]], place);
                let all = self.with_row(m, at.end, [sum, args[1]], place);
                m.set_operands(at.end, &[all, sum]);
                m.result(steps, 0)
            }
        };
        if let Some(all) = all {
            m.replace_op(self.op, &[all]);
            if is_dead(m, self.pad) {
                m.erase(self.pad);
            }
        }
    }

    /// The shape of the elements at one position of the dimension.
    fn row(&self) -> Vec<i64> {
        let mut row = self.shape.clone();
        row[self.dim] = 1;
        row
    }

    /// What a row is before it is combined with others.
    fn first(&self, m: &mut Module, anchor: OpId) -> ValueId {
        let init = empty(m, anchor, self.source, &self.row());
        let fill = linalg_fill(m, anchor, self.reduction.initial, init);
        result(m, anchor, fill)
    }

    /// A slice operation at a position of the dimension.
    fn at(&self, m: &mut Module, name: &str, operands: &[ValueId], counts: &[i64]) -> OpSpec {
        let rank = self.shape.len();
        let mut offsets = vec![0; rank];
        offsets[self.dim] = DYNAMIC;
        let mut spec = OpSpec::new(m.ctx.op_name(name)).operands(operands);
        for (name, list) in [
            (names::STATIC_OFFSETS, offsets),
            (names::STATIC_SIZES, self.row()),
            (names::STATIC_STRIDES, vec![1; rank]),
        ] {
            let list = m.ctx.i64_array(&list);
            spec = spec.prop(name, list);
        }
        let counts = m.ctx.i32_array(counts);
        spec.prop(names::OPERAND_SEGMENT_SIZES, counts)
    }

    /// `sums` combined with the row of `all` at a position.
    fn added(
        &self,
        m: &mut Module,
        anchor: OpId,
        [all, sums]: [ValueId; 2],
        place: ValueId,
    ) -> ValueId {
        let ty = with_shape(m, self.source, self.row());
        let spec = self.at(m, "tensor.extract_slice", &[all, place], &[1, 1, 0, 0]);
        let row = result(m, anchor, spec.results(&[ty]));
        let region = m.create_region();
        let block = m.append_block(region);
        let element = m.ctx.element_or_self(ty);
        let args = [element, element].map(|ty| m.add_block_arg(block, ty));
        let mut map = CloneMap::default();
        for &operand in m.operands(self.reduction.combines) {
            let is_element = operand == self.reduction.element;
            map.map(operand, args[usize::from(!is_element)]);
        }
        let combines = m.clone_op(self.reduction.combines, &mut map);
        m.insert_at_end(block, combines);
        let sum = m.result(combines, 0);
        let end = OpSpec::new(m.ctx.op_name("linalg.yield"))
            .operands(sum.as_slice())
            .located_at(m, anchor);
        let end = m.create_op(end);
        m.insert_at_end(block, end);
        let rank = self.shape.len();
        let parallel = maps(m, self.op)
            .last()
            .and_then(|map| match map.results.first() {
                Some(AffineExpr::Dim(dim)) => Some(*dim as usize),
                _ => None,
            });
        let kinds = m.prop_elements(self.op, names::ITERATOR_TYPES);
        let kind = parallel.and_then(|dim| kinds.get(dim)).copied();
        let parts = Parts {
            operands: vec![row, sums],
            n_inputs: 1,
            maps: vec![AffineMap::identity(rank as u32); 2],
            kinds: kind.map_or(Vec::new(), |kind| vec![kind; rank]),
        };
        let new = generic(m, anchor, self.op, parts, region);
        m.result(new, 0).unwrap_or(sums)
    }

    /// A tensor with the row at a position replaced.
    fn with_row(
        &self,
        m: &mut Module,
        anchor: OpId,
        [row, all]: [ValueId; 2],
        place: ValueId,
    ) -> ValueId {
        let ty = m.value_type(all);
        let spec = self.at(
            m,
            "tensor.insert_slice",
            &[row, all, place],
            &[1, 1, 1, 0, 0],
        );
        result(m, anchor, spec.results(&[ty]))
    }
}

/// The block of a loop and its terminator, which yields what the loop was given.
struct Inside {
    block: BlockId,
    end: OpId,
}

/// An `scf.for` from the first to the second bound by the third that carries values.
fn counted(
    m: &mut Module,
    anchor: OpId,
    bounds: [ValueId; 3],
    inits: &[ValueId],
) -> (OpId, Inside) {
    let region = m.create_region();
    let block = m.append_block(region);
    let index = m.ctx.index_type();
    m.add_block_arg(block, index);
    let types: Vec<TypeId> = inits.iter().map(|&value| m.value_type(value)).collect();
    let args: Vec<ValueId> = types.iter().map(|&ty| m.add_block_arg(block, ty)).collect();
    let end = OpSpec::new(m.ctx.op_name("scf.yield")).operands(&args);
    let end = end.located_at(m, anchor);
    let end = m.create_op(end);
    m.insert_at_end(block, end);
    let operands: Vec<ValueId> = bounds.iter().chain(inits).copied().collect();
    let spec = OpSpec::new(m.ctx.op_name("scf.for"))
        .operands(&operands)
        .results(&types)
        .regions(&[region]);
    (m.create_before(anchor, spec), Inside { block, end })
}

/// The difference of two indices.
fn difference(m: &mut Module, anchor: OpId, from: ValueId, value: ValueId) -> ValueId {
    let (name, index) = (m.ctx.op_name("arith.subi"), m.ctx.index_type());
    let spec = OpSpec::new(name).operands(&[from, value]);
    result(m, anchor, spec.results(&[index]))
}

/// The dimension of an input along which there are as many windows as they have elements; in all others its map is
/// that of the output.
fn window_dim(m: &Module, op: OpId, number: usize, shape: &[i64]) -> Option<usize> {
    let maps = maps(m, op);
    let (input, output) = (maps.get(number)?, maps.last()?);
    if !output.is_projected_permutation(false)
        || output.dims as usize != output.results.len() + 1
        || input.results.len() != output.results.len()
    {
        return None;
    }
    let window = (0..output.dims).find(|&dim| !output.results.contains(&AffineExpr::Dim(dim)))?;
    let mut different =
        (0..output.results.len()).filter(|&at| input.results[at] != output.results[at]);
    let dim = different.next()?;
    let sum = AffineExpr::add(output.results[dim].clone(), AffineExpr::Dim(window));
    let flipped = AffineExpr::add(AffineExpr::Dim(window), output.results[dim].clone());
    let is_sum = input.results[dim] == sum || input.results[dim] == flipped;
    let mut operands = m.operands(op).iter().zip(&maps);
    let is_full = operands.any(|(&value, map)| {
        let at = map
            .results
            .iter()
            .position(|expr| *expr == AffineExpr::Dim(window));
        let sizes = m.ctx.shape(m.value_type(value));
        at.zip(sizes)
            .is_some_and(|(at, sizes)| sizes.get(at) == shape.get(dim))
    });
    (is_sum && is_full && different.next().is_none()).then_some(dim)
}

/// Whether a tensor is padded by all but one of the `size` elements before (true) or after (false) those of one
/// dimension, and nowhere else.
fn is_padded(m: &Module, pad: OpId, dim: usize, size: i64) -> Option<bool> {
    let list = |name: &str| Some(m.prop_array(pad, m.ctx.find_str(name)?).to_vec());
    let (mut low, mut high) = (list("static_low")?, list("static_high")?);
    let ends = (*low.get(dim)?, *high.get(dim)?);
    (low[dim], high[dim]) = (0, 0);
    let is_elsewhere = low.iter().chain(&high).any(|&size| size != 0);
    match ends {
        _ if is_elsewhere || size < 2 => None,
        (before, 0) if before == size - 1 => Some(true),
        (0, after) if after == size - 1 => Some(false),
        _ => None,
    }
}

/// A constant float: exactly, and its format.
fn float(m: &Module, value: ValueId) -> Option<(FloatKind, f64)> {
    match *constant_of(m, value)? {
        AttrKind::Float { bits, ty } => match *m.ctx.type_kind(ty) {
            TypeKind::Float(kind) => Some((kind, f64_from_bits(kind, bits))),
            _ => None,
        },
        _ => None,
    }
}

/// The order in which a scan gives the results of the windows.
fn order(m: &Module, reduction: &Reduction, padding: ValueId, is_low: bool) -> Option<Order> {
    if let Scalar::FloatOp(op @ (FloatOp::Add | FloatOp::Mul)) = reduction.scalar {
        let (initial, padding) = (float(m, reduction.initial)?.1, float(m, padding)?.1);
        // Sums that begin with +0 never become -0, which the padding would change.
        let is_plain = match op {
            FloatOp::Add => initial.to_bits() == 0 && padding == 0.0,
            _ => initial == 1.0 && padding == 1.0,
        };
        let order = if is_low { Order::Forward } else { Order::Each };
        return is_plain.then_some(order);
    }
    let is_plain = reduction.is_neutral(m, padding, reduction.initial);
    if is_low {
        is_plain.then_some(Order::Forward)
    } else {
        (is_plain && reduction.is_reorderable(m)).then_some(Order::Backward)
    }
}
