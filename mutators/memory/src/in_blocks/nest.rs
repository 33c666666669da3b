//! Operations as loops over points, of which tiles have some.

use memplan_memory_model::likely_size;
use memplan_mlir::interfaces::has_no_effects;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, DYNAMIC, Module, OpId, TypeKind, ValueId};

use super::range::{Range, Span};
use crate::loops::{ASSUMED_EXTENT, Loops, is_sum};
use crate::slices::has_strides;

/// An operation on buffers with known loops and nothing else.
#[derive(Debug)]
pub(super) struct Nest {
    pub(super) op: OpId,
    pub(super) loops: Loops,
    /// By loop: how many points it has, at the shape at which sizes are weighed.
    pub(super) extents: Vec<i64>,
    /// By loop: whether their number is known only at run time.
    pub(super) is_dynamic: Vec<bool>,
    /// Whether tiles may continue what others before them left in an output.
    may_carry: bool,
    /// By operand and loop, as [`use_of`](Self::use_of): it is asked for every chain that is tried.
    uses: Vec<Vec<Option<Option<Use>>>>,
}

impl Nest {
    pub(super) fn new(m: &Module, op: OpId, may_carry: bool) -> Option<Self> {
        let loops = Loops::new(m, op)?;
        let extents = (0..loops.n_dims()).map(|number| likely_extent(m, op, &loops, number));
        let extents: Vec<(i64, bool)> = extents.collect::<Option<_>>()?;
        let (extents, is_dynamic) = extents.into_iter().unzip();
        let mut inside = m.walk(op).filter(|&inner| inner != op);
        let is_regular = |&value: &ValueId| {
            let TypeKind::MemRef(ty) = m.value_type_kind(value) else {
                return true;
            };
            let mut sizes = ty.shape.iter();
            sizes.all(|&size| size > 0 || size == DYNAMIC)
                && (ty.layout.is_none() || has_strides(m, value))
        };
        let is_plain = m.operands(op).iter().all(is_regular)
            && inside.all(|inner| has_no_effects(m, inner))
            && loops.maps[loops.n_inputs..]
                .iter()
                .all(|map| map.is_projected_permutation(false));
        let mut nest = is_plain.then_some(Self {
            op,
            loops,
            extents,
            is_dynamic,
            may_carry,
            uses: Vec::new(),
        })?;
        let uses = (0..nest.loops.maps.len()).map(|operand| {
            let numbers = 0..nest.extents.len();
            numbers
                .map(|number| nest.find_use(operand, number))
                .collect()
        });
        nest.uses = uses.collect();
        Some(nest)
    }

    pub(super) fn n_points(&self) -> u128 {
        let extents = self.extents.iter().map(|&n| n.unsigned_abs());
        extents.fold(1, |n, extent| n.saturating_mul(u128::from(extent)))
    }

    /// How often an element of an operand is used for each point of a loop.
    pub(super) fn n_uses(&self, operand: usize, number: usize) -> i64 {
        let map = &self.loops.maps[operand];
        let uses = |at: usize| map.results.iter().any(|expr| expr.uses_dim(at as u32));
        let is_used = |at: usize| at == number || uses(at);
        let others = self
            .extents
            .iter()
            .enumerate()
            .filter(|&(number, _)| !is_used(number));
        others.fold(1, |n: i64, (_, &extent)| n.saturating_mul(extent))
    }

    /// The loop that moves along the dimension of an operand: each of its points writes other elements, or
    /// [continues](Self::is_carried) them where that is allowed.
    pub(super) fn loop_of(&self, operand: usize, dim: usize) -> Option<usize> {
        let expr = self.loops.maps.get(operand)?.results.get(dim)?;
        if !is_sum(expr, |constant| constant >= 0) {
            return None;
        }
        let used: Vec<usize> = (0..self.extents.len())
            .filter(|&number| expr.uses_dim(number as u32))
            .collect();
        let mut points = used.iter().filter(|&&number| {
            let mut outputs = self.loops.n_inputs..self.loops.maps.len();
            outputs.all(|output| self.moves(output, number))
        });
        match (points.next(), points.next(), &used[..]) {
            (Some(&point), None, _) => Some(point),
            (None, _, &[number]) if self.may_carry && self.is_carried(number) => Some(number),
            _ => None,
        }
    }

    /// Whether the elements of an output move along with a loop.
    fn moves(&self, output: usize, number: usize) -> bool {
        let map = &self.loops.maps[output];
        map.results.contains(&AffineExpr::Dim(number as u32))
    }

    /// Whether the points of a loop can be divided although an output has the same elements for all of them: each
    /// element gets its values in the same order if no loop around is a reduction, too.
    fn is_carried(&self, number: usize) -> bool {
        let outputs = self.loops.n_inputs..self.loops.maps.len();
        let mut still = outputs.filter(|&output| !self.moves(output, number));
        still.all(|output| (0..number).all(|around| self.moves(output, around)))
    }

    /// Whether each tile continues what the one before left in an output.
    pub(super) fn carries(&self, number: usize) -> bool {
        let mut outputs = self.loops.n_inputs..self.loops.maps.len();
        outputs.any(|output| !self.moves(output, number))
    }

    /// How an operand moves along with a loop; `Some(None)` if it does not.
    pub(super) fn use_of(&self, operand: usize, number: usize) -> Option<Option<Use>> {
        *self.uses.get(operand)?.get(number)?
    }

    fn find_use(&self, operand: usize, number: usize) -> Option<Option<Use>> {
        let map = self.loops.maps.get(operand)?;
        let uses = |expr: &&AffineExpr| expr.uses_dim(number as u32);
        let Some(dim) = map.results.iter().position(|expr| uses(&expr)) else {
            return Some(None);
        };
        let expr = &map.results[dim];
        let is_only = map.results.iter().filter(uses).count() == 1;
        let mut others = (0..self.extents.len()).filter(|&other| other != number);
        let is_fixed = !others.any(|other| self.is_dynamic[other] && expr.uses_dim(other as u32));
        if !is_only || !is_fixed || !is_sum(expr, |constant| constant >= 0) {
            return None;
        }
        let at = |index: &dyn Fn(usize) -> i64| {
            let indices: Vec<i64> = (0..self.extents.len()).map(index).collect();
            expr.eval(&indices, &[])
        };
        let low = at(&|_| 0)?;
        let high = at(&|other| {
            if other == number {
                0
            } else {
                self.extents[other] - 1
            }
        })?;
        let factor = at(&|other| i64::from(other == number))? - low;
        (factor > 0).then_some(Some(Use {
            dim,
            factor,
            window: (low, high),
        }))
    }
}

/// The elements of an operand that some points of a loop use, along a dimension: `factor` times each point, and the
/// window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) dim: usize,
    factor: i64,
    window: (i64, i64),
}

/// The points of a loop, and whether their number is known only at run time: then those of the shape at which sizes are
/// weighed. Absent for a loop along no dimension, or an empty one.
fn likely_extent(m: &Module, op: OpId, loops: &Loops, number: u32) -> Option<(i64, bool)> {
    let mut likely = None;
    for (&value, map) in m.operands(op).iter().zip(&loops.maps) {
        let along = |expr: &AffineExpr| *expr == AffineExpr::Dim(number);
        let Some(dim) = map.results.iter().position(along) else {
            continue;
        };
        let size = *m.ctx.shape(m.value_type(value))?.get(dim)?;
        if size != DYNAMIC {
            return (size > 0).then_some((size, false));
        }
        likely = likely_size(m, value, dim).or(likely.or(Some(ASSUMED_EXTENT)));
    }
    Some((likely?, true))
}

impl Use {
    /// Whether it is one element for each point.
    pub(super) fn is_plain(&self) -> bool {
        self.factor == 1 && self.window == (0, 0)
    }

    pub(super) fn of(&self, points: Range) -> Option<Range> {
        points.image(self.factor, self.window.0, self.window.1)
    }

    /// The elements for some points.
    pub(super) fn span(&self, points: Span) -> Span {
        Span {
            start: points.start * self.factor + self.window.0,
            end: (points.end - 1) * self.factor + self.window.1 + 1,
        }
    }
}

/// Whether an operation asks for the current point of its loops.
pub(super) fn asks_for_point(m: &Module, op: OpId) -> bool {
    m.walk(op)
        .any(|inner| m.is_kernel(inner, Kernel::PointIndex))
}
