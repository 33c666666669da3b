//! Bodies of named `linalg` operations, which the textual form omits.

use smallvec::SmallVec;

use crate::dialects::Traits;
use crate::ir::{
    AttrId, AttrKind, BlockId, Context, Dict, FloatKind, IntValue, Module, OpId, Signedness,
    TypeId, TypeKind, ValueId,
};
use crate::syntax::{OpParser, OpState};

/// What the body of a named operation computes.
#[derive(Clone, Copy)]
pub(super) enum Body {
    /// `out + cast(a) * cast(b)`.
    MultiplyAdd,
    /// `out + (cast(a) - cast(a_zero)) * (cast(b) - cast(b_zero))`.
    QuantizedMultiplyAdd,
    /// `f(out, cast(in))`.
    Pool(Arith),
    /// `f(a)`.
    Unary(Unary),
    /// `f(a, b)`.
    Binary(Arith),
    /// `a ? b : c`.
    Select,
    /// `a`.
    Fill,
    /// `cast(a)`.
    Copy,
    /// A number between `min` and `max` that depends on `seed` and the position in the output.
    Random,
}

/// A binary operation: its names for floats, integers, `i1` and complex numbers.
#[derive(Clone, Copy)]
pub(super) struct Arith {
    float: &'static str,
    int: &'static str,
    bit: &'static str,
    complex: &'static str,
}

#[derive(Clone, Copy)]
pub(super) enum Unary {
    Op(&'static str),
    Abs,
    Reciprocal,
    Square,
}

const fn arith(
    float: &'static str,
    int: &'static str,
    bit: &'static str,
    complex: &'static str,
) -> Arith {
    Arith {
        float,
        int,
        bit,
        complex,
    }
}

pub(super) const ADD: Arith = arith("arith.addf", "arith.addi", "arith.ori", "complex.add");
pub(super) const SUB: Arith = arith("arith.subf", "arith.subi", "arith.subi", "complex.sub");
pub(super) const MUL: Arith = arith("arith.mulf", "arith.muli", "arith.andi", "complex.mul");
pub(super) const DIV: Arith = arith("arith.divf", "arith.divsi", "arith.divsi", "complex.div");
pub(super) const DIVU: Arith = arith("arith.divf", "arith.divui", "arith.divui", "complex.div");
pub(super) const MAX: Arith = arith("arith.maximumf", "arith.maxsi", "arith.maxsi", "");
pub(super) const MIN: Arith = arith("arith.minimumf", "arith.minsi", "arith.minsi", "");
pub(super) const MAXU: Arith = arith("arith.maximumf", "arith.maxui", "arith.maxui", "");
pub(super) const MINU: Arith = arith("arith.minimumf", "arith.minui", "arith.minui", "");
pub(super) const POW: Arith = arith("math.powf", "math.ipowi", "math.ipowi", "");

/// Builds the body and returns the value to yield; `None` if the element types do not fit.
pub(super) fn synthesise(
    p: &mut OpParser<'_>,
    state: &OpState,
    block: BlockId,
    body: Body,
) -> Option<ValueId> {
    let cast = p.module().ctx.find_str("cast");
    let cast = cast.and_then(|name| state.props.get(name));
    let unsigned = is_unsigned(&p.module().ctx, cast);
    let args: SmallVec<[ValueId; 6]> = p.module().block_args(block).iter().copied().collect();
    let steps = Writing { p, block };
    Builder { steps, unsigned }.body(body, &args)
}

/// Whether the region of an operation is the body that [`synthesise`] builds for it, operation by
/// operation. Linear in the size of that body.
pub(super) fn is_synthesised(m: &Module, op: OpId, body: Body) -> bool {
    let &[region] = m.regions(op) else {
        return false;
    };
    let Some(block) = m.first_block(region) else {
        return false;
    };
    let cast = m.ctx.find_str("cast").and_then(|name| m.prop(op, name));
    let steps = Comparing {
        m,
        next: m.first_op(block),
    };
    let unsigned = is_unsigned(&m.ctx, cast);
    let mut builder = Builder { steps, unsigned };
    let Some(result) = builder.body(body, m.block_args(block)) else {
        return false;
    };
    let last = builder.steps.next;
    last.is_some_and(|last| m.has_trait(last, Traits::RETURN_LIKE) && m.operands(last) == [result])
}

/// Whether the attribute `cast` of an operation marks integers as unsigned.
fn is_unsigned(ctx: &Context, cast: Option<AttrId>) -> bool {
    match cast.map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Opaque { body, .. }) => ctx.text(*body).contains("unsigned"),
        _ => false,
    }
}

/// Creates or compares the operations of a body.
trait Steps {
    fn module(&self) -> &Module;

    /// A type that is not the type of an argument or a part of one.
    fn ty(&mut self, kind: TypeKind) -> Option<TypeId>;

    /// An operation with one result and at most one attribute in addition to its defaults.
    fn op(
        &mut self,
        name: &'static str,
        operands: &[ValueId],
        result: TypeId,
        attr: Option<(&'static str, AttrKind)>,
    ) -> Option<ValueId>;
}

/// Appends the operations to a block.
struct Writing<'a, 's> {
    p: &'a mut OpParser<'s>,
    block: BlockId,
}

impl Steps for Writing<'_, '_> {
    fn module(&self) -> &Module {
        self.p.module()
    }

    fn ty(&mut self, kind: TypeKind) -> Option<TypeId> {
        Some(self.p.ctx_mut().ty(kind))
    }

    fn op(
        &mut self,
        name: &'static str,
        operands: &[ValueId],
        result: TypeId,
        attr: Option<(&'static str, AttrKind)>,
    ) -> Option<ValueId> {
        let ctx = self.p.ctx_mut();
        let mut attrs = Dict::default();
        if let Some((name, kind)) = attr {
            attrs.set(ctx.str(name), ctx.attr(kind));
        }
        self.p.emit(self.block, name, operands, Some(result), attrs)
    }
}

/// Compares the operations with those of a block, in order.
struct Comparing<'m> {
    m: &'m Module,
    next: Option<OpId>,
}

impl Steps for Comparing<'_> {
    fn module(&self) -> &Module {
        self.m
    }

    fn ty(&mut self, kind: TypeKind) -> Option<TypeId> {
        self.m.ctx.find_type(&kind)
    }

    fn op(
        &mut self,
        name: &'static str,
        operands: &[ValueId],
        result: TypeId,
        attr: Option<(&'static str, AttrKind)>,
    ) -> Option<ValueId> {
        let (m, op) = (self.m, self.next?);
        let def = m.def(op).filter(|def| def.name == name)?;
        let value = m.result(op, 0)?;
        let is_same = m.operands(op) == operands
            && m.value_type(value) == result
            && m.attrs(op).is_empty()
            && def.attrs.iter().all(|decl| {
                let given = m.ctx.find_str(decl.name).and_then(|name| m.prop(op, name));
                let expected = attr.as_ref().filter(|(name, _)| *name == decl.name);
                match (given, expected) {
                    (Some(given), Some((_, kind))) => m.ctx.attr_kind(given) == kind,
                    (Some(given), None) => decl.is_default(&m.ctx, given),
                    (None, expected) => expected.is_none(),
                }
            });
        self.next = m.next_op(op);
        is_same.then_some(value)
    }
}

struct Builder<S> {
    steps: S,
    unsigned: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Float(u32),
    Int(u32),
    Index,
    Complex,
}

impl<S: Steps> Builder<S> {
    /// The operations of a body before its terminator; returns the value to yield.
    fn body(&mut self, body: Body, args: &[ValueId]) -> Option<ValueId> {
        let out = *args.last()?;
        let out_ty = self.type_of(out);
        match (body, args) {
            (Body::MultiplyAdd, &[lhs, rhs, _]) => {
                let lhs = self.cast(lhs, out_ty)?;
                let rhs = self.cast(rhs, out_ty)?;
                let product = self.binary(MUL, lhs, rhs)?;
                self.binary(ADD, out, product)
            }
            (Body::QuantizedMultiplyAdd, &[lhs, rhs, lhs_zero, rhs_zero, _]) => {
                let lhs = self.cast(lhs, out_ty)?;
                let lhs_zero = self.cast(lhs_zero, out_ty)?;
                let lhs = self.binary(SUB, lhs, lhs_zero)?;
                let rhs = self.cast(rhs, out_ty)?;
                let rhs_zero = self.cast(rhs_zero, out_ty)?;
                let rhs = self.binary(SUB, rhs, rhs_zero)?;
                let product = self.binary(MUL, lhs, rhs)?;
                self.binary(ADD, out, product)
            }
            (Body::Pool(op), &[input, _, _]) => {
                let input = self.cast(input, out_ty)?;
                self.binary(op, out, input)
            }
            (Body::Unary(op), &[input, _]) => self.unary(op, input),
            (Body::Binary(op), &[lhs, rhs, _]) => self.binary(op, lhs, rhs),
            (Body::Select, &[condition, on_true, on_false, _]) => {
                let ty = self.type_of(on_true);
                let operands = [condition, on_true, on_false];
                self.steps.op("arith.select", &operands, ty, None)
            }
            (Body::Fill | Body::Copy, &[input, _]) => self.cast(input, out_ty),
            (Body::Random, &[min, max, seed, _]) => {
                let value = self.random(min, max, seed)?;
                self.cast(value, out_ty)
            }
            _ => None,
        }
    }

    fn ctx(&self) -> &Context {
        &self.steps.module().ctx
    }

    fn type_of(&self, value: ValueId) -> TypeId {
        self.steps.module().value_type(value)
    }

    fn integers(&mut self, width: u32) -> Option<TypeId> {
        self.steps.ty(TypeKind::Integer {
            width,
            signedness: Signedness::Signless,
        })
    }

    fn class(&self, ty: TypeId) -> Option<Class> {
        Some(match self.ctx().type_kind(ty) {
            TypeKind::Float(kind) => Class::Float(kind.width()),
            TypeKind::Integer { width, .. } => Class::Int(*width),
            TypeKind::Index => Class::Index,
            TypeKind::Complex(_) => Class::Complex,
            _ => return None,
        })
    }

    fn binary(&mut self, op: Arith, lhs: ValueId, rhs: ValueId) -> Option<ValueId> {
        let ty = self.type_of(lhs);
        let name = match self.class(ty)? {
            Class::Float(_) => op.float,
            Class::Int(1) => op.bit,
            Class::Int(_) | Class::Index => op.int,
            Class::Complex => op.complex,
        };
        if name.is_empty() {
            return None;
        }
        self.steps.op(name, &[lhs, rhs], ty, None)
    }

    fn unary(&mut self, op: Unary, input: ValueId) -> Option<ValueId> {
        let ty = self.type_of(input);
        let class = self.class(ty)?;
        match op {
            Unary::Op(name) => self.steps.op(name, &[input], ty, None),
            Unary::Abs => {
                let is_float = matches!(class, Class::Float(_));
                is_float.then(|| self.steps.op("math.absf", &[input], ty, None))?
            }
            Unary::Square => self.binary(MUL, input, input),
            Unary::Reciprocal => {
                let TypeKind::Float(kind) = *self.ctx().type_kind(ty) else {
                    return None;
                };
                let attr = AttrKind::Float {
                    bits: one_bits(kind)?,
                    ty,
                };
                let one = self.constant(attr, ty)?;
                self.binary(DIV, one, input)
            }
        }
    }

    /// Both parts of a complex number, or a float and zero, of the element type of `to`.
    fn cast_to_complex(&mut self, value: ValueId, to: TypeId) -> Option<ValueId> {
        let ctx = self.ctx();
        let &TypeKind::Complex(element) = ctx.type_kind(to) else {
            return None;
        };
        let parts = match *ctx.type_kind(self.type_of(value)) {
            TypeKind::Complex(old) => {
                let mut part = |name| self.steps.op(name, &[value], old, None);
                let parts = [part("complex.re")?, part("complex.im")?];
                [self.cast(parts[0], element)?, self.cast(parts[1], element)?]
            }
            TypeKind::Float(_) => {
                let real = self.cast(value, element)?;
                let zero = AttrKind::Float {
                    bits: 0,
                    ty: element,
                };
                [real, self.constant(zero, element)?]
            }
            _ => return None,
        };
        self.steps.op("complex.create", &parts, to, None)
    }

    /// MLIR's generator: two steps of a linear congruence over the indices and the seed, scaled from
    /// 32 bits to the range.
    fn random(&mut self, min: ValueId, max: ValueId, seed: ValueId) -> Option<ValueId> {
        let (wide, word) = (self.integers(64)?, self.integers(32)?);
        let float = self.steps.ty(TypeKind::Float(FloatKind::F64))?;
        let half_range = self.int_constant(0x7FFF_FFFF, wide)?;
        let half_range = self.cast(half_range, float)?;
        let column = self.index(1, word)?;
        let row = self.index(0, word)?;
        let state = self.binary(ADD, row, seed)?;
        let state = self.congruence(state, wide, word)?;
        let state = self.binary(ADD, column, state)?;
        let state = self.congruence(state, wide, word)?;
        let state = self.cast(state, float)?;
        let positive = self.binary(ADD, half_range, state)?;
        let range = self.binary(SUB, max, min)?;
        let bits = u128::from(2.328_306_4e-10_f64.to_bits());
        let scale = self.constant(AttrKind::Float { bits, ty: float }, float)?;
        let range = self.binary(MUL, range, scale)?;
        let offset = self.binary(MUL, positive, range)?;
        self.binary(ADD, offset, min)
    }

    /// `state * 1103515245 + 12345`.
    fn congruence(&mut self, state: ValueId, wide: TypeId, word: TypeId) -> Option<ValueId> {
        let factor = self.int_constant(1_103_515_245, wide)?;
        let factor = self.cast(factor, word)?;
        let state = self.binary(MUL, state, factor)?;
        let summand = self.int_constant(12345, wide)?;
        let summand = self.cast(summand, word)?;
        self.binary(ADD, state, summand)
    }

    fn index(&mut self, dim: i64, ty: TypeId) -> Option<ValueId> {
        let index = self.steps.ty(TypeKind::Index)?;
        let dim = AttrKind::Integer {
            value: IntValue::Small(dim),
            ty: self.integers(64)?,
        };
        let dim = Some(("dim", dim));
        let value = self.steps.op("linalg.index", &[], index, dim)?;
        self.cast(value, ty)
    }

    fn int_constant(&mut self, value: i64, ty: TypeId) -> Option<ValueId> {
        let value = IntValue::Small(value);
        self.constant(AttrKind::Integer { value, ty }, ty)
    }

    fn constant(&mut self, value: AttrKind, ty: TypeId) -> Option<ValueId> {
        self.steps
            .op("arith.constant", &[], ty, Some(("value", value)))
    }

    fn cast(&mut self, value: ValueId, to: TypeId) -> Option<ValueId> {
        let from = self.type_of(value);
        if from == to {
            return Some(value);
        }
        if self.class(to) == Some(Class::Complex) {
            return self.cast_to_complex(value, to);
        }
        let pick = |signed, unsigned| if self.unsigned { unsigned } else { signed };
        let name = match (self.class(from)?, self.class(to)?) {
            (Class::Int(_), Class::Float(_)) => pick("arith.sitofp", "arith.uitofp"),
            (Class::Float(_), Class::Int(_)) => pick("arith.fptosi", "arith.fptoui"),
            (Class::Float(a), Class::Float(b)) if a < b => "arith.extf",
            (Class::Float(_), Class::Float(_)) => "arith.truncf",
            (Class::Int(a), Class::Int(b)) if a < b => pick("arith.extsi", "arith.extui"),
            (Class::Int(_), Class::Int(_)) => "arith.trunci",
            (Class::Index, Class::Int(_)) => "arith.index_cast",
            _ => return None,
        };
        self.steps.op(name, &[value], to, None)
    }
}

/// The bit pattern of 1.0.
fn one_bits(kind: FloatKind) -> Option<u128> {
    Some(match kind {
        FloatKind::BF16 => 0x3F80,
        FloatKind::F16 => 0x3C00,
        FloatKind::F32 => u128::from(1f32.to_bits()),
        FloatKind::F64 => u128::from(1f64.to_bits()),
        _ => return None,
    })
}
