//! Random traces and polynomials.

use memplan_planner::symbols::{OrientOptions, OrientationPlan, Polynomial, Symbol, orient};
use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, MemoryPlanner, Tick};
use memplan_support::Random;

pub(crate) fn symbols(ranges: &[(&str, i64, i64)]) -> Vec<Symbol> {
    let symbol = |&(name, min, max): &(&str, i64, i64)| Symbol::new(name, min, Some(max)).unwrap();
    ranges.iter().map(symbol).collect()
}

/// The batch and the sequence length of a model.
pub(crate) fn model_symbols() -> Vec<Symbol> {
    symbols(&[("b", 1, 16), ("s", 32, 1024)])
}

/// Lifetimes of at most `longest` ticks that start at random in `0..n_ticks`.
pub(crate) fn lifetimes(
    random: &mut Random,
    n: usize,
    n_ticks: u64,
    longest: u64,
) -> LifetimeTrace {
    let buffers = (0..n).map(|index| {
        let begin = random.below(n_ticks).cast_signed();
        let end = begin + random.between(1, longest).cast_signed();
        let live = Lifetime::half_open(Tick(begin), Tick(end));
        let align = Bytes(*random.pick(&[1, 8, 64]));
        Buffer {
            align,
            ..Buffer::new(format!("x{index}"), Bytes(0), live)
        }
    });
    LifetimeTrace::builder("").buffers(buffers).build().unwrap()
}

/// A polynomial with natural coefficients.
pub(crate) fn size(random: &mut Random, n_symbols: usize) -> Polynomial {
    let mut sum = Polynomial::constant(random.below(3).cast_signed() * 100);
    for _ in 0..random.between(1, 2) {
        let mut term = Polynomial::constant(random.between(1, 300).cast_signed());
        for _ in 0..random.between(0, 3) {
            let symbol = Polynomial::symbol(random.index(n_symbols)).unwrap();
            term = term.mul(&symbol).unwrap();
        }
        sum = sum.add(&term).unwrap();
    }
    sum
}

/// A trace with a few different sizes over [`model_symbols`].
pub(crate) fn trace(random: &mut Random, n: usize) -> LifetimeTrace {
    let n_classes = random.between(1, 8) as usize;
    let classes: Vec<Polynomial> = (0..n_classes).map(|_| size(random, 2)).collect();
    let longest = random.between(1, 20);
    let lifetimes = lifetimes(random, n, (n as u64).max(1), longest);
    let sizes = (0..n).map(|_| random.pick(&classes).clone()).collect();
    with_sizes(lifetimes, model_symbols(), sizes)
}

/// Lifetimes with sizes over symbols.
pub(crate) fn with_sizes(
    lifetimes: LifetimeTrace,
    symbols: Vec<Symbol>,
    sizes: Vec<Polynomial>,
) -> LifetimeTrace {
    let builder = lifetimes.into_builder().symbols(symbols, sizes);
    builder.build().unwrap()
}

/// The orientations of a trace.
pub(crate) fn oriented(
    trace: &LifetimeTrace,
    planner: &dyn MemoryPlanner,
    options: &OrientOptions,
) -> OrientationPlan {
    *orient(trace, planner, options).unwrap().oriented.unwrap()
}

/// The pairs of buffers that are live at once.
pub(crate) fn conflicts(lifetimes: &LifetimeTrace) -> Vec<(usize, usize)> {
    let live = |index: usize| lifetimes.buffers()[index].live;
    let all = 0..lifetimes.len();
    all.flat_map(|b| (0..b).map(move |a| (a, b)))
        .filter(|&(a, b)| live(a).overlaps(live(b)))
        .collect()
}
