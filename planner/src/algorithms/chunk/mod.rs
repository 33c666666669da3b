//! The chunk planners: the arena as a row of chunks that are split, merged and enlarged.
//!
//! Allocations and frees are replayed in time order, as an allocator would see them. Unlike an
//! allocator, a planner can enlarge a chunk later and shift all chunks above it, because offsets
//! count only after the last event. `chunk-size-first` looks for the chunk nearest in size;
//! `chunk-hot` also prefers recently freed chunks, whose bytes are still in the cache. Both are
//! fast but ignore future events, so a long-lived buffer may end up in the middle of a hole: a
//! search-based planner finds lower peaks.
//!
//! Source: the static memory planner of oneDNN Graph Compiler and of the merge-alloc pass. On an
//! explicit sequence of events ([`plan_events`]) the result is theirs, offset by offset, with three
//! points fixed that they leave open: buffers of zero bytes get offset 0 and count as no event; the
//! free of a buffer whose bytes were all taken over counts as an event (in the original it does not,
//! which matters only to the heat of later candidates); two hints for one pair are refused.
//!
//! As planners of a [`LifetimeTrace`] they plan whole multiples of the common alignment, also for
//! buffers that reuse others in place (the original aligns only what it does not reuse), treat gaps
//! as live, and drop all in-place hints if reusing in chains would let two buffers clash that no
//! hint connects.

mod free;
mod state;

use crate::problem::sections::births_and_deaths;
use crate::problem::units::{align_up, common_alignment};
use crate::{
    BoundRule, BufferId, Bytes, Capabilities, HintUse, InPlaceHint, LifetimeTrace, MemoryPlanner,
    MemorySchedule, Optimality, PlanError, PlanOptions, PluginInfo, ValidateOptions, Violation,
    WorkMeter, validate,
};
use free::{FreeByHeat, FreeBySize};
use memplan_support::Sort;
use state::Replay;

/// Which free chunk an allocation takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChunkMode {
    /// The best sum of nearness in size and of how recently it was freed.
    Hot,
    /// The smallest that is large enough, else the largest.
    SizeFirst,
}

/// An allocation or a free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A buffer is allocated.
    Alloc {
        /// The buffer; each is allocated at most once.
        buffer: BufferId,
        /// Its size; an allocation of zero bytes does not count as an event.
        size: Bytes,
    },
    /// A buffer is freed.
    Free {
        /// The buffer.
        buffer: BufferId,
    },
}

/// Where the buffers of a sequence of events are, after the last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPlan {
    /// The sizes of all chunks together.
    pub total: Bytes,
    /// The offset of each buffer, indexed by [`BufferId`]; `None` where no event allocates it.
    pub offsets: Vec<Option<Bytes>>,
    /// Which buffers took over bytes of which others, in the order of the allocations.
    pub reuses: Vec<(BufferId, Vec<BufferId>)>,
}

/// Why a sequence of events has no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// A buffer is allocated twice.
    #[error("event {event} allocates buffer {buffer} a second time")]
    AllocatedTwice {
        /// The index of the event.
        event: usize,
        /// The buffer.
        buffer: BufferId,
    },
    /// A buffer is freed that is not live.
    #[error("event {event} frees buffer {buffer}, which is not live")]
    NotLive {
        /// The index of the event.
        event: usize,
        /// The buffer.
        buffer: BufferId,
    },
    /// The buffer ids are too sparse: the tables of the planner are indexed by them.
    #[error("buffer {buffer} is out of range: number the buffers of {n_events} events from 0")]
    IdOutOfRange {
        /// The buffer.
        buffer: BufferId,
        /// The number of events.
        n_events: usize,
    },
    /// Two hints are about one pair of buffers.
    #[error("two in-place hints let buffer {buffer} reuse {other}")]
    RepeatedHint {
        /// The later buffer.
        buffer: BufferId,
        /// The buffer whose bytes are taken over.
        other: BufferId,
    },
    /// The aligned sizes add up to more than `i64::MAX`, or the alignment is 0.
    #[error("aligned to {alignment}, the sizes up to buffer {buffer} exceed 2^63 - 1 bytes")]
    TooLarge {
        /// The first buffer that overflows the sum.
        buffer: BufferId,
        /// The alignment.
        alignment: Bytes,
    },
    /// The limits of the caller.
    #[error(transparent)]
    Stopped(#[from] PlanError),
}

/// Replays a sequence of events. `O(log n)` an event, and `O(k^2)` for one with `k` hints.
///
/// Scores are 32-bit floats, as in the original. While all sizes stay below 2^24 units (the largest
/// power of two that divides them all) they are exact and the bound above holds; larger chunks whose
/// scores differ by no more than rounding are compared one by one.
///
/// ```
/// use memplan_planner::algorithms::chunk::{ChunkMode, Event, plan_events};
/// use memplan_planner::{BufferId, Bytes, PlanOptions};
///
/// let alloc = |id, size| Event::Alloc { buffer: BufferId(id), size: Bytes(size) };
/// let free = |id| Event::Free { buffer: BufferId(id) };
/// let events = [alloc(0, 100), free(0), alloc(1, 120), alloc(2, 50)];
/// let plan = plan_events(&events, &[], ChunkMode::Hot, &PlanOptions::default())?;
/// assert_eq!(plan.total, Bytes(170)); // buffer 1 enlarged the chunk of buffer 0
/// assert_eq!(plan.offsets, [Some(Bytes(0)), Some(Bytes(0)), Some(Bytes(120))]);
/// # Ok::<(), memplan_planner::algorithms::chunk::EventError>(())
/// ```
///
/// Only the alignment and the limits of `options` are used. Sizes are rounded up to the alignment,
/// except for buffers that reuse others in place.
///
/// # Errors
/// [`EventError`] when the events are not a sequence of lives, or are too large, or a limit of the
/// options is reached.
pub fn plan_events(
    events: &[Event],
    hints: &[InPlaceHint],
    mode: ChunkMode,
    options: &PlanOptions,
) -> Result<EventPlan, EventError> {
    let max_buffers = events.len() + 1;
    replay(
        events,
        max_buffers,
        hints,
        mode,
        options.alignment,
        &mut options.meter(),
    )
}

fn replay(
    events: &[Event],
    max_buffers: usize,
    hints: &[InPlaceHint],
    mode: ChunkMode,
    alignment: Bytes,
    meter: &mut WorkMeter<'_>,
) -> Result<EventPlan, EventError> {
    let unit = check_sizes(events, alignment)?;
    match mode {
        ChunkMode::Hot => {
            Replay::new(events, max_buffers, hints, alignment, FreeByHeat::new(unit))?
                .run(events, meter)
        }
        ChunkMode::SizeFirst => {
            Replay::new(events, max_buffers, hints, alignment, FreeBySize::default())?
                .run(events, meter)
        }
    }
}

/// Checks that sums of sizes cannot overflow. Returns the greatest power of two that divides the
/// size of every chunk that the events can create.
fn check_sizes(events: &[Event], alignment: Bytes) -> Result<u64, EventError> {
    let mut total: u64 = 0;
    let mut bits: u64 = 0;
    for &event in events {
        if let Event::Alloc { buffer, size } = event {
            let too_large = || EventError::TooLarge { buffer, alignment };
            let aligned = (alignment.0 != 0)
                .then(|| align_up(size.0, alignment.0))
                .flatten();
            let sum = aligned.and_then(|aligned| total.checked_add(aligned));
            total = sum
                .filter(|&sum| i64::try_from(sum).is_ok())
                .ok_or_else(too_large)?;
            bits |= size.0 | aligned.unwrap_or(0);
        }
    }
    Ok(1 << bits.trailing_zeros().min(63))
}

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct ChunkPlanner {
    mode: ChunkMode,
}

impl ChunkPlanner {
    /// `chunk-hot`.
    pub const HOT: Self = Self {
        mode: ChunkMode::Hot,
    };
    /// `chunk-size-first`.
    pub const SIZE_FIRST: Self = Self {
        mode: ChunkMode::SizeFirst,
    };
}

impl MemoryPlanner for ChunkPlanner {
    fn info(&self) -> PluginInfo {
        let (name, aliases, summary): (_, &'static [&'static str], _) = match self.mode {
            ChunkMode::Hot => (
                "chunk-hot",
                &["cost-model", "hot-first"],
                "Replays the events; takes the free chunk nearest in size and freed most recently.",
            ),
            ChunkMode::SizeFirst => (
                "chunk-size-first",
                &["size-first"],
                "Replays the events; takes the smallest free chunk that fits, else the largest.",
            ),
        };
        PluginInfo {
            name,
            aliases,
            summary,
            source: "oneDNN Graph Compiler, static memory planner; merge-alloc",
            cost: "O(n log n)",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default().with_hints(HintUse::Native)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        if let Some(buffer) = trace
            .buffers()
            .iter()
            .find(|buffer| buffer.pinned.is_some())
        {
            let buffer = buffer.name.to_string();
            let planner = self.info().name;
            return Err(PlanError::Unsupported {
                planner,
                feature: "pinned offsets",
                buffer,
            });
        }
        let alignment = chunk_alignment(trace, options)?;
        let events = linearise(trace, trace.ids(), alignment)?;
        let mut meter = options.meter();
        let mut schedule = self.schedule(trace, &events, trace.in_place(), &mut meter)?;
        let checks = ValidateOptions {
            alignment: options.alignment,
            ..ValidateOptions::default()
        };
        // Ignore the capacity here: it is checked below, and a schedule without reuse would not fit
        // either.
        let is_wrong =
            |violation: &Violation| !matches!(violation, Violation::CapacityExceeded { .. });
        if !schedule.reuses.is_empty()
            && let Err(violations) = validate(trace, &schedule, &checks)
            && violations.iter().any(is_wrong)
        {
            schedule = self.schedule(trace, &events, &[], &mut meter)?;
        }
        if trace.separate_size() < schedule.total_size
            && let Some(by_class) = self.by_class(trace, options, &mut meter)?
            && by_class.total_size < schedule.total_size
        {
            schedule = by_class;
        }
        schedule.work = meter.done();
        schedule.within(trace.capacity())
    }
}

impl ChunkPlanner {
    /// A schedule in which the buffers of each alignment have their own range of the arena, with
    /// the largest alignment at the bottom: for traces in which a few buffers of large alignment
    /// would inflate all chunks. `None` if all buffers have one alignment.
    fn by_class(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
        meter: &mut WorkMeter<'_>,
    ) -> Result<Option<MemorySchedule>, PlanError> {
        let align_of = |id: BufferId| common_alignment(options.alignment.0, trace[id].align.0);
        let sized = trace.ids().filter(|&id| trace[id].size != Bytes(0));
        let mut classes: Vec<u64> = sized.filter_map(align_of).collect();
        classes.sort_stable();
        classes.reverse();
        classes.dedup();
        if classes.len() < 2 {
            return Ok(None);
        }
        let mut offsets = vec![Bytes(0); trace.len()];
        let mut top = 0_u64;
        for align in classes {
            let of_class: Vec<BufferId> = trace
                .ids()
                .filter(|&id| align_of(id) == Some(align) && trace[id].size != Bytes(0))
                .collect();
            let events = linearise(trace, of_class.iter().copied(), align)?;
            let plan =
                replay(&events, trace.len(), &[], self.mode, Bytes(1), meter).map_err(stopped)?;
            // The sizes padded to their class fit into `i64`; only the padding between classes can
            // overflow here.
            let Some(base) = align_up(top, align) else {
                return Ok(None);
            };
            for id in of_class {
                let offset = plan.offsets[id.index()].unwrap_or_default().0 + base;
                offsets[id.index()] = Bytes(offset);
                top = top.max(offset + trace[id].size.0);
            }
        }
        Ok(Some(self.labelled(
            trace,
            offsets,
            Bytes(top),
            Vec::new(),
            meter,
        )))
    }

    fn schedule(
        &self,
        trace: &LifetimeTrace,
        events: &[Event],
        hints: &[InPlaceHint],
        meter: &mut WorkMeter<'_>,
    ) -> Result<MemorySchedule, PlanError> {
        // Buffers of size 0 have ids but no events, so pass the length of the whole trace.
        let plan =
            replay(events, trace.len(), hints, self.mode, Bytes(1), meter).map_err(stopped)?;
        let mut offsets: Vec<Bytes> = plan
            .offsets
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        offsets.resize(trace.len(), Bytes(0));
        Ok(self.labelled(trace, offsets, plan.total, plan.reuses, meter))
    }

    fn labelled(
        &self,
        trace: &LifetimeTrace,
        offsets: Vec<Bytes>,
        total_size: Bytes,
        reuses: Vec<(BufferId, Vec<BufferId>)>,
        meter: &WorkMeter<'_>,
    ) -> MemorySchedule {
        let optimality = if !trace.in_place().is_empty() {
            Optimality::Unknown // reuse in place may go below the load
        } else {
            match trace.max_load() {
                load if load == total_size => Optimality::Optimal,
                load => Optimality::LowerBound(load),
            }
        };
        MemorySchedule {
            certificate: None,
            oriented: None,
            pooled: None,
            total_size,
            offsets,
            reuses,
            planner: self.info().name.to_owned(),
            work: meter.done(),
            bound_rule: (optimality != Optimality::Unknown).then_some(BoundRule::Load),
            optimality,
            stopped_by: None,
        }
    }
}

/// The limit that an error of a trace's events reports; the events are a valid sequence.
fn stopped(error: EventError) -> PlanError {
    let EventError::Stopped(stopped) = error else {
        unreachable!("a checked trace gives a sequence of lives: {error}")
    };
    stopped
}

/// The alignment that every chunk gets: chunks move, so each must suit any buffer.
fn chunk_alignment(trace: &LifetimeTrace, options: &PlanOptions) -> Result<u64, PlanError> {
    if options.alignment == Bytes(0) {
        return Err(PlanError::ZeroAlignment);
    }
    let mut common = options.alignment.0;
    for buffer in trace
        .buffers()
        .iter()
        .filter(|buffer| buffer.size != Bytes(0))
    {
        common = common_alignment(common, buffer.align.0).ok_or_else(|| PlanError::TooLarge {
            buffer: buffer.name.to_string(),
            alignment: buffer.align,
        })?;
    }
    Ok(common)
}

/// The events of some buffers of a trace, in the order of [`births_and_deaths`]. Sizes come out aligned.
fn linearise(
    trace: &LifetimeTrace,
    ids: impl Iterator<Item = BufferId> + Clone,
    alignment: u64,
) -> Result<Vec<Event>, PlanError> {
    let ids = ids.filter(|&id| trace[id].size != Bytes(0));
    let mut total: u64 = 0;
    for id in ids.clone() {
        let buffer = &trace[id];
        total = align_up(buffer.size.0, alignment)
            .and_then(|aligned| aligned.checked_add(total))
            .filter(|&total| i64::try_from(total).is_ok())
            .ok_or_else(|| PlanError::TooLarge {
                buffer: buffer.name.to_string(),
                alignment: Bytes(alignment),
            })?;
    }
    let event = |(is_birth, buffer): (bool, BufferId)| {
        if !is_birth {
            return Event::Free { buffer };
        }
        let size = Bytes(trace[buffer].size.0.next_multiple_of(alignment));
        Event::Alloc { buffer, size }
    };
    Ok(births_and_deaths(trace, ids).map(event).collect())
}

#[cfg(test)]
mod tests {
    use super::{ChunkMode, ChunkPlanner, Event, EventError, EventPlan, plan_events};
    use crate::testing::check;
    use crate::{
        BufferId, Bytes, InPlaceHint, InPlaceKind, LifetimeTrace, MemoryPlanner, PlanOptions,
    };

    /// Reads `0:100 free0`; hints are `3<-1` (free) and `3=1` (same offset).
    fn run(events: &str, hints: &str, mode: ChunkMode) -> Result<EventPlan, EventError> {
        let id = |text: &str| BufferId(text.parse().unwrap());
        let events: Vec<Event> = events
            .split_whitespace()
            .map(|word| match word.split_once(':') {
                Some((buffer, size)) => Event::Alloc {
                    buffer: id(buffer),
                    size: Bytes(size.parse().unwrap()),
                },
                None => Event::Free {
                    buffer: id(word.strip_prefix("free").unwrap()),
                },
            })
            .collect();
        let hints: Vec<InPlaceHint> = hints
            .split_whitespace()
            .map(|word| {
                let (buffer, other, kind) = match word.split_once("<-") {
                    Some((buffer, other)) => (buffer, other, InPlaceKind::Free),
                    None => {
                        let (buffer, other) = word.split_once('=').unwrap();
                        (buffer, other, InPlaceKind::ZeroOffset)
                    }
                };
                InPlaceHint {
                    buffer: id(buffer),
                    other: id(other),
                    kind,
                }
            })
            .collect();
        plan_events(&events, &hints, mode, &PlanOptions::default())
    }

    /// Total, offsets and reuses, the same in both modes.
    fn both(events: &str, hints: &str) -> String {
        let hot = run(events, hints, ChunkMode::Hot);
        assert_eq!(hot, run(events, hints, ChunkMode::SizeFirst));
        let plan = hot.unwrap();
        let mut text = format!("total {}:", plan.total);
        for (index, offset) in plan.offsets.iter().enumerate() {
            if let Some(offset) = offset {
                text += &format!(" {index}@{offset}");
            }
        }
        for (buffer, others) in plan.reuses {
            text += &format!(" {buffer}<-{others:?}").replace("BufferId", "");
        }
        text
    }

    #[test]
    fn worked_check_split_extend_and_merge() {
        let events = "0:100 1:120 2:100 free0 3:50 4:60 free2 free4 8:100 free8 5:60 free5 free1 \
                      6:350 free3 7:100";
        assert_eq!(
            both(events, ""),
            "total 450: 0@0 1@160 2@280 3@0 4@100 5@100 6@100 7@0 8@280"
        );
    }

    #[test]
    fn worked_check_in_place() {
        let events = "1:120 2:100 3:200 free1 free2 free3 4:220 free4";
        assert_eq!(
            both(events, "3<-1 3<-2"),
            "total 220: 1@0 2@120 3@0 4@0 3<-[(1), (2)]"
        );
    }

    #[test]
    fn an_in_place_run_that_is_too_small_is_extended() {
        assert_eq!(
            both(
                "1:100 2:100 3:100 4:230 free1 free2 free3 free4",
                "4<-1 4<-2"
            ),
            "total 330: 1@0 2@100 3@230 4@0 4<-[(1), (2)]"
        );
    }

    #[test]
    fn the_rest_of_a_reused_buffer_can_be_reused_but_not_from_its_start() {
        let events = "1:100 2:60 3:30 free1 free2 free3";
        assert_eq!(
            both(events, "2<-1 3<-1"),
            "total 100: 1@0 2@0 3@60 2<-[(1)] 3<-[(1)]"
        );
        assert_eq!(both(events, "2=1 3=1"), "total 130: 1@0 2@0 3@100 2<-[(1)]");
    }

    #[test]
    fn a_run_below_a_tenth_is_not_worth_it() {
        assert_eq!(both("0:9 1:91 free0 free1", "1<-0"), "total 100: 0@0 1@9");
        assert_eq!(
            both("0:9 1:90 free0 free1", "1<-0"),
            "total 90: 0@0 1@0 1<-[(0)]"
        );
    }

    #[test]
    fn modes_differ_where_heat_and_size_disagree() {
        // Buffer 11 is allocated one event after the chunk of 110 bytes is freed, and nine after
        // that of 100.
        let cold: String = (6..11).map(|id| format!("{id}:1 ")).collect();
        let events = format!("0:100 1:1 2:110 3:1 free0 {cold} 4:1 5:1 free2 11:90");
        let offset = |mode| run(&events, "", mode).unwrap().offsets[11];
        assert_ne!(offset(ChunkMode::Hot), offset(ChunkMode::SizeFirst));
    }

    #[test]
    fn events_that_are_no_lives_are_refused() {
        let error = |events: &str| run(events, "", ChunkMode::Hot).unwrap_err().to_string();
        assert_eq!(error("0:1 0:1"), "event 1 allocates buffer 0 a second time");
        assert_eq!(
            error("0:1 free0 free0"),
            "event 2 frees buffer 0, which is not live"
        );
        assert_eq!(
            error("0:1 free1"),
            "event 1 frees buffer 1, which is not live"
        );
        assert_eq!(
            error("7:1"),
            "buffer 7 is out of range: number the buffers of 1 events from 0"
        );
        assert_eq!(
            error("0:9223372036854775807 1:1"),
            "aligned to 1, the sizes up to buffer 1 exceed 2^63 - 1 bytes"
        );
        let twice = run("0:1 1:1", "1<-0 1<-0", ChunkMode::Hot).unwrap_err();
        assert_eq!(twice.to_string(), "two in-place hints let buffer 1 reuse 0");
    }

    #[test]
    fn lifetimes_that_share_a_tick_overlap() {
        check(
            &ChunkPlanner::HOT,
            "a 1..5 64\n b 4..7 64\n c 5..9 64\n z 0..9 0",
            "a 0, b 64, c 0, z 0; peak 128, load 128",
        );
    }

    #[test]
    fn a_cheap_first_choice_can_cost_a_late_buffer_dearly() {
        check(
            &ChunkPlanner::SIZE_FIRST,
            "a 0..2 10; b 0..9 10; c 2..4 6; d 3..9 8",
            "a 0, b 14, c 0, d 6; peak 24, load 24",
        );
    }

    #[test]
    fn chains_of_reuse_that_no_hint_covers_are_not_used() {
        // `c` may take over `b`, which took over `a`, but no hint lets `c` share bytes with `a`,
        // which is still live.
        let trace: LifetimeTrace = "a 0..9 8; b 2..4 8; c 3..8 8".parse().unwrap();
        let hint = |buffer, other| InPlaceHint {
            buffer: BufferId(buffer),
            other: BufferId(other),
            kind: InPlaceKind::Free,
        };
        let chain = trace
            .clone()
            .into_builder()
            .in_place([hint(1, 0), hint(2, 1)])
            .build()
            .unwrap();
        let schedule = ChunkPlanner::HOT
            .plan(&chain, &PlanOptions::default())
            .unwrap();
        assert_eq!((schedule.reuses.len(), schedule.total_size), (0, Bytes(24)));
        let one = trace.into_builder().in_place([hint(1, 0)]).build().unwrap();
        let schedule = ChunkPlanner::HOT
            .plan(&one, &PlanOptions::default())
            .unwrap();
        assert_eq!((schedule.reuses.len(), schedule.total_size), (1, Bytes(16)));
    }

    #[test]
    fn buffers_of_size_zero_have_a_number_but_no_events() {
        let trace: LifetimeTrace = "a 0..1 0\n b 0..1 0\n c 0..1 0\n d 0..1 1".parse().unwrap();
        for planner in [
            ChunkPlanner {
                mode: ChunkMode::Hot,
            },
            ChunkPlanner {
                mode: ChunkMode::SizeFirst,
            },
        ] {
            let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
            assert_eq!(schedule.offsets, [Bytes(0); 4]);
            assert_eq!(schedule.total_size, Bytes(1));
        }
    }

    #[test]
    fn hints_about_buffers_without_events_and_repeated_hints_do_no_harm() {
        let trace: LifetimeTrace = "a 0..2 8\n b 2..3 8\n c 2..3 0\n d 0..2 0".parse().unwrap();
        let hint = |buffer, other| InPlaceHint {
            buffer: BufferId(buffer),
            other: BufferId(other),
            kind: InPlaceKind::Free,
        };
        let hints = [hint(1, 3), hint(1, 0), hint(2, 0)];
        let hinted = trace
            .clone()
            .into_builder()
            .in_place(hints)
            .build()
            .unwrap();
        for mode in [ChunkMode::Hot, ChunkMode::SizeFirst] {
            assert!(
                ChunkPlanner { mode }
                    .plan(&hinted, &PlanOptions::default())
                    .is_ok()
            );
        }
        let twice = trace
            .into_builder()
            .in_place([hint(1, 0), hint(1, 0)])
            .build();
        assert!(twice.is_err());
    }

    #[test]
    fn a_buffer_far_away_in_time_changes_nothing() {
        let near = "a 0..4 7; b 1..3 2; c 3..9 4; d 4..6 9; e 5..8 1; f 4..5 3; g 2..4 5";
        let far = format!("{near}; h 9223372036854775806..9223372036854775807 1");
        for planner in [ChunkPlanner::HOT, ChunkPlanner::SIZE_FIRST] {
            let (peak, offsets) = crate::testing::offsets(&planner, near);
            let (same_peak, with_far) = crate::testing::offsets(&planner, &far);
            assert_eq!(peak, same_peak);
            assert_eq!(with_far[..offsets.len()], offsets);
        }
    }
}
