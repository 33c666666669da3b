//! Lower bounds on the peak of any schedule, each with the rule that proves it.
//!
//! A bound shows how far a peak is from the optimum, and proves optimality where they meet. Most real traces have
//! schedules at their max load. Each rule here takes one sweep, also for a million buffers. Bounds that need a search
//! are proved by the planners that search; they use [`ReachablePeaks`] to step from one possible peak to the next.
//!
//! All bounds hold for every valid schedule of the trace: gaps, pins and alignments are
//! honoured, windows in gaps are counted for what they keep, and where in-place hints allow a buffer
//! to take over bytes of another, the other one is not counted from there on.

mod load;
mod pins;
mod reachable;
mod witness;

use crate::problem::load::{highest_end, without_takeovers};
use crate::reduce::Instance;
use crate::{BoundRule, Bytes, LifetimeTrace, LowerBound, PlanError, PlanOptions};
pub(crate) use reachable::ReachablePeaks;
pub use witness::{LoadWitness, load_witness};

/// The best bound that needs no search: load, aligned load and pins, in that order.
///
/// Of `options` only the alignment counts. `O(n log n)` in the number of buffers and gaps.
/// Sources: LOAD in Buchsbaum et al., "OPT versus LOAD in Dynamic Storage Allocation", STOC 2003;
/// the rounding and bin-packing arguments are folklore.
///
/// ```
/// use memplan_planner::{BoundRule, Bytes, LifetimeTrace, PlanOptions, lower_bound};
///
/// let trace: LifetimeTrace = "a 0..4 10 align=8\n b 0..4 10 align=8\n c 2..6 10 align=8".parse()?;
/// let bound = lower_bound(&trace, &PlanOptions::default())?;
/// assert_eq!((bound.bytes, bound.rule), (Bytes(42), BoundRule::AlignedLoad));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PlanError::PinsOverlap`], [`PlanError::TooLarge`] and [`PlanError::ZeroAlignment`] where the
/// trace and the options admit no schedule.
pub fn lower_bound(trace: &LifetimeTrace, options: &PlanOptions) -> Result<LowerBound, PlanError> {
    if !trace.relations().is_empty() {
        return Ok(LowerBound::load(trace.max_load()));
    }
    let is_plain = |trace: &LifetimeTrace| {
        let has_windows = |gaps: &[crate::Gap]| gaps.iter().any(|gap| gap.window.is_some());
        trace.in_place().is_empty() && !trace.buffers().iter().any(|b| has_windows(&b.gaps))
    };
    if is_plain(trace) {
        return Ok(of_instance(&Instance::new(trace, options)?));
    }
    let relaxed = without_takeovers(trace);
    let load = LowerBound::load(relaxed.max_load().max(highest_end(trace)));
    // Pins may overlap where a takeover permits it; then only the load remains as a bound.
    Instance::new(trace, options)
        .map(|_| ())
        .or_else(|error| match error {
            PlanError::PinsOverlap { .. } if !trace.in_place().is_empty() => Ok(()),
            other => Err(other),
        })?;
    Ok(match Instance::new(&without_windows(&relaxed), options) {
        Ok(instance) => {
            let bound = of_instance(&instance);
            load.or_better(bound.bytes.0, bound.rule)
        }
        Err(_) => load,
    })
}

/// The best bound of an instance that needs no search. `O(n log n)`.
///
/// Not for an instance whose windows were filled ([`Instance::is_restriction`]): its bounds are not
/// those of its trace.
pub(crate) fn of_instance(instance: &Instance) -> LowerBound {
    let highest_end = |item: usize| match instance.pin[item] {
        None => 0,
        Some(pin) => instance.end(item, pin.offset()),
    };
    let pinned_end = (0..instance.len()).map(highest_end).max().unwrap_or(0);
    let floor_rule = if pinned_end < instance.floor && instance.has_pins() {
        BoundRule::Pins
    } else {
        BoundRule::Load
    };
    let loads = load::loads(instance);
    let bound = LowerBound::load(Bytes(loads.plain))
        .or_better(instance.floor, floor_rule)
        .or_better(loads.aligned, BoundRule::AlignedLoad)
        .or_better(pinned_end, BoundRule::Pins);
    bound.or_better(pins::excess_bound(instance), BoundRule::Pins)
}

/// The trace in which buffers keep no bytes in their gaps.
pub(crate) fn without_windows(trace: &LifetimeTrace) -> LifetimeTrace {
    let rebuilt = trace.clone().into_builder().map_buffers(|buffer| {
        for gap in &mut buffer.gaps {
            gap.window = None;
        }
    });
    rebuilt.build().unwrap_or_default()
}
