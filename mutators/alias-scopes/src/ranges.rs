//! Which integers a value may be, and which bytes an access may touch.
//!
//! A range is proved, never assumed: it follows from constants, from the start, step and bound of loops, and from the
//! comparisons of branches that dominate a use. Where nothing is known it is that of the type.

use super::graph::{
    Access, Binary, Block, Def, Fact, Function, Length, MAX_STEPS, Node, Predicate, Shape, Value,
};

/// The least and the greatest value, as signed numbers.
pub(super) type Range = (i128, i128);

/// The object and the bytes of an access relative to it, the end excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bytes {
    pub(super) root: (Value, Vec<u32>),
    pub(super) range: Range,
}

/// Memory that has a scope as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Memory {
    /// Memory that exists when the function is called.
    Outside,
    /// What a call of `malloc` returns.
    Fresh(Value),
}

/// Deeper computations count as unknown: recursion is bounded.
const MAX_DEPTH: u32 = 256;

/// The ranges of the values of a function, each computed when it is first needed.
pub(super) struct Ranges<'f, I> {
    function: &'f Function<I>,
    shape: &'f Shape,
    /// What is known so far: while a range is computed, that of the type.
    known: Vec<Option<Range>>,
    depth: u32,
}

impl<'f, I> Ranges<'f, I> {
    pub(super) fn new(function: &'f Function<I>, shape: &'f Shape) -> Self {
        Self {
            function,
            shape,
            known: vec![None; function.values.len()],
            depth: 0,
        }
    }

    /// The bytes of an access, if all of them are in one object that is known.
    pub(super) fn of_access(&mut self, access: &Access<I>) -> Option<Vec<Bytes>> {
        let places = access.places.iter();
        places
            .map(|&(address, length)| self.of_place(address, length, access.block))
            .collect()
    }

    fn of_place(&mut self, address: Value, length: Length, block: Block) -> Option<Bytes> {
        let bytes = match length {
            Length::Bytes(bytes) => bytes,
            Length::Computed(value) => self.at(value, block)?.1,
        };
        let (root, (low, high)) = self.base(address)?;
        let high = high.checked_add(bytes)?;
        let block = self.function.values[root.0 as usize].block;
        let accessed = Bytes {
            root,
            range: (low, high),
        };
        // An object that a loop replaces is not one object, unless each is new.
        let is_one = !self.shape.is_repeated[block as usize] || self.is_fresh(&accessed);
        let is_small = bytes >= 0 && low > -(1 << 62) && high < 1 << 62;
        (is_one && is_small).then_some(accessed)
    }

    /// What a pointer is based on, and its distance from it.
    fn base(&mut self, address: Value) -> Option<((Value, Vec<u32>), Range)> {
        let (mut value, mut low, mut high) = (address, 0_i128, 0_i128);
        for _ in 0..MAX_STEPS {
            let (resolved, path) = self.function.resolved(value);
            let node = &self.function.values[resolved as usize];
            let Def::Address(base, offset, terms) = &node.def else {
                return Some(((resolved, path), (low, high)));
            };
            if !path.is_empty() {
                return None;
            }
            low = low.checked_add(*offset)?;
            high = high.checked_add(*offset)?;
            for &(term, factor) in terms {
                let (a, b) = self.at(term, node.block)?;
                let (a, b) = (a.checked_mul(factor)?, b.checked_mul(factor)?);
                low = low.checked_add(a.min(b))?;
                high = high.checked_add(a.max(b))?;
            }
            value = *base;
        }
        None
    }

    /// Whether the bytes are in an object that is new each time its address is computed.
    pub(super) fn is_fresh(&mut self, bytes: &Bytes) -> bool {
        let is_direct = matches!(
            self.function.values[bytes.root.0 as usize].def,
            Def::Fresh(_)
        ) && bytes.root.1.is_empty();
        is_direct || matches!(self.memory(bytes), Some(Memory::Fresh(_)))
    }

    /// The memory that bytes are in. A fresh allocation aliases neither memory of the callers nor another fresh
    /// allocation.
    pub(super) fn memory(&mut self, bytes: &Bytes) -> Option<Memory> {
        if let Def::Outside = self.function.values[bytes.root.0 as usize].def {
            return Some(Memory::Outside);
        }
        let (fresh, (from, to)) = self.origin(&bytes.root)?;
        let Def::Fresh(Some(size)) = self.function.values[fresh as usize].def else {
            return None;
        };
        let size = self.at(size, self.function.values[fresh as usize].block)?.0;
        let is_inside = from + bytes.range.0 >= 0 && to + bytes.range.1 <= size;
        is_inside.then_some(Memory::Fresh(fresh))
    }

    /// The new object that a pointer is based on, and the distance from its start. MLIR aligns what `malloc` returns
    /// with `x - x % alignment`, where x is the address plus `alignment - 1`.
    fn origin(&mut self, (value, path): &(Value, Vec<u32>)) -> Option<(Value, Range)> {
        let function = self.function;
        let node = |value: Value| {
            let (value, path) = function.resolved(value);
            path.is_empty().then(|| &function.values[value as usize])
        };
        let is_whole = path.is_empty();
        let Def::ToPointer(aligned) = function.values[*value as usize].def else {
            let is_fresh = matches!(function.values[*value as usize].def, Def::Fresh(_));
            return (is_whole && is_fresh).then_some((*value, (0, 0)));
        };
        let Def::Binary(Binary::Sub, high, rest) = node(aligned)?.def else {
            return None;
        };
        let Def::Binary(Binary::RemU, divided, alignment) = node(rest)?.def else {
            return None;
        };
        let Node {
            def: Def::Binary(Binary::Add, a, b),
            block,
            ..
        } = *node(high)?
        else {
            return None;
        };
        let [start, added] = match (&node(a)?.def, &node(b)?.def) {
            (&Def::ToInteger(start), _) => [start, b],
            (_, &Def::ToInteger(start)) => [start, a],
            _ => return None,
        };
        let (added, alignment) = (self.at(added, block)?, self.at(alignment, block)?);
        let (start, path) = function.resolved(start);
        let is_fresh = matches!(function.values[start as usize].def, Def::Fresh(_));
        let is_aligned =
            divided == high && added.0 >= 0 && alignment.0 > 0 && is_whole && path.is_empty();
        (is_fresh && is_aligned).then_some((start, (added.0 + 1 - alignment.1, added.1)))
    }

    /// The range of a value where a block uses it; none if it is no integer.
    fn at(&mut self, value: Value, block: Block) -> Option<Range> {
        let (value, path) = self.function.resolved(value);
        if !path.is_empty() {
            return type_range(64);
        }
        let mut range = self.of(value)?;
        let shape = self.shape;
        let home = self.function.values[value as usize].block;
        for fact in shape.facts.get(&value).into_iter().flatten() {
            if self.holds(fact, home, block) {
                range = self.restricted(range, fact);
            }
        }
        Some(range)
    }

    /// Whether a fact about a value, which `home` computes, holds for its newest version in `block`. Every path from
    /// `home` to `block` passes the branch, because `home` dominates the target of the branch, and that dominates
    /// `block`.
    fn holds(&self, fact: &Fact, home: Block, block: Block) -> bool {
        let dominators = &self.shape.dominators;
        fact.block != home
            && dominators.dominates(home, fact.block)
            && dominators.dominates(fact.block, block)
    }

    fn restricted(&mut self, range: Range, fact: &Fact) -> Range {
        match self.at_depth(|ranges| ranges.at(fact.other, fact.from)) {
            Some(other) => meet(range, fact.predicate, other),
            None => range,
        }
    }

    fn at_depth<T>(&mut self, compute: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let computed = compute(self);
        self.depth -= 1;
        computed
    }

    /// The range of a value wherever it is used.
    fn of(&mut self, value: Value) -> Option<Range> {
        let node = &self.function.values[value as usize];
        if let Def::Number(number) = node.def {
            return Some((number, number));
        }
        if let Some(range) = self.known[value as usize] {
            return Some(range);
        }
        let whole = type_range(node.width)?;
        self.known[value as usize] = Some(whole);
        let block = node.block;
        let computed = self.at_depth(|ranges| match &node.def {
            Def::Binary(op, a, b) => {
                let (a, b) = (ranges.at(*a, block)?, ranges.at(*b, block)?);
                combined(*op, a, b)
            }
            Def::Select(condition, a, b) => {
                let a = ranges.chosen(*condition, true, *a, block)?;
                let b = ranges.chosen(*condition, false, *b, block)?;
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            Def::SignExtend(from) => ranges.at(*from, block),
            Def::ZeroExtend(from) => {
                let width = ranges.function.values[*from as usize].width;
                let range = ranges.at(*from, block).filter(|range| range.0 >= 0);
                range.or_else(|| type_range(width + 1).map(|(_, most)| (0, most)))
            }
            Def::Truncate(from) => ranges.at(*from, block),
            // The size of a type, as MLIR computes it: the address of an element of an array at null.
            Def::ToInteger(from) => {
                let ((base, path), range) = ranges.base(*from)?;
                let is_null = matches!(ranges.function.values[base as usize].def, Def::Null);
                (is_null && path.is_empty()).then_some(range)
            }
            Def::Phi(incoming) => match ranges.of_counter(value, incoming) {
                Some(range) => Some(range),
                None => {
                    let mut all: Option<Range> = None;
                    for &(incoming, from) in incoming {
                        let range = ranges.at(incoming, from)?;
                        all =
                            Some(all.map_or(range, |all| (all.0.min(range.0), all.1.max(range.1))));
                    }
                    all
                }
            },
            _ => None,
        });
        // Beyond the type, the number wraps around.
        let proven =
            computed.filter(|range| whole.0 <= range.0 && range.1 <= whole.1 && range.0 <= range.1);
        let range = proven.unwrap_or(whole);
        self.known[value as usize] = Some(range);
        Some(range)
    }

    /// A value that `select` chooses if its condition has this value.
    fn chosen(
        &mut self,
        condition: Value,
        holds: bool,
        value: Value,
        block: Block,
    ) -> Option<Range> {
        let range = self.at(value, block)?;
        let Def::Compare(predicate, a, b) = self.function.values[condition as usize].def else {
            return Some(range);
        };
        let predicate = if holds {
            predicate
        } else {
            predicate.negated()
        };
        if a == value {
            Some(meet(range, predicate, self.at(b, block)?))
        } else if b == value {
            Some(meet(range, predicate.swapped(), self.at(a, block)?))
        } else {
            Some(range)
        }
    }

    /// The counter of a loop: it starts somewhere, and every edge back adds a positive constant where the counter is
    /// known to be below a bound.
    fn of_counter(&mut self, counter: Value, incoming: &[(Value, Block)]) -> Option<Range> {
        let (mut range, mut is_counter): (Option<Range>, bool) = (None, false);
        for &(value, from) in incoming {
            let node = &self.function.values[value as usize];
            let step = match node.def {
                Def::Binary(Binary::Add, a, b) if a == counter => self.constant(b),
                Def::Binary(Binary::Add, a, b) if b == counter => self.constant(a),
                _ => None,
            };
            let part = match step {
                Some(step) => {
                    let bound = self.bound(counter, node.block)?;
                    is_counter = true;
                    // The least value is that of the starts: adding never lowers it, as it does not wrap around.
                    let most = bound.checked_add(step).filter(|_| step > 0)?;
                    if most > type_range(node.width)?.1 {
                        return None;
                    }
                    (i128::MAX, most)
                }
                None => self.at(value, from)?,
            };
            range = Some(range.map_or(part, |all| (all.0.min(part.0), all.1.max(part.1))));
        }
        range.filter(|range| is_counter && range.0 <= range.1)
    }

    /// The greatest value of a counter in a block, from comparisons alone.
    fn bound(&mut self, counter: Value, block: Block) -> Option<i128> {
        let whole = type_range(self.function.values[counter as usize].width)?;
        let home = self.function.values[counter as usize].block;
        let mut range = whole;
        let shape = self.shape;
        for fact in shape.facts.get(&counter).into_iter().flatten() {
            let is_above = matches!(
                fact.predicate,
                Predicate::Lt | Predicate::Le | Predicate::LtU | Predicate::LeU
            );
            if is_above && self.holds(fact, home, block) {
                range = self.restricted(range, fact);
            }
        }
        (range.1 < whole.1).then_some(range.1)
    }

    fn constant(&self, value: Value) -> Option<i128> {
        let (value, path) = self.function.resolved(value);
        match self.function.values[value as usize].def {
            Def::Number(number) if path.is_empty() => Some(number),
            _ => None,
        }
    }
}

/// The range of a signed integer of this width.
fn type_range(width: u32) -> Option<Range> {
    (1..=65)
        .contains(&width)
        .then(|| (-(1 << (width - 1)), (1 << (width - 1)) - 1))
}

/// The part of a range where a comparison with a number of another range may hold. Where there is none, the code is
/// dead, and the range stays.
fn meet(range: Range, predicate: Predicate, other: Range) -> Range {
    let (low, high) = range;
    let is_natural = other.0 >= 0;
    let met = match predicate {
        Predicate::Eq => (low.max(other.0), high.min(other.1)),
        Predicate::Lt => (low, high.min(other.1 - 1)),
        Predicate::Le => (low, high.min(other.1)),
        Predicate::Gt => (low.max(other.0 + 1), high),
        Predicate::Ge => (low.max(other.0), high),
        // Below a number without sign, as unsigned numbers: without sign, too.
        Predicate::LtU if is_natural => (low.max(0), high.min(other.1 - 1)),
        Predicate::LeU if is_natural => (low.max(0), high.min(other.1)),
        Predicate::Ne if other.0 == other.1 => (
            low + i128::from(low == other.0),
            high - i128::from(high == other.0),
        ),
        _ => range,
    };
    if met.0 <= met.1 { met } else { range }
}

/// The results of an operation on numbers of two ranges, unless it wraps around.
fn combined(op: Binary, a: Range, b: Range) -> Option<Range> {
    let are_natural = a.0 >= 0 && b.0 >= 0;
    let hull = |values: [Option<i128>; 4]| -> Option<Range> {
        let [first, rest @ ..] = values;
        let first = first?;
        rest.into_iter()
            .try_fold((first, first), |all: Range, value| {
                let value = value?;
                Some((all.0.min(value), all.1.max(value)))
            })
    };
    match op {
        Binary::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
        Binary::Sub => Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)),
        Binary::Mul => hull([
            a.0.checked_mul(b.0),
            a.0.checked_mul(b.1),
            a.1.checked_mul(b.0),
            a.1.checked_mul(b.1),
        ]),
        Binary::Shl if b.0 == b.1 && (0..63).contains(&b.0) => {
            let factor = 1 << b.0;
            Some((a.0.checked_mul(factor)?, a.1.checked_mul(factor)?))
        }
        Binary::And if are_natural => Some((0, a.1.min(b.1))),
        Binary::DivS | Binary::DivU if b.0 > 0 && (op == Binary::DivS || a.0 >= 0) => hull([
            Some(a.0 / b.0),
            Some(a.0 / b.1),
            Some(a.1 / b.0),
            Some(a.1 / b.1),
        ]),
        Binary::RemS | Binary::RemU if b.0 > 0 && a.0 >= 0 => Some((0, a.1.min(b.1 - 1))),
        Binary::RemS if b.0 > 0 => Some(((1 - b.1).max(a.0), (b.1 - 1).min(a.1.max(0)))),
        Binary::MinS => Some((a.0.min(b.0), a.1.min(b.1))),
        Binary::MaxS => Some((a.0.max(b.0), a.1.max(b.1))),
        Binary::MinU if are_natural => Some((a.0.min(b.0), a.1.min(b.1))),
        Binary::MaxU if are_natural => Some((a.0.max(b.0), a.1.max(b.1))),
        _ => None,
    }
}
