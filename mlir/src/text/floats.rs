//! Float formats: between bit patterns, `f64`, and text.

use crate::ir::FloatKind;

/// How a format's bits are laid out.
struct Layout {
    exponent: u32,
    mantissa: u32,
    bias: i32,
    specials: Specials,
}

/// Which bit patterns are not finite numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Specials {
    /// Largest exponent: infinity and NaN.
    Ieee,
    /// NaN is all ones; no infinity.
    AllOnesNan,
    /// NaN is negative zero; no infinity.
    NegativeZeroNan,
    /// None: values saturate.
    FiniteOnly,
    /// Exponent only, without sign (`f8E8M0FNU`); NaN is all ones.
    ExponentOnly,
}

fn layout(kind: FloatKind) -> Layout {
    use FloatKind as K;
    use Specials as S;
    let (exponent, mantissa, bias, specials) = match kind {
        K::F4E2M1FN => (2, 1, 1, S::FiniteOnly),
        K::F6E2M3FN => (2, 3, 1, S::FiniteOnly),
        K::F6E3M2FN => (3, 2, 3, S::FiniteOnly),
        K::F8E5M2 => (5, 2, 15, S::Ieee),
        K::F8E4M3 => (4, 3, 7, S::Ieee),
        K::F8E4M3FN => (4, 3, 7, S::AllOnesNan),
        K::F8E5M2FNUZ => (5, 2, 16, S::NegativeZeroNan),
        K::F8E4M3FNUZ => (4, 3, 8, S::NegativeZeroNan),
        K::F8E4M3B11FNUZ => (4, 3, 11, S::NegativeZeroNan),
        K::F8E3M4 => (3, 4, 3, S::Ieee),
        K::F8E8M0FNU => (8, 0, 127, S::ExponentOnly),
        K::BF16 => (8, 7, 127, S::Ieee),
        K::F16 => (5, 10, 15, S::Ieee),
        K::TF32 => (8, 10, 127, S::Ieee),
        K::F32 => (8, 23, 127, S::Ieee),
        K::F64 => (11, 52, 1023, S::Ieee),
        // The explicit integer bit of f80 is handled apart.
        K::F80 => (15, 63, 16383, S::Ieee),
        K::F128 => (15, 112, 16383, S::Ieee),
    };
    Layout {
        exponent,
        mantissa,
        bias,
        specials,
    }
}

/// The bits of `value` in a format, rounded to nearest even.
pub(crate) fn encode(value: f64, kind: FloatKind) -> u128 {
    if kind == FloatKind::F64 {
        return u128::from(value.to_bits());
    }
    let format = layout(kind);
    let sign = u128::from(value.is_sign_negative());
    let sign_at = format.exponent + format.mantissa;
    let max_exponent = (1u128 << format.exponent) - 1;
    let all = (1u128 << sign_at) - 1;
    let nan = match format.specials {
        Specials::Ieee => (max_exponent << format.mantissa) | (1 << (format.mantissa.max(1) - 1)),
        Specials::NegativeZeroNan => 1 << sign_at,
        Specials::AllOnesNan | Specials::FiniteOnly | Specials::ExponentOnly => all,
    };
    let overflow = match format.specials {
        Specials::Ieee => max_exponent << format.mantissa,
        Specials::FiniteOnly => all,
        _ => nan,
    };
    let with_sign = |bits: u128| match format.specials {
        Specials::ExponentOnly => bits,
        Specials::NegativeZeroNan if bits == 0 || bits == nan => bits,
        _ => bits | (sign << sign_at),
    };
    if value.is_nan() {
        return explicit_bit(kind, with_sign(nan));
    }
    if value.is_infinite() {
        return explicit_bit(kind, with_sign(overflow));
    }
    if value == 0.0 {
        return with_sign(0);
    }
    let bits = round(value.abs(), &format);
    let largest_finite = match format.specials {
        Specials::Ieee => (max_exponent << format.mantissa) - 1,
        Specials::AllOnesNan | Specials::ExponentOnly => all - 1,
        Specials::NegativeZeroNan | Specials::FiniteOnly => all,
    };
    explicit_bit(
        kind,
        with_sign(if bits > largest_finite {
            overflow
        } else {
            bits
        }),
    )
}

/// Exponent and mantissa fields of a positive finite value, as one number that may have grown past
/// the largest exponent.
fn round(value: f64, format: &Layout) -> u128 {
    let raw = value.to_bits();
    let field = (raw >> 52) as i32;
    let fraction = raw & ((1 << 52) - 1);
    // value = significand * 2^(exponent - 52), with bit 52 of the significand set.
    let (mut significand, mut exponent) = if field == 0 {
        (fraction, -1022)
    } else {
        (fraction | 1 << 52, field - 1023)
    };
    let shift = significand.leading_zeros() - 11;
    significand <<= shift;
    exponent -= shift as i32;
    let biased = exponent + format.bias;
    let min_biased = if format.specials == Specials::ExponentOnly {
        0
    } else {
        1
    };
    let lost = (min_biased - biased).max(0);
    let drop = 52 - format.mantissa as i32 + lost;
    let significand = u128::from(significand);
    let kept = if drop <= 0 {
        significand << -drop
    } else if drop > 60 {
        0
    } else {
        let half = 1u128 << (drop - 1);
        let rest = significand & ((1 << drop) - 1);
        let kept = significand >> drop;
        kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
    };
    let base = (biased.max(min_biased) - min_biased) as u128;
    // Adding the significand with its leading bit carries into the exponent by itself.
    if format.specials == Specials::ExponentOnly {
        base + (kept - 1).min(1)
    } else {
        (base << format.mantissa) + kept
    }
}

/// f80 stores its leading bit.
fn explicit_bit(kind: FloatKind, bits: u128) -> u128 {
    if kind != FloatKind::F80 {
        return bits;
    }
    let mantissa = bits & ((1 << 63) - 1);
    let rest = bits >> 63;
    let leading = u128::from(rest & 0x7FFF != 0);
    (rest << 64) | (leading << 63) | mantissa
}

/// The value of a bit pattern, if it is finite and `f64` holds it exactly.
pub(crate) fn decode(bits: u128, kind: FloatKind) -> Option<f64> {
    if kind == FloatKind::F64 {
        return Some(f64::from_bits(bits as u64)).filter(|value| value.is_finite());
    }
    let format = layout(kind);
    let bits = if kind == FloatKind::F80 {
        ((bits >> 64) << 63) | (bits & ((1 << 63) - 1))
    } else {
        bits
    };
    let sign_at = format.exponent + format.mantissa;
    let is_negative = format.specials != Specials::ExponentOnly && bits >> sign_at & 1 == 1;
    let magnitude = bits & ((1 << sign_at) - 1);
    let field = (magnitude >> format.mantissa) as i32;
    let fraction = magnitude & ((1 << format.mantissa) - 1);
    let max_exponent = (1 << format.exponent) - 1;
    let is_special = match format.specials {
        Specials::Ieee => field == max_exponent,
        Specials::AllOnesNan | Specials::ExponentOnly => magnitude == (1 << sign_at) - 1,
        Specials::NegativeZeroNan => is_negative && magnitude == 0,
        Specials::FiniteOnly => false,
    };
    if is_special {
        return None;
    }
    let (significand, exponent) = if format.specials == Specials::ExponentOnly {
        (1, field - format.bias)
    } else if field == 0 {
        (fraction, 1 - format.bias - format.mantissa as i32)
    } else {
        (
            fraction | 1 << format.mantissa,
            field - format.bias - format.mantissa as i32,
        )
    };
    if significand != 0 && 128 - significand.leading_zeros() - significand.trailing_zeros() > 53 {
        return None;
    }
    let shift = if significand == 0 {
        0
    } else {
        significand.trailing_zeros()
    };
    let value = (significand >> shift) as f64 * exp2(exponent + shift as i32)?;
    (value.is_finite()
        && encode(value, kind) & ((1 << sign_at) - 1) == magnitude_of(bits, sign_at, kind))
    .then_some(if is_negative { -value } else { value })
}

fn magnitude_of(bits: u128, sign_at: u32, kind: FloatKind) -> u128 {
    // For f80 `encode` puts the explicit bit back in, below the sign of the 79-bit form.
    let bits = if kind == FloatKind::F80 {
        explicit_bit(kind, bits)
    } else {
        bits
    };
    bits & ((1 << sign_at) - 1)
}

fn exp2(exponent: i32) -> Option<f64> {
    match exponent {
        -1022..=1023 => Some(f64::from_bits(((exponent + 1023) as u64) << 52)),
        -1074..=-1023 => Some(f64::from_bits(1 << (exponent + 1074))),
        _ => None,
    }
}

/// Appends a float the way MLIR prints it: six digits if they read back to the same bits, else as
/// many as the format needs, else the bit pattern.
pub(crate) fn print(out: &mut String, bits: u128, kind: FloatKind) {
    use std::fmt::Write;
    if let Some(value) = decode(bits, kind) {
        let text = six_digits(value);
        if reads_back(&text, bits, kind) {
            out.push_str(&text);
            return;
        }
        let precision = 2 + (layout(kind).mantissa + 1) * 59 / 196;
        if let Some(text) = shortest(value, precision) {
            out.push_str(&text);
            return;
        }
    }
    // Writing to a string cannot fail.
    let _ = write!(out, "0x{bits:X}");
}

fn reads_back(text: &str, bits: u128, kind: FloatKind) -> bool {
    if kind == FloatKind::F32 {
        return text
            .parse::<f32>()
            .is_ok_and(|value| u128::from(value.to_bits()) == bits);
    }
    text.parse::<f64>()
        .is_ok_and(|value| encode(value, kind) == bits)
}

/// Decimal digits of a positive finite value without trailing zeros, at most `precision` of them,
/// and the power of ten of the last one.
///
/// LLVM drops bits that `precision` digits cannot tell before it makes digits, and rounds only what
/// is left: the last digit is not always the nearest one. Files are compared with its output, so
/// the same is done here.
fn digits(value: f64, precision: u32) -> (Vec<u8>, i32) {
    let raw = value.abs().to_bits();
    let field = (raw >> 52) as i32;
    let fraction = raw & ((1 << 52) - 1);
    if raw == 0 {
        return (vec![b'0'], 0);
    }
    let (significand, exponent) = if field == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, field - 1075)
    };
    let shift = significand.trailing_zeros();
    let exponent = exponent + shift as i32;
    let mut big = Big::from(significand >> shift);
    let mut power = 0;
    if exponent > 0 {
        big.shift_left(exponent as u32);
    } else if exponent < 0 {
        for _ in 0..exponent.unsigned_abs() / 13 {
            big.multiply(1_220_703_125);
        }
        big.multiply(5u32.pow(exponent.unsigned_abs() % 13));
        power = exponent;
    }
    let enough = (precision * 196).div_ceil(59);
    let bits = big.bits();
    if bits > enough {
        let drop = (bits - enough) * 59 / 196;
        for _ in 0..drop / 9 {
            big.divide(1_000_000_000);
        }
        big.divide(10u32.pow(drop % 9));
        power += drop as i32;
    }
    let mut text = big.low().to_string().into_bytes();
    strip_zeros(&mut text, &mut power);
    let precision = precision as usize;
    if text.len() > precision {
        let round_up = text[precision] >= b'5';
        power += (text.len() - precision) as i32;
        text.truncate(precision);
        if round_up {
            while text.last() == Some(&b'9') {
                text.pop();
                power += 1;
            }
            match text.last_mut() {
                Some(last) => *last += 1,
                None => text.push(b'1'),
            }
        }
        strip_zeros(&mut text, &mut power);
    }
    (text, power)
}

fn strip_zeros(text: &mut Vec<u8>, power: &mut i32) {
    while text.len() > 1 && text.last() == Some(&b'0') {
        text.pop();
        *power += 1;
    }
}

/// A natural number in little-endian limbs: what making digits needs and no more.
struct Big(Vec<u32>);

impl Big {
    fn from(value: u64) -> Self {
        Self(vec![value as u32, (value >> 32) as u32])
    }

    fn low(&self) -> u128 {
        self.0
            .iter()
            .take(4)
            .rev()
            .fold(0, |value, &limb| value << 32 | u128::from(limb))
    }

    fn bits(&self) -> u32 {
        let top = self.0.iter().rposition(|&limb| limb != 0);
        top.map_or(0, |at| at as u32 * 32 + 32 - self.0[at].leading_zeros())
    }

    fn shift_left(&mut self, by: u32) {
        for _ in 0..by / 31 {
            self.multiply(1 << 31);
        }
        self.multiply(1 << (by % 31));
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in &mut self.0 {
            let wide = u64::from(*limb) * u64::from(factor) + carry;
            *limb = wide as u32;
            carry = wide >> 32;
        }
        if carry != 0 {
            self.0.push(carry as u32);
        }
    }

    fn divide(&mut self, divisor: u32) {
        let mut rest = 0;
        for limb in self.0.iter_mut().rev() {
            let wide = rest << 32 | u64::from(*limb);
            *limb = (wide / u64::from(divisor)) as u32;
            rest = wide % u64::from(divisor);
        }
        while self.0.len() > 1 && self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

fn sign(value: f64) -> &'static str {
    if value.is_sign_negative() { "-" } else { "" }
}

/// `6.400000e+01`.
fn six_digits(value: f64) -> String {
    let (digits, power) = digits(value, 6);
    let exponent = power + digits.len() as i32 - 1;
    let digits = String::from_utf8_lossy(&digits);
    let exponent_sign = if exponent < 0 { '-' } else { '+' };
    format!(
        "{}{}.{:0<6}e{exponent_sign}{:02}",
        sign(value),
        &digits[..1],
        &digits[1..],
        exponent.abs()
    )
}

/// Up to `precision` digits: plain where few zeros are needed, else with an exponent. `None` if the
/// text would read as an integer.
fn shortest(value: f64, precision: u32) -> Option<String> {
    let (digits, last) = digits(value, precision);
    let digits = String::from_utf8_lossy(&digits);
    let count = digits.len() as i32;
    let msd = last + count - 1;
    let sign = sign(value);
    let is_plain = if last >= 0 {
        last <= 3 && count + last <= precision as i32
    } else {
        msd >= 0 || -msd <= 3
    };
    if !is_plain {
        let rest = if count == 1 { "0" } else { &digits[1..] };
        let exponent_sign = if msd < 0 { '-' } else { '+' };
        return Some(format!(
            "{sign}{}.{rest}E{exponent_sign}{}",
            &digits[..1],
            msd.abs()
        ));
    }
    if last >= 0 {
        return None;
    }
    if msd >= 0 {
        let (whole, fraction) = digits.split_at(msd as usize + 1);
        return Some(format!("{sign}{whole}.{fraction}"));
    }
    Some(format!(
        "{sign}0.{}{digits}",
        "0".repeat((-msd - 1) as usize)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64, kind: FloatKind) -> String {
        let mut out = String::new();
        print(&mut out, encode(value, kind), kind);
        out
    }

    #[test]
    fn prints_as_mlir_does() {
        let cases = [
            (1.0, FloatKind::F32, "1.000000e+00"),
            (-0.0, FloatKind::F32, "-0.000000e+00"),
            (9.99999997e-7, FloatKind::F32, "9.99999997E-7"),
            (0.123_456_7, FloatKind::F32, "0.123456702"),
            (12.345_678, FloatKind::F32, "12.3456783"),
            (f64::from(f32::MAX), FloatKind::F32, "3.40282347E+38"),
            (f64::INFINITY, FloatKind::F32, "0x7F800000"),
            (16_777_216.0, FloatKind::F32, "0x4B800000"),
            (0.1, FloatKind::F64, "1.000000e-01"),
            (0.1 + 0.2, FloatKind::F64, "0.30000000000000004"),
            (65504.0, FloatKind::F16, "6.550400e+04"),
            (500.0, FloatKind::F8E4M3FN, "0x7F"),
        ];
        for (value, kind, expected) in cases {
            assert_eq!(text(value, kind), expected, "{value} as {}", kind.name());
        }
    }

    #[test]
    fn small_formats_round_trip_through_f64() {
        for (kind, _) in FloatKind::ALL {
            if kind.width() > 16 {
                continue;
            }
            for bits in 0..1u128 << kind.width() {
                if let Some(value) = decode(bits, kind) {
                    assert_eq!(encode(value, kind), bits, "{} {bits:#x}", kind.name());
                }
            }
        }
    }
}
