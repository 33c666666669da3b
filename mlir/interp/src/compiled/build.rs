//! Compiles a region to a program.
//!
//! Compiling stops with `None` at the first operation without an instruction. The interpreter then executes the
//! region operation by operation.

use rustc_hash::FxHashMap;

use super::code::{Apply, Code, Expr, Inst, Kind, List, Program, Pure, Reg};
use memplan_mlir::dialects::Traits;
use memplan_mlir::semantics::{
    Domain, FloatOp, Int2, IntOp, Kernel, Scalar, Semantics, index_predicate, truncated,
};
use memplan_mlir::{
    AffineExpr, AffineOp, AttrKind, BlockId, FloatKind, IntValue, Module, OpId, RegionId, TypeKind,
    ValueId, names,
};

/// Maximum number of values of a program, so that compiling a hostile one is not expensive.
const MAX_REGISTERS: usize = 20_000;

/// Maximum depth of nested regions.
const MAX_DEPTH: u32 = 64;

#[derive(Clone, Copy)]
enum Binding {
    Register(Reg),
    Slot(usize),
}

/// Compiles regions to instructions.
pub(super) struct Builder<'m> {
    pub(super) m: &'m Module,
    pub(super) program: Program,
    bindings: FxHashMap<ValueId, Binding>,
    depth: u32,
    /// The number of `linalg.index` registers, if the region is the body of a structured operation.
    pub(super) n_coordinates: Option<usize>,
}

impl<'m> Builder<'m> {
    pub(super) fn new(m: &'m Module) -> Self {
        Self {
            m,
            program: Program::default(),
            bindings: FxHashMap::default(),
            depth: 0,
            n_coordinates: None,
        }
    }

    /// A new register; one without a kind is an index.
    pub(super) fn register(&mut self, kind: Option<Kind>) -> Reg {
        self.program.kinds.push(kind);
        self.program.kinds.len() - 1
    }

    /// A register for a value that the region defines.
    pub(super) fn define(&mut self, value: ValueId) -> Option<Reg> {
        if self.program.kinds.len() > MAX_REGISTERS {
            return None;
        }
        let kind = Kind::of(self.m, self.m.value_type(value))?;
        let register = self.register(Some(kind));
        self.bindings.insert(value, Binding::Register(register));
        Some(register)
    }

    /// The register of a number that is defined inside or outside the region.
    pub(super) fn use_of(&mut self, value: ValueId) -> Option<Reg> {
        match self.bindings.get(&value) {
            Some(Binding::Register(register)) => Some(*register),
            Some(Binding::Slot(_)) => None,
            None => {
                let register = self.define(value)?;
                let kind = self.program.kinds[register]?;
                self.program.captures.push((value, register, kind));
                Some(register)
            }
        }
    }

    /// The slot of a buffer from outside the region, and the kind of its elements.
    pub(super) fn buffer(&mut self, value: ValueId) -> Option<(usize, Kind)> {
        if let Some(binding) = self.bindings.get(&value) {
            return match binding {
                Binding::Slot(slot) => Some((*slot, self.program.buffers[*slot].1)),
                Binding::Register(_) => None,
            };
        }
        let TypeKind::MemRef(memref) = self.m.ctx.type_kind(self.m.value_type(value)) else {
            return None;
        };
        let kind = Kind::of(self.m, memref.element)?;
        self.program.buffers.push((value, kind));
        let slot = self.program.buffers.len() - 1;
        self.bindings.insert(value, Binding::Slot(slot));
        Some((slot, kind))
    }

    pub(super) fn constant(&mut self, kind: Kind, bits: u64) -> Reg {
        let register = self.register(Some(kind));
        self.program.constants.push((register, bits));
        register
    }

    pub(super) fn index_constant(&mut self, value: i64) -> Reg {
        self.constant(Kind::Int(64), value.cast_unsigned())
    }

    pub(super) fn emit(&mut self, op: OpId, code: Code) -> usize {
        self.program.code.push(Inst { op, code });
        self.program.code.len() - 1
    }

    /// The index of the next instruction.
    pub(super) fn here(&self) -> usize {
        self.program.code.len()
    }

    pub(super) fn list(&mut self, registers: &[Reg]) -> List {
        let start = self.program.pool.len() as u32;
        self.program.pool.extend_from_slice(registers);
        List {
            start,
            len: registers.len() as u32,
        }
    }

    pub(super) fn uses(&mut self, values: &[ValueId]) -> Option<Vec<Reg>> {
        values.iter().map(|&value| self.use_of(value)).collect()
    }

    pub(super) fn group(&mut self, op: OpId, name: &str) -> Option<Vec<Reg>> {
        let m = self.m;
        self.uses(m.operand_group(op, name))
    }

    pub(super) fn define_all(&mut self, values: &[ValueId]) -> Option<Vec<Reg>> {
        values.iter().map(|&value| self.define(value)).collect()
    }

    pub(super) fn results(&mut self, op: OpId) -> Option<Vec<Reg>> {
        let m = self.m;
        m.results(op).map(|value| self.define(value)).collect()
    }

    /// Moves all registers at once: none is overwritten before it is read.
    pub(super) fn moves(&mut self, op: OpId, to: &[Reg], from: &[Reg]) -> Option<()> {
        if to.len() != from.len() {
            return None;
        }
        let mut from = from.to_vec();
        let collide = (0..to.len()).any(|at| from[at + 1..].contains(&to[at]));
        if collide {
            for register in &mut from {
                let spare = self.register(self.program.kinds[*register]);
                let copy = Code::Move {
                    to: spare,
                    from: *register,
                };
                self.emit(op, copy);
                *register = spare;
            }
        }
        for (&to, &from) in to.iter().zip(&from) {
            if to != from {
                self.emit(op, Code::Move { to, from });
            }
        }
        Some(())
    }

    /// The only block of a region, absent if the region is empty; `None` if there are several blocks.
    pub(super) fn only_block(&self, region: RegionId) -> Option<Option<BlockId>> {
        let Some(block) = self.m.first_block(region) else {
            return Some(None);
        };
        (self.m.blocks(region).count() == 1).then_some(Some(block))
    }

    /// The instructions of a region whose arguments are bound: the terminator and the operations
    /// that ran, which are counted by an instruction at the start. `extra` more are counted there.
    pub(super) fn region(&mut self, op: OpId, region: RegionId, extra: u32) -> Option<Exit> {
        self.depth += 1;
        self.program.depth = self.program.depth.max(self.depth);
        if self.depth > MAX_DEPTH {
            return None;
        }
        let steps = self.emit(op, Code::Steps(extra));
        let mut exit = Exit {
            terminator: None,
            n_ops: 0,
        };
        if let Some(block) = self.only_block(region)? {
            let mut next = self.m.first_op(block);
            while let Some(inner) = next {
                exit.n_ops += 1;
                if !self.m.successors(inner).is_empty() {
                    return None;
                }
                if self.m.has_trait(inner, Traits::TERMINATOR) {
                    if !crate::ops::exit(self.m, inner) {
                        return None;
                    }
                    exit.terminator = Some(inner);
                    break;
                }
                self.op(inner)?;
                next = self.m.next_op(inner);
            }
        }
        self.program.code[steps].code = Code::Steps(extra + exit.n_ops);
        self.depth -= 1;
        Some(exit)
    }

    /// The registers that a terminator passes on.
    pub(super) fn yielded(&mut self, exit: Exit) -> Option<Vec<Reg>> {
        let m = self.m;
        match exit.terminator {
            Some(terminator) => self.uses(m.operands(terminator)),
            None => Some(Vec::new()),
        }
    }

    fn op(&mut self, op: OpId) -> Option<()> {
        let kernel = match self.m.semantics(op) {
            Semantics::Scalar(scalar) => return self.scalar(op, scalar),
            Semantics::Kernel(kernel) => kernel,
            Semantics::Unknown => return None,
        };
        match kernel {
            Kernel::Constant => {
                let value = self.m.prop(op, names::VALUE)?;
                let register = self.results(op)?.pop()?;
                let bits = self.constant_bits(value)?;
                self.program.constants.push((register, bits));
                Some(())
            }
            Kernel::IndexWidth => {
                let register = self.results(op)?.pop()?;
                self.program.constants.push((register, 64));
                Some(())
            }
            Kernel::Poison => {
                let register = self.results(op)?.pop()?;
                self.program.makes_poison = true;
                self.emit(op, Code::Poison(register));
                Some(())
            }
            Kernel::PointIndex => {
                let name = self.m.ctx.find_str("dim")?;
                let dim = self.m.ctx.attr_i64(self.m.prop(op, name)?)?;
                let dim = usize::try_from(dim).ok()?;
                if dim >= self.n_coordinates? {
                    return None;
                }
                let register = self.results(op)?.pop()?;
                self.program.coordinates.push((dim, register));
                Some(())
            }
            _ => self.flow(op, kernel),
        }
    }

    fn constant_bits(&self, attr: memplan_mlir::AttrId) -> Option<u64> {
        let ctx = &self.m.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Integer {
                value: IntValue::Small(value),
                ty,
            } => {
                let width = ctx.bit_width(*ty).unwrap_or(64);
                Some(truncated(value.cast_unsigned(), width))
            }
            AttrKind::Float { bits, ty } => match ctx.type_kind(*ty) {
                TypeKind::Float(kind) => Some(memplan_mlir::f64_from_bits(*kind, *bits).to_bits()),
                _ => None,
            },
            _ => None,
        }
    }

    fn scalar(&mut self, op: OpId, scalar: Scalar) -> Option<()> {
        let m = self.m;
        let from = self.uses(m.operands(op))?;
        let first = *from.first()?;
        let kinds: Option<Vec<Kind>> = from.iter().map(|&r| self.program.kinds[r]).collect();
        let kinds = kinds?;
        let to = self.results(op)?;
        let [to] = to[..] else { return None };
        let result = self.program.kinds[to]?;
        let f = self.function(op, scalar, &kinds, result, &from)?;
        let arg = |index: usize| from.get(index).copied().unwrap_or(first);
        let apply = Apply {
            f,
            to,
            args: [arg(0), arg(1), arg(2)],
        };
        self.emit(op, Code::Apply(apply));
        Some(())
    }

    fn function(
        &mut self,
        op: OpId,
        scalar: Scalar,
        args: &[Kind],
        result: Kind,
        from: &[Reg],
    ) -> Option<Pure> {
        let int = |at: usize| match args.get(at)? {
            Kind::Int(width) => Some(*width),
            Kind::Float(_) => None,
        };
        let is_float = |at: usize| matches!(args.get(at), Some(Kind::Float(_)));
        let float_result = || match result {
            Kind::Float(kind) => Some(kind),
            Kind::Int(_) => None,
        };
        Some(match scalar {
            Scalar::Int(int_op) => {
                let width = int(0)?;
                int(1)?;
                match int_op {
                    IntOp::Add => Pure::AddI(width),
                    IntOp::Sub => Pure::SubI(width),
                    IntOp::Mul => Pure::MulI(width),
                    _ => {
                        let second = *from.get(1)?;
                        self.int2_function(int_op.function(), int_op.domain(), width, second)
                    }
                }
            }
            Scalar::Int2(f, domain) => {
                int(1)?;
                self.int2_function(f, domain, int(0)?, *from.get(1)?)
            }
            Scalar::Wide(_)
            | Scalar::FloatPair(..)
            | Scalar::Complex(_)
            | Scalar::ComplexPart(_)
            | Scalar::RealPart
            | Scalar::ImaginaryPart
            | Scalar::ComplexTest(_) => return None,
            Scalar::Int1(f) => Pure::Int1(f, int(0)?),
            Scalar::FloatOp(_) | Scalar::Float(_)
                if !args.iter().all(|kind| matches!(kind, Kind::Float(_))) || args.len() > 3 =>
            {
                return None;
            }
            Scalar::FloatOp(float_op) => float_function(float_op, float_result()?),
            Scalar::Float(f) => Pure::Float(f, float_result()?),
            Scalar::FloatTest(f) => match args.first()? {
                Kind::Float(kind) => Pure::FloatTest(f, *kind),
                Kind::Int(_) => return None,
            },
            Scalar::CompareInts => Pure::CompareInts(self.predicate(op, 9)?, int(0)?),
            Scalar::CompareIndices => Pure::CompareInts(index_predicate(self.m, op)?, int(0)?),
            Scalar::CompareFloats if is_float(0) && is_float(1) => {
                Pure::CompareFloats(self.m.prop_i64(op, names::PREDICATE)?)
            }
            Scalar::CompareFloats => return None,
            Scalar::Select => {
                int(0)?;
                (args.len() == 3 && args[1] == args[2]).then_some(Pure::Select)?
            }
            Scalar::Resize { .. } | Scalar::ToFloat { .. } | Scalar::ToInt { .. } => {
                self.program.makes_poison |= matches!(scalar, Scalar::ToInt { .. });
                conversion(scalar, *args.first()?, result)?
            }
            Scalar::Fma if (0..3).all(is_float) => Pure::Fma(float_result()?),
            Scalar::Fma => return None,
            Scalar::Fpowi if is_float(0) => Pure::Fpowi(float_result()?, int(1)?),
            Scalar::Fpowi => return None,
            Scalar::Bitcast if args[0].bytes() == result.bytes() => Pure::Bitcast(args[0], result),
            Scalar::Bitcast => return None,
        })
    }

    fn predicate(&self, op: OpId, last: i64) -> Option<i64> {
        let code = self.m.prop_i64(op, names::PREDICATE)?;
        (0..=last).contains(&code).then_some(code)
    }

    fn int2_function(&mut self, f: Int2, domain: Domain, width: u32, second: Reg) -> Pure {
        if self.note_domain(domain, width, second) {
            Pure::Int2(f, width)
        } else {
            Pure::Partial2(f, width)
        }
    }

    /// Whether a function of two integers always has a result; otherwise records the consequences.
    fn note_domain(&mut self, domain: Domain, width: u32, second: Reg) -> bool {
        let constants = &self.program.constants;
        let constant = constants.iter().find(|&&(register, _)| register == second);
        let constant = constant.map(|&(_, bits)| bits);
        match domain {
            Domain::All => true,
            Domain::Shift if constant.is_some_and(|bits| bits < width.into()) => true,
            Domain::Shift => {
                self.program.makes_poison = true;
                false
            }
            Domain::Divisor
                if constant.is_some_and(|bits| bits != 0 && bits != truncated(u64::MAX, width)) =>
            {
                true
            }
            Domain::Divisor | Domain::Power => {
                self.program.may_fail = true;
                false
            }
        }
    }

    /// An expression over registers, dimensions first; a plain argument needs no instruction.
    pub(super) fn affine_or_argument(
        &mut self,
        op: OpId,
        expr: &AffineExpr,
        n_dims: u32,
        args: &[Reg],
        message: &'static str,
    ) -> Option<Reg> {
        match expr {
            AffineExpr::Dim(at) => args.get(*at as usize).copied(),
            AffineExpr::Symbol(at) => args.get((n_dims + at) as usize).copied(),
            AffineExpr::Constant(value) => Some(self.index_constant(*value)),
            AffineExpr::Binary(..) => self.affine(op, expr, n_dims, args, message),
        }
    }

    /// An expression over registers, dimensions first. Poison among them is a fault.
    pub(super) fn affine(
        &mut self,
        op: OpId,
        expr: &AffineExpr,
        n_dims: u32,
        args: &[Reg],
        message: &'static str,
    ) -> Option<Reg> {
        let mut linear = (0, vec![0; args.len()]);
        let is_linear = add_linear(expr, n_dims as usize, 1, &mut linear).is_some();
        self.program.exprs.push(Expr {
            expr: expr.clone(),
            n_dims: n_dims as usize,
            message,
            linear: is_linear.then_some(linear),
        });
        self.program.may_fail = true;
        let expr = self.program.exprs.len() - 1;
        let args = self.list(args);
        let to = self.register(Some(Kind::Int(64)));
        self.emit(op, Code::Affine { to, expr, args });
        Some(to)
    }
}

/// How control leaves a region.
#[derive(Clone, Copy)]
pub(super) struct Exit {
    pub(super) terminator: Option<OpId>,
    pub(super) n_ops: u32,
}

/// The instruction for a conversion between numbers.
fn conversion(scalar: Scalar, from: Kind, to: Kind) -> Option<Pure> {
    Some(match (scalar, from, to) {
        (Scalar::Resize { is_signed }, Kind::Int(from), Kind::Int(to)) => Pure::Resize {
            from,
            to,
            is_signed,
        },
        (Scalar::ToFloat { is_signed }, Kind::Int(from), Kind::Float(to)) => Pure::ToFloat {
            from,
            to,
            is_signed,
        },
        (Scalar::ToInt { is_signed }, Kind::Float(_), Kind::Int(to)) => {
            Pure::ToInt { to, is_signed }
        }
        _ => return None,
    })
}

/// The instruction for a common floating-point function.
fn float_function(float_op: FloatOp, kind: FloatKind) -> Pure {
    match float_op {
        FloatOp::Add => Pure::AddF(kind),
        FloatOp::Sub => Pure::SubF(kind),
        FloatOp::Mul => Pure::MulF(kind),
        FloatOp::Div => Pure::DivF(kind),
        FloatOp::Maximum => Pure::MaximumF(kind),
        other => Pure::Float(other.function(), kind),
    }
}

/// Coefficients above this may overflow.
const MAX_COEFFICIENT: u64 = 1 << 20;

/// Adds `factor * expr` to a constant and coefficients; `None` if it is not linear or not small.
pub(super) fn add_linear(
    expr: &AffineExpr,
    n_dims: usize,
    factor: i64,
    to: &mut (i64, Vec<i64>),
) -> Option<()> {
    let small = |value: i64| (value.unsigned_abs() <= MAX_COEFFICIENT).then_some(value);
    match expr {
        AffineExpr::Constant(value) => {
            to.0 = small(to.0 + small(*value)? * factor)?;
        }
        AffineExpr::Dim(at) => {
            let slot = to.1.get_mut(*at as usize)?;
            *slot = small(*slot + factor)?;
        }
        AffineExpr::Symbol(at) => {
            let slot = to.1.get_mut(n_dims + *at as usize)?;
            *slot = small(*slot + factor)?;
        }
        AffineExpr::Binary(AffineOp::Add, left, right) => {
            add_linear(left, n_dims, factor, to)?;
            add_linear(right, n_dims, factor, to)?;
        }
        AffineExpr::Binary(AffineOp::Mul, left, right) => {
            match (left.as_constant(), right.as_constant()) {
                (_, Some(value)) => {
                    add_linear(left, n_dims, small(factor.checked_mul(value)?)?, to)?
                }
                (Some(value), _) => {
                    add_linear(right, n_dims, small(factor.checked_mul(value)?)?, to)?
                }
                _ => return None,
            }
        }
        AffineExpr::Binary(..) => return None,
    }
    Some(())
}
