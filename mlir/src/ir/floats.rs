//! Floating-point formats: converts bit patterns to decimal text exactly like MLIR, and back.
//!
//! A number is printed with six digits. If that does not parse to the same bits, it is printed with as many
//! digits as the format needs. If that has no decimal point, it is printed as a bit pattern. The digits are
//! computed with exact integer arithmetic and LLVM's truncation rules, which occasionally differ from correct
//! rounding in the last digit.

use smallvec::SmallVec;

use super::FloatKind;

/// How a format encodes values that are not finite.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Infinities and NaNs at the highest exponent.
    Ieee,
    /// One NaN per sign: all ones.
    AllOnes,
    /// One NaN: the pattern of negative zero.
    NegativeZero,
    /// None: all patterns are finite.
    Finite,
}

/// Layout of a format.
#[derive(Clone, Copy)]
struct Format {
    /// Bits of the exponent field.
    exp_bits: u32,
    /// Stored bits after the binary point.
    fraction_bits: u32,
    bias: i32,
    special: Special,
    /// Whether the bit before the binary point is stored (f80).
    has_integer_bit: bool,
}

/// The value of a bit pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// `(-1)^negative * significand * 2^exponent`.
    Finite {
        negative: bool,
        significand: u128,
        exponent: i32,
    },
    /// Infinity or NaN.
    Other,
}

fn format(kind: FloatKind) -> Format {
    use FloatKind as F;
    let (exp_bits, fraction_bits, bias, special) = match kind {
        F::F4E2M1FN => (2, 1, 1, Special::Finite),
        F::F6E2M3FN => (2, 3, 1, Special::Finite),
        F::F6E3M2FN => (3, 2, 3, Special::Finite),
        F::F8E5M2 => (5, 2, 15, Special::Ieee),
        F::F8E4M3 => (4, 3, 7, Special::Ieee),
        F::F8E4M3FN => (4, 3, 7, Special::AllOnes),
        F::F8E5M2FNUZ => (5, 2, 16, Special::NegativeZero),
        F::F8E4M3FNUZ => (4, 3, 8, Special::NegativeZero),
        F::F8E4M3B11FNUZ => (4, 3, 11, Special::NegativeZero),
        F::F8E3M4 => (3, 4, 3, Special::Ieee),
        F::F8E8M0FNU => (8, 0, 127, Special::AllOnes),
        F::BF16 => (8, 7, 127, Special::Ieee),
        F::F16 => (5, 10, 15, Special::Ieee),
        F::TF32 => (8, 10, 127, Special::Ieee),
        F::F32 => (8, 23, 127, Special::Ieee),
        F::F64 => (11, 52, 1023, Special::Ieee),
        F::F80 => (15, 63, 16383, Special::Ieee),
        F::F128 => (15, 112, 16383, Special::Ieee),
    };
    Format {
        exp_bits,
        fraction_bits,
        bias,
        special,
        has_integer_bit: kind == F::F80,
    }
}

const fn low_bits(n: u32) -> u128 {
    if n >= 128 { u128::MAX } else { (1 << n) - 1 }
}

fn decode(kind: FloatKind, bits: u128) -> Number {
    let f = format(kind);
    if kind == FloatKind::F8E8M0FNU {
        return if bits & 0xFF == 0xFF {
            Number::Other
        } else {
            Number::Finite {
                negative: false,
                significand: 1,
                exponent: (bits & 0xFF) as i32 - f.bias,
            }
        };
    }
    let stored_bits = f.fraction_bits + u32::from(f.has_integer_bit);
    let stored = bits & low_bits(stored_bits);
    let exp = ((bits >> stored_bits) & low_bits(f.exp_bits)) as i32;
    let negative = (bits >> (stored_bits + f.exp_bits)) & 1 == 1;
    let all_ones = exp == low_bits(f.exp_bits) as i32;
    let is_special = match f.special {
        Special::Ieee => all_ones,
        Special::AllOnes => all_ones && stored == low_bits(stored_bits),
        Special::NegativeZero => negative && exp == 0 && stored == 0,
        Special::Finite => false,
    };
    // An f80 with a nonzero exponent but without the integer bit is not a number.
    let is_unnormal = f.has_integer_bit && exp != 0 && stored >> f.fraction_bits == 0;
    if is_special || is_unnormal {
        return Number::Other;
    }
    let implicit = u128::from(exp != 0 && !f.has_integer_bit) << f.fraction_bits;
    Number::Finite {
        negative,
        significand: stored | implicit,
        exponent: exp.max(1) - f.bias - f.fraction_bits as i32,
    }
}

/// The value of a bit pattern; exact for every format up to `f64`, rounded for wider ones.
pub fn f64_from_bits(kind: FloatKind, bits: u128) -> f64 {
    match kind {
        FloatKind::F64 => return f64::from_bits(bits as u64),
        FloatKind::F32 => return f64::from(f32::from_bits(bits as u32)),
        _ => {}
    }
    if let Number::Finite {
        negative,
        significand,
        exponent,
    } = decode(kind, bits)
    {
        // In two steps, because the power alone may be out of range although the result is not.
        let half = exponent / 2;
        let magnitude = significand as f64 * 2_f64.powi(half) * 2_f64.powi(exponent - half);
        return if negative { -magnitude } else { magnitude };
    }
    let f = format(kind);
    let is_infinite =
        f.special == Special::Ieee && bits & low_bits(f.fraction_bits) == 0 && !f.has_integer_bit;
    let is_negative = (bits >> (f.fraction_bits + f.exp_bits)) & 1 == 1;
    match (is_infinite, is_negative) {
        (true, false) => f64::INFINITY,
        (true, true) => f64::NEG_INFINITY,
        (false, _) => f64::NAN,
    }
}

/// The bit pattern of a number in a format, rounded to the nearest value, ties to even.
pub fn bits_from_f64(kind: FloatKind, value: f64) -> u128 {
    match kind {
        FloatKind::F64 => return value.to_bits().into(),
        FloatKind::F32 => return (value as f32).to_bits().into(),
        FloatKind::F8E8M0FNU => return e8m0_from_f64(value),
        _ => {}
    }
    let f = format(kind);
    let stored_bits = f.fraction_bits + u32::from(f.has_integer_bit);
    let sign = u128::from(value.is_sign_negative()) << (stored_bits + f.exp_bits);
    let Number::Finite {
        significand,
        exponent,
        ..
    } = decode(FloatKind::F64, value.to_bits().into())
    else {
        return match f.special {
            Special::Finite => 0,
            Special::NegativeZero => overflow_bits(f, false),
            _ => sign | overflow_bits(f, value.is_nan()),
        };
    };
    if significand == 0 {
        return match f.special {
            Special::NegativeZero => 0,
            _ => sign,
        };
    }
    // Scale so that the last bit of the significand has the weight of the format's last bit.
    let top = 127 - significand.leading_zeros() as i32 + exponent;
    let lowest = (top - f.fraction_bits as i32).max(1 - f.bias - f.fraction_bits as i32);
    let shift = lowest - exponent;
    let mut rounded = if shift <= 0 {
        significand << (-shift).min(127)
    } else {
        round_shift(significand, shift as u32)
    };
    let mut exp = lowest + f.fraction_bits as i32 + f.bias;
    if rounded >> (f.fraction_bits + 1) != 0 {
        rounded >>= 1;
        exp += 1;
    }
    if rounded >> f.fraction_bits == 0 {
        exp = 0;
    }
    let max_exp = low_bits(f.exp_bits) as i32;
    let stored = if f.has_integer_bit {
        rounded
    } else {
        rounded & low_bits(f.fraction_bits)
    };
    let overflows = match f.special {
        Special::Ieee => exp >= max_exp,
        Special::AllOnes => exp > max_exp || (exp == max_exp && stored == low_bits(stored_bits)),
        Special::NegativeZero | Special::Finite => exp > max_exp,
    };
    if overflows {
        return match f.special {
            Special::NegativeZero => overflow_bits(f, false),
            _ => sign | overflow_bits(f, false),
        };
    }
    let bits = (exp as u128) << stored_bits | stored;
    if bits == 0 && f.special == Special::NegativeZero {
        return 0;
    }
    sign | bits
}

/// The pattern for values that are too large (or not a number), without the sign.
fn overflow_bits(f: Format, is_nan: bool) -> u128 {
    let stored_bits = f.fraction_bits + u32::from(f.has_integer_bit);
    let exp = low_bits(f.exp_bits) << stored_bits;
    match f.special {
        Special::Ieee => {
            let integer_bit = u128::from(f.has_integer_bit) << f.fraction_bits;
            let quiet = u128::from(is_nan) << (f.fraction_bits - 1);
            exp | integer_bit | quiet
        }
        Special::AllOnes | Special::Finite => exp | low_bits(stored_bits),
        Special::NegativeZero => 1 << (stored_bits + f.exp_bits),
    }
}

/// `f8E8M0FNU` represents powers of two only, and neither zero nor a sign.
fn e8m0_from_f64(value: f64) -> u128 {
    let Number::Finite {
        significand,
        exponent,
        ..
    } = decode(FloatKind::F64, value.to_bits().into())
    else {
        return 0xFF;
    };
    if significand == 0 {
        return 0;
    }
    let top = 127 - significand.leading_zeros() as i32;
    let power = top + exponent;
    // The significand has one bit, which is always set. Values above 1.5 round up, and so does 1.5 itself: a tie
    // goes to the even neighbour, which the lower one never is.
    let rounds_up = top > 0 && (significand >> (top - 1)) & 1 == 1;
    let exp = power + i32::from(rounds_up) + 127;
    if exp > 254 { 0xFF } else { exp.max(0) as u128 }
}

/// `value / 2^shift`, rounded to nearest, ties to even. `shift` must not be 0.
fn round_shift(value: u128, shift: u32) -> u128 {
    if shift > 127 {
        return 0;
    }
    let floor = value >> shift;
    let rest = value & low_bits(shift);
    let half = 1 << (shift - 1);
    floor + u128::from(rest > half || (rest == half && floor & 1 == 1))
}

/// Decimal digits and the power of ten of the last one.
struct Decimal {
    digits: SmallVec<[u8; 40]>,
    exponent: i32,
}

impl Decimal {
    /// Power of ten of the first digit.
    fn first_exponent(&self) -> i32 {
        self.exponent + self.digits.len() as i32 - 1
    }
}

/// Prints a number in the format of MLIR.
pub fn write_float(out: &mut String, kind: FloatKind, bits: u128) {
    let Number::Finite {
        negative,
        significand,
        exponent,
    } = decode(kind, bits)
    else {
        return write_pattern(out, bits);
    };
    let start = out.len();
    if negative {
        out.push('-');
    }
    if significand == 0 {
        out.push_str("0.000000e+00");
        return;
    }
    let short = digits(significand, exponent, 6);
    write_padded(out, &short);
    let text = out.get(start..).unwrap_or_default();
    if reads_back(text, kind, bits, &short, significand, exponent) {
        return;
    }
    out.truncate(start);
    let f = format(kind);
    let precision = 2 + (f.fraction_bits + 1) * 59 / 196;
    if negative {
        out.push('-');
    }
    let long = digits(significand, exponent, precision);
    if !write_long(out, &long, precision) {
        out.truncate(start);
        write_pattern(out, bits);
    }
}

fn write_pattern(out: &mut String, bits: u128) {
    out.push_str(&format!("0x{bits:X}"));
}

/// `D.dddddde+EE`, zeros up to the sixth decimal.
fn write_padded(out: &mut String, decimal: &Decimal) {
    write_scientific(out, decimal);
    let missing = 7_usize.saturating_sub(decimal.digits.len().max(1));
    out.extend(std::iter::repeat_n('0', missing));
    out.push('e');
    write_exponent(out, decimal.first_exponent(), 2);
}

/// First digit, point, other digits.
fn write_scientific(out: &mut String, decimal: &Decimal) {
    for (i, digit) in decimal.digits.iter().enumerate() {
        if i == 1 {
            out.push('.');
        }
        out.push(char::from(*digit));
    }
    if decimal.digits.len() == 1 {
        out.push('.');
    }
}

fn write_exponent(out: &mut String, exponent: i32, width: usize) {
    out.push(if exponent < 0 { '-' } else { '+' });
    out.push_str(&format!("{:0width$}", exponent.unsigned_abs()));
}

/// The longer form; `false` if it has no decimal point (and so would read as an integer).
fn write_long(out: &mut String, decimal: &Decimal, precision: u32) -> bool {
    const MAX_PADDING: i32 = 3;
    let n_digits = decimal.digits.len() as i32;
    let first = decimal.first_exponent();
    let is_scientific = if decimal.exponent >= 0 {
        decimal.exponent > MAX_PADDING || n_digits + decimal.exponent > precision as i32
    } else {
        -first > MAX_PADDING
    };
    if is_scientific {
        write_scientific(out, decimal);
        if n_digits == 1 {
            out.push('0');
        }
        out.push('E');
        write_exponent(out, first, 1);
        return true;
    }
    if decimal.exponent >= 0 {
        return false;
    }
    if first < 0 {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', (-first - 1) as usize));
    }
    for (i, digit) in decimal.digits.iter().enumerate() {
        if first >= 0 && i as i32 == first + 1 {
            out.push('.');
        }
        out.push(char::from(*digit));
    }
    true
}

fn reads_back(
    text: &str,
    kind: FloatKind,
    bits: u128,
    decimal: &Decimal,
    significand: u128,
    exponent: i32,
) -> bool {
    match kind {
        FloatKind::F32 => text
            .parse::<f32>()
            .is_ok_and(|value| u128::from(value.to_bits()) == bits),
        FloatKind::F80 | FloatKind::F128 => rounds_to(decimal, kind, significand, exponent),
        _ => text
            .parse::<f64>()
            .is_ok_and(|value| bits_from_f64(kind, value) == bits),
    }
}

/// Little-endian limbs of a natural number.
type Big = SmallVec<[u64; 40]>;

fn big(value: u128) -> Big {
    let mut limbs: Big = SmallVec::from_slice(&[value as u64, (value >> 64) as u64]);
    trim(&mut limbs);
    limbs
}

fn trim(limbs: &mut Big) {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
}

fn bit_len(limbs: &Big) -> u32 {
    limbs
        .last()
        .map_or(0, |top| limbs.len() as u32 * 64 - top.leading_zeros())
}

fn mul_small(limbs: &mut Big, factor: u64) {
    let mut carry = 0_u128;
    for limb in limbs.iter_mut() {
        carry += u128::from(*limb) * u128::from(factor);
        *limb = carry as u64;
        carry >>= 64;
    }
    if carry != 0 {
        limbs.push(carry as u64);
    }
}

fn div_small(limbs: &mut Big, divisor: u64) {
    let mut rest = 0_u128;
    for limb in limbs.iter_mut().rev() {
        rest = rest << 64 | u128::from(*limb);
        *limb = (rest / u128::from(divisor)) as u64;
        rest %= u128::from(divisor);
    }
    trim(limbs);
}

fn mul_pow(limbs: &mut Big, base: u64, max_chunk: u32, mut power: u32) {
    while power > 0 {
        let chunk = power.min(max_chunk);
        mul_small(limbs, base.pow(chunk));
        power -= chunk;
    }
}

fn shift_left(limbs: &mut Big, bits: u32) {
    mul_pow(limbs, 2, 63, bits % 64);
    limbs.insert_many(0, std::iter::repeat_n(0, (bits / 64) as usize));
}

fn compare(a: &Big, b: &Big) -> std::cmp::Ordering {
    a.len()
        .cmp(&b.len())
        .then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// `a - b` for `a >= b`.
fn subtract(a: &Big, b: &Big) -> Big {
    let mut borrow = false;
    let mut result = a.clone();
    for (i, limb) in result.iter_mut().enumerate() {
        let (value, first) = limb.overflowing_sub(b.get(i).copied().unwrap_or(0));
        let (value, second) = value.overflowing_sub(u64::from(borrow));
        *limb = value;
        borrow = first || second;
    }
    trim(&mut result);
    result
}

/// At most `precision` digits of `significand * 2^exponent`, by LLVM's rules.
fn digits(significand: u128, exponent: i32, precision: u32) -> Decimal {
    let zeros = significand.trailing_zeros();
    let exponent = exponent + zeros as i32;
    let mut limbs = big(significand >> zeros);
    let mut power = 0;
    if exponent >= 0 {
        shift_left(&mut limbs, exponent.unsigned_abs());
    } else {
        mul_pow(&mut limbs, 5, 27, exponent.unsigned_abs());
        power = exponent;
    }
    let wanted_bits = (196 * precision).div_ceil(59);
    let excess_bits = bit_len(&limbs).saturating_sub(wanted_bits);
    let mut excess = excess_bits * 59 / 196;
    power += excess as i32;
    while excess > 0 {
        let chunk = excess.min(19);
        div_small(&mut limbs, 10_u64.pow(chunk));
        excess -= chunk;
    }
    let limb = |i: usize| u128::from(limbs.get(i).copied().unwrap_or(0));
    let mut value = limb(1) << 64 | limb(0);
    let mut digits: SmallVec<[u8; 40]> = SmallVec::new();
    while value > 0 {
        digits.push(b'0' + (value % 10) as u8);
        value /= 10;
    }
    digits.reverse();
    strip_zeros(&mut digits, &mut power);
    let precision = precision as usize;
    if let Some(&next) = digits.get(precision) {
        power += (digits.len() - precision) as i32;
        digits.truncate(precision);
        if next >= b'5' {
            round_up(&mut digits, &mut power);
        }
        strip_zeros(&mut digits, &mut power);
    }
    Decimal {
        digits,
        exponent: power,
    }
}

fn strip_zeros(digits: &mut SmallVec<[u8; 40]>, power: &mut i32) {
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
        *power += 1;
    }
}

fn round_up(digits: &mut SmallVec<[u8; 40]>, power: &mut i32) {
    while digits.last() == Some(&b'9') {
        digits.pop();
        *power += 1;
    }
    match digits.last_mut() {
        Some(last) => *last += 1,
        None => digits.push(b'1'),
    }
}

/// Whether a decimal number rounds to `significand * 2^exponent` in a wide format.
fn rounds_to(decimal: &Decimal, kind: FloatKind, significand: u128, exponent: i32) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let value = decimal
        .digits
        .iter()
        .fold(0, |sum, digit| sum * 10 + u128::from(digit - b'0'));
    // Scale everything to integers, with two spare bits below the last one of the significand.
    let (mut text, mut number, mut quarter) = (big(value), big(significand), big(1));
    shift_left(&mut number, 2);
    let exponent = exponent - 2;
    let tens = decimal.exponent;
    if tens >= 0 {
        mul_pow(&mut text, 10, 19, tens.unsigned_abs());
    } else {
        mul_pow(&mut number, 10, 19, tens.unsigned_abs());
        mul_pow(&mut quarter, 10, 19, tens.unsigned_abs());
    }
    if exponent >= 0 {
        shift_left(&mut number, exponent.unsigned_abs());
        shift_left(&mut quarter, exponent.unsigned_abs());
    } else {
        shift_left(&mut text, exponent.unsigned_abs());
    }
    let order = compare(&text, &number);
    let distance = match order {
        Less => subtract(&number, &text),
        Equal => return true,
        Greater => subtract(&text, &number),
    };
    let f = format(kind);
    let is_power_of_two = significand == 1 << f.fraction_bits;
    let is_lowest = exponent + 2 == 1 - f.bias - f.fraction_bits as i32;
    let narrow = order == Less && is_power_of_two && !is_lowest;
    if !narrow {
        mul_small(&mut quarter, 2);
    }
    match compare(&distance, &quarter) {
        Less => true,
        Equal => significand & 1 == 0,
        Greater => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: FloatKind, bits: u128) -> String {
        let mut out = String::new();
        write_float(&mut out, kind, bits);
        out
    }

    #[test]
    fn prints_like_mlir() {
        let cases = [
            (1.0_f32, "1.000000e+00"),
            (-0.0, "-0.000000e+00"),
            (0.123_456_7, "0.123456702"),
            (12.345_678, "12.3456783"),
            (f32::from_bits(0x38D1_B717), "9.99999974E-5"),
            (f32::MAX, "3.40282347E+38"),
            (16_777_216.0, "0x4B800000"),
            (f32::NAN, "0x7FC00000"),
            (f32::NEG_INFINITY, "0xFF800000"),
        ];
        for (value, expected) in cases {
            assert_eq!(text(FloatKind::F32, value.to_bits().into()), expected);
        }
        assert_eq!(text(FloatKind::F16, 0x7C00), "0x7C00");
        assert_eq!(
            text(FloatKind::F64, 0.1_f64.to_bits().into()),
            "1.000000e-01"
        );
    }

    #[test]
    fn rounds_into_narrow_formats() {
        for (kind, _) in FloatKind::ALL {
            assert_eq!(f64_from_bits(kind, bits_from_f64(kind, 1.0)), 1.0);
        }
        assert_eq!(bits_from_f64(FloatKind::F8E4M3FN, 500.0), 0x7F);
        assert_eq!(bits_from_f64(FloatKind::F8E4M3FN, 448.0), 0x7E);
        assert_eq!(bits_from_f64(FloatKind::F16, 65_520.0), 0x7C00);
        assert_eq!(bits_from_f64(FloatKind::F16, 65_519.0), 0x7BFF);
        assert_eq!(bits_from_f64(FloatKind::BF16, 1.0), 0x3F80);
        assert_eq!(
            bits_from_f64(FloatKind::F80, 1.0),
            0x3FFF_8000_0000_0000_0000
        );
    }

    #[test]
    fn every_narrow_pattern_survives() {
        for (kind, _) in FloatKind::ALL {
            if kind.width() > 16 {
                continue;
            }
            for bits in 0..1_u128 << kind.width() {
                let value = f64_from_bits(kind, bits);
                if value.is_finite() {
                    assert_eq!(bits_from_f64(kind, value), bits, "{kind:?} {bits:#x}");
                    let text = text(kind, bits);
                    if !text.starts_with("0x") {
                        let value: f64 = text.parse().unwrap();
                        assert_eq!(bits_from_f64(kind, value), bits, "{kind:?} {text}");
                    }
                }
            }
        }
    }
}
