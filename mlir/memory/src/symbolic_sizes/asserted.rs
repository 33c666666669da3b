//! What assertions at the entry of a function say about sizes.

use memplan_mlir::interfaces::is_memory_effect_free;
use memplan_mlir::semantics::{IntOp, Kernel, Scalar, Semantics};
use memplan_mlir::{Module, OpId, TypeKind, ValueId, names};
use memplan_support::symbolic::Polynomial;

use super::{SizeSource, SymbolicSizes, narrow};

/// The relation of two numbers that a comparison states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    AtMost,
    Less,
    AtLeast,
    Greater,
}

impl Relation {
    /// The relation of a predicate of `arith.cmpi`, and whether it is for numbers without sign.
    fn of(code: i64) -> Option<(Self, bool)> {
        Some(match code {
            0 => (Self::Equal, false),
            2 => (Self::Less, false),
            3 => (Self::AtMost, false),
            4 => (Self::Greater, false),
            5 => (Self::AtLeast, false),
            6 => (Self::Less, true),
            7 => (Self::AtMost, true),
            _ => return None,
        })
    }

    /// The relation of the second number to the first.
    fn turned(self) -> Self {
        match self {
            Self::Equal => Self::Equal,
            Self::AtMost => Self::AtLeast,
            Self::Less => Self::Greater,
            Self::AtLeast => Self::AtMost,
            Self::Greater => Self::Less,
        }
    }
}

impl SymbolicSizes {
    /// Narrows ranges by the assertions at the start of the function, up to the first operation that has another
    /// effect: no buffer is allocated before. Returns that operation. Conditions are conjunctions of comparisons of
    /// values of type `index`, with constants or each other, and of remainders with 0.
    pub(super) fn read_asserts(&mut self, m: &Module) -> Option<OpId> {
        let block = m.first_block(*m.regions(self.function).first()?)?;
        let mut conditions = Vec::new();
        let mut next = m.first_op(block);
        while let Some(op) = next {
            match m.operands(op) {
                &[condition] if m.is_kernel(op, Kernel::Assert) => conditions.push(condition),
                _ if m.regions(op).is_empty() && is_memory_effect_free(m, op) => {}
                _ => break,
            }
            next = m.next_op(op);
        }
        for condition in conditions {
            self.assume(m, condition);
        }
        next.filter(|&op| m.op_block(op) == Some(block))
    }

    fn assume(&mut self, m: &Module, condition: ValueId) {
        let Some(op) = m.defining_op(condition) else {
            return;
        };
        let &[a, b] = m.operands(op) else {
            return;
        };
        match m.semantics(op) {
            Semantics::Scalar(Scalar::Int(IntOp::And)) => {
                self.assume(m, a);
                self.assume(m, b);
            }
            Semantics::Scalar(Scalar::CompareInts) => {
                let relation = m.prop_i64(op, names::PREDICATE).and_then(Relation::of);
                let is_index = *m.value_type_kind(a) == TypeKind::Index;
                if let Some((relation, is_unsigned)) = relation.filter(|_| is_index) {
                    self.relate(m, a, b, relation, is_unsigned);
                }
            }
            _ => {}
        }
    }

    fn relate(
        &mut self,
        m: &Module,
        a: ValueId,
        b: ValueId,
        relation: Relation,
        is_unsigned: bool,
    ) {
        let (Some(x), Some(y)) = (self.value_of(m, a), self.value_of(m, b)) else {
            return;
        };
        match (x.as_constant(), y.as_constant()) {
            (None, Some(limit)) => self.bound(m, &x, relation, limit, is_unsigned),
            (Some(limit), None) if !is_unsigned => {
                self.bound(m, &y, relation.turned(), limit, false);
            }
            (None, None) if relation == Relation::Equal && x == y => {
                self.forget_assumed(m, a, b);
            }
            (None, None) if relation == Relation::Equal => self.unify(x, y),
            _ => {}
        }
    }

    /// A size is in a relation to a number.
    fn bound(
        &mut self,
        m: &Module,
        of: &Polynomial,
        relation: Relation,
        limit: i64,
        is_unsigned: bool,
    ) {
        let [(monomial, 1)] = of.terms() else {
            return;
        };
        let mut symbols = monomial.symbols();
        let (Some(symbol), None) = (symbols.next(), symbols.next()) else {
            return;
        };
        if (relation, limit) == (Relation::Equal, 0)
            && let Some((of, by)) = self.remainder(m, symbol)
        {
            self.narrow(of, i64::MIN, None, by);
            return;
        }
        let least = if is_unsigned { 0 } else { i64::MIN };
        match relation {
            _ if is_unsigned && limit < 0 => {}
            Relation::Equal => self.narrow(symbol, limit, Some(limit), 1),
            Relation::AtMost => self.narrow(symbol, least, Some(limit), 1),
            Relation::Less => self.narrow(symbol, least, limit.checked_sub(1), 1),
            Relation::AtLeast => self.narrow(symbol, limit, None, 1),
            Relation::Greater => self.narrow(symbol, limit.saturating_add(1), None, 1),
        }
    }

    /// The symbol of which another is the remainder of a division by a number, and that number.
    fn remainder(&self, m: &Module, symbol: usize) -> Option<(usize, i64)> {
        let SizeSource::Computed { name, operands } = &self.sources[symbol] else {
            return None;
        };
        let semantics = m.ctx.def(*name)?.semantics;
        let is_remainder = matches!(
            semantics,
            Semantics::Scalar(Scalar::Int(IntOp::RemS | IntOp::RemU))
        );
        let by = operands[1].as_constant().filter(|&by| 0 < by)?;
        let [(monomial, 1)] = operands[0].terms() else {
            return None;
        };
        let mut symbols = monomial.symbols();
        match (symbols.next(), symbols.next()) {
            (Some(of), None) if is_remainder => Some((of, by)),
            _ => None,
        }
    }

    /// Two values are equal that were taken for equal only because they are declared so.
    fn forget_assumed(&mut self, m: &Module, a: ValueId, b: ValueId) {
        let source = |value| SizeSource::of_dim(m, value).unwrap_or(SizeSource::Value(value));
        let is_assumed = |of: &SizeSource| self.assumed.iter().any(|(assumed, _)| assumed == of);
        let (a, b) = (source(a), source(b));
        match (is_assumed(&a), is_assumed(&b)) {
            (true, false) => self.assumed.retain(|(assumed, _)| *assumed != a),
            (false, true) => self.assumed.retain(|(assumed, _)| *assumed != b),
            _ => {}
        }
    }

    fn narrow(&mut self, symbol: usize, min: i64, max: Option<i64>, multiple: i64) {
        for all in [&mut self.symbols, &mut self.proven] {
            narrow(&mut all[symbol], min, max, multiple);
        }
    }
}
