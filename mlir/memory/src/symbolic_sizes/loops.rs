//! The largest value of a size in a loop.

use memplan_mlir::interfaces::{Bound, LoopDim, loop_dims};
use memplan_mlir::{Module, ValueDef};
use memplan_support::Sort;
use memplan_support::symbolic::{Monomial, Polynomial};

use super::{SizeSource, SymbolicSizes};

/// How many loop variables a size may depend on.
const MAX_LOOPS: usize = 8;

impl SymbolicSizes {
    /// A size that is at least `of` in every iteration, and depends on no variable of a loop in which `of` is proven to
    /// grow, or to shrink, with that variable: its last or first value takes its place. Other variables stay.
    pub(super) fn over_loops(&mut self, m: &Module, of: Polynomial) -> Polynomial {
        let mut bound = of;
        for _ in 0..MAX_LOOPS {
            let monomials = bound.terms().iter();
            let mut symbols: Vec<usize> = monomials
                .flat_map(|(monomial, _)| monomial.symbols())
                .collect();
            symbols.sort_stable();
            symbols.dedup();
            let loops = symbols.iter().filter_map(|&symbol| self.loop_of(m, symbol));
            let mut loops: Vec<(usize, usize, LoopDim)> = loops.collect();
            // Inner loops first, as their bounds may depend on variables of outer ones.
            loops.sort_stable_by_key(|&(depth, ..)| std::cmp::Reverse(depth));
            let mut loops = loops.into_iter();
            let next = loops.find_map(|(_, symbol, dim)| self.at_end(m, &bound, symbol, &dim));
            match next {
                Some(next) => bound = next,
                None => break,
            }
        }
        bound
    }

    /// The loop whose variable a symbol is: how deep it is, the symbol, and the loop.
    fn loop_of(&self, m: &Module, symbol: usize) -> Option<(usize, usize, LoopDim)> {
        let SizeSource::Value(value) = self.sources[symbol] else {
            return None;
        };
        let ValueDef::Arg { block, .. } = m.value_def(value) else {
            return None;
        };
        let around = m.block_parent(block)?;
        let dims = loop_dims(m, around)?.into_iter();
        let mut dims = dims.filter(|dim| dim.iv == value);
        Some((m.ancestors(around).count(), symbol, dims.next()?))
    }

    /// The size with the last value of a loop variable, or the first, in its place, whichever gives the larger one.
    fn at_end(
        &mut self,
        m: &Module,
        of: &Polynomial,
        variable: usize,
        dim: &LoopDim,
    ) -> Option<Polynomial> {
        let mut bound = |at| match at {
            Bound::Constant(number) => Some(Polynomial::constant(number)),
            Bound::Value(value) => self.value_of(m, value),
            Bound::Computed => None,
        };
        let (first, end) = (bound(dim.lower)?, bound(dim.upper)?);
        let step = bound(dim.step).unwrap_or_else(|| Polynomial::constant(1));
        let natural = |of: &Polynomial| of.bounds(&self.proven).0.is_some_and(|low| 0 <= low);
        if !natural(&first) {
            return None;
        }
        let has_it = |monomial: &Monomial| monomial.symbols().any(|symbol| symbol == variable);
        let mut signs = Vec::new();
        for (monomial, coefficient) in of.terms().iter().filter(|term| has_it(&term.0)) {
            let mut others = monomial.symbols().filter(|&symbol| symbol != variable);
            if others.any(|symbol| self.proven[symbol].min < 0) {
                return None;
            }
            signs.push(0 < *coefficient);
        }
        let value = if signs.iter().all(|&is_positive| is_positive) {
            self.last(&first, &end, &step)?
        } else if signs.iter().all(|&is_positive| !is_positive) {
            first
        } else {
            return None;
        };
        let mut sum = Polynomial::default();
        for &(monomial, coefficient) in of.terms() {
            let mut product = Polynomial::constant(coefficient);
            for symbol in monomial.symbols() {
                let factor = if symbol == variable {
                    value.clone()
                } else {
                    Polynomial::symbol(symbol).ok()?
                };
                product = product.mul(&factor).ok()?;
            }
            sum = sum.add(&product).ok()?;
        }
        (sum != *of).then_some(sum)
    }

    /// A value that a loop variable does not exceed: the last one, if the distance is a whole number of steps.
    fn last(&self, first: &Polynomial, end: &Polynomial, step: &Polynomial) -> Option<Polynomial> {
        let distance = end.sub(first).ok()?;
        let step = step.as_constant().filter(|&step| 0 < step).unwrap_or(1);
        if let (Some(from), Some(distance)) = (first.as_constant(), distance.as_constant()) {
            let n_before = distance.checked_sub(1)?.checked_div_euclid(step)?;
            let last = n_before.checked_mul(step)?.checked_add(from)?;
            return Some(Polynomial::constant(last));
        }
        // A product that wraps is still a multiple of a power of two.
        let is_whole = step.count_ones() == 1
            && distance.terms().iter().all(|&(monomial, coefficient)| {
                let multiples = monomial
                    .symbols()
                    .map(|symbol| self.proven[symbol].multiple);
                let zeros = multiples.chain([coefficient]).map(i64::trailing_zeros);
                zeros.sum::<u32>() >= step.trailing_zeros()
            });
        let back = if is_whole { step } else { 1 };
        end.sub(&Polynomial::constant(back)).ok()
    }
}
