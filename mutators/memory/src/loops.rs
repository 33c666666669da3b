//! Structured operations on buffers as loops over points.

use memplan_mlir::rewrite::indexing_maps;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AffineMap, AffineOp, BlockId, Module, OpId, ValueId};

use crate::elementwise::map_list;

/// The extent that is assumed of a loop over a dynamic dimension, to weigh what it costs.
pub(crate) const ASSUMED_EXTENT: i64 = 128;

/// The loops of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Loops {
    /// By operand: the element that a point uses.
    pub(crate) maps: Vec<AffineMap>,
    pub(crate) n_inputs: usize,
    /// Absent for copies, which have none.
    pub(crate) body: Option<BlockId>,
}

impl Loops {
    /// The loops of an operation. Absent if it is not a structured operation on buffers.
    pub(crate) fn new(m: &Module, op: OpId) -> Option<Self> {
        let (maps, n_inputs, body) = match m.semantics(op).kernel()? {
            Kernel::Copy => (elementwise_maps(m, op)?, 1, None),
            kernel => {
                let def = m.def(op)?;
                let outputs = m.operand_range(op, def.operand_group(def.destination?)?);
                let body = m.first_block(*m.regions(op).first()?)?;
                let maps = match kernel {
                    Kernel::Generic => map_list(m, op)?,
                    _ => indexing_maps(m, op)?,
                };
                (maps, outputs.start, Some(body))
            }
        };
        let is_whole = m.result_count(op) == 0
            && maps.len() == m.operands(op).len()
            && maps.iter().all(|map| map.symbols == 0)
            && !maps.is_empty();
        is_whole.then_some(Self {
            maps,
            n_inputs,
            body,
        })
    }

    pub(crate) fn n_dims(&self) -> u32 {
        self.maps.first().map_or(0, |map| map.dims)
    }

    /// The extent of each loop, from the last operand with a dimension that the loop indexes.
    pub(crate) fn extents(&self, m: &Module, op: OpId) -> Vec<Option<i64>> {
        let mut by_dim = vec![None; self.n_dims() as usize];
        for (&value, map) in m.operands(op).iter().zip(&self.maps) {
            let shape = m.ctx.shape(m.value_type(value)).unwrap_or(&[]);
            for (expr, &size) in map.results.iter().zip(shape) {
                if let AffineExpr::Dim(dim) = expr
                    && let Some(extent) = by_dim.get_mut(*dim as usize)
                {
                    *extent = Some(size).filter(|&size| size > 0);
                }
            }
        }
        by_dim
    }

    /// The index expression of each loop for a reader that reads the only output at `read`, if a permutation of the
    /// loops writes the output.
    pub(crate) fn loops_of(&self, read: &[AffineExpr]) -> Option<Vec<AffineExpr>> {
        let written = self.maps.get(self.n_inputs)?;
        if !written.is_permutation() || written.results.len() != read.len() {
            return None;
        }
        let mut loops = vec![AffineExpr::Constant(0); self.n_dims() as usize];
        for (from, to) in written.results.iter().zip(read) {
            if let AffineExpr::Dim(from) = from {
                *loops.get_mut(*from as usize)? = to.clone();
            }
        }
        Some(loops)
    }

    /// Whether nothing is computed: the elements are those of an input, or the same value everywhere.
    pub(crate) fn computes_nothing(&self, m: &Module) -> bool {
        self.body.is_none_or(|body| m.ops(body).count() == 1)
    }

    /// The input whose elements the only output holds unchanged.
    pub(crate) fn moved_input(&self, m: &Module) -> Option<usize> {
        let Some(body) = self.body else {
            return Some(0);
        };
        let end = m.last_op(body).filter(|_| self.computes_nothing(m))?;
        let [yielded] = m.operands(end)[..] else {
            return None;
        };
        let args = m.block_args(body).iter();
        args.take(self.n_inputs).position(|&arg| arg == yielded)
    }
}

/// The maps of an operation that works element by element; scalars are the same for all.
fn elementwise_maps(m: &Module, op: OpId) -> Option<Vec<AffineMap>> {
    let rank = |value: ValueId| m.ctx.shape(m.value_type(value)).map(<[i64]>::len);
    let operands = m.operands(op);
    let dims = u32::try_from(rank(*operands.last()?)?).ok()?;
    let maps = operands.iter().map(|&value| {
        let mut map = AffineMap::identity(dims);
        if rank(value).is_none_or(|rank| rank == 0) {
            map.results.clear();
        }
        map
    });
    Some(maps.collect())
}

/// Whether an expression is a sum of loops with positive factors, and of constants that `allows` accepts.
pub(crate) fn is_sum(expr: &AffineExpr, allows: fn(i64) -> bool) -> bool {
    match expr {
        AffineExpr::Dim(_) => true,
        AffineExpr::Constant(value) => allows(*value),
        AffineExpr::Symbol(_) => false,
        AffineExpr::Binary(AffineOp::Add, lhs, rhs) => is_sum(lhs, allows) && is_sum(rhs, allows),
        AffineExpr::Binary(AffineOp::Mul, lhs, rhs) => {
            matches!(
                (&**lhs, &**rhs),
                (AffineExpr::Dim(_), AffineExpr::Constant(1..))
            )
        }
        AffineExpr::Binary(..) => false,
    }
}
