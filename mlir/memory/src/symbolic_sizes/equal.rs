//! Which dimensions are equal.

use memplan_mlir::rewrite::indexing_maps;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AffineMap, AttrKind, Module, OpId, names};
use memplan_support::symbolic::Polynomial;
use rustc_hash::FxHashMap;

use super::{SymbolicSizes, narrow};

impl SymbolicSizes {
    /// Makes dimensions equal that one loop of a structured operation iterates over. Only operations that every call of
    /// the function executes count: those of its first block, up to one that may not return. Assertions at entry stop
    /// calls before there are buffers, so the scan begins after them, at `start`.
    pub(super) fn unify_iterated(&mut self, m: &Module, start: Option<OpId>) {
        for op in std::iter::successors(start, |&op| m.next_op(op)) {
            let Some(maps) = iteration_maps(m, op) else {
                if may_not_return(m, op) {
                    return;
                }
                continue;
            };
            let mut extents: FxHashMap<u32, Polynomial> = FxHashMap::default();
            for (&operand, map) in m.operands(op).iter().zip(&maps) {
                if !m.is_memref(operand) {
                    continue;
                }
                for (dim, expr) in map.results.iter().enumerate() {
                    let &AffineExpr::Dim(number) = expr else {
                        continue;
                    };
                    let Some(extent) = self.dim(m, operand, dim, 0) else {
                        continue;
                    };
                    match extents.get(&number).cloned() {
                        None => {
                            extents.insert(number, extent);
                        }
                        Some(other) => self.unify(other, extent),
                    }
                }
            }
        }
    }

    /// Two sizes are equal: a symbol that one of them is stands for the other from now on.
    pub(super) fn unify(&mut self, a: Polynomial, b: Polynomial) {
        let (a, b) = (self.resolved(a), self.resolved(b));
        if a == b {
            return;
        }
        let symbol = |of: &Polynomial| match of.terms() {
            [(monomial, 1)] if monomial.degree() == 1 => monomial.symbols().next(),
            _ => None,
        };
        let uses = |of: &Polynomial, index| {
            let mut monomials = of.terms().iter();
            monomials.any(|(monomial, _)| monomial.symbols().any(|symbol| symbol == index))
        };
        // The later symbol goes, so that the earlier one may be a dimension of the first argument.
        let chosen = match (symbol(&a), symbol(&b)) {
            (Some(x), Some(y)) if x < y => (y, a),
            (Some(x), _) if !uses(&b, x) => (x, b),
            (_, Some(y)) if !uses(&a, y) => (y, a),
            _ => return,
        };
        let (index, other) = chosen;
        // The values that both may have.
        if let Some(kept) = symbol(&other) {
            for all in [&mut self.symbols, &mut self.proven] {
                let gone = all[index].clone();
                narrow(&mut all[kept], gone.min, gone.max, 1);
            }
        }
        self.equal_to[index] = Some(other);
        for at in 0..self.equal_to.len() {
            if let Some(of) = self.equal_to[at].take() {
                self.equal_to[at] = Some(of);
                let of = self.equal_to[at].clone().unwrap_or_default();
                self.equal_to[at] = Some(self.resolved(of));
            }
        }
        self.values.clear();
    }
}

/// The maps from loops to elements of a structured operation, by operand; of a copy, too.
fn iteration_maps(m: &Module, op: OpId) -> Option<Vec<AffineMap>> {
    let kernel = m.semantics(op).kernel()?;
    match kernel {
        Kernel::Generic => {
            let AttrKind::Array(maps) = m.ctx.attr_kind(m.prop(op, names::INDEXING_MAPS)?) else {
                return None;
            };
            let map = |&attr| match m.ctx.attr_kind(attr) {
                AttrKind::AffineMap(map) => Some(map.clone()),
                _ => None,
            };
            maps.iter().map(map).collect()
        }
        Kernel::Copy => {
            let rank = m.ctx.shape(m.value_type(*m.operands(op).first()?))?.len();
            Some(vec![AffineMap::identity(rank as u32); 2])
        }
        _ => indexing_maps(m, op),
    }
}

/// Whether control may never come back from an operation.
fn may_not_return(m: &Module, op: OpId) -> bool {
    if m.def(op).is_none() || !m.successors(op).is_empty() {
        return true;
    }
    let mut inside = m.walk(op);
    inside.any(|op| {
        m.def(op).is_none_or(|def| def.callee.is_some())
            || matches!(
                m.semantics(op).kernel(),
                Some(Kernel::While | Kernel::Assert | Kernel::CallIndirect | Kernel::Unreachable)
            )
    })
}
