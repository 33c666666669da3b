//! Pages of plans for sizes that depend on symbols: the page computes sizes and offsets from the plan.

use std::fmt::Write as _;

use memplan_planner::symbols::{OrientationPlan, Symbol};
use memplan_planner::{Bytes, LifetimeTrace, MemorySchedule, Optimality};

use crate::json::quoted;
use crate::{Entry, Scope};

/// How many shapes a page marks.
const N_SAMPLES: usize = 200;

/// A scope at the shape at which the page opens, and what the page needs for other shapes.
#[derive(Debug)]
pub(crate) struct Opened {
    planner: String,
    trace: LifetimeTrace,
    schedule: MemorySchedule,
    pub(crate) formulas: String,
}

impl Opened {
    /// The schedules of a scope whose offsets depend on symbols, each as a scope of its own.
    pub(crate) fn all(scope: &Scope<'_>) -> Vec<Self> {
        let opened = |entry: &Entry<'_>| {
            let plan = entry.schedule.oriented.as_deref()?;
            Self::new(scope.trace, entry.planner, plan)
        };
        scope.entries.iter().filter_map(opened).collect()
    }

    /// A schedule at the sampled shape with the highest ratio of peak to max load; `None` if the plan is not of this
    /// trace, or there is no sample at which sizes fit 64 bits.
    fn new(trace: &LifetimeTrace, planner: &str, plan: &OrientationPlan) -> Option<Self> {
        let samples = plan.ratios(trace, N_SAMPLES, 0).ok()?;
        let mut worst: Option<&(Vec<i64>, f64)> = None;
        for sample in &samples {
            if worst.is_none_or(|worst| worst.1 < sample.1) {
                worst = Some(sample);
            }
        }
        let low = || trace.symbols().iter().map(Symbol::low);
        let values = worst.map_or_else(|| low().collect(), |(values, _)| values.clone());
        let at = trace.at(&values).ok()?.into_owned();
        let evaluated = plan.evaluate(&values).ok()?;
        Some(Self {
            planner: planner.to_owned(),
            schedule: MemorySchedule {
                optimality: Optimality::LowerBound(Bytes(at.max_load().0)),
                total_size: evaluated.peak,
                ..MemorySchedule::from_offsets(&at, evaluated.offsets, planner)
            },
            trace: at,
            formulas: formulas(plan, &values, &samples),
        })
    }

    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            trace: &self.trace,
            entries: vec![Entry::new(&self.planner, &self.schedule)],
            origins: None,
        }
    }
}

/// The plan as `Formulas` in `assets/model.js` reads it.
fn formulas(plan: &OrientationPlan, values: &[i64], samples: &[(Vec<i64>, f64)]) -> String {
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let numbers = |values: &[i64]| list(values.iter().map(i64::to_string).collect());
    let symbols = plan.symbols.iter().map(|symbol| {
        let (name, low, high) = (quoted(&symbol.name), symbol.low(), symbol.high());
        let multiple = symbol.multiple;
        format!("{{\"name\":{name},\"low\":{low},\"high\":{high},\"multiple\":{multiple}}}")
    });
    let sizes = plan.sizes.iter().map(|size| {
        let terms = size.bytes.terms().iter().map(|&(monomial, coefficient)| {
            let symbols = monomial.symbols().map(|index| format!(",{index}"));
            format!("[{coefficient}{}]", symbols.collect::<String>())
        });
        let (terms, rounded) = (list(terms.collect()), size.is_rounded);
        format!("{{\"terms\":{terms},\"rounded\":{rounded}}}")
    });
    let size_of = plan.size_of.iter().map(u32::to_string);
    let orientations = plan.orientations.iter().map(|orientation| {
        let mut edges = String::new();
        for &upper in orientation.order() {
            for lower in orientation.below(upper) {
                // Writing to a string cannot fail.
                let _ = write!(edges, "{},{},", lower.0, upper.0);
            }
        }
        format!("[{}]", edges.trim_end_matches(','))
    });
    let samples = samples
        .iter()
        .map(|(values, ratio)| format!("{{\"values\":{},\"ratio\":{ratio}}}", numbers(values)));
    format!(
        "{{\"symbols\":{},\"alignment\":{},\"sizes\":{},\"size_of\":{},\"orientations\":{},\"samples\":{},\"values\":{}}}",
        list(symbols.collect()),
        plan.alignment.0,
        list(sizes.collect()),
        list(size_of.collect()),
        list(orientations.collect()),
        list(samples.collect()),
        numbers(values),
    )
}
