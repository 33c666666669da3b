//! Offsets and sizes that are known only at run time, and which of them are surely apart.

use std::collections::BTreeMap;
use std::rc::Rc;

use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::buffers::{constant, dynamic_sizes, static_bytes};

/// The most lower bounds of one value, terms of one bound, operations that follow from each other, and conditions of
/// selects. Beyond these, less is proved.
const MAX_BOUNDS: usize = 64;
const MAX_TERMS: usize = 64;
const MAX_DEPTH: usize = 64;
const MAX_CONDITIONS: usize = 6;

/// A sum of products of values with their factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Polynomial(BTreeMap<SmallVec<[ValueId; 3]>, i64>);

impl Polynomial {
    fn constant(number: i64) -> Self {
        Self(BTreeMap::from([(SmallVec::new(), number)]))
    }

    fn value(value: ValueId) -> Self {
        Self(BTreeMap::from([(SmallVec::from_elem(value, 1), 1)]))
    }

    /// The sum with `factor` times another one.
    fn plus(&self, factor: i64, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        for (product, &number) in &other.0 {
            let term = sum.0.entry(product.clone()).or_insert(0);
            *term = term.checked_add(number.checked_mul(factor)?)?;
        }
        Some(sum)
    }

    fn times(&self, other: &Self) -> Option<Self> {
        if MAX_TERMS < self.0.len() * other.0.len() {
            return None;
        }
        let mut all = Self::default();
        for (own, &a) in &self.0 {
            for (its, &b) in &other.0 {
                let mut product = own.clone();
                product.extend_from_slice(its);
                product.sort();
                let term = all.0.entry(product).or_insert(0);
                *term = term.checked_add(a.checked_mul(b)?)?;
            }
        }
        Some(all)
    }
}

/// An offset and a size in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) offset: ValueId,
    /// The view of bytes, which has the size.
    pub(crate) shape: OpId,
}

/// What arithmetic makes of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Makes {
    Sum,
    Product,
    Larger,
    /// The first with some bits cleared.
    Masked,
    /// The second or the third.
    Choice,
    /// The same number.
    Cast,
    /// The size of a dimension.
    Dim,
}

/// The arithmetic of a program.
#[derive(Debug)]
pub(crate) struct Formulas<'m> {
    m: &'m Module,
    /// Sizes and offsets of views and allocations, which are not negative in any valid run.
    naturals: FxHashSet<ValueId>,
    /// Whether conditions are true, in the case at hand.
    case: FxHashMap<ValueId, bool>,
    /// What values are in that case, and what they are not less than.
    exact: FxHashMap<ValueId, Rc<Polynomial>>,
    bounds: FxHashMap<ValueId, Rc<[Polynomial]>>,
    /// The first of all values that are the size of a dimension of a buffer.
    dims: FxHashMap<(ValueId, i64), ValueId>,
}

impl<'m> Formulas<'m> {
    /// `places` are all that will be asked about.
    pub(crate) fn new(m: &'m Module, places: impl Iterator<Item = Place>) -> Self {
        let mut naturals = FxHashSet::default();
        for place in places {
            naturals.insert(place.offset);
            naturals.extend(dynamic_sizes(m, place.shape));
        }
        Self {
            m,
            naturals,
            case: FxHashMap::default(),
            exact: FxHashMap::default(),
            bounds: FxHashMap::default(),
            dims: FxHashMap::default(),
        }
    }

    /// Whether two places have no byte in common, whatever the sizes are.
    pub(crate) fn are_apart(&mut self, a: Place, b: Place) -> bool {
        self.in_all_cases(&[a.offset, b.offset], |this| {
            this.is_after(a.offset, b) || this.is_after(b.offset, a)
        })
    }

    /// Whether a place ends within an allocation of so many bytes.
    pub(crate) fn is_within(&mut self, place: Place, size: ValueId) -> bool {
        self.in_all_cases(&[place.offset, size], |this| this.is_after(size, place))
    }

    /// Whether a number of bytes is never less than the end of a place.
    fn is_after(&mut self, bytes: ValueId, place: Place) -> bool {
        let end = self.end(place);
        end.is_some_and(|end| self.is_at_least(bytes, &end))
    }

    /// Whether something holds, whatever the conditions are that choose between values.
    fn in_all_cases(&mut self, values: &[ValueId], holds: impl Fn(&mut Self) -> bool) -> bool {
        let mut conditions = Vec::new();
        let mut seen = FxHashSet::default();
        for &value in values {
            self.conditions(value, &mut seen, &mut conditions);
        }
        if MAX_CONDITIONS < conditions.len() {
            return false;
        }
        (0..1_u32 << conditions.len()).all(|case| {
            let cases = conditions.iter().enumerate();
            let case = cases.map(|(at, &c)| (c, case >> at & 1 == 1)).collect();
            if self.case != case {
                self.exact.clear();
                self.bounds.clear();
                self.case = case;
            }
            holds(self)
        })
    }

    /// Adds the conditions that choose between values in a formula.
    fn conditions(&self, value: ValueId, seen: &mut FxHashSet<ValueId>, all: &mut Vec<ValueId>) {
        let mut work = vec![value];
        while let Some(value) = work.pop().filter(|_| all.len() <= MAX_CONDITIONS) {
            let Some((makes, mut operands)) = self.arithmetic(value).filter(|_| seen.insert(value))
            else {
                continue;
            };
            if let (Makes::Choice, [condition, values @ ..]) = (makes, operands) {
                if !all.contains(condition) {
                    all.push(*condition);
                }
                operands = values;
            }
            work.extend_from_slice(operands);
        }
    }

    /// The arithmetic that makes a value.
    fn arithmetic(&self, value: ValueId) -> Option<(Makes, &'m [ValueId])> {
        let op = self.m.defining_op(value)?;
        let makes = match &*self.m.op_name_text(op) {
            "arith.addi" => Makes::Sum,
            "arith.muli" => Makes::Product,
            "arith.maxsi" | "arith.maxui" => Makes::Larger,
            "arith.andi" => Makes::Masked,
            "arith.select" => Makes::Choice,
            "arith.index_cast" => Makes::Cast,
            "memref.dim" => Makes::Dim,
            _ => return None,
        };
        Some((makes, self.m.operands(op)))
    }

    /// A value as a polynomial of values that are neither sums nor products.
    fn exactly(&mut self, value: ValueId, depth: usize) -> Rc<Polynomial> {
        if let Some(exact) = self.exact.get(&value) {
            return exact.clone();
        }
        let made = (depth < MAX_DEPTH)
            .then(|| self.made(value, depth + 1))
            .flatten();
        let made = made.unwrap_or_else(|| Rc::new(Polynomial::value(value)));
        self.exact.insert(value, made.clone());
        made
    }

    fn made(&mut self, value: ValueId, depth: usize) -> Option<Rc<Polynomial>> {
        let number = self
            .m
            .defining_op(value)
            .and_then(|op| constant(self.m, op));
        if let Some(number) = number {
            return Some(Rc::new(Polynomial::constant(number)));
        }
        match self.arithmetic(value)? {
            (Makes::Sum, &[a, b]) => {
                let (a, b) = (self.exactly(a, depth), self.exactly(b, depth));
                a.plus(1, &b).map(Rc::new)
            }
            (Makes::Product, &[a, b]) => {
                let (a, b) = (self.exactly(a, depth), self.exactly(b, depth));
                a.times(&b).map(Rc::new)
            }
            // A size that does not fit the type in between breaks the program before the rewrite, too.
            (Makes::Cast, &[from]) => Some(self.exactly(from, depth)),
            (Makes::Choice, &[condition, yes, no]) => {
                let is_true = *self.case.get(&condition)?;
                Some(self.exactly(if is_true { yes } else { no }, depth))
            }
            (Makes::Dim, &[of, dim]) => {
                let dim = constant(self.m, self.m.defining_op(dim)?)?;
                if let Some(given) = self.given_size(of, dim) {
                    return Some(self.exactly(given, depth));
                }
                let first = *self.dims.entry((of, dim)).or_insert(value);
                self.naturals.insert(first);
                Some(Rc::new(Polynomial::value(first)))
            }
            _ => None,
        }
    }

    /// The operand that is the size of a dimension of what an operation allocates or views as a buffer.
    fn given_size(&self, of: ValueId, dim: i64) -> Option<ValueId> {
        let op = self.m.defining_op(of)?;
        let name = self.m.op_name_text(op);
        let shape = self.m.ctx.shape(self.m.value_type(of))?;
        let before = shape.get(..usize::try_from(dim).ok()?)?;
        let number = before.iter().filter(|&&size| size < 0).count();
        let is_given = matches!(&*name, "memref.alloc" | "memref.alloca" | "memref.view")
            && *shape.get(before.len())? < 0;
        is_given
            .then(|| dynamic_sizes(self.m, op).nth(number))
            .flatten()
    }

    /// The end of a place.
    fn end(&mut self, place: Place) -> Option<Polynomial> {
        let bytes = i64::try_from(static_bytes(self.m, place.shape)?).ok()?;
        let mut size = Polynomial::constant(bytes);
        for factor in dynamic_sizes(self.m, place.shape) {
            size = size.times(&self.exactly(factor, 0))?;
        }
        self.exactly(place.offset, 0).plus(1, &size)
    }

    /// Whether a value is never less than a polynomial.
    fn is_at_least(&mut self, value: ValueId, least: &Polynomial) -> bool {
        let bounds = self.bounds(value, 0);
        let is_natural = |value: &ValueId| self.naturals.contains(value);
        bounds.iter().any(|bound| {
            let rest = bound.plus(-1, least);
            rest.is_some_and(|rest| {
                let mut terms = rest.0.iter();
                terms.all(|(product, &number)| {
                    number == 0 || (0 < number && product.iter().all(is_natural))
                })
            })
        })
    }

    /// Polynomials that a value is never less than, the value itself first.
    fn bounds(&mut self, value: ValueId, depth: usize) -> Rc<[Polynomial]> {
        if let Some(bounds) = self.bounds.get(&value) {
            return bounds.clone();
        }
        let mut bounds = vec![(*self.exactly(value, depth)).clone()];
        let arithmetic = self.arithmetic(value).filter(|_| depth < MAX_DEPTH);
        let depth = depth + 1;
        match arithmetic {
            Some((Makes::Larger, &[a, b])) => {
                let (a, b) = (self.bounds(a, depth), self.bounds(b, depth));
                // The first ones of both stay when the rest is cut off.
                for at in 0..a.len().max(b.len()) {
                    bounds.extend([&a, &b].iter().filter_map(|all| all.get(at).cloned()));
                }
            }
            Some((Makes::Sum, &[a, b])) => {
                let (all, others) = (self.bounds(a, depth), self.bounds(b, depth));
                let sums = all.iter().flat_map(|a| others.iter().map(|b| a.plus(1, b)));
                bounds.extend(sums.flatten());
            }
            // Rounded up: some bits of a larger number are cleared.
            Some((Makes::Masked, &[rounded, mask])) => {
                let mask = self.m.defining_op(mask).and_then(|op| constant(self.m, op));
                // `-step` has all bits but those of `step - 1`.
                if let Some(step) = mask.and_then(i64::checked_neg).filter(|&step| 0 < step) {
                    let lost = Polynomial::constant(1 - step);
                    let all = self.bounds(rounded, depth);
                    bounds.extend(all.iter().filter_map(|bound| bound.plus(1, &lost)));
                }
            }
            Some((Makes::Choice, &[condition, yes, no])) => {
                if let Some(&is_true) = self.case.get(&condition) {
                    bounds.extend_from_slice(&self.bounds(if is_true { yes } else { no }, depth));
                }
            }
            _ => {}
        }
        bounds.truncate(MAX_BOUNDS);
        let bounds: Rc<[Polynomial]> = bounds.into();
        self.bounds.insert(value, bounds.clone());
        bounds
    }
}
