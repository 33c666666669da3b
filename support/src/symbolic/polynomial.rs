//! Polynomials over symbols: the sizes of buffers, and loads and offsets made of them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::Sort;

use super::{ExpressionError, MAX_SYMBOLS, Symbol};

/// The most terms of a polynomial.
pub const MAX_TERMS: usize = 32;

/// The most factors of a term.
pub const MAX_DEGREE: usize = 8;

/// A product of at most eight symbols, each given by its index; without symbols, the number 1.
///
/// The order is that of printing: higher degrees first, then by symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Monomial {
    /// Index + 1 of each factor, ascending, then zeros.
    factors: [u8; MAX_DEGREE],
}

impl Monomial {
    fn symbol(index: usize) -> Option<Self> {
        let mut factors = [0; MAX_DEGREE];
        factors[0] = u8::try_from(index + 1).ok()?;
        Some(Self { factors })
    }

    /// The number of factors.
    pub fn degree(self) -> usize {
        self.symbols().count()
    }

    /// The index of each factor, ascending; a square has its symbol twice.
    pub fn symbols(self) -> impl Iterator<Item = usize> {
        let factors = self.factors.into_iter();
        factors
            .take_while(|&factor| factor != 0)
            .map(|factor| usize::from(factor) - 1)
    }

    fn times(self, other: Self) -> Option<Self> {
        if MAX_DEGREE < self.degree() + other.degree() {
            return None;
        }
        let mut factors = self.factors;
        let degree = self.degree();
        for (place, symbol) in factors[degree..].iter_mut().zip(other.factors) {
            *place = symbol;
        }
        let n_factors = degree + other.degree();
        factors[..n_factors].sort_stable();
        Some(Self { factors })
    }
}

impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_degree = other.degree().cmp(&self.degree());
        by_degree.then(self.factors.cmp(&other.factors))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A sum of integer coefficients times products of symbols, in normal form: equal polynomials compare equal.
///
/// Symbols are indices into a list that the user keeps, such as that of a trace.
/// Arithmetic is checked: at most 32 terms of at most 8 factors, and coefficients of 64 bits.
///
/// ```
/// use memplan_support::symbolic::{Polynomial, Symbol};
///
/// let symbols = [Symbol::new("b", 1, Some(64))?, Symbol::new("s", 32, None)?];
/// let size = Polynomial::parse("4*b*s*s + 256*b", &symbols)?;
/// assert_eq!(size.eval(&[2, 10]), Some(1312));
/// assert_eq!(size.display(&symbols).to_string(), "4*b*s*s + 256*b");
/// # Ok::<(), memplan_support::symbolic::ExpressionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polynomial {
    /// Without zero coefficients, in the order of monomials.
    terms: Vec<(Monomial, i64)>,
}

impl Polynomial {
    /// A number.
    pub fn constant(value: i64) -> Self {
        Self {
            terms: (value != 0)
                .then_some((Monomial::default(), value))
                .into_iter()
                .collect(),
        }
    }

    /// The symbol of this index.
    ///
    /// # Errors
    /// [`ExpressionError::TooComplex`] for the 65th symbol and later ones.
    pub fn symbol(index: usize) -> Result<Self, ExpressionError> {
        let monomial = (index < MAX_SYMBOLS)
            .then(|| Monomial::symbol(index))
            .flatten();
        let monomial = monomial.ok_or(ExpressionError::TooComplex {
            what: "symbols",
            limit: MAX_SYMBOLS,
        })?;
        Ok(Self {
            terms: vec![(monomial, 1)],
        })
    }

    /// The terms, without zeros, in the order of monomials.
    pub fn terms(&self) -> &[(Monomial, i64)] {
        &self.terms
    }

    /// The number that this is, if it has no symbols.
    pub fn as_constant(&self) -> Option<i64> {
        match self.terms[..] {
            [] => Some(0),
            [(monomial, value)] if monomial == Monomial::default() => Some(value),
            _ => None,
        }
    }

    /// One more than the highest index of a symbol; 0 for a number.
    pub fn n_symbols(&self) -> usize {
        let indices = self
            .terms
            .iter()
            .flat_map(|(monomial, _)| monomial.symbols());
        indices.max().map_or(0, |last| last + 1)
    }

    /// The sum.
    ///
    /// # Errors
    /// [`ExpressionError::TooComplex`] and [`ExpressionError::Overflow`], as of all arithmetic here.
    pub fn add(&self, other: &Self) -> Result<Self, ExpressionError> {
        Self::collect(
            self.terms
                .iter()
                .chain(&other.terms)
                .map(|&(m, c)| (m, i128::from(c))),
        )
    }

    /// The difference.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn sub(&self, other: &Self) -> Result<Self, ExpressionError> {
        Self::collect(self.difference(other))
    }

    /// The product. `O(terms of one * terms of the other)`.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn mul(&self, other: &Self) -> Result<Self, ExpressionError> {
        let mut products = Vec::with_capacity(self.terms.len() * other.terms.len());
        for &(m1, c1) in &self.terms {
            for &(m2, c2) in &other.terms {
                let monomial = m1.times(m2).ok_or(ExpressionError::TooComplex {
                    what: "factors",
                    limit: MAX_DEGREE,
                })?;
                products.push((monomial, i128::from(c1) * i128::from(c2)));
            }
        }
        Self::collect(products)
    }

    /// The product with a number.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn scale(&self, by: i64) -> Result<Self, ExpressionError> {
        Self::collect((self.terms.iter()).map(|&(m, c)| (m, i128::from(c) * i128::from(by))))
    }

    /// The value, `values` indexed as the symbols are; `None` if it exceeds 64 bits, an intermediate result 128 bits,
    /// or a value is missing.
    pub fn eval(&self, values: &[i64]) -> Option<i64> {
        let mut sum: i128 = 0;
        for &(monomial, coefficient) in &self.terms {
            let mut product = i128::from(coefficient);
            for index in monomial.symbols() {
                product = product.checked_mul(i128::from(*values.get(index)?))?;
            }
            sum = sum.checked_add(product)?;
        }
        i64::try_from(sum).ok()
    }

    /// Bounds on the value over the ranges of the symbols, by interval arithmetic; `None` where there is none, or none
    /// of 128 bits. The interval holds every value, and may be wider.
    pub fn bounds(&self, symbols: &[Symbol]) -> (Option<i128>, Option<i128>) {
        let wide = (self.terms.iter()).map(|&(monomial, c)| (monomial, i128::from(c)));
        let interval = Interval::of(wide, symbols);
        (
            (interval.low != i128::MIN).then_some(interval.low),
            (interval.high != i128::MAX).then_some(interval.high),
        )
    }

    /// Whether the value is proven to be at most that of `other` wherever all symbols are in their ranges. `false`
    /// means that there is no proof.
    ///
    /// Shows that the difference has no negative coefficient once each symbol is written as its least value plus a
    /// rest; otherwise compares bounds of the difference.
    pub fn is_at_most(&self, other: &Self, symbols: &[Symbol]) -> bool {
        let mut difference: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (monomial, coefficient) in other.difference(self) {
            *difference.entry(monomial).or_default() += coefficient;
        }
        let has_no_negative = difference.values().all(|&coefficient| 0 <= coefficient);
        let n_symbols = self.n_symbols().max(other.n_symbols());
        if symbols.len() < n_symbols {
            return false;
        }
        let are_natural = symbols[..n_symbols].iter().all(|symbol| 0 <= symbol.min);
        if has_no_negative && are_natural {
            return true;
        }
        let shifted = shift(&difference, symbols);
        shifted.is_some_and(|terms| terms.values().all(|&coefficient| 0 <= coefficient))
            || 0 <= Interval::of(difference, symbols).low
    }

    /// Whether every value is a multiple of `of`, whatever the symbols are: all coefficients are.
    pub fn is_multiple_of(&self, of: u64) -> bool {
        (self.terms.iter()).all(|(_, coefficient)| coefficient.unsigned_abs().is_multiple_of(of))
    }

    fn difference(&self, other: &Self) -> impl Iterator<Item = (Monomial, i128)> {
        let positive = self.terms.iter().map(|&(m, c)| (m, i128::from(c)));
        positive.chain(other.terms.iter().map(|&(m, c)| (m, -i128::from(c))))
    }

    /// Sums terms into normal form and checks the limits.
    fn collect(terms: impl IntoIterator<Item = (Monomial, i128)>) -> Result<Self, ExpressionError> {
        let sum = Self::collect_any(terms)?;
        if MAX_TERMS < sum.terms.len() {
            return Err(ExpressionError::TooComplex {
                what: "terms",
                limit: MAX_TERMS,
            });
        }
        Ok(sum)
    }

    /// Sums any number of terms: loads may have more than sizes.
    ///
    /// # Errors
    /// [`ExpressionError::Overflow`].
    pub fn collect_any(
        terms: impl IntoIterator<Item = (Monomial, i128)>,
    ) -> Result<Self, ExpressionError> {
        let mut by_monomial: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (monomial, coefficient) in terms {
            // At most 2^30 summands of 2^126: products of two coefficients.
            let sum = by_monomial.entry(monomial).or_default();
            *sum = sum.saturating_add(coefficient);
        }
        let narrow = |(monomial, coefficient): (Monomial, i128)| {
            let coefficient =
                i64::try_from(coefficient).map_err(|_| ExpressionError::Overflow {
                    what: "a coefficient".to_owned(),
                })?;
            Ok((monomial, coefficient))
        };
        let terms = by_monomial.into_iter().filter(|p| p.1 != 0).map(narrow);
        Ok(Self {
            terms: terms.collect::<Result<_, ExpressionError>>()?,
        })
    }

    /// The polynomial with other symbols: number `i` becomes `symbols[i]`.
    ///
    /// # Errors
    /// [`ExpressionError::Overflow`], and [`ExpressionError::TooComplex`] for a symbol beyond the limit.
    ///
    /// # Panics
    /// If a symbol has no entry.
    pub fn in_symbols(&self, symbols: &[usize]) -> Result<Self, ExpressionError> {
        let mut terms = Vec::with_capacity(self.terms.len());
        for &(monomial, coefficient) in &self.terms {
            let factors = monomial.symbols().map(|index| symbols[index]);
            let term = Self::term(1, factors)?;
            let renamed = term.terms.first().map(|pair| pair.0);
            terms.push((renamed.unwrap_or_default(), i128::from(coefficient)));
        }
        Self::collect_any(terms)
    }

    /// A product of symbols times a number.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn term(
        coefficient: i64,
        symbols: impl IntoIterator<Item = usize>,
    ) -> Result<Self, ExpressionError> {
        let mut product = Self::constant(coefficient);
        for index in symbols {
            product = product.mul(&Self::symbol(index)?)?;
        }
        Ok(product)
    }
}

/// The terms after writing each symbol as its least value plus a rest that takes its place; `None` on overflow.
fn shift(terms: &BTreeMap<Monomial, i128>, symbols: &[Symbol]) -> Option<BTreeMap<Monomial, i128>> {
    let mut shifted: BTreeMap<Monomial, i128> = BTreeMap::new();
    for (&monomial, &coefficient) in terms {
        let mut product = vec![(Monomial::default(), coefficient)];
        for index in monomial.symbols() {
            let low = i128::from(symbols.get(index)?.min);
            let factor = Monomial::symbol(index)?;
            let mut next = Vec::with_capacity(2 * product.len());
            for (of, coefficient) in product {
                next.push((of.times(factor)?, coefficient));
                if low != 0 {
                    next.push((of, coefficient.checked_mul(low)?));
                }
            }
            product = next;
        }
        for (of, coefficient) in product {
            let sum = shifted.entry(of).or_default();
            *sum = sum.checked_add(coefficient)?;
        }
    }
    Some(shifted)
}

/// Values from `low` to `high`; the extremes of `i128` stand for infinity.
#[derive(Clone, Copy)]
struct Interval {
    low: i128,
    high: i128,
}

impl Interval {
    fn of(terms: impl IntoIterator<Item = (Monomial, i128)>, symbols: &[Symbol]) -> Self {
        let mut sum = Self { low: 0, high: 0 };
        for (monomial, coefficient) in terms {
            let mut product = Self {
                low: coefficient,
                high: coefficient,
            };
            for index in monomial.symbols() {
                product = product.times(Self::of_symbol(symbols.get(index)));
            }
            sum = sum.plus(product);
        }
        sum
    }

    fn of_symbol(symbol: Option<&Symbol>) -> Self {
        Self {
            low: symbol.map_or(i128::MIN, |symbol| i128::from(symbol.min)),
            high: (symbol.and_then(|symbol| symbol.max)).map_or(i128::MAX, i128::from),
        }
    }

    fn times(self, other: Self) -> Self {
        // Saturation makes a bound infinite, which is never wrong, or keeps it infinite.
        let corners = [
            self.low.saturating_mul(other.low),
            self.low.saturating_mul(other.high),
            self.high.saturating_mul(other.low),
            self.high.saturating_mul(other.high),
        ];
        Self {
            low: corners.into_iter().min().unwrap_or(i128::MIN),
            high: corners.into_iter().max().unwrap_or(i128::MAX),
        }
    }

    fn plus(self, other: Self) -> Self {
        let is_unbounded_below = self.low == i128::MIN || other.low == i128::MIN;
        let is_unbounded_above = self.high == i128::MAX || other.high == i128::MAX;
        Self {
            low: if is_unbounded_below {
                i128::MIN
            } else {
                self.low.saturating_add(other.low)
            },
            high: if is_unbounded_above {
                i128::MAX
            } else {
                self.high.saturating_add(other.high)
            },
        }
    }
}
