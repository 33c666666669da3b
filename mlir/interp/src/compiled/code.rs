//! The instruction set of compiled regions, including scalar functions.
//!
//! A register holds 64 bits: an integer without sign extension, or the bits of an `f64` that is
//! exactly representable in its type, as in [`Value`](crate::value::Value).

pub(super) use crate::value::Kind;
use memplan_mlir::semantics::{
    Int2, Undefined, compare_floats, compare_ints, float_of, fused, int_of,
};
use memplan_mlir::semantics::{rounded, signed, truncated};
use memplan_mlir::{AffineExpr, FloatKind, OpId, ValueId};

/// The number of a register.
pub(super) type Reg = usize;

/// A function of up to three registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pure {
    AddF(FloatKind),
    SubF(FloatKind),
    MulF(FloatKind),
    DivF(FloatKind),
    MaximumF(FloatKind),
    Float(fn([f64; 3]) -> f64, FloatKind),
    FloatTest(fn(f64, FloatKind) -> bool, FloatKind),
    Fma(FloatKind),
    /// A power whose exponent has this width in bits.
    Fpowi(FloatKind, u32),
    CompareFloats(i64),
    CompareInts(i64, u32),
    Select,
    AddI(u32),
    SubI(u32),
    MulI(u32),
    /// A function with a result for all arguments.
    Int2(Int2, u32),
    /// A function that may have no result.
    Partial2(Int2, u32),
    Int1(fn(u64, u32) -> u64, u32),
    Resize {
        from: u32,
        to: u32,
        is_signed: bool,
    },
    ToFloat {
        from: u32,
        to: FloatKind,
        is_signed: bool,
    },
    ToInt {
        to: u32,
        is_signed: bool,
    },
    Bitcast(Kind, Kind),
}

impl Pure {
    /// Whether there is a result for all arguments.
    pub(super) fn is_total(self) -> bool {
        !matches!(self, Self::Partial2(..) | Self::ToInt { .. })
    }

    /// The result for the given arguments. Unused ones are ignored.
    ///
    /// # Errors
    ///
    /// If there is no result, which only happens for a partial function.
    #[inline(always)]
    pub(super) fn eval(self, [a, b, c]: [u64; 3]) -> Result<u64, Undefined> {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        let float = |kind: FloatKind, number: f64| Ok(rounded(kind, number).to_bits());
        match self {
            Self::AddF(kind) => float(kind, x + y),
            Self::SubF(kind) => float(kind, x - y),
            Self::MulF(kind) => float(kind, x * y),
            Self::DivF(kind) => float(kind, x / y),
            Self::MaximumF(kind) => float(kind, memplan_mlir::semantics::maximum(x, y)),
            Self::Float(f, kind) => float(kind, f([x, y, f64::from_bits(c)])),
            Self::FloatTest(f, kind) => Ok(f(x, kind).into()),
            Self::Fma(kind) => Ok(fused(kind, x, y, f64::from_bits(c)).to_bits()),
            Self::Fpowi(kind, width) => float(kind, libm::pow(x, signed(b, width) as f64)),
            Self::CompareFloats(code) => Ok(compare_floats(code, x, y).into()),
            Self::CompareInts(code, width) => {
                Ok(compare_ints(code, a, b, width).unwrap_or(false).into())
            }
            Self::Select => Ok(if a == 0 { c } else { b }),
            Self::AddI(width) => Ok(truncated(a.wrapping_add(b), width)),
            Self::SubI(width) => Ok(truncated(a.wrapping_sub(b), width)),
            Self::MulI(width) => Ok(truncated(a.wrapping_mul(b), width)),
            Self::Int2(f, width) | Self::Partial2(f, width) => {
                Ok(truncated(f(a, b, width)?, width))
            }
            Self::Int1(f, width) => Ok(truncated(f(a, width), width)),
            Self::Resize {
                from,
                to,
                is_signed: true,
            } => Ok(truncated(signed(a, from).cast_unsigned(), to)),
            Self::Resize { to, .. } => Ok(truncated(a, to)),
            Self::ToFloat {
                from,
                to,
                is_signed,
            } => Ok(float_of(a, from, to, is_signed).to_bits()),
            Self::ToInt { to, is_signed } => int_of(x, to, is_signed).ok_or(Undefined::Poison),
            Self::Bitcast(from, to) => {
                let mut bytes = [0; 8];
                let bytes = &mut bytes[..from.bytes()];
                from.store(a, bytes);
                Ok(to.load(bytes))
            }
        }
    }
}

/// A function of registers, with its arguments and its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apply {
    pub(super) f: Pure,
    pub(super) to: Reg,
    /// Unused arguments repeat a used one.
    pub(super) args: [Reg; 3],
}

/// A range of registers in [`Program::pool`].
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    pub(super) start: u32,
    pub(super) len: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Code {
    Apply(Apply),
    Move {
        to: Reg,
        from: Reg,
    },
    /// Makes a register poison.
    Poison(Reg),
    Load {
        to: Reg,
        kind: Kind,
        slot: usize,
        at: List,
    },
    Store {
        from: Reg,
        kind: Kind,
        slot: usize,
        at: List,
    },
    /// The size of a dimension that a register names.
    Dim {
        to: Reg,
        slot: usize,
        at: Reg,
    },
    /// The value of expression number `expr` of the program.
    Affine {
        to: Reg,
        expr: usize,
        args: List,
    },
    /// Checks that the step of a loop is positive before it is used.
    CheckStep {
        step: Reg,
        width: u32,
        is_signed: bool,
    },
    /// Computes the number of iterations; jumps if there is none.
    Loop {
        count: Reg,
        iv: Reg,
        bounds: [Reg; 3],
        width: u32,
        is_signed: bool,
        exit: usize,
    },
    /// Counts an iteration; jumps back if another one follows.
    Next {
        count: Reg,
        iv: Reg,
        step: Reg,
        width: u32,
        body: usize,
    },
    Jump(usize),
    JumpIfZero {
        condition: Reg,
        to: usize,
    },
    /// Jumps if the register holds another number.
    JumpUnless {
        flag: Reg,
        case: i64,
        to: usize,
    },
    /// Counts this number of operations.
    Steps(u32),
}

/// An instruction and the operation that its faults are reported at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inst {
    pub(super) op: OpId,
    pub(super) code: Code,
}

/// An affine expression over registers.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) expr: AffineExpr,
    pub(super) n_dims: usize,
    /// The message if the expression has no value.
    pub(super) message: &'static str,
    /// Constant and coefficients of the arguments, if the expression is linear and all are small.
    pub(super) linear: Option<(i64, Vec<i64>)>,
}

/// A compiled region.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) code: Vec<Inst>,
    pub(super) pool: Vec<Reg>,
    pub(super) exprs: Vec<Expr>,
    pub(super) kinds: Vec<Option<Kind>>,
    /// Registers that hold constants.
    pub(super) constants: Vec<(Reg, u64)>,
    /// Numbers from outside the region.
    pub(super) captures: Vec<(ValueId, Reg, Kind)>,
    /// Buffers from outside the region, by slot.
    pub(super) buffers: Vec<(ValueId, Kind)>,
    /// The arguments of the region.
    pub(super) args: Vec<Reg>,
    /// What the region yields.
    pub(super) results: Vec<Reg>,
    /// The coordinates of the point, for bodies of structured operations.
    pub(super) coordinates: Vec<(usize, Reg)>,
    /// Number of operations of the region, if it is one block without nested regions.
    pub(super) n_ops: u32,
    /// Maximum nesting depth of regions.
    pub(super) depth: u32,
    /// Whether an instruction may produce poison.
    pub(super) makes_poison: bool,
    /// Whether an instruction may fail.
    pub(super) may_fail: bool,
}

impl Program {
    /// Whether the program is a sequence of scalar functions that always have a result.
    pub(super) fn is_total(&self) -> bool {
        !self.makes_poison
            && !self.may_fail
            && self
                .code
                .iter()
                .all(|inst| matches!(inst.code, Code::Apply(_) | Code::Steps(_)))
    }

    /// The registers of a list.
    #[inline]
    pub(super) fn list(&self, list: List) -> &[Reg] {
        &self.pool[list.start as usize..][..list.len as usize]
    }
}
