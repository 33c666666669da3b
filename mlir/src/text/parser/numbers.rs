//! Number literals.

use super::{PResult, Parser};
use crate::ir::Span;
use crate::ir::{FloatKind, IntValue, Signedness, bits_from_f64};
use crate::syntax::ParseErrorKind;
use crate::text::lexer::TokenKind;

/// The type that an integer literal must fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IntFormat {
    pub(super) width: u32,
    pub(super) signedness: Signedness,
}

impl IntFormat {
    /// `index` literals are 64 bits wide and signed.
    pub(super) const INDEX: Self = Self {
        width: 64,
        signedness: Signedness::Signed,
    };
}

impl Parser<'_> {
    /// An integer literal with an optional minus.
    pub(crate) fn parse_i64(&mut self) -> PResult<i64> {
        self.parse_int(64)
    }

    /// Like [`Self::parse_i64`], for a signed integer of at most 64 bits.
    pub(crate) fn parse_int(&mut self, bits: u32) -> PResult<i64> {
        let start = self.tok.span;
        let negative = self.eat(TokenKind::Minus);
        let token = self.expect(TokenKind::Integer, "an integer")?;
        let value = small_magnitude(self.text(token)).and_then(|magnitude| {
            if negative {
                0_i64.checked_sub_unsigned(magnitude)
            } else {
                i64::try_from(magnitude).ok()
            }
        });
        let fits = |value: &i64| value >> (bits - 1) == value >> 63;
        value.filter(fits).ok_or_else(|| {
            let what = format!("a {bits}-bit integer");
            self.err_at(
                self.span_from(start),
                ParseErrorKind::IntegerOutOfRange { what },
            )
        })
    }

    /// An unsigned integer literal.
    pub(crate) fn parse_u64(&mut self, what: &'static str) -> PResult<u64> {
        let token = self.expect(TokenKind::Integer, what)?;
        small_magnitude(self.text(token)).ok_or_else(|| {
            let kind = ParseErrorKind::IntegerOutOfRange {
                what: what.to_owned(),
            };
            self.err_at(token.span, kind)
        })
    }

    /// The value of an integer literal in a format: checked for its range, and wrapped around where MLIR does so.
    pub(super) fn int_value(
        &self,
        span: Span,
        negative: bool,
        format: IntFormat,
    ) -> PResult<IntValue> {
        let text = self.bytes(span);
        if text.len() > self.limits.integer_chars {
            return Err(self.err_at(
                span,
                ParseErrorKind::TooLarge {
                    what: "the number of characters of an integer",
                    limit: self.limits.integer_chars as u64,
                },
            ));
        }
        let value = match small_magnitude(text) {
            Some(magnitude) => small_value(magnitude, negative, format),
            None => big_value(magnitude(text), negative, format),
        };
        value.ok_or_else(|| {
            if negative && format.signedness == Signedness::Unsigned {
                let reason = "negative integer literal not valid for unsigned integer type";
                return self.invalid(span, "integer", reason);
            }
            let what = format!("{} bits", format.width);
            self.err_at(span, ParseErrorKind::IntegerOutOfRange { what })
        })
    }

    /// The bits of a decimal literal in a format.
    pub(super) fn float_bits(&self, span: Span, negative: bool, kind: FloatKind) -> PResult<u128> {
        let value = std::str::from_utf8(self.bytes(span))
            .ok()
            .and_then(|text| text.parse::<f64>().ok());
        let Some(value) = value else {
            return Err(self.invalid(span, "floating point literal", "not a number"));
        };
        Ok(bits_from_f64(kind, if negative { -value } else { value }))
    }

    /// The bits of a hexadecimal literal, which are those of the float itself.
    pub(super) fn float_pattern(
        &self,
        span: Span,
        negative: bool,
        kind: FloatKind,
    ) -> PResult<u128> {
        let text = self.bytes(span);
        let Some(digits) = text.strip_prefix(b"0x") else {
            return Err(Box::new(
                (*self.invalid(
                    span,
                    "floating point literal",
                    "unexpected decimal integer literal for a floating point value",
                ))
                .with_help("add a trailing dot to make the literal a float"),
            ));
        };
        if negative {
            let reason = "hexadecimal float literal should not have a leading minus";
            return Err(self.invalid(span, "floating point literal", reason));
        }
        let zeros = digits.iter().take_while(|b| **b == b'0').count();
        let digits = digits.get(zeros..).unwrap_or_default();
        let bits = (digits.len() <= 32).then(|| {
            digits
                .iter()
                .fold(0_u128, |sum, b| sum << 4 | u128::from(hex_digit(*b)))
        });
        bits.filter(|bits| kind.width() >= 128 || bits >> kind.width() == 0)
            .ok_or_else(|| {
                let what = format!("`{}`", kind.name());
                self.err_at(span, ParseErrorKind::IntegerOutOfRange { what })
            })
    }
}

/// The value of a hexadecimal digit; 0 for other bytes.
pub(super) fn hex_digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'f' => byte - b'a' + 10,
        b'A'..=b'F' => byte - b'A' + 10,
        _ => 0,
    }
}

/// The value of a literal that fits 64 bits.
pub(super) fn small_magnitude(text: &[u8]) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix(b"0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    digits.iter().try_fold(0_u64, |value, &b| {
        value
            .checked_mul(radix)?
            .checked_add(u64::from(hex_digit(b)))
    })
}

/// Little-endian limbs of a literal, without high zeros.
fn magnitude(text: &[u8]) -> Vec<u64> {
    let mut limbs: Vec<u64> = Vec::new();
    if let Some(digits) = text.strip_prefix(b"0x") {
        let chunks = digits.rchunks(16);
        limbs.extend(chunks.map(|chunk| {
            chunk
                .iter()
                .fold(0, |limb, &b| limb << 4 | u64::from(hex_digit(b)))
        }));
    } else {
        for chunk in text.chunks(19) {
            let mut carry = chunk
                .iter()
                .fold(0_u128, |sum, &b| sum * 10 + u128::from(hex_digit(b)));
            let factor = 10_u128.pow(chunk.len() as u32);
            for limb in &mut limbs {
                carry += u128::from(*limb) * factor;
                *limb = carry as u64;
                carry >>= 64;
            }
            if carry != 0 {
                limbs.push(carry as u64);
            }
        }
    }
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    limbs
}

fn small_value(magnitude: u64, negative: bool, format: IntFormat) -> Option<IntValue> {
    let width = format.width;
    if negative {
        let fits = match (format.signedness, width) {
            (Signedness::Unsigned, _) | (_, 0) => false,
            // Like MLIR, reject a minus sign before a zero.
            (_, 1..=64) => magnitude != 0 && magnitude <= 1_u64 << (width - 1),
            _ => true,
        };
        if !fits {
            return None;
        }
        if format == BOOL {
            return Some(IntValue::Small(1));
        }
        return Some(match 0_i64.checked_sub_unsigned(magnitude) {
            Some(value) => IntValue::Small(value),
            None => IntValue::Big(Box::new([magnitude.wrapping_neg(), u64::MAX])),
        });
    }
    let value_bits = match format.signedness {
        Signedness::Signed => width.saturating_sub(1),
        _ => width,
    };
    if value_bits < 64 && magnitude >> value_bits != 0 {
        return None;
    }
    let wraps = format.signedness == Signedness::Signless && (2..=64).contains(&width);
    if wraps {
        let unused = 64 - width;
        return Some(IntValue::Small((magnitude << unused) as i64 >> unused));
    }
    Some(match i64::try_from(magnitude) {
        Ok(value) => IntValue::Small(value),
        Err(_) => IntValue::Big(Box::new([magnitude, 0])),
    })
}

const BOOL: IntFormat = IntFormat {
    width: 1,
    signedness: Signedness::Signless,
};

fn big_value(mut limbs: Vec<u64>, negative: bool, format: IntFormat) -> Option<IntValue> {
    if let [] | [_] = limbs[..] {
        // The literal was long only because of leading zeros.
        return small_value(limbs.first().copied().unwrap_or(0), negative, format);
    }
    let width = format.width as usize;
    let top = limbs.last().copied().unwrap_or(0);
    let bits = limbs.len() * 64 - top.leading_zeros() as usize;
    if bits > width {
        return None;
    }
    if negative {
        if format.signedness == Signedness::Unsigned {
            return None;
        }
        let is_power_of_two = limbs.iter().map(|limb| limb.count_ones()).sum::<u32>() == 1;
        if bits == width && !is_power_of_two {
            return None;
        }
        let mut carry = true;
        for limb in &mut limbs {
            let (value, overflow) = (!*limb).overflowing_add(u64::from(carry));
            *limb = value;
            carry = overflow;
        }
        limbs.push(u64::MAX);
        return Some(IntValue::from_limbs(limbs));
    }
    match format.signedness {
        Signedness::Signed if bits == width => return None,
        Signedness::Signless if bits == width => {
            if !width.is_multiple_of(64)
                && let Some(top) = limbs.last_mut()
            {
                *top |= u64::MAX << (width % 64);
            }
            limbs.push(u64::MAX);
        }
        _ => limbs.push(0),
    }
    Some(IntValue::from_limbs(limbs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_checked_and_wrapped() {
        let value = |text: &str, negative, width, signedness| {
            let format = IntFormat { width, signedness };
            match small_magnitude(text.as_bytes()) {
                Some(m) => small_value(m, negative, format),
                None => big_value(magnitude(text.as_bytes()), negative, format),
            }
        };
        use Signedness::{Signed, Signless, Unsigned};
        let small = |v| Some(IntValue::Small(v));
        assert_eq!(value("255", false, 8, Signless), small(-1));
        assert_eq!(value("256", false, 8, Signless), None);
        assert_eq!(value("128", true, 8, Signless), small(-128));
        assert_eq!(value("129", true, 8, Signless), None);
        assert_eq!(value("128", false, 8, Signed), None);
        assert_eq!(value("255", false, 8, Unsigned), small(255));
        assert_eq!(value("1", true, 8, Unsigned), None);
        assert_eq!(value("1", true, 1, Signless), small(1));
        assert_eq!(value("0x10000000000000000", false, 65, Signed), None);
        assert_eq!(
            value("0x10000000000000000", false, 65, Signless),
            Some(IntValue::Big([0, u64::MAX].into()))
        );
        assert_eq!(
            value("18446744073709551615", false, 64, Unsigned),
            Some(IntValue::Big([u64::MAX, 0].into()))
        );
        assert_eq!(
            value("18446744073709551615", false, 64, Signless),
            small(-1)
        );
        assert_eq!(
            value("9223372036854775808", true, 64, Signless),
            small(i64::MIN)
        );
        assert_eq!(
            value(
                "340282366920938463463374607431768211455",
                false,
                128,
                Signless
            ),
            small(-1)
        );
    }
}
