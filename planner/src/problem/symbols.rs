//! The part of a trace for sizes that depend on symbols.

use std::borrow::Cow;
use std::collections::BTreeMap;

use memplan_support::Sort;
use memplan_support::symbolic::{ExpressionError, Monomial, Polynomial, Symbol, check_symbols};

use super::SymbolicError;
use super::samples::points;
use super::trace::TraceError;
use crate::{Buffer, BufferId, Bytes, LifetimeTrace, Tick};

/// The most polynomials of which a max load may be the maximum.
const MAX_LOAD_TERMS: usize = 256;

/// The symbols of a trace, such as the batch and the sequence length of a model, and for each buffer a size in bytes
/// that is a polynomial over them.
///
/// [`Buffer::size`] is the size in the middle of the ranges. Ranges are assumptions that improve plans; no plan is
/// wrong outside of them.
///
/// ```
/// use memplan_planner::symbols::{Polynomial, Symbol};
/// use memplan_planner::{Bytes, LifetimeTrace};
///
/// let lifetimes: LifetimeTrace = "a 0..2 0\n b 1..3 0".parse()?;
/// let symbols = vec![Symbol::new("b", 1, Some(64))?];
/// let sizes = ["16*b", "100"].map(|text| Polynomial::parse(text, &symbols));
/// let sizes = sizes.into_iter().collect::<Result<_, _>>()?;
/// let trace = lifetimes.into_builder().symbols(symbols, sizes).build()?;
/// assert_eq!(trace.max_load(), Bytes(16 * 8 + 100));
/// assert_eq!(trace.at(&[4])?.max_load(), Bytes(164));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols {
    list: Vec<Symbol>,
    /// In the order of their first buffers.
    distinct: Vec<Polynomial>,
    /// For each buffer, an index into `distinct`.
    size_of: Vec<u32>,
}

impl Symbols {
    /// The symbols, with the size of each buffer. The builder of a trace checks them.
    pub(super) fn new(list: Vec<Symbol>, sizes: Vec<Polynomial>) -> Self {
        let (distinct, size_of) = distinct(sizes);
        Self {
            list,
            distinct,
            size_of,
        }
    }

    /// Checks the part against the buffers of its trace, and gives these their sizes in the middle of the ranges.
    pub(super) fn resolve(&self, buffers: &mut [Buffer]) -> Result<(), TraceError> {
        check_symbols(&self.list)?;
        if self.size_of.len() != buffers.len() {
            return Err(TraceError::SizeCount {
                n_sizes: self.size_of.len(),
                n_buffers: buffers.len(),
            });
        }
        for (buffer, &index) in buffers.iter().zip(&self.size_of) {
            let size = &self.distinct[index as usize];
            let has_window = buffer.gaps.iter().any(|gap| gap.window.is_some());
            let problem = if self.list.len() < size.n_symbols() {
                "a size with symbols that the trace does not have"
            } else if has_window && size.as_constant().is_none() {
                "a gap with a byte window and a symbolic size: use a gap without a window, or none"
            } else if size.as_constant().is_some_and(|bytes| bytes < 0) {
                "a negative size"
            } else {
                continue;
            };
            return Err(TraceError::SymbolicSize {
                buffer: buffer.name.to_string(),
                problem,
            });
        }
        let sizes = match middle(&self.list, &self.distinct) {
            Ok((_, sizes)) => sizes,
            Err(unknown) => {
                let mut indices = self.size_of.iter();
                let first = indices.position(|&index| index as usize == unknown);
                return Err(TraceError::SymbolicSize {
                    buffer: buffers[first.unwrap_or(0)].name.to_string(),
                    problem: "a size that is negative or exceeds 64 bits in the middle of the ranges of its symbols",
                });
            }
        };
        for (buffer, &index) in buffers.iter_mut().zip(&self.size_of) {
            buffer.size = sizes[index as usize];
        }
        Ok(())
    }

    /// The values of the symbols at which [`Buffer::size`] is the size: the middle of their ranges.
    pub fn middle(&self) -> Vec<i64> {
        middle(&self.list, &self.distinct).map_or_else(|_| Vec::new(), |(values, _)| values)
    }

    /// The symbols, in the order in which values are given.
    pub fn list(&self) -> &[Symbol] {
        &self.list
    }

    /// The size of a buffer, which must be one of the trace, in bytes.
    pub fn size(&self, id: BufferId) -> &Polynomial {
        &self.distinct[self.size_of[id.index()] as usize]
    }

    /// The different sizes, in the order of their first buffers.
    pub fn distinct_sizes(&self) -> &[Polynomial] {
        &self.distinct
    }

    /// For each buffer, the index of its size in [`Self::distinct_sizes`].
    pub fn size_indices(&self) -> &[u32] {
        &self.size_of
    }

    /// The value of each of [`Self::distinct_sizes`].
    pub(crate) fn sizes_at(
        &self,
        buffers: &[Buffer],
        values: &[i64],
    ) -> Result<Vec<Bytes>, SymbolicError> {
        if values.len() != self.list.len() {
            return Err(SymbolicError::Values {
                expected: self.list.len(),
                found: values.len(),
            });
        }
        let evaluated = self.distinct.iter().zip(0_u32..).map(|(size, index)| {
            let buffer = || {
                let first = self.size_of.iter().position(|&of| of == index);
                buffers[first.unwrap_or_default()].name.to_string()
            };
            match size.eval(values) {
                Some(bytes) if 0 <= bytes => Ok(Bytes(bytes.unsigned_abs())),
                Some(size) => Err(SymbolicError::NegativeSize {
                    buffer: buffer(),
                    size,
                }),
                None => Err(ExpressionError::Overflow {
                    what: format!("the size of buffer `{}`", buffer()),
                }
                .into()),
            }
        });
        evaluated.collect()
    }

    /// Whether all sizes are sums of products with positive coefficients, and numbers: they grow with each symbol.
    pub fn grows(&self) -> bool {
        let terms = self.distinct.iter().flat_map(Polynomial::terms);
        let varying = |term: &&(Monomial, i64)| term.0.degree() != 0;
        terms.filter(varying).all(|term| 0 < term.1)
            && self.list.iter().all(|symbol| 0 <= symbol.min)
    }
}

/// What sizes that depend on symbols add to a trace. Of a trace without symbols, all sizes are numbers.
impl LifetimeTrace {
    /// The size of a buffer, which must be one of the trace, in bytes.
    pub fn size(&self, id: BufferId) -> Cow<'_, Polynomial> {
        match self.symbolic() {
            Some(symbols) => Cow::Borrowed(symbols.size(id)),
            // A trace bounds the sum of its sizes by 2^63 - 1.
            None => Cow::Owned(Polynomial::constant(self[id].size.0.cast_signed())),
        }
    }

    /// The trace with a value for each symbol, inside or outside of its range: the trace itself if there are none.
    /// `O(n)`.
    ///
    /// # Errors
    /// [`SymbolicError`] when the number of values differs, a size is negative or exceeds 64 bits, or all sizes
    /// together do.
    pub fn at(&self, values: &[i64]) -> Result<Cow<'_, Self>, SymbolicError> {
        let Some(symbols) = self.symbolic() else {
            return match values.len() {
                0 => Ok(Cow::Borrowed(self)),
                found => Err(SymbolicError::Values { expected: 0, found }),
            };
        };
        let sizes = symbols.sizes_at(self.buffers(), values)?;
        let mut index = symbols.size_of.iter();
        let numeric = self.clone().into_builder().without_symbols();
        let numeric = numeric.map_buffers(|buffer| {
            if let Some(&index) = index.next() {
                buffer.size = sizes[index as usize];
            }
        });
        Ok(Cow::Owned(numeric.build()?))
    }

    /// The least number of which all alignments are divisors; 1 without buffers.
    ///
    /// # Errors
    /// [`ExpressionError::Overflow`] if it exceeds 64 bits.
    pub fn common_alignment(&self) -> Result<Bytes, SymbolicError> {
        let mut common = Bytes(1);
        for buffer in self.buffers() {
            let next = common.common_alignment(buffer.align);
            let next = next.filter(|align| i64::try_from(align.0).is_ok());
            common = next.ok_or_else(|| ExpressionError::Overflow {
                what: "the common alignment".to_owned(),
            })?;
        }
        Ok(common)
    }

    /// The extremes of the ranges: all combinations of the least and the greatest value of up to four symbols, or all
    /// least and all greatest. Open ranges have their least value only. In ascending order.
    pub fn corners(&self) -> Vec<Vec<i64>> {
        let ends = |symbol: &Symbol| (symbol.low(), symbol.max.map(|_| symbol.high()));
        let ends: Vec<(i64, Option<i64>)> = self.symbols().iter().map(ends).collect();
        let mut corners: Vec<Vec<i64>> = if 4 < ends.len() {
            vec![
                ends.iter().map(|end| end.0).collect(),
                ends.iter().map(|end| end.1.unwrap_or(end.0)).collect(),
            ]
        } else {
            let mut corners = vec![Vec::new()];
            for (low, high) in ends {
                let both = [low, high.unwrap_or(low)];
                corners = (corners.iter())
                    .flat_map(|corner| both.map(|end| [&corner[..], &[end]].concat()))
                    .collect();
            }
            corners
        };
        corners.sort_stable_by(|a, b| a.cmp(b));
        corners.dedup();
        corners
    }

    /// The max load as polynomials whose maximum it is, wherever all symbols are in their ranges. Those that are proven
    /// to be at most another one are left out. At most `O(256 n)` comparisons of polynomials.
    ///
    /// # Errors
    /// [`ExpressionError::TooComplex`] for more than 256 polynomials, [`ExpressionError::Overflow`].
    pub fn load_terms(&self) -> Result<Vec<Polynomial>, SymbolicError> {
        let mut load: BTreeMap<Monomial, i128> = BTreeMap::new();
        let mut front: Vec<Bound> = Vec::new();
        // Most pairs are told apart by their values at a few points in the ranges.
        let points: Vec<Vec<i64>> = points(self.symbols(), 9, 0);
        let changes = self.load_changes();
        let mut rises = false;
        for (place, change) in changes.iter().enumerate() {
            for &(monomial, coefficient) in self.size(change.buffer).terms() {
                let sum = load.entry(monomial).or_default();
                *sum += i128::from(coefficient) * i128::from(change.sign);
            }
            *load.entry(Monomial::default()).or_default() -=
                i128::from(change.kept) * i128::from(change.sign);
            rises |= 0 < change.sign;
            // Changes that lower the load come first within a tick: a peak is in front of one.
            let is_peak = changes.get(place + 1).is_none_or(|next| next.sign < 0);
            if is_peak && rises {
                rises = false;
                let nonzero = load.iter().map(|(&monomial, &sum)| (monomial, sum));
                let load = Bound::new(Polynomial::collect_any(nonzero)?, &points);
                if front
                    .iter()
                    .any(|other| load.is_at_most(other, self.symbols()))
                {
                    continue;
                }
                front.retain(|other| !other.is_at_most(&load, self.symbols()));
                front.push(load);
                if MAX_LOAD_TERMS < front.len() {
                    return Err(ExpressionError::TooComplex {
                        what: "polynomials in the max load",
                        limit: MAX_LOAD_TERMS,
                    }
                    .into());
                }
            }
        }
        Ok(front.into_iter().map(|bound| bound.polynomial).collect())
    }

    /// What changes the load, in order of time, decreases first.
    fn load_changes(&self) -> Vec<LoadChange> {
        let mut changes = Vec::with_capacity(2 * self.len());
        for id in self.ids() {
            let buffer = &self[id];
            let mut push = |tick, sign, kept| {
                changes.push(LoadChange {
                    tick,
                    sign,
                    buffer: id,
                    kept,
                });
            };
            push(buffer.live.begin(), 1, 0);
            for gap in &buffer.gaps {
                let kept = gap.window.map_or(0, |window| window.hi.0 - window.lo.0);
                push(gap.ticks.begin(), -1, kept);
                push(gap.ticks.end(), 1, kept);
            }
            push(buffer.live.end(), -1, 0);
        }
        changes.sort_stable_by_key(|change| (change.tick, 0 < change.sign));
        changes
    }
}

/// Values in the middle of the ranges of symbols, and the sizes there: the first of a few points at which there are
/// all. Else the index of a size that is negative or exceeds 64 bits.
pub(super) fn middle(
    symbols: &[Symbol],
    sizes: &[Polynomial],
) -> Result<(Vec<i64>, Vec<Bytes>), usize> {
    let mut unknown = 0;
    for point in points(symbols, 9, 0) {
        let bytes = sizes.iter().map(|size| {
            let bytes = size.eval(&point)?;
            u64::try_from(bytes).ok().map(Bytes)
        });
        let bytes: Vec<Option<Bytes>> = bytes.collect();
        match bytes.iter().position(Option::is_none) {
            None => return Ok((point, bytes.into_iter().flatten().collect())),
            Some(index) => unknown = index,
        }
    }
    Err(unknown)
}

/// A buffer starts or stops to need its bytes.
struct LoadChange {
    tick: Tick,
    sign: i64,
    buffer: BufferId,
    /// Bytes that do not change, because a gap keeps them.
    kept: u64,
}

/// The values of symbols, in their order, from a list of names and values.
///
/// # Errors
/// [`ExpressionError::Symbol`] for a symbol without a value, with two, or that is not one of these.
pub fn values(symbols: &[Symbol], named: &[(String, i64)]) -> Result<Vec<i64>, SymbolicError> {
    let error = |symbol: &str, problem| {
        SymbolicError::from(ExpressionError::Symbol {
            symbol: symbol.to_owned(),
            problem,
        })
    };
    let is_known = |name: &String| symbols.iter().any(|symbol| symbol.name == *name);
    if let Some((name, _)) = named.iter().find(|(name, _)| !is_known(name)) {
        return Err(error(name, "the trace does not have it"));
    }
    let value = |symbol: &Symbol| {
        let mut given = named.iter().filter(|(name, _)| *name == symbol.name);
        match (given.next(), given.next()) {
            (Some(&(_, value)), None) => Ok(value),
            (None, _) => Err(error(&symbol.name, "it needs a value")),
            (Some(_), Some(_)) => Err(error(&symbol.name, "it has two values")),
        }
    };
    symbols.iter().map(value).collect()
}

/// A polynomial with its values at some points in the ranges of its symbols.
struct Bound {
    polynomial: Polynomial,
    /// `None` beyond 64 bits.
    values: Vec<Option<i64>>,
}

impl Bound {
    fn new(polynomial: Polynomial, points: &[Vec<i64>]) -> Self {
        Self {
            values: points.iter().map(|point| polynomial.eval(point)).collect(),
            polynomial,
        }
    }

    fn is_at_most(&self, other: &Self, symbols: &[Symbol]) -> bool {
        let mut pairs = self.values.iter().zip(&other.values);
        let may_be = pairs.all(|pair| match pair {
            (Some(value), Some(other)) => value <= other,
            _ => true,
        });
        may_be && self.polynomial.is_at_most(&other.polynomial, symbols)
    }
}

fn distinct(sizes: Vec<Polynomial>) -> (Vec<Polynomial>, Vec<u32>) {
    let mut index_of: BTreeMap<Polynomial, u32> = BTreeMap::new();
    let mut distinct = Vec::new();
    let mut size_of = Vec::with_capacity(sizes.len());
    for size in sizes {
        let index = index_of.entry(size).or_insert_with_key(|size| {
            distinct.push(size.clone());
            distinct.len() as u32 - 1
        });
        size_of.push(*index);
    }
    (distinct, size_of)
}
