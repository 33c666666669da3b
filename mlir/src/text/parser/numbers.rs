//! Number literals.

use super::{PResult, Parser};
use crate::ir::{FloatKind, IntValue, Signedness, TypeId, TypeKind};
use crate::text::diagnostic::ParseErrorKind;
use crate::text::lexer::TokenKind;
use crate::text::span::Span;

/// An unsigned integer of any size: little-endian limbs without leading zeros.
pub(super) type Magnitude = smallvec::SmallVec<[u64; 2]>;

impl Parser<'_> {
    /// An integer literal with an optional minus.
    pub(crate) fn parse_i64(&mut self) -> PResult<i64> {
        let start = self.tok.span;
        let is_negative = self.eat(TokenKind::Minus);
        if !self.at(TokenKind::Integer) {
            return Err(self.expected("an integer"));
        }
        let magnitude = self.magnitude()?;
        self.bump();
        let span = self.span_from(start);
        let fits = match magnitude[..] {
            [] => Some(0),
            [limb] if is_negative => 0i64.checked_sub_unsigned(limb),
            [limb] => i64::try_from(limb).ok(),
            _ => None,
        };
        fits.ok_or_else(|| self.out_of_range(span, "a 64-bit integer"))
    }

    fn out_of_range(&self, span: Span, what: &str) -> Box<crate::text::ParseError> {
        self.err_at(
            span,
            ParseErrorKind::IntegerOutOfRange {
                what: what.to_owned(),
            },
        )
    }

    /// The value of the integer token at hand.
    pub(super) fn magnitude(&self) -> PResult<Magnitude> {
        let text = self.word();
        if text.len() > self.limits.integer_chars {
            let limit = self.limits.integer_chars as u64;
            return Err(self.err_here(ParseErrorKind::TooLarge {
                what: "an integer",
                limit,
            }));
        }
        let (digits, radix, chunk) = match text.strip_prefix(b"0x") {
            Some(digits) => (digits, 16u64, 15),
            None => (text, 10, 19),
        };
        let mut limbs = Magnitude::new();
        for part in digits.chunks(chunk) {
            let mut value = 0u64;
            let mut scale = 1u64;
            for &digit in part {
                let digit = char::from(digit).to_digit(radix as u32).unwrap_or(0);
                value = value.wrapping_mul(radix).wrapping_add(u64::from(digit));
                scale = scale.wrapping_mul(radix);
            }
            let mut carry = u128::from(value);
            for limb in &mut limbs {
                let wide = u128::from(*limb) * u128::from(scale) + carry;
                *limb = wide as u64;
                carry = wide >> 64;
            }
            if carry > 0 {
                limbs.push(carry as u64);
            }
        }
        Ok(limbs)
    }

    /// An integer of the given type, wrapped into its range where MLIR does so.
    pub(super) fn int_value(
        &self,
        span: Span,
        is_negative: bool,
        magnitude: &Magnitude,
        ty: TypeId,
    ) -> PResult<IntValue> {
        let (width, signedness) = match *self.module.ctx.type_kind(ty) {
            TypeKind::Integer { width, signedness } => (width, signedness),
            _ => (64, Signedness::Signed),
        };
        let text = || crate::text::type_text(&self.module.ctx, ty);
        if is_negative && signedness == Signedness::Unsigned {
            return Err(self.invalid(span, "integer", "negative value of an unsigned type"));
        }
        let bits = bit_len(magnitude);
        let is_power = is_power_of_two(magnitude);
        let fits = match (is_negative, signedness) {
            (true, _) => bits < width || (bits == width && is_power) || bits == 0,
            (false, Signedness::Signed) => bits < width || bits == 0,
            (false, _) => bits <= width,
        };
        if !fits {
            return Err(self.out_of_range(span, &format!("`{}`", text())));
        }
        Ok(normalise(is_negative, magnitude, width, signedness))
    }

    /// The bits of a decimal float literal in a format: read as f64, then rounded to nearest even.
    pub(super) fn float_bits(&self, is_negative: bool, kind: FloatKind) -> u128 {
        let text = std::str::from_utf8(self.word()).unwrap_or("0");
        let value: f64 = text.parse().unwrap_or(0.0);
        crate::text::floats::encode(if is_negative { -value } else { value }, kind)
    }
}

fn bit_len(magnitude: &Magnitude) -> u32 {
    magnitude
        .last()
        .map_or(0, |last| magnitude.len() as u32 * 64 - last.leading_zeros())
}

fn is_power_of_two(magnitude: &Magnitude) -> bool {
    magnitude.iter().map(|limb| limb.count_ones()).sum::<u32>() == 1
}

fn normalise(
    is_negative: bool,
    magnitude: &Magnitude,
    width: u32,
    signedness: Signedness,
) -> IntValue {
    let low = magnitude.first().copied().unwrap_or(0);
    if width == 1 && signedness == Signedness::Signless {
        return IntValue::Small((low & 1) as i64);
    }
    if width <= 64 && magnitude.len() <= 1 {
        let raw = if is_negative { low.wrapping_neg() } else { low };
        if signedness == Signedness::Unsigned {
            return match i64::try_from(raw) {
                Ok(value) => IntValue::Small(value),
                Err(_) => IntValue::Big(Box::new([raw, 0])),
            };
        }
        let shift = 64 - width.max(1);
        return IntValue::Small(((raw << shift) as i64) >> shift);
    }
    // Two's complement in as many limbs as the width needs, then as few as the value needs.
    let len = (width as usize)
        .div_ceil(64)
        .max(magnitude.len())
        .min(magnitude.len() + 1);
    let mut limbs: Vec<u64> = magnitude.to_vec();
    limbs.resize(len, 0);
    if is_negative {
        let mut carry = true;
        for limb in &mut limbs {
            let (value, overflow) = (!*limb).overflowing_add(u64::from(carry));
            *limb = value;
            carry = overflow;
        }
    } else if signedness != Signedness::Unsigned
        && bit_len(magnitude) == width
        && !width.is_multiple_of(64)
        && let Some(last) = limbs.last_mut()
    {
        *last |= u64::MAX << (width % 64);
    }
    while limbs.len() > 1 {
        let (last, before) = (limbs[limbs.len() - 1], limbs[limbs.len() - 2]);
        let is_redundant =
            (last == 0 && before >> 63 == 0) || (last == u64::MAX && before >> 63 == 1);
        if !is_redundant {
            break;
        }
        limbs.pop();
    }
    if let [only] = limbs[..] {
        IntValue::Small(only as i64)
    } else {
        IntValue::Big(limbs.into())
    }
}
