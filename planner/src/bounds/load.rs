//! The load bound, and its form for aligned offsets.
//!
//! In a section, every buffer but the topmost one wastes the bytes up to the start of the next. If
//! all offsets are multiples of `d`, the sum of the sizes rounded up to `d`, minus the padding of
//! the topmost buffer, is a bound. `d` may also be an alignment that only *some* buffers require:
//! the distance from one of these to the next is a multiple of `d` bytes, and buffers between them
//! need at least their own size, rounded *down* to `d`, in addition to the rounded size of the
//! lower one.

use memplan_support::Sort;

use crate::reduce::Instance;

/// How many different alignments are tried.
const MAX_ALIGNMENTS: usize = 16;

/// Two bounds in bytes.
pub(super) struct Loads {
    /// The largest sum of true sizes.
    pub(super) plain: u64,
    /// The largest sum of sizes rounded up to an alignment; at least `plain`.
    pub(super) aligned: u64,
}

/// `O(n log n)` for each of at most [`MAX_ALIGNMENTS`] alignments.
pub(super) fn loads(instance: &Instance) -> Loads {
    let all: Vec<Sized> = (0..instance.len())
        .map(|item| Sized {
            item: item as u32,
            rounded: instance.size[item] * instance.unit,
            slack: instance.slack[item],
        })
        .collect();
    let is_rounded = instance.slack.has_other_than(0);
    let aligned = best_load(instance, &all);
    let plain = if is_rounded {
        let exact = all.iter().map(|sized| Sized {
            item: sized.item,
            rounded: sized.rounded - sized.slack,
            slack: 0,
        });
        best_load(instance, &exact.collect::<Vec<_>>())
    } else {
        aligned
    };
    let aligned = coarser_alignments(instance)
        .into_iter()
        .map(|align| best_load(instance, &rounded_to(instance, align)))
        .fold(aligned, u64::max);
    Loads { plain, aligned }
}

/// An item with its size in bytes, rounded up by `slack`.
struct Sized {
    item: u32,
    rounded: u64,
    slack: u64,
}

/// The alignments in units that some items share, largest first.
fn coarser_alignments(instance: &Instance) -> Vec<u64> {
    if !instance.has_alignment() {
        return Vec::new();
    }
    let mut aligns = instance.align.distinct();
    aligns.reverse();
    aligns.retain(|&align| align != 1);
    aligns.truncate(MAX_ALIGNMENTS);
    aligns
}

/// All items, the sizes of those that have to be aligned to a multiple of `align` units rounded up to it,
/// those of the others down.
fn rounded_to(instance: &Instance, align: u64) -> Vec<Sized> {
    // A pin may be a multiple of `align`, too, but the trace bounds only the padded sizes of
    // unpinned buffers.
    let is_aligned =
        |item: usize| instance.pin[item].is_none() && instance.align[item].is_multiple_of(align);
    let bytes = align * instance.unit;
    (0..instance.len())
        .map(|item| {
            let size = instance.end(item, 0);
            if !is_aligned(item) {
                return Sized {
                    item: item as u32,
                    rounded: size - size % bytes,
                    slack: 0,
                };
            }
            let rounded = size.next_multiple_of(bytes);
            Sized {
                item: item as u32,
                rounded,
                slack: rounded - size,
            }
        })
        .collect()
}

/// The largest sum of rounded sizes in a section less the largest slack in it.
fn best_load(instance: &Instance, sized: &[Sized]) -> u64 {
    let n_sections = instance.n_sections as usize;
    let mut loads = vec![0_u64; n_sections + 1];
    for sized in sized {
        for &(first, end) in instance.runs(sized.item as usize) {
            // The differences may wrap below zero; the prefix sums never do.
            loads[first as usize] = loads[first as usize].wrapping_add(sized.rounded);
            loads[end as usize] = loads[end as usize].wrapping_sub(sized.rounded);
        }
    }
    let mut sum = 0_u64;
    for load in &mut loads {
        sum = sum.wrapping_add(*load);
        *load = sum;
    }
    let mut by_slack: Vec<&Sized> = sized.iter().filter(|sized| sized.slack != 0).collect();
    by_slack.sort_stable_by_key(|&sized| (std::cmp::Reverse(sized.slack), sized.item));
    // The first item to reach a section has its largest slack; `next` skips sections that are done.
    let mut next: Vec<u32> = (0..=instance.n_sections).collect();
    for sized in by_slack {
        for &(first, end) in instance.runs(sized.item as usize) {
            let mut section = find(&mut next, first);
            while section < end {
                loads[section as usize] -= sized.slack;
                next[section as usize] = section + 1;
                section = find(&mut next, section + 1);
            }
        }
    }
    loads[..n_sections].iter().copied().max().unwrap_or(0)
}

/// The first section from `at` on that points to itself, with path halving.
fn find(next: &mut [u32], mut at: u32) -> u32 {
    while next[at as usize] != at {
        next[at as usize] = next[next[at as usize] as usize];
        at = next[at as usize];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::loads;
    use crate::reduce::Instance;
    use crate::{LifetimeTrace, PlanOptions};

    fn check(notation: &str, plain: u64, aligned: u64) {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
        let loads = loads(&instance);
        assert_eq!((loads.plain, loads.aligned), (plain, aligned), "{notation}");
    }

    #[test]
    fn the_topmost_buffer_wastes_nothing() {
        check("a 0..4 10 align=8; b 0..4 13 align=8", 23, 26);
        check(
            "a 0..4 10 align=8; b 0..4 13 align=8; c 4..9 25 align=8",
            25,
            26,
        );
    }

    #[test]
    fn each_section_has_its_own_alignment() {
        // `c` has no alignment and is smaller than the padding of the others.
        check("a 0..4 9 align=8; b 0..4 9 align=8; c 2..9 3", 21, 25);
        check("a 0..4 9 align=8; b 0..4 9 align=8; c 4..9 3", 18, 25);
    }

    #[test]
    fn what_lies_between_aligned_buffers_does_not_fill_what_they_waste() {
        check(
            "a 0..1 3 align=2; b 0..1 6; c 0..1 11 align=2; d 0..1 1 align=2",
            21,
            23,
        );
        check("a 0..1 3 align=4; b 0..1 5; c 0..1 3 align=4", 11, 11);
    }

    #[test]
    fn gaps_are_not_counted_and_pins_not_rounded() {
        check("a 0..9 8 gap=2..4 align=4; b 2..4 7 align=4", 8, 8);
        check("p 0..9 5 pin=1; b 2..4 7 align=4; c 2..4 7 align=4", 19, 19);
    }
}
