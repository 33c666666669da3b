//! Scalar functions: on integers of up to 64 bits, which are zero-extended, and on floats that are exactly
//! representable in their type.
//!
//! Functions without an exact result use `libm`, rounded to the type. Results are the same on every
//! machine, but the last digit can differ from other libraries.

use crate::ir::{FloatKind, bits_from_f64, f64_from_bits};

/// Why a function has no result for its arguments.
#[derive(Clone, Copy, Debug)]
pub enum Undefined {
    /// The result is poison: only its use is an error.
    Poison,
    /// The computation itself is an error.
    Now(&'static str),
}

/// A function of two integers, which are zero-extended, and their width in bits.
pub type Int2 = fn(u64, u64, u32) -> Result<u64, Undefined>;

/// The domain of a function of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// All arguments.
    All,
    /// Excludes divisors of 0, and some dividends for divisors of -1.
    Divisor,
    /// Shifts by less than the width.
    Shift,
    /// Excludes zero to a negative power.
    Power,
}

/// A complex number: real and imaginary part.
pub type Complex = (f64, f64);

/// A scalar function, applied to each element of vectors and tensors.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// An integer operation with algebraic rules in `canonicalize`.
    Int(IntOp),
    /// Another function of two integers of one width.
    Int2(Int2, Domain),
    /// A function of an integer and its width.
    Int1(fn(u64, u32) -> u64),
    /// A function of two integers and their width with two results: both halves of a product, or a sum and its carry.
    Wide(fn(u64, u64, u32) -> (u64, u64)),
    /// A common operation on floats.
    FloatOp(FloatOp),
    /// Another function of up to three floats, rounded to the type of the result.
    Float(fn([f64; 3]) -> f64),
    /// Two functions of a float, one for each result.
    FloatPair(fn(f64) -> f64, fn(f64) -> f64),
    /// A property of a float.
    FloatTest(fn(f64, FloatKind) -> bool),
    /// A function of up to two complex numbers with a complex result.
    Complex(fn(Complex, Complex) -> Complex),
    /// A function of a complex number with a float result.
    ComplexPart(fn(Complex) -> f64),
    /// The real part of a complex number.
    RealPart,
    /// The imaginary part of a complex number.
    ImaginaryPart,
    /// A property of two complex numbers.
    ComplexTest(fn(Complex, Complex) -> bool),
    /// A comparison whose predicate is a number.
    CompareInts,
    /// A comparison whose predicate is a keyword.
    CompareIndices,
    /// A comparison of floats.
    CompareFloats,
    /// One of two values.
    Select,
    /// A conversion of an integer to another width.
    Resize {
        /// Whether the sign is extended.
        is_signed: bool,
    },
    /// A conversion of an integer to a float.
    ToFloat {
        /// Whether the integer is signed.
        is_signed: bool,
    },
    /// A conversion of a float to an integer.
    ToInt {
        /// Whether the integer is signed.
        is_signed: bool,
    },
    /// A product and a sum, rounded once.
    Fma,
    /// A power with an integer exponent.
    Fpowi,
    /// A conversion to another type with the same bits.
    Bitcast,
}

/// A function of two integers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Signed quotient, rounded to zero.
    DivS,
    /// Unsigned quotient.
    DivU,
    /// Signed quotient, rounded up.
    CeilDivS,
    /// Unsigned quotient, rounded up.
    CeilDivU,
    /// Signed quotient, rounded down.
    FloorDivS,
    /// Remainder of the signed division.
    RemS,
    /// Remainder of the unsigned division.
    RemU,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left.
    Shl,
    /// Signed shift right.
    ShrS,
    /// Unsigned shift right.
    ShrU,
    /// The larger of two signed integers.
    MaxS,
    /// The smaller of two signed integers.
    MinS,
    /// The larger of two unsigned integers.
    MaxU,
    /// The smaller of two unsigned integers.
    MinU,
}

impl Scalar {
    /// The integer operation, if it is one.
    pub const fn int(self) -> Option<IntOp> {
        match self {
            Self::Int(int) => Some(int),
            _ => None,
        }
    }

    /// Whether the operation on two operands is commutative and associative, bit for bit: operands may be combined in
    /// any order and grouping. Integers that promise not to overflow may become poison in another order.
    pub const fn is_reorderable(self) -> bool {
        match self {
            Self::Int(int) => int.is_commutative(),
            Self::FloatOp(float) => matches!(float, FloatOp::Maximum | FloatOp::Minimum),
            _ => false,
        }
    }

    /// Whether processors compute it in few cycles: no division, and no function of a mathematical library.
    pub fn is_cheap(self) -> bool {
        match self {
            Self::Int2(_, domain) => matches!(domain, Domain::All | Domain::Shift),
            Self::Int(int) => matches!(int.domain(), Domain::All | Domain::Shift),
            Self::FloatOp(float) => !matches!(float, FloatOp::Div),
            Self::Float(_)
            | Self::FloatPair(..)
            | Self::Complex(_)
            | Self::ComplexPart(_)
            | Self::ComplexTest(_) => false,
            _ => true,
        }
    }

    /// Whether the operation on two equal operands returns them.
    pub const fn is_idempotent(self) -> bool {
        match self {
            Self::Int(int) => matches!(
                int,
                IntOp::And | IntOp::Or | IntOp::MaxS | IntOp::MinS | IntOp::MaxU | IntOp::MinU
            ),
            Self::FloatOp(float) => matches!(float, FloatOp::Maximum | FloatOp::Minimum),
            _ => false,
        }
    }
}

impl IntOp {
    /// Whether the operation is commutative.
    pub const fn is_commutative(self) -> bool {
        matches!(
            self,
            Self::Add
                | Self::Mul
                | Self::And
                | Self::Or
                | Self::Xor
                | Self::MaxS
                | Self::MinS
                | Self::MaxU
                | Self::MinU
        )
    }

    /// The function.
    pub fn function(self) -> Int2 {
        match self {
            Self::Add => add,
            Self::Sub => sub,
            Self::Mul => mul,
            Self::DivS => divs,
            Self::DivU => divu,
            Self::CeilDivS => ceildivs,
            Self::CeilDivU => ceildivu,
            Self::FloorDivS => floordivs,
            Self::RemS => rems,
            Self::RemU => remu,
            Self::And => and,
            Self::Or => or,
            Self::Xor => xor,
            Self::Shl => shl,
            Self::ShrS => shrs,
            Self::ShrU => shru,
            Self::MaxS => maxs,
            Self::MinS => mins,
            Self::MaxU => maxu,
            Self::MinU => minu,
        }
    }

    /// The domain of the function.
    pub fn domain(self) -> Domain {
        match self {
            Self::DivS
            | Self::DivU
            | Self::CeilDivS
            | Self::CeilDivU
            | Self::FloorDivS
            | Self::RemS
            | Self::RemU => Domain::Divisor,
            Self::Shl | Self::ShrS | Self::ShrU => Domain::Shift,
            Self::Add
            | Self::Sub
            | Self::Mul
            | Self::And
            | Self::Or
            | Self::Xor
            | Self::MaxS
            | Self::MinS
            | Self::MaxU
            | Self::MinU => Domain::All,
        }
    }
}

/// A common operation on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// The larger of two floats, NaN if one is.
    Maximum,
    /// The smaller of two floats, NaN if one is.
    Minimum,
    /// The larger of two floats, the other one if one is NaN.
    MaxNum,
    /// The smaller of two floats, the other one if one is NaN.
    MinNum,
    /// The negation of a float.
    Neg,
    /// A float as another type.
    Convert,
}

impl FloatOp {
    /// The function; arguments beyond its operands are ignored.
    pub fn function(self) -> fn([f64; 3]) -> f64 {
        match self {
            Self::Add => |[a, b, _]| a + b,
            Self::Sub => |[a, b, _]| a - b,
            Self::Mul => |[a, b, _]| a * b,
            Self::Div => |[a, b, _]| a / b,
            Self::Maximum => |[a, b, _]| maximum(a, b),
            Self::Minimum => |[a, b, _]| minimum(a, b),
            Self::MaxNum => |[a, b, _]| a.max(b),
            Self::MinNum => |[a, b, _]| a.min(b),
            Self::Neg => |[a, ..]| -a,
            Self::Convert => |[a, ..]| a,
        }
    }
}

fn by_zero(divisor: u64) -> Result<(), Undefined> {
    if divisor == 0 {
        return Err(Undefined::Now("divides by zero"));
    }
    Ok(())
}

/// The signed operands of a division, if it has a result.
fn signed_division(a: u64, b: u64, w: u32) -> Result<(i64, i64), Undefined> {
    by_zero(b)?;
    let (a, b) = (signed(a, w), signed(b, w));
    let least = signed(1 << (w - 1), w);
    if a == least && b == -1 {
        return Err(Undefined::Now("divides the least integer by -1"));
    }
    Ok((a, b))
}

fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}

fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + i64::from(a % b != 0 && (a < 0) == (b < 0))
}

fn shift(b: u64, w: u32) -> Result<u32, Undefined> {
    match u32::try_from(b) {
        Ok(b) if b < w => Ok(b),
        _ => Err(Undefined::Poison),
    }
}

fn add(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_add(b))
}

fn sub(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_sub(b))
}

fn mul(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.wrapping_mul(b))
}

fn divs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok((a / b).cast_unsigned())
}

fn divu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a / b)
}

fn ceildivs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok(ceil_div(a, b).cast_unsigned())
}

fn ceildivu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a.div_ceil(b))
}

fn floordivs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok(floor_div(a, b).cast_unsigned())
}

fn rems(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    let (a, b) = signed_division(a, b, w)?;
    Ok((a % b).cast_unsigned())
}

fn remu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    by_zero(b)?;
    Ok(a % b)
}

fn and(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a & b)
}

fn or(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a | b)
}

fn xor(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a ^ b)
}

fn shl(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(a << shift(b, w)?)
}

fn shrs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok((signed(a, w) >> shift(b, w)?).cast_unsigned())
}

fn shru(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(a >> shift(b, w)?)
}

fn maxs(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(signed(a, w).max(signed(b, w)).cast_unsigned())
}

fn mins(a: u64, b: u64, w: u32) -> Result<u64, Undefined> {
    Ok(signed(a, w).min(signed(b, w)).cast_unsigned())
}

fn maxu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.max(b))
}

fn minu(a: u64, b: u64, _: u32) -> Result<u64, Undefined> {
    Ok(a.min(b))
}

/// The larger of two floats, NaN if one is.
#[inline]
pub fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a == b {
        // `+0.0` is larger than `-0.0`.
        if a.is_sign_negative() { b } else { a }
    } else {
        a.max(b)
    }
}

/// The smaller of two floats, NaN if one is.
#[inline]
pub fn minimum(a: f64, b: f64) -> f64 {
    -maximum(-a, -b)
}

/// Whether a comparison of two integers of width `w` holds, for a predicate code of `arith.cmpi`.
#[inline]
pub fn compare_ints(code: i64, a: u64, b: u64, w: u32) -> Option<bool> {
    let (x, y) = (signed(a, w), signed(b, w));
    Some(match code {
        0 => a == b,
        1 => a != b,
        2 => x < y,
        3 => x <= y,
        4 => x > y,
        5 => x >= y,
        6 => a < b,
        7 => a <= b,
        8 => a > b,
        9 => a >= b,
        _ => return None,
    })
}

/// Whether a comparison of `arith` holds: codes 1 to 6 are ordered comparisons, 8 to 13 the same comparisons or
/// unordered.
#[inline]
pub fn compare_floats(code: i64, a: f64, b: f64) -> bool {
    let unordered = a.is_nan() || b.is_nan();
    match code {
        0 => false,
        1 => !unordered && a == b,
        2 => a > b,
        3 => a >= b,
        4 => a < b,
        5 => a <= b,
        6 => !unordered && a != b,
        7 => !unordered,
        8 => unordered || a == b,
        9 => unordered || a > b,
        10 => unordered || a >= b,
        11 => unordered || a < b,
        12 => unordered || a <= b,
        13 => unordered || a != b,
        14 => unordered,
        _ => true,
    }
}

/// The float nearest to an integer of width `from`.
#[inline]
pub fn float_of(bits: u64, from: u32, kind: FloatKind, is_signed: bool) -> f64 {
    // Convert to `f32` in one step: rounding twice may give another result.
    match (kind, is_signed) {
        (FloatKind::F32, true) => f64::from(signed(bits, from) as f32),
        (FloatKind::F32, false) => f64::from(bits as f32),
        (_, true) => rounded(kind, signed(bits, from) as f64),
        (_, false) => rounded(kind, bits as f64),
    }
}

/// A float truncated to an integer of width `to`; `None` if it does not fit.
#[inline]
pub fn int_of(number: f64, to: u32, is_signed: bool) -> Option<u64> {
    let whole = number.trunc();
    let (least, beyond) = if is_signed {
        (-(2_f64.powi(to as i32 - 1)), 2_f64.powi(to as i32 - 1))
    } else {
        (0.0, 2_f64.powi(to as i32))
    };
    if whole.is_nan() || whole < least || beyond <= whole {
        return None;
    }
    let bits = if is_signed {
        (whole as i64).cast_unsigned()
    } else {
        whole as u64
    };
    Some(truncated(bits, to))
}

/// `base` to a signed exponent.
pub(crate) fn power(mut base: u64, exponent: u64, w: u32) -> Result<u64, Undefined> {
    let mut exponent = signed(exponent, w);
    if exponent < 0 {
        return match signed(base, w) {
            0 => Err(Undefined::Now("raises zero to a negative power")),
            1 => Ok(1),
            -1 => Ok(if exponent % 2 == 0 { 1 } else { u64::MAX }),
            _ => Ok(0),
        };
    }
    let mut result: u64 = 1;
    while exponent != 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    Ok(result)
}

/// `a * b + c`, rounded once.
#[inline]
pub fn fused(kind: FloatKind, a: f64, b: f64, c: f64) -> f64 {
    match kind {
        FloatKind::F32 => f64::from(libm::fmaf(a as f32, b as f32, c as f32)),
        _ => rounded(kind, libm::fma(a, b, c)),
    }
}

/// The lowest `width` bits.
#[inline]
pub fn truncated(bits: u64, width: u32) -> u64 {
    if width >= 64 {
        bits
    } else {
        bits & ((1 << width) - 1)
    }
}

/// The lowest `width` bits as a signed number.
#[inline]
pub fn signed(bits: u64, width: u32) -> i64 {
    if width == 0 {
        return 0;
    }
    let shift = 64 - width.min(64);
    (bits << shift).cast_signed() >> shift
}

/// Rounds a number to a float type.
#[inline]
pub fn rounded(kind: FloatKind, number: f64) -> f64 {
    match kind {
        FloatKind::F64 => number,
        FloatKind::F32 => f64::from(number as f32),
        _ => f64_from_bits(kind, bits_from_f64(kind, number)),
    }
}
