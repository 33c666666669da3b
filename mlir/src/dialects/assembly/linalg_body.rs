//! The bodies of named `linalg` operations, which their text leaves out.

use smallvec::SmallVec;

use crate::ir::{AttrId, AttrKind, BlockId, FloatKind, TypeId, TypeKind, ValueId, names};
use crate::text::{OpParser, OpState};

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
    /// A number between `min` and `max` that follows from `seed` and the place in the output.
    Random,
}

/// Binary arithmetic: the float operation, the integer one, and the one on `i1`.
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

/// Builds the body and gives what it yields; `None` if the element types do not fit.
pub(super) fn synthesise(
    p: &mut OpParser<'_>,
    state: &OpState,
    block: BlockId,
    body: Body,
) -> Option<ValueId> {
    let args: SmallVec<[ValueId; 6]> = p.module.block_args(block).iter().copied().collect();
    let out = *args.last()?;
    let unsigned = is_unsigned_cast(p, state);
    let mut b = Builder { p, block, unsigned };
    let out_ty = b.p.module.value_type(out);
    match (body, &args[..]) {
        (Body::MultiplyAdd, &[lhs, rhs, _]) => {
            let lhs = b.cast(lhs, out_ty)?;
            let rhs = b.cast(rhs, out_ty)?;
            let product = b.binary(MUL, lhs, rhs)?;
            b.binary(ADD, out, product)
        }
        (Body::QuantizedMultiplyAdd, &[lhs, rhs, lhs_zero, rhs_zero, _]) => {
            let lhs = b.cast(lhs, out_ty)?;
            let lhs_zero = b.cast(lhs_zero, out_ty)?;
            let lhs = b.binary(SUB, lhs, lhs_zero)?;
            let rhs = b.cast(rhs, out_ty)?;
            let rhs_zero = b.cast(rhs_zero, out_ty)?;
            let rhs = b.binary(SUB, rhs, rhs_zero)?;
            let product = b.binary(MUL, lhs, rhs)?;
            b.binary(ADD, out, product)
        }
        (Body::Pool(op), &[input, _, _]) => {
            let input = b.cast(input, out_ty)?;
            b.binary(op, out, input)
        }
        (Body::Unary(op), &[input, _]) => b.unary(op, input),
        (Body::Binary(op), &[lhs, rhs, _]) => b.binary(op, lhs, rhs),
        (Body::Select, &[condition, on_true, on_false, _]) => {
            let ty = b.p.module.value_type(on_true);
            b.p.emit(
                block,
                "arith.select",
                &[condition, on_true, on_false],
                Some(ty),
                &[],
            )
        }
        (Body::Fill | Body::Copy, &[input, _]) => b.cast(input, out_ty),
        (Body::Random, &[min, max, seed, _]) => {
            let value = b.random(min, max, seed)?;
            b.cast(value, out_ty)
        }
        _ => None,
    }
}

fn is_unsigned_cast(p: &OpParser<'_>, state: &OpState) -> bool {
    let cast = p
        .module
        .ctx
        .find_str("cast")
        .and_then(|name| state.props.get(name));
    match cast.map(|attr| p.module.ctx.attr_kind(attr)) {
        Some(AttrKind::Opaque { body, .. }) => p.module.ctx.text(*body).contains("unsigned"),
        _ => false,
    }
}

struct Builder<'a, 's> {
    p: &'a mut OpParser<'s>,
    block: BlockId,
    unsigned: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Float(u32),
    Int(u32),
    Index,
    Complex,
}

impl Builder<'_, '_> {
    fn class(&self, ty: TypeId) -> Option<Class> {
        Some(match self.p.module.ctx.type_kind(ty) {
            TypeKind::Float(kind) => Class::Float(kind.width()),
            TypeKind::Integer { width, .. } => Class::Int(*width),
            TypeKind::Index => Class::Index,
            TypeKind::Complex(_) => Class::Complex,
            _ => return None,
        })
    }

    fn binary(&mut self, op: Arith, lhs: ValueId, rhs: ValueId) -> Option<ValueId> {
        let ty = self.p.module.value_type(lhs);
        let name = match self.class(ty)? {
            Class::Float(_) => op.float,
            Class::Int(1) => op.bit,
            Class::Int(_) | Class::Index => op.int,
            Class::Complex => op.complex,
        };
        if name.is_empty() {
            return None;
        }
        self.p.emit(self.block, name, &[lhs, rhs], Some(ty), &[])
    }

    fn unary(&mut self, op: Unary, input: ValueId) -> Option<ValueId> {
        let ty = self.p.module.value_type(input);
        let class = self.class(ty)?;
        match op {
            Unary::Op(name) => self.p.emit(self.block, name, &[input], Some(ty), &[]),
            Unary::Abs => {
                let is_float = matches!(class, Class::Float(_));
                is_float.then(|| {
                    self.p
                        .emit(self.block, "math.absf", &[input], Some(ty), &[])
                })?
            }
            Unary::Square => self.binary(MUL, input, input),
            Unary::Reciprocal => {
                let TypeKind::Float(kind) = *self.p.module.ctx.type_kind(ty) else {
                    return None;
                };
                let attr = AttrKind::Float {
                    bits: one_bits(kind)?,
                    ty,
                };
                let attr = self.p.module.ctx.attr(attr);
                let one = self.constant(attr, ty)?;
                self.binary(DIV, one, input)
            }
        }
    }

    /// Both parts of a complex number, or a float and zero, of the element type of `to`.
    fn cast_to_complex(&mut self, value: ValueId, to: TypeId) -> Option<ValueId> {
        let ctx = &self.p.module.ctx;
        let &TypeKind::Complex(element) = ctx.type_kind(to) else {
            return None;
        };
        let parts = match *ctx.type_kind(self.p.module.value_type(value)) {
            TypeKind::Complex(old) => {
                let mut part = |name| self.p.emit(self.block, name, &[value], Some(old), &[]);
                let parts = [part("complex.re")?, part("complex.im")?];
                [self.cast(parts[0], element)?, self.cast(parts[1], element)?]
            }
            TypeKind::Float(_) => {
                let real = self.cast(value, element)?;
                let zero = AttrKind::Float {
                    bits: 0,
                    ty: element,
                };
                let zero = self.p.module.ctx.attr(zero);
                [real, self.constant(zero, element)?]
            }
            _ => return None,
        };
        self.p
            .emit(self.block, "complex.create", &parts, Some(to), &[])
    }

    /// MLIR's generator: two steps of a linear congruence over the indices and the seed, scaled from
    /// 32 bits to the range.
    fn random(&mut self, min: ValueId, max: ValueId, seed: ValueId) -> Option<ValueId> {
        let ctx = &mut self.p.module.ctx;
        let (wide, word, float) = (
            ctx.int_type(64),
            ctx.int_type(32),
            ctx.ty(TypeKind::Float(FloatKind::F64)),
        );
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
        let scale = self.p.module.ctx.attr(AttrKind::Float { bits, ty: float });
        let scale = self.constant(scale, float)?;
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
        let ctx = &mut self.p.module.ctx;
        let (name, dim, index) = (ctx.str("dim"), ctx.i64_attr(dim), ctx.index_type());
        let props = [(name, dim)];
        let value = self
            .p
            .emit(self.block, "linalg.index", &[], Some(index), &props)?;
        self.cast(value, ty)
    }

    fn int_constant(&mut self, value: i64, ty: TypeId) -> Option<ValueId> {
        let attr = self.p.module.ctx.int_attr(value, ty);
        self.constant(attr, ty)
    }

    fn constant(&mut self, value: AttrId, ty: TypeId) -> Option<ValueId> {
        let props = [(names::VALUE, value)];
        self.p
            .emit(self.block, "arith.constant", &[], Some(ty), &props)
    }

    fn cast(&mut self, value: ValueId, to: TypeId) -> Option<ValueId> {
        let from = self.p.module.value_type(value);
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
        self.p.emit(self.block, name, &[value], Some(to), &[])
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
