//! Reductions: how they combine elements, and `linalg-flatten-reductions`, which makes one of two.
//!
//! ```text
//! %0 = linalg.generic .. {max} : 256x2x2x2 to 256x2x2
//! %1 = linalg.generic .. {max} ins(%0) : 256x2x2 to 256x2      =>      %0 = linalg.generic .. {max} : 256x2x2x2 to 256x2
//! ```
//!
//! The tensor between them disappears. Both combine elements by one operation that is commutative and associative bit
//! for bit (maxima, minima, integer sums and products, bitwise operations: not floating-point sums), the outer one
//! nothing but the results of the inner one, and only the outer one reads these. The inner one begins with a value that
//! has no effect.

use memplan_memory_model::has_pure_body;
use memplan_mlir::interfaces::constant_int;
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::{IntOp, Kernel, Scalar, Semantics};
use memplan_mlir::{AffineExpr, AffineMap, AttrKind, Module, OpId, RegionId, ValueId, names};

use super::fuse::relocate;
use super::structured::{Parts, body, composed, generic, is_on_tensors, maps, n_inputs};

/// The pass `linalg-flatten-reductions`: makes one reduction of a reduction of reductions. Linear in the operations and
/// their bodies.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlattenReductions;

impl Pass for FlattenReductions {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-flatten-reductions",
            aliases: &[],
            summary: "Makes one reduction of a reduction of reductions.",
            cost: "linear in the operations and their bodies",
            source: "own",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        flatten_reductions(m, root);
        Ok(())
    }
}

/// Runs the pass `linalg-flatten-reductions` on the operations below `root`; returns whether anything changed.
fn flatten_reductions(m: &mut Module, root: OpId) -> bool {
    let generics = m.walk(root).filter(|&op| m.is_kernel(op, Kernel::Generic));
    let generics: Vec<OpId> = generics.collect();
    let mut is_changed = false;
    for op in generics {
        is_changed |= flatten(m, op).is_some();
    }
    is_changed
}

/// How a `linalg.generic` with one result combines elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduction {
    /// The operation of the body that combines the earlier value and an element.
    pub(super) combines: OpId,
    /// What it computes.
    pub(super) scalar: Scalar,
    /// The element, in the body.
    pub(super) element: ValueId,
    /// What all elements of the result are before.
    pub(super) initial: ValueId,
}

impl Reduction {
    /// `None` if an operation does more with the earlier value, or if the first values are not one scalar.
    pub(super) fn of(m: &Module, op: OpId) -> Option<Self> {
        let is_structured = m.is_kernel(op, Kernel::Generic)
            && m.result_count(op) == 1
            && is_on_tensors(m, op)
            && has_pure_body(m, op);
        if !is_structured {
            return None;
        }
        let block = body(m, op)?;
        let &earlier = m.block_args(block).last()?;
        let &yielded = m.operands(m.last_op(block)?).first()?;
        let combines = m.defining_op(yielded)?;
        let Semantics::Scalar(scalar) = m.semantics(combines) else {
            return None;
        };
        let &[lhs, rhs] = m.operands(combines) else {
            return None;
        };
        let element = if lhs == earlier { rhs } else { lhs };
        let is_combined = m.op_block(combines) == Some(block)
            && (lhs == earlier || rhs == earlier)
            && m.uses(earlier).count() == 1;
        let initial = filled_with(m, *m.operands(op).last()?)?;
        is_combined.then_some(Self {
            combines,
            scalar,
            element,
            initial,
        })
    }

    /// Whether elements may be combined in any order and grouping.
    pub(super) fn is_reorderable(&self, m: &Module) -> bool {
        let flags = m.ctx.find_str("overflowFlags");
        let flags = flags.and_then(|name| m.prop(self.combines, name));
        let promises = flags.is_some_and(|flags| match m.ctx.attr_kind(flags) {
            AttrKind::Opaque { body, .. } => m.ctx.bytes(*body) != b"overflow<none>",
            _ => true,
        });
        self.scalar.is_reorderable() && !promises
    }

    /// Whether combining `value` with elements and with `initial` is combining them with `initial`.
    pub(super) fn is_neutral(&self, m: &Module, value: ValueId, initial: ValueId) -> bool {
        if self.scalar.is_idempotent() {
            return is_equal(m, value, initial);
        }
        match self.scalar.int() {
            Some(IntOp::Add | IntOp::Xor) => constant_int(m, value) == Some(0),
            Some(IntOp::Mul) => constant_int(m, value) == Some(1),
            _ => false,
        }
    }
}

/// The attribute of a constant.
pub(super) fn constant_of(m: &Module, value: ValueId) -> Option<&AttrKind> {
    let constant = m.kernel_of(value, Kernel::Constant)?;
    Some(m.ctx.attr_kind(m.prop(constant, names::VALUE)?))
}

fn is_equal(m: &Module, a: ValueId, b: ValueId) -> bool {
    a == b || constant_of(m, a).is_some_and(|value| Some(value) == constant_of(m, b))
}

/// The scalar that a `linalg.fill`, or a `linalg.generic` that does the same, writes to all elements.
pub(super) fn filled_with(m: &Module, value: ValueId) -> Option<ValueId> {
    if let Some(fill) = m.kernel_of(value, Kernel::Fill) {
        return m.operands(fill).first().copied();
    }
    let generic = m.kernel_of(value, Kernel::Generic)?;
    let block = body(m, generic)?;
    let &[yielded] = m.operands(m.last_op(block)?) else {
        return None;
    };
    let is_outside = m.value_block(yielded) != Some(block);
    let is_filled = maps(m, generic).last()?.is_permutation();
    (is_outside && is_filled).then_some(yielded)
}

/// The inner reduction that an input of an operation is, and the number of that input.
fn inner(m: &Module, op: OpId, outer: &Reduction) -> Option<(OpId, usize)> {
    let args = m.block_args(body(m, op)?);
    let number = args.iter().position(|&arg| arg == outer.element)?;
    let value = *m.operands(op).get(number)?;
    let producer = m.defining_op(value)?;
    let inner = Reduction::of(m, producer)?;
    let combines = [outer, &inner].map(|reduction| m.op_name(reduction.combines));
    let does_nothing_else = m.first_op(body(m, op)?) == Some(outer.combines);
    let fits = number < n_inputs(m, op)
        && does_nothing_else
        && combines[0] == combines[1]
        && outer.is_reorderable(m)
        && inner.is_reorderable(m)
        && inner.is_neutral(m, inner.initial, outer.initial)
        && m.uses(value).count() == 1
        && m.op_block(producer) == m.op_block(op);
    fits.then_some((producer, number))
}

/// Replaces a reduction of a reduction by one.
fn flatten(m: &mut Module, op: OpId) -> Option<()> {
    let outer = Reduction::of(m, op)?;
    let (producer, number) = inner(m, op, &outer)?;
    let (outer_maps, inner_maps) = (maps(m, op), maps(m, producer));
    let (read, written) = (&outer_maps[number], inner_maps.last()?);
    if !read.is_permutation() || !written.is_projected_permutation(false) {
        return None;
    }
    // The loops of the inner operation: some of the outer one's, and new ones for its reductions.
    let mut n_dims = read.dims;
    let mut loops = vec![None; written.dims as usize];
    for (expr, place) in written.results.iter().zip(&read.results) {
        if let AffineExpr::Dim(dim) = expr {
            loops[*dim as usize] = Some(place.clone());
        }
    }
    let inner_kinds = m.prop_elements(producer, names::ITERATOR_TYPES).to_vec();
    let mut kinds = m.prop_elements(op, names::ITERATOR_TYPES).to_vec();
    let mut places = Vec::new();
    for (place, kind) in loops.into_iter().zip(inner_kinds) {
        places.push(place.unwrap_or_else(|| {
            kinds.push(kind);
            n_dims += 1;
            AffineExpr::Dim(n_dims - 1)
        }));
    }
    let n_inner = n_inputs(m, producer);
    let mut operands = m.operands(producer)[..n_inner].to_vec();
    let mut results: Vec<Vec<AffineExpr>> = inner_maps[..n_inner]
        .iter()
        .map(|map| composed(&map.results, &places))
        .collect();
    for (at, (&value, map)) in m.operands(op).iter().zip(&outer_maps).enumerate() {
        if at != number {
            operands.push(value);
            results.push(map.results.clone());
        }
    }
    let has_size = |dim: u32| {
        let mut all = results.iter().flatten();
        all.any(|expr| *expr == AffineExpr::Dim(dim))
    };
    if !(0..n_dims).all(has_size) {
        return None;
    }
    let all = results.into_iter().map(|results| AffineMap {
        dims: n_dims,
        symbols: 0,
        results,
    });
    let parts = Parts {
        n_inputs: operands.len() - 1,
        operands,
        maps: all.collect(),
        kinds,
    };
    let region = body_of(m, producer, n_inner, &parts, &places)?;
    let new = generic(m, op, op, parts, region);
    let result = m.result(new, 0)?;
    m.replace_op(op, &[result]);
    m.erase(producer);
    Some(())
}

/// A region with the body of a reduction whose first `n_inputs` inputs stay what they are and whose last output stays
/// last.
fn body_of(
    m: &mut Module,
    op: OpId,
    n_inputs: usize,
    parts: &Parts,
    places: &[AffineExpr],
) -> Option<RegionId> {
    let from = body(m, op)?;
    let region = m.create_region();
    let block = m.append_block(region);
    for &operand in &parts.operands {
        let ty = m.value_type(operand);
        let ty = m.ctx.element_or_self(ty);
        m.add_block_arg(block, ty);
    }
    let (args, params) = (m.block_args(block).to_vec(), m.block_args(from).to_vec());
    for (number, &param) in params.iter().enumerate() {
        let arg = if number < n_inputs {
            args.get(number)
        } else {
            args.last()
        };
        m.replace_all_uses(param, *arg?);
    }
    while let Some(inner) = m.first_op(from) {
        m.detach(inner);
        m.insert_at_end(block, inner);
        if m.is_kernel(inner, Kernel::PointIndex) {
            relocate(m, inner, places);
        }
    }
    Some(region)
}
