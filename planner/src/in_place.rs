//! In-place reuse for planners that do not support it.
//!
//! A hint allows a buffer to take over the bytes of an earlier one while both are live. If it is
//! used, the two are one buffer for planning: it lives as long as both together, and while only the
//! smaller one is live, the rest of its bytes is free. Hints are therefore applied before planning,
//! by *fusing* such buffers into chains, and the plan of the shorter trace is split up afterwards.
//! [`InPlace`] does both for any planner.
//!
//! Fused buffers start at one offset, which satisfies hints of either kind. A greedy choice by the
//! saved bytes and ticks decides which hints to use. A common offset for two buffers can also be an
//! obstacle, so the trace is planned without hints as well, and the lower peak wins. The
//! alternative use of a hint, to let the earlier buffer end where the later one begins, is correct
//! only if the later one covers all of it, which equal offsets ensure.
//!
//! The bound of a plan is always that of the trace with its hints, never that of the fused one.

mod parameters;
mod search;

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memplan_support::Sort;

use crate::certify::certify;
use crate::problem::units::common_alignment;
pub(crate) use parameters::Parameters;
pub(crate) use search::search;

use crate::{
    Buffer, BufferId, ByteWindow, Bytes, Capabilities, Gap, Lifetime, LifetimeTrace, MemoryPlanner,
    MemorySchedule, Options, PlanError, PlanOptions, PluginInfo, Progress, Tick, Units,
    lower_bound,
};

/// A planner that also uses in-place hints, as the module documentation describes.
///
/// It plans a trace with hints twice. The fused trace comes first, with half of the time but the whole work limit;
/// the second run gets the remaining work. Repeating a run with the work it took as its limit therefore gives the same
/// schedule. Traces without hints are passed on unchanged.
#[derive(Clone, Copy, Debug)]
pub struct InPlace<P>(pub P);

impl<P: MemoryPlanner> MemoryPlanner for InPlace<P> {
    fn info(&self) -> PluginInfo {
        self.0.info()
    }

    fn capabilities(&self) -> Capabilities {
        self.0.capabilities()
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        // With relations, a planner uses hints by itself; with symbols, it ignores them.
        let has_part = !trace.relations().is_empty() || trace.symbolic().is_some();
        if trace.in_place().is_empty() || has_part {
            return self.0.plan(trace, options);
        }
        let Some(fused) = Fused::new(trace) else {
            let planned = self.0.plan(trace, options);
            return bounded(trace, options, planned.or_else(PlanError::into_schedule)?);
        };
        let options = PlanOptions {
            progress: options
                .progress
                .clone()
                .map(|progress| MonotoneProgress::wrap(progress, true)),
            ..options.clone()
        };
        let with_hints = self
            .0
            .plan(&fused.trace, &first_half(&options))
            .or_else(PlanError::into_schedule)
            .map(|schedule| fused.undo(schedule));
        let (work, stopped_by) = match &with_hints {
            Ok(schedule) => (schedule.work, schedule.stopped_by),
            Err(PlanError::Stopped { work, reason }) => (*work, Some(*reason)),
            Err(_) => (Units(0), None),
        };
        let without = self
            .0
            .plan(trace, &options.after(work, stopped_by))
            .or_else(PlanError::into_schedule);
        bounded(trace, &options, lower(with_hints, without, work)?)
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        self.0.options().map(InPlace)
    }
}

/// The lower one of two schedules, with the work of both; `work` is that of the first one.
fn lower(
    with_hints: Result<MemorySchedule, PlanError>,
    without: Result<MemorySchedule, PlanError>,
    work: Units,
) -> Result<MemorySchedule, PlanError> {
    match (with_hints, without) {
        (Ok(fused), Ok(plain)) => {
            let work = work + plain.work;
            let stopped_by = fused.stopped_by.or(plain.stopped_by);
            let is_better = fused.total_size < plain.total_size;
            let best = if is_better { fused } else { plain };
            Ok(MemorySchedule {
                work,
                stopped_by,
                ..best
            })
        }
        (Ok(fused), Err(PlanError::Stopped { work: more, reason })) => Ok(MemorySchedule {
            work: work + more,
            stopped_by: Some(reason),
            ..fused
        }),
        (Err(error), Ok(plain)) => Ok(MemorySchedule {
            work: work + plain.work,
            stopped_by: plain.stopped_by.or(match error {
                PlanError::Stopped { reason, .. } => Some(reason),
                _ => None,
            }),
            ..plain
        }),
        (Err(_), Err(PlanError::Stopped { reason, work: more })) => {
            let work = work + more;
            Err(PlanError::Stopped { reason, work })
        }
        (_, Err(error)) => Err(error),
    }
}

/// The schedule with the bound of its trace, and a certificate of that bound where the planner writes some: its own is
/// about the trace that it was given.
fn bounded(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    mut schedule: MemorySchedule,
) -> Result<MemorySchedule, PlanError> {
    let is_certified = schedule.certificate.take().is_some();
    let bound = lower_bound(trace, options)?;
    let mut schedule = schedule.with_bound(trace, bound);
    if is_certified && schedule.stopped_by.is_none() {
        certify(trace, options, None, &mut schedule);
    }
    schedule.within(trace.capacity())
}

/// The options for the first of two runs: half of the time.
pub(crate) fn first_half(options: &PlanOptions) -> PlanOptions {
    let interrupt = options.interrupt.as_ref();
    let left = interrupt.and_then(|interrupt| interrupt.time_left());
    options.leaving(left.unwrap_or_default() / 2)
}

/// Reports only peaks below all reported before, for planners that run several others, each of which
/// starts with plans of its own. Reports the bound 0 where the bounds of some are not those of the trace.
#[derive(Debug)]
pub(crate) struct MonotoneProgress {
    progress: Arc<dyn Progress>,
    is_other_problem: bool,
    best: AtomicU64,
}

impl MonotoneProgress {
    /// A listener that passes on improvements. If `is_other_problem`, their bounds do not hold for
    /// the trace.
    pub(crate) fn wrap(progress: Arc<dyn Progress>, is_other_problem: bool) -> Arc<dyn Progress> {
        Arc::new(Self {
            progress,
            is_other_problem,
            best: AtomicU64::new(u64::MAX),
        })
    }
}

impl Progress for MonotoneProgress {
    fn improved(&self, peak: Bytes, bound: Bytes, work: Units) {
        if peak.0 < self.best.fetch_min(peak.0, Ordering::Relaxed) {
            let is_bound = !self.is_other_problem;
            let bound = if is_bound { bound } else { Bytes(0) };
            self.progress.improved(peak, bound, work);
        }
    }
}

/// A trace in which chains of takeovers are single buffers.
#[derive(Debug)]
struct Fused {
    /// Without hints.
    trace: LifetimeTrace,
    /// For each buffer of the original, the buffer that contains it.
    part_of: Vec<BufferId>,
    /// The takeovers: the later buffer and the earlier one.
    links: Vec<(BufferId, BufferId)>,
}

impl Fused {
    /// Uses the hints that save most; `None` if none saves anything. `O(n + h log h)` for `h` hints.
    fn new(trace: &LifetimeTrace) -> Option<Self> {
        let mut gains: Vec<(Reverse<u128>, BufferId, BufferId)> = trace
            .in_place()
            .iter()
            .filter_map(|hint| Some((Reverse(gain(trace, hint)?), hint.buffer, hint.other)))
            .collect();
        gains.sort_stable();
        let mut chains = Chains::new(trace);
        for (_, later, earlier) in gains {
            chains.link(later, earlier);
        }
        chains.fused()
    }

    /// The schedule of the original, in which each buffer has the offset of the buffer that
    /// contains it.
    fn undo(&self, schedule: MemorySchedule) -> MemorySchedule {
        let offset = |id: &BufferId| schedule.offsets[id.index()];
        let offsets = self.part_of.iter().map(offset).collect();
        let mut links = self.links.clone();
        links.sort_stable();
        let reuses = links
            .into_iter()
            .map(|(later, earlier)| (later, vec![earlier]))
            .collect();
        MemorySchedule {
            offsets,
            reuses,
            ..schedule
        }
    }
}

/// The byte-ticks that a hint saves: those of the smaller of the two buffers while both are live.
/// `None` if the two cannot be fused.
fn gain(trace: &LifetimeTrace, hint: &crate::InPlaceHint) -> Option<u128> {
    let (later, earlier) = (&trace[hint.buffer], &trace[hint.other]);
    let is_plain = |b: &Buffer| b.gaps.is_empty() && b.pinned.is_none() && b.size != Bytes(0);
    let (begin, end) = (later.live.begin(), earlier.live.end());
    let is_takeover = earlier.live.begin() <= begin && begin < end && end <= later.live.end();
    if !is_plain(later) || !is_plain(earlier) || !is_takeover {
        return None;
    }
    let shared = u128::from(later.size.min(earlier.size).0);
    Some(shared * u128::from(begin.0.abs_diff(end.0)))
}

/// Buffers linked to the buffers that they take over.
struct Chains<'t> {
    trace: &'t LifetimeTrace,
    /// The buffer that takes over each buffer, and the one that each takes over.
    next: Vec<Option<BufferId>>,
    previous: Vec<Option<BufferId>>,
}

impl<'t> Chains<'t> {
    fn new(trace: &'t LifetimeTrace) -> Self {
        Self {
            trace,
            next: vec![None; trace.len()],
            previous: vec![None; trace.len()],
        }
    }

    /// Links two buffers unless one of them already has such a link, or a third one would be live
    /// while both are: no hint allows that. A chain never forms a cycle, because each buffer begins
    /// after the end of the one two places before it.
    fn link(&mut self, later: BufferId, earlier: BufferId) {
        let live = |id: BufferId| self.trace[id].live;
        let is_taken =
            self.next[earlier.index()].is_some() || self.previous[later.index()].is_some();
        let meets_before = self.previous[earlier.index()]
            .is_some_and(|first| live(later).begin() < live(first).end());
        let meets_after =
            self.next[later.index()].is_some_and(|last| live(last).begin() < live(earlier).end());
        if is_taken || meets_before || meets_after {
            return;
        }
        self.next[earlier.index()] = Some(later);
        self.previous[later.index()] = Some(earlier);
    }

    /// The trace in which chains are single buffers; `None` if there is none.
    fn fused(self) -> Option<Fused> {
        let mut buffers = Vec::with_capacity(self.trace.len());
        let mut part_of = vec![BufferId(0); self.trace.len()];
        let mut links = Vec::new();
        for id in self.trace.ids() {
            if self.previous[id.index()].is_some() {
                continue;
            }
            let mut chain = vec![id];
            while let Some(next) = chain.last().and_then(|last| self.next[last.index()]) {
                chain.push(next);
            }
            if let Some(buffer) = self.fuse(&chain) {
                for member in &chain {
                    part_of[member.index()] = BufferId(buffers.len() as u32);
                }
                buffers.push(buffer);
                links.extend(chain.windows(2).map(|pair| (pair[1], pair[0])));
            } else {
                for member in chain {
                    part_of[member.index()] = BufferId(buffers.len() as u32);
                    buffers.push(self.trace[member].clone());
                }
            }
        }
        if links.is_empty() {
            return None;
        }
        let builder = LifetimeTrace::builder(self.trace.scope())
            .memory_space(self.trace.memory_space().map(str::to_owned))
            .capacity(self.trace.capacity())
            .buffers(buffers);
        // Common alignments may make the sum of all padded sizes overflow; then nothing is fused.
        let trace = builder.build().ok()?;
        Some(Fused {
            trace,
            part_of,
            links,
        })
    }

    /// One buffer in place of a chain; `None` if there is no alignment for it.
    fn fuse(&self, chain: &[BufferId]) -> Option<Buffer> {
        let members: Vec<&Buffer> = chain.iter().map(|&id| &self.trace[id]).collect();
        let (first, last) = (members.first()?, members.last()?);
        let mut fused = (*first).clone();
        fused.live = Lifetime::half_open(first.live.begin(), last.live.end());
        for member in &members {
            fused.size = fused.size.max(member.size);
            fused.align = Bytes(common_alignment(fused.align.0, member.align.0)?);
        }
        let mut leave = |from: Tick, to: Tick, size: Bytes| {
            if from < to && size < fused.size {
                let window = ByteWindow {
                    lo: Bytes(0),
                    hi: size,
                };
                fused.gaps.push(Gap {
                    ticks: Lifetime::half_open(from, to),
                    window: Some(window),
                });
            }
        };
        let mut alone_from = first.live.begin();
        for pair in members.windows(2) {
            let (begin, end) = (pair[1].live.begin(), pair[0].live.end());
            leave(alone_from, begin, pair[0].size);
            leave(begin, end, pair[0].size.max(pair[1].size));
            alone_from = end;
        }
        leave(alone_from, last.live.end(), last.size);
        Some(fused)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fused, InPlace};
    use crate::algorithms::boxing::BoxingPlanner;
    use crate::algorithms::{
        auto::Auto,
        exact::Exact,
        greedy::{BY_SIZE, FIRST_FIT},
        local_search::LocalSearch,
    };
    use crate::testing::Numbers;
    use crate::{
        BufferId, Bytes, InPlaceHint, InPlaceKind, LifetimeTrace, MemoryPlanner, Optimality,
        PlanOptions, Units, ValidateOptions, lower_bound, validate,
    };

    fn hinted(text: &str, hints: &[(u32, u32)]) -> LifetimeTrace {
        let trace: LifetimeTrace = text.parse().unwrap();
        let hints = hints.iter().map(|&(later, earlier)| InPlaceHint {
            buffer: BufferId(later),
            other: BufferId(earlier),
            kind: InPlaceKind::ZeroOffset,
        });
        trace.into_builder().in_place(hints).build().unwrap()
    }

    #[test]
    fn a_chain_of_operations_in_place_needs_one_buffer() {
        // Each result is born while its operand is still read.
        let trace = hinted(
            "a 0..3 8; b 2..5 8; c 4..7 8; d 6..9 8",
            &[(1, 0), (2, 1), (3, 2)],
        );
        let options = PlanOptions::default();
        for planner in [
            &InPlace(FIRST_FIT) as &dyn MemoryPlanner,
            &InPlace(Exact::DEFAULT),
        ] {
            let schedule = planner.plan(&trace, &options).unwrap();
            assert_eq!(
                validate(&trace, &schedule, &ValidateOptions::default()),
                Ok(())
            );
            assert_eq!(schedule.peak(), Bytes(8));
            assert_eq!(schedule.reuses.len(), 3);
            assert_eq!(schedule.optimality, Optimality::Optimal);
        }
        let plain = FIRST_FIT.plan(&trace, &options).unwrap();
        assert_eq!(plain.peak(), Bytes(16));
    }

    #[test]
    fn what_the_smaller_one_leaves_is_free() {
        // `b` takes over the first half of `a`; `c` may use the other half after the death of `a`.
        let trace = hinted("a 0..3 8; b 2..9 4; c 4..9 4", &[(1, 0)]);
        let schedule = InPlace(FIRST_FIT)
            .plan(&trace, &PlanOptions::default())
            .unwrap();
        assert_eq!(schedule.peak(), Bytes(8));
        assert_eq!(schedule.offsets, [Bytes(0), Bytes(0), Bytes(4)]);
    }

    #[test]
    fn three_at_once_are_not_one_buffer() {
        // `c` begins while `a` is live: no hint says that these two may share.
        let trace = hinted("a 0..5 8; b 1..6 8; c 2..7 8", &[(1, 0), (2, 1)]);
        assert_eq!(Fused::new(&trace).unwrap().links.len(), 1);
        let schedule = InPlace(FIRST_FIT)
            .plan(&trace, &PlanOptions::default())
            .unwrap();
        assert_eq!(schedule.peak(), Bytes(16));
        // Two buffers with equal lifetimes, each hinted to take over the other.
        let rings = hinted("a 0..5 8; b 0..5 8", &[(1, 0), (0, 1)]);
        assert_eq!(Fused::new(&rings).unwrap().trace.len(), 1);
    }

    #[test]
    fn a_hint_that_is_in_the_way_is_dropped() {
        // `a` alone fits below `p`, and `b` alone in the former place of `q`; fused, they fit only
        // above `q`.
        let text = "a 0..4 4; b 3..8 8; p 0..8 4 pin=4; q 0..3 8 pin=8";
        let trace = hinted(text, &[(1, 0)]);
        let options = PlanOptions::default();
        let plain = FIRST_FIT.plan(&trace, &options).unwrap();
        let fused = Fused::new(&trace).unwrap();
        let reusing = FIRST_FIT.plan(&fused.trace, &options).unwrap();
        assert_eq!((plain.peak(), reusing.peak()), (Bytes(16), Bytes(24)));
        let best = InPlace(FIRST_FIT).plan(&trace, &options).unwrap();
        assert_eq!((best.peak(), best.reuses.len()), (Bytes(16), 0));
    }

    /// Lives that follow each other closely, with hints between neighbours.
    fn random_hinted(seed: u64) -> LifetimeTrace {
        let mut numbers = Numbers(seed);
        let n = 2 + numbers.below(30) as u32;
        let mut text = String::new();
        for i in 0..n {
            let begin = u64::from(i) + numbers.below(3);
            let (life, size) = (
                1 + numbers.below(6),
                numbers.below(3) * 4 + numbers.below(2),
            );
            let align = 1 + numbers.below(3);
            text += &format!("b{i} {begin}..{} {size} align={align};", begin + life);
        }
        let mut hints: Vec<(u32, u32)> = Vec::new();
        for later in 1..n {
            let earlier = later - 1 - numbers.below(u64::from(later).min(3)) as u32;
            hints.push((later, earlier));
        }
        hinted(&text, &hints)
    }

    #[test]
    fn plans_are_valid_never_worse_and_within_the_bound() {
        let options = PlanOptions::default();
        let mut n_better = 0;
        for seed in 0..400 {
            let trace = random_hinted(seed);
            let bound = lower_bound(&trace, &options).unwrap();
            for planner in [&FIRST_FIT as &dyn MemoryPlanner, &BY_SIZE] {
                let plain = planner.plan(&trace, &options).unwrap();
                let reusing = InPlace(planner).plan(&trace, &options).unwrap();
                let checks = ValidateOptions::default();
                assert_eq!(validate(&trace, &reusing, &checks), Ok(()), "{trace}");
                assert!(bound.bytes <= reusing.peak() && reusing.peak() <= plain.peak());
                n_better += u32::from(reusing.peak() < plain.peak());
            }
        }
        assert!(200 < n_better, "{n_better}");
    }

    #[test]
    fn a_limit_that_suffices_changes_nothing() {
        // Regression: when each run got half of the limit, the first run was cut off on this trace.
        let boxed = hinted("a 0..1 1 align=4; b 0..1 242; c 0..1 2", &[(2, 1)]);
        let traces = std::iter::once(boxed).chain((0..100).map(random_hinted));
        for trace in traces {
            for planner in [
                &BoxingPlanner::DEFAULT as &dyn MemoryPlanner,
                &LocalSearch::DEFAULT,
            ] {
                let whole = InPlace(planner)
                    .plan(&trace, &PlanOptions::default())
                    .unwrap();
                let options = PlanOptions {
                    work_limit: Some(whole.work),
                    ..PlanOptions::default()
                };
                let again = InPlace(planner).plan(&trace, &options).unwrap();
                assert!(again.work <= whole.work, "{trace}");
                assert!(again.peak() <= whole.peak(), "{trace}");
            }
        }
    }

    #[test]
    fn limits_are_shared_and_kept() {
        for seed in 0..40 {
            let trace = random_hinted(seed);
            for limit in [0, 3, 40, 400] {
                let options = PlanOptions {
                    work_limit: Some(Units(limit)),
                    ..PlanOptions::default()
                };
                let schedule = InPlace(Auto::DEFAULT).plan(&trace, &options).unwrap();
                assert!(schedule.work <= Units(limit));
                let checks = ValidateOptions::default();
                assert_eq!(validate(&trace, &schedule, &checks), Ok(()), "{trace}");
            }
        }
    }
}
