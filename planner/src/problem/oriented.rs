//! The part of a schedule for sizes that depend on symbols.

use std::borrow::Cow;

use memplan_support::symbolic::{ExpressionError, Polynomial, Symbol};
use serde::{Deserialize, Serialize};

use super::samples::{Samples, max_loads, quality, random_values, ratio};
use super::{Orientation, SymbolicError, symbols};
use crate::{Bytes, LifetimeTrace, MemorySchedule, Optimality, Units};

/// A size of the formulas of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedSize {
    /// The size of the buffer, in bytes.
    pub bytes: Polynomial,
    /// Whether it is rounded up to the alignment of the plan. Only a multiple of it may be used as it is.
    pub is_rounded: bool,
}

/// How close to the max load a plan is, at a sample of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quality {
    /// The number of orientations.
    pub k: usize,
    /// The greatest ratio of peak to max load.
    pub worst: f64,
    /// The mean ratio.
    pub mean: f64,
}

/// Orientations for a trace with symbols: at run time, the one with the lowest peak gives the offsets.
///
/// Fields are public, so that others can make and change plans; [`check`](crate::symbols::check) accepts only valid
/// ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrientationPlan {
    /// The symbols of the trace.
    pub symbols: Vec<Symbol>,
    /// Offsets and the start of the arena are multiples of this.
    pub alignment: Bytes,
    /// The different sizes.
    pub sizes: Vec<PlannedSize>,
    /// For each buffer, an index into `sizes`.
    pub size_of: Vec<u32>,
    /// At least one.
    pub orientations: Vec<Orientation>,
    /// The quality of the best 1, 2 and 4 orientations at the shapes at which they were chosen.
    pub figures: Vec<Quality>,
}

/// Ratios are never NaN.
impl Eq for Quality {}

/// Offsets for one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The index of the orientation.
    pub orientation: usize,
    /// The offset of each buffer.
    pub offsets: Vec<Bytes>,
    /// The size of the arena.
    pub peak: Bytes,
}

impl OrientationPlan {
    /// The offsets for the given values, by the first orientation with the lowest peak. `O(k (n + m))`.
    ///
    /// # Errors
    /// [`SymbolicError::Values`], [`SymbolicError::NegativeSize`] and [`ExpressionError::Overflow`], and
    /// [`SymbolicError::Malformed`] where lists do not fit each other.
    pub fn evaluate(&self, values: &[i64]) -> Result<Evaluation, SymbolicError> {
        let sizes = self.sizes_at(values)?;
        let mut best: Option<Evaluation> = None;
        for (orientation, edges) in self.orientations.iter().enumerate() {
            let offsets = edges.offsets(&sizes);
            let offsets = offsets.ok_or_else(|| overflow("an offset"))?;
            let ends = offsets.iter().zip(&sizes);
            let peak = ends.map(|(offset, size)| offset.0 + size.0).max();
            let peak = Bytes(peak.unwrap_or(0));
            if best.as_ref().is_none_or(|best| peak < best.peak) {
                best = Some(Evaluation {
                    orientation,
                    offsets,
                    peak,
                });
            }
        }
        best.ok_or_else(|| malformed("the plan has no orientation"))
    }

    /// The plan of one placement of a trace, whose sizes may be numbers.
    ///
    /// # Errors
    /// [`SymbolicError::Malformed`] when the number of offsets differs, and [`ExpressionError::Overflow`] when the
    /// common alignment exceeds 64 bits.
    pub fn of_placement(trace: &LifetimeTrace, offsets: &[Bytes]) -> Result<Self, SymbolicError> {
        let alignment = trace.common_alignment()?;
        let sizes = trace.ids().map(|id| trace.size(id).into_owned());
        let planned = sizes.map(|bytes| PlannedSize {
            is_rounded: !bytes.is_multiple_of(alignment.0),
            bytes,
        });
        Ok(Self {
            symbols: trace.symbols().to_vec(),
            alignment,
            sizes: planned.collect(),
            size_of: trace.ids().map(|id| id.0).collect(),
            orientations: vec![Orientation::from_offsets(trace, offsets)?.reduced()],
            figures: Vec::new(),
        })
    }

    /// The schedule of a trace with this plan: offsets are those in the middle of the ranges of symbols.
    ///
    /// # Errors
    /// Those of [`Self::evaluate`].
    pub fn into_schedule(self, planner: &str) -> Result<MemorySchedule, SymbolicError> {
        let sizes: Vec<Polynomial> = self.sizes.iter().map(|size| size.bytes.clone()).collect();
        let middle = symbols::middle(&self.symbols, &sizes);
        let (values, _) = middle.map_err(|_| overflow("a size"))?;
        let Evaluation { offsets, peak, .. } = self.evaluate(&values)?;
        Ok(MemorySchedule {
            oriented: Some(Box::new(self)),
            ..schedule(offsets, peak, planner)
        })
    }

    /// The size of each buffer for the given values, rounded as the plan says.
    ///
    /// # Errors
    /// As [`Self::evaluate`].
    pub fn sizes_at(&self, values: &[i64]) -> Result<Vec<Bytes>, SymbolicError> {
        if values.len() != self.symbols.len() {
            return Err(SymbolicError::Values {
                expected: self.symbols.len(),
                found: values.len(),
            });
        }
        let mut distinct = Vec::with_capacity(self.sizes.len());
        for (index, size) in self.sizes.iter().enumerate() {
            let bytes = size.bytes.eval(values).ok_or_else(|| overflow("a size"))?;
            let exact = u64::try_from(bytes).map_err(|_| SymbolicError::NegativeSize {
                buffer: format!("with size {index}"),
                size: bytes,
            })?;
            let rounded = if size.is_rounded && self.alignment != Bytes(0) {
                exact.checked_next_multiple_of(self.alignment.0)
            } else {
                Some(exact)
            };
            distinct.push(Bytes(rounded.ok_or_else(|| overflow("a size"))?));
        }
        let size = |&index: &u32| distinct.get(index as usize).copied();
        let sizes: Option<Vec<Bytes>> = self.size_of.iter().map(size).collect();
        sizes.ok_or_else(|| malformed("a buffer has a size that is not listed"))
    }

    /// Log-uniform shapes, at most `n_shapes`, each with the ratio of peak to max load: those of [`Self::measure`].
    /// Shapes at which sizes are negative or too large are left out.
    ///
    /// # Errors
    /// [`SymbolicError::Malformed`] when the plan is not of this trace.
    pub fn ratios(
        &self,
        trace: &LifetimeTrace,
        n_shapes: usize,
        seed: u64,
    ) -> Result<Vec<(Vec<i64>, f64)>, SymbolicError> {
        let Some(symbols) = trace.symbolic() else {
            return Err(not_of_this_trace());
        };
        let mut shapes = Vec::with_capacity(n_shapes);
        for values in random_values(symbols.list(), n_shapes, seed) {
            let sizes = symbols.sizes_at(trace.buffers(), &values);
            if sizes.is_ok() && self.evaluate(&values).is_ok() {
                shapes.push(values);
            }
        }
        let samples = Samples::new(symbols, &shapes, self.alignment.0.max(1));
        if samples.n_samples != shapes.len() {
            return Ok(Vec::new()); // sizes that fit 64 bits one by one, but not together
        }
        let of_orientations = self.ratios_of(trace, &samples)?;
        let best = |sample: usize| {
            let ratios = of_orientations.iter().map(|ratios| ratios[sample]);
            ratios.fold(f64::INFINITY, f64::min)
        };
        let ratios: Vec<f64> = (0..shapes.len()).map(best).collect();
        Ok(shapes.into_iter().zip(ratios).collect())
    }

    /// The ratios of peak to max load at `n_shapes` log-uniform shapes, those of another `seed` than the 0 of planning
    /// being new to the plan. `O(n_shapes k (n + m))`.
    ///
    /// # Errors
    /// [`SymbolicError::Malformed`] when the plan is not of this trace.
    pub fn measure(
        &self,
        trace: &LifetimeTrace,
        n_shapes: usize,
        seed: u64,
    ) -> Result<Quality, SymbolicError> {
        let Some(symbols) = trace.symbolic() else {
            return Err(not_of_this_trace());
        };
        let vectors = random_values(symbols.list(), n_shapes, seed);
        let samples = Samples::new(symbols, &vectors, self.alignment.0.max(1));
        let ratios = self.ratios_of(trace, &samples)?;
        let ratios: Vec<&[f64]> = ratios.iter().map(|list| &**list).collect();
        let all: Vec<usize> = (0..ratios.len()).collect();
        Ok(quality(&ratios, &all))
    }

    /// For each orientation, the ratio of peak to max load at each sample.
    fn ratios_of(
        &self,
        trace: &LifetimeTrace,
        samples: &Samples,
    ) -> Result<Vec<Vec<f64>>, SymbolicError> {
        let fits = |orientation: &Orientation| orientation.len() == trace.len();
        let is_empty = self.orientations.is_empty();
        let symbols = trace.symbolic().filter(|part| part.list() == self.symbols);
        let symbols = symbols.filter(|_| !is_empty && self.orientations.iter().all(fits));
        let symbols = symbols.ok_or_else(not_of_this_trace)?;
        let loads = max_loads(trace, symbols, samples);
        let ratios = |orientation: &Orientation| -> Vec<f64> {
            let peaks = samples.map(|sizes| orientation.peaks(sizes, symbols.size_indices()));
            peaks
                .iter()
                .zip(&loads)
                .map(|(&peak, &load)| ratio(peak, load))
                .collect()
        };
        Ok(self.orientations.iter().map(ratios).collect())
    }

    /// The plan, if its lists fit each other.
    pub(crate) fn checked(self) -> Result<Self, SymbolicError> {
        let mut sizes = self.size_of.iter();
        if sizes.any(|&index| self.sizes.len() <= index as usize) {
            return Err(malformed("a buffer has a size that is not listed"));
        }
        let fits = |orientation: &Orientation| orientation.len() == self.size_of.len();
        if !self.orientations.iter().all(fits) {
            return Err(malformed("an orientation has another number of buffers"));
        }
        Ok(self)
    }
}

/// What orientations add to a schedule. Without symbols, offsets are the same for all values.
impl MemorySchedule {
    /// The schedule at values of the symbols, for the trace at these values: itself if there are none.
    ///
    /// # Errors
    /// Those of [`OrientationPlan::evaluate`].
    pub fn at(&self, values: &[i64]) -> Result<Cow<'_, Self>, SymbolicError> {
        match &self.oriented {
            Some(plan) => {
                let Evaluation { offsets, peak, .. } = plan.evaluate(values)?;
                Ok(Cow::Owned(schedule(offsets, peak, &self.planner)))
            }
            None if values.is_empty() => Ok(Cow::Borrowed(self)),
            None => Err(SymbolicError::Values {
                expected: 0,
                found: values.len(),
            }),
        }
    }

    /// The symbols that offsets depend on, in the order in which values are given.
    pub fn symbols(&self) -> &[Symbol] {
        self.oriented.as_deref().map_or(&[], |plan| &plan.symbols)
    }
}

/// A schedule of which nothing else is known.
fn schedule(offsets: Vec<Bytes>, total_size: Bytes, planner: &str) -> MemorySchedule {
    MemorySchedule {
        oriented: None,
        certificate: None,
        pooled: None,
        offsets,
        total_size,
        reuses: Vec::new(),
        planner: planner.to_owned(),
        work: Units(0),
        optimality: Optimality::Unknown,
        bound_rule: None,
        stopped_by: None,
    }
}

pub(crate) fn malformed(problem: &str) -> SymbolicError {
    SymbolicError::Malformed {
        problem: problem.to_owned(),
    }
}

fn not_of_this_trace() -> SymbolicError {
    malformed("the plan is not of this trace")
}

fn overflow(what: &str) -> SymbolicError {
    let what = what.to_owned();
    ExpressionError::Overflow { what }.into()
}
