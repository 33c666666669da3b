//! Emits the formulas of a plan.

use memplan_memory_model::SizeSource;
use memplan_mlir::interfaces::{allocation, constant_int};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{FloatKind, Module, OpId, OpSpec, TypeId, TypeKind, ValueId};
use memplan_planner::BufferId;
use memplan_planner::symbols::Orientation;
use memplan_support::Sort;
use memplan_support::symbolic::{Monomial, Polynomial, Symbol};
use rustc_hash::FxHashMap;

use super::SymbolicRewrite;
use crate::builder::{Builder, Compare};

/// Values by what they compute: nothing is computed twice.
struct Emitter<'a, 'm> {
    builder: Builder<'m>,
    rewrite: &'a SymbolicRewrite<'a>,
    constants: FxHashMap<i64, ValueId>,
    symbols: Vec<Option<ValueId>>,
    monomials: FxHashMap<Monomial, ValueId>,
    polynomials: FxHashMap<Polynomial, ValueId>,
    binary: FxHashMap<(&'static str, ValueId, ValueId), ValueId>,
    /// The polynomials of sizes and ends that are some, for comparisons.
    known: FxHashMap<ValueId, Polynomial>,
    /// The symbols, with what holds in every run: dimensions are not negative.
    natural: Vec<Symbol>,
}

/// Offsets and peak of one orientation.
pub(super) struct Placed {
    pub(super) offsets: Vec<ValueId>,
    pub(super) peak: ValueId,
}

/// Inserts the arithmetic of sizes and offsets before an operation. `given` are the values of symbols there.
pub(super) fn formulas(
    m: &mut Module,
    rewrite: &SymbolicRewrite<'_>,
    before: OpId,
    given: &[(ValueId, usize)],
) -> Placed {
    let mut symbols = vec![None; rewrite.sizes.symbols().len()];
    for &(value, index) in given {
        symbols[index] = Some(value);
    }
    let mut emitter = Emitter {
        builder: Builder::before(m, before),
        rewrite,
        constants: FxHashMap::default(),
        symbols,
        monomials: FxHashMap::default(),
        polynomials: FxHashMap::default(),
        binary: FxHashMap::default(),
        known: FxHashMap::default(),
        natural: natural(rewrite),
    };
    if rewrite.is_checked {
        emitter.assert_no_overflow();
    }
    let sizes = emitter.sizes();
    let placed: Vec<Placed> = (rewrite.plan.orientations.iter())
        .map(|orientation| emitter.place(orientation, &sizes))
        .collect();
    emitter.best(placed)
}

/// Replaces the buffers by views. Returns the operation that is in the place of `rewrite.before`.
pub(super) fn views(
    m: &mut Module,
    rewrite: &SymbolicRewrite<'_>,
    arena: ValueId,
    offsets: &[ValueId],
) -> OpId {
    let mut end = rewrite.before;
    for (site, &offset) in rewrite.sites.iter().zip(offsets) {
        let Some(facts) = allocation(m, site.alloc) else {
            continue;
        };
        let old = facts.buffer;
        let operands = [&[arena, offset], facts.dynamic_sizes].concat();
        let ty = m.value_type(old);
        let view = Builder::before(m, site.alloc).op("memref.view", &operands, ty, &[]);
        m.replace_all_uses(old, view);
        if site.alloc == end {
            end = m.defining_op(view).unwrap_or(end);
        }
        m.erase(site.alloc);
    }
    end
}

/// Removes what nothing uses from the operations before `end` that are new. Returns how many are left, without
/// constants.
pub(super) fn remove_unused(m: &mut Module, end: OpId, n_before: usize) -> usize {
    // Ends that lie below others are not needed.
    let is_new = |op: &OpId| n_before <= op.index();
    let mut n_ops = 0;
    let mut last = m.prev_op(end).filter(is_new);
    while let Some(op) = last {
        last = m.prev_op(op).filter(is_new);
        let mut results = m.results(op).peekable();
        if results.peek().is_some() && results.all(|value| m.uses(value).next().is_none()) {
            m.erase(op);
        } else {
            n_ops += usize::from(!m.is_kernel(op, Kernel::Constant));
        }
    }
    n_ops
}

/// The symbols of the function, of which only the sign matters: formulas hold outside of ranges, too.
fn natural(rewrite: &SymbolicRewrite<'_>) -> Vec<Symbol> {
    let all = rewrite.sizes.symbols().iter();
    all.map(|symbol| Symbol {
        min: if 0 <= symbol.min { 0 } else { i64::MIN },
        max: None,
        multiple: 1,
        name: symbol.name.clone(),
    })
    .collect()
}

impl Emitter<'_, '_> {
    /// The value of each size of the plan, not negative, and rounded where the plan rounds it.
    fn sizes(&mut self) -> Vec<ValueId> {
        let plan = self.rewrite.plan;
        let mut values = Vec::with_capacity(plan.sizes.len());
        for size in &plan.sizes {
            if let Some(bytes) = size.bytes.as_constant() {
                let align = i64::try_from(plan.alignment.0).unwrap_or(1);
                let align = if size.is_rounded { align } else { 1 };
                let rounded = bytes.saturating_add(align - 1) / align * align;
                let value = self.constant(rounded);
                self.known.insert(value, Polynomial::constant(rounded));
                values.push(value);
                continue;
            }
            // Symbols that are one in the function make no more terms.
            let bytes = size
                .bytes
                .in_symbols(self.rewrite.symbols)
                .unwrap_or_default();
            let mut value = self.polynomial(&bytes);
            let is_natural = bytes.terms().iter().all(|term| 0 <= term.1)
                && bytes.terms().iter().all(|(monomial, _)| {
                    let mut symbols = monomial.symbols();
                    symbols.all(|index| 0 <= self.rewrite.sizes.symbols()[index].min)
                });
            if !is_natural {
                // A buffer that a branch would allocate only for other shapes takes no memory.
                let zero = self.constant(0);
                value = self.binary("arith.maxsi", value, zero);
            }
            if is_natural && !size.is_rounded {
                self.known.insert(value, bytes);
            }
            if size.is_rounded {
                let align = i64::try_from(plan.alignment.0).unwrap_or(1);
                let (more, mask) = (self.constant(align - 1), self.constant(-align));
                let sum = self.binary("arith.addi", value, more);
                value = self.binary("arith.andi", sum, mask);
            }
            values.push(value);
        }
        values
    }

    fn place(&mut self, orientation: &Orientation, sizes: &[ValueId]) -> Placed {
        let plan = self.rewrite.plan;
        let n_buffers = plan.size_of.len();
        let zero = self.constant(0);
        let mut offsets = vec![zero; n_buffers];
        let mut ends = vec![zero; n_buffers];
        let mut is_below = vec![false; n_buffers];
        let mut maxima: FxHashMap<Vec<ValueId>, ValueId> = FxHashMap::default();
        for &id in orientation.order() {
            let below = orientation.below(id);
            for lower in below {
                is_below[lower.index()] = true;
            }
            let offset = self.largest(below.iter().map(|lower| ends[lower.index()]), &mut maxima);
            offsets[id.index()] = offset;
            let size = sizes[plan.size_of[id.index()] as usize];
            ends[id.index()] = if offset == zero {
                size
            } else {
                let end = self.binary("arith.addi", offset, size);
                let both = self.known.get(&offset).zip(self.known.get(&size));
                if let Some(sum) = both.and_then(|(offset, size)| offset.add(size).ok()) {
                    self.known.insert(end, sum);
                }
                end
            };
        }
        let all = (0..n_buffers as u32).map(BufferId);
        let last = all.filter(|id| !is_below[id.index()]);
        let peak = self.largest(last.map(|id| ends[id.index()]), &mut maxima);
        Placed { offsets, peak }
    }

    /// The largest of some values; 0 for none.
    fn largest(
        &mut self,
        values: impl Iterator<Item = ValueId>,
        known: &mut FxHashMap<Vec<ValueId>, ValueId>,
    ) -> ValueId {
        let mut values: Vec<ValueId> = values.collect();
        values.sort_stable();
        values.dedup();
        if let Some(&value) = known.get(&values) {
            return value;
        }
        let all = values.clone();
        // The largest is among those that are not proven to be at most others.
        let mut place = 0;
        while place < values.len() {
            let is_less = |&other: &ValueId| {
                let both = self.known.get(&values[place]).zip(self.known.get(&other));
                other != values[place] && both.is_some_and(|(a, b)| a.is_at_most(b, &self.natural))
            };
            if values.iter().any(is_less) {
                values.remove(place);
            } else {
                place += 1;
            }
        }
        let mut rest = values.iter().copied();
        let mut largest = match rest.next() {
            Some(first) => first,
            None => self.constant(0),
        };
        for value in rest {
            largest = self.binary("arith.maxsi", largest, value);
        }
        known.insert(all, largest);
        largest
    }

    /// The orientation with the lowest peak, the first of several.
    fn best(&mut self, placed: Vec<Placed>) -> Placed {
        let mut all = placed.into_iter();
        let Some(mut best) = all.next() else {
            let zero = self.constant(0);
            return Placed {
                offsets: vec![zero; self.rewrite.sites.len()],
                peak: zero,
            };
        };
        for other in all {
            let is_lower = self
                .builder
                .compare(Compare::SignedLess, other.peak, best.peak);
            let mut selected: FxHashMap<(ValueId, ValueId), ValueId> = FxHashMap::default();
            let mut select = |this: &mut Self, yes: ValueId, no: ValueId| {
                if yes == no {
                    return yes;
                }
                *selected.entry((yes, no)).or_insert_with(|| {
                    let ty = this.builder.m.ctx.index_type();
                    this.builder
                        .op("arith.select", &[is_lower, yes, no], ty, &[])
                })
            };
            best.peak = select(self, other.peak, best.peak);
            for (best, other) in best.offsets.iter_mut().zip(other.offsets) {
                *best = select(self, other, *best);
            }
        }
        best
    }

    fn polynomial(&mut self, of: &Polynomial) -> ValueId {
        if let Some(&known) = self.polynomials.get(of) {
            return known;
        }
        let mut sum = None;
        for &(monomial, coefficient) in of.terms() {
            let term = if monomial.degree() == 0 {
                self.constant(coefficient)
            } else {
                let product = self.monomial(monomial);
                if coefficient == 1 {
                    product
                } else {
                    let factor = self.constant(coefficient);
                    self.binary("arith.muli", product, factor)
                }
            };
            sum = Some(match sum {
                None => term,
                Some(sum) => self.binary("arith.addi", sum, term),
            });
        }
        let value = match sum {
            Some(sum) => sum,
            None => self.constant(0),
        };
        self.polynomials.insert(of.clone(), value);
        value
    }

    fn monomial(&mut self, monomial: Monomial) -> ValueId {
        if let Some(&known) = self.monomials.get(&monomial) {
            return known;
        }
        let factors: Vec<usize> = monomial.symbols().collect();
        let mut product = None;
        for index in factors {
            let symbol = self.symbol(index);
            product = Some(match product {
                None => symbol,
                Some(product) => self.binary("arith.muli", product, symbol),
            });
        }
        let value = match product {
            Some(product) => product,
            None => self.constant(1),
        };
        self.monomials.insert(monomial, value);
        value
    }

    fn symbol(&mut self, index: usize) -> ValueId {
        if let Some(value) = self.symbols[index] {
            return value;
        }
        let value = match self.rewrite.sizes.sources()[index].clone() {
            SizeSource::Dim { of, dim } => match self.existing_dim(of, dim) {
                Some(value) => value,
                None => {
                    let number = self.constant(dim as i64);
                    let ty = self.builder.m.ctx.index_type();
                    self.builder.op("memref.dim", &[of, number], ty, &[])
                }
            },
            SizeSource::Value(value) => self.builder.extended(value),
            SizeSource::Wrapped { width, of } => {
                let wide = self.polynomial(&of);
                let narrow = self.builder.m.ctx.int_type(width);
                let cut = self.builder.op("arith.index_cast", &[wide], narrow, &[]);
                self.builder.extended(cut)
            }
            SizeSource::Computed { name, operands } => {
                let [lhs, rhs] = operands.map(|operand| self.polynomial(&operand));
                let ty = self.builder.m.ctx.index_type();
                let spec = OpSpec::new(name).operands(&[lhs, rhs]).results(&[ty]);
                let op = self.builder.insert(spec);
                self.builder.first_result(op)
            }
        };
        self.symbols[index] = Some(value);
        value
    }

    /// An upper bound on all sizes and offsets, in floating point, is less than 2^62: then nothing exceeds 63 bits. The
    /// sum of all sizes is such a bound, each term positive; rounding errors are far below the factor that is left.
    fn assert_no_overflow(&mut self) {
        let plan = self.rewrite.plan;
        let mut sum: Vec<(Monomial, f64)> = vec![(Monomial::default(), 0.0)];
        for &index in &plan.size_of {
            let size = &plan.sizes[index as usize];
            let slack = if size.is_rounded { plan.alignment.0 } else { 0 };
            sum[0].1 += slack as f64;
            for &(monomial, coefficient) in size.bytes.terms() {
                let coefficient = coefficient.unsigned_abs() as f64;
                match sum.iter_mut().find(|term| term.0 == monomial) {
                    Some(term) => term.1 += coefficient,
                    None => sum.push((monomial, coefficient)),
                }
            }
        }
        let float = self.builder.m.ctx.ty(TypeKind::Float(FloatKind::F64));
        let mut total = self.builder.number(sum[0].1);
        let mut magnitudes: FxHashMap<usize, ValueId> = FxHashMap::default();
        for (monomial, factor) in sum.split_off(1) {
            let mut product = self.builder.number(factor);
            let symbols: Vec<usize> = monomial.symbols().collect();
            for symbol in symbols
                .into_iter()
                .map(|number| self.rewrite.symbols[number])
            {
                let magnitude = match magnitudes.get(&symbol) {
                    Some(&value) => value,
                    None => self.magnitude(symbol, float),
                };
                magnitudes.insert(symbol, magnitude);
                product = self.builder.binary("arith.mulf", product, magnitude);
            }
            total = self.builder.binary("arith.addf", total, product);
        }
        let limit = self.builder.number((1_u64 << 62) as f64);
        let fits = self.builder.is_less(total, limit);
        self.builder
            .assert(fits, "the size of a merged allocation exceeds 62 bits");
    }

    /// A symbol without its sign, in floating point.
    fn magnitude(&mut self, index: usize, float: TypeId) -> ValueId {
        let value = self.symbol(index);
        let wide = self.builder.m.ctx.int_type(64);
        let wide = self.builder.op("arith.index_cast", &[value], wide, &[]);
        let value = self.builder.op("arith.sitofp", &[wide], float, &[]);
        if 0 <= self.rewrite.sizes.symbols()[index].min {
            return value;
        }
        let zero = self.builder.number(0.0);
        let negative = self.builder.binary("arith.subf", zero, value);
        self.builder.binary("arith.maximumf", value, negative)
    }

    /// The same dimension that the program computes earlier in the block.
    fn existing_dim(&self, of: ValueId, dim: usize) -> Option<ValueId> {
        let (m, before) = (&*self.builder.m, self.builder.anchor);
        let is_this = |op: OpId| {
            m.is_kernel(op, Kernel::Dim)
                && m.operands(op).first() == Some(&of)
                && m.operands(op)
                    .get(1)
                    .and_then(|&number| constant_int(m, number))
                    == Some(dim as i64)
                && m.op_block(op) == m.op_block(before)
                && m.is_before(op, before)
        };
        let mut users = m.uses(of).map(|(user, _)| user);
        let op = users.find(|&user| is_this(user))?;
        m.result(op, 0)
    }

    fn constant(&mut self, value: i64) -> ValueId {
        if let Some(&known) = self.constants.get(&value) {
            return known;
        }
        let new = self.builder.constant(value);
        self.constants.insert(value, new);
        new
    }

    fn binary(&mut self, name: &'static str, left: ValueId, right: ValueId) -> ValueId {
        let (left, right) = (left.min(right), left.max(right));
        if let Some(&known) = self.binary.get(&(name, left, right)) {
            return known;
        }
        let new = self.builder.binary(name, left, right);
        self.binary.insert((name, left, right), new);
        new
    }
}
