//! Bounds of windows: a stretch of time by itself, solved exactly.
//!
//! Forgetting all that is outside a few neighbouring sections makes the problem easier, so that what
//! no plan of the window reaches no plan of the whole does. The load is the case of one section. In a
//! trace that is too large for a search as a whole, two or eight sections around the tightest ones
//! may be refuted in a few nodes: where all of one section dies but its bytes cannot be shared out
//! among what the next one needs, for instance.

use crate::reduce::Instance;
use crate::search::{Goal, SearchOptions, solve};
use crate::{BoundRule, Bytes, LowerBound, PlanError, WorkMeter};

/// How many of the tightest sections get windows.
const MAX_ANCHORS: usize = 8;
/// The most sections of a window.
const MAX_SECTIONS: u32 = 64;
/// The most items of a window: a search of more is none to finish.
const MAX_ITEMS: usize = 400;

/// The best bound from windows of 2, 4, 8, ... sections, at least `bound`.
///
/// Each window is searched for at most `node_limit` nodes. Not for instances with gaps or whose
/// windows in gaps were filled: those keep `bound`. `O(n)` for each window, besides the search.
///
/// # Errors
/// [`PlanError::Stopped`] when the meter says so before any window was searched; a bound found
/// before is kept.
#[allow(dead_code, reason = "for planners that have time left")]
pub(crate) fn of_windows(
    instance: &Instance,
    bound: LowerBound,
    node_limit: u64,
    meter: &mut WorkMeter<'_>,
) -> Result<LowerBound, PlanError> {
    let mut best = bound;
    if instance.has_gaps || instance.is_restriction {
        return Ok(best);
    }
    let anchors = tightest(instance);
    let mut n_sections = 2;
    while n_sections <= MAX_SECTIONS && n_sections / 2 < instance.n_sections {
        for &anchor in &anchors {
            let first = anchor.saturating_sub(n_sections / 2);
            let end = instance.n_sections.min(first + n_sections);
            let window = clipped(instance, first, end);
            if MAX_ITEMS < window.len() {
                continue;
            }
            let options = SearchOptions {
                goal: Goal::Within(best.bytes.0),
                node_limit: Some(node_limit),
                bound: Some((best.bytes.0, best.rule)),
                ..SearchOptions::default()
            };
            match solve(&window, &options, meter) {
                Ok(found) if best.bytes.0 < found.bound.0 => {
                    best = LowerBound {
                        bytes: Bytes(found.bound.0),
                        rule: BoundRule::SubInstance,
                    };
                }
                Ok(_) => {}
                Err(stopped) if best == bound => return Err(stopped),
                Err(_) => return Ok(best),
            }
        }
        n_sections *= 2;
    }
    Ok(best)
}

/// The sections of largest load, the earlier of equals first, none next to another.
fn tightest(instance: &Instance) -> Vec<u32> {
    let loads = instance.loads();
    let mut sections: Vec<u32> = (0..instance.n_sections).collect();
    sections.sort_by_key(|&section| std::cmp::Reverse(loads[section as usize]));
    let mut anchors: Vec<u32> = Vec::new();
    for section in sections {
        if anchors.len() == MAX_ANCHORS {
            break;
        }
        if anchors.iter().all(|anchor| 1 < anchor.abs_diff(section)) {
            anchors.push(section);
        }
    }
    anchors
}

/// What is there in the sections from `first` to before `end`, for as long as they last.
fn clipped(instance: &Instance, first: u32, end: u32) -> Instance {
    let is_there = |&item: &u32| {
        let (begin, until) = instance.hull[item as usize];
        begin < end && first < until
    };
    let items: Vec<u32> = (0..instance.len() as u32).filter(is_there).collect();
    let mut window = instance.restricted(&items, 0, instance.n_sections);
    window.n_sections = end - first;
    for hull in &mut window.hull {
        *hull = (hull.0.max(first) - first, hull.1.min(end) - first);
    }
    window
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::of_windows;
    use crate::bounds::of_instance;
    use crate::reduce::Instance;
    use crate::search::{SearchOptions, solve};
    use crate::{BoundRule, Bytes, LifetimeTrace, LowerBound, PlanOptions};

    fn bound(notation: &str) -> (Instance, LowerBound) {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let options = PlanOptions::default();
        let instance = Instance::new(&trace, &options).unwrap();
        let simple = of_instance(&instance);
        let found = of_windows(&instance, simple, 1000, &mut options.meter()).unwrap();
        (instance, found)
    }

    #[test]
    fn a_window_is_refuted_in_a_long_trace() {
        // The smallest case known above its load, after and before long stretches of nothing much.
        let mut notation = String::from(
            "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; g 0..3 6; h 2..6 2; i 1..6 2",
        );
        for at in 0..400 {
            let before = format!("; x{at} {}..{} 1", at - 401, at - 399);
            let after = format!("; y{at} {}..{} 1", at + 9, at + 11);
            notation += &before;
            notation += &after;
        }
        let (_, found) = bound(&notation);
        assert_eq!(
            (found.bytes, found.rule),
            (Bytes(12), BoundRule::SubInstance)
        );
    }

    proptest! {
        #[test]
        fn no_window_is_above_the_optimum(
            parts in proptest::collection::vec((0_u32..12, 1_u32..6, 1_u32..9, 1_u32..4), 1..11),
        ) {
            let buffers = parts.iter().enumerate();
            let lines = buffers.map(|(i, (begin, life, size, align))| {
                format!("b{i} {begin}..{} {size} align={align}", begin + life)
            });
            let (instance, found) = bound(&lines.collect::<Vec<_>>().join("\n"));
            let options = PlanOptions::default();
            let whole = solve(&instance, &SearchOptions::default(), &mut options.meter()).unwrap();
            prop_assert!(found.bytes.0 <= whole.placement.peak);
            prop_assert!(of_instance(&instance).bytes <= found.bytes);
        }
    }
}
