//! Polynomials as text: `4*b*s*s + 256*b`.

use std::fmt;

use super::symbol::{continues_name, starts_name};
use super::{ExpressionError, Polynomial, Symbol};

impl Polynomial {
    /// Reads a sum of products of numbers and symbols: operators are `+`, `-` and `*`, blanks may stand anywhere
    /// between. `O(length of the text)`, with a factor for the limits of polynomials.
    ///
    /// # Errors
    /// [`ExpressionError::Expression`] with the column, [`ExpressionError::TooComplex`], or
    /// [`ExpressionError::Overflow`].
    pub fn parse(text: &str, symbols: &[Symbol]) -> Result<Self, ExpressionError> {
        let mut parser = Parser {
            text,
            symbols,
            at: 0,
        };
        parser.sum()
    }

    /// The polynomial as [`Self::parse`] reads it.
    pub fn display<'a>(&'a self, symbols: &'a [Symbol]) -> impl fmt::Display + use<'a> {
        Displayed {
            polynomial: self,
            symbols,
        }
    }
}

struct Displayed<'a> {
    polynomial: &'a Polynomial,
    symbols: &'a [Symbol],
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = self.polynomial.terms();
        if terms.is_empty() {
            return f.write_str("0");
        }
        for (index, &(monomial, coefficient)) in terms.iter().enumerate() {
            match (index, coefficient < 0) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            let size = coefficient.unsigned_abs();
            let mut separator = "";
            if size != 1 || monomial.degree() == 0 {
                write!(f, "{size}")?;
                separator = "*";
            }
            for symbol in monomial.symbols() {
                match self.symbols.get(symbol) {
                    Some(symbol) => write!(f, "{separator}{}", symbol.name)?,
                    None => write!(f, "{separator}${symbol}")?,
                }
                separator = "*";
            }
        }
        Ok(())
    }
}

struct Parser<'a> {
    text: &'a str,
    symbols: &'a [Symbol],
    at: usize,
}

impl Parser<'_> {
    fn sum(&mut self) -> Result<Polynomial, ExpressionError> {
        let mut sum = Polynomial::default();
        let mut sign = if self.takes(b'-') { -1 } else { 1 };
        loop {
            let product = self.product(sign)?;
            sum = sum.add(&product)?;
            sign = match self.peek() {
                None => return Ok(sum),
                Some(b'+') => 1,
                Some(b'-') => -1,
                Some(_) => return Err(self.error("expected `+`, `-`, `*` or the end")),
            };
            self.at += 1;
        }
    }

    fn product(&mut self, sign: i64) -> Result<Polynomial, ExpressionError> {
        let mut product = Polynomial::constant(sign);
        loop {
            let factor = self.factor()?;
            product = product.mul(&factor)?;
            if !self.takes(b'*') {
                return Ok(product);
            }
        }
    }

    fn factor(&mut self) -> Result<Polynomial, ExpressionError> {
        let bytes = self.text.as_bytes();
        let begin = match self.peek() {
            Some(byte) if byte.is_ascii_digit() || starts_name(byte) => self.at,
            Some(_) => return Err(self.error("expected a number or a symbol")),
            None => return Err(self.error("expected a number or a symbol, found the end")),
        };
        let is_number = bytes[begin].is_ascii_digit();
        let rest = bytes[begin..].iter();
        let length = rest.take_while(|&&byte| continues_name(byte)).count();
        let word = &self.text[begin..begin + length];
        let factor = if is_number {
            let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
            let number = word.parse().ok().filter(|_| is_plain);
            Polynomial::constant(number.ok_or_else(|| {
                self.error(&format!(
                    "`{word}` is not a whole number from 0 to 2^63 - 1"
                ))
            })?)
        } else {
            let named = |symbol: &Symbol| symbol.name == word;
            let index = self.symbols.iter().position(named);
            Polynomial::symbol(index.ok_or_else(|| {
                self.error(&format!(
                    "there is no symbol `{word}`; known symbols: {}",
                    self.known()
                ))
            })?)?
        };
        self.at = begin + length;
        Ok(factor)
    }

    fn known(&self) -> String {
        let names: Vec<&str> = self.symbols.iter().map(|symbol| &*symbol.name).collect();
        match names[..] {
            [] => "none".to_owned(),
            _ => names.join(", "),
        }
    }

    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn error(&self, problem: &str) -> ExpressionError {
        ExpressionError::Expression {
            text: self.text.to_owned(),
            column: self.at + 1,
            problem: problem.to_owned(),
        }
    }
}
