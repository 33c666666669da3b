//! Values of symbols at which traces are planned and plans are measured: the same on every machine.

use memplan_support::symbolic::Symbol;
use memplan_support::{Random, Sort};

use super::oriented::Quality;
use super::symbols::Symbols;
use crate::LifetimeTrace;

/// Vectors of values that span the ranges, the middle first: a grid of three values for each symbol, five for one
/// symbol, or a Latin sample if a grid has more than `most` points. Scales are logarithmic.
pub(crate) fn points(symbols: &[Symbol], most: usize, seed: u64) -> Vec<Vec<i64>> {
    let at = |fraction: f64| -> Vec<i64> {
        (symbols.iter().map(|symbol| symbol.at_fraction(fraction))).collect()
    };
    let mut points = vec![at(0.5)];
    let n_levels = [5, 3].into_iter().find(|&levels: &usize| {
        let exponent = u32::try_from(symbols.len()).unwrap_or(u32::MAX);
        levels.checked_pow(exponent).is_some_and(|all| all <= most)
    });
    match n_levels {
        Some(n_levels) => {
            let level = |index: usize| index as f64 / (n_levels - 1) as f64;
            for number in 0..n_levels.pow(symbols.len() as u32) {
                let mut rest = number;
                let mut point = Vec::with_capacity(symbols.len());
                for symbol in symbols {
                    point.push(symbol.at_fraction(level(rest % n_levels)));
                    rest /= n_levels;
                }
                points.push(point);
            }
        }
        None => {
            points.extend([at(0.0), at(1.0)]);
            let n_points = most.saturating_sub(points.len());
            let mut random = Random::new(seed);
            let columns: Vec<Vec<usize>> = (symbols.iter())
                .map(|_| {
                    let mut strata: Vec<usize> = (0..n_points).collect();
                    random.shuffle(&mut strata);
                    strata
                })
                .collect();
            for row in 0..n_points {
                let fraction = |column: &Vec<usize>| (column[row] as f64 + 0.5) / n_points as f64;
                let values = symbols.iter().zip(&columns);
                points.push(
                    values
                        .map(|(symbol, column)| symbol.at_fraction(fraction(column)))
                        .collect(),
                );
            }
        }
    }
    let mut distinct: Vec<Vec<i64>> = Vec::with_capacity(points.len());
    for point in points {
        if !distinct.contains(&point) {
            distinct.push(point);
        }
    }
    distinct.truncate(most.max(1));
    distinct
}

/// Random vectors of values, log-uniform in the ranges.
pub(crate) fn random_values(symbols: &[Symbol], n_vectors: usize, seed: u64) -> Vec<Vec<i64>> {
    let mut random = Random::new(seed);
    let vector = |_| {
        (symbols
            .iter()
            .map(|symbol| symbol.at_fraction(unit(&mut random))))
        .collect()
    };
    (0..n_vectors).map(vector).collect()
}

/// A number from 0 to 1.
fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number of a normal distribution, nearly: mean 0, deviation 1 (the sum of twelve uniform ones). Exact on every
/// machine.
pub(crate) fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| unit(random)).sum::<f64>() - 6.0
}

/// Sizes at vectors of values, rounded up to an alignment, those of eight vectors side by side.
pub(crate) struct Samples {
    pub(crate) blocks: Vec<Vec<[u64; LANES]>>,
    pub(crate) n_samples: usize,
}

/// How many vectors are evaluated at once.
pub(crate) const LANES: usize = 8;

impl Samples {
    /// The sizes at those vectors where none is negative and all together fit 63 bits.
    pub(crate) fn new(symbols: &Symbols, vectors: &[Vec<i64>], align: u64) -> Self {
        let mut n_buffers = vec![0_u64; symbols.distinct_sizes().len()];
        for &index in symbols.size_indices() {
            n_buffers[index as usize] += 1;
        }
        let sizes: Vec<Vec<u64>> = (vectors.iter())
            .filter_map(|values| rounded_sizes(symbols, values, align, &n_buffers))
            .collect();
        let block = |sizes: &[Vec<u64>]| {
            let mut block = vec![[0; LANES]; n_buffers.len()];
            for (lane, sizes) in sizes.iter().enumerate() {
                for (place, &size) in block.iter_mut().zip(sizes) {
                    place[lane] = size;
                }
            }
            block
        };
        Self {
            blocks: sizes.chunks(LANES).map(block).collect(),
            n_samples: sizes.len(),
        }
    }

    /// One number for each sample.
    pub(crate) fn map(&self, mut of: impl FnMut(&[[u64; LANES]]) -> [u64; LANES]) -> Vec<u64> {
        let mut results: Vec<u64> = self.blocks.iter().flat_map(|block| of(block)).collect();
        results.truncate(self.n_samples);
        results
    }
}

/// The distinct sizes at some values, rounded; `None` if they are negative or too large.
pub(crate) fn rounded_sizes(
    symbols: &Symbols,
    values: &[i64],
    align: u64,
    n_buffers: &[u64],
) -> Option<Vec<u64>> {
    let sizes = symbols.distinct_sizes();
    let mut total: u64 = 0;
    let mut rounded = Vec::with_capacity(sizes.len());
    for (size, &n_buffers) in sizes.iter().zip(n_buffers) {
        let size = u64::try_from(size.eval(values)?).ok()?;
        let size = size.checked_next_multiple_of(align)?;
        total = total.checked_add(size.checked_mul(n_buffers)?)?;
        rounded.push(size);
    }
    (total <= i64::MAX.unsigned_abs()).then_some(rounded)
}

/// The max load at each sample. Gaps are ignored, as in conflicts.
pub(crate) fn max_loads(trace: &LifetimeTrace, symbols: &Symbols, samples: &Samples) -> Vec<u64> {
    let mut events: Vec<(i64, bool, u32)> = Vec::with_capacity(2 * trace.len());
    for (buffer, &size) in trace.buffers().iter().zip(symbols.size_indices()) {
        events.push((buffer.live.begin().0, true, size));
        events.push((buffer.live.end().0, false, size));
    }
    events.sort_stable();
    samples.map(|sizes| {
        let (mut load, mut most) = ([0; LANES], [0; LANES]);
        for &(_, is_birth, size) in &events {
            let size = &sizes[size as usize];
            for lane in 0..LANES {
                if is_birth {
                    load[lane] += size[lane];
                    most[lane] = load[lane].max(most[lane]);
                } else {
                    load[lane] -= size[lane];
                }
            }
        }
        most
    })
}

/// The ratio of a peak to a load; 1 for nothing.
pub(crate) fn ratio(peak: u64, load: u64) -> f64 {
    if load == 0 {
        1.0
    } else {
        peak as f64 / load as f64
    }
}

/// The worst and the mean ratio when the best of the chosen candidates is used at each sample.
pub(crate) fn quality(ratios: &[&[f64]], chosen: &[usize]) -> Quality {
    let n_samples = ratios.first().map_or(0, |ratios| ratios.len());
    let (mut worst, mut sum) = (1.0_f64, 0.0);
    let best_at = |sample: usize| {
        let ratios = chosen.iter().map(|&index| ratios[index][sample]);
        ratios.fold(f64::INFINITY, f64::min)
    };
    for best in (0..n_samples).map(best_at) {
        worst = worst.max(best);
        sum += best;
    }
    Quality {
        k: chosen.len(),
        worst,
        mean: if n_samples == 0 {
            1.0
        } else {
            sum / n_samples as f64
        },
    }
}
