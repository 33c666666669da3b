//! Passes that lower the run-time peak of a program before its buffers are merged: `-O memory`, the default of `merge`.

mod moves;
mod profile;
mod search;
mod shapes;

use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

use memplan_bufferize::alternate_buffers;
use memplan_memory::{Analyses, BlockedChain, CARRY_IN_PLACE, FoundOrders};
use memplan_memory_model::forget_assumed;
use memplan_mlir::Module;
use memplan_mlir::passes::UnrollLoops;
use memplan_mlir::text::Common;
use memplan_planner::PlanOptions;
use serde::{Serialize, Serializer};

use crate::Clock;
use crate::run_time::RunTimePeak;
#[cfg(feature = "schema")]
use crate::run_time::RunTimePeakJson;
use moves::moves;
use profile::{Profile, limits};
use search::{Root, Search};
use shapes::{Corners, assume_sizes, at_shape};

/// The highest run-time peak of a public function, with each buffer freed separately; `None` if it is not known.
pub(crate) fn highest_peak(m: &Module) -> Option<u64> {
    let bytes = |peak: &RunTimePeak| peak.peak.most.map(|most| most.bytes.unsigned_abs());
    let all: Option<Vec<u64>> = Profile::of(m)?.peaks.iter().map(bytes).collect();
    Some(all?.into_iter().max().unwrap_or(0))
}

/// Options of [`lower_peak`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerPeak {
    /// The memory traffic that recomputation may add, in percent of that of each function. With 0, buffers are
    /// recomputed only where that adds none.
    pub recompute_percent: u64,
    /// Whether chains of operations are computed block by block.
    pub blocks: Blocks,
    /// Stop as soon as no public function needs more than this many bytes, after as few passes as possible.
    pub goal_bytes: Option<u64>,
    /// The most operations that unrolling of loops on tensors may produce; 0 turns it off. An unrolled program is
    /// kept where it lowers the sum of peaks by 1 KiB for each additional operation, an estimate of the size of its
    /// code.
    pub unroll_ops: usize,
    /// The limits of the search.
    pub search: SearchLimits,
}

impl Default for LowerPeak {
    fn default() -> Self {
        Self {
            recompute_percent: 0,
            blocks: Blocks::default(),
            goal_bytes: None,
            unroll_ops: UnrollLoops::default().max_ops,
            search: SearchLimits::default(),
        }
    }
}

/// The limits of a search for lower peaks. The result depends on these, not on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The most operations of all programs that passes change, counted for each pass and each program. One that changes
    /// nothing counts as a sixteenth.
    pub work: usize,
    /// The number of consecutive programs without lower loads at which a line of search ends.
    pub patience: usize,
    /// The number of programs that each order of a line keeps for later.
    pub open: usize,
    /// The number of forms of the program that the search continues with: those that the first passes lower most.
    /// Variants of forms are additional.
    pub forms: usize,
}

/// Chosen on every second program of `datasets/programs`, and validated on the others.
impl Default for SearchLimits {
    fn default() -> Self {
        Self {
            work: 500_000,
            patience: 1,
            open: 2,
            forms: 2,
        }
    }
}

/// Whether `compute-in-blocks` is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocks {
    /// No.
    Off,
    /// Where it lowers a peak without recomputation and with hardly any additional reads: programs keep their speed.
    #[default]
    Free,
    /// Where it lowers a peak, with as few blocks as possible.
    Auto,
    /// For all chains at once, with this number of blocks; kept if that lowers a peak.
    Forced(NonZeroU64),
}

impl FromStr for Blocks {
    type Err = &'static str;

    /// `off`, `free`, `auto`, or a number of blocks from 2 on.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = || NonZeroU64::new(text.parse().ok()?).filter(|n| n.get() > 1);
        match text {
            "off" => Ok(Self::Off),
            "free" => Ok(Self::Free),
            "auto" => Ok(Self::Auto),
            _ => number()
                .map(Self::Forced)
                .ok_or("expected `off`, `free`, `auto`, or a number from 2 on"),
        }
    }
}

/// The shape at which passes weighed buffers whose shape is known only at run time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemoryShape {
    /// The dimensions, such as `b=8, s=181`.
    pub shape: String,
    /// The largest ratio of the peak of a function to that in the given program, in thousandths, over this shape and
    /// the corners of the ranges.
    #[serde(rename = "worst_ratio", serialize_with = "ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub worst_per_mille: u64,
}

/// Thousandths as a ratio.
fn ratio<S: Serializer>(per_mille: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*per_mille as f64 / 1000.0)
}

/// A chain of operations that is computed in blocks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BlocksJson {
    function: String,
    operations: usize,
    n_blocks: i64,
    /// Points of each block but the last.
    block: i64,
    /// Points of the last block, if it is smaller.
    remainder: i64,
    /// Whether these numbers are those at `memory_shape`; then the rest is in blocks of one point.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_dynamic: bool,
    bytes_before: u64,
    load_before: u64,
    load_after: u64,
    work_percent: f64,
    traffic_percent: f64,
}

/// Writes chains that are computed in blocks.
fn blocks<S: Serializer>(chains: &[BlockedChain], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(chains.iter().map(|chain| BlocksJson {
        function: chain.function_name.clone(),
        operations: chain.n_operations,
        n_blocks: chain.n_blocks,
        block: chain.block,
        remainder: chain.n_points % chain.block.max(1),
        is_dynamic: chain.is_dynamic,
        bytes_before: chain.bytes_before,
        load_before: chain.load[0],
        load_after: chain.load[1],
        work_percent: chain.work_per_mille as f64 / 10.0,
        traffic_percent: chain.traffic_per_mille as f64 / 10.0,
    }))
}

/// The effect of one pass on the run-time peaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeakStep {
    /// The name of the pass; `given` for the program before all of them.
    pub pass: String,
    /// Whether the result includes the changes of this pass.
    pub is_kept: bool,
    /// The run-time peaks after the pass, with each buffer freed separately.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<RunTimePeakJson>"))]
    pub peaks: Vec<RunTimePeak>,
}

/// How often a search for lower peaks ran a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRuns {
    /// The name of the pass.
    pub pass: String,
    /// The number of programs on which it ran.
    pub n_runs: usize,
    /// The number of these that it changed into a new program.
    pub n_new: usize,
    /// The total time of all runs on all threads, with the ordering and the loads of each result. Zero without a
    /// clock.
    pub time: Duration,
}

/// The effect of passes that lower run-time peaks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lowered {
    /// The peaks before the first pass, and after each that ran, with each buffer freed separately.
    #[serde(rename = "memory_steps", skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PeakStep>,
    /// The shape at which these peaks are, if there are buffers of dynamic shape.
    #[serde(rename = "memory_shape", skip_serializing_if = "Option::is_none")]
    pub shape: Option<MemoryShape>,
    /// The number of runs of each pass.
    #[serde(skip)]
    pub runs: Vec<PassRuns>,
    /// The chains of operations that are computed in blocks.
    #[serde(serialize_with = "blocks", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<BlocksJson>"))]
    pub blocks: Vec<BlockedChain>,
}

/// Lowers the run-time peaks of a program on buffers, by a best-first search over the programs that passes make of it:
/// those of [`memplan_memory`], and `inline`; `rematerialize` only where the options allow it.
///
/// The program becomes the one with the least sum of peaks that the search reaches, among those in which no public
/// function has a higher peak than before; if there is none, it is not changed. Its results stay the same bit for
/// bit.
///
/// The peaks are those of a program that frees each buffer separately; merging does not raise them. Returns the peaks
/// after each pass that led to the result; nothing for a program without buffers, or for one that cannot be
/// deallocated, whose peaks are unknown and which is not changed.
///
/// Two fields of `run` are used: the interrupt, which is polled between passes and ends the search with the best
/// program so far, and the number of threads, which does not change the result.
///
/// Near-linear in the size of the program, up to the work limits of the search and of the passes, for functions of one
/// block. With recomputation, each block of each function also costs a copy of the module.
///
/// Buffers of dynamic shape count with their sizes at one shape, where these are polynomials over dimensions. At the
/// corners of the ranges, the result holds at most 1 % more than the best starting point, or saves more elsewhere than
/// the square of that ratio; if not, these sizes count only in the choice of the starting point.
pub fn lower_peak(m: &mut Module, options: LowerPeak, run: &PlanOptions) -> Vec<PeakStep> {
    let (_, lowered) = lower_peak_of_any(m, Common::of(m), &mut [], options, run, None);
    lowered.steps
}

/// An equivalent of the given program, as a further starting point of a search.
#[derive(Clone)]
pub(crate) struct OtherStart {
    /// The name of the pass that made it.
    pub(crate) pass: &'static str,
    /// The number of the form on tensors that it was made of; the given one has 0.
    pub(crate) form: usize,
    /// Whether this form is searched in addition to the limit on forms.
    pub(crate) is_variant: bool,
    /// The bytes of peak that it has to save, because its code takes memory, too.
    pub(crate) price_bytes: u64,
    pub(crate) module: Module,
}

/// As [`lower_peak`], with `others` as further starting points. `common` is shared by the contexts of all of them.
/// Also returns the index of the chosen starting point; `None` for the given program.
pub(crate) fn lower_peak_of_any(
    m: &mut Module,
    common: Common,
    others: &mut [OtherStart],
    options: LowerPeak,
    run: &PlanOptions,
    clock: Option<&dyn Clock>,
) -> (Option<usize>, Lowered) {
    let conditions = Conditions {
        common,
        options,
        run,
        clock,
        is_low: None,
    };
    // Otherwise operations that bufferization erased would be analysed and copied with each program.
    m.compact();
    others.iter_mut().for_each(|form| form.module.compact());
    let Some(shapes) = assume_sizes(m) else {
        return searched(m, others, &conditions);
    };
    for other in &mut *others {
        assume_sizes(&mut other.module);
    }
    // A peak at one shape does not bound the peak at the largest one.
    let at_one_shape = Conditions {
        options: LowerPeak {
            goal_bytes: None,
            ..options
        },
        ..conditions
    };
    let given = m.clone();
    let starts: Vec<&Module> = std::iter::once(&given)
        .chain(others.iter().map(|other| &other.module))
        .collect();
    let corners = Corners::new(&starts);
    // In the middle of the ranges, at the least values, and at the greatest ones.
    for (number, shape) in shapes.into_iter().enumerate().take(MAX_SHAPES) {
        let mut at_one = at_shape(&given, number);
        let others: Vec<OtherStart> = others
            .iter()
            .map(|other| OtherStart {
                module: at_shape(&other.module, number),
                ..*other
            })
            .collect();
        // Restore the order in which they were stated.
        let as_stated = |m: &Module| at_shape(m, number);
        let is_low = |m: &Module| corners.low_per_mille(&as_stated(m)).is_some();
        let at_one_shape = Conditions {
            is_low: Some(&is_low),
            ..at_one_shape
        };
        let (start, mut lowered) = searched(&mut at_one, &others, &at_one_shape);
        at_one = as_stated(&at_one);
        if let Some(worst_per_mille) = corners.low_per_mille(&at_one) {
            forget_assumed(&mut at_one);
            *m = at_one;
            lowered.shape = Some(MemoryShape {
                shape,
                worst_per_mille,
            });
            return (start, lowered);
        }
    }
    let ratio = |start: &&Module| corners.worst_per_mille(start).unwrap_or(u64::MAX);
    let ratios: Vec<u64> = starts.iter().map(ratio).collect();
    let best = (0..starts.len()).min_by_key(|&at| ratios[at]).unwrap_or(0);
    forget_assumed(m);
    others
        .iter_mut()
        .for_each(|other| forget_assumed(&mut other.module));
    let Some(at) = best.checked_sub(1) else {
        return searched(m, others, &conditions);
    };
    // Without sizes, the starting points could not be compared.
    let before = Profile::of(m);
    let (pass, mut start) = (others[at].pass, others[at].module.clone());
    let (_, mut lowered) = searched(&mut start, &[], &conditions);
    *m = start;
    if let (Some(before), Some(first)) = (before, lowered.steps.first_mut()) {
        let given = PeakStep {
            pass: std::mem::replace(&mut first.pass, pass.to_owned()),
            is_kept: true,
            peaks: before.peaks,
        };
        lowered.steps.insert(0, given);
    }
    (Some(at), lowered)
}

/// The shapes that a search is tried at.
const MAX_SHAPES: usize = 3;

/// The conditions of a search, for all starting points.
#[derive(Clone, Copy)]
struct Conditions<'c> {
    common: Common,
    options: LowerPeak,
    run: &'c PlanOptions,
    clock: Option<&'c dyn Clock>,
    /// The condition on the result, if there is any.
    is_low: Option<IsLow<'c>>,
}

/// Whether a program is low enough elsewhere.
type IsLow<'c> = &'c (dyn Fn(&Module) -> bool + Sync);

/// Searches from a program and its equivalents; also returns the index of the chosen one.
fn searched(
    m: &mut Module,
    others: &[OtherStart],
    conditions: &Conditions<'_>,
) -> (Option<usize>, Lowered) {
    let &Conditions {
        common,
        options,
        run,
        clock,
        is_low,
    } = conditions;
    let interrupt = run.interrupt.as_deref();
    let has_to_stop = || interrupt.is_some_and(|poll| poll.reason_to_stop().is_some());
    let Some(given) = Profile::of(m).filter(|given| !given.peaks.is_empty()) else {
        return (None, Lowered::default());
    };
    let limits = limits(&given.peaks, m);
    m.ctx.share();
    let mut roots = vec![Root {
        pass: None,
        form: 0,
        is_variant: false,
        price_bytes: 0,
        module: m,
    }];
    roots.extend(others.iter().map(|other| Root {
        pass: Some(other.pass),
        form: other.form,
        is_variant: other.is_variant,
        price_bytes: other.price_bytes,
        module: &other.module,
    }));
    let search = Search {
        moves: &moves(options),
        limits: &limits,
        common,
        goal_bytes: options.goal_bytes,
        effort: options.search,
        threads: run.threads,
        orders: FoundOrders::default(),
        has_to_stop: &has_to_stop,
        is_low,
        clock,
    };
    let mut end = search.run(&roots, given);
    let mut blocks = Vec::new();
    if let Some(program) = end.program {
        (*m, blocks) = (program.module, program.chains);
    }
    end.steps.extend(carry_where_cheap(m, &search));
    let lowered = Lowered {
        steps: end.steps,
        shape: None,
        runs: end.runs,
        blocks,
    };
    (end.root.checked_sub(1), lowered)
}

/// The increase of a peak, in percent, that is accepted to avoid allocations in the iterations of loops.
const CARRY_PERCENT: i128 = 1;

/// Lets loops carry values in one buffer, or alternate between two, instead of allocating and freeing one in each
/// iteration: the program is faster, and `check --static` can prove it. Returns the passes that changed the program.
fn carry_where_cheap(m: &mut Module, search: &Search<'_>) -> Vec<PeakStep> {
    type Carry = fn(&mut Module) -> bool;
    let passes: [(&str, Carry); 2] = [
        (CARRY_IN_PLACE.name, |m| {
            (CARRY_IN_PLACE.rewrite)(m, m.root(), &mut Analyses::default())
        }),
        ("alternate-buffers", |m| alternate_buffers(m, m.root())),
    ];
    let is_left = |m: &Module| alternate_buffers(&mut m.clone(), m.root());
    let mut steps = Vec::new();
    if !is_left(m) {
        return steps;
    }
    let most = Profile::of(m).map_or(0, |given| given.sum() * (100 + CARRY_PERCENT) / 100);
    for (pass, rewrite) in passes {
        let mut carried = m.clone();
        if !is_left(m) || !rewrite(&mut carried) {
            continue;
        }
        let Some(now) = Profile::of(&carried).filter(|now| now.sum() <= most) else {
            continue;
        };
        if now.holds_no_more(search.limits)
            && search
                .goal_bytes
                .is_none_or(|goal| now.is_within(Some(goal)))
            && search.is_low.is_none_or(|is_low| is_low(&carried))
        {
            *m = carried;
            steps.push(PeakStep {
                pass: pass.to_owned(),
                is_kept: true,
                peaks: now.peaks,
            });
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_reached_at_its_last_byte() {
        let text = include_str!("../../tests/search/expand.mlir");
        let parsed = memplan_mlir::text::parse(text.as_bytes(), &Default::default());
        let mut m = parsed.unwrap().module;
        crate::bufferize(&mut m).unwrap();
        let profile = Profile::of(&m).unwrap();
        let peak = u64::try_from(profile.peaks[0].peak.most.unwrap().bytes).unwrap();
        let is_within = |goal| profile.is_within(goal);
        assert!(is_within(Some(peak)) && !is_within(Some(peak - 1)) && !is_within(None));
    }

    /// Runs a search on the model that needs several passes.
    fn reached(work: usize, n_threads: usize) -> (i128, usize) {
        let text = include_str!("../../tests/search/expand.mlir");
        let parsed = memplan_mlir::text::parse(text.as_bytes(), &Default::default());
        let mut m = parsed.unwrap().module;
        crate::bufferize(&mut m).unwrap();
        let given = Profile::of(&m).unwrap();
        let limits = limits(&given.peaks, &m);
        let search = Search {
            moves: &moves(LowerPeak {
                blocks: Blocks::Off,
                ..LowerPeak::default()
            }),
            limits: &limits,
            common: Common::of(&m),
            goal_bytes: None,
            effort: SearchLimits {
                work,
                ..SearchLimits::default()
            },
            threads: n_threads.try_into().unwrap(),
            orders: FoundOrders::default(),
            has_to_stop: &|| false,
            is_low: None,
            clock: None,
        };
        let root = Root {
            pass: None,
            form: 0,
            is_variant: false,
            price_bytes: 0,
            module: &m,
        };
        let end = search.run(&[root], given);
        let reached = end.program.map_or(m, |program| program.module);
        (Profile::of(&reached).unwrap().sum(), end.steps.len())
    }

    #[test]
    fn work_is_limited_and_more_of_it_is_never_worse() {
        let mut before = i128::MAX;
        for work in [0, 100, 1_000, 3_000, 10_000, 100_000, 1_000_000] {
            let one = reached(work, 1);
            assert_eq!(reached(work, 3), one, "{work}");
            assert!(one.0 <= before, "{work}: {} {before}", one.0);
            before = one.0;
        }
        assert_eq!(before, 94_080);
    }
}
