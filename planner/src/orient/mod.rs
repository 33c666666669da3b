//! The planner `orient`: a few orientations that are good at all sizes, from the placements of other planners.

mod planner;

use memplan_support::Random;
use memplan_support::symbolic::{ExpressionError, Polynomial};

use crate::problem::samples::{
    LANES, Samples, max_loads, normal, points, quality, random_values, ratio, rounded_sizes,
};
use crate::problem::{Orientation, OrientationPlan, PlannedSize, Quality, SymbolicError, Symbols};
use crate::{
    Buffer, Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions,
    PlannerKind, StopReason, Units, registry,
};

pub use planner::{ORIENT, OrientPlanner};

/// How many shapes orientations are compared at.
const N_SAMPLES: usize = 200;

/// The most buffers of all these shapes together, but for 64 shapes.
const MAX_EVALUATED: usize = 1 << 22;

/// Planners that are asked at every point, besides the one that the caller names.
const OTHERS: &[&str] = &["greedy-by-size", "greedy-by-area"];

/// The most buffers that are placed for all candidates together, but for four candidates.
const MAX_PLACED: usize = 1 << 18;

/// Traces of more buffers are given to the greedy planners only.
const MAX_PLANNED: usize = 1 << 13;

/// The most points and perturbations: pairs of candidates are compared.
const MAX_POINTS: usize = 27;
const MAX_PERTURBED: usize = 1000;

/// After this many perturbations, the sample where the best orientations do worst becomes a point to plan at.
const RECONSIDERED: usize = 20;

/// Standard deviation of the logarithm of the factors that perturb sizes.
const PERTURBATION: f64 = 0.7;

/// The numbers of orientations for which a plan reports the quality.
const REPORTED: [usize; 3] = [1, 2, 4];

/// What [`orient`] tries.
#[derive(Clone, Debug)]
pub struct OrientOptions {
    /// The most shapes at which planners are asked, at most 27.
    pub points: usize,
    /// How many more candidates are planned with perturbed sizes, at most 1000.
    pub perturb: usize,
    /// The most orientations of a plan; at least 1.
    pub k: usize,
    /// Each further orientation has to lower the worst ratio of peak to max load by more than this.
    pub gain: f64,
    /// Limits of the inner planners, the seed of perturbations, and the alignment of all offsets.
    pub plan: PlanOptions,
}

impl OrientOptions {
    /// The default options.
    pub const DEFAULT: Self = Self {
        points: 9,
        perturb: 300,
        k: 8,
        gain: 0.01,
        plan: PlanOptions::DEFAULT,
    };
}

impl Default for OrientOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Plans buffers whose sizes are polynomials: `planner` and two greedy ones place them at some points of the ranges and
/// with perturbed sizes, and as many orientations as pay (`k` and `gain` of the options), those with the lowest worst
/// ratio of peak to max load at 200 shapes, are kept.
///
/// Every 20 perturbations, the shape where the best orientations so far do worst becomes a further point to perturb.
///
/// Stops at the first orientation whose peak is the max load at all of these shapes. If all sizes are proportional to
/// each other, which includes numbers, the placement of `planner` for the largest sizes is the plan. Gaps and in-place
/// hints are ignored. The plan is the same on every machine.
///
/// Takes as long as the inner planners do for up to 2^18 buffers in total, and `O(200 * candidates * n)`. Traces of
/// more than 2^13 buffers are given to the greedy planners only, four candidates are always planned, and more than
/// 20,000 buffers are compared at fewer shapes, 64 at least.
///
/// # Errors
/// [`SymbolicError::Unsupported`] for pinned buffers and relations, [`SymbolicError::Malformed`] for a trace without
/// symbols, that of the inner planner if it has no schedule at any point, and [`SymbolicError`] as of
/// [`LifetimeTrace::at`] where the trace has no sizes at any point.
pub fn orient(
    trace: &LifetimeTrace,
    planner: &dyn MemoryPlanner,
    options: &OrientOptions,
) -> Result<MemorySchedule, SymbolicError> {
    let Some(symbols) = trace.symbolic() else {
        let problem = "the trace has no symbols".to_owned();
        return Err(SymbolicError::Malformed { problem });
    };
    let unsupported = |buffer: &Buffer, feature| SymbolicError::Unsupported {
        buffer: buffer.name.to_string(),
        feature,
        advice: "plan at given values of the symbols",
    };
    let mut buffers = trace.buffers().iter();
    if let Some(buffer) = buffers.find(|buffer| buffer.pinned.is_some()) {
        return Err(unsupported(buffer, "a pinned offset"));
    }
    if let (Some(buffer), false) = (trace.buffers().first(), trace.relations().is_empty()) {
        return Err(unsupported(buffer, "pools or relations"));
    }
    let mut search = Search::new(trace, symbols, planner, options)?;
    search.run()?;
    let (work, stopped_by) = (search.work, search.stopped_by);
    let schedule = search.into_plan()?.into_schedule(planner.info().name)?;
    Ok(MemorySchedule {
        work,
        stopped_by,
        ..schedule
    })
}

/// [`orient`] for a planner that plans numbers only: at more shapes than its own if it is quick.
///
/// # Errors
/// Those of [`orient`], and [`PlanError::CapacityExceeded`] with the schedule at the worst extreme of the ranges.
pub(crate) fn around(
    trace: &LifetimeTrace,
    planner: &dyn MemoryPlanner,
    limits: &PlanOptions,
) -> Result<MemorySchedule, PlanError> {
    let is_quick = planner.capabilities().kind == PlannerKind::Heuristic;
    let options = OrientOptions {
        perturb: if is_quick {
            OrientOptions::DEFAULT.perturb
        } else {
            0
        },
        plan: limits.clone(),
        ..OrientOptions::DEFAULT
    };
    Ok(orient(trace, planner, &options)?)
}

/// The schedule of a trace with symbols, if it fits into the arena of the trace at the extremes of their ranges.
///
/// # Errors
/// [`PlanError::CapacityExceeded`] with the schedule at the extreme with the highest peak.
pub(crate) fn within_capacity(
    trace: &LifetimeTrace,
    schedule: MemorySchedule,
) -> Result<MemorySchedule, PlanError> {
    let Some(capacity) = trace.capacity() else {
        return Ok(schedule);
    };
    let corners = trace.corners().into_iter();
    let sized = corners.filter_map(|corner| Some(schedule.at(&corner).ok()?.into_owned()));
    match sized.max_by_key(|sized| sized.total_size) {
        Some(worst) if capacity < worst.total_size => Err(PlanError::CapacityExceeded {
            schedule: Box::new(worst),
            capacity,
        }),
        _ => Ok(schedule),
    }
}

/// A plan with the sizes of a trace and no orientation.
fn unplanned(symbols: &Symbols, alignment: Bytes) -> OrientationPlan {
    let size = |bytes: &Polynomial| PlannedSize {
        is_rounded: !bytes.is_multiple_of(alignment.0),
        bytes: bytes.clone(),
    };
    OrientationPlan {
        symbols: symbols.list().to_vec(),
        alignment,
        sizes: symbols.distinct_sizes().iter().map(size).collect(),
        size_of: symbols.size_indices().to_vec(),
        orientations: Vec::new(),
        figures: Vec::new(),
    }
}

/// An orientation with the ratio of its peak to the max load at each sample.
struct Candidate {
    orientation: Orientation,
    ratios: Vec<f64>,
    is_perfect: bool,
}

struct Search<'a> {
    trace: &'a LifetimeTrace,
    symbols: &'a Symbols,
    /// Limits of the inner planners, which place sizes that are multiples of the alignment.
    limits: PlanOptions,
    planner: &'a dyn MemoryPlanner,
    options: &'a OrientOptions,
    align: Bytes,
    /// For each distinct size.
    n_buffers: Vec<u64>,
    samples: Samples,
    loads: Vec<u64>,
    candidates: Vec<Candidate>,
    /// How many more candidates may be planned.
    n_left: usize,
    failure: Option<PlanError>,
    work: Units,
    stopped_by: Option<StopReason>,
}

impl<'a> Search<'a> {
    fn new(
        trace: &'a LifetimeTrace,
        symbols: &'a Symbols,
        planner: &'a dyn MemoryPlanner,
        options: &'a OrientOptions,
    ) -> Result<Self, SymbolicError> {
        let align = trace.common_alignment()?;
        let align = align.common_alignment(options.plan.alignment);
        let align = align.filter(|align| i64::try_from(align.0).is_ok());
        let align = align.ok_or_else(|| ExpressionError::Overflow {
            what: "the common alignment".to_owned(),
        })?;
        let mut n_buffers = vec![0; symbols.distinct_sizes().len()];
        for &index in symbols.size_indices() {
            n_buffers[index as usize] += 1;
        }
        let n_samples = N_SAMPLES.min((MAX_EVALUATED / trace.len().max(1)).max(64));
        let vectors = random_values(symbols.list(), n_samples, 0);
        let samples = Samples::new(symbols, &vectors, align.0);
        let loads = max_loads(trace, symbols, &samples);
        let limits = PlanOptions {
            alignment: Bytes(1),
            ..options.plan.clone()
        };
        Ok(Self {
            trace,
            symbols,
            limits,
            planner,
            options,
            align,
            n_buffers,
            samples,
            loads,
            candidates: Vec::new(),
            n_left: (MAX_PLACED / trace.len().max(1)).max(4),
            failure: None,
            work: Units(0),
            stopped_by: None,
        })
    }

    fn run(&mut self) -> Result<(), SymbolicError> {
        let symbols = self.symbols.list();
        let seed = self.options.plan.seed;
        let mut points = points(symbols, self.options.points.clamp(1, MAX_POINTS), seed);
        let is_proportional = self.is_proportional();
        if is_proportional {
            // The largest sizes are rounded least. Smaller ones only stand in where those do not fit.
            points.push(
                symbols
                    .iter()
                    .map(|symbol| symbol.at_fraction(1.0))
                    .collect(),
            );
            points.rotate_right(1);
        }
        let mut feasible = Vec::new();
        for point in &points {
            if let Some(sizes) = rounded_sizes(self.symbols, point, self.align.0, &self.n_buffers) {
                feasible.push(sizes);
            }
        }
        if feasible.is_empty() {
            self.trace.at(&points[0])?; // the reason
            return Err(ExpressionError::Overflow {
                what: "the sum of rounded sizes".to_owned(),
            }
            .into());
        }
        let others = OTHERS.iter().filter_map(|name| registry::find(name));
        let planners: Vec<&dyn MemoryPlanner> = [self.planner].into_iter().chain(others).collect();
        let is_large = MAX_PLANNED < self.trace.len() && !is_proportional;
        let planners = &planners[usize::from(is_large)..];
        for sizes in &feasible {
            for planner in planners {
                if self.add(*planner, sizes) || (is_proportional && !self.candidates.is_empty()) {
                    return Ok(());
                }
            }
        }
        let mut random = Random::new(seed);
        for number in 0..self.options.perturb.min(MAX_PERTURBED) {
            if number % RECONSIDERED == RECONSIDERED - 1
                && let Some(sizes) = self.worst_sizes()
            {
                if self.add(planners[0], &sizes) {
                    return Ok(());
                }
                feasible.push(sizes);
            }
            let sizes = &feasible[number % feasible.len()];
            let mut perturb = |size: &u64| {
                let factor = libm::exp(PERTURBATION * normal(&mut random));
                ((*size as f64 * factor) as u64).next_multiple_of(self.align.0)
            };
            let sizes: Vec<u64> = sizes.iter().map(&mut perturb).collect();
            if self.add(planners[0], &sizes) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The sizes at the sample where the best orientations so far are the farthest above the max load; `None` without
    /// samples.
    fn worst_sizes(&self) -> Option<Vec<u64>> {
        let ratios = self.ratios();
        let choices = choose(&ratios, self.options.k.max(1), self.options.gain);
        // Where two are no better than one, more points may show that they are.
        let pair = choices.get(1).map_or(&[][..], |pair| pair);
        let paying = self.paying(&ratios, &choices);
        let chosen = if paying.len() < pair.len() {
            pair
        } else {
            paying
        };
        let best = |sample: usize| {
            let ratios = chosen.iter().map(|&index| ratios[index][sample]);
            ratios.fold(f64::INFINITY, f64::min)
        };
        let samples = 0..self.samples.n_samples;
        let worst = samples.max_by(|&a, &b| best(a).total_cmp(&best(b)));
        let worst = worst?;
        let block = &self.samples.blocks[worst / LANES];
        Some(block.iter().map(|sizes| sizes[worst % LANES]).collect())
    }

    /// Whether all sizes are multiples of one product of symbols: the best placement is then that of any shape.
    fn is_proportional(&self) -> bool {
        let mut monomials = (self.symbols.distinct_sizes().iter()).flat_map(|size| size.terms());
        let first = monomials.next();
        monomials.all(|term| first.is_some_and(|first| first.0 == term.0))
    }

    /// Adds the orientation of one placement; returns whether the search is over.
    fn add(&mut self, planner: &dyn MemoryPlanner, sizes: &[u64]) -> bool {
        if self.n_left == 0 {
            return true;
        }
        let buffers = self.trace.buffers().iter();
        let buffers = buffers.zip(self.symbols.size_indices());
        let sized = buffers.map(|(buffer, &index)| Buffer {
            align: self.align,
            // A buffer without bytes may lie inside another one, where no orientation puts it.
            ..Buffer::new(
                "",
                Bytes(sizes[index as usize].max(self.align.0)),
                buffer.live,
            )
        });
        let Ok(sized) = LifetimeTrace::builder("").buffers(sized).build() else {
            return false; // too large with perturbed sizes
        };
        self.n_left -= 1;
        let schedule = match planner.plan(&sized, &self.limits) {
            Ok(schedule) => schedule,
            Err(error) => {
                if let PlanError::Stopped { reason, work } = error {
                    self.stopped_by = Some(reason);
                    self.work += work;
                }
                self.failure = Some(error);
                return self.stopped_by.is_some() && !self.candidates.is_empty();
            }
        };
        self.work += schedule.work;
        self.limits = self.limits.after(schedule.work, schedule.stopped_by);
        // A budget of its own stops a planner at each shape.
        let is_late = matches!(
            schedule.stopped_by,
            Some(StopReason::Cancelled | StopReason::Deadline | StopReason::WorkLimit)
        );
        if is_late {
            self.stopped_by = schedule.stopped_by;
        }
        let Ok(orientation) = Orientation::from_offsets(&sized, &schedule.offsets) else {
            return false; // not a schedule of this trace
        };
        let is_known = |candidate: &Candidate| candidate.orientation == orientation;
        if !self.candidates.iter().any(is_known) {
            let size_of = self.symbols.size_indices();
            let peaks = self.samples.map(|sizes| orientation.peaks(sizes, size_of));
            self.candidates.push(Candidate {
                is_perfect: peaks == self.loads,
                ratios: peaks
                    .iter()
                    .zip(&self.loads)
                    .map(|(&peak, &load)| ratio(peak, load))
                    .collect(),
                orientation,
            });
        }
        is_late
            || self
                .candidates
                .last()
                .is_some_and(|candidate| candidate.is_perfect)
    }

    /// By candidate, the ratios of its peaks to the max loads at the samples.
    fn ratios(&self) -> Vec<&[f64]> {
        let candidates = self.candidates.iter();
        candidates.map(|candidate| &*candidate.ratios).collect()
    }

    fn into_plan(self) -> Result<OrientationPlan, SymbolicError> {
        let ratios = self.ratios();
        if ratios.is_empty() {
            let problem = "the planner returned no schedule of the trace".to_owned();
            return Err(self
                .failure
                .map_or(SymbolicError::Malformed { problem }, SymbolicError::Plan));
        }
        let most = self.options.k.clamp(1, ratios.len());
        let choices = choose(&ratios, most.max(REPORTED[2]), self.options.gain);
        let chosen = self.paying(&ratios, &choices[..most]);
        let is_reported = |k: &usize| REPORTED.contains(k) || *k == chosen.len();
        let figures = (1..=choices.len()).filter(is_reported).map(|k| Quality {
            k,
            ..quality(&ratios, &choices[k - 1])
        });
        let orientations = (chosen.iter()).map(|&index| self.candidates[index].orientation.clone());
        Ok(OrientationPlan {
            orientations: orientations.map(Orientation::reduced).collect(),
            figures: figures.collect(),
            ..unplanned(self.symbols, self.align)
        })
    }

    /// The largest of some choices, by rising number, of which each further orientation pays.
    fn paying<'c>(&self, ratios: &[&[f64]], choices: &'c [Vec<usize>]) -> &'c [usize] {
        let worst = |choice: &[usize]| quality(ratios, choice).worst;
        let mut chosen: &[usize] = choices.first().map_or(&[], |choice| choice);
        for choice in choices {
            let n_further = choice.len() - chosen.len();
            if self.options.gain * (n_further as f64) < worst(chosen) - worst(choice) {
                chosen = choice;
            }
        }
        chosen
    }
}

/// For each number from 1 to `most`, that many candidates with the lowest worst ratio, ties by the mean: the best
/// single one and the best pair, then greedy additions with exchanges, as long as the worst ratio is more than `gain`
/// above 1. `O(c^2 * samples)` for `c` candidates, and `O(k^2 * c * samples)` for each larger set of `k`.
fn choose(ratios: &[&[f64]], most: usize, gain: f64) -> Vec<Vec<usize>> {
    let is_better = |a: &Quality, b: &Quality| (a.worst, a.mean) < (b.worst, b.mean);
    let best_of = |sets: &mut dyn Iterator<Item = Vec<usize>>| {
        let mut best: Option<(Quality, Vec<usize>)> = None;
        for set in sets {
            let quality = quality(ratios, &set);
            if best
                .as_ref()
                .is_none_or(|(best, _)| is_better(&quality, best))
            {
                best = Some((quality, set));
            }
        }
        best.map_or_else(Vec::new, |(_, set)| set)
    };
    let all = 0..ratios.len();
    let mut choices = vec![best_of(&mut all.clone().map(|index| vec![index]))];
    for k in 2..=most {
        let before = &choices[k - 2];
        let is_enough = k > 2 && quality(ratios, before).worst <= 1.0 + gain;
        if is_enough || ratios.len() < k {
            choices.push(before.clone());
            continue;
        }
        if k == 2 {
            let pairs = all.clone().flat_map(|a| (0..a).map(move |b| vec![b, a]));
            choices.push(best_of(&mut pairs.into_iter()));
            continue;
        }
        let mut set = best_of(&mut all.clone().map(|index| [&before[..], &[index]].concat()));
        for place in 0..k {
            let exchanged = |index: usize| {
                let mut other = set.clone();
                other[place] = index;
                other
            };
            set = best_of(&mut [set.clone()].into_iter().chain(all.clone().map(exchanged)));
        }
        choices.push(set);
    }
    choices
}
