//! Conflicts without the conflict graph, which has up to `n^2 / 2` edges.
//!
//! Two sorts suffice to count the conflicts of each buffer: it conflicts with all buffers except
//! those that end before it begins or begin after it ends. Gaps need a correction: a buffer that
//! lives wholly within a gap of another one overlaps only its hull. One sweep with a Fenwick tree
//! counts such pairs. A [`ConflictIndex`] enumerates the conflicts of a buffer on demand.

use memplan_support::Sort;

use crate::reduce::Instance;
use crate::{BufferId, LifetimeTrace};

/// When a buffer is live, in ticks: from the begin of its first piece to the end of its last.
#[derive(Clone, Copy, Debug)]
struct Hull {
    begin: i64,
    end: i64,
    buffer: BufferId,
    has_gaps: bool,
}

/// A stretch within a hull in which nothing of the buffer is live.
#[derive(Clone, Copy, Debug)]
struct Hole {
    begin: i64,
    end: i64,
    buffer: BufferId,
}

/// The number of conflicts of each buffer, by [`BufferId`]. `O(n log n)`, gaps counted as buffers.
///
/// Buffers without bytes have none. Two buffers that *both* have gaps count as soon as their hulls
/// overlap, though their gaps may keep them apart: to count such pairs exactly is as hard as finding
/// disjoint pairs among sets, for which nothing much better than comparing all pairs is known.
pub(crate) fn conflict_counts(trace: &LifetimeTrace) -> Vec<u32> {
    let (hulls, holes) = hulls_and_holes(trace);
    let mut begins: Vec<i64> = hulls.iter().map(|hull| hull.begin).collect();
    let mut ends: Vec<i64> = hulls.iter().map(|hull| hull.end).collect();
    begins.sort_stable();
    ends.sort_stable();
    let mut counts = vec![0_u32; trace.len()];
    for hull in &hulls {
        let n_begun = begins.partition_point(|&begin| begin < hull.end);
        let n_ended = ends.partition_point(|&end| end <= hull.begin);
        // Every buffer that has ended has also begun, and so has the buffer itself: this cannot
        // underflow.
        counts[hull.buffer.index()] = (n_begun - n_ended - 1) as u32;
    }
    if !holes.is_empty() {
        subtract_pairs_kept_apart(hulls, holes, &mut counts);
    }
    counts
}

fn hulls_and_holes(trace: &LifetimeTrace) -> (Vec<Hull>, Vec<Hole>) {
    let mut hulls = Vec::with_capacity(trace.len());
    let mut holes = Vec::new();
    for (buffer, id) in trace.buffers().iter().zip(trace.ids()) {
        let mut pieces = buffer.pieces();
        let Some(first) = pieces.next() else { continue };
        let mut hull = Hull {
            begin: first.ticks.begin().0,
            end: first.ticks.end().0,
            buffer: id,
            has_gaps: false,
        };
        for piece in pieces {
            if hull.end < piece.ticks.begin().0 {
                hull.has_gaps = true;
                holes.push(Hole {
                    begin: hull.end,
                    end: piece.ticks.begin().0,
                    buffer: id,
                });
            }
            hull.end = piece.ticks.end().0;
        }
        hulls.push(hull);
    }
    (hulls, holes)
}

/// A buffer without gaps that lives within a hole of another one does not meet it.
fn subtract_pairs_kept_apart(hulls: Vec<Hull>, mut holes: Vec<Hole>, counts: &mut [u32]) {
    let mut solid: Vec<Hull> = hulls.into_iter().filter(|hull| !hull.has_gaps).collect();
    let mut ends: Vec<i64> = solid.iter().map(|hull| hull.end).collect();
    ends.sort_stable();
    solid.sort_stable_by_key(|&hull| hull.begin);
    holes.sort_stable_by_key(|&hole| hole.begin);
    let rank = |ends: &[i64], end: i64| ends.partition_point(|&other| other <= end);

    // For each hole, count the hulls that begin in it or later and end by its end.
    let mut seen = Fenwick::new(ends.len());
    let mut later = solid.iter().rev().peekable();
    for hole in holes.iter().rev() {
        while let Some(hull) = later.next_if(|hull| hole.begin <= hull.begin) {
            seen.add(rank(&ends, hull.end) - 1);
        }
        counts[hole.buffer.index()] -= seen.sum_below(rank(&ends, hole.end));
    }

    // For each buffer without gaps, count the holes that begin no later and end no earlier than it.
    let mut hole_ends: Vec<i64> = holes.iter().map(|hole| hole.end).collect();
    hole_ends.sort_stable();
    let mut seen = Fenwick::new(hole_ends.len());
    let mut n_seen = 0;
    let mut earlier = holes.iter().peekable();
    for hull in &solid {
        while let Some(hole) = earlier.next_if(|hole| hole.begin <= hull.begin) {
            seen.add(rank(&hole_ends, hole.end) - 1);
            n_seen += 1;
        }
        let n_too_short = hole_ends.partition_point(|&end| end < hull.end);
        counts[hull.buffer.index()] -= n_seen - seen.sum_below(n_too_short);
    }
}

/// The items of an instance in order of their begins, for queries about conflicts.
#[derive(Debug)]
pub(crate) struct ConflictIndex<'i> {
    instance: &'i Instance,
    /// By the first section.
    items: Vec<u32>,
    n_leaves: usize,
    /// The last end of the items below each node of a binary tree over `items`; node 1 is the root.
    last_end: Vec<u32>,
}

impl<'i> ConflictIndex<'i> {
    /// `O(n log n)`.
    pub(crate) fn new(instance: &'i Instance) -> Self {
        let mut items: Vec<u32> = (0..instance.len() as u32).collect();
        items.sort_stable_by_key(|&item| instance.hull[item as usize].0);
        let n_leaves = items.len().next_power_of_two();
        let mut last_end = vec![0; 2 * n_leaves];
        for (leaf, &item) in last_end[n_leaves..].iter_mut().zip(&items) {
            *leaf = instance.hull[item as usize].1;
        }
        for node in (1..n_leaves).rev() {
            last_end[node] = last_end[2 * node].max(last_end[2 * node + 1]);
        }
        Self {
            instance,
            items,
            n_leaves,
            last_end,
        }
    }

    /// Visits all items that conflict with one, in order of their begin. `O(log n)` for each of them.
    pub(crate) fn for_each(&self, item: u32, mut visit: impl FnMut(u32)) {
        let (first, end) = self.instance.hull[item as usize];
        let begun = |other: &u32| self.instance.hull[*other as usize].0 < end;
        let n_begun = self.items.partition_point(begun);
        let mut at = 0;
        while let Some(next) = self
            .next_ending_after(at, first)
            .filter(|&next| next < n_begun)
        {
            let other = self.items[next];
            if other != item && self.meet(item as usize, other as usize) {
                visit(other);
            }
            at = next + 1;
        }
    }

    /// The first index from `at` on in `items` of an item that ends after `first`.
    #[inline]
    fn next_ending_after(&self, at: usize, first: u32) -> Option<usize> {
        let mut node = self.n_leaves + at;
        if 2 * self.n_leaves <= node {
            return None;
        }
        // While the subtree has no match, ascend to the next subtree on its right.
        while self.last_end[node] <= first {
            while node & 1 == 1 {
                node >>= 1;
                if node <= 1 {
                    return None;
                }
            }
            node += 1;
        }
        while node < self.n_leaves {
            node *= 2;
            if self.last_end[node] <= first {
                node += 1;
            }
        }
        Some(node - self.n_leaves)
    }

    /// Whether two items whose hulls overlap are live at once.
    #[inline]
    fn meet(&self, a: usize, b: usize) -> bool {
        !self.instance.has_gaps || self.runs_meet(a, b)
    }

    fn runs_meet(&self, a: usize, b: usize) -> bool {
        let overlap = |x: (u32, u32), y: (u32, u32)| x.0.max(y.0) < x.1.min(y.1);
        let of_b = self.instance.runs(b);
        let mut of_a = self.instance.runs(a).iter();
        of_a.any(|&run| {
            let next = of_b.partition_point(|other| other.1 <= run.0);
            of_b.get(next).is_some_and(|&other| overlap(run, other))
        })
    }
}

/// Counters with prefix sums, both in logarithmic time.
#[derive(Debug)]
struct Fenwick(Vec<u32>);

impl Fenwick {
    fn new(len: usize) -> Self {
        Self(vec![0; len + 1])
    }

    fn add(&mut self, index: usize) {
        let mut node = index + 1;
        while let Some(count) = self.0.get_mut(node) {
            *count += 1;
            node += node & node.wrapping_neg();
        }
    }

    /// The sum of the counters before `index`.
    fn sum_below(&self, index: usize) -> u32 {
        let (mut node, mut sum) = (index, 0);
        while node != 0 {
            sum += self.0[node];
            node &= node - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::{ConflictIndex, conflict_counts};
    use crate::reduce::Instance;
    use crate::{BufferId, Gap, Lifetime, LifetimeTrace, PlanOptions, Tick};
    use proptest::prelude::*;

    /// Whether two buffers meet, as the documentation says: hulls decide where both have holes.
    fn meet(trace: &LifetimeTrace, a: BufferId, b: BufferId) -> bool {
        let ticks = |id: BufferId| -> Vec<Lifetime> {
            trace[id].pieces().map(|piece| piece.ticks).collect()
        };
        let (a, b) = (ticks(a), ticks(b));
        let is_cut = |pieces: &[Lifetime]| pieces.windows(2).any(|w| w[0].end() < w[1].begin());
        let hull = |pieces: &[Lifetime]| {
            Some(Lifetime::half_open(
                pieces.first()?.begin(),
                pieces.last()?.end(),
            ))
        };
        let (Some(hull_a), Some(hull_b)) = (hull(&a), hull(&b)) else {
            return false;
        };
        if is_cut(&a) && is_cut(&b) {
            return hull_a.overlaps(hull_b);
        }
        a.iter().any(|x| b.iter().any(|y| x.overlaps(*y)))
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_graph(
            parts in proptest::collection::vec(
                (0_i64..20, 1_i64..12, 0_u64..4, proptest::collection::vec((0_i64..4, 1_i64..4), 0..3)),
                0..25,
            )
        ) {
            let mut text = String::new();
            for (begin, life, size, _) in &parts {
                text += &format!("b {begin}..{} {size};", begin + life);
            }
            let trace: LifetimeTrace = text.parse().unwrap();
            let mut parts_left = parts.iter();
            let trace = trace.into_builder().map_buffers(|buffer| {
                let Some((_, _, _, gaps)) = parts_left.next() else { return };
                let mut at = buffer.live.begin().0;
                for (skip, length) in gaps {
                    let ticks = Lifetime::half_open(Tick(at + skip), Tick(at + skip + length));
                    if ticks.end() <= buffer.live.end() {
                        buffer.gaps.push(Gap { ticks, window: None });
                    }
                    at += skip + length;
                }
            }).build().unwrap();
            let counted = conflict_counts(&trace);
            for id in trace.ids() {
                let n_met = trace.ids().filter(|&other| other != id && meet(&trace, id, other));
                prop_assert_eq!(counted[id.index()] as usize, n_met.count(), "{}:\n{}", id, &trace);
            }
            let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
            let index = ConflictIndex::new(&instance);
            for (item, &id) in instance.ids.iter().enumerate() {
                let mut pairs = Vec::new();
                index.for_each(item as u32, |other| pairs.push(instance.ids[other as usize]));
                pairs.sort_unstable();
                let pieces = |id: BufferId| trace[id].pieces().map(|piece| piece.ticks);
                let is_met = |&other: &BufferId| {
                    other != id && pieces(id).any(|x| pieces(other).any(|y| x.overlaps(y)))
                };
                let met: Vec<BufferId> = trace.ids().filter(is_met).collect();
                prop_assert_eq!(pairs, met, "{}:\n{}", id, &trace);
            }
        }
    }
}
