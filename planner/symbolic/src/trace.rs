//! Traces whose sizes are polynomials over symbols.

use std::collections::BTreeMap;

use memplan_planner::{Buffer, BufferId, Bytes, LifetimeTrace, Tick};
use memplan_support::Sort;
use memplan_support::symbolic::{Monomial, check_symbols};

use crate::samples::points;
use crate::{ExpressionError, Polynomial, Symbol, SymbolicError};

/// The most polynomials of which a max load may be the maximum.
const MAX_LOAD_TERMS: usize = 256;

/// A [`LifetimeTrace`] with symbols, and for each buffer a size in bytes that is a polynomial over them.
///
/// ```
/// use memplan_planner::{Bytes, LifetimeTrace};
/// use memplan_symbolic::{Polynomial, Symbol, SymbolicTrace};
///
/// let lifetimes: LifetimeTrace = "a 0..2 0\n b 1..3 0".parse()?;
/// let symbols = vec![Symbol::new("b", 1, Some(64))?];
/// let sizes = ["16*b", "100"].map(|text| Polynomial::parse(text, &symbols));
/// let sizes = sizes.into_iter().collect::<Result<_, _>>()?;
/// let trace = SymbolicTrace::new(lifetimes, symbols, sizes)?;
/// assert_eq!(trace.at(&[4])?.max_load(), Bytes(164));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicTrace {
    /// With the sizes that are numbers; the others are 0.
    lifetimes: LifetimeTrace,
    symbols: Vec<Symbol>,
    /// In the order of their first buffers.
    distinct: Vec<Polynomial>,
    /// For each buffer, an index into `distinct`.
    size_of: Vec<u32>,
}

impl SymbolicTrace {
    /// A trace with the lifetimes and alignments of `lifetimes`, whose own sizes do not matter. `O(n log n)`.
    ///
    /// # Errors
    /// [`SymbolicError`] for symbols that are not well formed, a list of sizes of another length, sizes with other
    /// symbols, negative numbers, and gaps during which a buffer of symbolic size keeps some bytes.
    pub fn new(
        lifetimes: LifetimeTrace,
        symbols: Vec<Symbol>,
        sizes: Vec<Polynomial>,
    ) -> Result<Self, SymbolicError> {
        check_symbols(&symbols)?;
        if sizes.len() != lifetimes.len() {
            let (n_sizes, n_buffers) = (sizes.len(), lifetimes.len());
            let problem = format!("there are {n_sizes} sizes for {n_buffers} buffers");
            return Err(SymbolicError::Malformed { problem });
        }
        let mut numbers = Vec::with_capacity(sizes.len());
        for (buffer, size) in lifetimes.buffers().iter().zip(&sizes) {
            if symbols.len() < size.n_symbols() {
                let problem = format!("the size of buffer `{}` has unknown symbols", buffer.name);
                return Err(SymbolicError::Malformed { problem });
            }
            let number = size.as_constant();
            if number.is_none() && buffer.gaps.iter().any(|gap| gap.window.is_some()) {
                return Err(SymbolicError::Unsupported {
                    buffer: buffer.name.to_string(),
                    feature: "a gap with a byte window and a symbolic size",
                    advice: "use a gap without a window, or none",
                });
            }
            numbers.push(to_bytes(buffer, number.unwrap_or(0))?);
        }
        let mut number = numbers.into_iter();
        let lifetimes = (lifetimes.into_builder())
            .map_buffers(|buffer| buffer.size = number.next().unwrap_or_default())
            .build()?;
        let (distinct, size_of) = distinct(sizes);
        Ok(Self {
            lifetimes,
            symbols,
            distinct,
            size_of,
        })
    }

    /// The trace without sizes: those that are numbers are given, the others are 0.
    pub fn lifetimes(&self) -> &LifetimeTrace {
        &self.lifetimes
    }

    /// The symbols, in the order in which values are given.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The number of buffers.
    pub fn len(&self) -> usize {
        self.size_of.len()
    }

    /// Whether there is no buffer.
    pub fn is_empty(&self) -> bool {
        self.size_of.is_empty()
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

    /// The values of all symbols, in their order, as [`values`] takes them from a list.
    ///
    /// # Errors
    /// Those of [`values`].
    pub fn values(&self, named: &[(String, i64)]) -> Result<Vec<i64>, SymbolicError> {
        values(&self.symbols, named)
    }

    /// The trace with a value for each symbol, inside or outside of its range. `O(n)`.
    ///
    /// # Errors
    /// [`SymbolicError`] when the number of values differs, a size is negative or exceeds 64 bits, or all sizes
    /// together do.
    pub fn at(&self, values: &[i64]) -> Result<LifetimeTrace, SymbolicError> {
        let sizes = self.sizes_at(values)?;
        let mut index = self.size_of.iter();
        let with_sizes = self.lifetimes.clone().into_builder().map_buffers(|buffer| {
            if let Some(&index) = index.next() {
                buffer.size = sizes[index as usize];
            }
        });
        Ok(with_sizes.build()?)
    }

    /// The value of each of [`Self::distinct_sizes`].
    pub(crate) fn sizes_at(&self, values: &[i64]) -> Result<Vec<Bytes>, SymbolicError> {
        if values.len() != self.symbols.len() {
            return Err(SymbolicError::Values {
                expected: self.symbols.len(),
                found: values.len(),
            });
        }
        let evaluated = self.distinct.iter().zip(0_u32..).map(|(size, index)| {
            let buffer = || {
                let first = self.size_of.iter().position(|&of| of == index);
                &self.lifetimes.buffers()[first.unwrap_or_default()]
            };
            match size.eval(values) {
                Some(bytes) if 0 <= bytes => Ok(Bytes(bytes.unsigned_abs())),
                Some(bytes) => to_bytes(buffer(), bytes),
                None => Err(ExpressionError::Overflow {
                    what: format!("the size of buffer `{}`", buffer().name),
                }
                .into()),
            }
        });
        evaluated.collect()
    }

    /// The least number of which all alignments are divisors; 1 without buffers.
    ///
    /// # Errors
    /// [`ExpressionError::Overflow`] if it exceeds 64 bits.
    pub fn alignment(&self) -> Result<Bytes, SymbolicError> {
        let alignments = self.lifetimes.buffers().iter().map(|buffer| buffer.align);
        let mut common = Bytes(1);
        for align in alignments {
            let next = common.common_alignment(align);
            let next = next.filter(|align| i64::try_from(align.0).is_ok());
            common = next.ok_or_else(|| ExpressionError::Overflow {
                what: "the common alignment".to_owned(),
            })?;
        }
        Ok(common)
    }

    /// The same trace with alignments that are multiples of `alignment`.
    ///
    /// # Errors
    /// [`ExpressionError::Overflow`] if one exceeds 64 bits.
    pub fn aligned(self, alignment: Bytes) -> Result<Self, SymbolicError> {
        let mut exceeds = false;
        let aligned = self.lifetimes.into_builder().map_buffers(|buffer| {
            match buffer.align.common_alignment(alignment) {
                Some(align) => buffer.align = align,
                None => exceeds = true,
            }
        });
        if exceeds {
            let what = "an alignment".to_owned();
            return Err(ExpressionError::Overflow { what }.into());
        }
        Ok(Self {
            lifetimes: aligned.build()?,
            ..self
        })
    }

    /// Whether all sizes are sums of products with positive coefficients, and numbers: they grow with each symbol.
    pub fn grows(&self) -> bool {
        let terms = self.distinct.iter().flat_map(Polynomial::terms);
        let varying = |term: &&(Monomial, i64)| term.0.degree() != 0;
        terms.filter(varying).all(|term| 0 < term.1)
            && self.symbols.iter().all(|symbol| 0 <= symbol.min)
    }

    /// The extremes of the ranges: all combinations of the least and the greatest value of up to four symbols, or all
    /// least and all greatest. Open ranges have their least value only. In ascending order.
    pub fn corners(&self) -> Vec<Vec<i64>> {
        let ends = |symbol: &Symbol| (symbol.low(), symbol.max.map(|_| symbol.high()));
        let ends: Vec<(i64, Option<i64>)> = self.symbols.iter().map(ends).collect();
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
        let points: Vec<Vec<i64>> = points(&self.symbols, 9, 0);
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
                    .any(|other| load.is_at_most(other, &self.symbols))
                {
                    continue;
                }
                front.retain(|other| !other.is_at_most(&load, &self.symbols));
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
        for id in self.lifetimes.ids() {
            let buffer = &self.lifetimes[id];
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

/// A trace without symbols.
impl From<LifetimeTrace> for SymbolicTrace {
    fn from(lifetimes: LifetimeTrace) -> Self {
        // A trace bounds the sum of its sizes by 2^63 - 1.
        let constant = |buffer: &Buffer| Polynomial::constant(buffer.size.0.cast_signed());
        let sizes = lifetimes.buffers().iter().map(constant).collect();
        let (distinct, size_of) = distinct(sizes);
        Self {
            lifetimes,
            symbols: Vec::new(),
            distinct,
            size_of,
        }
    }
}

fn to_bytes(buffer: &Buffer, size: i64) -> Result<Bytes, SymbolicError> {
    let bytes = u64::try_from(size).map_err(|_| SymbolicError::NegativeSize {
        buffer: buffer.name.to_string(),
        size,
    })?;
    Ok(Bytes(bytes))
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
