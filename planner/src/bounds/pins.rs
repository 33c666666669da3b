//! Lower bounds from pinned buffers: all others must fit into the gaps between them, or go above.
//!
//! In a section with pins, the free buffers that do not fit below the highest pinned end must go
//! above it. A relaxation of bin packing bounds their sum from below: buffers of at least `t` bytes
//! fit only into holes of at least `t` bytes, for every `t`.

use memplan_support::Sort;

use crate::reduce::Instance;

/// The most (section, item) pairs that are visited; the sections of largest load come first.
const MAX_VISITS: u64 = 1 << 22;

/// A bound in bytes; 0 without pins. `O(n log n)`: the visits are limited.
pub(super) fn excess_bound(instance: &Instance) -> u64 {
    if !instance.has_pins() {
        return 0;
    }
    let sections = crowded_sections(instance);
    let mut members: Vec<(u32, u32)> = Vec::new();
    for item in 0..instance.len() {
        for &(first, end) in instance.runs(item) {
            let from = sections.partition_point(|&section| section < first);
            let to = sections.partition_point(|&section| section < end);
            members.extend(sections[from..to].iter().map(|&s| (s, item as u32)));
        }
    }
    members.sort_stable();
    members
        .chunk_by(|a, b| a.0 == b.0)
        .map(|section| bound_of_section(instance, section.iter().map(|&(_, item)| item as usize)))
        .max()
        .unwrap_or(0)
}

/// The sections of largest load with at most [`MAX_VISITS`] members in all, ascending.
fn crowded_sections(instance: &Instance) -> Vec<u32> {
    let n_sections = instance.n_sections as usize;
    let mut counts = vec![(0_u32, 0_u32); n_sections + 1];
    for item in 0..instance.len() {
        let is_pinned = u32::from(instance.pin[item].is_some());
        for &(first, end) in instance.runs(item) {
            let (members, pinned) = &mut counts[first as usize];
            (*members, *pinned) = (members.wrapping_add(1), pinned.wrapping_add(is_pinned));
            let (members, pinned) = &mut counts[end as usize];
            (*members, *pinned) = (members.wrapping_sub(1), pinned.wrapping_sub(is_pinned));
        }
    }
    let (mut members, mut pinned) = (0_u32, 0_u32);
    for count in &mut counts {
        (members, pinned) = (members.wrapping_add(count.0), pinned.wrapping_add(count.1));
        *count = (members, pinned);
    }
    let loads = instance.loads();
    let is_mixed = |&section: &u32| {
        let (members, pinned) = counts[section as usize];
        0 < pinned && pinned < members
    };
    let mut sections: Vec<u32> = (0..instance.n_sections).filter(is_mixed).collect();
    sections.sort_stable_by_key(|&section| std::cmp::Reverse(loads[section as usize]));
    let mut visits = 0;
    sections.retain(|&section| {
        visits += u64::from(counts[section as usize].0);
        visits <= MAX_VISITS
    });
    sections.sort_stable();
    sections
}

/// The bound from the items of one section.
fn bound_of_section(instance: &Instance, items: impl Iterator<Item = usize>) -> u64 {
    let mut pinned: Vec<(u64, u64)> = Vec::new();
    let mut free: Vec<u64> = Vec::new();
    let mut max_slack = 0;
    for item in items {
        let size = instance.size[item];
        max_slack = instance.slack[item].max(max_slack);
        match instance.pin[item] {
            None => free.push(size),
            Some(pin) => pinned.push((pin.offset(), pin.offset() + size)),
        }
    }
    pinned.sort_stable();
    let mut top = 0;
    let mut holes: Vec<u64> = Vec::new();
    for (begin, end) in pinned {
        if top < begin {
            holes.push(begin - top);
        }
        top = end.max(top);
    }
    // Visit both in descending order: the running sums cover everything that is at least `size`.
    free.sort_stable();
    holes.sort_stable();
    let mut holes = holes.into_iter().rev().peekable();
    let (mut demand, mut room, mut excess) = (0_u64, 0_u64, 0_u64);
    for size in free.into_iter().rev() {
        demand += size;
        while let Some(hole) = holes.next_if(|&hole| size <= hole) {
            room += hole;
        }
        excess = excess.max(demand.saturating_sub(room));
    }
    if excess == 0 {
        return 0; // the pinned end itself is a separate bound
    }
    (top + excess) * instance.unit - max_slack
}

#[cfg(test)]
mod tests {
    use super::excess_bound;
    use crate::reduce::Instance;
    use crate::{LifetimeTrace, PlanOptions};

    fn check(notation: &str, expected: u64) {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
        assert_eq!(excess_bound(&instance), expected, "{notation}");
    }

    #[test]
    fn what_finds_no_hole_stands_above() {
        check("p 0..4 4 pin=6; a 1..3 7; b 1..3 5", 10 + 7);
        check("p 0..4 4 pin=6; a 1..3 5; b 1..3 5", 10 + 4);
        check("p 0..4 4 pin=6; q 0..4 1 pin=13; a 1..3 5; b 1..3 3", 0);
        check("p 0..4 4 pin=6; a 4..9 99", 0);
    }

    #[test]
    fn the_topmost_buffer_counts_with_its_true_size() {
        check("p 0..4 4 pin=4; a 0..4 6 align=4; b 0..4 5 align=4", 8 + 13);
    }
}
