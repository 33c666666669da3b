//! The initial schedule of a search: first fit, largest item first.

use std::cmp::Reverse;

use memplan_support::Sort;

use crate::reduce::Instance;
use crate::{PlanError, Units, WorkMeter};

/// First fit by size, pinned items first. `O(n^2)` in the worst case, with a small constant.
///
/// # Errors
/// [`PlanError::Stopped`] when the meter reaches its limit; a placement is one unit of work.
pub(super) fn first_plan(
    instance: &Instance,
    meter: &mut WorkMeter<'_>,
) -> Result<Vec<u64>, PlanError> {
    let n = instance.len();
    let mut order: Vec<u32> = (0..n as u32).collect();
    let key = |item: usize| {
        let (first, end) = instance.hull[item];
        (
            instance.pin[item].is_none(),
            Reverse(instance.size[item]),
            Reverse(end - first),
        )
    };
    order.sort_stable_by_key(|&item| key(item as usize));
    let mut offsets = vec![0_u64; n];
    place_in_order(instance, &order, &mut offsets, meter)?;
    Ok(offsets)
}

/// Gives each item of `order` the lowest offset at which it clashes with none before it.
///
/// # Errors
/// [`PlanError::Stopped`] when the meter reaches its limit; a placement is one unit of work.
pub(super) fn place_in_order(
    instance: &Instance,
    order: &[u32],
    offsets: &mut [u64],
    meter: &mut WorkMeter<'_>,
) -> Result<(), PlanError> {
    let mut in_the_way: Vec<(u64, u64)> = Vec::new();
    for (index, &item) in order.iter().enumerate() {
        meter.spend(Units::ONE)?;
        let item = item as usize;
        if let Some(pin) = instance.pin[item] {
            offsets[item] = pin.offset();
            continue;
        }
        in_the_way.clear();
        for &other in &order[..index] {
            let other = other as usize;
            if conflict(instance, item, other) {
                in_the_way.push((offsets[other], offsets[other] + instance.size[other]));
            }
        }
        in_the_way.sort_stable();
        let mut at = 0_u64;
        for &(begin, end) in &in_the_way {
            if at + instance.size[item] <= begin {
                break;
            }
            if at < end {
                at = end.next_multiple_of(instance.align[item]);
            }
        }
        offsets[item] = at;
    }
    Ok(())
}

/// Whether two items are live at once.
pub(super) fn conflict(instance: &Instance, a: usize, b: usize) -> bool {
    let (hull_a, hull_b) = (instance.hull[a], instance.hull[b]);
    if hull_a.1 <= hull_b.0 || hull_b.1 <= hull_a.0 {
        return false;
    }
    !instance.has_gaps || runs_meet(instance.runs(a), instance.runs(b))
}

/// Whether two ascending lists of runs have a section in common.
pub(super) fn runs_meet(mut a: &[(u32, u32)], mut b: &[(u32, u32)]) -> bool {
    while let (Some(&first), Some(&second)) = (a.first(), b.first()) {
        if first.1 <= second.0 {
            a = &a[1..];
        } else if second.1 <= first.0 {
            b = &b[1..];
        } else {
            return true;
        }
    }
    false
}
