//! Programs with dynamic shapes: passes weigh their buffers at one shape, and the results are judged at several.
//!
//! Sizes are polynomials over dimensions ([`SymbolicSizes`]), which are evaluated in the middle of their ranges and
//! at corners. These sizes only guide the search: every rewriting is correct for all shapes.

use memplan_memory_model::{self as model, SizeSource, SymbolicSizes, choose_assumed};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{allocation, has_body};
use memplan_mlir::{DYNAMIC, Module, OpId, ValueId};
use memplan_support::symbolic::{Polynomial, Symbol};

use super::profile::Profile;

/// For each shape, the positions within their ranges of the dimensions with even numbers, and of those with odd ones.
/// The search uses the first shape.
const SHAPES: [[f64; 2]; 5] = [[0.5, 0.5], [0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]];

/// A range that reaches this value counts as unbounded, such as that of a dimension that fits an `i32`.
const OPEN_RANGE: i64 = 1 << 20;

/// The greatest value of a dimension with such a range.
const OPEN_MAX: i64 = 1 << 12;

/// How many dimensions a report names.
const N_NAMED: usize = 4;

/// Writes the sizes of the buffers of dynamic shape at some shapes to the program. Returns these shapes, such as
/// `b=8, s=181`; `None` if no such size can be computed. Linear in the program.
pub(super) fn assume_sizes(m: &mut Module) -> Option<Vec<String>> {
    let mut names: [Vec<String>; SHAPES.len()] = Default::default();
    let mut has_any = false;
    let functions = m.ops_with_trait(Traits::FUNCTION);
    let functions = functions.into_iter().filter(|&op| has_body(m, op));
    let functions: Vec<OpId> = functions.collect();
    for function in functions {
        let dynamic: Vec<OpId> = m.walk(function).filter(|&op| is_dynamic(m, op)).collect();
        if dynamic.is_empty() {
            continue;
        }
        let Ok(mut sizes) = SymbolicSizes::new(m, function) else {
            continue;
        };
        let polynomials = dynamic.iter().map(|&op| -> Option<Vec<Polynomial>> {
            sizes.allocation_bytes(m, op)?;
            let dynamic = allocation(m, op)?.dynamic_sizes.iter();
            dynamic.map(|&size| sizes.value_of(m, size)).collect()
        });
        let polynomials: Vec<_> = polynomials.collect();
        let values = SHAPES.map(|fractions| values_at(&sizes, fractions));
        for (&alloc, of) in dynamic.iter().zip(&polynomials) {
            let of = of.as_deref().unwrap_or(&[]);
            let all = values
                .iter()
                .flat_map(|values| of.iter().map(|size| size.eval(values)));
            let all: Option<Vec<i64>> = all.collect();
            if let Some(all) = all.filter(|all| !of.is_empty() && all.iter().all(|&size| size >= 0))
            {
                model::assume_sizes(m, alloc, &all);
                has_any = true;
            }
        }
        for (names, values) in names.iter_mut().zip(&values) {
            let named = sizes.symbols().iter().zip(sizes.sources()).zip(values);
            let named = named.filter(|((_, source), _)| matches!(source, SizeSource::Dim { .. }));
            names.extend(named.map(|((symbol, _), value)| format!("{}={value}", symbol.name)));
        }
    }
    let text = |mut names: Vec<String>| {
        names.dedup();
        if names.len() > N_NAMED {
            names.truncate(N_NAMED);
            names.push("..".to_owned());
        }
        names.join(", ")
    };
    has_any.then(|| names.map(text).to_vec())
}

/// The values of all symbols; those defined by other symbols are computed.
fn values_at(sizes: &SymbolicSizes, [even, odd]: [f64; 2]) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    let mut n_free = 0;
    for (symbol, source) in sizes.symbols().iter().zip(sizes.sources()) {
        let wrapped = match source {
            // The low bits, sign-extended.
            SizeSource::Wrapped { width, of } if of.n_symbols() <= values.len() => {
                let shift = 64_u32.saturating_sub(*width).min(63);
                of.eval(&values).map(|value| value << shift >> shift)
            }
            _ => None,
        };
        values.push(wrapped.unwrap_or_else(|| {
            n_free += 1;
            let fraction = if n_free % 2 == 1 { even } else { odd };
            let open_max = OPEN_MAX.max(symbol.low());
            let max = symbol.max.filter(|&max| max < OPEN_RANGE);
            let max = max.unwrap_or(open_max);
            let closed = Symbol {
                // Empty buffers cost nothing.
                min: symbol.min.max(1).min(max),
                max: Some(max),
                ..symbol.clone()
            };
            closed.at_fraction(fraction)
        }));
    }
    values
}

fn is_dynamic(m: &Module, op: OpId) -> bool {
    let shape = |buffer: ValueId| m.ctx.shape(m.value_type(buffer));
    let buffer = allocation(m, op).map(|facts| facts.buffer);
    let shape = buffer.and_then(shape);
    shape.is_some_and(|shape| shape.contains(&DYNAMIC))
}

/// A copy of a program with its sizes at another shape.
pub(super) fn at_shape(m: &Module, shape: usize) -> Module {
    let mut m = m.clone();
    choose_assumed(&mut m, shape);
    m
}

/// The loads of equivalent programs at all shapes.
pub(super) struct Corners {
    /// By shape: the peaks of each program.
    peaks: Vec<Vec<Profile>>,
}

impl Corners {
    /// Five profiles of each program. The programs are in the order in which [`assume_sizes`] wrote their sizes.
    pub(super) fn new(starts: &[&Module]) -> Self {
        let at = |shape| {
            let profiles = starts.iter().map(|m| Profile::of(&at_shape(m, shape)));
            profiles.flatten().collect()
        };
        Self {
            peaks: (0..SHAPES.len()).map(at).collect(),
        }
    }

    /// The largest ratio, over all functions and shapes, of a peak to the lowest one in any of the programs, in
    /// thousandths, rounded up. `None` if a peak is unknown. Takes as long as five profiles.
    pub(super) fn worst_per_mille(&self, m: &Module) -> Option<u64> {
        self.ratios_per_mille(m).map(|ratios| ratios.0)
    }

    /// That, and the largest ratio of the lowest peak in any of the programs to the peak.
    fn ratios_per_mille(&self, m: &Module) -> Option<(u64, u64)> {
        let (mut worst, mut best) = (0, 0);
        for (shape, before) in self.peaks.iter().enumerate() {
            for peak in &Profile::of(&at_shape(m, shape))?.peaks {
                let least = |start: &Profile| {
                    let mut peaks = start.peaks.iter();
                    let same = peaks.find(|of| of.function == peak.function)?;
                    Some(same.peak.most?.bytes)
                };
                let least = before.iter().filter_map(least).min()?;
                let before = i128::from(least.max(1));
                let now = i128::from(peak.peak.most?.bytes.max(1));
                worst = worst.max((now * 1000 + before - 1) / before);
                best = best.max(before * 1000 / now);
            }
        }
        Some((u64::try_from(worst).ok()?, u64::try_from(best).ok()?))
    }

    /// As [`Self::worst_per_mille`], if it is acceptable: a higher peak at some shape needs one elsewhere that is lower
    /// by more than the square of its ratio.
    pub(super) fn low_per_mille(&self, m: &Module) -> Option<u64> {
        let (worst, best) = self.ratios_per_mille(m)?;
        let is_paid = u128::from(worst).pow(2) < u128::from(best) * 1000;
        (worst <= MAX_PER_MILLE || is_paid).then_some(worst)
    }
}

/// The highest peak at a shape that passes did not see which needs no lower one elsewhere, in thousandths of the one
/// before.
const MAX_PER_MILLE: u64 = 1010;

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::path::Path;

    use memplan_mlir::text::{Common, parse};

    use super::*;
    use crate::lower_peak::{Conditions, LowerPeak, searched};

    /// The peaks of all functions at all shapes.
    fn peaks(m: &Module) -> Vec<f64> {
        let at = |shape| Profile::of(&at_shape(m, shape)).unwrap().sum() as f64;
        (0..SHAPES.len()).map(at).collect()
    }

    /// Compares passes that weigh buffers at one shape at the other shapes, relative to the best of them there.
    #[test]
    fn what_is_chosen_at_one_shape_is_good_at_others() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/programs/dynamic");
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
        files.sort_by_key(|entry| entry.as_ref().unwrap().path());
        let mut table = String::new();
        let mut n_models = 0;
        for file in files {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "mlir") {
                continue;
            }
            let text = std::fs::read(&path).unwrap();
            let mut m = parse(&text, &Default::default()).unwrap().module;
            crate::bufferize(&mut m).unwrap();
            assume_sizes(&mut m).unwrap();
            let given = peaks(&m);
            let corners = Corners::new(&[&m]);
            let chosen = [0, 1, 2].map(|shape| {
                let mut at_one = at_shape(&m, shape);
                at_one.ctx.share();
                let common = Common::of(&at_one);
                let run = memplan_planner::PlanOptions::default();
                let is_low = |m: &Module| corners.low_per_mille(&at_shape(m, shape)).is_some();
                let conditions = Conditions {
                    common,
                    options: LowerPeak::default(),
                    run: &run,
                    clock: None,
                    is_low: Some(&is_low),
                };
                searched(&mut at_one, &[], &conditions);
                choose_assumed(&mut at_one, shape);
                peaks(&at_one)
            });
            let name = path.file_name().unwrap().to_string_lossy();
            let _ = write!(table, "| {}", name.trim_end_matches(".tensor.mlir"));
            let best = |at: usize| {
                let all = chosen.iter().map(|peaks| peaks[at]);
                all.fold(f64::INFINITY, f64::min)
            };
            for peaks in &chosen {
                let worst = (0..SHAPES.len()).map(|at| peaks[at] / best(at));
                let _ = write!(table, " | {:.2}", worst.fold(0.0, f64::max));
            }
            let lower = (0..SHAPES.len()).map(|at| chosen[0][at] / given[at]);
            let lower: Vec<f64> = lower.collect();
            let texts: Vec<String> = lower.iter().map(|ratio| format!("{ratio:.2}")).collect();
            let _ = writeln!(table, " | {} |", texts.join(", "));
            // The choice at the middle raises no peak by a factor whose square another one does not fall by.
            let worst = lower.iter().copied().fold(0.0, f64::max);
            let best = lower.iter().copied().fold(f64::INFINITY, f64::min);
            assert!(worst <= 1.01 || worst * worst * best < 1.01, "{table}");
            n_models += 1;
        }
        println!("figure:\n{table}");
        assert!(n_models > 5);
    }
}
