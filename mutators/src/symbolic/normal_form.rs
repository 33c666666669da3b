//! Symbolic execution of emitted arithmetic: each value as a maximum of polynomials.
//!
//! Sums distribute over maxima, and rounding is monotone, so every value that the formulas of a plan use has such a
//! form. A rounded polynomial is a symbol of its own. Two forms are equal if each polynomial of one is at most one of
//! the other, for all dimensions that are not negative.

use memplan_memory_model::SizeSource;
use memplan_mlir::interfaces::constant_int;
use memplan_mlir::semantics::{IntOp, Scalar, Semantics};
use memplan_mlir::{INDEX_WIDTH, Module, OpId, TypeKind, ValueId};
use memplan_planner::BufferId;
use memplan_planner::symbols::Orientation;
use memplan_support::symbolic::{MAX_SYMBOLS, Polynomial, Symbol};
use rustc_hash::FxHashMap;

use super::{SymbolicArena, SymbolicRewrite};

/// The most polynomials of a form.
const MAX_FORMS: usize = 64;

/// The maximum of some polynomials, none of which is known to be at most another.
type Form = Vec<Polynomial>;

/// Compares size and offsets with the formulas of every orientation that may be chosen. `Ok(false)` if a form has too
/// many polynomials or symbols to tell.
///
/// # Errors
/// What differs.
pub(super) fn compare(
    m: &Module,
    rewrite: &SymbolicRewrite<'_>,
    arena: &SymbolicArena,
) -> Result<bool, String> {
    // A maximum that the program computes is a symbol, which the same maximum of offsets is not.
    let is_maximum = |source: &SizeSource| match source {
        SizeSource::Computed { name, .. } => {
            let semantics = m.ctx.def(*name).map(|def| def.semantics);
            matches!(semantics, Some(Semantics::Scalar(Scalar::Int(IntOp::MaxS))))
        }
        _ => false,
    };
    if rewrite.sizes.sources().iter().any(is_maximum) {
        return Ok(false);
    }
    let mut is_whole = true;
    for (choice, orientation) in rewrite.plan.orientations.iter().enumerate() {
        for size in &arena.sizes {
            let mut forms = Forms::new(m, rewrite, choice, size.end);
            for &(value, index) in &size.symbols {
                let symbol = Polynomial::symbol(index).map_err(|error| error.to_string())?;
                forms.known.insert(value, vec![symbol]);
            }
            let expected = forms.of_plan(orientation);
            let size_form = forms.eval(size.value);
            match expected.zip(size_form) {
                Some(((_, peak), size_form)) if forms.are_equal(&size_form, &peak) => {}
                Some(_) => return Err("the size of the arena".to_owned()),
                None => is_whole = false,
            }
        }
        let mut forms = Forms::new(m, rewrite, choice, arena.end);
        let Some((offsets, _)) = forms.of_plan(orientation) else {
            is_whole = false;
            continue;
        };
        for (buffer, (&value, expected)) in arena.offsets.iter().zip(&offsets).enumerate() {
            let offset = forms.eval(value);
            match offset.map(|offset| forms.are_equal(&offset, expected)) {
                Some(true) => {}
                Some(false) => return Err(format!("the offset of buffer {buffer}")),
                None => is_whole = false,
            }
        }
    }
    Ok(is_whole)
}

struct Forms<'a> {
    m: &'a Module,
    rewrite: &'a SymbolicRewrite<'a>,
    /// The orientation that is assumed to be chosen.
    choice: usize,
    /// The operation after what was emitted.
    end: OpId,
    symbols: Vec<Symbol>,
    /// Rounded polynomials, and the symbols that they are.
    rounded: FxHashMap<Polynomial, usize>,
    /// The comparisons of peaks, in the order of the program.
    comparisons: Vec<ValueId>,
    known: FxHashMap<ValueId, Form>,
}

impl<'a> Forms<'a> {
    fn new(m: &'a Module, rewrite: &'a SymbolicRewrite<'a>, choice: usize, end: OpId) -> Self {
        let all = rewrite.sizes.symbols().iter();
        let symbols = all.map(|symbol| Symbol {
            min: if 0 <= symbol.min { 0 } else { i64::MIN },
            max: None,
            multiple: 1,
            name: symbol.name.clone(),
        });
        Self {
            m,
            rewrite,
            choice,
            end,
            symbols: symbols.collect(),
            rounded: FxHashMap::default(),
            comparisons: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// Offsets and peak according to one orientation.
    fn of_plan(&mut self, orientation: &Orientation) -> Option<(Vec<Form>, Form)> {
        let plan = self.rewrite.plan;
        let mut sizes = Vec::with_capacity(plan.sizes.len());
        for size in &plan.sizes {
            let mut bytes = Polynomial::default();
            for &(monomial, coefficient) in size.bytes.terms() {
                let symbols = monomial.symbols().map(|index| self.rewrite.symbols[index]);
                bytes = bytes
                    .add(&Polynomial::term(coefficient, symbols).ok()?)
                    .ok()?;
            }
            let mut form = vec![bytes];
            // Negative sizes take no memory.
            self.keep(&mut form, Polynomial::default());
            if size.is_rounded {
                form = self.round(&form, plan.alignment.0)?;
            }
            sizes.push(form);
        }
        let mut offsets: Vec<Form> = vec![Form::new(); plan.size_of.len()];
        let mut peak = vec![Polynomial::default()];
        let mut ends: Vec<Form> = vec![Form::new(); plan.size_of.len()];
        for &id in orientation.order() {
            let mut offset = vec![Polynomial::default()];
            for lower in orientation.below(id) {
                let lower: BufferId = *lower;
                for end in ends[lower.index()].clone() {
                    self.keep(&mut offset, end);
                }
            }
            let end = self.sum(&offset, &sizes[plan.size_of[id.index()] as usize])?;
            for term in end.clone() {
                self.keep(&mut peak, term);
            }
            ends[id.index()] = end;
            offsets[id.index()] = offset;
        }
        Some((offsets, peak))
    }

    fn eval(&mut self, value: ValueId) -> Option<Form> {
        let mut open = vec![value];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&next) {
                open.pop();
                continue;
            }
            if let Some(form) = self.leaf(next) {
                self.known.insert(next, form);
                continue;
            }
            let op = self.m.defining_op(next)?;
            let operands = self.chosen_operands(op)?;
            let missing: Vec<ValueId> = (operands.iter())
                .filter(|operand| !self.known.contains_key(operand))
                .copied()
                .collect();
            if missing.is_empty() {
                let form = self.execute(op, &operands)?;
                self.known.insert(next, form);
            } else {
                open.extend(missing);
            }
        }
        self.known.get(&value).cloned()
    }

    /// The operands that a value depends on: of a selection, the chosen one.
    fn chosen_operands(&mut self, op: OpId) -> Option<Vec<ValueId>> {
        let m = self.m;
        let operands = m.operands(op);
        if !matches!(m.semantics(op), Semantics::Scalar(Scalar::Select)) {
            return Some(operands.to_vec());
        }
        let &[condition, yes, no] = operands else {
            return None;
        };
        if self.comparisons.is_empty() {
            let block = m.op_block(op)?;
            let is_comparison =
                |&op: &OpId| matches!(m.semantics(op), Semantics::Scalar(Scalar::CompareInts));
            let all = m.ops(block).filter(is_comparison);
            let before = all.filter(|&comparison| m.is_before(comparison, self.end));
            let results = before.filter_map(|op| m.result(op, 0));
            let used = results.filter(|&result| {
                let mut users = m.uses(result).map(|(user, _)| user);
                users.any(|user| matches!(m.semantics(user), Semantics::Scalar(Scalar::Select)))
            });
            let n_comparisons = self.rewrite.plan.orientations.len().saturating_sub(1);
            let used: Vec<ValueId> = used.collect();
            let first = used.len().checked_sub(n_comparisons)?;
            self.comparisons = used[first..].to_vec();
        }
        let number = self
            .comparisons
            .iter()
            .position(|&comparison| comparison == condition)?;
        Some(vec![if number + 1 == self.choice { yes } else { no }])
    }

    fn leaf(&self, value: ValueId) -> Option<Form> {
        let at = |source: &SizeSource| {
            let index = self.rewrite.sizes.index_of(source)?;
            Some(vec![Polynomial::symbol(index).ok()?])
        };
        if let Some(form) = at(&SizeSource::Value(value)) {
            return Some(form);
        }
        if let Some(number) = constant_int(self.m, value) {
            return Some(vec![Polynomial::constant(number)]);
        }
        at(&SizeSource::of_dim(self.m, value)?)
    }

    fn execute(&mut self, op: OpId, operands: &[ValueId]) -> Option<Form> {
        let m = self.m;
        let forms: Option<Vec<Form>> = (operands.iter())
            .map(|operand| self.known.get(operand).cloned())
            .collect();
        let forms = forms?;
        match (m.semantics(op), &forms[..]) {
            (Semantics::Scalar(Scalar::Select), [chosen]) => Some(chosen.clone()),
            (Semantics::Scalar(Scalar::Int(IntOp::Add)), [a, b]) => self.sum(a, b),
            (Semantics::Scalar(Scalar::Int(IntOp::Mul)), [a, b]) => match (&a[..], &b[..]) {
                ([a], [b]) => Some(vec![a.mul(b).ok()?]),
                _ => None,
            },
            (Semantics::Scalar(Scalar::Int(IntOp::MaxS)), [a, b]) => {
                let mut both = a.clone();
                for term in b {
                    self.keep(&mut both, term.clone());
                }
                (both.len() <= MAX_FORMS).then_some(both)
            }
            (Semantics::Scalar(Scalar::Int(IntOp::And)), [a, b])
                if a.len() == 1 && a[0].as_constant().is_some_and(|mask| mask < 0) =>
            {
                self.masked(b, a[0].as_constant()?)
            }
            (Semantics::Scalar(Scalar::Int(IntOp::And)), [a, b])
                if b.len() == 1 && b[0].as_constant().is_some_and(|mask| mask < 0) =>
            {
                self.masked(a, b[0].as_constant()?)
            }
            (Semantics::Scalar(Scalar::Int(_)), [a, b]) => {
                let ([a], [b]) = (&a[..], &b[..]) else {
                    return None;
                };
                let index = self.rewrite.sizes.index_of(&SizeSource::Computed {
                    name: m.op_name(op),
                    operands: [a.clone(), b.clone()],
                })?;
                Some(vec![Polynomial::symbol(index).ok()?])
            }
            (Semantics::Scalar(Scalar::Resize { is_signed: true }), [of]) => {
                let width = |value: ValueId| match m.value_type_kind(value) {
                    TypeKind::Index => Some(INDEX_WIDTH),
                    TypeKind::Integer { width, .. } => Some(*width),
                    _ => None,
                };
                let (from, to) = (width(operands[0])?, width(m.result(op, 0)?)?);
                let is_leaf = self.leaf(operands[0]).is_some();
                if to <= from || is_leaf {
                    return Some(of.clone());
                }
                let [of] = &of[..] else { return None };
                let index = self.rewrite.sizes.index_of(&SizeSource::Wrapped {
                    width: from,
                    of: of.clone(),
                })?;
                Some(vec![Polynomial::symbol(index).ok()?])
            }
            _ => None,
        }
    }

    /// The sum of all pairs.
    fn sum(&self, a: &[Polynomial], b: &[Polynomial]) -> Option<Form> {
        let mut sums = Form::new();
        for a in a {
            for b in b {
                self.keep(&mut sums, a.add(b).ok()?);
            }
        }
        (sums.len() <= MAX_FORMS).then_some(sums)
    }

    /// `of` with its low bits cleared, if it is a value plus those bits.
    fn masked(&mut self, of: &[Polynomial], mask: i64) -> Option<Form> {
        let align = mask.checked_neg()?.unsigned_abs();
        let below = Polynomial::constant(i64::try_from(align).ok()? - 1);
        let values: Option<Form> = of.iter().map(|value| value.sub(&below).ok()).collect();
        self.round(&values?, align)
    }

    fn round(&mut self, of: &[Polynomial], align: u64) -> Option<Form> {
        if !align.is_power_of_two() {
            return None;
        }
        let mut rounded = Form::new();
        for term in of {
            let new = if term.is_multiple_of(align) {
                term.clone()
            } else if let Some(number) = term.as_constant() {
                let align = i64::try_from(align).ok()?;
                Polynomial::constant(number.checked_add(align - 1)?.div_euclid(align) * align)
            } else {
                let n_symbols = self.symbols.len();
                let index = *self.rounded.entry(term.clone()).or_insert(n_symbols);
                if index == n_symbols {
                    if n_symbols == MAX_SYMBOLS {
                        return None;
                    }
                    let is_natural = Polynomial::default().is_at_most(term, &self.symbols);
                    self.symbols.push(Symbol {
                        name: format!("rounded{index}"),
                        min: if is_natural { 0 } else { i64::MIN },
                        max: None,
                        multiple: 1,
                    });
                }
                Polynomial::symbol(index).ok()?
            };
            self.keep(&mut rounded, new);
        }
        Some(rounded)
    }

    fn keep(&self, form: &mut Form, new: Polynomial) {
        if form
            .iter()
            .any(|other| new.is_at_most(other, &self.symbols))
        {
            return;
        }
        form.retain(|other| !other.is_at_most(&new, &self.symbols));
        form.push(new);
    }

    fn are_equal(&self, a: &[Polynomial], b: &[Polynomial]) -> bool {
        let is_below = |a: &[Polynomial], b: &[Polynomial]| {
            a.iter()
                .all(|a| b.iter().any(|b| a.is_at_most(b, &self.symbols)))
        };
        is_below(a, b) && is_below(b, a)
    }
}
