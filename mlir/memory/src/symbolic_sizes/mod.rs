//! Value numbering of index arithmetic: sizes as polynomials over symbols.
//!
//! A symbol is a dimension of a memref, a value that the analysis cannot look into, or a computation that is no
//! polynomial. Equal sizes are equal polynomials. Arithmetic on `index` has 64 bits and so does that of an emitted
//! formula: both wrap in the same way, so no proof against overflow is needed. Narrower integers wrap earlier: a sign
//! extension is looked through if ranges prove that nothing was lost, otherwise it is a symbol of its own.
//!
//! Linear in the operations of a function, times the limits of polynomials.

mod asserted;
mod bounds;
mod declared;
mod equal;
mod globals;
mod loops;

use std::sync::Arc;

use memplan_mlir::dialects::Sizes;
use memplan_mlir::interfaces::{SymbolIndex, allocation, constant_int, function_argument};
use memplan_mlir::semantics::{IntOp, Kernel, Scalar, Semantics};
use memplan_mlir::{
    AffineExpr, AffineMap, AffineOp, AttrKind, DYNAMIC, INDEX_WIDTH, Module, OpId, OpName,
    TypeKind, ValueId, names,
};
use memplan_support::Sort;
use memplan_support::symbolic::{MAX_SYMBOLS, Polynomial, Symbol};
use rustc_hash::FxHashMap;

use crate::access::allocated;
use bounds::{Bounds, bounds_of_computed, counted, is_within, least_result, narrow};
pub use declared::{DeclarationError, DeclaredDim, declared_dims, parse as parse_declared};

/// How far a chain of operations is followed.
const MAX_DEPTH: usize = 200;

/// Where the value of a symbol comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SizeSource {
    /// A dimension of a memref.
    Dim {
        /// The memref.
        of: ValueId,
        /// The number of the dimension.
        dim: usize,
    },
    /// An integer, sign-extended to `index`.
    Value(ValueId),
    /// The low bits of a size, sign-extended: conversions to an integer type and back.
    Wrapped {
        /// The number of bits.
        width: u32,
        /// The size.
        of: Polynomial,
    },
    /// An operation on two sizes that has no other effect and is defined for all of them.
    Computed {
        /// Its name.
        name: OpName,
        /// The operands.
        operands: [Polynomial; 2],
    },
}

impl SizeSource {
    /// The dimension that a value was read from, if it is that of a constant number.
    pub fn of_dim(m: &Module, value: ValueId) -> Option<Self> {
        let op = m.kernel_of(value, Kernel::Dim)?;
        let &[of, number] = m.operands(op) else {
            return None;
        };
        let dim = usize::try_from(constant_int(m, number)?).ok()?;
        Some(Self::Dim { of, dim })
    }
}

/// The sizes of one function.
#[derive(Clone, Debug)]
pub struct SymbolicSizes {
    symbols: Vec<Symbol>,
    /// The same symbols, with the ranges that hold without what is declared.
    proven: Vec<Symbol>,
    sources: Vec<SizeSource>,
    by_source: FxHashMap<SizeSource, usize>,
    declared: Vec<DeclaredDim>,
    /// What each symbol equals, where it is not itself.
    equal_to: Vec<Option<Polynomial>>,
    values: FxHashMap<ValueId, Option<Polynomial>>,
    function: OpId,
    /// Proofs that used ranges.
    uses: Vec<String>,
    /// Dimensions and values that are equal to others only because they are declared so.
    assumed: Vec<(SizeSource, String)>,
    /// For sizes that are loaded from constant globals.
    globals: Option<Arc<SymbolIndex>>,
}

impl SymbolicSizes {
    /// The sizes of a function. Reads declared dimensions, and the operations of its first block that make dimensions
    /// equal.
    ///
    /// # Errors
    /// [`DeclarationError`] for a malformed `memplan.dims`.
    pub fn new(m: &Module, function: OpId) -> Result<Self, DeclarationError> {
        let mut sizes = Self {
            symbols: Vec::new(),
            proven: Vec::new(),
            sources: Vec::new(),
            by_source: FxHashMap::default(),
            declared: declared_dims(m, function)?,
            equal_to: Vec::new(),
            values: FxHashMap::default(),
            function,
            uses: Vec::new(),
            assumed: Vec::new(),
            globals: None,
        };
        let first_effect = sizes.read_asserts(m);
        sizes.unify_iterated(m, first_effect);
        sizes.values.clear();
        Ok(sizes)
    }

    /// The symbols: names, and ranges that are declared or proven. A symbol without a known lower bound has the least
    /// number as one.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The symbols with the ranges that hold in every run, whatever is declared.
    pub fn proven_symbols(&self) -> &[Symbol] {
        &self.proven
    }

    /// The dimensions and values that some symbols are computed from, by index, in ascending order.
    pub fn leaves(&self, symbols: &[usize]) -> Vec<usize> {
        let of = |of: &Polynomial| -> Vec<usize> {
            let monomials = of.terms().iter();
            monomials
                .flat_map(|(monomial, _)| monomial.symbols())
                .collect()
        };
        let mut leaves = Vec::new();
        let mut open = symbols.to_vec();
        let mut seen: u64 = 0;
        while let Some(index) = open.pop() {
            if seen >> index & 1 == 1 {
                continue;
            }
            seen |= 1 << index;
            match &self.sources[index] {
                SizeSource::Dim { .. } | SizeSource::Value(_) => leaves.push(index),
                SizeSource::Wrapped { of: wrapped, .. } => open.extend(of(wrapped)),
                SizeSource::Computed { operands, .. } => open.extend(operands.iter().flat_map(of)),
            }
        }
        leaves.sort_stable();
        leaves
    }

    /// Where the values of the symbols come from.
    pub fn sources(&self) -> &[SizeSource] {
        &self.sources
    }

    /// The symbol of a source, if it has one.
    pub fn index_of(&self, source: &SizeSource) -> Option<usize> {
        self.by_source.get(source).copied()
    }

    /// The conclusions that hold only if values are in their declared ranges, and equal where that is declared.
    pub fn assumptions(&self) -> Vec<String> {
        let assumed = self.assumed.iter();
        let equal = assumed.map(|(_, conclusion)| conclusion.clone());
        self.uses.iter().cloned().chain(equal).collect()
    }

    /// The bytes of the only buffer that an operation makes, such as an allocation or a copy; `None` for layouts and
    /// elements of unknown size, and beyond the limits of polynomials.
    pub fn allocation_bytes(&mut self, m: &Module, op: OpId) -> Option<Polynomial> {
        self.bytes(m, op, false)
    }

    /// As [`Self::allocation_bytes`], at least in every iteration of the loops around: where a dimension is proven to
    /// grow or to shrink with the variable of a loop, its size at the last or first value takes its place. Such sizes
    /// do not depend on the variable, and may be negative where the loop has no iteration.
    pub fn largest_allocation_bytes(&mut self, m: &Module, op: OpId) -> Option<Polynomial> {
        self.bytes(m, op, true)
    }

    fn bytes(&mut self, m: &Module, op: OpId, is_over_loops: bool) -> Option<Polynomial> {
        let &[buffer] = &allocated(m, op)[..] else {
            return None;
        };
        let TypeKind::MemRef(ty) = m.value_type_kind(buffer) else {
            return None;
        };
        let is_plain = ty
            .layout
            .is_none_or(|layout| match m.ctx.attr_kind(layout) {
                AttrKind::AffineMap(map) => map.is_identity(),
                _ => false,
            });
        if !is_plain || allocation(m, op).is_some_and(|facts| !facts.symbols.is_empty()) {
            return None;
        }
        let (element, rank) = (ty.element, ty.shape.len());
        let element = i64::try_from(m.ctx.stored_bytes(element, INDEX_WIDTH)?).ok()?;
        let mut bytes = Polynomial::constant(element);
        let body = m.regions(self.function).first();
        let is_executed = m.op_block(op) == body.and_then(|&body| m.first_block(body));
        for dim in 0..rank {
            let size = self.dim(m, buffer, dim, 0)?;
            // A negative size is undefined, and so is the program, if every call allocates the buffer.
            if is_executed
                && let [(monomial, 1)] = size.terms()
                && monomial.degree() == 1
                && let Some(symbol) = monomial.symbols().next()
            {
                for all in [&mut self.symbols, &mut self.proven] {
                    narrow(&mut all[symbol], 0, None, 1);
                }
            }
            let size = if is_over_loops {
                self.over_loops(m, size)
            } else {
                size
            };
            bytes = bytes.mul(&size).ok()?;
        }
        Some(bytes)
    }

    /// The value of an integer, modulo 2 to the number of its bits.
    pub fn value_of(&mut self, m: &Module, value: ValueId) -> Option<Polynomial> {
        self.value(m, value, 0)
    }

    fn value(&mut self, m: &Module, value: ValueId, depth: usize) -> Option<Polynomial> {
        if let Some(size) = self.values.get(&value) {
            return size.clone();
        }
        let computed = if depth < MAX_DEPTH {
            self.computed(m, value, depth + 1)
        } else {
            None
        };
        let size = computed.or_else(|| self.opaque(m, value));
        let size = size.map(|size| self.resolved(size));
        self.values.insert(value, size.clone());
        size
    }

    /// The polynomial of the operation that defines a value; `None` if it is no polynomial.
    fn computed(&mut self, m: &Module, value: ValueId, depth: usize) -> Option<Polynomial> {
        if let Some(number) = constant_int(m, value) {
            return Some(Polynomial::constant(number));
        }
        let op = m.defining_op(value)?;
        let operands = m.operands(op);
        match m.semantics(op) {
            Semantics::Scalar(Scalar::Int(int)) => {
                let &[lhs, rhs] = operands else { return None };
                let (a, b) = (self.value(m, lhs, depth)?, self.value(m, rhs, depth)?);
                self.combined(m, op, int, a, b)
            }
            Semantics::Scalar(Scalar::Resize { is_signed }) => {
                let &[from] = operands else { return None };
                let (old, new) = (width(m, from)?, width(m, value)?);
                let of = self.value(m, from, depth)?;
                if new <= old {
                    return Some(of);
                }
                self.widened(of, old, is_signed)
            }
            Semantics::Kernel(Kernel::Dim) => {
                let &[memref, index] = operands else {
                    return None;
                };
                let index = usize::try_from(constant_int(m, index)?).ok()?;
                let rank = m.ctx.shape(m.value_type(memref))?.len();
                (index < rank).then(|| self.dim(m, memref, index, depth))?
            }
            Semantics::Kernel(Kernel::AffineApply) => {
                let map = affine_map(m, op)?;
                let inputs: Option<Vec<Polynomial>> = operands
                    .iter()
                    .map(|&operand| self.value(m, operand, depth))
                    .collect();
                let [result] = &map.results[..] else {
                    return None;
                };
                self.affine(result, &inputs?, map.dims as usize)
            }
            Semantics::Kernel(Kernel::Load) => {
                if let Some(element) = self.global_element(m, op) {
                    return Some(Polynomial::constant(element));
                }
                let (&list, &index) = (operands.first()?, operands.get(1)?);
                let index = constant_int(m, index).filter(|_| operands.len() == 2)?;
                let stored = stored_before(m, list, index, op)?;
                self.value(m, stored, depth)
            }
            Semantics::Scalar(_) | Semantics::Kernel(_) | Semantics::Unknown => None,
        }
    }

    fn combined(
        &mut self,
        m: &Module,
        op: OpId,
        int: IntOp,
        a: Polynomial,
        b: Polynomial,
    ) -> Option<Polynomial> {
        match int {
            IntOp::Add => return a.add(&b).ok(),
            IntOp::Sub => return a.sub(&b).ok(),
            IntOp::Mul => return a.mul(&b).ok(),
            _ => {}
        }
        // Equal modulo 2^64 is equal only for the 64 bits of an index.
        let is_index = m
            .result(op, 0)
            .is_some_and(|value| *m.value_type_kind(value) == TypeKind::Index);
        let divides = matches!(
            int,
            IntOp::DivS
                | IntOp::DivU
                | IntOp::CeilDivS
                | IntOp::CeilDivU
                | IntOp::FloorDivS
                | IntOp::RemS
                | IntOp::RemU
        );
        let is_total = divides && b.as_constant().is_some_and(|by| 0 < by)
            || matches!(
                int,
                IntOp::MaxS | IntOp::MinS | IntOp::MaxU | IntOp::MinU | IntOp::And | IntOp::Or
            );
        if !is_index || !is_total {
            return None;
        }
        if divides && let Some(exact) = self.divided(&a, b.as_constant()?) {
            return match int {
                IntOp::RemS | IntOp::RemU => Some(Polynomial::default()),
                _ => Some(exact),
            };
        }
        let bounds = bounds_of_computed(&self.symbols, int, &a, &b);
        let proven = bounds_of_computed(&self.proven, int, &a, &b);
        self.symbol(
            SizeSource::Computed {
                name: m.op_name(op),
                operands: [a, b],
            },
            &|number| format!("computed{number}"),
            bounds,
            proven,
        )
    }

    /// The quotient of a division without remainder of numbers that are not negative and do not wrap.
    fn divided(&mut self, of: &Polynomial, by: i64) -> Option<Polynomial> {
        let limits = 0..=i64::MAX.into();
        if !of.is_multiple_of(by.unsigned_abs()) || !is_within(of, &self.symbols, &limits) {
            return None;
        }
        let mut quotient = Polynomial::default();
        for &(monomial, coefficient) in of.terms() {
            let term = Polynomial::term(coefficient / by, monomial.symbols()).ok()?;
            quotient = quotient.add(&term).ok()?;
        }
        if !is_within(of, &self.proven, &limits) {
            self.note(format!("{} does not overflow", of.display(&self.symbols)));
        }
        Some(quotient)
    }

    /// The value of an integer of fewer bits after an extension.
    fn widened(&mut self, of: Polynomial, width: u32, is_signed: bool) -> Option<Polynomial> {
        let least = if is_signed {
            -(1_i128 << (width - 1))
        } else {
            0
        };
        let most = (1_i128 << (if is_signed { width - 1 } else { width })) - 1;
        let limits = least..=most;
        if is_within(&of, &self.symbols, &limits) {
            if !is_within(&of, &self.proven, &limits) {
                self.note(format!("{} fits {width} bits", of.display(&self.symbols)));
            }
            return Some(of);
        }
        if !is_signed {
            return None;
        }
        let bounds = Bounds {
            min: i64::try_from(least).ok()?,
            max: i64::try_from(most).ok(),
        };
        let source = SizeSource::Wrapped { width, of };
        let name = |number| format!("i{width}.{number}");
        self.symbol(source, &name, bounds, bounds)
    }

    /// Records a conclusion from what is declared.
    fn note(&mut self, note: String) {
        if !self.uses.contains(&note) {
            self.uses.push(note);
        }
    }

    fn affine(
        &mut self,
        expr: &AffineExpr,
        inputs: &[Polynomial],
        dims: usize,
    ) -> Option<Polynomial> {
        match expr {
            AffineExpr::Dim(number) => inputs.get(*number as usize).cloned(),
            AffineExpr::Symbol(number) => inputs.get(dims + *number as usize).cloned(),
            AffineExpr::Constant(value) => Some(Polynomial::constant(*value)),
            AffineExpr::Binary(op, lhs, rhs) => {
                let lhs = self.affine(lhs, inputs, dims)?;
                let rhs = self.affine(rhs, inputs, dims)?;
                match op {
                    AffineOp::Add => lhs.add(&rhs).ok(),
                    AffineOp::Mul => lhs.mul(&rhs).ok(),
                    AffineOp::FloorDiv | AffineOp::CeilDiv => {
                        let by = rhs.as_constant().filter(|&by| 0 < by)?;
                        self.divided(&lhs, by)
                    }
                    AffineOp::Mod => {
                        let by = rhs.as_constant().filter(|&by| 0 < by)?;
                        self.divided(&lhs, by).map(|_| Polynomial::default())
                    }
                }
            }
        }
    }

    fn dim(&mut self, m: &Module, memref: ValueId, dim: usize, depth: usize) -> Option<Polynomial> {
        let shape = m.ctx.shape(m.value_type(memref))?;
        let size = *shape.get(dim)?;
        if size != DYNAMIC {
            return Some(Polynomial::constant(size));
        }
        let n_dynamic = shape.iter().filter(|&&size| size == DYNAMIC).count();
        let place = shape[..dim].iter().filter(|&&size| size == DYNAMIC).count();
        let by_op = if depth < MAX_DEPTH {
            self.dim_by_op(m, memref, dim, place, n_dynamic, depth + 1)
        } else {
            None
        };
        let size = by_op.or_else(|| self.dim_symbol(m, memref, dim));
        size.map(|size| self.resolved(size))
    }

    /// The dimension according to the operation that makes a memref; `None` if it is not known.
    fn dim_by_op(
        &mut self,
        m: &Module,
        memref: ValueId,
        dim: usize,
        place: usize,
        n_dynamic: usize,
        depth: usize,
    ) -> Option<Polynomial> {
        let op = m.defining_op(memref)?;
        if m.result(op, 0) != Some(memref) {
            return None;
        }
        let def = m.def(op)?;
        let source = m.operands(op).first().copied();
        match def.sizes {
            // Static dimensions are never dynamic in the list, so the dynamic ones have the same order.
            Sizes::Listed(list) => {
                let listed = m.operand_group(op, list.group);
                let &size = listed.get(place).filter(|_| listed.len() == n_dynamic)?;
                return self.value(m, size, depth);
            }
            Sizes::Source => return self.dim(m, source?, dim, depth),
            Sizes::Dimension | Sizes::Unknown => {}
        }
        match m.semantics(op).kernel()? {
            Kernel::SpaceCast | Kernel::Forward | Kernel::Clone => self.dim(m, source?, dim, depth),
            Kernel::Transpose => {
                let map = m.prop(op, m.ctx.find_str("permutation")?)?;
                let AttrKind::AffineMap(map) = m.ctx.attr_kind(map) else {
                    return None;
                };
                let &AffineExpr::Dim(from) = map.results.get(dim)? else {
                    return None;
                };
                self.dim(m, source?, from as usize, depth)
            }
            Kernel::CollapseShape => {
                let groups = m.prop(op, names::REASSOCIATION)?;
                let groups = memplan_mlir::shapes::reassociation(&m.ctx, groups)?;
                let mut product = Polynomial::constant(1);
                for &of in groups.get(dim)? {
                    product = product.mul(&self.dim(m, source?, of, depth)?).ok()?;
                }
                Some(product)
            }
            Kernel::ExpandShape => {
                let listed = m.operand_group(op, "output_shape");
                let &size = listed.get(place).filter(|_| listed.len() == n_dynamic)?;
                self.value(m, size, depth)
            }
            Kernel::Reshape => {
                let &list = m.operands(op).get(1)?;
                let stored = stored_before(m, list, dim as i64, op)?;
                let bits = width(m, stored)?;
                let size = self.value(m, stored, depth)?;
                if bits < INDEX_WIDTH {
                    self.widened(size, bits, true)
                } else {
                    Some(size)
                }
            }
            _ => None,
        }
    }

    /// The symbol of a dimension, with the declared name and range of an argument.
    fn dim_symbol(&mut self, m: &Module, memref: ValueId, dim: usize) -> Option<Polynomial> {
        let source = SizeSource::Dim { of: memref, dim };
        self.declared_or(m, memref, dim, source, Bounds { min: 0, max: None })
    }

    fn opaque(&mut self, m: &Module, value: ValueId) -> Option<Polynomial> {
        let bits = width(m, value)?;
        let mut bounds = match bits {
            0 | INDEX_WIDTH.. => Bounds::ANY,
            bits => Bounds {
                min: -(1 << (bits - 1)),
                max: Some((1 << (bits - 1)) - 1),
            },
        };
        if let Some(proven) = counted(m, value).or_else(|| least_result(m, value)) {
            bounds = Bounds {
                min: proven.min.max(bounds.min),
                max: proven.max.or(bounds.max),
            };
        }
        self.declared_or(m, value, 0, SizeSource::Value(value), bounds)
    }

    fn declared_or(
        &mut self,
        m: &Module,
        value: ValueId,
        dim: usize,
        source: SizeSource,
        bounds: Bounds,
    ) -> Option<Polynomial> {
        let argument =
            function_argument(m, value).filter(|(function, _)| *function == self.function);
        let declared = argument.and_then(|(_, number)| {
            let mut all = self.declared.iter();
            all.find(|range| range.argument == number && range.dim == dim)
        });
        let Some(declared) = declared else {
            let is_dim = matches!(source, SizeSource::Dim { .. });
            let name = move |number: usize| match (argument, is_dim) {
                (Some((_, argument)), true) => format!("arg{argument}.{dim}"),
                (Some((_, argument)), false) => format!("arg{argument}"),
                (None, true) => format!("dim{number}"),
                (None, false) => format!("value{number}"),
            };
            return self.symbol(source, &name, bounds, bounds);
        };
        let mut symbols = self.symbols.iter();
        let named = symbols.position(|symbol| symbol.name == declared.name);
        if let Some(index) = named {
            if self.by_source.insert(source.clone(), index).is_none() {
                let place = match source {
                    SizeSource::Dim { .. } => format!("dimension {dim} of argument "),
                    _ => "argument ".to_owned(),
                };
                let note = format!("{place}{} is {}", declared.argument, declared.name);
                self.assumed.push((source, note));
            }
            return Polynomial::symbol(index).ok();
        }
        let (name, range) = (declared.name.clone(), declared.clone());
        let declared = Bounds {
            min: range.min,
            max: range.max,
        };
        let polynomial = self.symbol(source, &|_| name.clone(), declared, bounds)?;
        let last = self.symbols.last_mut();
        if let Some(symbol) = last.filter(|symbol| symbol.name == range.name) {
            symbol.multiple = range.multiple;
        }
        Some(polynomial)
    }

    /// The symbol of a source.
    fn symbol(
        &mut self,
        source: SizeSource,
        name: &dyn Fn(usize) -> String,
        bounds: Bounds,
        proven: Bounds,
    ) -> Option<Polynomial> {
        if let Some(&index) = self.by_source.get(&source) {
            return Polynomial::symbol(index).ok();
        }
        let index = self.symbols.len();
        if index == MAX_SYMBOLS {
            return None;
        }
        let mut name = name(index);
        let is_taken = |name: &str| {
            self.symbols.iter().any(|symbol| symbol.name == name)
                || self.declared.iter().any(|range| range.name == name)
        };
        if is_taken(&name) && !self.declared.iter().any(|range| range.name == name) {
            name.push_str(&format!(".{index}"));
        }
        let symbol = |bounds: Bounds| Symbol {
            name: name.clone(),
            min: bounds.min,
            max: bounds.max,
            multiple: 1,
        };
        self.proven.push(symbol(proven));
        self.symbols.push(symbol(bounds));
        self.equal_to.push(None);
        self.sources.push(source.clone());
        self.by_source.insert(source, index);
        Polynomial::symbol(index).ok()
    }

    /// The polynomial in symbols that are not known to equal others.
    fn resolved(&self, of: Polynomial) -> Polynomial {
        if self.equal_to.iter().all(Option::is_none) {
            return of;
        }
        let resolve = || {
            let mut sum = Polynomial::default();
            for &(monomial, coefficient) in of.terms() {
                let mut term = Polynomial::constant(coefficient);
                for index in monomial.symbols() {
                    let factor = match &self.equal_to[index] {
                        Some(other) => other.clone(),
                        None => Polynomial::symbol(index).ok()?,
                    };
                    term = term.mul(&factor).ok()?;
                }
                sum = sum.add(&term).ok()?;
            }
            Some(sum)
        };
        resolve().unwrap_or_else(|| of.clone())
    }
}

/// The number of bits of an integer or index.
fn width(m: &Module, value: ValueId) -> Option<u32> {
    match m.value_type_kind(value) {
        TypeKind::Index => Some(INDEX_WIDTH),
        TypeKind::Integer { width, .. } if (1..=INDEX_WIDTH).contains(width) => Some(*width),
        _ => None,
    }
}

fn affine_map(m: &Module, op: OpId) -> Option<&AffineMap> {
    match m.ctx.attr_kind(m.prop(op, m.ctx.find_str("map")?)?) {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// The value that an element of a small list was set to before an operation of the same block. The list is a local
/// allocation whose users are all in that block and known, so that nothing else writes it.
fn stored_before(m: &Module, list: ValueId, index: i64, at: OpId) -> Option<ValueId> {
    let made = m.defining_op(list)?;
    let is_local = matches!(
        m.semantics(made).kernel(),
        Some(Kernel::Alloc | Kernel::Alloca)
    );
    let block = m.op_block(at)?;
    if !is_local || m.op_block(made) != Some(block) || m.ctx.shape(m.value_type(list))?.len() != 1 {
        return None;
    }
    let mut last: Option<OpId> = None;
    for (user, number) in m.uses(list) {
        if m.op_block(user) != Some(block) {
            return None;
        }
        match m.semantics(user).kernel()? {
            Kernel::Load | Kernel::Dealloc => {}
            Kernel::Reshape if number == 1 => {}
            Kernel::Store if number == 1 => {
                let place = constant_int(m, *m.operands(user).get(2)?)?;
                let is_new = last.is_none_or(|last| m.is_before(last, user));
                if place == index && m.is_before(user, at) && is_new {
                    last = Some(user);
                }
            }
            _ => return None,
        }
    }
    m.operands(last?).first().copied()
}

#[cfg(test)]
mod tests;
