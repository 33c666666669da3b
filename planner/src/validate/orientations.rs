//! The checker of orientation plans. Shares only types with the planner.

use std::collections::BTreeSet;

use memplan_support::symbolic::Symbol;
use memplan_support::{Random, Sort};

use super::{ValidateOptions, Violation, validate};
use crate::problem::{Evaluation, Orientation, OrientationPlan, Symbols};
use crate::{BufferId, Lifetime, LifetimeTrace, MemorySchedule};

/// At how many shapes offsets are checked, and how many of these are outside of the ranges.
const SHAPES: (u64, u64) = (64, 16);

/// The most buffers that are checked for all shapes together, but for the least number of shapes.
const MOST_VALIDATED: (u64, u64) = (1 << 20, 4);

/// Words of a set of sources whose reach is computed at once.
const N_WORDS: usize = 8;

/// Why a plan is not valid for a trace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum PlanFault {
    /// The plan has other symbols, or another number of buffers.
    #[error("the plan is for other {what} than the trace has")]
    OtherTrace {
        /// What differs.
        what: &'static str,
    },
    /// The size of a buffer is another one.
    #[error("the size of buffer {buffer} in the plan is not that of the trace")]
    OtherSize {
        /// The buffer.
        buffer: BufferId,
    },
    /// The alignment of the plan is no multiple of that of a buffer.
    #[error("the alignment of the plan does not satisfy that of buffer {buffer}")]
    Alignment {
        /// The buffer.
        buffer: BufferId,
    },
    /// A size is used as it is, but not proven to be a multiple of the alignment.
    #[error("the size of buffer {buffer} must be rounded up to the alignment")]
    NotRounded {
        /// The buffer.
        buffer: BufferId,
    },
    /// There is nothing to evaluate.
    #[error("the plan has no orientation")]
    NoOrientation,
    /// An edge joins buffers that are never live at once.
    #[error("orientation {orientation} orders {lower} and {upper}, which are never live at once")]
    NoConflict {
        /// The index of the orientation.
        orientation: usize,
        /// The lower buffer.
        lower: BufferId,
        /// The upper buffer.
        upper: BufferId,
    },
    /// The edges form a cycle.
    #[error("orientation {orientation} has a cycle")]
    Cycle {
        /// The index of the orientation.
        orientation: usize,
    },
    /// No path connects two buffers that are live at once.
    #[error(
        "orientation {orientation} does not order {buffer} and {other}, which are live at once"
    )]
    Unordered {
        /// The index of the orientation.
        orientation: usize,
        /// One buffer.
        buffer: BufferId,
        /// The other one.
        other: BufferId,
    },
    /// The offsets of the schedule are not those of the plan.
    #[error("the offsets are not those of the orientations in the middle of the ranges")]
    OtherOffsets,
    /// Offsets are wrong at some values.
    #[error("with the values {values:?}: {problem}")]
    Offsets {
        /// The values of the symbols.
        values: Vec<i64>,
        /// What [`validate`] says.
        problem: String,
    },
}

/// Checks that a plan is valid for every size of the buffers of a trace.
///
/// Every edge joins buffers that are live at once, edges form no cycle, a path connects any two buffers that are live
/// at once, and sizes are rounded where it matters. In addition, the offsets at up to 64 random shapes, of which a
/// quarter are outside of the ranges, are given to [`validate`].
///
/// Whether paths connect all pairs needs no list of pairs. In one topological order, buffers that are live at one tick
/// are pairwise connected exactly if each is connected to the next one; as time passes, new neighbours appear only
/// where a buffer is born. So there are `2 n` questions, of which edges answer most, and sets of 512 bits the others:
/// `O(n log n + n / 512 * (n + m))` in the worst case.
///
/// # Errors
/// [`PlanFault`], the first one found.
pub fn check(trace: &LifetimeTrace, plan: &OrientationPlan) -> Result<(), PlanFault> {
    check_sizes(trace, plan)?;
    if plan.orientations.is_empty() {
        return Err(PlanFault::NoOrientation);
    }
    for (index, orientation) in plan.orientations.iter().enumerate() {
        check_orientation(trace, orientation, index)?;
    }
    check_shapes(trace, plan)
}

/// What is wrong with a schedule of a trace with symbols.
pub(super) fn violation(
    trace: &LifetimeTrace,
    symbols: &Symbols,
    schedule: &MemorySchedule,
    options: &ValidateOptions,
) -> Option<Violation> {
    let Some(plan) = &schedule.oriented else {
        return Some(Violation::Symbolic(PlanFault::NoOrientation));
    };
    if let Err(fault) = check(trace, plan) {
        return Some(Violation::Symbolic(fault));
    }
    let base = options.base.0;
    let aligned = |of: u64| of.is_multiple_of(options.alignment.0.max(1));
    if let (Some(buffer), false) = (
        trace.ids().next(),
        aligned(plan.alignment.0) && aligned(base),
    ) {
        return Some(Violation::Symbolic(PlanFault::Alignment { buffer }));
    }
    let middle = plan.evaluate(&symbols.middle());
    let is_other =
        |at: Evaluation| at.offsets != schedule.offsets || at.peak != schedule.total_size;
    if middle.map_or(true, is_other) {
        return Some(Violation::Symbolic(PlanFault::OtherOffsets));
    }
    let capacity = trace.capacity()?;
    let corners = trace.corners().into_iter();
    let peaks = corners.filter_map(|corner| Some(plan.evaluate(&corner).ok()?.peak));
    let total_size = peaks.max().filter(|&peak| capacity < peak)?;
    Some(Violation::CapacityExceeded {
        total_size,
        capacity,
    })
}

fn check_sizes(trace: &LifetimeTrace, plan: &OrientationPlan) -> Result<(), PlanFault> {
    if plan.symbols != trace.symbols() {
        return Err(PlanFault::OtherTrace { what: "symbols" });
    }
    let is_long = |orientation: &Orientation| orientation.len() == trace.len();
    if plan.size_of.len() != trace.len() || !plan.orientations.iter().all(is_long) {
        return Err(PlanFault::OtherTrace { what: "buffers" });
    }
    for (buffer, &index) in trace.ids().zip(&plan.size_of) {
        let size = plan.sizes.get(index as usize);
        let Some(size) = size.filter(|size| size.bytes == *trace.size(buffer)) else {
            return Err(PlanFault::OtherSize { buffer });
        };
        let (all, one) = (plan.alignment.0, trace[buffer].align.0);
        if all == 0 || !all.is_multiple_of(one) {
            return Err(PlanFault::Alignment { buffer });
        }
        let mut coefficients = size
            .bytes
            .terms()
            .iter()
            .map(|&(_, coefficient)| i128::from(coefficient));
        if !size.is_rounded && coefficients.any(|coefficient| coefficient % i128::from(all) != 0) {
            return Err(PlanFault::NotRounded { buffer });
        }
    }
    Ok(())
}

fn check_orientation(
    lifetimes: &LifetimeTrace,
    orientation: &Orientation,
    index: usize,
) -> Result<(), PlanFault> {
    let live = |id: BufferId| -> Lifetime { lifetimes[id].live };
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (lower, upper) in orientation.edges() {
        if lifetimes.len() <= lower.index() || !live(lower).overlaps(live(upper)) {
            return Err(PlanFault::NoConflict {
                orientation: index,
                lower,
                upper,
            });
        }
        edges.push((lower.0, upper.0));
    }
    let Some(place_of) = topological_places(lifetimes.len(), &edges) else {
        return Err(PlanFault::Cycle { orientation: index });
    };
    // From now on, buffers are their places in the topological order, so that edges lead to higher numbers.
    let mut at_place = vec![BufferId(0); place_of.len()];
    for (id, &place) in lifetimes.ids().zip(&place_of) {
        at_place[place as usize] = id;
    }
    let place = |id: u32| place_of[id as usize];
    let mut edges: Vec<(u32, u32)> = (edges.iter())
        .map(|&(lower, upper)| (place(upper), place(lower)))
        .collect();
    edges.sort_stable();
    let mut questions = adjacent_places(lifetimes, &place_of);
    questions.retain(|&(lower, upper)| edges.binary_search(&(upper, lower)).is_err());
    match first_unconnected(place_of.len(), &edges, &questions) {
        None => Ok(()),
        Some((lower, upper)) => Err(PlanFault::Unordered {
            orientation: index,
            buffer: at_place[lower as usize],
            other: at_place[upper as usize],
        }),
    }
}

/// The place of each buffer in a topological order; `None` if there is a cycle.
fn topological_places(n_buffers: usize, edges: &[(u32, u32)]) -> Option<Vec<u32>> {
    let mut upper_of: Vec<Vec<u32>> = vec![Vec::new(); n_buffers];
    let mut n_lower = vec![0_u32; n_buffers];
    for &(lower, upper) in edges {
        upper_of[lower as usize].push(upper);
        n_lower[upper as usize] += 1;
    }
    let mut ready: Vec<u32> = (0..n_buffers as u32)
        .filter(|&id| n_lower[id as usize] == 0)
        .collect();
    let mut place_of = vec![0_u32; n_buffers];
    let mut n_placed = 0;
    while let Some(id) = ready.pop() {
        place_of[id as usize] = n_placed;
        n_placed += 1;
        for &upper in &upper_of[id as usize] {
            n_lower[upper as usize] -= 1;
            if n_lower[upper as usize] == 0 {
                ready.push(upper);
            }
        }
    }
    (n_placed as usize == n_buffers).then_some(place_of)
}

/// The pairs of places that are next to each other among the live ones when one of them is born, ascending.
fn adjacent_places(lifetimes: &LifetimeTrace, place_of: &[u32]) -> Vec<(u32, u32)> {
    let mut by_begin: Vec<(i64, u32)> = Vec::with_capacity(place_of.len());
    let mut by_end: Vec<(i64, u32)> = Vec::with_capacity(place_of.len());
    for (buffer, &place) in lifetimes.buffers().iter().zip(place_of) {
        by_begin.push((buffer.live.begin().0, place));
        by_end.push((buffer.live.end().0, place));
    }
    by_begin.sort_stable();
    by_end.sort_stable();
    let mut ended = by_end.into_iter().peekable();
    let mut live: BTreeSet<u32> = BTreeSet::new();
    let mut pairs = Vec::new();
    for born in by_begin.chunk_by(|a, b| a.0 == b.0) {
        while let Some((_, place)) = ended.next_if(|&(end, _)| end <= born[0].0) {
            live.remove(&place);
        }
        live.extend(born.iter().map(|&(_, place)| place));
        for &(_, place) in born {
            let lower = live.range(..place).next_back();
            let upper = live.range(place + 1..).next();
            pairs.extend(lower.map(|&lower| (lower, place)));
            pairs.extend(upper.map(|&upper| (place, upper)));
        }
    }
    pairs.sort_stable();
    pairs.dedup();
    pairs
}

/// The first pair without a path from its lower to its upper place. `edges` are sorted and name the upper place first,
/// `questions` are sorted by their lower places.
fn first_unconnected(
    n_buffers: usize,
    edges: &[(u32, u32)],
    questions: &[(u32, u32)],
) -> Option<(u32, u32)> {
    let mut first_edge = vec![0_usize; n_buffers + 1];
    for &(upper, _) in edges {
        first_edge[upper as usize + 1] += 1;
    }
    for place in 0..n_buffers {
        first_edge[place + 1] += first_edge[place];
    }
    let mut reached = vec![[0_u64; N_WORDS]; n_buffers];
    let mut rest = questions;
    while !rest.is_empty() {
        // The questions of as many sources as a set has bits.
        let by_source = rest.chunk_by(|a, b| a.0 == b.0);
        let n_questions = by_source.take(64 * N_WORDS).map(<[_]>::len).sum();
        let (block, others) = rest.split_at(n_questions);
        rest = others;
        let begin = block[0].0;
        let end = block.iter().map(|&(_, upper)| upper).max().unwrap_or(begin);
        let mut sources = block.chunk_by(|a, b| a.0 == b.0).zip(0..).peekable();
        for place in begin..=end {
            let mut set = [0_u64; N_WORDS];
            let range = first_edge[place as usize]..first_edge[place as usize + 1];
            for &(_, lower) in edges[range].iter().filter(|edge| begin <= edge.1) {
                let below = &reached[lower as usize];
                set.iter_mut()
                    .zip(below)
                    .for_each(|(word, below)| *word |= below);
            }
            if let Some((_, bit)) = sources.next_if(|(asked, _)| asked[0].0 == place) {
                let bit: usize = bit;
                set[bit / 64] |= 1 << (bit % 64);
            }
            reached[place as usize] = set;
        }
        for (asked, bit) in block.chunk_by(|a, b| a.0 == b.0).zip(0..) {
            let bit: usize = bit;
            let is_reached = |upper: u32| reached[upper as usize][bit / 64] >> (bit % 64) & 1 == 1;
            if let Some(&pair) = asked.iter().find(|pair| !is_reached(pair.1)) {
                return Some(pair);
            }
        }
    }
    None
}

fn check_shapes(trace: &LifetimeTrace, plan: &OrientationPlan) -> Result<(), PlanFault> {
    let n_buffers = (trace.len() as u64).max(1);
    let n_shapes = (MOST_VALIDATED.0 / n_buffers).clamp(MOST_VALIDATED.1, SHAPES.0);
    let mut random = Random::new(n_buffers);
    for number in 0..n_shapes {
        let is_outside = number % (SHAPES.0 / SHAPES.1) == 0;
        let values: Vec<i64> = (trace.symbols().iter())
            .map(|symbol| random_value(symbol, is_outside, &mut random))
            .collect();
        // There is nothing to check at shapes with negative or excessive sizes.
        let (Ok(sized), Ok(evaluated)) = (trace.at(&values), plan.evaluate(&values)) else {
            continue;
        };
        let schedule = MemorySchedule {
            total_size: evaluated.peak,
            ..MemorySchedule::from_offsets(&sized, evaluated.offsets, "")
        };
        // A capacity is one for shapes in the ranges.
        let Ok(sized) = sized.into_owned().into_builder().capacity(None).build() else {
            continue;
        };
        let verdict = validate(&sized, &schedule, &ValidateOptions::default());
        verdict.map_err(|violations| PlanFault::Offsets {
            values,
            problem: (violations.first()).map_or_else(String::new, ToString::to_string),
        })?;
    }
    Ok(())
}

/// A value in the range, or anywhere from 0 to beyond twice its end; small ones more often.
fn random_value(symbol: &Symbol, is_outside: bool, random: &mut Random) -> i64 {
    let last = symbol.max.unwrap_or(1 << 20).clamp(0, 1 << 40);
    let (first, last) = if is_outside {
        (0, 2 * last + 3)
    } else {
        (symbol.min.clamp(0, last), last)
    };
    let width = random.below((last - first + 1).unsigned_abs()).max(1);
    first + random.below(width + 1).cast_signed().min(last - first)
}
