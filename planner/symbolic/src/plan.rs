//! Plans for symbolic traces.

use memplan_planner::{Bytes, MemorySchedule, Optimality, Units};
use serde::{Deserialize, Serialize};

use crate::orient::{quality, ratio};
use crate::samples::{Samples, max_loads, random_values};
use crate::wire::malformed;
use crate::{ExpressionError, Orientation, Polynomial, Symbol, SymbolicError, SymbolicTrace};

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

/// Orientations for a [`SymbolicTrace`]: at run time, the one with the lowest peak gives the offsets.
///
/// Fields are public, so that others can make and change plans; [`check`](crate::check) accepts only valid ones.
#[derive(Clone, Debug, PartialEq)]
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
    /// For a trace without symbols, the offset of each buffer, as the planner placed it; empty otherwise.
    pub fixed: Vec<Bytes>,
}

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
        if !self.fixed.is_empty() {
            return self.evaluate_fixed(values);
        }
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

    fn evaluate_fixed(&self, values: &[i64]) -> Result<Evaluation, SymbolicError> {
        let mut peak = 0;
        for (offset, &index) in self.fixed.iter().zip(&self.size_of) {
            let size = self.sizes.get(index as usize);
            let bytes = size.and_then(|size| size.bytes.eval(values));
            let bytes = bytes.and_then(|bytes| u64::try_from(bytes).ok());
            let bytes = bytes.ok_or_else(|| overflow("a size"))?;
            let end = offset.0.checked_add(bytes);
            let end = end.ok_or_else(|| overflow("an offset"))?;
            peak = if bytes == 0 { peak } else { end.max(peak) };
        }
        Ok(Evaluation {
            orientation: 0,
            offsets: self.fixed.clone(),
            peak: Bytes(peak),
        })
    }

    /// The offsets for the given values as a schedule of the trace at these values; as [`Self::evaluate`].
    ///
    /// # Errors
    /// Those of [`Self::evaluate`].
    pub fn schedule_at(&self, values: &[i64]) -> Result<MemorySchedule, SymbolicError> {
        let Evaluation { offsets, peak, .. } = self.evaluate(values)?;
        Ok(MemorySchedule {
            certificate: None,
            pooled: None,
            offsets,
            total_size: peak,
            reuses: Vec::new(),
            planner: crate::ORIENT.to_owned(),
            work: Units(0),
            optimality: Optimality::Unknown,
            bound_rule: None,
            stopped_by: None,
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
        trace: &SymbolicTrace,
        n_shapes: usize,
        seed: u64,
    ) -> Result<Vec<(Vec<i64>, f64)>, SymbolicError> {
        let mut shapes = Vec::with_capacity(n_shapes);
        for values in random_values(trace.symbols(), n_shapes, seed) {
            if trace.sizes_at(&values).is_ok() && self.evaluate(&values).is_ok() {
                shapes.push(values);
            }
        }
        let samples = Samples::new(trace, &shapes, self.alignment.0.max(1));
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
        trace: &SymbolicTrace,
        n_shapes: usize,
        seed: u64,
    ) -> Result<Quality, SymbolicError> {
        let vectors = random_values(trace.symbols(), n_shapes, seed);
        let samples = Samples::new(trace, &vectors, self.alignment.0.max(1));
        let ratios = self.ratios_of(trace, &samples)?;
        let ratios: Vec<&[f64]> = ratios.iter().map(|list| &**list).collect();
        let all: Vec<usize> = (0..ratios.len()).collect();
        Ok(quality(&ratios, &all))
    }

    /// For each orientation, the ratio of peak to max load at each sample.
    fn ratios_of(
        &self,
        trace: &SymbolicTrace,
        samples: &Samples,
    ) -> Result<Vec<Vec<f64>>, SymbolicError> {
        let fits = |orientation: &Orientation| orientation.len() == trace.len();
        let is_empty = self.orientations.is_empty();
        if is_empty || self.symbols != trace.symbols() || !self.orientations.iter().all(fits) {
            return Err(malformed("the plan is not of this trace"));
        }
        let loads = max_loads(trace, samples);
        let ratios = |orientation: &Orientation| -> Vec<f64> {
            let peaks = samples.map(|sizes| orientation.peaks(sizes, trace.size_indices()));
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
        let is_fixed = !self.fixed.is_empty();
        if is_fixed && (!self.symbols.is_empty() || self.fixed.len() != self.size_of.len()) {
            return Err(malformed(
                "only plans without symbols have fixed offsets, one for each buffer",
            ));
        }
        Ok(self)
    }
}

fn overflow(what: &str) -> SymbolicError {
    let what = what.to_owned();
    ExpressionError::Overflow { what }.into()
}
